//! Laws that hold for every design: monotonicity, bounds, symmetry.

use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::cluster::resolve;
use podwright_sim_core::collective::{Group, point};
use podwright_sim_core::design::{CollectiveOp, CollectiveSettings, Design, Switchable};
use podwright_sim_core::fabric::lay_out;
use podwright_sim_core::{evaluate_builtin, templates};
use proptest::prelude::*;
use serde_json::json;

fn group(design: &Design, ranks: Option<u64>, settings: CollectiveSettings) -> Option<Group> {
    let catalog = Catalog::builtin();
    let (cluster, _) = resolve(design, catalog);
    let (layouts, _) = lay_out(design, &cluster, catalog);
    let ranks = ranks.unwrap_or_else(|| cluster.gpus());
    Group::first(&cluster, &layouts, ranks, settings)
}

fn any_template() -> impl Strategy<Value = Design> {
    let ids: Vec<&'static str> = templates::ids().collect();
    prop::sample::select(ids).prop_map(|id| templates::find(id).expect("a template").design)
}

fn any_op() -> impl Strategy<Value = CollectiveOp> {
    prop::sample::select(CollectiveOp::ALL.to_vec())
}

/// Bisection of the compute network and links of one switch.
fn bisection(nodes: u32, switch: &str, topology: &str, ratio: f64) -> Option<(f64, u64)> {
    let document = json!({
        "schema": "podwright.design/1",
        "pools": [{ "id": "train", "node": "dgx-h100", "count": nodes }],
        "fabrics": [{ "id": "c", "topology": topology, "switch": switch, "oversubscription": ratio }],
    });
    let design = Design::from_value(&document).expect("well-formed");
    let (cluster, _) = resolve(&design, Catalog::builtin());
    let (layouts, _) = lay_out(&design, &cluster, Catalog::builtin());
    let report = &layouts.first()?.report;
    Some((report.bisection_gb_s, report.radix))
}

/// Switches with 400G ports for links of 400G, 64 and 128 of them.
const SWITCHES: [&str; 5] = [
    "nvidia-qm9700",
    "arista-7060x6-32pe",
    "arista-7060x6-64pe",
    "nvidia-sn5600",
    "nvidia-sn5400",
];

/// Four nodes under one leaf of 63 ports down and one up: nothing crosses the uplink. The same above pods: one alone meets
/// no core.
#[test]
fn uplinks_do_not_limit_what_stays_below_them() {
    let (all, _) = bisection(4, "nvidia-qm9700", "leaf-spine", 64.0).expect("fits");
    assert_eq!(all, 16.0 * 50.0);
    let (two, _) = bisection(8, "nvidia-qm9700", "leaf-spine", 64.0).expect("fits");
    assert!((two - 32.0 * 50.0 / 63.0).abs() < 1e-9, "{two}");
}

/// More ports need not mean more bandwidth: 47 of 64 ports lead down at 2.9, 95 of 128 do.
#[test]
fn a_ratio_that_divides_badly_delivers_less_on_more_ports() {
    let of = |switch| bisection(100, switch, "leaf-spine", 2.9).expect("fits").0;
    assert!((of("arista-7060x6-32pe") - 20_000.0 * 17.0 / 47.0).abs() < 1e-6);
    assert!((of("arista-7060x6-64pe") - 20_000.0 * 33.0 / 95.0).abs() < 1e-6);
}

