//! A fabric of a design: what it joins, with which switch, in how many tiers.

use std::collections::BTreeMap;

use podwright_locales::format;

use super::demand::{Demand, demand};
use super::layout::{Layout, with_switches, without_switches};
use super::placed::place_cables;
use super::plan::Plan;
use super::racks::compute_racks;
use super::refuse::{
    fitting_above, fitting_switch, offer_above, offer_switch, speaks_with, too_large,
};
use super::sides::{Misfit, Models, Uplinks};
use super::sizing::ClosSize;
use crate::catalog::{Catalog, LinkProtocol, NicProtocol, Switch};
use crate::check::FindingBuilder;
use crate::cluster::Cluster;
use crate::design::{Design, FabricSpec, Network, Routing, TopologyKind};
use crate::report::Finding;

/// Sizes every fabric of the design and places it, so that cables have the lengths between their ends. One that can't
/// be built as asked is an error finding and is left out.
pub fn lay_out(
    design: &Design,
    cluster: &Cluster,
    catalog: &Catalog,
) -> (Vec<Layout>, Vec<Finding>) {
    let (mut layouts, findings) = size_fabrics(design, cluster, catalog);
    place_cables(design, cluster, catalog, &mut layouts);
    (layouts, findings)
}

/// Sizes every fabric of the design with class estimates of lengths. One that can't be built as asked is an error finding
/// and is left out.
pub fn size_fabrics(
    design: &Design,
    cluster: &Cluster,
    catalog: &Catalog,
) -> (Vec<Layout>, Vec<Finding>) {
    let mut findings = Vec::new();
    let mut layouts = Vec::new();
    let racks = compute_racks(&design.site, cluster)
        .iter()
        .map(|group| group.count)
        .sum();
    for (index, spec) in design.fabrics.iter().enumerate() {
        // A fabric joins all adapters of its network: a second one would plug a cable into each port again.
        let first = design.fabrics[..index]
            .iter()
            .find(|other| other.network == spec.network);
        if let Some(first) = first {
            findings.push(
                FindingBuilder::error("fabric.network_twice")
                    .arg("fabric", &spec.id)
                    .arg("first", &first.id)
                    .arg("network", spec.network.id())
                    .at(format!("/fabrics/{index}/network"))
                    .remove(format!("/fabrics/{index}"))
                    .build(),
            );
            continue;
        }
        if let Some(layout) =
            lay_out_one(design, index, spec, racks, cluster, catalog, &mut findings)
        {
            layouts.push(layout);
        }
    }
    (layouts, findings)
}

