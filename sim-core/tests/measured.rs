//! Laws of the bandwidths that a user measured: they win, the slowest binds, none makes another faster.

use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::cluster::resolve;
use podwright_sim_core::collective::{Group, MODEL, Model, candidates, point};
use podwright_sim_core::design::{
    CollectiveOp, CollectiveSettings, Design, Measured, MeasuredLink, Switchable,
};
use podwright_sim_core::fabric::lay_out;
use podwright_sim_core::{evaluate_builtin, templates};
use proptest::prelude::*;

fn template(id: &str) -> Design {
    templates::find(id).expect("a template").design
}

fn group(design: &Design, ranks: Option<u64>, settings: CollectiveSettings) -> Group {
    let catalog = Catalog::builtin();
    let (cluster, _) = resolve(design, catalog);
    let (layouts, _) = lay_out(design, &cluster, catalog);
    let ranks = ranks.unwrap_or_else(|| cluster.gpus());
    Group::first(&cluster, &layouts, ranks, settings).expect("joined")
}

fn figure(link: MeasuredLink, gpus: &[u32], gb_s: f64) -> Measured {
    Measured {
        link,
        pool: None,
        gpus: gpus.to_vec(),
        adapter: None,
        gb_s,
        note: String::new(),
        source: String::new(),
    }
}

fn busbw(design: &Design, ranks: Option<u64>, op: CollectiveOp) -> (f64, bool) {
    let group = group(design, ranks, CollectiveSettings::default());
    let point = point(&group, op, 16 << 30);
    (point.busbw_gb_s, point.measured)
}

fn near(is: f64, wanted: f64) {
    assert!((is / wanted - 1.0).abs() < 0.03, "{is}, not {wanted}");
}

const ALL_REDUCE: CollectiveOp = CollectiveOp::AllReduce;

#[test]
fn a_class_decides_and_is_marked() {
    for (id, link, gb_s, wanted) in [
        ("dgx-h100-1", MeasuredLink::Inside, 300.0, 300.0),
        ("dgx-h100-1", MeasuredLink::Inside, 700.0, 700.0),
        ("dgx-a100-1", MeasuredLink::Nvlink, 180.0, 180.0),
        ("dual-3090-nvlink", MeasuredLink::Bridge, 30.0, 30.0),
        ("dual-3090-nvlink", MeasuredLink::Bridge, 55.0, 55.0),
        ("mi300x-8", MeasuredLink::Xgmi, 20.0, 140.0),
        ("superpod-h100-32", MeasuredLink::Between, 200.0, 200.0),
        ("superpod-h100-32", MeasuredLink::Adapter, 25.0, 200.0),
    ] {
        if templates::find(id).is_none() {
            continue;
        }
        let mut design = template(id);
        design.measured.push(figure(link, &[], gb_s));
        let settings = CollectiveSettings {
            algorithm: (link == MeasuredLink::Between || link == MeasuredLink::Adapter)
                .then_some(podwright_sim_core::design::Algorithm::Ring),
            ..CollectiveSettings::default()
        };
        let point = point(&group(&design, None, settings), ALL_REDUCE, 64 << 30);
        assert!(point.measured, "{id} {link:?}");
        assert!(
            point.bottleneck.contains("measured"),
            "{}",
            point.bottleneck
        );
        near(point.busbw_gb_s, wanted);
    }
}

/// A slow pair of a mesh binds all rings, a fast one none: the others bind still.
#[test]
fn the_slowest_link_of_a_ring_binds() {
    let base = template("dgx-1-v100");
    let (plain, marked) = busbw(&base, None, ALL_REDUCE);
    assert!(!marked);
    let pair = |gb_s| {
        let mut design = base.clone();
        design.measured = vec![figure(MeasuredLink::Nvlink, &[0, 1], gb_s)];
        busbw(&design, None, ALL_REDUCE)
    };
    // One link joins GPU 0 and GPU 1 of a DGX-1, and six rings of one link pass it.
    let (slow, marked) = pair(5.0);
    near(slow, 30.0);
    assert!(marked);
    let (fast, marked) = pair(100.0);
    assert_eq!(fast.to_bits(), plain.to_bits());
    assert!(!marked);
    // The first two GPUs alone pass no other link.
    let mut design = base.clone();
    design.measured = vec![figure(MeasuredLink::Nvlink, &[0, 1], 10.0)];
    near(busbw(&design, Some(2), ALL_REDUCE).0, 10.0);
    design.measured = vec![figure(MeasuredLink::Nvlink, &[5, 6], 1.0)];
    let two = busbw(&design, Some(2), ALL_REDUCE);
    assert_eq!(
        two.0.to_bits(),
        busbw(&base, Some(2), ALL_REDUCE).0.to_bits()
    );
    assert!(!two.1);
}

