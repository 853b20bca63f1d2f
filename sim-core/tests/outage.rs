//! What parts that are down cost: NVLink switch trays, power strips, and the network between nodes.

use std::collections::{BTreeMap, BTreeSet};

use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::design::{Design, PowerFeeds};
use podwright_sim_core::flow::{Failure, FlowAnswer, FlowOp, FlowQuestion, QuestionError};
use podwright_sim_core::outage::OutageReport;
use podwright_sim_core::placement::cut_sheet;
use podwright_sim_core::{Built, templates};
use proptest::prelude::*;

const NEAR: f64 = 1e-12;

fn design(id: &str) -> Design {
    templates::find(id).expect("a template").design
}

fn ask(design: Design, fail: &[&str]) -> Result<FlowAnswer, QuestionError> {
    let mut question = FlowQuestion::new(design, FlowOp::AllReduce);
    question.fail = fail
        .iter()
        .map(|text| text.parse::<Failure>().expect("a part"))
        .collect();
    question.answer(Catalog::builtin())
}

fn lost(design: Design, fail: &[&str]) -> OutageReport {
    ask(design, fail)
        .expect("an answer")
        .outage
        .expect("something is down")
}

fn fed(id: &str, feeds: PowerFeeds) -> Design {
    let mut design = design(id);
    design.site.power_feeds = Some(feeds);
    design
}

fn code(design: Design, fail: &[&str]) -> (&'static str, String) {
    let error = ask(design, fail).expect_err("a fault");
    assert_eq!(error.pointer(), "/fail");
    (error.code(), error.to_string())
}

/// One of nine trays: 16 of the 18 links of each GPU are left, 800 of 900 GB/s (NVLink 5: 18 × 50 GB/s per direction).
#[test]
fn a_tray_takes_a_ninth_of_nvlink() {
    let answer = ask(design("nvl72-1"), &["nvlink-tray:0/4"]).expect("an answer");
    assert!(answer.flows.is_none(), "there is no network");
    let outage = answer.outage.expect("a tray is down");
    let rack = &outage.nvlink[0];
    assert_eq!(
        (
            rack.rack.as_str(),
            rack.gpus,
            rack.compute_trays,
            rack.trays
        ),
        ("H1-R01-01", 72, 18, 9)
    );
    assert_eq!(
        (rack.gpu_gb_s_before, rack.trays_down.as_slice()),
        (900.0, &[4][..])
    );
    assert!((rack.gpu_gb_s_after / rack.gpu_gb_s_before - 8.0 / 9.0).abs() < NEAR);
    // Latency does not grow, so that large messages come near 9/8 and never beyond.
    let slowdown = rack.all_reduce.slowdown.expect("it goes on");
    assert!((1.05..9.0 / 8.0).contains(&slowdown), "{slowdown}");
    assert_eq!(
        outage.all_reduce.as_ref(),
        Some(&rack.all_reduce),
        "one rack is all"
    );
    assert_eq!(
        (outage.nodes_hit_first.as_slice(), outage.nodes_out),
        (&[0][..], 0)
    );
    let text = outage.explanation.join(" ");
    assert!(
        text.contains("8 of 9") && text.contains("Taken for granted"),
        "{text}"
    );
}

#[test]
fn racks_between_racks_feel_a_tray_too() {
    let whole = lost(design("nvl72-spectrum-x-8"), &["nvlink-tray:0/0"]);
    let network = whole.network.expect("a network");
    assert_eq!(network.slowdown, Some(1.0));
    assert_eq!(network.all_gb_s_before, network.all_gb_s_after);
    let all = whole.all_reduce.expect("a time");
    assert_eq!((all.gpus_before, all.gpus_after), (576, 576));
    let (within, between) = (
        whole.nvlink[0].all_reduce.slowdown.expect("a time"),
        all.slowdown.expect("a time"),
    );
    assert!(1.0 <= between && between <= within && within < 9.0 / 8.0);
    // Two racks reduce in their switches, which a tray takes a ninth from.
    let mut two = design("nvl72-spectrum-x-8");
    two.pools[0].count = 2;
    let all = lost(two, &["nvlink-tray:0/0"]).all_reduce.expect("a time");
    assert!((1.01..9.0 / 8.0).contains(&all.slowdown.expect("a time")));
}

