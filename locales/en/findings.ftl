### Findings of the engine. Ids: finding-<code with dashes>-title, -message, -fix.
### Sentence case, numbers with units, state before consequence, never a reproach.

## Where figures and rules are from

finding-source-catalog = Catalogue, { $date }
finding-source-design = The design’s own part
finding-source-estimate = Estimate

## Names of figures, for “not read in a source”

finding-figure-adapters = network adapters
finding-figure-aggregate = rate of all ports together
finding-figure-bf16 = bfloat16 rate
finding-figure-breakout = port splits
finding-figure-bridges = bridges per pair
finding-figure-height = height
finding-figure-link-rate = link rate
finding-figure-links = NVLink links
finding-figure-pcie = PCIe edge
finding-figure-pcie-layout = PCIe layout
finding-figure-peer = peer access
finding-figure-ports = ports
finding-figure-power-end = power per end
finding-figure-power-max = maximum power
finding-figure-power-typical = typical power
finding-figure-reach = reach
finding-figure-routing = adaptive routing

## The list itself

finding-check-more-title = More findings than fit
finding-check-more-message = { $more ->
    [one] One more finding of lesser weight is not shown.
   *[other] { $more } more findings of lesser weight are not shown.
}
finding-check-more-fix = Settle the ones above first

finding-design-too-many-gpus-title = More GPUs than the engine takes on
finding-design-too-many-gpus-message = { $problem }. Nothing is computed.
finding-design-too-many-gpus-fix = Lower the count

## Parts

finding-part-unknown-title = { $id } is not in the catalogue
finding-part-unknown-message = The catalogue has no { $kind } with the id { $id }, so nothing that depends on it is computed.
finding-part-unknown-fix = Choose a part of the catalogue or add it under custom_parts

finding-part-custom-defect-title = Custom part { $id } can’t be used
finding-part-custom-defect-message = { $id }: { $problem }. Nothing is computed until the part is whole.
finding-part-custom-defect-fix = Correct the part under custom_parts

finding-part-recalled-title = { $n ->
    [one] One figure of { $part } was not read in a source
   *[other] { $n } figures of { $part } were not read in a source
}
finding-part-recalled-message = From memory or an estimate for the class: { $figures }.
finding-part-recalled-fix = Confirm with the data sheet before buying

finding-part-recalled-whole-title = { $part } was not read in a source
finding-part-recalled-whole-message = All its figures, power among them, come from memory or an estimate for the class.
finding-part-recalled-whole-fix = Confirm with the data sheet before buying

finding-price-unknown-title = { $missing ->
    [one] One line has no price
   *[other] { $missing } lines have no price
}
finding-price-unknown-message = { $more ->
    [0] Not in the total: { $names }. { $priced } of { $lines } lines are priced.
   *[other] Not in the total: { $names } and { $more } more. { $priced } of { $lines } lines are priced.
}
finding-price-unknown-fix = Enter prices

finding-price-override-unused-title = { $unused ->
    [one] A price of yours is not used
   *[other] { $unused } prices of yours are not used
}
finding-price-override-unused-message = { $more ->
    [0] No line of the bill of materials is of { $names }.
   *[other] No line of the bill of materials is of { $names } and { $more } more.
}
finding-price-override-unused-fix = Take the prices out

finding-price-hall-twice-title = The hall is both rented and of your own
finding-price-hall-twice-message = Rent of { $rent } USD/kW/month and a price of { $price } USD/kW are for the same power. Only the rent is counted.
finding-price-hall-twice-fix = Take the own hall out

finding-price-spares-bounded-title = Spares stop at one for each piece
finding-price-spares-bounded-message = At { $hours } h between failures, { $percent } % of the { $sort } lines fail within { $years }. One spare is counted for each piece and none beyond.
finding-price-spares-bounded-fix = State the spares of { $sort } in per cent, or longer hours

finding-price-book-absent-title = Own price book is not here
finding-price-book-absent-message = The design is priced by { $asked }, which only the service has, under the token of the book; here it is { $used }.
finding-price-book-absent-fix = { $way ->
    [given] Compare the prices with those of the book
   *[none] Give its file (--price-book FILE), or ask the service with the token of the book
}

finding-price-month-ahead-title = No prices as late as { $asked }
finding-price-month-ahead-message = The newest offers are of { $newest }; those prices are used.
finding-price-month-ahead-fix = Use the newest prices

## Bridges

finding-bridge-spacing-title = Bridge does not fit the slots
finding-bridge-spacing-message = The bridge spans { $pitch ->
    [one] one slot
   *[other] { $pitch } slots
} ({ $mm } mm), slots { $first } and { $second } are { $apart } apart ({ $apart_mm } mm). NVLink stays off.
finding-bridge-spacing-fix = { $way ->
    [bridge] Use a { $other_pitch }-slot bridge: { $other }
    [slots] Put the cards { $other_pitch } slots apart, for example in slots { $to_first } and { $to_second }
   *[none] Put the cards { $other_pitch } slots apart, or use another board
}

