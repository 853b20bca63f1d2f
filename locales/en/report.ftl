### Words of the report that are not findings.

## The slowest part of a path

bottleneck-nvlink = NVLink, { $rate } per direction
bottleneck-bridge = NVLink bridge, { $rate } per direction
bottleneck-xgmi = Infinity Fabric links, { $rate } per direction
bottleneck-pcie = PCIe { $generation }.0 ×{ $lanes }, { $rate } per direction
bottleneck-chipset = { $cards ->
    [one] Way through the chipset, { $rate } per direction
   *[other] Way through the chipset, shared by { $cards } cards, { $rate } each per direction
}
bottleneck-socket = Link between CPU sockets, about { $rate }
bottleneck-host = Copies through host memory, about { $rate }
bottleneck-nic = { $count } × { $name }, { $rate } each per direction
bottleneck-measured = The bandwidth that you measured, { $rate }
measured-link-inside = GPUs of a node together
measured-link-between = Adapters of a node together
measured-link-bridge = Bridge
measured-link-nvlink = NVLink
measured-link-xgmi = Infinity Fabric
measured-link-host = Way through the host
measured-link-slot = Slot
measured-link-adapter = Adapter
bottleneck-nvls = Reduction in the NVLink switch, { $rate } of message
bottleneck-steps = { $steps ->
    [one] Latency of one step
   *[other] Latency of { $steps } steps
}

## Templates

template-dual-3090-nvlink-title = Two RTX 3090, NVLink bridge
template-dual-3090-nvlink-summary = Four NVLink links join the pair; each card keeps its own 24 GB.
template-dual-3090-pcie-title = Two RTX 3090, no bridge
template-dual-3090-pcie-summary = The same pair without the bridge: data goes through host memory.
template-quad-4090-title = Four RTX 4090
template-quad-4090-summary = Fast cards without NVLink and, with the stock driver, without peer access.
template-octo-4090-title = Eight RTX 4090
template-octo-4090-summary = Two CPU sockets; the host decides how fast the cards talk.
template-quad-a6000-bridged-title = Four RTX A6000, two bridges
template-quad-a6000-bridged-summary = Fast inside a pair, PCIe between the pairs.
template-quad-a100-pcie-bridged-title = Four A100 PCIe, two bridged pairs
template-quad-a100-pcie-bridged-summary = Twelve links inside a pair; a third card falls back to PCIe.
template-dgx-1-v100-title = DGX-1, eight V100
template-dgx-1-v100-summary = Hybrid cube mesh without NVSwitch: 16 of 28 pairs have a direct link.
template-dgx-a100-1-title = DGX A100
template-dgx-a100-1-summary = Eight A100 on NVSwitch 2, eight 200G adapters.
template-dgx-h100-1-title = DGX H100
template-dgx-h100-1-summary = Eight H100 on NVSwitch 3 with reduction in the switch.
template-dgx-h100-4-title = Four DGX H100
template-dgx-h100-4-summary = 32 GPUs on one Quantum-2 switch.
template-dgx-b200-1-title = DGX B200
template-dgx-b200-1-summary = Eight B200 on NVLink 5.
template-mi300x-8-title = Eight MI300X
template-mi300x-8-summary = Every pair joined by one Infinity Fabric link.
template-superpod-h100-32-title = Scalable unit, 32 DGX H100
template-superpod-h100-32-summary = 256 GPUs, eight rails, eight leaves and four spines.
template-dgx-b200-64-title = 64 DGX B200
template-dgx-b200-64-summary = Two scalable units, 512 GPUs on Quantum-2.
template-superpod-a100-140-title = SuperPOD, 140 DGX A100
template-superpod-a100-140-summary = 1,120 GPUs over three tiers of 40-port HDR switches.
template-superpod-h100-127-title = SuperPOD, 127 DGX H100
template-superpod-h100-127-summary = 1,016 GPUs, 32 leaves and 16 spines, as published.
template-hgx-h100-spectrum-x-128-title = 128 HGX H100 on Spectrum-X
template-hgx-h100-spectrum-x-128-summary = 1,024 GPUs on Ethernet with adaptive routing.
template-nvl72-1-title = One GB200 NVL72
template-nvl72-1-summary = 72 GPUs in one NVLink domain, one rack.
template-nvl72-spectrum-x-8-title = 8 × NVL72 on Spectrum-X
template-nvl72-spectrum-x-8-summary = 576 GPUs, nine leaves and eight spines at 400 Gbit/s.
template-nvl72-spectrum-x-128-title = 128 × NVL72 on Spectrum-X
template-nvl72-spectrum-x-128-summary = 9,216 GPUs in racks of one NVLink domain each.
template-roce-24k-title = 24,576 H100 over RoCE
template-roce-24k-summary = Three tiers of Ethernet, oversubscribed 7:1 between pods.

## Scale-up links in words

