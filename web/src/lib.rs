//! The planner in the browser: a view model in plain Rust ([`model`]) and the components over it.

pub mod model;
