//! What is to be sized, and why it can't be.

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
