//! Which port is plugged in where: from counts to a list of links.
//!
//! Nodes fill the leaves of their rail one after another, as scalable units are built; uplinks are dealt out like cards,
//! so that each leaf has the same number of links to every spine of its group, or one more where the counts do not
//! divide. Racks and cable lengths are not known here.

use super::graph::{LinkEnds, LinkGraph};
use super::layout::Layout;
use super::sizing::ClosSize;
use crate::cluster::Cluster;
use crate::units::BytesPerSecond;

/// Links that a list may have at most.
pub const MAX_LINKS: u64 = 4_194_304;

/// Nodes with equal numbers of ports in a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodePorts {
    /// Nodes.
    pub nodes: u64,
    /// Ports of each.
    pub ports: u64,
}

/// What is to be wired.
#[derive(Clone, Debug, PartialEq)]
pub struct Wiring {
    /// Counts of switches and links.
    pub size: ClosSize,
    /// Links of one switch.
    pub radix: u64,
    /// Nodes in their order.
    pub nodes: Vec<NodePorts>,
    /// Port n of every node goes to the leaves of rail n; each node then has as many ports.
    pub by_rail: bool,
    /// Endpoints that are no node.
    pub extra: u64,
    /// Rate of one link to a node and direction; `size` knows that of links between switches.
    pub rate: BytesPerSecond,
}

/// Why there is no list of links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WiringError {
    /// Topology `none`.
    #[error("the fabric has no switches; choose a topology and a switch for it")]
    NoSwitches,
    /// More links than the list may hold.
    #[error("{links} links; a list has at most {MAX_LINKS}: ask about fewer nodes")]
    TooManyLinks {
        /// Links of the network.
        links: u64,
    },
    /// Counts that contradict each other.
    #[error(
        "{links} links from nodes do not fit the free ports of {leaves} leaves; size the fabric again"
    )]
    DoesNotFit {
        /// Links from nodes.
        links: u64,
        /// Leaves.
        leaves: u64,
    },
}

impl Wiring {
    /// The wiring of a network of a design.
    ///
    /// # Errors
    /// [`WiringError::NoSwitches`].
    pub fn of(layout: &Layout, cluster: &Cluster) -> Result<Self, WiringError> {
        let size = layout
            .planned
            .or(layout.size)
            .ok_or(WiringError::NoSwitches)?;
        let mut nodes: Vec<NodePorts> = cluster
            .pools
            .iter()
            .filter_map(|pool| {
                let adapter = pool.node.adapters.get(&layout.network)?;
                Some(NodePorts {
                    nodes: pool.count,
                    ports: u64::from(adapter.ports()) * layout.port_split,
                })
            })
            .collect();
        if let (true, Some(last)) = (size.later_nodes > 0, nodes.last().copied()) {
            nodes.push(NodePorts {
                nodes: size.later_nodes,
                ..last
            });
        }
        let ports: u64 = nodes.iter().map(|pool| pool.nodes * pool.ports).sum();
        Ok(Self {
            size,
            radix: layout.report.radix,
            nodes,
            by_rail: layout.report.rails > 1,
            extra: size.cables_node_leaf.saturating_sub(ports),
            rate: BytesPerSecond::from_gbit_s(layout.link_gbit_s),
        })
    }

    /// The list of links that are there now.
    ///
    /// # Errors
    /// [`WiringError::TooManyLinks`], or [`WiringError::DoesNotFit`] for counts that were not made by the sizing.
    pub fn graph(&self) -> Result<LinkGraph, WiringError> {
        let whole = self.whole()?;
        Ok(match self.size.later_nodes {
            0 => whole,
            later => whole.without_last(later as u32).0,
        })
    }

    /// The list with all nodes that are to come, and the number in it of each link that is there now.
    ///
    /// # Errors
    /// Those of [`Self::graph`].
    pub(crate) fn with_later(&self) -> Result<(LinkGraph, Vec<u32>), WiringError> {
        let whole = self.whole()?;
        let (_, kept) = whole.clone().without_last(self.size.later_nodes as u32);
        Ok((whole, kept))
    }

