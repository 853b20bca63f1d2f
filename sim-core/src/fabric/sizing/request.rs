//! What is to be sized, and why it can't be.

use super::leaf_downlinks;
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
    /// Ports above the leaves, where they run at another rate than those to nodes.
    pub uplinks: Option<UplinkPorts>,
    /// Ports of a leaf in use, where they are given; else the ratio splits all of them.
    pub leaf_ports: Option<LeafPorts>,
    /// Links of a switch above the leaves, where it is another one.
    pub upper_radix: Option<u64>,
    /// Links of a switch above the spines, where it is yet another one; none = as many as a spine.
    pub core_radix: Option<u64>,
    /// Leaves of a pod at most, in three tiers; none = as many as a spine has downlinks.
    pub pod_leaves: Option<u64>,
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
            .find(|(down, up)| self.fits(*down, *up))
    }

    /// Whether a leaf has ports for so many links down and up.
    fn fits(&self, down: u64, up: u64) -> bool {
        down <= self.most[0]
            && up <= self.most[1]
            && self
                .shared_cages
                .is_none_or(|cages| self.cages([down, up]) <= cages)
    }
}

impl ClosRequest {
    /// Downlinks and uplinks of a leaf: as given, else by its oversubscription: of bandwidth, where rates differ.
    pub fn leaf_split(&self) -> Option<(u64, u64)> {
        match self.leaf_ports {
            Some(ports) => Some((ports.down.into(), ports.up.into())),
            None => leaf_split(
                self.radix,
                self.uplinks.as_ref(),
                self.leaf_oversubscription,
            ),
        }
    }

    /// Links of a switch that has switches below it.
    pub fn upper_radix(&self) -> u64 {
        let own = self.uplinks.map(|ports| ports.radix);
        self.upper_radix.or(own).unwrap_or(self.radix)
    }

    /// Links of a switch that has spines below it.
    pub fn core_radix(&self) -> u64 {
        self.core_radix.unwrap_or_else(|| self.upper_radix())
    }

    /// Rate of a link between switches over that of a link to a node.
    pub(super) fn uplink_rate(&self) -> f64 {
        self.uplinks.map_or(1.0, |ports| ports.rate)
    }

    /// Downlinks of a spine below a core.
    pub fn pod_down(&self) -> u64 {
        leaf_downlinks(self.upper_radix(), self.pod_oversubscription)
    }

    /// Leaves of a pod at most.
    pub(super) fn pod_leaves(&self) -> u64 {
        let down = self.pod_down();
        self.pod_leaves.map_or(down, |leaves| leaves.clamp(1, down))
    }

    /// Whether a leaf has the ports that are given, where they are.
    pub fn leaf_ports_fit(&self) -> bool {
        self.leaf_ports.is_none_or(|ports| {
            let [down, up] = [ports.down, ports.up].map(u64::from);
            let fits = self
                .uplinks
                .map_or(down + up <= self.radix, |own| own.fits(down, up));
            down > 0 && up > 0 && fits
        })
    }

    /// Nothing to join, or switches without the ports.
    pub(super) fn degenerate(&self) -> bool {
        let least = self.radix.min(self.upper_radix()).min(self.core_radix());
        least < 2 || self.endpoints == 0 || !self.leaf_ports_fit()
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
    /// A radix below 2, nothing to join, or ports of a leaf that it does not have.
    Degenerate,
}
