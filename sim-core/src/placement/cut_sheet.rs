//! Every cable of a design by its two ends, on request.

use serde::Serialize;

use super::plan::{Plan, Stand};
use super::ports::{SwitchPort, node_port, switch_port};
use super::runs::{LinkLengths, switch_stands};
use crate::cluster::Cluster;
use crate::design::Site;
use crate::fabric::{CablePlace, Device, Layout, LinkGraph, Wiring, WiringError};
use crate::report::TierRole;

/// Lines of a list, at most.
pub const MAX_CUT_LINES: u64 = 250_000;

/// The cables of a design, one by one.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CutSheet {
    /// Codes of the findings by which the design can't be built as asked, as in its bill of materials: networks may be
    /// missing here. Absent where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
    /// Fabric by fabric, from the nodes up. The keys, in order, are the columns of the CSV.
    pub lines: Vec<CutLine>,
}

/// One link and its two ends.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CutLine {
    /// Number of the line, from 1.
    pub line: u64,
    /// The fabric's id.
    pub fabric: String,
    /// The device next to the nodes.
    pub from_device: String,
    /// Its port as its system names it; null for a device that the design does not name.
    pub from_port: Option<String>,
    /// Its rack: hall, row and place, counted from 1; null where it stands in none.
    pub from_rack: Option<String>,
    /// Its lowest rack unit, from 1 at the foot; null when unknown.
    pub from_unit: Option<u64>,
    /// The device next to the top.
    pub to_device: String,
    /// Its port.
    pub to_port: String,
    /// Its rack.
    pub to_rack: Option<String>,
    /// Its lowest rack unit.
    pub to_unit: Option<u64>,
    /// The rail, from 1; null where leaves serve whole nodes, and above the leaves.
    pub rail: Option<u64>,
    /// The plane, from 1; null where the fabric has one.
    pub plane: Option<u64>,
    /// Medium as the report has it: `dac`, `acc`, `aoc`, `base_t`, `multimode` or `single-mode`; `unknown` where no part
    /// fits.
    pub kind: String,
    /// Catalogue id of the cable with both plugs, or of the fibre; null where no part fits.
    pub cable: Option<String>,
    /// Catalogue id of the transceiver at the end next to the nodes; null without one.
    pub from_optics: Option<String>,
    /// Catalogue id of the other transceiver; null without one.
    pub to_optics: Option<String>,
    /// Length that is bought, metres.
    pub length_m: f64,
    /// The length follows from places or was given, rather than being a class estimate.
    pub length_is_placed: bool,
}

/// Why there is no list.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CutSheetError {
    /// No such fabric, or one that could not be built.
    #[error("there is no fabric `{0}` with switches")]
    NoFabric(String),
    /// Too long.
    #[error("{lines} cables; a list has at most {MAX_CUT_LINES}: ask for one fabric")]
    TooLong {
        /// Cables that were asked for.
        lines: u64,
    },
    /// The links can't be listed.
    #[error(transparent)]
    Wiring(#[from] WiringError),
}

/// Every cable of the sized fabrics, or of one of them: the same for the same design.
///
/// # Errors
/// [`CutSheetError`].
pub fn cut_sheet(
    site: &Site,
    cluster: &Cluster,
    layouts: &[Layout],
    fabric: Option<&str>,
) -> Result<CutSheet, CutSheetError> {
    let wanted: Vec<(usize, &Layout)> = layouts
        .iter()
        .enumerate()
        .filter(|(_, layout)| layout.size.is_some())
        .filter(|(_, layout)| fabric.is_none_or(|id| layout.report.id == id))
        .collect();
    if let (true, Some(id)) = (wanted.is_empty(), fabric) {
        return Err(CutSheetError::NoFabric(id.to_owned()));
    }
    let lines = wanted
        .iter()
        .flat_map(|(_, layout)| &layout.report.cables)
        .map(|group| group.count)
        .sum();
    if lines > MAX_CUT_LINES {
        return Err(CutSheetError::TooLong { lines });
    }
    let plan = Plan::of(site, cluster, layouts);
    let mut sheet = CutSheet::default();
    for (index, layout) in wanted {
        Fabric::of(&plan, index, layout, cluster)?.list(&mut sheet.lines);
    }
    Ok(sheet)
}

