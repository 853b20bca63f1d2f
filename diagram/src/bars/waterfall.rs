//! A total built up of its parts, with parts of unknown price shown and not counted.

use podwright_locales::format;

use super::{axis_room, counted, described, upright};
use crate::series::Fill;
use crate::svg::{Anchor, Page, Path, Svg};
use crate::text::{self, SMALL};
use crate::{Drawing, Frame};

/// Cost of parts and their total.
///
/// ```
/// use podwright_diagram::{Amount, Fill, Frame, Step, Token, Waterfall};
/// let waterfall = Waterfall {
///     title: "Capex by part: racks 20.00, leaves 2.00 million USD; cooling unknown".into(),
///     axis_title: "Million USD".into(),
///     steps: vec![
///         Step { label: "NVL72 racks".into(), detail: "8".into(), amount: Amount::Known { value: 20.0, range: None }, fill: Fill::Series(Token::new(1)) },
///         Step { label: "Leaves".into(), detail: "9 + 1".into(), amount: Amount::Known { value: 2.0, range: None }, fill: Fill::Series(Token::new(2)) },
///         Step { label: "Cooling".into(), detail: "2 units".into(), amount: Amount::Unknown, fill: Fill::Ink },
///     ],
///     total_label: "Capex".into(),
///     total_range: Some((18.0, 27.0)),
///     ..Waterfall::default()
/// };
/// let drawing = waterfall.draw(&Frame::new("capex", 692.0));
/// assert!(drawing.svg.contains(">22.00<") && drawing.svg.contains(">?<"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Waterfall {
    /// The result in words.
    pub title: String,
    /// More of it; the parts where absent.
    pub desc: Option<String>,
    /// Title of the axis with unit.
    pub axis_title: String,
    /// The parts, left to right; at most 20 are drawn and summed, so group the rest first.
    pub steps: Vec<Step>,
    /// Name of the total.
    pub total_label: String,
    /// Lowest and highest total, drawn as a whisker.
    pub total_range: Option<(f64, f64)>,
}

/// A part.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Its name.
    pub label: String,
    /// A second line, as its quantity; may be empty.
    pub detail: String,
    /// What it costs.
    pub amount: Amount,
    /// Ground of its bar.
    pub fill: Fill,
}

/// An amount that may be unknown, which is not zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// Known, perhaps with lowest and highest.
    Known {
        /// The amount, in the unit of the axis; negative or not finite counts as unknown.
        value: f64,
        /// Lowest and highest, drawn as a whisker.
        range: Option<(f64, f64)>,
    },
    /// No price: a dashed box with a question mark that adds nothing.
    Unknown,
}

impl Amount {
    fn value(self) -> Option<f64> {
        match self {
            Self::Known { value, .. } if value.is_finite() && value >= 0.0 => {
                Some(value.min(1e100))
            }
            _ => None,
        }
    }
}

/// Least distance of two bars: a word of ten letters fits, CSS px.
const PITCH: f64 = 72.0;
const MOST_STEPS: usize = 20;

impl Waterfall {
    /// The sum of the known parts.
    pub fn total(&self) -> f64 {
        self.steps
            .iter()
            .take(MOST_STEPS)
            .filter_map(|s| s.amount.value())
            .sum()
    }

