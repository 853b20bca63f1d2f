//! The report: what a design will do, need and cost. One document that the page draws, the API returns and the
//! command line prints.
//!
//! Field names end in their unit. `null` means unknown or not applicable, never zero.

mod collectives;
mod economics;
mod fabrics;
mod finding;
mod money;
mod pools;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use collectives::{Basis, CollectiveCurve, CollectivePoint, RunnerUp, WorkloadResult};
pub use economics::{
    Converted, ECONOMICS_SCHEMA, Economics, EconomicsYear, Failures, PartFailures, Rent, Span,
};
pub use fabrics::{CableGroup, FabricReport, Tier, TierRole, TierSide};
pub use finding::{Finding, PatchOp, PatchStep, Severity};
pub use money::{
    Bom, BomLine, Cost, CostItem, CostYear, Power, PowerItem, RackGroup, RackSwitch, Sensitivity,
};
pub use pools::{DomainLink, PoolReport};

/// The schema name of this version of the report.
pub const SCHEMA: &str = "podwright.report/1";

/// What a design will do, need and cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// The document's version: `podwright.report/1`.
    pub schema: String,
    /// Version of the engine that made it.
    pub engine_version: String,
    /// Version (date) of the catalogue that was used.
    pub catalog_version: String,
    /// Version (month or date) of the price book that was used.
    pub price_book_version: String,
    /// Fingerprint of the design.
    pub design_hash: String,
    /// The design's name.
    pub name: String,
    /// Headline figures.
    pub summary: Summary,
    /// What is wrong or good to know, worst first.
    pub findings: Vec<Finding>,
    /// Checks that were made and found nothing, as text ids with their sentence.
    pub passed: Vec<Finding>,
    /// The pools as they were resolved.
    pub pools: Vec<PoolReport>,
    /// The networks as they were sized.
    pub fabrics: Vec<FabricReport>,
    /// The seven collectives over all GPUs.
    pub collectives: Vec<CollectiveCurve>,
    /// The seven collectives inside one scale-up domain, where the design has several domains; else empty.
    pub domain_collectives: Vec<CollectiveCurve>,
    /// The answer to each workload, in the order of the design; `null` for kinds that are not modelled yet.
    pub workloads: Vec<Option<WorkloadResult>>,
    /// Bill of materials.
    pub bom: Bom,
    /// Electrical power.
    pub power: Power,
    /// Racks by kind.
    pub racks: Vec<RackGroup>,
    /// Money over the years of use.
    pub cost: Cost,
    /// How each headline figure came about.
    pub explain: BTreeMap<String, Explanation>,
}

impl Report {
    /// The findings by which the design can't be built or wired as asked, in the order of the report.
    pub fn errors(&self) -> impl Iterator<Item = &Finding> {
        errors(&self.findings)
    }
}

/// The findings that are errors.
pub(crate) fn errors(findings: &[Finding]) -> impl Iterator<Item = &Finding> {
    findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
}

/// Headline figures. Bandwidths are per direction.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Summary {
    /// GPUs in all pools.
    pub gpus: u64,
    /// Nodes in all pools (a rack-scale system counts as one).
    pub nodes: u64,
    /// Racks; null where nodes stand on a desk.
    pub racks: Option<u64>,
    /// Memory of one GPU, GB as on its label; null when pools differ.
    pub memory_gb_per_gpu: Option<f64>,
    /// Memory of all GPUs, GB as on their labels; never pooled into one.
    pub memory_gb_total: f64,
    /// Dense bfloat16 rate of all GPUs, 1e15 operations per second; null when a part's rate is unknown.
    pub dense_pflops_bf16: Option<f64>,
    /// GPUs of the largest scale-up domain.
    pub scale_up_domain_gpus: u64,
    /// Scale-up bandwidth of one GPU, GB/s per direction; null without GPUs.
    pub scale_up_gb_s_per_gpu: Option<f64>,
    /// The scale-up link in words, as the tools of the field write it: `NV4, four links of 14.0625 GB/s per direction`.
    pub scale_up_label: Option<String>,
    /// Line rate of the compute adapters for one GPU, GB/s per direction; null without such adapters.
    pub scale_out_gb_s_per_gpu: Option<f64>,
    /// Scale-up over scale-out bandwidth; null without compute adapters.
    pub scale_up_to_scale_out_ratio: Option<f64>,
    /// Bandwidth between two halves of the GPUs through the compute fabric, GB/s per direction.
    pub bisection_gb_s: Option<f64>,
    /// Delivered oversubscription of the compute fabric; null without one.
    pub oversubscription: Option<f64>,
    /// Typical IT power, kW.
    pub it_power_kw: f64,
    /// Maximum IT power, kW.
    pub it_power_max_kw: f64,
    /// Typical power at the meter, kW.
    pub facility_power_kw: f64,
    /// Capital cost of priced parts and installation, US dollars; null when nothing has a price, a node or card has none,
    /// or the design can't be built as asked.
    pub capex_usd: Option<f64>,
    /// The same at the low end of the price book.
    pub capex_low_usd: Option<f64>,
    /// The same at the high end.
    pub capex_high_usd: Option<f64>,
    /// Cost over the years of use, US dollars.
    pub tco_usd: Option<f64>,
    /// Cost of one GPU for an hour over the years of use, US dollars.
    pub usd_per_gpu_hour: Option<f64>,
    /// The same at the low end.
    pub usd_per_gpu_hour_low: Option<f64>,
    /// The same at the high end.
    pub usd_per_gpu_hour_high: Option<f64>,
    /// Share of bill-of-material lines that have a price, 0 to 1; 0 without lines.
    pub price_coverage: f64,
}

/// How a figure came about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Explanation {
    /// The formula in words.
    pub formula: String,
    /// What went in.
    pub inputs: Vec<ExplainedInput>,
    /// What came out, written with its unit.
    pub result: String,
}

/// One input of a figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExplainedInput {
    /// What it is.
    pub name: String,
    /// Its value with the unit.
    pub value: String,
    /// Where it is from.
    pub source: String,
}
