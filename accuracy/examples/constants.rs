//! Prints every constant of the model as a table for `docs/MODEL.md`:
//! `cargo run --release -p podwright-accuracy --example constants`.
#![expect(clippy::print_stdout, reason = "an example for the terminal")]

use podwright_accuracy::{MEASUREMENTS, Options, Runs};
use podwright_sim_core::collective::MODEL;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let runs = Runs::read(MEASUREMENTS.as_bytes(), &Options::default())?;
    println!("| constant | value | unit | meaning | origin | runs / sources |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for constant in MODEL.list() {
        let (series, sources) = runs.support(constant.set, constant.name);
        let origin = match (constant.origin, series) {
            ("fit", 0) => "assumed: no public run decides it",
            (origin, _) => origin,
        };
        println!(
            "| `{}.{}` | {} | {} | {} | {origin} | {series} / {sources} |",
            constant.set, constant.name, constant.value, constant.unit, constant.meaning
        );
    }
    Ok(())
}
