//! Racks tell what stands in them: their power, mass and strips add up to those of the design.

use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::design::Design;
use podwright_sim_core::fabric::PDU_KW;
use podwright_sim_core::report::{RackGroup, Report};
use podwright_sim_core::{evaluate_builtin, templates};
use proptest::prelude::*;
use serde_json::{Value, json};

fn report(document: &Value) -> Report {
    evaluate_builtin(&Design::from_value(document).expect("well-formed"))
}

/// A figure of one rack, over all of them; none where one of them is unknown.
fn sum(racks: &[RackGroup], of: impl Fn(&RackGroup) -> Option<f64>) -> Option<f64> {
    racks
        .iter()
        .map(|rack| Some(of(rack)? * rack.count as f64))
        .sum()
}

/// Mass of all nodes and switches by the catalogue, kg.
fn mass(report: &Report) -> Option<f64> {
    let catalog = Catalog::builtin();
    let nodes = report.pools.iter().map(|pool| {
        let node = catalog.node(pool.node_id.as_deref()?)?;
        Some(node.weight_kg? * pool.count as f64)
    });
    let tiers = report.fabrics.iter().flat_map(|fabric| &fabric.tiers);
    let switches = tiers.map(|tier| {
        let switch = catalog.switch(&tier.switch)?;
        Some(switch.weight_kg? * tier.count as f64)
    });
    nodes.chain(switches).sum()
}

/// Nodes, or racks of rack-scale systems, and switches that stand in racks.
fn devices(report: &Report) -> [u64; 2] {
    let mut all = [0; 2];
    for rack in &report.racks {
        all[usize::from(rack.kind == "network")] += rack.devices_per_rack * rack.count;
        all[1] += rack.switches.len() as u64 * rack.count;
    }
    all
}

fn check(document: &Value) {
    let report = report(document);
    if let (Some(kw), true) = (
        sum(&report.racks, |rack| rack.max_kw),
        report.power.unknown.is_empty(),
    ) {
        let watts = kw * 1e3;
        assert!(
            (watts - report.power.it_max_w).abs() < 0.5,
            "{watts} W in racks, {} W in all: {document}",
            report.power.it_max_w
        );
    }
    if let (Some(racks), Some(all)) = (sum(&report.racks, |rack| rack.weight_kg), mass(&report)) {
        assert!(
            (racks - all).abs() < 0.01,
            "{racks} of {all} kg: {document}"
        );
    }
    let nodes = report.pools.iter().map(|pool| {
        let node = pool
            .node_id
            .as_deref()
            .and_then(|id| Catalog::builtin().node(id));
        pool.count * u64::from(node.and_then(|node| node.racks).unwrap_or(1))
    });
    let tiers = report.fabrics.iter().flat_map(|fabric| &fabric.tiers);
    assert_eq!(
        devices(&report),
        [
            nodes.sum::<u64>(),
            tiers.map(|tier| tier.count).sum::<u64>()
        ],
        "{document}"
    );
    let strips: u64 = report.racks.iter().map(|rack| rack.pdus * rack.count).sum();
    let bought = report
        .bom
        .lines
        .iter()
        .find(|line| line.part_id == "rack-pdu");
    assert_eq!(bought.map_or(0, |line| line.quantity), strips, "{document}");
    for rack in &report.racks {
        // Rack-scale systems bring their own.
        if let Some(kw) = rack.max_kw.filter(|_| rack.kind != "rack-scale") {
            assert_eq!(rack.pdus, 2 * (kw / PDU_KW).ceil() as u64, "{rack:?}");
        }
        let units = document["site"]["rack_units"].as_u64().unwrap_or(42);
        let height = rack.units_used.unwrap_or_default();
        for switch in &rack.switches {
            let own: u64 = rack.switches.iter().map(|switch| switch.units).sum();
            assert!(switch.unit > height - own, "{rack:?}");
            assert!(switch.unit + switch.units <= units + 1, "{rack:?}");
        }
    }
}

/// Two HGX of 8 kW and the one switch of their fabric: 23.2 kW, which a strip of 23 kW does not carry.
#[test]
fn a_lone_switch_counts_in_the_rack_that_it_stands_in() {
    let document = json!({
        "schema": "podwright.design/1",
        "pools": [{ "id": "train", "node": "hgx-h100-8", "count": 2 }],
        "fabrics": [{ "id": "c", "topology": "single-switch", "switch": "nvidia-sn5600" }],
    });
    check(&document);
    let report = report(&document);
    let [rack] = report.racks.as_slice() else {
        panic!("{:?}", report.racks);
    };
    assert_eq!((rack.count, rack.devices_per_rack, rack.pdus), (1, 2, 4));
    assert_eq!((rack.switches[0].unit, rack.switches[0].units), (41, 2));
    assert_eq!(rack.bound_by, "none");
}

/// Seventeen DGX H100 by fives: three full racks and one with two, beside the racks of switches.
#[test]
fn the_last_rack_stands_for_itself() {
    let document = json!({
        "schema": "podwright.design/1",
        "pools": [{ "id": "train", "node": "dgx-h100", "count": 17 }],
        "fabrics": [{ "id": "compute", "topology": "auto", "switch": "nvidia-qm9700" }],
    });
    check(&document);
    let racks = report(&document).racks;
    let nodes: Vec<_> = racks
        .iter()
        .filter(|rack| rack.kind == "compute")
        .map(|rack| {
            (
                rack.count,
                rack.devices_per_rack,
                rack.max_kw,
                rack.bound_by.as_str(),
            )
        })
        .collect();
    assert_eq!(
        nodes,
        [(3, 5, Some(51.0), "height"), (1, 2, Some(20.4), "none")]
    );
    let network: Vec<_> = racks.iter().filter(|rack| rack.kind == "network").collect();
    assert_eq!((network.len(), network[0].bound_by.as_str()), (1, "none"));
}

