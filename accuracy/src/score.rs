//! From predictions to scores: medians over series, so that a project with many rows counts no more than one with few.

use std::collections::{BTreeMap, BTreeSet};

use podwright_sim_core::design::CollectiveOp;
use serde::Serialize;

use crate::gaps::Gaps;
use crate::predict::{Eligible, Point, Predicted, Prediction};
use crate::series::{self, SeriesScore};
use crate::sources::{self, SourceScore};
use crate::statistics::{mean, median, quantile};
use crate::words::SystemClass;

/// Bands of message sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Band {
    /// Up to 64 KiB.
    #[serde(rename = "le64KiB")]
    UpTo64KiB,
    /// Above that, up to 16 MiB.
    #[serde(rename = "le16MiB")]
    UpTo16MiB,
    /// Above that, under 1 GiB.
    #[serde(rename = "lt1GiB")]
    Under1GiB,
    /// 1 GiB and more.
    #[serde(rename = "ge1GiB")]
    From1GiB,
    /// Every size.
    #[serde(rename = "all")]
    All,
}

impl Band {
    /// Every band, in the order of tables.
    pub const EACH: [Self; 5] = [
        Self::UpTo64KiB,
        Self::UpTo16MiB,
        Self::Under1GiB,
        Self::From1GiB,
        Self::All,
    ];

    /// The band of a size.
    pub fn of(message_bytes: u64) -> Self {
        match message_bytes {
            0..=65_536 => Self::UpTo64KiB,
            65_537..=16_777_216 => Self::UpTo16MiB,
            16_777_217..1_073_741_824 => Self::Under1GiB,
            _ => Self::From1GiB,
        }
    }

    /// The name in results.
    pub fn id(self) -> &'static str {
        match self {
            Self::UpTo64KiB => "le64KiB",
            Self::UpTo16MiB => "le16MiB",
            Self::Under1GiB => "lt1GiB",
            Self::From1GiB => "ge1GiB",
            Self::All => "all",
        }
    }
}

/// Scores over every class, operation and size. Errors are fractions: 0.1 = 10 %.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Overall {
    /// Rows scored.
    pub rows: usize,
    /// Series that they belong to.
    pub series: usize,
    /// Median over series of the median absolute error of their rows; null without rows.
    pub median: Option<f64>,
    /// 90th percentile over series of the same.
    pub p90: Option<f64>,
    /// Share of rows between half and twice the measured time, mean over series without suspect rows.
    pub within_2x: Option<f64>,
    /// Signed error, mean over series without suspect rows.
    pub bias: Option<f64>,
}

/// Rows that count and could not be predicted.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Skipped {
    /// How many.
    pub rows: usize,
    /// Rows that count, these among them.
    pub eligible: usize,
    /// Rows by reason.
    pub reasons: BTreeMap<String, usize>,
}

/// Scores of one class, band and operation. Errors are fractions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClassScore {
    /// Class of systems.
    pub class: SystemClass,
    /// Band of sizes.
    pub band: Band,
    /// Operation by its name in documents, or `all`.
    pub op: &'static str,
    /// Series with rows here.
    pub series: usize,
    /// Rows scored.
    pub rows: usize,
    /// Median over series of the median absolute error of their rows.
    pub median: Option<f64>,
    /// 90th percentile over series of the same.
    pub p90: Option<f64>,
    /// Share of rows within 10 % of the measured time, mean over series without suspect rows.
    pub within_10: Option<f64>,
    /// The same within 25 %.
    pub within_25: Option<f64>,
    /// The same between half and twice.
    pub within_2x: Option<f64>,
    /// Signed error, mean over series without suspect rows.
    pub bias: Option<f64>,
}

/// Scores of one operation and band over every class. Errors are fractions.
#[derive(Clone, Debug, PartialEq)]
pub struct OperationScore {
    /// Operation by its name in documents.
    pub op: &'static str,
    /// Band of sizes.
    pub band: Band,
    /// Series with rows here.
    pub series: usize,
    /// Rows scored.
    pub rows: usize,
    /// Median over series of the median absolute error of their rows.
    pub median: Option<f64>,
    /// 90th percentile over series of the same.
    pub p90: Option<f64>,
    /// Share of rows between half and twice the measured time, mean over series without suspect rows.
    pub within_2x: Option<f64>,
    /// The median of the plain ring on the same rows.
    pub baseline_median: Option<f64>,
}

