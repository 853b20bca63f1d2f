//! What the annex says of the loads in a network: shown as it comes, nothing of it is computed here.

use podwright_diagram::Drawing;
use podwright_diagram::report::Titled;
use podwright_sim_core::Design;
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
    /// The tables below, HTML.
    pub html: String,
}

impl Loads {
    /// The question for a design, the part that fails (empty for none) and the view's width in CSS px.
    pub fn question(design: &Design, fails: &str, width: f64) -> Option<String> {
        let design = serde_json::to_string(design).ok()?;
        let fails = if fails.is_empty() {
            String::new()
        } else {
            format!(",\"fails\":\"{fails}\"")
        };
        Some(format!(
            "{{\"ask\":\"load\",\"width\":{width},\"design\":{design}{fails}}}"
        ))
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
        let choices = answer.get("choices").and_then(Value::as_array);
        Self {
            fault: String::new(),
            sentence: Sentence {
                title: text(answer, "title"),
                detail: text(answer, "detail"),
            },
            drawn: vec![Titled {
                title: text(drawing, "title"),
                drawing: Drawing {
                    svg: text(drawing, "svg"),
                    width: size("width"),
                    height: size("height"),
                },
            }],
            choices: choices
                .into_iter()
                .flatten()
                .map(|choice| Choice {
                    id: text(choice, "id"),
                    name: text(choice, "name"),
                })
                .collect(),
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
    fn a_question_is_the_annexs() {
        let design = Design::empty("\"quoted\"");
        for (fails, expected) in [("", Value::Null), ("leaf", json!("leaf"))] {
            let text = Loads::question(&design, fails, 692.5).unwrap();
            let question: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(question["ask"], "load");
            assert_eq!(question["fails"], expected);
            assert_eq!(question["width"], 692.5);
            assert_eq!(question["design"]["name"], "\"quoted\"");
        }
    }

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
            "drawing": { "title": "T", "svg": "<svg>", "width": 692.0, "height": 300.0 },
        });
        let loads = Loads::read(&json!({ "answer": answer }).to_string());
        assert_eq!(loads.opening(topology).detail, "D");
        assert_eq!(loads.choices[0].name, "One leaf");
        assert_eq!(loads.drawn[0].drawing.height, 300.0);
    }
}