/// Fifteen nodes of eight 400G links fill three racks and need two of the eight cards of a chassis: 36,000 W less six of 1,088 (7800R4 data
/// sheet), in its rack as in the IT power.
#[test]
fn a_chassis_draws_what_its_cards_do() {
    let document = json!({
        "schema": "podwright.design/1",
        "pools": [{ "id": "train", "node": "hgx-h100-8", "count": 15 }],
        "fabrics": [{ "id": "c", "switch": "arista-7808r4" }],
        "site": { "rack_units": 40 },
    });
    check(&document);
    let report = report(&document);
    let rack = report.racks.iter().find(|rack| rack.kind == "network");
    assert_eq!(rack.and_then(|rack| rack.max_kw), Some(29.472));
    assert!(report.power.unknown.is_empty());
}

/// Leaves and spines with unequally many cards share racks: each rack draws what stands in it.
#[test]
fn racks_of_unequal_chassis_add_up() {
    for nodes in [150, 260, 400] {
        check(&json!({
            "schema": "podwright.design/1",
            "pools": [{ "id": "train", "node": "hgx-h100-8", "count": nodes }],
            "fabrics": [{ "id": "c", "topology": "leaf-spine", "switch": "arista-7808r4" }],
        }));
    }
}

/// A card of unknown draw: what the chassis draws without some is unknown, and not what a full one does.
#[test]
fn a_card_of_unknown_draw_leaves_the_chassis_unknown() {
    let document = |card: Option<f64>| {
        json!({
            "schema": "podwright.design/1",
            "pools": [{ "id": "train", "node": "hgx-h100-8", "count": 4 }],
            "fabrics": [{ "id": "c", "switch": "own" }],
            "custom_parts": { "switches": [{
                "id": "own", "name": "Own chassis", "protocol": "ethernet", "asic": null,
                "ports": [{ "count": 64, "gbit_s": 800, "connector": "OSFP" }], "breakout": ["2x400"],
                "switching_capacity_tbit_s": 51.2, "vendor_headline_tbit_s": 51.2, "latency_ns": null,
                "power_typical_w": 3000, "power_max_w": 4000, "rack_units": 10, "weight_kg": null, "buffer_mb": null,
                "adaptive_routing": true, "spectrum_x_capable": false, "sharp_generation": null,
                "chassis": { "slots": 4, "first_slot": 1, "card": {
                    "id": "own-card", "name": "Card", "count": 16, "power_typical_w": card, "power_max_w": card
                } }
            }] },
        })
    };
    for (card, drawn) in [(Some(600.0), Some(2200.0)), (None, None)] {
        let report = report(&document(card));
        let item = report.power.items.iter().find(|item| item.part_id == "own");
        let item = item.expect("draws power");
        assert_eq!(item.max_w, drawn, "{item:?}");
        assert_eq!(item.typical_w.is_none(), drawn.is_none(), "{item:?}");
        assert_eq!(
            report.power.unknown.contains(&"own".to_owned()),
            drawn.is_none()
        );
        // The one switch stands beside the nodes, whose racks are then unknown too.
        let known = report.racks.iter().all(|rack| rack.max_kw.is_some());
        assert_eq!(known, drawn.is_some());
    }
}

#[test]
fn racks_of_every_template_add_up() {
    for template in templates::all() {
        let report = evaluate_builtin(&template.design);
        if report.racks.is_empty() {
            continue;
        }
        check(&serde_json::to_value(&template.design).expect("a document"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn racks_add_up(
        (first, second) in prop::sample::select(vec![
            ("dgx-h100", "dgx-h100"), ("dgx-h100", "hgx-h100-8"), ("dgx-b200", "dgx-h100"), ("dgx-a100", "dgx-a100"),
            ("gb200-nvl72", "gb200-nvl72"), ("srv-8x-mi300x", "hgx-h100-8"),
        ]),
        (count, more) in (1_u32..60, 1_u32..9),
        compute in prop::sample::select(vec!["nvidia-qm9700", "nvidia-sn5600", "nvidia-qm8700", "arista-7060x6-64pe", "arista-7808r4", "arista-7804r4"]),
        topology in prop::sample::select(vec!["auto", "single-switch", "leaf-spine", "three-tier", "rail-only"]),
        (storage, oob) in (any::<bool>(), any::<bool>()),
        kw in prop::option::of(12.0_f64..150.0),
        kg in prop::option::of(300.0_f64..2_000.0),
        air in prop::option::of(20.0_f64..80.0),
        units in 24_u32..60,
    ) {
        let mut fabrics = vec![json!({ "id": "c", "topology": topology, "switch": compute })];
        for (network, wanted) in [("storage", storage), ("oob", oob)] {
            if wanted {
                fabrics.push(json!({ "id": network, "network": network, "topology": "single-switch", "switch": "nvidia-sn5600" }));
            }
        }
        check(&json!({
            "schema": "podwright.design/1",
            "pools": [{ "id": "a", "node": first, "count": count }, { "id": "b", "node": second, "count": more }],
            "fabrics": fabrics,
            "site": { "rack_kw_limit": kw, "rack_kg_limit": kg, "air_kw_limit": air, "rack_units": units }
        }));
    }
}
