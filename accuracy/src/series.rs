//! Scores of single runs.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::predict::Eligible;
use crate::statistics::{mean, median};
use crate::words::SystemClass;

/// Measured and predicted at one size.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sample {
    /// Message size.
    pub message_bytes: u64,
    /// Measured time, µs.
    pub measured_us: f64,
    /// Predicted time, µs.
    pub predicted_us: f64,
}

/// Scores of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeriesScore {
    /// The run: the id of its rows without the last number.
    pub series: String,
    /// Class of the system.
    pub class: SystemClass,
    /// Operation, by the name in documents.
    pub op: &'static str,
    /// The GPU, in the source's word.
    pub gpu: String,
    /// Ranks.
    pub ranks: u64,
    /// Rows scored.
    pub rows: usize,
    /// Some rows come from a set-up that is broken or noisy.
    pub suspect: bool,
    /// Median absolute error, a fraction.
    pub median: f64,
    /// Mean signed error, a fraction.
    pub bias: f64,
    /// The smallest, the middle and the largest size.
    pub samples: Vec<Sample>,
    /// Where it was read.
    pub source_url: String,
}

/// Every run with scored rows, worst first.
pub(crate) fn of(eligible: &[Eligible]) -> Vec<SeriesScore> {
    let mut by_series: BTreeMap<&str, Vec<&Eligible>> = BTreeMap::new();
    for row in eligible {
        if !row.smallest && row.outcome.is_ok() {
            by_series.entry(row.series.as_str()).or_default().push(row);
        }
    }
    let mut scores: Vec<SeriesScore> = by_series
        .into_values()
        .filter_map(|rows| one(&rows))
        .collect();
    scores.sort_by(|a, b| {
        b.median
            .total_cmp(&a.median)
            .then_with(|| a.series.cmp(&b.series))
    });
    scores
}

fn one(rows: &[&Eligible]) -> Option<SeriesScore> {
    let first = rows.first()?;
    let known: Vec<_> = rows
        .iter()
        .filter_map(|row| row.outcome.as_ref().ok())
        .collect();
    let errors: Vec<f64> = known.iter().map(|known| known.error()).collect();
    let absolute: Vec<f64> = errors.iter().map(|error| error.abs()).collect();
    let mut samples: Vec<Sample> = rows
        .iter()
        .zip(&known)
        .map(|(row, known)| Sample {
            message_bytes: row.message_bytes,
            measured_us: known.measured_us,
            predicted_us: known.predicted_us,
        })
        .collect();
    samples.sort_by_key(|sample| sample.message_bytes);
    let last = samples.len() - 1;
    let mut places = vec![0, samples.len() / 2, last];
    places.dedup();
    Some(SeriesScore {
        series: first.series.clone(),
        class: first.class,
        op: first.op.id(),
        gpu: first.gpu.clone(),
        ranks: known.first()?.system.group.ranks,
        rows: rows.len(),
        suspect: rows.iter().any(|row| row.suspect),
        median: median(&absolute)?,
        bias: mean(&errors)?,
        samples: places.into_iter().map(|i| samples[i]).collect(),
        source_url: first.source_url.clone(),
    })
}
