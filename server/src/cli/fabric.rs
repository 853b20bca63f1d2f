//! `podwright fabric`: counts of switches and cables from numbers alone.

use clap::ValueEnum;
use podwright_locales::format;
use podwright_sim_core::design::SpineRule;
use podwright_sim_core::fabric::{ClosRequest, ClosSize, RailRequest, SizingError, size_clos};
use serde::Serialize;

use super::output::{self, Table};
use super::{CliError, Outcome, OutputFormat};

/// What is to be joined.
#[derive(Debug, clap::Args)]
#[group(skip)]
#[command(group(clap::ArgGroup::new("ends_given").required(true).args(["nodes", "endpoints"])))]
pub struct Args {
    /// Nodes
    #[arg(long, requires = "nics_per_node", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    nodes: Option<u64>,
    /// Links of a node
    #[arg(long, requires = "nodes", value_parser = clap::value_parser!(u64).range(1..=1_000))]
    nics_per_node: Option<u64>,
    /// Links from nodes, in place of --nodes and --nics-per-node
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    endpoints: Option<u64>,
    /// Links beside those of the nodes: managers, gateways
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    extra_endpoints: u64,
    /// Links of a switch at their rate, after breakout
    #[arg(long, value_parser = clap::value_parser!(u64).range(2..=100_000))]
    switch_ports: u64,
    /// Rails that have leaves of their own
    #[arg(long, requires = "nodes", value_parser = clap::value_parser!(u64).range(1..=1_000))]
    rails: Option<u64>,
    /// Switch tiers
    #[arg(long, value_enum, default_value_t = Tiers::Auto)]
    tiers: Tiers,
    /// Downlink over uplink capacity at the leaves
    #[arg(long, default_value_t = 1.0, value_parser = parse_ratio)]
    oversubscription: f64,
    /// How many spines: equal links to each, or the fewest
    #[arg(long, value_enum, default_value_t = Spines::Even)]
    spines: Spines,
    /// How the counts are written
    #[arg(long, value_enum, default_value_t)]
    format: OutputFormat,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Tiers {
    /// The fewest that fit
    Auto,
    #[value(name = "1")]
    One,
    #[value(name = "2")]
    Two,
    #[value(name = "3")]
    Three,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Spines {
    /// Every leaf has as many links to every spine
    Even,
    /// The fewest that carry the uplinks
    Minimal,
}

fn parse_ratio(text: &str) -> Result<f64, String> {
    let ratio: f64 = text.parse().map_err(|_| "a number is needed".to_owned())?;
    if (1.0..=64.0).contains(&ratio) {
        Ok(ratio)
    } else {
        Err("must be 1 to 64".to_owned())
    }
}

/// The counts.
#[derive(Debug, Serialize)]
struct Counts {
    tiers: u32,
    leaf: u64,
    spine: u64,
    core: u64,
    cables_node_leaf: u64,
    cables_leaf_spine: u64,
    cables_spine_core: u64,
    oversubscription: f64,
    even_uplinks: bool,
    max_endpoints: u64,
}

impl From<ClosSize> for Counts {
    fn from(size: ClosSize) -> Self {
        Self {
            tiers: size.tiers,
            leaf: size.leaf,
            spine: size.spine,
            core: size.core,
            cables_node_leaf: size.cables_node_leaf,
            cables_leaf_spine: size.cables_leaf_spine,
            cables_spine_core: size.cables_spine_core,
            oversubscription: size.ratio(),
            even_uplinks: size.even,
            max_endpoints: size.max_endpoints,
        }
    }
}

/// Runs it: 1 when the tiers can't take that many.
pub fn run(args: &Args) -> Result<Outcome, CliError> {
    let request = request(args)?;
    let counts = match size_clos(&request) {
        Ok(size) => Counts::from(size),
        Err(SizingError::TooManyEndpoints {
            endpoints,
            max,
            tiers,
        }) => {
            output::complain(&format!(
                "{} links do not fit: {tiers} tiers of {}-port switches take {} at most",
                format::count(endpoints),
                format::count(args.switch_ports),
                format::count(max)
            ));
            return Ok(Outcome::Faults);
        }
        Err(SizingError::Degenerate) => {
            return Err(CliError::Usage(
                "there is nothing to join, or the switch has one port".to_owned(),
            ));
        }
    };
    match args.format {
        OutputFormat::Json => output::json(&counts)?,
        OutputFormat::Table => print(&counts)?,
    }
    Ok(Outcome::Fine)
}

fn request(args: &Args) -> Result<ClosRequest, CliError> {
    let per_node = args.nics_per_node.unwrap_or(0);
    let rails = match (args.rails, args.nodes) {
        (Some(rails), Some(nodes)) => {
            if !per_node.is_multiple_of(rails) {
                return Err(CliError::Usage(format!(
                    "{per_node} links of a node do not split into {rails} rails"
                )));
            }
            Some(RailRequest {
                nodes,
                rails,
                links_per_rail: per_node / rails,
            })
        }
        _ => None,
    };
    let links = args
        .endpoints
        .unwrap_or_else(|| args.nodes.unwrap_or(0) * per_node);
    Ok(ClosRequest {
        endpoints: links + args.extra_endpoints,
        radix: args.switch_ports,
        rails,
        tiers: match args.tiers {
            Tiers::Auto => None,
            Tiers::One => Some(1),
            Tiers::Two => Some(2),
            Tiers::Three => Some(3),
        },
        leaf_oversubscription: args.oversubscription,
        pod_oversubscription: 1.0,
        spines: match args.spines {
            Spines::Even => SpineRule::Even,
            Spines::Minimal => SpineRule::Minimal,
        },
    })
}

fn print(counts: &Counts) -> Result<(), CliError> {
    let mut table = Table::new(&["What", ">Count"]);
    for (what, count) in [
        ("Leaf switches", counts.leaf),
        ("Spine switches", counts.spine),
        ("Core switches", counts.core),
        ("Cables, node to leaf", counts.cables_node_leaf),
        ("Cables, leaf to spine", counts.cables_leaf_spine),
        ("Cables, spine to core", counts.cables_spine_core),
        ("Endpoints at most", counts.max_endpoints),
    ] {
        table.row([what.to_owned(), format::count(count)]);
    }
    table.print()?;
    let even = if counts.even_uplinks {
        "equal"
    } else {
        "unequal"
    };
    Ok(output::line(&format!(
        "{} tiers, {} : 1 from nodes to the top, {even} links between each pair",
        counts.tiers,
        format::trimmed(counts.oversubscription, 2)
    ))?)
}
