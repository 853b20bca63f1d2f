//! Rules about networks, cables, racks, workloads and provenance.

use Severity::{Error, Info, Warning};

use super::*;
use crate::catalog::Catalog;
use crate::check::check;
use crate::cluster::resolve;
use crate::fabric::lay_out;
use crate::placement::Plan;
use crate::report::{BomLine, FabricReport};

fn cluster(node: &str, count: u32, fabric: impl Into<Value>) -> Value {
    let fabric = fabric.into();
    json!({
        "schema": "podwright.design/1",
        "pools": [{ "id": "train", "node": node, "count": count }],
        "fabrics": if fabric.is_null() { json!([]) } else { json!([fabric]) }
    })
}

fn qm9700(topology: &str) -> Value {
    json!({ "id": "compute", "topology": topology, "switch": "nvidia-qm9700" })
}

#[test]
fn nodes_want_something_between_them() {
    let alone = cluster("dgx-h100", 4, Value::Null);
    has(&alone, Warning, "fabric.nodes_unjoined");
    lacks(
        &cluster("dgx-h100", 1, Value::Null),
        "fabric.nodes_unjoined",
    );
    lacks(
        &cluster("dgx-h100", 4, qm9700("auto")),
        "fabric.nodes_unjoined",
    );
    // A provider brings its own network.
    lacks(
        &cluster("aws-p5-48xlarge", 4, Value::Null),
        "fabric.nodes_unjoined",
    );
    let none = cluster("dgx-h100", 4, json!({ "id": "c", "topology": "none" }));
    assert_eq!(
        has(&none, Warning, "fabric.nodes_unjoined").at,
        "/fabrics/0/topology"
    );
    // A workload over all GPUs can't run.
    let work = |ranks: Value| {
        let mut job =
            json!({ "id": "w", "kind": "collective", "op": "all_reduce", "message_bytes": 1024 });
        if !ranks.is_null() {
            job["ranks"] = ranks;
        }
        with(&alone, &[("/workloads", json!([job]))])
    };
    has(&work(Value::Null), Error, "fabric.workload_unjoined");
    has(&work(json!(9)), Error, "fabric.workload_unjoined");
    lacks(&work(json!(8)), "fabric.workload_unjoined");
}

#[test]
fn a_pool_without_adapters_is_named() {
    let mixed = with(
        &cluster("dgx-h100", 4, qm9700("auto")),
        &[(
            "/pools/-",
            json!({ "id": "desk", "node": "ws-2x-rtx4090", "count": 1 }),
        )],
    );
    assert_eq!(
        has(&mixed, Warning, "fabric.pool_without_adapters").at,
        "/pools/1/node"
    );
    lacks(
        &cluster("dgx-h100", 4, qm9700("auto")),
        "fabric.pool_without_adapters",
    );
}

/// The reference page: 9 leaves want 5 spines, 8 divide the 64 uplinks.
#[test]
fn raised_spines_are_said_and_uneven_ones_warned_of() {
    let fabric = |spines: &str| {
        with(
            &cluster(
                "gb200-nvl72",
                8,
                json!({ "id": "compute", "topology": "leaf-spine", "switch": "nvidia-sn5600", "spines": spines }),
            ),
            &[(
                "/pools/0/nics",
                json!({ "compute": "bluefield-3-supernic" }),
            )],
        )
    };
    let finding = has(&fabric("even"), Info, "fabric.more_spines");
    assert_eq!(finding.title, "5 spines would do, 8 are used");
    assert_eq!(
        finding.message,
        "8 divides the 64 uplinks of a leaf, so every leaf has the same number of links to every spine."
    );
    lacks(&fabric("even"), "fabric.uneven_uplinks");
    let finding = has(&fabric("minimal"), Warning, "fabric.uneven_uplinks");
    assert_eq!(finding.patch[0].value, "even");
    lacks(&fabric("minimal"), "fabric.more_spines");
    // In three tiers it is the spines of a pod that count.
    let three = crate::templates::find("superpod-a100-140").expect("a template");
    let three = evaluate_builtin(&three.design);
    let finding = found(&three, "fabric.more_spines").expect("56 would do");
    assert!(
        finding.message.ends_with("every spine of its pod."),
        "{}",
        finding.message
    );
    let report = judge(&fabric("even"));
    let good = passed(&report, "fabric.conserved").expect("it is said");
    assert_eq!(good.title, "Ports, ends and ratio agree");
    assert!(
        good.message.contains("1,152 / 1,152, 576 / 1,024"),
        "{}",
        good.message
    );
}

