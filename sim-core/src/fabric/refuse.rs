//! Why a fabric can't be built as asked: the rule, the numbers, and the nearest change that makes it possible.

use podwright_locales::format;

use super::demand::Demand;
use super::plan::Plan;
use super::sides::Models;
use super::sizing::SizingError;
use crate::catalog::{Catalog, LinkProtocol, Nic, NicProtocol, Switch};
use crate::check::FindingBuilder;
use crate::cluster::Cluster;
use crate::design::{Design, FabricSpec, Network, TopologyKind};
use crate::report::{Finding, TierRole};

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
            (radix >= 2 && fits(spec, demand, &toward, catalog)).then_some((radix, switch))
        })
        .min_by_key(|(radix, _)| *radix)
        .map(|(_, switch)| switch)
}

/// Whether a leaf takes all links, with what is asked for above it.
fn fits(spec: &FabricSpec, demand: &Demand, leaf: &Switch, catalog: &Catalog) -> bool {
    Models::of(spec, leaf, catalog)
        .ok()
        .filter(|models| joins(models))
        .and_then(|models| Plan::of(spec, demand, &models))
        .is_some_and(|plan| plan.size().is_ok())
}

/// Whether switches of all tiers speak one protocol.
fn joins(models: &Models<'_>) -> bool {
    let each = models.each();
    each.iter().all(|model| model.protocol == each[0].protocol)
}

/// The switch of the catalogue with the fewest ports that does as a spine or core switch of a fabric; of equal ones the first.
pub(super) fn fitting_above<'a>(
    spec: &FabricSpec,
    field: &str,
    demand: &Demand,
    leaf: &Switch,
    catalog: &'a Catalog,
    stands: &dyn Fn(&FabricSpec) -> bool,
) -> Option<&'a Switch> {
    let mut candidates: Vec<(u64, &Switch)> = catalog
        .switches()
        .filter(|switch| switch.protocol == leaf.protocol)
        .filter_map(|switch| {
            let asked = above(spec, field, &switch.id);
            let models = Models::of(&asked, leaf, catalog)
                .ok()
                .filter(|models| joins(models))?;
            let plan = Plan::of(&asked, demand, &models)?;
            let side = plan.sides.at(role_of(field), false);
            plan.size().is_ok().then_some((side.links, switch))
        })
        .collect();
    candidates.sort_by_key(|(links, _)| *links);
    let mut fitting = candidates.into_iter().map(|(_, switch)| switch);
    fitting.find(|switch| stands(&above(spec, field, &switch.id)))
}

/// The fabric with another model above its leaves.
fn above(spec: &FabricSpec, field: &str, id: &str) -> FabricSpec {
    let mut asked = spec.clone();
    let own = if field == "spine_switch" {
        &mut asked.spine_switch
    } else {
        &mut asked.core_switch
    };
    *own = Some(id.to_owned());
    asked
}

/// The tier that a wish names the model of.
fn role_of(field: &str) -> TierRole {
    if field == "spine_switch" {
        TierRole::Spine
    } else {
        TierRole::Core
    }
}

/// Adds another model for the place of one that is of no use there, or takes the wish out.
pub(super) fn offer_above(
    builder: FindingBuilder,
    at: String,
    fitting: Option<&Switch>,
) -> Finding {
    match fitting {
        Some(switch) => builder
            .arg("way", "switch")
            .arg("value", switch.name.as_str())
            .set(at, switch.id.as_str())
            .build(),
        None => builder
            .arg("way", "same")
            .arg("value", "–")
            .remove(at)
            .build(),
    }
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
    models: &Models<'_>,
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
    let switch = models.leaf;
    let (names, radix) = named(models, plan, tiers);
    let builder = FindingBuilder::error("switch.ports_exceeded")
        .arg("endpoints", format::count(endpoints * plan.planes))
        .arg("max", format::count(max * plan.planes))
        .arg("switch", names)
        .arg("radix", radix)
        .arg("rule", rule(plan))
        .count("tiers", tiers.into())
        .at(format!("{at}/topology"));
    let fits = |spec: &FabricSpec| fits(spec, demand, switch, catalog);
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
    for (field, asked) in [
        ("spine_switch", &spec.spine_switch),
        ("core_switch", &spec.core_switch),
    ] {
        let larger = asked
            .as_ref()
            .and_then(|_| fitting_above(spec, field, demand, switch, catalog, stands));
        if larger.is_some() {
            return offer_above(builder, format!("{at}/{field}"), larger);
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

/// The models of so many tiers and their ports, each once, as the message has them.
fn named(models: &Models<'_>, plan: &Plan, tiers: u32) -> (String, String) {
    let tiers_of = [
        (models.leaf, plan.request.radix),
        (models.spine, plan.sides.spine.links),
        (models.core, plan.sides.core.links),
    ];
    let mut names = vec![models.leaf.name.as_str()];
    let mut radix = vec![format::count(plan.request.radix)];
    for pair in tiers_of[..tiers.min(3) as usize].windows(2) {
        if pair[0].0.id != pair[1].0.id {
            names.push(pair[1].0.name.as_str());
            radix.push(format::count(pair[1].1));
        }
    }
    (names.join(" / "), radix.join(" / "))
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
