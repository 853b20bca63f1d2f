//! The planner's way to its texts.

use podwright_locales::{Arg, Language, Texts};

/// A text without values.
pub fn say(id: &str) -> String {
    Texts::of(Language::English).get(id)
}

/// A text with values.
pub fn say_with(id: &str, args: &[(&str, Arg<'_>)]) -> String {
    Texts::of(Language::English).with(id, args)
}

/// Whether there is such a text.
pub fn known(id: &str) -> bool {
    Texts::of(Language::English).has(id)
}

/// A count as a word that begins a sentence where the language has one ("Eight"), else in digits.
pub fn count_word(count: u64) -> String {
    if (1..=12).contains(&count) {
        say(&format!("planner-number-{count}"))
    } else {
        podwright_locales::format::count(count)
    }
}

/// The same inside a sentence ("eight").
pub fn count_word_inside(count: u64) -> String {
    if (1..=12).contains(&count) {
        say(&format!("planner-number-inside-{count}"))
    } else {
        podwright_locales::format::count(count)
    }
}
