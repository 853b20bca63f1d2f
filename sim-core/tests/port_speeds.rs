//! Fabrics whose links to nodes and between switches run at different rates.

use podwright_sim_core::Design;
use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::cluster::resolve;
use podwright_sim_core::design::Routing;
use podwright_sim_core::evaluate_builtin;
use podwright_sim_core::fabric::{Wiring, lay_out};
use podwright_sim_core::flow::{LinkTier, solve};
use podwright_sim_core::placement::cut_sheet;
use podwright_sim_core::report::{FabricReport, Report, Severity};
use proptest::prelude::*;
use serde_json::{Value, json};

#[expect(
    clippy::needless_pass_by_value,
    reason = "JSON literals are written in place"
)]
fn design(node: &str, count: u64, fabric: Value) -> Design {
    let mut spec = json!({ "id": "f" });
    for (key, value) in fabric.as_object().expect("an object") {
        spec[key] = value.clone();
    }
    Design::from_value(&json!({
        "schema": "podwright.design/1",
        "pools": [{ "id": "train", "node": node, "count": count }],
        "fabrics": [spec]
    }))
    .expect("a design")
}

fn fabric(report: &Report) -> &FabricReport {
    let errors: Vec<_> = report
        .findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
        .map(|finding| (&finding.code, &finding.message))
        .collect();
    assert!(errors.is_empty(), "{errors:?}");
    &report.fabrics[0]
}

/// HGX H100 with SuperNICs on 64 × 800G: 64 links of 400G down and 32 of 800G up from each leaf.
#[test]
fn cages_are_split_for_each_side() {
    let report = evaluate_builtin(&design(
        "hgx-h100-8",
        128,
        json!({ "switch": "nvidia-sn5600", "topology": "leaf-spine", "uplink_gbit_s": 800 }),
    ));
    let fabric = fabric(&report);
    assert_eq!(
        (fabric.link_gbit_s, fabric.uplink_gbit_s),
        (400.0, Some(800.0))
    );
    let leaf = &fabric.tiers[0];
    assert_eq!(
        (leaf.count, leaf.down_per_switch, leaf.up_per_switch),
        (16, 64, 32)
    );
    let sides: Vec<_> = leaf
        .sides
        .iter()
        .map(|side| {
            (
                side.to.as_str(),
                side.gbit_s,
                side.ports_used,
                side.ports_total,
            )
        })
        .collect();
    assert_eq!(
        sides,
        [("node", 400.0, 1024, 1024), ("switch", 800.0, 512, 512)]
    );
    assert_eq!((leaf.cages_used, leaf.cages_total), (1024, 1024));
    assert_eq!(
        (fabric.tiers[1].count, fabric.tiers[1].ports_used),
        (8, 512)
    );
    assert_eq!(fabric.oversubscription, 1.0);
    // 1,024 links of 400 Gbit/s: half of them to the other half.
    assert_eq!(fabric.bisection_gb_s, 512.0 * 50.0);
    let up: Vec<_> = fabric
        .cables
        .iter()
        .filter(|cable| cable.from == "leaf")
        .collect();
    assert!(
        up.iter()
            .all(|cable| cable.gbit_s == Some(800.0) && cable.kind != "unknown")
    );
    assert_eq!(up.iter().map(|cable| cable.count).sum::<u64>(), 512);
    assert!(
        report
            .bom
            .lines
            .iter()
            .any(|line| line.part_id == "osfp-800g-dr8")
    );
}

/// Ports that a switch keeps for uplinks are used as such without a word in the design.
#[test]
fn ports_kept_for_uplinks_are_used() {
    let report = evaluate_builtin(&design(
        "dgx-h100",
        100,
        json!({ "network": "oob", "switch": "nvidia-sn2201", "topology": "leaf-spine" }),
    ));
    let fabric = fabric(&report);
    assert_eq!(
        (fabric.link_gbit_s, fabric.uplink_gbit_s),
        (1.0, Some(100.0))
    );
    let leaf = &fabric.tiers[0];
    assert_eq!(
        (leaf.count, leaf.down_per_switch, leaf.up_per_switch),
        (3, 48, 1)
    );
    assert_eq!((leaf.ports_total, leaf.cages_total), (3 * 52, 3 * 52));
    assert!((fabric.oversubscription - 0.48).abs() < 1e-9);
    assert_eq!(fabric.cables[0].kind, "base_t");
}

