//! The engine, as the planner calls it: a design in, a report out, in the page.

use podwright_sim_core::{Design, Report, evaluate_builtin};

/// The report of a design, with the catalogue that ships and the prices of the month that the design names.
pub fn report(design: &Design) -> Report {
    evaluate_builtin(design)
}