#[test]
fn the_delivered_ratio_is_told_from_the_request() {
    let asked = |ratio: Value, topology: &str, nodes: u32| {
        let mut fabric = qm9700(topology);
        fabric["oversubscription"] = ratio;
        cluster("dgx-h100", nodes, fabric)
    };
    let finding = has(
        &asked(json!(1.5), "leaf-spine", 32),
        Info,
        "fabric.ratio_rounded",
    );
    assert_eq!(finding.title, "Oversubscription is 1.46, not 1.5");
    assert!(finding.message.contains("38 down and 26 up"));
    assert!(finding.message.contains("1.56"));
    for even in [1.0, 3.0, 7.0] {
        lacks(
            &asked(json!(even), "leaf-spine", 32),
            "fabric.ratio_rounded",
        );
    }
    has(
        &asked(json!(2), "single-switch", 4),
        Info,
        "fabric.ratio_unused",
    );
    lacks(&asked(json!(1), "single-switch", 4), "fabric.ratio_unused");
    let by_tier = json!({ "leaf": 1, "pod": 7 });
    has(
        &asked(by_tier.clone(), "leaf-spine", 32),
        Info,
        "fabric.pod_ratio_unused",
    );
    lacks(
        &asked(by_tier, "three-tier", 512),
        "fabric.pod_ratio_unused",
    );
    has(
        &asked(json!({ "leaf": 1.5, "pod": 2 }), "three-tier", 512),
        Info,
        "fabric.ratio_rounded",
    );
}

#[test]
fn counts_that_contradict_each_other_are_an_error() {
    let design = Design::from_value(&cluster("dgx-h100", 32, qm9700("auto"))).expect("well-formed");
    let catalog = Catalog::builtin();
    let (resolved, _) = resolve(&design, catalog);
    let (layouts, _) = lay_out(&design, &resolved, catalog);
    let faults: [fn(&mut FabricReport); 4] = [
        |report| report.tiers[0].ports_used = report.tiers[0].ports_total + 1,
        |report| report.tiers[1].cages_used = report.tiers[1].cages_total + 1,
        |report| report.cables[1].count += 1,
        |report| report.oversubscription = report.oversubscription_requested + 0.1,
    ];
    for fault in faults {
        let mut broken = layouts.clone();
        fault(&mut broken[0].report);
        let checked = check(&design, catalog, &resolved, &broken, &Plan::default());
        assert!(
            checked
                .findings
                .iter()
                .any(|f| f.code == "fabric.not_conserved")
        );
        assert!(checked.passed.iter().all(|f| f.code != "fabric.conserved"));
    }
    let checked = check(&design, catalog, &resolved, &layouts, &Plan::default());
    assert!(checked.passed.iter().any(|f| f.code == "fabric.conserved"));
}

#[test]
fn routing_needs_a_switch_that_does_it() {
    let on = |switch: &str, routing: &str, topology: &str| {
        with(
            &dual_3090(),
            &[
                ("/pools/0/count", json!(64)),
                ("/pools/0/node/nics", json!([{ "id": "connectx-5-vpi" }])),
                (
                    "/fabrics",
                    json!([{ "id": "c", "topology": topology, "switch": switch, "routing": routing }]),
                ),
            ],
        )
    };
    let hashing = "nvidia-sn4600c";
    let code = "fabric.routing_unsupported";
    has(&on(hashing, "adaptive", "leaf-spine"), Warning, code);
    lacks(&on(hashing, "ecmp", "leaf-spine"), code);
    // With one switch there is one path.
    lacks(&on(hashing, "adaptive", "single-switch"), code);
    lacks(&on("mellanox-sb7800", "adaptive", "leaf-spine"), code);
}

