//! `podwright flow`: contention on the links of a network.

use clap::ValueEnum;
use podwright_locales::format;
use podwright_sim_core::Design;
use podwright_sim_core::cluster::resolve;
use podwright_sim_core::design::{Network, Routing};
use podwright_sim_core::fabric::{Layout, LinkGraph, Wiring, lay_out};
use podwright_sim_core::flow::{Failure, FlowReport, FlowRequest, RailUse, Traffic, contention};

use super::input::DesignArgs;
use super::output::{self, Table};
use super::{CliError, Outcome, OutputFormat};
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
    /// What is down: leaf:3, spine:0, core:1, nic:12/4 (node and port) or link:700; may be repeated
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

/// Runs it: 1 when a flow has no path.
pub fn run(args: &Args) -> Result<Outcome, CliError> {
    let engine = Engine::embedded();
    let design = args.source.read(&engine)?;
    let (graph, routing) = graph(&engine, &design, args.fabric.as_deref())?;
    let usage = |error: podwright_sim_core::flow::FlowError| CliError::Usage(error.to_string());
    let failures = args
        .fail
        .iter()
        .map(|text| text.parse::<Failure>())
        .collect::<Result<_, _>>()
        .map_err(usage)?;
    let rails = if args.across_rails {
        RailUse::Across
    } else {
        RailUse::Aligned
    };
    let traffic = match args.op {
        Op::AllReduce | Op::Ring | Op::Tree if args.across_rails => {
            return Err(CliError::Usage(
                "--across-rails goes with --op alltoall and --op permutation; rings and trees stay on their rail"
                    .to_owned(),
            ));
        }
        Op::AllReduce | Op::Ring => Traffic::Ring,
        Op::Tree => Traffic::Tree,
        Op::AllToAll => Traffic::AllToAll { rails },
        Op::Permutation => Traffic::Permutation {
            seed: args.seed,
            rails,
        },
    };
    let request = FlowRequest {
        traffic,
        routing: args.routing.map_or(routing, Routing::from),
        seeds: args.seeds,
        first_seed: args.seed,
        failures,
    };
    let report = contention(&graph, &request).map_err(usage)?;
    match args.format {
        OutputFormat::Json => output::json(&report)?,
        OutputFormat::Table => print(&report)?,
    }
    Ok(if report.flows_cut == 0 {
        Outcome::Fine
    } else {
        Outcome::Faults
    })
}

/// The links of one fabric, and the routing that the design asks for.
fn graph(
    engine: &Engine,
    design: &Design,
    id: Option<&str>,
) -> Result<(LinkGraph, Routing), CliError> {
    let merged = engine
        .catalog()
        .with_custom(&design.custom_parts)
        .map_err(|_| {
            CliError::Usage(
                "the design's own parts contradict the catalogue: `podwright evaluate` says where"
                    .to_owned(),
            )
        })?;
    let (cluster, mut findings) = resolve(design, &merged);
    let (layouts, more) = lay_out(design, &cluster, &merged);
    findings.extend(more);
    let wanted = |layout: &&Layout| match id {
        Some(id) => layout.report.id == id,
        None => layout.network == Network::Compute,
    };
    let Some(layout) = layouts.iter().find(wanted) else {
        let ids: Vec<&str> = design
            .fabrics
            .iter()
            .map(|fabric| fabric.id.as_str())
            .collect();
        let why: Vec<&str> = findings
            .iter()
            .take(3)
            .map(|finding| finding.message.as_str())
            .collect();
        return Err(CliError::Usage(if ids.is_empty() {
            "the design has no fabric: add one, or take a template of several nodes".to_owned()
        } else if why.is_empty() {
            format!("no such fabric; there are {}", ids.join(", "))
        } else {
            format!("the fabric cannot be built: {}", why.join(" "))
        }));
    };
    let graph = Wiring::of(layout, &cluster)
        .and_then(|wiring| wiring.graph())
        .map_err(|error| CliError::Usage(error.to_string()))?;
    Ok((graph, design.fabrics[layout.index].routing))
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
    for sentence in &report.explanation {
        output::line(sentence)?;
    }
    Ok(())
}