finding-bridge-no-connector-title = { $gpu } has no NVLink connector
finding-bridge-no-connector-message = The bridge has nothing to plug onto. The cards talk over PCIe.
finding-bridge-no-connector-fix = Remove the bridge

finding-bridge-wrong-card-title = Bridge is made for other cards
finding-bridge-wrong-card-message = { $bridge } does not fit { $gpu }. NVLink stays off.
finding-bridge-wrong-card-fix = { $way ->
    [bridge] Use { $other }
   *[remove] Remove the bridge
}

finding-bridge-too-many-cards-title = Bridge joins { $max } cards, not { $cards }
finding-bridge-too-many-cards-message = { $bridge } has { $max } connectors and { $cards } cards are named. A { $gpu } is bridged in groups of { $max } at most. NVLink stays off.
finding-bridge-too-many-cards-fix = { $way ->
    [pair] Bridge the first { $max } cards
   *[remove] Remove the bridge
}

finding-bridge-card-twice-title = GPU { $card } has a bridge already
finding-bridge-card-twice-message = A card takes one bridge. The first one stays, this one joins nothing.
finding-bridge-card-twice-fix = Remove the second bridge

finding-bridge-too-few-cards-title = Bridge has too few cards
finding-bridge-too-few-cards-message = { $cards ->
    [0] { $bridge } is given no cards and joins nothing.
   *[other] { $bridge } is given one card and joins nothing.
}
finding-bridge-too-few-cards-fix = Remove the bridge

finding-bridge-slots-unknown-title = Slots of the bridged cards are not described
finding-bridge-slots-unknown-message = { $bridge } spans { $pitch ->
    [one] one slot
   *[other] { $pitch } slots
} ({ $mm } mm). Without slot positions nobody can tell whether it fits, so NVLink is not counted.
finding-bridge-slots-unknown-fix = Describe the slots

finding-bridge-unofficial-title = Workstation bridge on a GeForce card
finding-bridge-unofficial-message = For GeForce 30 cards NVIDIA sells the 4-slot bridge only. { $bridge } is reported to work on { $gpu } at the same rate.
finding-bridge-unofficial-fix = Buy where it can be returned

finding-bridge-fits-title = Bridge fits the slots
finding-bridge-fits-message = It spans { $pitch ->
    [one] one slot
   *[other] { $pitch } slots
} ({ $mm } mm), as slots { $first } and { $last } are. NV{ $links }: { $rate } per direction.

## Cards in slots

finding-card-too-thick-title = Cards overlap
finding-card-too-thick-message = { $gpu } is { $thick } slots thick, slot { $second } is { $distance ->
    [one] one slot
   *[other] { $distance } slots
} ({ $mm } mm) from slot { $first }. One of the two can’t be plugged in.
finding-card-too-thick-fix = { $way ->
    [thinner] Use { $slots }-slot cards
   *[apart] Put the cards further apart
}

finding-card-no-gap-title = No gap between the cards
finding-card-no-gap-message = Both cards are { $thick } slots thick and { $distance } slots apart (slots { $first } and { $second }): 0 mm for the fan between them. Expect lower clocks.
finding-card-no-gap-fix = { $way ->
    [thinner] Use { $slots }-slot blower cards
   *[apart] Put the cards further apart, or use water cooling
}

finding-card-same-slot-title = Two parts in slot { $slot }
finding-card-same-slot-message = A slot holds one part.
finding-card-same-slot-fix = Give one of them another slot

finding-card-is-module-title = { $gpu } does not go into a slot
finding-card-is-module-message = { $form } modules sit on a board of their own with NVLink wired in. As written, the node is computed with PCIe only.
finding-card-is-module-fix = { $way ->
    [node] Use { $node }
   *[none] Choose a system that is built for the module
}

finding-slot-listed-twice-title = Slot { $slot } is listed twice
finding-slot-listed-twice-message = The board lists two slots at position { $slot }, so nobody can tell which lanes a part gets.
finding-slot-listed-twice-fix = Take the second one out

finding-slot-assumed-title = Slots are assumed
finding-slot-assumed-message = { $cards ->
    [one] The slot of one card is not described: PCIe { $gen }.0 x{ $lanes } on the CPU is assumed.
   *[other] The slots of { $cards } cards are not described: PCIe { $gen }.0 x{ $lanes } on the CPU is assumed.
}
finding-slot-assumed-fix = Describe the slots

