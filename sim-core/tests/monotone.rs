//! A node more never takes fewer switches or cables.
//!
//! Dragonfly+ is left out: each two groups are joined by equally many links, so counts jump with the number of groups.

use podwright_sim_core::design::SpineRule;
use podwright_sim_core::fabric::{ClosRequest, ClosSize, RailRequest, size_clos, size_rail_only};

const NODES: u64 = 200;
const RADICES: [u64; 11] = [8, 12, 16, 18, 24, 36, 40, 64, 72, 128, 144];
const PORTS: [u64; 8] = [1, 2, 3, 4, 8, 9, 18, 72];
/// Oversubscription of leaves and pods.
const RATIOS: [(f64, f64); 7] = [
    (1.0, 1.0),
    (1.5, 1.0),
    (2.0, 1.0),
    (3.0, 1.0),
    (1.0, 2.0),
    (1.0, 7.0),
    (2.9, 1.7),
];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Clos { by_rail: bool, tiers: Option<u32> },
    RailOnly,
}

fn size(kind: Kind, nodes: u64, ports: u64, extra: u64, asked: ClosRequest) -> Option<ClosSize> {
    let rails = Some(RailRequest {
        nodes,
        rails: ports,
        links_per_rail: 1,
    });
    let request = ClosRequest {
        endpoints: nodes * ports + extra,
        ..asked
    };
    match kind {
        Kind::RailOnly => size_rail_only(&ClosRequest { rails, ..request }),
        Kind::Clos { by_rail, tiers } => size_clos(&ClosRequest {
            rails: rails.filter(|_| by_rail),
            tiers,
            ..request
        }),
    }
    .ok()
}

/// Tier by tier. Where a request fits fewer tiers, a further tier only adds.
fn counts(size: &ClosSize) -> [u64; 6] {
    [
        size.leaf,
        size.spine,
        size.core,
        size.cables_node_leaf,
        size.cables_leaf_spine,
        size.cables_spine_core,
    ]
}

fn never_falls(kind: Kind, ports: u64, extra: u64, asked: ClosRequest) {
    let mut fewer: Option<(u64, ClosSize)> = None;
    for nodes in 1..=NODES {
        let Some(more) = size(kind, nodes, ports, extra, asked) else {
            continue;
        };
        if let Some((before, less)) = fewer {
            let rises = counts(&less)
                .iter()
                .zip(counts(&more))
                .all(|(less, more)| *less <= more);
            assert!(
                rises,
                "{before} to {nodes} nodes × {ports} + {extra}, {kind:?} {asked:?}: {less:?}, then {more:?}"
            );
        }
        fewer = Some((nodes, more));
    }
}

#[test]
fn a_node_more_takes_no_less_of_any_tier() {
    let kinds = [false, true]
        .into_iter()
        .flat_map(|by_rail| [None, Some(2), Some(3)].map(|tiers| Kind::Clos { by_rail, tiers }));
    for kind in kinds.chain([Kind::RailOnly]) {
        for radix in RADICES {
            for (leaf, pod) in RATIOS {
                // With one uplink a spine, small pods of a rail have no core switch in common: pods reach over rails from the
                // first size on where that happens, and have fewer spines than before.
                if radix == 8 && pod == 7.0 {
                    continue;
                }
                for spines in [SpineRule::Even, SpineRule::Minimal] {
                    let asked = ClosRequest {
                        endpoints: 0,
                        radix,
                        rails: None,
                        tiers: None,
                        leaf_oversubscription: leaf,
                        pod_oversubscription: pod,
                        spines,
                        ..ClosRequest::default()
                    };
                    for ports in PORTS {
                        for extra in [0, 1, 4] {
                            never_falls(kind, ports, extra, asked);
                        }
                    }
                }
            }
        }
    }
}

/// The same with larger or smaller switches above the leaves.
#[test]
fn nor_with_a_model_for_each_tier() {
    for (leaf, spine, core) in [
        (64, 128, 128),
        (64, 512, 512),
        (64, 128, 512),
        (128, 64, 64),
        (36, 800, 800),
        (64, 576, 128),
    ] {
        for (leaf_ratio, pod_ratio) in RATIOS {
            for spines in [SpineRule::Even, SpineRule::Minimal] {
                let asked = ClosRequest {
                    radix: leaf,
                    upper_radix: Some(spine),
                    core_radix: Some(core),
                    leaf_oversubscription: leaf_ratio,
                    pod_oversubscription: pod_ratio,
                    spines,
                    ..ClosRequest::default()
                };
                for by_rail in [false, true] {
                    for tiers in [None, Some(2), Some(3)] {
                        for ports in [1, 8, 72] {
                            never_falls(Kind::Clos { by_rail, tiers }, ports, 4, asked);
                        }
                    }
                }
            }
        }
    }
}

/// The sizes that were told to fall: 92 and 93 DGX B200, 68 and 69 DGX H200 of eight links on 64 ports, and 25 to 28 GB200
/// NVL72 of 72 links on 128, all in three tiers. Core switches are as many as the links need.
#[test]
fn core_switches_are_as_many_as_the_links_need() {
    for (nodes, ports, radix, core) in [
        (92, 8, 64, 12),
        (93, 8, 64, 12),
        (68, 8, 64, 9),
        (69, 8, 64, 9),
        (25, 72, 128, 15),
        (26, 72, 128, 15),
        (27, 72, 128, 16),
        (28, 72, 128, 16),
    ] {
        let asked = ClosRequest {
            endpoints: nodes * ports,
            radix,
            rails: None,
            tiers: Some(3),
            leaf_oversubscription: 1.0,
            pod_oversubscription: 1.0,
            spines: SpineRule::Even,
            ..ClosRequest::default()
        };
        let size = size_clos(&asked).expect("fits");
        assert_eq!(size.core, core, "{nodes} × {ports}");
        assert_eq!(size.core, size.cables_spine_core.div_ceil(radix));
        // Links of a pod that do not divide by the core switches are said.
        let pod = size.cables_spine_core / size.groups;
        assert_eq!(
            size.even,
            pod.is_multiple_of(core),
            "{nodes} × {ports}: {size:?}"
        );
    }
}