#[test]
fn parts_that_are_not_there_are_told_apart() {
    let (name, text) = code(design("superpod-h100-32"), &["nvlink-tray:0/0"]);
    assert_eq!(name, "flow.no_trays");
    assert!(
        text.contains("H1-R01-01") && text.contains("baseboard"),
        "{text}"
    );
    for (id, fail, name) in [
        ("nvl72-1", "nvlink-tray:0/9", "flow.no_such_part"),
        ("nvl72-1", "nvlink-tray:1/0", "flow.no_such_part"),
        ("nvl72-1", "nvlink-tray:H1-R02-01/0", "flow.no_such_part"),
        ("nvl72-1", "pdu:0/8", "flow.no_such_part"),
        ("dgx-h100-1", "pdu:0/2", "flow.no_such_part"),
        ("dual-3090-nvlink", "pdu:0/0", "flow.no_such_part"),
        ("dual-3090-nvlink", "nvlink-tray:0/0", "flow.no_such_part"),
        ("superpod-h100-32", "leaf:99", "flow.no_such_part"),
    ] {
        assert_eq!(code(design(id), &[fail]).0, name, "{id} {fail}");
    }
    // Nobody published how many shelves a GB300 rack has.
    let mut gb300 = serde_json::to_value(design("nvl72-1")).expect("JSON");
    gb300["pools"][0]["node"] = "gb300-nvl72".into();
    let gb300 = Design::parse(&gb300.to_string()).expect("a design");
    assert_eq!(code(gb300.clone(), &["pdu:0/0"]).0, "flow.power_unknown");
    assert_eq!(
        lost(gb300, &["nvlink-tray:0/0"]).nvlink[0].gpu_gb_s_after,
        800.0
    );
    // Parts of a network need one.
    let error = ask(design("nvl72-1"), &["nvlink-tray:0/0", "leaf:0"]).expect_err("a fault");
    assert_eq!(error.code(), "flow.no_fabric");
}

/// Four DGX H100 draw 40.8 kW: two strips of 23 kW a feed, two nodes on each.
#[test]
fn feeds_decide_what_a_strip_costs() {
    let redundant = lost(fed("superpod-h100-32", PowerFeeds::Redundant), &["pdu:0/1"]);
    let rack = &redundant.power[0];
    assert_eq!((rack.pdus, rack.devices, rack.nodes_out), (4, 2, 0));
    assert_eq!((rack.carries, rack.feeds_assumed), (Some(true), false));
    assert!((rack.kw_needed.expect("known") - 40.8).abs() < 1e-9 && rack.kw_left == 69.0);
    assert_eq!((redundant.nodes_out, redundant.nodes_hit), (0, 0));
    assert_eq!(redundant.all_reduce.expect("a time").slowdown, Some(1.0));

    // What is absent is assumed, and said.
    let absent = lost(design("superpod-h100-32"), &["pdu:0/1"]);
    assert!(absent.power[0].feeds_assumed);
    assert!(
        absent
            .explanation
            .iter()
            .any(|text| text.contains("site.power_feeds"))
    );

    let single = lost(fed("superpod-h100-32", PowerFeeds::Single), &["pdu:0/1"]);
    let rack = &single.power[0];
    assert_eq!((rack.pdus, rack.nodes_out, rack.carries), (2, 2, None));
    assert_eq!(rack.devices_first.len(), 2);
    assert_eq!(
        (single.nodes, single.nodes_left, single.nodes_out),
        (32, 30, 2)
    );
    let all = single.all_reduce.expect("a time");
    assert_eq!((all.gpus_before, all.gpus_after), (256, 240));
    let network = single.network.expect("a network");
    assert!((network.all_gb_s_after / network.all_gb_s_before - 30.0 / 32.0).abs() < NEAR);

    // Both feeds of the same nodes.
    let both = lost(
        fed("superpod-h100-32", PowerFeeds::Redundant),
        &["pdu:0/0", "pdu:0/2"],
    );
    assert_eq!((both.power[0].nodes_out, both.nodes_out), (2, 2));
    let apart = lost(
        fed("superpod-h100-32", PowerFeeds::Redundant),
        &["pdu:0/0", "pdu:0/3"],
    );
    assert_eq!((apart.power[0].nodes_out, apart.power[0].devices), (0, 4));
    // One strip is left for four nodes.
    let over = lost(
        fed("superpod-h100-32", PowerFeeds::Redundant),
        &["pdu:0/0", "pdu:0/1", "pdu:0/2"],
    );
    assert_eq!(
        (over.power[0].carries, over.power[0].nodes_out),
        (Some(true), 2)
    );
}

