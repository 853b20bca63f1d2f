//! Numbers as people type them.

use podwright_locales::format;

use super::words::{say, say_with};

/// What a field takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The least value.
    pub low: f64,
    /// The largest value.
    pub high: f64,
    /// Whether only whole numbers mean something.
    pub whole: bool,
}

/// Why a text is no value for a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NumberFault {
    /// Nothing was written where a value is needed.
    Empty,
    /// The text is no number.
    NotANumber,
    /// A comma stands where a decimal point is meant.
    DecimalComma,
    /// A whole number is needed.
    NotWhole,
    /// Below or above what the field takes.
    OutOfRange(Bounds),
    /// A message size without a number, or with an unknown unit.
    NotASize,
}

impl NumberFault {
    /// The message under the field.
    pub fn message(self) -> String {
        match self {
            Self::Empty => say("planner-fault-empty"),
            Self::NotANumber => say("planner-fault-number"),
            Self::DecimalComma => say("planner-fault-comma"),
            Self::NotWhole => say("planner-fault-whole"),
            Self::NotASize => say("planner-fault-size"),
            Self::OutOfRange(bounds) => say_with(
                "planner-fault-range",
                &[
                    ("low", format::trimmed(bounds.low, 3).into()),
                    ("high", format::trimmed(bounds.high, 3).into()),
                ],
            ),
        }
    }
}

/// Reads a number with a decimal point and, if any, commas or spaces between groups of three digits.
///
/// # Errors
/// The reason why the text is no value within the bounds.
pub fn parse(text: &str, bounds: Bounds) -> Result<f64, NumberFault> {
    let plain = ungroup(text)?;
    let value = decimal(&plain).ok_or(NumberFault::NotANumber)?;
    check(value, bounds)
}

fn check(value: f64, bounds: Bounds) -> Result<f64, NumberFault> {
    if !value.is_finite() {
        return Err(NumberFault::NotANumber);
    }
    if !(bounds.low..=bounds.high).contains(&value) {
        return Err(NumberFault::OutOfRange(bounds));
    }
    if bounds.whole && value.fract() != 0.0 {
        return Err(NumberFault::NotWhole);
    }
    Ok(value)
}

/// Takes group separators out; a comma that is none is a decimal comma.
fn ungroup(text: &str) -> Result<String, NumberFault> {
    let text = text.trim();
    if text.is_empty() {
        return Err(NumberFault::Empty);
    }
    let text: String = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| if c == '\u{2212}' { '-' } else { c })
        .collect();
    let allowed = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '+');
    if !text.chars().all(allowed) || text.chars().count() > 40 {
        return Err(NumberFault::NotANumber);
    }
    let (whole, fraction) = text
        .split_once('.')
        .map_or((text.as_str(), None), |(w, f)| (w, Some(f)));
    if fraction.is_some_and(|f| f.contains(',')) {
        return Err(NumberFault::NotANumber);
    }
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default();
    let rest: Vec<&str> = groups.collect();
    let grouped = rest
        .iter()
        .all(|group| group.len() == 3 && group.bytes().all(|b| b.is_ascii_digit()));
    let first_digits = first.trim_start_matches(['-', '+']).len();
    let well_grouped = grouped && (1..=3).contains(&first_digits);
    if !(rest.is_empty() || well_grouped) {
        return Err(if rest.len() == 1 && fraction.is_none() {
            NumberFault::DecimalComma
        } else {
            NumberFault::NotANumber
        });
    }
    let mut plain = whole.replace(',', "");
    if let Some(fraction) = fraction {
        plain.push('.');
        plain.push_str(fraction);
    }
    Ok(plain)
}

/// The value of plain digits with a sign and a point, exact to fifteen digits; digits behind those are left out.
///
/// The standard library's reader is exact for any length, at the price of tables that weigh more than all of this room.
fn decimal(text: &str) -> Option<f64> {
    const MOST_DIGITS: u32 = 15;
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let is_digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    if whole.len() + fraction.len() == 0 || !is_digits(whole) || !is_digits(fraction) {
        return None;
    }
    let (mut mantissa, mut digits, mut divisor) = (0_u64, 0, 1.0_f64);
    for digit in whole.bytes().map(|b| u64::from(b - b'0')) {
        digits += u32::from(mantissa > 0 || digit > 0);
        if digits > MOST_DIGITS {
            return None;
        }
        mantissa = mantissa * 10 + digit;
    }
    for digit in fraction.bytes().map(|b| u64::from(b - b'0')) {
        digits += u32::from(mantissa > 0 || digit > 0);
        if digits > MOST_DIGITS || divisor >= 1e15 {
            break;
        }
        mantissa = mantissa * 10 + digit;
        divisor *= 10.0;
    }
    // Both are exact in binary (below 2^53 and 10^22), so one division rounds once.
    let value = mantissa as f64 / divisor;
    Some(if text.starts_with('-') { -value } else { value })
}

