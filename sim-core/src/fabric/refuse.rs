//! Why a fabric can't be built as asked: the rule, the numbers, and the nearest change that makes it possible.

use podwright_locales::format;

use super::demand::Demand;
use super::plan::Plan;
use super::sizing::SizingError;
use crate::catalog::{Catalog, LinkProtocol, Nic, NicProtocol, Switch};
use crate::check::FindingBuilder;
use crate::cluster::Cluster;
use crate::design::{Design, FabricSpec, Network, TopologyKind};
use crate::report::Finding;

/// Whether an adapter speaks what a switch speaks.
pub(super) fn speaks_with(nic: &Nic, protocol: LinkProtocol) -> bool {
    match protocol {
        LinkProtocol::Infiniband => nic.protocols.contains(&NicProtocol::Infiniband),
        LinkProtocol::Ethernet => nic
            .protocols
            .iter()
            .any(|protocol| *protocol != NicProtocol::Infiniband),
        LinkProtocol::Nvlink => false,
    }
}

/// Whether every adapter of the network does.
fn speaks(cluster: &Cluster, network: Network, protocol: LinkProtocol) -> bool {
    let mut adapters = cluster
        .pools
        .iter()
        .filter_map(|pool| pool.node.adapters.get(&network));
    adapters.all(|adapter| speaks_with(&adapter.nic, protocol))
}

/// The switch of the catalogue with the fewest ports that does what the fabric asks for; of equal ones the first.
pub(super) fn fitting_switch<'a>(
    spec: &FabricSpec,
    demand: &Demand,
    cluster: &Cluster,
    catalog: &'a Catalog,
    protocol: Option<LinkProtocol>,
) -> Option<&'a Switch> {
    catalog
        .switches()
        .filter(|switch| protocol.is_none_or(|wanted| switch.protocol == wanted))
        .filter(|switch| speaks(cluster, spec.network, switch.protocol))
        // Ports that are kept for uplinks are no reason to offer a switch.
        .filter(|switch| {
            let mut ports = switch.ports.iter().filter(|group| !group.uplink);
            ports.any(|group| switch.links_of(group, demand.gbit_s) > 0)
        })
        .filter_map(|switch| {
            let toward = switch.toward(&demand.connector, demand.gbit_s);
            let radix = toward.links_at(demand.gbit_s);
            (radix >= 2 && fits(spec, demand, &toward)).then_some((radix, switch))
        })
        .min_by_key(|(radix, _)| *radix)
        .map(|(_, switch)| switch)
}

/// Whether a switch takes all links.
fn fits(spec: &FabricSpec, demand: &Demand, switch: &Switch) -> bool {
    Plan::of(spec, demand, switch).is_some_and(|plan| plan.size().is_ok())
}

/// Adds the change of the switch that would do, where there is one.
pub(super) fn offer_switch(builder: FindingBuilder, at: &str, fitting: Option<&Switch>) -> Finding {
    match fitting {
        Some(switch) => builder
            .arg("way", "switch")
            .arg("value", switch.name.as_str())
            .set(format!("{at}/switch"), switch.id.as_str())
            .build(),
        None => builder.arg("way", "none").arg("value", "–").build(),
    }
}

/// What is asked for does not fit the switch: the most that does, and the first of these that is enough: more tiers,
/// leaves that serve whole nodes, a larger switch, more oversubscription, fewer nodes. `stands` says whether a fabric can
/// be wired too.
#[expect(
    clippy::too_many_arguments,
    reason = "each is one thing that was asked for; a struct would only rename them"
)]
pub(super) fn too_large(
    design: &Design,
    at: &str,
    spec: &FabricSpec,
    switch: &Switch,
    demand: &Demand,
    (cluster, catalog): (&Cluster, &Catalog),
    (plan, error): (&Plan, SizingError),
    stands: &dyn Fn(&FabricSpec) -> bool,
) -> Finding {
    let SizingError::TooManyEndpoints {
        endpoints,
        max,
        tiers,
    } = error
    else {
        return FindingBuilder::error("fabric.nothing_to_join")
            .arg("endpoints", format::count(plan.request.endpoints))
            .arg("radix", format::count(plan.request.radix))
            .at(at)
            .remove(at)
            .build();
    };
    let builder = FindingBuilder::error("switch.ports_exceeded")
        .arg("endpoints", format::count(endpoints * plan.planes))
        .arg("max", format::count(max * plan.planes))
        .arg("switch", switch.name.as_str())
        .arg("radix", format::count(plan.request.radix))
        .arg("rule", rule(plan))
        .count("tiers", tiers.into())
        .at(format!("{at}/topology"));
    let fits = |spec: &FabricSpec| fits(spec, demand, switch);
    let other = |topology| FabricSpec {
        topology,
        ..spec.clone()
    };
    for topology in [
        TopologyKind::Auto,
        TopologyKind::ThreeTier,
        TopologyKind::DragonflyPlus,
    ] {
        if topology != spec.topology && fits(&other(topology)) && stands(&other(topology)) {
            return builder
                .arg("way", "topology")
                .arg("value", topology.id())
                .set(format!("{at}/topology"), topology.id())
                .build();
        }
    }
    let larger =
        fitting_switch(spec, demand, cluster, catalog, Some(switch.protocol)).filter(|other| {
            stands(&FabricSpec {
                switch: Some(other.id.clone()),
                ..spec.clone()
            })
        });
    if larger.is_some() {
        return offer_switch(builder, at, larger);
    }
    let ratio = (2..=MAX_RATIO).find(|ratio| {
        let asked = f64::from(*ratio);
        asked > spec.oversubscription.leaf()
            && fits(&FabricSpec {
                oversubscription: crate::design::Oversubscription::Leaf(asked),
                ..spec.clone()
            })
    });
    if let Some(ratio) = ratio {
        return builder
            .arg("way", "ratio")
            .arg("value", format::count(ratio.into()))
            .set(format!("{at}/oversubscription"), f64::from(ratio))
            .build();
    }
    fewer_nodes(builder, design, at, spec, demand, plan, max)
}

/// Ratios beyond this are no plan.
const MAX_RATIO: u32 = 8;

/// The rule that is broken, as a word for the message.
fn rule(plan: &Plan) -> &'static str {
    match plan.topology {
        TopologyKind::RailOnly => "rail",
        TopologyKind::DragonflyPlus => "group",
        _ if plan.request.rails.is_some() => "rails",
        _ => "ports",
    }
}

fn fewer_nodes(
    builder: FindingBuilder,
    design: &Design,
    at: &str,
    spec: &FabricSpec,
    demand: &Demand,
    plan: &Plan,
    max: u64,
) -> Finding {
    let per_node = demand.endpoints.div_ceil(demand.nodes.max(1)).max(1);
    let most = (max * plan.planes).saturating_sub(spec.extra_endpoints.into()) / per_node;
    let there: u64 = design.pools.iter().map(|pool| u64::from(pool.count)).sum();
    let grows = spec.grow_to_nodes.is_some();
    let way = match most {
        0 => "larger",
        _ if grows && most > there => "growth",
        _ => "nodes",
    };
    let builder = builder.arg("way", way).arg("value", format::count(most));
    match design.pools.as_slice() {
        _ if way == "growth" => builder.set(format!("{at}/grow_to_nodes"), most).build(),
        [_] if way == "nodes" && !grows => builder.set("/pools/0/count", most).build(),
        _ => builder.build(),
    }
}
