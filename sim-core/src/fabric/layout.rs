//! A fabric that was sized: its tiers, cables and what the report says of it.

use super::cabling::{CableChoice, NodeCage, choose_cable, lengths};
use super::demand::Demand;
use super::growth::Growth;
use super::plan::Plan;
use super::sizing::ClosSize;
use crate::catalog::{Catalog, Switch};
use crate::design::{FabricSpec, Network, Routing, TopologyKind};
use crate::report::{CableGroup, FabricReport, Tier, TierRole};

/// A fabric that was sized.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Place in the design's list.
    pub index: usize,
    /// What it carries.
    pub network: Network,
    /// Counts; none for topology `none`.
    pub size: Option<ClosSize>,
    /// Counts with all nodes that the fabric is to grow to, where it is.
    pub planned: Option<ClosSize>,
    /// The switch; none for topology `none`.
    pub switch: Option<Switch>,
    /// Rate of one link, Gbit/s.
    pub link_gbit_s: f64,
    /// Nodes that it joins.
    pub nodes: u64,
    /// Two cages of a node hold the links of how many adapters each: 2 for twin-port cages.
    pub node_links_per_cage: u64,
    /// Links that each port of an adapter is split into, for planes.
    pub port_split: u64,
    /// Connector of the nodes' adapters, as the catalogue writes it.
    pub node_connector: String,
    /// Cables by where they run, in the order of the report, with the parts they are made of; none where no part of
    /// the catalogue reaches or fits.
    pub cables: Vec<Option<CableChoice>>,
    /// What else is known of the same cables.
    pub facts: Vec<RunFacts>,
    /// What the report says.
    pub report: FabricReport,
}

/// What parts of a group of cables follow from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunFacts {
    /// Links of the group that lead to extra endpoints.
    pub extra: u64,
    /// Cables with both plugs can be used.
    pub whole: bool,
}

pub(super) fn without_switches(index: usize, spec: &FabricSpec, demand: &Demand) -> Layout {
    Layout {
        index,
        network: spec.network,
        size: None,
        planned: None,
        switch: None,
        link_gbit_s: demand.gbit_s,
        nodes: demand.nodes,
        node_links_per_cage: 1,
        port_split: demand.split,
        node_connector: demand.connector.clone(),
        cables: Vec::new(),
        facts: Vec::new(),
        report: FabricReport {
            id: spec.id.clone(),
            network: spec.network.id().to_owned(),
            topology: TopologyKind::None.id().to_owned(),
            link_gbit_s: demand.gbit_s,
            radix: 0,
            endpoints: demand.endpoints,
            rails: 1,
            planes: 1,
            grow_to_nodes: None,
            reserved_ports: 0,
            tiers: Vec::new(),
            cables: Vec::new(),
            oversubscription_requested: spec.oversubscription.leaf(),
            oversubscription: 1.0,
            even_uplinks: true,
            bisection_gb_s: 0.0,
            routing: routing_id(spec.routing).to_owned(),
            max_endpoints: 0,
        },
    }
}

fn routing_id(routing: Routing) -> &'static str {
    match routing {
        Routing::Ecmp => "ecmp",
        Routing::Adaptive => "adaptive",
        Routing::Spray => "spray",
    }
}

