//! Months, and the coarse dates of published prices.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A month of the calendar, written `YYYY-MM`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct YearMonth {
    year: u16,
    month: u8,
}

impl YearMonth {
    /// The month, if it is one of 1 to 12 and the year has four digits.
    pub fn new(year: u16, month: u8) -> Option<Self> {
        ((1000..=9999).contains(&year) && (1..=12).contains(&month)).then_some(Self { year, month })
    }

    /// Reads `YYYY-MM`, nothing else.
    pub fn parse(text: &str) -> Option<Self> {
        let (year, month) = text.split_once('-')?;
        Self::new(digits(year, 4)?, u8::try_from(digits(month, 2)?).ok()?)
    }

    /// Reads the date of a published price: `YYYY-MM-DD`, `YYYY-MM`, `YYYY-Qn`, `YYYY-Hn` or `YYYY`. A period counts
    /// from its middle month, so that a figure "of 2026" is neither known in January nor unknown until December.
    pub(super) fn of_date(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, '-');
        let year = digits(parts.next()?, 4)?;
        let month = match parts.next() {
            None => 6,
            Some("Q1") => 2,
            Some("Q2") => 5,
            Some("Q3") => 8,
            Some("Q4") => 11,
            Some("H1") => 3,
            Some("H2") => 9,
            Some(month) => u8::try_from(digits(month, 2)?).ok()?,
        };
        if let Some(day) = parts.next() {
            (1..=31).contains(&digits(day, 2)?).then_some(())?;
        }
        Self::new(year, month)
    }

    /// The year.
    pub const fn year(self) -> u16 {
        self.year
    }

    /// The month, 1 to 12.
    pub const fn month(self) -> u8 {
        self.month
    }

    /// Months from `earlier` to this one; negative if it is later.
    pub fn months_since(self, earlier: Self) -> i32 {
        let count = |m: Self| i32::from(m.year) * 12 + i32::from(m.month);
        count(self) - count(earlier)
    }
}

/// Exactly `length` digits.
fn digits(text: &str, length: usize) -> Option<u16> {
    (text.len() == length && text.bytes().all(|b| b.is_ascii_digit()))
        .then(|| text.parse().ok())
        .flatten()
}

impl fmt::Display for YearMonth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.year, self.month)
    }
}

impl Serialize for YearMonth {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for YearMonth {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| de::Error::custom("a month is written YYYY-MM"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_strict() {
        let month = YearMonth::parse("2024-12").unwrap();
        assert_eq!((month.year(), month.month()), (2024, 12));
        assert_eq!(month.to_string(), "2024-12");
        for bad in [
            "2024",
            "2024-13",
            "2024-00",
            "24-12",
            "2024-1",
            "2024-12-01",
            "2024-+1",
            "",
            "-",
        ] {
            assert_eq!(YearMonth::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn periods_count_from_their_middle() {
        let date = |text| YearMonth::of_date(text).map(|month| month.to_string());
        assert_eq!(date("2026").as_deref(), Some("2026-06"));
        assert_eq!(date("2026-Q1").as_deref(), Some("2026-02"));
        assert_eq!(date("2024-H2").as_deref(), Some("2024-09"));
        assert_eq!(date("2024-10-03").as_deref(), Some("2024-10"));
        for bad in ["2024-H3", "2024-10-32", "2024-10-3", "soon"] {
            assert_eq!(date(bad), None, "{bad}");
        }
    }

    #[test]
    fn distances_cross_years() {
        let month = |text| YearMonth::parse(text).unwrap();
        assert_eq!(month("2025-02").months_since(month("2024-11")), 3);
        assert_eq!(month("2024-11").months_since(month("2025-02")), -3);
    }
}
