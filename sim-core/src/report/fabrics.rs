//! The networks as they were sized.

use serde::{Deserialize, Serialize};

/// A network after sizing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FabricReport {
    /// The fabric's id.
    pub id: String,
    /// What it carries: `compute`, `storage`, `inband` or `oob`.
    pub network: String,
    /// The topology that was built (`auto` resolved).
    pub topology: String,
    /// Rate of one link to a node, Gbit/s per direction; of every link where `uplink_gbit_s` is not given.
    pub link_gbit_s: f64,
    /// Rate of a link between switches, where it is another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uplink_gbit_s: Option<f64>,
    /// Ports of one switch at the rate of links to nodes, after breakout.
    pub radix: u64,
    /// Links from nodes, extra endpoints included.
    pub endpoints: u64,
    /// Rails: sets of same-index adapters that share leaves; 1 where leaves are not by rail.
    pub rails: u64,
    /// Planes: equal networks over which the ports of each adapter are dealt. Counts are of all of them.
    #[serde(default = "one")]
    pub planes: u64,
    /// Nodes that the fabric is to grow to; what is counted is what the nodes of today need, and the whole top tier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grow_to_nodes: Option<u32>,
    /// Ports of the top tier that are kept free for that.
    #[serde(default)]
    pub reserved_ports: u64,
    /// Switch tiers from the nodes up; empty for topology `none`.
    pub tiers: Vec<Tier>,
    /// Cables by where they run.
    pub cables: Vec<CableGroup>,
    /// Requested oversubscription at the leaves.
    pub oversubscription_requested: f64,
    /// Delivered oversubscription from nodes to the top.
    pub oversubscription: f64,
    /// Links from each leaf to each spine are equal for all pairs.
    pub even_uplinks: bool,
    /// Bandwidth between two halves of the endpoints, GB/s per direction.
    pub bisection_gb_s: f64,
    /// How packets choose among equal paths: `ecmp`, `adaptive` or `spray`.
    pub routing: String,
    /// Endpoints that this topology and switch can take at most.
    pub max_endpoints: u64,
}

fn one() -> u64 {
    1
}

impl FabricReport {
    /// Rate of links that run up from `node`, `leaf` or `spine`, Gbit/s.
    pub fn gbit_s_from(&self, from: &str) -> f64 {
        let between = self.uplink_gbit_s.filter(|_| from != "node");
        between.unwrap_or(self.link_gbit_s)
    }
}

/// One tier of switches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tier {
    /// Where it stands.
    pub role: TierRole,
    /// Catalogue id of the switch.
    pub switch: String,
    /// The switch's name.
    pub name: String,
    /// Switches.
    pub count: u64,
    /// Links in use over all switches of the tier, after breakout.
    pub ports_used: u64,
    /// Links that the tier's switches offer; of a chassis, those on the line cards that are bought.
    pub ports_total: u64,
    /// Cages in use over all switches of the tier.
    pub cages_used: u64,
    /// Cages that the tier's switches have.
    pub cages_total: u64,
    /// Links down from one full switch.
    pub down_per_switch: u64,
    /// Links up from one full switch.
    pub up_per_switch: u64,
    /// Links from one switch to each switch of the tier above; 0 at the top or where they differ.
    pub links_to_each_above: u64,
    /// Line cards of all its switches, where they are chassis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line_cards: Option<u64>,
    /// The same ports and cages by what they lead to, where links between switches run at another rate.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<TierSide>,
}

impl Tier {
    /// Line cards of one of its switches, where they are chassis: all have as many.
    pub fn cards_each(&self) -> Option<u64> {
        self.line_cards.map(|cards| cards / self.count.max(1))
    }
}

/// Ports of a tier for links of one rate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TierSide {
    /// `node`: links to nodes; `switch`: links to other switches.
    pub to: String,
    /// Rate of a link, Gbit/s.
    pub gbit_s: f64,
    /// Links in use.
    pub ports_used: u64,
    /// Links that the ports offer.
    pub ports_total: u64,
    /// Cages in use.
    pub cages_used: u64,
    /// Cages.
    pub cages_total: u64,
}

/// Where a tier stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum TierRole {
    /// Next to the nodes.
    Leaf,
    /// Above the leaves.
    Spine,
    /// Above the spines.
    Core,
}

impl TierRole {
    /// The name in documents.
    pub fn id(self) -> &'static str {
        match self {
            Self::Leaf => "leaf",
            Self::Spine => "spine",
            Self::Core => "core",
        }
    }
}

/// Cables that run between two places.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CableGroup {
    /// `node`, `leaf` or `spine`.
    pub from: String,
    /// `leaf`, `spine` or `core`; from spine to spine between groups that are joined directly.
    pub to: String,
    /// `dac`, `acc`, `aoc`, `multimode` or `single-mode`.
    pub kind: String,
    /// Links.
    pub count: u64,
    /// Rate of a link, Gbit/s, where it is not `link_gbit_s` of the fabric.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gbit_s: Option<f64>,
    /// Length that is bought, metres.
    pub length_m: f64,
    /// Whether the length follows from a placement or was given, rather than being a class estimate.
    pub length_is_placed: bool,
}
