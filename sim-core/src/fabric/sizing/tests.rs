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
        assert_eq!(max_endpoints(radix, 2, 1.0, 1.0), two);
        assert_eq!(max_endpoints(radix, 3, 1.0, 1.0), three);
        assert!(size_clos(&request(three, radix)).is_ok());
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

proptest! {
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
