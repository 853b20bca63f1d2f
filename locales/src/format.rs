//! How numbers are written for people: one place, so that figures look alike in drawings, pages, findings and tables.
//!
//! Units stand after a space. Thousands are separated by commas. Nothing here decides *which* figure to show.

/// A number with thousands separators and a fixed count of decimals: `25,990,000` or `1.50`.
pub fn fixed(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    let text = format!("{:.*}", decimals, value.abs());
    let (whole, fraction) = match text.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (text.as_str(), None),
    };
    let mut out = String::new();
    let zero = text.bytes().all(|b| b == b'0' || b == b'.');
    if value < 0.0 && !zero {
        out.push('−');
    }
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    if let Some(fraction) = fraction {
        out.push('.');
        out.push_str(fraction);
    }
    out
}

/// A whole count with separators.
pub fn count(value: u64) -> String {
    fixed(value as f64, 0)
}

/// A number to three significant digits at most, without trailing zeros: `4.5`, `56.3`, `841`, `12,400`.
pub fn short(value: f64) -> String {
    let magnitude = value.abs();
    let decimals = if magnitude >= 100.0 || magnitude == 0.0 {
        0
    } else if magnitude >= 10.0 {
        1
    } else if magnitude >= 1.0 {
        2
    } else {
        3
    };
    trimmed(value, decimals)
}

/// A number with at most so many decimals, trailing zeros taken off: `56.25`, `18`, `0.5`.
pub fn trimmed(value: f64, decimals: usize) -> String {
    let text = fixed(value, decimals);
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// A message size in binary units: `8 B`, `64 KiB`, `256 MiB`, `1.5 GiB`.
pub fn message_size(bytes: u64) -> String {
    let units = [
        ("TiB", 1u64 << 40),
        ("GiB", 1 << 30),
        ("MiB", 1 << 20),
        ("KiB", 1 << 10),
    ];
    for (unit, size) in units {
        if bytes >= size {
            return format!("{} {unit}", trimmed(bytes as f64 / size as f64, 2));
        }
    }
    format!("{bytes} B")
}

/// A time given in microseconds, in the unit that keeps it readable: `8.2 µs`, `5.66 ms`, `1.2 s`.
pub fn duration_us(us: f64) -> String {
    if us < 1_000.0 {
        format!("{} µs", short(us))
    } else if us < 1e6 {
        format!("{} ms", short(us / 1e3))
    } else {
        format!("{} s", short(us / 1e6))
    }
}

/// A bandwidth in gigabytes (1e9 bytes) per second: `56.25 GB/s`.
pub fn gb_s(value: f64) -> String {
    let text = if value >= 100.0 {
        fixed(value, 0)
    } else {
        trimmed(value, 2)
    };
    format!("{text} GB/s")
}

/// A power given in watts: `850 W`, `1.13 kW`, `1.06 MW`.
pub fn watts(value: f64) -> String {
    if value < 1_000.0 {
        format!("{} W", fixed(value, 0))
    } else if value < 1e6 {
        format!("{} kW", short(value / 1e3))
    } else {
        format!("{} MW", trimmed(value / 1e6, 2))
    }
}

/// Money in US dollars without cents, for headline figures: `3,740 USD`.
pub fn usd(value: f64) -> String {
    format!("{} USD", fixed(value, 0))
}

/// Money in US dollars, large amounts in millions: `25.99 M USD`, `3,740 USD`.
pub fn usd_large(value: f64) -> String {
    if value.abs() >= 1e6 {
        format!("{} M USD", fixed(value / 1e6, 2))
    } else {
        usd(value)
    }
}

/// A share between 0 and 1 as per cent: `67 %`.
pub fn percent(share: f64) -> String {
    format!("{} %", trimmed(share * 100.0, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        assert_eq!(fixed(25_990_000.0, 0), "25,990,000");
        assert_eq!(fixed(-1234.5, 1), "−1,234.5");
        assert_eq!(fixed(999.0, 0), "999");
        assert_eq!(fixed(-0.001, 2), "0.00");
    }

    #[test]
    fn sizes_and_times_choose_their_unit() {
        assert_eq!(message_size(8), "8 B");
        assert_eq!(message_size(256 << 20), "256 MiB");
        assert_eq!(message_size(3 << 29), "1.5 GiB");
        assert_eq!(duration_us(5660.0), "5.66 ms");
        assert_eq!(watts(1130.0), "1.13 kW");
        assert_eq!(gb_s(56.25), "56.25 GB/s");
        assert_eq!(percent(0.67), "67 %");
    }
}
