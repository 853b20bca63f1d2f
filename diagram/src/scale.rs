//! From values to pixels and back, logarithmic or linear.

use libm::{log2, pow};

/// How values are spread along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Spread {
    /// Equal factors are equal distances; values must be positive.
    #[default]
    Log,
    /// Equal differences are equal distances.
    Linear,
}

/// A mapping of a domain of values to a range of pixels. Domain and range are always finite and not empty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    spread: Spread,
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

/// Smallest and largest values that a scale accepts: far enough apart for anything measured, near enough to count with.
const TINY: f64 = 1e-100;
const HUGE: f64 = 1e100;

impl Scale {
    /// A scale from `domain` to `range` (CSS px; either end may be the larger). A domain that is empty, reversed or not
    /// finite is widened to one that can be drawn.
    pub fn new(spread: Spread, domain: (f64, f64), range: (f64, f64)) -> Self {
        let (low, high) = sane_domain(spread, domain);
        let finite = |value: f64| {
            if value.is_finite() {
                value.clamp(-1e6, 1e6)
            } else {
                0.0
            }
        };
        Self {
            spread,
            low,
            high,
            from: finite(range.0),
            to: finite(range.1),
        }
    }

    /// The lowest and the highest value.
    pub fn domain(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// The pixels of the lowest and the highest value.
    pub fn range(&self) -> (f64, f64) {
        (self.from, self.to)
    }

    /// How values are spread.
    pub fn spread(&self) -> Spread {
        self.spread
    }

    /// Whether the value can be drawn on this scale at all: finite, and positive on a logarithmic one.
    pub fn accepts(&self, value: f64) -> bool {
        match self.spread {
            Spread::Log => value.is_finite() && value > 0.0,
            Spread::Linear => value.is_finite(),
        }
    }

    /// Whether the value lies in the domain.
    pub fn contains(&self, value: f64) -> bool {
        value >= self.low && value <= self.high
    }

    /// The pixel of a value, not clipped to the range. A value that can't be drawn gives the pixel of the lowest one.
    pub fn px(&self, value: f64) -> f64 {
        if !self.accepts(value) {
            return self.from;
        }
        let share = match self.spread {
            Spread::Log => log2(value.clamp(TINY, HUGE) / self.low) / log2(self.high / self.low),
            Spread::Linear => (value.clamp(-HUGE, HUGE) - self.low) / (self.high - self.low),
        };
        self.from + (self.to - self.from) * share.clamp(-1e4, 1e4)
    }

    /// The pixel of a value, clipped to the range.
    pub fn px_inside(&self, value: f64) -> f64 {
        let (a, b) = if self.from <= self.to {
            (self.from, self.to)
        } else {
            (self.to, self.from)
        };
        self.px(value).clamp(a, b)
    }

    /// The value at a pixel, clipped to the domain: the inverse of [`Scale::px`] inside the range.
    pub fn value(&self, px: f64) -> f64 {
        let length = self.to - self.from;
        if length == 0.0 || !px.is_finite() {
            return self.low;
        }
        let share = ((px - self.from) / length).clamp(0.0, 1.0);
        match self.spread {
            Spread::Log => self.low * pow(self.high / self.low, share),
            Spread::Linear => self.low + (self.high - self.low) * share,
        }
    }
}

fn sane_domain(spread: Spread, (low, high): (f64, f64)) -> (f64, f64) {
    match spread {
        Spread::Log => {
            let good =
                |value: f64| (value.is_finite() && value > 0.0).then(|| value.clamp(TINY, HUGE));
            match (good(low), good(high)) {
                (Some(a), Some(b)) if a < b * (1.0 - 1e-9) => (a, b),
                (Some(a), Some(_) | None) => (a / 2.0, a * 2.0),
                (None, Some(b)) => (b / 10.0, b),
                (None, None) => (1.0, 10.0),
            }
        }
        Spread::Linear => {
            let good = |value: f64| value.is_finite().then(|| value.clamp(-HUGE, HUGE));
            match (good(low), good(high)) {
                (Some(a), Some(b)) if b - a > (a.abs() + b.abs()) * 1e-9 => (a, b),
                (Some(a), _) => (a - a.abs().max(1.0) / 2.0, a + a.abs().max(1.0) / 2.0),
                (None, Some(b)) => (b - b.abs().max(1.0), b),
                (None, None) => (0.0, 1.0),
            }
        }
    }
}

/// Lowest and highest of the values that a spread can draw, or nothing.
pub(crate) fn extent(spread: Spread, values: impl IntoIterator<Item = f64>) -> Option<(f64, f64)> {
    let mut out: Option<(f64, f64)> = None;
    for value in values {
        let drawable = value.is_finite() && (spread == Spread::Linear || value > 0.0);
        if drawable {
            out = Some(match out {
                None => (value, value),
                Some((low, high)) => (low.min(value), high.max(value)),
            });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_decade_in_the_middle_is_in_the_middle() {
        let scale = Scale::new(Spread::Log, (1.0, 100.0), (0.0, 200.0));
        assert!((scale.px(10.0) - 100.0).abs() < 1e-9);
        assert!((scale.value(100.0) - 10.0).abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn any_domain_gives_finite_pixels(low: f64, high: f64, value: f64, log: bool) {
            let spread = if log { Spread::Log } else { Spread::Linear };
            let scale = Scale::new(spread, (low, high), (10.0, 500.0));
            let (a, b) = scale.domain();
            prop_assert!(a.is_finite() && b.is_finite() && a < b);
            prop_assert!(scale.px(value).is_finite());
            prop_assert!((10.0..=500.0).contains(&scale.px_inside(value)));
            prop_assert!(scale.value(value).is_finite());
        }

        #[test]
        fn value_undoes_px(exponent in -6.0..12.0_f64, log: bool) {
            let (spread, domain) = if log { (Spread::Log, (1e-6, 1e12)) } else { (Spread::Linear, (-6.0, 12.0)) };
            let scale = Scale::new(spread, domain, (40.0, 700.0));
            let value = if log { libm::pow(10.0, exponent) } else { exponent };
            let back = scale.value(scale.px(value));
            prop_assert!((back - value).abs() <= 1e-9 * value.abs().max(1.0));
        }

        #[test]
        fn px_keeps_order(a in 1e-3..1e9_f64, b in 1e-3..1e9_f64) {
            let scale = Scale::new(Spread::Log, (1e-3, 1e9), (500.0, 20.0));
            if a < b {
                prop_assert!(scale.px(a) >= scale.px(b));
            }
        }
    }
}
