### Texts of the server's pages. Ids begin with page-.
### Sentence case, no exclamation marks, units after a space.

## Frame

page-brand = Podwright
page-skip = Skip to content
page-nav-label = Site
page-nav-designs = Designs
page-nav-compare = Compare
page-nav-catalog = Catalogue
page-nav-api = API
page-theme = Theme: follow the system, light or dark
page-new-design = New design
page-foot-engine = Engine { $version }
page-foot-catalog = Catalogue { $version }
page-foot-prices = Price book { $version }
page-foot-units = GB/s are 10⁹ bytes per second, one direction, unless a page says otherwise
page-title = { $title } · Podwright
page-unknown = unknown
page-none = none
page-see-planner = Open in the planner

## Gallery

page-gallery-title = Plan a GPU cluster
page-gallery-lead = From two cards with a bridge to racks of NVL72: what it will do, what it needs, what it costs, and what is wrong with it. Every estimate says how far it is from a measurement.
page-gallery-description = Start a GPU cluster design from a reference design, or from nothing.
page-gallery-starts = Start from a need
page-start-3090-title = I have two RTX 3090s
page-start-3090-text = Which bridge fits, x8 or x16, and whether NVLink is worth it.
page-start-eight-title = 8 GPUs for a small team
page-start-eight-text = One machine with eight cards: lanes, peer access, power supply.
page-start-pod-title = A rail-optimised SuperPOD
page-start-pod-text = Leaves, spines, optics and cables for 32 nodes, counted and priced.
page-start-nvl72-title = Racks of NVL72
page-start-nvl72-text = Racks, leaves, spines, optics and power inside a site’s limit.
page-gallery-references = Reference designs
page-gallery-filter = Filter designs
page-gallery-filter-button = Filter
page-gallery-filter-clear = Show all
page-gallery-none = No reference design has all of these words.
page-gallery-jump = Jump to
page-gallery-workstations = Workstations
page-gallery-servers = One server
page-gallery-clusters = Clusters
page-gallery-racks = Rack scale
page-legend-calibrated = Measured class: fitted to logs of this hardware class
page-legend-interpolated = Interpolated between measured sizes or GPU counts
page-legend-extrapolated = Extrapolated: no log of this class or size
page-legend-all-reduce = All-reduce is bus bandwidth at the largest message size
page-card-all-reduce = All-reduce
page-card-memory = GPU memory
page-card-power = Max. power
page-basis-calibrated = Measured class
page-basis-interpolated = Interpolated
page-basis-extrapolated = Extrapolated
page-basis-calibrated-low = measured class
page-basis-interpolated-low = interpolated
page-basis-extrapolated-low = extrapolated

## Planner

page-planner-title = Planner
page-planner-loading = Loading the engine
page-planner-no-engine = The planner could not start in this browser
page-planner-no-engine-text = It needs WebAssembly and scripts from this server. The report below was computed by the server and can’t be edited here.
page-planner-no-engine-empty = It needs WebAssembly and scripts from this server. The reference designs have reports that the server computes.
page-planner-not-built = The planner is not built into this server
page-planner-not-built-text = Build it with cargo xtask web and start the server again. The report below was computed by the server.
page-planner-not-built-empty = Build it with cargo xtask web and start the server again.
page-planner-reason = Reason:

## Report

page-report-kind = Read-only report
page-report-of-template = Reference design
page-report-download = Download JSON
page-report-fork = Fork this design
page-report-revision = Revision
page-report-engine = Engine
page-report-catalog = Catalogue
page-report-prices = Price book
page-report-hash = Design hash
page-report-link = Link
page-report-expires = Expires
page-report-never = never
page-report-summary = Summary
page-report-findings = Findings
page-report-no-findings = No check found anything.
page-report-errors = { $count ->
    [one] { $count } error
   *[other] { $count } errors
 }
page-report-warnings = { $count ->
    [one] { $count } warning
   *[other] { $count } warnings
 }
page-report-notes = { $count ->
    [one] { $count } note
   *[other] { $count } notes
 }
page-report-error = Error:
page-report-warning = Warning:
page-report-note = Note:
page-report-fix = Fix: { $fix }
page-report-source = Source: { $source }
page-report-topology = Topology
page-report-drawing = Topology drawing, { $fabric }
page-report-no-fabric = No network between nodes.
page-report-nodes = Nodes
page-report-collectives = Collectives
page-report-all-reduce-table = All-reduce by message size
page-report-other-ops = All operations, time at three sizes
page-report-bom = Bill of materials and cost
page-report-power = Power and racks
page-report-assumptions = How the figures came about
page-report-cost-years = Total cost by year
page-report-sensitivity = What moves it most

page-sum-all-reduce = All-reduce, { $size }
page-sum-all-reduce-domain = The same in one scale-up domain
page-sum-scale-up = Scale-up, per GPU
page-sum-scale-out = Scale-out, per GPU
page-sum-memory = Memory
page-sum-power = Power, IT
page-sum-capex = Capex
page-sum-hour = Cost, { $years ->
    [one] { $years } year
   *[other] { $years } years
 }
