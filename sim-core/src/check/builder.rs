//! Findings put together: code, place and values here, words from `locales/en/findings.ftl`.

use std::collections::BTreeMap;

use podwright_locales::{Arg, Language, Texts};

use crate::report::{Finding, PatchOp, PatchStep, Severity};

/// Collects what a finding says, before its words are looked up. The code `bridge.spacing` takes its words from the messages
/// `finding-bridge-spacing-title`, `-message` and (where there is one) `-fix`.
#[derive(Clone, Debug)]
pub struct FindingBuilder {
    code: &'static str,
    severity: Severity,
    at: String,
    source: Option<String>,
    patch: Vec<PatchStep>,
    args: BTreeMap<String, String>,
    counts: BTreeMap<String, u64>,
}

impl FindingBuilder {
    fn new(code: &'static str, severity: Severity) -> Self {
        Self {
            code,
            severity,
            at: String::new(),
            source: None,
            patch: Vec::new(),
            args: BTreeMap::new(),
            counts: BTreeMap::new(),
        }
    }

    /// It can't be built or wired as asked.
    pub fn error(code: &'static str) -> Self {
        Self::new(code, Severity::Error)
    }

    /// It works, but worse than it looks.
    pub fn warning(code: &'static str) -> Self {
        Self::new(code, Severity::Warning)
    }

    /// Good to know.
    pub fn info(code: &'static str) -> Self {
        Self::new(code, Severity::Info)
    }

    /// A value in the words; numbers are written by `podwright_locales::format` before.
    #[must_use]
    pub fn arg(mut self, name: &str, value: impl Into<String>) -> Self {
        self.args.insert(name.to_owned(), value.into());
        self
    }

    /// A count that decides between singular and plural.
    #[must_use]
    pub fn count(mut self, name: &str, value: u64) -> Self {
        self.counts.insert(name.to_owned(), value);
        self
    }

    /// The place in the design.
    #[must_use]
    pub fn at(mut self, pointer: impl Into<String>) -> Self {
        self.at = pointer.into();
        self
    }

    /// Where the rule or the figure is from, in a word or two with a date.
    #[must_use]
    pub fn source(mut self, source: impl Into<String>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// A step of the fix: puts a value at a pointer.
    #[must_use]
    pub fn set(mut self, path: impl Into<String>, value: impl Into<serde_json::Value>) -> Self {
        self.patch.push(PatchStep {
            op: PatchOp::Add,
            path: path.into(),
            value: value.into(),
        });
        self
    }

    /// A step of the fix: takes a value out.
    #[must_use]
    pub fn remove(mut self, path: impl Into<String>) -> Self {
        self.patch.push(PatchStep {
            op: PatchOp::Remove,
            path: path.into(),
            value: serde_json::Value::Null,
        });
        self
    }

    /// What findings are ordered by: severity, place, code.
    pub(super) fn order(&self) -> (Severity, &str, &str) {
        (self.severity, &self.at, self.code)
    }

    /// The finding with its words.
    pub fn build(self) -> Finding {
        let texts = Texts::of(Language::English);
        let stem = format!("finding-{}", self.code.replace(['.', '_'], "-"));
        let mut args: Vec<(&str, Arg<'_>)> = self
            .args
            .iter()
            .map(|(name, value)| (name.as_str(), Arg::from(value.as_str())))
            .collect();
        args.extend(
            self.counts
                .iter()
                .map(|(name, value)| (name.as_str(), Arg::Count(*value))),
        );
        let say = |part: &str| texts.with(&format!("{stem}-{part}"), &args);
        let mut values = self.args.clone();
        for (name, count) in &self.counts {
            values.insert(name.clone(), count.to_string());
        }
        Finding {
            code: self.code.to_owned(),
            severity: self.severity,
            title: say("title"),
            message: say("message"),
            at: self.at,
            fix: texts.find(&format!("{stem}-fix"), &args),
            source: self.source,
            patch: self.patch,
            args: values,
        }
    }
}
