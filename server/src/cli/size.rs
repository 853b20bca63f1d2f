//! Message sizes on the command line.

/// Reads `8`, `64KiB`, `1 GiB`, `1.5GiB` or `10MB` as bytes. A bare `M` or `G` is refused: tools of the field mean
/// different things by it.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let digits = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let factor: u64 = match unit.trim() {
        "" | "B" => 1,
        "KiB" => 1 << 10,
        "MiB" => 1 << 20,
        "GiB" => 1 << 30,
        "TiB" => 1 << 40,
        "kB" | "KB" => 1_000,
        "MB" => 1_000_000,
        "GB" => 1_000_000_000,
        other => {
            return Err(format!(
                "unknown unit `{other}`; write B, KiB, MiB, GiB, TiB, kB, MB or GB"
            ));
        }
    };
    if let Ok(whole) = number.parse::<u64>() {
        return whole
            .checked_mul(factor)
            .filter(|bytes| *bytes > 0)
            .ok_or_else(|| "out of range".to_owned());
    }
    let value: f64 = number
        .parse()
        .map_err(|_| format!("`{number}` is not a number"))?;
    let bytes = value * factor as f64;
    if bytes >= 1.0 && bytes < 2f64.powi(53) {
        Ok(bytes.round() as u64)
    } else {
        Err("out of range".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_with_units() {
        assert_eq!(parse_bytes("8"), Ok(8));
        assert_eq!(parse_bytes("1GiB"), Ok(1 << 30));
        assert_eq!(parse_bytes(" 1.5 GiB "), Ok(3 << 29));
        assert_eq!(parse_bytes("10MB"), Ok(10_000_000));
        for text in [
            "",
            "0",
            "-1",
            "1G",
            "1e9",
            "99999999TiB",
            "GiB",
            "1.2.3",
            "NaN",
            "0.1B",
        ] {
            assert!(parse_bytes(text).is_err(), "{text}");
        }
    }
}
