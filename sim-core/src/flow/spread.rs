//! Flows that take many paths at once.
//!
//! Sprayed packets go over all links on a shortest path alike, whatever waits there. Adaptive switches look at the load:
//! where all spines are alike that is the same split, and the best one, since spines can be exchanged for one another;
//! where something is down or the wiring is uneven, `balance` shifts what each pair of leaves sends.
//!
//! What a flow uses is made of at most three bundles of links that many flows share (up to the spines, over the core,
//! down to the leaf), so that a flow costs five numbers and not hundreds.

use std::collections::BTreeMap;

use super::balance::{Shares, Towards};
use super::fill::Lists;
use super::route::{Router, down, up};

/// A bundle of links, and what comes out of it: both by number.
#[derive(Clone, Copy)]
struct Stage {
    segment: u32,
    out: u32,
}

/// Bundles made so far.
pub(super) struct Spread<'a, 'g> {
    router: &'a Router<'g>,
    /// Shares of pairs of leaves where these are balanced.
    balanced: Option<BTreeMap<(u32, Towards), Shares>>,
    by_capacity: bool,
    pub segments: Lists<(u32, f64)>,
    /// How a flow is spread over spines: spine and share.
    outs: Lists<(u32, f64)>,
    known_outs: BTreeMap<Vec<(u32, u64)>, u32>,
    ups: BTreeMap<(u32, Towards), Option<Stage>>,
    mids: BTreeMap<(u32, u32), Option<Stage>>,
    downs: BTreeMap<(u32, u32), u32>,
    pairs: BTreeMap<(u32, u32), Option<Bundles>>,
}

/// The bundles between two leaves.
#[derive(Clone, Copy)]
struct Bundles {
    segments: [u32; 3],
    count: usize,
}

impl<'a, 'g> Spread<'a, 'g> {
    /// `segments` holds one bundle for each directed link already.
    pub fn new(
        router: &'a Router<'g>,
        segments: Lists<(u32, f64)>,
        balanced: Option<BTreeMap<(u32, Towards), Shares>>,
    ) -> Self {
        Self {
            router,
            by_capacity: balanced.is_some(),
            balanced,
            segments,
            outs: Lists::new(),
            known_outs: BTreeMap::new(),
            ups: BTreeMap::new(),
            mids: BTreeMap::new(),
            downs: BTreeMap::new(),
            pairs: BTreeMap::new(),
        }
    }

    /// What a flow uses, as bundles; none when there is no path.
    pub fn segments_of(&mut self, from: u32, to: u32, segments: &mut Vec<u32>) -> Option<()> {
        if !self.router.joined(from) || !self.router.joined(to) {
            return None;
        }
        let graph = self.router.graph;
        let (first, last) = (graph.leaf_of(from), graph.leaf_of(to));
        segments.push(up(from));
        if first != last {
            let bundles = if let Some(known) = self.pairs.get(&(first, last)) {
                *known
            } else {
                let made = self.between(first, last);
                self.pairs.insert((first, last), made);
                made
            }?;
            segments.extend(&bundles.segments[..bundles.count]);
        }
        segments.push(down(to));
        Some(())
    }

    fn between(&mut self, first: u32, last: u32) -> Option<Bundles> {
        let graph = self.router.graph;
        let target = self.router.target_of(last);
        let towards = Towards::of(self.router, first, last);
        let rise = self.rise(first, target, towards)?;
        if graph.group_of_leaf(first) == graph.group_of_leaf(last) {
            let fall = self.fall(rise.out, last);
            return Some(Bundles {
                segments: [rise.segment, fall, 0],
                count: 2,
            });
        }
        let cross = self.cross(rise.out, target)?;
        let fall = self.fall(cross.out, last);
        Some(Bundles {
            segments: [rise.segment, cross.segment, fall],
            count: 3,
        })
    }

