//! How long each link is, by where its ends stand, and which links share a piece.
//!
//! A cable goes up to the tray above its rack, along the rows and across them, and down again; within a rack it goes
//! straight. Trays run above every row and cross between rows above every rack, so that the way is the sum of both
//! distances.

use super::order::SwitchOrder;
use super::plan::{Plan, Stand};
use crate::cluster::Cluster;
use crate::fabric::{Layout, LinkEnds, LinkGraph, PortSide, Wiring, sold_length};

/// Width of a rack, metres (600 mm, EIA-310 cabinets as sold).
pub const RACK_WIDTH_M: f64 = 0.6;
/// From one row to the next: a rack of 1.2 m and half of a cold and of a hot aisle, metres.
pub const ROW_PITCH_M: f64 = 3.0;
/// A rack unit, metres (EIA-310: 1.75 inch).
const UNIT_M: f64 = 0.04445;
/// From the top of a rack into the tray, metres. An estimate.
const TRAY_M: f64 = 0.5;
/// From a port to the side of its rack and slack to pull the plug, for each end, metres. An estimate.
const END_M: f64 = 0.3;
/// From the last row of a hall to the first of the next, metres. An estimate.
const HALL_GAP_M: f64 = 15.0;
/// A share for bends and slack on the tray. An estimate.
pub(crate) const SLACK: f64 = 1.1;

/// Length of every link of a fabric and what may join its ends.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LinkLengths {
    /// Of each link in the order of the graph, half metres; as sold.
    half_m: Vec<u16>,
    /// The three runs: node to leaf, leaf to spine, spine to core or to another spine.
    pub runs: [RunKind; 3],
}

/// What a run of links shares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunKind {
    /// Its links in the order of the graph.
    pub first: usize,
    /// Behind its last link.
    pub end: usize,
    /// Cables with both plugs can be used: where a cage carries several links, all of a piece lead to the same cages.
    pub whole: bool,
    /// Links of different length may have parts of different sorts: no cage holds ends of both.
    pub apart: bool,
}

/// Links of one length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bucket {
    /// The length that is bought, metres.
    pub meters: f64,
    /// Links.
    pub links: u64,
    /// Of these, links of extra endpoints.
    pub extra: u64,
}

impl LinkLengths {
    /// Lengths of all links; none where the list of links would be too long or ends stand in no rack.
    pub fn of(
        plan: &Plan,
        index: usize,
        layout: &Layout,
        cluster: &Cluster,
    ) -> Option<(Self, LinkGraph)> {
        let wiring = Wiring::of(layout, cluster).ok()?;
        let graph = wiring.graph().ok()?;
        let mut lengths = Self::joined(layout, &graph);
        lengths.measure(plan, index, layout, cluster, &graph)?;
        lengths.level(layout, &graph);
        Some((lengths, graph))
    }

    /// Metres of a link.
    pub fn meters(&self, link: usize) -> f64 {
        f64::from(self.half_m[link]) / 2.0
    }

    /// Links of a run by length, shortest first. Extra endpoints come behind `nodes` links.
    pub fn buckets(&self, run: RunKind, nodes: usize) -> Vec<Bucket> {
        let mut found: Vec<(u16, u64, u64)> = Vec::new();
        for link in run.first..run.end {
            let half = self.half_m[link];
            let at = match found.binary_search_by_key(&half, |(half, ..)| *half) {
                Ok(at) => at,
                Err(at) => {
                    found.insert(at, (half, 0, 0));
                    at
                }
            };
            found[at].1 += 1;
            found[at].2 += u64::from(run.first == 0 && link >= nodes);
        }
        found
            .into_iter()
            .map(|(half, links, extra)| Bucket {
                meters: f64::from(half) / 2.0,
                links,
                extra,
            })
            .collect()
    }