finding-slot-chipset-title = GPU { $card } hangs on the chipset
finding-slot-chipset-message = Slot { $slot } takes its lanes from the chipset, which shares PCIe { $gen }.0 x{ $lanes } ({ $rate } per direction) with drives, USB and network. Transfers run at that rate at most.
finding-slot-chipset-fix = { $way ->
    [slot] Move the card to slot { $other }, which hangs on the CPU
   *[board] Use a board with another CPU slot
}

finding-slot-slow-title = GPU { $card } has PCIe { $gen }.0 x{ $lanes }
finding-slot-slow-message = That is { $rate } per direction; { $gpu } could use { $full } (PCIe { $card_gen }.0 x{ $card_lanes }). Transfers between cards run at the slowest slot, { $times } times slower than they could.
finding-slot-slow-fix = Use a wider slot, or split the model by layers instead of tensors

finding-slot-narrow-title = GPU { $card } has PCIe { $gen }.0 x{ $lanes }
finding-slot-narrow-message = That is { $rate } per direction; { $gpu } could use { $full } (PCIe { $card_gen }.0 x{ $card_lanes }). Transfers between cards and loading a model take up to { $times } times as long.
finding-slot-narrow-fix = Use a slot with all lanes, or a bridge where the card has a connector

finding-slot-narrow-bridged-title = x{ $lanes } slots are enough with a bridge
finding-slot-narrow-bridged-message = GPU traffic takes the bridge, { $bridge_rate } per direction. PCIe { $gen }.0 x{ $lanes }, { $rate } per direction, only makes loading a model up to { $times } times longer.

## Power

finding-power-psu-short-title = Power supply is below the sum of ratings
finding-power-psu-short-message = { $cards } × { $rating } W and { $host } W for the host{ $host_is ->
    [assumed] {" "}(assumed)
   *[stated] {""}
} are { $sum } W against { $psu } W. The machine goes off under load.
finding-power-psu-short-fix = { $way ->
    [set] Set { $next } W
   *[two] Plan several supplies for { $peak } W
}

finding-power-psu-peaks-title = Power supply is short for peaks
finding-power-psu-peaks-message = { $peak } W peak against { $psu } W. Peaks of up to 10 ms reach { $factor } times a card’s rating of { $rating } W; the host counts { $host } W{ $host_is ->
    [assumed] , assumed
   *[stated] {""}
}.
finding-power-psu-peaks-fix = { $way ->
    [set] Set { $next } W
   *[two] Plan several supplies for { $peak } W
}

finding-power-psu-unknown-title = Power supply is not given
finding-power-psu-unknown-message = { $cards } × { $rating } W and { $host } W for the host{ $host_is ->
    [assumed] , assumed,
   *[stated] {""}
} are { $sum } W, with peaks of { $peak } W.
finding-power-psu-unknown-fix = { $way ->
    [set] Set { $next } W
   *[two] Plan several supplies for { $peak } W
}

finding-power-psu-enough-title = Power supply covers the peaks
finding-power-psu-enough-message = { $peak } W peak against { $psu } W; the sum of ratings is { $sum } W.

## Host

finding-host-cpu-lanes-title = More PCIe lanes than the CPU has
finding-host-cpu-lanes-message = The slots in use take { $used } CPU lanes ({ $cards } for GPUs, { $adapters } for adapters), the CPU offers { $offered }.
finding-host-cpu-lanes-fix = { $way ->
    [halve] Run the card slots at x8
   *[platform] Use a CPU with more lanes, or fewer slots
}

finding-host-cpu-lanes-adapters-title = CPU lanes do not reach for the adapters
finding-host-cpu-lanes-adapters-message = With the adapters that have no slot yet, { $used } lanes are in use ({ $cards } for GPUs, { $adapters } for adapters) and the CPU offers { $offered }. Some adapter hangs on the chipset or runs with fewer lanes.
finding-host-cpu-lanes-adapters-fix = Say which slot holds each adapter

finding-host-sockets-title = Cards sit on { $sockets } CPU sockets
finding-host-sockets-message = { $gpus } GPUs without a link of their own talk over the link between the sockets, which they share. In users’ reports of eight such cards all-reduce stays below 20 GB/s busbw.
finding-host-sockets-fix = Keep tensor parallel groups on one socket: { $group } GPUs

finding-host-path-unstated-title = Path of { $gpus } cards through the host is not stated
finding-host-path-unstated-message = The { $gpu } cards meet over PCIe at a CPU, and how is not told. In a box of eight L40S all eight reached 1.4 GB/s busbw where two reached 20, so the estimate for { $gpus } may be far too high. Run all_reduce_perf at 1 GiB with two cards and with all { $gpus }.
finding-host-path-unstated-fix = Describe the slots, or enter the busbw of all cards as measured_inside_gb_s in a workload’s settings

