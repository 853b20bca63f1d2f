### What the planner's second module says: views that are loaded when they are opened.

annex-ranges-more = { $ranges } and { $count } more

## Parts of a network, counted from 1

annex-part-leaf = leaf { $n }
annex-part-switch = switch { $n }
annex-part-spine = spine { $n }
annex-part-core = core switch { $n }
annex-part-node = node { $n }
annex-part-rack = rack { $n }
annex-part-nic = adapter port { $n } of { $node }
annex-part-extra = extra endpoint { $n }
annex-part-tray = NVLink switch tray { $n } of rack { $rack }
annex-part-strip = power strip { $n } of rack { $rack }
annex-part-shelf = power shelf { $n } of rack { $rack }
annex-part-link = the link from { $from } to { $to }
annex-nodes = { $n ->
    [one] node { $which }
   *[other] nodes { $which }
}
annex-racks = { $n ->
    [one] rack { $which }
   *[other] racks { $which }
}

## What fails

annex-fails-nothing = Nothing fails
annex-fails-leaf = A leaf
annex-fails-spine = A spine
annex-fails-core = A core switch
annex-fails-nic = An adapter
annex-fails-link = A link
annex-fails-nvlink-tray = An NVLink switch tray
annex-fails-pdu = A power strip or shelf
annex-number = { $name } of { $most }
annex-number-leaf = Leaf
annex-number-spine = Spine
annex-number-core = Core switch
annex-number-node = Node
annex-number-system = Rack
annex-number-port = Adapter port
annex-number-link = Link
annex-number-rack = Rack
annex-number-tray = Switch tray
annex-number-strip = Strip or shelf
annex-down = { $part } is down

## Load of the links

annex-load-switch = One switch joins all adapters: nothing is shared between them
annex-load-switch-detail = Links to the switch are full when an all-reduce sends at its adapters’ rate.
annex-load-free = No link between switches holds anything back, however paths are chosen
annex-load-rings = Hashed paths give an all-reduce { $ecmp } of its adapters’ rate, adaptive routing { $adaptive }
annex-load-pairs = No link holds an all-reduce back; random pairs get { $ecmp } of their adapters’ rate hashed, { $adaptive } adaptive
annex-load-own = As the design routes: { $held }
annex-load-seeds = Of { $count } hash seeds the worst gives { $worst }, the best { $best }.
annex-load-mean = { $share } full
annex-load-most = fullest { $share }
annex-full-link = { $flows ->
    [one] Full first, one flow
   *[other] Full first, { $count } flows
}
annex-full-rate = { $rate } per direction
annex-held-adapters = Adapters alone set the rate.
annex-held-link = { $flows ->
    [one] { $from } to { $to } is full first: one flow on { $rate }.
   *[other] { $from } to { $to } is full first: { $count } flows on { $rate }.
}

annex-no-network = No network joins nodes here: what is inside a rack can fail
annex-no-network-detail = Choose a part: what it costs an all-reduce, and whom, is worked out.

annex-routings = All-reduce by routing
annex-routings-note = { $seeds ->
    [one] A ring on each rail, all nodes at the same time, everything up. Delivered is the slowest flow against what adapters alone would let through; hashing with one seed.
   *[other] A ring on each rail, all nodes at the same time, everything up. Delivered is the slowest flow against what adapters alone would let through; hashing with the middle of { $seeds } seeds.
}
annex-routings-pairs = Random pairs by routing
annex-routings-pairs-note = Every adapter sends to one other of its rail and receives from one, all at the same time: as several jobs do side by side.
annex-col-routing = Routing
annex-col-delivered = Delivered
annex-col-worst = Worst seed
annex-col-slowest = Slowest flow
annex-col-held = What holds it back
annex-routing-ecmp = Hashed (ECMP)
annex-routing-adaptive = Adaptive
annex-routing-spray = Packet spraying
annex-routing-own = as the design says

annex-tiers = How full the links are
annex-tiers-without = How full the links are without { $part }
annex-tiers-note = { $traffic } with the design’s own routing. A link counts once and can be full in either direction.
annex-tiers-rings = An all-reduce
annex-tiers-pairs = Random pairs
annex-col-links = Links
annex-col-count = Count
annex-col-down = Down
annex-col-full = Directions full
annex-col-mean = Mean load
annex-col-most = Fullest
annex-tier-node = Nodes to leaves
annex-tier-rack = Racks to leaves
annex-tier-leaf = Leaves to spines
annex-tier-spine = Spines to core switches
annex-tier-other = Others

## Without a part

