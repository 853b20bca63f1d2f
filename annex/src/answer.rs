//! What goes back to the page: an answer, or why there is none.

use podwright_sim_core::design::{DesignError, Problem};
use serde::Serialize;

/// An answer as JSON text, or a fault.
pub type Answer = Result<String, Fault>;

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// A stable name of the fault.
    pub code: String,
    /// What happened and what to do, for people.
    pub message: String,
    /// The places of the question that are wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<Problem>,
}

impl Fault {
    /// A fault without places.
    pub fn new(code: &str, message: impl Into<String>) -> Self {
        Self {
            code: code.to_owned(),
            message: message.into(),
            errors: Vec::new(),
        }
    }

    /// The value as JSON text.
    pub(crate) fn or(value: &impl Serialize) -> Answer {
        serde_json::to_string(value)
            .map_err(|error| Self::new("annex.unwritable", error.to_string()))
    }
}

impl From<DesignError> for Fault {
    fn from(error: DesignError) -> Self {
        let code = match &error {
            DesignError::Syntax { .. } => "json.syntax",
            DesignError::Invalid(_) => "json.invalid",
        };
        Self {
            errors: error.problems().to_vec(),
            ..Self::new(code, error.to_string())
        }
    }
}

/// An answer as the text that is sent.
pub(crate) trait Text {
    /// `{"answer": …}` or `{"fault": …}`.
    fn text(self) -> String;
}

impl Text for Answer {
    fn text(self) -> String {
        match self {
            // Put together by hand, so that its digits stay as they were written.
            Ok(answer) => format!("{{\"answer\":{answer}}}"),
            Err(fault) => serde_json::json!({ "fault": fault }).to_string(),
        }
    }
}
