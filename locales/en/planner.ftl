### Texts of the planner

## Numbers as words

planner-years = { $count ->
    [1] { $word } year
   *[other] { $word } years
}
planner-unknown = unknown
planner-refused = cannot be built
planner-note-at-least = at least

## Header

planner-brand = Podwright
planner-brand-label = Podwright, all designs
planner-name-label = Name of the design
planner-untitled = Untitled design
planner-undo = Undo: { $what }
planner-undo-none = Undo
planner-redo = Redo: { $what }
planner-redo-none = Redo
planner-theme-system = Theme: follow system
planner-theme-light = Theme: light
planner-theme-dark = Theme: dark
planner-compare = Compare
planner-export = Export
planner-save = Save
planner-share = Share
planner-fork = Make a copy
planner-more = More actions
planner-close = Close
planner-state-unsaved = Unsaved
planner-state-saving = Saving…
planner-state-saved = Saved, revision { $revision }
planner-state-changed = Changed since revision { $revision }
planner-state-offline = Offline, kept in this browser
planner-state-conflict = Conflict with revision { $revision }

## Composition

planner-workstation = Workstation
planner-change-template = Change template
planner-pools = Pools
planner-add-pool = Add pool
planner-remove-pool = Remove pool
planner-remove-pool-n = Remove pool { $id }
planner-pool-empty = No pool yet. A design begins with one.
planner-cards-and-bridge = Cards and bridge
planner-cards = Cards
planner-card-less = One card less
planner-card-more = One card more
planner-gpu-n = GPU { $n }
planner-slot-choice = { $card }, slot { $position }, x{ $lanes }
planner-bridge = Bridge
planner-bridge-n = Bridge { $a }–{ $b }
planner-bridge-none = None
planner-board-misses = Foot misses GPU { $gpu }
planner-board-misses-by = by { $slots ->
    [1] one slot ({ $mm } mm).
   *[other] { $slots } slots ({ $mm } mm).
}
planner-board-choice = Slots { $positions }, { $lanes }
planner-board-mixed = mixed lanes
planner-host = Host
planner-board = Board
planner-adapter = Adapter
planner-adapter-none = None
planner-adapter-own = Node’s own
planner-more-host = Slots and more
planner-machines = Machines
planner-slots-table = Slots of the board
planner-slot-n = Slot { $n }
planner-slot-from = From
planner-root-cpu0 = CPU 0
planner-root-cpu1 = CPU 1
planner-root-pch = Chipset
planner-lanes-in-use = { $used } in use
planner-node = Node
planner-stepper-racks = Racks
planner-stepper-nodes = Nodes
planner-less-racks = One rack less
planner-more-racks = One rack more
planner-less-nodes = One node less
planner-more-nodes = One node more
planner-racks-unit = { $count ->
    [1] rack
   *[other] racks
}
planner-nodes-unit = { $count ->
    [1] node
   *[other] nodes
}
planner-pool-note = { $gpus ->
    [1] One { $gpu } with { $memory } GB.
   *[other] { $gpus } × { $gpu } with { $memory } GB each.
}
planner-pool-nics = { $count } × { $nic }.
planner-not-in-catalogue = { $id } (not in the catalogue)
planner-fabric-compute = Compute fabric
planner-fabric-storage = Storage fabric
planner-fabric-inband = In-band network
planner-fabric-oob = Management network
planner-add-fabric = Add fabric
planner-remove-fabric = Remove fabric
planner-remove-fabric-n = Remove fabric { $id }
planner-fabrics-empty = No fabric: nodes do not talk to each other.
planner-topology = Topology
planner-topology-none = None
planner-topology-single-switch = Single switch
planner-topology-leaf-spine = Leaf and spine
planner-topology-three-tier = Three tiers
planner-topology-rail-optimized = Rail-optimised
planner-topology-rail-only = Rails only
planner-topology-dragonfly-plus = Dragonfly+
planner-topology-auto = Fewest tiers that fit
planner-switch = Switch
planner-routing = Routing
planner-routing-ecmp = ECMP hashing
planner-routing-adaptive = Adaptive routing
planner-routing-spray = Packet spraying
planner-cabling = Cabling
planner-cabling-auto = By placed length
planner-cabling-dac = Passive copper
planner-cabling-acc = Active copper
planner-cabling-aoc = Active optical
planner-cabling-multimode = Multimode optics
planner-cabling-single-mode = Single-mode optics
planner-spines = Spines
planner-spines-even = Equal links to each
planner-spines-minimal = Fewest that carry
planner-delivered = : 1, delivered { $ratio }
planner-delivered-unknown = : 1
planner-workloads = Workloads
planner-add = Add
planner-remove = Remove
planner-remove-workload = Remove workload { $name }
planner-workload-operation = Operation of workload { $n }
planner-workload-training = Training, { $model }: not modelled yet
planner-workload-inference = Inference, { $model }: not modelled yet
planner-workloads-empty = None. The figures speak of a 1 GiB all-reduce.
planner-site = Site
planner-site-more = More about the site

