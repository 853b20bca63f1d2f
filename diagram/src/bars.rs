//! Upright bars and areas: parts stacked on zero, and the change of a total by its inputs.

mod stacked;
mod tornado;
mod waterfall;

pub use stacked::{Bar, Stack, StackedBars};
pub use tornado::{Swing, Tornado};
pub use waterfall::{Amount, Step, Waterfall};

use crate::axis::short_tick;
use crate::scale::{Scale, Spread};
use crate::svg::{Anchor, Path, Svg};
use crate::text::{self, SMALL};
use crate::ticks;

/// Horizontal grid lines of an axis from zero with their values; returns the scale. `left` is where the plot begins.
fn money_axis(
    svg: &mut Svg,
    highest: f64,
    most: usize,
    (left, right): (f64, f64),
    (top, bottom): (f64, f64),
) -> Scale {
    let scale = Scale::new(
        Spread::Linear,
        (0.0, axis_end(highest, most)),
        (bottom, top),
    );
    let marks = ticks::round_numbers(&scale, most + 1);
    let mut lines = Path::new();
    for &v in &marks {
        lines = lines.to(left, scale.px_inside(v)).h(right);
    }
    svg.tag("g").class("g").open();
    svg.path("", &lines);
    svg.end("g");
    for &v in &marks {
        svg.text(
            "tk",
            (left - 8.0, scale.px_inside(v) + 4.0),
            Anchor::End,
            &short_tick(v),
        );
    }
    scale
}

/// A round end where it is near, else a little more than the highest value.
fn axis_end(highest: f64, most: usize) -> f64 {
    let end = ticks::round_end(highest, most);
    if end > highest * 1.15 && highest > 0.0 {
        highest * 1.06
    } else {
        end
    }
}

/// Room at the left for the values of an axis from zero.
fn axis_room(highest: f64, most: usize) -> f64 {
    let scale = Scale::new(Spread::Linear, (0.0, axis_end(highest, most)), (0.0, 1.0));
    let widest = ticks::round_numbers(&scale, most + 1)
        .iter()
        .map(|&v| text::width(&short_tick(v), SMALL))
        .fold(0.0, f64::max);
    (widest + 12.0).max(36.0)
}

/// A value that counts: finite and not negative, else 0.
fn counted(value: f64) -> f64 {
    if value.is_finite() {
        value.clamp(0.0, 1e100)
    } else {
        0.0
    }
}
