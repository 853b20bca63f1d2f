//! Racks of switches that fabrics share: everything has one place, nothing passes a limit, sharing never costs.

use std::collections::{BTreeMap, BTreeSet};

use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::cluster::{Cluster, resolve};
use podwright_sim_core::design::{Design, Site};
use podwright_sim_core::evaluate_builtin;
use podwright_sim_core::fabric::{DEFAULT_RACK_UNITS, Layout, lay_out};
use podwright_sim_core::placement::{Plan, RackAt, SwitchOrder, cut_sheet};
use podwright_sim_core::report::{Report, Tier};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Four networks, as a DGX SuperPOD H100 has them.
fn four_networks(nodes: u32) -> Value {
    json!({
        "schema": "podwright.design/1",
        "pools": [{ "id": "train", "node": "dgx-h100", "count": nodes }],
        "fabrics": [
            { "id": "compute", "topology": "auto", "switch": "nvidia-qm9700" },
            { "id": "storage", "network": "storage", "topology": "auto", "switch": "nvidia-qm9700" },
            { "id": "inband", "network": "inband", "topology": "auto", "switch": "nvidia-sn4600c" },
            { "id": "oob", "network": "oob", "topology": "auto", "switch": "nvidia-sn2201" },
        ],
    })
}

fn design(document: &Value) -> Design {
    Design::from_value(document).expect("well-formed")
}

fn laid(design: &Design) -> (Cluster, Vec<Layout>) {
    let catalog = Catalog::builtin();
    let (cluster, _) = resolve(design, catalog);
    let (layouts, _) = lay_out(design, &cluster, catalog);
    (cluster, layouts)
}

fn plan(design: &Design) -> (Plan, Vec<Layout>) {
    let (cluster, layouts) = laid(design);
    (Plan::of(&design.site, &cluster, &layouts), layouts)
}

fn racks(plan: &Plan, kind: &str) -> u64 {
    let own = plan.racks.iter().filter(|group| group.kind == kind);
    own.map(|group| group.count).sum()
}

fn places(plan: &Plan) -> u64 {
    let own = plan.racks.iter().filter(|group| group.kind == "network");
    own.map(|group| group.count + group.reserved).sum()
}

/// The design with one of its fabrics alone, whose switch stands beside nodes only if it does in the whole.
fn alone(document: &Value, fabric: usize) -> Value {
    let mut document = document.clone();
    document["fabrics"] = json!([document["fabrics"][fabric]]);
    document
}

/// A rack's content, summed from the places of single switches.
#[derive(Default)]
struct Content {
    units: BTreeSet<u64>,
    kw: f64,
    kg: f64,
}

/// What stands in racks of switches, by place; no unit is taken twice.
fn contents(plan: &Plan, layouts: &[Layout]) -> BTreeMap<RackAt, Content> {
    let mut racks: BTreeMap<RackAt, Content> = BTreeMap::new();
    for (index, layout) in layouts.iter().enumerate() {
        let order = SwitchOrder::of(layout);
        for number in 0..order.switches() {
            let Some(stand) = plan.switch(index, &order, number) else {
                continue;
            };
            let (role, _) = order.role(number);
            let switch = layout.switch_of(role).expect("a model");
            let tier = layout.report.tiers.iter().find(|tier| tier.role == role);
            let cards = tier.and_then(Tier::cards_each);
            let rack = racks.entry(stand.rack).or_default();
            for unit in stand.unit..stand.unit + u64::from(switch.rack_units) {
                assert!(rack.units.insert(unit), "{stand:?} twice");
            }
            rack.kw += switch.max_w_with(cards).unwrap_or_default() / 1e3;
            rack.kg += switch.weight_kg.unwrap_or_default();
        }
    }
    racks
}

fn within(site: &Site, plan: &Plan, layouts: &[Layout]) {
    let alone = |content: &Content, most: u64| content.units.len() as u64 <= most;
    for (at, content) in contents(plan, layouts) {
        let (group, rack) = plan.rack_at(at).expect("a rack");
        if plan.racks[group].kind != "network" {
            continue;
        }
        let units = u64::from(site.rack_units.unwrap_or(DEFAULT_RACK_UNITS));
        let one =
            plan.racks[group].units_used.unwrap_or_default() / plan.racks[group].devices_per_rack;
        // One that is over the limit alone still stands somewhere.
        if alone(&content, one) {
            continue;
        }
        assert!(
            content.units.iter().all(|unit| (1..=units).contains(unit)),
            "{group} {rack}"
        );
        for (limit, value) in [
            (site.rack_kw_limit, content.kw),
            (site.air_kw_limit, content.kw),
            (site.rack_kg_limit, content.kg),
        ] {
            assert!(
                limit.is_none_or(|limit| value <= limit + 1e-9),
                "{value} of {limit:?}"
            );
        }
    }
}

