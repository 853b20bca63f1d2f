//! Findings: what is wrong with a design, or good to know.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Severity {
    /// Can't be built or wired as asked.
    Error,
    /// Works, but worse than it looks.
    Warning,
    /// Good to know.
    Info,
}

/// One thing that is wrong or good to know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finding {
    /// A stable name, such as `bridge.spacing`.
    pub code: String,
    /// How bad it is.
    pub severity: Severity,
    /// A short heading.
    pub title: String,
    /// State, numbers with units, consequence.
    pub message: String,
    /// JSON pointer into the design.
    pub at: String,
    /// What to do, in a few words.
    pub fix: Option<String>,
    /// Where the rule or the figure is from.
    pub source: Option<String>,
    /// The fix as changes to the design, where it can be applied as it is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patch: Vec<PatchStep>,
    /// The values in the message, by name, so that it can be said in another language.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub args: BTreeMap<String, String>,
}

/// One change to a design document, as in RFC 6902.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PatchStep {
    /// What to do.
    pub op: PatchOp,
    /// JSON pointer to the place.
    pub path: String,
    /// The new value; null for `remove`.
    #[serde(default)]
    pub value: serde_json::Value,
}

/// What a patch step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PatchOp {
    /// Puts a value in: replaces a member of an object, inserts into a list.
    Add,
    /// Takes a value out.
    Remove,
}
