//! Plugs and cages: OSFP with fins and with a flat top, QSFP112, QSFP-DD, at both ends of a run.

use std::collections::BTreeSet;

use podwright_sim_core::report::Report;
use podwright_sim_core::{Design, evaluate_builtin};
use serde_json::{Value, json};

#[expect(
    clippy::needless_pass_by_value,
    reason = "JSON literals are written in place"
)]
fn report(node: &str, adapter: Option<&str>, fabric: Value, parts: Value) -> Report {
    let mut spec = json!({ "id": "f", "topology": "leaf-spine", "routing": "ecmp" });
    for (key, value) in fabric.as_object().expect("an object") {
        spec[key] = value.clone();
    }
    let mut pool = json!({ "id": "train", "node": node, "count": 16 });
    if let Some(adapter) = adapter {
        pool["nics"] = json!({ "compute": adapter });
    }
    let design = json!({
        "schema": "podwright.design/1", "pools": [pool], "fabrics": [spec], "custom_parts": parts
    });
    evaluate_builtin(&Design::from_value(&design).expect("a design"))
}

/// Optics and cables at an end of the run from nodes to leaves.
fn parts(report: &Report, words: &str) -> BTreeSet<String> {
    let lines = report
        .bom
        .lines
        .iter()
        .filter(|line| line.why.contains("node to leaf") && line.why.contains(words));
    lines.map(|line| line.part_id.clone()).collect()
}

fn set(parts: &[&str]) -> BTreeSet<String> {
    parts.iter().map(|part| (*part).to_owned()).collect()
}

/// The twin-port cages of DGX H100 take flat plugs, the switch at the other end finned ones (NVIDIA, MCP4Y10 overview).
#[test]
fn both_ends_have_the_plug_of_their_cage() {
    let rails =
        json!({ "switch": "nvidia-qm9700", "topology": "rail-optimized", "cabling": "multimode" });
    let dgx = report("dgx-h100", None, rails.clone(), json!({}));
    assert_eq!(parts(&dgx, "node end"), set(&["osfp-800g-2xsr4-flt"]));
    assert_eq!(parts(&dgx, "leaf end"), set(&["osfp-800g-2xsr4"]));
    let copper = json!({
        "switch": "nvidia-sn5600", "topology": "single-switch", "cabling": "dac", "node_leaf_m": 2
    });
    let dgx = report("dgx-h100", None, copper, json!({}));
    assert_eq!(parts(&dgx, "node to leaf"), set(&["osfp-800g-dac-flt"]));
    // Single cages: a flat plug of one link, and of a splitting cable two of them.
    let hgx = report("hgx-h100-8", None, rails, json!({}));
    assert_eq!(parts(&hgx, "node end"), set(&["osfp-400g-sr4"]));
    let bluefield = report(
        "dgx-h100",
        Some("bluefield-3-supernic"),
        json!({ "switch": "nvidia-sn5600", "cabling": "multimode" }),
        json!({}),
    );
    assert_eq!(parts(&bluefield, "node end"), set(&["qsfp112-400g-sr4"]));
}

/// Between two switches with finned cages, copper has fins at both ends.
#[test]
fn copper_between_switches_has_no_flat_plug() {
    for cabling in ["dac", "acc"] {
        let fabric = json!({ "switch": "nvidia-qm9700", "cabling": cabling, "node_leaf_m": 2, "leaf_spine_m": 2 });
        let report = report("dgx-h100", None, fabric, json!({}));
        let lines = report.bom.lines.iter();
        let between: Vec<_> = lines
            .filter(|line| line.why.contains("leaf to spine"))
            .map(|line| line.part_id.clone())
            .collect();
        assert_eq!(between, [format!("osfp-800g-{cabling}")]);
    }
}

/// An adapter as wished for.
fn adapter(connector: &str) -> Value {
    json!({ "nics": [{
        "id": "own-nic", "name": "Own adapter", "ports": 1, "gbit_s_per_port": 400, "max_aggregate_gbit_s": 400,
        "gb_s_per_direction": 50, "pcie": { "generation": 5, "lanes": 16 }, "protocols": ["ethernet", "rocev2"],
        "power_typical_w": null, "power_max_w": null, "connector": connector
    }] })
}

