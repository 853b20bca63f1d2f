//! The one writer of SVG text: elements, attributes and escaped text.
//!
//! Nothing that a caller gives can leave its attribute or text node: every value passes [`escape`]. Numbers carry at
//! most two decimals and are always finite, so that the same input gives the same bytes natively and in WASM.

use std::fmt::Write as _;

use crate::Frame;

/// Writes text so that it is inert in XML and HTML, in text and in attributes alike.
///
/// Characters that XML 1.0 (§2.2) forbids and overrides of the text direction become U+FFFD; a line break becomes a
/// space.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\r' | '\t' => out.push(' '),
            c if c.is_control() || is_refused(c) => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}

/// Characters that XML forbids, and those that turn the direction of text and so could fake a name.
fn is_refused(c: char) -> bool {
    matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FFFE}' | '\u{FFFF}')
}

/// A style sheet as the content of a `<style>` element in XML.
pub(crate) fn escape_css(css: &str) -> String {
    css.replace('&', "&amp;").replace('<', "&lt;")
}

/// A coordinate with at most two decimals and without trailing zeros. A value that is not finite is written as 0.
pub fn number(value: f64) -> String {
    if !value.is_finite() {
        return "0".to_owned();
    }
    let text = format!("{:.2}", value.clamp(-1e7, 1e7));
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// An id made of a caller's prefix and a fixed suffix; anything but letters, digits, `-` and `_` becomes `-`.
pub(crate) fn id(prefix: &str, suffix: &str) -> String {
    let mut out: String = prefix
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || c == '-' || c == '_' {
                c
            } else {
                '-'
            }
        })
        .collect();
    if out.is_empty() {
        out.push('d');
    }
    out.push('-');
    out.push_str(suffix);
    out
}

/// A path of straight lines in absolute coordinates.
#[derive(Clone, Debug, Default)]
pub struct Path {
    d: String,
}

impl Path {
    /// An empty path.
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts a new line at a point.
    #[must_use]
    pub fn to(mut self, x: f64, y: f64) -> Self {
        let _ = write!(self.d, "M{} {}", number(x), number(y));
        self
    }

    /// Draws to a point.
    #[must_use]
    pub fn line(mut self, x: f64, y: f64) -> Self {
        let _ = write!(self.d, "L{} {}", number(x), number(y));
        self
    }

    /// Draws a horizontal line.
    #[must_use]
    pub fn h(mut self, x: f64) -> Self {
        let _ = write!(self.d, "H{}", number(x));
        self
    }

    /// Draws a vertical line.
    #[must_use]
    pub fn v(mut self, y: f64) -> Self {
        let _ = write!(self.d, "V{}", number(y));
        self
    }

    /// Closes the line.
    #[must_use]
    pub fn close(mut self) -> Self {
        self.d.push('Z');
        self
    }

    /// A line through points; empty for none.
    #[must_use]
    pub fn through(points: &[(f64, f64)]) -> Self {
        let mut path = Self::new();
        for (i, &(x, y)) in points.iter().enumerate() {
            path = if i == 0 {
                path.to(x, y)
            } else {
                path.line(x, y)
            };
        }
        path
    }

    /// Whether nothing was drawn.
    pub fn is_empty(&self) -> bool {
        self.d.is_empty()
    }

    /// The text of the `d` attribute.
    pub fn as_str(&self) -> &str {
        &self.d
    }
}

/// Where text stands to its x coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Anchor {
    /// Text begins at x.
    #[default]
    Start,
    /// Text is centred on x.
    Middle,
    /// Text ends at x.
    End,
}

impl Anchor {
    fn keyword(self) -> Option<&'static str> {
        match self {
            Self::Start => None,
            Self::Middle => Some("middle"),
            Self::End => Some("end"),
        }
    }
}

/// An SVG document that is being written.
#[derive(Clone, Debug, Default)]
pub struct Svg {
    out: String,
}

