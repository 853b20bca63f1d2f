//! Ways to pay over months, and the month in which one has cost as much as the other.

use podwright_locales::{Arg, format};

use super::{axis_room, described, no_data, upright};
use crate::axis::{bounded, short_tick};
use crate::labels::{Wish, spread};
use crate::scale::{Scale, Spread};
use crate::series::Token;
use crate::svg::{Anchor, Page, Path};
use crate::text::{self, SMALL};
use crate::{Drawing, Frame, ticks};

/// Money spent by each month, a straight line for each way. Bands that are far wider than their lines are cut off at the
/// end of the axis.
///
/// ```
/// use podwright_diagram::{Frame, PayLine, PayOff, Token};
/// let line = |label: &str, place, from, to| PayLine {
///     label: label.into(), token: Token::new(place), from, to, band: None,
/// };
/// let chart = PayOff {
///     title: "Owning has cost as much as rent in month 18".into(),
///     axis_title: "Million USD".into(),
///     months: 48.0,
///     lines: vec![line("Owning", 1, 26.0, 46.0), line("Renting", 2, 0.0, 107.0)],
///     crossing: Some(14.3),
///     ..PayOff::default()
/// };
/// assert!(chart.draw(&Frame::new("rent", 692.0)).svg.contains("Renting"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PayOff {
    /// The result in words.
    pub title: String,
    /// More of it; the ends of the lines where absent.
    pub desc: Option<String>,
    /// Title of the axis of money.
    pub axis_title: String,
    /// How many months are drawn.
    pub months: f64,
    /// The ways; no more than [`PayOff::MOST_LINES`] are drawn.
    pub lines: Vec<PayLine>,
    /// The month in which the first two lines meet.
    pub crossing: Option<f64>,
}

/// One way to pay.
#[derive(Clone, Debug, PartialEq)]
pub struct PayLine {
    /// Its name.
    pub label: String,
    /// Its colour.
    pub token: Token,
    /// Spent at the beginning.
    pub from: f64,
    /// Spent by the last month.
    pub to: f64,
    /// The same at the low and at the high end.
    pub band: Option<((f64, f64), (f64, f64))>,
}

/// Height of the drawing, CSS px.
const HEIGHT: f64 = 232.0;
/// The most room that names at the ends of lines take, CSS px.
const MOST_LABEL: f64 = 130.0;

fn sane(value: f64) -> f64 {
    if value.is_finite() {
        value.clamp(0.0, 1e100)
    } else {
        0.0
    }
}

impl PayOff {
    /// Lines that are drawn.
    pub const MOST_LINES: usize = 3;

    /// Draws the lines with their bands.
    pub fn draw(&self, frame: &Frame<'_>) -> Drawing {
        let width = frame.width();
        let lines = &self.lines[..self.lines.len().min(Self::MOST_LINES)];
        let months = if self.months.is_finite() {
            self.months.clamp(1.0, 1_200.0)
        } else {
            1.0
        };
        let highest = lines
            .iter()
            .flat_map(|line| [line.from, line.to])
            .map(sane)
            .fold(0.0, f64::max)
            * 1.15;
        let (top, bottom) = (34.0, HEIGHT - 36.0);
        let left = axis_room(highest, 5);
        let names: Vec<String> = lines
            .iter()
            .map(|line| text::fit(&line.label, SMALL * text::STRONG, MOST_LABEL))
            .collect();
        let room = names
            .iter()
            .map(|name| text::width_strong(name, SMALL))
            .fold(0.0, f64::max);
        let right = (width - room - 10.0).max(left + 60.0);
        let (mut svg, money) = upright(&self.axis_title, highest, 5, (left, right), (top, bottom));
        let time = Scale::new(Spread::Linear, (0.0, months), (left, right));

        for month in marks(months, (right - left) / 34.0) {
            let words = short_tick(month);
            // The name of the last month stays inside the drawing.
            let half = text::width(&words, SMALL) / 2.0;
            svg.text(
                "tk",
                (time.px_inside(month).min(width - half), bottom + 15.0),
                Anchor::Middle,
                &words,
            );
        }
        let month_word = frame.texts.get("diagram-axis-month");
        svg.text(
            "",
            (f64::midpoint(left, right), bottom + 30.0),
            Anchor::Middle,
            &month_word,
        );

        let at = |month: f64, usd: f64| (time.px_inside(month), money.px_inside(sane(usd)));
        for line in lines {
            if let Some((low, high)) = line.band {
                let mut corners = below(low, months, money.domain().1);
                corners.extend(below(high, months, money.domain().1).into_iter().rev());
                let corners: Vec<(f64, f64)> = corners
                    .into_iter()
                    .map(|(month, usd)| at(month, usd))
                    .collect();
                svg.path(&line.token.band(), &Path::through(&corners).close());
            }
        }
        for line in lines {
            let ends = [at(0.0, line.from), at(months, line.to)];
            svg.path(&line.token.line(), &Path::through(&ends));
        }
        if let Some(month) = self.crossing.filter(|month| (0.0..=months).contains(month)) {
            let x = time.px_inside(month);
            svg.path("dg-twice", &Path::new().to(x, top).v(bottom));
            let n = bounded(format::trimmed(month, 1), month);
            let words = frame.texts.with("diagram-month", &[("n", Arg::from(n))]);
            let x = text::centre(x, text::width_strong(&words, SMALL), width);
            svg.text("strong", (x, top - 6.0), Anchor::Middle, &words);
        }
        let wishes: Vec<Wish> = lines
            .iter()
            .map(|line| Wish {
                at: at(months, line.to).1,
                size: 14.0,
            })
            .collect();
        for ((line, name), y) in lines.iter().zip(&names).zip(spread(&wishes, (top, bottom))) {
            svg.text(
                &line.token.text(),
                (right + 6.0, y + 4.0),
                Anchor::Start,
                name,
            );
        }
        if lines.is_empty() {
            let middle = (f64::midpoint(left, right), f64::midpoint(top, bottom));
            no_data(&mut svg, frame, middle);
        }
        let desc = self.desc.clone().unwrap_or_else(|| {
            let value = |usd: f64| bounded(format::short(sane(usd)), sane(usd));
            let ends: Vec<String> = lines
                .iter()
                .map(|line| format!("{} {}–{}", line.label, value(line.from), value(line.to)))
                .collect();
            described(frame, &self.axis_title, &ends)
        });
        svg.finish(
            frame,
            &Page {
                width: width.max(right + room + 10.0),
                height: HEIGHT,
                title: &self.title,
                desc: &desc,
            },
        )
    }
}

/// A line from the first month to the last, as far as it lies below an end; along that end where it lies above.
fn below((from, to): (f64, f64), months: f64, end: f64) -> Vec<(f64, f64)> {
    let (from, to) = (sane(from), sane(to));
    let mut points = vec![(0.0, from.min(end))];
    if (from < end) != (to < end) {
        points.push((months * (end - from) / (to - from), end));
    }
    points.push((months, to.min(end)));
    points
}

/// Months that are named: whole years where there are years.
fn marks(months: f64, most: f64) -> Vec<f64> {
    let most = most.clamp(2.0, 13.0);
    let step = if months >= 24.0 {
        libm::ceil(months / 12.0 / most).max(1.0) * 12.0
    } else {
        ticks::linear_step(months, most as usize).max(1.0)
    };
    (0..=(months / step + 1e-9) as usize)
        .map(|i| step * i as f64)
        .collect()
}
