//! Scores as text for a terminal.

use std::fmt::Write;

use crate::score::{Band, Overall, Scores};
use crate::words::SystemClass;

fn percent(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{:.1} %", value * 100.0))
}

/// Scores by class and band, the overall line beside the plain ring, and what was skipped.
pub fn table(scores: &Scores) -> String {
    let mut text = String::new();
    line(
        &mut text,
        &[
            "class",
            "band",
            "op",
            "series",
            "rows",
            "median",
            "p90",
            "within 10 %",
            "within 25 %",
            "within 2x",
            "bias",
        ],
    );
    for score in &scores.classes {
        line(
            &mut text,
            &[
                score.class.id(),
                score.band.id(),
                score.op,
                &score.series.to_string(),
                &score.rows.to_string(),
                &percent(score.median),
                &percent(score.p90),
                &percent(score.within_10),
                &percent(score.within_25),
                &percent(score.within_2x),
                &percent(score.bias),
            ],
        );
    }
    let mut over = |name: &str, overall: &Overall| {
        line(
            &mut text,
            &[
                name,
                Band::All.id(),
                "all",
                &overall.series.to_string(),
                &overall.rows.to_string(),
                &percent(overall.median),
                &percent(overall.p90),
                "",
                "",
                &percent(overall.within_2x),
                &percent(overall.bias),
            ],
        );
    };
    over("overall", &scores.overall);
    over("plain ring", &scores.baseline);
    let skipped = &scores.skipped;
    let _ = writeln!(
        text,
        "skipped {} of {} rows",
        skipped.rows, skipped.eligible
    );
    for (reason, rows) in &skipped.reasons {
        let _ = writeln!(text, "  {rows} {reason}");
    }
    for (what, rows) in &scores.assumed {
        let _ = writeln!(text, "assumed for {rows} rows: {what}");
    }
    for (what, rows) in &scores.not_modelled {
        let _ = writeln!(text, "not modelled, {rows} rows: {what}");
    }
    text
}

/// The series, worst first: errors, and measured beside predicted at the smallest, the middle and the largest size.
pub fn series_table(scores: &Scores) -> String {
    let width = scores
        .series
        .iter()
        .map(|score| score.series.chars().count())
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    for score in &scores.series {
        let samples: Vec<String> = score
            .samples
            .iter()
            .map(|sample| {
                format!(
                    "{} B {:.1}/{:.1}",
                    sample.message_bytes, sample.measured_us, sample.predicted_us
                )
            })
            .collect();
        let _ = writeln!(
            text,
            "{:width$}  {:15}  {:14}  {:4} ranks  {:3} rows  median {:>8}  bias {:>8}{}  measured/predicted us: {}",
            score.series,
            score.class.id(),
            score.op,
            score.ranks,
            score.rows,
            percent(Some(score.median)),
            percent(Some(score.bias)),
            if score.suspect { "  suspect" } else { "" },
            samples.join(", ")
        );
    }
    text
}

/// Columns as wide as their longest usual content.
fn line(text: &mut String, cells: &[&str; 11]) {
    const WIDTHS: [usize; 11] = [15, 7, 14, 6, 5, 8, 8, 11, 11, 9, 8];
    let mut row = String::new();
    for (i, (cell, width)) in cells.iter().zip(WIDTHS).enumerate() {
        let gap = if i == 0 { "" } else { "  " };
        if i < 3 {
            let _ = write!(row, "{gap}{cell:width$}");
        } else {
            let _ = write!(row, "{gap}{cell:>width$}");
        }
    }
    text.push_str(row.trim_end());
    text.push('\n');
}

/// One line a class: the median in each band and the share within twice, as targets are written.
pub fn summary_table(scores: &Scores) -> String {
    let mut text = format!(
        "{:15}  {:>9}  {:>9}  {:>9}  {:>9}  {:>9}\n",
        "class", "le64KiB", "le16MiB", "lt1GiB", "ge1GiB", "within 2x"
    );
    for class in SystemClass::ALL {
        let of = |band: Band| {
            scores
                .classes
                .iter()
                .find(|score| score.class == class && score.band == band && score.op == "all")
        };
        let Some(all) = of(Band::All) else { continue };
        let _ = write!(text, "{:15}", class.id());
        for band in &Band::EACH[..4] {
            let median = of(*band).and_then(|score| score.median);
            let _ = write!(text, "  {:>9}", percent(median));
        }
        let _ = writeln!(text, "  {:>9}", percent(all.within_2x));
    }
    text
}
