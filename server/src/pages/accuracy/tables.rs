//! Scores as rows of tables.

use podwright_accuracy::{Band, ClassScore, OperationScore, Scores, SystemClass};
use podwright_locales::format;

use super::super::frame::Words;
use super::{cloud, number, percent, signed};

/// Most series that are listed by themselves.
const WORST: usize = 20;
/// Most characters of an address that are shown.
const SHOWN: usize = 48;

/// Median and 90th percentile at the sizes of a band.
pub struct Cell {
    /// The name of the band.
    pub band: String,
    pub median: String,
    pub p90: String,
}

/// A class over all operations.
pub struct ClassRow {
    /// Mark and name, HTML.
    pub name: String,
    /// What belongs to it.
    pub note: String,
    pub rows: String,
    pub series: String,
    pub cells: Vec<Cell>,
    pub within_2x: String,
}

/// A class with a line for each band.
pub struct BandGroup {
    pub name: String,
    pub lines: Vec<BandLine>,
}

/// A class and band in full.
pub struct BandLine {
    pub band: String,
    pub rows: String,
    pub series: String,
    pub median: String,
    pub p90: String,
    pub within_10: String,
    pub within_25: String,
    pub within_2x: String,
    pub bias: String,
}

/// An operation over all classes.
pub struct OperationRow {
    pub name: String,
    pub rows: String,
    pub series: String,
    pub cells: Vec<Cell>,
    pub within_2x: String,
    pub plain: String,
}

/// Where a figure was read: a link, or words where no address is recorded.
pub struct Place {
    pub url: Option<String>,
    pub text: String,
}

/// A run.
pub struct WorstRow {
    pub series: String,
    pub suspect: bool,
    pub class: String,
    pub op: String,
    pub gpus: String,
    pub rows: String,
    pub median: String,
    pub bias: String,
    pub place: Place,
}

/// A source with the score of its runs.
pub struct SourceRow {
    pub place: Place,
    pub rows: String,
    pub series: String,
    pub median: String,
}

fn band_name(t: Words, band: Band) -> String {
    t.get(format!("page-accuracy-band-{}", band.id().to_lowercase()))
}

/// The bands of the wide tables: all but the sum.
fn bands_of_columns() -> impl Iterator<Item = Band> {
    Band::EACH.into_iter().filter(|band| *band != Band::All)
}

fn cell(t: Words, band: Band, score: Option<(Option<f64>, Option<f64>)>) -> Cell {
    let (median, p90) = score.unwrap_or_default();
    Cell {
        band: band_name(t, band),
        median: percent(median),
        p90: percent(p90),
    }
}

fn of_class(scores: &Scores, class: SystemClass, band: Band) -> Option<&ClassScore> {
    scores
        .classes
        .iter()
        .find(|score| score.class == class && score.band == band && score.op == "all")
}

/// The classes that have rows.
pub fn classes(t: Words, scores: &Scores) -> Vec<ClassRow> {
    SystemClass::ALL
        .into_iter()
        .filter_map(|class| {
            let all = of_class(scores, class, Band::All)?;
            Some(ClassRow {
                name: cloud::named_mark(t, class),
                note: t.get(format!("page-accuracy-class-{}-note", class.id())),
                rows: number(all.rows),
                series: series(t, all.series),
                cells: bands_of_columns()
                    .map(|band| {
                        let score = of_class(scores, class, band);
                        cell(t, band, score.map(|score| (score.median, score.p90)))
                    })
                    .collect(),
                within_2x: percent(all.within_2x),
            })
        })
        .collect()
}

fn series(t: Words, count: usize) -> String {
    t.with(
        "page-accuracy-series-count",
        &[("n", count.into()), ("count", number(count).into())],
    )
}

