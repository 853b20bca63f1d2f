//! `podwright flow`: contention on the links of a network, and what parts that are down cost.

use clap::ValueEnum;
use podwright_locales::format;
use podwright_sim_core::design::Routing;
use podwright_sim_core::flow::{Failure, FlowOp, FlowQuestion, FlowReport, LinkTier};

use super::input::DesignArgs;
use super::output::{self, Table};
use super::{CliError, Outcome, OutputFormat, outage};
use crate::engine::Engine;

/// Who sends to whom on which design.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub struct Args {
    #[command(flatten)]
    source: DesignArgs,
    /// The fabric of the design; the first for GPU traffic when absent
    #[arg(long, value_name = "ID")]
    fabric: Option<String>,
    /// Who sends to whom
    #[arg(long, value_enum)]
    op: Op,
    /// Flows go to adapters of all rails (alltoall and permutation)
    #[arg(long)]
    across_rails: bool,
    /// How paths are chosen; as the design says when absent
    #[arg(long, value_enum)]
    routing: Option<RoutingName>,
    /// Hash seeds that are tried with ecmp
    #[arg(long, value_name = "N", default_value_t = 16)]
    seeds: u32,
    /// The first hash seed, and the seed of a permutation
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// What is down: leaf:3, spine:0, core:1, nic:12/4 (node and port), link:700, nvlink-tray:0/4 (rack and switch tray) or
    /// pdu:2/1 (rack and power strip; a rack is counted along the rows, or named by its place: pdu:H1-R01-03/1); may be
    /// repeated
    #[arg(long, value_name = "PART")]
    fail: Vec<String>,
    /// How the answer is written
    #[arg(long, value_enum, default_value_t)]
    format: OutputFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
enum Op {
    /// Node to node around each rail, as rings of the library do
    AllReduce,
    /// The same by its shape
    Ring,
    /// A double binary tree on each rail
    Tree,
    /// Every adapter to every other node
    #[value(name = "alltoall")]
    AllToAll,
    /// Every adapter to one other, at random
    Permutation,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum RoutingName {
    /// By hash, flow by flow
    Ecmp,
    /// By load, in the switch
    Adaptive,
    /// Packet by packet
    Spray,
}

impl From<RoutingName> for Routing {
    fn from(name: RoutingName) -> Self {
        match name {
            RoutingName::Ecmp => Self::Ecmp,
            RoutingName::Adaptive => Self::Adaptive,
            RoutingName::Spray => Self::Spray,
        }
    }
}

impl From<Op> for FlowOp {
    fn from(op: Op) -> Self {
        match op {
            Op::AllReduce => Self::AllReduce,
            Op::Ring => Self::Ring,
            Op::Tree => Self::Tree,
            Op::AllToAll => Self::AllToAll,
            Op::Permutation => Self::Permutation,
        }
    }
}

/// Runs it: 1 when a flow has no path, a node of a design without a network drops out, or a finding that is an error
/// leaves no network to ask about.
pub fn run(args: &Args) -> Result<Outcome, CliError> {
    let engine = Engine::embedded();
    let failures = args.fail.iter().map(|text| text.parse::<Failure>());
    let question = FlowQuestion {
        fabric: args.fabric.clone(),
        across_rails: args.across_rails,
        routing: args.routing.map(Routing::from),
        seeds: args.seeds,
        seed: args.seed,
        fail: failures
            .collect::<Result<_, _>>()
            .map_err(|error| CliError::Usage(error.to_string()))?,
        ..FlowQuestion::new(args.source.read(&engine)?, args.op.into())
    };
    let answer = match engine.flow(&question) {
        Ok(answer) => answer,
        Err(error) => {
            let why = CliError::Usage(error.to_string());
            return if error.code() == "flow.not_built" {
                output::no_answer(&engine.evaluate(&question.design), why)
            } else {
                Err(why)
            };
        }
    };
    match args.format {
        OutputFormat::Json => output::json(&answer)?,
        OutputFormat::Table => {
            if let Some(flows) = &answer.flows {
                print(flows)?;
            }
            if let Some(lost) = &answer.outage {
                outage::print(lost)?;
            }
        }
    }
    let faults = match (&answer.flows, &answer.outage) {
        (Some(flows), _) => flows.flows_cut > 0,
        (None, outage) => outage.as_ref().is_some_and(|outage| outage.nodes_out > 0),
    };
    Ok(if faults {
        Outcome::Faults
    } else {
        Outcome::Fine
    })
}

fn print(report: &FlowReport) -> Result<(), CliError> {
    let rate = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), format::gb_s);
    output::line(&format!(
        "{}, {} routing: {} flows, {} without a path",
        report.traffic,
        report.routing,
        format::count(report.flows),
        format::count(report.flows_cut)
    ))?;
    let mut table = Table::new(&[
        ">Delivered",
        ">Slowest",
        ">Median",
        ">Fastest",
        ">Adapters allow",
        ">Worst seed",
    ]);
    table.row([
        format::percent(report.delivered),
        rate(report.slowest_gb_s),
        rate(report.median_gb_s),
        rate(report.fastest_gb_s),
        rate(report.unhindered_gb_s),
        report
            .seeds
            .map_or_else(|| "–".to_owned(), |seeds| format::percent(seeds.worst)),
    ]);
    table.print()?;
    let mut table = Table::new(&["Links", ">Count", ">Down", ">Full", ">Mean load", ">Most"]);
    let load = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), format::percent);
    for tier in &report.tiers {
        let name = match tier.tier {
            LinkTier::NodeToLeaf => "node to leaf",
            LinkTier::LeafToSpine => "leaf to spine",
            LinkTier::SpineToCore => "spine to core",
            LinkTier::Other => "other",
        };
        table.row([
            name.to_owned(),
            format::count(tier.links),
            format::count(tier.links_down),
            format::count(tier.full),
            load(tier.mean),
            load(tier.most),
        ]);
    }
    table.print()?;
    for sentence in &report.explanation {
        output::line(sentence)?;
    }
    Ok(())
}