    fn whole(&self) -> Result<LinkGraph, WiringError> {
        let size = &self.size;
        let links = size.cables();
        if links > MAX_LINKS {
            return Err(WiringError::TooManyLinks { links });
        }
        let node_first = self.node_first();
        let ports = node_first.last().copied().unwrap_or_default();
        let endpoints = ports + self.extra as u32;
        let leaf_device = endpoints;
        let spine_device = leaf_device + size.leaf as u32;
        let core_device = spine_device + size.spine as u32;
        let mut ends = Vec::with_capacity(links as usize);
        for leaf in self.place(&node_first)? {
            let lower = ends.len() as u32;
            ends.push(LinkEnds {
                lower,
                upper: leaf_device + leaf,
            });
        }
        let one = size.island();
        let groups = groups(&one, self.rails());
        let mut leaf_group = Vec::with_capacity(size.leaf as usize);
        let mut spine_group = Vec::with_capacity(size.spine as usize);
        let mut leaf_up_first = vec![ends.len() as u32];
        let mut down = vec![0_u64; size.spine as usize];
        for (index, group) in (0..size.islands.max(1)).flat_map(|_| &groups).enumerate() {
            let first_spine = spine_group.len() as u32;
            spine_group.extend((0..group.spines).map(|_| index as u32));
            let mut card = 0;
            for _ in 0..group.leaves {
                let lower = leaf_device + leaf_group.len() as u32;
                leaf_group.push(index as u32);
                for _ in 0..if group.spines == 0 { 0 } else { size.leaf_up } {
                    let spine = first_spine + (card % group.spines) as u32;
                    down[spine as usize] += 1;
                    ends.push(LinkEnds {
                        lower,
                        upper: spine_device + spine,
                    });
                    card += 1;
                }
                leaf_up_first.push(ends.len() as u32);
            }
        }

        let mut spine_up_first = vec![ends.len() as u32];
        let mut card = 0;
        for (spine, down) in down.iter().enumerate() {
            let island = (spine as u64).checked_div(one.spine).unwrap_or_default();
            let first_core = core_device + (island * one.core) as u32;
            if (spine as u64).is_multiple_of(one.spine.max(1)) {
                card = 0;
            }
            for _ in 0..size.spine_uplinks(*down) {
                ends.push(LinkEnds {
                    lower: spine_device + spine as u32,
                    upper: first_core + (card % one.core.max(1)) as u32,
                });
                card += 1;
            }
            spine_up_first.push(ends.len() as u32);
        }
        let pairs = self.between_groups(groups.len(), size.islands.max(1));
        ends.extend(pairs.map(|(lower, upper)| LinkEnds {
            lower: spine_device + lower,
            upper: spine_device + upper,
        }));
        Ok(LinkGraph {
            node_first,
            endpoints,
            leaf_group,
            spine_group,
            cores: size.core as u32,
            leaf_up_first,
            spine_up_first,
            links: ends,
            rails: self.rails() as u32,
            islands: size.islands.max(1) as u32,
            planes: size.planes.max(1) as u32,
            radix: self.radix as u32,
            rate: self.rate,
            uplink_rate: if size.uplink_rate > 0.0 {
                size.uplink_rate
            } else {
                1.0
            },
        })
    }

    /// Spines that are joined directly: each two groups of an island by as many links, dealt over the spines of both in
    /// a round.
    fn between_groups(
        &self,
        groups: usize,
        islands: u64,
    ) -> impl Iterator<Item = (u32, u32)> + use<> {
        let each = self.size.links_group_to_group;
        let spines = self.size.group_spine.max(1);
        let groups = if each == 0 { 0 } else { groups as u64 };
        let mut used = vec![0_u64; groups as usize];
        (0..islands)
            .flat_map(move |island| {
                (0..groups).flat_map(move |first| {
                    (first + 1..groups)
                        .flat_map(move |second| (0..each).map(move |_| (island, first, second)))
                })
            })
            .map(move |(island, first, second)| {
                let mut end = |group: u64| {
                    let card = &mut used[group as usize];
                    let spine = (island * groups + group) * spines + *card % spines;
                    *card += 1;
                    spine as u32
                };
                (end(first), end(second))
            })
    }

    /// Rails of a plane.
    fn rails(&self) -> u64 {
        match self.nodes.first() {
            Some(pool) if self.by_rail => (pool.ports / self.size.planes.max(1)).max(1),
            _ => 1,
        }
    }

