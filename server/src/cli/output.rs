//! Writing to the terminal: JSON as it is, tables in aligned columns.

use std::io::{self, Write as _};
use std::path::Path;

use anyhow::Context as _;
use podwright_locales::{Language, Texts};
use podwright_sim_core::Report;
use serde::Serialize;

use super::{CliError, Outcome};

/// Says on standard error what went wrong.
pub fn complain(message: &str) {
    // When even that is closed, the exit code must do.
    let _ = writeln!(io::stderr(), "podwright: {message}");
}

/// Writes to standard output. A reader that has seen enough and is gone changes nothing: the exit code says what the
/// answer is, however much of it was read.
fn write(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// Writes text and a line end to standard output.
pub fn line(text: &str) -> io::Result<()> {
    write(format!("{text}\n").as_bytes())
}

/// What a command on a design came to: the errors of its report are said on standard error.
pub fn outcome(report: &Report) -> Outcome {
    let mut outcome = Outcome::Fine;
    let refused = Texts::of(Language::English).get("page-refused-note");
    for error in report.errors() {
        complain(&format!(
            "{refused}: {}: {} ({})",
            error.code, error.message, error.at
        ));
        outcome = Outcome::Faults;
    }
    outcome
}

/// An amount, with what it says of the whole where a part of that very sum is unknown.
pub fn at_least(incomplete: bool, amount: String) -> String {
    if incomplete {
        Texts::of(Language::English).with("report-at-least", &[("value", amount.into())])
    } else {
        amount
    }
}

/// What a command that has no answer came to: where the design has errors, they are why, and are said.
pub fn no_answer(report: &Report, why: CliError) -> Result<Outcome, CliError> {
    match outcome(report) {
        Outcome::Fine => Err(why),
        faults @ Outcome::Faults => {
            complain(&why.to_string());
            Ok(faults)
        }
    }
}

/// Writes a value as indented JSON to standard output.
pub fn json<T: Serialize>(value: &T) -> Result<(), CliError> {
    let text = serde_json::to_string_pretty(value).map_err(anyhow::Error::from)?;
    Ok(line(&text)?)
}

/// Writes bytes to a file, or to standard output without one.
pub fn bytes(path: Option<&Path>, bytes: &[u8]) -> Result<(), CliError> {
    if let Some(path) = path {
        std::fs::write(path, bytes).with_context(|| format!("{}", path.display()))?;
    } else {
        write(bytes)?;
    }
    Ok(())
}

/// A table: text columns to the left, the others to the right.
pub struct Table {
    rows: Vec<Vec<String>>,
    right: Vec<bool>,
}

impl Table {
    /// A table with these column heads; a head that begins with `>` makes a column of numbers.
    pub fn new(heads: &[&str]) -> Self {
        let right = heads.iter().map(|head| head.starts_with('>')).collect();
        let head = heads
            .iter()
            .map(|head| head.trim_start_matches('>').to_owned())
            .collect();
        Self {
            rows: vec![head],
            right,
        }
    }

    /// Adds a row.
    pub fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.into());
    }

    /// Whether there is nothing but the head.
    pub fn is_empty(&self) -> bool {
        self.rows.len() < 2
    }

    /// The table as text without a line end.
    pub fn text(&self) -> String {
        let columns = self.right.len();
        let width = |column: usize| {
            self.rows
                .iter()
                .map(|row| row[column].chars().count())
                .max()
                .unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut lines = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            let cells = row
                .iter()
                .zip(&widths)
                .zip(&self.right)
                .map(|((cell, width), right)| {
                    let pad = " ".repeat(width - cell.chars().count());
                    if *right {
                        format!("{pad}{cell}")
                    } else {
                        format!("{cell}{pad}")
                    }
                });
            lines.push(cells.collect::<Vec<_>>().join("  ").trim_end().to_owned());
        }
        lines.join("\n")
    }

    /// Writes it to standard output.
    pub fn print(&self) -> io::Result<()> {
        line(&self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_to_the_right() {
        let mut table = Table::new(&["Part", ">Count"]);
        table.row(["a × b".to_owned(), "1,000".to_owned()]);
        table.row(["c".to_owned(), "7".to_owned()]);
        assert_eq!(table.text(), "Part   Count\na × b  1,000\nc          7");
    }
}