finding-peer-none-title = No peer access over PCIe
finding-peer-none-message = The stock driver does not let one { $gpu } reach another’s memory. Data between { $between ->
    [pairs] the bridged pairs
   *[cards] the cards
} goes through host memory, counted as { $staged } busbw; the slot has { $slot } per direction.
finding-peer-none-fix = { $way ->
    [patch] Plan with a patched driver (not supported by the vendor)
   *[words] Use cards with peer access, or a patched driver (not supported by the vendor)
}

finding-peer-unclear-title = Peer access over PCIe is unclear
finding-peer-unclear-message = Sources conflict on whether one { $gpu } reaches another’s memory without a bridge. Counted as copies through host memory between { $between ->
    [pairs] the bridged pairs
   *[cards] the cards
}, { $staged } busbw; the slot has { $slot } per direction.
finding-peer-unclear-fix = { $way ->
    [patch] Plan with a patched driver (not supported by the vendor)
   *[words] Measure with p2pBandwidthLatencyTest
}

finding-peer-patched-title = Peer access by a patched driver
finding-peer-patched-message = The vendor does not support it. It needs a large BAR and the IOMMU off, and goes with driver updates.
finding-peer-patched-fix = Measure with p2pBandwidthLatencyTest after each update

finding-peer-verify-title = Peer access is to be verified
finding-peer-verify-message = On AMD workstation boards, cards that meet at the CPU (PHB in nvidia-smi topo -m) may announce peer access that hangs or corrupts data, when ACS or the IOMMU diverts it.
finding-peer-verify-fix = Switch off ACS and the IOMMU, then test peer copies with data verification

## Memory and links inside a node

finding-measured-names-nothing-title = A measured bandwidth names no link
finding-measured-names-nothing-message = { $figure }: the design has no such link, so the figure changes nothing. GPUs and adapters are counted from 0 in their node; links into a switch belong to one GPU.
finding-measured-names-nothing-fix = Take the figure out

finding-measured-above-line-title = { $measured } measured where the line rate is { $line }
finding-measured-above-line-message = { $figure }, but such a link carries { $line } per direction by its data sheet. The figure is used as it is; it may count both directions, or bits instead of bytes.
finding-measured-above-line-fix = Enter GB/s per direction, 10⁹ bytes a second

finding-measured-in-use-title = { $used ->
    [one] A bandwidth that you measured is in use
   *[other] { $used } bandwidths that you measured are in use
}
finding-measured-in-use-message = { $more ->
    [0] { $figures }.
   *[other] { $figures } and { $more } more.
} { $used ->
    [one] It takes
   *[other] They take
} the place of the model’s rates; estimates that { $used ->
    [one] it decides
   *[other] they decide
} are marked as measured.

finding-memory-not-pooled-title = Memory is { $memory } GB per GPU
finding-memory-not-pooled-message = { $link } does not pool it. A larger model must be split over { $gpus ->
    [2] both cards
   *[other] the { $gpus } GPUs
}.
finding-memory-not-pooled-fix = Plan with tensor or pipeline parallelism

finding-domain-pairs-only-title = Bridges join pairs only
finding-domain-pairs-only-message = { $linked } of { $pairs } pairs of GPUs have a bridge, { $bridge } per direction. A job over more GPUs is bound by its slowest hop, PCIe at { $slot } per direction.
finding-domain-pairs-only-fix = Keep tensor parallel groups inside a pair

finding-domain-cube-mesh-title = { $node } has no NVSwitch
finding-domain-cube-mesh-message = Its GPUs form a hybrid cube mesh: { $linked } of { $pairs } pairs have direct links, the others go through a neighbour or the host.
finding-domain-cube-mesh-fix = Place neighbours by the link matrix

finding-domain-mesh-pairs-title = Two GPUs get { $pair }, not { $all }
finding-domain-mesh-pairs-message = Every GPU has a link of its own to each other one. A transfer between two GPUs uses one link, { $pair } per direction; only traffic to all of them at once fills { $all }.
finding-domain-mesh-pairs-fix = Use collectives over all GPUs of the node

finding-domain-per-direction-title = Link rates are per direction
finding-domain-per-direction-message = { $gpu } has { $rate } per direction. The { $both } GB/s of data sheets count both directions.
finding-domain-per-direction-fix = Compare like with like

## Network adapters

finding-nic-slot-narrow-title = Slot is slower than the adapter
finding-nic-slot-narrow-message = { $nic } in slot { $slot } has PCIe { $gen }.0 x{ $lanes }, { $rate } per direction; its ports carry { $gbit } Gbit/s, { $needs }. The slot decides.
finding-nic-slot-narrow-fix = { $way ->
    [move] Move it to slot { $other }
    [two] Give it two slots (an adapter that reaches over two x{ $lanes })
   *[wider] Use a wider slot or a slower adapter
}

