//! Tables in regions, sections and controls as HTML in the page's own classes. Tables are written by the planner's own
//! writer; every text from outside is escaped there and here.
//!
//! Controls do nothing by themselves: the page hears of clicks and choices on what carries `data-do` and acts
//! (`web/src/view/asked.rs`).

use podwright_diagram::escape;
pub(crate) use podwright_diagram::table::Cell;
use podwright_diagram::table::{Row, Table as Written};

use crate::words::say;

/// A table in a region that scrolls.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table(Written);

impl Table {
    /// A table with the heads of its columns.
    pub fn new(head: Vec<Cell>) -> Self {
        Self(Written {
            head,
            ..Written::default()
        })
    }

    /// A table with the heads of its columns as text ids; those that begin with `>` stand over numbers.
    pub fn of(heads: &[&str]) -> Self {
        Self(Written::new(heads))
    }

    /// The same with a class.
    pub fn class(mut self, class: &'static str) -> Self {
        self.0.class = class;
        self
    }

    /// Adds a row; its first cell names it. `hit` marks the one that counts.
    pub fn row(&mut self, hit: bool, cells: Vec<Cell>) {
        self.row_as(if hit { "hit" } else { "" }, cells);
    }

    /// Adds a row with a class.
    pub fn row_as(&mut self, class: &'static str, cells: Vec<Cell>) {
        self.0.rows.push(Row { class, cells });
    }

    /// Adds a heading over the rows that follow, with their sum in the last column.
    pub fn group(&mut self, name: &str, sum: Cell) {
        let cell = Cell {
            attributes: format!(" colspan=\"{}\"", self.0.head.len() - 1),
            ..Cell::new(name)
        };
        self.row_as("sub", vec![cell, sum]);
    }

    /// Adds a sum.
    pub fn foot(&mut self, cells: Vec<Cell>) {
        self.0.foot.push(Row::new(cells));
    }

    /// The table in its region, named for those who jump from region to region.
    pub fn html(&self, label: &str) -> String {
        let cells = || self.0.rows.iter().flat_map(|row| &row.cells);
        // Tables with bars share the columns of those about hops.
        let hops = self.0.class.is_empty() && cells().any(|cell| cell.bar.is_some());
        let table = if hops {
            self.0.clone().class("hops").html()
        } else {
            self.0.html()
        };
        format!(
            "<div class=\"tw\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">{table}</div>",
            escape(label)
        )
    }
}

/// A section of a view: its heading, what stands in it, and a note below.
pub(crate) fn section(heading: &str, body: &str, note: &str) -> String {
    headed(heading, "", body, note)
}

/// The same with controls beside the heading.
pub(crate) fn headed(heading: &str, controls: &str, body: &str, note: &str) -> String {
    let heading = escape(heading);
    let head = if controls.is_empty() {
        format!("<h3 class=\"pl-tablehead\">{heading}</h3>")
    } else {
        format!(
            "<div class=\"sechead pl-wraphead\"><h3>{heading}</h3><span class=\"btnrow\">{controls}</span></div>"
        )
    };
    let note = if note.is_empty() {
        String::new()
    } else {
        format!("<p class=\"note pl-gap\">{}</p>", escape(note))
    };
    format!("<div class=\"sec\">{head}{body}{note}</div>")
}

/// A drawing in a region that scrolls.
pub(crate) fn figure(label: &str, svg: &str) -> String {
    drawing("scroll", label, svg)
}

/// A drawing that was drawn for the width of the view; wider only where it can't be narrower.
pub(crate) fn fitted(label: &str, svg: &str) -> String {
    drawing("scroll fits", label, svg)
}

fn drawing(class: &str, label: &str, svg: &str) -> String {
    format!(
        "<figure><div class=\"{class}\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">{svg}</div></figure>",
        escape(label)
    )
}

/// A sum that lacks what a part without a price costs says so.
pub(crate) fn sum_of(cell: Cell, incomplete: bool) -> Cell {
    if !incomplete {
        return cell;
    }
    Cell {
        small_class: "wrn",
        ..cell.small(say("planner-incomplete"))
    }
}

/// A button: what the page does on a click and to what, its words, and a longer name for readers.
pub(crate) struct Button<'a> {
    pub does: &'a str,
    pub of: &'a str,
    pub words: &'a str,
    pub name: &'a str,
    pub class: &'a str,
    pub id: &'a str,
}

impl Button<'_> {
    pub fn html(&self) -> String {
        let id = if self.id.is_empty() {
            String::new()
        } else {
            format!(" id=\"{}\"", escape(self.id))
        };
        format!(
            "<button type=\"button\" class=\"btn small {}\"{id} data-do=\"{}\" data-of=\"{}\" data-name=\"{name}\" \
             aria-label=\"{name}\">{}</button>",
            self.class,
            escape(self.does),
            escape(self.of),
            escape(self.words),
            name = escape(self.name),
        )
    }
}

/// Files of the saved design: what they hold, and the formats that they come in.
pub(crate) fn files(what: &str, label: &str, formats: &[&str]) -> String {
    formats
        .iter()
        .map(|format| {
            let words = format.to_ascii_uppercase();
            Button {
                does: "file",
                of: &format!("{what}.{format}"),
                words: &words,
                name: &crate::words::say_with(
                    "annex-file",
                    &[("what", label.into()), ("format", words.as_str().into())],
                ),
                class: "",
                id: "",
            }
            .html()
        })
        .collect()
}

/// A list to choose from; the choice goes into the next question under its key.
pub(crate) fn choice(key: &str, label: &str, options: &[(String, String)], chosen: &str) -> String {
    let option = |(value, words): &(String, String)| {
        let selected = if value == chosen { " selected" } else { "" };
        let (value, words) = (escape(value), escape(words));
        format!("<option value=\"{value}\"{selected}>{words}</option>")
    };
    let options = options.iter().map(option).collect::<Vec<_>>().concat();
    format!(
        "<select class=\"inp pl-auto\" id=\"view-{key}\" data-do=\"view\" data-of=\"{key}\" aria-label=\"{}\">{options}</select>",
        escape(label)
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
        table.group("<g>", Cell::number("1"));
        let html = section("<h>", &table.html("l\"<"), "<n>");
        for escaped in [
            "&lt;a&gt;",
            "&lt;g&gt;",
            "&quot;x&quot; &amp; y",
            "l&quot;&lt;",
            "&lt;h&gt;",
            "&lt;n&gt;",
        ] {
            assert!(html.contains(escaped), "{escaped} is not in {html}");
        }
        assert!(html.contains("width=\"500\"") && html.contains(" colspan=\"1\""));
        assert!(!html.contains("style="), "pages forbid inline styles");
    }

    #[test]
    fn controls_stay_controls() {
        let button = Button {
            does: "price",
            of: "\"><script>",
            words: "<b>",
            name: "\"n",
            class: "quiet",
            id: "f-\"x",
        }
        .html();
        let list = choice("key", "<l>", &[("\"".to_owned(), "<o>".to_owned())], "\"");
        assert!(
            !button.contains("<script>") && !button.contains("<b>"),
            "{button}"
        );
        assert!(button.contains("data-do=\"price\""));
        assert!(
            list.contains("<option value=\"&quot;\" selected>&lt;o&gt;</option>"),
            "{list}"
        );
    }
}
