//! The `podwright` service and command line.
//!
//! `store` keeps designs, `http` answers programs, `pages` answers people, `cli` answers terminals; the numbers come from
//! the model. Nothing here computes a figure of a report.

pub mod ambient;
pub mod bom;
mod cables;
pub mod cli;
pub mod diff;
pub mod engine;
pub mod http;
pub mod pages;
pub mod price_book;
pub mod secrets;
pub mod store;
pub mod table_file;
