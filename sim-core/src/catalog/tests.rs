use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::*;

fn raw(kind: PartKind) -> Vec<Value> {
    serde_json::from_str(embedded(kind)).unwrap()
}

/// Equal as JSON, where 1 and 1.0 are the same number.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, value)| b.get(key).is_some_and(|other| same(value, other)))
        }
        _ => a == b,
    }
}

#[test]
fn records_are_read_without_loss() {
    let catalog = Catalog::builtin();
    for kind in PartKind::ALL {
        for record in raw(kind) {
            let id = record["id"].as_str().unwrap();
            let typed = catalog.record_json(kind, id).unwrap();
            assert!(same(&record, &typed), "{id}:\n{record}\n{typed}");
        }
    }
}

#[test]
fn every_record_is_there() {
    let catalog = Catalog::builtin();
    let count = |kind| catalog.records().filter(|r| r.kind() == kind).count();
    assert_eq!(PartKind::ALL.map(count), [33, 44, 26, 24, 30, 57, 14]);
    for kind in PartKind::ALL {
        assert_eq!(
            count(kind),
            raw(kind).len(),
            "{kind:?}: an id is used twice"
        );
        assert_eq!(PartKind::parse(kind.as_str()), Some(kind));
    }
}

#[test]
fn ids_are_unique_over_all_kinds_and_sorted_in_the_files() {
    let mut seen = BTreeSet::new();
    for kind in PartKind::ALL {
        let ids: Vec<String> = raw(kind)
            .iter()
            .map(|record| record["id"].as_str().unwrap().to_owned())
            .collect();
        assert!(ids.is_sorted(), "{kind:?}");
        for id in ids {
            assert!(seen.insert(id.clone()), "{id} is used twice");
        }
    }
}

#[test]
fn the_built_in_catalogue_keeps_every_rule() {
    let defects = Catalog::builtin().defects();
    let lines: Vec<String> = defects.iter().map(ToString::to_string).collect();
    assert!(lines.is_empty(), "{}", lines.join("\n"));
}

