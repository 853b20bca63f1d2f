//! From text to a design, with a pointer to what is wrong.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::position::{escape, spot};
use super::{Design, SCHEMA};

/// Why a document is no design.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum DesignError {
    /// Not JSON at all.
    #[error("the text is not JSON: {message} (line {line}, column {column})")]
    Syntax {
        /// What the reader met.
        message: String,
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
    },
    /// JSON of the wrong shape, or beyond a limit.
    #[error("{}", problems_text(.0))]
    Invalid(Vec<Problem>),
}

fn problems_text(problems: &[Problem]) -> String {
    let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    lines.join("; ")
}

impl DesignError {
    /// The places that are wrong; empty when the text is not JSON.
    pub fn problems(&self) -> &[Problem] {
        match self {
            Self::Syntax { .. } => &[],
            Self::Invalid(problems) => problems,
        }
    }
}

/// One place in a document that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// JSON pointer (RFC 6901) to the place.
    pub pointer: String,
    /// A stable name of the fault.
    pub code: String,
    /// What was found and what would do.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.pointer.is_empty() {
            "/"
        } else {
            &self.pointer
        };
        write!(f, "{place}: {}", self.message)
    }
}

impl Problem {
    /// A problem at a pointer.
    pub fn new(pointer: impl Into<String>, code: &str, message: impl Into<String>) -> Self {
        Self {
            pointer: pointer.into(),
            code: code.to_owned(),
            message: message.into(),
        }
    }
}

impl Design {
    /// Reads a design of any schema version that is known, and checks the limits.
    ///
    /// # Errors
    /// [`DesignError::Syntax`] when the text is not JSON, [`DesignError::Invalid`] with every place that is wrong.
    pub fn parse(text: &str) -> Result<Self, DesignError> {
        #[derive(Deserialize)]
        struct Head {
            schema: Option<serde_json::Value>,
        }

        let head: Head = read(text)?;
        match &head.schema {
            Some(serde_json::Value::String(name)) if name == SCHEMA => {}
            Some(serde_json::Value::String(name)) => {
                return Err(DesignError::Invalid(vec![unknown_schema(name)]));
            }
            Some(_) => {
                return Err(DesignError::Invalid(vec![Problem::new(
                    "/schema",
                    "json.wrong_type",
                    format!("the schema is a string, `{SCHEMA}`"),
                )]));
            }
            None => {
                return Err(DesignError::Invalid(vec![Problem::new(
                    "/schema",
                    "json.missing_field",
                    format!("the field `schema` is missing; write `{SCHEMA}`"),
                )]));
            }
        }

        let design: Self = read(text)?;
        let problems = design.limit_problems();
        if problems.is_empty() {
            Ok(design)
        } else {
            Err(DesignError::Invalid(problems))
        }
    }

    /// What is wrong with a design that was read as part of another document, at pointers that begin with `at`.
    pub fn problems_at(&self, at: &str) -> Vec<Problem> {
        let mut problems = self.limit_problems();
        if self.schema != SCHEMA {
            problems.insert(0, unknown_schema(&self.schema));
        }
        for problem in &mut problems {
            problem.pointer.insert_str(0, at);
        }
        problems
    }

    /// Reads a design that is already a JSON value.
    ///
    /// # Errors
    /// As [`Design::parse`].
    pub fn from_value(value: &serde_json::Value) -> Result<Self, DesignError> {
        Self::parse(&value.to_string())
    }
}

/// Reads any document strictly; what is wrong has its place.
///
/// # Errors
/// As [`Design::parse`]; limits are not looked at.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, DesignError> {
    serde_json::from_str(text).map_err(|error| read_error(text, &error))
}

fn unknown_schema(name: &str) -> Problem {
    Problem::new(
        "/schema",
        "design.schema_unknown",
        format!("unknown schema `{name}`; this engine reads `{SCHEMA}`"),
    )
}

fn syntax(error: &serde_json::Error) -> DesignError {
    DesignError::Syntax {
        message: plain_message(error),
        line: error.line(),
        column: error.column(),
    }
}

/// The message without serde_json's trailing position, which is given apart.
fn plain_message(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rfind(" at line ") {
        Some(at) => text[..at].to_owned(),
        None => text,
    }
}