/// All scores of a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scores {
    /// Over everything.
    pub overall: Overall,
    /// What could not be predicted.
    pub skipped: Skipped,
    /// The plain ring on the same rows.
    pub baseline: Overall,
    /// By class, band and operation, in the order of tables; only those with rows.
    pub classes: Vec<ClassScore>,
    /// By operation and band over every class; only those with rows.
    #[serde(skip)]
    pub operations: Vec<OperationScore>,
    /// Share of rows whose measured time lies inside the 80 % band, mean over series without suspect rows.
    #[serde(skip)]
    pub inside_band: Option<f64>,
    /// By source, the one with most rows first.
    #[serde(skip)]
    pub sources: Vec<SourceScore>,
    /// By series, worst first.
    #[serde(skip)]
    pub series: Vec<SeriesScore>,
    /// Every scored row, for a scatter plot.
    #[serde(skip)]
    pub points: Vec<Point>,
    /// Rows by what was assumed about their system because the source does not state it.
    #[serde(skip)]
    pub assumed: BTreeMap<String, usize>,
    /// Rows by setting of the run that the model does not know.
    #[serde(skip)]
    pub not_modelled: BTreeMap<&'static str, usize>,
    /// What has not been measured.
    #[serde(skip)]
    pub gaps: Gaps,
}

/// The errors of one series in one cell of a table.
#[derive(Default)]
struct Errors {
    /// Of every row.
    all: Vec<f64>,
    /// Of rows whose set-up is sound.
    sound: Vec<f64>,
}

/// Figures of one cell.
struct Cell {
    series: usize,
    rows: usize,
    median: Option<f64>,
    p90: Option<f64>,
    within_10: Option<f64>,
    within_25: Option<f64>,
    within_2x: Option<f64>,
    bias: Option<f64>,
}

/// Scores the rows that `errors` gives an error for.
fn cell<'a>(rows: impl Iterator<Item = (&'a Eligible, f64)>) -> Cell {
    let mut by_series: BTreeMap<&str, Errors> = BTreeMap::new();
    let mut count = 0;
    for (row, error) in rows {
        count += 1;
        let errors = by_series.entry(row.series.as_str()).or_default();
        errors.all.push(error);
        if !row.suspect {
            errors.sound.push(error);
        }
    }
    let medians: Vec<f64> = by_series
        .values()
        .filter_map(|errors| median(&absolute(&errors.all)))
        .collect();
    let share = |holds: fn(f64) -> bool| {
        let shares: Vec<f64> = by_series
            .values()
            .filter(|errors| !errors.sound.is_empty())
            .map(|errors| {
                let held = errors.sound.iter().filter(|error| holds(**error)).count();
                held as f64 / errors.sound.len() as f64
            })
            .collect();
        mean(&shares)
    };
    let biases: Vec<f64> = by_series
        .values()
        .filter_map(|errors| mean(&errors.sound))
        .collect();
    Cell {
        series: by_series.len(),
        rows: count,
        median: median(&medians),
        p90: quantile(&medians, 0.9),
        within_10: share(|error| error.abs() <= 0.10),
        within_25: share(|error| error.abs() <= 0.25),
        within_2x: share(|error| (-0.5..=1.0).contains(&error)),
        bias: mean(&biases),
    }
}

fn absolute(errors: &[f64]) -> Vec<f64> {
    errors.iter().map(|error| error.abs()).collect()
}

fn overall(cell: &Cell) -> Overall {
    Overall {
        rows: cell.rows,
        series: cell.series,
        median: cell.median,
        p90: cell.p90,
        within_2x: cell.within_2x,
        bias: cell.bias,
    }
}

