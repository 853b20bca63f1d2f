//! Words of this module.

use podwright_locales::{Arg, Language, Texts, format};

/// All texts.
pub(crate) fn texts() -> &'static Texts {
    Texts::of(Language::English)
}

/// A text without arguments.
pub(crate) fn say(id: &str) -> String {
    texts().get(id)
}

/// A text with its arguments.
pub(crate) fn say_with(id: &str, args: &[(&str, Arg<'_>)]) -> String {
    texts().with(id, args)
}

/// The text of a prefix and an id of the report; the id itself where there is no such text.
pub(crate) fn named(prefix: &str, id: &str) -> String {
    let text = format!("{prefix}{}", id.replace('_', "-"));
    if texts().has(&text) {
        say(&text)
    } else {
        id.to_owned()
    }
}

/// Most ranges of numbers that are written out.
const MOST_RANGES: usize = 6;

/// Rising numbers from 0 as people count them, from 1: `1–32, 40 and 7 more`.
pub(crate) fn ranges(numbers: &[u32]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => ranges.push((*number, *number)),
        }
    }
    let count = |number: u32| format::count(u64::from(number) + 1);
    let written: Vec<String> = ranges
        .iter()
        .take(MOST_RANGES)
        .map(|(first, last)| {
            if first == last {
                count(*first)
            } else {
                format!("{}–{}", count(*first), count(*last))
            }
        })
        .collect();
    let more: u64 = ranges
        .iter()
        .skip(MOST_RANGES)
        .map(|(first, last)| u64::from(last - first) + 1)
        .sum();
    if more == 0 {
        written.join(", ")
    } else {
        say_with(
            "annex-ranges-more",
            &[
                ("ranges", written.join(", ").into()),
                ("count", format::count(more).into()),
            ],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_written_from_one() {
        assert_eq!(ranges(&[]), "");
        assert_eq!(ranges(&[0, 1, 2, 7]), "1–3, 8");
        let odd: Vec<u32> = (0..20).map(|n| n * 2).collect();
        assert_eq!(ranges(&odd), "1, 3, 5, 7, 9, 11 and 14 more");
    }
}
