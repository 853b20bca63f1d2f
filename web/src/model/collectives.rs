//! The collectives view: which curves are drawn, what the chosen size reads, and where the time goes.

use podwright_diagram::report::{self, curve_chart};
use podwright_diagram::{Frame, LineChartDrawing, MarkGroup, line_chart};
use podwright_locales::format;
use podwright_sim_core::design::CollectiveOp;
use podwright_sim_core::report::{Basis, CollectivePoint, Report};

use super::headline::{estimate, range};
use super::words::{known, say, texts};

pub use podwright_diagram::report::{NamedCurve, Quantity, nearest_point as nearest};

/// What the vertical axis can show, in the order of the control, each with its word.
pub fn quantities() -> Vec<(Quantity, String)> {
    [
        (Quantity::Busbw, "planner-quantity-busbw"),
        (Quantity::Algbw, "planner-quantity-algbw"),
        (Quantity::Time, "planner-quantity-time"),
    ]
    .map(|(quantity, id)| (quantity, say(id)))
    .to_vec()
}

/// The curves of an operation: after the fix, as drawn, without its bridge, and inside one domain.
pub fn curves(
    op: CollectiveOp,
    report: &Report,
    after: Option<&Report>,
    without: Option<&Report>,
) -> Vec<NamedCurve> {
    report::curves(texts(), op, report, after, without)
}

/// The chart for a width in CSS px. `line` is the line rate, GB/s per direction, `marks` are measured points, `at` is the
/// size of the cross-hair.
pub fn chart(
    op: CollectiveOp,
    quantity: Quantity,
    curves: &[NamedCurve],
    line: Option<f64>,
    marks: Vec<MarkGroup>,
    at: u64,
    width: f64,
) -> LineChartDrawing {
    line_chart(
        &curve_chart(texts(), op, quantity, curves, line, at, marks),
        &Frame::new("collective", width),
    )
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
            channels: None,
            runner_up: None,
            measured: false,
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
