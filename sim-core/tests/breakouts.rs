//! Cages of a switch that are split: each split of the catalogue's switches meets a real adapter, and what is bought for it
//! can be ordered.

use std::collections::BTreeMap;

use podwright_sim_core::Design;
use podwright_sim_core::catalog::{CableKind, Catalog};
use podwright_sim_core::evaluate_builtin;
use podwright_sim_core::report::{Report, Severity};
use serde_json::json;

/// Nodes with eight adapters on leaves and spines of a switch, or on one.
fn report(node: &str, adapter: &str, switch: &str, gbit_s: f64, meters: f64) -> Report {
    let (nodes, topology) = match switch {
        "mikrotik-crs504-4xq" => (1, "single-switch"),
        _ => (16, "leaf-spine"),
    };
    let fabric = json!({
        "id": "f", "topology": topology, "routing": "ecmp", "switch": switch, "downlink_gbit_s": gbit_s,
        "node_leaf_m": meters, "leaf_spine_m": 2
    });
    let pool = json!({
        "id": "train", "node": node, "count": nodes, "nics": { "compute": adapter }
    });
    evaluate_builtin(
        &Design::from_value(&json!({
            "schema": "podwright.design/1", "pools": [pool], "fabrics": [fabric]
        }))
        .expect("a design"),
    )
}

/// Parts of the runs from nodes to leaves with their counts.
fn bought(report: &Report) -> BTreeMap<String, u64> {
    let lines = report.bom.lines.iter();
    let run = lines.filter(|line| line.why.contains("node to leaf"));
    run.map(|line| (line.part_id.clone(), line.quantity))
        .collect()
}

/// NVIDIA: MCP7Y40, MCP7Y50, MCP7Y60, MCP7Y70, MCA7J75 and MFA7U10, one-to-two splitter fibre for two lanes of 100G
/// (LinkX overview of 2025-11-27); DR4 to four DR1 (Arista, as transcribed).
#[test]
fn every_split_is_joined_by_parts_that_can_be_ordered() {
    let (sn, qm, arista) = ("nvidia-sn5600", "nvidia-qm9700", "arista-7060x6-64pe");
    let (dd, hdr, dx) = ("nvidia-sn5400", "connectx-6-hdr", "connectx-6-dx-100");
    let (b3220, cx7) = ("bluefield-3-b3220", "connectx-7-ndr");
    // Switch, adapter, rate, length, links of a cage, part, and links that a piece of it serves.
    for (switch, adapter, gbit_s, meters, cage, part, per) in [
        // 800G as 2 x 400G.
        (
            sn,
            "bluefield-3-supernic",
            400.0,
            2.0,
            2,
            "osfp-800g-split-dac",
            2,
        ),
        (
            sn,
            "bluefield-3-supernic",
            400.0,
            30.0,
            2,
            "osfp-800g-2xsr4",
            2,
        ),
        // 800G as 4 x 200G, two lanes of 100G each.
        (sn, b3220, 200.0, 3.0, 4, "osfp-800g-4x200-qsfp112-dac", 4),
        (sn, b3220, 200.0, 5.0, 4, "osfp-800g-4x200-qsfp112-acc", 4),
        (sn, b3220, 200.0, 30.0, 4, "mpo12-mmf-split", 2),
        (qm, cx7, 200.0, 3.0, 4, "osfp-800g-4x200-qsfp112-dac", 4),
        (qm, cx7, 200.0, 30.0, 4, "mpo12-mmf-split", 2),
        // Toward four lanes of 50G a cage has two links.
        (qm, hdr, 200.0, 2.0, 2, "osfp-400g-2xhdr-dac", 2),
        (qm, hdr, 200.0, 30.0, 2, "osfp-400g-2xhdr-aoc", 2),
        (sn, hdr, 200.0, 2.0, 2, "osfp-400g-2xhdr-dac", 2),
        // 800G as 4 and 8 x 100G.
        (sn, dx, 100.0, 2.0, 4, "osfp-400g-4xhdr100-dac", 4),
        (sn, dx, 100.0, 100.0, 4, "mpo12-smf-4lc", 4),
        (arista, dx, 100.0, 100.0, 8, "mpo12-smf-4lc", 4),
        (
            arista,
            "intel-e810-cqda2",
            100.0,
            2.0,
            8,
            "mpo12-smf-4lc",
            4,
        ),
        // 400G as 2 x 200G and 4 x 100G.
        (dd, hdr, 200.0, 3.0, 2, "qsfp-dd-400g-2x200-dac", 2),
        (dd, dx, 100.0, 3.0, 4, "qsfp-dd-400g-4x100-dac", 4),
        (
            dd,
            "connectx-5-vpi",
            100.0,
            5.0,
            4,
            "qsfp-dd-400g-4x100-acc",
            4,
        ),
        (dd, dx, 100.0, 200.0, 4, "mpo12-smf-4lc", 4),
        // XDR cages toward 400G, and 100G as 4 x 25G.
        (
            "nvidia-q3400-ra",
            "connectx-8",
            400.0,
            30.0,
            4,
            "mpo12-smf-split",
            2,
        ),
        (
            "mikrotik-crs504-4xq",
            "connectx-6-lx-25",
            25.0,
            3.0,
            4,
            "qsfp28-100g-4x25-dac",
            4,
        ),
    ] {
        let report = report("hgx-h100-8", adapter, switch, gbit_s, meters);
        let case = format!("{switch} {adapter} {gbit_s} {meters} m");
        let errors: Vec<_> = report
            .findings
            .iter()
            .filter(|finding| finding.severity == Severity::Error)
            .map(|finding| &finding.message)
            .collect();
        let fabric = report.fabrics.first().expect(&case);
        assert!(errors.is_empty(), "{case}: {errors:?}");
        assert!(
            fabric.cables.iter().all(|run| run.kind != "unknown"),
            "{case}"
        );
        let links: u64 = fabric.cables[0].count;
        let leaf = &fabric.tiers[0];
        assert_eq!(leaf.ports_total / leaf.cages_total, cage, "{case}");
        let bought = bought(&report);
        assert_eq!(
            bought.get(part),
            Some(&links.div_ceil(per)),
            "{case}: {bought:?}"
        );
        for line in &report.bom.lines {
            let known = Catalog::builtin().cable(&line.part_id).is_some();
            let cable = line.category == "cable" || line.category == "optics";
            assert!(known || !cable, "{case}: {}", line.part_id);
        }
    }
}