scale-up-none = One GPU, nothing to join
scale-up-pcie = No NVLink; PCIe { $generation }.0 ×{ $lanes }, { $slot } GB/s per direction
scale-up-bridge = NV{ $links }: { $links ->
    [4] four
    [12] twelve
    [18] eighteen
   *[other] { $links }
} links of { $rate } GB/s, { $total } GB/s per direction
scale-up-bridge-pairs = NV{ $links } inside bridged pairs: { $links } links of { $rate } GB/s, { $total } GB/s per direction; PCIe between pairs
scale-up-cube-mesh = Hybrid cube mesh without NVSwitch: { $linked } of { $pairs } pairs linked, { $links } links of { $rate } GB/s a GPU, { $total } GB/s per direction
scale-up-xgmi = Infinity Fabric between all { $pairs } pairs: { $links } links of { $rate } GB/s a GPU, { $total } GB/s per direction, one link a pair
scale-up-nvswitch = NVLink through { $chips } NVSwitch chips: { $links } links of { $rate } GB/s, { $total } GB/s per direction, { $domain } GPUs

## How figures came about

explain-source-catalog = Catalogue
explain-source-recalled = Catalogue, from memory: to be confirmed
explain-source-design = This design
explain-source-computed = Computed above
explain-scale-up-links = Links of a GPU × rate of a link
explain-scale-up-slot = Rate of the slowest slot, as no link joins the GPUs
explain-links-per-gpu = Links of a GPU in use
explain-rate-per-link = Rate of a link per direction
explain-slot = Slot
explain-scale-out = Adapter ports of a node × line rate ÷ 8 ÷ GPUs of a node
explain-ports-per-node = Compute ports of a node
explain-rate-per-port = Line rate of a port
explain-gpus-per-node = GPUs of a node
explain-ratio = Scale-up bandwidth ÷ scale-out bandwidth of a GPU
explain-scale-up = Scale-up bandwidth of a GPU
explain-scale-out-input = Scale-out bandwidth of a GPU
explain-bisection = Half of the endpoints × line rate ÷ 8 ÷ oversubscription between the halves
explain-endpoints = Endpoints
explain-oversubscription = Delivered oversubscription
explain-crossing = Delivered oversubscription of the tiers between the halves

## Bill of materials

report-bom-host = Board, CPU, memory, power supply and case
report-bom-rack = Rack, { $units } units
report-bom-installation = Installation
report-bom-support = Support contracts over the years of use
report-bom-licence = Licences of software over the years of use, one a GPU
report-bom-pdu = Rack power strip, { $kw } kW, three phases of 32 A at 415 V
report-bom-cable = { $name }, { $length } m
report-bom-unknown-cable = Cable or optics that fit and reach
report-bom-entered = entered

report-bom-why-nodes = { $count ->
    [one] 1 node in pool { $pool }
   *[other] { $number } nodes in pool { $pool }
}
report-bom-why-systems = { $count ->
    [one] 1 system in pool { $pool }
   *[other] { $number } systems in pool { $pool }
}
report-bom-why-rented = { $count ->
    [one] 1 instance in pool { $pool }, rented and not bought
   *[other] { $number } instances in pool { $pool }, rented and not bought
}
report-bom-why-cards = { $per } a node × { $nodes }
report-bom-why-bridges = { $per } a pair × { $pairs } pairs a node × { $nodes }
report-bom-why-host = one a node × { $nodes } in pool { $pool }
report-bom-why-nic = { $per } a node × { $nodes }
report-bom-why-nic-replaced = { $per } a node × { $nodes }, in place of { $old }; the node’s price still includes those

report-bom-why-single = { $fabric }: one switch for { $links } links
report-bom-why-leaf = { $fabric }, leaf: { $links } links from nodes ÷ { $per }
report-bom-why-leaf-rails = { $fabric }, leaf: { $links } rails of { $nodes } nodes, up to { $per } links a leaf
report-bom-why-spine = { $fabric }, spine: { $links } links from leaves ÷ { $per }
report-bom-why-spine-pods = { $fabric }, spine: { $links } links from leaves ÷ { $per } down
report-bom-why-core = { $fabric }, core: { $links } links from spines ÷ { $per }
report-bom-why-raised = { $why }, raised so that every pair has as many links
report-bom-why-line-cards = { $fabric }: { $switches } × { $each } of { $slots } slots, as many cards of { $ports } ports as the fullest switch of the tier needs
report-bom-why-chassis-part = { $fabric }: { $switches } × { $each } in each chassis
report-bom-why-spares = { $why }; spares: { $rate } % fail a year × { $years } years, rounded up
report-bom-why-spare-switch = { $why }; 1 spare for { $total } switches