impl Svg {
    /// An empty document.
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins an element; attributes follow, then one of the closing calls of [`Tag`].
    pub fn tag(&mut self, name: &'static str) -> Tag<'_> {
        self.out.push('<');
        self.out.push_str(name);
        Tag { svg: self, name }
    }

    /// Ends an element that [`Tag::open`] left open.
    pub fn end(&mut self, name: &'static str) {
        let _ = write!(self.out, "</{name}>");
    }

    /// A rectangle with rounded corners (0 for none).
    pub fn rect(
        &mut self,
        class: &str,
        (x, y): (f64, f64),
        (width, height): (f64, f64),
        radius: f64,
    ) {
        let tag = self
            .tag("rect")
            .class(class)
            .box_at((x, y), (width, height));
        let tag = if radius > 0.0 {
            tag.num("rx", radius)
        } else {
            tag
        };
        tag.done();
    }

    /// A path; an empty one is left out.
    pub fn path(&mut self, class: &str, path: &Path) {
        if !path.is_empty() {
            self.tag("path")
                .class(class)
                .attr("d", path.as_str())
                .done();
        }
    }

    /// A circle.
    pub fn circle(&mut self, class: &str, (x, y): (f64, f64), radius: f64) {
        self.tag("circle")
            .class(class)
            .num("cx", x)
            .num("cy", y)
            .num("r", radius)
            .done();
    }

    /// A line of text at its baseline.
    pub fn text(&mut self, class: &str, (x, y): (f64, f64), anchor: Anchor, text: &str) {
        let mut tag = self.tag("text").class(class).num("x", x).num("y", y);
        if let Some(keyword) = anchor.keyword() {
            tag = tag.attr("text-anchor", keyword);
        }
        tag.text(text);
    }

    /// A line of text that reads upwards, centred on a point of its baseline.
    pub fn text_upwards(&mut self, class: &str, (x, y): (f64, f64), text: &str) {
        let place = format!("translate({} {}) rotate(-90)", number(x), number(y));
        self.tag("text")
            .class(class)
            .attr("transform", &place)
            .attr("text-anchor", "middle")
            .text(text);
    }

    /// Adds text that is SVG already, written by this module.
    pub(crate) fn append(&mut self, other: &Self) {
        self.out.push_str(&other.out);
    }

    /// Puts the content into an `<svg>` element with title and description.
    pub(crate) fn finish(self, frame: &Frame<'_>, page: &Page<'_>) -> crate::Drawing {
        let (width, height) = (page.width.max(1.0), page.height.max(1.0));
        let mut out = Self::new();
        let title_id = id(frame.id, "t");
        let desc_id = id(frame.id, "d");
        let labels = if page.desc.is_empty() {
            title_id.clone()
        } else {
            format!("{title_id} {desc_id}")
        };
        let wide = width > frame.width() + 0.5;
        let mut tag = out
            .tag("svg")
            .attr("xmlns", "http://www.w3.org/2000/svg")
            .class(if wide { "dg-wide" } else { "chart" })
            .attr(
                "viewBox",
                &format!("0 0 {} {}", number(width), number(height)),
            )
            .attr("role", "img")
            .attr("aria-labelledby", &labels);
        if wide {
            tag = tag.num("width", width).num("height", height);
        }
        tag.open();
        out.tag("title").attr("id", &title_id).text(page.title);
        if !page.desc.is_empty() {
            out.tag("desc").attr("id", &desc_id).text(page.desc);
        }
        out.append(&self);
        out.end("svg");
        crate::Drawing {
            svg: out.out,
            width,
            height,
        }
    }

    /// The text written so far.
    pub fn into_string(self) -> String {
        self.out
    }
}

/// Size and words of a finished drawing.
pub(crate) struct Page<'a> {
    pub width: f64,
    pub height: f64,
    pub title: &'a str,
    pub desc: &'a str,
}

/// An element whose attributes are being written.
#[derive(Debug)]
pub struct Tag<'a> {
    svg: &'a mut Svg,
    name: &'static str,
}

impl Tag<'_> {
    /// Adds an attribute, escaped.
    #[must_use]
    pub fn attr(self, name: &'static str, value: &str) -> Self {
        let _ = write!(self.svg.out, " {name}=\"{}\"", escape(value));
        self
    }

    /// Adds a number.
    #[must_use]
    pub fn num(self, name: &'static str, value: f64) -> Self {
        let _ = write!(self.svg.out, " {name}=\"{}\"", number(value));
        self
    }

    /// Adds classes; none for an empty text.
    #[must_use]
    pub fn class(self, classes: &str) -> Self {
        if classes.is_empty() {
            self
        } else {
            self.attr("class", classes)
        }
    }

    /// Adds place and size of a rectangle; a negative size becomes 0.
    #[must_use]
    pub fn box_at(self, (x, y): (f64, f64), (width, height): (f64, f64)) -> Self {
        self.num("x", x)
            .num("y", y)
            .num("width", width.max(0.0))
            .num("height", height.max(0.0))
    }

    /// Closes an element without content.
    pub fn done(self) {
        self.svg.out.push_str("/>");
    }

    /// Closes the tag and leaves the element open for children; [`Svg::end`] ends it.
    pub fn open(self) {
        self.svg.out.push('>');
    }

    /// Closes an element that holds text, escaped.
    pub fn text(self, text: &str) {
        let _ = write!(self.svg.out, ">{}</{}>", escape(text), self.name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_finite() {
        assert_eq!(number(12.0), "12");
        assert_eq!(number(0.126), "0.13");
        assert_eq!(number(-0.001), "0");
        assert_eq!(number(f64::NAN), "0");
        assert_eq!(number(f64::NEG_INFINITY), "0");
        assert_eq!(number(100.5), "100.5");
    }

    #[test]
    fn ids_hold_no_foreign_character() {
        assert_eq!(id("a b\"><", "t"), "a-b----t");
        assert_eq!(id("", "t"), "d-t");
    }

    #[test]
    fn text_cannot_leave_its_element() {
        let mut svg = Svg::new();
        svg.text(
            "lbl",
            (0.0, 0.0),
            Anchor::Start,
            "</text><script>alert(\"1\")</script>\u{0}",
        );
        assert_eq!(
            svg.into_string(),
            "<text class=\"lbl\" x=\"0\" y=\"0\">&lt;/text&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;\u{FFFD}</text>"
        );
    }
}
