//! How people name a rack.

use std::fmt;
use std::str::FromStr;

use super::floor::{Floor, RackAt};

/// A rack by its number along the rows, from 0, or by its place as lists of cables write it: `12` or `H1-R02-05`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RackName {
    /// Its number: the racks of the first row, then those of the next.
    Number(u32),
    /// Its place.
    Place(RackAt),
}

impl RackName {
    /// Where it stands; none where no rack does.
    pub fn at(self, floor: &Floor) -> Option<RackAt> {
        match self {
            Self::Number(number) => floor.numbered(number.into()),
            Self::Place(at) => floor.number_of(at).map(|_| at),
        }
    }
}

impl FromStr for RackName {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if let Ok(number) = text.parse() {
            return Ok(Self::Number(number));
        }
        let mut parts = text.split('-');
        let mut part = |prefix: &str| {
            let number: u32 = parts.next()?.strip_prefix(prefix)?.parse().ok()?;
            number.checked_sub(1).map(u64::from)
        };
        let at = match (part("H"), part("R"), part("")) {
            (Some(hall), Some(row), Some(place)) => RackAt { hall, row, place },
            _ => return Err(()),
        };
        if parts.next().is_some() {
            return Err(());
        }
        Ok(Self::Place(at))
    }
}

impl fmt::Display for RackName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Place(at) => write!(f, "{at}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        let place = RackAt {
            hall: 0,
            row: 1,
            place: 4,
        };
        for (text, name) in [
            ("12", RackName::Number(12)),
            ("H1-R02-05", RackName::Place(place)),
        ] {
            assert_eq!(text.parse(), Ok(name));
            assert_eq!(name.to_string(), text);
        }
        for text in [
            "",
            "H1",
            "H0-R01-01",
            "H1-R01",
            "H1-R01-01-1",
            "h1-r01-01",
            "-1",
        ] {
            assert_eq!(text.parse::<RackName>(), Err(()), "{text}");
        }
    }
}
