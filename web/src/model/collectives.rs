//! The collectives view: which curves are drawn, what the chosen size reads, and where the time goes.

use podwright_diagram::{Axis, LineChart, Point, Reference, Series, Token};
use podwright_locales::format;
use podwright_sim_core::design::CollectiveOp;
use podwright_sim_core::report::{Basis, CollectiveCurve, CollectivePoint, Report};

use super::headline::{estimate, op_name, range};
use super::words::{known, say, say_with};

/// What the vertical axis shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quantity {
    /// Bus bandwidth as nccl-tests defines it.
    #[default]
    Busbw,
    /// Size over time.
    Algbw,
    /// Time.
    Time,
}

impl Quantity {
    /// All, in the order of the control.
    pub const ALL: [Self; 3] = [Self::Busbw, Self::Algbw, Self::Time];

    /// Its word on the control.
    pub fn word(self) -> String {
        say(match self {
            Self::Busbw => "planner-quantity-busbw",
            Self::Algbw => "planner-quantity-algbw",
            Self::Time => "planner-quantity-time",
        })
    }

    fn of(self, point: &CollectivePoint) -> (f64, f64, f64) {
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
    /// A second line, as "as drawn".
    pub state: String,
    /// The curve.
    pub curve: CollectiveCurve,
}

/// The curves of an operation: after the fix, as drawn, without its bridge, and inside one domain.
pub fn curves(
    op: CollectiveOp,
    report: &Report,
    after: Option<&Report>,
    without: Option<&Report>,
) -> Vec<NamedCurve> {
    let find = |list: &[CollectiveCurve]| list.iter().find(|curve| curve.op == op).cloned();
    let mut curves = Vec::new();
    let mut add = |name: String, state: String, curve: Option<CollectiveCurve>| {
        if let Some(curve) = curve
            && !curves.iter().any(|other: &NamedCurve| other.curve == curve)
        {
            curves.push(NamedCurve { name, state, curve });
        }
    };
    if let Some(after) = after {
        add(
            path_name(after),
            say("planner-after-fix"),
            find(&after.collectives),
        );
    }
    let state = if after.is_some() || without.is_some() {
        say("planner-as-drawn")
    } else {
        String::new()
    };
    add(path_name(report), state, find(&report.collectives));
    if let Some(without) = without {
        add(
            path_name(without),
            say("planner-without-bridge"),
            find(&without.collectives),
        );
    }
    let domain = if report.pools.iter().any(|pool| pool.category == "rack") {
        "planner-curve-rack"
    } else {
        "planner-curve-node"
    };
    add(say(domain), String::new(), find(&report.domain_collectives));
    curves
}

/// The way between GPUs in a word or two, for the name of a curve.
fn path_name(report: &Report) -> String {
    if !report.domain_collectives.is_empty() {
        let id = if report.pools.iter().any(|pool| pool.category == "rack") {
            "planner-curve-racks"
        } else {
            "planner-curve-nodes"
        };
        return say_with(id, &[("count", format::count(report.summary.nodes).into())]);
    }
    let Some(pool) = report.pools.first() else {
        return say("planner-curve-design");
    };
    let id = match pool.scale_up_kind.as_str() {
        "pcie" if pool.peer_access == Some(false) => "planner-path-pcie-staged".to_owned(),
        kind => format!("planner-path-{}", kind.replace('_', "-")),
    };
    if known(&id) {
        say(&id)
    } else {
        say("planner-curve-design")
    }
}

/// The chart. `after` is the report after the fix, `at` the size of the cross-hair.
pub fn chart(
    op: CollectiveOp,
    quantity: Quantity,
    curves: &[NamedCurve],
    report: &Report,
    after: Option<&Report>,
    at: u64,
) -> LineChart {
    let unit = say("planner-unit-gb-s");
    let y = match quantity {
        Quantity::Busbw => Axis::number(say("planner-axis-busbw"), unit),
        Quantity::Algbw => Axis::number(say("planner-axis-algbw"), unit),
        Quantity::Time => Axis::duration_us(say("planner-axis-time")),
    };
    let series: Vec<Series> = curves
        .iter()
        .take(6)
        .enumerate()
        .map(|(i, named)| {
            let points = named.curve.points.iter().map(|point| {
                let (value, low, high) = quantity.of(point);
                let note = match quantity {
                    Quantity::Time => format!("{} GB/s", estimate(point.busbw_gb_s)),
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
    LineChart {
        title: chart_title(op, curves, at),
        desc: None,
        x: Axis::message_size(say("planner-axis-size")),
        y,
        series,
        references: references(quantity, after.unwrap_or(report)),
        marks: Vec::new(),
        cross_hair: Some(at as f64),
        height: None,
    }
}

fn references(quantity: Quantity, report: &Report) -> Vec<Reference> {
    let line = report.summary.scale_up_gb_s_per_gpu;
    match (quantity, line) {
        (Quantity::Busbw, Some(rate)) => vec![Reference {
            label: say_with("planner-line-rate", &[("rate", format::gb_s(rate).into())]),
            y: rate,
        }],
        _ => Vec::new(),
    }
}

fn chart_title(op: CollectiveOp, curves: &[NamedCurve], at: u64) -> String {
    let parts: Vec<String> = curves
        .iter()
        .filter_map(|named| {
            let point = nearest(&named.curve, at)?;
            Some(format!(
                "{} {} GB/s",
                named.name,
                estimate(point.busbw_gb_s)
            ))
        })
        .collect();
    say_with(
        "planner-chart-title",
        &[
            ("op", op_name(op).into()),
            ("size", format::message_size(at).into()),
            ("values", parts.join(", ").into()),
        ],
    )
}

/// The point of a curve that is nearest to a size.
pub fn nearest(curve: &CollectiveCurve, bytes: u64) -> Option<&CollectivePoint> {
    let far = |point: &CollectivePoint| {
        (point.message_bytes.max(1) as f64 / bytes.max(1) as f64)
            .ln()
            .abs()
    };
    curve.points.iter().min_by(|a, b| far(a).total_cmp(&far(b)))
}

/// The sizes that the cross-hair can stand at, rising.
pub fn sizes(curves: &[NamedCurve]) -> Vec<u64> {
    curves
        .first()
        .map(|named| {
            named
                .curve
                .points
                .iter()
                .map(|point| point.message_bytes)
                .collect()
        })
        .unwrap_or_default()
}

/// The size a number of steps away from one, staying inside the curve.
pub fn step_size(sizes: &[u64], from: u64, steps: isize) -> u64 {
    let far = |size: u64| (size.max(1) as f64 / from.max(1) as f64).ln().abs();
    let at = sizes
        .iter()
        .enumerate()
        .min_by(|a, b| far(*a.1).total_cmp(&far(*b.1)))
        .map_or(0, |(i, _)| i);
    let last = sizes.len().saturating_sub(1);
    let to = at.saturating_add_signed(steps).min(last);
    sizes.get(to).copied().unwrap_or(from)
}

/// One row of the table "At 256 MiB".
#[derive(Clone, Debug, PartialEq)]
pub struct SizeRow {
    /// Name of the path.
    pub name: String,
    /// As drawn, or after the fix.
    pub state: String,
    /// Time.
    pub time: String,
    /// Its band.
    pub time_range: String,
    /// Size over time.
    pub algbw: String,
    /// Bus bandwidth.
    pub busbw: String,
    /// Algorithm and protocol.
    pub algorithm: String,
    /// What the estimate rests on.
    pub basis: Basis,
    /// The slowest part.
    pub bottleneck: String,
    /// Whether it is the design as drawn.
    pub own: bool,
}

/// The rows of the table at a size.
pub fn size_rows(
    curves: &[NamedCurve],
    report: &Report,
    op: CollectiveOp,
    at: u64,
) -> Vec<SizeRow> {
    let own = report.collectives.iter().find(|curve| curve.op == op);
    curves
        .iter()
        .filter_map(|named| {
            let point = nearest(&named.curve, at)?;
            Some(SizeRow {
                name: named.name.clone(),
                state: named.state.clone(),
                time: format::duration_us(point.time_us),
                time_range: time_range(point),
                algbw: format!("{} GB/s", estimate(point.algbw_gb_s)),
                busbw: format!("{} GB/s", estimate(point.busbw_gb_s)),
                algorithm: format!(
                    "{}, {}",
                    algorithm_name(&point.algorithm),
                    protocol_name(&point.protocol)
                ),
                basis: point.basis,
                bottleneck: point.bottleneck.clone(),
                own: own == Some(&named.curve),
            })
        })
        .collect()
}

/// A point's band in time, in one unit.
pub fn time_range(point: &CollectivePoint) -> String {
    let (low, high) = (
        format::duration_us(point.time_us_low),
        format::duration_us(point.time_us_high),
    );
    match (low.split_once(' '), high.split_once(' ')) {
        (Some((low, a)), Some((high, b))) if a == b => format!("{} {a}", range(low, high)),
        _ => range(&low, &high),
    }
}

/// Name of an algorithm, as "Ring".
pub fn algorithm_name(id: &str) -> String {
    let text = format!("planner-algorithm-{id}");
    if known(&text) {
        say(&text)
    } else {
        id.to_owned()
    }
}

/// Name of a protocol, as "Simple".
pub fn protocol_name(id: &str) -> String {
    let text = format!("planner-protocol-{id}");
    if known(&text) {
        say(&text)
    } else {
        id.to_owned()
    }
}

/// A part of the time of one operation.
#[derive(Clone, Debug, PartialEq)]
pub struct TimePart {
    /// What it is.
    pub name: String,
    /// How long, µs.
    pub time_us: f64,
    /// Share of both parts, 0 to 1.
    pub share: f64,
    /// Whether it is the larger one.
    pub larger: bool,
}

/// The scale-up and scale-out part of a point; the rest is waiting and launching. Empty where only one kind of link is used.
pub fn time_parts(point: &CollectivePoint) -> Vec<TimePart> {
    let rest = (point.time_us - point.scale_up_us - point.scale_out_us).max(0.0);
    let total = point.scale_up_us + point.scale_out_us + rest;
    if total <= 0.0 {
        return Vec::new();
    }
    let largest = point.scale_up_us.max(point.scale_out_us);
    let mut parts = vec![
        ("planner-part-scale-up", point.scale_up_us),
        ("planner-part-scale-out", point.scale_out_us),
    ];
    if rest > 0.005 * total {
        parts.push(("planner-part-rest", rest));
    }
    parts
        .into_iter()
        .map(|(id, time_us)| TimePart {
            name: say(id),
            time_us,
            share: time_us / total,
            larger: time_us == largest && time_us > 0.0,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(bytes: u64, up: f64, out: f64) -> CollectivePoint {
        let time = up + out;
        CollectivePoint {
            message_bytes: bytes,
            time_us: time,
            time_us_low: time * 0.8,
            time_us_high: time * 1.25,
            scale_up_us: up,
            scale_out_us: out,
            algbw_gb_s: bytes as f64 / time / 1e3,
            busbw_gb_s: bytes as f64 / time / 1e3,
            wire_bytes_per_gpu: bytes as f64,
            algorithm: "ring".to_owned(),
            protocol: "simple".to_owned(),
            bottleneck: "NIC, 50 GB/s".to_owned(),
            basis: Basis::Interpolated,
        }
    }

    #[test]
    fn parts_add_up() {
        let parts = time_parts(&point(1 << 30, 60.0, 40.0));
        assert_eq!(parts.len(), 2);
        assert!((parts.iter().map(|p| p.share).sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(parts[0].larger && !parts[1].larger);
    }

    #[test]
    fn the_band_of_a_bandwidth_turns_the_band_of_its_time_round() {
        let p = point(1 << 30, 100.0, 0.0);
        let (value, low, high) = Quantity::Busbw.of(&p);
        assert!(low < value && value < high);
        assert!((high / value - 1.25).abs() < 1e-9);
        assert_eq!(Quantity::Time.of(&p), (100.0, 80.0, 125.0));
    }

    #[test]
    fn steps_stay_inside_the_curve() {
        let sizes: Vec<u64> = (3..=34).map(|i| 1 << i).collect();
        assert_eq!(step_size(&sizes, 1 << 28, 1), 1 << 29);
        assert_eq!(step_size(&sizes, 1 << 28, -1000), 8);
        assert_eq!(step_size(&sizes, 1 << 28, isize::MAX), 1 << 34);
        assert_eq!(step_size(&sizes, 300_000_000, 0), 1 << 28);
        assert_eq!(step_size(&[], 7, 1), 7);
    }

    #[test]
    fn a_range_shows_its_unit_once() {
        assert_eq!(time_range(&point(1, 1000.0, 0.0)), "800 µs–1.25 ms");
        assert_eq!(time_range(&point(1, 5000.0, 0.0)), "4–6.25 ms");
    }
}
