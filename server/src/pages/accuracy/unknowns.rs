//! What was assumed, skipped and never measured.

use std::collections::BTreeMap;

use podwright_accuracy::{Band, Scores, SystemClass};
use podwright_locales::format;

use super::super::frame::Words;
use super::{cloud, number};

/// Something that no log covers.
pub struct Unknown {
    pub what: String,
    pub more: String,
}

/// How far the logs of a class reach.
pub struct Reach {
    pub class: String,
    pub series: String,
    pub gpus: String,
    pub nodes: String,
}

/// A reason with the number of its rows.
pub struct Counted {
    pub what: String,
    pub rows: String,
}

/// Reasons, the one with most rows first.
pub fn counted(reasons: &BTreeMap<impl AsRef<str>, usize>) -> Vec<Counted> {
    let mut reasons: Vec<(&str, usize)> = reasons
        .iter()
        .map(|(what, rows)| (what.as_ref(), *rows))
        .collect();
    reasons.sort_by_key(|(_, rows)| std::cmp::Reverse(*rows));
    reasons
        .into_iter()
        .map(|(what, rows)| Counted {
            what: what.to_owned(),
            rows: number(rows),
        })
        .collect()
}

fn names(items: &[(String, String)]) -> String {
    let names: Vec<&str> = items.iter().map(|(_, name)| name.as_str()).collect();
    // Titles have commas of their own.
    names.join("; ")
}

/// Everything without a log.
pub fn list(t: Words, scores: &Scores) -> Vec<Unknown> {
    let gaps = &scores.gaps;
    let mut list = Vec::new();
    let mut add = |what: String, more: String| list.push(Unknown { what, more });
    let missing: Vec<String> = SystemClass::ALL
        .into_iter()
        .filter(|class| {
            !scores
                .classes
                .iter()
                .any(|score| score.class == *class && score.band == Band::All)
        })
        .map(|class| cloud::name(t, class))
        .collect();
    if !missing.is_empty() {
        add(t.get("page-accuracy-no-class"), missing.join("; "));
    }
    if !gaps.templates.is_empty() {
        let count = [
            ("n", gaps.templates.len().into()),
            ("count", number(gaps.templates.len()).into()),
        ];
        add(
            t.with("page-accuracy-no-template", &count),
            names(&gaps.templates),
        );
    }
    if !gaps.gpus.is_empty() {
        let count = [
            ("n", gaps.gpus.len().into()),
            ("count", number(gaps.gpus.len()).into()),
        ];
        add(t.with("page-accuracy-no-gpu", &count), names(&gaps.gpus));
    }
    if let Some(gbit_s) = gaps.fastest_port_gbit_s {
        let rate = [("rate", format::count(gbit_s).into())];
        add(
            t.with("page-accuracy-no-port", &rate),
            t.get("page-accuracy-no-port-more"),
        );
    }
    if !gaps.racks.is_empty() {
        let racks: Vec<String> = gaps.racks.iter().map(|n| format::count(*n)).collect();
        add(
            t.get("page-accuracy-no-racks"),
            t.with(
                "page-accuracy-no-racks-more",
                &[("racks", racks.join(", ").into())],
            ),
        );
    }
    list
}

/// How far the logs of each class reach.
pub fn reach(t: Words, scores: &Scores) -> Vec<Reach> {
    scores
        .gaps
        .spans
        .iter()
        .map(|span| Reach {
            class: cloud::name(t, span.class),
            series: number(span.series),
            gpus: format::count(span.most_ranks),
            nodes: format::count(span.most_nodes),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_with_most_rows_come_first() {
        let reasons = BTreeMap::from([("a", 1), ("b", 2_000), ("c", 1)]);
        let found: Vec<(String, String)> = counted(&reasons)
            .into_iter()
            .map(|counted| (counted.what, counted.rows))
            .collect();
        let text = |what: &str, rows: &str| (what.to_owned(), rows.to_owned());
        assert_eq!(found, [text("b", "2,000"), text("a", "1"), text("c", "1")]);
    }
}