## Fields

planner-field-count = Count
planner-field-cpu-lanes = CPU lanes
planner-field-psu = Power supply
planner-field-host = Host draw
planner-field-card-slots = Card thickness
planner-field-slot-position = Position
planner-field-slot-generation = PCIe
planner-field-slot-lanes = Lanes
planner-field-oversubscription = Oversubscription
planner-field-pod-oversubscription = Above a pod
planner-field-message = Message
planner-field-ranks = GPUs
planner-field-price = Price
planner-field-rent = Rent of a GPU-hour
planner-field-electricity = Electricity
planner-field-electricity-unit = USD/kWh
planner-field-pue = PUE
planner-field-rack-limit = Rack limit
planner-field-rack-limit-unit = kW
planner-field-years = Years
planner-field-colocation = Colocation
planner-field-colocation-unit = USD/kW/month
planner-field-hall = Own hall
planner-field-hall-unit = USD/kW
planner-field-average-load = Average load
planner-field-average-load-unit = of max.
planner-field-utilization = Hours used
planner-field-utilization-unit = of hours
planner-field-support = Support
planner-field-support-unit = % a year
planner-field-staff = Staff
planner-field-staff-unit = USD a year
planner-field-installation = Installation
planner-field-installation-unit = %
planner-field-spares = Spares
planner-field-spares-unit = %
planner-unit-w = W
planner-unit-slots = slots
planner-default = default

## Fields of tables: a name, and where there is one a unit, a line of help and the words of the choices.
## What stands behind the last hyphen of a name is the member of the document (web/src/model/row.rs).

planner-choice-on = On
planner-choice-off = Off
planner-choice-yes = Yes
planner-choice-no = No
planner-choice-compute = Compute
planner-choice-storage = Storage
planner-choice-inband = In-band
planner-choice-oob = Management
planner-choice-nvls = NVLS

planner-fabric-more = More about this network
planner-field-network = Carries
planner-field-planes = Planes
planner-field-planes-help = The ports of each adapter are dealt over this many equal networks with nothing between them. 1 when empty.
planner-field-leaf_ports = Leaf ports
planner-field-leaf_ports-unit = down, up
planner-field-leaf_ports-help = Ports of each leaf that lead to nodes and to spines, as in 48 16. The ratio above decides when empty.
planner-field-downlink_gbit_s = Link to a node
planner-field-downlink_gbit_s-unit = Gbit/s
planner-field-downlink_gbit_s-help = No more than the adapters’ ports; theirs when empty.
planner-field-uplink_gbit_s = Link up
planner-field-uplink_gbit_s-unit = Gbit/s
planner-field-uplink_gbit_s-help = Between switches. That of the switch’s own uplink ports when empty, else that of links to nodes.
planner-field-grow_to_nodes = Grow to
planner-field-grow_to_nodes-unit = nodes
planner-field-grow_to_nodes-help = The top tier is built for all of them, so that growing moves no cable. Nothing is reserved when empty.
planner-field-extra_endpoints = Other endpoints
planner-field-extra_endpoints-unit = ports
planner-field-extra_endpoints-help = For subnet managers and storage gateways, beside the nodes’ adapters. None when empty.
planner-field-node_leaf_m = Node to leaf
planner-field-node_leaf_m-unit = m
planner-field-node_leaf_m-help = The longest cable. Taken from the placed racks when empty, as are the next two.
planner-field-leaf_spine_m = Leaf to spine
planner-field-leaf_spine_m-unit = m
planner-field-spine_core_m = Spine to core
planner-field-spine_core_m-unit = m
planner-field-pod-oversubscription-unit = : 1
planner-field-pod-oversubscription-help = Of a pod against the core, on top of what the leaves have. Counts with three tiers.

