//! Line charts: bandwidth or time against message size, with bands, measured marks and a cross-hair.

use podwright_locales::Arg;

use crate::axis::Axis;
use crate::clip::{self, Area};
use crate::labels::{self, Wish};
use crate::scale::{self, Scale, Spread};
use crate::series::{Token, mark};
use crate::svg::{Anchor, Page, Path, Svg};
use crate::text::{self, FIGURE, LABEL, SMALL};
use crate::{Drawing, Frame};

/// A line chart with at most six series; more are not drawn, so group them first.
///
/// ```
/// use podwright_diagram::{Axis, Frame, LineChart, Point, Series, Token, line_chart};
/// let chart = LineChart {
///     title: "NVLink reaches 47.4 GB/s at 256 MiB".into(),
///     x: Axis::message_size("Message size"),
///     y: Axis::number("Bus bandwidth, GB/s", "GB/s"),
///     series: vec![Series::new(Token::new(1), "NVLink bridge", vec![
///         Point::new(1024.0, 0.1),
///         Point { x: 268_435_456.0, y: 47.4, band: Some((43.0, 50.0)), note: "5.66 ms".into() },
///     ])],
///     cross_hair: Some(268_435_456.0),
///     ..LineChart::default()
/// };
/// let drawn = line_chart(&chart, &Frame::new("busbw", 692.0));
/// assert!(drawn.drawing.svg.contains("47.4 GB/s, 5.66 ms"));
/// // The browser asks which size is under the pointer (px from the left edge of the drawing):
/// let bytes = drawn.plot.x.value(300.0);
/// assert!(bytes > 1024.0);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LineChart {
    /// The result in words, for readers who can't see the drawing.
    pub title: String,
    /// More of it; made from the values at the cross-hair where absent.
    pub desc: Option<String>,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The curves, first drawn on top.
    pub series: Vec<Series>,
    /// Horizontal lines, such as a line rate.
    pub references: Vec<Reference>,
    /// Measured points.
    pub marks: Vec<MarkGroup>,
    /// Where the cross-hair stands; it snaps to the nearest point of a series, so that its values are exact.
    pub cross_hair: Option<f64>,
    /// Height, CSS px; 388, or 300 on a phone, where absent.
    pub height: Option<f64>,
}

/// A curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Colour and dash.
    pub token: Token,
    /// Name at the end of the line.
    pub label: String,
    /// A second line under the name; may be empty.
    pub sublabel: String,
    /// Points by rising x. Those that the axes can't show (not finite, or not positive on a logarithmic axis) are gaps.
    pub points: Vec<Point>,
    /// Whether this curve is what the chart is about. Where some are, the others are drawn thinner.
    pub emphasis: bool,
    /// Index of a point that is drawn as a filled dot.
    pub dot: Option<usize>,
}

impl Series {
    /// A curve without further traits.
    pub fn new(token: Token, label: impl Into<String>, points: Vec<Point>) -> Self {
        Self {
            token,
            label: label.into(),
            sublabel: String::new(),
            points,
            emphasis: false,
            dot: None,
        }
    }
}

/// A point of a curve.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Point {
    /// Place on the horizontal axis.
    pub x: f64,
    /// The estimate.
    pub y: f64,
    /// Lowest and highest of its band.
    pub band: Option<(f64, f64)>,
    /// A second figure that is shown behind the value at the cross-hair, as `5.66 ms`; may be empty.
    pub note: String,
}

impl Point {
    /// A point without band.
    pub fn new(x: f64, y: f64) -> Self {
        Self {
            x,
            y,
            ..Self::default()
        }
    }
}

/// A dotted horizontal line with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// Name with value, as `Line rate 56.25 GB/s`.
    pub label: String,
    /// Its height.
    pub y: f64,
}

/// Measured points of one source.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkGroup {
    /// Colour and shape.
    pub token: Token,
    /// Name for the legend, which the caller writes with [`crate::legend`].
    pub label: String,
    /// The points (x, y).
    pub points: Vec<(f64, f64)>,
}

