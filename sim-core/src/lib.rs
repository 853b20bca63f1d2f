//! The model of Podwright: from a design to a report.
//!
//! Pure: no I/O, no clock, no threads, no randomness without a seed. The same digits come out natively and in WASM,
//! because only `+ - * /`, `sqrt` and the functions of `libm` touch floating-point numbers.

mod built;
pub mod catalog;
pub mod check;
pub mod cluster;
pub mod collective;
pub mod cost;
pub mod data;
mod describe;
pub mod design;
mod evaluate;
pub mod fabric;
pub mod flow;
pub mod placement;
pub mod prices;
pub mod report;
pub mod templates;
pub mod units;

pub use built::{Built, Stop};
pub use design::{Design, DesignError, Problem};
pub use evaluate::{ENGINE_VERSION, answer, evaluate, evaluate_builtin, evaluate_own};
pub use report::Report;
