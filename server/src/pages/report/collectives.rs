//! The chart and tables of collective times.

use podwright_diagram::report::{Why, explained_point, why};
use podwright_locales::format;
use podwright_sim_core::Report;
use podwright_sim_core::design::CollectiveOp;
use podwright_sim_core::report::{CollectiveCurve, CollectivePoint};

use crate::pages::drawings;
use crate::pages::frame::{Words, basis_id};

/// The sizes of the table of all operations.
const SIZES: [u64; 3] = [64 << 10, 16 << 20, 8 << 30];

/// The section.
pub struct CollectivesView {
    /// The chart for a wide page.
    pub broad: String,
    /// The chart for a phone.
    pub narrow: String,
    /// What is measured, and by whom, HTML.
    pub measured: String,
    /// All-reduce by message size.
    pub points: Vec<PointView>,
    /// What limits the largest message.
    pub slowest: String,
    /// Why the design's all-reduce takes what it takes.
    pub why: Option<Why>,
    /// The heads of the table of all operations.
    pub sizes: Vec<String>,
    /// All operations.
    pub ops: Vec<OpView>,
}

/// A row of the all-reduce table.
pub struct PointView {
    /// The message size.
    pub size: String,
    /// The time.
    pub time: String,
    /// The band of the time.
    pub band: String,
    /// Size over time.
    pub algbw: String,
    /// Bus bandwidth.
    pub busbw: String,
    /// The parts of the time on scale-up and scale-out links.
    pub parts: String,
    /// Algorithm and protocol.
    pub how: String,
    /// `calibrated`, `interpolated` or `extrapolated`.
    pub basis: &'static str,
}

/// A row of the table of all operations.
pub struct OpView {
    /// The operation.
    pub name: &'static str,
    /// Time and bus bandwidth at each size.
    pub cells: Vec<(String, String)>,
}

/// The section, if there are estimates.
pub fn view(t: Words, report: &Report, at: u64) -> Option<CollectivesView> {
    let curve = report
        .collectives
        .iter()
        .find(|curve| curve.op == CollectiveOp::AllReduce)?;
    let last = curve.points.last()?;
    let measured = drawings::measured(t, report);
    let chart = |id: &str, width: f64| drawings::busbw_chart(t, report, &measured, at, id, width);
    Some(CollectivesView {
        broad: chart("collective", drawings::SHEET),
        narrow: chart("collective-narrow", 340.0),
        measured: measured.html(t.texts()),
        points: shown(curve).map(point_view).collect(),
        slowest: last.bottleneck.clone(),
        why: explained_point(report, CollectiveOp::AllReduce, at)
            .and_then(|point| why(t.texts(), point, report.summary.scale_up_gb_s_per_gpu)),
        sizes: SIZES
            .iter()
            .map(|size| format::message_size(*size))
            .collect(),
        ops: report.collectives.iter().map(op_view).collect(),
    })
}

/// Every third size, and the largest: enough to read, the rest is in the JSON.
fn shown(curve: &CollectiveCurve) -> impl Iterator<Item = &CollectivePoint> {
    let last = curve.points.len().saturating_sub(1);
    curve
        .points
        .iter()
        .enumerate()
        .filter(move |(index, _)| (last - index).is_multiple_of(3))
        .map(|(_, point)| point)
}

/// The band of a time: `344 ms–380 ms`.
fn time_band(point: &CollectivePoint) -> String {
    format!(
        "{}–{}",
        format::duration_us(point.time_us_low),
        format::duration_us(point.time_us_high)
    )
}

fn point_view(point: &CollectivePoint) -> PointView {
    PointView {
        size: format::message_size(point.message_bytes),
        time: format::duration_us(point.time_us),
        band: time_band(point),
        algbw: bandwidth(point.algbw_gb_s),
        busbw: bandwidth(point.busbw_gb_s),
        parts: format!(
            "{}, {}",
            format::duration_us(point.scale_up_us),
            format::duration_us(point.scale_out_us)
        ),
        how: format!("{}, {}", point.algorithm, point.protocol),
        basis: basis_id(point.basis),
    }
}

/// A bandwidth to three digits. Small messages have little, which is not none.
fn bandwidth(gb_s: f64) -> String {
    let text = format::short(gb_s);
    if text == "0" && gb_s > 0.0 {
        "< 0.001 GB/s".to_owned()
    } else {
        format!("{text} GB/s")
    }
}

fn op_view(curve: &CollectiveCurve) -> OpView {
    let cell = |size: &u64| {
        curve
            .points
            .iter()
            .find(|point| point.message_bytes == *size)
            .map_or_else(
                || ("–".to_owned(), String::new()),
                |point| {
                    (
                        format::duration_us(point.time_us),
                        bandwidth(point.busbw_gb_s),
                    )
                },
            )
    };
    OpView {
        name: curve.op.id(),
        cells: SIZES.iter().map(cell).collect(),
    }
}
