//! Fabrics whose tiers are of different switches: fixed leaves under a chassis, a larger model above smaller ones.

use std::collections::{BTreeMap, BTreeSet};

use podwright_sim_core::Design;
use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::cluster::resolve;
use podwright_sim_core::evaluate_builtin;
use podwright_sim_core::fabric::{
    CablePlace, ClosRequest, Layout, SizingError, Wiring, lay_out, size_clos, size_dragonfly,
};
use podwright_sim_core::placement::{CutLine, cut_sheet};
use podwright_sim_core::report::{Report, Severity, TierRole};
use proptest::prelude::*;
use serde_json::{Value, json};

fn document(node: &str, count: u64, fabric: &Value) -> Value {
    let mut spec = json!({ "id": "f" });
    for (key, value) in fabric.as_object().expect("an object") {
        spec[key] = value.clone();
    }
    json!({
        "schema": "podwright.design/1",
        "pools": [{ "id": "train", "node": node, "count": count }],
        "fabrics": [spec]
    })
}

fn design(node: &str, count: u64, fabric: &Value) -> Design {
    Design::from_value(&document(node, count, fabric)).expect("a design")
}

fn layout(design: &Design) -> Option<(Layout, Vec<CutLine>)> {
    let merged = Catalog::builtin()
        .with_custom(&design.custom_parts)
        .expect("parts");
    let (cluster, _) = resolve(design, &merged);
    let (layouts, _) = lay_out(design, &cluster, &merged);
    let lines = cut_sheet(&design.site, &cluster, &layouts, None)
        .ok()?
        .lines;
    Some((layouts.into_iter().next()?, lines))
}

fn quantity(report: &Report, part: &str) -> u64 {
    let lines = report.bom.lines.iter().filter(|line| line.part_id == part);
    lines.map(|line| line.quantity).sum()
}

fn errors(report: &Report) -> Vec<(&str, &str)> {
    let errors = report
        .findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error);
    errors
        .map(|finding| (finding.code.as_str(), finding.at.as_str()))
        .collect()
}

fn request(endpoints: u64, [leaf, spine, core]: [u64; 3], tiers: u32) -> ClosRequest {
    ClosRequest {
        endpoints,
        radix: leaf,
        upper_radix: Some(spine),
        core_radix: Some(core),
        tiers: Some(tiers),
        leaf_oversubscription: 1.0,
        pod_oversubscription: 1.0,
        ..ClosRequest::default()
    }
}

/// Leaves, spines, core switches and links from leaves to each spine, by hand: half of a leaf's links lead up, a spine has
/// links for as many as it has ports, and reaches as many leaves.
#[test]
fn counts_by_hand() {
    for (endpoints, radices, tiers, counts) in [
        // 64-port leaves under themselves, 128-port and 512-port spines.
        (1_024, [64, 64, 64], 2, [32, 16, 0, 2]),
        (1_024, [64, 128, 128], 2, [32, 8, 0, 4]),
        (1_024, [64, 512, 512], 2, [32, 2, 0, 16]),
        (4_096, [64, 128, 128], 2, [128, 32, 0, 1]),
        (16_384, [64, 512, 512], 2, [512, 32, 0, 1]),
        // 36 links: 18 up of each of 18 leaves are 324, which three spines of 128 carry, six links from each leaf.
        (324, [36, 128, 128], 2, [18, 3, 0, 6]),
        // A pod of 64 leaves, half of 128 links of a spine, on 32 spines; 64 links up from each of 64 spines in two pods.
        (4_096, [64, 128, 128], 3, [128, 64, 32, 1]),
        (4_096, [64, 128, 512], 3, [128, 64, 8, 1]),
        // Smaller spines than leaves: pods of 32 leaves of 64, 64 spines each.
        (4_096, [128, 64, 512], 3, [64, 128, 8, 1]),
    ] {
        let size = size_clos(&request(endpoints, radices, tiers)).expect("fits");
        assert_eq!(
            [size.leaf, size.spine, size.core, size.links_leaf_to_spine],
            counts,
            "{endpoints} {radices:?}"
        );
        assert!(size.even, "{endpoints} {radices:?}");
        assert_eq!(size.crossing_ratio(), 1.0);
    }
}

