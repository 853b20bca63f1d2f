//! Networks: from the wish to counted switches and cables.
//!
//! Sizing works by closed formulas on counts, never on a list of links, so a million endpoints cost as much as eight.
//! The list of links is made on request only (`graph`), for what has to look at single links.

mod build;
mod cabling;
mod demand;
mod graph;
mod growth;
mod joining;
mod layout;
mod placed;
mod plan;
mod racks;
mod refuse;
mod sides;
mod sizing;
mod wiring;

pub use build::{lay_out, size_fabrics};
pub(crate) use cabling::sold_length;
pub use cabling::{CableChoice, CablePart, CablePlace, LowerCage, NodeCage, links_per_cage};
pub use graph::{Device, LinkEnds, LinkGraph};
pub use joining::choose_cable;
pub use layout::{Layout, RunFacts};
pub use racks::{DEFAULT_RACK_UNITS, PDU_KW, compute_racks};
pub(crate) use racks::{
    Device as RackDevice, Guest, NO_LIMIT, as_filled, fill, group, groups_of_pools, join, strips,
    within,
};
pub use sides::{PortSide, Sides, Uplinks};
pub use sizing::{
    ClosRequest, ClosSize, RailRequest, SizingError, UplinkPorts, leaf_downlinks, size_clos,
    size_dragonfly, size_rail_only,
};
pub use wiring::{MAX_LINKS, NodePorts, Wiring, WiringError};
