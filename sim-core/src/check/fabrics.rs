//! Networks between nodes: are there any, do they spread evenly, is the ratio what was asked.

use podwright_locales::format;
use serde_json::json;

use super::scene::{Scene, catalogue_source, short_runs};
use super::{FindingBuilder, Ledger};
use crate::catalog::NodeCategory;
use crate::cluster::JoinKind;
use crate::design::{FabricSpec, Network, Routing, SpineRule, TopologyKind, WorkloadKind};
use crate::fabric::{ClosSize, Layout, leaf_downlinks};

/// The reference architectures spread uplinks evenly.
const EVEN_SOURCE: &str = "DGX SuperPOD design, 2023";

/// Rails without a tier above.
const RAIL_ONLY_SOURCE: &str = "Wang et al., Rail-only, arXiv 2307.12169, 2024";

pub(super) fn check(scene: &Scene<'_>, ledger: &mut Ledger) {
    between_nodes(scene, ledger);
    left_out(scene, ledger);
    for (layout, spec, at) in scene.sized_fabrics() {
        unused(layout, spec, &at, ledger);
        let Some(size) = &layout.size else {
            continue;
        };
        conserved(layout, size, &at, ledger);
        spread(scene, layout, spec, size, &at, ledger);
        ratio(layout, spec, size, &at, ledger);
        rails_alone(scene, layout, &at, ledger);
        routing(layout, spec, size, &at, ledger);
    }
}

/// Several nodes and nothing that carries GPU traffic between them.
fn between_nodes(scene: &Scene<'_>, ledger: &mut Ledger) {
    let nodes = scene.cluster.nodes();
    let owned = scene
        .cluster
        .pools
        .iter()
        .any(|pool| pool.node.category != NodeCategory::Cloud);
    let wired = scene
        .design
        .fabrics
        .iter()
        .any(|spec| spec.network == Network::Compute && spec.topology != TopologyKind::None);
    if nodes < 2 || wired || !owned {
        return;
    }
    let largest = scene
        .cluster
        .pools
        .iter()
        .map(|pool| u64::from(pool.node.gpu_count))
        .max()
        .unwrap_or_default();
    let spanning = scene.design.workloads.iter().find(|work| {
        let gpus = match work.kind {
            WorkloadKind::Collective => work.ranks.map_or(scene.cluster.gpus(), u64::from),
            WorkloadKind::Training => scene.cluster.gpus(),
            WorkloadKind::Inference => work.tensor_parallel.map_or(1, u64::from),
        };
        gpus > largest
    });
    let at = match scene
        .design
        .fabrics
        .iter()
        .position(|spec| spec.network == Network::Compute)
    {
        Some(index) => format!("/fabrics/{index}/topology"),
        None => "/fabrics".to_owned(),
    };
    let says = |finding: FindingBuilder| finding.arg("nodes", format::count(nodes)).at(at.as_str());
    ledger.found(match spanning {
        Some(work) => {
            says(FindingBuilder::error("fabric.workload_unjoined")).arg("workload", &work.id)
        }
        None => says(FindingBuilder::warning("fabric.nodes_unjoined")),
    });
}

/// Pools that a fabric leaves out because they have no adapter for it.
fn left_out(scene: &Scene<'_>, ledger: &mut Ledger) {
    for (layout, ..) in scene.sized_fabrics() {
        if layout.size.is_none() {
            continue;
        }
        let network = layout.network;
        for pool in &scene.cluster.pools {
            if !pool.node.adapters.contains_key(&network) {
                ledger.found(
                    FindingBuilder::warning("fabric.pool_without_adapters")
                        .arg("pool", &pool.id)
                        .arg("node", &pool.node.name)
                        .arg("network", network.id())
                        .at(format!("{}/node", pool.pointer())),
                );
            }
        }
    }
}

/// What a fabric is asked for and has no place for: runs and switches that its tiers do not have.
fn unused(layout: &Layout, spec: &FabricSpec, at: &str, ledger: &mut Ledger) {
    let tiers = layout.size.as_ref().map_or(0, |size| size.tiers);
    let meters = |length: Option<f64>| length.map(|m| format!("{} m", format::trimmed(m, 1)));
    let gbit_s =
        |rate: Option<f64>| rate.map(|rate| format!("{} Gbit/s", format::trimmed(rate, 1)));
    let some = |asked: bool, words: String| asked.then_some(words);
    let none = tiers == 0;
    let ratio = spec.oversubscription.leaf() * spec.oversubscription.pod();
    let split = spec.leaf_ports.map(|ports| {
        format!(
            "{} + {}",
            format::count(ports.down.into()),
            format::count(ports.up.into())
        )
    });
    let wishes = [
        ("node_leaf_m", none, meters(spec.node_leaf_m)),
        ("leaf_spine_m", tiers < 2, meters(spec.leaf_spine_m)),
        ("spine_core_m", tiers < 3, meters(spec.spine_core_m)),
        ("uplink_gbit_s", tiers < 2, gbit_s(spec.uplink_gbit_s)),
        ("switch", none, spec.switch.clone()),
        ("spine_switch", tiers < 2, spec.spine_switch.clone()),
        ("core_switch", tiers < 3, spec.core_switch.clone()),
        ("leaf_ports", tiers < 2, split),
        (
            "extra_endpoints",
            none,
            some(
                spec.extra_endpoints > 0,
                format::count(spec.extra_endpoints.into()),
            ),
        ),
        (
            "oversubscription",
            none,
            some(ratio > 1.0, format::trimmed(ratio, 2)),
        ),
    ];
    for (field, unused, wish) in wishes {
        if let (true, Some(wish)) = (unused, wish) {
            ledger.found(
                FindingBuilder::info("fabric.wish_unused")
                    .arg("field", field)
                    .arg("wish", wish)
                    .count("tiers", tiers.into())
                    .at(format!("{at}/{field}"))
                    .remove(format!("{at}/{field}")),
            );
        }
    }
}

