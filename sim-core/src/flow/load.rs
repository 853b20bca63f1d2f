//! How full links are, tier by tier.

use std::collections::BTreeMap;

use serde::Serialize;

use super::route::{DirectedLink, Router};
use super::solve::Solved;
use crate::fabric::{Device, LinkGraph};

/// Loads that miss a whole link by rounding count as full.
const FULL: f64 = 1.0 - 1e-9;

/// Which devices a link joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum LinkTier {
    /// A node, or another endpoint, and its leaf.
    NodeToLeaf,
    /// A leaf and a spine.
    LeafToSpine,
    /// A spine and a core switch.
    SpineToCore,
    /// Two devices of another pairing.
    Other,
}

impl LinkTier {
    /// The tier of a link.
    pub fn of(graph: &LinkGraph, link: u32) -> Self {
        let ends = graph.links()[link as usize];
        match (graph.device(ends.lower), graph.device(ends.upper)) {
            (Device::Port { .. } | Device::Extra(_), _) => Self::NodeToLeaf,
            (Device::Leaf(_), Device::Spine(_)) => Self::LeafToSpine,
            (Device::Spine(_), Device::Core(_)) => Self::SpineToCore,
            _ => Self::Other,
        }
    }
}

/// How full the links of a tier are. Every link counts in both directions, and a load is the share of its rate, 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TierLoad {
    /// Which links.
    pub tier: LinkTier,
    /// Links, each counted once.
    pub links: u64,
    /// Links that are down, or have an end that is.
    pub links_down: u64,
    /// Directions of links that work and are full.
    pub full: u64,
    /// The mean load of a direction of a link that works; none where no link works.
    pub mean: Option<f64>,
    /// The load of the fullest direction of a link.
    pub most: Option<f64>,
}

/// The loads by tier, from nodes upwards.
pub(super) fn tiers(router: &Router<'_>, solved: &Solved) -> Vec<TierLoad> {
    let graph = router.graph;
    let mut tiers: BTreeMap<LinkTier, (TierLoad, f64)> = BTreeMap::new();
    for link in 0..graph.links().len() as u32 {
        let tier = LinkTier::of(graph, link);
        let (load, sum) = tiers.entry(tier).or_insert_with(|| {
            let empty = TierLoad {
                tier,
                links: 0,
                links_down: 0,
                full: 0,
                mean: None,
                most: None,
            };
            (empty, 0.0)
        });
        load.links += 1;
        if !router.works(link) {
            load.links_down += 1;
            continue;
        }
        for up in [true, false] {
            let carried = solved.load(DirectedLink { link, up }).min(1.0);
            *sum += carried;
            load.full += u64::from(carried >= FULL);
            load.most = Some(load.most.map_or(carried, |most| most.max(carried)));
        }
    }
    tiers
        .into_values()
        .map(|(mut load, sum)| {
            let directions = (load.links - load.links_down) * 2;
            load.mean = (directions > 0).then(|| sum / directions as f64);
            load
        })
        .collect()
}
