//! Prices of parts.

/// A month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct YearMonth;

impl YearMonth {
    /// Reads `YYYY-MM`.
    pub fn parse(_: &str) -> Option<Self> {
        None
    }
}

/// Prices by part.
#[derive(Clone, Debug)]
pub struct PriceBook;

impl PriceBook {
    /// The book that ships with the program.
    pub fn builtin(_: Option<YearMonth>) -> Self {
        Self
    }

    /// Its version.
    pub fn version(&self) -> &'static str {
        ""
    }
}