report-bom-why-optics = { $fabric }, { $from } to { $to }, { $end } end: one for each of { $links } links
report-bom-why-optics-shared = { $fabric }, { $from } to { $to }, { $end } end: { $links } links ÷ { $per } a cage
report-bom-why-cable = { $fabric }, { $from } to { $to }: one for each of { $links } links
report-bom-why-cable-shared = { $fabric }, { $from } to { $to }: { $links } links ÷ { $per } a cable
report-bom-why-extra = { $why }; { $asked } extra endpoints count as { $counted }, as many on each plane and each rail of its own
report-bom-why-unknown-cable = { $fabric }, { $from } to { $to }: { $links } links; no part of the catalogue fits and reaches
report-bom-why-pdus = { $feeds ->
    [one] one feed a rack, with strips of { $kw } kW for the whole rack; at least one where the draw is unknown
   *[other] two feeds a rack, each with strips of { $kw } kW for the whole rack; at least one a feed where the draw is unknown
}
report-bom-why-racks = { $nodes } for nodes, { $switches } for switches

## Cost

report-cost-none = none
report-cost-electricity = Electricity
report-cost-pue = PUE
report-cost-years = Years of use
report-cost-utilization = Hours that are used
report-cost-installation = Installation, share of the parts’ price
report-cost-spares = Spares, { $sort }
report-cost-average-load = Average load
report-cost-colocation = Hall rent
report-cost-hall = Own hall
report-cost-hall-years = Years over which the hall is written off
report-cost-support = Support a year, share of the purchase
report-cost-staff = Staff a year
report-cost-licences = Licences

report-cost-why-lines = { $priced } of { $lines } lines have a price
report-cost-why-installation = { $percent } of the parts’ price
report-cost-why-energy = { $power } on average × PUE { $pue } = { $energy } MWh a year, at { $price } USD/kWh for { $years } years
report-cost-why-colocation = { $power } at most, at { $rate } USD/kW/month for { $years } years
report-cost-why-hall = { $power } at most × { $price } USD/kW, { $years } of { $life } years written off
report-cost-why-support = { $percent } of the purchase a year for { $years } years
report-cost-why-licences = { $gpus } GPUs × { $rate } USD a year for { $years } years
report-cost-why-staff = { $staff } a year for { $years } years

report-cost-item-compute = Nodes and parts
report-cost-item-network = Switches, optics and cables
report-cost-item-installation = Installation
report-cost-item-energy = Energy
report-cost-item-colocation = Hall rent
report-cost-item-hall = Own hall
report-cost-item-support = Support
report-cost-item-staff = Staff
report-cost-item-licences = Licences
report-economics-discount = Cost of money a year
report-economics-residual = Residual value, share of the capital cost
report-economics-interruption = GPU-hours between interruptions of a job
report-economics-lost = Work lost to an interruption
report-economics-level = End of the price range

report-cost-input-node-price = Node price
report-cost-input-gpu-price = GPU price
report-cost-input-switch-price = Switch price
report-cost-input-optics-price = Price of optics and cables
report-cost-input-other-price = Price of other parts
report-cost-input-electricity = Electricity
report-cost-input-load = Average load
report-cost-input-pue = PUE
report-cost-input-colocation = Hall rent
report-cost-input-hall = Own hall
report-cost-input-support = Support
report-cost-input-staff = Staff
report-cost-input-years = Years of use
report-cost-input-installation = Installation
report-cost-input-licences = Licences, a GPU and year
report-cost-input-spares = Spares

## Power

report-power-switch = { $name }, { $fabric } { $role }, with { $optics } of optics each

## How power and money came about

report-unknown = unknown
report-unknown-price = unknown: { $part } has no price
report-unknown-refused = unknown: it cannot be built as asked ({ $finding })
report-at-least = at least { $value }
report-finding = Finding
report-economics-refused = it cannot be built as asked ({ $finding })
report-economics-no-price = { $part } has no price
report-economics-no-prices = no part has a price
report-economics-not-within = not within { $count ->
    [1] 1 year
   *[other] { $years } years
} of use
report-economics-never = never: rent is not above the cost of running
report-explain-price-book = Price book { $month }
report-explain-of = { $part } of { $all }
report-explain-bom = Bill of materials
report-explain-cost = Cost over the years
report-explain-compute = Nodes and parts
report-explain-network = Switches, optics and cables
report-explain-priced-lines = Lines with a price
report-explain-capex = parts × (1 + installation); parts without a price are left out
report-explain-pool-load = Average load of { $pool }
report-explain-draw = { $count } × { $typical } on average, { $max } at most
report-explain-draw-one = { $count } × { $watts }
report-explain-rating = Catalogue, rating × average load
report-explain-data-sheet = Catalogue or price table, optics added
report-explain-power = nodes × rating × average load + switches with their optics; × PUE at the meter
report-explain-power-result = { $typical } on average, { $max } at most; { $meter } at the meter
report-explain-tco = Cost over the years
report-explain-tco-formula = purchase + energy + hall + support + staff + licences over the years of use, no interest and no residual value
report-explain-gpus = GPUs
report-explain-hours = Hours a year
report-explain-gpu-hour = cost over the years ÷ (GPUs × years × hours a year × hours that are used)
report-explain-range = { $value }, range { $low } to { $high }
