//! Reports as drawings for a page: widths and ids here, what is drawn by `podwright_diagram::report`.

use podwright_accuracy::builtin_runs;
use podwright_diagram::report::{
    self, GpuPath, LinkView, Measured, NamedCurve, Quantity, Titled, curve_chart, curves, gpu_id,
};
use podwright_diagram::{Frame, Key, LineChart, legend, line_chart};
use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::design::{CollectiveOp, NodeRef, WorkloadKind};
use podwright_sim_core::report::{Cost, Economics};
use podwright_sim_core::{Design, Report};

use super::frame::Words;

/// The width of a drawing on the sheet, CSS px.
pub const SHEET: f64 = 822.0;
/// The width of one of two drawings side by side, CSS px.
pub const HALF: f64 = 396.0;
/// The size that collectives are read at where the design names none.
const USUAL_BYTES: u64 = 1 << 30;

fn frame(t: Words, id: &str, width: f64) -> Frame<'_> {
    Frame {
        id,
        width,
        texts: t.texts(),
    }
}

/// The path between two GPUs that are far apart.
fn path(t: Words, report: &Report) -> Option<GpuPath> {
    let (from, to) = report::usual_pair(report)?;
    GpuPath::between(t.texts(), report, from, to)
}

/// How the design is joined: its fabrics, or the links of its nodes where it has none.
pub fn topology(t: Words, report: &Report, width: f64) -> Vec<Titled> {
    let path = path(t, report);
    report::topology(
        t.texts(),
        report,
        LinkView::Path,
        path.as_ref(),
        "topology",
        width,
    )
}

/// The drawing of a design's fabric as a file of its own; of its board where there is no fabric.
pub fn topology_file(
    t: Words,
    report: &Report,
    design: &Design,
    tokens_css: &str,
) -> Option<String> {
    let drawings = if report::switched(report).is_empty() {
        boards(t, report, design, 640.0)
    } else {
        topology(t, report, 1_000.0)
    };
    let drawing = drawings.into_iter().next()?;
    Some(drawing.drawing.standalone(tokens_css))
}

/// The racks of a design: one of each kind, and the floor.
pub fn racks(t: Words, report: &Report, design: &Design, width: f64) -> Vec<Titled> {
    report::racks(
        t.texts(),
        report,
        &design.site,
        Catalog::builtin(),
        "racks",
        width,
    )
}

/// The racks of a design as a file of its own.
pub fn racks_file(t: Words, report: &Report, design: &Design, tokens_css: &str) -> Option<String> {
    let drawing = racks(t, report, design, 1_000.0).into_iter().next()?;
    Some(drawing.drawing.standalone(tokens_css))
}

/// The boards of the design's workstations.
pub fn boards(t: Words, report: &Report, design: &Design, width: f64) -> Vec<Titled> {
    design
        .pools
        .iter()
        .enumerate()
        .filter_map(|(index, pool)| {
            let NodeRef::Inline(node) = &pool.node else {
                return None;
            };
            if node.slots.is_empty() {
                return None;
            }
            let board = report::board(t.texts(), node, index, report, Catalog::builtin());
            let id = format!("board{index}");
            Some(Titled {
                drawing: board.draw(&frame(t, &id, width)),
                title: board.title,
            })
        })
        .collect()
}

/// The size at which the collectives are read: that of the design's all-reduce.
pub fn chosen_bytes(design: &Design) -> u64 {
    design
        .workloads
        .iter()
        .find(|work| {
            work.kind == WorkloadKind::Collective && work.op == Some(CollectiveOp::AllReduce)
        })
        .and_then(|work| work.message_bytes)
        .unwrap_or(USUAL_BYTES)
}

/// The published points of all-reduce on systems like a report's: over all GPUs and inside one domain.
pub fn measured(t: Words, report: &Report) -> Measured {
    let curves = curves(t.texts(), CollectiveOp::AllReduce, report, None, None);
    // A test keeps the program's own file sound.
    let runs = builtin_runs().unwrap_or_default();
    Measured::of(t.texts(), Quantity::Busbw, &curves, runs)
}

/// All-reduce bus bandwidth by message size, over all GPUs and inside one domain, read at a size, with measured points.
pub fn busbw_chart(
    t: Words,
    report: &Report,
    measured: &Measured,
    at: u64,
    id: &str,
    width: f64,
) -> String {
    let op = CollectiveOp::AllReduce;
    let curves = curves(t.texts(), op, report, None, None);
    let line = report.summary.scale_up_gb_s_per_gpu;
    let marks = measured.marks.clone();
    let chart = curve_chart(t.texts(), op, Quantity::Busbw, &curves, line, at, marks);
    draw_busbw(t, &chart, id, width)
}

/// All-reduce bus bandwidth of two designs in one chart.
pub fn busbw_comparison(t: Words, sides: [(&str, &Report); 2], id: &str, width: f64) -> String {
    let curves: Vec<NamedCurve> = sides
        .iter()
        .filter_map(|(name, report)| {
            let curve = report
                .collectives
                .iter()
                .find(|curve| curve.op == CollectiveOp::AllReduce)?;
            Some(NamedCurve {
                name: (*name).to_owned(),
                state: String::new(),
                gpu_id: gpu_id(report),
                curve: curve.clone(),
            })
        })
        .collect();
    let op = CollectiveOp::AllReduce;
    let busbw = Quantity::Busbw;
    let chart = curve_chart(t.texts(), op, busbw, &curves, None, USUAL_BYTES, Vec::new());
    draw_busbw(t, &chart, id, width)
}

fn draw_busbw(t: Words, chart: &LineChart, id: &str, width: f64) -> String {
    if chart.series.is_empty() {
        return String::new();
    }
    line_chart(chart, &frame(t, id, width)).drawing.svg
}

/// Cumulated cost by year, and its legend; empty where nothing has a price.
pub fn cost_by_year(t: Words, cost: &Cost) -> (String, String) {
    let Some((chart, keys)) = report::cost_by_year(t.texts(), cost) else {
        return (String::new(), String::new());
    };
    let keys: Vec<(Key, &str)> = keys
        .iter()
        .map(|(key, label)| (*key, label.as_str()))
        .collect();
    (chart.draw(&frame(t, "years", HALF)).svg, legend(&keys))
}

/// Owning against renting by month, at a width in CSS px; empty where one of the two is not known.
pub fn rent(t: Words, own: &Economics, id: &str, width: f64) -> String {
    report::rent_or_own(t.texts(), own)
        .map(|chart| chart.draw(&frame(t, id, width)).svg)
        .unwrap_or_default()
}

/// What moves the total most; empty where nothing does.
pub fn tornado(t: Words, cost: &Cost) -> String {
    report::cost_moves(t.texts(), cost)
        .map(|chart| chart.draw(&frame(t, "moves", HALF)).svg)
        .unwrap_or_default()
}

#[cfg(test)]
#[path = "drawings_tests.rs"]
mod tests;
