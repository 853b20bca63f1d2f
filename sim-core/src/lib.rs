//! The model of Podwright: from a design to a report.
//!
//! Pure: no I/O, no clock, no threads, no randomness without a seed. The same digits come out natively and in WASM,
//! because only `+ - * /`, `sqrt` and the functions of `libm` touch floating-point numbers.

pub mod catalog;
pub mod design;
pub mod report;
pub mod units;

pub use design::{Design, DesignError, Problem};
pub use report::Report;
