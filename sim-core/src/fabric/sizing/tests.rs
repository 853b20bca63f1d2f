//! Published tables, maxima and laws of the sizing.

use proptest::prelude::*;

use super::*;
use crate::design::SpineRule;

fn request(endpoints: u64, radix: u64) -> ClosRequest {
    ClosRequest {
        endpoints,
        radix,
        rails: None,
        tiers: None,
        leaf_oversubscription: 1.0,
        pod_oversubscription: 1.0,
        spines: SpineRule::Even,
        ..ClosRequest::default()
    }
}

/// Published tables: DGX SuperPOD H100 reference architecture (tables 3 and 4, with UFM ports), B200 (table 3.1),
/// B300 XDR, GB300, and A100 (140 nodes). Columns: nodes, extra ports, adapters a node, radix, leaf, spine, core,
/// leaf-spine cables, spine-core cables.
#[test]
fn published_reference_designs_are_reproduced() {
    let table = [
        (31, 4, 8, 64, 8, 4, 0, 256, 0),
        (63, 4, 8, 64, 16, 8, 0, 512, 0),
        (95, 4, 8, 64, 24, 16, 0, 768, 0),
        (127, 4, 8, 64, 32, 16, 0, 1024, 0),
        (64, 0, 8, 64, 16, 8, 0, 512, 0),
        (128, 0, 8, 64, 32, 16, 0, 1024, 0),
        (256, 0, 8, 64, 64, 32, 0, 2048, 0),
        (512, 0, 8, 64, 128, 128, 64, 4096, 4096),
        (1024, 0, 8, 64, 256, 256, 128, 8192, 8192),
        (2048, 0, 8, 64, 512, 512, 256, 16384, 16384),
        (72, 0, 8, 144, 8, 4, 0, 576, 0),
        (144, 0, 8, 144, 16, 8, 0, 1152, 0),
        (288, 0, 8, 144, 32, 18, 0, 2304, 0),
        (576, 0, 8, 144, 64, 36, 0, 4608, 0),
        (1296, 0, 8, 144, 144, 72, 0, 10368, 0),
        (2304, 0, 4, 144, 128, 72, 0, 9216, 0),
        (140, 0, 8, 40, 56, 80, 28, 1120, 1120),
    ];
    for (nodes, extra, nics, radix, leaf, spine, core, leaf_spine, spine_core) in table {
        let size = size_clos(&ClosRequest {
            rails: Some(RailRequest {
                nodes,
                rails: nics,
                links_per_rail: 1,
            }),
            ..request(nodes * nics + extra, radix)
        })
        .expect("fits");
        assert_eq!(
            (
                size.leaf,
                size.spine,
                size.core,
                size.cables_leaf_spine,
                size.cables_spine_core
            ),
            (leaf, spine, core, leaf_spine, spine_core),
            "{nodes} nodes × {nics} + {extra}, radix {radix}"
        );
        assert!(size.even, "{nodes} × {nics}");
    }
}

#[test]
fn minimal_spines_of_xdr_are_16_and_32() {
    for (nodes, spine) in [(288, 16), (576, 32)] {
        let size = size_clos(&ClosRequest {
            spines: SpineRule::Minimal,
            ..request(nodes * 8, 144)
        })
        .expect("fits");
        assert_eq!(size.spine, spine);
    }
}

/// R, R²/2 and R³/4: the maxima of non-blocking fat trees as vendors print them.
#[test]
fn maxima_are_those_of_fat_trees() {
    for (radix, two, three) in [
        (36, 648, 11_664),
        (40, 800, 16_000),
        (64, 2_048, 65_536),
        (128, 8_192, 524_288),
        (144, 10_368, 746_496),
    ] {
        for (tiers, most) in [(2, two), (3, three)] {
            let asked = ClosRequest {
                tiers: Some(tiers),
                ..request(most, radix)
            };
            assert_eq!(size_clos(&asked).expect("fits").max_endpoints, most);
        }
        assert!(matches!(
            size_clos(&request(three + 1, radix)),
            Err(SizingError::TooManyEndpoints { max, .. }) if max == three
        ));
    }
}

#[test]
fn downlinks_are_the_most_within_the_ratio() {
    for (radix, ratio, down) in [
        (64, 1.0, 32),
        (64, 3.0, 48),
        (64, 2.0, 42),
        (64, 7.0, 56),
        (128, 1.5, 76),
    ] {
        assert_eq!(leaf_downlinks(radix, ratio), down, "{radix} at {ratio}");
    }
}

/// Cages of 800G with two links of 400G down or one of 800G up each.
fn two_rates(cages: u64) -> UplinkPorts {
    UplinkPorts {
        radix: cages,
        rate: 2.0,
        most: [2 * cages, cages],
        per_cage: [2, 1],
        shared_cages: Some(cages),
    }
}

/// 48 ports of 25G and 8 of 100G: a switch for the top of a rack.
const TOP_OF_RACK: UplinkPorts = UplinkPorts {
    radix: 8,
    rate: 4.0,
    most: [48, 8],
    per_cage: [1, 1],
    shared_cages: None,
};