#[test]
fn the_very_link_comes_before_its_class_and_the_pool_before_all() {
    let mut design = template("dgx-a100-1");
    let pool = design.pools[0].id.clone();
    design.measured = vec![
        figure(MeasuredLink::Nvlink, &[], 200.0),
        figure(MeasuredLink::Nvlink, &[3], 50.0),
    ];
    near(busbw(&design, None, ALL_REDUCE).0, 50.0);
    design.measured[1].gpus.clear();
    design.measured[1].pool = Some(pool);
    design.measured[1].gb_s = 120.0;
    near(busbw(&design, None, ALL_REDUCE).0, 120.0);
    design.measured[1].pool = Some("another".to_owned());
    near(busbw(&design, None, ALL_REDUCE).0, 200.0);
}

#[test]
fn one_slow_adapter_and_one_slow_slot_bind() {
    let mut design = template("superpod-h100-32");
    design.measured = vec![Measured {
        adapter: Some(5),
        ..figure(MeasuredLink::Adapter, &[], 12.5)
    }];
    let ring = CollectiveSettings {
        algorithm: Some(podwright_sim_core::design::Algorithm::Ring),
        ..CollectiveSettings::default()
    };
    let slow = point(&group(&design, None, ring), ALL_REDUCE, 64 << 30);
    near(slow.busbw_gb_s, 100.0);
    assert!(slow.measured);

    let mut cards = template("dual-3090-nvlink");
    if let podwright_sim_core::design::NodeRef::Inline(node) = &mut cards.pools[0].node {
        node.bridges.clear();
        node.peer_access = podwright_sim_core::design::PeerAccess::Patched;
    }
    let (plain, _) = busbw(&cards, None, ALL_REDUCE);
    cards.measured = vec![figure(MeasuredLink::Slot, &[1], 2.0)];
    let (slow, marked) = busbw(&cards, None, ALL_REDUCE);
    assert!(slow <= 2.0 && slow < plain && marked, "{slow}");
    cards.measured = vec![figure(MeasuredLink::Host, &[1, 0], 9.0)];
    near(busbw(&cards, None, ALL_REDUCE).0, 9.0);
}

/// What is told for one job wins over the design's figure; the report takes the design's everywhere else.
#[test]
fn a_workload_wins_over_the_design_and_the_report_uses_both() {
    let mut design = template("dgx-h100-1");
    design.measured = vec![figure(MeasuredLink::Inside, &[], 300.0)];
    design.workloads = vec![
        podwright_sim_core::design::Workload::collective("plain", ALL_REDUCE, 16 << 30),
        podwright_sim_core::design::Workload {
            settings: CollectiveSettings {
                measured_inside_gb_s: Some(350.0),
                ..CollectiveSettings::default()
            },
            ..podwright_sim_core::design::Workload::collective("own", ALL_REDUCE, 16 << 30)
        },
    ];
    let report = evaluate_builtin(&design);
    let answers: Vec<f64> = report
        .workloads
        .iter()
        .flatten()
        .map(|answer| answer.point.busbw_gb_s)
        .collect();
    near(answers[0], 300.0);
    near(answers[1], 350.0);
    let last = report.collectives[0].points.last().expect("points");
    assert!(last.measured);
    near(last.busbw_gb_s, 300.0);
    // Several domains: their own curves take it too.
    let mut pod = template("superpod-h100-32");
    pod.measured = vec![figure(MeasuredLink::Inside, &[], 300.0)];
    let report = evaluate_builtin(&pod);
    let last = report.domain_collectives[0].points.last().expect("points");
    assert!(last.measured);
    near(last.busbw_gb_s, 300.0);
}

/// Ranks of two pools: the slow figure of either binds all, the fast figure of one leaves the other as it is.
#[test]
fn figures_of_one_pool_bind_the_ranks_of_all() {
    let mut design = template("superpod-h100-32");
    design.pools[0].count = 4;
    let mut other = design.pools[0].clone();
    other.id = "other".to_owned();
    design.pools.push(other);
    let ring = CollectiveSettings {
        algorithm: Some(podwright_sim_core::design::Algorithm::Ring),
        ..CollectiveSettings::default()
    };
    let plain = point(&group(&design, None, ring), ALL_REDUCE, 64 << 30);
    let first = design.pools[0].id.clone();
    for pool in [first, "other".to_owned()] {
        for (link, slow) in [(MeasuredLink::Inside, 100.0), (MeasuredLink::Between, 50.0)] {
            design.measured = vec![Measured {
                pool: Some(pool.clone()),
                ..figure(link, &[], slow)
            }];
            let bound = point(&group(&design, None, ring), ALL_REDUCE, 64 << 30);
            near(bound.busbw_gb_s, slow);
            assert!(bound.measured, "{pool} {link:?}");
        }
        // The line rate of eight 400G adapters, 400 GB/s, is all that the other pool has.
        design.measured[0].gb_s = 4_000.0;
        let fast = point(&group(&design, None, ring), ALL_REDUCE, 64 << 30);
        assert!(fast.busbw_gb_s <= 400.0, "{}", fast.busbw_gb_s);
        assert!(fast.busbw_gb_s >= plain.busbw_gb_s * 0.999);
    }
}

#[test]
fn without_figures_the_hash_stays() {
    let design = template("dgx-h100-1");
    let text = serde_json::to_string(&design).expect("JSON");
    assert!(!text.contains("measured"), "{text}");
}

