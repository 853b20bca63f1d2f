//! Drawings as SVG text: charts, fabrics, boards, racks and small glyphs; and tables as HTML text.
//!
//! One crate draws for the server's pages, the browser and files to take away, and gives the same bytes in each: it is
//! pure, its drawings take small structs of their own, and [`report`] fills those from what the engine found.
//!
//! - Every drawing is made for a width in CSS px ([`Frame`]); draw again for another width instead of scaling, so that
//!   text never gets smaller than 11 px. Drawings that need more room than they get are wider than asked
//!   ([`Drawing::wide`]); put them into a region that scrolls.
//! - Colours are those of the page's tokens, by class and custom property; [`STYLES`] holds the rules of the classes.
//!   No drawing has a `style` attribute, so pages may forbid inline styles.
//! - Every drawing carries `<title>` and `<desc>`. The title is the caller's and says the result; the description is
//!   made from the figures where the caller gives none.
//! - Text from outside (names of nodes, cards, parts) is escaped in one place and cut to its room.
//!
//! The drawings do not decide what to show: no figure is computed in them beyond pixels.

mod axis;
mod band;
mod bars;
mod board;
mod circle;
mod clip;
mod floor;
mod glyph;
mod labels;
mod line_chart;
mod node_links;
mod rack;
pub mod report;
mod scale;
mod scatter;
mod series;
mod svg;
pub mod table;
pub mod text;
pub mod ticks;
mod topology;

use podwright_locales::{Language, Texts};

pub use axis::{Axis, Quantity};
pub use band::{BandTick, TickValue};
pub use bars::{Amount, Bar, PayLine, PayOff, Stack, StackedBars, Step, Swing, Tornado, Waterfall};
pub use board::{Board, Bridge, BridgeState, Card, CardState, LaneSource, Slot};
pub use floor::{FloorPlan, FloorRow};
pub use glyph::Glyph;
pub use labels::{Wish, spread};
pub use line_chart::{
    LineChart, LineChartDrawing, MarkGroup, Plot, Point, Readout, Reference, Series, line_chart,
};
pub use node_links::{GpuLink, NodeLayout, NodeLinks};
pub use rack::{RackGroup, RackRow, Tray, TrayKind, rack_glyph, tray_key};
pub use scale::{Scale, Spread};
pub use scatter::{Cloud, Scatter};
pub use series::{Fill, Key, Token, legend};
pub use svg::escape;
pub use topology::{
    Bundle, Cables, Device, PathStop, Pattern, Slowest, SlowestAt, Tier, TierRole, Topology,
};

/// Rules of every class that drawings use. A page that has its own rules for the classes of the same names may leave
/// it out, but then needs those that begin with `dg-`, and `c5`, `c6`, `t5`, `t6`.
pub const STYLES: &str = include_str!("diagram.css");

/// Where and how a drawing is placed.
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    /// Prefix of every id in the drawing; unique on its page.
    pub id: &'a str,
    /// Width asked for, CSS px; held to 240..=2400.
    pub width: f64,
    /// The words.
    pub texts: &'a Texts,
}

impl<'a> Frame<'a> {
    /// A frame with English words.
    pub fn new(id: &'a str, width: f64) -> Self {
        Self {
            id,
            width,
            texts: Texts::of(Language::English),
        }
    }

    /// The width that is drawn for, CSS px.
    pub fn width(&self) -> f64 {
        if self.width.is_finite() {
            self.width.clamp(240.0, 2_400.0)
        } else {
            692.0
        }
    }

    /// Whether the drawing is for a phone.
    pub(crate) fn narrow(&self) -> bool {
        self.width() < 480.0
    }
}

/// A finished drawing.
///
/// Put it into a box no wider than [`Drawing::width`]: boards and nodes stop growing before a wide frame ends, and a
/// drawing scaled up looks coarse. One that is wider than its frame keeps its size and scrolls.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// One `<svg>` element with class `chart`.
    pub svg: String,
    /// Width of its view box, CSS px.
    pub width: f64,
    /// Height of its view box, CSS px.
    pub height: f64,
}

impl Drawing {
    /// Whether the drawing needs more than a width and must stand in a region that scrolls sideways.
    pub fn wide(&self, width: f64) -> bool {
        self.width > width + 0.5
    }

    /// The drawing as a file of its own, with tokens (the page's `tokens.css`) and [`STYLES`] inside.
    pub fn standalone(&self, tokens_css: &str) -> String {
        self.standalone_with(tokens_css, STYLES)
    }

    /// The same for callers that fetch [`STYLES`] from elsewhere rather than carry them.
    pub fn standalone_with(&self, tokens_css: &str, rules: &str) -> String {
        let css = svg::escape_css(tokens_css);
        let rules = svg::escape_css(rules);
        let Some((open, rest)) = self.svg.split_once('>') else {
            return self.svg.clone();
        };
        // A file has no box to fill: it states its size.
        let size = format!(
            "class=\"dg-wide\" width=\"{}\" height=\"{}\"",
            svg::number(self.width),
            svg::number(self.height)
        );
        let open = open.replacen("class=\"chart\"", &size, 1);
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{open}><style>{css}\n{rules}\nsvg{{background:var(--surface)}}</style>{rest}\n"
        )
    }
}