#[test]
fn a_bill_counts_the_strips_of_the_feeds_that_are_stated() {
    let strips = |design: Design| {
        let report = podwright_sim_core::evaluate_builtin(&design);
        let line = report
            .bom
            .lines
            .into_iter()
            .find(|line| line.part_id == "rack-pdu");
        line.expect("a line").quantity
    };
    let two = strips(design("superpod-h100-32"));
    assert_eq!(strips(fed("superpod-h100-32", PowerFeeds::Redundant)), two);
    assert_eq!(strips(fed("superpod-h100-32", PowerFeeds::Single)) * 2, two);
}

/// A rack of switches on one feed loses them, and the network what they carry.
#[test]
fn a_strip_of_a_rack_of_switches_takes_them_down() {
    let single = fed("superpod-h100-127", PowerFeeds::Single);
    let built = Built::of(&single, Catalog::builtin());
    let sheet = cut_sheet(&single.site, &built.cluster, &built.layouts, None).expect("a list");
    let rack = sheet.lines[0].to_rack.clone().expect("a rack");
    let switches: BTreeSet<&str> = sheet
        .lines
        .iter()
        .filter(|line| line.to_rack.as_ref() == Some(&rack))
        .map(|line| line.to_device.as_str())
        .collect();
    let pdu = |number: u64| format!("pdu:{rack}/{number}");
    let count = lost(single.clone(), &[&pdu(0)]).power[0].pdus;
    let all: Vec<String> = (0..count).map(pdu).collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let outage = lost(single, &all);
    assert_eq!(outage.power[0].switches_out, switches.len() as u64);
    let named: BTreeSet<&str> = outage.power[0]
        .devices_first
        .iter()
        .map(String::as_str)
        .collect();
    assert_eq!(named, switches);
    let network = outage.network.expect("a network");
    assert!(network.node_gb_s_after < network.node_gb_s_before);
}

/// What hangs on the strips of a rack is what the list of cables has in it, for every rack.
#[test]
fn racks_are_those_of_the_cable_list() {
    for id in ["superpod-h100-32", "dgx-h100-4", "nvl72-spectrum-x-8"] {
        let design = fed(id, PowerFeeds::Single);
        let built = Built::of(&design, Catalog::builtin());
        let sheet = cut_sheet(&design.site, &built.cluster, &built.layouts, None).expect("a list");
        let mut listed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for line in sheet.lines {
            for (rack, device) in [
                (line.from_rack, line.from_device),
                (line.to_rack, line.to_device),
            ] {
                listed
                    .entry(rack.expect("a rack"))
                    .or_default()
                    .insert(device);
            }
        }
        let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for rack in 0.. {
            let first = format!("pdu:{rack}/0");
            let Ok(answer) = ask(design.clone(), &[&first]) else {
                break;
            };
            let pdus = answer.outage.expect("an outage").power[0].pdus;
            for pdu in 0..pdus {
                let word = format!("pdu:{rack}/{pdu}");
                let power = lost(design.clone(), &[&word]).power.remove(0);
                found
                    .entry(power.rack)
                    .or_default()
                    .extend(power.devices_first);
            }
        }
        assert_eq!(found, listed, "{id}");
    }
}

/// The reference rack has eight shelves of 33 kW for 132 kW: four may fail.
#[test]
fn shelves_on_a_bus_bar_stand_in_for_each_other() {
    let shelves = |count: usize| {
        let words: Vec<String> = (0..count).map(|shelf| format!("pdu:0/{shelf}")).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        lost(design("nvl72-1"), &words)
    };
    let four = shelves(4);
    assert!(four.power[0].bus_bar && four.power[0].feeds.is_none());
    assert_eq!((four.power[0].carries, four.nodes_out), (Some(true), 0));
    let five = shelves(5);
    assert_eq!((five.power[0].carries, five.nodes_out), (Some(false), 1));
    assert_eq!(five.all_reduce.expect("a time before").time_us_after, None);
}

