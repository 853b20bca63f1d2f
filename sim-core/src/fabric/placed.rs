//! Cables of sized fabrics by the places of their ends.

use super::cabling::{NodeCage, choose_cable};
use super::layout::{Layout, RunFacts};
use crate::catalog::Catalog;
use crate::cluster::Cluster;
use crate::design::{Design, FabricSpec};
use crate::placement::{Bucket, LinkLengths, Plan};
use crate::report::CableGroup;

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
            let nodes = graph.endpoints() as usize
                - layout.facts.first().map_or(0, |facts| facts.extra as usize);
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
    let Some(switch) = layout.switch.clone() else {
        return;
    };
    let sides = [layout.side(true), layout.side(false)];
    let estimated = std::mem::take(&mut layout.report.cables);
    layout.cables.clear();
    layout.facts.clear();
    for run in estimated {
        let (at, given) = match run.from.as_str() {
            "node" => (0, spec.node_leaf_m),
            "leaf" => (1, spec.leaf_spine_m),
            _ => (2, spec.spine_core_m),
        };
        let kind = lengths.runs[at];
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
        for bucket in buckets {
            // Where a cage holds ends of links of several lengths, its part has to serve the longest.
            let reach = if kind.apart { bucket.meters } else { longest };
            let choice = choose_cable(
                catalog,
                &switch,
                sides[usize::from(at > 0)],
                spec.cabling,
                reach,
                (at == 0).then_some(NodeCage {
                    links: layout.node_links_per_cage,
                    connector: &layout.node_connector,
                }),
                kind.whole,
            );
            layout.report.cables.push(CableGroup {
                kind: choice
                    .as_ref()
                    .map_or_else(|| "unknown".to_owned(), |choice| choice.kind.to_owned()),
                count: bucket.links,
                length_m: bucket.meters,
                length_is_placed: true,
                ..run.clone()
            });
            layout.cables.push(choice);
            layout.facts.push(RunFacts {
                extra: bucket.extra,
                whole: kind.whole,
            });
        }
    }
}