/// Counts by hand: downlinks and uplinks of a leaf, and the ratio of bandwidth.
#[test]
fn leaves_split_by_bandwidth() {
    for (ports, asked, down, up, ratio) in [
        // 32 cages each way: 64 x 400 = 32 x 800.
        (two_rates(64), 1.0, 64, 32, 1.0),
        (two_rates(64), 2.0, 84, 21, 2.0),
        (two_rates(64), 3.0, 96, 16, 3.0),
        // 8 x 100 carry 32 x 25.
        (TOP_OF_RACK, 1.0, 32, 8, 1.0),
        (TOP_OF_RACK, 1.5, 48, 8, 1.5),
        (TOP_OF_RACK, 3.0, 48, 4, 3.0),
        (TOP_OF_RACK, 64.0, 48, 1, 12.0),
    ] {
        let request = ClosRequest {
            uplinks: Some(ports),
            leaf_oversubscription: asked,
            tiers: Some(2),
            ..request(2 * down, 128)
        };
        assert_eq!(request.leaf_split(), Some((down, up)), "{asked}");
        let size = size_clos(&request).expect("fits");
        assert_eq!((size.leaf, size.leaf_down, size.leaf_up), (2, down, up));
        assert!((size.leaf_ratio - ratio).abs() < 1e-9, "{asked}: {size:?}");
    }
}

/// With 64 cages of 800G: 64 leaves of 64 links in two tiers, 32 × 64 × 64 in three.
#[test]
fn maxima_of_two_rates() {
    for (tiers, max) in [(2, 4096), (3, 131_072)] {
        let request = |endpoints| ClosRequest {
            uplinks: Some(two_rates(64)),
            tiers: Some(tiers),
            ..request(endpoints, 128)
        };
        let size = size_clos(&request(max)).expect("fits");
        assert_eq!(size.max_endpoints, max);
        assert_eq!(size.leaf, max / 64);
        assert!(matches!(
            size_clos(&request(max + 1)),
            Err(SizingError::TooManyEndpoints { max: most, .. }) if most == max
        ));
    }
}

proptest! {
    /// Conservation with two rates: cages of a leaf suffice, links above fit the ports, the ratio of bandwidth is kept, and
    /// no leaf could take another downlink.
    #[test]
    fn two_rates_conserve(
        endpoints in 1_u64..20_000,
        cages in 4_u64..80,
        per_cage in [1_u64..9, 1_u64..9],
        rate in 0.1_f64..16.0,
        apart in any::<bool>(),
        ratio in 1.0_f64..8.0,
        pod_ratio in 1.0_f64..4.0,
        rails in prop::option::of(1_u64..9),
    ) {
        let most = per_cage.map(|links| links * cages);
        let ports = UplinkPorts {
            radix: most[1],
            rate,
            most,
            per_cage,
            shared_cages: (!apart).then_some(cages),
        };
        let rails = rails.map(|rails| RailRequest {
            nodes: endpoints.div_ceil(rails),
            rails,
            links_per_rail: 1,
        });
        let endpoints = rails.map_or(endpoints, |r| r.nodes * r.rails);
        let asked = ClosRequest {
            uplinks: Some(ports),
            leaf_oversubscription: ratio,
            pod_oversubscription: pod_ratio,
            rails,
            ..request(endpoints, most[0])
        };
        let fits = |down: u64, up: u64| {
            let need = down.div_ceil(per_cage[0]) + up.div_ceil(per_cage[1]);
            down <= most[0] && up <= most[1] && (apart || need <= cages)
        };
        let least_up = |down: u64| (1..=most[1]).find(|up| down as f64 <= ratio * rate * *up as f64 + 1e-6);
        if let Some((down, up)) = asked.leaf_split() {
            prop_assert!(fits(down, up));
            prop_assert!(least_up(down + 1).is_none_or(|up| !fits(down + 1, up)));
        }
        if let Ok(size) = size_clos(&asked) {
            prop_assert_eq!(size.cables_node_leaf, endpoints);
            prop_assert!(size.cables_node_leaf <= size.leaf * size.leaf_down);
            if size.tiers >= 2 {
                let carried = size.leaf_up as f64 * rate;
                prop_assert!((size.leaf_ratio - size.leaf_down as f64 / carried).abs() < 1e-9);
                prop_assert!(size.leaf_ratio <= ratio + 1e-6);
                prop_assert!(size.cables_leaf_spine + size.cables_spine_core <= size.spine * ports.radix);
            }
            if size.tiers == 3 {
                prop_assert!(size.cables_spine_core <= size.core * ports.radix);
            }
        }
    }

    /// Conservation: no tier uses more ports than it has, every cable has two ends, and the delivered ratio is
    /// never above the request.
    #[test]
    fn ports_are_conserved(
        endpoints in 1_u64..200_000,
        half in 2_u64..100,
        leaf_ratio in 1.0_f64..8.0,
        pod_ratio in 1.0_f64..8.0,
        rails in prop::option::of(1_u64..16),
        minimal in any::<bool>(),
    ) {
        let radix = half * 2;
        let rails = rails.map(|rails| RailRequest {
            nodes: endpoints.div_ceil(rails),
            rails,
            links_per_rail: 1,
        });
        let endpoints = rails.map_or(endpoints, |r| r.nodes * r.rails);
        let size = size_clos(&ClosRequest {
            leaf_oversubscription: leaf_ratio,
            pod_oversubscription: pod_ratio,
            rails,
            spines: if minimal { SpineRule::Minimal } else { SpineRule::Even },
            ..request(endpoints, radix)
        });
        if let Ok(size) = size {
            prop_assert_eq!(size.cables_node_leaf, endpoints);
            prop_assert!(size.cables_node_leaf + size.cables_leaf_spine <= size.leaf * radix);
            prop_assert!(size.cables_node_leaf <= size.leaf * size.leaf_down);
            if size.tiers >= 2 {
                prop_assert_eq!(size.cables_leaf_spine, size.leaf * size.leaf_up);
                prop_assert!(size.leaf_ratio <= leaf_ratio + 1e-9);
                prop_assert!(size.cables_leaf_spine + size.cables_spine_core <= size.spine * radix, "{:?}", size);
            }
            if size.tiers == 3 {
                prop_assert!(size.cables_spine_core <= size.core * radix);
                prop_assert!(size.pod_ratio <= pod_ratio + 1e-9);
            }
        }
    }
}