/// Where the plot lies and how pixels map to values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plot {
    /// Horizontal scale: values to px from the left edge of the drawing, and back.
    pub x: Scale,
    /// Vertical scale: values to px from the top edge of the drawing, and back.
    pub y: Scale,
}

/// The value of one series at a cross-hair.
#[derive(Clone, Debug, PartialEq)]
pub struct Readout {
    /// Index of the series.
    pub series: usize,
    /// Index of its point.
    pub point: usize,
    /// The value with unit and note.
    pub text: String,
}

/// A line chart and its mapping.
#[derive(Clone, Debug, PartialEq)]
pub struct LineChartDrawing {
    /// The drawing.
    pub drawing: Drawing,
    /// The mapping of its pixels.
    pub plot: Plot,
    /// The x that the cross-hair snapped to.
    pub snapped: Option<f64>,
    /// The values at the cross-hair.
    pub readouts: Vec<Readout>,
}

/// Draws a line chart.
pub fn line_chart(chart: &LineChart, frame: &Frame<'_>) -> LineChartDrawing {
    Drawer::new(chart, frame).draw()
}

const MOST_SERIES: usize = 6;

struct Drawer<'a> {
    chart: &'a LineChart,
    frame: &'a Frame<'a>,
    series: &'a [Series],
    width: f64,
    height: f64,
    area: Area,
    plot: Plot,
    /// Labels stand at the line ends (else as rows above the plot).
    at_ends: bool,
    snapped: Option<f64>,
    readouts: Vec<Readout>,
    svg: Svg,
}

impl<'a> Drawer<'a> {
    fn new(chart: &'a LineChart, frame: &'a Frame<'a>) -> Self {
        let series = &chart.series[..chart.series.len().min(MOST_SERIES)];
        let width = frame.width();
        let default = if frame.narrow() { 300.0 } else { 388.0 };
        let height = chart
            .height
            .filter(|h| h.is_finite())
            .unwrap_or(default)
            .clamp(200.0, 1_200.0);

        let y_domain = domain(&chart.y, y_values(chart, series), 1.15);
        let x_domain = domain(&chart.x, x_values(chart, series), 1.0);

        let most_y = (height / 46.0) as usize;
        let draft = Scale::new(chart.y.spread, y_domain, (height - 40.0, 22.0));
        let ticks_width = chart
            .y
            .ticks(&draft, most_y)
            .iter()
            .map(|&v| text::width(&chart.y.tick(v), SMALL))
            .fold(0.0, f64::max);
        let left = (ticks_width + 12.0).max(if frame.narrow() { 30.0 } else { 46.0 });

        let end_room = series
            .iter()
            .map(|s| {
                text::width_strong(&s.label, LABEL).max(text::width(&s.sublabel, SMALL)) + 12.0
            })
            .fold(0.0, f64::max);
        let at_ends = if frame.narrow() {
            end_room <= 0.22 * width
        } else {
            end_room > 0.0
        };
        let right = if at_ends {
            end_room.clamp(24.0, 0.3 * width)
        } else {
            24.0
        };

        let mut out = Self {
            chart,
            frame,
            series,
            width,
            height,
            area: Area {
                left,
                top: 22.0,
                right: width - right,
                bottom: height - 40.0,
            },
            plot: Plot { x: draft, y: draft },
            at_ends,
            snapped: None,
            readouts: Vec::new(),
            svg: Svg::new(),
        };
        if !at_ends {
            out.area.top += out.key_rows();
        }
        let area = out.area;
        out.plot = Plot {
            x: Scale::new(chart.x.spread, x_domain, (area.left, area.right)),
            y: Scale::new(chart.y.spread, y_domain, (area.bottom, area.top)),
        };
        out.snapped = out.snap();
        out.readouts = out.read();
        out
    }

