//! The answer as a document.

use serde::Serialize;

use super::inside::{AllReduce, after, domain};
use super::site::Site;
use super::{MAX_LISTED, words};
use crate::design::PowerFeeds;
use crate::flow::{FlowError, FlowRequest, Interrupt, Outage, QuestionError};

/// Message size at which an all-reduce is timed: large enough that rates decide.
pub const MESSAGE_BYTES: u64 = 1 << 30;

/// What parts that are down cost. Rates are per direction; numbers of nodes begin at 0.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OutageReport {
    /// The parts, as they were asked about.
    pub failed: Vec<String>,
    /// Nodes with everything up; on a network those that it joins. A rack-scale system is one node.
    pub nodes: u64,
    /// Nodes that go on.
    pub nodes_left: u64,
    /// Nodes without power or without any adapter that works.
    pub nodes_out: u64,
    /// The first of them.
    pub nodes_out_first: Vec<u32>,
    /// Nodes that lost some adapters or NVLink bandwidth and go on.
    pub nodes_hit: u64,
    /// The first of them.
    pub nodes_hit_first: Vec<u32>,
    /// The network between nodes; null without one.
    pub network: Option<NetworkOutage>,
    /// Rack-scale systems that lost NVLink switch trays.
    pub nvlink: Vec<NvlinkOutage>,
    /// Racks that lost power strips or shelves.
    pub power: Vec<PowerOutage>,
    /// An all-reduce of all GPUs; null where nothing joins them.
    pub all_reduce: Option<AllReduceOutage>,
    /// What it comes to, and what is taken for granted, in sentences.
    pub explanation: Vec<String>,
}

/// Rings of an all-reduce on the network between nodes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NetworkOutage {
    /// Adapter ports of a node that carry rings with everything up.
    pub ports_before: u32,
    /// Those that carry them afterwards.
    pub ports_after: u32,
    /// What rings get of the rate of those ports with everything up, 0 to 1.
    pub delivered_before: f64,
    /// The same afterwards; null where no ring is left.
    pub delivered_after: Option<f64>,
    /// What all adapters of a node carry with everything up, GB/s.
    pub node_gb_s_before: f64,
    /// The same afterwards.
    pub node_gb_s_after: f64,
    /// What all nodes that take part carry together with everything up, GB/s.
    pub all_gb_s_before: f64,
    /// The same afterwards.
    pub all_gb_s_after: f64,
    /// How many times as long the part of an all-reduce between nodes takes; null where it does not end.
    pub slowdown: Option<f64>,
}

/// A rack-scale system without some of its NVLink switch trays.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NvlinkOutage {
    /// Its rack: hall, row and place, counted from 1; the first of several.
    pub rack: String,
    /// The node that it is.
    pub node: u32,
    /// What it is.
    pub system: String,
    /// NVLink switch trays of one of its racks.
    pub trays: u32,
    /// Those that are down, counted from the foot.
    pub trays_down: Vec<u32>,
    /// Its compute trays; all of them feel it.
    pub compute_trays: u32,
    /// Its GPUs.
    pub gpus: u64,
    /// NVLink of one of its GPUs with everything up, GB/s.
    pub gpu_gb_s_before: f64,
    /// The same afterwards.
    pub gpu_gb_s_after: f64,
    /// An all-reduce within the system.
    pub all_reduce: AllReduceOutage,
}

/// A rack without some of its power strips or shelves.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PowerOutage {
    /// The rack: hall, row and place, counted from 1.
    pub rack: String,
    /// Whether it has a bus bar with shelves that feed it together, rather than strips.
    pub bus_bar: bool,
    /// Feeds of its strips; null on a bus bar.
    pub feeds: Option<PowerFeeds>,
    /// Whether the feeds are assumed because the design does not say.
    pub feeds_assumed: bool,
    /// Strips of all feeds, or shelves.
    pub pdus: u64,
    /// Those that are down.
    pub pdus_down: Vec<u32>,
    /// What the rest draws at most, kW; null when unknown.
    pub kw_needed: Option<f64>,
    /// What is left for it, kW.
    pub kw_left: f64,
    /// Whether what is left carries the rest; null when unknown, and where nothing else takes over.
    pub carries: Option<bool>,
    /// Devices that hang on a strip that is down.
    pub devices: u64,
    /// The first of them, nodes as lists of cables name them.
    pub devices_first: Vec<String>,
    /// Nodes of the rack that lose their power.
    pub nodes_out: u64,
    /// Switches that do.
    pub switches_out: u64,
}