finding-nic-slot-chipset-title = Adapter hangs on the chipset
finding-nic-slot-chipset-message = { $nic } in slot { $slot } shares the chipset’s few lanes with drives and USB, and GPUs can’t reach it directly.
finding-nic-slot-chipset-fix = Use a slot on the CPU

finding-nic-slot-unknown-title = Slot { $slot } is not described
finding-nic-slot-unknown-message = { $nic } is placed in slot { $slot }, which the board does not list. Its lanes are not checked.
finding-nic-slot-unknown-fix = Describe the slot or choose another

finding-nic-ports-exceed-adapter-title = Adapter is slower than its ports
finding-nic-ports-exceed-adapter-message = { $ports } × { $port } Gbit/s are { $sum } per direction; { $nic } carries { $limit }.
finding-nic-ports-exceed-adapter-fix = Count on the adapter’s rate, or use one port

finding-nic-host-generation-title = Adapter wants PCIe { $gen }.0
finding-nic-host-generation-message = { $node } offers PCIe { $host }.0: x{ $lanes } carries { $rate } per direction, { $nic } needs { $needs }. It takes two x{ $lanes } connections there.
finding-nic-host-generation-fix = Use an adapter of the system’s generation

finding-nic-mixed-adapters-title = Two kinds of adapters on one network
finding-nic-mixed-adapters-message = On the network { $network } { $nic } is counted, { $counted } Gbit/s a node. { $other } with { $left_out } Gbit/s is left out of bandwidth and cabling: how traffic divides over unlike adapters is not modelled.
finding-nic-mixed-adapters-fix = Take { $other } out

finding-nic-replaced-title = Adapter gives way to the pool’s
finding-nic-replaced-message = { $nic } is listed for the network { $network }, but the pool puts { $other } in its place: { $count ->
    [one] 1 is
   *[other] { $count } are
} counted and bought.
finding-nic-replaced-fix = List { $other } in the node alone

finding-nic-one-assumed-title = One adapter a node is assumed
finding-nic-one-assumed-message = { $node } has { $gpus ->
    [one] one GPU
   *[other] { $gpus } GPUs
} and no adapters for the network { $network } of its own, so nothing says how many { $nic } it takes. One is counted.
finding-nic-one-assumed-fix = Write the node out with its adapters where it takes more

finding-nic-shared-title = { $nics } adapters for { $gpus } GPUs
finding-nic-shared-message = Line rate is { $per_gpu } per GPU and direction. GPUs without an adapter beside them send through a neighbour (PXN).
finding-nic-shared-fix = Keep PXN on

finding-nic-no-800gbe-title = No single 800G Ethernet port
finding-nic-no-800gbe-message = { $nic } offers 800 Gbit/s as InfiniBand or as two Ethernet ports of 400. On { $switch } each adapter takes two links of 400G, not one of 800G as counted here.
finding-nic-no-800gbe-fix = Use an InfiniBand switch, or count two links

## Networks between nodes

finding-fabric-mixed-rates-title = Adapters of two rates on one fabric
finding-fabric-mixed-rates-message = The pools bring links of { $first } and { $second } Gbit/s. A fabric is sized for one rate, so this one is left out.
finding-fabric-mixed-rates-fix = Give the pools adapters of one rate, or each its own fabric

finding-fabric-no-adapters-title = No adapters for this network
finding-fabric-no-adapters-message = No pool has an adapter for the network { $network }, so nothing is joined. Give a pool such adapters where it is to be.
finding-fabric-no-adapters-fix = Take the fabric out

finding-fabric-rate-above-adapter-title = Adapters are slower than { $asked }G
finding-fabric-rate-above-adapter-message = A link to a node is to run at { $asked } Gbit/s; { $nic } gives { $rate }. The fabric is left out.
finding-fabric-rate-above-adapter-fix = Use { $rate }G

finding-fabric-planes-unequal-title = Ports do not divide over { $planes } planes
finding-fabric-planes-unequal-message = { $nic } has { $ports ->
    [one] one port
   *[other] { $ports } ports
} of { $rate }G (splits: { $splits }). Each adapter needs as many links to every plane, so the fabric is left out.
finding-fabric-planes-unequal-fix = { $nearest ->
    [one] Use one plane
   *[other] Use { $nearest } planes
}

finding-fabric-growth-unplanned-title = Growth to { $later } nodes can’t be planned
finding-fabric-growth-unplanned-message = { $reason ->
    [reached] There are { $nodes } nodes already.
    [groups] A Dragonfly+ that gains a group deals the links between all groups again.
   *[mixed] The nodes bring different numbers of links, so what the { $later } will bring is not known.
} The fabric is left out.
finding-fabric-growth-unplanned-fix = Take grow_to_nodes out