page-sum-per-direction = per direction, { $gpus ->
    [one] { $gpus } GPU
   *[other] { $gpus } GPUs
 }
page-sum-ratio = per direction, ratio { $ratio } : 1
page-sum-per-direction-only = per direction
page-sum-no-network = no network adapters
page-sum-each = { $count } × { $each } GB
page-sum-mixed = cards of different sizes
page-sum-power-max = typical; maximum { $max }
page-sum-coverage = { $range }; { $priced } of { $lines } lines priced
page-sum-coverage-only = { $priced } of { $lines } lines priced
page-sum-hour-range = { $low }–{ $high }
page-sum-band = { $low }–{ $high }, { $basis }
page-unit-busbw = GB/s busbw
page-unit-gpu-hour = USD/GPU-hour

page-lead-gpus = { $gpus ->
    [one] 1 GPU
   *[other] { $count } GPUs
 } in { $nodes }
page-lead-pool = { $count } × { $node }
page-lead-fabric = { $tiers } at { $rate }
page-lead-even = not oversubscribed
page-lead-oversubscribed = { $ratio } : 1 oversubscribed
page-lead-no-fabric = no network between nodes
page-tier-leaf = { $n ->
    [one] 1 leaf
   *[other] { $count } leaves
 }
page-tier-spine = { $n ->
    [one] 1 spine
   *[other] { $count } spines
 }
page-tier-core = { $n ->
    [one] 1 core switch
   *[other] { $count } core switches
 }
page-role-leaf = Leaf
page-role-spine = Spine
page-role-core = Core

page-col-tier = Tier
page-col-part = Part
page-col-count = Count
page-col-ports = Ports used
page-col-cages = Cages used
page-col-links-above = Links to each switch above
page-col-run = Run
page-col-kind = Kind
page-col-links = Links
page-col-length = Length
page-cable-run = { $from } to { $to }
page-cable-placed = placed
page-cable-estimated = estimated
page-col-pool = Pool
page-col-node = Node
page-col-gpu = GPU
page-col-gpus-each = GPUs each
page-col-scale-up = Scale-up
page-col-adapter = Adapters each
page-used-of = { $used } of { $total }
page-col-size = Message size
page-col-time = Time
page-col-band = Band
page-col-busbw = busbw
page-col-algbw = algbw
page-col-how = Algorithm, protocol
page-col-parts-of-time = Scale-up, scale-out part
page-col-basis = Basis
page-col-slowest = Slowest part
page-col-op = Operation
page-col-quantity = Quantity
page-col-unit-price = Unit, USD
page-col-low-high = low–high
page-col-why = why this many
page-col-source = Price source
page-col-extended = Extended, USD
page-key-quantity = Qty
page-key-unit = Unit
page-key-source = Source
page-key-extended = Extended
page-spare = + { $count } spare
page-not-in-total = not in total
page-no-source = no source found
page-priced-lines = Priced lines
page-capex = Capex
page-capex-missing = { $count ->
    [one] 1 unknown price not included
   *[other] { $count } unknown prices not included
 }
page-category-node = Nodes
page-category-gpu = GPUs
page-category-bridge = Bridges
page-category-host = Hosts
page-category-nic = Network adapters
page-category-switch = Switches
page-category-optics = Optics
page-category-cable = Cables
page-category-rack = Racks
page-category-installation = Installation
page-cost-item = Cost
page-cost-over-years = Over { $years ->
    [one] { $years } year
   *[other] { $years } years
 }, USD
page-cost-compute = Compute
page-cost-network = Network
page-cost-installation = Installation
page-cost-energy = Energy
page-cost-colocation = Colocation
page-cost-support = Support
page-cost-staff = Staff
page-cost-total = Total
page-cost-incomplete = a part has no price
page-cost-axis = Million USD, cumulative
page-cost-axis-thousand = Thousand USD, cumulative
page-cost-year = Year { $year }
page-cost-operations = Support and staff
page-cost-chart = Total cost by year: { $first } after the first, { $last } after the last
page-tornado-chart = { $input } moves the total most: { $low } to { $high }
page-tornado-axis = Change of the total, million USD
page-tornado-axis-thousand = Change of the total, thousand USD
page-col-typical = Typical, each
page-col-maximum = Maximum, each
page-power-it = IT load
page-power-facility = At the meter
page-power-total-typical = Typical
page-power-total-max = Maximum
page-power-unknown = Unknown power, counted as nothing: { $parts }
page-power-pue = PUE { $pue }; { $kwh } kWh a year
page-col-rack = Racks
page-col-contents = Contents
page-col-each-rack = In each
page-col-rack-power = Maximum power
page-col-rack-bound = Full by
page-bound-power = power
page-bound-height = height
page-bound-fixed = fixed build
page-rack-limit = limit { $limit }
page-rack-units = { $units } U
page-col-input = Input
page-col-value = Value
page-col-from = From
page-chart-busbw = All-reduce bus bandwidth by message size: { $busbw } at { $size }
page-chart-size = Message size
page-chart-busbw-axis = Bus bandwidth, GB/s
page-chart-note = All-reduce. The shade is the band in which 80 % of measurements are expected.
page-chart-all = { $gpus } GPUs
page-chart-domain = { $gpus } in one domain
page-fabric-drawing = { $fabric }: { $lead }
page-node-detail = { $gpus ->
    [one] 1 GPU
   *[other] { $gpus } GPUs
 }, { $nics ->
    [0] no adapter
    [one] 1 adapter
   *[other] { $nics } adapters
 } each

