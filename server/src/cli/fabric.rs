//! `podwright fabric`: counts of switches and cables from numbers alone.

use clap::ValueEnum;
use podwright_locales::format;
use podwright_sim_core::design::{LeafPorts, SpineRule};
use podwright_sim_core::fabric::{
    ClosRequest, ClosSize, RailRequest, SizingError, size_clos, size_dragonfly, size_rail_only,
};
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
    /// How switches are joined
    #[arg(long, value_enum, default_value_t = Topology::Clos)]
    topology: Topology,
    /// Equal networks over which the links of a node are dealt
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=64))]
    planes: u64,
    /// Downlink over uplink capacity at the leaves, or by tier: leaf=1,pod=7
    #[arg(long, default_value = "1", value_parser = parse_ratios)]
    oversubscription: Ratios,
    /// The same between pods and the core, or between groups of a Dragonfly+ [default: 1]
    #[arg(long, value_parser = parse_ratio)]
    pod_oversubscription: Option<f64>,
    /// Links of a leaf in use, DOWN:UP, in place of a ratio
    #[arg(long, value_parser = parse_leaf_ports)]
    leaf_ports: Option<LeafPorts>,
    /// Links of a switch above the leaves [default: as --switch-ports]
    #[arg(long, value_parser = clap::value_parser!(u64).range(2..=100_000))]
    spine_ports: Option<u64>,
    /// Links of a switch above the spines [default: as --spine-ports]
    #[arg(long, value_parser = clap::value_parser!(u64).range(2..=100_000))]
    core_ports: Option<u64>,
    /// Links from nodes of a pod, in three tiers [default: as many as spines reach]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pod_endpoints: Option<u64>,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Topology {
    /// Tiers of switches that join everything
    Clos,
    /// A network for each rail and nothing above
    RailOnly,
    /// Groups of leaves and spines that are joined directly
    DragonflyPlus,
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

/// A ratio at the leaves, and above the pods where it is named.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ratios {
    leaf: f64,
    pod: Option<f64>,
}

fn parse_ratios(text: &str) -> Result<Ratios, String> {
    if !text.contains('=') {
        return parse_ratio(text).map(|leaf| Ratios { leaf, pod: None });
    }
    let mut ratios = (None, None);
    for part in text.split(',') {
        let (tier, ratio) = part.split_once('=').unwrap_or((part, ""));
        let place = match tier.trim() {
            "leaf" => &mut ratios.0,
            "pod" => &mut ratios.1,
            other => return Err(format!("no tier {other}: leaf and pod have ratios")),
        };
        if place.replace(parse_ratio(ratio.trim())?).is_some() {
            return Err(format!("{} is given twice", tier.trim()));
        }
    }
    Ok(Ratios {
        leaf: ratios.0.unwrap_or(1.0),
        pod: ratios.1,
    })
}

fn parse_leaf_ports(text: &str) -> Result<LeafPorts, String> {
    let read = |text: &str| {
        text.parse()
            .ok()
            .filter(|count| (1..=100_000).contains(count))
    };
    text.split_once(':')
        .and_then(|(down, up)| {
            Some(LeafPorts {
                down: read(down)?,
                up: read(up)?,
            })
        })
        .ok_or_else(|| "two counts are needed, DOWN:UP".to_owned())
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
    cables_spine_spine: u64,
    planes: u64,
    /// Groups of leaves with spines of their own; 0 with one tier.
    pods: u64,
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
            cables_spine_spine: size.cables_spine_spine,
            planes: size.planes,
            pods: size.groups,
            oversubscription: size.ratio(),
            even_uplinks: size.even,
            max_endpoints: size.max_endpoints,
        }
    }
}