/// What sizing says has words and patches as well.
#[test]
fn findings_of_the_sizing_are_whole() {
    has(
        &cluster("dgx-h100", 300, qm9700("leaf-spine")),
        Error,
        "switch.ports_exceeded",
    );
    has(
        &cluster("dgx-h100", 4, json!({ "id": "c" })),
        Error,
        "fabric.no_switch",
    );
    has(
        &cluster("dgx-h100", 4, json!({ "id": "c", "switch": "no-such" })),
        Error,
        "part.unknown",
    );
    has(
        &cluster(
            "dgx-h100",
            4,
            json!({ "id": "c", "switch": "nvidia-qm8700" }),
        ),
        Error,
        "switch.no_such_rate",
    );
    has(
        &cluster("ws-2x-rtx4090", 2, qm9700("auto")),
        Error,
        "fabric.no_adapters",
    );
    let mixed = with(
        &cluster("dgx-h100", 4, qm9700("auto")),
        &[(
            "/pools/-",
            json!({ "id": "old", "node": "dgx-a100", "count": 4 }),
        )],
    );
    has(&mixed, Error, "fabric.mixed_rates");
    has(
        &cluster("srv-8x-mi300x", 4, qm9700("auto")),
        Error,
        "fabric.protocol",
    );
    let ethernet = json!({ "id": "c", "switch": "nvidia-sn5600" });
    has(
        &with(
            &cluster("dgx-h100", 4, ethernet),
            &[("/pools/0/nics", json!({ "storage": "connectx-7-ndr" }))],
        ),
        Warning,
        "fabric.spectrum_x_needs_supernic",
    );
    has(&cluster("no-such", 4, Value::Null), Error, "part.unknown");
}

#[test]
fn a_cable_reaches_or_the_medium_changes() {
    let run = |cabling: &str, meters: f64| {
        let mut fabric = qm9700("leaf-spine");
        fabric["cabling"] = json!(cabling);
        fabric["node_leaf_m"] = json!(meters);
        fabric["leaf_spine_m"] = json!(2.0);
        cluster("dgx-h100", 8, fabric)
    };
    let finding = has(&run("dac", 15.0), Error, "cable.too_long");
    assert!(finding.message.contains("reaches 2 m") && finding.message.contains("15 m"));
    assert_eq!(finding.patch[0].value, "auto");
    let report = lacks(&run("dac", 2.0), "cable.too_long");
    assert!(passed(&report, "cable.reaches").is_some());
    lacks(&run("auto", 15.0), "cable.too_long");
    let finding = has(&run("multimode", 80.0), Error, "cable.too_long");
    assert!(finding.message.contains("50 m"));
    // Twin-port cages of the switch have no active optical cable in the catalogue.
    has(&run("aoc", 15.0), Error, "cable.none_fits");
    lacks(&run("auto", 15.0), "cable.none_fits");
    let far = has(&run("auto", 9_000.0), Error, "cable.none_fits");
    assert!(far.patch.is_empty());
}

/// A plug goes into the cage of the adapter too: QSFP-DD does not go into QSFP112 (BlueField-3), OSFP does not either.
#[test]
fn a_plug_fits_the_adapter() {
    let on = |switch: &str, cabling: &str| {
        let fabric = json!({ "id": "c", "switch": switch, "topology": "leaf-spine", "cabling": cabling, "routing": "ecmp" });
        with(
            &cluster("hgx-h100-8", 32, fabric),
            &[(
                "/pools/0/nics",
                json!({ "compute": "bluefield-3-supernic" }),
            )],
        )
    };
    let finding = has(&on("nvidia-sn5400", "aoc"), Error, "cable.none_fits");
    assert_eq!(finding.at, "/fabrics/0/cabling");
    let report = lacks(&on("nvidia-sn5600", "single-mode"), "cable.none_fits");
    let at_node: Vec<&BomLine> = report
        .bom
        .lines
        .iter()
        .filter(|line| line.why.contains("node end"))
        .collect();
    assert!(!at_node.is_empty());
    assert!(
        at_node
            .iter()
            .all(|line| line.part_id.starts_with("qsfp112")),
        "{at_node:?}"
    );
}

#[test]
fn racks_keep_to_power_and_height() {
    let site = |node: &str, site: Value| with(&cluster(node, 1, Value::Null), &[("/site", site)]);
    let finding = has(
        &site("gb200-nvl72", json!({ "rack_kw_limit": 40 })),
        Error,
        "rack.over_limit",
    );
    assert_eq!(finding.fix.as_deref(), Some("Plan racks of 132 kW"));
    let report = lacks(
        &site("gb200-nvl72", json!({ "rack_kw_limit": 132 })),
        "rack.over_limit",
    );
    assert!(passed(&report, "rack.within_limit").is_some());
    has(
        &site("dgx-h100", json!({ "rack_kw_limit": 10 })),
        Error,
        "rack.over_limit",
    );
    // Four fit by power: the rack is filled to the limit, not over it.
    lacks(
        &with(
            &site("dgx-h100", json!({ "rack_kw_limit": 41 })),
            &[("/pools/0/count", json!(9))],
        ),
        "rack.over_limit",
    );
    has(
        &site("dgx-b200", json!({ "rack_units": 9 })),
        Error,
        "rack.too_tall",
    );
    lacks(
        &site("dgx-b200", json!({ "rack_units": 10 })),
        "rack.too_tall",
    );
    lacks(
        &site("gb200-nvl72", json!({ "rack_units": 42 })),
        "rack.too_tall",
    );
}

