//! The service over HTTP, on both databases, through its router. The modules follow the URL tree.

mod support;

mod designs;
mod edge;
mod evaluate;
mod openapi;
mod shares;
mod store;