fn read_error(text: &str, error: &serde_json::Error) -> DesignError {
    use serde_json::error::Category;

    let message = plain_message(error);
    let out_of_range = message.contains("number out of range");
    if matches!(
        error.classify(),
        Category::Syntax | Category::Eof | Category::Io
    ) && !out_of_range
    {
        return syntax(error);
    }
    let spot = spot(text, error.line(), error.column());
    let in_object = |field: &str| format!("{}/{}", spot.object(), escape(field));
    let (pointer, code) = if out_of_range {
        return DesignError::Invalid(vec![Problem::new(
            spot.value,
            "number.out_of_range",
            "the number is too large",
        )]);
    } else if let Some(field) = between_backticks(&message, "unknown field `") {
        (in_object(&field), "json.unknown_field")
    } else if let Some(field) = between_backticks(&message, "missing field `") {
        (in_object(&field), "json.missing_field")
    } else if let Some(field) = between_backticks(&message, "duplicate field `") {
        (in_object(&field), "json.duplicate_field")
    } else if message.starts_with("unknown variant") {
        (spot.value, "json.unknown_value")
    } else if message.starts_with("invalid value") {
        (spot.value, "json.invalid_value")
    } else {
        (spot.value, "json.wrong_type")
    };
    DesignError::Invalid(vec![Problem::new(pointer, code, message)])
}

fn between_backticks(text: &str, start: &str) -> Option<String> {
    let rest = text.strip_prefix(start)?;
    rest.split_once('`').map(|(field, _)| field.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> Problem {
        match Design::parse(text) {
            Err(DesignError::Invalid(mut problems)) => problems.remove(0),
            other => panic!("{other:?}"),
        }
    }

    fn with(rest: &str) -> String {
        format!(r#"{{"schema":"podwright.design/1",{rest}}}"#)
    }

    #[test]
    fn an_unknown_field_is_pointed_at() {
        let cases = [
            (r#""nmae":"x""#, "/nmae"),
            (
                r#""pools":[{"id":"a","node":"dgx-h100","count":1,"cuont":2}]"#,
                "/pools/0/cuont",
            ),
            (
                r#""pools":[{"id":"a","node":{"gpu":"rtx-3090","count":2,"slots":[{"position":1,"pcie_gen":4,"lanes":16,"rot":"x"}]},"count":1}]"#,
                "/pools/0/node/slots/0/rot",
            ),
            (
                r#""fabrics":[{"id":"c","oversubscription":{"laef":1}}]"#,
                "/fabrics/0/oversubscription/laef",
            ),
            (r#""site":{"a/b":1}"#, "/site/a~1b"),
        ];
        for (rest, pointer) in cases {
            let problem = problem(&with(rest));
            assert_eq!(problem.pointer, pointer, "{rest}: {problem}");
            assert_eq!(problem.code, "json.unknown_field", "{rest}");
        }
    }

    #[test]
    fn wrong_types_and_values_are_pointed_at() {
        let cases = [
            (r#""pools":3"#, "/pools", "json.wrong_type"),
            (
                r#""pools":[{"id":"a","node":"x","count":-1}]"#,
                "/pools/0/count",
                "json.invalid_value",
            ),
            (
                r#""pools":[{"id":"a","node":"x","count":1.5}]"#,
                "/pools/0/count",
                "json.wrong_type",
            ),
            (
                r#""pools":[{"id":"a","node":7,"count":1}]"#,
                "/pools/0/node",
                "json.wrong_type",
            ),
            (
                r#""site":{"pue":1e999}"#,
                "/site/pue",
                "number.out_of_range",
            ),
            (
                r#""fabrics":[{"id":"c","topology":"mesh"}]"#,
                "/fabrics/0/topology",
                "json.unknown_value",
            ),
            (
                r#""pools":[{"id":"a","node":"x"}]"#,
                "/pools/0/count",
                "json.missing_field",
            ),
            (r#""name":"a","name":"b""#, "/name", "json.duplicate_field"),
        ];
        for (rest, pointer, code) in cases {
            let problem = problem(&with(rest));
            assert_eq!(
                (problem.pointer.as_str(), problem.code.as_str()),
                (pointer, code),
                "{rest}: {problem}"
            );
        }
    }

    #[test]
    fn text_that_is_not_json_is_told_apart() {
        for text in ["", "{", "nonsense", r#"{"schema": NaN}"#, "{} {}x"] {
            assert!(Design::parse(text).is_err(), "{text} must be refused");
        }
        assert!(matches!(
            Design::parse("{"),
            Err(DesignError::Syntax { line: 1, .. })
        ));
        assert!(matches!(
            Design::parse(r#"{"schema":"podwright.design/1"} x"#),
            Err(DesignError::Syntax { .. })
        ));
    }

    #[test]
    fn the_schema_is_required_and_known() {
        assert_eq!(problem("{}").pointer, "/schema");
        assert_eq!(
            problem(r#"{"schema":"podwright.design/9"}"#).code,
            "design.schema_unknown"
        );
        assert_eq!(problem("[]").code, "json.wrong_type");
    }
}