fn any_figure() -> impl Strategy<Value = Measured> {
    let links = vec![
        MeasuredLink::Inside,
        MeasuredLink::Between,
        MeasuredLink::Bridge,
        MeasuredLink::Nvlink,
        MeasuredLink::Xgmi,
        MeasuredLink::Host,
        MeasuredLink::Slot,
        MeasuredLink::Adapter,
    ];
    (
        prop::sample::select(links),
        any::<bool>(),
        0_u32..8,
        0_u32..8,
        0.5_f64..2_000.0,
    )
        .prop_map(|(link, single, a, b, gb_s)| {
            let mut one = figure(link, &[], gb_s);
            let b = if a == b { (b + 1) % 8 } else { b };
            match link {
                MeasuredLink::Adapter if single => one.adapter = Some(a),
                MeasuredLink::Slot if single => one.gpus = vec![a],
                MeasuredLink::Nvlink if single && b.is_multiple_of(2) => one.gpus = vec![a],
                MeasuredLink::Nvlink
                | MeasuredLink::Bridge
                | MeasuredLink::Xgmi
                | MeasuredLink::Host
                    if single =>
                {
                    one.gpus = vec![a, b];
                }
                _ => {}
            }
            one
        })
}

fn any_template() -> impl Strategy<Value = Design> {
    let ids: Vec<&'static str> = templates::ids().collect();
    prop::sample::select(ids).prop_map(template)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn a_lower_figure_is_never_faster(
        design in any_template(),
        figures in prop::collection::vec(any_figure(), 1..4),
        op in prop::sample::select(CollectiveOp::ALL.to_vec()),
        power in 3_u32..36,
        ranks in 2_u64..40,
        factor in 0.01_f64..1.0,
    ) {
        let mut design = design;
        design.measured = figures;
        let ranks = ranks.min(group_size(&design));
        let high = point(&group(&design, Some(ranks), CollectiveSettings::default()), op, 1 << power);
        design.measured[0].gb_s *= factor;
        let low = point(&group(&design, Some(ranks), CollectiveSettings::default()), op, 1 << power);
        prop_assert!(low.time_us >= high.time_us * (1.0 - 1e-12), "{} became {}", high.time_us, low.time_us);
        prop_assert!(low.time_us.is_finite());
    }

    /// One link of many: what it binds gets slower, nothing gets faster.
    #[test]
    fn a_single_link_makes_nothing_faster(
        id in prop::sample::select(vec!["dgx-h100-1", "dgx-a100-1", "dgx-1-v100", "superpod-h100-32", "dgx-h100-4"]),
        one in any_figure(),
        op in prop::sample::select(CollectiveOp::ALL.to_vec()),
        power in 3_u32..36,
    ) {
        prop_assume!(one.is_single());
        let mut design = template(id);
        let plain = point(&group(&design, None, CollectiveSettings::default()), op, 1 << power);
        design.measured = vec![one];
        let with = point(&group(&design, None, CollectiveSettings::default()), op, 1 << power);
        prop_assert!(with.time_us >= plain.time_us * (1.0 - 1e-12), "{} became {}", plain.time_us, with.time_us);
        if !with.measured {
            prop_assert_eq!(with.time_us.to_bits(), plain.time_us.to_bits());
        }
    }

    /// A measured class takes the place of the model's rates: other constants of it change nothing.
    #[test]
    fn constants_of_the_class_do_not_move_what_was_measured(factor in 0.5_f64..2.0, gb_s in 20.0_f64..500.0) {
        let mut design = template("dgx-h100-1");
        design.measured = vec![figure(MeasuredLink::Inside, &[], gb_s)];
        for nvls in [Switchable::On, Switchable::Off] {
            let settings = CollectiveSettings { nvls: Some(nvls), ..CollectiveSettings::default() };
            let group = group(&design, None, settings);
            let mut model: Model = MODEL;
            model.hopper.ring_share *= factor;
            model.hopper_nvls.gb_s *= factor;
            model.shared.pair_loss *= factor;
            let time = |model| candidates(model, &group, ALL_REDUCE, 64 << 30).taken().expect("a way").time_us;
            prop_assert_eq!(time(&MODEL).to_bits(), time(&model).to_bits());
        }
    }
}

fn group_size(design: &Design) -> u64 {
    resolve(design, Catalog::builtin()).0.gpus()
}

/// A slow link of one GPU makes the library's other way the faster one: nothing on that way was measured, and yet the
/// figure decides.
#[test]
fn a_figure_that_turns_the_choice_is_said() {
    let mut design = template("superpod-h100-32");
    let at = |design: &Design| {
        let group = group(design, None, CollectiveSettings::default());
        point(&group, CollectiveOp::AllReduce, 1 << 17)
    };
    let plain = at(&design);
    design.measured = vec![figure(MeasuredLink::Nvlink, &[0], 188.6)];
    let with = at(&design);
    assert!(with.time_us > plain.time_us);
    assert!(with.measured && !plain.measured);
}
