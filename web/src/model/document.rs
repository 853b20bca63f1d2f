//! The document on the page: the design with its history, what is half typed, and what the server knows of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use podwright_sim_core::Design;
use serde_json::Value;

use super::command::{Command, Refusal};
use super::field::NumberField;
use super::history::History;
use super::number::{self, NumberFault};
use super::{patch, row};

/// Text in a field while it is being typed, and why it is no value.
#[derive(Clone, Debug, PartialEq)]
pub struct Typed {
    /// The text.
    pub text: String,
    /// The message under the field; nothing when the text is a value.
    pub fault: Option<String>,
}

/// The design on the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    history: History<Arc<Design>>,
    json: Value,
    typed: BTreeMap<String, Typed>,
}

impl Document {
    /// A document without a past.
    pub fn new(design: Design) -> Self {
        Self {
            json: patch::to_json(&design),
            history: History::new(Arc::new(design)),
            typed: BTreeMap::new(),
        }
    }

    /// The design.
    pub fn design(&self) -> &Arc<Design> {
        self.history.present()
    }

    /// Undo and redo.
    pub fn history(&self) -> &History<Arc<Design>> {
        &self.history
    }

    /// Whether a field holds a text that is no value: the figures are then those of the last good design.
    pub fn invalid(&self) -> bool {
        self.typed.values().any(|typed| typed.fault.is_some())
    }

    /// What is typed in a field, while it has the focus.
    pub fn typed(&self, pointer: &str) -> Option<&Typed> {
        self.typed.get(pointer)
    }

    /// Carries a command out; whether the design changed.
    ///
    /// # Errors
    /// [`Refusal`] with the reason; nothing has changed then.
    pub fn run(&mut self, command: &Command, now_ms: f64) -> Result<bool, Refusal> {
        let next = command.apply(self.design())?;
        if next == **self.design() {
            return Ok(false);
        }
        if !matches!(
            command,
            Command::Number(..) | Command::Put(..) | Command::Rename(_)
        ) {
            self.typed.clear();
        }
        self.json = patch::to_json(&next);
        self.history.push(
            Arc::new(next),
            &command.label(),
            command.merge_key().as_deref(),
            now_ms,
        );
        Ok(true)
    }

    /// Takes the text of a number field; whether the design changed. A text that is no value is kept with its fault.
    pub fn type_number(&mut self, field: &NumberField, text: &str, now_ms: f64) -> bool {
        let pointer = field.pointer();
        let bounds = field.bounds();
        let number = |value| Command::Number(field.clone(), value);
        let parsed = if let NumberField::Of(_, row) = field {
            row.read(text)
                .map(|value| Command::Put(field.clone(), value))
        } else if text.trim().is_empty() && field.optional() {
            Ok(number(None))
        } else if field.is_size() {
            number::parse_size(text, bounds).map(|value| number(Some(value)))
        } else {
            number::parse(text, bounds).map(|value| number(Some(value)))
        };
        let outcome = parsed
            .map_err(NumberFault::message)
            .and_then(|command| self.run(&command, now_ms).map_err(|refusal| refusal.0));
        let (changed, fault) = match outcome {
            Ok(changed) => (changed, None),
            Err(fault) => (false, Some(fault)),
        };
        self.typed.insert(
            pointer,
            Typed {
                text: text.to_owned(),
                fault,
            },
        );
        changed
    }

    /// The focus left a field: a good text gives way to the value as it is written; a bad one stays.
    pub fn leave_field(&mut self, pointer: &str) {
        if self
            .typed
            .get(pointer)
            .is_some_and(|typed| typed.fault.is_none())
        {
            self.typed.remove(pointer);
        }
        self.history.seal();
    }

    /// The text that a number field shows.
    pub fn shown(&self, field: &NumberField) -> String {
        if let Some(typed) = self.typed.get(&field.pointer()) {
            return typed.text.clone();
        }
        if let NumberField::Of(..) = field {
            let value = self.json.pointer(&field.pointer());
            return value.map(row::show).unwrap_or_default();
        }
        match field.read(self.design()) {
            Some(value) if field.is_size() => podwright_locales::format::message_size(value as u64),
            Some(value) => number::edit_text(value, field.decimals()),
            None => String::new(),
        }
    }

    /// Why the text of a field is no value.
    pub fn fault(&self, pointer: &str) -> Option<&str> {
        self.typed.get(pointer)?.fault.as_deref()
    }

