### Texts of the server's pages. Ids begin with page-.
### Sentence case, no exclamation marks, units after a space.

## Frame

page-brand = Podwright
page-skip = Skip to content
page-nav-label = Site
page-nav-designs = Designs
page-nav-compare = Compare
page-nav-accuracy = Accuracy
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
page-refused = Cannot be built as asked: { $finding }
page-no-total = Cost is { $why }
page-at-most = at most { $value }
page-refused-heading = Cannot be built as asked
page-refused-note = cannot be built as asked
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
page-planner-no-data = The catalogue of parts and prices could not be loaded.
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
page-sum-hour = Cost, { $years }
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
page-class-price = { $date }, another product of its class
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
page-category-support = Support
page-category-licence = Licences
page-cost-item = Cost
page-cost-over-years = Over { $years }, USD
page-cost-total = Total
page-cost-incomplete = a part has no price
page-own = Owning, per unit of work and against rent
page-own-usd = USD
page-own-chart = Owning and renting by month
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
page-bound-weight = weight
page-bound-cooling = cooling
page-bound-fixed = fixed build
page-bound-none = nothing: there is room
page-rack-limit = limit { $limit }
page-rack-units = { $units } U
page-col-input = Input
page-col-value = Value
page-col-from = From
page-chart-note = All-reduce. The shade is the band in which 80 % of measurements are expected.

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
page-explain-facility-power-kw = Power at the meter
page-explain-it-power-kw = IT power
page-explain-scale-out-gb-s-per-gpu = Scale-out per GPU, per direction
page-explain-scale-up-gb-s-per-gpu = Scale-up per GPU, per direction
page-explain-scale-up-to-scale-out-ratio = Scale-up to scale-out
page-explain-tco-usd = Total over the years
page-explain-usd-per-gpu-hour = Cost of a GPU-hour

## Accuracy

