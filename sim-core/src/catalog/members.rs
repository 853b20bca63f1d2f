//! Members of a JSON object, taken one by one.
//!
//! A catalogue has seventeen kinds of records of up to thirty members. The reader that serde derives is five kilobytes for
//! each, twice over, in the browser; taking members by name shares one reader for each type of member.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

/// Members that were not taken yet, as JSON text by name.
#[derive(Deserialize, Serialize)]
#[serde(transparent)]
pub(super) struct Members(BTreeMap<String, Box<RawValue>>);

impl Members {
    /// Takes a member. One that is absent is read as `null`, so that only an optional one may be.
    pub fn take<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, String> {
        match self.0.remove(name) {
            Some(raw) => read(name, raw.get()),
            None => serde_json::from_str("null").map_err(|_| format!("missing field `{name}`")),
        }
    }

    /// Takes a member, or its default when it is absent.
    pub fn take_or_default<T: DeserializeOwned + Default>(
        &mut self,
        name: &str,
    ) -> Result<T, String> {
        match self.0.remove(name) {
            Some(raw) => read(name, raw.get()),
            None => Ok(T::default()),
        }
    }

    /// Drops a member that was looked at elsewhere.
    pub fn drop(&mut self, name: &str) {
        self.0.remove(name);
    }

    /// Refuses members that nobody took.
    pub fn finish(&self) -> Result<(), String> {
        match self.0.keys().next() {
            Some(name) => Err(format!("unknown field `{name}`")),
            None => Ok(()),
        }
    }
}

/// Reads a part of a record by its members, and refuses others.
pub(super) fn read_by<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    take: fn(&mut Members) -> Result<T, String>,
) -> Result<T, D::Error> {
    let mut members = Members::deserialize(deserializer)?;
    let read = take(&mut members).and_then(|read| members.finish().map(|()| read));
    read.map_err(serde::de::Error::custom)
}

/// The reader of a part of a record: members that are there (optional ones may be absent) and, behind `;`, those with a default.
macro_rules! by_members {
    ($name:ident { $($field:ident),* $(; $($default:ident),*)? }) => {
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::catalog::members::read_by(deserializer, |members| {
                    Ok(Self {
                        $($field: members.take(stringify!($field))?,)*
                        $($($default: members.take_or_default(stringify!($default))?,)*)?
                    })
                })
            }
        }
    };
}
pub(super) use by_members;

fn read<T: DeserializeOwned>(name: &str, text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| {
        // Line and column are those of the member alone.
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default();
        if message.starts_with("unknown field") || message.starts_with("missing field") {
            format!("{message} in `{name}`")
        } else {
            format!("`{name}`: {message}")
        }
    })
}
