### Texts of diagram

diagram-no-data = No data
diagram-readout = { $series } at { $x }: { $value }
diagram-line-desc = At { $x }: { $values }.

## Fabric

diagram-no-fabric = No devices
diagram-tier-core = { $n ->
    [one] { $count } core switch
   *[other] { $count } core switches
}
diagram-tier-spine = { $n ->
    [one] { $count } spine
   *[other] { $count } spines
}
diagram-tier-leaf = { $n ->
    [one] { $count } leaf
   *[other] { $count } leaves
}
diagram-tier-switch = { $n ->
    [one] { $count } switch
   *[other] { $count } switches
}
diagram-tier-rack = { $n ->
    [one] { $count } rack
   *[other] { $count } racks
}
diagram-tier-node = { $n ->
    [one] { $count } node
   *[other] { $count } nodes
}
diagram-device-core = Core { $n }
diagram-device-spine = Spine { $n }
diagram-device-leaf = Leaf { $n }
diagram-device-switch = Switch { $n }
diagram-device-rack = Rack { $n }
diagram-device-node = Node { $n }
diagram-ports-used = { $used } of { $total }
diagram-ports-each = ports each
diagram-ports = ports
diagram-ports-all = ports in all
diagram-bundles = { $n ->
    [one] { $count } bundle,
   *[other] { $count } bundles,
}
diagram-bundle-each = { $n } × { $rate } each
diagram-links = { $n ->
    [one] { $count } link
   *[other] { $count } links
}
diagram-ports-reserved = { $count } reserved
diagram-later = reserved
diagram-group-plane = Plane { $n }
diagram-group-pod = Pod { $n }
diagram-group-group = Group { $n }
diagram-groups-joined = { $links } between groups
diagram-more-count = … { $count }
diagram-more = more

## Board

diagram-cpu = CPU
diagram-cpu-n = CPU { $n }
diagram-chipset = Chipset
diagram-chipset-lower = chipset
diagram-lanes = x{ $n } from { $source }
diagram-card-lanes = PCIe { $gen }.0 x{ $lanes }
diagram-thick = { $n ->
    [one] { $count } slot thick
   *[other] { $count } slots thick
}
diagram-slots-mm = { $n ->
    [one] { $n } slot, { $mm } mm
   *[other] { $n } slots, { $mm } mm
}
diagram-mm = { $mm } mm
diagram-card-desc = { $card } in slot { $slot }, { $thick } slots thick, { $lanes }, PCIe { $gen }.0

## Bars

diagram-bars-desc = { $axis }: { $values }.
diagram-unknown = unknown

## Scatter

diagram-class-points = { $n ->
    [one] { $class }: { $count } point
   *[other] { $class }: { $count } points
}
diagram-too-slow = 2 × too slow
diagram-too-fast = 2 × too fast

## Node

diagram-gpu = GPU { $n }
diagram-node-links-desc = { $a } to { $b }: { $n ->
    [one] { $count } link
   *[other] { $count } links
}
diagram-more-racks = … { $count } more

## Numbers as words

diagram-number-1 = One
diagram-number-2 = Two
diagram-number-3 = Three
diagram-number-4 = Four
diagram-number-5 = Five
diagram-number-6 = Six
diagram-number-7 = Seven
diagram-number-8 = Eight
diagram-number-9 = Nine
diagram-number-10 = Ten
diagram-number-11 = Eleven
diagram-number-12 = Twelve
diagram-number-inside-1 = one
diagram-number-inside-2 = two
diagram-number-inside-3 = three
diagram-number-inside-4 = four
diagram-number-inside-5 = five
diagram-number-inside-6 = six
diagram-number-inside-7 = seven
diagram-number-inside-8 = eight
diagram-number-inside-9 = nine
diagram-number-inside-10 = ten
diagram-number-inside-11 = eleven
diagram-number-inside-12 = twelve

## From a report: fabric