finding-fabric-rails-unequal-title = Nodes have different rails
finding-fabric-rails-unequal-message = { $nodes } nodes bring { $endpoints } links, not as many each. Rails without a tier above need the same adapters in every node, so the fabric is left out.
finding-fabric-rails-unequal-fix = Join the rails: use auto

finding-fabric-rails-alone-title = Nothing joins the { $rails } rails
finding-fabric-rails-alone-message = { $islands } networks stand side by side. GPUs of different rails reach each other through their nodes only: an all-to-all passes { $inside } of its data over the links inside a node first. All-reduce keeps to rails.
finding-fabric-rails-alone-fix = Use rail-optimised to join them

finding-fabric-rails-alone-without-links-title = Rails that nothing joins, in nodes without full links
finding-fabric-rails-alone-without-links-message = In { $node }, { $domain } of { $gpus } GPUs are joined by links. Data that changes rails goes through the host, which is slower than the adapters.
finding-fabric-rails-alone-without-links-fix = Use rail-optimised to join the rails

finding-fabric-no-switch-title = No switch is chosen
finding-fabric-no-switch-message = { $endpoints } links of { $rate }G need a switch, and none is chosen, so nothing is counted for them.
finding-fabric-no-switch-fix = { $way ->
    [switch] Use { $value }
   *[none] Choose a switch
}

finding-fabric-protocol-title = Adapter and switch speak different protocols
finding-fabric-protocol-message = { $nic } and { $switch } have no protocol in common. The links would stay down, so the fabric is left out.
finding-fabric-protocol-fix = { $way ->
    [switch] Use { $value }
   *[none] Choose a switch or an adapter of the other’s protocol
}

finding-fabric-tier-protocol-title = Switches of two tiers speak different protocols
finding-fabric-tier-protocol-message = { $switch } and { $above } above it have no protocol in common. The links would stay down, so the fabric is left out.
finding-fabric-tier-protocol-fix = { $way ->
    [switch] Use { $value }
   *[same] Take the model of the tier below
}

finding-fabric-spectrum-x-needs-supernic-title = Spectrum-X needs a SuperNIC
finding-fabric-spectrum-x-needs-supernic-message = Per-packet routing reorders packets. { $nic } does not put them in order again, so flows are hashed onto single paths.
finding-fabric-spectrum-x-needs-supernic-fix = Use BlueField-3 SuperNICs

finding-fabric-leaf-ports-title = Leaf without that many ports
finding-fabric-leaf-ports-message = { $down } links down and { $up } up are asked of each leaf; { $rates ->
    [two] { $switch } has no such split at the two rates.
   *[one] { $switch } has { $radix } at this rate.
}
finding-fabric-leaf-ports-fix = { $rates ->
    [two] Leave the split to the ratio
   *[one] Ask for no more than { $radix } together
}
finding-fabric-nothing-to-join-title = Nothing to join
finding-fabric-nothing-to-join-message = { $endpoints } links and a switch of { $radix } ports leave nothing to wire.
finding-fabric-nothing-to-join-fix = Take the fabric out

finding-switch-no-such-rate-title = Switch has no { $rate }G links
finding-switch-no-such-rate-message = { $way ->
    [one_rate] { $switch } has no ports beside those to nodes that carry links of { $rate } Gbit/s between switches; two or more are needed.
   *[other] { $switch } offers { $links } links of { $rate } Gbit/s, as { $tier ->
        [above] the switches below have them
       *[other] the adapters have them
    }; two or more are needed.
}
finding-switch-no-such-rate-fix = { $way ->
    [switch] Use { $value }
    [one_rate] Let links between switches run at the rate of those to nodes
    [same] Take the model of the tier below
   *[none] Choose a switch with { $rate }G ports or splits
}

finding-switch-ports-exceeded-title = More links than the switches take
finding-switch-ports-exceeded-message = { $tiers ->
    [one] { $endpoints } links; one { $switch } with { $radix } ports takes { $max }.
   *[other] { $endpoints } links; { $tiers } tiers of { $switch } with { $radix } ports take { $max }.
}{ $rule ->
    [rails] {" "}Each rail takes leaves of its own, and the switches above have a port for every leaf or group.
    [rail] {" "}Each rail is a network of its own of one or two tiers.
    [group] {" "}Each group has a link to every other, from as many ports as its spines have left.
   *[ports] {""}
}
finding-switch-ports-exceeded-fix = { $way ->
    [topology] Use { $value }
    [switch] Use { $value }
    [ratio] Oversubscribe { $value } : 1
    [growth] Plan growth to { $value } nodes at most
    [larger] Choose a larger switch
   *[nodes] Use { $value } nodes at most
}

