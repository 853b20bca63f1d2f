//! Reads drawings back and checks where everything lies.

use podwright_diagram::text;
use roxmltree::{Document, Node};

/// Elements that drawings are made of.
const ELEMENTS: &[&str] = &[
    "svg", "title", "desc", "g", "rect", "path", "circle", "text",
];
/// Attributes that drawings may have.
const ATTRIBUTES: &[&str] = &[
    "class",
    "viewBox",
    "role",
    "aria-labelledby",
    "aria-label",
    "aria-hidden",
    "id",
    "x",
    "y",
    "width",
    "height",
    "rx",
    "cx",
    "cy",
    "r",
    "d",
    "text-anchor",
    "transform",
    "preserveAspectRatio",
    "vector-effect",
    "stroke-width",
    "stroke-dasharray",
    "data-slot",
];
/// How far a stroke or an estimated width may pass the edge, px.
const SLACK: f64 = 1.0;

/// A line of text with its box.
#[derive(Debug)]
pub struct Line {
    pub text: String,
    pub class: String,
    pub y: f64,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Line {
    /// Whether two boxes share more than their edges.
    pub fn covers(&self, other: &Self) -> bool {
        let apart = self.right <= other.left + 0.5
            || other.right <= self.left + 0.5
            || self.bottom <= other.top + 0.5
            || other.bottom <= self.top + 0.5;
        !apart && !self.text.is_empty() && !other.text.is_empty()
    }
}

/// Every `<svg>` in a piece of HTML.
pub fn svgs(html: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = html;
    while let Some(start) = rest.find("<svg") {
        let end = rest[start..].find("</svg>").expect("svg ends") + start + 6;
        out.push(&rest[start..end]);
        rest = &rest[end..];
    }
    out
}

fn attr(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name)
        .and_then(|v| v.parse().ok())
        .unwrap_or(0.0)
}

fn line(node: Node<'_, '_>) -> Line {
    let class = node.attribute("class").unwrap_or_default().to_owned();
    let size = if class.contains("bignum") {
        text::FIGURE
    } else if class.contains("dg-label") {
        text::LABEL
    } else {
        text::SMALL
    };
    let content = node.text().unwrap_or_default().to_owned();
    let strong = [
        "strong",
        "bignum",
        "dg-strong",
        "t1",
        "t2",
        "t3",
        "t4",
        "t5",
        "t6",
    ];
    let bold = class.split(' ').any(|c| strong.contains(&c));
    let width = if bold {
        text::width_strong(&content, size)
    } else {
        text::width(&content, size)
    };
    let (before, behind) = match node.attribute("text-anchor") {
        Some("middle") => (width / 2.0, width / 2.0),
        Some("end") => (width, 0.0),
        _ => (0.0, width),
    };
    // Capitals reach 0.73 em up, descenders 0.24 em down.
    let (up, down) = (0.76 * size, 0.24 * size);
    if let Some(place) = node.attribute("transform") {
        let inner = place
            .strip_prefix("translate(")
            .and_then(|p| p.split(')').next())
            .expect("translate");
        let (x, y) = inner.split_once(' ').expect("two numbers");
        let (x, y): (f64, f64) = (x.parse().expect("x"), y.parse().expect("y"));
        return Line {
            text: content,
            class,
            y,
            left: x - up,
            right: x + down,
            top: y - behind,
            bottom: y + before,
        };
    }
    let (x, y) = (attr(node, "x"), attr(node, "y"));
    Line {
        text: content,
        class,
        y,
        left: x - before,
        right: x + behind,
        top: y - up,
        bottom: y + down,
    }
}

/// All texts of a drawing.
pub fn texts(svg: &str) -> Vec<Line> {
    let parsed = Document::parse(svg).expect("well-formed");
    parsed
        .descendants()
        .filter(|n| n.has_tag_name(("http://www.w3.org/2000/svg", "text")))
        .map(line)
        .collect()
}

