//! `podwright economics`.

use podwright_locales::format;
use podwright_sim_core::cost::economics;
use podwright_sim_core::report::{Economics, Span};

use super::output::{self, Table};
use super::{CliError, Outcome, OutputFormat, input};
use crate::engine::Engine;

/// What is compared with renting.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub struct Args {
    #[command(flatten)]
    design: input::PricedArgs,
    /// How it is written
    #[arg(long, value_enum, default_value_t)]
    format: OutputFormat,
}

/// Runs it: 1 when a finding is an error.
pub fn run(args: &Args) -> Result<Outcome, CliError> {
    let (design, report) = args.design.evaluate(&Engine::embedded())?;
    let economics = economics(&design, &report);
    match args.format {
        OutputFormat::Json => output::json(&economics)?,
        OutputFormat::Table => print(&economics)?,
    }
    Ok(output::outcome(&report))
}

fn print(economics: &Economics) -> Result<(), CliError> {
    output::line(&economics.name)?;
    if let Some(why) = &economics.unknown_because {
        output::line(&format!("No amounts: {why}"))?;
    } else if economics.incomplete {
        output::line("A part has no price: what owning costs is at least this")?;
    }
    let mut table = Table::new(&["Figure", ">Value", ">Low", ">High"]);
    let mut figure = |name: &str, span: Option<Span>, decimals: usize| {
        let least = economics.incomplete && !name.starts_with("Rent");
        let write = |value: Option<f64>| {
            value.map_or_else(
                || "unknown".to_owned(),
                |value| {
                    let least = if least { "at least " } else { "" };
                    format!("{least}{}", format::fixed(value, decimals))
                },
            )
        };
        table.row([
            name.to_owned(),
            write(span.map(|span| span.default)),
            write(span.map(|span| span.low)),
            write(span.map(|span| span.high)),
        ]);
    };
    figure("Capex, USD", economics.capex_usd, 0);
    figure("Cost over the years, USD", economics.tco_usd, 0);
    figure("Present value, USD", economics.present_value_usd, 0);
    let point = |usd: Option<f64>| {
        usd.map(|usd| Span {
            low: usd,
            default: usd,
            high: usd,
        })
    };
    if let Some(hall) = point(economics.hall_usd) {
        figure("Own hall, USD", Some(hall), 0);
        figure(
            "Own hall after the years, USD",
            point(economics.hall_left_usd),
            0,
        );
    }
    figure("GPU-hour, USD", economics.usd_per_gpu_hour, 2);
    figure("Useful GPU-hour, USD", economics.usd_per_useful_gpu_hour, 2);
    figure("PFLOP/s bf16 dense, USD", economics.usd_per_pflop_s_bf16, 0);
    figure(
        "GB/s of all-reduce, USD",
        economics.usd_per_all_reduce_gb_s,
        0,
    );
    if let Some(rent) = &economics.rent {
        figure("Rent of a GPU-hour, USD", Some(rent.usd_per_gpu_hour), 2);
        figure("Rent over the years, USD", Some(rent.total_usd), 0);
    }
    if let Some(other) = &economics.currency {
        figure(
            &format!("Cost over the years, {}", other.code),
            other.tco,
            0,
        );
        figure(&format!("GPU-hour, {}", other.code), other.gpu_hour, 2);
    }
    table.print()?;
    if !economics.by_year.is_empty() {
        output::line("")?;
        let mut years = Table::new(&[
            ">Year",
            ">Paid, USD",
            ">Written off, USD",
            ">In the books, USD",
            ">Present value, USD",
        ]);
        for year in &economics.by_year {
            years.row([
                year.year.to_string(),
                format::fixed(year.paid_usd, 0),
                format::fixed(year.depreciation_usd, 0),
                format::fixed(year.book_value_usd, 0),
                format::fixed(year.present_value_usd, 0),
            ]);
        }
        years.print()?;
    }
    let failures = &economics.failures;
    output::line("")?;
    let mut table = Table::new(&[
        "What fails",
        ">Pieces",
        ">One in h",
        ">All in h",
        ">A year",
        "From",
    ]);
    for part in &failures.by_part {
        table.row([
            part.part.clone(),
            format::count(part.count),
            format::short(part.mtbf_hours_each),
            part.mtbf_hours.map_or_else(String::new, format::short),
            format::short(part.failures_per_year),
            part.source.clone(),
        ]);
    }
    table.print()?;
    output::line("")?;
    if let Some(hours) = failures.mtbf_hours {
        output::line(&format!(
            "An interruption every {} h, {} h lost each: {} of the time is useful",
            format::short(hours),
            format::trimmed(failures.lost_hours_each, 2),
            format::percent(failures.goodput),
        ))?;
    }
    if let Some(rent) = &economics.rent {
        let earliest = if economics.incomplete {
            " at the earliest"
        } else {
            ""
        };
        let month = match (rent.break_even_month, &rent.break_even_why) {
            (Some(month), _) => format!("in month {}{earliest}", format::trimmed(month, 1)),
            (None, Some(why)) => why.clone(),
            (None, None) => "never".to_owned(),
        };
        output::line(&format!(
            "Owning has cost as much as rent {month} ({}, {})",
            rent.source.as_deref().unwrap_or("source unknown"),
            rent.as_of.as_deref().unwrap_or("date unknown"),
        ))?;
    }
    Ok(())
}
