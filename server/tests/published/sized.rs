//! Rows that give endpoints, radix and 1:1, and the largest fat trees.

use serde_json::Value;

use super::rows::{Row, rows};
use super::{count, fabric, refusal, same};

/// Links from nodes: as stated; the row on GB200 racks has GPUs alone, and an adapter for each (its notes).
fn endpoints(row: &Row) -> Option<u64> {
    let by_gpu = row.get("other_metric") == "leaf arrangement";
    let gpus = || row.number("gpus").filter(|_| by_gpu);
    row.number("endpoints").or_else(gpus)
}

/// Nodes and links of a node: as stated, or one node for each link of a rail.
fn nodes(row: &Row) -> Option<(u64, u64)> {
    let endpoints = endpoints(row)?;
    match (row.number("nodes"), row.number("nics_per_node")) {
        (Some(nodes), Some(links)) => Some((nodes, links)),
        _ => row.number("rails").map(|rails| (endpoints / rails, rails)),
    }
}

/// The options of a row by rail, and of its endpoints alone.
fn options(row: &Row) -> Option<(Option<String>, String)> {
    let endpoints = endpoints(row)?;
    let ports = row.number("switch_ports")?;
    let by_rail = nodes(row).map(|(nodes, links)| {
        let extra = endpoints - nodes * links;
        format!(
            "--nodes {nodes} --nics-per-node {links} --rails {links} --extra-endpoints {extra} --switch-ports {ports}"
        )
    });
    Some((
        by_rail,
        format!("--endpoints {endpoints} --switch-ports {ports}"),
    ))
}

/// Tiers that the row counts. The GB300 row of one unit counts its leaves alone (its spines serve sixteen units), as does
/// the one of GB200 racks on QM9700; their totals are those of the leaves.
fn compare(row: &Row, counts: &Value) -> usize {
    let whole = row.number("spine_switches").is_some();
    let total = ["leaf", "spine", "core"]
        .map(|tier| count(counts, tier))
        .iter()
        .sum();
    let mut compared = same(row, "leaf_switches", count(counts, "leaf"))
        + same(row, "spine_switches", count(counts, "spine"))
        + same(row, "core_switches", count(counts, "core"))
        + same(row, "cables_node_leaf", count(counts, "cables_node_leaf"))
        + same(row, "cables_leaf_spine", count(counts, "cables_leaf_spine"))
        + same(row, "cables_spine_core", count(counts, "cables_spine_core"));
    if whole {
        compared += same(row, "total_switches", total) + same(row, "tiers", count(counts, "tiers"));
        if row.number("core_switches").is_none() {
            assert_eq!(count(counts, "core"), 0, "{}", row.id());
        }
    }
    assert_eq!(counts["oversubscription"], 1.0, "{}", row.id());
    compared
}

/// A row of endpoints, radix and 1:1. The rails of DGX A100 make its 80 spines (notes of the row); every other row comes
/// out of its endpoints alone too.
///
/// Where documents err, the row has the right figure: the HTML edition of the H100 tables prints spine-core cables for 4 and
/// 8 units, which have no core, and 56 for 64 units; the B300 table prints 9,216 GPUs for 1,296 × 8.
pub fn check(row: &Row) -> Option<usize> {
    if !matches!(row.get("oversubscription"), "1:1" | "") {
        return None;
    }
    let (by_rail, plain) = options(row)?;
    let mut compared = 0;
    if let Some(options) = by_rail {
        compared += compare(row, &fabric(&options));
    }
    if row.get("source_id") != "dgx-a100-superpod-ra" {
        compared += compare(row, &fabric(&plain));
    }
    if let (Some(nodes), Some(links)) = (row.number("nodes"), row.number("nics_per_node")) {
        assert_eq!(row.number("gpus"), Some(nodes * links), "{}", row.id());
    }
    Some(compared)
}

/// R²/2 and R³/4 endpoints with R, R/2 and 5R²/4 switches; one endpoint more is refused with the nearest that fits.
pub fn check_maximum(row: &Row) -> Option<usize> {
    let most = row.number("max_endpoints")?;
    let (ports, tiers) = (row.number("switch_ports")?, row.number("tiers")?);
    let options = format!("--switch-ports {ports} --tiers {tiers}");
    let counts = fabric(&format!("{options} --endpoints {most}"));
    let total: u64 = ["leaf", "spine", "core"]
        .map(|tier| count(&counts, tier))
        .iter()
        .sum();
    let compared = same(row, "max_endpoints", count(&counts, "max_endpoints"))
        + same(row, "leaf_switches", count(&counts, "leaf"))
        + same(row, "spine_switches", count(&counts, "spine"))
        + same(row, "total_switches", total);
    let formula = match tiers {
        2 => (ports * ports / 2, ports + ports / 2),
        _ => (ports * ports * ports / 4, 5 * ports * ports / 4),
    };
    assert_eq!((most, total), formula, "{}", row.id());
    let refused = refusal(&format!("{options} --endpoints {}", most + 1));
    let way = if tiers == 2 {
        "--tiers 3 takes them"
    } else {
        "--topology dragonfly-plus takes them"
    };
    let said = podwright_locales::format::count(most);
    assert!(
        refused.contains(&said) && refused.contains(way),
        "{}: {refused}",
        row.id()
    );
    Some(compared)
}

#[test]
fn all_ten_maxima_are_there() {
    let maxima: Vec<(u64, u64)> = rows()
        .iter()
        .filter(|row| row.number("max_endpoints").is_some())
        .map(|row| {
            (
                row.number("switch_ports").expect("ports"),
                row.number("tiers").expect("tiers"),
            )
        })
        .collect();
    let expected: Vec<(u64, u64)> = [36, 40, 64, 128, 144]
        .into_iter()
        .flat_map(|ports| [(ports, 2), (ports, 3)])
        .collect();
    assert_eq!(maxima, expected);
}
