//! What every catalogue record has in common, and the macro that adds it.

use serde::{Deserialize, Serialize};

/// How the figures of a record are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Quality {
    /// The defining values were read in one of the sources; `recalled_fields` names the exceptions.
    /// A custom part is the user's own statement and counts as read.
    #[default]
    Read,
    /// The record as a whole is from memory; its sources only describe the family.
    Recalled,
}

/// The shelves of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PartKind {
    /// Accelerators.
    Gpus,
    /// Link technologies: NVLink, bridges, PCIe, socket links, Ethernet, InfiniBand.
    Interconnects,
    /// Workstations, servers, racks and cloud instances.
    Nodes,
    /// Network adapters.
    Nics,
    /// Network and scale-up switches.
    Switches,
    /// Copper, active optical cables, transceivers and fibre.
    Cables,
    /// Training and serving presets.
    Models,
}

impl PartKind {
    /// Every kind, in the order in which the catalogue lists them.
    pub const ALL: [Self; 7] = [
        Self::Gpus,
        Self::Interconnects,
        Self::Nodes,
        Self::Nics,
        Self::Switches,
        Self::Cables,
        Self::Models,
    ];

    /// The name used in file names, addresses and `custom_parts` keys.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Gpus => "gpus",
            Self::Interconnects => "interconnects",
            Self::Nodes => "nodes",
            Self::Nics => "nics",
            Self::Switches => "switches",
            Self::Cables => "cables",
            Self::Models => "models",
        }
    }

    /// The kind with this name, if there is one.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}

/// What can be asked of any record, whatever its kind.
pub trait Record {
    /// The shelf that the record stands on.
    fn kind(&self) -> PartKind;
    /// Stable identifier, unique over all kinds.
    fn id(&self) -> &str;
    /// Name for people.
    fn name(&self) -> &str;
    /// Maker, or `generic`.
    fn vendor(&self) -> &str;
    /// How the figures are known.
    fn quality(&self) -> Quality;
    /// Dotted paths of the fields that were not read in a source.
    fn recalled_fields(&self) -> &[String];
    /// Addresses of the documents read.
    fn sources(&self) -> &[String];
    /// Date of the newest document used, `YYYY-MM-DD`; empty for a custom part.
    fn as_of(&self) -> &str;
    /// Conflicts between sources and the reasons for the values chosen.
    fn notes(&self) -> &str;

    /// Whether the figure at this dotted path comes from memory: the whole record does, or
    /// `recalled_fields` names the path or something that contains it.
    fn recalled(&self, field: &str) -> bool {
        self.quality() == Quality::Recalled
            || self.recalled_fields().iter().any(|path| {
                field
                    .strip_prefix(path.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            })
    }
}

/// Defines a record: the fields given plus the common ones, strict deserialisation and [`Record`].
macro_rules! record {
    (
        $(#[$meta:meta])*
        $kind:ident: pub struct $name:ident {
            $($(#[$field_meta:meta])* pub $field:ident: $type:ty,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// Stable identifier, unique over all kinds.
            pub id: String,
            /// Name for people.
            pub name: String,
            /// Maker, or `generic`.
            #[serde(default)]
            pub vendor: String,
            $($(#[$field_meta])* pub $field: $type,)*
            /// How the figures are known.
            #[serde(default)]
            pub quality: $crate::catalog::Quality,
            /// Dotted paths of the fields that were not read in a source.
            #[serde(default)]
            pub recalled_fields: Vec<String>,
            /// Addresses of the documents read.
            #[serde(default)]
            pub sources: Vec<String>,
            /// Date of the newest document used, `YYYY-MM-DD`; empty for a custom part.
            #[serde(default)]
            pub as_of: String,
            /// Conflicts between sources and the reasons for the values chosen.
            #[serde(default)]
            pub notes: String,
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                fn read(members: &mut $crate::catalog::members::Members) -> Result<$name, String> {
                    Ok($name {
                        id: members.take("id")?,
                        name: members.take("name")?,
                        vendor: members.take_or_default("vendor")?,
                        $($field: members.take(stringify!($field))?,)*
                        quality: members.take_or_default("quality")?,
                        recalled_fields: members.take_or_default("recalled_fields")?,
                        sources: members.take_or_default("sources")?,
                        as_of: members.take_or_default("as_of")?,
                        notes: members.take_or_default("notes")?,
                    })
                }
                let mut members = $crate::catalog::members::Members::deserialize(deserializer)?;
                read(&mut members)
                    .and_then(|record| members.finish().map(|()| record))
                    .map_err(serde::de::Error::custom)
            }
        }

        impl $crate::catalog::Record for $name {
            fn kind(&self) -> $crate::catalog::PartKind { $crate::catalog::PartKind::$kind }
            fn id(&self) -> &str { &self.id }
            fn name(&self) -> &str { &self.name }
            fn vendor(&self) -> &str { &self.vendor }
            fn quality(&self) -> $crate::catalog::Quality { self.quality }
            fn recalled_fields(&self) -> &[String] { &self.recalled_fields }
            fn sources(&self) -> &[String] { &self.sources }
            fn as_of(&self) -> &str { &self.as_of }
            fn notes(&self) -> &str { &self.notes }
        }
    };
}
pub(super) use record;