#[test]
fn ports_have_the_names_of_their_group() {
    let names = |design: Design, from: &str| -> Vec<(String, String)> {
        let catalog = Catalog::builtin();
        let (cluster, _) = resolve(&design, catalog);
        let (layouts, _) = lay_out(&design, &cluster, catalog);
        let sheet = cut_sheet(&design.site, &cluster, &layouts, None).expect("a list");
        sheet
            .lines
            .iter()
            .filter(|line| line.from_device == from)
            .map(|line| {
                (
                    line.from_port.clone().unwrap_or_default(),
                    line.to_port.clone(),
                )
            })
            .collect()
    };
    let oob = json!({ "network": "oob", "switch": "nvidia-sn2201", "topology": "leaf-spine" });
    assert_eq!(
        names(design("dgx-h100", 100, oob), "f-leaf-2"),
        [("swp49".into(), "swp50".into())]
    );
    let compute =
        json!({ "switch": "nvidia-sn5600", "topology": "leaf-spine", "uplink_gbit_s": 800 });
    let up = names(design("hgx-h100-8", 16, compute), "f-leaf-1");
    assert_eq!(up.len(), 32);
    // 64 links of 400G fill 32 cages.
    assert_eq!(up[0].0, "swp33");
    assert_eq!(up[31].0, "swp64");
}

/// A rate between switches that is the nodes' own changes nothing but the design's hash.
#[test]
fn one_rate_said_twice_is_one_rate() {
    for node in ["dgx-h100", "hgx-h100-8"] {
        let wish = json!({ "switch": "nvidia-sn5600" });
        let mut said = wish.clone();
        (said["downlink_gbit_s"], said["uplink_gbit_s"]) = (json!(400), json!(400));
        let plain = evaluate_builtin(&design(node, 40, wish));
        let mut twice = evaluate_builtin(&design(node, 40, said));
        assert_ne!(plain.design_hash, twice.design_hash);
        twice.design_hash.clone_from(&plain.design_hash);
        assert_eq!(plain, twice);
    }
}

