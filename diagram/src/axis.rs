//! What an axis means and how its values are written.

use podwright_locales::format;

use crate::scale::{Scale, Spread};
use crate::ticks;

/// How the values of an axis are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Quantity {
    /// A message in bytes: `256 MiB`; marks on powers of two.
    MessageBytes,
    /// A time in microseconds: `5.66 ms`.
    DurationUs,
    /// A plain number; the unit stands in the title of the axis.
    #[default]
    Number,
}

/// One axis of a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// Title with unit, as `Bus bandwidth, GB/s`.
    pub title: String,
    /// Unit behind a single value, as `GB/s`; empty where the quantity writes its own.
    pub unit: String,
    /// How values are written.
    pub quantity: Quantity,
    /// Logarithmic or linear.
    pub spread: Spread,
    /// Lowest and highest value; from the data where absent.
    pub domain: Option<(f64, f64)>,
}

impl Axis {
    /// A logarithmic axis of message sizes.
    pub fn message_size(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            quantity: Quantity::MessageBytes,
            ..Self::default()
        }
    }

    /// A logarithmic axis of times in microseconds.
    pub fn duration_us(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            quantity: Quantity::DurationUs,
            ..Self::default()
        }
    }

    /// A logarithmic axis of plain numbers with a unit.
    pub fn number(title: impl Into<String>, unit: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            unit: unit.into(),
            ..Self::default()
        }
    }

    /// The same axis, linear.
    #[must_use]
    pub fn linear(mut self) -> Self {
        self.spread = Spread::Linear;
        self
    }

    /// A value for a mark of the axis, without unit where the title has it.
    pub fn tick(&self, value: f64) -> String {
        let text = match self.quantity {
            Quantity::MessageBytes => message(value),
            Quantity::DurationUs => format::duration_us(value),
            Quantity::Number => short_tick(value),
        };
        bounded(text, value)
    }

    /// A value with its unit.
    pub fn value(&self, value: f64) -> String {
        match self.quantity {
            Quantity::MessageBytes => bounded(message(value), value),
            Quantity::DurationUs => bounded(format::duration_us(value), value),
            Quantity::Number => {
                let number = bounded(format::short(value), value);
                format!("{number} {}", self.unit).trim_end().to_owned()
            }
        }
    }

    pub(crate) fn ticks(&self, scale: &Scale, most: usize) -> Vec<f64> {
        match self.quantity {
            Quantity::MessageBytes if scale.spread() == Spread::Log => {
                ticks::powers_of_two(scale, most)
            }
            _ => ticks::round_numbers(scale, most),
        }
    }
}

fn message(bytes: f64) -> String {
    if bytes.is_finite() && bytes >= 0.0 {
        format::message_size(libm::round(bytes.min(9e18)) as u64)
    } else {
        "–".to_owned()
    }
}

/// A tick in as few characters as can be: a power of ten beyond six digits.
pub(crate) fn short_tick(value: f64) -> String {
    let size = value.abs();
    if size != 0.0 && !(1e-4..1e7).contains(&size) {
        format!("{value:.0e}")
    } else if size >= 1.0 {
        format::trimmed(value, 2)
    } else {
        format::trimmed(value, 5)
    }
}

/// The text, or the value as a power of ten where it would be longer than any figure that a drawing has room for.
pub(crate) fn bounded(text: String, value: f64) -> String {
    if text.chars().count() > 14 {
        format!("{value:.1e}")
    } else {
        text
    }
}
