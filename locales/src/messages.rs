//! Messages of Fluent files and how one is written out.
//!
//! The syntax is read by `fluent-syntax`. Writing out is our own: the texts use arguments, choices by count or word, and
//! references, and no function that formats (numbers come written by [`crate::format`]). The usual runtime brings tables
//! for every language on earth into the browser, an eighth of what the planner weighs.

use std::borrow::Cow;
use std::collections::BTreeMap;

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, Variant, VariantKey,
};
use fluent_syntax::parser;

use crate::texts::Arg;

/// References inside references, at most; more is a circle.
const MAX_DEPTH: u32 = 8;

/// All messages and terms by name; terms begin with `-`.
#[derive(Debug)]
pub(crate) struct Messages {
    patterns: BTreeMap<Cow<'static, str>, Pattern<&'static str>>,
}

impl Messages {
    /// The messages of several files; of two with one name the later counts.
    pub fn read(sources: impl Iterator<Item = &'static str>) -> Self {
        let mut patterns = BTreeMap::new();
        for source in sources {
            let resource = match parser::parse(source) {
                Ok(resource) | Err((resource, _)) => resource,
            };
            for entry in resource.body {
                match entry {
                    Entry::Message(message) => {
                        if let Some(pattern) = message.value {
                            patterns.insert(Cow::Borrowed(message.id.name), pattern);
                        }
                    }
                    Entry::Term(term) => {
                        patterns.insert(Cow::Owned(format!("-{}", term.id.name)), term.value);
                    }
                    _ => {}
                }
            }
        }
        Self { patterns }
    }

    /// Whether there is such a message.
    pub fn has(&self, id: &str) -> bool {
        self.patterns.contains_key(id)
    }

    /// The message with its arguments; nothing for an unknown name. An argument that is missing shows its own name.
    pub fn write(&self, id: &str, args: &[(&str, Arg<'_>)]) -> Option<String> {
        let pattern = self.patterns.get(id)?;
        let mut writer = Writer {
            messages: self,
            args,
            depth: 0,
            out: String::new(),
        };
        writer.pattern(pattern);
        Some(writer.out)
    }
}

struct Writer<'a> {
    messages: &'a Messages,
    args: &'a [(&'a str, Arg<'a>)],
    depth: u32,
    out: String,
}

impl<'a> Writer<'a> {
    fn pattern(&mut self, pattern: &Pattern<&'static str>) {
        if self.depth >= MAX_DEPTH {
            return;
        }
        self.depth += 1;
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => self.out.push_str(value),
                PatternElement::Placeable { expression } => self.expression(expression),
            }
        }
        self.depth -= 1;
    }

    fn expression(&mut self, expression: &Expression<&'static str>) {
        match expression {
            Expression::Inline(inline) => self.inline(inline),
            Expression::Select { selector, variants } => {
                let chosen = variants
                    .iter()
                    .find(|variant| self.chooses(selector, variant))
                    .or_else(|| variants.iter().find(|variant| variant.default));
                if let Some(variant) = chosen {
                    self.pattern(&variant.value);
                }
            }
        }
    }

    fn inline(&mut self, inline: &InlineExpression<&'static str>) {
        match inline {
            InlineExpression::StringLiteral { value }
            | InlineExpression::NumberLiteral { value } => {
                self.out.push_str(value);
            }
            InlineExpression::VariableReference { id } => match self.arg(id.name) {
                Some(Arg::Text(text)) => self.out.push_str(text),
                Some(Arg::Count(count)) => self.out.push_str(&count.to_string()),
                None => {
                    self.out.push_str("{$");
                    self.out.push_str(id.name);
                    self.out.push('}');
                }
            },
            InlineExpression::MessageReference { id, .. } => self.reference(id.name),
            InlineExpression::TermReference { id, .. } => self.reference(&format!("-{}", id.name)),
            InlineExpression::Placeable { expression } => self.expression(expression),
            InlineExpression::FunctionReference { id, .. } => self.out.push_str(id.name),
        }
    }

    fn reference(&mut self, id: &str) {
        match self.messages.patterns.get(id) {
            Some(pattern) => self.pattern(pattern),
            None => self.out.push_str(id),
        }
    }

    fn arg(&self, name: &str) -> Option<&'a Arg<'a>> {
        self.args
            .iter()
            .find(|(other, _)| *other == name)
            .map(|(_, arg)| arg)
    }

    /// Whether a variant is the one for the value: by the number itself, by its plural form, or by the word.
    fn chooses(
        &self,
        selector: &InlineExpression<&'static str>,
        variant: &Variant<&'static str>,
    ) -> bool {
        let InlineExpression::VariableReference { id } = selector else {
            return false;
        };
        match (self.arg(id.name), &variant.key) {
            (Some(Arg::Count(count)), VariantKey::NumberLiteral { value }) => {
                value.parse() == Ok(*count)
            }
            (Some(Arg::Count(count)), VariantKey::Identifier { name }) => {
                *name == plural_form(*count)
            }
            (Some(Arg::Text(text)), VariantKey::Identifier { name }) => text == name,
            (Some(Arg::Text(_)), VariantKey::NumberLiteral { .. }) | (None, _) => false,
        }
    }
}

/// The plural form of a count in English (CLDR: `one` for 1, else `other`).
fn plural_form(count: u64) -> &'static str {
    if count == 1 { "one" } else { "other" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages() -> Messages {
        Messages::read(
            [
                "plain = Text\narg = { $a } and { $b }\n-brand = Podwright\nuses = { -brand }: { plain }\n",
                "count = { $n ->\n    [0] none\n    [one] one part\n   *[other] { $n } parts\n}\n\
                 word = { $k ->\n    [red] warm\n   *[blue] cold\n}\nself = { self }\nplain = Later\n",
            ]
            .into_iter(),
        )
    }

    fn write(id: &str, args: &[(&str, Arg<'_>)]) -> String {
        messages().write(id, args).expect("known")
    }

    #[test]
    fn arguments_and_references_are_put_in() {
        assert_eq!(write("plain", &[]), "Later");
        assert_eq!(write("uses", &[]), "Podwright: Later");
        assert_eq!(
            write("arg", &[("a", "x".into()), ("b", 3_u64.into())]),
            "x and 3"
        );
        assert_eq!(write("arg", &[("a", "x".into())]), "x and {$b}");
        assert_eq!(messages().write("nothing", &[]), None);
        assert!(!messages().has("nothing") && messages().has("plain"));
    }

    #[test]
    fn choices_go_by_number_then_form_then_word() {
        let count = |n: u64| write("count", &[("n", n.into())]);
        assert_eq!(count(0), "none");
        assert_eq!(count(1), "one part");
        assert_eq!(count(12), "12 parts");
        assert_eq!(write("word", &[("k", "red".into())]), "warm");
        assert_eq!(write("word", &[("k", "green".into())]), "cold");
        assert_eq!(write("word", &[]), "cold");
    }

    #[test]
    fn a_circle_ends() {
        assert_eq!(write("self", &[]), "");
    }
}
