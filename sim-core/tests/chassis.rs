//! Switches whose ports are on line cards: only the cards that the links need are bought.

use std::collections::{BTreeMap, BTreeSet};

use podwright_sim_core::Design;
use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::cluster::resolve;
use podwright_sim_core::evaluate_builtin;
use podwright_sim_core::fabric::lay_out;
use podwright_sim_core::placement::{CutLine, cut_sheet};
use podwright_sim_core::report::Report;
use proptest::prelude::*;
use serde_json::{Value, json};

fn design(count: u64, fabric: &Value) -> Design {
    let mut spec = json!({ "id": "f", "switch": "arista-7808r4" });
    for (key, value) in fabric.as_object().expect("an object") {
        spec[key] = value.clone();
    }
    Design::from_value(&json!({
        "schema": "podwright.design/1",
        "pools": [{ "id": "train", "node": "hgx-h100-8", "count": count }],
        "fabrics": [spec]
    }))
    .expect("a design")
}

fn cables(design: &Design) -> Vec<CutLine> {
    // A custom switch is on the shelf that the design brings.
    let merged = Catalog::builtin()
        .with_custom(&design.custom_parts)
        .expect("parts");
    let (cluster, _) = resolve(design, &merged);
    let (layouts, _) = lay_out(design, &cluster, &merged);
    cut_sheet(&design.site, &cluster, &layouts, None)
        .expect("a list")
        .lines
}

fn quantity(report: &Report, part: &str) -> u64 {
    let lines = report.bom.lines.iter().filter(|line| line.part_id == part);
    lines.map(|line| line.quantity).sum()
}

/// Sixteen nodes of eight 400G links on one chassis: 64 cages of 36 to a card.
#[test]
fn one_chassis_has_the_cards_of_its_links() {
    let design = design(16, &json!({}));
    let report = evaluate_builtin(&design);
    let tier = &report.fabrics[0].tiers[0];
    assert_eq!((tier.count, tier.line_cards), (1, Some(2)));
    assert_eq!((tier.ports_used, tier.ports_total), (128, 2 * 36 * 2));
    assert_eq!((tier.cages_used, tier.cages_total), (64, 72));
    assert_eq!(quantity(&report, "arista-7808r4"), 1);
    assert_eq!(quantity(&report, "arista-7800r4c-36pe"), 2);
    let why = report
        .bom
        .lines
        .iter()
        .find(|line| line.part_id == "arista-7800r4c-36pe")
        .map(|line| line.why.clone())
        .unwrap_or_default();
    assert_eq!(
        why,
        "f: 1 × 2 of 8 slots, as many cards of 36 ports as the fullest switch of the tier needs"
    );
    // Six of eight cards are left out: 904 W typical and 1,088 W at most each (7800R4 data sheet).
    let item = report
        .power
        .items
        .iter()
        .find(|item| item.part_id == "arista-7808r4")
        .expect("draws power");
    assert_eq!(item.max_w, Some(36_000.0 - 6.0 * 1088.0));
    let slots: BTreeSet<String> = cables(&design)
        .iter()
        .map(|line| line.to_port.clone())
        .collect();
    assert_eq!(slots.len(), 128);
    assert!(slots.contains("Ethernet3/1/1") && slots.contains("Ethernet4/28/5"));
    assert!(!slots.iter().any(|port| port.starts_with("Ethernet5")));
}

/// Rails alone: each chassis holds one rail of 88 links, 44 cages on two cards of 36, however many rails would fit.
#[test]
fn a_rail_alone_has_the_cards_of_its_links() {
    let wish = json!({ "switch": "arista-7816lr4", "topology": "rail-only" });
    let report = evaluate_builtin(&design(88, &wish));
    let tier = &report.fabrics[0].tiers[0];
    assert_eq!((tier.count, tier.line_cards), (8, Some(16)));
}

/// A director of InfiniBand: 20 leaf modules of 40 ports.
#[test]
fn a_director_fills_module_by_module() {
    let design = Design::from_value(&json!({
        "schema": "podwright.design/1",
        "pools": [{ "id": "train", "node": "dgx-a100", "count": 30 }],
        "fabrics": [{ "id": "f", "switch": "nvidia-cs8500" }]
    }))
    .expect("a design");
    let report = evaluate_builtin(&design);
    let tier = &report.fabrics[0].tiers[0];
    assert_eq!((tier.line_cards, tier.ports_total), (Some(6), 240));
    assert_eq!(quantity(&report, "nvidia-cs8500-leaf"), 6);
    assert!(cables(&design).iter().any(|line| line.to_port == "6/40"));
}

