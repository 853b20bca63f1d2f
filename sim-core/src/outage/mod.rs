//! What parts that are down cost: delivered bandwidth, the time of an all-reduce, and the nodes that feel it.
//!
//! Parts of a network are asked of its links (`flow`). An NVLink switch tray takes its share of the links inside a
//! rack-scale system, which the model of collectives knows; a power strip takes what hangs on it in its rack, which
//! `placement` knows. Finding a failure out, and starting a job again, are not counted.

mod inside;
mod parts;
mod power;
mod report;
mod site;
mod words;

pub use parts::{Down, OutageError, TrayLoss};
pub use report::{
    AllReduceOutage, MESSAGE_BYTES, NetworkOutage, NvlinkOutage, OutageReport, PowerOutage, Worked,
};
pub use site::{NodeNumbers, Site};
pub use words::notes;

/// Nodes and devices that are listed one by one, at most; the counts are whole.
const MAX_LISTED: usize = 32;
