//! Counts of switches and cables by closed formulas.
//!
//! `R` is the radix: links of one switch at the rate of links to nodes, after breakout. Links between switches run at the
//! same rate unless `UplinkPorts` says otherwise; ratios are then of bandwidth. What can't be joined is an error that names
//! the rule, and the most that would fit.

mod clos;
mod dragonfly;
mod request;
#[cfg(test)]
mod tests;

pub use clos::{leaf_downlinks, size_clos};
pub use dragonfly::size_dragonfly;
pub(super) use request::leaf_split;
pub use request::{ClosRequest, RailRequest, SizingError, UplinkPorts};

use clos::pod_uplinks;

/// A sized network. With several islands the counts of switches, cables, groups and endpoints are of all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClosSize {
    /// Switch tiers, 1 to 3.
    pub tiers: u32,
    /// Switches next to the nodes.
    pub leaf: u64,
    /// Switches above the leaves; 0 with one tier.
    pub spine: u64,
    /// Switches above the spines; 0 with one or two tiers.
    pub core: u64,
    /// Downlinks that a full leaf offers.
    pub leaf_down: u64,
    /// Uplinks of a leaf.
    pub leaf_up: u64,
    /// Downlinks of the fullest spine in use.
    pub spine_down: u64,
    /// Uplinks of the fullest spine in use; to spines of other groups where groups are joined directly.
    pub spine_up: u64,
    /// Links from nodes.
    pub cables_node_leaf: u64,
    /// Links from leaves to spines.
    pub cables_leaf_spine: u64,
    /// Links from spines to core switches.
    pub cables_spine_core: u64,
    /// Links from spines to spines of other groups.
    pub cables_spine_spine: u64,
    /// Delivered ratio at the leaves: bandwidth of the downlinks of a full leaf over that of its uplinks.
    pub leaf_ratio: f64,
    /// Rate of a link between switches over that of a link to a node.
    pub uplink_rate: f64,
    /// Delivered ratio above the spines: of the spine that has the least way up for what comes from below.
    pub pod_ratio: f64,
    /// Every lower switch has as many links to each upper one it reaches.
    pub even: bool,
    /// Links from one leaf to each spine it reaches; 0 when uneven or with one tier.
    pub links_leaf_to_spine: u64,
    /// Groups of leaves with spines of their own; 0 with one tier. The groups of an island are as equal as can be, the
    /// ones with a leaf more come first.
    pub groups: u64,
    /// Spines of a group with the most leaves.
    pub group_spine: u64,
    /// Links between each two groups that are joined directly; 0 elsewhere.
    pub links_group_to_group: u64,
    /// Ports of a spine that may lead down.
    pub pod_down: u64,
    /// Ports of a spine that may lead up.
    pub pod_up: u64,
    /// Equal networks with nothing between them: planes, and rails without a tier above; 1 elsewhere.
    pub islands: u64,
    /// Planes over which the ports of each adapter are dealt.
    pub planes: u64,
    /// Nodes that the counts are for and that are not there yet: the last ones.
    pub later_nodes: u64,
    /// Endpoints that this many tiers take at most.
    pub max_endpoints: u64,
}

impl ClosSize {
    /// Ratio from nodes to the top.
    pub fn ratio(&self) -> f64 {
        self.leaf_ratio * self.pod_ratio
    }

    /// Switches of one tier that nothing joins, each with so many ports for endpoints.
    pub(super) fn one_tier(leaf: u64, leaf_down: u64, endpoints: u64, max_endpoints: u64) -> Self {
        Self {
            tiers: 1,
            leaf,
            spine: 0,
            core: 0,
            leaf_down,
            leaf_up: 0,
            spine_down: 0,
            spine_up: 0,
            cables_node_leaf: endpoints,
            cables_leaf_spine: 0,
            cables_spine_core: 0,
            cables_spine_spine: 0,
            leaf_ratio: 1.0,
            uplink_rate: 1.0,
            pod_ratio: 1.0,
            even: true,
            links_leaf_to_spine: 0,
            groups: 0,
            group_spine: 0,
            links_group_to_group: 0,
            pod_down: 0,
            pod_up: 0,
            islands: 1,
            planes: 1,
            later_nodes: 0,
            max_endpoints,
        }
    }

