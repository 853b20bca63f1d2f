//! `podwright bom`.

use std::path::PathBuf;

use super::{CliError, Outcome, input, output};
use crate::ambient::{Clock as _, SystemClock};
use crate::bom;
use crate::engine::Engine;

/// What is listed.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub struct Args {
    #[command(flatten)]
    design: input::PricedArgs,
    /// How the bill is written
    #[arg(long, value_enum, default_value_t)]
    format: BomFormat,
    /// Where it is written instead of standard output
    #[arg(long, visible_alias = "out", value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum BomFormat {
    /// The `bom` of the report
    Json,
    /// A line a part, with a head
    Csv,
    /// Markdown, for people
    #[default]
    Md,
    /// A workbook with live formulas
    Xlsx,
}

/// Runs it: 1 when a finding is an error.
pub fn run(args: &Args) -> Result<Outcome, CliError> {
    let (_, report) = args.design.evaluate(&Engine::embedded())?;
    let bytes = match args.format {
        BomFormat::Json => {
            let mut text =
                serde_json::to_string_pretty(&report.bom).map_err(anyhow::Error::from)?;
            text.push('\n');
            text.into_bytes()
        }
        BomFormat::Csv => bom::csv(&report.bom).map_err(anyhow::Error::from)?,
        BomFormat::Md => bom::markdown(&report.name, &report.bom).into_bytes(),
        BomFormat::Xlsx => bom::xlsx(&report.name, &report.bom, SystemClock.now_ms())
            .map_err(anyhow::Error::from)?,
    };
    output::bytes(args.output.as_deref(), &bytes)?;
    Ok(output::outcome(&report))
}