proptest! {
    /// Whatever the switch, what was asked for is delivered; switches of equally many ports deliver the same.
    #[test]
    fn no_switch_delivers_less_than_was_asked(
        nodes in 1_u32..200,
        ratio in 1.0_f64..8.0,
        topology in prop::sample::select(vec!["auto", "leaf-spine", "three-tier", "rail-optimized", "dragonfly-plus"]),
    ) {
        let line_rate = f64::from(nodes) * 8.0 / 2.0 * 50.0;
        let mut by_radix: Vec<(f64, u64)> = Vec::new();
        for switch in SWITCHES {
            let Some((delivered, radix)) = bisection(nodes, switch, topology, ratio) else {
                continue;
            };
            prop_assert!(delivered * ratio >= line_rate * (1.0 - 1e-9), "{switch}: {delivered} of {line_rate}");
            prop_assert!(delivered <= line_rate * (1.0 + 1e-9), "{switch}");
            for (other, ports) in &by_radix {
                prop_assert!(*ports != radix || *other == delivered, "{switch} with {radix} ports");
            }
            by_radix.push((delivered, radix));
        }
    }

    #[test]
    fn more_bytes_are_never_faster(
        design in any_template(),
        op in any_op(),
        bytes in 1_u64..(1 << 36),
        more in 1_u64..(1 << 34),
    ) {
        if let Some(group) = group(&design, None, CollectiveSettings::default()) {
            let less = point(&group, op, bytes);
            let more = point(&group, op, bytes + more);
            prop_assert!(more.time_us >= less.time_us, "{} then {}", less.time_us, more.time_us);
        }
    }

    #[test]
    fn points_are_finite_and_their_parts_add_up(
        design in any_template(),
        op in any_op(),
        bytes in 1_u64..(1 << 40),
        ranks in 1_u64..2_000,
    ) {
        if let Some(group) = group(&design, Some(ranks), CollectiveSettings::default()) {
            let p = point(&group, op, bytes);
            for value in [p.time_us, p.time_us_low, p.time_us_high, p.algbw_gb_s, p.busbw_gb_s, p.scale_up_us, p.scale_out_us] {
                prop_assert!(value.is_finite() && value >= 0.0, "{p:?}");
            }
            prop_assert!(p.time_us_low <= p.time_us && p.time_us <= p.time_us_high);
            let parts = p.scale_up_us + p.scale_out_us;
            prop_assert!((parts - p.time_us).abs() <= 1e-9 * p.time_us.max(1.0));
            if group.nodes == 1 {
                prop_assert!(p.scale_out_us == 0.0);
            }
        }
    }

    /// Without reduction in a switch no rank receives faster than its links allow.
    #[test]
    fn no_ring_beats_its_links(
        design in any_template(),
        op in prop::sample::select(vec![CollectiveOp::AllReduce, CollectiveOp::AllGather, CollectiveOp::ReduceScatter]),
        power in 3_u32..38,
    ) {
        let settings = CollectiveSettings { nvls: Some(Switchable::Off), ..CollectiveSettings::default() };
        let catalog = Catalog::builtin();
        let (cluster, _) = resolve(&design, catalog);
        let node = &cluster.pools[0].node;
        let domain = u64::from(node.gpu_count.min(node.domain_gpus()));
        if let (Some(group), Some(line)) = (group(&design, Some(domain), settings), node.scale_up_gb_s_per_gpu()) {
            let p = point(&group, op, 1 << power);
            prop_assert!(p.busbw_gb_s <= line, "{} over {line}", p.busbw_gb_s);
        }
    }

    /// More of the same nodes never makes an all-reduce of the same message faster.
    #[test]
    fn more_nodes_are_never_faster(nodes in 2_u32..200, more in 1_u32..200, power in 10_u32..34) {
        let mut design = templates::find("superpod-h100-127").expect("a template").design;
        // Two nodes are an exception of the library: its tree sends less between exactly two.
        let nodes = nodes.max(3);
        design.pools[0].count = nodes;
        let fewer = group(&design, None, CollectiveSettings::default()).expect("joined");
        design.pools[0].count = nodes + more;
        let many = group(&design, None, CollectiveSettings::default()).expect("joined");
        let a = point(&fewer, CollectiveOp::AllReduce, 1 << power).time_us;
        let b = point(&many, CollectiveOp::AllReduce, 1 << power).time_us;
        prop_assert!(b >= a, "{nodes}: {a}, {}: {b}", nodes + more);
    }

    /// The order of equal pools changes no headline figure.
    #[test]
    fn order_of_pools_changes_nothing(first in 1_u32..40, second in 1_u32..40) {
        let mut design = templates::find("superpod-h100-32").expect("a template").design;
        let mut other = design.pools[0].clone();
        design.pools[0].count = first;
        other.count = second;
        other.id = "other".to_owned();
        design.pools.push(other);
        let one = evaluate_builtin(&design);
        design.pools.reverse();
        let two = evaluate_builtin(&design);
        prop_assert_eq!(one.summary, two.summary);
        prop_assert_eq!(one.collectives, two.collectives);
    }
}

