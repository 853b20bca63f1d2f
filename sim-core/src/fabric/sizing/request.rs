//! What is to be sized, and why it can't be.

use super::clos::leaf_downlinks;
use crate::design::{LeafPorts, SpineRule};

/// What is to be joined.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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
    /// Ports of a leaf in use, where they are given; else the ratio splits all of them.
    pub leaf_ports: Option<LeafPorts>,
    /// Links of a switch above the leaves, where it is another one.
    pub upper_radix: Option<u64>,
    /// Leaves of a pod at most, in three tiers; none = as many as a spine has downlinks.
    pub pod_leaves: Option<u64>,
}

impl ClosRequest {
    /// Downlinks and uplinks of a leaf.
    pub(super) fn leaf_split(&self) -> (u64, u64) {
        match self.leaf_ports {
            Some(ports) => (ports.down.into(), ports.up.into()),
            None => {
                let down = leaf_downlinks(self.radix, self.leaf_oversubscription);
                (down, self.radix - down)
            }
        }
    }

    /// Links of a switch above the leaves.
    pub(super) fn upper_radix(&self) -> u64 {
        self.upper_radix.unwrap_or(self.radix)
    }

    /// Downlinks of a spine below a core.
    pub(super) fn pod_down(&self) -> u64 {
        leaf_downlinks(self.upper_radix(), self.pod_oversubscription)
    }

    /// Leaves of a pod at most.
    pub(super) fn pod_leaves(&self) -> u64 {
        let down = self.pod_down();
        self.pod_leaves.map_or(down, |leaves| leaves.clamp(1, down))
    }

    /// Nothing to join, or switches without the ports.
    pub(super) fn degenerate(&self) -> bool {
        let lacking = self.leaf_ports.is_some_and(|ports| {
            ports.down == 0
                || ports.up == 0
                || u64::from(ports.down) + u64::from(ports.up) > self.radix
        });
        self.radix < 2 || self.upper_radix() < 2 || self.endpoints == 0 || lacking
    }
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
    /// A radix below 2, nothing to join, or ports of a leaf that it does not have.
    Degenerate,
}