#[test]
fn racks_keep_to_weight_air_liquid_and_room() {
    let site = |node: &str, count: u32, site: Value| {
        with(&cluster(node, count, Value::Null), &[("/site", site)])
    };
    // One DGX H100 is 130.45 kg and 10.2 kW (data sheet).
    let heavy = |kg: f64| site("dgx-h100", 8, json!({ "rack_kg_limit": kg }));
    let finding = has(&heavy(100.0), Error, "rack.too_heavy");
    assert_eq!(finding.fix.as_deref(), Some("Plan 130.5 kg a rack"));
    let report = lacks(&heavy(400.0), "rack.too_heavy");
    let rack = &report.racks[0];
    assert_eq!(
        (rack.devices_per_rack, rack.bound_by.as_str()),
        (3, "weight")
    );
    has(
        &site("dgx-b300", 1, json!({ "rack_kg_limit": 900 })),
        Info,
        "rack.weight_unknown",
    );
    has(
        &site("dgx-h100", 1, json!({ "air_kw_limit": 10 })),
        Error,
        "rack.too_hot",
    );
    let report = lacks(
        &site("dgx-h100", 8, json!({ "air_kw_limit": 21 })),
        "rack.too_hot",
    );
    let rack = &report.racks[0];
    assert_eq!(
        (rack.devices_per_rack, rack.bound_by.as_str()),
        (2, "cooling")
    );
    let wet = |liquid: bool| {
        site(
            "gb200-nvl72",
            1,
            json!({ "liquid_cooling": liquid, "air_kw_limit": 20 }),
        )
    };
    has(&wet(false), Error, "rack.needs_liquid");
    lacks(&wet(true), "rack.needs_liquid");
    lacks(&wet(true), "rack.too_hot");
    let halls = |halls: u32| {
        let hall = json!({ "racks_per_row": 4, "rows_per_hall": 2, "halls": halls });
        site("gb200-nvl72", 20, hall)
    };
    let finding = has(&halls(2), Error, "rack.no_room");
    assert_eq!(finding.fix.as_deref(), Some("Plan 3 halls"));
    lacks(&halls(3), "rack.no_room");
}

fn custom_node(change: impl FnOnce(&mut Value)) -> Value {
    let mut node = Catalog::builtin()
        .record_json(crate::catalog::PartKind::Nodes, "dgx-h100")
        .expect("in the catalogue");
    node["id"] = json!("own-node");
    change(&mut node);
    with(
        &cluster("own-node", 1, Value::Null),
        &[("/custom_parts", json!({ "nodes": [node] }))],
    )
}

#[test]
fn unknown_power_is_said() {
    has(
        &custom_node(|node| node["max_power_w"] = Value::Null),
        Info,
        "rack.power_unknown",
    );
    lacks(&custom_node(|_| {}), "rack.power_unknown");
    lacks(
        &cluster("aws-p5-48xlarge", 1, Value::Null),
        "rack.power_unknown",
    );
}

#[test]
fn custom_parts_that_contradict_themselves_are_named() {
    let finding = has(
        &custom_node(|node| node["gpu_id"] = json!("no-such")),
        Error,
        "part.custom_defect",
    );
    assert_eq!(finding.at, "/custom_parts/nodes/0/gpu_id");
}

#[test]
fn too_many_gpus_are_refused() {
    let finding = has(
        &cluster("dgx-h100", 200_000, Value::Null),
        Error,
        "design.too_many_gpus",
    );
    assert_eq!(finding.at, "/pools/0/count");
}

