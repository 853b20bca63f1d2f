//! The planner in the browser: a view model in plain Rust ([`model`]) and the components over it.
//!
//! The server's page holds `<div id="planner">`; [`boot::start`] takes it over. The engine runs in the page: editing
//! asks the server nothing. It is asked to keep, share and read designs ([`api`]).

pub mod annex;
pub mod api;
pub mod boot;
pub mod engine;
pub mod model;
pub mod view;
