//! What of a network that is planned for more nodes is built now.
//!
//! Everything is wired as it will be with all nodes; what leads to nodes that are not there is left out. The top tier is
//! whole, so that growing adds leaves, pods and cables and moves none.

use super::graph::{LinkEnds, LinkGraph};
use super::sizing::ClosSize;
use super::wiring::groups;

/// Nodes now and later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Growth {
    /// Nodes that are there.
    pub now: u64,
    /// Nodes that the network is sized for.
    pub later: u64,
    /// Links of a node to one plane.
    pub ports: u64,
    /// Leaves serve rails.
    pub by_rail: bool,
}

impl Growth {
    /// Counts of what is built now of a network that was sized for all nodes.
    pub fn built_now(&self, size: &ClosSize) -> ClosSize {
        let one = size.island();
        let alone = size.islands > size.planes;
        let ports = if alone { 1 } else { self.ports };
        let links = self.now * ports + (one.cables_node_leaf - self.later * ports);
        let rails = if self.by_rail && !alone {
            self.ports
        } else {
            1
        };
        if size.tiers < 2 {
            return ClosSize {
                cables_node_leaf: links * size.islands,
                ..*size
            };
        }
        let present = self.leaves(&one, alone);
        let (mut leaf, mut spine, mut up) = (0, 0, 0);
        let mut first = 0;
        for group in groups(&one, rails) {
            let end = first + group.leaves as usize;
            let here = present[first..end].iter().filter(|here| **here).count() as u64;
            first = end;
            leaf += here;
            if here > 0 {
                spine += group.spines;
                let cards = group.leaves * one.leaf_up;
                let (down, more) = (cards / group.spines, cards % group.spines);
                up += more * one.spine_uplinks(down + 1)
                    + (group.spines - more) * one.spine_uplinks(down);
            }
        }
        ClosSize {
            leaf: leaf * size.islands,
            spine: spine * size.islands,
            cables_node_leaf: links * size.islands,
            cables_leaf_spine: leaf * one.leaf_up * size.islands,
            cables_spine_core: up * size.islands,
            ..*size
        }
    }

    /// The leaves of an island that something is plugged into now.
    fn leaves(&self, one: &ClosSize, alone: bool) -> Vec<bool> {
        let down = one.leaf_down.max(1);
        let ports = if alone { 1 } else { self.ports };
        let whole_rails = down / self.later.max(1);
        let per_rail = self.later.div_ceil(down);
        let by_rail = self.by_rail && !alone;
        // Links of a leaf, with so many nodes.
        let used = |leaf: u64, nodes: u64| {
            if by_rail && whole_rails > 0 {
                nodes * ports.saturating_sub(leaf * whole_rails).min(whole_rails)
            } else if by_rail && leaf / per_rail < ports {
                nodes.saturating_sub(leaf % per_rail * down).min(down)
            } else if by_rail {
                0
            } else {
                (nodes * ports).saturating_sub(leaf * down).min(down)
            }
        };
        let mut extra = one.cables_node_leaf - self.later * ports;
        (0..one.leaf)
            .map(|leaf| {
                let taken = extra.min(down - used(leaf, self.later));
                extra -= taken;
                used(leaf, self.now) + taken > 0
            })
            .collect()
    }
}

impl LinkGraph {
    /// The same without the last `later` nodes and what only leads to them. Leaves, spines and core switches keep their
    /// numbers; those that are not there have no links. Beside it the number here of each link that stays.
    pub(super) fn without_last(self, later: u32) -> (Self, Vec<u32>) {
        let nodes = self.nodes();
        let kept_nodes = nodes.saturating_sub(later) as usize;
        let all_ports = self.node_first[nodes as usize];
        let ports = self.node_first[kept_nodes];
        let gone = all_ports - ports;
        let stays = |endpoint: u32| endpoint < ports || endpoint >= all_ports;
        let mut leaf_here = vec![false; self.leaves() as usize];
        for endpoint in (0..self.endpoints).filter(|endpoint| stays(*endpoint)) {
            leaf_here[self.leaf_of(endpoint) as usize] = true;
        }
        let groups = self.leaf_group.iter().max().map_or(0, |group| group + 1);
        let mut group_here = vec![false; groups as usize];
        for (leaf, group) in self.leaf_group.iter().enumerate() {
            group_here[*group as usize] |= leaf_here[leaf];
        }
        let shift = |number: u32| {
            if number < ports {
                number
            } else {
                number - gone
            }
        };
        let moved = |link: u32| {
            let ends = self.links[link as usize];
            LinkEnds {
                lower: shift(ends.lower),
                upper: shift(ends.upper),
            }
        };
        let mut kept: Vec<u32> = (0..self.endpoints)
            .filter(|endpoint| stays(*endpoint))
            .collect();
        let mut leaf_up_first = vec![kept.len() as u32];
        for leaf in 0..self.leaves() {
            if leaf_here[leaf as usize] {
                kept.extend(self.uplinks_of_leaf(leaf));
            }
            leaf_up_first.push(kept.len() as u32);
        }
        let mut spine_up_first = vec![kept.len() as u32];
        for spine in 0..self.spines() {
            if group_here[self.group_of_spine(spine) as usize] {
                kept.extend(self.uplinks_of_spine(spine));
            }
            spine_up_first.push(kept.len() as u32);
        }
        let links = kept.iter().map(|link| moved(*link)).collect();
        let mut node_first = self.node_first;
        node_first.truncate(kept_nodes + 1);
        let now = Self {
            node_first,
            endpoints: self.endpoints - gone,
            leaf_up_first,
            spine_up_first,
            links,
            ..self
        };
        (now, kept)
    }
}
