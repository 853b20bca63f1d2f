//! Which of the offered media types a request accepts.

use axum::http::{HeaderMap, header};

use super::problem::{Problem, ProblemCode};

/// The best of the offered media types, the first where the request does not care.
///
/// # Errors
/// `not_acceptable` when it accepts none.
pub fn choose<'a>(headers: &HeaderMap, offered: &[&'a str]) -> Result<&'a str, Problem> {
    let accepted: Vec<&str> = headers
        .get_all(header::ACCEPT)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .collect();
    best(&accepted, offered).ok_or_else(|| {
        Problem::new(
            ProblemCode::NotAcceptable,
            format!("this route offers {}", offered.join(", ")),
        )
    })
}

fn best<'a>(accepted: &[&str], offered: &[&'a str]) -> Option<&'a str> {
    if accepted.is_empty() {
        return offered.first().copied();
    }
    let mut best: Option<(f64, &str)> = None;
    for kind in offered {
        let weight = weight(accepted, kind);
        if weight > 0.0 && best.is_none_or(|(most, _)| weight > most) {
            best = Some((weight, kind));
        }
    }
    best.map(|(_, kind)| kind)
}

/// The weight that the most specific range gives to a media type.
fn weight(accepted: &[&str], kind: &str) -> f64 {
    let family = kind.split('/').next().unwrap_or_default();
    let mut found = (0, 0.0);
    for range in accepted {
        let mut parts = range.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default().to_ascii_lowercase();
        let specific = if name == kind {
            3
        } else if name
            .strip_suffix("/*")
            .is_some_and(|wanted| wanted == family)
        {
            2
        } else if name == "*/*" {
            1
        } else {
            continue;
        };
        let quality = parts
            .find_map(|part| part.strip_prefix("q="))
            .map_or(1.0, |q| q.parse().unwrap_or(0.0));
        if specific > found.0 {
            found = (specific, quality);
        }
    }
    found.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_specific_range_counts() {
        let offered = ["application/json", "text/csv"];
        assert_eq!(best(&[], &offered), Some("application/json"));
        assert_eq!(best(&["*/*"], &offered), Some("application/json"));
        assert_eq!(best(&["text/csv"], &offered), Some("text/csv"));
        assert_eq!(
            best(&["text/*", " application/json;q=0.5"], &offered),
            Some("text/csv")
        );
        assert_eq!(
            best(&["*/*", "application/json;q=0"], &offered),
            Some("text/csv")
        );
        assert_eq!(best(&["image/png"], &offered), None);
    }
}