    fn draw(mut self) -> LineChartDrawing {
        self.grid();
        self.reference_lines();
        for series in self.series.iter().rev() {
            self.band(series);
        }
        for series in self.series.iter().rev() {
            self.line(series);
        }
        self.marks();
        self.cross_hair();
        if self.at_ends {
            self.end_labels();
        }
        if self.series.iter().all(|s| self.drawable(s).is_empty())
            && self.chart.marks.iter().all(|m| m.points.is_empty())
        {
            let middle = (
                f64::midpoint(self.area.left, self.area.right),
                f64::midpoint(self.area.top, self.area.bottom),
            );
            let words = self.frame.texts.get("diagram-no-data");
            self.svg.text("", middle, Anchor::Middle, &words);
        }
        let desc = self.desc();
        let page = Page {
            width: self.width,
            height: self.height,
            title: &self.chart.title,
            desc: &desc,
        };
        LineChartDrawing {
            drawing: self.svg.finish(self.frame, &page),
            plot: self.plot,
            snapped: self.snapped,
            readouts: self.readouts,
        }
    }

    /// Points that the axes can show, with their index.
    fn drawable(&self, series: &Series) -> Vec<(usize, f64, f64)> {
        series
            .points
            .iter()
            .enumerate()
            .filter(|(_, p)| self.plot.x.accepts(p.x) && self.plot.y.accepts(p.y))
            .map(|(i, p)| (i, self.plot.x.px(p.x), self.plot.y.px(p.y)))
            .collect()
    }

    fn snap(&self) -> Option<f64> {
        let wanted = self.chart.cross_hair.filter(|&x| self.plot.x.accepts(x))?;
        let at = self.plot.x.px_inside(wanted);
        self.series
            .iter()
            .flat_map(|s| {
                self.drawable(s)
                    .into_iter()
                    .map(|(i, px, _)| (px, s.points[i].x))
            })
            .filter(|(px, _)| (self.area.left - 0.01..=self.area.right + 0.01).contains(px))
            .min_by(|a, b| (a.0 - at).abs().total_cmp(&(b.0 - at).abs()))
            .map(|(_, x)| x)
    }

    fn read(&self) -> Vec<Readout> {
        let Some(x) = self.snapped else {
            return Vec::new();
        };
        let mut out = Vec::new();
        for (index, series) in self.series.iter().enumerate() {
            let found = series
                .points
                .iter()
                .position(|p| p.x == x && self.plot.y.accepts(p.y));
            if let Some(point) = found {
                let p = &series.points[point];
                let value = self.chart.y.value(p.y);
                let text = if p.note.is_empty() {
                    value
                } else {
                    format!("{value}, {}", p.note)
                };
                out.push(Readout {
                    series: index,
                    point,
                    text,
                });
            }
        }
        out
    }

    fn grid(&mut self) {
        let area = self.area;
        let most_x =
            ((area.right - area.left) / if self.frame.narrow() { 72.0 } else { 66.0 }) as usize;
        let most_y = ((area.bottom - area.top) / 42.0) as usize;
        let xs = self.chart.x.ticks(&self.plot.x, most_x.max(2));
        let ys = self.chart.y.ticks(&self.plot.y, most_y.max(2));
        self.svg.tag("g").class("g").open();
        let mut lines = Path::new();
        for &v in &xs {
            lines = lines.to(self.plot.x.px_inside(v), area.top).v(area.bottom);
        }
        for &v in &ys {
            lines = lines.to(area.left, self.plot.y.px_inside(v)).h(area.right);
        }
        self.svg.path("", &lines);
        self.svg.end("g");
        self.svg.tag("g").class("ax").open();
        self.svg
            .path("", &Path::new().to(area.left, area.bottom).h(area.right));
        self.svg.end("g");

        let mut free_from = f64::NEG_INFINITY;
        for &v in &xs {
            let label = self.chart.x.tick(v);
            let half = text::width(&label, SMALL) / 2.0;
            let x = self
                .plot
                .x
                .px_inside(v)
                .clamp(half, (self.width - half).max(half));
            // A label that would touch its neighbour is left out; its grid line stays.
            if x - half >= free_from {
                self.svg
                    .text("tk", (x, area.bottom + 16.0), Anchor::Middle, &label);
                free_from = x + half + 6.0;
            }
        }
        for &v in &ys {
            let y = self.plot.y.px_inside(v) + 4.0;
            self.svg.text(
                "tk",
                (area.left - 8.0, y),
                Anchor::End,
                &self.chart.y.tick(v),
            );
        }
        let y_title = text::fit(&self.chart.y.title, SMALL, self.width);
        self.svg.text(
            "",
            (if self.frame.narrow() { 0.0 } else { 8.0 }, 11.0),
            Anchor::Start,
            &y_title,
        );
        let x_title = text::fit(&self.chart.x.title, SMALL, area.right);
        self.svg
            .text("", (area.right, self.height - 6.0), Anchor::End, &x_title);
    }

