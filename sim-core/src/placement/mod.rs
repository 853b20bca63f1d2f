//! Where everything stands, and what follows for cables: racks in rows in halls, the length of each link, and on request
//! the list of every cable.
//!
//! Racks are described by kind and count (`fabric::racks`), places by formulas (`Plan`, `Floor`), so a hundred thousand
//! nodes cost as little as ten. Lengths need the list of links; beyond `fabric::MAX_LINKS` and for machines that stand
//! in no rack the class estimate of `fabric::cabling` stays, and the report says so.

mod cut_sheet;
mod floor;
mod guests;
mod name;
mod order;
mod plan;
mod ports;
mod runs;
mod shared;
mod switches;

pub use cut_sheet::{CutLine, CutSheet, CutSheetError, MAX_CUT_LINES, cut_sheet};
pub use floor::{DEFAULT_RACKS_PER_ROW, Floor, RackAt};
pub use name::RackName;
pub use order::SwitchOrder;
pub use plan::{Plan, Stand, Standing};
pub(crate) use runs::SLACK;
pub use runs::{Bucket, LinkLengths, RACK_WIDTH_M, ROW_PITCH_M, RunKind};
