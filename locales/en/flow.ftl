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
