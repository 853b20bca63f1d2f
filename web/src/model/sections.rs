//! Questions of the views that the annex writes, and what is chosen in them.

use podwright_sim_core::Design;
use serde_json::{Map, Value};

use super::engine;

/// The question for a view of a design: which view, its width in CSS px, and the choices made in it as JSON text.
pub fn question(view: &str, design: &Design, width: f64, chosen: &str) -> Option<String> {
    let text = serde_json::to_string(design).ok()?;
    let own = Value::from(engine::own_text(design));
    let chosen = if chosen.is_empty() { "{}" } else { chosen };
    Some(format!(
        "{{\"ask\":\"{view}\",\"width\":{width},\"design\":{text},\"view\":{chosen},\"own\":{own}}}"
    ))
}

/// Choices as JSON text, with one more.
pub fn choose(chosen: &str, key: String, value: String) -> String {
    let mut choices: Map<String, Value> = serde_json::from_str(chosen).unwrap_or_default();
    choices.insert(key, value.into());
    Value::Object(choices).to_string()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_question_carries_what_was_chosen() {
        let design = Design::empty("\"quoted\"");
        let chosen = choose("", "a".to_owned(), "\"1\"".to_owned());
        let chosen = choose(&chosen, "b".to_owned(), "2".to_owned());
        for (given, expected) in [("", json!({})), (&chosen, json!({"a": "\"1\"", "b": "2"}))] {
            let text = question("cost", &design, 692.5, given).unwrap();
            let question: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(question["ask"], "cost");
            assert_eq!(question["view"], expected);
            assert_eq!(question["width"], 692.5);
            assert_eq!(question["own"], "");
            assert_eq!(question["design"]["name"], "\"quoted\"");
        }
    }
}
