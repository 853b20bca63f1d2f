//! `podwright cables`.

use std::path::PathBuf;

use clap::ValueEnum;
use podwright_locales::format;
use podwright_sim_core::placement::{CutLine, CutSheet};

use super::output::{self, Table};
use super::{CliError, Outcome, input};
use crate::cables;
use crate::engine::Engine;

/// Which cables are listed.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub struct Args {
    #[command(flatten)]
    source: input::FileArgs,
    /// One fabric of the design; all when absent
    #[arg(long, value_name = "ID")]
    fabric: Option<String>,
    /// How the list is written
    #[arg(long, value_enum, default_value_t)]
    format: CablesFormat,
    /// The file that is written; standard output when absent
    #[arg(
        long,
        visible_alias = "output",
        value_name = "FILE",
        required_if_eq("format", "xlsx")
    )]
    out: Option<PathBuf>,
}

/// How a list of cables is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum CablesFormat {
    /// For programs that read tables
    Csv,
    /// For programs
    Json,
    /// For people
    #[default]
    Table,
    /// A workbook
    Xlsx,
}

/// Runs it: 1 when a finding is an error.
pub fn run(args: &Args) -> Result<Outcome, CliError> {
    let engine = Engine::embedded();
    let (name, design) = args.source.read(&engine)?;
    let report = engine.evaluate(&design);
    // A network that was refused has no list, and the findings say why.
    let refused = match &args.fabric {
        Some(id) => {
            let asked = design.fabrics.iter().any(|fabric| fabric.id == *id);
            asked && report.fabrics.iter().all(|fabric| fabric.id != *id)
        }
        None => report.fabrics.is_empty(),
    };
    let sheet = match engine.cables(&design, args.fabric.as_deref()) {
        Ok(sheet) => CutSheet {
            errors: report.bom.errors.clone(),
            ..sheet
        },
        Err(why) if refused => return output::no_answer(&report, CliError::Usage(why)),
        Err(why) => return Err(CliError::Usage(why)),
    };
    let bytes = match args.format {
        CablesFormat::Csv => cables::csv(&sheet).map_err(anyhow::Error::from)?,
        // No clock: the same design gives the same file.
        CablesFormat::Xlsx => cables::xlsx(&name, &sheet, 0).map_err(anyhow::Error::from)?,
        CablesFormat::Json => {
            let mut text = serde_json::to_vec_pretty(&sheet).map_err(anyhow::Error::from)?;
            text.push(b'\n');
            text
        }
        CablesFormat::Table => {
            let mut text = table(&sheet).text();
            text.push('\n');
            text.into_bytes()
        }
    };
    output::bytes(args.out.as_deref(), &bytes)?;
    if let Some(path) = &args.out {
        output::line(&format!(
            "{} cables in {}",
            format::count(sheet.lines.len() as u64),
            path.display()
        ))?;
    }
    // A list of cables says nothing of the networks that could not be laid out.
    Ok(output::outcome(&report))
}

fn table(sheet: &CutSheet) -> Table {
    let mut table = Table::new(&[
        ">Line", "Fabric", "From", "Port", "Rack", "To", "Port", "Rack", ">Rail", "Cable",
        ">Length",
    ]);
    let dash = || "–".to_owned();
    let place = |rack: &Option<String>, unit: Option<u64>| match (rack, unit) {
        (Some(rack), Some(unit)) => format!("{rack} U{unit}"),
        (Some(rack), None) => rack.clone(),
        (None, _) => dash(),
    };
    let row = |line: &CutLine| {
        [
            format::count(line.line),
            line.fabric.clone(),
            line.from_device.clone(),
            line.from_port.clone().unwrap_or_else(dash),
            place(&line.from_rack, line.from_unit),
            line.to_device.clone(),
            line.to_port.clone(),
            place(&line.to_rack, line.to_unit),
            line.rail.map_or_else(dash, |rail| rail.to_string()),
            line.cable.clone().unwrap_or_else(dash),
            format!("{} m", format::trimmed(line.length_m, 1)),
        ]
    };
    for line in &sheet.lines {
        table.row(row(line));
    }
    table
}