/// Racks of a report, and their power strips.
fn racks_and_strips(report: &Report) -> (u64, u64) {
    let strips = report.racks.iter().map(|rack| rack.pdus * rack.count).sum();
    (report.summary.racks.unwrap_or_default(), strips)
}

#[test]
fn four_networks_stand_in_two_racks() {
    // 48 switches of compute, 13 to 16 of storage and a few of each other network; 42 units a rack.
    let design = design(&four_networks(127));
    let (plan, layouts) = plan(&design);
    let switches: u64 = layouts
        .iter()
        .map(|layout| {
            let height = u64::from(layout.switch.as_ref().expect("a switch").rack_units);
            SwitchOrder::of(layout).switches() * height
        })
        .sum();
    assert_eq!(
        racks(&plan, "network"),
        switches.div_ceil(42),
        "{switches} units"
    );
    // One of them has switches of three networks: of its own, in-band and management.
    let shared = plan.filled.iter().find(|rack| !rack.switches.is_empty());
    let shared = shared.expect("a shared rack");
    let fabrics: BTreeSet<_> = shared
        .switches
        .iter()
        .map(|switch| &switch.fabric)
        .collect();
    assert_eq!(fabrics.len(), 2, "{shared:?}");
    assert!(
        shared.all_contents().contains(" + "),
        "{}",
        shared.all_contents()
    );
}

/// The rack with one management switch that nobody would build.
#[test]
fn a_lone_management_switch_shares_a_rack() {
    // Five nodes fill their rack: no unit is left for a switch.
    let mut document = four_networks(20);
    document["site"] = json!({ "rack_units": 40, "rack_kw_limit": 60.0 });
    let (plan, _) = plan(&design(&document));
    assert_eq!(racks(&plan, "network"), 1, "{:?}", plan.filled);
}

/// A bill with a node less is never dearer, racks of all networks included. Parts without a published price get one here.
#[test]
fn a_node_less_never_costs_more() {
    for node in ["dgx-h100", "dgx-b200"] {
        let mut document = four_networks(1);
        document["pools"][0]["node"] = json!(node);
        document["price_overrides"] = json!({
            "rack-pdu": 1_500, "nvidia-sn4600c": 15_000, "nvidia-sn2201": 4_000, "cat5e-1g": 10,
            "osfp-800g-split-dac": 250, "osfp-800g-acc-flt": 400,
        });
        let mut less: Option<f64> = None;
        for nodes in 1..=128 {
            document["pools"][0]["count"] = json!(nodes);
            let report = evaluate_builtin(&design(&document));
            assert!(
                report.summary.price_coverage >= 1.0,
                "{node} {nodes}: {:?}",
                report.findings
            );
            let usd = report.summary.capex_usd.expect("all has a price");
            assert!(
                less.is_none_or(|less| less <= usd),
                "{nodes} {node}: {usd} after {less:?}"
            );
            less = Some(usd);
        }
    }
}

/// Fixed leaves under chassis: each model has its own height, draw and line cards in the racks that all share.
#[test]
fn models_of_a_fabric_share_racks() {
    let mut document = four_networks(64);
    // The most that a management switch draws is unknown.
    let fabrics = document["fabrics"].as_array_mut().expect("a list");
    fabrics.truncate(3);
    document["fabrics"][0] = json!({
        "id": "compute", "topology": "leaf-spine", "switch": "nvidia-sn5400", "spine_switch": "arista-7808r4",
        "routing": "ecmp",
    });
    let design = design(&document);
    let (plan, layouts) = plan(&design);
    assert!(
        layouts.iter().any(|layout| layout.models().len() > 1),
        "no fabric of two models"
    );
    within(&design.site, &plan, &layouts);
    let network = |at: &RackAt| {
        let group = plan.rack_at(*at).expect("a rack").0;
        plan.racks[group].kind == "network"
    };
    let all: f64 = contents(&plan, &layouts)
        .iter()
        .filter(|(at, _)| network(at))
        .map(|(_, rack)| rack.kw)
        .sum();
    let own = plan.filled.iter().filter(|rack| rack.kind == "network");
    let own: Option<f64> = own.map(|rack| Some(rack.max_kw? * rack.count as f64)).sum();
    assert!((own.expect("known") - all).abs() < 1e-3, "{own:?}, {all}");
}

