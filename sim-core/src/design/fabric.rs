//! Networks as the user asks for them.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A network that joins nodes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FabricSpec {
    /// Unique within the design.
    pub id: String,
    /// What it carries.
    #[serde(default)]
    pub network: Network,
    /// How switches are joined.
    #[serde(default)]
    pub topology: TopologyKind,
    /// Catalogue id of the switch; not needed for topology `none`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub switch: Option<String>,
    /// Catalogue id of the switch above the leaves; `switch` when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spine_switch: Option<String>,
    /// Catalogue id of the switch above the spines; that of the spines when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub core_switch: Option<String>,
    /// Downlink over uplink capacity.
    #[serde(default)]
    pub oversubscription: Oversubscription,
    /// Ports of each leaf that are used, in place of its ratio; the others stay free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaf_ports: Option<LeafPorts>,
    /// How packets choose among equal paths.
    #[serde(default)]
    pub routing: Routing,
    /// Which medium is used.
    #[serde(default)]
    pub cabling: Cabling,
    /// How many spines: the next count that gives equal links to each, or the least that carries the load.
    #[serde(default)]
    pub spines: SpineRule,
    /// Ports beside the nodes' adapters that the fabric must offer (subnet managers, storage gateways).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub extra_endpoints: u32,
    /// Planes: the ports of each adapter are dealt over this many equal networks with nothing between them.
    #[serde(default = "one_plane", skip_serializing_if = "is_one")]
    pub planes: u32,
    /// Nodes that the fabric is to grow to without moving a cable: the top tier is built for all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grow_to_nodes: Option<u32>,
    /// Rate of a link to a node, Gbit/s; that of the adapters' ports when absent, and no more than it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub downlink_gbit_s: Option<f64>,
    /// Rate of a link between switches, Gbit/s; when absent that of ports which the switch keeps for it, else that of links
    /// to nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uplink_gbit_s: Option<f64>,
    /// Longest cable from a node to its leaf, metres; estimated from the racks when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node_leaf_m: Option<f64>,
    /// Longest cable from a leaf to a spine, metres; estimated when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaf_spine_m: Option<f64>,
    /// Longest cable from a spine to a core switch, metres; estimated when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spine_core_m: Option<f64>,
}

impl FabricSpec {
    /// The ratio of bandwidth that is asked for from nodes to the top; `uplink_rate` is the rate of a link between switches
    /// over that of a link to a node.
    pub fn requested_ratio(&self, uplink_rate: f64) -> f64 {
        let leaf = self
            .leaf_ports
            .map_or(self.oversubscription.leaf(), |ports| {
                f64::from(ports.down) / (f64::from(ports.up) * uplink_rate)
            });
        leaf * self.oversubscription.pod()
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_zero(value: &u32) -> bool {
    *value == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_one(value: &u32) -> bool {
    *value == 1
}

fn one_plane() -> u32 {
    1
}

/// What a network carries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Network {
    /// GPU to GPU.
    #[default]
    Compute,
    /// Files and checkpoints.
    Storage,
    /// Scheduling, images, users.
    Inband,
    /// Baseboard controllers and switch management; the catalogue calls it `mgmt`.
    Oob,
}

impl Network {
    /// The name in documents.
    pub fn id(self) -> &'static str {
        match self {
            Self::Compute => "compute",
            Self::Storage => "storage",
            Self::Inband => "inband",
            Self::Oob => "oob",
        }
    }
}

/// How switches are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum TopologyKind {
    /// No switches: one node, or nodes that do not talk.
    None,
    /// One switch for all.
    SingleSwitch,
    /// Two tiers.
    LeafSpine,
    /// Three tiers.
    ThreeTier,
    /// Two or three tiers, each leaf serving whole rails.
    RailOptimized,
    /// Rails without a tier above.
    RailOnly,
    /// Groups of leaf-spine joined all to all.
    DragonflyPlus,
    /// The fewest tiers that fit.
    #[default]
    Auto,
}