#[test]
fn workloads_fit_the_gpus() {
    let job = |job: Value| {
        with(
            &cluster("dgx-h100", 1, Value::Null),
            &[("/workloads", json!([job]))],
        )
    };
    let collective = |ranks: u32| json!({ "id": "w", "kind": "collective", "op": "all_reduce", "message_bytes": 1024, "ranks": ranks });
    let finding = has(&job(collective(9)), Error, "workload.too_many_ranks");
    assert_eq!(finding.patch[0].value, 8);
    lacks(&job(collective(8)), "workload.too_many_ranks");
    has(&job(collective(1)), Info, "workload.one_rank");
    lacks(&job(collective(2)), "workload.one_rank");
    let single = with(
        &job(collective(1)),
        &[("/pools/0/node", json!("ws-1x-rtx4090"))],
    );
    has(&single, Info, "workload.one_rank");
    let training = json!({ "id": "t", "kind": "training", "model": "llama-3-70b" });
    has(&job(training.clone()), Info, "workload.not_modelled");
    lacks(&job(collective(8)), "workload.not_modelled");
    let mut unknown = training;
    unknown["model"] = json!("no-such");
    assert_eq!(
        has(&job(unknown), Error, "part.unknown").at,
        "/workloads/0/model"
    );
    let wide =
        json!({ "id": "i", "kind": "inference", "model": "llama-2-7b", "tensor_parallel": 16 });
    assert_eq!(
        has(&job(wide), Error, "workload.too_many_ranks").at,
        "/workloads/0/tensor_parallel"
    );
    let mut nvls = collective(8);
    nvls["settings"] = json!({ "nvls": "on" });
    lacks(&job(nvls.clone()), "workload.nvls_unavailable");
    let old = with(&job(nvls), &[("/pools/0/node", json!("dgx-a100"))]);
    has(&old, Warning, "workload.nvls_unavailable");
}

#[test]
fn figures_from_memory_are_named_once_a_part() {
    let document = cluster("dgx-h100", 32, qm9700("rail-optimized"));
    let report = judge(&document);
    let switch: Vec<_> = report
        .findings
        .iter()
        .filter(|finding| finding.code == "part.recalled" && finding.at == "/fabrics/0/switch")
        .collect();
    assert_eq!(switch.len(), 1);
    assert!(
        switch[0].message.contains("typical power, maximum power"),
        "{}",
        switch[0].message
    );
    let mut parts: Vec<&str> = report
        .findings
        .iter()
        .filter(|finding| finding.code.starts_with("part.recalled"))
        .map(|finding| finding.args["part"].as_str())
        .collect();
    let all = parts.len();
    parts.sort_unstable();
    parts.dedup();
    assert_eq!(parts.len(), all, "once a part");
    has(
        &cluster("ws-2x-rtx4090", 1, Value::Null),
        Info,
        "part.recalled_whole",
    );
    // The user's own figures count as read.
    let own = judge(&custom_node(|node| {
        node["recalled_fields"] = json!([]);
    }));
    assert!(
        own.findings
            .iter()
            .all(|f| !f.code.starts_with("part.recalled") || f.args["part"] != "DGX H100")
    );
}

#[test]
fn an_800g_ethernet_port_is_not_offered_by_connectx_8() {
    let on = |switch: &str, node: &str| {
        cluster(
            node,
            4,
            json!({ "id": "c", "switch": switch, "topology": "auto" }),
        )
    };
    has(&on("nvidia-sn5600", "dgx-b300"), Warning, "nic.no_800gbe");
    lacks(&on("nvidia-q3400-ra", "dgx-b300"), "nic.no_800gbe");
    lacks(&on("nvidia-sn5600", "hgx-h100-8"), "nic.no_800gbe");
}

#[test]
fn lines_without_a_price_are_counted() {
    let line = |line: u64, price: Option<f64>| BomLine {
        line,
        part_id: format!("part-{line}"),
        category: "cable".to_owned(),
        description: format!("Part {line}"),
        quantity: 1,
        spares: 0,
        unit_price_usd: price,
        price_as_of: None,
        price_source: None,
        extended_usd: price,
        unit_price_low_usd: None,
        unit_price_high_usd: None,
        why: String::new(),
        lead_time_weeks: None,
        class_price: false,
        price_url: None,
    };
    assert_eq!(crate::check::unpriced(&[]), None);
    assert_eq!(crate::check::unpriced(&[line(1, Some(2.0))]), None);
    let one = crate::check::unpriced(&[line(1, None), line(2, Some(2.0))]).expect("one is missing");
    assert_eq!(one.title, "One line has no price");
    assert_eq!(
        one.message,
        "Not in the total: Part 1. 1 of 2 lines are priced."
    );
    let many: Vec<BomLine> = (1..=5).map(|n| line(n, None)).collect();
    let many = crate::check::unpriced(&many).expect("all are missing");
    assert_eq!(
        many.message,
        "Not in the total: Part 1, Part 2, Part 3 and 2 more. 0 of 5 lines are priced."
    );
    words::whole(&many);
}