/// Conservation: ports used are there, cable ends pair up, the ratio is not above the request.
fn conserved(layout: &Layout, size: &ClosSize, at: &str, ledger: &mut Ledger) {
    let report = &layout.report;
    let ports = report
        .tiers
        .iter()
        .all(|tier| tier.ports_used <= tier.ports_total && tier.cages_used <= tier.cages_total);
    let used: u64 = report.tiers.iter().map(|tier| tier.ports_used).sum();
    let cables: u64 = report.cables.iter().map(|group| group.count).sum();
    // A cable to a node has one end in a switch, one between switches has two.
    let ends = used == 2 * cables - size.cables_node_leaf;
    let ratio = report.oversubscription <= report.oversubscription_requested + 1e-9;
    let says = |finding: FindingBuilder| {
        let tiers = report
            .tiers
            .iter()
            .map(|tier| {
                format!(
                    "{} / {}",
                    format::count(tier.ports_used),
                    format::count(tier.ports_total)
                )
            })
            .collect::<Vec<_>>()
            .join(", ");
        finding
            .arg("fabric", &report.id)
            .arg("ports", tiers)
            .arg("ends", format::count(2 * cables))
            .arg("ratio", format::trimmed(report.oversubscription, 2))
            .at(at)
    };
    if ports && ends && ratio {
        ledger.passed(says(FindingBuilder::info("fabric.conserved")));
    } else {
        ledger.found(says(FindingBuilder::error("fabric.not_conserved")));
    }
}

/// Equal links from every leaf to every spine, and what they cost.
fn spread(
    scene: &Scene<'_>,
    layout: &Layout,
    spec: &FabricSpec,
    size: &ClosSize,
    at: &str,
    ledger: &mut Ledger,
) {
    if size.tiers < 2 {
        return;
    }
    if !layout.report.even_uplinks {
        let finding = FindingBuilder::warning("fabric.uneven_uplinks")
            .arg(
                "tier",
                if size.tiers == 2 || size.links_leaf_to_spine == 0 {
                    "leaf"
                } else {
                    "pod"
                },
            )
            .count("uplinks", size.leaf_up)
            .count("spines", size.spine)
            .arg("cables", format::count(size.cables_spine_core))
            .at(format!("{at}/spines"))
            .source(EVEN_SOURCE);
        let even = (spec.spines == SpineRule::Minimal)
            .then(|| scene.relaid(layout, &|spec| spec.spines = SpineRule::Even))
            .flatten()
            // More switches stand further apart: the cables have to follow.
            .filter(|other| other.report.even_uplinks && short_runs(other) <= short_runs(layout))
            .and_then(|other| other.size);
        ledger.found(match even {
            Some(even) => finding
                .arg("way", "even")
                .count(
                    "more",
                    (even.spine + even.core).saturating_sub(size.spine + size.core),
                )
                .set(format!("{at}/spines"), "even"),
            None => finding.arg("way", "none").count("more", 0),
        });
        return;
    }
    if spec.spines != SpineRule::Even {
        return;
    }
    let least = scene
        .resized(layout, &|spec| spec.spines = SpineRule::Minimal)
        .and_then(|other| other.size);
    if let Some(least) = least.filter(|least| least.spine < size.spine) {
        ledger.found(
            FindingBuilder::info("fabric.more_spines")
                .count("tiers", size.tiers.into())
                .arg("least", format::count(least.spine))
                .arg("used", format::count(size.spine))
                .count("uplinks", size.leaf_up)
                .at(format!("{at}/spines"))
                .source(EVEN_SOURCE)
                .set(format!("{at}/spines"), "minimal"),
        );
    }
}

