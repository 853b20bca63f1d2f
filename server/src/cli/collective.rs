//! `podwright collective`.

use podwright_locales::format;
use podwright_sim_core::collective::report_sizes;
use podwright_sim_core::design::{CollectiveOp, CollectiveSettings, Workload};
use podwright_sim_core::report::CollectiveCurve;

use super::collective_settings::{self, Setting};
use super::collective_why;
use super::input::DesignArgs;
use super::output::{self, Table};
use super::size::parse_bytes;
use super::{CliError, Outcome, OutputFormat};
use crate::engine::Engine;

/// Which operation on which design.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub struct Args {
    #[command(flatten)]
    source: DesignArgs,
    /// The operation: all_reduce, all_gather, reduce_scatter, alltoall, broadcast, reduce or sendrecv
    #[arg(long, value_parser = parse_op)]
    op: CollectiveOp,
    /// The message size, such as 1GiB; powers of two from 8 B to 16 GiB when absent
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    bytes: Option<u64>,
    /// Only the first N GPUs take part
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    ranks: Option<u32>,
    /// What the library is told, or what you measured: nvls=on|off, p2p=on|off, sharp=on|off, gpudirect=on|off,
    /// algorithm=ring|tree|nvls|nvls-tree, protocol=ll|ll128|simple, launch=process-per-gpu|one-process,
    /// measured-inside=GB/s, measured-between=GB/s
    #[arg(long, value_name = "NAME=VALUE", value_parser = collective_settings::parse)]
    set: Vec<Setting>,
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

/// Runs it: the operation is put into the design as its workloads, and the model answers those. 1 when findings that are
/// errors leave no estimate.
pub fn run(args: &Args) -> Result<Outcome, CliError> {
    let engine = Engine::embedded();
    let mut design = args.source.read(&engine)?;
    let mut settings = CollectiveSettings::default();
    for setting in &args.set {
        setting.apply(&mut settings);
    }
    let sizes: Vec<u64> = match args.bytes {
        Some(bytes) => vec![bytes],
        None => report_sizes().collect(),
    };
    design.workloads = workloads(args.op, args.ranks, settings, &sizes);
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
        let why = anyhow::anyhow!("the design gives no estimate");
        return output::no_answer(&report, why.into());
    };
    let curve = CollectiveCurve {
        op: first.op,
        ranks: first.ranks,
        alike: None,
        points: answers.iter().map(|answer| answer.point.clone()).collect(),
    };
    match args.format {
        OutputFormat::Json => output::json(&curve)?,
        OutputFormat::Table => {
            print(&curve)?;
            if args.bytes.is_some() {
                collective_why::print(&first.point, report.summary.scale_up_gb_s_per_gpu)?;
            }
        }
    }
    Ok(Outcome::Fine)
}

/// The operation at some sizes, as workloads of a design.
fn workloads(
    op: CollectiveOp,
    ranks: Option<u32>,
    settings: CollectiveSettings,
    sizes: &[u64],
) -> Vec<Workload> {
    let workload = |bytes: &u64| Workload {
        ranks,
        settings,
        ..Workload::collective(format!("b{bytes}"), op, *bytes)
    };
    sizes.iter().map(workload).collect()
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
