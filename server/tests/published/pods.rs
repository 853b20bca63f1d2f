//! Pods that are oversubscribed: Meta's RoCE cluster, and clusters of four tiers, which are refused.

use podwright_sim_core::design::Design;
use podwright_sim_core::{evaluate_builtin, templates};

use super::rows::{Row, rows};
use super::{count, fabric, refusal, same};

/// Llama 3 (arXiv 2407.21783, section 3.3.1): racks of 16 GPUs under one switch, pods of 192 racks at full bisection, eight
/// pods, 7:1 between them. The paper names Minipack2 and Arista 7800 and no counts above the racks; 576 links are those of
/// a 7808R4 at 400G.
const META: &str = "--nodes 3072 --nics-per-node 8 --switch-ports 32 --spine-ports 576 --pod-endpoints 3072 --tiers 3";

pub fn check(row: &Row) -> Option<usize> {
    let (pods, per_pod) = match row.get("other_metric") {
        "pods x GPUs per pod" => row.get("other_value").split_once(" x ")?,
        _ => return None,
    };
    let counts = fabric(&format!("{META} --oversubscription leaf=1,pod=7"));
    let leaf = count(&counts, "leaf");
    let mut compared = same(row, "leaf_switches", leaf)
        + same(row, "total_switches", leaf)
        + same(row, "racks", leaf)
        + same(row, "tiers", count(&counts, "tiers"))
        + same(row, "endpoints", count(&counts, "cables_node_leaf"));
    assert_eq!(count(&counts, "pods").to_string(), pods);
    let endpoints = count(&counts, "cables_node_leaf");
    assert_eq!((endpoints / count(&counts, "pods")).to_string(), per_pod);
    assert_eq!(endpoints / leaf, 16, "GPUs of a rack");
    compared += 2;
    // As near to 7:1 as whole links come; the rest of the ratio is that of the leaves, 1:1.
    let ratio = counts["oversubscription"].as_f64().expect("a ratio");
    assert!((6.9..=7.0).contains(&ratio), "{ratio}");
    // The same by the older option.
    assert_eq!(counts, fabric(&format!("{META} --pod-oversubscription 7")));
    // The template has the same GPUs and ratios on switches of 128 links in all tiers: fewer, larger leaves.
    let report = evaluate_builtin(&template("roce-24k"));
    let network = &report.fabrics[0];
    assert_eq!(Some(report.summary.gpus), row.number("gpus"));
    assert_eq!(Some(network.endpoints), row.number("endpoints"));
    assert_eq!(network.tiers.len(), 3);
    let leaf = &network.tiers[0];
    assert_eq!(
        leaf.down_per_switch, leaf.up_per_switch,
        "full bisection in a pod"
    );
    // Four pods of 96 leaves: 48 links down for each 7 up.
    assert!(
        (6.8..=7.0).contains(&network.oversubscription),
        "{}",
        network.oversubscription
    );
    Some(compared + 4)
}

fn template(id: &str) -> Design {
    templates::find(id).expect("a template").design
}

/// Four pods of 24,576 GPUs on 64-port switches are three tiers each and a fourth above (SemiAnalysis, 2024-06-17).
#[test]
fn a_fourth_tier_is_refused_in_words() {
    let rows = rows();
    let row = rows
        .iter()
        .find(|row| row.id() == "semianalysis-100k-01")
        .expect("a row");
    let (nodes, gpus) = (
        row.number("nodes").expect("nodes"),
        row.number("gpus").expect("GPUs"),
    );
    let options = format!(
        "--nodes {nodes} --nics-per-node 8 --switch-ports 64 --oversubscription leaf=1,pod=7"
    );
    let refused = refusal(&format!("{options} --pod-endpoints {}", gpus / 4));
    for words in [
        "fourth tier",
        "three are sized",
        "1,792",
        "--pod-endpoints 1792",
    ] {
        assert!(refused.contains(words), "{words}: {refused}");
    }
    // The nearest that is offered fits, with smaller pods.
    let counts = fabric(&format!("{options} --pod-endpoints 1792"));
    assert_eq!(count(&counts, "pods"), gpus.div_ceil(1792));
    assert_eq!(count(&counts, "cables_node_leaf"), gpus);
    // Pods of one tier less are what larger spines make of it.
    let large = fabric(&format!(
        "{options} --pod-endpoints {} --spine-ports 1024",
        gpus / 4
    ));
    assert_eq!(count(&large, "pods"), 4);
}
