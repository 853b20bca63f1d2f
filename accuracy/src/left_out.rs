//! The model with a source or a run left out of its fit: how far off it is where it has not looked.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

use serde::Serialize;

use podwright_sim_core::collective::{Band as Factors, Family, MODEL, Model, band, candidates};

use crate::fit::{fit, prior};
use crate::predict::{Eligible, predict};
use crate::read::read;
use crate::score::Band;
use crate::statistics::{mean, median};
use crate::words::SystemClass;
use crate::{AccuracyError, Options};

/// Median over runs when every source in turn is left out of the fit, on the measurements that ship; a fraction. A test
/// works it out anew.
pub const LEFT_OUT_MEDIAN: f64 = 0.089;
/// Share of left-out rows whose measured time lies inside the band, mean over runs; a fraction.
pub const LEFT_OUT_INSIDE: f64 = 0.847;

/// A row and what a model said that never saw its source (or its run).
#[derive(Clone, Debug, PartialEq)]
pub struct LeftOut {
    /// The source that was left out.
    pub source: String,
    /// The run.
    pub series: String,
    /// Class of the system.
    pub class: SystemClass,
    /// Operation, by the name in documents.
    pub op: &'static str,
    /// What decides how sure an estimate is.
    pub family: Family,
    /// Size band.
    pub band: Band,
    /// GPUs.
    pub ranks: u64,
    /// Nodes or racks.
    pub nodes: u64,
    /// The source's set-up is broken or noisy.
    pub suspect: bool,
    /// Message size.
    pub message_bytes: u64,
    /// Measured time, µs.
    pub measured_us: f64,
    /// Predicted time, µs.
    pub predicted_us: f64,
    /// Factors of the band around it.
    pub factors: Factors,
}

/// A run and what constants say of it that were fitted to the other runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LeftOutRun {
    /// The run.
    pub series: String,
    /// Rows of other runs that the constants were fitted to.
    pub fitted_rows: usize,
    /// Their runs.
    pub fitted_series: usize,
    /// Median absolute error with those constants, a fraction.
    pub median: f64,
    /// The same with the constants in use.
    pub median_in_use: f64,
    /// By size.
    pub rows: Vec<LeftOutRow>,
}

/// One size of such a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LeftOutRow {
    /// Message size.
    pub message_bytes: u64,
    /// Measured time, µs.
    pub measured_us: f64,
    /// Predicted time with the run left out, µs.
    pub predicted_us: f64,
    /// Predicted time with the constants in use, µs.
    pub in_use_us: f64,
}

/// Most rows that constants are fitted to on request.
pub const MAX_FIT_ROWS: usize = 20_000;

/// Rows ready to be fitted.
pub struct Runs {
    eligible: Vec<Eligible>,
}

impl Runs {
    /// The scored rows of a file.
    ///
    /// # Errors
    /// As [`crate::score()`].
    pub fn read(reader: impl Read, options: &Options) -> Result<Self, AccuracyError> {
        let rows = read(reader)?;
        let mut eligible = predict(&rows, options)?.eligible;
        eligible.retain(|row| !row.smallest && row.outcome.is_ok());
        Ok(Self { eligible })
    }

    /// Every source.
    pub fn sources(&self) -> BTreeSet<String> {
        self.eligible.iter().map(source).collect()
    }

    /// Every run.
    pub fn series(&self) -> BTreeSet<String> {
        self.eligible.iter().map(|row| row.series.clone()).collect()
    }

    /// Fits the constants to the other runs and says how far off they are on this one.
    ///
    /// # Errors
    /// When there is no such run with scored rows, no other run, or more than [`MAX_FIT_ROWS`] rows.
    pub fn leave_out(&self, series: &str) -> Result<LeftOutRun, AccuracyError> {
        let known = self.series();
        if !known.contains(series) {
            return Err(AccuracyError::NoSuchSeries {
                series: series.to_owned(),
                some: known.into_iter().take(5).collect(),
            });
        }
        if self.eligible.len() > MAX_FIT_ROWS {
            return Err(AccuracyError::TooManyToFit {
                rows: self.eligible.len(),
                limit: MAX_FIT_ROWS,
            });
        }
        if known.len() < 2 {
            return Err(AccuracyError::NothingToFit);
        }
        let left = self.of_series(&self.fit_without_series(series), series);
        let in_use = self.of_series(&MODEL, series);
        Ok(LeftOutRun {
            series: series.to_owned(),
            fitted_rows: self.eligible.len() - left.len(),
            fitted_series: known.len() - 1,
            median: median_error(&left).unwrap_or_default(),
            median_in_use: median_error(&in_use).unwrap_or_default(),
            rows: left
                .iter()
                .zip(&in_use)
                .map(|(left, in_use)| LeftOutRow {
                    message_bytes: left.message_bytes,
                    measured_us: left.measured_us,
                    predicted_us: left.predicted_us,
                    in_use_us: in_use.predicted_us,
                })
                .collect(),
        })
    }