#[test]
fn the_storage_network_has_no_all_reduce() {
    let mut design = design("superpod-h100-32");
    let mut storage = design.fabrics[0].clone();
    storage.id = "storage".to_owned();
    storage.network = podwright_sim_core::design::Network::Storage;
    design.fabrics.push(storage);
    let mut question = FlowQuestion::new(design, FlowOp::Ring);
    question.fabric = Some("storage".to_owned());
    question.fail = vec!["leaf:0".parse().expect("a part")];
    let answer = question.answer(Catalog::builtin()).expect("an answer");
    assert!(answer.flows.is_some() && answer.outage.is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The share on the wire is that of the trays that are left, nothing gets faster with more of them down, and nothing
    /// takes longer than the wire alone would make it.
    #[test]
    fn trays_are_worth_their_share(trays in prop::collection::vec(0_u32..9, 1..9), more in 0_u32..9) {
        let words = |trays: &[u32]| -> Vec<String> {
            trays.iter().map(|tray| format!("nvlink-tray:0/{tray}")).collect()
        };
        let worked = |trays: &[u32]| {
            let words = words(trays);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            lost(design("nvl72-1"), &words).nvlink.remove(0)
        };
        let (rack, further) = (worked(&trays), worked(&[trays.as_slice(), &[more]].concat()));
        let distinct = trays.iter().collect::<BTreeSet<_>>().len();
        let live = (9 - distinct) as f64 / 9.0;
        prop_assert!((rack.gpu_gb_s_after - 900.0 * live).abs() < 1e-9);
        prop_assert!(further.gpu_gb_s_after <= rack.gpu_gb_s_after);
        let slowdown = rack.all_reduce.slowdown;
        prop_assert_eq!(slowdown.is_some(), distinct < 9);
        if let (Some(slowdown), Some(further)) = (slowdown, further.all_reduce.slowdown) {
            prop_assert!(slowdown > 1.0 && slowdown <= 1.0 / live + NEAR);
            prop_assert!(further >= slowdown - NEAR);
        }
    }

    /// Power that fails never lets more through, and nobody counts twice.
    #[test]
    fn strips_never_help(
        pdus in prop::collection::vec((0_u32..8, 0_u32..4), 1..6),
        single in any::<bool>(),
    ) {
        let feeds = if single { PowerFeeds::Single } else { PowerFeeds::Redundant };
        let design = fed("superpod-h100-32", feeds);
        let words: Vec<String> = pdus
            .iter()
            .map(|(rack, pdu)| format!("pdu:{rack}/{}", if single { pdu % 2 } else { *pdu }))
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        if let Ok(answer) = ask(design, &words) {
            let outage = answer.outage.expect("an outage");
            let of_racks: u64 = outage.power.iter().map(|rack| rack.nodes_out).sum();
            prop_assert!(outage.nodes_out >= of_racks);
            prop_assert_eq!(outage.nodes, outage.nodes_left + outage.nodes_out);
            let network = outage.network.expect("a network");
            prop_assert!(network.all_gb_s_after <= network.all_gb_s_before + 1e-9);
        }
    }
}

/// By hand: five nodes of 10.2 kW in racks of four: the full rack has two strips of 23 kW a feed, the last one has one.
#[test]
fn the_last_rack_has_the_strips_of_what_it_holds() {
    let mut design = fed("superpod-h100-32", PowerFeeds::Redundant);
    design.fabrics.clear();
    design.pools[0].count = 5;
    let strips = |rack: u64| {
        let word = format!("pdu:{rack}/0");
        lost(design.clone(), &[&word]).power.remove(0).pdus
    };
    assert_eq!([strips(0), strips(1)], [4, 2]);
}

/// Places that are kept for growth stand between the racks of two kinds of nodes: each rack holds its own all the same.
#[test]
fn kept_places_hold_nothing() {
    let mut design = fed("superpod-h100-32", PowerFeeds::Single);
    design.fabrics[0].grow_to_nodes = Some(17);
    for (node, count) in [("dgx-h200", 4), ("dgx-h100", 1)] {
        let mut pool = design.pools[0].clone();
        pool.id = format!("more-{count}");
        pool.node = serde_json::from_value(serde_json::json!(node)).expect("a node");
        pool.count = count;
        design.pools.push(pool);
    }
    design.pools[0].count = 4;
    let (mut found, mut kept) = (BTreeSet::new(), 0);
    for rack in 0.. {
        let word = |pdu: u64| format!("pdu:{rack}/{pdu}");
        let answer = match ask(design.clone(), &[&word(0)]) {
            Ok(answer) => answer,
            Err(error) if error.to_string().contains("is kept") => {
                kept += 1;
                continue;
            }
            Err(_) => break,
        };
        for pdu in 0..answer.outage.expect("an outage").power[0].pdus {
            let lost = lost(design.clone(), &[&word(pdu)]).power.remove(0);
            found.extend(lost.devices_first);
        }
    }
    // Eight nodes more take two racks.
    assert_eq!(kept, 2);
    let nodes = |pool: &str, count: u32| {
        (1..=count)
            .map(move |n| format!("{pool}-{n}"))
            .collect::<Vec<_>>()
    };
    let first = design.pools[0].id.clone();
    for node in [nodes(&first, 4), nodes("more-4", 4), nodes("more-1", 1)].concat() {
        assert!(found.contains(&node), "{node}: {found:?}");
    }
}
