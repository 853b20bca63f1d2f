//! Shortest paths of a folded Clos network around what is down: up to a tier that both ends share, then down.
//!
//! A switch sends a flow only where a way on exists, as routing protocols and subnet managers see to. Ways that go down
//! and up again are not taken.

use std::collections::BTreeMap;

use super::fill::Lists;
use super::hash::{below, mix};
use crate::fabric::LinkGraph;

/// A link in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DirectedLink {
    /// The link's number in the list.
    pub link: u32,
    /// Away from the nodes.
    pub up: bool,
}

impl DirectedLink {
    pub(super) fn from_number(number: u32) -> Self {
        Self {
            link: number / 2,
            up: number.is_multiple_of(2),
        }
    }
}

pub(super) fn up(link: u32) -> u32 {
    link * 2
}

pub(super) fn down(link: u32) -> u32 {
    link * 2 + 1
}

/// Leaves that are reached from above through the same spines.
#[derive(Clone, Debug)]
struct Target {
    group: u32,
    /// Spines from which a way leads on: in the group straight down, elsewhere over a core switch.
    spines: Vec<bool>,
    /// Core switches (spines where groups are joined directly) from which a way leads down.
    cores: Vec<bool>,
}

/// What works, and where it leads.
pub(super) struct Router<'a> {
    pub graph: &'a LinkGraph,
    live: Vec<bool>,
    /// Of each spine: link and leaf.
    spine_down: Lists<(u32, u32)>,
    /// Of each spine: directed link away from its group, and where it ends: a core switch, or a spine of another group.
    spine_up: Lists<(u32, u32)>,
    /// Of each such end: directed link and spine; no link where the end is the spine.
    core_down: Lists<(Option<u32>, u32)>,
    targets: Vec<Target>,
    target_of_leaf: Vec<u32>,
}

impl<'a> Router<'a> {
    pub fn new(graph: &'a LinkGraph, live: Vec<bool>) -> Self {
        let mut spine_down = vec![Vec::new(); graph.spines() as usize];
        let mut spine_up = vec![Vec::new(); graph.spines() as usize];
        let direct = !graph.links_between_spines().is_empty();
        let mut core_down = vec![Vec::new(); graph.cores() as usize];
        if direct {
            core_down = (0..graph.spines())
                .map(|spine| vec![(None, spine)])
                .collect();
        }
        let mut leaf_spines = vec![Vec::new(); graph.leaves() as usize];
        for leaf in 0..graph.leaves() {
            for link in graph.uplinks_of_leaf(leaf).filter(|l| live[*l as usize]) {
                let spine = graph.spine_above(link);
                spine_down[spine as usize].push((link, leaf));
                leaf_spines[leaf as usize].push(spine);
            }
        }
        for spine in 0..graph.spines() {
            for link in graph.uplinks_of_spine(spine).filter(|l| live[*l as usize]) {
                let core = graph.core_above(link);
                spine_up[spine as usize].push((up(link), core));
                core_down[core as usize].push((Some(down(link)), spine));
            }
        }
        for link in graph.links_between_spines().filter(|l| live[*l as usize]) {
            let (near, far) = graph.spines_of(link);
            spine_up[near as usize].push((up(link), far));
            spine_up[far as usize].push((down(link), near));
        }
        let mut router = Self {
            graph,
            live,
            spine_down: lists(spine_down),
            spine_up: lists(spine_up),
            core_down: lists(core_down),
            targets: Vec::new(),
            target_of_leaf: Vec::new(),
        };
        let mut known: BTreeMap<(u32, Vec<u32>), u32> = BTreeMap::new();
        for (leaf, mut spines) in leaf_spines.into_iter().enumerate() {
            spines.sort_unstable();
            spines.dedup();
            let group = graph.group_of_leaf(leaf as u32);
            let next = router.targets.len() as u32;
            let target = *known
                .entry((group, spines))
                .or_insert_with_key(|(_, spines)| {
                    router.targets.push(router.target(group, spines));
                    next
                });
            router.target_of_leaf.push(target);
        }
        router
    }

    fn target(&self, group: u32, reached: &[u32]) -> Target {
        let graph = self.graph;
        let direct = !graph.links_between_spines().is_empty();
        let mut spines = vec![false; graph.spines() as usize];
        let mut cores = vec![false; self.core_down.len()];
        for spine in reached {
            spines[*spine as usize] = true;
            if direct {
                cores[*spine as usize] = true;
            } else {
                for (_, core) in self.spine_up.get(*spine) {
                    cores[*core as usize] = true;
                }
            }
        }
        for spine in 0..graph.spines() {
            if graph.group_of_spine(spine) != group {
                spines[spine as usize] = self
                    .spine_up
                    .get(spine)
                    .iter()
                    .any(|(_, core)| cores[*core as usize]);
            }
        }
        Target {
            group,
            spines,
            cores,
        }
    }

