//! The links of a sized network, one by one.
//!
//! Made on request (`Wiring`), since a design is sized by counts alone. Links and devices are numbers in flat lists;
//! names are made when somebody asks. Which link goes where is decided in `wiring`.

use std::ops::Range;

use podwright_locales::{Language, Texts};

use crate::units::BytesPerSecond;

/// What stands at an end of a link. Numbers begin at 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Device {
    /// A port of a node's adapter; the port is its rail where leaves serve rails.
    Port {
        /// The node, over all pools in their order.
        node: u32,
        /// The port within the node.
        port: u32,
    },
    /// An endpoint that is no node: a manager, a gateway.
    Extra(u32),
    /// A switch next to the nodes.
    Leaf(u32),
    /// A switch above leaves.
    Spine(u32),
    /// A switch above spines.
    Core(u32),
}

impl Device {
    /// Its name for people.
    pub fn name(self) -> String {
        let texts = Texts::of(Language::English);
        match self {
            Self::Port { node, port } => texts.with(
                "flow-device-port",
                &[
                    ("node", node.to_string().into()),
                    ("port", port.to_string().into()),
                ],
            ),
            Self::Extra(number) => texts.with(
                "flow-device-extra",
                &[("number", number.to_string().into())],
            ),
            Self::Leaf(number) => {
                texts.with("flow-device-leaf", &[("number", number.to_string().into())])
            }
            Self::Spine(number) => texts.with(
                "flow-device-spine",
                &[("number", number.to_string().into())],
            ),
            Self::Core(number) => {
                texts.with("flow-device-core", &[("number", number.to_string().into())])
            }
        }
    }
}

/// The two ends of a link as device numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkEnds {
    /// The end next to the nodes.
    pub lower: u32,
    /// The end next to the top.
    pub upper: u32,
}

/// Devices and links of a network.
///
/// Devices are numbered endpoints first (node by node, port by port, then the extra ones), then leaves, spines, core
/// switches. Links are numbered from below: link `e` is the only link of endpoint `e`, then come the uplinks leaf by leaf,
/// then the uplinks spine by spine, then links between spines of two groups. Islands (planes, and rails that nothing joins)
/// follow one another in each tier.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkGraph {
    /// First endpoint of each node, and behind the last node the first extra endpoint.
    pub(super) node_first: Vec<u32>,
    /// Endpoints with the extra ones.
    pub(super) endpoints: u32,
    /// The group of spines that each leaf belongs to.
    pub(super) leaf_group: Vec<u32>,
    /// The group of each spine.
    pub(super) spine_group: Vec<u32>,
    /// Core switches.
    pub(super) cores: u32,
    /// First uplink of each leaf, and the end of the last.
    pub(super) leaf_up_first: Vec<u32>,
    /// First uplink of each spine, and the end of the last.
    pub(super) spine_up_first: Vec<u32>,
    /// Both ends of each link.
    pub(super) links: Vec<LinkEnds>,
    /// Rails; 1 where leaves serve whole nodes.
    pub(super) rails: u32,
    /// Equal networks with nothing between them.
    pub(super) islands: u32,
    /// Planes that the ports of each adapter are dealt over.
    pub(super) planes: u32,
    /// Links of one switch.
    pub(super) radix: u32,
    /// Rate of one link to a node and direction.
    pub(super) rate: BytesPerSecond,
    /// Rate of a link between switches over that.
    pub(super) uplink_rate: f64,
}

impl LinkGraph {
    /// Nodes.
    pub fn nodes(&self) -> u32 {
        self.node_first.len() as u32 - 1
    }

    /// Endpoints: ports of nodes and the extra ones.
    pub fn endpoints(&self) -> u32 {
        self.endpoints
    }

    /// Endpoints of a node; the n-th is its port n. Empty for a node that does not exist.
    pub fn ports_of(&self, node: u32) -> Range<u32> {
        let at = node as usize;
        match (self.node_first.get(at), self.node_first.get(at + 1)) {
            (Some(first), Some(end)) => *first..*end,
            _ => 0..0,
        }
    }

    /// Switches next to the nodes.
    pub fn leaves(&self) -> u32 {
        self.leaf_group.len() as u32
    }

    /// Switches above leaves.
    pub fn spines(&self) -> u32 {
        self.spine_group.len() as u32
    }

    /// Switches above spines.
    pub fn cores(&self) -> u32 {
        self.cores
    }

    /// Rails: same-index ports that have leaves of their own; 1 where leaves serve whole nodes.
    pub fn rails(&self) -> u32 {
        self.rails
    }

    /// Equal networks with nothing between them: planes, and rails without a tier above; 1 elsewhere.
    pub fn islands(&self) -> u32 {
        self.islands
    }

    /// Planes over which the ports of each adapter are dealt: port n of a node is on plane n modulo this.
    pub fn planes(&self) -> u32 {
        self.planes
    }

    /// The island that a leaf stands on.
    pub fn island_of_leaf(&self, leaf: u32) -> u32 {
        leaf / (self.leaves() / self.islands).max(1)
    }

    /// Links of one switch.
    pub fn radix(&self) -> u32 {
        self.radix
    }

    /// Rate of one link to a node and direction.
    pub fn rate(&self) -> BytesPerSecond {
        self.rate
    }

