//! The planner's way to its texts.

use podwright_locales::{Arg, Language, Texts};

/// All texts.
pub fn texts() -> &'static Texts {
    Texts::of(Language::English)
}

/// A text without values.
pub fn say(id: &str) -> String {
    texts().get(id)
}

/// A text with values.
pub fn say_with(id: &str, args: &[(&str, Arg<'_>)]) -> String {
    texts().with(id, args)
}

/// Whether there is such a text.
pub fn known(id: &str) -> bool {
    texts().has(id)
}

/// A count as a word that begins a sentence where the language has one ("Eight"), else in digits.
pub fn count_word(count: u64) -> String {
    podwright_diagram::report::count_word(texts(), count)
}

/// The same inside a sentence ("eight").
pub fn count_word_inside(count: u64) -> String {
    podwright_diagram::report::count_word_inside(texts(), count)
}