finding-fabric-nodes-unjoined-title = Nothing joins the nodes
finding-fabric-nodes-unjoined-message = { $nodes } nodes have no compute fabric between them. Each is computed for itself.
finding-fabric-nodes-unjoined-fix = Add a compute fabric

finding-fabric-workload-unjoined-title = Workload spans nodes that nothing joins
finding-fabric-workload-unjoined-message = { $workload } needs more GPUs than one node has; { $nodes } nodes have no compute fabric between them.
finding-fabric-workload-unjoined-fix = Add a compute fabric

finding-fabric-pool-without-adapters-title = Pool { $pool } is not on the fabric
finding-fabric-pool-without-adapters-message = { $node } has no adapters for the network { $network }, so its fabric leaves the pool out.
finding-fabric-pool-without-adapters-fix = Give the pool { $network } adapters

finding-fabric-network-twice-title = Network { $network } has a fabric already
finding-fabric-network-twice-message = { $first } joins all { $network } adapters; { $fabric } would need the same ports again, so it is left out. Networks side by side are planes of { $first }.
finding-fabric-network-twice-fix = Take { $fabric } out

finding-fabric-wish-unused-title = { $field ->
    [node_leaf_m] Length to the leaves has no place
    [leaf_spine_m] Length to the spines has no place
    [spine_core_m] Length to the core has no place
    [switch] Switch has no place
    [spine_switch] Spine switch has no place
    [core_switch] Core switch has no place
    [leaf_ports] Split of leaf ports has no place
    [extra_endpoints] Extra ports have no place
    [uplink_gbit_s] Rate between switches has no place
   *[oversubscription] Oversubscription has no place
}
finding-fabric-wish-unused-message = { $wish } is asked for, but { $tiers ->
    [0] a fabric without switches
    [1] a single switch
   *[other] a fabric of { $tiers } tiers
} has nothing that it applies to.
finding-fabric-wish-unused-fix = Take it out

finding-fabric-uneven-uplinks-title = Uplinks are uneven
finding-fabric-uneven-uplinks-message = { $tier ->
    [pod] { $cables } links from { $spines } spines to the core do not spread evenly, or pods differ in size: some pairs of pods have less bandwidth than others.
   *[leaf] { $uplinks } uplinks of a leaf do not spread evenly over { $spines ->
        [one] one spine
       *[other] { $spines } spines
    }: some pairs of leaves have less bandwidth than others.
}
finding-fabric-uneven-uplinks-fix = { $way ->
    [even] Raise the spines to an even count ({ $more } switches more)
   *[none] Change the node count or the switch
}

finding-fabric-more-spines-title = { $least ->
    [1] 1 spine would do, { $used } are used
   *[other] { $least } spines would do, { $used } are used
}
finding-fabric-more-spines-message = { $tiers ->
    [2] { $used } divides the { $uplinks } uplinks of a leaf, so every leaf has the same number of links to every spine.
   *[other] With { $used } every leaf has the same number of links to every spine of its pod.
}
finding-fabric-more-spines-fix = Use the minimum

finding-fabric-ratio-rounded-title = Oversubscription is { $delivered }, not { $requested }
finding-fabric-ratio-rounded-message = { $rates ->
    [two] { $down } links down and { $up } up give { $delivered } of bandwidth. The ports of a leaf allow no split between that and the request.
   *[one] { $radix } ports split into { $down } down and { $up } up give { $delivered }; one more downlink would give { $next }. The split below the request is used.
}
finding-fabric-ratio-rounded-fix = { $way ->
    [set] Ask for { $delivered }
   *[keep] Keep { $delivered }
}

finding-fabric-ratio-unused-title = One switch is not oversubscribed
finding-fabric-ratio-unused-message = A single switch joins all links at full rate; the requested { $requested } has no place.
finding-fabric-ratio-unused-fix = Ask for 1

finding-fabric-pod-ratio-unused-title = Two tiers have no pod ratio
finding-fabric-pod-ratio-unused-message = { $requested } is requested over all tiers, { $delivered } is delivered: with two tiers there is no core to save on.
finding-fabric-pod-ratio-unused-fix = Ask for the leaf ratio only

finding-fabric-routing-unsupported-title = Switch hashes flows only
finding-fabric-routing-unsupported-message = { $routing } routing is asked for; { $switch } chooses paths by hash. Few large flows collide on uplinks.
finding-fabric-routing-unsupported-fix = Plan with ECMP

finding-fabric-conserved-title = Ports, ends and ratio agree
finding-fabric-conserved-message = Fabric { $fabric }: ports used { $ports } from the leaves up; { $ends } cable ends pair up; ratio { $ratio }.

