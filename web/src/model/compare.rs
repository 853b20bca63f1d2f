//! Two reports side by side: the design now, and what it began as.

use podwright_sim_core::{Design, Report};

use super::headline::{Headline, headlines};

/// One line of the comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it is.
    pub label: String,
    /// As it began.
    pub before: String,
    /// As it is now.
    pub now: String,
    /// Whether the two differ.
    pub differs: bool,
}

fn written(figure: &Headline) -> String {
    if figure.unit.is_empty() {
        figure.value.clone()
    } else {
        format!("{} {}", figure.value, figure.unit)
    }
}

/// The headline figures of both, by figure; one that only one side has reads "–" on the other.
pub fn rows(before: (&Design, &Report), now: (&Design, &Report)) -> Vec<Row> {
    let old = headlines(before.0, before.1, None);
    let new = headlines(now.0, now.1, None);
    let mut rows: Vec<Row> = new
        .iter()
        .map(|figure| {
            let before = old
                .iter()
                .find(|other| other.key == figure.key)
                .map_or_else(|| "–".to_owned(), written);
            let now = written(figure);
            Row {
                label: figure.label.clone(),
                differs: before != now,
                before,
                now,
            }
        })
        .collect();
    for figure in &old {
        if !new.iter().any(|other| other.key == figure.key) {
            rows.push(Row {
                label: figure.label.clone(),
                before: written(figure),
                now: "–".to_owned(),
                differs: true,
            });
        }
    }
    rows
}