planner-pool-more = Other adapters
planner-nic-compute = Adapter
planner-nic-compute-unset = Node’s own
planner-card-gpu = Card
planner-switch-unset = Choose a switch
planner-nic-storage = Storage
planner-nic-storage-unset = Its own
planner-nic-inband = In-band
planner-nic-inband-unset = Its own
planner-nic-oob = Management
planner-nic-oob-unset = Its own
planner-node-name = Name
planner-node-name-help = Made from the parts when empty.
planner-node-rack_units = Height
planner-node-rack_units-unit = U
planner-node-rack_units-help = Where it is a server in a rack.
planner-nic-count = Adapters
planner-nic-slot = In slot
planner-nic-slot-help = Position of the slot that holds the first of them.

planner-field-hall_years = Hall lasts
planner-field-hall_years-unit = years
planner-field-hall_years-help = Over which a hall of one’s own is written off.
planner-field-licence_usd_per_gpu_year = Licences
planner-field-licence_usd_per_gpu_year-unit = USD/GPU/year
planner-field-discount_rate_percent = Cost of money
planner-field-discount_rate_percent-unit = % a year
planner-field-residual_percent = Resale
planner-field-residual_percent-unit = % of capex
planner-field-residual_percent-help = What the parts still bring at the end of use; nothing when empty.
planner-field-interruption_gpu_hours = Between stops
planner-field-interruption_gpu_hours-unit = GPU-hours
planner-field-interruption_gpu_hours-help = Hours that one GPU with its share of node and network runs between interruptions of a job.
planner-field-lost_hours_per_interruption = Lost each time
planner-field-lost_hours_per_interruption-unit = hours
planner-field-currency = Currency
planner-field-currency-help = Its code and what one unit costs in USD, as in EUR 1.08.
planner-field-as_of = Prices up to
planner-field-as_of-help = A month, as in 2026-03; the newest prices when empty.
planner-spares-more = Spares by part
planner-spares-node = Nodes
planner-spares-node-unit = %
planner-spares-node-help = Each wins over “Spares” above.
planner-spares-gpu = GPUs
planner-spares-gpu-unit = %
planner-spares-bridge = Bridges
planner-spares-bridge-unit = %
planner-spares-host = Hosts
planner-spares-host-unit = %
planner-spares-nic = Adapters
planner-spares-nic-unit = %
planner-spares-switch = Switches
planner-spares-switch-unit = %
planner-spares-optics = Optics
planner-spares-optics-unit = %
planner-spares-cable = Cables
planner-spares-cable-unit = %

planner-mtbf-more = Hours between failures
planner-mtbf-gpu = A GPU
planner-mtbf-gpu-unit = hours
planner-mtbf-gpu-help = Each takes the place of the published figure, for interruptions and for spares.
planner-mtbf-host = A host
planner-mtbf-host-unit = hours
planner-mtbf-nic = An adapter
planner-mtbf-nic-unit = hours
planner-mtbf-link = A link
planner-mtbf-link-unit = hours
planner-mtbf-optics = A transceiver
planner-mtbf-optics-unit = hours
planner-mtbf-software = Software
planner-mtbf-software-unit = hours
planner-mtbf-software-help = A failure of the software, per GPU.

planner-hall-more = Racks and halls
planner-field-rack_units = Rack height
planner-field-rack_units-unit = U
planner-field-rack_kg_limit = Rack carries
planner-field-rack_kg_limit-unit = kg
planner-field-rack_kg_limit-help = Not checked when empty.
planner-field-air_kw_limit = Air takes
planner-field-air_kw_limit-unit = kW
planner-field-air_kw_limit-help = What the air takes from a rack at most.
planner-field-liquid_cooling = Liquid
planner-field-liquid_cooling-unset = Not known
planner-field-liquid_cooling-yes = Racks can have it
planner-field-liquid_cooling-no = Racks can’t have it
planner-field-racks_per_row = Racks a row
planner-field-rows_per_hall = Rows a hall
planner-field-rows_per_hall-help = One hall takes all when empty.
planner-field-halls = Halls
planner-field-halls-help = How many there are; not checked when empty.
planner-field-network_racks = Network racks
planner-field-network_racks-middle = In the middle of a row
planner-field-network_racks-end = At the end of a row
planner-field-power_feeds = Power feeds
planner-field-power_feeds-unset = Not known
planner-field-power_feeds-single = One
planner-field-power_feeds-redundant = Two, each enough
planner-field-power_feeds-help = Of a rack. The bill counts two strips when not known.