    /// Which links share pieces and cages.
    fn joined(layout: &Layout, graph: &LinkGraph) -> Self {
        let ends = [
            graph.endpoints() as usize,
            graph.uplinks_of_leaf_end(),
            graph.links().len(),
        ];
        let sides = layout.sides;
        let cage = sides.down.cage_links;
        let node_cage = layout.node_links_per_cage;
        let down = if node_cage == 1 {
            (true, true)
        } else {
            let straight = cage == node_cage && straight_down(graph, cage as usize);
            (straight, straight)
        };
        let size = layout.size.unwrap_or_default();
        // Links up of another rate begin in a cage of their own.
        let apart = layout.uplinks.is_some();
        // Links of a pair of switches that are as many as the larger cage holds fill the cages of both ends.
        let up = |from: usize, down: u64, [lower, upper]: [PortSide; 2]| {
            let cage = lower.cage_links.max(upper.cage_links);
            let links = graph.links().get(ends[from]..ends[from + 1]);
            let own = links.is_some_and(|links| straight_up(links, cage));
            let straight = cage == 1 || ((apart || down.is_multiple_of(lower.cage_links)) && own);
            (straight, straight)
        };
        let leaf_up = up(0, size.leaf_down, sides.ends("leaf", "spine"));
        let above = if size.core > 0 { "core" } else { "spine" };
        let spine_up = up(1, size.spine_down, sides.ends("spine", above));
        let mut first = 0;
        let runs = [(ends[0], down), (ends[1], leaf_up), (ends[2], spine_up)].map(
            |(end, (whole, apart))| {
                let run = RunKind {
                    first,
                    end,
                    whole,
                    apart,
                };
                first = end;
                run
            },
        );
        Self {
            half_m: vec![0; graph.links().len()],
            runs,
        }
    }

    fn measure(
        &mut self,
        plan: &Plan,
        index: usize,
        layout: &Layout,
        cluster: &Cluster,
        graph: &LinkGraph,
    ) -> Option<()> {
        let switches = switch_stands(plan, index, layout, graph)?;
        let endpoints = graph.endpoints() as usize;
        let mut endpoint = 0;
        for (pool, resolved) in cluster.pools.iter().enumerate() {
            let Some(adapter) = resolved.node.adapters.get(&layout.network) else {
                continue;
            };
            let (ports, split) = (u64::from(adapter.ports()), layout.port_split);
            for node in 0..resolved.count {
                let mut from = Stand::default();
                for port in 0..ports * split {
                    if port == 0 || resolved.node.compute_trays > 0 {
                        from = plan.node(cluster, pool, node, port / split, ports)?;
                    }
                    let leaf = switches.get(graph.leaf_of(endpoint) as usize)?;
                    self.half_m[endpoint as usize] = plan.half_m(from, *leaf);
                    endpoint += 1;
                }
            }
        }
        // Managers and gateways stand in the rack of their leaf, at a height that nobody knows: half of it away.
        let beside = half(2.0 * END_M + plan.units() as f64 / 2.0 * UNIT_M);
        self.half_m[endpoint as usize..endpoints].fill(beside);
        for (half, ends) in self.half_m[endpoints..]
            .iter_mut()
            .zip(&graph.links()[endpoints..])
        {
            let [a, b] = [ends.lower, ends.upper].map(|end| switches.get(end as usize - endpoints));
            *half = plan.half_m(*a?, *b?);
        }
        Some(())
    }

    /// Links of one cage have the length of the longest of them, where they share a piece.
    fn level(&mut self, layout: &Layout, graph: &LinkGraph) {
        let cage = layout.sides.down.cage_links as usize;
        if cage == 1 || !self.runs[0].whole {
            return;
        }
        let mut open: Vec<Vec<usize>> = vec![Vec::new(); graph.leaves() as usize];
        for link in 0..self.runs[0].end {
            let piece = &mut open[graph.leaf_of(link as u32) as usize];
            piece.push(link);
            if piece.len() == cage {
                let longest = piece
                    .iter()
                    .map(|link| self.half_m[*link])
                    .max()
                    .unwrap_or_default();
                for link in piece.drain(..) {
                    self.half_m[link] = longest;
                }
            }
        }
    }
}