/// DGX H100 at NDR200 (NVIDIA, DGX BasePOD with NDR200): a twin-port cage of the node holds two links, which lie on fibres of
/// their own and share a splitter at the switch with a link of another node.
#[test]
fn twin_port_cages_of_nodes_take_a_leg_of_two_splitters() {
    let report = report("dgx-h100", "connectx-7-ndr", "nvidia-qm9700", 200.0, 20.0);
    let fabric = &report.fabrics[0];
    assert_eq!((fabric.endpoints, fabric.radix), (128, 128));
    let bought = bought(&report);
    let of = |part: &str| bought.get(part).copied();
    assert_eq!(of("osfp-800g-2xsr4-flt"), Some(64));
    assert_eq!(of("osfp-800g-2xsr4"), Some(32));
    assert_eq!(of("mpo12-mmf-split"), Some(64));
}

/// Whatever is split, each end of each link is bought once: a far plug for each cage of a node, a near one for each cage of
/// a switch, and the legs between them.
#[test]
fn ends_and_legs_add_up() {
    for (switch, gbit_s) in [
        ("nvidia-sn5600", 400.0),
        ("nvidia-sn5600", 200.0),
        ("nvidia-qm9700", 200.0),
    ] {
        for meters in [2.0, 30.0, 50.0] {
            let report = report("hgx-h100-8", "connectx-7-ndr", switch, gbit_s, meters);
            let links = report.fabrics[0].cables[0].count;
            let per_cage = (800.0 / gbit_s) as u64;
            for (part, pieces) in bought(&report) {
                let cable = Catalog::builtin().cable(&part).expect("in the catalogue");
                let far = cable.connector.split_once(" x ").map_or(1, |(near, _)| {
                    near.rsplit(' ')
                        .next()
                        .and_then(|count| count.parse().ok())
                        .unwrap_or(1)
                });
                let served = match cable.kind {
                    CableKind::Transceiver if cable.gbit_s == 800.0 => per_cage,
                    CableKind::Transceiver => 1,
                    _ => far,
                };
                assert_eq!(
                    pieces * served,
                    links,
                    "{switch} {gbit_s} {meters} m: {part}"
                );
            }
        }
    }
}
