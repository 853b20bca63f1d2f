//! What can be wrong with a file of measurements.

use thiserror::Error;

/// Why a file can't be scored. Lines and columns are given where the fault has them.
#[derive(Debug, Error)]
pub enum AccuracyError {
    /// The source could not be read.
    #[error("could not read the measurements: {0}")]
    Read(#[from] std::io::Error),
    /// More bytes than are taken on.
    #[error("the file has more than {limit} bytes; split it")]
    TooManyBytes {
        /// The limit.
        limit: usize,
    },
    /// More rows than are taken on.
    #[error("line {line}: more than {limit} rows; split the file")]
    TooManyRows {
        /// The limit.
        limit: usize,
        /// Line of the first row too many.
        line: u64,
    },
    /// More different systems than are taken on.
    #[error("more than {limit} different systems; split the file")]
    TooManySystems {
        /// The limit.
        limit: usize,
    },
    /// A needed column is not in the header.
    #[error(
        "line 1: column '{column}' is missing; the header needs {needed}",
        needed = crate::read::NEEDED.join(", ")
    )]
    MissingColumn {
        /// The column.
        column: &'static str,
    },
    /// A column is there twice.
    #[error("line 1: column '{column}' is there twice")]
    DuplicateColumn {
        /// The column.
        column: String,
    },
    /// A row has more or fewer fields than the header.
    #[error("line {line}, column '{column}': the row has {found} fields, the header {expected}")]
    FieldCount {
        /// Line of the row.
        line: u64,
        /// The first column without a field, or the last one before the fields too many.
        column: String,
        /// Fields of the row.
        found: u64,
        /// Fields of the header.
        expected: u64,
    },
    /// Bytes that are not UTF-8.
    #[error("line {line}, column '{column}': not UTF-8")]
    NotUtf8 {
        /// Line of the row.
        line: u64,
        /// The column.
        column: String,
    },
    /// A field that should be a number, and is not one in its range.
    #[error("line {line}, column '{column}': expected {expected}, found '{found}'")]
    Number {
        /// Line of the row.
        line: u64,
        /// The column.
        column: &'static str,
        /// What is allowed.
        expected: &'static str,
        /// What stands there, shortened.
        found: String,
    },
    /// A run that is to be left out has no scored rows.
    #[error("no scored rows of '{series}'; there are {some} …", some = some.join(", "))]
    NoSuchSeries {
        /// What was asked for.
        series: String,
        /// The first few that there are.
        some: Vec<String>,
    },
    /// Nothing is left to fit to.
    #[error("the file has no other run to fit the constants to")]
    NothingToFit,
    /// More rows than constants are fitted to on request.
    #[error("{rows} scored rows; constants are fitted to {limit} at most: leave some out")]
    TooManyToFit {
        /// Scored rows of the file.
        rows: usize,
        /// The limit.
        limit: usize,
    },
    /// The parts that this crate brings along do not fit the catalogue.
    #[error("the parts of the measured systems do not fit the catalogue: {0}")]
    Parts(String),
}
