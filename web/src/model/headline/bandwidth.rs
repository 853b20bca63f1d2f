//! Bandwidth: the headline collective, inside a domain, on the links, and the ratio of links to network.

use podwright_locales::format;
use podwright_sim_core::Design;
use podwright_sim_core::design::{CollectiveOp, WorkloadKind};
use podwright_sim_core::report::{CollectiveCurve, CollectivePoint, Report};

use super::scale::band;
use super::{Headline, Mark, catalogue, range};
use crate::model::words::{say, say_with};

/// The operation and size that the headline is about: the design's first collective, else all-reduce of 1 GiB.
pub fn headline_message(design: &Design) -> (CollectiveOp, u64) {
    design
        .workloads
        .iter()
        .find_map(|work| match (work.kind, work.op, work.message_bytes) {
            (WorkloadKind::Collective, Some(op), Some(bytes)) => Some((op, bytes)),
            _ => None,
        })
        .unwrap_or((CollectiveOp::AllReduce, 1 << 30))
}

/// Name of an operation, as "All-reduce".
pub fn op_name(op: CollectiveOp) -> String {
    say(&format!("planner-op-{}", op.id().replace('_', "-")))
}

/// The point of a curve that is nearest to a size.
pub fn point_at(
    curves: &[CollectiveCurve],
    op: CollectiveOp,
    bytes: u64,
) -> Option<&CollectivePoint> {
    let curve = curves.iter().find(|curve| curve.op == op)?;
    curve.points.iter().min_by(|a, b| {
        let far = |point: &CollectivePoint| {
            (point.message_bytes.max(1) as f64 / bytes.max(1) as f64)
                .ln()
                .abs()
        };
        far(a).total_cmp(&far(b))
    })
}

/// The answer to the headline message: the workload's own where it takes all GPUs, else from the curves.
pub fn headline_point<'a>(design: &Design, report: &'a Report) -> Option<&'a CollectivePoint> {
    let (op, bytes) = headline_message(design);
    let all = report.summary.gpus;
    report
        .workloads
        .iter()
        .flatten()
        .find(|work| work.op == op && work.point.message_bytes == bytes && work.ranks == all)
        .map(|work| &work.point)
        .or_else(|| point_at(&report.collectives, op, bytes))
}

/// A point's band in bus bandwidth, GB/s.
pub fn busbw_band(point: &CollectivePoint) -> (f64, f64) {
    let scale = |time: f64| {
        if time > 0.0 {
            point.busbw_gb_s * point.time_us / time
        } else {
            point.busbw_gb_s
        }
    };
    (scale(point.time_us_high), scale(point.time_us_low))
}

/// A line rate as the figures show it.
pub fn bandwidth(value: f64) -> String {
    if value >= 100.0 {
        format::fixed(value, 0)
    } else if value >= 1.0 {
        format::trimmed(value, 2)
    } else {
        format::short(value)
    }
}

/// An estimate as the figures show it: three significant digits, as in the drawings.
pub fn estimate(value: f64) -> String {
    format::short(value)
}

fn collective_figure(key: &'static str, label: String, point: &CollectivePoint) -> Headline {
    let (low, high) = busbw_band(point);
    Headline {
        value: estimate(point.busbw_gb_s),
        unit: say("planner-unit-busbw"),
        range: range(&estimate(low), &estimate(high)),
        band: band(low, point.busbw_gb_s, high),
        mark: Some(if point.measured {
            Mark::Words(say("diagram-your-measurement"))
        } else {
            Mark::Basis(point.basis)
        }),
        ..Headline::new(key, label)
    }
}

pub(super) fn collective(design: &Design, report: &Report) -> Option<Headline> {
    let (op, _) = headline_message(design);
    let point = headline_point(design, report)?;
    let label = say_with(
        "planner-figure-collective",
        &[
            ("op", op_name(op).into()),
            ("size", format::message_size(point.message_bytes).into()),
        ],
    );
    Some(Headline {
        explain: &["collective", "all_reduce", "busbw", "busbw_gb_s"],
        ..collective_figure("collective", label, point)
    })
}

pub(super) fn domain(design: &Design, report: &Report) -> Option<Headline> {
    let (op, bytes) = headline_message(design);
    let point = point_at(&report.domain_collectives, op, bytes)?;
    let rack = report.pools.iter().any(|pool| pool.category == "rack");
    let id = if rack {
        "planner-figure-in-rack"
    } else {
        "planner-figure-in-node"
    };
    let label = say_with(id, &[("op", op_name(op).into())]);
    Some(Headline {
        explain: &["domain_collective", "domain", "scale_up_gb_s_per_gpu"],
        ..collective_figure("domain", label, point)
    })
}

pub(super) fn link(report: &Report) -> Option<Headline> {
    let rate = report.summary.scale_up_gb_s_per_gpu?;
    let label = report.summary.scale_up_label.as_deref().unwrap_or_default();
    // "NV4, four links of …" → "NV4"; "No NVLink; PCIe 4.0 x8, …" → "PCIe 4.0 x8".
    let short = label.rsplit_once(';').map_or(label, |(_, after)| after);
    let short = short
        .split_once([',', '(', ':'])
        .map_or(short, |(before, _)| before)
        .trim()
        .to_owned();
    Some(Headline {
        value: bandwidth(rate),
        unit: say("planner-unit-gb-s"),
        range: short,
        band: band(rate, rate, rate),
        mark: Some(catalogue()),
        explain: &["scale_up_gb_s_per_gpu"],
        ..Headline::new("link", say("planner-figure-link"))
    })
}

pub(super) fn ratio(report: &Report) -> Option<Headline> {
    let summary = &report.summary;
    let (ratio, up, out) = (
        summary.scale_up_to_scale_out_ratio?,
        summary.scale_up_gb_s_per_gpu?,
        summary.scale_out_gb_s_per_gpu?,
    );
    Some(Headline {
        value: format!("{} : 1", format::trimmed(ratio, 1)),
        note: say_with(
            "planner-note-ratio",
            &[("up", bandwidth(up).into()), ("out", bandwidth(out).into())],
        ),
        mark: Some(catalogue()),
        explain: &["scale_up_to_scale_out_ratio"],
        ..Headline::new("ratio", say("planner-figure-ratio"))
    })
}