/// Two tiers take `R_leaf / 2 × R_spine`, three `R_leaf / 2 × R_spine / 2 × R_core`; with equal switches the published
/// `R² / 2` and `R³ / 4`.
#[test]
fn maxima_are_those_of_each_tier() {
    for (radices, tiers, most) in [
        ([36, 36, 36], 2, 648),
        ([64, 64, 64], 2, 2_048),
        ([64, 128, 128], 2, 4_096),
        ([64, 512, 512], 2, 16_384),
        ([128, 64, 64], 2, 4_096),
        ([36, 36, 36], 3, 11_664),
        ([64, 64, 64], 3, 65_536),
        ([64, 128, 512], 3, 1_048_576),
        ([64, 512, 128], 3, 1_048_576),
    ] {
        let full = size_clos(&request(most, radices, tiers)).expect("fits");
        assert_eq!(full.max_endpoints, most, "{radices:?}");
        assert_eq!(
            size_clos(&request(most + 1, radices, tiers)),
            Err(SizingError::TooManyEndpoints {
                endpoints: most + 1,
                max: most,
                tiers
            })
        );
    }
    // Groups of 64 leaves of 32 links under 32 spines of 128: 2,048 links to other groups.
    let group = request(64 * 32 * 3, [64, 128, 128], 2);
    let size = size_dragonfly(&group).expect("fits");
    assert_eq!((size.groups, size.group_spine), (3, 32));
    assert_eq!(size.max_endpoints, 2_049 * 2_048);
}