impl TopologyKind {
    /// The name in documents.
    pub fn id(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::SingleSwitch => "single-switch",
            Self::LeafSpine => "leaf-spine",
            Self::ThreeTier => "three-tier",
            Self::RailOptimized => "rail-optimized",
            Self::RailOnly => "rail-only",
            Self::DragonflyPlus => "dragonfly-plus",
            Self::Auto => "auto",
        }
    }
}

/// How packets choose among equal paths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Routing {
    /// By hash, flow by flow.
    Ecmp,
    /// By load, in the switch.
    #[default]
    Adaptive,
    /// Packet by packet.
    Spray,
}

/// Which medium joins ports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Cabling {
    /// The cheapest medium that reaches.
    #[default]
    Auto,
    /// Passive copper.
    Dac,
    /// Active copper.
    Acc,
    /// Active optical cable.
    Aoc,
    /// Multimode optics and fibre.
    Multimode,
    /// Single-mode optics and fibre.
    SingleMode,
}

/// Ports of a leaf in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeafPorts {
    /// To nodes.
    pub down: u32,
    /// To spines.
    pub up: u32,
}

/// How the count of spines (and core switches) is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SpineRule {
    /// Raised to a divisor of the uplinks, so that every leaf has as many links to each spine.
    #[default]
    Even,
    /// The least that carries the uplinks.
    Minimal,
}

/// Downlink over uplink capacity: one figure for the leaves, or one by tier.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(untagged, inline)
)]
pub enum Oversubscription {
    /// At the leaves; the tiers above are not oversubscribed.
    Leaf(f64),
    /// By tier.
    ByTier(TierOversubscription),
}

/// Oversubscription by tier.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TierOversubscription {
    /// Between nodes and spines.
    #[serde(default = "one")]
    pub leaf: f64,
    /// Between a pod and the core.
    #[serde(default = "one")]
    pub pod: f64,
}

fn one() -> f64 {
    1.0
}

impl Oversubscription {
    /// At the leaves and above a pod; one figure where pods are not oversubscribed.
    pub fn of(leaf: f64, pod: f64) -> Self {
        if pod > 1.0 {
            Self::ByTier(TierOversubscription { leaf, pod })
        } else {
            Self::Leaf(leaf)
        }
    }

    /// The request at the leaves.
    pub fn leaf(self) -> f64 {
        match self {
            Self::Leaf(ratio) => ratio,
            Self::ByTier(tiers) => tiers.leaf,
        }
    }

    /// The request above a pod.
    pub fn pod(self) -> f64 {
        match self {
            Self::Leaf(_) => 1.0,
            Self::ByTier(tiers) => tiers.pod,
        }
    }
}

impl Default for Oversubscription {
    fn default() -> Self {
        Self::Leaf(1.0)
    }
}

impl Serialize for Oversubscription {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Leaf(ratio) => serializer.serialize_f64(*ratio),
            Self::ByTier(tiers) => tiers.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Oversubscription {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct RatioVisitor;

        impl<'de> Visitor<'de> for RatioVisitor {
            type Value = Oversubscription;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number or an object with leaf and pod")
            }

            fn visit_f64<E>(self, ratio: f64) -> Result<Oversubscription, E> {
                Ok(Oversubscription::Leaf(ratio))
            }

            fn visit_u64<E>(self, ratio: u64) -> Result<Oversubscription, E> {
                Ok(Oversubscription::Leaf(ratio as f64))
            }

            fn visit_i64<E>(self, ratio: i64) -> Result<Oversubscription, E> {
                Ok(Oversubscription::Leaf(ratio as f64))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Oversubscription, A::Error> {
                TierOversubscription::deserialize(MapAccessDeserializer::new(map))
                    .map(Oversubscription::ByTier)
            }
        }

        deserializer.deserialize_any(RatioVisitor)
    }
}