diagram-count-racks = { $count ->
    [1] { $word } rack
   *[other] { $word } racks
}
diagram-count-nodes = { $count ->
    [1] { $word } node
   *[other] { $word } nodes
}
diagram-count-switches = { $count ->
    [1] { $word } switch
   *[other] { $word } switches
}
diagram-count-leaves = { $count ->
    [1] { $word } leaf
   *[other] { $word } leaves
}
diagram-count-spines = { $count ->
    [1] { $word } spine
   *[other] { $word } spines
}
diagram-count-cores = { $count ->
    [1] { $word } core switch
   *[other] { $word } core switches
}
diagram-not-oversubscribed = nothing oversubscribed
diagram-oversubscribed = oversubscribed { $ratio } : 1
diagram-node-detail = { $gpus ->
    [1] 1 GPU
   *[other] { $gpus } GPUs
 } and { $nics ->
    [0] no NIC
    [1] 1 NIC
   *[other] { $nics } NICs
 } each
diagram-length-bundle = { $length } m
diagram-length-range = { $from }–{ $to } m
diagram-length-title = { $fabric }. Cables up to { $length } m
diagram-topology-slowest = Slowest part: { $part }, { $rate }
diagram-medium-dac = Passive copper
diagram-medium-acc = Active copper
diagram-medium-aoc = Active optical
diagram-medium-multimode = Multimode optics
diagram-medium-single-mode = Single-mode optics

## From a report: the path between two GPUs

diagram-place-node = node { $n }, GPU { $gpu }
diagram-place-rack = rack { $n }, GPU { $gpu }
diagram-path-title = Path from { $from } to { $to }
diagram-hop-nic = NIC of { $gpu }
diagram-hop-leaf = { $from } to { $to }
diagram-hop-adapters = { $name }, { $rate }
diagram-hop-bundle = { $links } × { $rate }
diagram-hop-shared = { $rate }, the switch sends up { $up } for every { $down } that come in
diagram-hop-switched = Through NVSwitch
diagram-hop-direct = Direct link
diagram-hop-direct-links = { $links ->
    [1] 1 link
   *[other] { $links } links
}
diagram-hop-none = Through the host
diagram-hop-none-detail = no direct link between the two
diagram-hop-staged-detail = no direct link, copies through host memory
diagram-hop-rail = To the GPU on the other end’s rail
diagram-path-flow = One flow gets at most { $rate } per direction.
diagram-path-inside = Inside the { $place } the same pair would have { $rate }: { $times } times as much.
diagram-path-node = node
diagram-path-rack = rack

## From a report: node

diagram-adapter = Adapter
diagram-bridge-label = bridge
diagram-bridge-misfit = Spans { $pitch } slots, cards are { $apart } apart
diagram-board-title = { $count ->
    [1] Board with one { $card } in slot { $slots }
   *[other] Board with { $count } { $card } in slots { $slots }
}

## From a report: collectives

diagram-as-drawn = as drawn
diagram-after-fix = after the fix
diagram-without-bridge = without the bridge
diagram-axis-busbw = Bus bandwidth, GB/s
diagram-axis-algbw = Algorithm bandwidth, GB/s
diagram-axis-time = Time
diagram-axis-size = Message size
diagram-line-rate = Scale-up line rate { $rate }
diagram-measured = Measured, { $gpu }
diagram-measured-curve = { $curve }: measured, { $gpu }
diagram-measured-source = , { $date }: { $systems }, { $count ->
    [one] { $text } point
   *[other] { $text } points
}
diagram-measured-no-date = date not recorded
diagram-measured-uncertain = ; the set-up is not fully stated
diagram-measured-none = Nobody has published a log of { $op } on such GPUs, links, GPUs a node and nodes, as far as we know: the curve is an estimate alone.
diagram-chart-title = { $op } at { $size }: { $values } bus bandwidth
diagram-curve-design = This design
diagram-curve-rack = One rack
diagram-curve-node = One node
diagram-curve-racks = { $count } racks
diagram-curve-nodes = { $count } nodes
diagram-path-bridge = NVLink bridge
diagram-path-bridge-pairs = NVLink pairs
diagram-path-nvswitch = NVSwitch
diagram-path-hybrid-cube-mesh = NVLink mesh
diagram-path-full-mesh-xgmi = xGMI mesh
diagram-path-pcie = PCIe
diagram-path-pcie-staged = PCIe, staged
diagram-path-none = One GPU

