//! The answer: how much of its adapters a collective gets, and what holds it back.

use serde::Serialize;

use super::failure::live_links;
use super::load::{TierLoad, tiers};
use super::route::{DirectedLink, Router};
use super::solve::{Solved, solve_on};
use super::{Failure, FlowError, MAX_HASHED_FLOWS, MAX_SEEDS, Traffic, words};
use crate::design::Routing;
use crate::fabric::{Device, LinkGraph};

/// Cut flows and affected nodes that are listed one by one, at most; the counts are whole.
const MAX_LISTED: usize = 32;

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowRequest {
    /// Who sends to whom.
    pub traffic: Traffic,
    /// Which way.
    pub routing: Routing,
    /// Hash seeds that are tried where paths are hashed, 1 or more: seeds `first_seed`, `first_seed + 1`, …
    pub seeds: u32,
    /// The first of them.
    pub first_seed: u64,
    /// What is down.
    pub failures: Vec<Failure>,
}

/// The answer. Rates are per direction.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FlowReport {
    /// Who sends to whom.
    pub traffic: String,
    /// Which way.
    pub routing: String,
    /// Flows asked for.
    pub flows: u64,
    /// Flows without a path.
    pub flows_cut: u64,
    /// The first of them.
    pub cut: Vec<CutFlow>,
    /// Nodes at either end of a flow without a path.
    pub nodes_affected: u64,
    /// The first of them.
    pub affected: Vec<u32>,
    /// Line rate of a link, GB/s.
    pub line_gb_s: f64,
    /// What every flow would get if adapters alone set the limit, GB/s: the line rate over the flows of the busiest
    /// adapter.
    pub unhindered_gb_s: Option<f64>,
    /// The slowest flow that has a path, GB/s. With hashed paths, of the middle seed; so the following two.
    pub slowest_gb_s: Option<f64>,
    /// The middle flow, GB/s.
    pub median_gb_s: Option<f64>,
    /// The fastest flow, GB/s.
    pub fastest_gb_s: Option<f64>,
    /// What the collective gets of the unhindered rate, 0 to 1: all its flows end together, so the slowest counts.
    /// Zero when a flow has no path.
    pub delivered: f64,
    /// The same for the flows that have a path.
    pub delivered_of_the_rest: Option<f64>,
    /// How it depends on the hash seed; none where paths are not hashed.
    pub seeds: Option<SeedSpread>,
    /// How full the links of each tier are, from nodes upwards.
    pub tiers: Vec<TierLoad>,
    /// The link that holds the slowest flow; none when adapters do.
    pub bottleneck: Option<Bottleneck>,
    /// What it comes to, in sentences.
    pub explanation: Vec<String>,
}

/// A flow without a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CutFlow {
    /// The sender.
    pub from: String,
    /// The receiver.
    pub to: String,
    /// Why.
    pub reason: CutReason,
}

/// Why a flow has no path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum CutReason {
    /// An adapter, its link or its leaf is down.
    EndDown,
    /// The ends are on different rails, and nothing joins the rails.
    BetweenRails,
    /// The ends are on different planes, and nothing joins the planes.
    BetweenPlanes,
    /// Nothing that works joins the leaves.
    NoWay,
}

/// How much the delivered share depends on the hash seed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeedSpread {
    /// Seeds tried.
    pub count: u32,
    /// The lower middle.
    pub median: f64,
    /// The worst.
    pub worst: f64,
    /// The best.
    pub best: f64,
    /// The seed that gave the worst.
    pub worst_seed: u64,
}

/// A link that is full first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bottleneck {
    /// The sending end.
    pub from: String,
    /// The receiving end.
    pub to: String,
    /// The link's number in the list.
    pub link: u32,
    /// Flows on it, whole or in part.
    pub flows: u32,
    /// What it carries at most, GB/s.
    pub capacity_gb_s: f64,
    /// Links between switches that are full at the same time, this one among them.
    pub links_alike: u64,
}

/// What flows get, and why.
///
/// # Errors
/// See [`FlowError`]; each says what to do.
pub fn contention(graph: &LinkGraph, request: &FlowRequest) -> Result<FlowReport, FlowError> {
    if !(1..=MAX_SEEDS).contains(&request.seeds) {
        return Err(FlowError::SeedCount {
            seeds: request.seeds,
        });
    }
    let flows = request.traffic.flows(graph)?;
    let hashed = request.routing == Routing::Ecmp;
    let seeds = if hashed { request.seeds } else { 1 };
    if flows.len() as u64 * u64::from(seeds) > MAX_HASHED_FLOWS {
        return Err(FlowError::TooManySeeds {
            flows: flows.len() as u64,
            seeds,
        });
    }
    let router = Router::new(graph, live_links(graph, &request.failures)?);
    let mut shares = Vec::with_capacity(seeds as usize);
    let mut last = None;
    for number in 0..seeds {
        let seed = request.first_seed.wrapping_add(number.into());
        let solved = solve_on(&router, &flows, request.routing, seed);
        shares.push((
            unhindered_share(graph, &flows, &solved).unwrap_or(0.0),
            seed,
        ));
        last = Some((seed, solved));
    }
    shares.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let middle = shares[(shares.len() - 1) / 2];
    // Routes are made again rather than kept for every seed.
    let solved = match last {
        Some((seed, solved)) if seed == middle.1 => solved,
        _ => solve_on(&router, &flows, request.routing, middle.1),
    };
    let spread = hashed.then(|| SeedSpread {
        count: seeds,
        median: middle.0,
        worst: shares[0].0,
        best: shares[shares.len() - 1].0,
        worst_seed: shares[0].1,
    });
    Ok(answer(graph, request, &flows, &router, &solved, spread))
}

