//! The measurements that ship with the program, scored once.

use std::sync::OnceLock;

use crate::{AccuracyError, Options, Scores, score};

/// The file of published measurements (`measurements/README.md` says what is in it and on which terms).
pub const MEASUREMENTS: &str = include_str!("../measurements/collectives.csv");

/// Scores of [`MEASUREMENTS`], computed at the first call.
///
/// # Errors
/// When the file of the program is broken; a test keeps that from happening.
pub fn builtin() -> Result<&'static Scores, &'static AccuracyError> {
    static SCORES: OnceLock<Result<Scores, AccuracyError>> = OnceLock::new();
    SCORES
        .get_or_init(|| score(MEASUREMENTS.as_bytes(), &Options::default()))
        .as_ref()
}
