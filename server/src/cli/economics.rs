//! `podwright economics`.

use podwright_locales::{Language, Texts, format};
use podwright_sim_core::cost::{defaults, economics};
use podwright_sim_core::report::{CostItem, Economics, EconomicsYear, Span};
use podwright_sim_core::{Design, Report};

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
        OutputFormat::Table => print(&economics, &Missing::of(&design, &report, &economics))?,
    }
    Ok(output::outcome(&report))
}

/// What is unknown of the money, and so of which sums.
struct Missing {
    /// The price of a part.
    capex: bool,
    /// The power by which an own hall is paid.
    hall: bool,
    /// What is paid over the years, but for those two.
    running: bool,
    /// Share of the purchase that comes back.
    residual: f64,
    /// Years over which the hall is written off.
    hall_years: f64,
    /// The last year.
    last: u64,
}

impl Missing {
    fn of(design: &Design, report: &Report, economics: &Economics) -> Self {
        let missing = |of: &dyn Fn(&CostItem) -> bool| {
            let mut items = report.cost.items.iter();
            items.any(|item| item.incomplete && of(item))
        };
        let hall = |item: &CostItem| item.kind == "hall";
        Self {
            capex: report.cost.capex_incomplete(),
            hall: missing(&hall),
            running: missing(&|item| !item.is_capital() && !hall(item)),
            residual: design.site.residual_percent.unwrap_or(0.0) / 100.0,
            hall_years: design.site.hall_years.unwrap_or(defaults::HALL_YEARS),
            last: economics.by_year.last().map_or(0, |year| year.year),
        }
    }

    fn any(&self) -> bool {
        self.capex || self.hall || self.running
    }

    fn in_words(&self) -> Option<&'static str> {
        match (self.capex, self.hall || self.running) {
            (true, _) => Some("A part has no price"),
            (false, true) => Some("The power of a part is unknown"),
            (false, false) => None,
        }
    }

    /// A year's amounts; those that an unknown one belongs to are bounds.
    fn year(&self, year: &EconomicsYear, years: f64) -> [String; 5] {
        let write = |usd: f64| format::fixed(usd, 0);
        let (begin, end) = ((year.year - 1) as f64, (year.year as f64).min(years));
        let bought = year.year == 1 && (self.capex || self.hall);
        let paid = bought || self.running;
        let written_off =
            (self.capex && self.residual < 1.0) || (self.hall && begin < self.hall_years);
        let in_books = (self.capex && (end < years || self.residual > 0.0))
            || (self.hall && end < self.hall_years);
        let sold = year.year == self.last
            && ((self.capex && self.residual > 0.0) || (self.hall && end < self.hall_years));
        let worth = write(year.present_value_usd);
        let worth = match (paid, sold) {
            // No more comes back at the end of the only year than was paid at its beginning.
            (true, true) if self.last > 1 => unknown(),
            (false, true) => {
                Texts::of(Language::English).with("page-at-most", &[("value", worth.into())])
            }
            (paid, _) => output::at_least(paid, worth),
        };
        [
            year.year.to_string(),
            output::at_least(paid, write(year.paid_usd)),
            output::at_least(written_off, write(year.depreciation_usd)),
            output::at_least(in_books, write(year.book_value_usd)),
            worth,
        ]
    }
}

fn unknown() -> String {
    "unknown".to_owned()
}

fn print(economics: &Economics, missing: &Missing) -> Result<(), CliError> {
    output::line(&economics.name)?;
    if let Some(why) = &economics.unknown_because {
        output::line(&format!("No amounts: {why}"))?;
    } else if let Some(why) = missing.in_words() {
        output::line(&format!("{why}: sums that it belongs to are bounds"))?;
    }
    let mut table = Table::new(&["Figure", ">Value", ">Low", ">High"]);
    let mut figure = |name: &str, span: Option<Span>, decimals: usize, least: bool| {
        let write = |value: Option<f64>| {
            value.map_or_else(unknown, |value| {
                output::at_least(least, format::fixed(value, decimals))
            })
        };
        table.row([
            name.to_owned(),
            write(span.map(|span| span.default)),
            write(span.map(|span| span.low)),
            write(span.map(|span| span.high)),
        ]);
    };
    let any = missing.any();
    figure("Capex, USD", economics.capex_usd, 0, missing.capex);
    figure("Cost over the years, USD", economics.tco_usd, 0, any);
    figure("Present value, USD", economics.present_value_usd, 0, any);
    let point = |usd: Option<f64>| {
        usd.map(|usd| Span {
            low: usd,
            default: usd,
            high: usd,
        })
    };
    if let Some(hall) = point(economics.hall_usd) {
        figure("Own hall, USD", Some(hall), 0, missing.hall);
        figure(
            "Own hall after the years, USD",
            point(economics.hall_left_usd),
            0,
            missing.hall && economics.years < missing.hall_years,
        );
    }
    for (name, span, decimals) in [
        ("GPU-hour, USD", economics.usd_per_gpu_hour, 2),
        ("Useful GPU-hour, USD", economics.usd_per_useful_gpu_hour, 2),
        ("PFLOP/s bf16 dense, USD", economics.usd_per_pflop_s_bf16, 0),
        (
            "GB/s of all-reduce, USD",
            economics.usd_per_all_reduce_gb_s,
            0,
        ),
    ] {
        figure(name, span, decimals, any);
    }
    if let Some(rent) = &economics.rent {
        let hour = Some(rent.usd_per_gpu_hour);
        figure("Rent of a GPU-hour, USD", hour, 2, false);
        figure("Rent over the years, USD", Some(rent.total_usd), 0, false);
    }
    if let Some(other) = &economics.currency {
        figure(
            &format!("Cost over the years, {}", other.code),
            other.tco,
            0,
            any,
        );
        let name = format!("GPU-hour, {}", other.code);
        figure(&name, other.gpu_hour, 2, any);
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
            years.row(missing.year(year, economics.years));
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
