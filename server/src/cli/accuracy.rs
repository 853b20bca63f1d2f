//! `podwright accuracy`.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use podwright_accuracy::{LeftOutRun, Options, Runs, rows, score, series_table, table};
use podwright_locales::format;

use super::output::{self, Table};
use super::{CliError, Outcome, OutputFormat};

/// What is scored.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The measurements, CSV; - reads standard input
    #[arg(value_name = "FILE.csv")]
    file: PathBuf,
    /// How the scores are written [default: table]
    #[arg(long, value_enum)]
    format: Option<OutputFormat>,
    /// Instead of scores, the prediction of every row that counts: one JSON object a line
    #[arg(long)]
    rows: bool,
    /// Every run by itself, worst first
    #[arg(long, conflicts_with = "rows")]
    series: bool,
    /// Fit the constants to the other runs of the file, and say how far off they are on this one: the id of its rows without
    /// the last number
    #[arg(long, value_name = "SERIES", conflicts_with_all = ["rows", "series"])]
    leave_out: Option<String>,
    /// Only rows of these qualities: A full log, B quoted with configuration, C partly guessed
    #[arg(long, value_name = "LETTERS", value_parser = parse_quality)]
    quality: Option<String>,
}

fn parse_quality(text: &str) -> Result<String, String> {
    if !text.is_empty() && text.chars().all(|letter| matches!(letter, 'A'..='C')) {
        Ok(text.to_owned())
    } else {
        Err("write one or more of the letters A, B and C, such as AB".to_owned())
    }
}

/// Runs it.
pub fn run(args: &Args) -> Result<Outcome, CliError> {
    if args.rows && args.format == Some(OutputFormat::Table) {
        return Err(CliError::Usage(
            "--rows writes JSON lines: leave out --format table".to_owned(),
        ));
    }
    let name = args.file.display();
    let options = Options {
        quality: args.quality.clone(),
    };
    let reader: Box<dyn Read> = if args.file == Path::new("-") {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(&args.file).with_context(|| name.to_string())?)
    };
    if args.rows {
        let results = rows(reader, &options).with_context(|| name.to_string())?;
        let mut lines = Vec::new();
        for row in results {
            serde_json::to_writer(&mut lines, &row).map_err(anyhow::Error::from)?;
            lines.push(b'\n');
        }
        output::bytes(None, &lines)?;
        return Ok(Outcome::Fine);
    }
    if let Some(series) = &args.leave_out {
        let runs = Runs::read(reader, &options).with_context(|| name.to_string())?;
        let left_out = runs.leave_out(series).with_context(|| name.to_string())?;
        match args.format.unwrap_or_default() {
            OutputFormat::Json => output::json(&left_out)?,
            OutputFormat::Table => print(&left_out)?,
        }
        return Ok(Outcome::Fine);
    }
    let scores = score(reader, &options).with_context(|| name.to_string())?;
    match args.format.unwrap_or_default() {
        OutputFormat::Json if args.series => output::json(&scores.series)?,
        OutputFormat::Table if args.series => output::line(series_table(&scores).trim_end())?,
        OutputFormat::Json => output::json(&scores)?,
        OutputFormat::Table => output::line(table(&scores).trim_end())?,
    }
    Ok(Outcome::Fine)
}

fn print(run: &LeftOutRun) -> Result<(), CliError> {
    let percent = |value: f64| format!("{:+.1} %", 100.0 * value);
    let median = |value: Option<f64>| match value {
        Some(value) => format!("{:.1} %", 100.0 * value),
        None => "unknown".to_owned(),
    };
    output::line(&format!(
        "{}: median error {} with constants fitted to {} rows of {} other runs; {} with those in use",
        run.series,
        median(run.median),
        format::count(run.fitted_rows as u64),
        format::count(run.fitted_series as u64),
        median(run.median_in_use),
    ))?;
    let mut table = Table::new(&[
        ">Size",
        ">Measured",
        ">Left out",
        ">Error",
        ">In use",
        ">Error",
    ]);
    for row in &run.rows {
        table.row([
            format::message_size(row.message_bytes),
            format::duration_us(row.measured_us),
            format::duration_us(row.predicted_us),
            percent(row.predicted_us / row.measured_us - 1.0),
            format::duration_us(row.in_use_us),
            percent(row.in_use_us / row.measured_us - 1.0),
        ]);
    }
    Ok(table.print()?)
}
