//! The links between the GPUs of one node.

use podwright_locales::{Arg, format};

use crate::circle;
use crate::svg::{Anchor, Page, Path, Svg};
use crate::text::{self, SMALL};
use crate::{Drawing, Frame};

/// GPUs of a node and how they are joined.
///
/// ```
/// use podwright_diagram::{Frame, GpuLink, NodeLayout, NodeLinks};
/// let node = NodeLinks {
///     title: "Two bridged pairs".into(),
///     gpus: 4,
///     layout: NodeLayout::Row,
///     links: vec![GpuLink { a: 0, b: 1, count: 4 }, GpuLink { a: 2, b: 3, count: 4 }],
///     hub: Some("PCIe 4.0, one CPU".into()),
///     ..NodeLinks::default()
/// };
/// assert!(node.draw(&Frame::new("node", 312.0)).svg.contains("PCIe 4.0, one CPU"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeLinks {
    /// The result in words.
    pub title: String,
    /// More of it; the links where absent.
    pub desc: Option<String>,
    /// GPUs; at most 16 are drawn.
    pub gpus: u32,
    /// How they stand.
    pub layout: NodeLayout,
    /// Links between two GPUs.
    pub links: Vec<GpuLink>,
    /// What joins all of them: a switch, or the PCIe root.
    pub hub: Option<String>,
    /// A pair on the path, drawn in blue.
    pub path: Option<(u32, u32)>,
    /// A pair whose link limits, drawn in red.
    pub slowest: Option<(u32, u32)>,
}

/// Links between two GPUs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GpuLink {
    /// One GPU, from 0.
    pub a: u32,
    /// The other.
    pub b: u32,
    /// How many links.
    pub count: u32,
}

/// How the GPUs stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum NodeLayout {
    /// In a row above the hub; links run above them (bridges).
    #[default]
    Row,
    /// In two rows with the hub between (NVSwitch).
    Switched,
    /// Around a circle (every pair linked).
    Circle,
    /// In two squares (hybrid cube mesh).
    Squares,
}

const MOST_GPUS: u32 = 16;
/// Half the size of a GPU where there is room, CSS px.
const HALF: f64 = 13.0;

/// Half the size of a GPU so that neighbours of a row do not touch.
fn half(places: &[(f64, f64)]) -> f64 {
    match places {
        [a, b, ..] if a.1 == b.1 => ((b.0 - a.0).abs() / 2.0 - 1.5).clamp(6.0, HALF),
        _ => HALF,
    }
}

impl NodeLayout {
    fn places(self, n: u32, width: f64) -> (Vec<(f64, f64)>, f64) {
        let count = f64::from(n.max(1));
        match self {
            Self::Row => {
                let pitch = (width / count).min(72.0);
                let start = (width - pitch * count) / 2.0;
                (
                    (0..n)
                        .map(|i| (start + pitch * (f64::from(i) + 0.5), 78.0))
                        .collect(),
                    140.0,
                )
            }
            Self::Switched => {
                let columns = n.div_ceil(2).max(1);
                let pitch = (width / f64::from(columns)).min(72.0);
                let start = (width - pitch * f64::from(columns)) / 2.0;
                let place = |i: u32| {
                    let (column, row) = (i % columns, i / columns);
                    (
                        start + pitch * (f64::from(column) + 0.5),
                        if row == 0 { 20.0 } else { 140.0 },
                    )
                };
                ((0..n).map(place).collect(), 160.0)
            }
            Self::Circle => {
                let (rx, ry) = ((width / 2.0 - HALF - 4.0).min(118.0), 88.0);
                let place = |i: u32| {
                    let (x, y) = circle::at((f64::from(i) + 0.5) / count);
                    (width / 2.0 + rx * x, 106.0 + ry * y)
                };
                ((0..n).map(place).collect(), 212.0)
            }
            Self::Squares => {
                let side = (width * 0.28).min(92.0);
                let shift = (width / 2.0).min(160.0);
                let left = (width - shift - side) / 2.0;
                let place = |i: u32| {
                    let (square, corner) = (i / 4, i % 4);
                    let x = left + shift * f64::from(square % 2) + side * f64::from(corner % 2);
                    let y = 22.0
                        + 44.0 * f64::from(square % 2)
                        + 90.0 * f64::from(corner / 2)
                        + 170.0 * f64::from(square / 2);
                    (x, y)
                };
                let rows = n.div_ceil(8).max(1);
                (
                    (0..n).map(place).collect(),
                    178.0 + 170.0 * f64::from(rows - 1),
                )
            }
        }
    }
}

