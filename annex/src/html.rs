//! Tables and sections as HTML in the page's own classes; every text from outside is escaped here.

use podwright_diagram::escape;

/// A cell.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cell {
    text: String,
    small: String,
    number: bool,
    bar: Option<(f64, bool)>,
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
            number: true,
            ..Self::new(text)
        }
    }

    /// The same with a second line in grey.
    pub fn small(mut self, small: impl Into<String>) -> Self {
        self.small = small.into();
        self
    }

    /// The same with a bar below: a share from 0 to 1, and whether it is one to look at.
    pub fn bar(mut self, share: f64, bad: bool) -> Self {
        self.bar = Some((share, bad));
        self
    }

    fn html(&self, tag: &str, scope: &str) -> String {
        let class = if self.number { " class=\"r\"" } else { "" };
        let text = escape(&self.text);
        let small = if self.small.is_empty() {
            String::new()
        } else {
            format!("<small>{}</small>", escape(&self.small))
        };
        let bar = self.bar.map(|(share, bad)| {
            let fill = if bad { "var(--error)" } else { "var(--s1)" };
            let width = (share.clamp(0.0, 1.0) * 1000.0).round();
            format!(
                "<svg viewBox=\"0 0 1000 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect x=\"0\" y=\"1\" \
                 width=\"1000\" height=\"8\" fill=\"var(--part)\"/><rect x=\"0\" y=\"1\" width=\"{width}\" height=\"8\" \
                 fill=\"{fill}\"/></svg>"
            )
        });
        let bar = bar.unwrap_or_default();
        format!("<{tag}{class}{scope}>{text}{small}{bar}</{tag}>")
    }
}

/// A table in a region that scrolls.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    head: Vec<Cell>,
    rows: Vec<(bool, Vec<Cell>)>,
}

impl Table {
    /// A table with the heads of its columns.
    pub fn new(head: Vec<Cell>) -> Self {
        Self {
            head,
            rows: Vec::new(),
        }
    }

    /// Adds a row; its first cell names it. `hit` marks the one that counts.
    pub fn row(&mut self, hit: bool, cells: Vec<Cell>) {
        self.rows.push((hit, cells));
    }

    /// The table in its region, named for those who jump from region to region.
    pub fn html(&self, label: &str) -> String {
        // Tables with bars share the columns of those about hops.
        let bars = self
            .rows
            .iter()
            .flat_map(|(_, cells)| cells)
            .any(|cell| cell.bar.is_some());
        let class = if bars { " class=\"hops\"" } else { "" };
        let mut out = format!(
            "<div class=\"tw\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table{class}><thead><tr>",
            escape(label)
        );
        for cell in &self.head {
            out += &cell.html("th", " scope=\"col\"");
        }
        out += "</tr></thead><tbody>";
        for (hit, cells) in &self.rows {
            out += if *hit { "<tr class=\"hit\">" } else { "<tr>" };
            for (at, cell) in cells.iter().enumerate() {
                let (tag, scope) = if at == 0 {
                    ("th", " scope=\"row\"")
                } else {
                    ("td", "")
                };
                out += &cell.html(tag, scope);
            }
            out += "</tr>";
        }
        out += "</tbody></table></div>";
        out
    }
}

/// A section of a view: its heading, what stands in it, and a note below.
pub(crate) fn section(heading: &str, body: &str, note: &str) -> String {
    let note = if note.is_empty() {
        String::new()
    } else {
        format!("<p class=\"note pl-gap\">{}</p>", escape(note))
    };
    format!(
        "<div class=\"sec\"><h3 class=\"pl-tablehead\">{}</h3>{body}{note}</div>",
        escape(heading)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stay_texts() {
        let mut table = Table::new(vec![Cell::new("<a>"), Cell::number("b")]);
        table.row(
            true,
            vec![Cell::new("\"x\" & y"), Cell::number("1").bar(0.5, true)],
        );
        let html = section("<h>", &table.html("l\"<"), "<n>");
        for escaped in [
            "&lt;a&gt;",
            "&quot;x&quot; &amp; y",
            "l&quot;&lt;",
            "&lt;h&gt;",
            "&lt;n&gt;",
        ] {
            assert!(html.contains(escaped), "{escaped} is not in {html}");
        }
        assert!(html.contains("width=\"500\""));
        assert!(!html.contains("style="), "pages forbid inline styles");
    }
}