    fn live(&self, links: std::ops::Range<u32>) -> impl Iterator<Item = u32> + Clone {
        links.filter(|link| self.live[*link as usize])
    }

    /// Whether nothing is down.
    pub fn all_live(&self) -> bool {
        self.live.iter().all(|live| *live)
    }

    /// Whether a link and both its ends work.
    pub fn works(&self, link: u32) -> bool {
        self.live[link as usize]
    }

    /// Whether an endpoint is joined to its leaf.
    pub fn joined(&self, endpoint: u32) -> bool {
        self.live[endpoint as usize]
    }

    /// The set of leaves, alike from above, that this one belongs to.
    pub fn target_of(&self, leaf: u32) -> u32 {
        self.target_of_leaf[leaf as usize]
    }

    /// Uplinks of a leaf from which a way leads to the target.
    pub fn leaf_up(&self, leaf: u32, target: u32) -> impl Iterator<Item = u32> + Clone {
        let spines = &self.targets[target as usize].spines;
        self.live(self.graph.uplinks_of_leaf(leaf))
            .filter(|link| spines[self.graph.spine_above(*link) as usize])
    }

    /// Directed links of a spine from which a way leads to the target, with the core switch (or spine of another group) at
    /// their end.
    pub fn spine_up(&self, spine: u32, target: u32) -> impl Iterator<Item = (u32, u32)> + Clone {
        let cores = &self.targets[target as usize].cores;
        self.spine_up
            .get(spine)
            .iter()
            .copied()
            .filter(|(_, core)| cores[*core as usize])
    }

    /// Directed links of a core switch down to spines of the target's group that reach it, with the spine; the spine
    /// itself where groups are joined directly.
    pub fn core_down(
        &self,
        core: u32,
        target: u32,
    ) -> impl Iterator<Item = (Option<u32>, u32)> + Clone {
        let target = &self.targets[target as usize];
        self.core_down
            .get(core)
            .iter()
            .copied()
            .filter(|(_, spine)| {
                self.graph.group_of_spine(*spine) == target.group && target.spines[*spine as usize]
            })
    }

    /// Links of a spine down to a leaf.
    pub fn spine_down(&self, spine: u32, leaf: u32) -> impl Iterator<Item = u32> + Clone {
        self.spine_down
            .get(spine)
            .iter()
            .filter(move |(_, below)| *below == leaf)
            .map(|(link, _)| *link)
    }

    /// Live links of a spine down to all leaves.
    pub fn spine_down_count(&self, spine: u32) -> usize {
        self.spine_down.get(spine).len()
    }

    /// Live links of a spine up.
    pub fn spine_up_count(&self, spine: u32) -> usize {
        self.spine_up.get(spine).len()
    }

    /// The one path that hashing gives to a flow, as directed links; none when there is no path. Every switch hashes for
    /// itself, as those with a seed of their own do.
    pub fn hashed_path(&self, seed: u64, from: u32, to: u32, path: &mut Vec<u32>) -> Option<()> {
        let graph = self.graph;
        let flow = mix(&[seed, from.into(), to.into()]);
        let (first, last) = (graph.leaf_of(from), graph.leaf_of(to));
        if !self.joined(from) || !self.joined(to) {
            return None;
        }
        path.push(up(from));
        if first != last {
            let target = self.target_of(last);
            let link = pick(
                self.leaf_up(first, target),
                mix(&[flow, graph.leaf_device(first).into()]),
            )?;
            path.push(up(link));
            let mut spine = graph.spine_above(link);
            if graph.group_of_leaf(first) != graph.group_of_leaf(last) {
                let (link, core) = pick(
                    self.spine_up(spine, target),
                    mix(&[flow, graph.spine_device(spine).into()]),
                )?;
                path.push(link);
                let (link, below) = pick(
                    self.core_down(core, target),
                    mix(&[flow, graph.core_device(core).into()]),
                )?;
                path.extend(link);
                spine = below;
            }
            let link = pick(
                self.spine_down(spine, last),
                mix(&[flow, graph.spine_device(spine).into()]),
            )?;
            path.push(down(link));
        }
        path.push(down(to));
        Some(())
    }
}

fn lists<T: Copy>(of: Vec<Vec<T>>) -> Lists<T> {
    let mut lists = Lists::new();
    for items in of {
        lists.push(items);
    }
    lists
}

fn pick<T>(candidates: impl Iterator<Item = T> + Clone, hash: u64) -> Option<T> {
    let count = candidates.clone().count() as u64;
    candidates.into_iter().nth(below(hash, count) as usize)
}