/// 64 HGX H100 on leaves of 64 × 400G (QSFP-DD) under one chassis of 800G cages (OSFP), two links to a cage.
#[test]
fn a_chassis_above_fixed_leaves() {
    let wish = json!({
        "topology": "leaf-spine", "switch": "nvidia-sn5400", "spine_switch": "arista-7808r4", "routing": "ecmp"
    });
    let design = design("hgx-h100-8", 64, &wish);
    let report = evaluate_builtin(&design);
    assert_eq!(errors(&report), []);
    let fabric = &report.fabrics[0];
    let [leaf, spine] = fabric.tiers.as_slice() else {
        panic!("{:?}", fabric.tiers);
    };
    assert_eq!((leaf.switch.as_str(), leaf.count), ("nvidia-sn5400", 16));
    assert_eq!((spine.switch.as_str(), spine.count), ("arista-7808r4", 1));
    assert_eq!(
        (leaf.ports_used, leaf.ports_total, leaf.cages_total),
        (1_024, 1_024, 1_024)
    );
    // 512 links in 256 cages, 36 to a card: all eight cards.
    assert_eq!((spine.line_cards, spine.cages_total), (Some(8), 288));
    assert_eq!((spine.ports_used, spine.ports_total), (512, 576));
    assert_eq!(spine.cages_used, 256);
    assert_eq!(leaf.links_to_each_above, 32);
    assert_eq!((fabric.oversubscription, fabric.radix), (1.0, 64));
    // 512 links of 400 Gbit/s, half of them to the other half.
    assert_eq!(fabric.bisection_gb_s, 256.0 * 50.0);
    // 32 leaves' links of each leaf at most: 576 leaves of 32.
    assert_eq!(fabric.max_endpoints, 32 * 576);
    assert_eq!(quantity(&report, "arista-7808r4"), 1);
    assert_eq!(quantity(&report, "arista-7800r4c-36pe"), 8);
    // A model of eight and more has a spare, one chassis has none.
    let spares = |part: &str| {
        let mut lines = report.bom.lines.iter();
        lines.find(|line| line.part_id == part).map(|l| l.spares)
    };
    assert_eq!(spares("nvidia-sn5400"), Some(1));
    assert_eq!(spares("arista-7808r4"), Some(0));

    let (layout, lines) = layout(&design).expect("a list");
    // Each end has the plug of its own cage.
    let up: Vec<&CutLine> = lines
        .iter()
        .filter(|line| line.from_device.starts_with("f-leaf"))
        .collect();
    assert_eq!(up.len(), 512);
    for line in &up {
        assert_eq!(line.from_optics.as_deref(), Some("qsfp-dd-400g-dr4"));
        assert!(
            line.to_optics
                .as_deref()
                .is_some_and(|part| part.starts_with("osfp-800g-2xdr4")),
            "{line:?}"
        );
    }
    assert_eq!(
        (up[0].from_port.as_deref(), up[0].to_port.as_str()),
        (Some("swp33"), "Ethernet3/1/1")
    );
    assert_eq!(up[1].to_port, "Ethernet3/1/5");
    assert_eq!(up[511].to_port, "Ethernet10/4/5");
    let piece = |place| {
        let run = layout
            .report
            .cables
            .iter()
            .position(|run| run.from == "leaf");
        let choice = layout.cables[run.expect("a run")].as_ref().expect("parts");
        let mut parts = choice.parts.iter();
        let part = parts.find(|part| part.place == place).expect("a part");
        part.links_per_piece
    };
    assert_eq!(
        (piece(CablePlace::LowerEnd), piece(CablePlace::UpperEnd)),
        (1, 2)
    );
    // Racks of each model, with its own height and draw.
    let network: Vec<_> = report
        .racks
        .iter()
        .filter(|rack| rack.kind == "network")
        .map(|rack| (rack.contents.as_str(), rack.count * rack.devices_per_rack))
        .collect();
    let names: BTreeSet<&str> = network.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        names,
        BTreeSet::from([leaf.name.as_str(), spine.name.as_str()])
    );
    assert_eq!(network.iter().map(|(_, count)| count).sum::<u64>(), 17);
    let chassis = report
        .racks
        .iter()
        .find(|rack| rack.contents == spine.name)
        .expect("stands");
    assert_eq!(chassis.units_used, Some(16));
    let drawn: BTreeSet<&str> = report
        .power
        .items
        .iter()
        .map(|item| item.part_id.as_str())
        .collect();
    assert!(drawn.contains("nvidia-sn5400") && drawn.contains("arista-7808r4"));
}

/// Three models: 64 × 400G, an 800G switch split in two, and a chassis above.
#[test]
fn a_model_for_each_of_three_tiers() {
    let wish = json!({
        "topology": "three-tier", "switch": "nvidia-sn5400", "spine_switch": "arista-7060x6-64pe",
        "core_switch": "arista-7816lr4", "routing": "ecmp"
    });
    let report = evaluate_builtin(&design("hgx-h100-8", 512, &wish));
    assert_eq!(errors(&report), []);
    let tiers: Vec<_> = report.fabrics[0]
        .tiers
        .iter()
        .map(|tier| (tier.switch.as_str(), tier.count))
        .collect();
    // 128 leaves in pods of 64 with 32 spines each; 4,096 links up on 1,152 of a chassis.
    assert_eq!(
        tiers,
        [
            ("nvidia-sn5400", 128),
            ("arista-7060x6-64pe", 64),
            ("arista-7816lr4", 4)
        ]
    );
    assert_eq!(report.fabrics[0].oversubscription, 1.0);
}

