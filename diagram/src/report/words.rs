//! Words that several drawings of a report share.

use podwright_locales::{Texts, format};
use podwright_sim_core::Report;

/// A count as a word that begins a sentence where the language has one ("Eight"), else in digits.
pub fn count_word(texts: &Texts, count: u64) -> String {
    numbered(texts, "diagram-number", count)
}

/// The same inside a sentence ("eight").
pub fn count_word_inside(texts: &Texts, count: u64) -> String {
    numbered(texts, "diagram-number-inside", count)
}

fn numbered(texts: &Texts, prefix: &str, count: u64) -> String {
    if (1..=12).contains(&count) {
        texts.get(&format!("{prefix}-{count}"))
    } else {
        format::count(count)
    }
}

/// A GPU's name without the words that every card of its maker has, and without what stands in brackets.
pub fn short_gpu(name: &str) -> &str {
    let name = name.strip_prefix("GeForce ").unwrap_or(name);
    name.split_once(" (").map_or(name, |(before, _)| before)
}

/// A link rate as people say it: `400G`.
pub(super) fn rate_label(gbit_s: f64) -> String {
    format!("{}G", format::trimmed(gbit_s, 0))
}

/// The text of a prefix and an id of the report; the id itself where there is no such text.
pub(super) fn named(texts: &Texts, prefix: &str, id: &str) -> String {
    texts
        .find(&format!("{prefix}{}", id.replace('_', "-")), &[])
        .unwrap_or_else(|| id.to_owned())
}

/// Whether any pool is made of racks.
pub(super) fn has_racks(report: &Report) -> bool {
    report.pools.iter().any(|pool| pool.category == "rack")
}