/// The rows that are scored.
fn scored(eligible: &[Eligible]) -> impl Iterator<Item = (&Eligible, &Prediction)> {
    eligible
        .iter()
        .filter(|row| !row.smallest)
        .filter_map(|row| row.outcome.as_ref().ok().map(|known| (row, known)))
}

fn operations(eligible: &[Eligible]) -> Vec<OperationScore> {
    let mut scores = Vec::new();
    for op in CollectiveOp::ALL {
        for band in Band::EACH {
            let rows = || {
                scored(eligible)
                    .filter(|(row, _)| row.op == op && (band == Band::All || row.band() == band))
            };
            let engine = cell(rows().map(|(row, known)| (row, known.error())));
            if engine.rows > 0 {
                let plain = cell(rows().map(|(row, known)| (row, known.baseline_error())));
                scores.push(OperationScore {
                    op: op.id(),
                    band,
                    series: engine.series,
                    rows: engine.rows,
                    median: engine.median,
                    p90: engine.p90,
                    within_2x: engine.within_2x,
                    baseline_median: plain.median,
                });
            }
        }
    }
    scores
}

fn inside_band(eligible: &[Eligible]) -> Option<f64> {
    let mut by_series: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (row, known) in scored(eligible).filter(|(row, _)| !row.suspect) {
        let inside = (known.low_us..=known.high_us).contains(&known.measured_us);
        let held = by_series.entry(row.series.as_str()).or_default();
        held.push(if inside { 1.0 } else { 0.0 });
    }
    let shares: Vec<f64> = by_series.values().filter_map(|held| mean(held)).collect();
    mean(&shares)
}

/// Scores of predicted rows.
pub(crate) fn of(predicted: &Predicted) -> Scores {
    let scored = || scored(&predicted.eligible);
    let mut classes = Vec::new();
    for class in SystemClass::ALL {
        let ops: BTreeSet<&'static str> = scored()
            .filter(|(row, _)| row.class == class)
            .map(|(row, _)| row.op.id())
            .collect();
        for band in Band::EACH {
            let wanted = CollectiveOp::ALL
                .into_iter()
                .map(CollectiveOp::id)
                .filter(|op| ops.contains(op));
            for op in std::iter::once("all").chain(wanted) {
                let cell = cell(
                    scored()
                        .filter(|(row, _)| {
                            row.class == class
                                && (band == Band::All || row.band() == band)
                                && (op == "all" || row.op.id() == op)
                        })
                        .map(|(row, known)| (row, known.error())),
                );
                if cell.rows > 0 {
                    classes.push(ClassScore {
                        class,
                        band,
                        op,
                        series: cell.series,
                        rows: cell.rows,
                        median: cell.median,
                        p90: cell.p90,
                        within_10: cell.within_10,
                        within_25: cell.within_25,
                        within_2x: cell.within_2x,
                        bias: cell.bias,
                    });
                }
            }
        }
    }
    let mut assumed = BTreeMap::new();
    let mut not_modelled = BTreeMap::new();
    for (_, known) in scored() {
        if let Some(text) = &known.system.assumed {
            *assumed.entry(text.clone()).or_default() += 1;
        }
        for name in &known.system.not_modelled {
            *not_modelled.entry(*name).or_default() += 1;
        }
    }
    let series = series::of(&predicted.eligible);
    Scores {
        overall: overall(&cell(scored().map(|(row, known)| (row, known.error())))),
        skipped: skipped(&predicted.eligible),
        baseline: overall(&cell(
            scored().map(|(row, known)| (row, known.baseline_error())),
        )),
        classes,
        operations: operations(&predicted.eligible),
        inside_band: inside_band(&predicted.eligible),
        sources: sources::of(&series),
        series,
        points: predicted.eligible.iter().filter_map(Point::of).collect(),
        assumed,
        not_modelled,
        gaps: Gaps::of(&predicted.eligible),
    }
}

fn skipped(eligible: &[Eligible]) -> Skipped {
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for row in eligible {
        if let Err(reason) = &row.outcome {
            *reasons.entry(reason.clone()).or_default() += 1;
        }
    }
    Skipped {
        rows: reasons.values().sum(),
        eligible: eligible.len(),
        reasons,
    }
}