/// Racks of 16 GPUs under a switch of 16 + 16 links, as in Meta's cluster of 24,576 (arXiv 2407.21783, section 3.3.1), with
/// 7808R4 above at 7:1. Pods are as large as these spines reach, which is not said of the cluster: 504 of 576 links lead down,
/// so 1,536 leaves make four pods of 384; 384 × 16 links need 13 spines of 504, and 16 divide a leaf's; 384 × 72 / 504 links
/// lead up from each, 55, and 64 × 55 need seven chassis.
#[test]
fn rack_switches_under_chassis() {
    let wish = json!({
        "topology": "three-tier", "switch": "nvidia-sn5400", "spine_switch": "arista-7808r4", "routing": "ecmp",
        "leaf_ports": { "down": 16, "up": 16 }, "oversubscription": { "leaf": 1, "pod": 7 }
    });
    let report = evaluate_builtin(&design("hgx-h100-8", 3_072, &wish));
    assert_eq!(errors(&report), []);
    let fabric = &report.fabrics[0];
    let counts: Vec<u64> = fabric.tiers.iter().map(|tier| tier.count).collect();
    assert_eq!(counts, [1_536, 64, 7]);
    assert_eq!(fabric.endpoints, 24_576);
    assert!((fabric.oversubscription - 384.0 / 55.0).abs() < 1e-9);
}

/// A chassis of InfiniBand above the switches of its rate: 800 links of 200G above leaves of 40.
#[test]
fn a_director_above_fixed_leaves() {
    let wish = json!({
        "topology": "leaf-spine", "switch": "nvidia-qm8700", "spine_switch": "nvidia-cs8500"
    });
    let report = evaluate_builtin(&design("dgx-a100", 40, &wish));
    assert_eq!(errors(&report), []);
    let tiers = &report.fabrics[0].tiers;
    // 320 links: 16 leaves of 20, 320 links up, eight modules of 40.
    assert_eq!((tiers[0].count, tiers[1].count), (16, 1));
    assert_eq!((tiers[1].line_cards, tiers[1].ports_total), (Some(8), 320));
}

#[test]
fn what_has_no_place_or_no_part_is_said() {
    let says = |fabric: Value, code: &str, field: &str| {
        let report = evaluate_builtin(&design("hgx-h100-8", 16, &fabric));
        let mut found = report.findings.into_iter();
        let at = format!("/fabrics/0/{field}");
        found.find(|finding| finding.code == code && finding.at == at)
    };
    let with = |topology: &str, field: &str, id: &str| {
        let mut fabric =
            json!({ "topology": topology, "switch": "nvidia-sn5600", "routing": "ecmp" });
        fabric[field] = json!(id);
        fabric
    };
    for (topology, field, unused) in [
        ("none", "spine_switch", true),
        ("single-switch", "spine_switch", true),
        ("rail-only", "spine_switch", true),
        ("leaf-spine", "spine_switch", false),
        ("leaf-spine", "core_switch", true),
        ("dragonfly-plus", "core_switch", true),
        ("three-tier", "core_switch", false),
    ] {
        let finding = says(
            with(topology, field, "arista-7060x6-64pe"),
            "fabric.wish_unused",
            field,
        );
        assert_eq!(finding.is_some(), unused, "{topology} {field}: {finding:?}");
        if let Some(finding) = finding {
            assert!(finding.title.contains("switch has no place"), "{finding:?}");
        }
        let unknown = says(
            with(topology, field, "no-such-switch"),
            "part.unknown",
            field,
        );
        assert_eq!(unknown.is_some(), topology != "none", "{topology} {field}");
    }
    // Another protocol, and a rate that a model does not have: with what would do.
    let finding = says(
        with("leaf-spine", "spine_switch", "nvidia-qm9700"),
        "fabric.tier_protocol",
        "spine_switch",
    )
    .expect("is said");
    assert_eq!(finding.patch[0].path, "/fabrics/0/spine_switch");
    let finding = says(
        with("leaf-spine", "spine_switch", "nvidia-sn4600c"),
        "switch.no_such_rate",
        "spine_switch",
    )
    .expect("is said");
    assert_eq!(
        (&*finding.args["rate"], &*finding.args["links"]),
        ("400", "0")
    );
    assert!(finding.message.contains("switches below"), "{finding:?}");
    assert_eq!(finding.patch[0].path, "/fabrics/0/spine_switch");
}