## Shares that can't be shown

page-gone-title = This share has ended
page-gone-text = It was revoked or has expired. Ask its author for a new link.
page-missing-title = There is nothing here
page-missing-text = The address may be mistyped, or what it named may be gone.
page-failed-title = The server can’t show this page now
page-failed-text = { $detail }. Request { $id }.
page-bad-title = This address can’t be read
page-back = To the reference designs

## Compare

page-compare-title = Compare two designs
page-compare-lead = Reference designs by name, or shared designs by their link.
page-compare-a = First
page-compare-b = Second
page-compare-button = Compare
page-compare-choose = Choose a design
page-compare-share = or the link of a share
page-compare-unknown = There is no design “{ $name }”.
page-compare-figures = Figures
page-compare-figure = Figure
page-compare-change = Change
page-compare-times = Collective times
page-compare-parts = Parts that differ
page-compare-findings = Findings
page-compare-added = Only in the second
page-compare-removed = Only in the first
page-compare-same = Nothing differs.
page-compare-not-compared = –
page-compare-differing = Rows that differ carry their change.

page-figure-gpus = GPUs
page-figure-nodes = Nodes
page-figure-racks = Racks
page-figure-memory = Memory, all GPUs
page-figure-pflops = Dense bf16 rate
page-figure-scale-up = Scale-up per GPU, per direction
page-figure-scale-out = Scale-out per GPU, per direction
page-figure-ratio = Scale-up to scale-out
page-figure-bisection = Bisection, per direction
page-figure-oversubscription = Oversubscription
page-figure-power = IT power, typical
page-figure-power-max = IT power, maximum
page-figure-facility = Power at the meter, typical
page-figure-capex = Capex
page-figure-tco = Cost over the years
page-figure-hour = Cost of a GPU-hour
page-figure-coverage = Lines with a price

## Catalogue

page-catalog-title = Catalogue
page-catalog-lead = Every figure that the engine reads, with its source. A mark says that a figure comes from memory and was not read in a source; unknown stays unknown.
page-catalog-kinds = Kind of part
page-catalog-words = Words
page-catalog-vendor = Vendor
page-catalog-any-vendor = Any vendor
page-catalog-filter = Filter
page-catalog-count = { $count ->
    [one] 1 part
   *[other] { $count } parts
 }
page-catalog-nothing = No part fits.
page-catalog-sources = Sources
page-catalog-notes = Notes
page-catalog-as-of = As of
page-catalog-recalled = from memory
page-catalog-recalled-all = The whole record is from memory.
page-catalog-part = Part
page-catalog-json = JSON
page-kind-gpus = GPUs
page-kind-interconnects = Interconnects
page-kind-nodes = Nodes
page-kind-nics = Network adapters
page-kind-switches = Switches
page-kind-cables = Cables and optics
page-kind-models = Models
page-part-memory = Memory
page-part-memory-bandwidth = Memory bandwidth
page-part-bf16 = Dense bf16
page-part-power = Power
page-part-slots = Slots
page-part-scale-up = Scale-up, per direction
page-part-peer = Peer access over PCIe
page-part-generation = Generation
page-part-rate = Rate, per direction
page-part-spacing = Spans
page-part-gpus = GPUs
page-part-category = Category
page-part-topology = Scale-up
page-part-adapters = Compute adapters
page-part-height = Height
page-part-ports = Ports
page-part-port-rate = Port rate
page-part-host = Host interface
page-part-max-power = Maximum power
page-part-typical-power = Typical power
page-part-capacity = Capacity, per direction
page-part-kind = Kind
page-part-reach = Reach
page-part-end-power = Power per end
page-part-connector = Connector
page-part-parameters = Parameters
page-part-layers = Layers
page-part-hidden = Hidden size
page-part-context = Context
page-part-yes = yes
page-part-no = no

## Problems

page-problems-title = Problems that the API answers with
page-problems-lead = Every error answer is a problem document (RFC 9457). Programs decide by its code.
page-problems-code = Code
page-problems-status = Status
page-problems-meaning = What it means, what to do

## Figures whose way is explained

page-explain-bisection-gb-s = Bisection, per direction
page-explain-capex-usd = Capex
page-explain-it-power-kw = IT power
page-explain-scale-out-gb-s-per-gpu = Scale-out per GPU, per direction
page-explain-scale-up-gb-s-per-gpu = Scale-up per GPU, per direction
page-explain-scale-up-to-scale-out-ratio = Scale-up to scale-out
page-explain-usd-per-gpu-hour = Cost of a GPU-hour
page-bridge = Bridge
