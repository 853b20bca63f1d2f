//! Whatever is asked for: an error that says what would fit, or a network whose list of links joins every pair, uses no
//! more ports than there are, has each cable once and delivers the ratio.

use std::collections::BTreeSet;

use podwright_sim_core::design::{LeafPorts, Routing, SpineRule};
use podwright_sim_core::fabric::{
    ClosRequest, ClosSize, Device, LinkGraph, NodePorts, RailRequest, SizingError, Wiring,
    size_clos, size_dragonfly, size_rail_only,
};
use podwright_sim_core::flow::solve;
use podwright_sim_core::units::BytesPerSecond;
use proptest::prelude::*;

#[derive(Clone, Copy, Debug)]
enum Kind {
    Clos { by_rail: bool },
    RailOnly,
    Dragonfly,
}

#[derive(Clone, Copy, Debug)]
struct Ask {
    kind: Kind,
    nodes: u64,
    ports: u64,
    extra: u64,
    radix: u64,
    leaf: f64,
    pod: f64,
    tiers: Option<u32>,
    spines: SpineRule,
    leaf_ports: Option<LeafPorts>,
    upper_radix: Option<u64>,
    core_radix: Option<u64>,
    pod_leaves: Option<u64>,
}

impl Ask {
    /// As most designs are: all ports of one sort of switch.
    const fn plain(kind: Kind, nodes: u64, ports: u64, radix: u64) -> Self {
        Self {
            kind,
            nodes,
            ports,
            extra: 0,
            radix,
            leaf: 1.0,
            pod: 1.0,
            tiers: None,
            spines: SpineRule::Even,
            leaf_ports: None,
            upper_radix: None,
            core_radix: None,
            pod_leaves: None,
        }
    }

    /// The ratio at the leaves that is asked for.
    fn leaf_ratio(&self) -> f64 {
        self.leaf_ports.map_or(self.leaf, |ports| {
            f64::from(ports.down) / f64::from(ports.up)
        })
    }
}

impl Ask {
    fn request(&self) -> ClosRequest {
        let by_rail = matches!(self.kind, Kind::Clos { by_rail: true } | Kind::RailOnly);
        ClosRequest {
            endpoints: self.nodes * self.ports + self.extra,
            radix: self.radix,
            rails: by_rail.then_some(RailRequest {
                nodes: self.nodes,
                rails: self.ports,
                links_per_rail: 1,
            }),
            tiers: self.tiers,
            leaf_oversubscription: self.leaf,
            pod_oversubscription: self.pod,
            spines: self.spines,
            leaf_ports: self.leaf_ports,
            upper_radix: self.upper_radix,
            core_radix: self.core_radix,
            pod_leaves: self.pod_leaves,
            uplinks: None,
        }
    }

    fn size(&self) -> Result<ClosSize, SizingError> {
        let request = self.request();
        match self.kind {
            Kind::Clos { .. } => size_clos(&request),
            Kind::RailOnly => size_rail_only(&request),
            Kind::Dragonfly => size_dragonfly(&request),
        }
    }

    fn graph(&self, size: ClosSize) -> LinkGraph {
        let wiring = Wiring {
            size,
            radix: self.radix,
            nodes: vec![NodePorts {
                nodes: self.nodes,
                ports: self.ports,
            }],
            by_rail: self.request().rails.is_some(),
            extra: size.cables_node_leaf - self.nodes * self.ports,
            rate: BytesPerSecond::from_gbit_s(400.0),
        };
        wiring
            .graph()
            .unwrap_or_else(|error| panic!("{self:?}: {error}: {size:?}"))
    }
}

fn any_ask() -> impl Strategy<Value = Ask> {
    let kind = prop_oneof![
        3 => any::<bool>().prop_map(|by_rail| Kind::Clos { by_rail }),
        1 => Just(Kind::RailOnly),
        1 => Just(Kind::Dragonfly),
    ];
    let ratio = || prop_oneof![Just(1.0), 1.0_f64..4.0];
    (
        (kind, 1_u64..60, 1_u64..10, 0_u64..5, 2_u64..17),
        (
            ratio(),
            ratio(),
            prop::option::of(1_u32..=3),
            prop::bool::ANY,
        ),
        (
            prop::option::weighted(0.25, (1_u32..=8, 1_u32..=8)),
            prop::option::weighted(0.25, 2_u64..25),
            prop::option::weighted(0.25, 2_u64..25),
            prop::option::weighted(0.25, 1_u64..12),
        ),
    )
        .prop_map(
            |(
                (kind, nodes, ports, extra, radix),
                (leaf, pod, tiers, even),
                (split, upper_radix, core_radix, pod_leaves),
            )| {
                let half = (radix / 2) as u32;
                let spines = if even {
                    SpineRule::Even
                } else {
                    SpineRule::Minimal
                };
                Ask {
                    extra,
                    leaf,
                    pod,
                    tiers,
                    spines,
                    leaf_ports: split.map(|(down, up)| LeafPorts {
                        down: down.min(half),
                        up: up.min(half),
                    }),
                    upper_radix,
                    core_radix,
                    pod_leaves,
                    ..Ask::plain(kind, nodes, ports, radix)
                }
            },
        )
}

