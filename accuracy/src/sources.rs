//! Where the measurements come from, with the score of each place.

use std::collections::BTreeMap;

use crate::series::SeriesScore;
use crate::statistics::median;

/// The runs of one source.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceScore {
    /// An address, or the source's word where none is recorded.
    pub source_url: String,
    /// Series with scored rows.
    pub series: usize,
    /// Rows scored.
    pub rows: usize,
    /// Median over series of their median absolute error, a fraction.
    pub median: f64,
}

/// Every source of the scored series, the one with most rows first.
pub(crate) fn of(series: &[SeriesScore]) -> Vec<SourceScore> {
    let mut by_source: BTreeMap<&str, Vec<&SeriesScore>> = BTreeMap::new();
    for score in series {
        by_source.entry(&score.source_url).or_default().push(score);
    }
    let mut scores: Vec<SourceScore> = by_source
        .into_iter()
        .filter_map(|(url, series)| {
            let medians: Vec<f64> = series.iter().map(|score| score.median).collect();
            Some(SourceScore {
                source_url: url.to_owned(),
                series: series.len(),
                rows: series.iter().map(|score| score.rows).sum(),
                median: median(&medians)?,
            })
        })
        .collect();
    // Stable: equal ones stay in the order of their addresses.
    scores.sort_by_key(|score| std::cmp::Reverse(score.rows));
    scores
}
