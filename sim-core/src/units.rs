//! Physical quantities and money as types. Constructors and readers carry the unit, decimal and binary prefixes are
//! different functions, and only products that mean something compile. JSON holds plain numbers; the key names the unit.

mod money;

use std::iter::Sum;
use std::ops::{Add, Div, Mul, Sub};

use serde::{Deserialize, Serialize};

pub use money::Usd;

/// Defines a quantity over `f64` in its base unit, with sums, scaling and ratios.
macro_rules! quantity {
    (
        $(#[$meta:meta])*
        $name:ident { $($from:ident, $read:ident: $factor:expr, $unit:literal;)* }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(transparent)]
        pub struct $name(f64);

        impl $name {
            /// Nothing.
            pub const ZERO: Self = Self(0.0);

            $(
                #[doc = concat!("From ", $unit, ".")]
                pub const fn $from(value: f64) -> Self {
                    Self(value * $factor)
                }

                #[doc = concat!("In ", $unit, ".")]
                pub const fn $read(self) -> f64 {
                    self.0 / $factor
                }
            )*

            /// Whether it is neither infinite nor undefined.
            pub const fn is_finite(self) -> bool {
                self.0.is_finite()
            }

            /// The smaller of two; an undefined one loses.
            #[must_use]
            pub const fn min(self, other: Self) -> Self {
                Self(self.0.min(other.0))
            }

            /// The larger of two; an undefined one loses.
            #[must_use]
            pub const fn max(self, other: Self) -> Self {
                Self(self.0.max(other.0))
            }
        }

        impl Add for $name {
            type Output = Self;
            fn add(self, other: Self) -> Self {
                Self(self.0 + other.0)
            }
        }

        impl Sub for $name {
            type Output = Self;
            fn sub(self, other: Self) -> Self {
                Self(self.0 - other.0)
            }
        }

        impl Mul<f64> for $name {
            type Output = Self;
            fn mul(self, factor: f64) -> Self {
                Self(self.0 * factor)
            }
        }

        impl Div<f64> for $name {
            type Output = Self;
            fn div(self, divisor: f64) -> Self {
                Self(self.0 / divisor)
            }
        }

        impl Div for $name {
            type Output = f64;
            fn div(self, other: Self) -> f64 {
                self.0 / other.0
            }
        }

        impl Sum for $name {
            fn sum<I: Iterator<Item = Self>>(items: I) -> Self {
                items.fold(Self::ZERO, Add::add)
            }
        }
    };
}

quantity! {
    /// A data rate, of one direction unless its name says otherwise.
    BytesPerSecond {
        from_bytes_s, bytes_s: 1.0, "bytes per second";
        from_gb_s, gb_s: 1e9, "GB/s (1e9 bytes per second)";
        from_gbit_s, gbit_s: 1.25e8, "Gbit/s (1e9 bits per second)";
    }
}

quantity! {
    /// A span of time.
    Seconds {
        from_s, s: 1.0, "seconds";
        from_ms, ms: 1e-3, "milliseconds";
        from_us, us: 1e-6, "microseconds";
        from_ns, ns: 1e-9, "nanoseconds";
        from_hours, hours: 3600.0, "hours";
    }
}

quantity! {
    /// Power.
    Watts {
        from_w, w: 1.0, "watts";
        from_kw, kw: 1e3, "kilowatts";
    }
}

quantity! {
    /// Energy.
    Joules {
        from_j, j: 1.0, "joules";
        from_kwh, kwh: 3.6e6, "kilowatt-hours";
    }
}

quantity! {
    /// A length.
    Meters {
        from_m, m: 1.0, "metres";
        from_mm, mm: 1e-3, "millimetres";
    }
}

quantity! {
    /// Floating-point operations.
    Flops {
        from_count, count: 1.0, "operations";
        from_tflop, tflop: 1e12, "1e12 operations";
    }
}

quantity! {
    /// A rate of floating-point operations.
    FlopsPerSecond {
        from_flop_s, flop_s: 1.0, "operations per second";
        from_tflop_s, tflop_s: 1e12, "TFLOP/s (1e12 operations per second)";
    }
}

/// An amount of data: whole bytes. Sums and products stop at the largest value instead of wrapping.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Bytes(u64);

impl Bytes {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// From bytes.
    pub const fn from_count(bytes: u64) -> Self {
        Self(bytes)
    }

    /// From KiB (1024 bytes).
    pub const fn from_kib(kib: u64) -> Self {
        Self(kib.saturating_mul(1 << 10))
    }

    /// From MiB (1024² bytes).
    pub const fn from_mib(mib: u64) -> Self {
        Self(mib.saturating_mul(1 << 20))
    }

    /// From GiB (1024³ bytes).
    pub const fn from_gib(gib: u64) -> Self {
        Self(gib.saturating_mul(1 << 30))
    }