page-accuracy-title = How far off are the estimates?
page-accuracy-lead = Predicted against measured times of collectives from public logs. Marks on the line are exact; the grey band is ±25 %. Every run counts once, however many rows it has.
page-accuracy-result = The median error is { $median } over { $rows } rows of { $series } series
page-accuracy-beside = 90th percentile { $p90 }; { $twice } within 2×. A plain ring at data-sheet bandwidth on the same rows: median { $plain }, 90th percentile { $plainp90 }, { $plaintwice } within 2×.
page-accuracy-fitted = The constants of the model were fitted to these logs. With each source left out of the fit in turn, the median error on what was left out is { $left }.
page-accuracy-chart = Predicted against measured time of { $rows } rows, both axes logarithmic; the median error over series is { $median }
page-accuracy-measured = Measured time
page-accuracy-predicted = Predicted time
page-accuracy-drawn-all = One mark a row: all { $rows } are drawn.
page-accuracy-drawn-some = One mark a row: { $drawn } of { $rows } are drawn, spread evenly over the logs. The tables count all of them.
page-accuracy-two-classes = { $one }; { $other }
page-accuracy-by-class = By class
page-accuracy-by-operation = By operation
page-accuracy-every-band = Every class and size in full
page-accuracy-how = Error of a row: |predicted ÷ measured − 1|. A series has the median of its rows, a class the median of its series. The smallest size of a series with three or more is left out, since it often carries warm-up. Rows of set-ups that are broken or noisy count in medians only.
page-accuracy-class = Class
page-accuracy-rows = Rows
page-accuracy-series = Series
page-accuracy-series-count = { $n ->
    [one] { $count } series
   *[other] { $count } series
}
page-accuracy-sizes = Message sizes
page-accuracy-median = Median
page-accuracy-p90 = 90th percentile
page-accuracy-median-p90 = median, 90th
page-accuracy-cells = Under each size: the median, and below it the 90th percentile over series.
page-accuracy-within-10 = Within 10 %
page-accuracy-within-25 = Within 25 %
page-accuracy-within-2x = Within 2×
page-accuracy-bias = Signed mean
page-accuracy-plain = Plain ring
page-accuracy-band-le64kib = To 64 KiB
page-accuracy-band-le16mib = To 16 MiB
page-accuracy-band-lt1gib = Under 1 GiB
page-accuracy-band-ge1gib = From 1 GiB
page-accuracy-band-all = All sizes
page-accuracy-class-nvswitch-node = One NVSwitch node or rack
page-accuracy-class-nvswitch-node-note = A100 to B300, GB200 and GB300 trays and racks
page-accuracy-class-multi-node = Nodes over InfiniBand or RoCE
page-accuracy-class-multi-node-note = Two nodes and more, racks too
page-accuracy-class-cloud-transport = Nodes over cloud transports
page-accuracy-class-cloud-transport-note = EFA, TCPX, TCPXO, Slingshot, sockets
page-accuracy-class-v100 = V100
page-accuracy-class-v100-note = Any links and any network
page-accuracy-class-pcie = Cards on PCIe, bridged pairs
page-accuracy-class-pcie-note = With and without peer access
page-accuracy-class-mi300 = MI300X, MI325X, MI355X
page-accuracy-class-mi300-note = One node and several
page-accuracy-class-other = GH200 and P100, alone or over InfiniBand
page-accuracy-class-other-note = What fits no other class
page-accuracy-op-all-reduce = All-reduce
page-accuracy-op-all-gather = All-gather
page-accuracy-op-reduce-scatter = Reduce-scatter
page-accuracy-op-alltoall = All-to-all
page-accuracy-op-broadcast = Broadcast
page-accuracy-op-reduce = Reduce
page-accuracy-op-sendrecv = Send-receive
page-accuracy-unknown = What we do not know
page-accuracy-no-class = Classes without any log.
page-accuracy-no-template = { $n ->
    [one] { $count } reference design that no log matches in GPU, links, GPUs a node and nodes.
   *[other] { $count } reference designs that no log matches in GPU, links, GPUs a node and nodes.
}
page-accuracy-no-gpu = { $n ->
    [one] { $count } GPU of the catalogue without a log.
   *[other] { $count } GPUs of the catalogue without a log.
}
page-accuracy-no-port = Ports between nodes faster than { $rate } Gbit/s.
page-accuracy-no-port-more = No log found; times over them follow from the rate.
page-accuracy-no-racks = Racks in other numbers than were logged.
page-accuracy-no-racks-more = Logs of { $racks } racks of one domain each; everything between and beyond is estimated.
page-accuracy-reach = How far the logs reach
page-accuracy-most-gpus = Most GPUs
page-accuracy-most-nodes = Most nodes
page-accuracy-bands-title = What the bands and marks mean
page-accuracy-bands-left-out = Widths of the bands are errors of the model on sources that its fit did not see, by kind of system and size. Around such predictions the bands hold { $share } of the rows.
page-accuracy-bands-inside = They are meant to hold 80 % of measured times elsewhere; of these rows, which the fit has seen, they hold { $share }, as a mean over series.
page-accuracy-mark = Mark
page-accuracy-condition = Condition
page-accuracy-basis-calibrated = GPUs a node and nodes as in a log of the class
page-accuracy-basis-interpolated = Between such logs, or an operation with few of them; the band is wider
page-accuracy-basis-extrapolated = Beyond all logs; the band is widest
page-accuracy-differ-title = How far sources differ
page-accuracy-differ = Two healthy NVSwitch servers differ by 1–5 % from 64 MiB up and by 3–12 % below. Well set-up pairs of servers differ by 5–20 %, badly set-up ones by 3–5 ×. An error smaller than that cannot be told from a difference between sites.
page-accuracy-assumed-title = What we assumed
page-accuracy-assumed = Not stated by the source, so taken as
page-accuracy-not-modelled-title = Settings that the model leaves out
page-accuracy-not-modelled = Setting of the run
page-accuracy-skipped = { $n ->
    [0] None of { $eligible } rows was skipped
    [one] { $rows } of { $eligible } rows was skipped
   *[other] { $rows } of { $eligible } rows were skipped
}
page-accuracy-reason = Reason
page-accuracy-own-title = Score your own logs
page-accuracy-own = The command line scores any file with the same columns, or prints the prediction of every row.
page-accuracy-worst-title = Where it is farthest off
page-accuracy-worst-note = The series with the largest median error, worst first. A plus means that the estimate is too slow.
page-accuracy-run = Series
page-accuracy-gpus = GPUs
page-accuracy-source = Source
page-accuracy-suspect = set-up broken or noisy
page-accuracy-sources-title = Where the measurements come from
page-accuracy-sources-note = Facts from public logs and posts, each with the median error of its series. Addresses lead away from this site.
page-accuracy-sources-open = Every source