/// Adapters and a switch of a rate that nothing else has: 8 ports.
fn odd_rate(count: u32, topology: &str) -> Value {
    json!({
        "schema": "podwright.design/1",
        "pools": [{ "id": "train", "node": "hgx-h100-8", "count": count, "nics": { "compute": "odd-nic" } }],
        "fabrics": [{ "id": "c", "topology": topology, "switch": "odd-switch" }],
        "custom_parts": {
            "nics": [{
                "id": "odd-nic", "name": "Odd", "ports": 1, "gbit_s_per_port": 123,
                "max_aggregate_gbit_s": 123, "gb_s_per_direction": 15.375,
                "pcie": { "generation": 5, "lanes": 16 }, "protocols": ["ethernet"],
                "connector": "QSFP112"
            }],
            "switches": [{
                "id": "odd-switch", "name": "Odd switch", "protocol": "ethernet",
                "ports": [{ "count": 8, "gbit_s": 123, "connector": "QSFP112" }],
                "breakout": [], "switching_capacity_tbit_s": 0.984,
                "vendor_headline_tbit_s": 0.984, "rack_units": 1,
                "adaptive_routing": true, "spectrum_x_capable": false
            }]
        }
    })
}

fn fix_of(design: &Value, code: &str) -> (String, Value) {
    let finding = has(design, Error, code);
    let patch = finding.patch.first().expect("a patch");
    (finding.fix.clone().expect("a fix"), patch.value.clone())
}

/// Each way in which a fabric can't be built: nothing of it is counted, and the nearest change that does is offered.
#[test]
fn what_cannot_be_built_says_what_can() {
    let cases: [(Value, &str, &str, Value); 14] = [
        // Larger than two tiers: three.
        (
            cluster("dgx-h100", 300, qm9700("leaf-spine")),
            "switch.ports_exceeded",
            "Use auto",
            json!("auto"),
        ),
        (
            cluster("dgx-h100", 20, qm9700("single-switch")),
            "switch.ports_exceeded",
            "Use auto",
            json!("auto"),
        ),
        // A rail of 2,049 nodes: two tiers of 64 ports join 2,048.
        (
            cluster("dgx-h100", 2049, qm9700("rail-only")),
            "switch.ports_exceeded",
            "Use auto",
            json!("auto"),
        ),
        // 65,536 links are the most of three tiers.
        (
            cluster("dgx-h100", 8193, qm9700("auto")),
            "switch.ports_exceeded",
            "Use dragonfly-plus",
            json!("dragonfly-plus"),
        ),
        // 325 groups of 324 links are the most of 36 ports; 80 would take more, and no cable spans so many.
        (
            cluster(
                "dgx-1-v100",
                26_326,
                json!({ "id": "c", "switch": "mellanox-sb7800", "topology": "dragonfly-plus" }),
            ),
            "switch.ports_exceeded",
            "Use 26,325 nodes at most",
            json!(26_325),
        ),
        // The only switch of its rate: 8 ports, so 17 groups of 16 links at most.
        (
            odd_rate(35, "dragonfly-plus"),
            "switch.ports_exceeded",
            "Use 34 nodes at most",
            json!(34),
        ),
        (
            odd_rate(33, "three-tier"),
            "switch.ports_exceeded",
            "Use dragonfly-plus",
            json!("dragonfly-plus"),
        ),
        (
            cluster("dgx-h100", 4, json!({ "id": "c" })),
            "fabric.no_switch",
            "Use Arista 7060DX5-64S",
            json!("arista-7060dx5-64s"),
        ),
        (
            cluster(
                "dgx-h100",
                4,
                json!({ "id": "c", "switch": "nvidia-qm8700" }),
            ),
            "switch.no_such_rate",
            "Use NVIDIA Q",
            json!("nvidia-qm9700"),
        ),
        (
            cluster("srv-8x-mi300x", 4, qm9700("auto")),
            "fabric.protocol",
            "Use",
            Value::Null,
        ),
        (
            with(
                &cluster("dgx-h100", 4, qm9700("auto")),
                &[("/fabrics/0/planes", json!(2))],
            ),
            "fabric.planes_unequal",
            "Use one plane",
            json!(1),
        ),
        (
            with(
                &cluster(
                    "dgx-b300",
                    4,
                    json!({ "id": "c", "switch": "nvidia-q3400-ra" }),
                ),
                &[("/fabrics/0/planes", json!(4))],
            ),
            "fabric.planes_unequal",
            "Use 2 planes",
            json!(2),
        ),
        (
            with(
                &cluster("dgx-h100", 4, qm9700("rail-only")),
                &[(
                    "/pools/1",
                    json!({ "id": "more", "node": "gb200-nvl72", "count": 1 }),
                )],
            ),
            "fabric.rails_unequal",
            "Join the rails: use auto",
            json!("auto"),
        ),
        (
            cluster(
                "dgx-a100",
                4,
                json!({ "id": "c", "switch": "nvidia-qm9700", "network": "inband" }),
            ),
            "fabric.no_adapters",
            "",
            Value::Null,
        ),
    ];
    for (design, code, fix, value) in cases {
        let report = evaluate_builtin(&Design::from_value(&design).expect("a design"));
        assert!(report.fabrics.is_empty(), "{code}: left out");
        assert!(
            report
                .bom
                .lines
                .iter()
                .all(|line| line.category != "switch"),
            "{code}: nothing is priced"
        );
        let (said, offered) = fix_of(&design, code);
        assert!(said.starts_with(fix), "{code}: {said}");
        if !value.is_null() {
            assert_eq!(offered, value, "{code}");
        }
    }
}

