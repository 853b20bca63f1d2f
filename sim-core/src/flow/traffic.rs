//! Which adapter sends to which: the flows of a collective between nodes, all at the same time.

use super::hash::mix;
use super::{FlowError, MAX_FLOWS};
use crate::fabric::{Device, LinkGraph};

/// Who sends to whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Traffic {
    /// On each rail, node i sends to node i + 1 and the last to the first: all-reduce, all-gather and reduce-scatter of
    /// large messages.
    Ring,
    /// On each rail a double binary tree, each edge both ways: all-reduce of middling messages. The trees are those of
    /// Sanders, Speck and Träff, "Two-tree algorithms for full bandwidth broadcast, reduction and scan" (2009), as the
    /// usual library builds them.
    Tree,
    /// Every adapter sends to every other node.
    AllToAll {
        /// To the adapter of its own rail alone (data changes rails inside the node first), or to all of them.
        rails: RailUse,
    },
    /// Every adapter sends to one other and receives from one, at random.
    Permutation {
        /// What the choice depends on.
        seed: u64,
        /// Within the rail, or anywhere.
        rails: RailUse,
    },
    /// Pairs of endpoints: the first sends to the second.
    Pairs(Vec<(u32, u32)>),
}

/// Whether flows stay on their rail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RailUse {
    /// An adapter talks to adapters of the same index.
    #[default]
    Aligned,
    /// An adapter talks to any adapter of another node.
    Across,
}

impl Traffic {
    /// The name in documents.
    pub fn id(&self) -> &'static str {
        match self {
            Self::Ring => "ring",
            Self::Tree => "tree",
            Self::AllToAll { .. } => "alltoall",
            Self::Permutation { .. } => "permutation",
            Self::Pairs(_) => "pairs",
        }
    }

    /// The flows as pairs of endpoints, in order.
    ///
    /// # Errors
    /// [`FlowError::TooManyFlows`], [`FlowError::NoFlows`], and [`FlowError::NoEndpoint`] for pairs.
    pub fn flows(&self, graph: &LinkGraph) -> Result<Vec<(u32, u32)>, FlowError> {
        let nodes = graph.nodes();
        let ports = (0..nodes)
            .map(|node| graph.ports_of(node).len() as u32)
            .max()
            .unwrap_or(0);
        // The endpoints of a rail in the order of nodes.
        let rail = |port: u32| -> Vec<u32> {
            (0..nodes)
                .filter_map(|node| graph.ports_of(node).nth(port as usize))
                .collect()
        };
        let mut flows = Vec::new();
        match self {
            Self::Ring => {
                for port in 0..ports {
                    let members = rail(port);
                    for (at, from) in members.iter().enumerate() {
                        flows.push((*from, members[(at + 1) % members.len()]));
                    }
                }
            }
            Self::Tree => {
                for port in 0..ports {
                    let members = rail(port);
                    for (child, parent) in double_tree(members.len()) {
                        flows.push((members[child], members[parent]));
                        flows.push((members[parent], members[child]));
                    }
                }
            }
            Self::AllToAll { rails } => all_to_all(graph, *rails, ports, &mut flows)?,
            Self::Permutation { seed, rails } => {
                let sets: Vec<Vec<u32>> = match rails {
                    RailUse::Aligned => (0..ports).map(rail).collect(),
                    RailUse::Across => {
                        vec![(0..graph.ports_of(nodes.saturating_sub(1)).end).collect()]
                    }
                };
                for (number, set) in sets.iter().enumerate() {
                    one_cycle(set, mix(&[*seed, number as u64]), &mut flows);
                }
                for (from, to) in &mut flows {
                    *from = carried_by(graph, *from, *to);
                }
            }
            Self::Pairs(pairs) => {
                for (from, to) in pairs {
                    let wrong = [*from, *to].into_iter().find(|e| *e >= graph.endpoints());
                    if let Some(endpoint) = wrong {
                        return Err(FlowError::NoEndpoint {
                            endpoint,
                            endpoints: graph.endpoints(),
                        });
                    }
                }
                flows.clone_from(pairs);
            }
        }
        flows.retain(|(from, to)| from != to);
        match flows.len() as u64 {
            0 => Err(FlowError::NoFlows),
            flows if flows > MAX_FLOWS => Err(FlowError::TooManyFlows { flows }),
            _ => Ok(flows),
        }
    }
}