#[test]
fn a_medium_without_a_plug_for_a_cage_is_an_error_with_an_alternative() {
    for (connector, switch, cabling, fits, offered) in [
        // Adapter cages of each form on a switch with finned OSFP cages.
        ("OSFP flat-top", "nvidia-sn5600", "multimode", true, None),
        ("OSFP finned", "nvidia-sn5600", "multimode", false, None),
        ("QSFP112", "nvidia-sn5600", "multimode", true, None),
        ("QSFP112", "nvidia-sn5600", "aoc", false, Some("auto")),
        // QSFP-DD plugs do not go into QSFP112, QSFP112 plugs do go into QSFP-DD.
        ("QSFP112", "nvidia-sn5400", "aoc", false, Some("auto")),
        ("QSFP-DD", "nvidia-sn5400", "aoc", true, None),
        ("QSFP-DD", "nvidia-sn5400", "multimode", false, Some("auto")),
        ("QSFP-DD", "nvidia-sn5600", "single-mode", true, None),
    ] {
        let fabric =
            json!({ "switch": switch, "cabling": cabling, "node_leaf_m": 20, "leaf_spine_m": 20 });
        let report = report("hgx-h100-8", Some("own-nic"), fabric, adapter(connector));
        let none: Vec<_> = report
            .findings
            .iter()
            .filter(|finding| {
                finding.code == "cable.none_fits" && finding.message.contains("node and leaf")
            })
            .collect();
        assert_eq!(
            none.is_empty(),
            fits,
            "{connector} {switch} {cabling}: {none:?}"
        );
        if let Some(finding) = none.first() {
            assert!(
                finding.message.contains(&format!("(cages {connector})")),
                "{}",
                finding.message
            );
            let patch = finding.patch.first().map(|change| change.value.clone());
            assert_eq!(
                patch,
                offered.map(|way| json!(way)),
                "{connector} {switch} {cabling}"
            );
        }
    }
}

/// A switch whose cages bring the heat sink takes the flat plugs.
#[test]
fn a_liquid_cooled_switch_takes_flat_plugs() {
    let switch = json!({ "switches": [{
        "id": "own-switch", "name": "Own switch", "protocol": "infiniband", "asic": null,
        "ports": [{ "count": 64, "gbit_s": 400, "connector": "OSFP flat-top (32 twin-port)" }], "breakout": [],
        "switching_capacity_tbit_s": 25.6, "vendor_headline_tbit_s": 25.6, "latency_ns": null,
        "power_typical_w": null, "power_max_w": null, "rack_units": 1, "weight_kg": null, "buffer_mb": null,
        "adaptive_routing": true, "spectrum_x_capable": false, "sharp_generation": null
    }] });
    let fabric = json!({ "switch": "own-switch", "cabling": "multimode" });
    let report = report("dgx-h100", None, fabric, switch);
    assert_eq!(parts(&report, "leaf end"), set(&["osfp-800g-2xsr4-flt"]));
}

/// A run is said to need only a shorter way when all of it does: an extra endpoint with a cage of its own has parts, the
/// split cages of the nodes beside it have none at any length.
#[test]
fn a_run_that_fits_in_part_is_not_called_too_long() {
    let fabric = json!({
        "switch": "nvidia-sn5600", "cabling": "multimode", "node_leaf_m": 200, "extra_endpoints": 1,
        "planes": 2
    });
    let report = report("hgx-h100-8", Some("pollara-400"), fabric, json!({}));
    let fix: Vec<_> = report
        .findings
        .iter()
        .filter(|finding| {
            finding.code.starts_with("cable.") && finding.message.contains("node and leaf")
        })
        .filter_map(|finding| finding.fix.as_deref())
        .collect();
    assert_eq!(
        fix,
        ["Add the part under custom_parts: none joins them at this length or less"]
    );
}
