//! Networks: from the wish to counted switches and cables.
//!
//! Sizing works by closed formulas on counts, never on a list of links, so a million endpoints cost as much as eight.
//! The list of links is made on request only (`graph`), for what has to look at single links.

mod build;
mod cabling;
mod graph;
mod placed;
mod racks;
mod sizing;
mod wiring;

pub use build::{Layout, RunFacts, lay_out, size_fabrics};
pub(crate) use cabling::sold_length;
pub use cabling::{CableChoice, CablePart, CablePlace, NodeCage, choose_cable, links_per_cage};
pub use graph::{Device, LinkEnds, LinkGraph};
pub use racks::{DEFAULT_RACK_UNITS, PDU_KW, compute_racks};
pub(crate) use racks::{groups_of_pools, switch_racks};
pub use sizing::{
    ClosRequest, ClosSize, RailRequest, SizingError, leaf_downlinks, max_endpoints, size_clos,
};
pub use wiring::{MAX_LINKS, NodePorts, Wiring, WiringError};
