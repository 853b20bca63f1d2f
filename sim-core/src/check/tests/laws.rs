//! Laws over templates and generated designs.

use proptest::prelude::*;

use super::*;
use crate::check::{MAX_FINDINGS, sort};
use crate::templates;

#[test]
fn templates_have_no_error_and_whole_findings() {
    let mut n = 0;
    for template in templates::all() {
        let report = evaluate_builtin(&template.design);
        hold(&template.design, &report);
        let errors: Vec<_> = report
            .findings
            .iter()
            .filter(|finding| finding.severity == Severity::Error)
            .map(|finding| (&finding.code, &finding.message))
            .collect();
        assert!(errors.is_empty(), "{}: {errors:?}", template.id);
        n += 1;
    }
    assert_eq!(n, 21);
}

#[test]
fn a_flood_of_findings_is_bounded_and_the_worst_stay() {
    let bridges: Vec<Value> = (0..64)
        .map(|_| json!({ "id": "nvlink-bridge-rtx3090-4slot", "gpus": [] }))
        .collect();
    let mut node = dual_3090()["pools"][0]["node"].clone();
    node["bridges"] = json!(bridges);
    let pools: Vec<Value> = (0..64)
        .map(|i| json!({ "id": format!("p{i}"), "count": 1, "node": node }))
        .collect();
    let document = json!({ "schema": "podwright.design/1", "pools": pools });
    let design = Design::from_value(&document).expect("within the limits");
    let report = evaluate_builtin(&design);
    let more = found(&report, "check.more").expect("it is said");
    words::whole(more);
    assert!(
        report.findings.len() <= MAX_FINDINGS + 3,
        "{}",
        report.findings.len()
    );
    assert_eq!(report.findings[0].severity, Severity::Error);
}

#[test]
fn places_are_ordered_by_number() {
    let mut findings: Vec<Finding> = ["/pools/10", "/pools/2/node", "/pools/2", ""]
        .into_iter()
        .map(|at| {
            crate::check::FindingBuilder::info("check.more")
                .count("more", 1)
                .at(at)
                .build()
        })
        .collect();
    sort(&mut findings);
    let order: Vec<&str> = findings.iter().map(|finding| finding.at.as_str()).collect();
    assert_eq!(order, ["", "/pools/2", "/pools/2/node", "/pools/10"]);
}

fn any_slot() -> impl Strategy<Value = Value> {
    (
        1_u32..14,
        1_u32..=6,
        prop::sample::select(vec![1_u32, 4, 8, 16]),
        prop::sample::select(vec![("cpu0", 0_u32), ("cpu1", 1), ("pch", 0), ("plx0", 0)]),
    )
        .prop_map(|(position, pcie_gen, lanes, (root, socket))| {
            json!({ "position": position, "pcie_gen": pcie_gen, "lanes": lanes, "root": root, "socket": socket })
        })
}

fn any_bridge(count: u32) -> impl Strategy<Value = Value> {
    (
        prop::sample::select(vec![
            "nvlink-bridge-rtx3090-4slot",
            "nvlink-bridge-rtxa6000-3slot",
            "nvlink-bridge-rtxa6000-2slot",
            "nvlink-bridge-a100-h100-pcie",
            "nvlink-bridge-h200-nvl-4way",
        ]),
        prop::collection::btree_set(0..count, 0..4),
    )
        .prop_map(|(id, gpus)| json!({ "id": id, "gpus": gpus }))
}

fn any_nic() -> impl Strategy<Value = Value> {
    (
        prop::sample::select(vec![
            "connectx-6-hdr",
            "connectx-7-ndr",
            "connectx-8",
            "bluefield-3-b3240",
        ]),
        1_u32..14,
        1_u32..3,
    )
        .prop_map(|(id, slot, count)| json!({ "id": id, "slot": slot, "count": count }))
}

fn any_workstation() -> impl Strategy<Value = Value> {
    (1_u32..5).prop_flat_map(|count| {
        (
            prop::sample::select(vec![
                "rtx-3080-10gb",
                "rtx-3090",
                "rtx-4090",
                "rtx-a6000",
                "a100-pcie-80gb",
                "h200-nvl-141gb",
                "h100-sxm5-80gb",
            ]),
            prop::collection::vec(any_slot(), 0..7),
            prop::collection::vec(any_bridge(count), 0..4),
            prop::collection::vec(any_nic(), 0..3),
            prop::option::of(300.0_f64..4000.0),
            prop::option::of(8_u32..128),
            prop::option::of(1.0_f64..4.0),
            any::<bool>(),
        )
            .prop_map(move |(gpu, slots, bridges, nics, psu, lanes, thick, patched)| {
                let mut node = json!({
                    "gpu": gpu, "count": count, "slots": slots, "bridges": bridges, "nics": nics,
                    "cpu_vendor": "amd", "peer_access": if patched { "patched" } else { "default" }
                });
                if let Some(psu) = psu {
                    node["psu_w"] = json!(psu);
                }
                if let Some(lanes) = lanes {
                    node["cpu_lanes"] = json!(lanes);
                }
                if let Some(thick) = thick {
                    node["card_slots"] = json!(thick);
                }
                json!({
                    "schema": "podwright.design/1",
                    "pools": [{ "id": "ws", "count": 1, "node": node }]
                })
            })
    })
}

fn any_cluster() -> impl Strategy<Value = Value> {
    (
        prop::sample::select(vec!["dgx-h100", "dgx-a100", "hgx-h100-8", "gb200-nvl72", "dgx-b300", "srv-8x-mi300x"]),
        1_u32..600,
        prop::sample::select(vec!["none", "single-switch", "leaf-spine", "three-tier", "rail-optimized", "rail-only", "dragonfly-plus", "auto"]),
        prop::sample::select(vec!["nvidia-qm9700", "nvidia-qm8700", "nvidia-sn5600", "arista-7060x6-64pe", "nvidia-q3400-ra", "no-such"]),
        1.0_f64..8.0,
        prop::sample::select(vec!["auto", "dac", "acc", "aoc", "multimode", "single-mode"]),
        prop::sample::select(vec!["even", "minimal"]),
        (prop::sample::select(vec!["ecmp", "adaptive", "spray"]), 1.0_f64..200.0, 1_u32..60, prop::sample::select(vec![1, 1, 1, 2, 3])),
    )
        .prop_map(|(node, count, topology, switch, ratio, cabling, spines, (routing, kw, units, planes))| {
            json!({
                "schema": "podwright.design/1",
                "pools": [{ "id": "train", "node": node, "count": count }],
                "fabrics": [{ "id": "c", "topology": topology, "switch": switch, "oversubscription": ratio,
                              "cabling": cabling, "spines": spines, "routing": routing, "planes": planes }],
                "workloads": [{ "id": "w", "kind": "collective", "op": "all_reduce", "message_bytes": 1, "ranks": 1000 }],
                "site": { "rack_kw_limit": kw, "rack_units": units }
            })
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Every finding has a place and whole words, and every patch settles what it belongs to.
    #[test]
    fn findings_keep_their_promises_on_workstations(document in any_workstation()) {
        judge(&document);
    }

    #[test]
    fn findings_keep_their_promises_on_clusters(document in any_cluster()) {
        judge(&document);
    }
}