/// What is counted over the list: ports by device, both ends of every cable.
fn check_cables(ask: &Ask, size: &ClosSize, graph: &LinkGraph) {
    let mut ports = vec![0_u64; graph.devices() as usize];
    let (mut between, mut spine_core, mut leaf_spine) = (0, 0, 0);
    for ends in graph.links() {
        ports[ends.lower as usize] += 1;
        ports[ends.upper as usize] += 1;
        match (graph.device(ends.lower), graph.device(ends.upper)) {
            (Device::Port { .. } | Device::Extra(_), Device::Leaf(_)) => {}
            (Device::Leaf(_), Device::Spine(_)) => leaf_spine += 1,
            (Device::Spine(_), Device::Core(_)) => spine_core += 1,
            (Device::Spine(near), Device::Spine(far)) => {
                assert_ne!(graph.group_of_spine(near), graph.group_of_spine(far));
                between += 1;
            }
            ends => panic!("no such link: {ends:?}"),
        }
    }
    assert_eq!(graph.links().len() as u64, size.cables());
    assert_eq!(
        (leaf_spine, spine_core, between),
        (
            size.cables_leaf_spine,
            size.cables_spine_core,
            size.cables_spine_spine
        )
    );
    for (device, used) in ports.iter().enumerate() {
        match graph.device(device as u32) {
            Device::Port { .. } | Device::Extra(_) => assert_eq!(*used, 1),
            device => {
                let most = match device {
                    Device::Leaf(_) => ask.radix,
                    Device::Core(_) => ask.core_radix.or(ask.upper_radix).unwrap_or(ask.radix),
                    _ => ask.upper_radix.unwrap_or(ask.radix),
                };
                assert!(
                    (1..=most).contains(used),
                    "{device:?}: {used} ports: {ask:?} {size:?}"
                );
            }
        }
    }
    if let Some((least, most)) = graph.links_leaf_to_spine() {
        assert!(least == most || !size.even, "{ask:?}: {size:?}");
        assert!(least >= 1, "{ask:?}: {size:?}");
    }
}

/// From every leaf to every other of its island, over every spine above it that leads there.
fn check_joined(ask: &Ask, graph: &LinkGraph) {
    let mut first = vec![None; graph.leaves() as usize];
    for endpoint in 0..graph.endpoints() {
        first[graph.leaf_of(endpoint) as usize].get_or_insert(endpoint);
    }
    let ends: Vec<u32> = first.into_iter().flatten().collect();
    let island = |end| graph.island_of_leaf(graph.leaf_of(end));
    let pairs: Vec<(u32, u32)> = ends
        .iter()
        .flat_map(|from| ends.iter().map(move |to| (*from, *to)))
        .filter(|(from, to)| from != to)
        .collect();
    for routing in [Routing::Ecmp, Routing::Spray] {
        let solved = solve(graph, &pairs, routing, 1, &[]).expect("solved");
        for ((from, to), rate) in pairs.iter().zip(solved.rates()) {
            assert_eq!(
                rate.is_some(),
                island(*from) == island(*to),
                "{from} to {to}: {ask:?}"
            );
        }
    }
}

/// Delivered ratios, counted on the list: what comes from below a switch over what leads up from it.
fn check_ratios(ask: &Ask, size: &ClosSize, graph: &LinkGraph) {
    if size.tiers < 2 {
        return;
    }
    assert!(
        size.leaf_ratio <= ask.leaf_ratio() + 1e-9,
        "{ask:?}: {size:?}"
    );
    assert!(
        size.pod_ratio <= ask.pod.max(1.0) + 1e-9,
        "{ask:?}: {size:?}"
    );
    let mut down = vec![0_u32; graph.spines() as usize];
    for leaf in 0..graph.leaves() {
        for link in graph.uplinks_of_leaf(leaf) {
            down[graph.spine_above(link) as usize] += 1;
        }
    }
    if graph.cores() > 0 {
        let worst = (0..graph.spines())
            .map(|spine| {
                let up = graph.uplinks_of_spine(spine).len();
                f64::from(down[spine as usize]) / up as f64
            })
            .fold(0.0, f64::max);
        assert!(
            (worst - size.pod_ratio).abs() < 1e-9,
            "{worst}: {ask:?} {size:?}"
        );
    }
}

