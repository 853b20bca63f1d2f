//! Upright bars and areas: parts stacked on zero, and the change of a total by its inputs.

mod pay_off;
mod stacked;
mod tornado;
mod waterfall;

pub use pay_off::{PayLine, PayOff};
pub use stacked::{Bar, Stack, StackedBars};
pub use tornado::{Swing, Tornado};
pub use waterfall::{Amount, Step, Waterfall};

use podwright_locales::Arg;

use crate::Frame;
use crate::axis::short_tick;
use crate::scale::{Scale, Spread};
use crate::svg::{Anchor, Path, Svg};
use crate::text::{self, SMALL};
use crate::ticks;

/// A drawing that begins with the title of its axis.
fn titled(axis_title: &str, width: f64) -> Svg {
    let mut svg = Svg::new();
    title(&mut svg, axis_title, width);
    svg
}

fn title(svg: &mut Svg, axis_title: &str, width: f64) {
    let words = text::fit(axis_title, SMALL, width);
    svg.text("", (0.0, 10.0), Anchor::Start, &words);
}

/// A drawing that begins with an axis from zero and its title. `left` is where the plot begins.
fn upright(
    axis_title: &str,
    highest: f64,
    most: usize,
    (left, width): (f64, f64),
    ends: (f64, f64),
) -> (Svg, Scale) {
    let mut svg = Svg::new();
    let scale = money_axis(&mut svg, highest, most, (left, width), ends);
    title(&mut svg, axis_title, width);
    (svg, scale)
}

/// What stands in place of bars where there are none.
fn no_data(svg: &mut Svg, frame: &Frame<'_>, at: (f64, f64)) {
    svg.text("", at, Anchor::Middle, &frame.texts.get("diagram-no-data"));
}

/// The drawing in words where the caller gives none: the axis and the values of the bars; empty without bars.
fn described(frame: &Frame<'_>, axis_title: &str, values: &[String]) -> String {
    if values.is_empty() {
        return String::new();
    }
    let args = [
        ("axis", Arg::from(axis_title)),
        ("values", values.join("; ").into()),
    ];
    frame.texts.with("diagram-bars-desc", &args)
}

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
