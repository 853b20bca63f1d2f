//! Laws that hold for the drawings of every built-in design.

use podwright_locales::{Language, Texts, format};
use podwright_sim_core::design::{Network, TopologyKind};
use podwright_sim_core::report::CableGroup;
use podwright_sim_core::{Design, Report, evaluate_builtin, templates};

use super::*;

fn texts() -> &'static Texts {
    Texts::of(Language::English)
}

fn every(mut test: impl FnMut(&str, &Report)) {
    for template in templates::all() {
        test(template.id, &evaluate_builtin(&template.design));
    }
}

fn usual_path(report: &Report) -> Option<GpuPath> {
    let (from, to) = usual_pair(report)?;
    GpuPath::between(texts(), report, from, to)
}

#[test]
fn paths_stay_inside_their_tiers_and_step_from_tier_to_tier() {
    every(|id, report| {
        let path = usual_path(report);
        assert_eq!(path.is_some(), report.summary.gpus > 1, "{id}");
        for (_, fabric) in switched(report) {
            let drawn = fabric_topology(texts(), fabric, report, LinkView::Path, path.as_ref());
            for stop in &drawn.path {
                let count = drawn.tiers[stop.tier].count;
                assert!(stop.index < count, "{id}: {stop:?} of {count}");
            }
            for pair in drawn.path.windows(2) {
                assert_eq!(pair[0].tier.abs_diff(pair[1].tier), 1, "{id}");
            }
            assert_eq!(drawn.bundles.len() + 1, drawn.tiers.len(), "{id}");
        }
    });
}

#[test]
fn every_pair_of_the_first_nodes_has_a_path_with_as_many_hops_as_steps() {
    every(|id, report| {
        let nodes: u64 = report.pools.iter().map(|pool| pool.count).sum();
        let ends: Vec<GpuAt> = (0..nodes.min(6))
            .chain(nodes.saturating_sub(2)..nodes)
            .flat_map(|node| [0, 1, 5].map(|gpu| GpuAt { node, gpu }))
            .collect();
        for from in &ends {
            for to in &ends {
                let Some(path) = GpuPath::between(texts(), report, *from, *to) else {
                    continue;
                };
                if from.node == to.node {
                    assert!(path.stops.is_empty() && path.hops.len() == 1, "{id}");
                } else {
                    let inside = path.hops.len() + 1 - path.stops.len();
                    assert!(inside <= 1, "{id}: {path:?}");
                }
                assert!(path.hops.iter().filter(|hop| hop.slowest).count() <= 1);
            }
        }
    });
}

#[test]
fn what_one_gpu_has_of_its_longest_path_is_its_nics_rate_over_the_oversubscription() {
    every(|id, report| {
        let (Some(rate), Some(over)) = (
            report.summary.scale_out_gb_s_per_gpu,
            report.summary.oversubscription,
        ) else {
            return;
        };
        let path = usual_path(report).expect("a path");
        let Some((_, fabric)) = switched(report).into_iter().next() else {
            return;
        };
        let top = path.stops.iter().any(|stop| stop.tier == 0);
        if fabric.network == "compute" && top && fabric.even_uplinks {
            let share = path.share_gb_s().expect("known");
            assert!(
                (share / (rate / over.max(1.0)) - 1.0).abs() < 0.02,
                "{id}: {share} of {rate} over {over}"
            );
        }
    });
}

#[test]
fn the_nic_is_the_slowest_part_between_racks() {
    let template = templates::find("nvl72-spectrum-x-8").expect("a template");
    let report = evaluate_builtin(&template.design);
    let path = usual_path(&report).expect("a path");
    // Four 400G links up for every four down: a NIC's 50 GB/s is what one GPU has all the way.
    assert_eq!(path.share_gb_s(), Some(50.0));
    assert!(path.hops[0].slowest);
    let drawn = topology(texts(), &report, LinkView::Path, Some(&path), "t", 692.0);
    assert!(drawn[0].drawing.svg.contains("50 GB/s"));
    assert!(drawn[0].drawing.svg.contains("class=\"slow\""));
}

#[test]
fn gpus_on_one_leaf_do_not_climb() {
    let template = templates::find("nvl72-spectrum-x-8").expect("a template");
    let report = evaluate_builtin(&template.design);
    let at = |node, gpu| GpuAt { node, gpu };
    // Nine leaves share 72 NICs of each rack: eight neighbours are on one leaf.
    let near = GpuPath::between(texts(), &report, at(0, 0), at(1, 7)).expect("a path");
    assert_eq!(near.hops.len(), 2);
    let far = GpuPath::between(texts(), &report, at(0, 0), at(1, 8)).expect("a path");
    assert_eq!(far.hops.len(), 4);
}

#[test]
fn a_pair_without_bridge_has_no_rate_that_the_report_does_not_tell() {
    let template = templates::find("quad-a6000-bridged").expect("a template");
    let report = evaluate_builtin(&template.design);
    let at = |gpu| GpuAt { node: 0, gpu };
    let bridged = GpuPath::between(texts(), &report, at(0), at(1)).expect("a path");
    assert_eq!(bridged.hops[0].gb_s, report.summary.scale_up_gb_s_per_gpu);
    let apart = GpuPath::between(texts(), &report, at(1), at(2)).expect("a path");
    assert_eq!(apart.hops[0].gb_s, None);
}

