//! The design document: what a user wrote, strict and versioned.
//!
//! Nothing is looked up here: a design may name parts that no catalogue has, and `cluster` says so. What this room
//! does refuse is a document of the wrong shape or beyond the limits, with a JSON pointer to the place.

mod fabric;
mod hash;
mod limits;
mod measured;
mod node;
mod parse;
mod patch;
mod position;
mod site;
mod workload;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use fabric::{
    Cabling, FabricSpec, LeafPorts, Network, Oversubscription, Routing, SpineRule, TopologyKind,
};
pub use hash::design_hash;
pub use limits::{MAX_GPUS, MAX_LIST_ITEMS, MAX_TEXT_CHARS, SPARE_SORTS};
pub use measured::{Measured, MeasuredLink};
pub use node::{BridgeSpec, CpuVendor, InlineNic, InlineNode, NodeRef, PeerAccess, Slot};
pub use parse::{DesignError, Problem, read};
pub use patch::{PatchError, apply_patch};
pub use position::escape;
pub use site::{Currency, NetworkRacks, PowerFeeds, PriceBookRef, PriceLevel, Site};
pub use workload::{
    Algorithm, CollectiveOp, CollectiveSettings, Launch, Parallelism, Protocol, Switchable,
    Workload, WorkloadKind,
};

use crate::catalog::CustomParts;

/// The schema name of this version of the document.
pub const SCHEMA: &str = "podwright.design/1";

/// A design as the user wrote it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Design {
    /// The document's version: `podwright.design/1`.
    pub schema: String,
    /// A name for people.
    #[serde(default)]
    pub name: String,
    /// Free text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// Groups of equal nodes.
    #[serde(default)]
    pub pools: Vec<Pool>,
    /// Networks that join the nodes.
    #[serde(default)]
    pub fabrics: Vec<FabricSpec>,
    /// What the cluster is asked to do.
    #[serde(default)]
    pub workloads: Vec<Workload>,
    /// Bandwidths that you measured on the design's links. They take the place of the model's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measured: Vec<Measured>,
    /// Where it stands: energy, racks, years.
    #[serde(default)]
    pub site: Site,
    /// Which prices are used.
    #[serde(default)]
    pub price_book: PriceBookRef,
    /// Unit prices in US dollars that win over the price book, by part id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub price_overrides: BTreeMap<String, f64>,
    /// Parts that the catalogue lacks.
    #[serde(default, skip_serializing_if = "CustomParts::is_empty")]
    pub custom_parts: CustomParts,
}

/// A group of equal nodes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pool {
    /// Unique within the design.
    pub id: String,
    /// A catalogue id or a node written out.
    pub node: NodeRef,
    /// How many nodes (racks, for rack-scale systems).
    pub count: u32,
    /// Adapters that replace those of a catalogue node, by network.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub nics: BTreeMap<Network, String>,
}

impl Design {
    /// An empty design with the current schema name.
    pub fn empty(name: &str) -> Self {
        Self {
            schema: SCHEMA.to_owned(),
            name: name.to_owned(),
            notes: String::new(),
            pools: Vec::new(),
            fabrics: Vec::new(),
            workloads: Vec::new(),
            measured: Vec::new(),
            site: Site::default(),
            price_book: PriceBookRef::default(),
            price_overrides: BTreeMap::new(),
            custom_parts: CustomParts::default(),
        }
    }
}