planner-notes-more = Notes
planner-field-notes = Notes

planner-workload-more = GPUs and library
planner-field-ranks-help = The first so many; all when empty.
planner-algorithm = Algorithm
planner-algorithm-unset = The library’s choice
planner-field-protocol = Protocol
planner-field-protocol-unset = The library’s choice
planner-field-protocol-ll = LL
planner-field-protocol-ll128 = LL128
planner-field-protocol-simple = Simple
planner-field-nvls = NVLS
planner-field-nvls-unset = The library’s choice
planner-field-p2p = Peer access
planner-field-p2p-unset = The library’s choice
planner-field-sharp = SHARP
planner-field-sharp-unset = Off unless said
planner-field-gpudirect = GPUDirect
planner-field-gpudirect-unset = On unless said
planner-field-launch = Launch
planner-field-launch-unset = The usual
planner-field-launch-process_per_gpu = A process for each GPU
planner-field-launch-one_process = One process a node
planner-field-measured_inside_gb_s = Measured inside
planner-field-measured_inside_gb_s-unit = GB/s busbw
planner-field-measured_inside_gb_s-help = Of large messages in a node, for this workload alone. It takes the place of the estimate.
planner-field-measured_between_gb_s = Measured between
planner-field-measured_between_gb_s-unit = GB/s
planner-field-measured_between_gb_s-help = What all adapters of a node carry, per direction, for this workload alone.

planner-measured-own = { $count ->
    [0] Measured bandwidths
   *[other] Measured bandwidths: { $count }
}
planner-measured-own-help = What you measured takes the place of the estimate. GB/s per direction for large messages; busbw for the GPUs of a node together.
planner-measured-more = Which link, source
planner-measured-add = Add measured bandwidth
planner-remove-measured = Remove measured bandwidth { $n }
planner-step-add-measured = add measured bandwidth
planner-step-remove-measured = remove measured bandwidth
planner-measured-link = Link
planner-measured-link-inside = GPUs of a node together
planner-measured-link-between = Adapters of a node together
planner-measured-link-bridge = Bridge
planner-measured-link-nvlink = NVLink
planner-measured-link-xgmi = Infinity Fabric
planner-measured-link-host = Through the host
planner-measured-link-slot = Slot
planner-measured-link-adapter = Adapter
planner-measured-gb_s = Measured bandwidth
planner-measured-gb_s-unit = GB/s
planner-measured-gb_s-n = Measured bandwidth { $n }, GB/s
planner-measured-pool = Pool
planner-measured-pool-unset = All pools
planner-measured-gpus = Between GPUs
planner-measured-gpus-help = One link: its two GPUs, as in 0, 1; one GPU for a slot. All links of the kind when empty.
planner-measured-adapter = Adapter
planner-measured-adapter-help = One adapter, counted from 0; all when empty.
planner-measured-source = Source
planner-measured-source-help = A tool with its version, a log, a day.
planner-measured-note = Note

planner-node-peer_access = Peer access
planner-node-peer_access-default = Stock driver
planner-node-peer_access-patched = Patched driver
planner-node-cpu_vendor = CPU maker
planner-node-cpu_vendor-unset = Not stated
planner-node-cpu_vendor-amd = AMD
planner-node-cpu_vendor-intel = Intel
planner-node-cpu_vendor-arm = Arm

## What a field does not take

planner-fault-empty = A value is needed here.
planner-fault-number = This is no number. Write digits, as in 1,000 or 0.10.
planner-fault-comma = Write the decimals behind a point, as in 0.10.
planner-fault-whole = Only whole numbers count here.
planner-fault-range = Between { $low } and { $high }.
planner-fault-size = Write a size as in 256 MiB, up to 1 TiB.
planner-refused-gone = That part of the design is no longer there.
planner-refused-fix = The fix no longer fits the design ({ $why }).

## Steps in the undo list