fn check(ask: &Ask) {
    match ask.size() {
        Ok(size) => {
            let graph = ask.graph(size);
            check_cables(ask, &size, &graph);
            check_joined(ask, &graph);
            check_ratios(ask, &size, &graph);
            assert!(
                size.cables_node_leaf <= size.max_endpoints,
                "{ask:?}: {size:?}"
            );
        }
        Err(SizingError::TooManyEndpoints { endpoints, max, .. }) => {
            assert!(max < endpoints, "{ask:?}: {max} would fit");
            // What is said to fit does.
            let ports = match ask.kind {
                Kind::Dragonfly => 1,
                _ => ask.ports,
            };
            let nodes = max / ports;
            let fitting = Ask {
                nodes,
                ports,
                extra: 0,
                ..*ask
            };
            if nodes > 0 {
                assert!(fitting.size().is_ok(), "{ask:?}: {nodes} nodes");
            }
        }
        Err(SizingError::Degenerate) => panic!("{ask:?}"),
    }
}

/// Three rails of one leaf each and a leaf for a manager, under spines that reach one leaf each: four groups, not six.
#[test]
fn no_group_is_without_a_leaf() {
    let ask = Ask {
        extra: 1,
        core_radix: Some(6),
        ..Ask::plain(Kind::Clos { by_rail: true }, 1, 3, 2)
    };
    check(&ask);
    assert_eq!(ask.size().map(|size| size.groups), Ok(4));
}

/// Groups of leaves beyond the ports of a core switch: two of them had no core switch in common.
#[test]
fn a_core_switch_reaches_every_group_or_the_request_is_refused() {
    for (nodes, ports, radix) in [(13, 4, 6), (17, 4, 6), (12, 4, 6), (11, 5, 8), (17, 4, 8)] {
        check(&Ask::plain(
            Kind::Clos { by_rail: true },
            nodes,
            ports,
            radix,
        ));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn it_is_refused_or_it_can_be_wired(ask in any_ask()) {
        check(&ask);
    }
}

/// Every adapter of a node in rail order meets the same adapter of every other node, and no other, where rails stand alone.
#[test]
fn rails_alone_are_networks_of_their_own() {
    for (nodes, leaf, spine) in [
        (32, 8, 0),
        (64, 8, 0),
        (65, 24, 16),
        (256, 64, 32),
        (2048, 512, 256),
    ] {
        let ask = Ask::plain(Kind::RailOnly, nodes, 8, 64);
        let size = ask.size().expect("fits");
        assert_eq!(
            (size.leaf, size.spine, size.core),
            (leaf, spine, 0),
            "{nodes}"
        );
        assert_eq!(size.islands, 8);
        let graph = ask.graph(size);
        let mut islands = BTreeSet::new();
        for node in 0..graph.nodes() {
            for (rail, port) in graph.ports_of(node).enumerate() {
                assert_eq!(graph.rail_of(port), Some(rail as u32));
                islands.insert((rail, graph.island_of_leaf(graph.leaf_of(port))));
            }
        }
        assert_eq!(islands.len(), 8, "one island a rail");
    }
    let ask = Ask::plain(Kind::RailOnly, 2049, 8, 64);
    assert_eq!(
        ask.size(),
        Err(SizingError::TooManyEndpoints {
            endpoints: 2049 * 8,
            max: 2048 * 8,
            tiers: 2
        })
    );
}

/// Shpiner et al. (2017): groups of (R/2)² endpoints, (R/2)² + 1 of them.
#[test]
fn dragonflies_are_as_large_as_published() {
    for (radix, max) in [(36, 105_300), (40, 160_400), (64, 1_049_600)] {
        let request = |endpoints| ClosRequest {
            endpoints,
            radix,
            rails: None,
            tiers: None,
            leaf_oversubscription: 1.0,
            pod_oversubscription: 1.0,
            spines: SpineRule::Even,
            ..ClosRequest::default()
        };
        let size = size_dragonfly(&request(max)).expect("fits");
        let half = radix / 2;
        assert_eq!(size.max_endpoints, max);
        assert_eq!(
            (
                size.groups,
                size.leaf,
                size.spine,
                size.links_group_to_group
            ),
            (
                half * half + 1,
                half * (half * half + 1),
                half * (half * half + 1),
                1
            )
        );
        assert!(size.even);
        assert_eq!(
            size_dragonfly(&request(max + 1)),
            Err(SizingError::TooManyEndpoints {
                endpoints: max + 1,
                max,
                tiers: 2
            })
        );
    }
}
