//! The six series of the tokens: each with its own colour, dash and marker, so that colour is never the only cue.

use crate::svg::{Path, Svg};

/// A place in the order of series colours, 1 to 6. Numbers beyond are held to the ends; never cycled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Token(u8);

impl Token {
    /// Series 1 to 6; anything else is the nearest of these.
    pub fn new(place: usize) -> Self {
        Self(place.clamp(1, 6) as u8)
    }

    /// The place, 1 to 6.
    pub fn place(self) -> u8 {
        self.0
    }

    pub(crate) fn line(self) -> String {
        format!("ln c{}", self.0)
    }

    pub(crate) fn band(self) -> String {
        format!("bd f{}", self.0)
    }

    pub(crate) fn fill(self) -> String {
        format!("f{}", self.0)
    }

    pub(crate) fn text(self) -> String {
        format!("t{}", self.0)
    }

    fn dot(self) -> String {
        format!("dot d{}", self.0)
    }
}

/// Draws the hollow mark of a series with its middle at a point; `radius` is half its size, CSS px.
pub(crate) fn mark(svg: &mut Svg, token: Token, (x, y): (f64, f64), radius: f64) {
    let class = token.dot();
    match token.place() {
        1 => svg.circle(&class, (x, y), radius),
        2 => {
            let half = radius * 0.85;
            svg.rect(&class, (x - half, y - half), (2.0 * half, 2.0 * half), 0.0);
        }
        3 => {
            let half = radius * 1.15;
            let path = Path::new()
                .to(x, y - half)
                .line(x + half, y + half * 0.75)
                .line(x - half, y + half * 0.75)
                .close();
            svg.path(&class, &path);
        }
        4 => {
            let half = radius * 1.25;
            let path = Path::new()
                .to(x, y - half)
                .line(x + half, y)
                .line(x, y + half)
                .line(x - half, y)
                .close();
            svg.path(&class, &path);
        }
        5 => {
            let half = radius * 0.9;
            let path = Path::new()
                .to(x - half, y - half)
                .line(x + half, y + half)
                .to(x + half, y - half)
                .line(x - half, y + half);
            svg.path(&class, &path);
        }
        _ => {
            let half = radius * 1.05;
            let path = Path::new()
                .to(x, y - half)
                .v(y + half)
                .to(x - half, y)
                .h(x + half);
            svg.path(&class, &path);
        }
    }
}

/// What a small key in a legend shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A line, with its band behind it.
    Line {
        /// The series.
        token: Token,
        /// Whether a band is shown.
        band: bool,
    },
    /// A hollow mark.
    Mark(Token),
    /// A filled square, for bars.
    Fill(Fill),
}

/// The ground of a bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// Ink: the base or a total.
    Ink,
    /// A series colour.
    Series(Token),
}

impl Fill {
    pub(crate) fn class(self) -> String {
        match self {
            Self::Ink => "dg-ink".to_owned(),
            Self::Series(token) => token.fill(),
        }
    }
}

/// A legend as HTML: a `div.legend` with one key and label each. Labels are escaped.
///
/// ```
/// use podwright_diagram::{Key, Token, legend};
/// let html = legend(&[(Key::Mark(Token::new(2)), "2 × RTX 4090, no peer access")]);
/// assert!(html.starts_with("<div class=\"legend\"><span><svg"));
/// ```
pub fn legend(items: &[(Key, &str)]) -> String {
    let mut out = String::from("<div class=\"legend\">");
    for (key, label) in items {
        let mut svg = Svg::new();
        let width = if matches!(key, Key::Line { .. }) {
            26.0
        } else {
            12.0
        };
        svg.tag("svg")
            .num("width", width)
            .num("height", 12.0)
            .attr("aria-hidden", "true")
            .open();
        match *key {
            Key::Line { token, band } => {
                if band {
                    svg.rect(
                        &format!("{} dg-key", token.band()),
                        (0.0, 1.0),
                        (26.0, 10.0),
                        0.0,
                    );
                }
                svg.path(&token.line(), &Path::new().to(0.0, 6.0).h(26.0));
            }
            Key::Mark(token) => mark(&mut svg, token, (6.0, 6.0), 3.2),
            Key::Fill(fill) => svg.rect(&fill.class(), (1.0, 1.0), (10.0, 10.0), 0.0),
        }
        svg.end("svg");
        out.push_str("<span>");
        out.push_str(&svg.into_string());
        out.push_str(&crate::svg::escape(label));
        out.push_str("</span>");
    }
    out.push_str("</div>");
    out
}
