//! Points on a circle.
//!
//! The general sine and cosine bring tables for angles of any size, which the browser would carry for a ring of dots.

use std::f64::consts::{FRAC_PI_2, TAU};

/// The point at a share of a full turn, 0 to 1: cosine and sine of its angle, to within 1e-9.
pub(crate) fn at(turn: f64) -> (f64, f64) {
    let quarters = turn * 4.0;
    let whole = quarters as u32;
    let rest = (turn - f64::from(whole) / 4.0) * TAU;
    let (x, y) = (sine(FRAC_PI_2 - rest), sine(rest));
    match whole % 4 {
        0 => (x, y),
        1 => (-y, x),
        2 => (-x, -y),
        _ => (y, -x),
    }
}

/// The sine of an angle in the first quarter, by its series.
fn sine(angle: f64) -> f64 {
    let square = angle * angle;
    let mut term = angle;
    let mut sum = angle;
    for step in 1..9 {
        let even = f64::from(step * 2);
        term *= -square / (even * (even + 1.0));
        sum += term;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_those_of_sine_and_cosine() {
        for step in 0..=1000 {
            let turn = f64::from(step) / 1000.0;
            let (x, y) = at(turn);
            let angle = turn * TAU;
            assert!((x - libm::cos(angle)).abs() < 1e-9, "{turn}: {x}");
            assert!((y - libm::sin(angle)).abs() < 1e-9, "{turn}: {y}");
        }
    }
}
