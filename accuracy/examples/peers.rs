//! Prints our figures for the tables of `docs/MODEL.md` that set us beside other models:
//! `cargo run --release -p podwright-accuracy --example peers`.
#![expect(clippy::print_stdout, reason = "an example for the terminal")]

use podwright_accuracy::{LeftOut, MEASUREMENTS, Options, Runs, SystemClass};
use podwright_sim_core::collective::MODEL;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let runs = Runs::read(MEASUREMENTS.as_bytes(), &Options::default())?;
    let rows = runs.all(&MODEL);
    let one_node = |row: &&LeftOut| {
        row.class == SystemClass::NvswitchNode
            && ["all_reduce", "all_gather", "reduce_scatter"].contains(&row.op)
    };
    mean(
        "one NVSwitch node, all-reduce, all-gather, reduce-scatter",
        rows.iter().filter(one_node),
    );
    mean(
        "the same, runs of aiconfigurator",
        rows.iter()
            .filter(one_node)
            .filter(|row| row.series.starts_with("aic-")),
    );
    for (name, series) in [
        ("1 rack", "cw-gb200-72"),
        ("2 racks", "cw-gb200-2r"),
        ("20 racks", "cw-gb200-20r"),
    ] {
        for row in rows.iter().filter(|row| row.series == series) {
            println!(
                "{name} {:>4} MiB measured {:>8.0} µs predicted {:>8.0} µs {:+.1} %",
                row.message_bytes >> 20,
                row.measured_us,
                row.predicted_us,
                100.0 * (row.predicted_us / row.measured_us - 1.0)
            );
        }
    }
    for row in rows
        .iter()
        .filter(|row| row.series == "aic-h100-2292-allreduce-8")
    {
        println!(
            "8 H100 {:>9} KiB measured {:>7.1} µs predicted {:>7.1} µs",
            row.message_bytes >> 10,
            row.measured_us,
            row.predicted_us
        );
    }
    Ok(())
}

fn mean<'a>(name: &str, rows: impl Iterator<Item = &'a LeftOut>) {
    let errors: Vec<f64> = rows
        .map(|row| (row.predicted_us / row.measured_us - 1.0).abs())
        .collect();
    println!(
        "{name}: {} rows, mean absolute error {:.1} %",
        errors.len(),
        100.0 * errors.iter().sum::<f64>() / errors.len().max(1) as f64
    );
}
