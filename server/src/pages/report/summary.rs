//! The sentence under the name, and the headline figures.

use podwright_locales::format;
use podwright_sim_core::Report;
use podwright_sim_core::cost::years_in_words;
use podwright_sim_core::design::CollectiveOp;
use podwright_sim_core::report::{CollectiveCurve, TierRole};

use super::costs;
use crate::pages::frame::{Words, basis_id};
use crate::pages::gallery::scaled_gb;

/// A headline figure.
pub struct Figure {
    /// What it is.
    pub label: String,
    /// Its value.
    pub value: String,
    /// Its unit; may be empty.
    pub unit: String,
    /// What stands below: band, direction, parts.
    pub note: String,
}

/// One sentence on what the design is: GPUs, nodes, network.
pub fn lead(t: Words, report: &Report) -> String {
    let pools: Vec<String> = report
        .pools
        .iter()
        .map(|pool| {
            if pool.count == 1 {
                return pool.node.clone();
            }
            let count = format::count(pool.count);
            t.with(
                "page-lead-pool",
                &[("count", count.into()), ("node", (&pool.node).into())],
            )
        })
        .collect();
    let mut parts = vec![t.with(
        "page-lead-gpus",
        &[
            ("gpus", report.summary.gpus.into()),
            ("count", format::count(report.summary.gpus).into()),
            ("nodes", pools.join(", ").into()),
        ],
    )];
    let compute = report
        .fabrics
        .iter()
        .find(|fabric| fabric.network == "compute");
    match compute.filter(|fabric| !fabric.tiers.is_empty()) {
        Some(fabric) => {
            let tiers: Vec<String> = fabric
                .tiers
                .iter()
                .map(|tier| {
                    let id = match tier.role {
                        TierRole::Leaf => "page-tier-leaf",
                        TierRole::Spine => "page-tier-spine",
                        TierRole::Core => "page-tier-core",
                    };
                    let count = format::count(tier.count);
                    t.with(id, &[("n", tier.count.into()), ("count", count.into())])
                })
                .collect();
            let rate = format!("{} Gbit/s", format::trimmed(fabric.link_gbit_s, 0));
            parts.push(t.with(
                "page-lead-fabric",
                &[("tiers", tiers.join(", ").into()), ("rate", rate.into())],
            ));
            parts.push(if fabric.oversubscription > 1.0005 {
                let ratio = format::trimmed(fabric.oversubscription, 2);
                t.with("page-lead-oversubscribed", &[("ratio", ratio.into())])
            } else {
                t.get("page-lead-even")
            });
        }
        None if report.summary.nodes > 1 => parts.push(t.get("page-lead-no-fabric")),
        None => {}
    }
    format!("{}.", parts.join(", "))
}

fn all_reduce(curves: &[CollectiveCurve]) -> Option<&CollectiveCurve> {
    curves
        .iter()
        .find(|curve| curve.op == CollectiveOp::AllReduce)
}

fn busbw(t: Words, label: String, curve: &CollectiveCurve) -> Option<Figure> {
    let point = curve.points.last()?;
    // The band is one of time; the slowest time is the lowest bandwidth.
    let at = |time_us: f64| point.busbw_gb_s * point.time_us / time_us;
    let basis = t.get(format!("page-basis-{}-low", basis_id(point.basis)));
    Some(Figure {
        label,
        value: format::short(point.busbw_gb_s),
        unit: t.get("page-unit-busbw"),
        note: t.with(
            "page-sum-band",
            &[
                ("low", format::short(at(point.time_us_high)).into()),
                ("high", format::short(at(point.time_us_low)).into()),
                ("basis", basis.into()),
            ],
        ),
    })
}

fn split_unit(text: &str) -> (String, String) {
    match text.split_once(' ') {
        Some((value, unit)) => (value.to_owned(), unit.to_owned()),
        None => (text.to_owned(), String::new()),
    }
}