impl NodeLinks {
    /// Draws the node.
    pub fn draw(&self, frame: &Frame<'_>) -> Drawing {
        let width = frame.width().min(480.0);
        let n = self.gpus.min(MOST_GPUS);
        let (places, height) = self.layout.places(n, width);
        let half = half(&places);
        let mut svg = Svg::new();
        if let Some(hub) = &self.hub {
            self.hub(&mut svg, hub, &places, width);
        }
        let links: Vec<&GpuLink> = self
            .links
            .iter()
            .filter(|l| l.a < n && l.b < n && l.a != l.b)
            .take(256)
            .collect();
        for link in &links {
            self.link(&mut svg, link, &places, width);
        }
        for (i, &(x, y)) in places.iter().enumerate() {
            let on = |pair: Option<(u32, u32)>| {
                pair.is_some_and(|(a, b)| a as usize == i || b as usize == i)
            };
            let class = if on(self.slowest) {
                "dg-wrong"
            } else if on(self.path) {
                "dg-on"
            } else {
                "part"
            };
            svg.rect(class, (x - half, y - half), (2.0 * half, 2.0 * half), 3.0);
            svg.text("lbl", (x, y + 4.0), Anchor::Middle, &i.to_string());
        }
        let desc = self
            .desc
            .clone()
            .unwrap_or_else(|| self.describe(frame, &links));
        svg.finish(
            frame,
            &Page {
                width,
                height,
                title: &self.title,
                desc: &desc,
            },
        )
    }

    fn class(&self, link: &GpuLink) -> &'static str {
        let is = |pair: Option<(u32, u32)>| {
            pair == Some((link.a, link.b)) || pair == Some((link.b, link.a))
        };
        if is(self.slowest) {
            "slow"
        } else if is(self.path) {
            "hot"
        } else if link.count > 1 {
            "wire dg-wire2"
        } else {
            "wire"
        }
    }

    fn link(&self, svg: &mut Svg, link: &GpuLink, places: &[(f64, f64)], width: f64) {
        let ((xa, ya), (xb, yb)) = (places[link.a as usize], places[link.b as usize]);
        let count = format::count(u64::from(link.count));
        if self.layout == NodeLayout::Row {
            // A bridge over the cards between; further pairs go higher.
            let span = (xb - xa).abs();
            let top = (ya - HALF - 14.0 - span * 0.07).max(16.0);
            svg.path(
                self.class(link),
                &Path::new().to(xa, ya - HALF).v(top).h(xb).v(yb - HALF),
            );
            let label = text::fit(&format!("{count} ×"), SMALL, 90.0);
            let at = text::centre(f64::midpoint(xa, xb), text::width(&label, SMALL), width);
            svg.text("halo", (at, top - 4.0), Anchor::Middle, &label);
            return;
        }
        svg.path(self.class(link), &Path::new().to(xa, ya).line(xb, yb));
        // Where every pair has the same count, the caller says so in the title; numbers would only hide the lines.
        if self.links.iter().any(|l| l.count != link.count) && link.count > 1 {
            let t = 0.36;
            let label = text::fit(&count, SMALL, 90.0);
            let x = text::centre(xa + (xb - xa) * t, text::width(&label, SMALL), width);
            svg.text(
                "halo",
                (x, ya + (yb - ya) * t + 4.0),
                Anchor::Middle,
                &label,
            );
        }
    }

    fn hub(&self, svg: &mut Svg, label: &str, places: &[(f64, f64)], width: f64) {
        let left = places.iter().map(|p| p.0).fold(width / 2.0, f64::min) - HALF;
        let right = places.iter().map(|p| p.0).fold(width / 2.0, f64::max) + HALF;
        let (left, right) = (
            left.min(width / 2.0 - 60.0).max(1.0),
            right.max(width / 2.0 + 60.0).min(width - 1.0),
        );
        let (top, bottom) = match self.layout {
            NodeLayout::Row => (112.0, 132.0),
            NodeLayout::Switched => (68.0, 92.0),
            NodeLayout::Circle | NodeLayout::Squares => return,
        };
        let mut wires = Path::new();
        for &(x, y) in places {
            wires = if y < top {
                wires.to(x, y).v(top)
            } else {
                wires.to(x, y).v(bottom)
            };
        }
        svg.path("wire", &wires);
        svg.rect("part2", (left, top), (right - left, bottom - top), 3.0);
        let label = text::fit(label, SMALL, right - left - 8.0);
        svg.text(
            "lbl",
            (f64::midpoint(left, right), f64::midpoint(top, bottom) + 4.0),
            Anchor::Middle,
            &label,
        );
    }

    fn describe(&self, frame: &Frame<'_>, links: &[&GpuLink]) -> String {
        let gpu = |n: u32| {
            frame
                .texts
                .with("diagram-gpu", &[("n", Arg::from(n.to_string()))])
        };
        let mut parts: Vec<String> = self.hub.iter().cloned().collect();
        parts.extend(links.iter().take(28).map(|l| {
            let args = [
                ("a", Arg::from(gpu(l.a))),
                ("b", gpu(l.b).into()),
                ("n", Arg::Count(u64::from(l.count))),
                ("count", format::count(u64::from(l.count)).into()),
            ];
            frame.texts.with("diagram-node-links-desc", &args)
        }));
        parts.join("; ")
    }
}