planner-step-rename = change name
planner-step-number = change { $field }
planner-step-add-pool = add pool
planner-step-remove-pool = remove pool
planner-step-nic = change adapter
planner-step-cards = change number of cards
planner-step-move-card = move card
planner-step-board = change board
planner-step-slot-root = change slot
planner-step-bridge = change bridge
planner-step-remove-bridge = remove bridge
planner-step-add-fabric = add fabric
planner-step-remove-fabric = remove fabric
planner-step-add-workload = add workload
planner-step-remove-workload = remove workload
planner-step-workload = change operation
planner-step-prices = change price level
planner-step-price-book = change price book
planner-step-theirs = take their revision
planner-step-reset = reset what-if
planner-step-restore = restore unsaved changes

## Headline figures

planner-headlines = Headline numbers
planner-gpus-chip = { $count ->
    [1] 1 GPU
   *[other] { $text } GPUs
}
planner-stale = last good design
planner-stale-detail = A field holds no value; the figures are those of the last good design.
planner-figure-collective = { $op }, { $size }
planner-figure-in-rack = { $op } in one rack
planner-figure-in-node = { $op } in one node
planner-figure-link = GPU to GPU, per direction
planner-figure-memory = Memory
planner-figure-ratio = Scale-up : scale-out
planner-figure-power = Power, IT
planner-figure-peak = Peak draw, all parts
planner-figure-parts = Parts
planner-figure-capex = Capex
planner-figure-hour = Cost over { $years }
planner-unit-busbw = GB/s busbw
planner-unit-gb-s = GB/s
planner-unit-gb = GB
planner-unit-gpu-hour = USD/GPU-hour
planner-unit-typical = { $unit } typical
planner-range-max = max. { $value }
planner-range-typical = typical { $value }
planner-note-not-pooled = not pooled
planner-note-ratio = { $up } : { $out } GB/s
planner-mark-catalogue = catalogue
planner-mark-priced = priced { $priced } of { $lines }
planner-mark-unknown-power = { $count ->
    [1] one part unknown
   *[other] { $count } parts unknown
}
planner-after = { $value } after fix
planner-basis-calibrated = Measured class
planner-basis-interpolated = Interpolated
planner-basis-extrapolated = Extrapolated

## Findings

planner-findings = Findings
planner-findings-none = Nothing to report.
planner-tone-error = Error
planner-tone-warning = Warning
planner-tone-note = Note
planner-tone-passed = Passed
planner-chip-errors = { $count ->
    [1] 1 error
   *[other] { $count } errors
}
planner-chip-warnings = { $count ->
    [1] 1 warning
   *[other] { $count } warnings
}
planner-chip-notes = { $count ->
    [1] 1 note
   *[other] { $count } notes
}
planner-fix = Apply the fix
planner-mend = To the field
planner-toast-fixed = Done: { $what }
planner-toast-undo = Undo
planner-toast-restore = Unsaved changes of an earlier visit were found.
planner-toast-restore-action = Restore
planner-toast-fragment = The address holds no readable design, so the page began without it.

## Views

planner-views = Views
planner-tab-topology = Topology
planner-tab-racks = Racks
planner-tab-collectives = Collectives
planner-tab-cost = Cost

## Topology

planner-topology-bundle = { $links ->
    [1] Each line from leaf to spine is one { $rate } link.
   *[other] Each line from leaf to spine is a bundle of { $links } { $rate } links.
}
planner-topology-links = { $links } links of { $rate } from the nodes.
planner-topology-path = The blue path joins two of them; its slowest part is red.
planner-topology-bisection = Half of the GPUs reach the other half at { $rate } per direction.
planner-topology-empty = Nothing is composed yet
planner-topology-empty-detail = Add a pool at the left, or begin with a template.
planner-topology-one = { $gpus } { $gpu } in one node, no network
planner-topology-apart = { $gpus } { $gpu } in { $nodes } nodes that do not talk to each other
planner-topology-region = Topology, scrolls sideways on small screens
planner-svg = SVG
planner-svg-label = Save the drawing as SVG
planner-tiers = Switches and cables
planner-tiers-of = Switches and cables, { $fabric }
planner-tier-leaf = Leaf
planner-tier-spine = Spine
planner-tier-core = Core
planner-col-tier = Tier
planner-col-switch = Switch
planner-col-count = Count
planner-col-ports = Ports used
planner-col-cages = Cages used
planner-col-run = From, to
planner-col-medium = Medium
planner-col-length = Length
planner-used-of = { $used } of { $total }
planner-length-placed = placed
planner-length-estimated = estimated
planner-place-node = Node
planner-place-leaf = Leaf
planner-place-spine = Spine
planner-place-core = Core
planner-out-of-gpu = On the way out of a GPU
planner-col-part = Part
planner-col-rate = Rate per direction
planner-link-scale-up = Scale-up links
planner-link-nic = Compute adapter
planner-link-share = Share of the fabric’s middle
planner-link-share-detail = oversubscription { $ratio } : 1
planner-slowest = slowest
planner-pairs = { $linked } of { $pairs } pairs of GPUs have a direct link.
planner-links-table = Direct links in a node
planner-col-pair = Pair
planner-col-links = Links
planner-pair = GPU { $a } and GPU { $b }
planner-what-if = What if
planner-reset = Reset
planner-whatif-racks = Racks
planner-whatif-nodes = Nodes
planner-whatif-oversubscription = Oversubscription
planner-whatif-nic = Adapter
planner-whatif-electricity = Electricity
planner-whatif-years = Years
planner-whatif-psu = Power supply

