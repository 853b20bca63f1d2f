//! Routes and rates of given flows.

use std::collections::BTreeMap;

use super::balance::balance;
use super::failure::live_links;
use super::fill::{Filled, Lists, Sharing, fill};
use super::route::{DirectedLink, Router};
use super::spread::Spread;
use super::{Failure, FlowError};
use crate::design::Routing;
use crate::fabric::LinkGraph;

/// Rates of flows in units of the line rate of a link to a node, and loads of links as shares of their own rates.
pub struct Solved {
    sharing: Sharing,
    filled: Filled,
}

impl Solved {
    /// The rate of a flow; none when it has no path.
    pub fn rate(&self, flow: usize) -> Option<f64> {
        let served = !self.sharing.flows.get(flow as u32).is_empty();
        served.then(|| self.filled.rates[flow])
    }

    /// Rates of all flows, in order.
    pub fn rates(&self) -> impl Iterator<Item = Option<f64>> + '_ {
        (0..self.filled.rates.len()).map(|flow| self.rate(flow))
    }

    /// The links that a flow uses, with the share of it that each carries.
    pub fn links_of(&self, flow: usize) -> Vec<(DirectedLink, f64)> {
        let mut links: BTreeMap<u32, f64> = BTreeMap::new();
        for segment in self.sharing.flows.get(flow as u32) {
            for (link, share) in self.sharing.segments.get(*segment) {
                *links.entry(*link).or_default() += share;
            }
        }
        links
            .into_iter()
            .map(|(link, share)| (DirectedLink::from_number(link), share))
            .collect()
    }

    /// The share of its rate that a link carries in one direction.
    pub fn load(&self, link: DirectedLink) -> f64 {
        self.filled.loads[link.link as usize * 2 + usize::from(!link.up)]
    }

    /// The links that hold the slowest flows, with the flows on each.
    pub fn first_full(&self) -> impl Iterator<Item = (DirectedLink, u32)> + '_ {
        self.filled
            .first_full
            .iter()
            .map(|(link, flows)| (DirectedLink::from_number(*link), *flows))
    }
}

/// Routes pairs of endpoints and shares the links fairly. `seed` matters to ECMP alone.
///
/// # Errors
/// [`FlowError::NoSuchPart`] and [`FlowError::NoEndpoint`].
pub fn solve(
    graph: &LinkGraph,
    flows: &[(u32, u32)],
    routing: Routing,
    seed: u64,
    failures: &[Failure],
) -> Result<Solved, FlowError> {
    let endpoints = graph.endpoints();
    let named = flows.iter().flat_map(|(from, to)| [*from, *to]);
    if let Some(endpoint) = named.into_iter().find(|e| *e >= endpoints) {
        return Err(FlowError::NoEndpoint {
            endpoint,
            endpoints,
        });
    }
    let router = Router::new(graph, live_links(graph, failures)?);
    Ok(solve_on(&router, flows, routing, seed))
}

/// The same where it is known what works.
pub(super) fn solve_on(
    router: &Router<'_>,
    flows: &[(u32, u32)],
    routing: Routing,
    seed: u64,
) -> Solved {
    let links = router.graph.links().len() * 2;
    // One bundle for each directed link, under the link's number.
    let mut segments = Lists::new();
    for link in 0..links as u32 {
        segments.push([(link, 1.0)]);
    }
    let mut used = Lists::new();
    let mut path = Vec::new();
    let segments = if routing == Routing::Ecmp {
        for (from, to) in flows {
            path.clear();
            let found = router.hashed_path(seed, *from, *to, &mut path);
            used.push(path.drain(..).filter(|_| found.is_some()));
        }
        segments
    } else {
        let alike = router.all_live() && is_even(router.graph);
        let balanced = (routing == Routing::Adaptive && !alike).then(|| balance(router, flows));
        let mut spread = Spread::new(router, segments, balanced);
        for (from, to) in flows {
            path.clear();
            let found = spread.segments_of(*from, *to, &mut path);
            used.push(path.drain(..).filter(|_| found.is_some()));
        }
        spread.segments
    };
    let sharing = Sharing {
        links: (0..links as u32)
            .map(|link| router.graph.capacity(link / 2))
            .collect(),
        segments,
        flows: used,
    };
    let filled = fill(&sharing);
    Solved { sharing, filled }
}

fn is_even(graph: &LinkGraph) -> bool {
    graph
        .links_leaf_to_spine()
        .is_none_or(|(least, most)| least == most)
        && graph.links_between_spines().is_empty()
}