annex-without = Without { $part }
annex-without-stops = Without { $part } no all-reduce between all nodes ends
annex-without-same = Without { $part } an all-reduce takes as long as before
annex-without-slower = Without { $part } an all-reduce of { $size } takes { $factor } times as long
annex-without-slower-part = Without { $part } an all-reduce takes { $factor } times as long between nodes
annex-without-slower-within = Without { $part } an all-reduce of { $size } within its rack takes { $factor } times as long
annex-without-fewer = Without { $part } an all-reduce of { $size } over the { $gpus } GPUs that are left takes { $factor } times as long
annex-without-nothing = Without { $part } nothing drops out
annex-without-out = { $n ->
    [one] Without { $part } one node drops out
   *[other] Without { $part } { $n } nodes drop out
}
annex-hit-none = No node loses anything of its own.
annex-hit-none-rack = No rack loses anything of its own.
annex-hit-tray = Rack { $rack } keeps { $left } of { $trays } NVLink switch trays: all { $gpus } GPUs on its { $compute } compute trays feel it; within it an all-reduce takes { $factor } times as long.
annex-hit-tray-gone = Rack { $rack } has no NVLink left.
annex-hit-some = { $n ->
    [one] { $who } loses adapters; rings go over { $after } of { $before } on every node.
   *[other] { $who } lose adapters; rings go over { $after } of { $before } on every node.
}
annex-hit-out = { $n ->
    [one] { $who } drops out.
   *[other] { $who } drop out.
}
annex-col-what = All-reduce
annex-col-before = Everything up
annex-col-after = Without it
annex-row-nodes = Nodes that take part
annex-row-racks = Racks that take part
annex-row-nodes-hit = Nodes affected
annex-row-racks-hit = Racks affected
annex-row-ports = Adapter ports of a node with rings
annex-row-ports-rack = Adapter ports of a rack with rings
annex-row-delivered = Delivered of their rate
annex-row-rate = Rate of a node, per direction
annex-row-rate-rack = Rate of a rack, per direction
annex-row-rate-nodes = Rate of all nodes together
annex-row-rate-racks = Rate of all racks together
annex-row-nvlink = NVLink of a GPU in rack { $rack }, per direction
annex-row-within = Time for 1 GiB within rack { $rack }
annex-row-gpus = GPUs that take part
annex-row-busbw = Its bus bandwidth
annex-row-time = Time for { $size }
annex-without-note = A node that lost an adapter goes on with those it has left, and an adapter that one node lacks carries no ring on any. Nodes without one drop out and the others go on. The part of the time between nodes grows as rates fall; finding the failure out and starting again are not counted. Over REST and on the command line this part is { $word }.

## Racks and cables

annex-col-all-kw = All racks
annex-racks-all = All racks
annex-racks-it = IT load at most
annex-racks-note = A row is of racks that are filled alike, each at its maximum; together they draw the IT load.
annex-file = { $what } as { $format }
annex-cut-sheet = Cut sheet
annex-cables-all-fabrics = All fabrics
annex-cables-all-media = All media
annex-cables = { $count } cables
annex-cables-run = Run
annex-cables-medium = Medium
annex-cables-length = Length
annex-cables-count = Cables
annex-cables-from-to = { $from ->
    [node] Node
    [leaf] Leaf
   *[spine] Spine
} to { $to ->
    [leaf] leaf
    [spine] spine
   *[core] core
}
annex-cables-placed = by place
annex-cables-estimated = estimated
annex-cables-note = Lengths are those that are bought, slack included. The cut sheet has every cable by its two ends; it comes from the server, for a saved design.

## Cost

annex-bom-filter = Lines that are shown
annex-bom-order = Order of the lines
annex-bom-all = All parts
annex-bom-unpriced = Without a price
annex-bom-shown = Lines shown
annex-bom-class = Of it on prices of other products of the class
annex-order-own = In buying order
annex-order-extended = Dearest line first
annex-order-unit = Dearest part first
annex-order-quantity = Most pieces first
annex-order-lead = Longest lead time first
annex-change-price = Change price
annex-change-price-for = Change price of { $part }
annex-source-unnamed = source not named
annex-enter-rent = Enter rent
annex-change-rent = Change rent
annex-enter-rent-name = Enter rent: what one of these GPUs costs you an hour
annex-change-rent-name = Change rent: what one of these GPUs costs you an hour
annex-rent-chart = Owning and renting by month: { $result }
annex-rent-inputs = What went in
annex-rent-note = Prices of parts and offers of rent have a range; both are shaded.
annex-rent-incomplete = A part has no price: owning costs more than this and pays off later.
annex-rent-unknown = No market offer of this GPU is known. Enter what renting costs you to compare.
annex-rent-no-price = Nothing can be compared with rent: { $why }.
annex-col-figure = Figure
annex-col-usd = USD
annex-col-from = From