    /// Rate of a link over that of a link to a node.
    pub fn capacity(&self, link: u32) -> f64 {
        if link < self.endpoints {
            1.0
        } else {
            self.uplink_rate
        }
    }

    /// Every link, in order.
    pub fn links(&self) -> &[LinkEnds] {
        &self.links
    }

    /// Devices of all kinds.
    pub fn devices(&self) -> u32 {
        self.endpoints + self.leaves() + self.spines() + self.cores
    }

    /// The device number of a leaf.
    pub fn leaf_device(&self, leaf: u32) -> u32 {
        self.endpoints + leaf
    }

    /// The device number of a spine.
    pub fn spine_device(&self, spine: u32) -> u32 {
        self.endpoints + self.leaves() + spine
    }

    /// The device number of a core switch.
    pub fn core_device(&self, core: u32) -> u32 {
        self.endpoints + self.leaves() + self.spines() + core
    }

    /// What a device number stands for.
    ///
    /// # Panics
    /// When there is no such device.
    pub fn device(&self, number: u32) -> Device {
        let extras = self.node_first.last().copied().unwrap_or_default();
        let (leaf, spine, core) = (
            self.leaf_device(0),
            self.spine_device(0),
            self.core_device(0),
        );
        assert!(number < self.devices(), "no device {number}");
        if number < extras {
            let node = self.node_first.partition_point(|first| *first <= number) - 1;
            Device::Port {
                node: node as u32,
                port: number - self.node_first[node],
            }
        } else if number < leaf {
            Device::Extra(number - extras)
        } else if number < spine {
            Device::Leaf(number - leaf)
        } else if number < core {
            Device::Spine(number - spine)
        } else {
            Device::Core(number - core)
        }
    }

    /// The leaf that an endpoint is plugged into.
    pub fn leaf_of(&self, endpoint: u32) -> u32 {
        self.links[endpoint as usize].upper - self.endpoints
    }

    /// The rail of an endpoint; none for an extra endpoint and where leaves serve whole nodes.
    pub fn rail_of(&self, endpoint: u32) -> Option<u32> {
        match self.device(endpoint) {
            Device::Port { port, .. } if self.rails > 1 => Some(port / self.planes),
            _ => None,
        }
    }

    /// The group of spines that a leaf is joined to.
    pub fn group_of_leaf(&self, leaf: u32) -> u32 {
        self.leaf_group[leaf as usize]
    }

    /// The group of leaves that a spine joins.
    pub fn group_of_spine(&self, spine: u32) -> u32 {
        self.spine_group[spine as usize]
    }

    /// Links from a leaf to spines.
    pub fn uplinks_of_leaf(&self, leaf: u32) -> Range<u32> {
        self.leaf_up_first[leaf as usize]..self.leaf_up_first[leaf as usize + 1]
    }

    /// Behind the last uplink of all leaves.
    pub fn uplinks_of_leaf_end(&self) -> usize {
        self.leaf_up_first
            .last()
            .map_or(self.links.len(), |end| *end as usize)
    }

    /// Links from a spine to core switches.
    pub fn uplinks_of_spine(&self, spine: u32) -> Range<u32> {
        self.spine_up_first[spine as usize]..self.spine_up_first[spine as usize + 1]
    }

    /// Links between spines of two groups, where groups are joined directly.
    pub fn links_between_spines(&self) -> Range<u32> {
        let first = self.spine_up_first.last().copied().unwrap_or_default();
        first.max(self.endpoints)..self.links.len() as u32
    }

    /// Both spines of a link between groups, the one of the earlier group first.
    pub fn spines_of(&self, link: u32) -> (u32, u32) {
        let ends = self.links[link as usize];
        let first = self.spine_device(0);
        (ends.lower - first, ends.upper - first)
    }

    /// The spine at the upper end of a leaf's uplink.
    pub fn spine_above(&self, link: u32) -> u32 {
        self.links[link as usize].upper - self.spine_device(0)
    }

    /// The core switch at the upper end of a spine's uplink.
    pub fn core_above(&self, link: u32) -> u32 {
        self.links[link as usize].upper - self.core_device(0)
    }

    /// The fewest and the most links from a leaf to a spine of its group; none without spines. They are equal when
    /// the wiring is even.
    pub fn links_leaf_to_spine(&self) -> Option<(u32, u32)> {
        let mut group_spines =
            vec![0_u32; self.spine_group.iter().max().map_or(0, |g| g + 1) as usize];
        for group in &self.spine_group {
            group_spines[*group as usize] += 1;
        }
        let mut counts = vec![0_u32; self.spine_group.len()];
        let mut least_most: Option<(u32, u32)> = None;
        for leaf in 0..self.leaves() {
            let mut touched = Vec::new();
            for link in self.uplinks_of_leaf(leaf) {
                let spine = self.spine_above(link);
                if counts[spine as usize] == 0 {
                    touched.push(spine);
                }
                counts[spine as usize] += 1;
            }
            let group = self.group_of_leaf(leaf) as usize;
            let all = group_spines.get(group).copied().unwrap_or_default();
            for spine in &touched {
                let count = std::mem::take(&mut counts[*spine as usize]);
                least_most = Some(least_most.map_or((count, count), |(least, most)| {
                    (least.min(count), most.max(count))
                }));
            }
            if (touched.len() as u32) < all {
                least_most = least_most.map(|(_, most)| (0, most));
            }
        }
        least_most
    }
}