struct Fabric<'a> {
    plan: &'a Plan,
    layout: &'a Layout,
    cluster: &'a Cluster,
    graph: LinkGraph,
    /// With the nodes that are to come, and the number there of each link.
    whole: Option<(LinkGraph, Vec<u32>)>,
    lengths: Option<LinkLengths>,
    stands: Vec<Stand>,
    /// Pool and number within it of each node, in the order of the graph.
    nodes: Vec<(usize, u64)>,
    /// A leaf of each group.
    leaf_of_group: Vec<u32>,
}

impl<'a> Fabric<'a> {
    fn of(
        plan: &'a Plan,
        index: usize,
        layout: &'a Layout,
        cluster: &'a Cluster,
    ) -> Result<Self, CutSheetError> {
        let (lengths, graph) = match LinkLengths::of(plan, index, layout, cluster) {
            Some((lengths, graph)) => (Some(lengths), graph),
            None => (None, Wiring::of(layout, cluster)?.graph()?),
        };
        let nodes = cluster
            .pools
            .iter()
            .enumerate()
            .filter(|(_, pool)| pool.node.adapters.contains_key(&layout.network))
            .flat_map(|(index, pool)| (0..pool.count).map(move |node| (index, node)))
            .collect();
        let mut leaf_of_group = Vec::new();
        for leaf in 0..graph.leaves() {
            let group = graph.group_of_leaf(leaf) as usize;
            leaf_of_group.resize(leaf_of_group.len().max(group + 1), leaf);
        }
        Ok(Self {
            leaf_of_group,
            stands: if lengths.is_some() {
                switch_stands(plan, index, layout, &graph).unwrap_or_default()
            } else {
                Vec::new()
            },
            whole: match layout.planned {
                Some(_) => Some(Wiring::of(layout, cluster)?.with_later()?),
                None => None,
            },
            plan,
            layout,
            cluster,
            graph,
            lengths,
            nodes,
        })
    }

    fn list(&self, lines: &mut Vec<CutLine>) {
        let (lower_port, upper_port) = self.ports();
        let leaf_links = self.graph.endpoints() as usize;
        let spine_links = self.graph.uplinks_of_leaf_end();
        for (link, ends) in self.graph.links().iter().enumerate() {
            let from = if link < leaf_links {
                "node"
            } else if link < spine_links {
                "leaf"
            } else {
                "spine"
            };
            // A manager stands in the rack of its leaf, nobody knows where.
            let lower = self.graph.device(ends.lower);
            let extra = matches!(lower, Device::Extra(_));
            let (group, length_m) = self.group(link, from, extra);
            let choice = group.and_then(|group| self.layout.cables.get(group)?.as_ref());
            let part = |places: &[CablePlace]| {
                choice?
                    .parts
                    .iter()
                    .find(|part| places.contains(&part.place))
                    .map(|part| part.part_id.clone())
            };
            let (from_device, from_port, from_stand) = self.end(lower, lower_port[link], true);
            let (to_device, to_port, to_stand) =
                self.end(self.graph.device(ends.upper), upper_port[link], false);
            let from_rack = if extra { to_stand } else { from_stand };
            lines.push(CutLine {
                line: lines.len() as u64 + 1,
                fabric: self.layout.report.id.clone(),
                from_device,
                from_port,
                from_rack: from_rack.map(|stand| stand.rack.to_string()),
                from_unit: from_stand.map(|stand| stand.unit),
                to_device,
                to_port: to_port.unwrap_or_default(),
                to_rack: to_stand.map(|stand| stand.rack.to_string()),
                to_unit: to_stand.map(|stand| stand.unit),
                rail: (link < leaf_links)
                    .then(|| self.graph.rail_of(ends.lower))
                    .flatten()
                    .map(|rail| u64::from(rail) + 1),
                plane: self.plane(link, ends.lower),
                kind: choice.map_or("unknown", |choice| choice.kind).to_owned(),
                cable: part(&[CablePlace::Whole, CablePlace::Between]),
                from_optics: part(&[CablePlace::LowerEnd]),
                to_optics: part(&[CablePlace::UpperEnd]),
                length_m,
                length_is_placed: group
                    .and_then(|group| self.layout.report.cables.get(group))
                    .is_some_and(|group| group.length_is_placed),
            });
        }
    }

