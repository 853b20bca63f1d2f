//! Tells cargo that the embedded migrations are an input of this crate.

fn main() {
    println!("cargo::rerun-if-changed=../migrations");
}
