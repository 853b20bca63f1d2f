//! Lines of the bill of materials that have no price.

use super::FindingBuilder;
use crate::report::{BomLine, Finding};

/// Names at most; the rest is counted.
const NAMED: usize = 3;

/// What the bill of materials can't add up: none when every line has a price.
pub fn unpriced(lines: &[BomLine]) -> Option<Finding> {
    let missing: Vec<&BomLine> = lines
        .iter()
        .filter(|line| line.unit_price_usd.is_none())
        .collect();
    if missing.is_empty() {
        return None;
    }
    let names = missing
        .iter()
        .take(NAMED)
        .map(|line| line.description.as_str())
        .collect::<Vec<_>>()
        .join(", ");
    Some(
        FindingBuilder::info("price.unknown")
            .count("missing", missing.len() as u64)
            .count("priced", (lines.len() - missing.len()) as u64)
            .count("lines", lines.len() as u64)
            .count("more", missing.len().saturating_sub(NAMED) as u64)
            .arg("names", names)
            .at("/price_overrides")
            .build(),
    )
}
