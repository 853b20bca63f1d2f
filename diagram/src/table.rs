//! Tables that only show: plain data, written as HTML in one place for the planner and its annex.
//!
//! One writer for all of them keeps the planner's module small; a view of its own for each table weighed more than the
//! engine.

use podwright_locales::{Language, Texts};
use podwright_sim_core::report::Basis;

use crate::escape;

fn say(id: &str) -> String {
    Texts::of(Language::English).get(id)
}

/// A cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// What it says.
    pub text: String,
    /// A second line in grey; may be empty.
    pub small: String,
    /// Classes: `r` for numbers.
    pub class: &'static str,
    /// Classes of the second line.
    pub small_class: &'static str,
    /// What an estimate rests on, under the text.
    pub basis: Option<Basis>,
    /// A bar: share of its box from 0 to 1000, and whether it is the slowest.
    pub bar: Option<(u32, bool)>,
    /// A longer bar in grey behind it: what there is in all, from 0 to 1000.
    pub bar_behind: u32,
    /// HTML behind the texts, as a button; whoever gives it has escaped it.
    pub html: String,
    /// Further attributes, written like [`Cell::html`].
    pub attributes: String,
}

impl Cell {
    /// Words.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    /// A number, at the right.
    pub fn number(text: impl Into<String>) -> Self {
        Self {
            class: "r",
            ..Self::new(text)
        }
    }

    /// A number that may be unknown, which is not zero.
    pub fn known(text: Option<String>) -> Self {
        text.map_or_else(
            || Self {
                class: "r wrn",
                ..Self::new(say("planner-unknown"))
            },
            Self::number,
        )
    }

    /// The same with a second line.
    #[must_use]
    pub fn small(mut self, small: impl Into<String>) -> Self {
        self.small = small.into();
        self
    }

    /// The same with a bar below: a share from 0 to 1 of what there is, and whether it is one to look at.
    #[must_use]
    pub fn bar(mut self, share: f64, bad: bool) -> Self {
        self.bar = Some(((share.clamp(0.0, 1.0) * 1000.0).round() as u32, bad));
        self.bar_behind = 1000;
        self
    }

    /// The same with HTML behind the texts, which the caller has escaped.
    #[must_use]
    pub fn html(mut self, html: impl Into<String>) -> Self {
        self.html = html.into();
        self
    }

    /// The same under a name of its own where a phone shows rows as blocks (`.stack`).
    #[must_use]
    pub fn named(mut self, name: &str) -> Self {
        self.attributes = format!(" data-k=\"{}\"", escape(name));
        self
    }
}

/// A row; its first cell names it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// `hit` for the row that decides, `unknown` for one without a figure.
    pub class: &'static str,
    /// The cells.
    pub cells: Vec<Cell>,
}

impl Row {
    /// A row without emphasis.
    pub fn new(cells: Vec<Cell>) -> Self {
        Self { class: "", cells }
    }

    /// The same with a class where a condition holds.
    #[must_use]
    pub fn mark(mut self, class: &'static str, condition: bool) -> Self {
        if condition {
            self.class = class;
        }
        self
    }
}

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Further classes of the table.
    pub class: &'static str,
    /// Heads of the columns.
    pub head: Vec<Cell>,
    /// Rows.
    pub rows: Vec<Row>,
    /// Sums.
    pub foot: Vec<Row>,
}

impl Table {
    /// A table with the heads of its columns as text ids; those that begin with `>` stand over numbers.
    pub fn new(heads: &[&str]) -> Self {
        let head = heads
            .iter()
            .map(|id| match id.strip_prefix('>') {
                Some(id) => Cell::number(say(id)),
                None => Cell::new(say(id)),
            })
            .collect();
        Self {
            head,
            ..Self::default()
        }
    }

    /// The same with rows.
    #[must_use]
    pub fn rows(mut self, rows: Vec<Row>) -> Self {
        self.rows = rows;
        self
    }

    /// The same with sums.
    #[must_use]
    pub fn foot(mut self, rows: Vec<Row>) -> Self {
        self.foot = rows;
        self
    }

    /// The same with a class.
    #[must_use]
    pub fn class(mut self, class: &'static str) -> Self {
        self.class = class;
        self
    }

    /// The table as HTML; every text is escaped.
    pub fn html(&self) -> String {
        let mut out = String::new();
        open(&mut out, "table", self.class, "");
        out.push_str("<thead><tr>");
        for cell in &self.head {
            write_cell(&mut out, "th", " scope=\"col\"", cell);
        }
        out.push_str("</tr></thead><tbody>");
        self.rows.iter().for_each(|row| write_row(&mut out, row));
        out.push_str("</tbody>");
        if !self.foot.is_empty() {
            out.push_str("<tfoot>");
            self.foot.iter().for_each(|row| write_row(&mut out, row));
            out.push_str("</tfoot>");
        }
        out.push_str("</table>");
        out
    }
}