    /// The ratio that traffic between two halves of the endpoints meets: a leaf that holds all of an island's limits
    /// nothing with its uplinks, nor does a core above a single group of leaves.
    pub fn crossing_ratio(&self) -> f64 {
        let one = self.island();
        let of = |ratio: f64, crossed: bool| if crossed { ratio.max(1.0) } else { 1.0 };
        of(self.leaf_ratio, one.leaf > 1) * of(self.pod_ratio, one.groups > 1)
    }

    /// The same on each of so many planes.
    #[must_use]
    pub fn on_planes(self, planes: u64) -> Self {
        self.times(planes, planes)
    }

    /// As many equal networks side by side, dealt over so many planes.
    #[must_use]
    pub(super) fn times(self, islands: u64, planes: u64) -> Self {
        Self {
            leaf: self.leaf * islands,
            spine: self.spine * islands,
            core: self.core * islands,
            cables_node_leaf: self.cables_node_leaf * islands,
            cables_leaf_spine: self.cables_leaf_spine * islands,
            cables_spine_core: self.cables_spine_core * islands,
            cables_spine_spine: self.cables_spine_spine * islands,
            groups: self.groups * islands,
            islands: self.islands * islands,
            planes,
            max_endpoints: self.max_endpoints.saturating_mul(islands),
            ..self
        }
    }

    /// One of the equal networks.
    #[must_use]
    pub fn island(self) -> Self {
        let islands = self.islands.max(1);
        Self {
            leaf: self.leaf / islands,
            spine: self.spine / islands,
            core: self.core / islands,
            cables_node_leaf: self.cables_node_leaf / islands,
            cables_leaf_spine: self.cables_leaf_spine / islands,
            cables_spine_core: self.cables_spine_core / islands,
            cables_spine_spine: self.cables_spine_spine / islands,
            groups: self.groups / islands,
            islands: 1,
            planes: 1,
            max_endpoints: self.max_endpoints / islands,
            ..self
        }
    }

    /// Uplinks of a spine with so many downlinks in use.
    pub(super) fn spine_uplinks(&self, down: u64) -> u64 {
        if self.core == 0 {
            return 0;
        }
        pod_uplinks(down, self.pod_down, self.pod_up)
    }

    /// Every cable.
    pub fn cables(&self) -> u64 {
        self.cables_node_leaf
            .saturating_add(self.cables_leaf_spine)
            .saturating_add(self.cables_spine_core)
            .saturating_add(self.cables_spine_spine)
    }
}

/// Sizes rails that nothing joins: each is a network of its own, of one switch or of leaves and spines (Wang et al.,
/// "Rail-only: A Low-Cost High-Performance Network for Training LLMs with Trillion Parameters", arXiv 2307.12169: the
/// spines between rails go, and each rail is a Clos network). `request.rails` says how many; its `endpoints` count all
/// of them. Endpoints that are no node are dealt over the rails, rounded up.
///
/// # Errors
/// [`SizingError`] when a rail does not fit two tiers.
pub fn size_rail_only(request: &ClosRequest) -> Result<ClosSize, SizingError> {
    let Some(rails) = request.rails else {
        return Err(SizingError::Degenerate);
    };
    let per_rail = rails.nodes.saturating_mul(rails.links_per_rail);
    let islands = rails.rails.max(1);
    let extra = request
        .endpoints
        .saturating_sub(per_rail.saturating_mul(islands));
    let one = ClosRequest {
        endpoints: per_rail.saturating_add(extra.div_ceil(islands)),
        rails: None,
        ..*request
    };
    let size = match one.tiers {
        Some(_) => size_clos(&one),
        None => size_clos(&ClosRequest {
            tiers: Some(1),
            ..one
        })
        .or_else(|_| {
            size_clos(&ClosRequest {
                tiers: Some(2),
                ..one
            })
        }),
    };
    size.map(|size| size.times(islands, 1))
        .map_err(|error| match error {
            SizingError::TooManyEndpoints { max, tiers, .. } => SizingError::TooManyEndpoints {
                endpoints: request.endpoints,
                max: max.saturating_mul(islands),
                tiers,
            },
            SizingError::Degenerate => SizingError::Degenerate,
        })
}
