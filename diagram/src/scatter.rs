//! Predicted against measured, on equal logarithmic axes.

use podwright_locales::{Arg, format};

use crate::axis::Axis;
use crate::clip::{self, Area};
use crate::scale::{self, Scale, Spread};
use crate::series::{Token, mark};
use crate::svg::{Anchor, Page, Path, Svg};
use crate::text::{self, SMALL};
use crate::{Drawing, Frame};

/// A cloud of points around the diagonal, by class.
///
/// ```
/// use podwright_diagram::{Axis, Cloud, Frame, Scatter, Token};
/// let scatter = Scatter {
///     title: "89 % of 686 points lie within ±25 %".into(),
///     measured: Axis::duration_us("Measured time"),
///     predicted: Axis::duration_us("Predicted time"),
///     clouds: vec![Cloud { token: Token::new(1), label: "H100 node".into(), points: vec![(42.0, 40.0), (980.0, 1020.0)] }],
///     tolerance: Some(0.25),
///     ..Scatter::default()
/// };
/// assert!(scatter.draw(&Frame::new("accuracy", 876.0)).svg.contains("Measured time"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scatter {
    /// The result in words.
    pub title: String,
    /// More of it; the numbers of points by class where absent.
    pub desc: Option<String>,
    /// Horizontal axis.
    pub measured: Axis,
    /// Vertical axis; both share one domain, so that the diagonal is exact.
    pub predicted: Axis,
    /// The points by class; at most six classes are drawn.
    pub clouds: Vec<Cloud>,
    /// Half width of the grey band, as 0.25 for ±25 %.
    pub tolerance: Option<f64>,
    /// What the side above the diagonal means, as `2 × too slow`; from the texts where absent.
    pub above: Option<String>,
    /// What the side below means.
    pub below: Option<String>,
}

/// The points of a class.
#[derive(Clone, Debug, PartialEq)]
pub struct Cloud {
    /// Colour and shape.
    pub token: Token,
    /// Its name, for the legend.
    pub label: String,
    /// Measured and predicted value of each point; those that are not positive can't be drawn. At most 20,000 are.
    pub points: Vec<(f64, f64)>,
}

const MOST_POINTS: usize = 20_000;