#[test]
fn lengths_are_those_of_the_report_and_replace_the_path() {
    every(|id, report| {
        let path = usual_path(report);
        for (_, fabric) in switched(report) {
            let drawn = fabric_topology(texts(), fabric, report, LinkView::Length, path.as_ref());
            assert!(drawn.path.is_empty() && drawn.slowest.is_none());
            let longest = fabric.cables.iter().map(|cable| cable.length_m);
            let longest = longest.fold(0.0, f64::max);
            let shown = podwright_locales::format::trimmed(longest, 1);
            let found = drawn.bundles.iter().any(|bundle| {
                bundle
                    .cables
                    .as_ref()
                    .is_some_and(|cables| cables.length.ends_with(&format!("{shown} m")))
            });
            assert!(found || fabric.cables.is_empty(), "{id}: {shown}");
        }
    });
}

#[test]
fn the_sentence_counts_every_tier() {
    let template = templates::find("nvl72-spectrum-x-8").expect("a template");
    let report = evaluate_builtin(&template.design);
    let (_, fabric) = switched(&report)[0];
    assert_eq!(
        fabric_sentence(texts(), fabric, &report),
        "Eight racks, nine leaves, eight spines, nothing oversubscribed"
    );
}

#[test]
fn the_band_of_a_bandwidth_turns_the_band_of_its_time_round() {
    every(|id, report| {
        for curve in &report.collectives {
            for point in &curve.points {
                let (value, low, high) = Quantity::Busbw.of(point);
                assert!(low <= value && value <= high, "{id}");
                let times = point.time_us_high / point.time_us_low;
                assert!((high / low / times - 1.0).abs() < 1e-9, "{id}");
            }
        }
    });
}

/// The first drawing of a template whose document was changed, with the path between two far GPUs.
fn drawn(id: &str, change: impl Fn(&mut Design)) -> (Report, String, Option<GpuPath>) {
    let mut design = templates::find(id).expect("a template").design;
    change(&mut design);
    let report = evaluate_builtin(&design);
    let path = usual_path(&report);
    let all = topology(texts(), &report, LinkView::Path, path.as_ref(), "t", 900.0);
    let svg = all.into_iter().next().expect("a fabric").drawing.svg;
    (report, svg, path)
}

fn contains_all(svg: &str, parts: &[&str]) {
    for part in parts {
        assert!(svg.contains(&format!(">{part}<")), "{part}: {svg}");
    }
}

#[test]
fn groups_of_a_dragonfly_are_joined_and_crossed() {
    let (report, svg, path) = drawn("roce-24k", |design| {
        design.fabrics[0].topology = TopologyKind::DragonflyPlus;
    });
    let fabric = &report.fabrics[0];
    let direct = |group: &&CableGroup| group.from == "spine" && group.to == "spine";
    let links: u64 = fabric
        .cables
        .iter()
        .filter(direct)
        .map(|group| group.count)
        .sum();
    // Four groups make six pairs.
    assert_eq!(links % 6, 0);
    let each = format!("{} × 400G", links / 6);
    contains_all(
        &svg,
        &[
            "Group 1",
            "6 bundles,",
            &each,
            &format!("{} links", format::count(links)),
        ],
    );
    // Up to a spine, over to one of the other group, down.
    let path = path.expect("a path");
    let tiers: Vec<usize> = path.stops.iter().map(|stop| stop.tier).collect();
    assert_eq!(tiers, [2, 1, 0, 0, 1, 2]);
    assert_eq!(path.hops.len(), 5);
    // 96 links come into a spine for 14 that lead to other groups.
    let share = path.share_gb_s().expect("known");
    assert!((share / (50.0 * 14.0 / 96.0) - 1.0).abs() < 1e-9, "{share}");
}

#[test]
fn planes_stand_side_by_side_and_a_path_stays_in_one() {
    let (_, svg, path) = drawn("nvl72-spectrum-x-8", |design| {
        design.fabrics[0].planes = 2;
        design.pools[0]
            .nics
            .insert(Network::Compute, "connectx-8".to_owned());
    });
    contains_all(&svg, &["Plane 1", "Plane 2", "18 leaves", "16 spines"]);
    for stop in path.expect("a path").stops {
        assert!(stop.index < 9, "{stop:?}");
    }
}

#[test]
fn pods_say_by_how_much_their_way_up_is_oversubscribed() {
    let (_, svg, _) = drawn("roce-24k", |_| {});
    contains_all(&svg, &["Pod 1"]);
    assert!(
        svg.contains("oversubscribed") && svg.contains("6.86 : 1<"),
        "{svg}"
    );
}

#[test]
fn room_for_growth_is_marked() {
    let (report, svg, _) = drawn("nvl72-spectrum-x-8", |design| {
        design.fabrics[0].grow_to_nodes = Some(12);
    });
    assert_eq!(report.fabrics[0].reserved_ports, 320);
    contains_all(&svg, &["+4", "320 reserved"]);
    let (_, plain, _) = drawn("nvl72-spectrum-x-8", |_| {});
    assert!(!plain.contains("reserved"));
}
