//! Axes, bands, lines and marks of a line chart.

use super::{LineChart, LineChartDrawing, Plot, Readout, Series};
use crate::Frame;
use crate::axis::Axis;
use crate::clip::{self, Area};
use crate::scale::{self, Scale, Spread};
use crate::series::mark;
use crate::svg::{Anchor, Page, Path, Svg};
use crate::text::{self, LABEL, SMALL};

const MOST_SERIES: usize = 6;

pub(super) struct Drawer<'a> {
    pub(super) chart: &'a LineChart,
    pub(super) frame: &'a Frame<'a>,
    pub(super) series: &'a [Series],
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) area: Area,
    pub(super) plot: Plot,
    /// Labels stand at the line ends (else as rows above the plot).
    pub(super) at_ends: bool,
    pub(super) snapped: Option<f64>,
    pub(super) readouts: Vec<Readout>,
    pub(super) svg: Svg,
}

impl<'a> Drawer<'a> {
    pub(super) fn new(chart: &'a LineChart, frame: &'a Frame<'a>) -> Self {
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

        let most_y = ((height - 62.0) / 42.0) as usize;
        let draft = Scale::new(chart.y.spread, y_domain, (height - 40.0, 22.0));
        let ticks_width = chart
            .y
            .ticks(&draft, most_y)
            .iter()
            .map(|&v| text::width(&chart.y.tick(v), SMALL))
            .fold(0.0, f64::max)
            .min(0.4 * width);
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

    pub(super) fn draw(mut self) -> LineChartDrawing {
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
    pub(super) fn drawable(&self, series: &Series) -> Vec<(usize, f64, f64)> {
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
            let label = text::fit(&self.chart.y.tick(v), SMALL, area.left - 8.0);
            self.svg
                .text("tk", (area.left - 8.0, y), Anchor::End, &label);
        }
        let title_x = if self.frame.narrow() { 0.0 } else { 8.0 };
        let y_title = text::fit(&self.chart.y.title, SMALL, self.width - title_x);
        self.svg.text("", (title_x, 11.0), Anchor::Start, &y_title);
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