/// The headline figures, in the order of the sheet.
pub fn figures(t: Words, report: &Report) -> Vec<Figure> {
    let summary = &report.summary;
    let mut figures = Vec::new();
    if let Some(curve) = all_reduce(&report.collectives)
        && let Some(point) = curve.points.last()
    {
        let size = format::message_size(point.message_bytes);
        figures.extend(busbw(
            t,
            t.with("page-sum-all-reduce", &[("size", size.into())]),
            curve,
        ));
    }
    if let Some(curve) = all_reduce(&report.domain_collectives) {
        figures.extend(busbw(t, t.get("page-sum-all-reduce-domain"), curve));
    }
    let unknown = || (t.get("page-unknown"), String::new());
    let mut figure = |label: String, (value, unit): (String, String), note: String| {
        figures.push(Figure {
            label,
            value,
            unit,
            note,
        });
    };
    figure(
        t.get("page-sum-scale-up"),
        summary
            .scale_up_gb_s_per_gpu
            .map_or_else(unknown, |rate| split_unit(&format::gb_s(rate))),
        t.with(
            "page-sum-per-direction",
            &[("gpus", summary.scale_up_domain_gpus.into())],
        ),
    );
    if let Some(rate) = summary.scale_out_gb_s_per_gpu {
        let note = match summary.scale_up_to_scale_out_ratio {
            Some(ratio) => t.with("page-sum-ratio", &[("ratio", format::short(ratio).into())]),
            None => t.get("page-sum-per-direction-only"),
        };
        figure(
            t.get("page-sum-scale-out"),
            split_unit(&format::gb_s(rate)),
            note,
        );
    } else {
        figure(
            t.get("page-sum-scale-out"),
            (t.get("page-none"), String::new()),
            t.get("page-sum-no-network"),
        );
    }
    let each = match summary.memory_gb_per_gpu {
        Some(each) => t.with(
            "page-sum-each",
            &[
                ("count", format::count(summary.gpus).into()),
                ("each", format::trimmed(each, 0).into()),
            ],
        ),
        None => t.get("page-sum-mixed"),
    };
    figure(
        t.get("page-sum-memory"),
        scaled_gb(summary.memory_gb_total),
        each,
    );
    let most = format::watts(summary.it_power_max_kw * 1e3);
    figure(
        t.get("page-sum-power"),
        split_unit(&format::watts(summary.it_power_kw * 1e3)),
        t.with("page-sum-power-max", &[("max", most.into())]),
    );
    money(t, report, &mut figure);
    figures
}

fn money(t: Words, report: &Report, figure: &mut impl FnMut(String, (String, String), String)) {
    let summary = &report.summary;
    let unknown = || (t.get("page-unknown"), String::new());
    let priced = format::count(report.bom.priced_lines);
    let lines = format::count(report.bom.lines.len() as u64);
    let note = match (summary.capex_low_usd, summary.capex_high_usd) {
        (Some(low), Some(high)) => {
            let range = format!("{}–{}", without_unit(low), format::usd_large(high));
            t.with(
                "page-sum-coverage",
                &[
                    ("range", range.into()),
                    ("priced", priced.into()),
                    ("lines", lines.into()),
                ],
            )
        }
        _ => t.with(
            "page-sum-coverage-only",
            &[("priced", priced.into()), ("lines", lines.into())],
        ),
    };
    let capex = summary.capex_usd.map_or_else(unknown, |usd| {
        let text = format::usd_large(usd);
        split_unit(&text)
    });
    let note = if report.bom.errors.is_empty() {
        costs::least(
            t,
            summary.capex_usd.is_some() && report.cost.capex_incomplete(),
            note,
        )
    } else {
        t.get("page-refused-note")
    };
    figure(t.get("page-sum-capex"), capex, note);
    let hour = |usd: f64| format::fixed(usd, 2);
    let note = match (summary.usd_per_gpu_hour_low, summary.usd_per_gpu_hour_high) {
        (Some(low), Some(high)) => t.with(
            "page-sum-hour-range",
            &[("low", hour(low).into()), ("high", hour(high).into())],
        ),
        _ => String::new(),
    };
    let note = if note.is_empty() {
        note
    } else {
        costs::least(t, report.cost.incomplete(), note)
    };
    let value = summary
        .usd_per_gpu_hour
        .map_or_else(unknown, |usd| (hour(usd), t.get("page-unit-gpu-hour")));
    let years = years_in_words(report.cost.years);
    figure(
        t.with("page-sum-hour", &[("years", years.into())]),
        value,
        note,
    );
}

/// The value of [`format::usd_large`] without its unit, for the low end of a range.
fn without_unit(usd: f64) -> String {
    let text = format::usd_large(usd);
    let value = text.split(' ').next().unwrap_or_default();
    if text.contains(" M ") {
        format!("{value} M")
    } else {
        value.to_owned()
    }
}