## Racks

planner-racks-title = { $count ->
    [1] { $word } rack, { $power } at most
   *[other] { $word } racks, { $power } at most
}
planner-racks-highest = Highest rack { $kw } kW.
planner-racks-highest-limit = Highest rack { $kw } kW of the { $limit } kW limit.
planner-racks-none = No racks
planner-racks-none-detail = These machines stand on a desk.
planner-racks-table = Racks by kind
planner-col-contents = Contents
planner-col-racks = Racks
planner-col-devices = Devices a rack
planner-col-max-kw = Maximum
planner-col-bound = Filled up by
planner-units = { $count } U
planner-kw = { $value } kW
planner-kw-of = { $value } of { $limit } kW
planner-rack-compute = Compute
planner-rack-rack-scale = Rack-scale system
planner-rack-network = Network
planner-bound-power = power
planner-bound-height = height
planner-bound-weight = weight
planner-bound-cooling = cooling
planner-bound-fixed = as delivered
planner-bound-none = room is left
planner-power-table = Power by part
planner-col-typical = Typical
planner-col-maximum = Maximum
planner-power-total = IT total
planner-power-meter = At the meter, PUE { $pue }

## Collectives

planner-op-all-reduce = All-reduce
planner-op-all-gather = All-gather
planner-op-reduce-scatter = Reduce-scatter
planner-op-alltoall = All-to-all
planner-op-broadcast = Broadcast
planner-op-reduce = Reduce
planner-op-sendrecv = Send-receive
planner-operation = Operation
planner-axis = Vertical axis
planner-quantity-busbw = busbw
planner-quantity-algbw = algbw
planner-quantity-time = Time
planner-legend-band = Estimate and 80 % band
planner-measured-failed = Published measurements could not be loaded; the chart shows the estimate alone.
planner-annex-failed = This part of the planner could not be loaded or has stopped: { $why }. The rest goes on; choose the view again to try once more, or reload the page when the connection is back.
planner-cross-hair = Message size of the cross-hair
planner-cross-hair-help = Arrow keys move the cross-hair by one size, Page Up and Page Down by four.
planner-at-size = At { $size }
planner-col-path = Path
planner-col-time = Time
planner-col-algbw = algbw
planner-col-busbw = busbw
planner-col-algorithm = Algorithm
planner-col-slowest = Slowest part
planner-algorithm-ring = Ring
planner-algorithm-tree = Tree
planner-algorithm-nvls = NVLS
planner-algorithm-nvls-tree = NVLS tree
planner-algorithm-pairwise = Pairwise
planner-algorithm-direct = Direct
planner-algorithm-collnet = CollNet
planner-algorithm-pat = PAT
planner-protocol-ll = LL
planner-protocol-ll128 = LL128
planner-protocol-simple = Simple
planner-why = Why
planner-col-what = What
planner-col-value = Value
planner-where-time = Where the time goes at { $size }
planner-part-scale-up = On scale-up links
planner-part-scale-out = On the scale-out network
planner-part-rest = Launch and waiting
planner-col-share = Share
planner-total = Total
planner-data-table = Data table of the chart
planner-data-table-label = Data table, { $curve }
planner-col-size = Size
planner-col-band = Band
planner-col-scale-up = Scale-up part
planner-col-scale-out = Scale-out part
planner-col-basis = Basis
planner-workload-table = Workloads of the design
planner-col-workload = Workload
planner-bridge-makes = The bridge makes a { $size } { $op } { $times } times faster
planner-bridge-would-make = A bridge would make a { $size } { $op } { $times } times faster
planner-bridge-no-gain = The bridge does not speed up a { $size } { $op }
planner-bridge-not-connected = As drawn it does not connect, so the cards exchange data without it.
planner-racks-reach = { $count ->
    [1] One rack reaches { $all } GB/s at { $size }
   *[other] { $word } racks reach { $all } GB/s at { $size }, one rack { $one }
}
planner-nodes-reach = { $count ->
    [1] One node reaches { $all } GB/s at { $size }
   *[other] { $word } nodes reach { $all } GB/s at { $size }, one node { $one }
}
planner-collective-takes = A { $size } { $op } takes { $time }, { $busbw } GB/s busbw
planner-collectives-none = No collective to show
planner-collectives-none-detail = Collectives need at least two GPUs that can reach each other.
planner-slowest-part = Slowest part: { $part }.