#[expect(
    clippy::too_many_arguments,
    reason = "the last step of one function, cut for length"
)]
pub(super) fn with_switches(
    index: usize,
    spec: &FabricSpec,
    demand: &Demand,
    switch: &Switch,
    plan: &Plan,
    size: ClosSize,
    racks: u64,
    catalog: &Catalog,
) -> Layout {
    let radix = plan.request.radix;
    let rails = plan.request.rails.map_or(1, |request| request.rails.max(1));
    let topology = plan.built(&size);
    // One switch, or one a plane, serves all rails.
    let rails = if topology == TopologyKind::SingleSwitch {
        1
    } else {
        rails
    };
    let growth = Growth {
        now: demand.nodes,
        later: u64::from(spec.grow_to_nodes.unwrap_or_default()).max(demand.nodes),
        ports: demand.ports_per_node.unwrap_or_default() / plan.planes,
        by_rail: rails > 1,
    };
    let top = |size: &ClosSize| {
        if size.core > 0 {
            size.cables_spine_core
        } else {
            size.cables_leaf_spine
        }
    };
    let whole = top(&size);
    let size = if growth.later > growth.now {
        growth.built_now(&size)
    } else {
        size
    };
    let endpoints = size.cables_node_leaf;
    let tiers = tiers_of(switch, radix, &size);
    let node_links_per_cage = demand.split * if demand.twin_port_cages { 2 } else { 1 };
    let lengths = lengths(spec, racks, demand.workstations, &size);
    let mut cables = Vec::new();
    let mut choices = Vec::new();
    let mut facts = Vec::new();
    let runs = [
        (
            "node",
            "leaf",
            size.cables_node_leaf,
            lengths.node_leaf,
            true,
        ),
        (
            "leaf",
            "spine",
            size.cables_leaf_spine,
            lengths.leaf_spine,
            false,
        ),
        (
            "spine",
            "core",
            size.cables_spine_core,
            lengths.spine_core,
            false,
        ),
        (
            "spine",
            "spine",
            size.cables_spine_spine,
            lengths.spine_core,
            false,
        ),
    ];
    for (from, to, count, length, to_node) in runs {
        if count == 0 {
            continue;
        }
        let choice = choose_cable(
            catalog,
            switch,
            demand.gbit_s,
            spec.cabling,
            length.meters,
            to_node.then_some(NodeCage {
                links: node_links_per_cage,
                connector: &demand.connector,
            }),
            true,
        );
        facts.push(RunFacts {
            extra: if to_node {
                spec.extra_endpoints.into()
            } else {
                0
            },
            whole: true,
        });
        cables.push(CableGroup {
            from: from.to_owned(),
            to: to.to_owned(),
            kind: choice
                .as_ref()
                .map_or_else(|| "unknown".to_owned(), |choice| choice.kind.to_owned()),
            count,
            length_m: length.meters,
            length_is_placed: length.placed,
        });
        choices.push(choice);
    }
    // Half of the endpoints talk to the other half over what the tiers above the leaves carry.
    let bisection_gb_s = endpoints as f64 / 2.0 * demand.gbit_s / 8.0 / size.ratio().max(1.0);
    Layout {
        index,
        network: spec.network,
        size: Some(size),
        planned: None,
        switch: Some(switch.clone()),
        link_gbit_s: demand.gbit_s,
        nodes: demand.nodes,
        node_links_per_cage,
        port_split: demand.split,
        node_connector: demand.connector.clone(),
        cables: choices,
        facts,
        report: FabricReport {
            id: spec.id.clone(),
            network: spec.network.id().to_owned(),
            topology: topology.id().to_owned(),
            link_gbit_s: demand.gbit_s,
            radix,
            endpoints,
            rails,
            planes: plan.planes,
            grow_to_nodes: spec.grow_to_nodes,
            reserved_ports: whole - top(&size),
            tiers,
            cables,
            oversubscription_requested: spec.requested_ratio(),
            oversubscription: size.ratio(),
            even_uplinks: size.even,
            bisection_gb_s,
            routing: routing_id(spec.routing).to_owned(),
            max_endpoints: size.max_endpoints,
        },
    }
}

fn tiers_of(switch: &Switch, radix: u64, size: &ClosSize) -> Vec<Tier> {
    // Links that one cage carries: 2 for twin-port cages and for 800G ports split in two.
    let cages = u64::from(switch.data_cages()).max(1);
    let per_cage = (radix / cages).max(1);
    let tier = |role, count: u64, down: u64, up: u64, used: u64, above: u64| Tier {
        role,
        switch: switch.id.clone(),
        name: switch.name.clone(),
        count,
        ports_used: used,
        ports_total: count * radix,
        cages_used: used.div_ceil(per_cage).min(count * cages),
        cages_total: count * cages,
        down_per_switch: down,
        up_per_switch: up,
        links_to_each_above: above,
    };
    let mut tiers = vec![tier(
        TierRole::Leaf,
        size.leaf,
        size.leaf_down,
        size.leaf_up,
        size.cables_node_leaf + size.cables_leaf_spine,
        size.links_leaf_to_spine,
    )];
    if size.spine > 0 {
        tiers.push(tier(
            TierRole::Spine,
            size.spine,
            size.spine_down,
            size.spine_up,
            size.cables_leaf_spine + size.cables_spine_core + 2 * size.cables_spine_spine,
            0,
        ));
    }
    if size.core > 0 {
        tiers.push(tier(
            TierRole::Core,
            size.core,
            size.cables_spine_core.div_ceil(size.core),
            0,
            size.cables_spine_core,
            0,
        ));
    }
    tiers
}