## Why a collective takes what it takes

diagram-why-title = Why { $time } at { $size }
diagram-why-algorithm = Algorithm
diagram-why-algorithm-ring = Each GPU passes its part on to the next.
diagram-why-algorithm-tree = Sums go up two trees over the nodes, and come down again.
diagram-why-algorithm-nvls = The NVLink switch adds up what the GPUs send, and returns the sum.
diagram-why-algorithm-nvls-tree = The NVLink switch of each node adds up; a tree joins the nodes.
diagram-why-algorithm-collnet = The switches between the nodes add up (SHARP).
diagram-why-algorithm-pat = Parallel trees over nodes with one GPU each.
diagram-why-algorithm-pairwise = Each GPU sends a part to each of the others.
diagram-why-algorithm-direct = Each GPU sends to one other.
diagram-why-protocol = Protocol
diagram-why-protocol-ll = Half of each store is a flag: shortest waits, half of the bandwidth.
diagram-why-protocol-ll128 = 8 of 128 bytes are a flag: short waits, most of the bandwidth.
diagram-why-protocol-simple = Whole chunks: full bandwidth, longer waits.
diagram-why-channels = Channels
diagram-why-channels-note = Opened for large messages; small ones use fewer.
diagram-why-channels-unknown = not known
diagram-why-channels-unknown-note = No search of the library over such a group is known.
diagram-why-slowest = Slowest part
diagram-your-measurement = your measurement
diagram-why-algbw = algbw
diagram-why-algbw-note = Message ÷ time: what the program gets.
diagram-why-busbw = busbw
diagram-why-busbw-beyond = algbw × { $times }, as nccl-tests counts rings. The switch adds up, so this is not the rate of any wire, and may pass the { $line } of the links.
diagram-why-busbw-switch = algbw × { $times }, as nccl-tests counts rings. The switch adds up, so this is not the rate of any wire.
diagram-why-busbw-same = The same as algbw for this operation.
diagram-why-busbw-ring = algbw × { $times }: the figure to compare with the rate of the slowest links.
diagram-why-wire = On the wire
diagram-why-wire-switch = Each GPU sends the message once and gets the sum once: { $rate } each way.
diagram-why-wire-out = A GPU’s part of what the adapters of its node send: { $rate } on average.
diagram-why-wire-once = Each GPU sends the message once at most.
diagram-why-wire-ring = Each GPU sends message × { $times }.
diagram-why-runner-up = Runner-up
diagram-why-runner-up-value = { $algorithm }, { $protocol }: { $time }
diagram-why-runner-up-none = none
diagram-why-runner-up-none-note = No other way serves this operation here.
diagram-why-under = less than { $share }
diagram-why-longer = { $share } longer.
diagram-why-times-longer = { $share } times as long.
diagram-why-forced = It is taken with { $set }.
diagram-why-wins-below = The nearest smaller size where it wins is about { $size }.
diagram-why-wins-above = The nearest larger size where it wins is about { $size }.
diagram-why-wins-nowhere = By itself it wins at no size from 8 B to 16 GiB.
diagram-why-shorter = { $share } shorter, but the library does not take it at this size.

## From a report: money

