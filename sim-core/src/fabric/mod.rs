//! Networks: from the wish to counted switches and cables.
//!
//! Sizing works by closed formulas on counts, never on a list of links, so a million endpoints cost as much as eight.

mod build;
mod cabling;
mod racks;
mod sizing;

pub use build::{Layout, lay_out};
pub use cabling::{CableChoice, CablePart, CablePlace, choose_cable, links_per_cage};
pub use racks::{DEFAULT_RACK_UNITS, compute_racks, network_racks};
pub use sizing::{
    ClosRequest, ClosSize, RailRequest, SizingError, leaf_downlinks, max_endpoints, size_clos,
};