finding-fabric-not-conserved-title = Ports, ends and ratio disagree
finding-fabric-not-conserved-message = Fabric { $fabric }: ports used { $ports } from the leaves up, { $ends } cable ends, ratio { $ratio }. The counts contradict each other and must not be used.
finding-fabric-not-conserved-fix = Report the design as a fault of the engine

## Cables

finding-cable-too-long-title = Cable does not reach
finding-cable-too-long-message = { $part } reaches { $reach } m; from { $from } to { $to } it is { $length } m{ $length_is ->
    [estimated] , estimated
   *[placed] {""}
}.
finding-cable-too-long-fix = { $way ->
    [medium] Set cabling to { $other }
    [shorter] Bring both ends closer together
   *[none] Add a part that joins them under custom_parts
}

finding-cable-none-fits-title = No cable fits
finding-cable-none-fits-message = { $asked ->
    [auto] The catalogue has no part that joins { $from } and { $to } at { $rate } Gbit/s over { $length } m and fits { $switch } (cages { $cage }) and the other end (cages { $other_cage }).
   *[other] The catalogue has no { $asked } part that joins { $from } and { $to } at { $rate } Gbit/s and fits { $switch } (cages { $cage }) and the other end (cages { $other_cage }).
} The run is not in the bill of materials.
finding-cable-none-fits-fix = { $way ->
    [medium] Set cabling to { $other }
    [shorter] Shorten the run
   *[none] Add the part under custom_parts: none joins them at this length or less
}

finding-cable-reaches-title = Every cable reaches
finding-cable-reaches-message = Fabric { $fabric }: the longest run is { $length } m, within the reach of its parts.

## Racks

finding-rack-over-limit-title = Rack is over its limit
finding-rack-over-limit-message = { $contents } draws { $kw } kW at most in one rack, the limit is { $limit } kW.
finding-rack-over-limit-fix = Plan racks of { $next } kW

finding-rack-too-tall-title = Rack is too low
finding-rack-too-tall-message = { $contents } is { $height } U high, the rack has { $units } U.
finding-rack-too-tall-fix = Plan racks of { $height } U

finding-rack-power-unknown-title = Power of { $node } is unknown
finding-rack-power-unknown-message = It is not in any sum of power, and racks are filled by height only.
finding-rack-power-unknown-fix = Give its maximum power

finding-rack-within-limit-title = Racks stay within their limit
finding-rack-within-limit-message = The fullest draws { $kw } kW at most, the limit is { $limit } kW.

finding-rack-too-heavy-title = Rack is too heavy
finding-rack-too-heavy-message = { $contents } weighs { $value } kg in one rack, the limit is { $limit } kg.
finding-rack-too-heavy-fix = Plan { $next } kg a rack

finding-rack-weight-unknown-title = Weight of { $contents } is unknown
finding-rack-weight-unknown-message = The limit of weight does not count for its racks.
finding-rack-weight-unknown-fix = Give its weight

finding-rack-too-hot-title = Air cannot cool a rack
finding-rack-too-hot-message = { $contents } gives { $value } kW to the air in one rack, the air takes { $limit } kW.
finding-rack-too-hot-fix = Plan { $next } kW of air cooling a rack

finding-rack-needs-liquid-title = No liquid for the racks
finding-rack-needs-liquid-message = { $contents } is cooled by liquid, the site has none.
finding-rack-needs-liquid-fix = Bring liquid to the racks

finding-rack-no-room-title = Halls are full
finding-rack-no-room-message = The racks need { $rows } rows; { $halls ->
    [one] one hall
   *[other] { $halls } halls
} of { $per_hall } rows cannot take them.
finding-rack-no-room-fix = Plan { $needed } halls

## Workloads

finding-workload-not-modelled-title = { $kind ->
    [training] Training is not modelled yet
   *[inference] Inference is not modelled yet
}
finding-workload-not-modelled-message = { $workload } is kept in the design and answered with null.
finding-workload-not-modelled-fix = Use a collective of the same size for now

finding-workload-too-many-ranks-title = More ranks than GPUs
finding-workload-too-many-ranks-message = { $workload } asks for { $ranks } ranks, the design has { $gpus } GPUs.
finding-workload-too-many-ranks-fix = Use { $gpus } ranks

finding-workload-one-rank-title = One rank exchanges nothing
finding-workload-one-rank-message = { $workload } runs on a single GPU, so its collective is a copy at most.
finding-workload-one-rank-fix = { $way ->
    [all] Use all GPUs
   *[gpus] Add GPUs
}

finding-workload-nvls-unavailable-title = NVLS is not available
finding-workload-nvls-unavailable-message = { $workload } asks for reduction in the NVLink switch; no pool has an NVSwitch of the third generation or later. Rings and trees are used.
finding-workload-nvls-unavailable-fix = Leave the choice to the library
