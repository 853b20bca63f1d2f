//! Texts for people, in Fluent files by language, and the one way numbers are written for them.
//!
//! Every other room takes its words from here: findings (`sim-core`), drawings (`diagram`), pages (`server`)
//! and the planner (`web`). This crate knows nothing of designs or reports and does no I/O: the files are embedded,
//! but for the browser, which is given them beside the module ([`load`]).

pub mod format;
mod messages;
mod texts;

pub use texts::{Arg, Language, Texts, add, load};
