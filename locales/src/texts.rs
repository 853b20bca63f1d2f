//! Lookup of a message by id, with arguments.

use std::borrow::Cow;
use std::sync::OnceLock;

use crate::messages::Messages;

/// A language that the product speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Language {
    /// English, complete: every id exists here.
    #[default]
    English,
}

impl Language {
    /// The BCP 47 tag, as `<html lang>` wants it.
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
        }
    }
}

/// A value that a message may hold.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg<'a> {
    /// Text that is put in as it is: names, and numbers already written by [`crate::format`].
    Text(Cow<'a, str>),
    /// A count that decides between singular and plural; written without separators.
    Count(u64),
}

impl<'a> From<&'a str> for Arg<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Arg<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl<'a> From<&'a String> for Arg<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<u64> for Arg<'_> {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<u32> for Arg<'_> {
    fn from(count: u32) -> Self {
        Self::Count(count.into())
    }
}

impl From<usize> for Arg<'_> {
    fn from(count: usize) -> Self {
        Self::Count(count as u64)
    }
}

/// All messages of one language.
#[derive(Debug)]
pub struct Texts {
    messages: Messages,
}

/// The files of a language; a room owns a file.
#[cfg(not(target_arch = "wasm32"))]
const ENGLISH: &[(&str, &str)] = &[
    ("annex.ftl", include_str!("../en/annex.ftl")),
    ("diagram.ftl", include_str!("../en/diagram.ftl")),
    ("findings.ftl", include_str!("../en/findings.ftl")),
    ("flow.ftl", include_str!("../en/flow.ftl")),
    // Pages are made on the server; the browser is not given their words.
    ("pages.ftl", include_str!("../en/pages.ftl")),
    ("planner.ftl", include_str!("../en/planner.ftl")),
    ("report.ftl", include_str!("../en/report.ftl")),
];

#[cfg(target_arch = "wasm32")]
static LOADED: OnceLock<&'static str> = OnceLock::new();

/// Gives the browser its texts: the files of a language one after another, before anything asks for one. They come with
/// the data of the model, beside the module. Natively they are embedded, and what is given is not used.
pub fn load(source: String) {
    #[cfg(target_arch = "wasm32")]
    LOADED.get_or_init(|| Box::leak(source.into_boxed_str()));
    #[cfg(not(target_arch = "wasm32"))]
    drop(source);
}

#[cfg(target_arch = "wasm32")]
static ADDED: OnceLock<&'static str> = OnceLock::new();

/// Gives a module in the browser words of its own beside those of [`load`], before anything asks for one. Natively all
/// words are embedded, and what is given is not used.
pub fn add(source: &'static str) {
    #[cfg(target_arch = "wasm32")]
    ADDED.get_or_init(|| source);
    #[cfg(not(target_arch = "wasm32"))]
    let _ = source;
}

impl Texts {
    /// The texts of a language, parsed once.
    pub fn of(language: Language) -> &'static Self {
        static CELL: OnceLock<Texts> = OnceLock::new();
        match language {
            #[cfg(not(target_arch = "wasm32"))]
            Language::English => CELL.get_or_init(|| Self::parse(ENGLISH)),
            #[cfg(target_arch = "wasm32")]
            Language::English => CELL.get_or_init(|| {
                let source = LOADED
                    .get()
                    .expect("the page loads the texts before it asks for any");
                let added = ADDED.get().copied().unwrap_or_default();
                Self::parse(&[("", source), ("", added)])
            }),
        }
    }

    fn parse(files: &[(&str, &'static str)]) -> Self {
        // A file with a syntax error still yields its good messages; the tests refuse any error.
        Self {
            messages: Messages::read(files.iter().map(|(_, source)| *source)),
        }
    }

    /// The text of a message without arguments. An unknown id is shown as itself, so that a page never fails for it.
    pub fn get(&self, id: &str) -> String {
        self.with(id, &[])
    }

    /// The text of a message with its arguments.
    pub fn with(&self, id: &str, args: &[(&str, Arg<'_>)]) -> String {
        self.find(id, args).unwrap_or_else(|| id.to_owned())
    }

    /// The text of a message, or nothing where this language has no such id.
    pub fn find(&self, id: &str, args: &[(&str, Arg<'_>)]) -> Option<String> {
        self.messages.write(id, args)
    }

    /// Whether this language has the message.
    pub fn has(&self, id: &str) -> bool {
        self.messages.has(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_no_syntax_error_and_no_id_twice() {
        let mut seen = std::collections::BTreeSet::new();
        for (name, source) in ENGLISH {
            if let Err((_, errors)) = fluent_syntax::parser::parse(*source) {
                panic!("{name}: {errors:?}");
            }
            let ids = source.lines().filter_map(|line| {
                let (id, _) = line.split_once(" =")?;
                id.starts_with(|c: char| c.is_ascii_lowercase())
                    .then_some(id)
            });
            for id in ids {
                assert!(seen.insert(id), "{name}: {id} stands twice");
            }
        }
    }

    #[test]
    fn an_unknown_id_is_shown_as_itself() {
        assert_eq!(Texts::of(Language::English).get("no-such-id"), "no-such-id");
    }
}