    /// The plane of a link, from 1: that of the port at its lower end, or of the switch.
    fn plane(&self, link: usize, lower: u32) -> Option<u64> {
        let planes = self.graph.planes();
        if planes < 2 {
            return None;
        }
        let leaf = match self.graph.device(lower) {
            Device::Port { .. } | Device::Extra(_) => self.graph.leaf_of(link as u32),
            Device::Leaf(leaf) => leaf,
            Device::Spine(spine) => {
                let group = self.graph.group_of_spine(spine) as usize;
                *self.leaf_of_group.get(group)?
            }
            Device::Core(_) => return None,
        };
        let rails = self.graph.islands() / planes;
        Some(u64::from(self.graph.island_of_leaf(leaf) / rails.max(1)) + 1)
    }

    /// The group of the report that a link is counted in, and its length.
    fn group(&self, link: usize, from: &str, extra: bool) -> (Option<usize>, f64) {
        let groups = &self.layout.report.cables;
        let own = self.lengths.as_ref().map(|lengths| lengths.meters(link));
        let of_run = |at: &usize| {
            let facts = self.layout.facts.get(*at).copied().unwrap_or_default();
            groups[*at].from == from && facts.extra == extra
        };
        let found = (0..groups.len())
            .filter(of_run)
            .find(|at| Some(groups[*at].length_m) == own)
            // A length that was given, or an estimate, is the same for the whole run.
            .or_else(|| (0..groups.len()).find(of_run));
        let length = found
            .and_then(|at| groups.get(at))
            .map_or(0.0, |group| group.length_m);
        (found, length)
    }

    /// Port numbers of both ends of each link. A switch has its links down first, by the device at the other end, then
    /// its links up from the next cage that is free, so that cages of two links lead to one switch where they can. Ports
    /// of links that come with later nodes are left free, so that growing moves no plug.
    fn ports(&self) -> (Vec<u32>, Vec<u32>) {
        let graph = match &self.whole {
            Some((whole, _)) => whole,
            None => &self.graph,
        };
        let links = graph.links();
        let endpoints = graph.endpoints() as usize;
        let devices = graph.devices() as usize;
        let mut lower = vec![0; links.len()];
        let mut upper = vec![0; links.len()];
        let mut down = vec![0_u32; devices];
        let mut order: Vec<usize> = (0..links.len()).collect();
        order.sort_by_key(|link| (links[*link].upper, links[*link].lower, *link));
        for link in order {
            let at = links[link].upper as usize;
            upper[link] = down[at];
            down[at] += 1;
        }
        let mut up = vec![0_u32; devices];
        for ends in &links[endpoints..] {
            up[ends.lower as usize] += 1;
        }
        let size = self.layout.size.unwrap_or_default();
        let apart = self.layout.uplinks.is_some();
        // A chassis that is not to grow has no card between its links down and up.
        let packed = [TierRole::Leaf, TierRole::Spine].map(|role| {
            let switch = self.layout.switch_of(role);
            let cards = switch.is_some_and(|switch| switch.chassis.is_some());
            cards && self.layout.planned.is_none()
        });
        let spine = graph.spine_device(0) as usize;
        let mut next: Vec<u32> = (0..devices)
            .map(|device| {
                let (tier, down_planned, side) = if device < spine {
                    (0, size.leaf_down, self.layout.sides.up)
                } else {
                    (1, size.spine_down, self.layout.sides.spine)
                };
                let (radix, cage) = (side.links as u32, side.cage_links as u32);
                let planned = if tier == 0 && apart {
                    // Uplinks of another rate are counted for themselves.
                    return 0;
                } else if packed[tier] {
                    0
                } else {
                    down_planned
                };
                let first = down[device].max(planned as u32).next_multiple_of(cage);
                if first + up[device] <= radix {
                    first
                } else {
                    down[device]
                }
            })
            .collect();
        let mut order: Vec<usize> = (endpoints..links.len()).collect();
        order.sort_by_key(|link| (links[*link].lower, links[*link].upper, *link));
        for link in order {
            let at = links[link].lower as usize;
            lower[link] = next[at];
            next[at] += 1;
        }
        if let Some((_, kept)) = &self.whole {
            let now = |ports: &[u32]| kept.iter().map(|link| ports[*link as usize]).collect();
            return (now(&lower), now(&upper));
        }
        (lower, upper)
    }