    fn reference_lines(&mut self) {
        let mut taken: Vec<f64> = Vec::new();
        for reference in self.chart.references.iter().take(4) {
            if !self.plot.y.accepts(reference.y) || !self.plot.y.contains(reference.y) {
                continue;
            }
            let y = self.plot.y.px_inside(reference.y);
            let (left, right) = (self.area.left, self.area.right);
            let x = left + 0.61 * (right - left);
            let room = right - x;
            let label = reference.label.as_str();
            let clear = |at: f64| taken.iter().all(|&t| (t - at).abs() > 13.0);
            let above = y - 6.0;
            self.svg.path("xh", &Path::new().to(x, y).h(right));
            if text::width(label, SMALL) <= room && above > self.area.top + 8.0 && clear(above) {
                self.svg.text("halo", (x, above), Anchor::Start, label);
                taken.push(above);
            } else {
                let label = text::fit(label, SMALL, x - left - 10.0);
                let at = if clear(y + 4.0) { y + 4.0 } else { y + 17.0 };
                self.svg.text("halo", (x - 6.0, at), Anchor::End, &label);
                taken.push(at);
            }
        }
    }

    fn band(&mut self, series: &Series) {
        let mut upper = Vec::new();
        let mut lower = Vec::new();
        let edge = |v: f64| self.plot.y.px_inside(v);
        for p in &series.points {
            let Some((low, high)) = p.band else { continue };
            let good = self.plot.x.accepts(p.x)
                && self.plot.y.accepts(high)
                && low.is_finite()
                && low <= high;
            if good && self.plot.x.contains(p.x) {
                let x = self.plot.x.px_inside(p.x);
                upper.push((x, edge(high)));
                lower.push((x, edge(low)));
            }
        }
        if upper.len() > 1 {
            lower.reverse();
            upper.extend(lower);
            self.svg
                .path(&series.token.band(), &Path::through(&upper).close());
        }
    }

    fn line(&mut self, series: &Series) {
        let points: Vec<Option<(f64, f64)>> = series
            .points
            .iter()
            .map(|p| {
                let good = self.plot.x.accepts(p.x) && self.plot.y.accepts(p.y);
                good.then(|| (self.plot.x.px(p.x), self.plot.y.px(p.y)))
            })
            .collect();
        let thin = !series.emphasis && self.series.iter().any(|s| s.emphasis);
        let class = format!(
            "{}{}",
            series.token.line(),
            if thin { " dg-thin" } else { "" }
        );
        self.svg.path(&class, &clip::polyline(&points, self.area));
        let drawable = self.drawable(series);
        let alone = drawable.len() == 1;
        for &(i, x, y) in &drawable {
            if (alone || series.dot == Some(i)) && self.area.contains((x, y)) {
                self.svg.circle(&series.token.fill(), (x, y), 4.0);
            }
        }
    }

    fn marks(&mut self) {
        for group in &self.chart.marks {
            for &(x, y) in &group.points {
                if self.plot.x.accepts(x) && self.plot.y.accepts(y) {
                    let at = (self.plot.x.px(x), self.plot.y.px(y));
                    if self.area.contains(at) {
                        mark(&mut self.svg, group.token, at, 3.0);
                    }
                }
            }
        }
    }

