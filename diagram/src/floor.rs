//! Rows of racks from above.

use podwright_locales::{Arg, format};

use crate::rack::legend_in;
use crate::svg::{Anchor, Page, Path, Svg};
use crate::{Drawing, Frame, TrayKind};

/// A floor with its rows.
///
/// ```
/// use podwright_diagram::{FloorPlan, FloorRow, Frame};
/// let plan = FloorPlan {
///     title: "Two rows".into(),
///     rows: vec![FloorRow { hall: 1, nodes: 16, network: 1, network_from: 8 }; 2],
///     all_rows: 2,
///     ..FloorPlan::default()
/// };
/// assert!(plan.draw(&Frame::new("floor", 692.0)).svg.contains("Row 2"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FloorPlan {
    /// The result in words.
    pub title: String,
    /// The first rows; no more than [`FloorPlan::MOST_ROWS`] are drawn.
    pub rows: Vec<FloorRow>,
    /// How many rows there are.
    pub all_rows: u64,
    /// What the colours mean, below the rows.
    pub keys: Vec<(TrayKind, String)>,
}

/// A row of racks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FloorRow {
    /// The hall, from 1.
    pub hall: u64,
    /// Racks of nodes.
    pub nodes: u64,
    /// Racks of switches.
    pub network: u64,
    /// Racks of nodes before those of switches.
    pub network_from: u64,
}

const LEFT: f64 = 64.0;
const TOP: f64 = 8.0;
/// Height of a row and of the aisle behind it.
const ROW: f64 = 22.0;
const AISLE: f64 = 14.0;
/// Racks of a row that are drawn one by one.
const MOST_RACKS: u64 = 200;

impl FloorPlan {
    /// Rows that are drawn.
    pub const MOST_ROWS: usize = 16;

    /// Draws the rows one below the other, a hot aisle behind every second.
    pub fn draw(&self, frame: &Frame<'_>) -> Drawing {
        let rows = &self.rows[..self.rows.len().min(Self::MOST_ROWS)];
        let longest = rows
            .iter()
            .map(|row| (row.nodes.saturating_add(row.network)).min(MOST_RACKS))
            .max()
            .unwrap_or_default()
            .max(1);
        let width = frame.width();
        let cell = ((width - LEFT - 4.0) / longest as f64).clamp(2.0, 24.0);
        let mut svg = Svg::new();
        let mut y = TOP;
        let mut desc = Vec::new();
        let halls = rows.first().zip(rows.last());
        if let Some((first, last)) = halls.filter(|(first, last)| first.hall != last.hall) {
            let n = format::count(first.hall);
            let words = frame
                .texts
                .with("diagram-floor-hall", &[("n", Arg::from(n))]);
            svg.text("tk", (LEFT, y + AISLE - 4.0), Anchor::Start, &words);
            desc.push(frame.texts.with(
                "diagram-floor-halls-desc",
                &[("n", Arg::from(format::count(last.hall)))],
            ));
            y += AISLE;
        }
        for (index, row) in rows.iter().enumerate() {
            let (mut nodes, mut network) = (Path::new(), Path::new());
            let all = row.nodes.saturating_add(row.network).min(MOST_RACKS);
            for rack in 0..all {
                let x = LEFT + cell * rack as f64;
                let switches = rack >= row.network_from && rack - row.network_from < row.network;
                let path = if switches { &mut network } else { &mut nodes };
                let edge = if cell < 4.0 { 0.0 } else { 1.0 };
                *path = std::mem::take(path)
                    .to(x, y)
                    .h(x + cell - edge)
                    .v(y + ROW)
                    .h(x)
                    .close();
            }
            svg.path(TrayKind::Compute.class(), &nodes);
            svg.path(TrayKind::ScaleUpSwitch.class(), &network);
            let n = format::count(index as u64 + 1);
            let name = frame
                .texts
                .with("diagram-floor-row", &[("n", Arg::from(n))]);
            svg.text("lbl", (LEFT - 8.0, y + ROW / 2.0 + 4.0), Anchor::End, &name);
            desc.push(frame.texts.with(
                "diagram-floor-row-desc",
                &[
                    ("row", Arg::from(name)),
                    ("nodes", format::count(row.nodes).into()),
                    ("network", format::count(row.network).into()),
                ],
            ));
            y += ROW;
            if let Some(next) = rows.get(index + 1) {
                let word = if next.hall != row.hall {
                    "diagram-floor-hall"
                } else if index % 2 == 0 {
                    "diagram-floor-hot"
                } else {
                    "diagram-floor-cold"
                };
                let word = frame
                    .texts
                    .with(word, &[("n", Arg::from(format::count(next.hall)))]);
                svg.text("tk", (LEFT, y + AISLE - 4.0), Anchor::Start, &word);
                y += AISLE;
            }
        }
        let more = self.all_rows.saturating_sub(rows.len() as u64);
        if more > 0 {
            let words = frame.texts.with(
                "diagram-floor-more",
                &[("count", Arg::from(format::count(more)))],
            );
            svg.text("lbl", (LEFT, y + 16.0), Anchor::Start, &words);
            y += 20.0;
        }
        y = legend_in(&mut svg, &self.keys, y + 4.0, width);
        svg.finish(
            frame,
            &Page {
                width: width.max(LEFT + cell * longest as f64 + 4.0),
                height: y + 8.0,
                title: &self.title,
                desc: &desc.join(" "),
            },
        )
    }
}
