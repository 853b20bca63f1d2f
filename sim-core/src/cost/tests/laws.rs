//! Laws over random designs.

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::catalog::CableKind;

const NODES: [&str; 6] = [
    "dgx-h100",
    "dgx-b200",
    "dgx-a100",
    "hgx-h100-8",
    "gb200-nvl72",
    "srv-8x-mi300x",
];
const SWITCHES: [&str; 5] = [
    "nvidia-qm9700",
    "nvidia-sn5600",
    "nvidia-qm8700",
    "arista-7060x6-64pe",
    "nvidia-sn4600c",
];
const TOPOLOGIES: [&str; 4] = ["auto", "rail-optimized", "leaf-spine", "three-tier"];
const CABLINGS: [&str; 6] = ["auto", "dac", "acc", "aoc", "multimode", "single-mode"];

prop_compose! {
    fn any_design()(
        node in prop::sample::select(NODES.as_slice()),
        switch in prop::sample::select(SWITCHES.as_slice()),
        topology in prop::sample::select(TOPOLOGIES.as_slice()),
        cabling in prop::sample::select(CABLINGS.as_slice()),
        count in 1_u64..2_000,
        extra in 0_u64..9,
        ratio in 1.0_f64..4.0,
        spares in prop::option::of(0.0_f64..100.0),
        price in 0.0_f64..1e12,
        years in 0.1_f64..30.0,
    ) -> serde_json::Value {
        let mut design = nodes(node, count);
        design["fabrics"] = json!([{
            "id": "compute", "switch": switch, "topology": topology, "cabling": cabling,
            "extra_endpoints": extra, "oversubscription": ratio
        }]);
        design["price_overrides"] = json!({node: price, switch: price / 7.0});
        design["site"] = json!({"years": years, "spares_percent": spares});
        design
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Both ends of each optical link are served: pieces × links of a piece cover twice the links, and no piece is idle.
    #[test]
    fn optics_cover_both_ends_of_each_link(design in any_design()) {
        let case = Case::json(design);
        for (layout, own) in case.layouts.iter().map(|layout| (layout, case.list())) {
            let groups = &layout.report.cables;
            for group in groups.chunk_by(|a, b| a.from == b.from) {
                let run = format!("{} to {}", group[0].from, group[0].to);
                let links: u64 = group.iter().map(|group| group.count).sum();
                let lines: Vec<&Purchase> = own
                    .lines
                    .iter()
                    .map(|line| &line.purchase)
                    .filter(|bought| bought.why.contains(&run))
                    .collect();
                // Links that a piece of this run serves, split cages included.
                let ports = |id: &str| {
                    let runs = groups.iter().zip(&layout.cables).filter(|(run, _)| run.from == group[0].from);
                    let mut parts = runs.flat_map(|(_, choice)| choice.iter().flat_map(|choice| &choice.parts));
                    parts.find(|part| part.part_id == id).map_or(1, |part| part.links_per_piece)
                };
                // Rounding up leaves all but one link of a piece unused, once a line: one end, or both.
                let (mut ends, mut fibres, mut spare, mut dark) = (0, 0, 0, 0);
                for line in &lines {
                    let per = ports(&line.part_id);
                    let served = line.quantity * per;
                    let cable = case.catalog.cable(&line.part_id);
                    match (line.category, cable.map(|cable| cable.kind)) {
                        (Category::Optics, _) => (ends, spare) = (ends + served, spare + per - 1),
                        (_, Some(CableKind::Fibre)) => (fibres, dark) = (fibres + served, dark + per - 1),
                        // A cable with both plugs, or one that nobody makes.
                        _ => (ends, spare) = (ends + 2 * served, spare + 2 * (per - 1)),
                    }
                }
                prop_assert!((2 * links..=2 * links + spare).contains(&ends), "{run}: {ends} of {links}");
                let optical: u64 = group
                    .iter()
                    .filter(|group| group.kind == "multimode" || group.kind == "single-mode")
                    .map(|group| group.count)
                    .sum();
                prop_assert!((optical..=optical + dark).contains(&fibres), "{run}: {fibres} of {optical}");
            }
        }
    }

    /// The total is the sum of the priced lines, in money and in the cents of the report.
    #[test]
    fn the_total_is_the_sum_of_the_lines(design in any_design()) {
        let case = Case::json(design);
        let list = case.list();
        for level in [PriceLevel::Low, PriceLevel::Default, PriceLevel::High] {
            let by_hand: Usd = list
                .lines
                .iter()
                .filter_map(|line| {
                    let pieces = line.purchase.quantity + line.purchase.spares;
                    Some(line.quote.as_ref()?.at(level) * pieces)
                })
                .sum();
            prop_assert_eq!(list.total(level, |_| true), by_hand);
        }
        let bom = list.bom();
        prop_assert_eq!(bom.priced_lines as usize, bom.lines.iter().filter(|l| l.extended_usd.is_some()).count());
        if bom.total_usd.is_some_and(|usd| usd < 1e12) {
            let sum: Usd = bom.lines.iter().filter_map(|line| line.extended_usd).map(usd).sum();
            prop_assert_eq!(Some(sum.to_f64()), bom.total_usd);
        }
        prop_assert!(bom.lines.iter().enumerate().all(|(i, line)| line.line == i as u64 + 1));
    }

    /// The items add up to the total cost, and the last year is the end of use.
    #[test]
    fn the_items_add_up(design in any_design()) {
        let case = Case::json(design);
        let (list, terms) = (case.list(), case.terms());
        let draws = draws(&terms, &case.catalog, &case.cluster, &case.layouts, &case.prices);
        let totals = Inputs::of(&list, &draws, &terms, case.cluster.gpus(), list.level).totals();
        prop_assert_eq!(
            totals.tco,
            list.total(list.level, |_| true) + totals.installation + totals.energy + totals.colocation
                + totals.support + totals.staff + totals.licences
        );
        let cost = case.budget().cost;
        let last = cost.by_year.last().expect("a year");
        prop_assert_eq!(last.energy_usd, totals.energy.to_f64());
        prop_assert_eq!(last.year as f64, terms.years.value.ceil());
    }

    /// Fewer nodes without a network never cost more.
    #[test]
    fn removing_nodes_never_raises_the_total(
        node in prop::sample::select(NODES.as_slice()),
        count in 2_u64..5_000,
        price in 0.0_f64..1e7,
    ) {
        let total = |count| {
            let mut design = nodes(node, count);
            design["price_overrides"] = json!({node: price, "rack-42u": price / 100.0});
            Case::json(design).list().total(PriceLevel::Default, |_| true)
        };
        prop_assert!(total(count - 1) <= total(count));
    }

    /// Any size and price that a document may hold, and many that it may not: no panic, no wrapping.
    #[test]
    fn nothing_panics_or_wraps(
        node in prop::sample::select(NODES.as_slice()),
        count in 1_u64..=1_000_000,
        price in prop_oneof![0.0_f64..1e12, prop::num::f64::ANY],
        figures in prop::array::uniform8(prop_oneof![0.0_f64..1e6, prop::num::f64::ANY]),
    ) {
        let mut case = Case::json(nodes(node, count));
        case.design.price_overrides.insert(node.to_owned(), price);
        let site = &mut case.design.site;
        site.electricity_usd_per_kwh = Some(figures[0]);
        site.pue = Some(figures[1]);
        site.years = Some(figures[2]);
        site.colocation_usd_per_kw_month = Some(figures[3]);
        site.average_load = Some(figures[4]);
        site.utilization = Some(figures[5]);
        site.support_percent_per_year = Some(figures[6]);
        site.installation_percent = Some(figures[7]);
        site.staff_usd_per_year = Some(figures[0]);
        site.spares_percent = Some(figures[1]);
        let budget = case.budget();
        let valid = price.is_finite() && (0.0..1e15).contains(&price);
        prop_assert_eq!(budget.bom.lines[0].unit_price_usd.is_some(), valid);
        if valid {
            let extended = budget.bom.lines[0].extended_usd.expect("priced");
            prop_assert!(extended >= budget.bom.lines[0].unit_price_usd.expect("priced"));
        }
    }
}

/// The same for more kinds of networks, at one price for every part of the book and one length for every cable, since a
/// medium changes with the length and may be cheaper.
#[test]
fn removing_a_node_never_raises_the_total_of_any_network() {
    let lines =
        |node: &str, switch: &str, topology: &str, count: u32, prices: &serde_json::Value| {
            let mut design = nodes(node, count.into());
            design["fabrics"] = json!([{
                "id": "compute", "switch": switch, "topology": topology, "cabling": "single-mode",
                "node_leaf_m": 30, "leaf_spine_m": 30, "spine_core_m": 30
            }]);
            design["price_overrides"] = prices.clone();
            Case::json(design).list()
        };
    for (node, switch, topology, upto) in [
        ("dgx-b200", "nvidia-qm9700", "three-tier", 200),
        ("dgx-h200", "nvidia-qm9700", "three-tier", 130),
        ("dgx-h100", "nvidia-qm9700", "rail-only", 100),
        ("dgx-h100", "nvidia-qm9700", "auto", 100),
        ("dgx-a100", "nvidia-qm8700", "auto", 200),
        ("gb200-nvl72", "nvidia-sn5600", "three-tier", 40),
        ("gb200-nvl72", "nvidia-sn5600", "leaf-spine", 40),
    ] {
        // Dear nodes would hide a switch.
        let mut prices = json!({ node: 1_000, switch: 40_000 });
        for line in &lines(node, switch, topology, upto, &prices).lines {
            let id = line.purchase.part_id.as_str();
            if prices.get(id).is_none() {
                prices[id] = json!(100 + id.len());
            }
        }
        let mut fewer = None;
        for count in 1..=upto {
            let list = lines(node, switch, topology, count, &prices);
            for line in &list.lines {
                assert!(
                    line.quote.is_some(),
                    "{node} {topology} {count}: {}",
                    line.purchase.part_id
                );
            }
            let total = list.total(PriceLevel::Default, |_| true);
            assert!(
                fewer.is_none_or(|fewer| fewer <= total),
                "{node}, {topology}: {count} nodes"
            );
            fewer = Some(total);
        }
    }
}

/// One node fewer never costs more with its network either: all sizes up to eight units of 32, every part priced.
#[test]
fn removing_a_node_with_its_links_never_raises_the_total() {
    let total = |topology: &str, count| {
        let mut design = h100_pod(count, 0);
        design["fabrics"][0]["topology"] = json!(topology);
        design["price_overrides"] = json!({
            "dgx-h100": 300_000, "nvidia-qm9700": 40_000, "osfp-800g-2xsr4": 1_000, "osfp-800g-2xsr4-flt": 1_000, "mpo12-mmf-trunk": 80,
            "osfp-800g-dac": 300, "osfp-800g-dac-flt": 300, "osfp-800g-acc": 500, "osfp-800g-acc-flt": 500,
            "osfp-800g-2xdr4-100m": 1_300, "osfp-800g-2xdr4-100m-flt": 1_300, "mpo12-smf-trunk": 90
        });
        let list = Case::json(design).list();
        let without: Vec<&str> = list
            .lines
            .iter()
            .filter(|line| line.quote.is_none() && line.purchase.category != Category::Rack)
            .map(|line| line.purchase.part_id.as_str())
            .collect();
        assert!(without.is_empty(), "{topology} {count}: {without:?}");
        list.total(PriceLevel::Default, |_| true)
    };
    for topology in ["rail-optimized", "leaf-spine"] {
        let mut fewer = total(topology, 2);
        for count in 3..=256 {
            let more = total(topology, count);
            assert!(fewer <= more, "{topology}: {count} nodes");
            fewer = more;
        }
    }
}