fn lay_out_one(
    design: &Design,
    index: usize,
    spec: &FabricSpec,
    racks: u64,
    cluster: &Cluster,
    catalog: &Catalog,
    findings: &mut Vec<Finding>,
) -> Option<Layout> {
    let at = format!("/fabrics/{index}");
    let demand = demand(&at, spec, cluster, findings)?;
    if spec.topology == TopologyKind::None {
        return Some(without_switches(index, spec, &demand));
    }
    let fitting = |protocol| fitting_switch(spec, &demand, cluster, catalog, protocol);
    let Some(switch_id) = &spec.switch else {
        let builder = FindingBuilder::error("fabric.no_switch")
            .arg("endpoints", format::count(demand.endpoints))
            .arg("rate", format::trimmed(demand.gbit_s, 1))
            .at(format!("{at}/switch"));
        findings.push(offer_switch(builder, &at, fitting(None)));
        return None;
    };
    let Some(switch) = catalog.switch(switch_id) else {
        findings.push(
            FindingBuilder::error("part.unknown")
                .arg("kind", "switch")
                .arg("id", switch_id.as_str())
                .at(format!("{at}/switch"))
                .build(),
        );
        return None;
    };
    if !check_protocol(design, index, spec, switch, cluster, catalog, findings) {
        return None;
    }
    let toward = switch.toward(&demand.connector, demand.gbit_s);
    let switch = toward.as_ref();
    let radix = u64::from(switch.links_at(demand.gbit_s));
    if radix < 2 || switch.protocol == LinkProtocol::Nvlink {
        let builder = FindingBuilder::error("switch.no_such_rate")
            .arg("switch", switch.name.as_str())
            .arg("rate", format::trimmed(demand.gbit_s, 1))
            .arg("links", format::count(radix))
            .at(format!("{at}/switch"));
        findings.push(offer_switch(
            builder,
            &at,
            fitting(Some(switch.protocol)).or_else(|| fitting(None)),
        ));
        return None;
    }
    if spec.topology == TopologyKind::RailOnly && demand.ports_per_node.is_none() {
        findings.push(
            FindingBuilder::error("fabric.rails_unequal")
                .arg("endpoints", format::count(demand.endpoints))
                .arg("nodes", format::count(demand.nodes))
                .at(format!("{at}/topology"))
                .set(format!("{at}/topology"), TopologyKind::Auto.id())
                .build(),
        );
        return None;
    }
    let whole = planned(&at, spec, &demand, findings)?;
    let models = match Models::of(spec, switch, catalog) {
        Ok(models) => models,
        Err((field, id)) => {
            findings.push(
                FindingBuilder::error("part.unknown")
                    .arg("kind", "switch")
                    .arg("id", id)
                    .at(format!("{at}/{field}"))
                    .build(),
            );
            return None;
        }
    };
    // A change that sizes but leaves runs that no cable joins would only move the error.
    let stands = |spec: &FabricSpec| {
        let mut alone = Design::empty("");
        alone.site.clone_from(&design.site);
        alone.fabrics.push(spec.clone());
        lay_out(&alone, cluster, catalog).0.iter().any(|layout| {
            let mut runs = layout.report.cables.iter().zip(&layout.cables);
            // Where no part of the rate is known at all, no change of the network brings one.
            let same = spec.switch == design.fabrics[index].switch;
            let none = same && layout.cables.iter().all(Option::is_none);
            none || runs.all(|(group, choice)| {
                choice
                    .as_ref()
                    .is_some_and(|choice| choice.reaches(group.length_m))
            })
        })
    };
    let fitting = |field| fitting_above(spec, field, &whole, switch, catalog, &stands);
    for (field, above) in [("spine_switch", models.spine), ("core_switch", models.core)] {
        if above.protocol != switch.protocol {
            let at = format!("{at}/{field}");
            let builder = FindingBuilder::error("fabric.tier_protocol")
                .arg("switch", switch.name.as_str())
                .arg("above", above.name.as_str())
                .at(at.as_str());
            findings.push(offer_above(builder, at, fitting(field)));
            return None;
        }
    }
    let plan = match Uplinks::of(spec, switch, whole.gbit_s) {
        Ok(uplinks) => match Plan::with(spec, &whole, &models, uplinks) {
            Ok(plan) => plan,
            Err(Misfit { field, gbit_s }) => {
                let above = if field == "spine_switch" {
                    models.spine
                } else {
                    models.core
                };
                let at = format!("{at}/{field}");
                let builder = FindingBuilder::error("switch.no_such_rate")
                    .arg("switch", above.name.as_str())
                    .arg("rate", format::trimmed(gbit_s, 1))
                    .arg("links", format::count(above.links_at(gbit_s).into()))
                    .arg("tier", "above")
                    .at(at.as_str());
                findings.push(offer_above(builder, at, fitting(field)));
                return None;
            }
        },
        Err(rate) => {
            findings.push(
                FindingBuilder::error("switch.no_such_rate")
                    .arg("switch", switch.name.as_str())
                    .arg("rate", format::trimmed(rate, 1))
                    .arg("links", format::count(switch.links_at(rate).into()))
                    .arg("way", "one_rate")
                    .at(format!("{at}/uplink_gbit_s"))
                    .remove(format!("{at}/uplink_gbit_s"))
                    .build(),
            );
            return None;
        }
    };
    if let Some(ports) = spec.leaf_ports.filter(|_| !plan.request.leaf_ports_fit()) {
        let at = format!("{at}/leaf_ports");
        let builder = FindingBuilder::error("fabric.leaf_ports")
            .arg("switch", switch.name.as_str())
            .arg("down", format::count(ports.down.into()))
            .arg("up", format::count(ports.up.into()))
            .arg("radix", format::count(radix))
            .arg("rates", if plan.uplinks.is_some() { "two" } else { "one" })
            .at(at.as_str());
        // With two rates the ports that are left have no single split.
        let finding = if plan.uplinks.is_some() {
            builder.remove(at)
        } else {
            let down = radix.saturating_sub(ports.up.into()).max(1);
            builder.set(at, serde_json::json!({"down": down, "up": radix - down}))
        };
        findings.push(finding.build());
        return None;
    }
    let (plan, size) = match plan.size() {
        Ok(sized) => sized,
        Err(error) => {
            findings.push(too_large(
                design,
                &at,
                spec,
                &models,
                &whole,
                (cluster, catalog),
                (&plan, error),
                &stands,
            ));
            return None;
        }
    };
    let mut layout = with_switches(index, spec, &demand, &models, &plan, size, racks, catalog);
    if whole.nodes > demand.nodes {
        let later_nodes = whole.nodes - demand.nodes;
        layout.planned = Some(ClosSize {
            later_nodes,
            ..size
        });
    }
    Some(layout)
}