/// More leaves than a spine reaches: the numbers of both tiers and a spine that reaches them.
#[test]
fn a_spine_that_is_too_small_is_refused_with_one_that_does() {
    let wish = json!({
        "topology": "leaf-spine", "switch": "nvidia-sn5600", "spine_switch": "nvidia-sn5400", "routing": "ecmp"
    });
    let before = document("hgx-h100-8", 600, &wish);
    let report = evaluate_builtin(&Design::from_value(&before).expect("a design"));
    let finding = report
        .findings
        .iter()
        .find(|finding| finding.code == "switch.ports_exceeded")
        .expect("is refused");
    // 64 leaves of 64 links down.
    assert_eq!(finding.args["max"], "4,096");
    assert_eq!(finding.args["radix"], "128 / 64");
    assert!(!finding.patch.is_empty(), "{finding:?}");
}

/// The model of the tier below said again changes nothing but the design's hash.
#[test]
fn a_model_said_twice_is_one_model() {
    for (node, switch, topology) in [
        ("dgx-h100", "nvidia-qm9700", "rail-optimized"),
        ("dgx-h100", "nvidia-qm9700", "three-tier"),
        ("hgx-h100-8", "nvidia-sn5600", "leaf-spine"),
        ("hgx-h100-8", "arista-7808r4", "leaf-spine"),
        ("hgx-h100-8", "nvidia-sn5600", "dragonfly-plus"),
    ] {
        let mut wish = json!({ "switch": switch, "topology": topology });
        let plain = evaluate_builtin(&design(node, 100, &wish));
        wish["spine_switch"] = json!(switch);
        if topology == "three-tier" {
            wish["core_switch"] = json!(switch);
        }
        let mut twice = evaluate_builtin(&design(node, 100, &wish));
        assert_ne!(plain.design_hash, twice.design_hash);
        twice.design_hash.clone_from(&plain.design_hash);
        assert_eq!(plain, twice, "{switch} {topology}");
    }
}

/// A document without the wishes is written as it was read, so that its hash stays.
#[test]
fn absent_models_are_not_written() {
    let design = design("dgx-h100", 4, &json!({ "switch": "nvidia-qm9700" }));
    let text = serde_json::to_string(&design).expect("JSON");
    assert!(!text.contains("spine_switch") && !text.contains("core_switch"));
}

/// Ethernet switches with links of 400G, by how many.
const ETHERNET: [(&str, u64); 6] = [
    ("nvidia-sn5400", 64),
    ("arista-7060x6-32pe", 64),
    ("nvidia-sn5600", 128),
    ("arista-7804r4", 288),
    ("arista-7808r4", 576),
    ("arista-7816lr4", 1_152),
];

#[derive(Clone, Debug)]
struct Wish {
    node: &'static str,
    count: u64,
    fabric: Value,
}