fn open(out: &mut String, name: &str, class: &str, rest: &str) {
    out.push('<');
    out.push_str(name);
    if !class.is_empty() {
        out.push_str(" class=\"");
        out.push_str(class);
        out.push('"');
    }
    out.push_str(rest);
    out.push('>');
}

fn write_row(out: &mut String, row: &Row) {
    open(out, "tr", row.class, "");
    for (i, cell) in row.cells.iter().enumerate() {
        let (name, rest) = if i == 0 {
            ("th", " scope=\"row\"")
        } else {
            ("td", "")
        };
        write_cell(out, name, rest, cell);
    }
    out.push_str("</tr>");
}

fn write_cell(out: &mut String, name: &str, rest: &str, cell: &Cell) {
    open(out, name, cell.class, &[rest, &cell.attributes].concat());
    out.push_str(&escape(&cell.text));
    if !cell.small.is_empty() {
        open(out, "small", cell.small_class, "");
        out.push_str(&escape(&cell.small));
        out.push_str("</small>");
    }
    if let Some(basis) = cell.basis {
        out.push_str("<small>");
        out.push_str(&basis_html(basis));
        out.push_str("</small>");
    }
    if let Some((share, slowest)) = cell.bar {
        let fill = if slowest { "var(--error)" } else { "var(--s1)" };
        out.push_str(
            "<svg viewBox=\"0 0 1000 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\">",
        );
        for (width, fill) in [(cell.bar_behind, "var(--part)"), (share, fill)] {
            out.push_str("<rect x=\"0\" y=\"1\" width=\"");
            out.push_str(&width.to_string());
            out.push_str("\" height=\"8\" fill=\"");
            out.push_str(fill);
            out.push_str("\"/>");
        }
        out.push_str("</svg>");
    }
    out.push_str(&cell.html);
    out.push_str("</");
    out.push_str(name);
    out.push('>');
}

/// How near an estimate is to measurements: filled, half or hollow, with its word.
pub fn basis_html(basis: Basis) -> String {
    let (shape, word) = match basis {
        Basis::Calibrated => (
            "<circle class=\"f\" cx=\"5\" cy=\"5\" r=\"4.5\"/>",
            "planner-basis-calibrated",
        ),
        Basis::Interpolated => (
            "<circle cx=\"5\" cy=\"5\" r=\"4\" fill=\"none\"/><path class=\"f\" d=\"M5 1a4 4 0 0 1 0 8z\"/>",
            "planner-basis-interpolated",
        ),
        Basis::Extrapolated => (
            "<circle cx=\"5\" cy=\"5\" r=\"4\" fill=\"none\"/>",
            "planner-basis-extrapolated",
        ),
    };
    format!(
        "<span class=\"basis\"><svg viewBox=\"0 0 10 10\" aria-hidden=\"true\">{shape}</svg>{}</span>",
        escape(&say(word))
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stay_texts() {
        let table = Table::new(&["planner-col-part", ">planner-col-time"])
            .rows(vec![
                Row::new(vec![
                    Cell::new("<b>\"x\" & y").small("</small>"),
                    Cell::number("1"),
                ])
                .mark("hit", true),
            ])
            .foot(vec![Row::new(vec![Cell::new("Total"), Cell::known(None)])]);
        let html = table.html();
        assert!(html.contains("<tr class=\"hit\"><th scope=\"row\">&lt;b&gt;&quot;x&quot; &amp; y<small>&lt;/small&gt;</small></th><td class=\"r\">1</td></tr>"), "{html}");
        assert!(
            html.contains("<th class=\"r\" scope=\"col\">Time</th>"),
            "{html}"
        );
        assert!(html.contains("<td class=\"r wrn\">unknown</td>"), "{html}");
        assert!(!html.contains("style="), "pages forbid inline styles");
    }

    #[test]
    fn bars_and_marks_carry_no_style() {
        let cell = Cell {
            bar: Some((500, true)),
            basis: Some(Basis::Interpolated),
            ..Cell::new("")
        };
        let html = Table::default().rows(vec![Row::new(vec![cell])]).html();
        assert!(
            html.contains("width=\"500\"") && html.contains("Interpolated"),
            "{html}"
        );
        assert!(!html.contains("style="));
    }
}
