//! Typed parts.
use serde::{Deserialize, Serialize};

/// Parts that a design brings along.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CustomParts {}

impl CustomParts {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        true
    }
}