    fn cross_hair(&mut self) {
        let Some(snapped) = self.snapped else { return };
        let x = self.plot.x.px_inside(snapped);
        self.svg
            .path("xh", &Path::new().to(x, self.area.top).v(self.area.bottom));
        let readouts = std::mem::take(&mut self.readouts);
        for readout in &readouts {
            let series = &self.series[readout.series];
            let at = (x, self.plot.y.px(series.points[readout.point].y));
            if self.area.contains(at) {
                self.svg.circle(&series.token.fill(), at, 4.0);
            }
        }
        if readouts.len() > 3 {
            self.one_readout(snapped, x, &readouts);
        } else {
            self.each_readout(x, &readouts);
        }
        self.readouts = readouts;
    }

    /// The label of the series that matters, at the foot of the cross-hair.
    fn one_readout(&mut self, snapped: f64, x: f64, readouts: &[Readout]) {
        let main = readouts
            .iter()
            .find(|r| self.series[r.series].emphasis)
            .or(readouts.first());
        let Some(main) = main else { return };
        let label = self.frame.texts.with(
            "diagram-readout",
            &[
                ("series", Arg::from(self.series[main.series].label.as_str())),
                ("x", self.chart.x.value(snapped).into()),
                ("value", main.text.as_str().into()),
            ],
        );
        let (place, anchor, room) = self.beside(x, text::width_strong(&label, FIGURE));
        let label = text::fit(&label, FIGURE * 1.1, room);
        self.svg.text(
            "halo bignum",
            (place, self.area.bottom - 12.0),
            anchor,
            &label,
        );
    }

    /// A label at each dot, parted where dots are close.
    fn each_readout(&mut self, x: f64, readouts: &[Readout]) {
        let wishes: Vec<Wish> = readouts
            .iter()
            .map(|r| {
                let y = self
                    .plot
                    .y
                    .px_inside(self.series[r.series].points[r.point].y);
                // Above the dot; below it where the dot is near the top.
                let at = if y - self.area.top < 34.0 {
                    y + 17.0
                } else {
                    y - 17.0
                };
                Wish { at, size: 18.0 }
            })
            .collect();
        let places = labels::spread(&wishes, (self.area.top, self.area.bottom));
        for (readout, y) in readouts.iter().zip(places) {
            let (place, anchor, room) = self.beside(x, text::width_strong(&readout.text, FIGURE));
            let label = text::fit(&readout.text, FIGURE * 1.1, room);
            self.svg
                .text("halo bignum", (place, y + 4.5), anchor, &label);
        }
    }

    /// Where a label beside the cross-hair begins: left of it where it fits, else on the side with more room.
    fn beside(&self, x: f64, needed: f64) -> (f64, Anchor, f64) {
        let left = x - 8.0 - self.area.left;
        let right = self.width - x - 8.0;
        if needed <= left || left >= right {
            (x - 8.0, Anchor::End, left.max(0.0))
        } else {
            (x + 8.0, Anchor::Start, right.max(0.0))
        }
    }

    fn end_labels(&mut self) {
        let mut ends: Vec<(&Series, Wish)> = Vec::new();
        for series in self.series {
            let last = self
                .drawable(series)
                .into_iter()
                .rev()
                .find(|&(_, x, _)| x <= self.area.right + 0.01);
            if let Some((_, _, y)) = last {
                let y = y.clamp(self.area.top, self.area.bottom);
                let size = if series.sublabel.is_empty() {
                    16.0
                } else {
                    31.0
                };
                // The name stands level with the end of the line, the second line below it.
                ends.push((
                    series,
                    Wish {
                        at: y + (size - 16.0) / 2.0,
                        size,
                    },
                ));
            }
        }
        let wishes: Vec<Wish> = ends.iter().map(|&(_, wish)| wish).collect();
        let places = labels::spread(&wishes, (10.0, self.area.bottom + 10.0));
        let x = self.area.right + 8.0;
        let room = self.width - x;
        for ((series, wish), middle) in ends.into_iter().zip(places) {
            let baseline = middle - wish.size / 2.0 + 12.0;
            let class = format!("{} dg-label", series.token.text());
            self.svg.text(
                &class,
                (x, baseline),
                Anchor::Start,
                &text::fit(&series.label, LABEL * 1.1, room),
            );
            if !series.sublabel.is_empty() {
                self.svg.text(
                    "",
                    (x, baseline + 15.0),
                    Anchor::Start,
                    &text::fit(&series.sublabel, SMALL, room),
                );
            }
        }
    }

