//! Cables of sized fabrics by the places of their ends.

use super::cabling::{LowerCage, NodeCage};
use super::joining::choose_cable;
use super::layout::Layout;
use crate::catalog::Catalog;
use crate::cluster::Cluster;
use crate::design::{Design, FabricSpec};
use crate::placement::{Bucket, LinkLengths, Plan};
use crate::report::{CableGroup, TierRole};

/// Gives every run of links its lengths by the racks of both ends, one group for each length. What the design says of a
/// length wins; a fabric whose ends stand in no rack, or with more links than a list may hold, keeps its class estimates.
pub(super) fn place_cables(
    design: &Design,
    cluster: &Cluster,
    catalog: &Catalog,
    layouts: &mut [Layout],
) {
    let plan = Plan::of(&design.site, cluster, layouts);
    for (index, layout) in layouts.iter_mut().enumerate() {
        if let Some(spec) = design.fabrics.get(layout.index)
            && let Some((lengths, graph)) = LinkLengths::of(&plan, index, layout, cluster)
        {
            let runs = layout.facts.iter().zip(&layout.report.cables);
            let extra: u64 = runs
                .filter(|(facts, _)| facts.extra)
                .map(|(_, run)| run.count)
                .sum();
            let nodes = graph.endpoints() as usize - extra as usize;
            replace(layout, spec, catalog, &lengths, nodes);
        }
    }
}

fn replace(
    layout: &mut Layout,
    spec: &FabricSpec,
    catalog: &Catalog,
    lengths: &LinkLengths,
    nodes: usize,
) {
    let [Some(leaf), Some(spine), Some(core)] = [TierRole::Leaf, TierRole::Spine, TierRole::Core]
        .map(|role| layout.switch_of(role).cloned())
    else {
        return;
    };
    let sides = layout.sides;
    let estimated = std::mem::take(&mut layout.report.cables);
    layout.cables.clear();
    let facts = std::mem::take(&mut layout.facts);
    for (run, facts) in estimated.into_iter().zip(facts) {
        let to_extra = facts.extra;
        let (at, given) = match run.from.as_str() {
            "node" => (0, spec.node_leaf_m),
            "leaf" => (1, spec.leaf_spine_m),
            _ => (2, spec.spine_core_m),
        };
        let kind = lengths.runs[at];
        let [below, above] = match (at, run.to.as_str()) {
            (0, _) => [&leaf, &leaf],
            (1, _) => [&leaf, &spine],
            (_, "core") => [&spine, &core],
            _ => [&spine, &spine],
        };
        let [lower, upper] = sides.ends(&run.from, &run.to);
        let mut buckets = lengths.buckets(kind, nodes);
        if let Some(meters) = given {
            let sum = |of: fn(&Bucket) -> u64| buckets.iter().map(of).sum();
            buckets = vec![Bucket {
                meters,
                links: sum(|bucket| bucket.links),
                extra: sum(|bucket| bucket.extra),
            }];
        }
        let longest = buckets.last().map_or(0.0, |bucket| bucket.meters);
        let cage = NodeCage {
            links: layout.node_links_per_cage,
            connector: &layout.node_connector,
        };
        for bucket in buckets {
            let count = if to_extra {
                bucket.extra
            } else {
                bucket.links - bucket.extra
            };
            if count == 0 {
                continue;
            }
            // Where a cage holds ends of links of several lengths, its part has to serve the longest.
            let reach = if kind.apart { bucket.meters } else { longest };
            let choose = |cage: NodeCage<'_>| {
                let (side, lower) = if at == 0 {
                    (sides.down, LowerCage::Node(cage))
                } else {
                    (upper, LowerCage::Switch(below, lower))
                };
                choose_cable(catalog, above, side, spec.cabling, reach, lower, kind.whole)
            };
            let own = if to_extra { cage.of_extra() } else { cage };
            let choice = choose(own).or_else(|| choose(cage));
            layout.report.cables.push(CableGroup {
                kind: choice
                    .as_ref()
                    .map_or_else(|| "unknown".to_owned(), |choice| choice.kind.to_owned()),
                count,
                length_m: bucket.meters,
                length_is_placed: true,
                ..run.clone()
            });
            layout.cables.push(choice);
            layout.facts.push(facts);
        }
    }
}