    fn node_first(&self) -> Vec<u32> {
        let mut first = Vec::new();
        let mut endpoint = 0_u32;
        for pool in &self.nodes {
            for _ in 0..pool.nodes {
                first.push(endpoint);
                endpoint += pool.ports as u32;
            }
        }
        first.push(endpoint);
        first
    }

    /// The leaf of every endpoint, the extra ones last. Ports of a node are dealt over the planes, those of a plane over
    /// rails; where rails stand alone each is an island.
    fn place(&self, node_first: &[u32]) -> Result<Vec<u32>, WiringError> {
        let one = self.size.island();
        let islands = self.size.islands.max(1);
        let planes = self.size.planes.max(1);
        let of_rail = islands > planes;
        let ports = node_first.last().copied().unwrap_or_default();
        let nodes = node_first.len() as u64 - 1;
        let refused = WiringError::DoesNotFit {
            links: u64::from(ports) + self.extra,
            leaves: self.size.leaf,
        };
        let leaf_down = one.leaf_down.max(1);
        let whole_rails = leaf_down.checked_div(nodes).unwrap_or_default();
        let leaves_per_rail = nodes.div_ceil(leaf_down);
        let mut used = vec![0_u64; self.size.leaf as usize];
        let mut leaf_of = Vec::with_capacity(ports as usize);
        for (node, pair) in node_first.windows(2).enumerate() {
            let node = node as u64;
            for port in 0..u64::from(pair[1] - pair[0]) {
                let (plane, port) = (port % planes, port / planes);
                let (island, at) = if of_rail {
                    (plane * (islands / planes) + port, node / leaf_down)
                } else if one.leaf == 1 {
                    (plane, 0)
                } else if !self.by_rail {
                    (plane, (u64::from(pair[0]) / planes + port) / leaf_down)
                } else {
                    let at = port
                        .checked_div(whole_rails)
                        .unwrap_or(port * leaves_per_rail + node / leaf_down);
                    (plane, at)
                };
                if at >= one.leaf {
                    return Err(refused);
                }
                let leaf = island * one.leaf + at;
                *used.get_mut(leaf as usize).ok_or(refused)? += 1;
                leaf_of.push(leaf as u32);
            }
        }
        // Managers and gateways take free ports first, then further leaves; as many on each island.
        let mut next: Vec<u64> = vec![0; islands as usize];
        for extra in 0..self.extra {
            let island = extra % islands;
            let at = &mut next[island as usize];
            let leaf = loop {
                let leaf = island * one.leaf + *at;
                if *at >= one.leaf {
                    return Err(refused);
                }
                if used[leaf as usize] < leaf_down {
                    break leaf;
                }
                *at += 1;
            };
            used[leaf as usize] += 1;
            leaf_of.push(leaf as u32);
        }
        if used.iter().any(|used| *used > leaf_down) {
            return Err(refused);
        }
        Ok(leaf_of)
    }
}

/// Leaves and spines of an island that belong together, in the order of the leaves.
pub(super) fn groups(size: &ClosSize, rails: u64) -> Vec<Group> {
    if size.groups == 0 {
        // Leaves without anything above.
        return (0..size.leaf)
            .map(|_| Group {
                leaves: 1,
                spines: 0,
            })
            .collect();
    }
    let larger = size.leaf % size.groups;
    let (many, few) = (size.leaf.div_ceil(size.groups), size.leaf / size.groups);
    let rest = size.groups - if larger == 0 { size.groups } else { larger };
    let few_spines = (size.spine - (size.groups - rest) * size.group_spine)
        .checked_div(rest)
        .unwrap_or_default();
    // Leaves are numbered rail by rail; a group stays inside its rail where rails and leaves divide.
    let sections = if size.leaf.is_multiple_of(rails) && size.groups.is_multiple_of(rails) {
        rails
    } else {
        1
    };
    let per_section = size.groups / sections;
    let larger_per_section = larger / sections;
    (0..size.groups)
        .map(|group| {
            let large = larger == 0 || group % per_section < larger_per_section;
            Group {
                leaves: if large { many } else { few },
                spines: if large { size.group_spine } else { few_spines },
            }
        })
        .collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub leaves: u64,
    pub spines: u64,
}
