//! The `podwright` program.
fn main() {}
