//! Nodes: by catalogue id, or written out slot by slot.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Which node a pool is made of.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(untagged, inline)
)]
pub enum NodeRef {
    /// A node of the catalogue.
    Catalog(String),
    /// A node written out in the design.
    Inline(Box<InlineNode>),
}

impl Serialize for NodeRef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Catalog(id) => serializer.serialize_str(id),
            Self::Inline(node) => node.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for NodeRef {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NodeVisitor;

        impl<'de> Visitor<'de> for NodeVisitor {
            type Value = NodeRef;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a catalogue id or an inline node")
            }

            fn visit_str<E>(self, id: &str) -> Result<NodeRef, E> {
                Ok(NodeRef::Catalog(id.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<NodeRef, A::Error> {
                InlineNode::deserialize(MapAccessDeserializer::new(map))
                    .map(|node| NodeRef::Inline(Box::new(node)))
            }
        }

        deserializer.deserialize_any(NodeVisitor)
    }
}

/// A node written out: cards in slots, bridges between them, the host around them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InlineNode {
    /// A name for people; made from the parts when empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Catalogue id of the GPU.
    pub gpu: String,
    /// GPUs in the node.
    pub count: u32,
    /// Slots of the board. GPU *i* sits in slot *i* of this list; further slots are free or hold adapters.
    #[serde(default)]
    pub slots: Vec<Slot>,
    /// NVLink bridges between cards.
    #[serde(default)]
    pub bridges: Vec<BridgeSpec>,
    /// Whether cards may reach each other's memory over PCIe.
    #[serde(default)]
    pub peer_access: PeerAccess,
    /// Thickness of a card in slots, where it differs from the catalogue's (water blocks, blowers).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card_slots: Option<f64>,
    /// Rating of the power supply, watts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub psu_w: Option<f64>,
    /// Draw of everything but the GPUs at load, watts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host_w: Option<f64>,
    /// PCIe lanes that the CPU (all sockets together) offers to slots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_lanes: Option<u32>,
    /// Who made the CPU: decides how well peers talk through it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_vendor: Option<CpuVendor>,
    /// Height in rack units, where it is a rack server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rack_units: Option<u32>,
    /// Network adapters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nics: Vec<InlineNic>,
}

/// One slot of a board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Slot {
    /// Position on the board in slot pitches of 20.32 mm, counted from 1.
    pub position: u32,
    /// PCIe generation, 1 to 6.
    pub pcie_gen: u32,
    /// Lanes wired to the slot.
    pub lanes: u32,
    /// Where the lanes come from: `cpu0`, `cpu1`, `pch` (chipset) or a switch name.
    #[serde(default = "cpu0")]
    pub root: String,
    /// The CPU socket behind the root.
    #[serde(default)]
    pub socket: u32,
}

fn cpu0() -> String {
    "cpu0".to_owned()
}

/// A bridge between cards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BridgeSpec {
    /// Catalogue id of the bridge.
    pub id: String,
    /// Indices of the cards it joins.
    pub gpus: Vec<u32>,
}

/// Whether cards reach each other's memory over PCIe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PeerAccess {
    /// As the stock driver allows for this card.
    #[default]
    Default,
    /// A driver patched to allow it.
    Patched,
}

/// Who made the host's CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum CpuVendor {
    /// AMD.
    Amd,
    /// Intel.
    Intel,
    /// NVIDIA Grace or another Arm CPU.
    Arm,
}

/// Network adapters of an inline node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InlineNic {
    /// Catalogue id of the adapter.
    pub id: String,
    /// How many.
    #[serde(default = "one")]
    pub count: u32,
    /// Position of the slot that holds the (first) adapter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<u32>,
    /// Which network it serves.
    #[serde(default)]
    pub network: super::Network,
}

fn one() -> u32 {
    1
}