fn wishes() -> impl Strategy<Value = Wish> {
    let model = || prop::sample::select(ETHERNET.map(|(id, _)| id).to_vec());
    (
        (2_u64..220, model(), prop::option::of(model()), prop::option::of(model())),
        prop::sample::select(vec![
            "auto",
            "leaf-spine",
            "three-tier",
            "rail-optimized",
            "rail-only",
            "dragonfly-plus",
        ]),
        prop::sample::select(vec!["even", "minimal"]),
        0_u32..9,
        prop::option::of(1_u64..60),
        prop::sample::select(vec![1.0, 2.0, 3.5]),
        prop::sample::select(vec![1, 2]),
        any::<bool>(),
    )
        .prop_map(
            |((count, leaf, spine, core), topology, spines, extra, grow, ratio, planes, fast)| {
                let mut fabric = json!({
                    "switch": leaf, "topology": topology, "spines": spines, "extra_endpoints": extra,
                    "oversubscription": ratio, "routing": "ecmp",
                });
                for (field, id) in [("spine_switch", spine), ("core_switch", core)] {
                    if let Some(id) = id {
                        fabric[field] = json!(id);
                    }
                }
                if let Some(more) = grow {
                    fabric["grow_to_nodes"] = json!(count + more);
                }
                if fast {
                    fabric["uplink_gbit_s"] = json!(800);
                }
                // Two planes take adapters of two ports.
                if planes > 1 {
                    fabric["planes"] = json!(2);
                }
                Wish {
                    node: if planes > 1 { "dgx-b300" } else { "hgx-h100-8" },
                    count,
                    fabric,
                }
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Ports used are there on every device, each is plugged once, ends pair up, and parts are as many as the ends need.
    #[test]
    fn every_link_has_a_port_at_both_ends(wish in wishes()) {
        let design = design(wish.node, wish.count, &wish.fabric);
        let report = evaluate_builtin(&design);
        let Some((layout, lines)) = layout(&design) else {
            return Ok(());
        };
        prop_assert!(report.findings.iter().all(|finding| finding.code != "fabric.not_conserved"), "{wish:?}");
        let report = &report.fabrics[0];
        let mut ports: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for line in &lines {
            for (device, port) in [(&line.from_device, line.from_port.as_deref()), (&line.to_device, Some(line.to_port.as_str()))] {
                if let Some(port) = port {
                    prop_assert!(ports.entry(device).or_default().insert(port), "{device} {port} twice: {wish:?}");
                }
            }
            prop_assert_eq!(line.from_optics.is_some(), line.to_optics.is_some());
        }
        for tier in &report.tiers {
            let own = format!("f-{}-", tier.role.id());
            let mut used = 0;
            let model = layout.switch_of(tier.role).expect("a model");
            prop_assert_eq!(&model.id, &tier.switch);
            let side = layout.sides.at(tier.role, true);
            for (device, names) in ports.iter().filter(|(device, _)| device.starts_with(&own)) {
                used += names.len() as u64;
                let most = if tier.role == TierRole::Leaf { model.links_at(report.link_gbit_s).into() } else { side.links };
                prop_assert!(names.len() as u64 <= most, "{device}: {} of {most}: {wish:?}", names.len());
                if let (Some(cards), Some(chassis)) = (tier.line_cards, &model.chassis) {
                    let last = u64::from(chassis.first_slot) + cards / tier.count;
                    for name in names {
                        let slot = name.trim_start_matches("Ethernet").split('/').next().and_then(|slot| slot.parse::<u64>().ok());
                        prop_assert!(slot.is_some_and(|slot| slot < last), "{name} beyond card {last}: {wish:?}");
                    }
                }
            }
            prop_assert_eq!(used, tier.ports_used, "{:?}", wish);
            prop_assert!(tier.ports_used <= tier.ports_total && tier.cages_used <= tier.cages_total);
        }
        // Links of a leaf to each spine are equal, or that is said.
        let size = layout.size.expect("sized");
        if size.tiers > 1 && report.even_uplinks && layout.planned.is_none() {
            let merged = Catalog::builtin();
            let (cluster, _) = resolve(&design, merged);
            let graph = Wiring::of(&layout, &cluster).and_then(|wiring| wiring.graph()).expect("a graph");
            let (least, most) = graph.links_leaf_to_spine().expect("spines");
            prop_assert_eq!(least, most, "{:?}", wish);
        }
    }

    /// Transceivers are as many as ends of links need, in the cages of each end.
    #[test]
    fn optics_are_as_many_as_ends(wish in wishes()) {
        let design = design(wish.node, wish.count, &wish.fabric);
        let report = evaluate_builtin(&design);
        let Some((layout, _)) = layout(&design) else {
            return Ok(());
        };
        let mut ends: BTreeMap<(&str, &str, bool, bool, &str, u64), u64> = BTreeMap::new();
        for (at, group) in layout.report.cables.iter().enumerate() {
            let Some(choice) = &layout.cables[at] else { continue };
            for part in &choice.parts {
                let upper = part.place == CablePlace::UpperEnd;
                if !upper && part.place != CablePlace::LowerEnd {
                    continue;
                }
                let extra = !upper && layout.facts[at].extra;
                let key = (&*group.from, &*group.to, upper, extra, &*part.part_id, part.links_per_piece);
                *ends.entry(key).or_default() += group.count;
                if group.from != "node" {
                    let [lower, above] = layout.sides.ends(&group.from, &group.to);
                    let side = if upper { above } else { lower };
                    prop_assert_eq!(part.links_per_piece, side.cage_links, "{:?}", wish);
                }
            }
        }
        let needed: u64 = ends.iter().map(|((.., per), links)| links.div_ceil(*per)).sum();
        let bought: u64 = report.bom.lines.iter().filter(|line| line.category == "optics").map(|line| line.quantity).sum();
        prop_assert_eq!(bought, needed, "{:?}", wish);
    }

    /// A node more takes no fewer switches, line cards or links of any tier.
    #[test]
    fn a_node_more_takes_no_less(wish in wishes()) {
        // Counts of a Dragonfly+ jump with its groups; a fabric that grows is built for later nodes.
        let mut fabric = wish.fabric.clone();
        if fabric["topology"] == "dragonfly-plus" {
            return Ok(());
        }
        fabric.as_object_mut().expect("an object").remove("grow_to_nodes");
        let of = |count| {
            let report = evaluate_builtin(&design(wish.node, count, &fabric));
            let switches: u64 = report.bom.lines.iter().filter(|line| line.category == "switch").map(|line| line.quantity).sum();
            let fabric = report.fabrics.into_iter().next()?;
            let cables: u64 = fabric.cables.iter().map(|run| run.count).sum();
            let tiers: Vec<_> = fabric.tiers.iter().map(|tier| (tier.count, tier.line_cards.unwrap_or(0))).collect();
            Some((fabric.topology, tiers, switches, cables))
        };
        if let (Some(fewer), Some(more)) = (of(wish.count), of(wish.count + 1)) {
            prop_assert!(fewer.3 <= more.3, "{fewer:?} {more:?} {wish:?}");
            // With `auto`, rails give way to whole nodes where they no longer fit. A chassis next to nodes that holds several
            // rails may hold one less with a node more, and need fewer cards for that.
            if fewer.0 == more.0 {
                let several = fewer.0 == "rail-optimized" && fewer.1[0].1 > 0;
                let from = usize::from(several);
                let rises = fewer.1.iter().zip(&more.1).all(|(a, b)| a.0 <= b.0);
                let cards = fewer.1[from..].iter().zip(&more.1[from..]).all(|(a, b)| a.1 <= b.1);
                prop_assert!(rises && cards, "{fewer:?} {more:?} {wish:?}");
                prop_assert!(several || fewer.2 <= more.2, "{fewer:?} {more:?} {wish:?}");
            }
        }
    }

    /// A larger switch above the leaves never lowers the bandwidth, and what was asked for is delivered.
    #[test]
    fn larger_spines_never_lower_bandwidth(
        count in 2_u64..200,
        leaf in prop::sample::select(ETHERNET[..3].to_vec()),
        ratio in 1.0_f64..6.0,
        topology in prop::sample::select(vec!["leaf-spine", "three-tier", "rail-optimized", "dragonfly-plus"]),
        core in prop::option::of(prop::sample::select(ETHERNET.to_vec())),
    ) {
        let mut before = 0.0;
        for (spine, _) in ETHERNET {
            let mut fabric = json!({
                "switch": leaf.0, "spine_switch": spine, "topology": topology, "oversubscription": ratio, "routing": "ecmp"
            });
            if let (Some((core, _)), "three-tier") = (core, topology) {
                fabric["core_switch"] = json!(core);
            }
            let report = evaluate_builtin(&design("hgx-h100-8", count, &fabric));
            let Some(fabric) = report.fabrics.first() else {
                continue;
            };
            let line = count as f64 * 8.0 / 2.0 * 50.0;
            prop_assert!(fabric.bisection_gb_s * ratio >= line * (1.0 - 1e-9), "{spine}: {}", fabric.bisection_gb_s);
            prop_assert!(fabric.bisection_gb_s >= before * (1.0 - 1e-9), "{spine}: {} after {before}", fabric.bisection_gb_s);
            before = fabric.bisection_gb_s;
        }
    }
}