diagram-waterfall-title = Cost by part, { $total } in total
diagram-waterfall-title-least = Cost by part, at least { $total } in total: a part has no price
diagram-cost-compute = Compute
diagram-cost-network = Network
diagram-cost-installation = Installation
diagram-cost-energy = Electricity
diagram-cost-colocation = Colocation
diagram-cost-hall = Own hall
diagram-cost-hall-either = Hall
diagram-cost-support = Support
diagram-cost-staff = Staff
diagram-cost-licences = Licences
diagram-cost-capex = Capex
diagram-cost-operations = Support, staff, licences
diagram-axis-million = Million USD
diagram-axis-thousand = Thousand USD
diagram-axis-usd = USD
diagram-cost-year = Year { $year }
diagram-cost-by-year = Total cost by year: { $first } after the first, { $last } after the last
diagram-cost-cumulative = { $unit }, cumulative
diagram-cost-moves = { $input } moves the total most: { $low } to { $high }
diagram-cost-change = { $unit }, change of the total
diagram-cost-total = Total
diagram-cost-least = At least
diagram-axis-month = Month
diagram-month = month { $n }
diagram-lead-time = { $weeks } weeks to delivery
diagram-own-hour = GPU-hour
diagram-own-useful = Useful GPU-hour
diagram-own-pflop = PFLOP/s of dense bf16
diagram-own-gb = GB/s of all-reduce
diagram-own-present = Present value
diagram-own-rent-hour = Rent of a GPU-hour
diagram-own-market = Market rent of a GPU-hour
diagram-own-rent-total = Rent over the years
diagram-own-break-even = As dear as rent
diagram-own-never = never
diagram-own-month = month { $month }
diagram-own-why-useful = an interruption every { $hours } h costs { $lost } h: { $goodput } of the time is useful, { $best } at the rate of the best published run
diagram-own-why-pflop = total ÷ rate of all GPUs
diagram-own-why-gb = total ÷ bus bandwidth of the largest all-reduce over all GPUs
diagram-own-why-present = discounted, less the residual value
diagram-own-why-rent = all GPUs for the hours that are used
diagram-own-why-break-even = purchase ÷ (rent − running cost) a month
diagram-own-why-currency = 1 { $code } = { $rate } USD
diagram-rent-own = Owning
diagram-rent-rent = Renting
diagram-rent-crossing = Owning has cost as much as rent in month { $month }
diagram-rent-cheaper = Renting stays cheaper over these years

## Racks

diagram-rack-compute = Compute
diagram-rack-rack-scale = System
diagram-rack-network = Network
diagram-racks-limit = of { $kw } kW
diagram-tray-node = { $name }, { $count } a rack
diagram-tray-compute = Compute tray, { $count }
diagram-tray-switch = Scale-up switch tray, { $count }
diagram-tray-switches = Switch { $name }, { $count }
diagram-tray-leaf = Leaf { $name }, { $count }
diagram-tray-spine = Spine { $name }, { $count }
diagram-tray-core = Core { $name }, { $count }
diagram-tray-storage = Storage { $name }, { $count }
diagram-tray-inband = In-band { $name }, { $count }
diagram-tray-oob = Management { $name }, { $count }
diagram-network-storage = Storage
diagram-network-inband = In-band
diagram-network-oob = Mgmt
diagram-racks-title = { $count ->
    [one] One kind of rack, { $kw } kW at most
   *[other] { $word } kinds of racks, { $kw } kW at most
}
diagram-racks-title-unknown = { $count ->
    [one] One kind of rack
   *[other] { $word } kinds of racks
}
diagram-racks-kind = { $racks } × { $each } × { $contents }
diagram-floor-title = { $rows ->
    [one] One row of racks
   *[other] { $word } rows of racks
}{ $halls ->
    [one] {""}
   *[other] , { $halls } halls
}
diagram-floor-row = Row { $n }
diagram-floor-row-desc = { $row }: { $nodes } racks of nodes, { $network } of switches.
diagram-floor-hot = hot aisle
diagram-floor-cold = cold aisle
diagram-floor-hall = hall { $n }
diagram-floor-halls-desc = The rows shown reach hall { $n }.
diagram-floor-nodes = Racks of nodes, { $count }
diagram-floor-network = Racks of switches, { $count }
diagram-floor-more = … { $count } more rows
