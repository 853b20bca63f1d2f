//! `podwright accuracy`.

use std::fs::File;
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use podwright_accuracy::{Options, rows, score, table};

use super::output;
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
        let mut out = io::BufWriter::new(io::stdout().lock());
        for row in results {
            let text = serde_json::to_string(&row).map_err(anyhow::Error::from)?;
            writeln!(out, "{text}")?;
        }
        out.flush()?;
        return Ok(Outcome::Fine);
    }
    let scores = score(reader, &options).with_context(|| name.to_string())?;
    match args.format.unwrap_or_default() {
        OutputFormat::Json => output::json(&scores)?,
        OutputFormat::Table => output::line(table(&scores).trim_end())?,
    }
    Ok(Outcome::Fine)
}
