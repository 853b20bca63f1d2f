//! The tick scale below a headline figure: where the value lies, with its band.

use crate::Frame;
use crate::scale::{Scale, Spread};
use crate::svg::{self, Path, Svg};

/// A value with its band on a scale. Two figures of one quantity in one panel take the same `domain`.
///
/// ```
/// use podwright_diagram::{BandTick, Frame, Spread, TickValue};
/// let tick = BandTick {
///     label: "4.5 GB/s, between 2.1 and 9.0; 47.4 GB/s after the fix".into(),
///     spread: Spread::Log,
///     domain: (1.0, 100.0),
///     value: TickValue { value: 4.5, band: Some((2.1, 9.0)) },
///     after: Some(TickValue { value: 47.4, band: None }),
/// };
/// assert!(tick.draw(&Frame::new("busbw-band", 200.0)).contains("dg-tick"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct BandTick {
    /// The figures in words, for readers who can't see it; where empty, the scale is hidden from them.
    pub label: String,
    /// Logarithmic or linear.
    pub spread: Spread,
    /// Lowest and highest value of the scale.
    pub domain: (f64, f64),
    /// The value.
    pub value: TickValue,
    /// The value that a fix would give, in green.
    pub after: Option<TickValue>,
}

/// A value and its band.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TickValue {
    /// The value; not drawn where the scale can't show it.
    pub value: f64,
    /// Lowest and highest.
    pub band: Option<(f64, f64)>,
}

impl BandTick {
    /// Draws an `<svg>` 200 × 14 units that stretches to its box (`.hl .b svg` in the page's styles).
    pub fn draw(&self, frame: &Frame<'_>) -> String {
        let scale = Scale::new(self.spread, self.domain, (0.0, 200.0));
        let mut out = Svg::new();
        let tag = out
            .tag("svg")
            .attr("xmlns", "http://www.w3.org/2000/svg")
            .attr("viewBox", "0 0 200 14")
            .attr("preserveAspectRatio", "none");
        if self.label.is_empty() {
            tag.attr("aria-hidden", "true").open();
        } else {
            let id = svg::id(frame.id, "t");
            tag.attr("role", "img").attr("aria-labelledby", &id).open();
            out.tag("title").attr("id", &id).text(&self.label);
        }
        out.tag("path")
            .class("dg-band-line")
            .attr("d", Path::new().to(0.0, 7.0).h(200.0).as_str())
            .attr("vector-effect", "non-scaling-stroke")
            .done();
        if let Some(after) = &self.after {
            tick(
                &mut out,
                &scale,
                after,
                ("dg-band-after", "dg-tick-after"),
                (2.0, 10.0),
            );
        }
        tick(
            &mut out,
            &scale,
            &self.value,
            ("dg-band", "dg-tick"),
            (1.0, 12.0),
        );
        out.end("svg");
        out.into_string()
    }
}

fn tick(
    svg: &mut Svg,
    scale: &Scale,
    value: &TickValue,
    (band, class): (&str, &str),
    (top, height): (f64, f64),
) {
    if !scale.accepts(value.value) {
        return;
    }
    if let Some((low, high)) = value
        .band
        .filter(|(low, high)| low.is_finite() && high.is_finite() && low <= high)
    {
        let (a, b) = (scale.px_inside(low), scale.px_inside(high));
        svg.rect(band, (a.min(199.0), 4.0), ((b - a).max(1.0), 6.0), 0.0);
    }
    let x = (scale.px_inside(value.value) - 0.8).clamp(0.0, 198.4);
    svg.rect(class, (x, top), (1.6, height), 0.0);
}
