//! What the annex says of the loads in a network: shown as it comes, nothing of it is computed here.

use podwright_diagram::Drawing;
use podwright_diagram::report::Titled;
use serde_json::Value;

use super::parts::Choice;
use super::sentence::Sentence;
use super::words::{say, say_with};
use crate::api::text;

/// The view of loads, and how far it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Loads {
    /// What failed and what to do; empty where nothing did.
    pub fault: String,
    /// The sentence above; empty before the first answer.
    pub sentence: Sentence,
    /// The network, links in the colour of their load.
    pub drawn: Vec<Titled>,
    /// What can fail.
    pub choices: Vec<Choice>,
    /// Which of that kind does: numbers to type, with the name of each.
    pub numbers: Vec<Choice>,
    /// The tables below, HTML.
    pub html: String,
}

impl Loads {
    /// The part that fails when one of its numbers is typed, as the annex reads it: `nic 12 4`. Numbers that were typed
    /// before count, whether an answer came since or not.
    pub fn part(&self, before: &str, at: usize, typed: &str) -> String {
        let mut words = before.split(' ');
        let mut part = words.next().unwrap_or_default().to_owned();
        for (place, number) in self.numbers.iter().enumerate() {
            let known = words.next().unwrap_or(&number.id);
            // Zero is no number: the annex takes the first that makes sense.
            let typed: u32 = if place == at { typed } else { known }.parse().unwrap_or(0);
            part.push(' ');
            part.push_str(&typed.to_string());
        }
        part
    }

    /// What a reply of the annex says; empty before the first.
    pub fn read(reply: &str) -> Self {
        if reply.is_empty() {
            return Self::default();
        }
        let failed = |fault: String| Self {
            fault,
            ..Self::default()
        };
        let Ok(reply) = serde_json::from_str::<Value>(reply) else {
            return failed(say_with("planner-annex-failed", &[("why", reply.into())]));
        };
        let Some(answer) = reply.get("answer") else {
            let fault = reply.get("fault").map(|fault| text(fault, "message"));
            return failed(fault.unwrap_or_default());
        };
        let drawing = answer.get("drawing").unwrap_or(&Value::Null);
        let size = |key: &str| drawing.get(key).and_then(Value::as_f64).unwrap_or_default();
        let list = |key: &str| -> Vec<Choice> {
            let choices = answer.get(key).and_then(Value::as_array).into_iter();
            choices
                .flatten()
                .map(|choice| Choice {
                    id: text(choice, "id"),
                    name: text(choice, "name"),
                })
                .collect()
        };
        let drawn = drawing.is_object().then(|| Titled {
            title: text(drawing, "title"),
            drawing: Drawing {
                svg: text(drawing, "svg"),
                width: size("width"),
                height: size("height"),
            },
        });
        Self {
            fault: String::new(),
            sentence: Sentence {
                title: text(answer, "title"),
                detail: text(answer, "detail"),
            },
            drawn: drawn.into_iter().collect(),
            choices: list("choices"),
            numbers: list("numbers"),
            html: text(answer, "html"),
        }
    }

    /// The sentence above the view; that of the topology while there is none of its own.
    pub fn opening(&self, topology: Sentence) -> Sentence {
        if !self.sentence.title.is_empty() {
            return self.sentence.clone();
        }
        let detail = if self.fault.is_empty() {
            say("planner-loads-busy")
        } else {
            String::new()
        };
        Sentence { detail, ..topology }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_fault_leaves_the_topologys_sentence() {
        let topology = Sentence {
            title: "Four nodes".to_owned(),
            detail: "Detail".to_owned(),
        };
        let refused = Loads::read(r#"{"fault":{"code":"c","message":"It broke."}}"#);
        assert_eq!(refused.fault, "It broke.");
        assert_eq!(refused.opening(topology.clone()).title, "Four nodes");
        let failed = Loads::read("HTTP 503");
        assert!(failed.fault.contains("HTTP 503") && failed.fault.contains("again"));
        let waiting = Loads::read("").opening(topology.clone());
        assert!(waiting.detail.starts_with("Working out"));
        let answer = json!({
            "title": "T", "detail": "D", "html": "<p>", "choices": [{ "id": "leaf", "name": "One leaf" }],
            "numbers": [{ "id": "7", "name": "Node" }, { "id": "2", "name": "Port" }],
            "drawing": { "title": "T", "svg": "<svg>", "width": 692.0, "height": 300.0 },
        });
        let loads = Loads::read(&json!({ "answer": answer }).to_string());
        assert_eq!(loads.part("nic", 0, "12"), "nic 12 2");
        assert_eq!(loads.part("nic", 1, "\""), "nic 7 0");
        assert_eq!(loads.part("nic 12 2", 1, "4"), "nic 12 4");
        let inside = json!({ "answer": { "title": "T", "drawing": null } }).to_string();
        assert!(Loads::read(&inside).drawn.is_empty());
        assert_eq!(loads.opening(topology).detail, "D");
        assert_eq!(loads.choices[0].name, "One leaf");
        assert_eq!(loads.drawn[0].drawing.height, 300.0);
    }
}