## Cost

planner-cost-title = { $capex } to buy, { $tco } over { $years }
planner-cost-title-capex = { $capex } to buy
planner-cost-unknown = No part of this design has a price yet
planner-cost-refused = Cannot be built as asked: { $finding }
planner-cost-no-sum = Cost is { $why }
planner-cost-least = At least { $sum }
planner-cost-network-share = The network is { $share } of the purchase.
planner-cost-all-priced = Every part has a price.
planner-cost-unpriced = { $count ->
    [1] One part has no price and is in no total.
   *[other] { $word } parts have no price and are in no total.
}
planner-price-level = Price level
planner-price-low = Low
planner-price-default = Default
planner-price-high = High
planner-price-book = Price book { $version }
planner-own-prices = Prices of your own
planner-own-note = A CSV file with the columns part_id, default_usd, as_of and source; low_usd, high_usd, lead_time_weeks and notes may follow. The bill as CSV or JSON names each part_id. The service checks every row and keeps the file under a token that stays in this browser; no saved design is needed.
planner-own-file = Price list, CSV
planner-own-use = Use these prices
planner-own-asking = Asking the service…
planner-own-fine = { $count ->
    [one] One price, every row is fine.
   *[other] { $count } prices, every row is fine.
}
planner-own-stored = { $count ->
    [one] One price is stored and counts now.
   *[other] { $count } prices are stored and count now.
}
planner-own-named = This design names the price book { $book }.
planner-own-back = Back to published prices
planner-own-line = Line
planner-own-column = Column
planner-own-fault = What is wrong
planner-number-note = Empty goes back to the figure that counts without yours.
planner-bom = Bill of materials
planner-bom-needs-save = Files of parts and cables come from the server: save the design first.
planner-col-why = why this many
planner-col-quantity = Quantity
planner-col-unit-usd = Unit, USD
planner-col-low-high = low–high
planner-col-price-source = Price source
planner-col-extended = Extended, USD
planner-spares = + { $count } spare
planner-enter-price = Enter price
planner-enter-price-for = Enter price of { $part }
planner-cost-drawing = Cost by part, drawing
planner-cables-of = Cables, { $fabric }
planner-not-in-total = not in total
planner-priced-lines = Priced lines
planner-of = { $a } of { $b }
planner-category-node = Compute
planner-category-gpu = Cards
planner-category-bridge = Bridges
planner-category-host = Host
planner-category-nic = Adapters
planner-category-switch = Switches
planner-category-optics = Optics
planner-category-cable = Cables
planner-category-rack = Racks
planner-category-installation = Installation
planner-category-support = Support
planner-category-licence = Licences
planner-cost-by-part = Cost by part
planner-by-year = Total cost by year
planner-moves-most = What moves it most
planner-col-cost = USD
planner-incomplete = a part has no price
planner-rent-or-buy = Rent or buy

## Sheets