impl Scatter {
    /// Draws the cloud.
    pub fn draw(&self, frame: &Frame<'_>) -> Drawing {
        let width = frame.width();
        let narrow = frame.narrow();
        let height = if narrow {
            width
        } else {
            (width * 0.64).min(620.0)
        };
        let clouds = &self.clouds[..self.clouds.len().min(6)];
        let values = clouds
            .iter()
            .flat_map(|c| c.points.iter().flat_map(|p| [p.0, p.1]));
        let (low, high) = scale::extent(Spread::Log, values).unwrap_or((10.0, 1e6));
        let domain = (low / 1.6, high * 1.6);
        let area = Area {
            left: if narrow { 50.0 } else { 58.0 },
            top: if narrow { 22.0 } else { 24.0 },
            right: width - if narrow { 10.0 } else { 16.0 },
            bottom: height - if narrow { 40.0 } else { 44.0 },
        };
        let x = Scale::new(Spread::Log, domain, (area.left, area.right));
        let y = Scale::new(Spread::Log, domain, (area.bottom, area.top));
        let mut svg = Svg::new();
        self.grid(&mut svg, &x, &y, area, (width, height));
        self.guides(&mut svg, frame, &x, &y, area);
        let radius = if narrow { 2.0 } else { 2.8 };
        svg.tag("g").open();
        for cloud in clouds {
            for &(measured, predicted) in cloud.points.iter().take(MOST_POINTS) {
                if x.accepts(measured) && y.accepts(predicted) {
                    mark(
                        &mut svg,
                        cloud.token,
                        (x.px_inside(measured), y.px_inside(predicted)),
                        radius,
                    );
                }
            }
        }
        svg.end("g");
        if clouds.iter().all(|c| c.points.is_empty()) {
            let middle = (
                f64::midpoint(area.left, area.right),
                f64::midpoint(area.top, area.bottom),
            );
            svg.text(
                "halo",
                middle,
                Anchor::Middle,
                &frame.texts.get("diagram-no-data"),
            );
        }
        let desc = self.desc.clone().unwrap_or_else(|| {
            clouds
                .iter()
                .map(|c| {
                    let n = c.points.len() as u64;
                    let args = [
                        ("class", Arg::from(c.label.as_str())),
                        ("n", Arg::Count(n)),
                        ("count", format::count(n).into()),
                    ];
                    frame.texts.with("diagram-class-points", &args)
                })
                .collect::<Vec<_>>()
                .join("; ")
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

    fn grid(&self, svg: &mut Svg, x: &Scale, y: &Scale, area: Area, (width, height): (f64, f64)) {
        let ticks = self.measured.ticks(x, 8);
        let mut lines = Path::new();
        for &v in &ticks {
            lines = lines.to(x.px_inside(v), area.top).v(area.bottom);
            lines = lines.to(area.left, y.px_inside(v)).h(area.right);
        }
        svg.tag("g").class("g").open();
        svg.path("", &lines);
        svg.end("g");
        let mut free_from = f64::NEG_INFINITY;
        for &v in &ticks {
            let label = self.measured.tick(v);
            let half = text::width(&label, SMALL) / 2.0;
            let at = x.px_inside(v).clamp(half, width - half);
            if at - half >= free_from {
                svg.text("tk", (at, area.bottom + 17.0), Anchor::Middle, &label);
                free_from = at + half + 8.0;
            }
            let label = text::fit(&self.predicted.tick(v), SMALL, area.left - 8.0);
            svg.text(
                "tk",
                (area.left - 8.0, y.px_inside(v) + 4.0),
                Anchor::End,
                &label,
            );
        }
        svg.text(
            "",
            (0.0, 11.0),
            Anchor::Start,
            &text::fit(&self.predicted.title, SMALL, width),
        );
        let title = text::fit(&self.measured.title, SMALL, area.right);
        svg.text("", (area.right, height - 6.0), Anchor::End, &title);
    }

    /// The diagonal, its tolerance, and the lines of twice and half.
    fn guides(&self, svg: &mut Svg, frame: &Frame<'_>, x: &Scale, y: &Scale, area: Area) {
        let (low, high) = x.domain();
        let along = |factor: f64| {
            (
                (x.px(low), y.px(low * factor)),
                (x.px(high), y.px(high * factor)),
            )
        };
        if let Some(t) = self
            .tolerance
            .filter(|t| t.is_finite() && (0.001..0.95).contains(t))
        {
            let steps: Vec<f64> = (0..=48)
                .map(|i| x.value(area.left + (area.right - area.left) * f64::from(i) / 48.0))
                .collect();
            let mut edge: Vec<(f64, f64)> = steps
                .iter()
                .map(|&v| (x.px(v), y.px_inside(v * (1.0 + t))))
                .collect();
            edge.extend(
                steps
                    .iter()
                    .rev()
                    .map(|&v| (x.px(v), y.px_inside(v * (1.0 - t)))),
            );
            svg.path("dg-tolerance", &Path::through(&edge).close());
        }
        let line = |factor: f64| {
            let (a, b) = along(factor);
            clip::polyline(&[Some(a), Some(b)], area)
        };
        svg.path("dg-diagonal", &line(1.0));
        svg.path("dg-twice", &line(2.0));
        svg.path("dg-twice", &line(0.5));

        let above = self
            .above
            .clone()
            .unwrap_or_else(|| frame.texts.get("diagram-too-slow"));
        let below = self
            .below
            .clone()
            .unwrap_or_else(|| frame.texts.get("diagram-too-fast"));
        // Beside the ends of the lines, where few points are.
        let at = x.value(area.left + 0.86 * (area.right - area.left));
        let label = text::fit(&above, SMALL, area.right - area.left);
        let place = (x.px(at) - 22.0).max(area.left + text::width(&label, SMALL));
        svg.text(
            "halo",
            (place, (y.px_inside(at * 2.0) + 2.0).max(area.top + 12.0)),
            Anchor::End,
            &label,
        );
        let label = text::fit(&below, SMALL, area.right - area.left);
        let half = text::width(&label, SMALL) / 2.0;
        let place = (x.px(at) + 24.0).min(area.right - half);
        svg.text(
            "halo",
            (place, y.px_inside(at / 2.0) + 26.0),
            Anchor::Middle,
            &label,
        );
    }
}
