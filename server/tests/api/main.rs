//! The service over HTTP, on both databases, through its router. The modules follow the URL tree.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

mod at_once;
mod catalog;
mod designs;
mod edge;
mod evaluate;
mod flow;
mod migrations;
mod openapi;
mod pages;
mod price_books;
mod reports;
mod shares;
mod store;
