//! What is to be sized, and why it can't be.

use super::leaf_downlinks;
use crate::design::SpineRule;

/// What is to be joined.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosRequest {
    /// Links from nodes.
    pub endpoints: u64,
    /// Links of one switch.
    pub radix: u64,
    /// Nodes and adapters per node by rail, where leaves serve whole rails.
    pub rails: Option<RailRequest>,
    /// Tiers wanted; none = the fewest that fit.
    pub tiers: Option<u32>,
    /// Downlink over uplink capacity at the leaves, 1 or more.
    pub leaf_oversubscription: f64,
    /// The same between the second tier and the core.
    pub pod_oversubscription: f64,
    /// How the upper tiers are counted.
    pub spines: SpineRule,
    /// Ports above the leaves, where they run at another rate than those to nodes.
    pub uplinks: Option<UplinkPorts>,
}

/// Ports of a switch where links between switches run at another rate than those to nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UplinkPorts {
    /// Links between switches that a switch carries which has no others.
    pub radix: u64,
    /// Their rate over that of a link to a node.
    pub rate: f64,
    /// Links that a leaf carries at most, down and up.
    pub most: [u64; 2],
    /// Links of one cage, down and up.
    pub per_cage: [u64; 2],
    /// Cages that either kind may take; none where each has cages of its own.
    pub shared_cages: Option<u64>,
}

impl UplinkPorts {
    /// Cages that so many links need, down and up.
    fn cages(&self, links: [u64; 2]) -> u64 {
        let of = |side: usize| links[side].div_ceil(self.per_cage[side].max(1));
        of(0) + of(1)
    }

    /// The most downlinks of a leaf whose bandwidth is at most `ratio` times that of the uplinks left, and the fewest uplinks
    /// that do for them; none where there is no such split.
    fn split(&self, ratio: f64) -> Option<(u64, u64)> {
        let up = |down: u64| (libm::ceil(down as f64 / (ratio * self.rate) - 1e-9) as u64).max(1);
        (1..=self.most[0])
            .rev()
            .map(|down| (down, up(down)))
            .find(|(down, up)| {
                *up <= self.most[1]
                    && self
                        .shared_cages
                        .is_none_or(|cages| self.cages([*down, *up]) <= cages)
            })
    }
}

impl ClosRequest {
    /// Links of a switch that has switches below it.
    pub(super) fn upper_radix(&self) -> u64 {
        self.uplinks.map_or(self.radix, |ports| ports.radix)
    }

    /// Rate of a link between switches over that of a link to a node.
    pub(super) fn uplink_rate(&self) -> f64 {
        self.uplinks.map_or(1.0, |ports| ports.rate)
    }

    /// Downlinks and uplinks of a leaf at an oversubscription: of bandwidth, where rates differ.
    pub fn leaf_split(&self, ratio: f64) -> Option<(u64, u64)> {
        leaf_split(self.radix, self.uplinks.as_ref(), ratio)
    }
}

/// Downlinks and uplinks of a leaf at an oversubscription.
pub fn leaf_split(radix: u64, uplinks: Option<&UplinkPorts>, ratio: f64) -> Option<(u64, u64)> {
    let Some(ports) = uplinks else {
        let down = leaf_downlinks(radix, ratio);
        return Some((down, radix - down));
    };
    ports.split(ratio)
}

/// Nodes and rails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RailRequest {
    /// Nodes.
    pub nodes: u64,
    /// Rails: adapters of a node that go to different leaves.
    pub rails: u64,
    /// Links of a node in one rail.
    pub links_per_rail: u64,
}

/// Why a request can't be met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SizingError {
    /// More links than the tiers can take.
    TooManyEndpoints {
        /// Links wanted.
        endpoints: u64,
        /// Links that fit.
        max: u64,
        /// Tiers that were allowed.
        tiers: u32,
    },
    /// A radix below 2, or nothing to join.
    Degenerate,
}