/// Links to nodes below the adapters' rate slow the network and its collectives; above it they are refused.
#[test]
fn nodes_run_at_the_rate_of_their_links() {
    let at = |rate: u64| {
        evaluate_builtin(&design(
            "hgx-h100-8",
            16,
            json!({ "switch": "nvidia-sn5600", "downlink_gbit_s": rate }),
        ))
    };
    let slow = at(200);
    assert_eq!(slow.fabrics[0].link_gbit_s, 200.0);
    let largest = |report: &Report| {
        report.collectives[0]
            .points
            .last()
            .map(|point| point.busbw_gb_s)
    };
    let share = largest(&slow)
        .zip(largest(&at(400)))
        .map(|(a, b)| a / b)
        .expect("points");
    assert!((0.45..0.6).contains(&share), "{share}");
    let refused = at(800);
    assert!(refused.fabrics.is_empty());
    let finding = refused
        .findings
        .iter()
        .find(|finding| finding.code == "fabric.rate_above_adapter")
        .expect("is said");
    assert_eq!(finding.at, "/fabrics/0/downlink_gbit_s");
    let none = evaluate_builtin(&design(
        "hgx-h100-8",
        16,
        json!({
            "switch": "nvidia-sn5400", "topology": "leaf-spine", "uplink_gbit_s": 800
        }),
    ));
    assert!(none.findings.iter().any(|finding| {
        finding.code == "switch.no_such_rate" && finding.at == "/fabrics/0/uplink_gbit_s"
    }));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Traffic through the top is held by bandwidth, not by counts: with each leaf full, a shift by half of the nodes
    /// gets what the ratio leaves.
    #[test]
    fn flows_share_bandwidth(nodes in 16_u64..48, ratio in 1_u64..4) {
        let design = design("hgx-h100-8", 2 * nodes, json!({
            "switch": "nvidia-sn5600", "topology": "leaf-spine", "uplink_gbit_s": 800,
            "oversubscription": ratio
        }));
        let catalog = Catalog::builtin();
        let (cluster, _) = resolve(&design, catalog);
        let (layouts, _) = lay_out(&design, &cluster, catalog);
        let layout = &layouts[0];
        let graph = Wiring::of(layout, &cluster).and_then(|wiring| wiring.graph()).expect("a graph");
        let half = graph.endpoints() / 2;
        let flows: Vec<(u32, u32)> = (0..half).map(|at| (at, at + half)).collect();
        let solved = solve(&graph, &flows, Routing::Spray, 0, &[]).expect("solved");
        for link in 0..graph.links().len() as u32 {
            let rate = if LinkTier::of(&graph, link) == LinkTier::NodeToLeaf { 1.0 } else { 2.0 };
            prop_assert_eq!(graph.capacity(link), rate);
            for up in [true, false] {
                let load = solved.load(podwright_sim_core::flow::DirectedLink { link, up });
                prop_assert!((0.0..=1.0 + 1e-9).contains(&load));
            }
        }
        // No flow is slower than its share of a full leaf.
        let least = solved.rates().flatten().fold(f64::INFINITY, f64::min);
        prop_assert!(least >= 1.0 / ratio as f64 - 1e-9, "{least}");
        // What the flows put on the links up is what the links carry.
        let sent: f64 = flows.iter().enumerate().filter(|(_, (from, to))| {
            graph.leaf_of(*from) != graph.leaf_of(*to)
        }).filter_map(|(flow, _)| solved.rate(flow)).sum();
        let carried: f64 = (0..graph.links().len() as u32)
            .filter(|link| LinkTier::of(&graph, *link) == LinkTier::LeafToSpine)
            .map(|link| 2.0 * solved.load(podwright_sim_core::flow::DirectedLink { link, up: true }))
            .sum();
        prop_assert!((sent - carried).abs() < 1e-6 * sent.max(1.0), "{sent} {carried}");
    }
}

/// A split of the ports counts bandwidth and the cages of both rates: 48 links of 1G and four of 100G are what an SN2201 has,
/// 64 of 400G and 64 of 800G are more than 64 cages.
#[test]
fn a_given_split_is_held_against_both_rates() {
    let split = |node: &str, fabric: Value| evaluate_builtin(&design(node, 64, fabric));
    let oob = split(
        "dgx-h100",
        json!({ "network": "oob", "switch": "nvidia-sn2201", "topology": "leaf-spine",
            "leaf_ports": { "down": 48, "up": 4 } }),
    );
    let leaf = &oob.fabrics[0].tiers[0];
    assert_eq!((leaf.count, leaf.up_per_switch), (2, 4));
    let halves = split(
        "hgx-h100-8",
        json!({ "switch": "nvidia-sn5600", "topology": "leaf-spine", "uplink_gbit_s": 800,
            "leaf_ports": { "down": 64, "up": 16 } }),
    );
    let fabric = fabric(&halves);
    assert_eq!(
        (fabric.oversubscription_requested, fabric.oversubscription),
        (2.0, 2.0)
    );
    let large = split(
        "hgx-h100-8",
        json!({ "switch": "nvidia-sn5600", "topology": "leaf-spine", "uplink_gbit_s": 800,
            "leaf_ports": { "down": 64, "up": 64 } }),
    );
    let code = |finding: &&podwright_sim_core::report::Finding| finding.severity == Severity::Error;
    let errors: Vec<_> = large.findings.iter().filter(code).collect();
    assert_eq!(errors[0].code, "fabric.leaf_ports");
    assert_eq!(errors[0].patch[0].path, "/fabrics/0/leaf_ports");
}
