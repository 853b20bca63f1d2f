//! `podwright collective`.

use std::path::PathBuf;

use podwright_locales::format;
use podwright_sim_core::design::{
    CollectiveOp, CollectiveSettings, Switchable, Workload, WorkloadKind,
};
use podwright_sim_core::report::{CollectiveCurve, Severity};

use super::output::{self, Table};
use super::size::parse_bytes;
use super::{CliError, Outcome, OutputFormat, input};
use crate::engine::Engine;

/// Which operation on which design.
#[derive(Debug, clap::Args)]
#[group(skip)]
#[command(group(clap::ArgGroup::new("source_given").required(true).args(["design", "template"])))]
pub struct Args {
    /// The design document; - reads standard input
    #[arg(long, value_name = "FILE")]
    design: Option<PathBuf>,
    /// The id of a template
    #[arg(long, value_name = "ID")]
    template: Option<String>,
    /// The operation: all_reduce, all_gather, reduce_scatter, alltoall, broadcast, reduce or sendrecv
    #[arg(long, value_parser = parse_op)]
    op: CollectiveOp,
    /// The message size, such as 1GiB; powers of two from 8 B to 16 GiB when absent
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    bytes: Option<u64>,
    /// Only the first N GPUs take part
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    ranks: Option<u32>,
    /// What the library is told: nvls=on|off, p2p=on|off
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// How the estimate is written
    #[arg(long, value_enum, default_value_t)]
    format: OutputFormat,
}

fn parse_op(text: &str) -> Result<CollectiveOp, String> {
    CollectiveOp::from_id(text).ok_or_else(|| {
        let ids: Vec<&str> = CollectiveOp::ALL.iter().map(|op| op.id()).collect();
        format!("there are {}", ids.join(", "))
    })
}

fn parse_settings(texts: &[String]) -> Result<CollectiveSettings, CliError> {
    let mut settings = CollectiveSettings::default();
    for text in texts {
        let wrong = || {
            CliError::Usage(format!(
                "--set {text}: write nvls=on, nvls=off, p2p=on or p2p=off"
            ))
        };
        let (name, value) = text.split_once('=').ok_or_else(wrong)?;
        let value = match value {
            "on" => Switchable::On,
            "off" => Switchable::Off,
            _ => return Err(wrong()),
        };
        match name {
            "nvls" => settings.nvls = Some(value),
            "p2p" => settings.p2p = Some(value),
            _ => return Err(wrong()),
        }
    }
    Ok(settings)
}

/// Runs it: the operation is put into the design as its workloads, and the model answers those.
pub fn run(args: &Args) -> Result<Outcome, CliError> {
    let engine = Engine::embedded();
    let mut design = match (&args.design, &args.template) {
        (Some(file), _) => input::design_from_file(file)?,
        (None, Some(id)) => input::design_from_template(&engine, id)?,
        (None, None) => {
            return Err(CliError::Usage(
                "--design FILE or --template ID is needed".to_owned(),
            ));
        }
    };
    let settings = parse_settings(&args.set)?;
    let sizes: Vec<u64> = match args.bytes {
        Some(bytes) => vec![bytes],
        None => (3..=34).map(|power| 1u64 << power).collect(),
    };
    let workload = |bytes: &u64| Workload {
        id: format!("b{bytes}"),
        kind: WorkloadKind::Collective,
        op: Some(args.op),
        message_bytes: Some(*bytes),
        ranks: args.ranks,
        settings,
        model: None,
        parallelism: None,
        global_batch_tokens: None,
        tensor_parallel: None,
        batch: None,
    };
    design.workloads = sizes.iter().map(workload).collect();
    if let Some(problem) = design.limit_problems().first() {
        return Err(CliError::Usage(problem.to_string()));
    }
    let report = engine.evaluate(&design);
    let gpus = report.summary.gpus;
    if let Some(ranks) = args
        .ranks
        .filter(|ranks| gpus > 0 && u64::from(*ranks) > gpus)
    {
        return Err(CliError::Usage(format!(
            "--ranks {ranks}: the design has {gpus} GPUs"
        )));
    }
    let answers: Vec<_> = report.workloads.iter().flatten().collect();
    let Some(first) = answers.first() else {
        let why = report
            .findings
            .iter()
            .filter(|finding| finding.severity == Severity::Error);
        let why: Vec<&str> = why
            .take(3)
            .map(|finding| finding.message.as_str())
            .collect();
        return Err(anyhow::anyhow!("the design gives no estimate: {}", why.join(" ")).into());
    };
    let curve = CollectiveCurve {
        op: first.op,
        ranks: first.ranks,
        alike: None,
        points: answers.iter().map(|answer| answer.point.clone()).collect(),
    };
    match args.format {
        OutputFormat::Json => output::json(&curve)?,
        OutputFormat::Table => print(&curve)?,
    }
    Ok(Outcome::Fine)
}

fn print(curve: &CollectiveCurve) -> Result<(), CliError> {
    output::line(&format!(
        "{} over {} GPUs",
        curve.op.id(),
        format::count(curve.ranks)
    ))?;
    let mut table = Table::new(&[
        ">Size",
        ">Time",
        ">Low",
        ">High",
        ">algbw",
        ">busbw",
        "Algorithm",
        "Protocol",
        "Basis",
        "Slowest part",
    ]);
    for point in &curve.points {
        table.row([
            format::message_size(point.message_bytes),
            format::duration_us(point.time_us),
            format::duration_us(point.time_us_low),
            format::duration_us(point.time_us_high),
            format::gb_s(point.algbw_gb_s),
            format::gb_s(point.busbw_gb_s),
            point.algorithm.clone(),
            point.protocol.clone(),
            format!("{:?}", point.basis).to_lowercase(),
            point.bottleneck.clone(),
        ]);
    }
    Ok(table.print()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_name_and_value() {
        let parsed = parse_settings(&["nvls=off".to_owned(), "p2p=on".to_owned()]).unwrap();
        assert_eq!(
            (parsed.nvls, parsed.p2p),
            (Some(Switchable::Off), Some(Switchable::On))
        );
        for text in ["nvls", "nvls=maybe", "colour=off", ""] {
            assert!(parse_settings(&[text.to_owned()]).is_err(), "{text}");
        }
    }
}