/// Corners of a path in absolute coordinates.
fn corners(d: &str) -> Result<Vec<(f64, f64)>, String> {
    let mut out: Vec<(f64, f64)> = Vec::new();
    let mut at = (0.0, 0.0);
    let mut rest = d;
    while !rest.is_empty() {
        let end = rest[1..]
            .find(|c: char| c.is_ascii_alphabetic())
            .map_or(rest.len(), |i| i + 1);
        let (command, values) = (&rest[..1], &rest[1..end]);
        let mut values = values
            .split(' ')
            .filter(|v| !v.is_empty())
            .map(|v| v.parse::<f64>().map_err(|e| format!("{e}: {d}")));
        let mut next = || {
            values
                .next()
                .unwrap_or_else(|| Err(format!("number is missing: {d}")))
        };
        match command {
            "M" | "L" => at = (next()?, next()?),
            "H" => at.0 = next()?,
            "V" => at.1 = next()?,
            "Z" => {}
            other => return Err(format!("command {other} in {d}")),
        }
        out.push(at);
        rest = &rest[end..];
    }
    Ok(out)
}

/// Checks a drawing: well-formed, only known elements and attributes, words for readers, no literal colour, no inline
/// style, every number finite, and everything inside the view box.
pub fn check(svg: &str) -> Result<(), String> {
    let parsed = Document::parse(svg).map_err(|e| e.to_string())?;
    let root = parsed.root_element();
    if root.tag_name().name() != "svg" {
        return Err("root is not svg".into());
    }
    let hidden = root.attribute("aria-hidden") == Some("true") || root.attribute("role").is_none();
    if !hidden && root.attribute("aria-label").is_none() {
        let labels = root.attribute("aria-labelledby").ok_or("no label")?;
        for id in labels.split(' ') {
            if !root.children().any(|n| n.attribute("id") == Some(id)) {
                return Err(format!("nothing has the id {id}"));
            }
        }
    }
    let numbers: Vec<f64> = match root.attribute("viewBox") {
        Some(text) => text.split(' ').filter_map(|v| v.parse().ok()).collect(),
        None => vec![0.0, 0.0, attr(root, "width"), attr(root, "height")],
    };
    let [_, _, width, height] = numbers[..] else {
        return Err("no view box".into());
    };
    let inside = |x: f64, y: f64| {
        x.is_finite()
            && y.is_finite()
            && x >= -SLACK
            && y >= -SLACK
            && x <= width + SLACK
            && y <= height + SLACK
    };
    for node in root.descendants() {
        if node.is_comment() || node.is_pi() {
            return Err("a comment or instruction".into());
        }
        if !node.is_element() {
            continue;
        }
        let name = node.tag_name().name();
        if !ELEMENTS.contains(&name) {
            return Err(format!("element {name}"));
        }
        for a in node.attributes() {
            if !ATTRIBUTES.contains(&a.name()) {
                return Err(format!("attribute {}", a.name()));
            }
            if a.value().contains("NaN") && a.name() != "aria-label" {
                return Err(format!("{}={}", a.name(), a.value()));
            }
        }
        let points = match name {
            "rect" => {
                let (x, y) = (attr(node, "x"), attr(node, "y"));
                vec![(x, y), (x + attr(node, "width"), y + attr(node, "height"))]
            }
            "circle" => {
                let (x, y, r) = (attr(node, "cx"), attr(node, "cy"), attr(node, "r"));
                vec![
                    (x, y),
                    (x.max(r), y.max(r)),
                    (x.min(width - r), y.min(height - r)),
                ]
            }
            "path" => corners(node.attribute("d").unwrap_or_default())?,
            "text" => {
                let line = line(node);
                vec![(line.left, line.top), (line.right, line.bottom)]
            }
            _ => Vec::new(),
        };
        if let Some((x, y)) = points.into_iter().find(|&(x, y)| !inside(x, y)) {
            let what = svg.get(node.range()).unwrap_or_default();
            return Err(format!(
                "({x}, {y}) lies outside {width} × {height}: {what}"
            ));
        }
    }
    Ok(())
}