#[test]
fn rails_alone_say_what_they_do_not_reach() {
    let alone = cluster("dgx-h100", 32, qm9700("rail-only"));
    has(&alone, Info, "fabric.rails_alone");
    lacks(&alone, "fabric.rails_alone_without_links");
    let report = evaluate_builtin(&Design::from_value(&alone).expect("a design"));
    let fabric = &report.fabrics[0];
    assert_eq!(
        (fabric.topology.as_str(), fabric.rails, fabric.tiers.len()),
        ("rail-only", 8, 1)
    );
    assert_eq!(
        (fabric.tiers[0].count, fabric.tiers[0].ports_used),
        (8, 256)
    );
    // Two tiers in each rail from 65 nodes on.
    let large = evaluate_builtin(
        &Design::from_value(&cluster("dgx-h100", 256, qm9700("rail-only"))).expect("a design"),
    );
    let counts: Vec<u64> = large.fabrics[0]
        .tiers
        .iter()
        .map(|tier| tier.count)
        .collect();
    assert_eq!(counts, [64, 32]);
    assert_eq!(large.fabrics[0].max_endpoints, 8 * 2048);
    // Four cards in two bridged pairs do not stand in for a network.
    let cards = json!({
        "schema": "podwright.design/1",
        "pools": [{ "id": "cards", "count": 8, "nics": { "compute": "connectx-7-ndr" }, "node": {
            "gpu": "rtx-4090", "count": 4,
            "nics": [{ "id": "connectx-7-ndr", "count": 4 }]
        } }],
        "fabrics": [qm9700("rail-only")]
    });
    has(&cards, Warning, "fabric.rails_alone_without_links");
}

/// An 800G adapter as two planes of 400G: twice the links, each half on switches of its own.
#[test]
fn planes_are_networks_of_their_own() {
    let on = |planes: u32| {
        let design = cluster(
            "dgx-b300",
            72,
            json!({ "id": "c", "switch": "nvidia-sn5600", "planes": planes, "routing": "ecmp" }),
        );
        evaluate_builtin(&Design::from_value(&design).expect("a design"))
    };
    let (one, two) = (on(1), on(2));
    let (one, two) = (&one.fabrics[0], &two.fabrics[0]);
    assert_eq!(
        (one.planes, one.link_gbit_s, one.radix, one.endpoints),
        (1, 800.0, 64, 576)
    );
    assert_eq!(
        (two.planes, two.link_gbit_s, two.radix, two.endpoints),
        (2, 400.0, 128, 1152)
    );
    let counts = |fabric: &FabricReport| -> Vec<u64> {
        fabric.tiers.iter().map(|tier| tier.count).collect()
    };
    // Two planes of 576 links each on switches of 128: rails of 72 nodes take two leaves each.
    assert_eq!(counts(one), [24, 16]);
    assert_eq!(counts(two), [32, 16]);
    assert!((one.bisection_gb_s - two.bisection_gb_s).abs() < 1e-6);
}
