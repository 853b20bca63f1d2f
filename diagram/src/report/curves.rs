//! Curves of collectives against message size.

use podwright_locales::{Texts, format};
use podwright_sim_core::Report;
use podwright_sim_core::design::CollectiveOp;
use podwright_sim_core::report::{CollectiveCurve, CollectivePoint};

use super::words::{has_racks, named};
use crate::{Axis, LineChart, MarkGroup, Point, Reference, Series, Token};

/// What the vertical axis shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quantity {
    /// Bus bandwidth as nccl-tests defines it, GB/s.
    #[default]
    Busbw,
    /// Size over time, GB/s.
    Algbw,
    /// Time, µs.
    Time,
}

impl Quantity {
    /// Value of a point with the low and high end of its band.
    pub fn of(self, point: &CollectivePoint) -> (f64, f64, f64) {
        // The band is one of time: the longest time is the lowest bandwidth.
        let by_time = |value: f64| {
            let at = |time: f64| {
                if time > 0.0 {
                    value * point.time_us / time
                } else {
                    value
                }
            };
            (value, at(point.time_us_high), at(point.time_us_low))
        };
        match self {
            Self::Busbw => by_time(point.busbw_gb_s),
            Self::Algbw => by_time(point.algbw_gb_s),
            Self::Time => (point.time_us, point.time_us_low, point.time_us_high),
        }
    }
}

/// A curve with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedCurve {
    /// Name at the end of the line.
    pub name: String,
    /// A second line, as "as drawn"; may be empty.
    pub state: String,
    /// The GPU's id in the catalogue; of the first pool.
    pub gpu_id: String,
    /// The curve.
    pub curve: CollectiveCurve,
}

/// The curves of an operation: after the fix, as drawn, without its bridge, and inside one domain.
pub fn curves(
    texts: &Texts,
    op: CollectiveOp,
    report: &Report,
    after: Option<&Report>,
    without: Option<&Report>,
) -> Vec<NamedCurve> {
    let find = |list: &[CollectiveCurve]| list.iter().find(|curve| curve.op == op).cloned();
    let mut curves = Vec::new();
    let mut add = |name: String, state: String, report: &Report, list: &[CollectiveCurve]| {
        let curve = find(list);
        if let Some(curve) = curve
            && !curves.iter().any(|other: &NamedCurve| other.curve == curve)
        {
            curves.push(NamedCurve {
                name,
                state,
                gpu_id: gpu_id(report),
                curve,
            });
        }
    };
    if let Some(after) = after {
        add(
            path_name(texts, after),
            texts.get("diagram-after-fix"),
            after,
            &after.collectives,
        );
    }
    let state = if after.is_some() || without.is_some() {
        texts.get("diagram-as-drawn")
    } else {
        String::new()
    };
    add(path_name(texts, report), state, report, &report.collectives);
    if let Some(without) = without {
        add(
            path_name(texts, without),
            texts.get("diagram-without-bridge"),
            without,
            &without.collectives,
        );
    }
    let domain = if has_racks(report) {
        "diagram-curve-rack"
    } else {
        "diagram-curve-node"
    };
    add(
        texts.get(domain),
        String::new(),
        report,
        &report.domain_collectives,
    );
    curves
}

/// The GPU of a report whose pools have one kind; of its first pool else.
pub fn gpu_id(report: &Report) -> String {
    report
        .pools
        .first()
        .map(|pool| pool.gpu_id.clone())
        .unwrap_or_default()
}

/// The way between GPUs in a word or two, for the name of a curve.
fn path_name(texts: &Texts, report: &Report) -> String {
    if !report.domain_collectives.is_empty() {
        let id = if has_racks(report) {
            "diagram-curve-racks"
        } else {
            "diagram-curve-nodes"
        };
        return texts.with(id, &[("count", format::count(report.summary.nodes).into())]);
    }
    let own = || texts.get("diagram-curve-design");
    let Some(pool) = report.pools.first() else {
        return own();
    };
    let id = match pool.scale_up_kind.as_str() {
        "pcie" if pool.peer_access == Some(false) => "diagram-path-pcie-staged".to_owned(),
        kind => format!("diagram-path-{}", kind.replace('_', "-")),
    };
    texts.find(&id, &[]).unwrap_or_else(own)
}

/// The chart of some curves of an operation, with the cross-hair at a size. `line` is the rate that the links give at
/// most, GB/s per direction; `marks` are measured points.
pub fn curve_chart(
    texts: &Texts,
    op: CollectiveOp,
    quantity: Quantity,
    curves: &[NamedCurve],
    line: Option<f64>,
    at: u64,
    marks: Vec<MarkGroup>,
) -> LineChart {
    let axis = |id| Axis::number(texts.get(id), "GB/s");
    let y = match quantity {
        Quantity::Busbw => axis("diagram-axis-busbw"),
        Quantity::Algbw => axis("diagram-axis-algbw"),
        Quantity::Time => Axis::duration_us(texts.get("diagram-axis-time")),
    };
    let series: Vec<Series> = curves
        .iter()
        .take(6)
        .enumerate()
        .map(|(i, named)| {
            let points = named.curve.points.iter().map(|point| {
                let (value, low, high) = quantity.of(point);
                let note = match quantity {
                    Quantity::Time => format!("{} GB/s", format::short(point.busbw_gb_s)),
                    Quantity::Busbw | Quantity::Algbw => format::duration_us(point.time_us),
                };
                Point {
                    x: point.message_bytes as f64,
                    y: value,
                    band: Some((low, high)),
                    note,
                }
            });
            Series {
                sublabel: named.state.clone(),
                ..Series::new(Token::new(i + 1), named.name.as_str(), points.collect())
            }
        })
        .collect();
    let references = line
        .filter(|_| quantity == Quantity::Busbw)
        .map(|rate| Reference {
            label: texts.with("diagram-line-rate", &[("rate", format::gb_s(rate).into())]),
            y: rate,
        });
    LineChart {
        title: title(texts, op, curves, at),
        desc: None,
        x: Axis::message_size(texts.get("diagram-axis-size")),
        y,
        series,
        references: references.into_iter().collect(),
        marks,
        cross_hair: Some(at as f64),
        height: None,
    }
}

fn title(texts: &Texts, op: CollectiveOp, curves: &[NamedCurve], at: u64) -> String {
    let parts: Vec<String> = curves
        .iter()
        .filter_map(|named| {
            let busbw = nearest_point(&named.curve, at)?.busbw_gb_s;
            Some(format!("{} {} GB/s", named.name, format::short(busbw)))
        })
        .collect();
    texts.with(
        "diagram-chart-title",
        &[
            ("op", named(texts, "planner-op-", op.id()).into()),
            ("size", format::message_size(at).into()),
            ("values", parts.join(", ").into()),
        ],
    )
}

/// The point of a curve that is nearest to a size.
pub fn nearest_point(curve: &CollectiveCurve, bytes: u64) -> Option<&CollectivePoint> {
    // Sizes are apart by their ratio.
    let far = |point: &CollectivePoint| {
        let (a, b) = (point.message_bytes.max(1), bytes.max(1));
        a.max(b) as f64 / a.min(b) as f64
    };
    curve.points.iter().min_by(|a, b| far(a).total_cmp(&far(b)))
}