/// A custom chassis with cards and modules of its own.
#[test]
fn a_custom_chassis_brings_its_modules() {
    let mut document =
        serde_json::to_value(design(12, &json!({ "switch": "own-chassis" }))).expect("text");
    let card = json!({ "id": "own-card", "name": "Card 16x800", "count": 16, "power_typical_w": 500, "power_max_w": 600 });
    let module = json!({ "id": "own-fabric", "name": "Fabric module", "count": 6, "power_typical_w": null, "power_max_w": null });
    document["custom_parts"] = json!({ "switches": [{
        "id": "own-chassis", "name": "Own chassis", "protocol": "ethernet", "asic": null,
        "ports": [{ "count": 64, "gbit_s": 800, "connector": "OSFP" }], "breakout": ["2x400"],
        "switching_capacity_tbit_s": 51.2, "vendor_headline_tbit_s": 51.2, "latency_ns": null,
        "power_typical_w": 3000, "power_max_w": 4000, "rack_units": 10, "weight_kg": null, "buffer_mb": null,
        "adaptive_routing": true, "spectrum_x_capable": false, "sharp_generation": null,
        "chassis": { "slots": 4, "first_slot": 1, "card": card, "modules": [module] }
    }] });
    let design = Design::from_value(&document).expect("a design");
    let report = evaluate_builtin(&design);
    // 96 links in 48 cages.
    assert_eq!(quantity(&report, "own-card"), 3);
    assert_eq!(quantity(&report, "own-fabric"), 6);
    assert!(cables(&design).iter().any(|line| line.to_port == "3/16/2"));
    // Ports that the cards do not add up to are refused.
    document["custom_parts"]["switches"][0]["chassis"]["slots"] = json!(5);
    let report = evaluate_builtin(&Design::from_value(&document).expect("a design"));
    assert!(
        report
            .findings
            .iter()
            .any(|finding| finding.code == "part.custom_defect")
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// No port is on a card that is not bought, none is taken twice, and of each tier some switch needs the last card.
    #[test]
    fn cards_hold_every_port(
        count in 2_u64..260,
        topology in prop::sample::select(vec!["auto", "leaf-spine", "rail-optimized", "three-tier"]),
        switch in prop::sample::select(vec!["arista-7804r4", "arista-7808r4", "arista-7816lr4"]),
        extra in 0_u32..9,
        uplink in prop::option::of(Just(800)),
        grow in prop::option::of(1_u64..100),
        ratio in prop::sample::select(vec![1.0, 2.0, 3.5]),
    ) {
        let mut fabric = json!({
            "topology": topology, "switch": switch, "extra_endpoints": extra, "oversubscription": ratio
        });
        if let Some(rate) = uplink {
            fabric["uplink_gbit_s"] = json!(rate);
        }
        if let Some(more) = grow {
            fabric["grow_to_nodes"] = json!(count + more);
        }
        let design = design(count, &fabric);
        let report = evaluate_builtin(&design);
        let Some(fabric) = report.fabrics.first() else { return Ok(()) };
        let mut taken = BTreeSet::new();
        let mut last: BTreeMap<&str, u64> = BTreeMap::new();
        let lines = cables(&design);
        for line in &lines {
            let lower = (line.from_device.clone(), line.from_port.clone().unwrap_or_default());
            let upper = (line.to_device.clone(), line.to_port.clone());
            for (device, port) in [lower, upper] {
                let role = ["leaf", "spine", "core"]
                    .into_iter()
                    .find(|role| device.starts_with(&format!("f-{role}-")));
                prop_assert!(taken.insert((device, port.clone())), "{} twice", port);
                if let Some(role) = role {
                    let slot: u64 = port
                        .trim_start_matches("Ethernet")
                        .split('/')
                        .next()
                        .and_then(|slot| slot.parse().ok())
                        .expect("a slot");
                    let most = last.entry(role).or_default();
                    *most = slot.max(*most);
                }
            }
        }
        for tier in &fabric.tiers {
            let role = serde_json::to_value(tier.role).expect("text");
            let role = role.as_str().expect("text");
            let cards = tier.line_cards.expect("a chassis") / tier.count;
            let used = last.get(role).map_or(0, |slot| slot - 2);
            prop_assert!(used <= cards, "{role}: slot {used} of {cards}");
            prop_assert!(tier.ports_used <= tier.ports_total && tier.cages_used <= tier.cages_total);
            prop_assert_eq!(quantity(&report, "arista-7800r4c-36pe") , fabric.tiers.iter().filter_map(|t| t.line_cards).sum::<u64>());
            // A tier whose switches are equally full uses its last card.
            if tier.count == 1 && grow.is_none() && uplink.is_none() {
                prop_assert_eq!(used, cards, "{}", role);
            }
        }
    }
}