#[test]
fn numbers_carry_their_unit_and_no_price_slips_in() {
    fn walk(value: &Value, id: &str) {
        match value {
            Value::Object(fields) => {
                for (key, value) in fields {
                    let bare = ["power", "bandwidth", "weight", "reach", "latency", "memory"];
                    assert!(
                        !value.is_number() || !bare.iter().any(|end| key.ends_with(end)),
                        "{id}: {key} has no unit"
                    );
                    assert!(
                        !["price", "cost", "usd"]
                            .iter()
                            .any(|word| key.contains(word)),
                        "{id}: {key} is a price"
                    );
                    walk(value, id);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| walk(item, id)),
            _ => {}
        }
    }
    for kind in PartKind::ALL {
        for record in raw(kind) {
            walk(&record, record["id"].as_str().unwrap());
        }
    }
}

/// The rules see what they are for: each change below breaks one.
#[test]
fn every_rule_can_fail() {
    fn broken(change: impl FnOnce(&mut Catalog), expected: &str) {
        let mut catalog = Catalog::builtin().clone();
        change(&mut catalog);
        let found: Vec<String> = catalog.defects().iter().map(ToString::to_string).collect();
        assert!(
            found.iter().any(|line| line.contains(expected)),
            "expected {expected:?}, found {found:?}"
        );
    }
    fn gpu(catalog: &mut Catalog, id: &str, change: impl FnOnce(&mut Gpu)) {
        change(catalog.gpus.get_mut(id).unwrap());
    }
    fn node(catalog: &mut Catalog, id: &str, change: impl FnOnce(&mut NodeType)) {
        change(catalog.nodes.get_mut(id).unwrap());
    }
    broken(
        |c| gpu(c, "rtx-3090", |g| g.scale_up.links = 2),
        "links x rate x 2",
    );
    broken(
        |c| gpu(c, "a10", |g| g.scale_up.kind = ScaleUpKind::Nvlink),
        "must mean no links",
    );
    broken(
        |c| gpu(c, "a10", |g| g.scale_up.max_peers = 1),
        "peers need links",
    );
    broken(
        |c| gpu(c, "rtx-3090", |g| g.scale_up.bridges.clear()),
        "bridge_capable",
    );
    broken(
        |c| gpu(c, "rtx-3090", |g| g.scale_up.bridges[0] = "nope".into()),
        "names nope",
    );
    broken(
        |c| gpu(c, "h100-sxm5-80gb", |g| g.dense_tflops.fp8 = Some(3958.0)),
        "sparsity",
    );
    broken(
        |c| gpu(c, "h100-sxm5-80gb", |g| g.dense_tflops.fp16 = Some(495.0)),
        "fp16 and bf16",
    );
    broken(
        |c| gpu(c, "h100-sxm5-80gb", |g| g.dense_tflops.tf32 = Some(989.0)),
        "twice tf32",
    );
    broken(
        |c| gpu(c, "gb200", |g| g.dense_tflops.fp4 = Some(50_000.0)),
        "fp4",
    );
    broken(
        |c| gpu(c, "rtx-3090", |g| g.memory_reported_mib = Some(12_288)),
        "near the label",
    );
    broken(
        |c| gpu(c, "rtx-3090", |g| g.tdp_w = 3.5),
        "tdp_w = 3.5 is outside",
    );
    broken(|c| gpu(c, "rtx-3090", |g| g.tdp_w = -350.0), "outside");
    broken(|c| gpu(c, "rtx-3090", |g| g.sources.clear()), "no source");
    broken(
        |c| gpu(c, "rtx-3090", |g| g.as_of = "2026".into()),
        "not a date",
    );
    broken(
        |c| gpu(c, "rtx-3090", |g| g.id = "RTX 3090".into()),
        "id must be",
    );
    broken(
        |c| {
            gpu(c, "rtx-3090", |g| {
                g.recalled_fields.push("scale_up.speed".into());
            });
        },
        "names scale_up.speed",
    );
    broken(
        |c| node(c, "dgx-h100", |n| n.gpu_id = "h100".into()),
        "gpu_id names h100",
    );
    broken(
        |c| {
            node(c, "dgx-h100", |n| {
                n.nics.compute.as_mut().unwrap().nic_id = "cx7".into();
            });
        },
        "nics.compute.nic_id names cx7",
    );
    broken(
        |c| {
            node(c, "dgx-h100", |n| {
                n.nics.compute.as_mut().unwrap().gbit_s_per_port = 800.0;
            });
        },
        "faster or wider",
    );
    broken(
        |c| node(c, "dgx-h100", |n| n.max_power_w = Some(5000.0)),
        "can't draw less",
    );
    broken(
        |c| node(c, "dgx-h100", |n| n.scale_up_topology.switch_chips = 1),
        "port for every",
    );
    broken(
        |c| {
            node(c, "dgx-h100", |n| {
                n.scale_up_topology.switch_id = Some("nvswitch-4".into());
            });
        },
        "rate of the accelerator links",
    );
    broken(
        |c| node(c, "dgx-h100", |n| n.scale_up_topology.switch_id = None),
        "needs a switch",
    );
    broken(
        |c| node(c, "gb200-nvl72", |n| n.gpus_per_tray = Some(8)),
        "trays x",
    );
    broken(
        |c| {
            node(c, "dgx-1-v100", |n| {
                n.scale_up_topology.link_matrix.as_mut().unwrap()[0][1] += 1;
            });
        },
        "symmetric",
    );
    broken(
        |c| {
            node(c, "dgx-1-v100", |n| {
                let matrix = n.scale_up_topology.link_matrix.as_mut().unwrap();
                matrix[0][1] += 1;
                matrix[1][0] += 1;
            });
        },
        "use every link",
    );
    broken(
        |c| {
            node(c, "dgx-1-v100", |n| {
                n.scale_up_topology.link_matrix.as_mut().unwrap().pop();
            });
        },
        "row and a column",
    );
    broken(
        |c| {
            node(c, "dgx-1-v100", |n| {
                n.recalled_fields.clear();
                n.scale_up_topology.link_matrix = None;
            });
        },
        "link matrix",
    );
    broken(
        |c| node(c, "ws-2x-rtx3090-nvlink", |n| n.gpu_id = "rtx-4090".into()),
        "bridge must fit",
    );
    broken(
        |c| {
            let switch = c.switches.get_mut("arista-7808r4").unwrap();
            switch.chassis.as_mut().unwrap().slots = 4;
        },
        "slots x ports of a line card",
    );
    broken(
        |c| c.switches.get_mut("nvidia-qm9700").unwrap().ports[0].count = 32,
        "switching capacity",
    );
    broken(
        |c| c.switches.get_mut("nvidia-qm9700").unwrap().power_max_w = Some(100.0),
        "typical power",
    );
    broken(
        |c| c.nics.get_mut("connectx-7-ndr").unwrap().gb_s_per_direction = 400.0,
        "divided by eight",
    );
    broken(
        |c| {
            c.nics
                .get_mut("connectx-7-ndr")
                .unwrap()
                .max_aggregate_gbit_s = 3000.0;
        },
        "ports x rate",
    );
    broken(
        |c| c.cables.get_mut("mpo12-smf-trunk").unwrap().gbit_s = 400.0,
        "fibre",
    );
    broken(
        |c| c.models.get_mut("llama-2-7b").unwrap().layers = 33,
        "parameter count",
    );
    broken(
        |c| c.models.get_mut("mixtral-8x7b").unwrap().experts = None,
        "experts need",
    );
    broken(
        |c| c.models.get_mut("gpt-oss-120b").unwrap().active_params_b = 500.0,
        "active",
    );
    let bridge = |change: fn(&mut NvlinkBridge)| {
        move |c: &mut Catalog| {
            let link = c.interconnects.get_mut("nvlink-bridge-rtx3090-4slot");
            let Some(Interconnect::NvlinkBridge(bridge)) = link else {
                panic!("the bridge is there")
            };
            change(bridge);
        }
    };
    broken(bridge(|b| b.slot_pitch = 3), "20.32");
    broken(bridge(|b| b.gpus.clear()), "must list the accelerator");
    broken(
        bridge(|b| b.gpus.push("rtx-4090".into())),
        "must list the bridge",
    );
    broken(
        bridge(|b| b.total_bidirectional_gb_s = 600.0),
        "all links of the accelerator",
    );
}

#[test]
fn unknown_words_and_fields_are_refused() {
    let load = |change: fn(&mut Value)| {
        let mut record = raw(PartKind::Nodes).swap_remove(0);
        change(&mut record);
        serde_json::from_value::<NodeType>(record)
    };
    assert!(load(|_| {}).is_ok());
    assert!(load(|r| r["scale_up_topology"]["kind"] = json!("torus")).is_err());
    assert!(load(|r| r["category"] = json!("blade")).is_err());
    assert!(load(|r| r["quality"] = json!("guessed")).is_err());
    assert!(load(|r| r["gpu_countt"] = json!(8)).is_err());
    assert!(load(|r| r["gpu_count"] = json!(-8)).is_err());
    assert!(load(|r| r["nics"]["compute"]["count"] = json!(1.5)).is_err());

    let mut bridge = Catalog::builtin()
        .record_json(PartKind::Interconnects, "nvlink-bridge-rtx3090-4slot")
        .unwrap();
    assert!(serde_json::from_value::<Interconnect>(bridge.clone()).is_ok());
    bridge["slot_pich"] = json!(3);
    assert!(serde_json::from_value::<Interconnect>(bridge).is_err());
}

#[test]
fn published_facts_can_be_read_off() {
    let catalog = Catalog::builtin();
    // Four links of 14.0625 GB/s: the driver's NV4.
    let card = &catalog.gpu("rtx-3090").unwrap().scale_up;
    assert_eq!(
        f64::from(card.links) * card.gb_s_per_link_per_direction,
        56.25
    );
    let bridge = catalog.bridge(&card.bridges[0]).unwrap();
    assert_eq!((bridge.slot_pitch, bridge.max_gpus), (4, 2));
    // DGX-1: 16 of 28 pairs have a direct link, and there is no NVSwitch.
    let dgx1 = &catalog.node("dgx-1-v100").unwrap().scale_up_topology;
    let matrix = dgx1.link_matrix.as_ref().unwrap();
    let linked = (0..8).flat_map(|i| (0..i).map(move |j| (i, j)));
    assert_eq!(linked.filter(|&(i, j)| matrix[i][j] > 0).count(), 16);
    assert_eq!(
        (dgx1.kind, dgx1.switch_chips),
        (TopologyKind::HybridCubeMesh, 0)
    );
    // NVL72: 900 GB/s per accelerator and direction, domain of 72.
    let rack = catalog.node("gb200-nvl72").unwrap();
    let gpu = &catalog.gpu(&rack.gpu_id).unwrap().scale_up;
    assert_eq!(gpu.total_bidirectional_gb_s / 2.0, 900.0);
    assert_eq!(rack.scale_up_topology.domain_gpus, 72);
    assert_eq!(catalog.pcie_x16(4).unwrap().lanes, 16);
    assert!(catalog.pcie_x16(2).is_none());
}

#[test]
fn accelerators_find_the_record_of_their_links() {
    let catalog = Catalog::builtin();
    let link = |id| {
        catalog
            .scale_up_link(catalog.gpu(id).unwrap())
            .map(Record::id)
    };
    assert_eq!(link("rtx-3090"), Some("nvlink-3-ga102"));
    assert_eq!(link("a100-sxm4-80gb"), Some("nvlink-3"));
    assert_eq!(link("mi300x"), Some("xgmi-mi300x"));
    assert_eq!(link("rtx-4090"), None);
    for gpu in catalog.gpus() {
        assert_eq!(
            catalog.scale_up_link(gpu).is_some(),
            gpu.scale_up.kind != ScaleUpKind::None,
            "{}",
            gpu.id
        );
    }
}

#[test]
fn switch_ports_split_as_stated() {
    let catalog = Catalog::builtin();
    let links = |id, gbit_s| catalog.switch(id).unwrap().links_at(gbit_s);
    let cages = |id| catalog.switch(id).unwrap().data_cages();
    assert_eq!(
        (links("nvidia-qm9700", 400.0), cages("nvidia-qm9700")),
        (64, 32)
    );
    assert_eq!(links("nvidia-qm9700", 200.0), 128);
    assert_eq!(links("nvidia-qm8700", 100.0), 80);
    assert_eq!(
        (links("nvidia-sn5600", 800.0), links("nvidia-sn5600", 400.0)),
        (64, 128)
    );
    assert_eq!(links("nvidia-sn5600", 100.0), 256, "capped at 256, not 512");
    assert_eq!(
        links("nvidia-sn5400", 50.0),
        0,
        "needs every second port empty"
    );
    assert_eq!(
        (links("nvidia-q3400-ra", 800.0), cages("nvidia-q3400-ra")),
        (144, 72)
    );
    assert_eq!(links("mikrotik-crs518-16xs-2xq", 25.0), 24);
    assert_eq!(
        links("mikrotik-crs812-ddq", 200.0),
        6,
        "two native, two ports split in two"
    );
    assert_eq!(links("nvidia-qm9700", 300.0), 0);
    let all: Vec<&str> = catalog
        .switches()
        .flat_map(|switch| &switch.breakout)
        .filter(|text| Breakout::parse(text).is_none())
        .map(String::as_str)
        .collect();
    assert_eq!(all, ["to 1G"], "every other wording is understood");
}

#[test]
fn recalled_figures_are_known() {
    let catalog = Catalog::builtin();
    assert!(catalog.recalled("a10", "dense_tflops.bf16"));
    assert!(!catalog.recalled("a10", "dense_tflops.fp32"));
    assert!(
        !catalog.recalled("a10", "dense_tflops"),
        "only parts of it are"
    );
    // A record from memory is recalled as a whole.
    assert!(catalog.recalled("osfp-800g-dac", "gbit_s"));
    assert!(!catalog.recalled("no-such-part", "gbit_s"));
    let whole = catalog.records().find(|record| {
        record.quality() == Quality::Read && record.recalled_fields().iter().any(|f| f == "nics")
    });
    assert!(whole.unwrap().recalled("nics.compute.count"));
    assert!(!whole.unwrap().recalled("nicsx"));
}

#[test]
fn the_version_is_the_newest_date() {
    let catalog = Catalog::builtin();
    let newest = catalog.records().map(Record::as_of).max().unwrap();
    assert_eq!(catalog.version(), newest);
    assert!(catalog.records().all(|record| record.as_of() <= newest));
}

#[test]
fn usable_memory_prefers_the_driver() {
    let mib = |id: &str| Catalog::builtin().gpu(id).unwrap().usable_memory_bytes() / 1_048_576.0;
    assert_eq!(mib("h200-sxm-141gb"), 143_771.0, "as nvidia-smi prints it");
    assert!((mib("a10") - 24.0 * 1024.0 * 0.99).abs() < 1e-6);
}

fn blower() -> Value {
    let mut card = Catalog::builtin()
        .record_json(PartKind::Gpus, "rtx-3090")
        .unwrap();
    for field in [
        "quality",
        "recalled_fields",
        "sources",
        "as_of",
        "notes",
        "vendor",
    ] {
        card.as_object_mut().unwrap().remove(field);
    }
    card["id"] = json!("rtx-3090-blower");
    card["slot_width"] = json!(2);
    card
}

fn merge(parts: Value) -> Result<Catalog, Vec<Defect>> {
    Catalog::builtin().with_custom(&serde_json::from_value(parts).unwrap())
}

#[test]
fn custom_parts_join_the_catalogue() {
    let merged = merge(json!({ "gpus": [blower()] })).unwrap();
    let card = merged.gpu("rtx-3090-blower").unwrap();
    assert_eq!((card.slot_width, card.quality), (Some(2), Quality::Read));
    assert!(
        merged
            .bridge("nvlink-bridge-rtx3090-4slot")
            .unwrap()
            .gpus
            .contains(&card.id)
    );
    assert_eq!(merged.version(), Catalog::builtin().version());
    assert_eq!(merge(json!({})).unwrap(), *Catalog::builtin());
    assert!(serde_json::from_value::<CustomParts>(json!({ "gpu": [] })).is_err());
}

#[test]
fn bad_custom_parts_come_back_as_values() {
    let first = |parts| merge(parts).unwrap_err().swap_remove(0);
    let with = |field: &str, value: Value| {
        let mut card = blower();
        card[field] = value;
        json!({ "gpus": [card] })
    };
    let clash = first(with("id", json!("rtx-3090")));
    assert_eq!(
        (clash.fault.clone(), clash.pointer()),
        (Fault::IdTakenByBuiltin, "/gpus/0/id".into())
    );
    // Ids are one space: a card can't take the id of a switch.
    assert_eq!(
        first(with("id", json!("nvidia-qm9700"))).fault,
        Fault::IdTakenByBuiltin
    );
    let twice = first(json!({ "gpus": [blower(), blower()] }));
    assert_eq!(
        (twice.fault.clone(), twice.pointer()),
        (Fault::IdTwice, "/gpus/1/id".into())
    );
    assert_eq!(first(with("id", json!("My Card"))).fault, Fault::BadId);
    assert_eq!(first(with("tdp_w", json!(-1.0))).pointer(), "/gpus/0/tdp_w");
    assert_eq!(
        first(with("memory_gb", json!(1e300))).pointer(),
        "/gpus/0/memory_gb"
    );
    let mut links = blower();
    links["scale_up"]["links"] = json!(u32::MAX);
    assert_eq!(
        first(json!({ "gpus": [links] })).pointer(),
        "/gpus/0/scale_up/links"
    );

    let mut node = Catalog::builtin()
        .record_json(PartKind::Nodes, "dgx-h100")
        .unwrap();
    node["id"] = json!("my-node");
    node["gpu_id"] = json!("no-such-gpu");
    let lost = first(json!({ "nodes": [node] }));
    assert_eq!(lost.pointer(), "/nodes/0/gpu_id");
    assert_eq!(
        lost.to_string(),
        "nodes: my-node: gpu_id names no-such-gpu, which does not exist"
    );

    let many: Vec<Value> = (0..=MAX_CUSTOM_PARTS)
        .map(|i| {
            let mut card = blower();
            card["id"] = json!(format!("card-{i}"));
            card
        })
        .collect();
    assert!(matches!(
        first(json!({ "gpus": many })).fault,
        Fault::TooMany { .. }
    ));
}