/// Every class and band with rows.
pub fn bands(t: Words, scores: &Scores) -> Vec<BandGroup> {
    SystemClass::ALL
        .into_iter()
        .map(|class| BandGroup {
            name: cloud::name(t, class),
            lines: Band::EACH
                .into_iter()
                .filter_map(|band| of_class(scores, class, band))
                .map(|score| BandLine {
                    band: band_name(t, score.band),
                    rows: number(score.rows),
                    series: number(score.series),
                    median: percent(score.median),
                    p90: percent(score.p90),
                    within_10: percent(score.within_10),
                    within_25: percent(score.within_25),
                    within_2x: percent(score.within_2x),
                    bias: score.bias.map_or_else(|| percent(None), signed),
                })
                .collect(),
        })
        .filter(|group| !group.lines.is_empty())
        .collect()
}

fn operation_name(t: Words, op: &str) -> String {
    t.get_or(&format!("page-accuracy-op-{}", op.replace('_', "-")), op)
}

/// The operations that have rows.
pub fn operations(t: Words, scores: &Scores) -> Vec<OperationRow> {
    let of = |op: &str, band: Band| -> Option<&OperationScore> {
        let mut all = scores.operations.iter();
        all.find(|score| score.op == op && score.band == band)
    };
    scores
        .operations
        .iter()
        .filter(|score| score.band == Band::All)
        .map(|all| OperationRow {
            name: operation_name(t, all.op),
            rows: number(all.rows),
            series: series(t, all.series),
            cells: bands_of_columns()
                .map(|band| {
                    let score = of(all.op, band);
                    cell(t, band, score.map(|score| (score.median, score.p90)))
                })
                .collect(),
            within_2x: percent(all.within_2x),
            plain: percent(all.baseline_median),
        })
        .collect()
}

/// The series that are farthest off, worst first.
pub fn worst(t: Words, scores: &Scores) -> Vec<WorstRow> {
    scores
        .series
        .iter()
        .take(WORST)
        .map(|score| WorstRow {
            series: score.series.clone(),
            suspect: score.suspect,
            class: cloud::name(t, score.class),
            op: operation_name(t, score.op),
            gpus: format!("{} × {}", format::count(score.ranks), score.gpu),
            rows: number(score.rows),
            median: format::percent(score.median),
            bias: signed(score.bias),
            place: place(&score.source_url),
        })
        .collect()
}

/// Where the measurements come from.
pub fn sources(scores: &Scores) -> Vec<SourceRow> {
    scores
        .sources
        .iter()
        .map(|source| SourceRow {
            place: place(&source.source_url),
            rows: number(source.rows),
            series: number(source.series),
            median: format::percent(source.median),
        })
        .collect()
}

/// What is no web address is not made a link.
fn place(source: &str) -> Place {
    let Some(rest) = source.strip_prefix("https://") else {
        return Place {
            url: None,
            text: source.to_owned(),
        };
    };
    let rest = rest.trim_start_matches("www.").trim_end_matches('/');
    let length = rest.chars().count();
    let text = if length > SHOWN {
        // Site and owner stand in front, what was read at the end.
        let front: String = rest.chars().take(SHOWN * 3 / 5).collect();
        let end = length + 1 + front.chars().count() - SHOWN;
        format!("{front}…{}", rest.chars().skip(end).collect::<String>())
    } else {
        rest.to_owned()
    };
    Place {
        url: Some(source.to_owned()),
        text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_web_addresses_become_links() {
        for text in [
            "address not recorded",
            "javascript:alert(1)",
            "http://plain.example/",
            "",
        ] {
            let place = place(text);
            assert!(place.url.is_none(), "{text}");
            assert_eq!(place.text, text);
        }
        let short = place("https://www.a.example/log/");
        assert_eq!(short.text, "a.example/log");
        assert_eq!(short.url.as_deref(), Some("https://www.a.example/log/"));
        let long = place(&format!("https://a.example/{}/end", "x".repeat(90)));
        assert!(long.text.starts_with("a.example/xx") && long.text.ends_with("x/end"));
        assert_eq!(long.text.chars().count(), SHOWN);
    }
}