/// Where every switch of a fabric stands, in the order of their device numbers. A fabric that grows has the numbers of all
/// switches, and those without a link are not there: the others stand as if they were all, and keep their places.
pub(super) fn switch_stands(
    plan: &Plan,
    index: usize,
    layout: &Layout,
    graph: &LinkGraph,
) -> Option<Vec<Stand>> {
    let order = SwitchOrder::of(layout);
    let first = graph.endpoints();
    let mut there = vec![
        order.switches() == u64::from(graph.devices() - first);
        (graph.devices() - first) as usize
    ];
    for ends in graph.links() {
        for end in [ends.lower, ends.upper] {
            if let Some(at) = end.checked_sub(first) {
                there[at as usize] = true;
            }
        }
    }
    let mut next = 0;
    there
        .into_iter()
        .map(|there| {
            let switch = next;
            next += u64::from(there);
            if there {
                plan.switch(index, &order, switch)
            } else {
                Some(Stand::default())
            }
        })
        .collect()
}

/// Whether the links of each cage of a leaf come from one cage of a node; cages of extra endpoints are left out.
fn straight_down(graph: &LinkGraph, cage: usize) -> bool {
    // Of each leaf: links so far, and the cage of a node that its last cage leads to.
    let mut leaves = vec![(0_usize, 0_u32); graph.leaves() as usize];
    let mut number = 0;
    for node in 0..graph.nodes() {
        for (port, endpoint) in graph.ports_of(node).enumerate() {
            if port % cage == 0 {
                number += 1;
            }
            let (links, last) = &mut leaves[graph.leaf_of(endpoint) as usize];
            if *links % cage == 0 {
                *last = number;
            } else if *last != number {
                return false;
            }
            *links += 1;
        }
    }
    leaves.iter().all(|(links, _)| links % cage == 0)
}

/// Whether each pair of switches is joined by whole cages. Links of one lower switch stand side by side.
fn straight_up(links: &[LinkEnds], cage: u64) -> bool {
    if cage == 1 {
        return true;
    }
    let first = links
        .iter()
        .map(|ends| ends.upper)
        .min()
        .unwrap_or_default();
    let last = links
        .iter()
        .map(|ends| ends.upper)
        .max()
        .unwrap_or_default();
    // Links of the present lower switch to each upper one.
    let mut counts = vec![0_u64; (last - first) as usize + 1];
    let mut whole = true;
    for own in links.chunk_by(|a, b| a.lower == b.lower) {
        for ends in own {
            counts[(ends.upper - first) as usize] += 1;
        }
        for ends in own {
            whole &=
                std::mem::take(&mut counts[(ends.upper - first) as usize]).is_multiple_of(cage);
        }
    }
    whole
}

impl Plan {
    /// The length that is bought between two places, half metres.
    fn half_m(&self, a: Stand, b: Stand) -> u16 {
        half(self.meters(a, b))
    }

    /// The way of a cable between two places with its slack, metres.
    pub fn meters(&self, a: Stand, b: Stand) -> f64 {
        let ends = 2.0 * END_M;
        if a.rack == b.rack {
            return ends + a.unit.abs_diff(b.unit) as f64 * UNIT_M;
        }
        let up = |stand: Stand| self.units().saturating_sub(stand.unit) as f64 * UNIT_M + TRAY_M;
        let along = a.rack.place.abs_diff(b.rack.place) as f64 * RACK_WIDTH_M;
        let hall = (self.floor.rows_per_hall() as f64 - 1.0) * ROW_PITCH_M + HALL_GAP_M;
        let depth =
            |stand: Stand| stand.rack.hall as f64 * hall + stand.rack.row as f64 * ROW_PITCH_M;
        let across = (depth(a) - depth(b)).abs();
        ends + up(a) + up(b) + (along + across) * SLACK
    }
}

fn half(meters: f64) -> u16 {
    (sold_length(meters) * 2.0) as u16
}
