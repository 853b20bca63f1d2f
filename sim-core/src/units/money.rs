//! Money: decimal inside, a JSON number with two places outside.

use std::iter::Sum;
use std::ops::{Add, Mul, Sub};

use rust_decimal::prelude::ToPrimitive;
use rust_decimal::{Decimal, RoundingStrategy};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// US dollars. Sums are exact; results beyond 7.9e28 stop there instead of wrapping.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Usd(#[cfg_attr(feature = "schema", schemars(with = "f64"))] Decimal);

impl Usd {
    /// Nothing.
    pub const ZERO: Self = Self(Decimal::ZERO);
    /// Amounts from outside must be smaller than this.
    pub const LIMIT_DOLLARS: f64 = 1e15;

    /// From dollars as a float, read to six places; `None` if it is not finite or not below
    /// [`Self::LIMIT_DOLLARS`] in size.
    pub fn from_f64_dollars(dollars: f64) -> Option<Self> {
        if !dollars.is_finite() || dollars.abs() >= Self::LIMIT_DOLLARS {
            return None;
        }
        let exact = Decimal::try_from(dollars).ok()?;
        Some(Self(round(exact, 6)))
    }

    /// Whether a price survives being kept in cents: below a dollar it must be whole ones, above it rounding moves it by
    /// half a per cent at most.
    pub fn keeps(dollars: f64) -> bool {
        let cents = dollars * 100.0;
        dollars >= 1.0 || (cents - libm::round(cents)).abs() < 1e-9
    }

    /// From whole dollars.
    pub fn from_dollars(dollars: i64) -> Self {
        Self(Decimal::from(dollars))
    }

    /// Rounded to cents, halves away from zero.
    #[must_use]
    pub fn rounded(self) -> Self {
        Self(round(self.0, 2))
    }

    /// In dollars, rounded to cents: for JSON and for people.
    pub fn to_f64(self) -> f64 {
        // Cents are whole numbers, so the only rounding is that of one division.
        let rounded = self.rounded().0;
        match rounded.checked_mul(Decimal::ONE_HUNDRED) {
            Some(cents) => cents
                .to_i128()
                .map_or(f64::NAN, |cents| cents as f64 / 100.0),
            // Too large to have cents.
            None => rounded.to_i128().map_or(f64::NAN, |dollars| dollars as f64),
        }
    }

    /// This amount times a physical factor, for example kilowatt-hours; `None` if the result has no place in [`Usd`].
    pub fn scaled(self, factor: f64) -> Option<Self> {
        let factor = Decimal::try_from(factor).ok()?;
        self.0.checked_mul(factor).map(Self)
    }

    /// The mean of two amounts.
    #[must_use]
    pub fn midpoint(self, other: Self) -> Self {
        Self((self.0 / Decimal::TWO).saturating_add(other.0 / Decimal::TWO))
    }

    /// The sum, if it has a place in [`Usd`].
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    /// This amount divided into equal parts; `None` for no parts.
    pub fn divided_by(self, parts: u64) -> Option<Self> {
        self.0.checked_div(Decimal::from(parts)).map(Self)
    }
}

fn round(amount: Decimal, places: u32) -> Decimal {
    amount.round_dp_with_strategy(places, RoundingStrategy::MidpointAwayFromZero)
}

impl Add for Usd {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for Usd {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Mul<u64> for Usd {
    type Output = Self;
    fn mul(self, count: u64) -> Self {
        Self(self.0.saturating_mul(Decimal::from(count)))
    }
}

impl Sum for Usd {
    fn sum<I: Iterator<Item = Self>>(items: I) -> Self {
        items.fold(Self::ZERO, Add::add)
    }
}

impl Serialize for Usd {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.to_f64())
    }
}

impl<'de> Deserialize<'de> for Usd {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let dollars = f64::deserialize(deserializer)?;
        Self::from_f64_dollars(dollars)
            .ok_or_else(|| de::Error::custom("an amount of dollars must be below 1e15"))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn usd(dollars: f64) -> Usd {
        Usd::from_f64_dollars(dollars).unwrap()
    }

    #[test]
    fn json_is_a_number_with_two_places() {
        let json = |dollars| serde_json::to_string(&usd(dollars)).unwrap();
        assert_eq!(json(300_000.0), "300000.0");
        assert_eq!(json(44_489.875), "44489.88");
        assert_eq!(json(-0.005), "-0.01");
        assert_eq!(serde_json::from_str::<Usd>("1417.2").unwrap(), usd(1417.2));
        assert_eq!(
            serde_json::from_str::<Usd>("7").unwrap(),
            Usd::from_dollars(7)
        );
        for bad in ["1e15", "-1e300", "\"7\"", "null", "[1]"] {
            assert!(serde_json::from_str::<Usd>(bad).is_err(), "{bad}");
        }
        assert_eq!(Usd::from_f64_dollars(f64::NAN), None);
        assert_eq!(Usd::from_f64_dollars(f64::INFINITY), None);
    }

    #[test]
    fn a_price_that_cents_do_not_hold_is_none() {
        for kept in [0.0, 0.01, 0.07, 0.29, 0.99, 1.0, 1.005, 1417.25, 1e12] {
            assert!(Usd::keeps(kept), "{kept}");
        }
        for lost in [0.001, 0.004, 0.0149, 0.015, 0.995] {
            assert!(!Usd::keeps(lost), "{lost}");
        }
    }

    #[test]
    fn nothing_wraps_or_panics() {
        let mut much = usd(9e14);
        for _ in 0..5 {
            much = much * u64::MAX;
        }
        assert!(much > usd(9e14));
        assert!(much + much >= much);
        assert_eq!(much.checked_add(much), None);
        assert!(much.midpoint(much) > usd(9e14));
        assert!(much.to_f64() > 1e20);
        assert_eq!(usd(1.0).divided_by(0), None);
        assert_eq!(usd(1.0).scaled(f64::NAN), None);
        assert_eq!(much.scaled(10.0), None);
    }

    proptest! {
        #[test]
        fn cents_survive_json(cents in -1_000_000_000_000_000_i64..1_000_000_000_000_000) {
            let amount = usd(cents as f64 / 100.0);
            let json = serde_json::to_string(&amount).unwrap();
            prop_assert_eq!(serde_json::from_str::<Usd>(&json).unwrap().rounded(), amount.rounded());
        }

        #[test]
        fn sums_do_not_depend_on_the_order(mut cents in prop::collection::vec(-1_000_000_000_i64..1_000_000_000, 0..20)) {
            let sum = |cents: &[i64]| cents.iter().map(|&c| usd(c as f64 / 100.0)).sum::<Usd>();
            let forward = sum(&cents);
            cents.reverse();
            prop_assert_eq!(forward, sum(&cents));
            prop_assert_eq!(forward, usd(cents.iter().sum::<i64>() as f64 / 100.0));
        }

        #[test]
        fn a_price_times_a_count_is_repeated_addition(cents in 0_i64..100_000_000, count in 0_u64..50) {
            let price = usd(cents as f64 / 100.0);
            prop_assert_eq!(price * count, (0..count).map(|_| price).sum::<Usd>());
        }

        #[test]
        fn no_float_panics(dollars in prop::num::f64::ANY, factor in prop::num::f64::ANY) {
            if let Some(amount) = Usd::from_f64_dollars(dollars) {
                let _ = amount.scaled(factor).map(Usd::to_f64);
            }
        }
    }
}
