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