    /// From a leaf to spines.
    fn rise(&mut self, leaf: u32, target: u32, towards: Towards) -> Option<Stage> {
        // An even split depends on the set of leaves alone, a balanced one may on the leaf.
        let key = if self.balanced.is_some() {
            (leaf, towards)
        } else {
            (leaf, Towards::Beyond(target))
        };
        if let Some(known) = self.ups.get(&key) {
            return *known;
        }
        let links: Vec<u32> = self.router.leaf_up(leaf, target).collect();
        let graph = self.router.graph;
        let mut used = Vec::with_capacity(links.len());
        if let Some(shares) = self.balanced.as_ref().and_then(|all| all.get(&key)) {
            for (spine, share) in shares {
                let to_spine = links
                    .iter()
                    .filter(|link| graph.spine_above(**link) == *spine);
                let each = share / to_spine.clone().count().max(1) as f64;
                used.extend(to_spine.map(|link| (*link, each)));
            }
        } else {
            let each = 1.0 / links.len().max(1) as f64;
            used.extend(links.iter().map(|link| (*link, each)));
        }
        let stage = if used.is_empty() {
            None
        } else {
            let out = self.out(
                used.iter()
                    .map(|(link, share)| (graph.spine_above(*link), *share)),
            );
            let segment = self
                .segments
                .push(used.iter().map(|(link, share)| (up(*link), *share)));
            Some(Stage { segment, out })
        };
        self.ups.insert(key, stage);
        stage
    }

    /// From spines over core switches to spines of another group.
    fn cross(&mut self, out: u32, target: u32) -> Option<Stage> {
        if let Some(known) = self.mids.get(&(out, target)) {
            return *known;
        }
        let router = self.router;
        let mut links: BTreeMap<u32, f64> = BTreeMap::new();
        let mut at_core: BTreeMap<u32, f64> = BTreeMap::new();
        for (spine, share) in self.outs.get(out).to_vec() {
            let ways: Vec<(u32, u32, f64)> = router
                .spine_up(spine, target)
                .map(|(link, core)| {
                    let weight = if self.by_capacity {
                        router.core_down(core, target).count() as f64
                    } else {
                        1.0
                    };
                    (link, core, weight)
                })
                .collect();
            let sum: f64 = ways.iter().map(|(_, _, weight)| weight).sum();
            for (link, core, weight) in ways {
                let part = share * weight / sum;
                *links.entry(link).or_default() += part;
                *at_core.entry(core).or_default() += part;
            }
        }
        let mut at_spine = Vec::new();
        for (core, share) in at_core {
            let ways: Vec<(Option<u32>, u32, f64)> = router
                .core_down(core, target)
                .map(|(link, spine)| {
                    let weight = if self.by_capacity {
                        router.spine_down_count(spine) as f64
                    } else {
                        1.0
                    };
                    (link, spine, weight)
                })
                .collect();
            let sum: f64 = ways.iter().map(|(_, _, weight)| weight).sum();
            for (link, spine, weight) in ways {
                let part = share * weight / sum;
                if let Some(link) = link {
                    *links.entry(link).or_default() += part;
                }
                at_spine.push((spine, part));
            }
        }
        let stage = if at_spine.is_empty() {
            None
        } else {
            Some(Stage {
                segment: self.segments.push(links),
                out: self.out(at_spine.into_iter()),
            })
        };
        self.mids.insert((out, target), stage);
        stage
    }

    /// From spines to a leaf; each spine of the spread reaches it.
    fn fall(&mut self, out: u32, leaf: u32) -> u32 {
        if let Some(known) = self.downs.get(&(out, leaf)) {
            return *known;
        }
        let mut used = Vec::new();
        for (spine, share) in self.outs.get(out) {
            let links = self.router.spine_down(*spine, leaf);
            let each = share / links.clone().count().max(1) as f64;
            used.extend(links.map(|link| (down(link), each)));
        }
        let segment = self.segments.push(used);
        self.downs.insert((out, leaf), segment);
        segment
    }

    /// The number of a spread over spines, whose parts are added up.
    fn out(&mut self, parts: impl Iterator<Item = (u32, f64)>) -> u32 {
        let mut sums: BTreeMap<u32, f64> = BTreeMap::new();
        for (spine, share) in parts {
            *sums.entry(spine).or_default() += share;
        }
        let key: Vec<(u32, u64)> = sums
            .iter()
            .map(|(s, share)| (*s, share.to_bits()))
            .collect();
        if let Some(known) = self.known_outs.get(&key) {
            return *known;
        }
        let number = self.outs.push(sums);
        self.known_outs.insert(key, number);
        number
    }
}