planner-explain-how = How it is computed
planner-explain-inputs = Inputs
planner-explain-band = Band
planner-explain-none = The report does not explain this figure.
planner-col-explain-input = Input
planner-col-source = Source
planner-save-title = Saved as revision { $revision }
planner-save-first = Saved. Keep this edit token
planner-save-token-why = Whoever has the token can change, share and delete this design. It is shown this once and kept in this browser; the server holds only a hash of it.
planner-token-label = Edit token
planner-copy = Copy
planner-copied = Copied
planner-copy-failed = Copying was not allowed. Select the text and copy it by hand.
planner-share-title = Share link
planner-share-why = The link shows revision { $revision } as a report that can be read and printed without JavaScript. It does not allow changes.
planner-share-label = Link
planner-share-open = Open the report
planner-share-need-save = A link shows a saved revision. This design is saved first.
planner-share-private = The design itself stays private.
planner-export-title = Export
planner-export-json = Design as JSON
planner-export-report = Report as JSON
planner-export-csv = Bill of materials as CSV
planner-export-xlsx = Bill of materials as XLSX
planner-export-print = Print
planner-compare-title = Compare designs
planner-compare-saved = Saved in this browser
planner-compare-choose = Choose a design
planner-compare-other = Share link or id
planner-compare-placeholder = https://…/s/…
planner-compare-why = Figures of the design as this page opened it, and as it is now.
planner-compare-why-other = Figures of { $name }, and of the design on this page.
planner-compare-no-name = This is no share link and no id.
planner-compare-unknown = There is no design “{ $name }” on this server.
planner-compare-no-token = This browser has no token of that design. Use its share link.
planner-compare-unreadable = The design is of a form that this engine can’t read.
planner-compare-page = Open the whole comparison
planner-compare-page-why = Curves, parts and findings are on a page of their own. It compares saved designs by links, which are read-only and are made now.
planner-compare-unsaved = The design on this page has edits that are not saved. The figures here count them; the whole comparison with curves and parts is of saved designs.
planner-compare-save = Save first
planner-compare-before = At the beginning
planner-compare-now = Now
planner-compare-same = Nothing has changed yet.
planner-conflict-title = Somebody saved revision { $revision } meanwhile
planner-conflict-why = Your design builds on an older revision. Nothing is lost: choose which one goes on.
planner-conflict-mine = Yours
planner-conflict-theirs = Revision { $revision }
planner-conflict-keep-mine = Save mine as the next revision
planner-conflict-take-theirs = Take theirs
planner-more-title = Actions
planner-forked = This is a copy of its own now. Save it to keep it.

## Talk with the server

planner-error-title = The server did not accept this
planner-error-offline = The server can’t be reached. The design is kept in this browser; try again when the connection is back.
planner-error-do-401 = This browser has no edit token for the design. Make a copy to go on.
planner-error-do-404 = The design is gone, or the token of this browser does not open it. Make a copy to go on.
planner-error-do-410 = The link was withdrawn or has expired. Ask its sender for a new one.
planner-error-do-413 = The design is too large to be stored.
planner-error-do-422 = Mend the fields that are named and save again.
planner-error-do-429 = Too many requests. Wait a minute and try again.
planner-error-do-5xx = Try again in a moment. The design is kept in this browser.
planner-error-do-other = The design is kept in this browser.
planner-loading = Loading the design…
planner-not-found-template = There is no template “{ $id }”. The page began with an empty design.

## Foot

planner-foot-engine = Engine { $version }
planner-foot-catalogue = Catalogue { $version }
planner-foot-prices = Price book { $version }
planner-foot-units = GB/s are 10⁹ bytes per second, one direction, unless a page says otherwise

## Shares of the time

planner-shares-title = Share of the time by part and message size
planner-shares-axis = Share of the time

## Axes of money


## How bus bandwidth follows from the time

planner-formula-all-reduce = busbw = message ÷ time × 2 (GPUs − 1) ÷ GPUs =
planner-formula-part = busbw = message ÷ time × (GPUs − 1) ÷ GPUs =
planner-formula-whole = busbw = message ÷ time =
planner-formula-result = { $value } GB/s
planner-input-message = Message
planner-input-gpus = GPUs
planner-input-time = Time, with its band
planner-input-algorithm = Algorithm and protocol
planner-input-slowest = Slowest part
planner-source-design = Design
planner-source-estimate = Estimate
planner-col-rate-drawn = Rate, drawn
planner-col-hop = Hop
planner-col-fair-share = Share of a GPU
planner-links-show = Links show
planner-links-path = Path
planner-links-load = Load
planner-links-length = Length
planner-fails = What fails
planner-loads-busy = Working out what flows on every link…
planner-choose-gpus = Choose GPUs
planner-hops-table = Parts of the path
planner-no-path = Nothing joins these two GPUs
planner-from-node = From node
planner-from-gpu = From GPU
planner-to-node = To node
planner-to-gpu = To GPU