    /// From GB (1e9 bytes).
    pub const fn from_gb(gb: u64) -> Self {
        Self(gb.saturating_mul(1_000_000_000))
    }

    /// In bytes.
    pub const fn count(self) -> u64 {
        self.0
    }

    /// In bytes, for formulas.
    pub const fn as_f64(self) -> f64 {
        self.0 as f64
    }

    /// In GiB (1024³ bytes).
    pub const fn gib(self) -> f64 {
        self.as_f64() / 1_073_741_824.0
    }

    /// In GB (1e9 bytes).
    pub const fn gb(self) -> f64 {
        self.as_f64() / 1e9
    }
}

impl Add for Bytes {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Mul<u64> for Bytes {
    type Output = Self;
    fn mul(self, factor: u64) -> Self {
        Self(self.0.saturating_mul(factor))
    }
}

impl Sum for Bytes {
    fn sum<I: Iterator<Item = Self>>(items: I) -> Self {
        items.fold(Self::ZERO, Add::add)
    }
}

/// Time to move data at a rate; infinite at rate zero (undefined for no data at no rate).
impl Div<BytesPerSecond> for Bytes {
    type Output = Seconds;
    fn div(self, rate: BytesPerSecond) -> Seconds {
        Seconds(self.as_f64() / rate.0)
    }
}

/// Rate at which data moved.
impl Div<Seconds> for Bytes {
    type Output = BytesPerSecond;
    fn div(self, time: Seconds) -> BytesPerSecond {
        BytesPerSecond(self.as_f64() / time.0)
    }
}

/// Time to compute at a rate.
impl Div<FlopsPerSecond> for Flops {
    type Output = Seconds;
    fn div(self, rate: FlopsPerSecond) -> Seconds {
        Seconds(self.0 / rate.0)
    }
}

/// Energy of a power over time.
impl Mul<Seconds> for Watts {
    type Output = Joules;
    fn mul(self, time: Seconds) -> Joules {
        Joules(self.0 * time.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn prefixes_are_what_they_say() {
        assert_eq!(BytesPerSecond::from_gbit_s(400.0).gb_s(), 50.0);
        assert_eq!(BytesPerSecond::from_gb_s(50.0).gbit_s(), 400.0);
        assert_eq!(Bytes::from_gib(1).count(), 1_073_741_824);
        assert_eq!(Bytes::from_gb(1).count(), 1_000_000_000);
        assert_eq!(Bytes::from_mib(1), Bytes::from_kib(1024));
        assert_eq!(
            Joules::from_kwh(1.0),
            Watts::from_kw(1.0) * Seconds::from_hours(1.0)
        );
        assert_eq!(
            (Bytes::from_gb(100) / BytesPerSecond::from_gb_s(50.0)).s(),
            2.0
        );
        assert_eq!(
            (Flops::from_tflop(10.0) / FlopsPerSecond::from_tflop_s(5.0)).s(),
            2.0
        );
        assert_eq!(Meters::from_mm(20.32).m(), 20.32 * 1e-3);
    }

    #[test]
    fn amounts_of_data_do_not_wrap() {
        assert_eq!(Bytes::from_gib(u64::MAX).count(), u64::MAX);
        assert_eq!(
            (Bytes::from_count(u64::MAX) + Bytes::from_count(1)).count(),
            u64::MAX
        );
        assert_eq!((Bytes::from_count(u64::MAX) * 2).count(), u64::MAX);
    }

    #[test]
    fn no_rate_takes_for_ever() {
        assert!(!(Bytes::from_gib(1) / BytesPerSecond::ZERO).is_finite());
    }

    #[test]
    fn json_is_a_plain_number() {
        assert_eq!(serde_json::to_string(&Bytes::from_kib(1)).unwrap(), "1024");
        assert_eq!(serde_json::to_string(&Seconds::from_s(0.5)).unwrap(), "0.5");
        assert!(serde_json::from_str::<Bytes>("-1").is_err());
        assert!(serde_json::from_str::<Watts>("\"350 W\"").is_err());
    }

    proptest! {
        #[test]
        fn time_times_rate_gives_the_data_back(bytes in 1_u64..1 << 50, gb_s in 0.001_f64..1e5) {
            let time = Bytes::from_count(bytes) / BytesPerSecond::from_gb_s(gb_s);
            let rate = Bytes::from_count(bytes) / time;
            prop_assert!((rate.gb_s() / gb_s - 1.0).abs() < 1e-12);
        }

        #[test]
        fn more_data_never_takes_less_time(a in 0_u64..1 << 50, more in 0_u64..1 << 50, gb_s in 0.001_f64..1e5) {
            let rate = BytesPerSecond::from_gb_s(gb_s);
            let (a, b) = (Bytes::from_count(a), Bytes::from_count(a) + Bytes::from_count(more));
            prop_assert!(a / rate <= b / rate);
        }
    }
}