    /// The constants that fit all rows, from the constants in use and from their priors.
    pub fn fit(&self) -> Model {
        let rows: Vec<&Eligible> = self.eligible.iter().collect();
        fit(&rows, &[MODEL, prior()])
    }

    /// The constants that fit the rows of other sources. Only the priors are a start: the constants in use have seen it.
    pub fn fit_without_source(&self, source_left_out: &str) -> Model {
        self.fit_where(|row| source(row) != source_left_out)
    }

    /// The constants that fit the rows of other runs.
    pub fn fit_without_series(&self, series: &str) -> Model {
        self.fit_where(|row| row.series != series)
    }

    fn fit_where(&self, keep: impl Fn(&Eligible) -> bool) -> Model {
        let rows: Vec<&Eligible> = self.eligible.iter().filter(|row| keep(row)).collect();
        fit(&rows, &[prior()])
    }

    /// What a model says of the rows of a source.
    pub fn of_source(&self, model: &Model, wanted: &str) -> Vec<LeftOut> {
        self.under(model, |row| source(row) == wanted)
    }

    /// What a model says of the rows of a run.
    pub fn of_series(&self, model: &Model, wanted: &str) -> Vec<LeftOut> {
        self.under(model, |row| row.series == wanted)
    }

    /// What a model says of every row.
    pub fn all(&self, model: &Model) -> Vec<LeftOut> {
        self.under(model, |_| true)
    }

    fn under(&self, model: &Model, keep: impl Fn(&Eligible) -> bool) -> Vec<LeftOut> {
        self.eligible
            .iter()
            .filter(|row| keep(row))
            .filter_map(|row| {
                let known = row.outcome.as_ref().ok()?;
                let group = &known.system.group;
                let all = candidates(model, group, row.op, row.message_bytes);
                Some(LeftOut {
                    source: source(row),
                    series: row.series.clone(),
                    class: row.class,
                    op: row.op.id(),
                    family: Family::of(group),
                    band: row.band(),
                    ranks: group.ranks,
                    nodes: group.nodes,
                    suspect: row.suspect,
                    message_bytes: row.message_bytes,
                    measured_us: known.measured_us,
                    predicted_us: all.taken()?.time_us,
                    factors: band(group, row.op, row.message_bytes),
                })
            })
            .collect()
    }

    /// Runs and sources that a constant's value matters to: where a tenth more moves a prediction by a thousandth.
    pub fn support(&self, set: &str, name: &str) -> (usize, usize) {
        let mut moved = MODEL;
        if let Some(place) = moved.place(set, name) {
            *place *= 1.1;
        }
        let mut series = BTreeSet::new();
        let mut sources = BTreeSet::new();
        for (row, (with, without)) in self
            .eligible
            .iter()
            .zip(self.all(&moved).iter().zip(self.all(&MODEL).iter()))
        {
            if (with.predicted_us / without.predicted_us - 1.0).abs() > 1e-3 {
                series.insert(row.series.clone());
                sources.insert(source(row));
            }
        }
        (series.len(), sources.len())
    }
}

/// Median over runs of the median absolute error of their rows.
pub fn median_error(rows: &[LeftOut]) -> Option<f64> {
    let mut by_series: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for row in rows {
        by_series
            .entry(row.series.as_str())
            .or_default()
            .push((row.predicted_us / row.measured_us - 1.0).abs());
    }
    let medians: Vec<f64> = by_series
        .values()
        .filter_map(|errors| median(errors))
        .collect();
    median(&medians)
}

/// Share of rows of sound set-ups inside their band, mean over runs.
pub fn inside_band(rows: &[LeftOut]) -> Option<f64> {
    let mut by_series: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for row in rows.iter().filter(|row| !row.suspect) {
        let factor = row.measured_us / row.predicted_us;
        let inside = (row.factors.low..=row.factors.high).contains(&factor);
        by_series
            .entry(row.series.as_str())
            .or_default()
            .push(if inside { 1.0 } else { 0.0 });
    }
    let shares: Vec<f64> = by_series.values().filter_map(|held| mean(held)).collect();
    mean(&shares)
}

/// Who published a row: the repository or site of its address; where no address is known, the first word of its run.
fn source(row: &Eligible) -> String {
    let address = row
        .source_url
        .strip_prefix("https://")
        .or_else(|| row.source_url.strip_prefix("http://"));
    match address {
        Some(address) => {
            let parts: Vec<&str> = address.split('/').take(3).collect();
            parts.join("/")
        }
        None => row.series.split('-').next().unwrap_or_default().to_owned(),
    }
}