/// Delivered against requested oversubscription.
fn ratio(layout: &Layout, spec: &FabricSpec, size: &ClosSize, at: &str, ledger: &mut Ledger) {
    let requested = layout.report.oversubscription_requested;
    let delivered = layout.report.oversubscription;
    // Above the request would be a fault of the sizing; `conserved` says so.
    // Ports that a single switch can't split are told of as a wish without a place.
    let no_split = size.tiers == 1 && spec.leaf_ports.is_some();
    if requested - delivered < 0.005 || no_split {
        return;
    }
    let pointer = format!("{at}/oversubscription");
    let says = |finding: FindingBuilder| {
        finding
            .arg("requested", format::trimmed(requested, 2))
            .arg("delivered", format::trimmed(delivered, 2))
            .at(pointer.as_str())
    };
    if size.tiers == 1 {
        ledger.found(says(FindingBuilder::info("fabric.ratio_unused")).set(pointer.as_str(), 1.0));
        return;
    }
    // A core, or links between groups, is what a pod's ratio is about.
    let pods = size.tiers > 2 || size.links_group_to_group > 0;
    if !pods && spec.oversubscription.pod() > 1.0 {
        ledger.found(
            says(FindingBuilder::info("fabric.pod_ratio_unused"))
                .set(pointer.as_str(), spec.oversubscription.leaf()),
        );
        return;
    }
    let next = (size.leaf_up > 1 && layout.uplinks.is_none())
        .then(|| (size.leaf_down + 1) as f64 / (size.leaf_up - 1) as f64);
    let finding = says(FindingBuilder::info("fabric.ratio_rounded"))
        .arg("radix", format::count(layout.report.radix))
        .arg("down", format::count(size.leaf_down))
        .arg("up", format::count(size.leaf_up))
        .arg(
            "rates",
            if layout.uplinks.is_some() {
                "two"
            } else {
                "one"
            },
        )
        .arg("next", format::trimmed(next.unwrap_or(delivered), 2));
    // Only a figure that gives the same split again may be offered; rounded up, since it goes through decimal text.
    let round_up = |ratio: f64| libm::ceil(ratio * 1e4) / 1e4;
    let leaf = round_up(size.leaf_ratio);
    let pod = round_up(size.pod_ratio);
    let split = layout.leaf_split(leaf);
    let spine_down = |ratio| leaf_downlinks(layout.sides.spine.links, ratio);
    let same = split == Some((size.leaf_down, size.leaf_up))
        && (!pods || spine_down(pod) == spine_down(spec.oversubscription.pod()));
    ledger.found(if !same || leaf < 1.0 || pod < 1.0 {
        finding.arg("way", "keep")
    } else if !pods {
        finding.arg("way", "set").set(pointer.as_str(), leaf)
    } else {
        finding
            .arg("way", "set")
            .set(pointer.as_str(), json!({"leaf": leaf, "pod": pod}))
    });
}

/// Rails that nothing joins: what can't be reached over the network, and nodes that can't stand in for it.
fn rails_alone(scene: &Scene<'_>, layout: &Layout, at: &str, ledger: &mut Ledger) {
    let report = &layout.report;
    if report.topology != TopologyKind::RailOnly.id() || report.rails < 2 {
        return;
    }
    let pointer = format!("{at}/topology");
    // More switches stand further apart: the change is offered where the cables follow.
    let joined = scene
        .relaid(layout, &|spec| spec.topology = TopologyKind::RailOptimized)
        .filter(|other| short_runs(other) <= short_runs(layout));
    let says = |finding: FindingBuilder| {
        let finding = finding
            .at(pointer.as_str())
            .source(RAIL_ONLY_SOURCE)
            .arg("rails", format::count(report.rails));
        match joined {
            Some(_) => finding.set(pointer.as_str(), TopologyKind::RailOptimized.id()),
            None => finding,
        }
    };
    let others = 1.0 - 1.0 / report.rails as f64;
    ledger.found(
        says(FindingBuilder::info("fabric.rails_alone"))
            .arg("islands", format::count(report.rails * report.planes))
            .arg("inside", format::percent(others)),
    );
    for pool in &scene.cluster.pools {
        let node = &pool.node;
        let links = !matches!(node.scale_up.kind, JoinKind::None | JoinKind::Pcie);
        let domain = if links { node.domain_gpus() } else { 1 };
        if domain < node.gpu_count && node.adapters.contains_key(&layout.network) {
            ledger.found(
                says(FindingBuilder::warning("fabric.rails_alone_without_links"))
                    .arg("node", &node.name)
                    .arg("domain", format::count(domain.into()))
                    .arg("gpus", format::count(node.gpu_count.into())),
            );
        }
    }
}

/// Load-aware routing on a switch that hashes only.
fn routing(layout: &Layout, spec: &FabricSpec, size: &ClosSize, at: &str, ledger: &mut Ledger) {
    let mut models = layout.models().into_iter();
    let hashes = models.find(|(_, switch)| !switch.adaptive_routing);
    if let Some((_, switch)) = hashes
        && size.tiers > 1
        && spec.routing != Routing::Ecmp
    {
        ledger.found(
            FindingBuilder::warning("fabric.routing_unsupported")
                .arg("switch", &switch.name)
                .arg("routing", &layout.report.routing)
                .at(format!("{at}/routing"))
                .source(catalogue_source(switch))
                .set(format!("{at}/routing"), "ecmp"),
        );
    }
}
