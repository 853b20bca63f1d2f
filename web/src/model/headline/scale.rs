//! Ranges and the scales that they are drawn on.

use super::Headline;

/// A range on a scale, all in the same unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// Lower end.
    pub low: f64,
    /// The figure.
    pub value: f64,
    /// Upper end.
    pub high: f64,
    /// The band after the fix: low, value, high.
    pub after: Option<(f64, f64, f64)>,
    /// Ends of the scale.
    pub scale: Ends,
}

/// The ends of a scale; bandwidths of one panel share them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ends {
    /// Left end.
    pub low: f64,
    /// Right end.
    pub high: f64,
    /// Whether powers of ten lie evenly.
    pub logarithmic: bool,
}

impl Ends {
    /// Where a value lies, 0 to 1.
    pub fn place(self, value: f64) -> f64 {
        let (low, high, value) = if self.logarithmic {
            (
                self.low.max(1e-12).ln(),
                self.high.max(1e-12).ln(),
                value.max(1e-12).ln(),
            )
        } else {
            (self.low, self.high, value)
        };
        if high > low {
            ((value - low) / (high - low)).clamp(0.0, 1.0)
        } else {
            0.5
        }
    }
}

const BANDWIDTHS: [&str; 3] = ["collective", "domain", "link"];

/// Gives every band its scale: bandwidths share their ends; money and power begin at zero.
pub(super) fn share(figures: &mut [Headline]) {
    let values: Vec<f64> = figures
        .iter()
        .filter(|figure| BANDWIDTHS.contains(&figure.key))
        .filter_map(|figure| figure.band)
        .flat_map(|band| {
            let (low, value, high) = band.after.unwrap_or((band.low, band.value, band.high));
            [band.low, band.high, low, value, high]
        })
        .filter(|value| value.is_finite() && *value > 0.0)
        .collect();
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(0.0, f64::max);
    let bandwidth = if high > 20.0 * low {
        Ends {
            low: power_of_ten(low, false),
            high: power_of_ten(high, true),
            logarithmic: true,
        }
    } else {
        Ends {
            low: 0.0,
            high: nice_above(high),
            logarithmic: false,
        }
    };
    for figure in figures {
        let shared = BANDWIDTHS.contains(&figure.key);
        if let Some(band) = &mut figure.band {
            let top = band
                .after
                .map_or(band.high, |(_, _, high)| high.max(band.high));
            band.scale = if shared {
                bandwidth
            } else {
                Ends {
                    low: 0.0,
                    high: nice_above(top),
                    logarithmic: false,
                }
            };
        }
    }
}

fn power_of_ten(value: f64, above: bool) -> f64 {
    let mut power = 1.0_f64;
    while power > value {
        power /= 10.0;
    }
    while power * 10.0 <= value {
        power *= 10.0;
    }
    if above && power < value {
        power * 10.0
    } else {
        power
    }
}

/// The next of 1, 1.5, 2, 3, 5 and 7 times a power of ten.
fn nice_above(value: f64) -> f64 {
    if value.is_nan() || value <= 0.0 {
        return 1.0;
    }
    let power = power_of_ten(value, false);
    [1.0, 1.5, 2.0, 3.0, 5.0, 7.0, 10.0]
        .into_iter()
        .map(|step| step * power)
        .find(|end| *end >= value)
        .unwrap_or(value)
}

/// A range that is whole; its scale comes with [`share`].
pub(super) fn band(low: f64, value: f64, high: f64) -> Option<Band> {
    let scale = Ends {
        low: 0.0,
        high: 1.0,
        logarithmic: false,
    };
    [low, value, high]
        .iter()
        .all(|v| v.is_finite())
        .then_some(Band {
            low,
            value,
            high,
            after: None,
            scale,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_hold_their_values() {
        for value in [0.3, 1.0, 4.5, 47.4, 841.0, 9_999.0] {
            assert!(nice_above(value) >= value);
            assert!(power_of_ten(value, false) <= value);
            assert!(power_of_ten(value, true) >= value);
        }
        let ends = Ends {
            low: 1.0,
            high: 100.0,
            logarithmic: true,
        };
        assert!((ends.place(10.0) - 0.5).abs() < 1e-9);
        assert_eq!(ends.place(1000.0), 1.0);
        assert_eq!(ends.place(0.0), 0.0);
    }
}
