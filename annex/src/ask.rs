//! Which question goes where. A new kind takes a variant here and a room of its own.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::answer::{Answer, Fault};
use crate::{cost, flow, load, racks};

/// What can be asked.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Ask {
    /// Contention on a network, answered as `POST /api/v1/flow` does.
    Flow,
    /// The topology view's loads.
    Load,
    /// The racks view.
    Racks,
    /// The cost view.
    Cost,
}

impl Ask {
    /// The answer to the members of the question, without `ask`.
    fn answer(self, question: &str) -> Answer {
        match self {
            Self::Flow => flow::answer(question),
            Self::Load => load::answer(question),
            Self::Racks => racks::answer(question),
            Self::Cost => cost::answer(question),
        }
    }
}

/// The answer to a question: `ask` says of which kind it is, the other members are that kind's.
///
/// # Errors
/// A fault that says what is wrong.
pub fn answer(question: &str) -> Answer {
    let mut members: Map<String, Value> = serde_json::from_str(question)
        .map_err(|error| Fault::new("json.syntax", error.to_string()))?;
    let kind = members.remove("ask").unwrap_or_default();
    let ask = Ask::deserialize(&kind)
        .map_err(|error| Fault::new("annex.unknown_question", error.to_string()))?;
    ask.answer(&Value::Object(members).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_of_no_kind_is_refused() {
        for (question, code) in [
            ("{", "json.syntax"),
            ("[]", "json.syntax"),
            ("{}", "annex.unknown_question"),
            (r#"{"ask":"weather"}"#, "annex.unknown_question"),
            (r#"{"ask":"flow"}"#, "json.invalid"),
        ] {
            assert_eq!(answer(question).unwrap_err().code, code, "{question}");
        }
    }
}
