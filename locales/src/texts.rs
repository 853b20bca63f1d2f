//! Lookup of a message by id, with arguments.

use std::borrow::Cow;
use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

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
pub struct Texts {
    bundle: FluentBundle<FluentResource>,
}

/// The files of a language; a room owns a file.
const ENGLISH: &[(&str, &str)] = &[
    ("diagram.ftl", include_str!("../en/diagram.ftl")),
    ("findings.ftl", include_str!("../en/findings.ftl")),
    // Pages are made on the server; the browser does not carry their words.
    #[cfg(not(target_arch = "wasm32"))]
    ("pages.ftl", include_str!("../en/pages.ftl")),
    ("planner.ftl", include_str!("../en/planner.ftl")),
    ("report.ftl", include_str!("../en/report.ftl")),
];

impl Texts {
    /// The texts of a language, parsed once.
    pub fn of(language: Language) -> &'static Self {
        static CELL: OnceLock<Texts> = OnceLock::new();
        match language {
            Language::English => CELL.get_or_init(|| Self::parse(ENGLISH)),
        }
    }

    fn parse(files: &[(&str, &str)]) -> Self {
        let mut bundle = FluentBundle::new_concurrent(vec![
            LanguageIdentifier::from_bytes(b"en").unwrap_or_default(),
        ]);
        bundle.set_use_isolating(false);
        for (_, source) in files {
            // A file with a syntax error still yields its good messages; the tests refuse any error.
            let resource = match FluentResource::try_new((*source).to_owned()) {
                Ok(resource) | Err((resource, _)) => resource,
            };
            bundle.add_resource_overriding(resource);
        }
        Self { bundle }
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
        let pattern = self.bundle.get_message(id)?.value()?;
        let mut values = FluentArgs::new();
        for (name, arg) in args {
            let value = match arg {
                Arg::Text(text) => FluentValue::from(text.as_ref()),
                Arg::Count(count) => FluentValue::from(*count as f64),
            };
            values.set(*name, value);
        }
        let mut errors = Vec::new();
        let text = self
            .bundle
            .format_pattern(pattern, Some(&values), &mut errors);
        Some(text.into_owned())
    }

    /// Whether this language has the message.
    pub fn has(&self, id: &str) -> bool {
        self.bundle.has_message(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_no_syntax_error_and_no_id_twice() {
        let mut seen = std::collections::BTreeSet::new();
        for (name, source) in ENGLISH {
            if let Err((_, errors)) = FluentResource::try_new((*source).to_owned()) {
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
