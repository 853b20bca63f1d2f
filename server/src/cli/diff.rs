//! `podwright diff`.

use std::path::PathBuf;

use super::output;
use super::{CliError, Outcome, input};
use crate::diff::{Limits, diff};
use crate::engine::Engine;

/// What is compared.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The design before: a file, or template:ID
    before: String,
    /// The design after: a file, or template:ID
    after: String,
    /// A price book of your own (CSV) for both designs, whose prices win over the published ones
    #[arg(long, value_name = "FILE.csv")]
    price_book: Option<PathBuf>,
    /// How the changes are written
    #[arg(long, value_enum, default_value_t)]
    format: DiffFormat,
    #[command(flatten)]
    limits: Limits,
}

#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum DiffFormat {
    /// For programs
    Json,
    /// Markdown, for people and merge requests
    #[default]
    Table,
}

/// Runs it: 1 when a limit blocks the change, or the design after has an error that the one before has not.
pub fn run(args: &Args) -> Result<Outcome, CliError> {
    let engine = Engine::embedded();
    let before = input::design_from_either(&engine, &args.before)?;
    let after = input::design_from_either(&engine, &args.after)?;
    let own = args
        .price_book
        .as_deref()
        .map(input::price_book_from_file)
        .transpose()?;
    let report = |design| engine.evaluate_with(design, own.as_ref());
    let (before, after) = (report(&before), report(&after));
    let judged = args
        .limits
        .judge(&before, &after)
        .map_err(CliError::Usage)?;
    let changes = diff(&before, &after, judged);
    match args.format {
        DiffFormat::Json => output::json(&changes)?,
        DiffFormat::Table => output::line(changes.markdown().trim_end())?,
    }
    Ok(if changes.blocked {
        Outcome::Faults
    } else {
        Outcome::Fine
    })
}
