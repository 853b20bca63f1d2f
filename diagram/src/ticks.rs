//! Where an axis has its marks: powers of two for message sizes, round numbers for the rest.

use libm::{ceil, floor, log2, log10, pow};

use crate::scale::{Scale, Spread};

/// Powers of two inside the domain, at most `most` (but at least one where the domain holds one), at equal steps from
/// the lowest on.
pub fn powers_of_two(scale: &Scale, most: usize) -> Vec<f64> {
    let (low, high) = scale.domain();
    if low <= 0.0 {
        return round_numbers(scale, most);
    }
    let first = ceil(log2(low) - 1e-9);
    let last = floor(log2(high) + 1e-9);
    if last < first {
        return Vec::new();
    }
    let count = last - first + 1.0;
    let step = ceil(count / most.max(1) as f64).max(1.0);
    steps(first, last, step)
        .map(|e| pow(2.0, e))
        .filter(|&v| inside(scale, v))
        .collect()
}

/// Powers of ten, or 1-3-10 or 1-2-5-10 where the domain is short, or equal steps on a linear scale.
pub fn round_numbers(scale: &Scale, most: usize) -> Vec<f64> {
    let most = most.max(2);
    let (low, high) = scale.domain();
    if scale.spread() == Spread::Linear || high / low < 2.5 {
        return linear(scale, most);
    }
    let (first, last) = (floor(log10(low)), ceil(log10(high)));
    // Powers of ten alone are calmest: finer parts only where the domain is short.
    for (parts, longest) in [
        (&[1.0, 2.0, 5.0][..], 30.0),
        (&[1.0, 3.0], 300.0),
        (&[1.0], f64::INFINITY),
    ] {
        let all: Vec<f64> = steps(first, last, 1.0)
            .flat_map(|e| parts.iter().map(move |part| part * pow(10.0, e)))
            .filter(|&v| inside(scale, v))
            .collect();
        if !all.is_empty() && all.len() <= most && high / low <= longest {
            return all;
        }
    }
    let step = ceil((last - first + 1.0) / most as f64).max(1.0);
    let sparse: Vec<f64> = steps(ceil(log10(low) - 1e-9), last, step)
        .map(|e| pow(10.0, e))
        .filter(|&v| inside(scale, v))
        .collect();
    if sparse.is_empty() {
        linear(scale, most)
    } else {
        sparse
    }
}

fn linear(scale: &Scale, most: usize) -> Vec<f64> {
    let (low, high) = scale.domain();
    let step = linear_step(high - low, most);
    let (first, last) = (ceil(low / step - 1e-9), floor(high / step + 1e-9));
    steps(first, last, 1.0)
        .map(|i| i * step)
        .filter(|&v| inside(scale, v))
        .collect()
}

/// A round step (1, 2 or 5 times a power of ten) that cuts a length into at most `most` parts.
pub fn linear_step(length: f64, most: usize) -> f64 {
    let raw = length / most.max(1) as f64;
    if !raw.is_finite() || raw <= 0.0 {
        return 1.0;
    }
    let power = pow(10.0, floor(log10(raw)));
    for factor in [1.0, 2.0, 5.0] {
        if raw <= factor * power * (1.0 + 1e-9) {
            return factor * power;
        }
    }
    10.0 * power
}

/// The end of an axis from zero that holds `highest`, at a round step.
pub fn round_end(highest: f64, most: usize) -> f64 {
    if !highest.is_finite() || highest <= 0.0 {
        return 1.0;
    }
    let step = linear_step(highest, most);
    ceil(highest / step - 1e-9) * step
}

fn steps(first: f64, last: f64, step: f64) -> impl Iterator<Item = f64> {
    let count = if last >= first && step > 0.0 {
        floor((last - first) / step + 1e-9).min(512.0) as usize + 1
    } else {
        0
    };
    (0..count).map(move |i| first + step * i as f64)
}

fn inside(scale: &Scale, value: f64) -> bool {
    let (low, high) = scale.domain();
    let slack = (high - low).abs() * 1e-9;
    value.is_finite()
        && value >= low - slack.min(low.abs() * 1e-9 + f64::MIN_POSITIVE)
        && value <= high * (1.0 + 1e-9) + f64::MIN_POSITIVE
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn log(low: f64, high: f64) -> Scale {
        Scale::new(Spread::Log, (low, high), (0.0, 500.0))
    }

    #[test]
    fn sizes_fall_on_powers_of_two() {
        let ticks = powers_of_two(&log(1024.0, 16.0 * 1024.0 * 1024.0 * 1024.0), 8);
        assert_eq!(ticks.first(), Some(&1024.0));
        assert_eq!(ticks.get(1), Some(&16_384.0));
        assert_eq!(ticks.last(), Some(&(16.0 * 1024.0 * 1024.0 * 1024.0)));
    }

    #[test]
    fn bandwidths_fall_on_decades() {
        assert_eq!(round_numbers(&log(0.05, 120.0), 8), [0.1, 1.0, 10.0, 100.0]);
        assert_eq!(
            round_numbers(&log(8.0, 1100.0), 8),
            [10.0, 30.0, 100.0, 300.0, 1000.0]
        );
    }

    #[test]
    fn money_ends_at_a_round_number() {
        assert_eq!(round_end(31.3, 4), 40.0);
        assert_eq!(round_end(45.7, 5), 50.0);
        assert_eq!(round_end(0.0, 5), 1.0);
    }

    proptest! {
        #[test]
        fn ticks_rise_inside_the_domain(low: f64, high: f64, log: bool, most in 1..20_usize) {
            let spread = if log { Spread::Log } else { Spread::Linear };
            let scale = Scale::new(spread, (low, high), (0.0, 600.0));
            for ticks in [powers_of_two(&scale, most), round_numbers(&scale, most)] {
                prop_assert!(ticks.len() <= most.max(2) + 2, "{} ticks, {most} wanted", ticks.len());
                for pair in ticks.windows(2) {
                    prop_assert!(pair[0] < pair[1]);
                }
                for tick in ticks {
                    let px = scale.px(tick);
                    prop_assert!((-0.5..=600.5).contains(&px), "{tick} at {px}");
                }
            }
        }

        #[test]
        fn a_round_end_holds_its_value(value in 1e-6..1e12_f64, most in 1..12_usize) {
            let end = round_end(value, most);
            prop_assert!(end >= value * (1.0 - 1e-9));
            prop_assert!(end <= value * 11.0);
        }
    }
}
