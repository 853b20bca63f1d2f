//! Prints all tables for the measurements that ship: `cargo run -p podwright-accuracy --example scores`.
#![expect(clippy::print_stdout, reason = "an example for the terminal")]

use podwright_accuracy::{AccuracyError, builtin, series_table, summary_table, table};

fn main() -> Result<(), &'static AccuracyError> {
    let scores = builtin()?;
    println!("{}", summary_table(scores));
    println!("{}", table(scores));
    println!("{}", series_table(scores));
    println!("{:#?}", scores.gaps);
    Ok(())
}
