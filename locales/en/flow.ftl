### Flows that share links: names of devices, and what holds the flows back.

flow-device-port = node { $node } port { $port }
flow-device-extra = extra endpoint { $number }
flow-device-leaf = leaf { $number }
flow-device-spine = spine { $number }
flow-device-core = core switch { $number }

flow-free = Flows run at the rate of their adapters; no link between switches holds them back.
flow-bottleneck = { $flows ->
    [one] The link from { $from } to { $to }, { $rate }, is full first, with one flow on it; the slowest flow gets { $share } of what its adapters would let through.
   *[other] The link from { $from } to { $to }, { $rate }, is full first, with { $count } flows on it in whole or in part; the slowest flow gets { $share } of what its adapters would let through.
}
flow-bottleneck-alike = { $links ->
    [one] One other link is as full.
   *[other] { $count } other links are as full.
}
flow-seeds = { $seeds ->
    [one] Paths are hashed with one seed; another seed gives another share.
   *[other] Paths are hashed: of { $seeds } seeds the middle one gives { $median }, the worst { $worst }.
}
flow-cut-end-down = { $flows ->
    [one] One flow has an end that is down.
   *[other] { $count } flows have an end that is down.
}
flow-cut-between-rails = { $flows ->
    [one] One flow goes from one rail to another, which this network does not join: data has to change rails inside a node first.
   *[other] { $count } flows go from one rail to another, which this network does not join: data has to change rails inside a node first.
}
flow-cut-between-planes = { $flows ->
    [one] One flow goes from one plane to another, which nothing joins: the adapter has to send it by its port on the other plane.
   *[other] { $count } flows go from one plane to another, which nothing joins: adapters have to send them by their ports on the other plane.
}
flow-cut-no-way = { $flows ->
    [one] One flow has no way that works between its leaves.
   *[other] { $count } flows have no way that works between their leaves.
}

## What parts that are down cost

outage-all-reduce = An all-reduce of { $size } takes { $factor } times as long: { $before } before, { $after } afterwards.
outage-all-reduce-fewer = Without the nodes that drop out, an all-reduce of { $size } over the { $gpus } GPUs that are left takes { $factor } times as long: { $before } before, { $after } afterwards.
outage-all-reduce-same = An all-reduce of { $size } takes as long as before: { $before }.
outage-all-reduce-stops = No all-reduce between all GPUs ends.
outage-network = Adapters of a node carry { $after } of { $before } in the rings of an all-reduce.
outage-nodes-out = { $count ->
    [one] One node drops out.
   *[other] { $nodes } nodes drop out.
}
outage-nodes-hit = { $count ->
    [one] One node goes on with less.
   *[other] { $nodes } nodes go on with less.
}
outage-nodes-none = No node loses anything of its own.
outage-tray = { $system } in rack { $rack } keeps { $left } of { $trays } NVLink switch trays: each of its { $gpus } GPUs has { $after } of { $before } per direction to the others, on all { $compute } compute trays. An all-reduce of { $size } within it takes { $factor } times as long.
outage-tray-gone = { $system } in rack { $rack } has no NVLink left: nothing ends within it.
outage-tray-assumed = Taken for granted: the management of NVLink goes on with the links that are left, as in its modes that adapt the bandwidth. It may also call the partition unhealthy after the loss of a switch, and then none of its GPUs goes on until the tray is back (NVIDIA NMX-M, “Partition health”, 2025-07-31).
outage-strip-single = { $switches ->
    [0] Rack { $rack } has one feed: what hangs on the strip that is down has no power, { $nodes } nodes.
   *[other] Rack { $rack } has one feed: what hangs on the strip that is down has no power, { $nodes } nodes and { $switches } switches.
}
outage-strip-carried = Rack { $rack } has two feeds: the strips that are left carry it, { $needed } kW of { $left } kW at most.
outage-strip-unknown = Rack { $rack } has two feeds. Whether the strips that are left carry it is unknown, because the draw of something in it is; nothing is counted as lost.
outage-strip-over = The strips that are left in rack { $rack } give { $left } kW and the rest draws { $needed } kW at most: all of the rack is counted as lost.
outage-strip-both = In rack { $rack } both feeds of { $nodes } nodes and { $switches } switches are down.
outage-strip-assumed = { $count ->
    [one] The design does not say how many feeds racks have; two are assumed, as in its bill of materials. With one, the device on the strip would have no power: { $devices }. Say `site.power_feeds`.
   *[other] The design does not say how many feeds racks have; two are assumed, as in its bill of materials. With one, { $count } devices on the strip would have no power: { $devices }. Say `site.power_feeds`.
}
outage-strip-supplies = Taken for granted: devices go on with the power supplies that are left to them, which the catalogue does not know.
outage-shelf-carried = The shelves that are left on the bus bar of rack { $rack } give { $left } kW; it draws { $needed } kW at most. Which feed a shelf is on is not known.
outage-shelf-unknown = Whether the shelves that are left on the bus bar of rack { $rack } carry it is unknown; nothing is counted as lost.
outage-shelf-over = The shelves that are left on the bus bar of rack { $rack } give { $left } kW and it draws { $needed } kW at most: all of it is counted as lost.