/// Reads a message size: `256 MiB`, `8GiB`, `1 GB`, `4k`, `1024`.
///
/// # Errors
/// The reason why the text is no size within the bounds.
pub fn parse_size(text: &str, bounds: Bounds) -> Result<f64, NumberFault> {
    let text = text.trim();
    if text.is_empty() {
        return Err(NumberFault::Empty);
    }
    let at = text
        .find(|c: char| c.is_ascii_alphabetic())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(at);
    let factor: f64 = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" | "byte" | "bytes" => 1.0,
        "k" | "kib" => 1024.0,
        "m" | "mib" => 1_048_576.0,
        "g" | "gib" => 1_073_741_824.0,
        "t" | "tib" => 1_099_511_627_776.0,
        "kb" => 1e3,
        "mb" => 1e6,
        "gb" => 1e9,
        "tb" => 1e12,
        _ => return Err(NumberFault::NotASize),
    };
    let number: f64 = match ungroup(number) {
        Ok(plain) => decimal(&plain).ok_or(NumberFault::NotASize)?,
        Err(NumberFault::DecimalComma) => return Err(NumberFault::DecimalComma),
        Err(_) => return Err(NumberFault::NotASize),
    };
    check(number * factor, bounds).map_err(|fault| match fault {
        NumberFault::OutOfRange(_) | NumberFault::NotWhole => NumberFault::NotASize,
        other => other,
    })
}

/// A value as an editable text, with at least so many decimals: `1,000`, `0.10`.
pub fn edit_text(value: f64, decimals: usize) -> String {
    let trimmed = format::trimmed(value, 6);
    let present = trimmed
        .split_once('.')
        .map_or(0, |(_, fraction)| fraction.len());
    if present < decimals {
        format::fixed(value, decimals)
    } else {
        trimmed
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ANY: Bounds = Bounds {
        low: -1e12,
        high: 1e12,
        whole: false,
    };

    #[test]
    fn separators_and_signs_are_read() {
        assert_eq!(parse("1,000", ANY), Ok(1000.0));
        assert_eq!(parse(" 12,345,678.5 ", ANY), Ok(12_345_678.5));
        assert_eq!(parse("1 000", ANY), Ok(1000.0));
        assert_eq!(parse("\u{2212}2.5", ANY), Ok(-2.5));
        assert_eq!(parse("1.", ANY), Ok(1.0));
    }

    #[test]
    fn what_is_no_number_is_told_apart() {
        assert_eq!(parse("", ANY), Err(NumberFault::Empty));
        assert_eq!(parse("0,10", ANY), Err(NumberFault::DecimalComma));
        for text in ["abc", "1e5", "inf", "NaN", "1,2,3", "--1", "1.2.3", "0x10"] {
            assert_eq!(parse(text, ANY), Err(NumberFault::NotANumber), "{text}");
        }
        let bounds = Bounds {
            low: 1.0,
            high: 8.0,
            whole: true,
        };
        assert_eq!(parse("1.5", bounds), Err(NumberFault::NotWhole));
        assert_eq!(parse("9", bounds), Err(NumberFault::OutOfRange(bounds)));
        assert!(NumberFault::OutOfRange(bounds).message().contains('8'));
    }

    #[test]
    fn sizes_take_binary_and_decimal_units() {
        let bounds = Bounds {
            low: 1.0,
            high: 1e13,
            whole: true,
        };
        assert_eq!(parse_size("256 MiB", bounds), Ok(268_435_456.0));
        assert_eq!(parse_size("8G", bounds), Ok(8_589_934_592.0));
        assert_eq!(parse_size("1 GB", bounds), Ok(1e9));
        assert_eq!(parse_size("0.5 KiB", bounds), Ok(512.0));
        for text in ["MiB", "12 parsecs", "0", "0.3", "-1 KiB", "99999999 TiB"] {
            assert_eq!(
                parse_size(text, bounds),
                Err(NumberFault::NotASize),
                "{text}"
            );
        }
    }

    proptest! {
        #[test]
        fn what_is_shown_can_be_read_back(value in -1e9..1e9_f64) {
            let value = (value * 1e3).round() / 1e3;
            prop_assert_eq!(parse(&edit_text(value, 2), ANY), Ok(value));
        }

        #[test]
        fn decimals_are_read_as_the_standard_library_does(mantissa in 0..999_999_999_999_999_u64, scale in 0..15_usize) {
            let digits = format!("{mantissa:0>16}");
            let (whole, fraction) = digits.split_at(digits.len() - scale);
            let text = format!("{whole}.{fraction}");
            prop_assert_eq!(decimal(&text), text.parse().ok());
        }

        #[test]
        fn any_text_is_answered(text in ".{0,60}") {
            let _ = parse(&text, ANY);
            let _ = parse_size(&text, ANY);
        }
    }
}