/// What the fabric is sized for: the nodes there are, or those that it is to grow to.
fn planned(
    at: &str,
    spec: &FabricSpec,
    demand: &Demand,
    findings: &mut Vec<Finding>,
) -> Option<Demand> {
    let Some(nodes) = spec.grow_to_nodes.map(u64::from) else {
        return Some(demand.clone());
    };
    let reason = if nodes <= demand.nodes {
        "reached"
    } else if spec.topology == TopologyKind::DragonflyPlus {
        "groups"
    } else if demand.ports_per_node.is_none() {
        "mixed"
    } else {
        return demand.grown_to(nodes);
    };
    findings.push(
        FindingBuilder::error("fabric.growth_unplanned")
            .arg("reason", reason)
            .arg("nodes", format::count(demand.nodes))
            .arg("later", format::count(nodes))
            .at(format!("{at}/grow_to_nodes"))
            .remove(format!("{at}/grow_to_nodes"))
            .build(),
    );
    None
}

/// Whether adapters and switch have a protocol in common; and what load-aware routing needs beside it.
fn check_protocol(
    design: &Design,
    index: usize,
    spec: &FabricSpec,
    switch: &Switch,
    cluster: &Cluster,
    catalog: &Catalog,
    findings: &mut Vec<Finding>,
) -> bool {
    let mut all = true;
    for pool in &cluster.pools {
        let Some(adapter) = pool.node.adapters.get(&spec.network) else {
            continue;
        };
        let speaks = |protocol| adapter.nic.protocols.contains(&protocol);
        if !speaks_with(&adapter.nic, switch.protocol) {
            all = false;
            let at = format!("/fabrics/{index}");
            let builder = FindingBuilder::error("fabric.protocol")
                .arg("nic", adapter.nic.name.as_str())
                .arg("switch", switch.name.as_str())
                .at(format!("{at}/switch"));
            let fitting = demand(&at, spec, cluster, &mut Vec::new())
                .and_then(|demand| fitting_switch(spec, &demand, cluster, catalog, None));
            findings.push(offer_switch(builder, &at, fitting));
        }
        if spec.network == Network::Compute
            && spec.routing != Routing::Ecmp
            && switch.spectrum_x_capable
            && !speaks(NicProtocol::SpectrumX)
        {
            let finding = FindingBuilder::warning("fabric.spectrum_x_needs_supernic")
                .arg("nic", adapter.nic.name.as_str())
                .at(format!("{}/nics", pool.pointer()));
            // Another rate would change the wiring.
            let same_rate = catalog
                .nic(SUPERNIC)
                .is_some_and(|nic| nic.gbit_s_per_port == adapter.gbit_s_per_port);
            findings.push(if same_rate {
                finding
                    .set(
                        format!("{}/nics", pool.pointer()),
                        serde_json::json!(with_supernic(design, pool.index)),
                    )
                    .build()
            } else {
                finding.build()
            });
        }
    }
    all
}

/// The Spectrum-X end point of the 400G generation.
const SUPERNIC: &str = "bluefield-3-supernic";

/// The pool's own adapters with a SuperNIC for GPU traffic.
fn with_supernic(design: &Design, pool: usize) -> BTreeMap<Network, String> {
    let mut nics = design
        .pools
        .get(pool)
        .map(|pool| pool.nics.clone())
        .unwrap_or_default();
    nics.insert(Network::Compute, SUPERNIC.to_owned());
    nics
}