    /// Names in rows above the plot, for narrow drawings; returns the height taken.
    fn key_rows(&mut self) -> f64 {
        let (mut x, mut y) = (0.0, 28.0);
        for series in self.series {
            let mut label = series.label.clone();
            if !series.sublabel.is_empty() {
                label = format!("{label}, {}", series.sublabel);
            }
            let label = text::fit(&label, SMALL * 1.1, self.width - 28.0);
            let needed = 24.0 + text::width_strong(&label, SMALL);
            if x > 0.0 && x + needed > self.width {
                (x, y) = (0.0, y + 16.0);
            }
            self.svg.path(
                &series.token.line(),
                &Path::new().to(x, y - 4.0).h(x + 20.0),
            );
            self.svg
                .text(&series.token.text(), (x + 24.0, y), Anchor::Start, &label);
            x += needed + 14.0;
        }
        if self.series.is_empty() {
            0.0
        } else {
            y - 14.0
        }
    }

    fn desc(&self) -> String {
        if let Some(desc) = &self.chart.desc {
            return desc.clone();
        }
        let (Some(x), false) = (self.snapped, self.readouts.is_empty()) else {
            return String::new();
        };
        let values: Vec<String> = self
            .readouts
            .iter()
            .map(|r| format!("{} {}", self.series[r.series].label, r.text))
            .collect();
        self.frame.texts.with(
            "diagram-line-desc",
            &[
                ("x", self.chart.x.value(x).into()),
                ("values", values.join("; ").into()),
            ],
        )
    }
}

fn y_values<'a>(chart: &'a LineChart, series: &'a [Series]) -> impl Iterator<Item = f64> + 'a {
    let curves = series.iter().flat_map(|s| &s.points).flat_map(|p| {
        let (low, high) = p.band.unwrap_or((p.y, p.y));
        [p.y, low, high]
    });
    let marks = chart
        .marks
        .iter()
        .flat_map(|m| m.points.iter().map(|p| p.1));
    curves
        .chain(marks)
        .chain(chart.references.iter().map(|r| r.y))
}

fn x_values<'a>(chart: &'a LineChart, series: &'a [Series]) -> impl Iterator<Item = f64> + 'a {
    let curves = series.iter().flat_map(|s| s.points.iter().map(|p| p.x));
    curves.chain(
        chart
            .marks
            .iter()
            .flat_map(|m| m.points.iter().map(|p| p.0)),
    )
}

/// The domain asked for, or that of the values with some air.
fn domain(axis: &Axis, values: impl Iterator<Item = f64>, air: f64) -> (f64, f64) {
    if let Some(domain) = axis.domain {
        return domain;
    }
    match (scale::extent(axis.spread, values), axis.spread) {
        (None, Spread::Log) => (1.0, 1_000.0),
        (None, Spread::Linear) => (0.0, 1.0),
        (Some((low, high)), Spread::Log) if air > 1.0 => (low / air, to_decade(high * air)),
        (Some(range), Spread::Log) => range,
        (Some((low, high)), Spread::Linear) => {
            let margin = (high - low) * (air - 1.0) / 2.0;
            // An axis that starts near zero starts at zero.
            if low >= 0.0 && low < 0.3 * high {
                (0.0, high + margin)
            } else {
                (low - margin, high + margin)
            }
        }
    }
}

/// The next power of ten where it is near, so that the highest grid line closes the plot.
fn to_decade(high: f64) -> f64 {
    let next = libm::pow(10.0, libm::ceil(libm::log10(high)));
    if next.is_finite() && next <= 2.2 * high {
        next * 1.05
    } else {
        high
    }
}