    /// Draws the parts and the total. With many parts it is wider than the frame.
    pub fn draw(&self, frame: &Frame<'_>) -> Drawing {
        let steps = &self.steps[..self.steps.len().min(MOST_STEPS)];
        let total = self.total();
        let range = self
            .total_range
            .filter(|(low, high)| low.is_finite() && high.is_finite() && low <= high);
        let highest = steps
            .iter()
            .scan(0.0, |sum, s| {
                let start = *sum;
                *sum += s.amount.value().unwrap_or(0.0);
                Some(match s.amount {
                    Amount::Known {
                        range: Some((_, high)),
                        ..
                    } => start + counted(high),
                    _ => *sum,
                })
            })
            .chain(range.map(|r| counted(r.1)))
            .fold(total, f64::max);
        let left = axis_room(highest, 4).max(44.0);
        let count = steps.len() as f64 + 1.0;
        let width = frame.width().max(left + PITCH * count);
        let (top, bottom, height) = (30.0, 226.0, 270.0);
        let pitch = (width - left) / count;
        let bar = (pitch * 0.78).min(72.0);

        let ends = (top, bottom);
        let (mut svg, scale) = upright(&self.axis_title, highest, 4, (left, width), ends);
        let mut sum = 0.0;
        for (i, step) in steps.iter().enumerate() {
            let x = left + pitch * i as f64 + (pitch - bar) / 2.0;
            let middle = x + bar / 2.0;
            let base = scale.px_inside(sum);
            let mut edge = base;
            if let Some(value) = step.amount.value() {
                let start = sum;
                sum += value;
                edge = scale.px_inside(sum);
                svg.rect(
                    &step.fill.class(),
                    (x, edge.min(base - 1.5)),
                    (bar, (base - edge).max(1.5)),
                    0.0,
                );
                let mut label_y = edge.min(base - 1.5) - 5.0;
                if let Amount::Known {
                    range: Some((low, high)),
                    ..
                } = step.amount
                    && low.is_finite()
                    && high.is_finite()
                    && low <= high
                {
                    let (low, high) = (scale.px_inside(start + low), scale.px_inside(start + high));
                    whisker(&mut svg, "dg-whisker", x + bar - 9.0, (low, high));
                    label_y = label_y.min(high - 5.0);
                }
                svg.text(
                    "lbl halo",
                    (middle, label_y.max(22.0)),
                    Anchor::Middle,
                    &amount_text(value),
                );
            } else {
                let y = (base - 22.0).max(top - 6.0);
                svg.rect("dg-unknown", (x, y), (bar, 22.0), 0.0);
                svg.text("dg-unknown-mark", (middle, y + 15.0), Anchor::Middle, "?");
            }
            svg.path("dg-step", &Path::new().to(x + bar, edge).h(x + pitch));
            let label = text::fit(&step.label, SMALL, pitch - 2.0);
            svg.text("lbl", (middle, 242.0), Anchor::Middle, &label);
            svg.text(
                "",
                (middle, 256.0),
                Anchor::Middle,
                &text::fit(&step.detail, SMALL, pitch - 2.0),
            );
        }

        let x = left + pitch * (count - 1.0) + (pitch - bar) / 2.0;
        let middle = x + bar / 2.0;
        let edge = scale.px_inside(total);
        svg.rect("dg-ink", (x, edge), (bar, bottom - edge), 0.0);
        let mut label_x = middle;
        if let Some((low, high)) = range {
            let at = x + bar - 9.0;
            let (low_y, high_y) = (scale.px_inside(low), scale.px_inside(high));
            // Light inside the bar, dark above it.
            whisker(&mut svg, "dg-whisker-in", at, (low_y, low_y.min(edge)));
            svg.path(
                "dg-whisker-in",
                &Path::new().to(at, low_y).v(edge.min(low_y)),
            );
            svg.path(
                "dg-whisker",
                &Path::new()
                    .to(at, edge.min(low_y))
                    .v(high_y)
                    .to(at - 4.0, high_y)
                    .h(at + 4.0),
            );
            label_x = middle - 8.0;
        }
        svg.text(
            "strong dg-label",
            (label_x, (edge - 6.0).max(22.0)),
            Anchor::Middle,
            &amount_text(total),
        );
        svg.text(
            "strong",
            (middle, 242.0),
            Anchor::Middle,
            &text::fit(&self.total_label, SMALL * text::STRONG, pitch - 2.0),
        );
        if let Some((low, high)) = range {
            let range = format!("{}–{}", format::short(low), format::short(high));
            svg.text(
                "",
                (middle, 256.0),
                Anchor::Middle,
                &text::fit(&range, SMALL, pitch),
            );
        }
        let desc = self
            .desc
            .clone()
            .unwrap_or_else(|| self.describe(frame, steps, total));
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

    fn describe(&self, frame: &Frame<'_>, steps: &[Step], total: f64) -> String {
        let unknown = frame.texts.get("diagram-unknown");
        let items: Vec<String> = steps
            .iter()
            .map(|s| match s.amount.value() {
                Some(value) => format!("{} {}", s.label, amount_text(value)),
                None => format!("{} {unknown}", s.label),
            })
            .chain([format!("{} {}", self.total_label, amount_text(total))])
            .collect();
        described(frame, &self.axis_title, &items)
    }
}

fn amount_text(value: f64) -> String {
    if value >= 1e7 {
        crate::axis::short_tick(value)
    } else if value >= 1e4 {
        format::fixed(value, 0)
    } else {
        format::fixed(value, 2)
    }
}

/// A vertical line from low to high with a foot at each end.
fn whisker(svg: &mut Svg, class: &str, x: f64, (low, high): (f64, f64)) {
    let path = Path::new()
        .to(x - 4.0, low)
        .h(x + 4.0)
        .to(x, low)
        .v(high)
        .to(x - 4.0, high)
        .h(x + 4.0);
    svg.path(class, &path);
}