    /// Goes back one step; whether there was one.
    pub fn undo(&mut self) -> bool {
        self.typed.clear();
        let back = self.history.undo();
        self.json = patch::to_json(self.design());
        back
    }

    /// Takes the last undo back; whether there was one.
    pub fn redo(&mut self) -> bool {
        self.typed.clear();
        let forth = self.history.redo();
        self.json = patch::to_json(self.design());
        forth
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::field::SiteField;
    use crate::model::sample;

    #[test]
    fn a_bad_text_keeps_the_last_good_design() {
        let mut document = Document::new(sample::cluster());
        let racks = NumberField::PoolCount(0);
        assert!(document.type_number(&racks, "1", 0.0));
        assert!(document.type_number(&racks, "12", 50.0));
        assert!(!document.type_number(&racks, "12x", 100.0));
        assert!(document.invalid());
        assert_eq!(document.design().pools[0].count, 12);
        assert_eq!(document.shown(&racks), "12x");
        document.leave_field(&racks.pointer());
        assert!(
            document.fault(&racks.pointer()).is_some(),
            "a bad text stays until it is mended"
        );
        assert!(document.undo());
        assert_eq!(document.design().pools[0].count, 8);
        assert!(!document.invalid());
        assert_eq!(document.shown(&racks), "8");
    }

    #[test]
    fn an_optional_field_can_be_emptied_and_a_needed_one_not() {
        let mut document = Document::new(sample::cluster());
        assert!(document.type_number(&NumberField::Site(SiteField::Electricity), " ", 0.0));
        assert_eq!(document.design().site.electricity_usd_per_kwh, None);
        assert!(!document.type_number(&NumberField::PoolCount(0), "", 0.0));
        assert!(document.fault("/pools/0/count").is_some());
    }

    #[test]
    fn sizes_are_typed_with_their_unit() {
        let mut document = Document::new(sample::cluster());
        let size = NumberField::MessageBytes(0);
        assert_eq!(document.shown(&size), "8 GiB");
        assert!(document.type_number(&size, "512 MiB", 0.0));
        assert_eq!(document.design().workloads[0].message_bytes, Some(1 << 29));
    }

    #[test]
    fn a_command_beyond_the_limits_is_refused() {
        let mut document = Document::new(sample::cluster());
        let before = document.design().clone();
        let long = Command::Rename("x".repeat(300));
        assert!(document.run(&long, 0.0).is_err());
        assert!(document.run(&Command::RemovePool { pool: 7 }, 0.0).is_err());
        assert_eq!(*document.design(), before);
    }

    #[test]
    fn a_bridge_is_changed_and_taken_off() {
        let mut document = Document::new(sample::workstation());
        let bridge = |id: Option<&str>| Command::Bridge {
            pool: 0,
            gpus: vec![0, 1],
            bridge: id.map(str::to_owned),
        };
        assert_eq!(
            document.run(&bridge(Some("nvlink-bridge-rtxa6000-3slot")), 0.0),
            Ok(true)
        );
        assert_eq!(
            document.run(&bridge(Some("nvlink-bridge-rtxa6000-3slot")), 0.0),
            Ok(false)
        );
        assert_eq!(document.run(&bridge(None), 0.0), Ok(true));
        let node = crate::model::field::inline(document.design(), 0).expect("inline");
        assert!(node.bridges.is_empty());
        document.undo();
        document.undo();
        assert_eq!(**document.design(), sample::workstation());
    }

    proptest! {
        #[test]
        fn typing_anything_keeps_a_design_within_limits(texts in prop::collection::vec((0..6_usize, ".{0,12}"), 0..30)) {
            let mut document = Document::new(sample::cluster());
            let fields = [
                NumberField::PoolCount(0), NumberField::Oversubscription(0), NumberField::MessageBytes(0),
                NumberField::Site(SiteField::Years), NumberField::Site(SiteField::Pue), NumberField::PriceOverride("a/b~c".to_owned()),
            ];
            for (i, (field, text)) in texts.iter().enumerate() {
                document.type_number(&fields[*field], text, i as f64);
                prop_assert!(document.design().limit_problems().is_empty());
            }
            while document.undo() {}
            prop_assert_eq!(&**document.design(), &sample::cluster());
        }

        #[test]
        fn numbers_typed_are_numbers_read(count in 1..1_000_000_u32) {
            let mut document = Document::new(sample::cluster());
            document.type_number(&NumberField::PoolCount(0), &podwright_locales::format::count(count.into()), 0.0);
            prop_assert_eq!(document.design().pools[0].count, count);
        }
    }
}