/// Runs it: 1 when the tiers can't take that many.
pub fn run(args: &Args) -> Result<Outcome, CliError> {
    let request = request(args)?;
    if let Some(complaint) = pod_too_large(args, &request) {
        output::complain(&complaint);
        return Ok(Outcome::Faults);
    }
    let counts = match size(args.topology, &request) {
        Ok(size) => Counts::from(size.on_planes(args.planes)),
        Err(SizingError::TooManyEndpoints {
            endpoints,
            max,
            tiers,
        }) => {
            output::complain(&format!(
                "{} links do not fit: {tiers} {} of {}-port switches take {} at most{}",
                format::count(endpoints * args.planes),
                if tiers == 1 { "tier" } else { "tiers" },
                ports_of(&request, tiers),
                format::count(max * args.planes),
                nearest(args, &request, max)
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

/// Ports of the switches of so many tiers, from below, where they differ.
fn ports_of(request: &ClosRequest, tiers: u32) -> String {
    let mut ports = vec![request.radix, request.upper_radix(), request.core_radix()];
    ports.truncate(tiers as usize);
    ports.dedup();
    let ports: Vec<String> = ports.into_iter().map(format::count).collect();
    ports.join("/")
}

/// What is wrong with the pods that are asked for: a spine reaches so many leaves, and there is no tier inside a pod but
/// leaves and spines.
fn pod_too_large(args: &Args, request: &ClosRequest) -> Option<String> {
    let asked = args.pod_endpoints?;
    let (down, _) = request.leaf_split()?;
    let leaves = request.pod_down();
    let most = down * leaves;
    (asked > most).then(|| {
        format!(
            "a pod of {} links does not fit: its spines reach {} leaves of {} links, {} in all; pods of more need a fourth tier, and three are sized. Keep to --pod-endpoints {most}, or give --spine-ports more links",
            format::count(asked),
            format::count(leaves),
            format::count(down),
            format::count(most),
        )
    })
}

fn size(topology: Topology, request: &ClosRequest) -> Result<ClosSize, SizingError> {
    match topology {
        Topology::Clos => size_clos(request),
        Topology::RailOnly => size_rail_only(request),
        Topology::DragonflyPlus => size_dragonfly(request),
    }
}

/// Ports of a switch that are tried, at most.
const MOST_PORTS: u64 = 1_152;

/// The nearest request that fits, as options: more tiers, leaves that serve whole nodes, direct groups, a larger switch,
/// fewer nodes.
fn nearest(args: &Args, request: &ClosRequest, max: u64) -> String {
    let free = ClosRequest {
        tiers: None,
        ..*request
    };
    let whole = ClosRequest {
        rails: None,
        ..free
    };
    if let (Topology::Clos, Ok(size)) = (args.topology, size_clos(&free)) {
        return format!("; --tiers {} takes them", size.tiers);
    }
    if request.rails.is_some() && args.topology == Topology::Clos && size_clos(&whole).is_ok() {
        return "; without --rails they fit".to_owned();
    }
    if args.topology == Topology::RailOnly && size_clos(&free).is_ok() {
        return "; --topology clos takes them".to_owned();
    }
    if args.topology == Topology::Clos && size_dragonfly(&whole).is_ok() {
        return "; --topology dragonfly-plus takes them".to_owned();
    }
    let larger = (args.switch_ports + 1..=MOST_PORTS).find(|radix| {
        let request = ClosRequest {
            radix: *radix,
            ..*request
        };
        size(args.topology, &request).is_ok()
    });
    if let Some(ports) = larger {
        return format!("; switches of {} ports do", format::count(ports));
    }
    match args.nics_per_node {
        Some(links) => format!(
            "; keep to {} nodes",
            format::count((max * args.planes).saturating_sub(args.extra_endpoints) / links)
        ),
        None => format!("; keep to {} links", format::count(max * args.planes)),
    }
}

fn request(args: &Args) -> Result<ClosRequest, CliError> {
    let all = args.nics_per_node.unwrap_or(0);
    let divides = |links: u64| {
        if links.is_multiple_of(args.planes) {
            Ok(links / args.planes)
        } else {
            Err(CliError::Usage(format!(
                "{links} links do not divide over {} planes: choose a number of planes that divides them",
                args.planes
            )))
        }
    };
    let per_node = divides(all)?;
    // Rails that stand alone are as many as a node has links, unless told.
    let wanted = args
        .rails
        .or((args.topology == Topology::RailOnly && args.nodes.is_some()).then_some(per_node));
    if args.topology == Topology::RailOnly && wanted.is_none() {
        return Err(CliError::Usage(
            "rails need --nodes and --nics-per-node in place of --endpoints".to_owned(),
        ));
    }
    let rails = match (wanted, args.nodes) {
        (Some(rails), Some(nodes)) => {
            if !per_node.is_multiple_of(rails) {
                return Err(CliError::Usage(format!(
                    "{per_node} links of a node do not split into {rails} rails: choose a number of rails that divides them"
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
    let links = match args.endpoints {
        Some(endpoints) => divides(endpoints)?,
        None => args.nodes.unwrap_or(0) * per_node,
    };
    if let Some(ports) = args.leaf_ports
        && u64::from(ports.down) + u64::from(ports.up) > args.switch_ports
    {
        return Err(CliError::Usage(format!(
            "{} links down and {} up are more than a switch of {} ports has",
            ports.down, ports.up, args.switch_ports
        )));
    }
    let ratios = args.oversubscription;
    if let (Some(one), Some(other)) = (ratios.pod, args.pod_oversubscription)
        && one != other
    {
        return Err(CliError::Usage(format!(
            "--oversubscription says pod={one} and --pod-oversubscription {other}: give one of them"
        )));
    }
    let request = ClosRequest {
        endpoints: links + args.extra_endpoints.div_ceil(args.planes),
        radix: args.switch_ports,
        rails,
        tiers: match args.tiers {
            Tiers::Auto => None,
            Tiers::One => Some(1),
            Tiers::Two => Some(2),
            Tiers::Three => Some(3),
        },
        leaf_oversubscription: ratios.leaf,
        pod_oversubscription: ratios.pod.or(args.pod_oversubscription).unwrap_or(1.0),
        uplinks: None,
        spines: match args.spines {
            Spines::Even => SpineRule::Even,
            Spines::Minimal => SpineRule::Minimal,
        },
        leaf_ports: args.leaf_ports,
        upper_radix: args.spine_ports,
        core_radix: args.core_ports,
        pod_leaves: None,
    };
    let down = request.leaf_split().map_or(1, |(down, _)| down);
    Ok(ClosRequest {
        pod_leaves: args.pod_endpoints.map(|links| (links / down).max(1)),
        ..request
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
        ("Cables, spine to spine", counts.cables_spine_spine),
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
