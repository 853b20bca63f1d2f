//! How far predictions are from what people measured: scores of collective times by class of system, beside those of a
//! plain ring.
//!
//! A file of measurements (see `measurements/README.md` for its columns) goes in, [`Scores`] come out. Every row is mapped
//! to the engine by what its system is made of; a row that can't be is counted with the reason. [`Runs`] fits the constants
//! of the model to such a file, also with a source or a run left out.

mod baseline;
mod builtin;
mod error;
mod fit;
mod gaps;
mod left_out;
mod measured;
mod predict;
mod read;
mod score;
mod series;
mod sources;
mod statistics;
mod system;
mod table;
mod words;

#[cfg(test)]
mod tests;

use std::io::Read;

pub use builtin::{MEASUREMENTS, builtin};
pub use error::AccuracyError;
pub use gaps::{Gaps, Span};
pub use left_out::{
    LEFT_OUT_INSIDE, LEFT_OUT_MEDIAN, LeftOut, LeftOutRow, LeftOutRun, MAX_FIT_ROWS, Runs,
    inside_band, median_error,
};
pub use measured::{builtin_runs, runs, runs_of};
pub use predict::{Point, RowResult};
pub use read::{MAX_BYTES, MAX_ROWS};
pub use score::{Band, ClassScore, OperationScore, Overall, Scores, Skipped};
pub use series::{Sample, SeriesScore};
pub use sources::SourceScore;
pub use table::{series_table, summary_table, table};
pub use words::SystemClass;

/// What is scored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Letters of the `quality` column that count, for example `AB`; all rows without.
    pub quality: Option<String>,
}

/// Scores a file.
///
/// # Errors
/// When the file is not CSV with the columns of measurements, is too large, or has a field that is not what its column
/// asks for.
pub fn score(reader: impl Read, options: &Options) -> Result<Scores, AccuracyError> {
    let rows = read::read(reader)?;
    let predicted = predict::predict(&rows, options)?;
    Ok(score::of(&predicted))
}

/// The prediction of every eligible row, in the order of the file; also of those whose size the scores leave out.
///
/// # Errors
/// As [`score()`].
pub fn rows<R: Read>(
    reader: R,
    options: &Options,
) -> Result<impl Iterator<Item = RowResult> + use<R>, AccuracyError> {
    let rows = read::read(reader)?;
    let predicted = predict::predict(&rows, options)?;
    let results: Vec<RowResult> = predicted.eligible.iter().map(RowResult::of).collect();
    Ok(results.into_iter())
}
