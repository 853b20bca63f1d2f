//! Stacked bars: cost by year, time by part.

use podwright_locales::format;

use super::{axis_room, counted, described, no_data, upright};
use crate::axis::bounded;
use crate::series::Fill;
use crate::svg::{Anchor, Page};
use crate::text::{self, SMALL};
use crate::{Drawing, Frame};

/// Stacked upright bars from zero.
///
/// ```
/// use podwright_diagram::{Bar, Fill, Frame, Stack, StackedBars, Token};
/// let bars = StackedBars {
///     title: "Total cost: 30.9 million USD after one year, 45.7 after four".into(),
///     axis_title: "Million USD, cumulative".into(),
///     parts: vec![
///         Stack { label: "Capex".into(), fill: Fill::Ink },
///         Stack { label: "Electricity".into(), fill: Fill::Series(Token::new(2)) },
///     ],
///     bars: vec![Bar::new("Year 1", vec![26.0, 0.9]), Bar::new("Year 2", vec![26.0, 1.8])],
///     ..StackedBars::default()
/// };
/// let drawing = bars.draw(&Frame::new("tco", 334.0));
/// assert!(drawing.svg.contains("27.8"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StackedBars {
    /// The result in words.
    pub title: String,
    /// More of it; the totals where absent.
    pub desc: Option<String>,
    /// Title of the axis with unit.
    pub axis_title: String,
    /// What the parts are, from the bottom up; put them into a [`crate::legend`].
    pub parts: Vec<Stack>,
    /// The bars, left to right; at most 40 are drawn.
    pub bars: Vec<Bar>,
    /// Whether bars touch, as an area over a size.
    pub joined: bool,
    /// Whether every bar is drawn as shares of its own total, from 0 to 100 %: where the time goes at each size.
    pub shares: bool,
    /// Height, CSS px; 232 where absent.
    pub height: Option<f64>,
}

/// A part of every bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack {
    /// Its name.
    pub label: String,
    /// Its ground.
    pub fill: Fill,
}

/// One bar.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bar {
    /// Name below.
    pub label: String,
    /// Values of the parts, in their order; anything negative or not finite counts as 0.
    pub values: Vec<f64>,
    /// What stands above the bar instead of its total.
    pub total: Option<String>,
}

impl Bar {
    /// A bar with its total above.
    pub fn new(label: impl Into<String>, values: Vec<f64>) -> Self {
        Self {
            label: label.into(),
            values,
            total: None,
        }
    }

    fn sum(&self) -> f64 {
        self.values.iter().copied().map(counted).sum()
    }

    fn total_text(&self) -> String {
        self.total
            .clone()
            .unwrap_or_else(|| bounded(format::short(self.sum()), self.sum()))
    }
}

/// Most bars that are drawn.
const MOST_BARS: usize = 40;

impl StackedBars {
    fn scaled(&self, bar: &Bar) -> Bar {
        let sum = bar.sum();
        let mut out = bar.clone();
        if self.shares && sum > 0.0 {
            out.total = Some(out.total_text());
            for value in &mut out.values {
                *value = counted(*value) / sum * 100.0;
            }
        }
        out
    }

    /// Draws the bars.
    pub fn draw(&self, frame: &Frame<'_>) -> Drawing {
        let width = frame.width();
        let height = self
            .height
            .filter(|h| h.is_finite())
            .unwrap_or(232.0)
            .clamp(140.0, 800.0);
        let bars: Vec<Bar> = self
            .bars
            .iter()
            .take(MOST_BARS)
            .map(|b| self.scaled(b))
            .collect();
        let bars = bars.as_slice();
        let highest = bars.iter().map(Bar::sum).fold(0.0, f64::max);
        let (top, bottom) = (30.0, height - 22.0);
        let left = axis_room(highest, 5);
        let ends = (top, bottom);
        let (mut svg, scale) = upright(&self.axis_title, highest, 5, (left, width), ends);

        let pitch = (width - left - 12.0) / bars.len().max(1) as f64;
        let share = if self.joined { 1.0 } else { 0.68 };
        let bar_width = (pitch * share).min(if self.joined { pitch } else { 64.0 });
        // Labels that would touch are left out evenly; the last one always stands.
        let widest = |f: &dyn Fn(&Bar) -> f64| bars.iter().map(f).fold(0.0, f64::max) + 6.0;
        let every = |need: f64| (libm::ceil(need / pitch) as usize).max(1);
        let label_step = every(widest(&|b| {
            text::width(&text::fit(&b.label, SMALL, 90.0), SMALL)
        }));
        let total_step = every(widest(&|b| {
            text::width_strong(&b.total_text(), SMALL).min(90.0)
        }));
        let last = bars.len().saturating_sub(1);
        for (i, bar) in bars.iter().enumerate() {
            let x = left + 12.0 + pitch * i as f64;
            let middle = x + bar_width / 2.0;
            let mut sum = 0.0;
            let mut edge = bottom;
            for (k, &value) in bar.values.iter().take(self.parts.len()).enumerate() {
                sum += counted(value);
                let y = scale.px_inside(sum);
                // A hair between the parts keeps neighbours apart without colour.
                let gap = if k > 0 && edge - y > 1.6 { 0.8 } else { 0.0 };
                if edge - y > 0.05 {
                    let class = self.parts[k].fill.class();
                    svg.rect(
                        &class,
                        (x, y),
                        (
                            bar_width + if self.joined && i < last { 0.5 } else { 0.0 },
                            edge - y - gap,
                        ),
                        0.0,
                    );
                }
                edge = y;
            }
            let strong = if i == last { "strong" } else { "lbl" };
            if !self.shares && (last - i).is_multiple_of(total_step) {
                let total = text::fit(&bar.total_text(), SMALL * text::STRONG, 90.0);
                let at = text::centre(middle, text::width_strong(&total, SMALL), width);
                svg.text(strong, (at, edge - 5.0), Anchor::Middle, &total);
            }
            if (last - i).is_multiple_of(label_step) {
                let label = text::fit(&bar.label, SMALL, 90.0);
                let at = text::centre(middle, text::width(&label, SMALL), width);
                svg.text("lbl", (at, height - 6.0), Anchor::Middle, &label);
            }
        }
        if bars.is_empty() {
            let at = (f64::midpoint(left, width), f64::midpoint(top, bottom));
            no_data(&mut svg, frame, at);
        }
        let desc = self.desc.clone().unwrap_or_else(|| {
            let items: Vec<String> = bars
                .iter()
                .map(|b| format!("{} {}", b.label, b.total_text()))
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