/// An all-reduce of 1 GiB by the model of collectives.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AllReduceOutage {
    /// Size of the message.
    pub message_bytes: u64,
    /// GPUs that take part with everything up.
    pub gpus_before: u64,
    /// GPUs that take part afterwards.
    pub gpus_after: u64,
    /// Time with everything up, µs.
    pub time_us_before: f64,
    /// Time afterwards, µs; null where it does not end.
    pub time_us_after: Option<f64>,
    /// How many times as long it takes.
    pub slowdown: Option<f64>,
    /// Bus bandwidth with everything up, GB/s.
    pub busbw_gb_s_before: f64,
    /// Bus bandwidth afterwards, GB/s.
    pub busbw_gb_s_after: Option<f64>,
}

/// The answer, and what it was worked out from.
#[derive(Clone, Debug, PartialEq)]
pub struct Worked {
    /// The answer.
    pub report: OutageReport,
    /// Rings on the network; none without one, or where it joins fewer than two nodes.
    pub rings: Option<Outage>,
    /// Every node that is out.
    pub nodes_out: Vec<u32>,
    /// Every node that goes on with less.
    pub nodes_hit: Vec<u32>,
}

impl Worked {
    /// What the parts cost that a site is without. `request` says how paths are chosen; its failures are those of the site.
    ///
    /// # Errors
    /// As [`crate::flow::contention_until`].
    pub fn of(
        site: &Site<'_>,
        request: Option<&FlowRequest>,
        interrupt: Interrupt<'_>,
    ) -> Result<Self, QuestionError> {
        let rings = match (&site.network, request) {
            (Some(network), Some(request)) => {
                match Outage::of(&network.graph, request, interrupt) {
                    Ok(rings) => Some(rings),
                    Err(FlowError::NoFlows) => None,
                    Err(error) => return Err(error.into()),
                }
            }
            _ => None,
        };
        let numbers = &site.numbers;
        let mut out: Vec<u32> = match &rings {
            Some(rings) => rings.nodes_out.clone(),
            None => Vec::new(),
        };
        // Nodes without power may have no adapter on the network, or there may be none.
        out.extend(
            site.down
                .nodes
                .iter()
                .filter_map(|(pool, node)| numbers.number(*pool, *node)),
        );
        out.sort_unstable();
        out.dedup();
        let mut hit = rings
            .as_ref()
            .map(|rings| rings.nodes_hit.clone())
            .unwrap_or_default();
        hit.extend(
            site.down
                .trays
                .iter()
                .filter_map(|loss| numbers.number(loss.pool, loss.node)),
        );
        hit.sort_unstable();
        hit.dedup();
        hit.retain(|node| out.binary_search(node).is_err());
        let left = after(site, &out);
        let nodes = u64::from(numbers.count());
        let mut report = OutageReport {
            failed: site.fail.iter().map(ToString::to_string).collect(),
            nodes,
            nodes_left: nodes - out.len() as u64,
            nodes_out: out.len() as u64,
            nodes_out_first: out.iter().take(MAX_LISTED).copied().collect(),
            nodes_hit: hit.len() as u64,
            nodes_hit_first: hit.iter().take(MAX_LISTED).copied().collect(),
            network: rings
                .as_ref()
                .map(|rings| network(rings, numbers.count(), &out)),
            nvlink: site
                .down
                .trays
                .iter()
                .filter_map(|loss| {
                    let node = numbers.number(loss.pool, loss.node)?;
                    let out = out.binary_search(&node).is_ok();
                    Some(domain(site, loss, node, out))
                })
                .collect(),
            power: site.down.power.clone(),
            all_reduce: AllReduce::of(site, &left, rings.as_ref()).map(AllReduce::report),
            explanation: Vec::new(),
        };
        report.explanation = words::explain(&report);
        Ok(Self {
            report,
            rings,
            nodes_out: out,
            nodes_hit: hit,
        })
    }
}

fn network(rings: &Outage, nodes: u32, out: &[u32]) -> NetworkOutage {
    let (before, after) = (rings.node_gb_s_before(), rings.node_gb_s_after());
    NetworkOutage {
        ports_before: rings.ports_before,
        ports_after: rings.ports_after,
        delivered_before: rings.before.delivered,
        delivered_after: rings.after.as_ref().map(|after| after.delivered),
        node_gb_s_before: before,
        node_gb_s_after: after,
        all_gb_s_before: before * f64::from(nodes),
        all_gb_s_after: after * f64::from(nodes - out.len() as u32),
        slowdown: rings.slowdown(),
    }
}