/// Two nodes exceed four in bus bandwidth (nccl-tests 232 and 309: 469 against 366 GB/s).
#[test]
fn two_h100_nodes_beat_four_in_busbw() {
    let mut design = templates::find("dgx-h100-4").expect("a template").design;
    let four = group(&design, None, CollectiveSettings::default()).expect("joined");
    design.pools[0].count = 2;
    let two = group(&design, None, CollectiveSettings::default()).expect("joined");
    let busbw = |group: &Group| point(group, CollectiveOp::AllReduce, 8 << 30).busbw_gb_s;
    assert!(
        busbw(&two) > 1.2 * busbw(&four),
        "{} {}",
        busbw(&two),
        busbw(&four)
    );
}

/// A ring all-reduce is a reduce-scatter and an all-gather: for large messages their times add up.
#[test]
fn all_gather_and_reduce_scatter_make_a_ring_all_reduce() {
    for id in ["dgx-a100-1", "dgx-1-v100", "superpod-h100-127"] {
        let design = templates::find(id).expect("a template").design;
        let settings = CollectiveSettings {
            nvls: Some(Switchable::Off),
            ..CollectiveSettings::default()
        };
        let group = group(&design, None, settings).expect("joined");
        let time = |op| point(&group, op, 1 << 38).time_us;
        let halves = time(CollectiveOp::AllGather) + time(CollectiveOp::ReduceScatter);
        let whole = time(CollectiveOp::AllReduce);
        assert!(
            (halves / whole - 1.0).abs() < 0.05,
            "{id}: {halves} against {whole}"
        );
    }
}

/// Taking the bridge away makes an all-reduce slower; a bridge of the wrong span is as good as none.
#[test]
fn the_bridge_is_what_joins_the_pair() {
    let with = templates::find("dual-3090-nvlink")
        .expect("a template")
        .design;
    let mut without = with.clone();
    let mut wrong = with.clone();
    if let podwright_sim_core::design::NodeRef::Inline(node) = &mut without.pools[0].node {
        node.bridges.clear();
    }
    if let podwright_sim_core::design::NodeRef::Inline(node) = &mut wrong.pools[0].node {
        node.bridges[0].id = "nvlink-bridge-rtxa6000-2slot".to_owned();
    }
    let time = |design: &Design| {
        let group = group(design, None, CollectiveSettings::default()).expect("one node");
        point(&group, CollectiveOp::AllReduce, 256 << 20).time_us
    };
    assert!(time(&without) > 5.0 * time(&with));
    assert_eq!(time(&without).to_bits(), time(&wrong).to_bits());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn more_bandwidth_is_never_slower(
        design in any_template(),
        op in any_op(),
        power in 3_u32..35,
        factor in 1.0_f64..8.0,
    ) {
        let Some(slow) = group(&design, None, CollectiveSettings::default()) else {
            return Ok(());
        };
        if slow.ranks < 2 {
            return Ok(());
        }
        let mut fast = slow.clone();
        fast.inside.achievable_gb_s_per_link *= factor;
        fast.inside.slot.gb_s *= factor;
        if let Some(path) = &mut fast.between {
            path.line_gb_s *= factor;
            path.gpu_line_gb_s *= factor;
        }
        let bytes = 1_u64 << power;
        let (slow, fast) = (point(&slow, op, bytes).time_us, point(&fast, op, bytes).time_us);
        prop_assert!(fast <= slow * (1.0 + 1e-12), "{slow} became {fast}");
    }
}

#[test]
fn what_the_user_measured_wins_and_is_marked() {
    let design = templates::find("dgx-h100-1").expect("a template").design;
    let settings = CollectiveSettings {
        measured_inside_gb_s: Some(300.0),
        ..CollectiveSettings::default()
    };
    let group = group(&design, None, settings).expect("joined");
    let point = point(&group, CollectiveOp::AllReduce, 16 << 30);
    assert!(point.measured);
    assert!(
        (point.busbw_gb_s / 300.0 - 1.0).abs() < 0.02,
        "{}",
        point.busbw_gb_s
    );
}
