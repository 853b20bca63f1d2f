//! `podwright evaluate`.

use podwright_locales::{Language, Texts, format};
use podwright_sim_core::Report;

use super::output::{self, Table};
use super::{CliError, Outcome, OutputFormat, input};
use crate::diff::severity;
use crate::engine::Engine;

/// What is evaluated.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub struct Args {
    #[command(flatten)]
    design: input::PricedArgs,
    /// How the report is written
    #[arg(long, value_enum, default_value_t)]
    format: OutputFormat,
}

/// Runs it: 1 when a finding is an error.
pub fn run(args: &Args) -> Result<Outcome, CliError> {
    let (_, report) = args.design.evaluate(&Engine::embedded())?;
    match args.format {
        OutputFormat::Json => output::json(&report)?,
        OutputFormat::Table => print(&report)?,
    }
    Ok(if report.errors().next().is_some() {
        Outcome::Faults
    } else {
        Outcome::Fine
    })
}

fn print(report: &Report) -> Result<(), CliError> {
    let summary = &report.summary;
    let unknown = || "unknown".to_owned();
    output::line(&report.name)?;
    if let Some(error) = report.errors().next() {
        let finding = error.message.as_str();
        let texts = Texts::of(Language::English);
        output::line(&texts.with("page-refused", &[("finding", finding.into())]))?;
    }
    let mut table = Table::new(&["Figure", ">Value"]);
    let mut figure = |name: &str, value: String| table.row([name.to_owned(), value]);
    figure("GPUs", format::count(summary.gpus));
    figure("Nodes", format::count(summary.nodes));
    if let Some(racks) = summary.racks {
        figure("Racks", format::count(racks));
    }
    figure(
        "Memory, all GPUs",
        format!("{} GB", format::fixed(summary.memory_gb_total, 0)),
    );
    figure(
        "Scale-up per GPU and direction",
        summary
            .scale_up_gb_s_per_gpu
            .map_or_else(unknown, format::gb_s),
    );
    if let Some(rate) = summary.scale_out_gb_s_per_gpu {
        figure("Scale-out per GPU and direction", format::gb_s(rate));
    }
    if let Some(ratio) = summary.scale_up_to_scale_out_ratio {
        figure(
            "Scale-up to scale-out",
            format!("{} : 1", format::short(ratio)),
        );
    }
    figure(
        "IT power, typical",
        format::watts(summary.it_power_kw * 1e3),
    );
    figure(
        "IT power, maximum",
        format::watts(summary.it_power_max_kw * 1e3),
    );
    let cost = &report.cost;
    figure(
        "Capex",
        summary.capex_usd.map_or_else(unknown, |usd| {
            output::at_least(cost.capex_incomplete(), format::usd(usd))
        }),
    );
    figure(
        "Lines with a price",
        format::percent(summary.price_coverage),
    );
    figure(
        "GPU-hour",
        summary.usd_per_gpu_hour.map_or_else(unknown, |usd| {
            let hour = format!("{} USD", format::fixed(usd, 2));
            output::at_least(cost.incomplete(), hour)
        }),
    );
    table.print()?;

    let mut table = Table::new(&[
        "Fabric",
        "Topology",
        "Tier",
        "Switch",
        ">Count",
        ">Ports used",
        ">Ports",
    ]);
    for fabric in &report.fabrics {
        for tier in &fabric.tiers {
            table.row([
                fabric.id.clone(),
                fabric.topology.clone(),
                format!("{:?}", tier.role).to_lowercase(),
                tier.name.clone(),
                format::count(tier.count),
                format::count(tier.ports_used),
                format::count(tier.ports_total),
            ]);
        }
    }
    if !table.is_empty() {
        output::line("")?;
        table.print()?;
    }

    let mut table = Table::new(&[
        "Collective",
        ">GPUs",
        ">Size",
        ">Time",
        ">Low",
        ">High",
        ">busbw",
        "Algorithm",
        "Basis",
    ]);
    for curve in &report.collectives {
        // One row each, at the largest size: the whole curve is in the JSON.
        if let Some(point) = curve.points.last() {
            table.row([
                curve.op.id().to_owned(),
                format::count(curve.ranks),
                format::message_size(point.message_bytes),
                format::duration_us(point.time_us),
                format::duration_us(point.time_us_low),
                format::duration_us(point.time_us_high),
                format::gb_s(point.busbw_gb_s),
                point.algorithm.clone(),
                format!("{:?}", point.basis).to_lowercase(),
            ]);
        }
    }
    if !table.is_empty() {
        output::line("")?;
        table.print()?;
    }

    if !report.findings.is_empty() {
        output::line("")?;
    }
    for finding in &report.findings {
        output::line(&format!(
            "{} {}: {} ({})",
            severity(finding.severity),
            finding.code,
            finding.message,
            finding.at
        ))?;
    }
    Ok(())
}