    /// The name of a port of a switch, by its number among the links up, or all others, of the switch.
    fn switch_port(&self, role: TierRole, up: bool, number: u64) -> Option<String> {
        let layout = self.layout;
        let switch = layout.switch_of(role)?;
        let side = layout.sides.at(role, up);
        let before = &switch.ports[..side.group];
        let before = before.iter().map(|group| u64::from(group.cages()));
        let mut cage = number / side.cage_links + before.sum::<u64>();
        if let Some(own) = layout.uplinks
            && role == TierRole::Leaf
            && up
            && own.ports.shared_cages.is_some()
        {
            let down = layout.size.map_or(0, |size| size.leaf_down);
            cage += own.cages(switch, u64::MAX, down)[0];
        }
        let port = SwitchPort {
            group: side.group,
            cage,
            part: number % side.cage_links,
            cage_links: side.cage_links,
        };
        Some(switch_port(switch, &port))
    }

    /// Name, port and place of an end; `up` where the link leads up from it.
    fn end(&self, device: Device, port: u32, up: bool) -> (String, Option<String>, Option<Stand>) {
        let id = &self.layout.report.id;
        let switch = |role: TierRole, number: u32, at: u32| {
            let name = self.switch_port(role, up, port.into());
            let stand = self.stands.get(at as usize).copied();
            (format!("{id}-{}-{}", role.id(), number + 1), name, stand)
        };
        match device {
            Device::Port { node, port } => {
                let (pool, number) = self.nodes[node as usize];
                let resolved = &self.cluster.pools[pool];
                let adapter = resolved.node.adapters.get(&self.layout.network);
                let ports = adapter.map_or(0, |adapter| u64::from(adapter.ports()));
                let per_nic = adapter.map_or(1, |adapter| u64::from(adapter.ports_per_nic));
                let split = self.layout.port_split;
                let (whole, part) = (u64::from(port) / split, u64::from(port) % split);
                let stand = self
                    .lengths
                    .as_ref()
                    .and_then(|_| self.plan.node(self.cluster, pool, number, whole, ports));
                let mut name = node_port(self.layout.network.id(), whole, per_nic);
                if split > 1 {
                    name = format!("{name}s{part}");
                }
                (format!("{}-{}", resolved.id, number + 1), Some(name), stand)
            }
            Device::Extra(number) => (format!("{id}-extra-{}", number + 1), None, None),
            Device::Leaf(number) => switch(TierRole::Leaf, number, number),
            Device::Spine(number) => switch(TierRole::Spine, number, self.graph.leaves() + number),
            Device::Core(number) => switch(
                TierRole::Core,
                number,
                self.graph.leaves() + self.graph.spines() + number,
            ),
        }
    }
}
