//! What owning a design comes to against renting: a document of its own, made from a report and its design.

use serde::{Deserialize, Serialize};

use super::ExplainedInput;

/// The schema name of this version of the document.
pub const ECONOMICS_SCHEMA: &str = "podwright.economics/1";

/// Owning over the years of use, per unit of work, against renting. Amounts are US dollars; null is unknown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Economics {
    /// The document's version: `podwright.economics/1`.
    pub schema: String,
    /// The design's name.
    pub name: String,
    /// Fingerprint of the design.
    pub design_hash: String,
    /// Version of the price book that was used.
    pub price_book_version: String,
    /// Years of use.
    pub years: f64,
    /// Codes of the findings by which the design can't be built or wired as asked; then no amount of owning is known.
    /// Absent where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
    /// Why no amount of owning is known; null where they are.
    #[serde(default)]
    pub unknown_because: Option<String>,
    /// A part has no price, or its power is unknown: amounts that it belongs to are at least what they say. The items of the
    /// report's cost say which those are.
    pub incomplete: bool,
    /// Parts and installation.
    pub capex_usd: Option<Span>,
    /// Everything that is paid over the years.
    pub tco_usd: Option<Span>,
    /// What the parts still bring at the end.
    pub residual_usd: Option<f64>,
    /// Price of the own hall, which the years of use bear in part only; null where there is none.
    #[serde(default)]
    pub hall_usd: Option<f64>,
    /// What of that price is not written off at the end.
    #[serde(default)]
    pub hall_left_usd: Option<f64>,
    /// All that is paid less the residual value and what is left of the hall, at today's worth.
    pub present_value_usd: Option<Span>,
    /// Year by year; without prices only what is not bought.
    pub by_year: Vec<EconomicsYear>,
    /// Interruptions and what they cost.
    pub failures: Failures,
    /// One GPU for an hour that is used: the present value over such hours, each discounted as the cost of running is. With
    /// a residual value the report's own figure, which has none, is higher.
    pub usd_per_gpu_hour: Option<Span>,
    /// The same of an hour that is not lost to an interruption.
    pub usd_per_useful_gpu_hour: Option<Span>,
    /// Present value for each dense PFLOP/s of bf16.
    pub usd_per_pflop_s_bf16: Option<Span>,
    /// Present value for each GB/s of bus bandwidth of the largest all-reduce over all GPUs.
    pub usd_per_all_reduce_gb_s: Option<Span>,
    /// Renting the same GPUs at the design's own price, else at the market's; null where neither is known.
    pub rent: Option<Rent>,
    /// Totals in the currency of the design; null where it names none.
    pub currency: Option<Converted>,
    /// The figures that went in besides those of the report, each with its source.
    pub inputs: Vec<ExplainedInput>,
}

/// A figure with its range.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Span {
    /// Low end.
    pub low: f64,
    /// The usual figure.
    pub default: f64,
    /// High end.
    pub high: f64,
}

/// One year of owning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EconomicsYear {
    /// From 1.
    pub year: u64,
    /// Paid in this year: purchase and own hall at the beginning of the first, the rest by its end.
    pub paid_usd: f64,
    /// Written off in this year: even parts of the purchase less the residual value, and of the own hall.
    pub depreciation_usd: f64,
    /// What is in the books at the end of the year.
    pub book_value_usd: f64,
    /// What a dollar at the end of this year is worth today.
    pub discount_factor: f64,
    /// Paid in this year, at today's worth; the residual value and what is left of the hall are taken off in the last.
    pub present_value_usd: f64,
}

/// Interruptions of a job over all GPUs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Failures {
    /// Hours between interruptions; null without GPUs.
    pub mtbf_hours: Option<f64>,
    /// Interruptions in a year without pause.
    pub interruptions_per_year: f64,
    /// Hours of work that one costs.
    pub lost_hours_each: f64,
    /// Share of the used time that is not lost, 0 to 1.
    pub goodput: f64,
    /// The same at the rate of the best published run.
    pub goodput_best: f64,
    /// What fails, sort by sort; what the design has none of is left out.
    pub by_part: Vec<PartFailures>,
}

/// Failures of the parts of one sort.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PartFailures {
    /// `gpu`, `host`, `nic`, `link` (a cable with both its ends, and its share of the switches), `software`, or `optics`.
    pub part: String,
    /// Pieces.
    pub count: u64,
    /// Hours between failures of one.
    pub mtbf_hours_each: f64,
    /// Hours until the first of all fails, on average.
    pub mtbf_hours: Option<f64>,
    /// Failures of all in a year.
    pub failures_per_year: f64,
    /// Whether it counts as an interruption; transceivers are counted with their links unless the design has a figure.
    pub interrupts: bool,
    /// Where the hours are from.
    pub source: String,
}

/// Renting instead.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rent {
    /// Rent of one GPU for an hour.
    pub usd_per_gpu_hour: Span,
    /// Date of the newest offer; null for the design's own price.
    pub as_of: Option<String>,
    /// Where it is from; null when the address is not known.
    pub source: Option<String>,
    /// Rent of all GPUs for the hours that are used.
    pub total_usd: Span,
    /// Month of the years of use in which owning has cost as much as renting, without interest and residual value; null
    /// when it does in none of them.
    pub break_even_month: Option<f64>,
    /// Why there is no such month; null where there is one.
    #[serde(default)]
    pub break_even_why: Option<String>,
    /// The same at the high end of the rent.
    pub break_even_month_at_high_rent: Option<f64>,
    /// The same at the low end of the rent.
    pub break_even_month_at_low_rent: Option<f64>,
}

/// Totals in another currency.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Converted {
    /// Its code.
    pub code: String,
    /// US dollars that one unit of it costs, as the design says.
    pub usd_rate: f64,
    /// Parts and installation.
    pub capex: Option<Span>,
    /// Everything that is paid over the years.
    pub tco: Option<Span>,
    /// One GPU for an hour that is used.
    pub gpu_hour: Option<Span>,
    /// One GPU for an hour that is used and not lost.
    pub useful_gpu_hour: Option<Span>,
}
