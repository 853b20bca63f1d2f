//! How much each input moves a total: bars to both sides of no change.

use podwright_locales::format;

use super::{described, no_data, titled};
use crate::svg::{Anchor, Page, Path, Svg};
use crate::text::{self, LABEL, SMALL};
use crate::{Drawing, Frame};

/// Sensitivity bars, the largest first as the caller orders them.
///
/// ```
/// use podwright_diagram::{Frame, Swing, Tornado};
/// let tornado = Tornado {
///     title: "The rack price moves the total most: ±4.76 million USD".into(),
///     axis_title: "Change of 4-year TCO, million USD".into(),
///     swings: vec![Swing { label: "NVL72 rack price".into(), range: "2.0–3.0 M USD".into(), low: -4.76, high: 4.76 }],
///     ..Tornado::default()
/// };
/// assert!(tornado.draw(&Frame::new("swing", 334.0)).svg.contains("−4.76"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tornado {
    /// The result in words.
    pub title: String,
    /// More of it; the inputs and their changes where absent.
    pub desc: Option<String>,
    /// What changes, with unit.
    pub axis_title: String,
    /// The inputs; at most 12 are drawn.
    pub swings: Vec<Swing>,
}

/// One input.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Swing {
    /// Its name.
    pub label: String,
    /// From where to where it was moved, with unit.
    pub range: String,
    /// Change of the total at the low end of the input (either sign).
    pub low: f64,
    /// Change of the total at the high end of the input (either sign).
    pub high: f64,
}

const PITCH: f64 = 41.0;

impl Tornado {
    /// Draws the bars.
    pub fn draw(&self, frame: &Frame<'_>) -> Drawing {
        let width = frame.width();
        let swings = &self.swings[..self.swings.len().min(12)];
        let finite = |v: f64| {
            if v.is_finite() {
                v.clamp(-1e100, 1e100)
            } else {
                0.0
            }
        };
        let largest = swings
            .iter()
            .flat_map(|s| [finite(s.low).abs(), finite(s.high).abs()])
            .fold(0.0, f64::max);
        let middle = width / 2.0;
        let reach = 0.425 * width;
        let length = |v: f64| {
            if largest > 0.0 {
                finite(v) / largest * reach
            } else {
                0.0
            }
        };
        let height = 34.0 + PITCH * swings.len().max(1) as f64 - 14.0;

        let mut svg = titled(&self.axis_title, width);
        for (i, swing) in swings.iter().enumerate() {
            let y = 33.0 + PITCH * i as f64;
            let range = text::fit(&swing.range, SMALL, width * 0.55);
            let room = width - text::width(&range, SMALL) - 10.0;
            svg.text(
                "lbl dg-label",
                (0.0, y),
                Anchor::Start,
                &text::fit(&swing.label, LABEL, room),
            );
            svg.text("", (width, y), Anchor::End, &range);
            for (value, class) in [(swing.low, "f1"), (swing.high, "f2")] {
                let bar = length(value);
                svg.rect(
                    class,
                    (middle + bar.min(0.0), y + 6.0),
                    (bar.abs(), 11.0),
                    0.0,
                );
            }
            // Values come last, so that a bar to the same side does not cover them.
            for (value, other) in [(swing.low, swing.high), (swing.high, swing.low)] {
                value_label(
                    &mut svg,
                    (middle, y + 16.0),
                    length(value),
                    length(other),
                    finite(value),
                );
            }
        }
        if swings.is_empty() {
            no_data(&mut svg, frame, (middle, 40.0));
        } else {
            svg.path("dg-axis", &Path::new().to(middle, 34.0).v(height - 6.0));
        }
        let desc = self.desc.clone().unwrap_or_else(|| {
            let items: Vec<String> = swings
                .iter()
                .map(|s| {
                    format!(
                        "{} ({}): {} / {}",
                        s.label,
                        s.range,
                        signed(finite(s.low)),
                        signed(finite(s.high))
                    )
                })
                .collect();
            described(frame, &self.axis_title, &items)
        });
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
}

/// Writes a value beyond its bar, or inside it where the edge of the drawing is near.
fn value_label(svg: &mut Svg, (middle, y): (f64, f64), bar: f64, other: f64, value: f64) {
    if bar == 0.0 && other != 0.0 && value == 0.0 {
        return;
    }
    let label = signed(value);
    let need = text::width(&label, SMALL) + 6.0;
    let left = bar < 0.0 || (bar == 0.0 && other > 0.0);
    let same_side = bar != 0.0 && bar.signum() == other.signum();
    if same_side && bar.abs() < other.abs() {
        // The longer bar of the same side carries the label; this one is in the table below.
        return;
    }
    let inside = middle - bar.abs() < need;
    match (left, inside) {
        (true, false) => svg.text("tk", (middle + bar - 4.0, y), Anchor::End, &label),
        (true, true) => svg.text("dg-inverse", (middle + bar + 4.0, y), Anchor::Start, &label),
        (false, false) => svg.text("tk", (middle + bar + 4.0, y), Anchor::Start, &label),
        (false, true) => svg.text("dg-inverse", (middle + bar - 4.0, y), Anchor::End, &label),
    }
}

// A change with its sign.
fn signed(value: f64) -> String {
    let text = if value.abs() >= 1e7 {
        crate::axis::short_tick(value)
    } else {
        format::fixed(value, 2)
    };
    if value > 0.0 {
        format!("+{text}")
    } else {
        text
    }
}
