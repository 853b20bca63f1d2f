//! A network that is to grow: what is built now is a part of what will be, link by link.

use std::collections::{BTreeMap, BTreeSet};

use podwright_sim_core::Design;
use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::cluster::resolve;
use podwright_sim_core::fabric::{Device, Layout, LinkGraph, Wiring, lay_out};
use proptest::prelude::*;
use serde_json::json;

fn built(
    count: u64,
    grow: Option<u64>,
    topology: &str,
    extra: u32,
    ratio: f64,
) -> Option<(Layout, LinkGraph)> {
    let mut design = json!({
        "schema": "podwright.design/1",
        "pools": [{ "id": "train", "node": "dgx-h100", "count": count }],
        "fabrics": [{ "id": "c", "topology": topology, "switch": "nvidia-qm9700",
                      "extra_endpoints": extra, "oversubscription": ratio }]
    });
    if let Some(nodes) = grow {
        design["fabrics"][0]["grow_to_nodes"] = json!(nodes);
    }
    let catalog = Catalog::builtin();
    let design = Design::from_value(&design).expect("a design");
    let (cluster, _) = resolve(&design, catalog);
    let (mut layouts, _) = lay_out(&design, &cluster, catalog);
    let layout = layouts.pop()?;
    let graph = Wiring::of(&layout, &cluster)
        .and_then(|wiring| wiring.graph())
        .expect("a graph");
    Some((layout, graph))
}

/// Cables by their two ends.
fn cables(graph: &LinkGraph) -> BTreeMap<(Device, Device), u32> {
    let mut cables = BTreeMap::new();
    for ends in graph.links() {
        *cables
            .entry((graph.device(ends.lower), graph.device(ends.upper)))
            .or_default() += 1;
    }
    cables
}

fn check(now: u64, later: u64, topology: &str, extra: u32, ratio: f64) {
    let Some((small, small_graph)) = built(now, Some(later), topology, extra, ratio) else {
        return;
    };
    let (large, large_graph) = built(later, None, topology, extra, ratio).expect("fits");
    let all = cables(&large_graph);
    let mut counted = [0_u64; 3];
    let (mut leaves, mut spines) = (BTreeSet::new(), BTreeSet::new());
    for ((lower, upper), count) in cables(&small_graph) {
        assert!(
            all.get(&(lower, upper))
                .is_some_and(|later| *later >= count),
            "{lower:?} to {upper:?} would be moved: {now} to {later} {topology}"
        );
        match (lower, upper) {
            (_, Device::Leaf(leaf)) => {
                leaves.insert(leaf);
                counted[0] += u64::from(count);
            }
            (_, Device::Spine(spine)) => {
                spines.insert(spine);
                counted[1] += u64::from(count);
            }
            _ => counted[2] += u64::from(count),
        }
    }
    // What the report counts is what is wired.
    let size = small.size.expect("sized");
    assert_eq!(
        counted,
        [
            size.cables_node_leaf,
            size.cables_leaf_spine,
            size.cables_spine_core
        ],
        "{now} to {later} {topology}"
    );
    assert_eq!(
        (leaves.len() as u64, spines.len() as u64, size.core),
        (size.leaf, size.spine, large.size.expect("sized").core),
        "{now} to {later} {topology}"
    );
    let top = |layout: &Layout| {
        let size = layout.size.expect("sized");
        if size.core > 0 {
            size.cables_spine_core
        } else {
            size.cables_leaf_spine
        }
    };
    assert_eq!(small.report.reserved_ports, top(&large) - top(&small));
    assert_eq!(small.report.grow_to_nodes, Some(later as u32));
}

/// One scalable unit that is to be four: 8 leaves of 32, all 16 spines, and half a spine's ports free for the rest.
#[test]
fn a_superpod_grows_by_units() {
    let (layout, _) = built(32, Some(128), "rail-optimized", 0, 1.0).expect("fits");
    let counts: Vec<u64> = layout.report.tiers.iter().map(|tier| tier.count).collect();
    assert_eq!(counts, [8, 16]);
    assert_eq!(layout.report.reserved_ports, 768);
    for (now, later, topology) in [
        (32, 128, "rail-optimized"),
        (31, 127, "auto"),
        (100, 1024, "rail-optimized"),
        (100, 1024, "three-tier"),
        (40, 200, "leaf-spine"),
        (20, 100, "rail-only"),
        (3, 8, "auto"),
    ] {
        check(now, later, topology, 4, 1.0);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn growing_moves_no_cable(
        now in 1_u64..300,
        more in 1_u64..400,
        topology in prop::sample::select(vec!["auto", "leaf-spine", "three-tier", "rail-optimized", "rail-only", "single-switch"]),
        extra in 0_u32..6,
        ratio in prop::sample::select(vec![1.0, 1.5, 3.0]),
    ) {
        check(now, now + more, topology, extra, ratio);
    }
}