/// A fabric that grows keeps its units in the shared rack, whatever its neighbours do.
#[test]
fn places_of_a_fabric_that_grows_are_its_own() {
    let mut document = four_networks(40);
    for fabric in 0..3 {
        document["fabrics"][fabric]["grow_to_nodes"] = json!(127);
    }
    let mut stood: Option<Vec<Vec<(RackAt, u64)>>> = None;
    for nodes in [40, 60, 90, 126] {
        document["pools"][0]["count"] = json!(nodes);
        let (plan, layouts) = plan(&design(&document));
        let stands: Vec<Vec<(RackAt, u64)>> = layouts
            .iter()
            .take(3)
            .enumerate()
            .map(|(index, layout)| {
                let order = SwitchOrder::of(layout);
                let all =
                    (0..order.switches()).filter_map(|number| plan.switch(index, &order, number));
                let mut all: Vec<_> = all.map(|stand| (stand.rack, stand.unit)).collect();
                all.sort_unstable();
                all
            })
            .collect();
        if let Some(before) = stood {
            for (before, now) in before.iter().zip(&stands) {
                assert!(
                    before.iter().all(|place| now.contains(place)),
                    "{nodes} nodes"
                );
            }
        }
        stood = Some(stands);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn sharing_keeps_the_laws(
        nodes in 2_u32..200,
        node in prop::sample::select(vec!["dgx-h100", "dgx-b200", "gb200-nvl72", "hgx-h100-8"]),
        compute in prop::sample::select(vec!["nvidia-qm9700", "nvidia-sn5600", "arista-7808r4", "arista-7804r4"]),
        storage in prop::sample::select(vec!["nvidia-qm9700", "nvidia-sn5600", "arista-7804r4"]),
        inband in prop::sample::select(vec!["nvidia-sn4600c", "nvidia-sn5600"]),
        (order, above) in (any::<bool>(), prop::collection::vec((
            prop::option::of(prop::sample::select(vec!["arista-7808r4", "arista-7804r4", "nvidia-sn5600", "nvidia-qm9700"])),
            prop::option::of(prop::sample::select(vec!["arista-7808r4", "nvidia-sn5600"])),
        ), 3)),
        grow in prop::collection::vec(prop::option::of(1_u32..150), 4),
        kw in prop::option::of(20.0_f64..90.0),
        kg in prop::option::of(200.0_f64..1_500.0),
        air in prop::option::of(20.0_f64..80.0),
        units in prop::option::of(24_u32..60),
        (per_row, rows, end) in (4_u32..24, prop::option::of(1_u32..4), any::<bool>()),
    ) {
        let mut document = four_networks(nodes);
        document["pools"][0]["node"] = json!(node);
        for (at, switch) in [compute, storage, inband].into_iter().enumerate() {
            document["fabrics"][at]["switch"] = json!(switch);
            for (field, model) in [("spine_switch", above[at].0), ("core_switch", above[at].1)] {
                if let Some(model) = model {
                    document["fabrics"][at][field] = json!(model);
                }
            }
        }
        for (at, more) in grow.iter().enumerate() {
            if let Some(more) = more {
                document["fabrics"][at]["grow_to_nodes"] = json!(nodes + more);
            }
        }
        if order {
            document["fabrics"].as_array_mut().expect("a list").reverse();
        }
        document["site"] = json!({
            "rack_kw_limit": kw, "rack_kg_limit": kg, "air_kw_limit": air, "rack_units": units,
            "racks_per_row": per_row, "rows_per_hall": rows, "network_racks": if end { "end" } else { "middle" },
        });
        let design = design(&document);
        let (plan, layouts) = plan(&design);
        // Places: each switch has one of its own, within every limit, and is found where it stands.
        within(&design.site, &plan, &layouts);
        let (cluster, _) = laid(&design);
        let mut found = 0;
        for (group, racks) in plan.racks.iter().enumerate() {
            for rack in 0..racks.count {
                let standing = plan.standing(&cluster, &layouts, (group, rack));
                prop_assert!(!standing.is_empty(), "{group} {rack} is empty");
                prop_assert_eq!(plan.rack_at(plan.rack(group, rack)), Some((group, rack)));
                found += standing.iter().filter(|device| matches!(device, podwright_sim_core::placement::Standing::Switch { .. })).count() as u64;
            }
        }
        let switches = layouts.iter().filter(|layout| layout.switch.is_some());
        prop_assert_eq!(found, switches.map(|layout| SwitchOrder::of(layout).switches()).sum::<u64>());
        // Never more racks or places than fabrics apart would have.
        let apart: Vec<Plan> = (0..4)
            .map(|at| {
                let own = Design::from_value(&alone(&document, at)).expect("well-formed");
                self::plan(&own).0
            })
            .collect();
        let sum = |of: fn(&Plan) -> u64| apart.iter().map(of).sum::<u64>();
        let lone = layouts.iter().filter(|layout| SwitchOrder::of(layout).switches() == 1).count() as u64;
        // A lone switch beside the nodes may find its place taken by another.
        prop_assert!(racks(&plan, "network") <= sum(|plan| racks(plan, "network")) + lone.saturating_sub(1));
        prop_assert!(places(&plan) <= sum(places) + lone.saturating_sub(1));
    }

    /// A node less takes no more racks and strips, where switches stand in racks of their own.
    #[test]
    fn a_node_less_adds_nothing(
        nodes in 3_u32..160,
        node in prop::sample::select(vec!["dgx-h100", "dgx-b200", "gb200-nvl72"]),
        compute in prop::sample::select(vec!["nvidia-qm9700", "nvidia-sn5600", "arista-7808r4"]),
        kw in prop::option::of(30.0_f64..90.0),
        units in prop::option::of(36_u32..54),
        order in any::<bool>(),
    ) {
        let mut document = four_networks(nodes);
        document["pools"][0]["node"] = json!(node);
        document["fabrics"][0]["switch"] = json!(compute);
        if order {
            document["fabrics"].as_array_mut().expect("a list").reverse();
        }
        document["site"] = json!({ "rack_kw_limit": kw, "rack_units": units });
        let more = evaluate_builtin(&design(&document));
        document["pools"][0]["count"] = json!(nodes - 1);
        let less = evaluate_builtin(&design(&document));
        // 22 systems have more managers than three tiers of SN2201 take: that network is refused, and 21 have it.
        prop_assume!(more.fabrics.len() == less.fabrics.len());
        // Switches that stand beside the last nodes lose their rack with these, and may then not fit in one of their own.
        let guests = |report: &Report| report.racks.iter().any(|rack| rack.kind != "network" && !rack.switches.is_empty());
        prop_assume!(!guests(&more));
        let (more, less) = (racks_and_strips(&more), racks_and_strips(&less));
        prop_assert!(less.0 <= more.0, "{} racks, then {}: {document}", more.0, less.0);
        prop_assert!(less.1 <= more.1, "{} strips, then {}: {document}", more.1, less.1);
    }

    /// A cable is as long as the way between the places of its ends, whoever else stands there.
    #[test]
    fn lengths_are_those_of_the_places(nodes in 20_u32..140, grow in prop::option::of(1_u32..60)) {
        let mut document = four_networks(nodes);
        document["fabrics"][1]["grow_to_nodes"] = json!(grow.map(|more| nodes + more));
        let design = design(&document);
        let (cluster, layouts) = laid(&design);
        let plan = Plan::of(&design.site, &cluster, &layouts);
        let sheet = cut_sheet(&design.site, &cluster, &layouts, Some("storage")).expect("a list");
        let spots = |device: &str| {
            sheet.lines.iter().find_map(|line| {
                (line.to_device == device).then(|| (line.to_rack.clone(), line.to_unit))
            })
        };
        let storage = layouts.iter().position(|layout| layout.report.id == "storage").expect("there");
        let order = SwitchOrder::of(&layouts[storage]);
        if grow.is_none() {
            for leaf in 0..order.switches() {
                let (role, number) = order.role(leaf);
                let stand = plan.switch(storage, &order, leaf).expect("stands");
                let name = format!("storage-{}-{}", role.id(), number + 1);
                prop_assert_eq!(spots(&name), Some((Some(stand.rack.to_string()), Some(stand.unit))));
            }
        }
        for line in sheet.lines.iter().filter(|line| line.from_rack == line.to_rack && line.length_is_placed) {
            prop_assert!(line.length_m <= 3.0, "{line:?}");
        }
    }
}
