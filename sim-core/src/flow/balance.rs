//! How adaptive switches split traffic where the spines are not alike.
//!
//! Each pair of leaves moves its traffic away from the paths whose fullest link is fullest, in turns, until the paths
//! that it uses are equally full and no other is less so: an equilibrium of the kind that load-aware ports with
//! backpressure come to. Between spines and core switches, traffic is split by the capacity that leads on (`spread`).

use std::collections::BTreeMap;

use super::route::Router;
use super::{FlowError, Interrupt};

/// Where traffic of a leaf goes, as far as its own uplinks can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Towards {
    /// A leaf of the same group: the spine is the top of the path.
    Leaf(u32),
    /// Leaves of another group that are reached through the same spines.
    Beyond(u32),
}

impl Towards {
    pub fn of(router: &Router<'_>, first: u32, last: u32) -> Self {
        if router.graph.group_of_leaf(first) == router.graph.group_of_leaf(last) {
            Self::Leaf(last)
        } else {
            Self::Beyond(router.target_of(last))
        }
    }
}

/// Spine and share of the traffic; the shares add up to 1.
pub(super) type Shares = Vec<(u32, f64)>;

/// Turns of all pairs, at most.
const MAX_TURNS: usize = 64;
/// Paths whose levels differ by less than this share are equally full.
const EQUAL: f64 = 1e-9;
/// A smaller share of a pair's traffic is none.
const LEAST_SHARE: f64 = 1e-7;

/// A link bundle between two switches.
#[derive(Clone, Copy, Default)]
struct Edge {
    capacity: f64,
    load: f64,
}

/// A way over one spine: two edges, and what is sent on it.
struct Way {
    spine: u32,
    edges: [usize; 2],
    load: f64,
}

/// Splits the traffic of every pair of leaves that has flows.
///
/// # Errors
/// [`FlowError::Stopped`].
pub(super) fn balance(
    router: &Router<'_>,
    flows: &[(u32, u32)],
    interrupt: Interrupt<'_>,
) -> Result<BTreeMap<(u32, Towards), Shares>, FlowError> {
    let graph = router.graph;
    let mut demand: BTreeMap<(u32, Towards), (f64, u32)> = BTreeMap::new();
    for (from, to) in flows {
        let (first, last) = (graph.leaf_of(*from), graph.leaf_of(*to));
        if first != last && router.joined(*from) && router.joined(*to) {
            let key = (first, Towards::of(router, first, last));
            demand.entry(key).or_insert((0.0, last)).0 += 1.0;
        }
    }
    let direct = !graph.links_between_spines().is_empty();
    let mut edges: Vec<Edge> = Vec::new();
    let mut known: BTreeMap<(bool, u32, u32), usize> = BTreeMap::new();
    let mut pairs: Vec<(f64, Vec<Way>)> = Vec::new();
    for ((first, towards), (flows, last)) in &demand {
        interrupt.check()?;
        let mut up: BTreeMap<u32, f64> = BTreeMap::new();
        for link in router.leaf_up(*first, router.target_of(*last)) {
            *up.entry(graph.spine_above(link)).or_default() += 1.0;
        }
        let mut ways: Vec<Way> = Vec::with_capacity(up.len());
        for (spine, capacity) in up {
            let mut edge = |key, capacity| {
                *known.entry(key).or_insert_with(|| {
                    edges.push(Edge {
                        capacity,
                        load: 0.0,
                    });
                    edges.len() - 1
                })
            };
            let rise = edge((true, *first, spine), capacity);
            let beyond = match towards {
                Towards::Leaf(leaf) => edge(
                    (false, *leaf, spine),
                    router.spine_down(spine, *leaf).count() as f64,
                ),
                // The links of the spine to the other group, or its uplinks, which no leaf has as a number.
                Towards::Beyond(target) if direct => edge(
                    (false, u32::MAX - graph.group_of_leaf(*last), spine),
                    router.spine_up(spine, *target).count() as f64,
                ),
                Towards::Beyond(_) => edge(
                    (false, u32::MAX, spine),
                    router.spine_up_count(spine) as f64,
                ),
            };
            ways.push(Way {
                spine,
                edges: [rise, beyond],
                load: 0.0,
            });
        }
        let width = |way: &Way| {
            edges[way.edges[0]]
                .capacity
                .min(edges[way.edges[1]].capacity)
        };
        let sum: f64 = ways.iter().map(width).sum();
        let loads: Vec<f64> = ways.iter().map(|way| flows * width(way) / sum).collect();
        for (way, load) in ways.iter_mut().zip(loads) {
            way.load = load;
            for edge in way.edges {
                edges[edge].load += load;
            }
        }
        pairs.push((*flows, ways));
    }
    for _ in 0..MAX_TURNS {
        let mut moved = false;
        for (flows, ways) in &mut pairs {
            interrupt.check()?;
            moved |= shift(*flows, ways, &mut edges);
        }
        if !moved {
            break;
        }
    }
    Ok(demand
        .keys()
        .zip(&pairs)
        .map(|(key, (flows, ways))| (*key, shares(*flows, ways)))
        .collect())
}

/// Moves one pair's traffic to where its ways are equally full; whether there was anything to move.
fn shift(flows: f64, ways: &mut [Way], edges: &mut [Edge]) -> bool {
    let level = |way: &Way, extra: f64| {
        way.edges
            .map(|edge| (edges[edge].load + extra) / edges[edge].capacity)
            .into_iter()
            .fold(0.0, f64::max)
    };
    let fullest = ways
        .iter()
        .filter(|way| way.load > 0.0)
        .map(|way| level(way, 0.0))
        .fold(0.0, f64::max);
    let emptiest = ways
        .iter()
        .map(|way| level(way, 0.0))
        .fold(f64::INFINITY, f64::min);
    if ways.len() < 2 || fullest - emptiest <= EQUAL * fullest {
        return false;
    }
    for way in ways.iter_mut() {
        for edge in way.edges {
            edges[edge].load = (edges[edge].load - way.load).max(0.0);
        }
    }
    // What fits on a way when its links are as full as `level`.
    let fits = |way: &Way, level: f64| {
        way.edges
            .map(|edge| level * edges[edge].capacity - edges[edge].load)
            .into_iter()
            .fold(f64::INFINITY, f64::min)
            .max(0.0)
    };
    let (mut low, mut high) = (0.0, fullest.max(1.0));
    while ways.iter().map(|way| fits(way, high)).sum::<f64>() < flows {
        high *= 2.0;
    }
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if ways.iter().map(|way| fits(way, middle)).sum::<f64>() < flows {
            low = middle;
        } else {
            high = middle;
        }
    }
    let loads: Vec<f64> = ways.iter().map(|way| fits(way, high)).collect();
    let sum: f64 = loads.iter().sum();
    for (way, load) in ways.iter_mut().zip(loads) {
        way.load = flows * load / sum;
        for edge in way.edges {
            edges[edge].load += way.load;
        }
    }
    true
}

fn shares(flows: f64, ways: &[Way]) -> Shares {
    let kept = || ways.iter().filter(|way| way.load > flows * LEAST_SHARE);
    let sum: f64 = kept().map(|way| way.load).sum();
    kept().map(|way| (way.spine, way.load / sum)).collect()
}
