//! The command line: the same model, without a service.
//!
//! Exit codes: 0 ok, 1 a finding of level error or a blocked diff, 2 wrong usage, 3 anything else. They do not depend on
//! how much of the output is read.

mod accuracy;
mod bom;
mod cables;
mod catalog;
mod collective;
mod collective_settings;
mod collective_why;
mod diff;
mod economics;
mod evaluate;
mod fabric;
mod flow;
mod input;
mod outage;
mod output;
mod serve;
mod size;
mod token;

use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};

/// Plans GPU clusters: what a design does, needs and costs, and what is wrong with it.
#[derive(Debug, Parser)]
#[command(name = "podwright", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the service
    Serve(serve::Args),
    /// Compute the report of a design
    Evaluate(evaluate::Args),
    /// Write the bill of materials of a design
    Bom(bom::Args),
    /// Compare owning a design with renting
    Economics(economics::Args),
    /// Estimate one collective operation on a design
    Collective(collective::Args),
    /// Score the model against a file of measurements
    Accuracy(accuracy::Args),
    /// Size a folded Clos network by its numbers alone
    Fabric(fabric::Args),
    /// Estimate what flows get that share the links of a design's network
    Flow(flow::Args),
    /// List every cable of a design by its two ends
    Cables(cables::Args),
    /// Compare two designs
    Diff(diff::Args),
    /// Look parts up
    Catalog(catalog::Args),
    /// Make, list and revoke API tokens
    Token(token::Args),
}

/// How an answer is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum OutputFormat {
    /// For programs
    Json,
    /// For people
    #[default]
    Table,
}

/// What a command came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// All is well.
    Fine,
    /// It worked, and the answer is that something is wrong.
    Faults,
}

/// Why a command did not come to anything.
#[derive(Debug, thiserror::Error)]
enum CliError {
    /// The arguments don't make sense together.
    #[error("{0}")]
    Usage(String),
    /// Anything else.
    #[error(transparent)]
    Other(#[from] anyhow::Error),
}

impl From<std::io::Error> for CliError {
    fn from(error: std::io::Error) -> Self {
        Self::Other(error.into())
    }
}

/// Runs the program with the process's arguments.
pub fn run() -> ExitCode {
    // Wrong usage ends the process here with code 2.
    let cli = Cli::parse();
    let result = match cli.command {
        Command::Serve(args) => serve::run(args),
        Command::Evaluate(args) => evaluate::run(&args),
        Command::Bom(args) => bom::run(&args),
        Command::Economics(args) => economics::run(&args),
        Command::Collective(args) => collective::run(&args),
        Command::Accuracy(args) => accuracy::run(&args),
        Command::Fabric(args) => fabric::run(&args),
        Command::Flow(args) => flow::run(&args),
        Command::Cables(args) => cables::run(&args),
        Command::Diff(args) => diff::run(&args),
        Command::Catalog(args) => catalog::run(&args),
        Command::Token(args) => token::run(&args),
    };
    match result {
        Ok(Outcome::Fine) => ExitCode::SUCCESS,
        Ok(Outcome::Faults) => ExitCode::from(1),
        Err(CliError::Usage(message)) => {
            output::complain(&message);
            ExitCode::from(2)
        }
        Err(CliError::Other(error)) => {
            output::complain(&format!("{error:#}"));
            ExitCode::from(3)
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::Cli;

    #[test]
    fn the_arguments_are_declared_without_contradiction() {
        Cli::command().debug_assert();
    }
}
