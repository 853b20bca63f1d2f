//! `podwright catalog`.

use podwright_sim_core::catalog::PartKind;

use super::output::{self, Table};
use super::{CliError, Outcome, OutputFormat};
use crate::engine::Engine;
use crate::http::catalog::{PartQuery, select};

/// Which parts.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The kind: gpus, interconnects, nodes, nics, switches, cables or models
    #[arg(value_parser = parse_kind)]
    kind: PartKind,
    /// The id of one part
    id: Option<String>,
    /// Words that all occur in id, name, vendor or notes
    #[arg(long = "q", value_name = "WORDS")]
    words: Option<String>,
    /// The vendor
    #[arg(long)]
    vendor: Option<String>,
    /// How the parts are written
    #[arg(long, value_enum, default_value_t)]
    format: OutputFormat,
}

fn parse_kind(text: &str) -> Result<PartKind, String> {
    PartKind::parse(text).ok_or_else(|| {
        let kinds: Vec<&str> = PartKind::ALL.iter().map(|kind| kind.as_str()).collect();
        format!("there are {}", kinds.join(", "))
    })
}

/// Runs it: an unknown id is wrong usage.
pub fn run(args: &Args) -> Result<Outcome, CliError> {
    let engine = Engine::embedded();
    let catalog = engine.catalog();
    if let Some(id) = &args.id {
        let record = catalog.record_json(args.kind, id).ok_or_else(|| {
            CliError::Usage(format!("there is no `{id}` among {}", args.kind.as_str()))
        })?;
        // A record has no table form: its fields differ by kind.
        output::json(&record)?;
        return Ok(Outcome::Fine);
    }
    let query = PartQuery {
        q: args.words.clone(),
        vendor: args.vendor.clone(),
        quality: None,
    };
    let records = select(catalog, args.kind, &query);
    match args.format {
        OutputFormat::Json => {
            let items: Vec<_> = records
                .filter_map(|record| catalog.record_json(args.kind, record.id()))
                .collect();
            output::json(&items)?;
        }
        OutputFormat::Table => {
            let mut table = Table::new(&["Id", "Name", "Vendor", "As of", ">From memory"]);
            for record in records {
                let recalled = match record.quality() {
                    podwright_sim_core::catalog::Quality::Recalled => "all".to_owned(),
                    podwright_sim_core::catalog::Quality::Read => {
                        record.recalled_fields().len().to_string()
                    }
                };
                table.row([
                    record.id().to_owned(),
                    record.name().to_owned(),
                    record.vendor().to_owned(),
                    record.as_of().to_owned(),
                    recalled,
                ]);
            }
            table.print()?;
        }
    }
    Ok(Outcome::Fine)
}