/// The flows of the busiest adapter in one direction, of those that have a path.
fn busiest_adapter(graph: &LinkGraph, flows: &[(u32, u32)], solved: &Solved) -> u32 {
    let mut sent = vec![0_u32; graph.endpoints() as usize];
    let mut received = sent.clone();
    for (flow, (from, to)) in flows.iter().enumerate() {
        if solved.rate(flow).is_some() {
            sent[*from as usize] += 1;
            received[*to as usize] += 1;
        }
    }
    sent.into_iter().chain(received).max().unwrap_or(0)
}

/// The slowest flow over what adapters alone would let through; none when no flow has a path.
fn unhindered_share(graph: &LinkGraph, flows: &[(u32, u32)], solved: &Solved) -> Option<f64> {
    let slowest = solved.rates().flatten().min_by(f64::total_cmp)?;
    Some(settle(
        slowest * f64::from(busiest_adapter(graph, flows, solved)),
    ))
}

/// Sums of shares that should be a whole miss it by rounding.
fn settle(share: f64) -> f64 {
    if (share - 1.0).abs() < 1e-9 {
        1.0
    } else {
        share
    }
}

fn answer(
    graph: &LinkGraph,
    request: &FlowRequest,
    flows: &[(u32, u32)],
    router: &Router<'_>,
    solved: &Solved,
    seeds: Option<SeedSpread>,
) -> FlowReport {
    let line = graph.rate().gb_s();
    let mut rates: Vec<f64> = solved.rates().flatten().collect();
    rates.sort_by(f64::total_cmp);
    let of_the_rest = unhindered_share(graph, flows, solved);
    let lost: Vec<(u32, u32)> = flows
        .iter()
        .enumerate()
        .filter(|(flow, _)| solved.rate(*flow).is_none())
        .map(|(_, pair)| *pair)
        .collect();
    let mut affected: Vec<u32> = lost
        .iter()
        .flat_map(|(from, to)| [*from, *to])
        .filter_map(|endpoint| match graph.device(endpoint) {
            Device::Port { node, .. } => Some(node),
            _ => None,
        })
        .collect();
    affected.sort_unstable();
    affected.dedup();
    let nodes_affected = affected.len() as u64;
    affected.truncate(MAX_LISTED);
    let mut report = FlowReport {
        traffic: request.traffic.id().to_owned(),
        routing: match request.routing {
            Routing::Ecmp => "ecmp",
            Routing::Adaptive => "adaptive",
            Routing::Spray => "spray",
        }
        .to_owned(),
        flows: flows.len() as u64,
        flows_cut: lost.len() as u64,
        cut: lost
            .iter()
            .take(MAX_LISTED)
            .map(|(from, to)| CutFlow {
                from: graph.device(*from).name(),
                to: graph.device(*to).name(),
                reason: reason(router, *from, *to),
            })
            .collect(),
        nodes_affected,
        affected,
        line_gb_s: line,
        unhindered_gb_s: of_the_rest
            .map(|_| line / f64::from(busiest_adapter(graph, flows, solved))),
        slowest_gb_s: rates.first().map(|rate| rate * line),
        median_gb_s: rates
            .get(rates.len().saturating_sub(1) / 2)
            .map(|rate| rate * line),
        fastest_gb_s: rates.last().map(|rate| rate * line),
        delivered: if lost.is_empty() {
            of_the_rest.unwrap_or(0.0)
        } else {
            0.0
        },
        delivered_of_the_rest: of_the_rest,
        seeds,
        tiers: tiers(router, solved),
        bottleneck: bottleneck(graph, solved, of_the_rest),
        explanation: Vec::new(),
    };
    let reasons = lost.iter().map(|(from, to)| reason(router, *from, *to));
    report.explanation = words::explain(&report, reasons);
    report
}

fn reason(router: &Router<'_>, from: u32, to: u32) -> CutReason {
    let graph = router.graph;
    if !router.joined(from) || !router.joined(to) {
        CutReason::EndDown
    } else {
        let [near, far] = [from, to].map(|end| graph.island_of_leaf(graph.leaf_of(end)));
        let per_plane = (graph.islands() / graph.planes()).max(1);
        if near / per_plane != far / per_plane {
            CutReason::BetweenPlanes
        } else if near != far {
            CutReason::BetweenRails
        } else {
            CutReason::NoWay
        }
    }
}

fn bottleneck(graph: &LinkGraph, solved: &Solved, share: Option<f64>) -> Option<Bottleneck> {
    if share? >= 1.0 {
        return None;
    }
    let between_switches: Vec<_> = solved
        .first_full()
        .filter(|(link, _)| link.link >= graph.endpoints())
        .collect();
    // The one with most flows; of equal ones, the first, and up before down.
    let place = |link: DirectedLink| (link.link, !link.up);
    let (link, flows) = between_switches
        .iter()
        .copied()
        .max_by(|a, b| a.1.cmp(&b.1).then(place(b.0).cmp(&place(a.0))))?;
    let ends = graph.links()[link.link as usize];
    let (from, to) = if link.up {
        (ends.lower, ends.upper)
    } else {
        (ends.upper, ends.lower)
    };
    Some(Bottleneck {
        from: graph.device(from).name(),
        to: graph.device(to).name(),
        link: link.link,
        flows,
        capacity_gb_s: graph.rate().gb_s() * graph.capacity(link.link),
        links_alike: between_switches.len() as u64,
    })
}
