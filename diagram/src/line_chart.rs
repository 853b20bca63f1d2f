//! Line charts: bandwidth or time against message size, with bands, measured marks and a cross-hair.

mod draw;
mod readout;

use crate::axis::Axis;
use crate::scale::Scale;
use crate::series::Token;
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
    draw::Drawer::new(chart, frame).draw()
}
