//! Prepares the catalogue for the browser: without what only people read on the server's pages (notes, addresses of
//! sources) and without spaces. Figures, names and dates stay as they are.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use serde_json::Value;

const FILES: [&str; 7] = [
    "cables.json",
    "gpus.json",
    "interconnects.json",
    "models.json",
    "nics.json",
    "nodes.json",
    "switches.json",
];
const FOR_PEOPLE: [&str; 2] = ["notes", "sources"];

#[expect(
    clippy::disallowed_methods,
    reason = "a build script reads and writes files; the model itself does not"
)]
fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=catalog");
    println!("cargo::rerun-if-changed=build.rs");
    let out = env::var("OUT_DIR")?;
    for file in FILES {
        let text = fs::read_to_string(Path::new("catalog").join(file))?;
        let mut records: Vec<Value> = serde_json::from_str(&text)?;
        for record in records.iter_mut().filter_map(Value::as_object_mut) {
            for field in FOR_PEOPLE {
                record.remove(field);
            }
        }
        fs::write(Path::new(&out).join(file), serde_json::to_string(&records)?)?;
    }
    Ok(())
}