fn all_to_all(
    graph: &LinkGraph,
    rails: RailUse,
    ports: u32,
    flows: &mut Vec<(u32, u32)>,
) -> Result<(), FlowError> {
    let nodes = graph.nodes();
    let count = |node: u32| graph.ports_of(node).len() as u64;
    let all: u64 = (0..nodes).map(count).sum();
    let wanted: u64 = match rails {
        RailUse::Across => (0..nodes)
            .map(|node| count(node) * (all - count(node)))
            .sum(),
        RailUse::Aligned => (0..ports)
            .map(|port| {
                let members = (0..nodes).filter(|node| count(*node) > port.into()).count() as u64;
                members * members.saturating_sub(1)
            })
            .sum(),
    };
    // Counted before anything is made, so that a large design costs nothing.
    if wanted > MAX_FLOWS {
        return Err(FlowError::TooManyFlows { flows: wanted });
    }
    flows.reserve(wanted as usize);
    for from in 0..nodes {
        for to in (0..nodes).filter(|to| *to != from) {
            match rails {
                RailUse::Aligned => flows.extend(graph.ports_of(from).zip(graph.ports_of(to))),
                RailUse::Across => {
                    for sender in graph.ports_of(from) {
                        flows.extend(
                            graph
                                .ports_of(to)
                                .map(|receiver| (carried_by(graph, sender, receiver), receiver)),
                        );
                    }
                }
            }
        }
    }
    Ok(())
}

/// The port of the sender's node that data for a receiver leaves by. Where nothing joins rails or planes, it is handed over
/// inside the node (the usual library calls that PXN) to the adapter on the receiver's rail, or goes out by the same
/// adapter's port on the receiver's plane.
fn carried_by(graph: &LinkGraph, from: u32, to: u32) -> u32 {
    let island = |end| graph.island_of_leaf(graph.leaf_of(end));
    if graph.islands() == 1 || island(from) == island(to) {
        return from;
    }
    let (Device::Port { node, port }, Device::Port { port: far, .. }) =
        (graph.device(from), graph.device(to))
    else {
        return from;
    };
    let planes = graph.planes();
    let on_plane = port / planes * planes + far % planes;
    let ports = graph.ports_of(node);
    let candidates = [on_plane, far].map(|port| ports.start + port);
    candidates
        .into_iter()
        .find(|port| ports.contains(port) && island(*port) == island(to))
        .unwrap_or(from)
}

/// Sattolo's shuffle: a single cycle through all, so that nobody sends to itself.
fn one_cycle(set: &[u32], seed: u64, flows: &mut Vec<(u32, u32)>) {
    let mut to: Vec<u32> = set.to_vec();
    for at in (1..to.len()).rev() {
        let other = super::hash::below(mix(&[seed, at as u64]), at as u64);
        to.swap(at, other as usize);
    }
    flows.extend(set.iter().copied().zip(to));
}

/// Edges (child, parent) of both trees over `ranks` members.
fn double_tree(ranks: usize) -> Vec<(usize, usize)> {
    let mut edges = Vec::new();
    for rank in 0..ranks {
        if let Some(parent) = tree_parent(ranks, rank) {
            edges.push((rank, parent));
        }
    }
    for rank in 0..ranks {
        // The second tree is the first one shifted by one where the count is odd, mirrored where it is even, so that
        // who has children in one is a leaf of the other.
        let edge = if ranks.is_multiple_of(2) {
            tree_parent(ranks, ranks - 1 - rank).map(|parent| (rank, ranks - 1 - parent))
        } else {
            tree_parent(ranks, (rank + ranks - 1) % ranks)
                .map(|parent| (rank, (parent + 1) % ranks))
        };
        edges.extend(edge);
    }
    edges
}

/// The parent in a binary tree whose leaves are the odd members and whose root is 0.
fn tree_parent(ranks: usize, rank: usize) -> Option<usize> {
    if rank == 0 {
        return None;
    }
    let bit = rank & rank.wrapping_neg();
    let parent = (rank ^ bit) | (bit << 1);
    Some(if parent >= ranks { rank ^ bit } else { parent })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two-tree property: nobody has children in both trees, so that each sends and receives what it would in a ring.
    #[test]
    fn who_has_children_in_one_tree_has_none_in_the_other() {
        for ranks in 2..200 {
            let edges = double_tree(ranks);
            assert_eq!(edges.len(), 2 * (ranks - 1));
            let (first, second) = edges.split_at(ranks - 1);
            for rank in 0..ranks {
                let children =
                    |edges: &[(usize, usize)]| edges.iter().filter(|(_, p)| *p == rank).count();
                assert!(children(first) <= 2 && children(second) <= 2);
                if ranks > 2 && ranks.is_multiple_of(2) {
                    assert!(
                        children(first) == 0 || children(second) == 0,
                        "{rank} of {ranks}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_permutation_has_no_fixed_point_and_meets_everyone_once() {
        let set: Vec<u32> = (10..73).collect();
        for seed in 0..50 {
            let mut flows = Vec::new();
            one_cycle(&set, seed, &mut flows);
            assert!(flows.iter().all(|(from, to)| from != to));
            let mut to: Vec<u32> = flows.iter().map(|(_, to)| *to).collect();
            to.sort_unstable();
            assert_eq!(to, set);
        }
    }
}
