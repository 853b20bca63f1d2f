//! A fabric that was sized: its tiers, cables and what the report says of it.

use super::cabling::{CableChoice, LowerCage, NodeCage, lengths};
use super::demand::Demand;
use super::growth::Growth;
use super::joining::choose_cable;
use super::plan::Plan;
use super::sides::{Models, PortSide, Sides, Uplinks};
use super::sizing::{ClosSize, leaf_split};
use crate::catalog::{Catalog, PortGroup, Switch};
use crate::design::{FabricSpec, Network, Routing, TopologyKind};
use crate::report::{CableGroup, FabricReport, Tier, TierRole, TierSide};

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
    /// The switch next to the nodes; none for topology `none`.
    pub switch: Option<Switch>,
    /// Switches of other models above it: of spines and of core switches.
    pub above: [Option<Switch>; 2],
    /// Ports of each tier.
    pub sides: Sides,
    /// Rate of one link to a node, Gbit/s.
    pub link_gbit_s: f64,
    /// Links between switches, where they run at another rate.
    pub uplinks: Option<Uplinks>,
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

impl Layout {
    /// The ratio between two halves of the endpoints; 1 without switches.
    pub fn crossing_ratio(&self) -> f64 {
        self.size.map_or(1.0, |size| size.crossing_ratio())
    }

    /// The model of a tier; none for topology `none`.
    pub fn switch_of(&self, role: TierRole) -> Option<&Switch> {
        let above = match role {
            TierRole::Leaf => None,
            TierRole::Spine => self.above[0].as_ref(),
            TierRole::Core => self.above[1].as_ref(),
        };
        above.or(self.switch.as_ref())
    }

    /// The models of the tiers that are there, from below, each once, with the wish that names it.
    pub fn models(&self) -> Vec<(&'static str, &Switch)> {
        let mut models: Vec<(&'static str, &Switch)> = Vec::new();
        for tier in &self.report.tiers {
            let field = match tier.role {
                TierRole::Leaf => "switch",
                TierRole::Spine => "spine_switch",
                TierRole::Core => "core_switch",
            };
            if let Some(switch) = self.switch_of(tier.role)
                && models.iter().all(|(_, other)| other.id != switch.id)
            {
                models.push((field, switch));
            }
        }
        models
    }

    /// Downlinks and uplinks that a leaf would have at an oversubscription.
    pub fn leaf_split(&self, ratio: f64) -> Option<(u64, u64)> {
        leaf_split(
            self.report.radix,
            self.uplinks.map(|own| own.ports).as_ref(),
            ratio,
        )
    }
}

/// What parts of a group of cables follow from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunFacts {
    /// Whether the links of the group lead to extra endpoints.
    pub extra: bool,
}

pub(super) fn without_switches(index: usize, spec: &FabricSpec, demand: &Demand) -> Layout {
    Layout {
        index,
        network: spec.network,
        size: None,
        planned: None,
        switch: None,
        above: [None, None],
        sides: Sides::default(),
        link_gbit_s: demand.gbit_s,
        uplinks: None,
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
            uplink_gbit_s: None,
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
    models: &Models<'_>,
    plan: &Plan,
    size: ClosSize,
    racks: u64,
    catalog: &Catalog,
) -> Layout {
    let (switch, radix) = (models.leaf, plan.request.radix);
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
    // One switch has no links to others.
    let uplinks = plan.uplinks.filter(|_| size.tiers > 1);
    // Where ports are kept for later nodes, or cages for each side, a leaf is taken as full.
    let leaf_down = {
        if growth.later > growth.now || uplinks.is_some() {
            size.leaf_down
        } else {
            // Rails that stand alone have leaves of their own.
            let nodes = if rails > 1 && size.islands == size.planes {
                let whole = size.leaf_down / growth.now.max(1);
                growth.now * whole.clamp(1, rails) + u64::from(spec.extra_endpoints)
            } else {
                size.island().cables_node_leaf
            };
            nodes.min(size.leaf_down)
        }
    };
    // One switch has all its ports for nodes.
    let sides = if size.tiers > 1 {
        plan.sides
    } else {
        Sides::whole(switch, demand.gbit_s)
    };
    let tiers = tiers_of(models, &sides, &size, uplinks.as_ref(), leaf_down);
    let node_links_per_cage = demand.split * if demand.twin_port_cages { 2 } else { 1 };
    let lengths = lengths(spec, racks, demand.workstations, &size);
    let mut cables = Vec::new();
    let mut choices = Vec::new();
    let mut facts = Vec::new();
    // As many extra endpoints on each rail that stands alone and on each plane.
    let extra = endpoints.saturating_sub(demand.endpoints);
    let (nodes, between) = ((true, false), (false, false));
    let runs = [
        ("node", "leaf", endpoints - extra, lengths.node_leaf, nodes),
        ("node", "leaf", extra, lengths.node_leaf, (true, true)),
        (
            "leaf",
            "spine",
            size.cables_leaf_spine,
            lengths.leaf_spine,
            between,
        ),
        (
            "spine",
            "core",
            size.cables_spine_core,
            lengths.spine_core,
            between,
        ),
        (
            "spine",
            "spine",
            size.cables_spine_spine,
            lengths.spine_core,
            between,
        ),
    ];
    for (from, to, count, length, (to_node, to_extra)) in runs {
        if count == 0 {
            continue;
        }
        let cage = NodeCage {
            links: node_links_per_cage,
            connector: &demand.connector,
        };
        let [lower, upper] = sides.ends(from, to);
        let choice = choose_cable(
            catalog,
            models.at(to),
            if to_node { sides.down } else { upper },
            spec.cabling,
            length.meters,
            if to_node {
                LowerCage::Node(if to_extra { cage.of_extra() } else { cage })
            } else {
                LowerCage::Switch(models.at(from), lower)
            },
            true,
        );
        let choice = choice.or_else(|| choices.first().cloned().flatten().filter(|_| to_extra));
        facts.push(RunFacts { extra: to_extra });
        cables.push(CableGroup {
            from: from.to_owned(),
            to: to.to_owned(),
            kind: choice
                .as_ref()
                .map_or_else(|| "unknown".to_owned(), |choice| choice.kind.to_owned()),
            count,
            gbit_s: uplinks.filter(|_| !to_node).map(|own| own.up.gbit_s),
            length_m: length.meters,
            length_is_placed: length.placed,
        });
        choices.push(choice);
    }
    // Half of the endpoints talk to the other half over what the tiers between them carry.
    let bisection_gb_s = endpoints as f64 / 2.0 * demand.gbit_s / 8.0 / size.crossing_ratio();
    Layout {
        index,
        network: spec.network,
        size: Some(size),
        planned: None,
        switch: Some(switch.clone()),
        above: models.above(),
        sides,
        link_gbit_s: demand.gbit_s,
        uplinks,
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
            uplink_gbit_s: uplinks.map(|own| own.up.gbit_s),
            radix,
            endpoints,
            rails,
            planes: plan.planes,
            grow_to_nodes: spec.grow_to_nodes,
            reserved_ports: whole - top(&size),
            tiers,
            cables,
            oversubscription_requested: spec.requested_ratio(size.uplink_rate),
            oversubscription: size.ratio(),
            even_uplinks: size.even,
            bisection_gb_s,
            routing: routing_id(spec.routing).to_owned(),
            max_endpoints: size.max_endpoints,
        },
    }
}

/// Line cards of a chassis for so many links down and up, with so many a cage; none for a switch of one piece.
fn line_cards(switch: &Switch, links: [u64; 2], sides: [PortSide; 2]) -> Option<u64> {
    let chassis = switch.chassis.as_ref()?;
    let cages: u64 = (0..2)
        .map(|at| links[at].div_ceil(sides[at].cage_links))
        .sum();
    let cards = cages.div_ceil(switch.card_cages());
    Some(cards.clamp(1, chassis.slots.into()))
}

/// Ports of a tier with so many cages a switch, of which all would carry `most` links.
fn ports(to: &str, side: PortSide, used: u64, count: u64, cages: [u64; 2], most: u64) -> TierSide {
    let [there, all] = cages;
    let each = if there == all {
        most
    } else {
        (there * side.cage_links).min(most)
    };
    TierSide {
        to: to.to_owned(),
        gbit_s: side.gbit_s,
        ports_used: used,
        ports_total: count * each,
        cages_used: used.div_ceil(side.cage_links).min(count * there),
        cages_total: count * there,
    }
}

/// The tiers that are there; `leaf_down` are the links down of the fullest leaf.
fn tiers_of(
    models: &Models<'_>,
    sides: &Sides,
    size: &ClosSize,
    uplinks: Option<&Uplinks>,
    leaf_down: u64,
) -> Vec<Tier> {
    let core_down = size.cables_spine_core.div_ceil(size.core.max(1));
    let between = size.cables_leaf_spine + size.cables_spine_core;
    let mut tiers = Vec::new();
    for (role, count, links, used) in [
        (
            TierRole::Leaf,
            size.leaf,
            [size.leaf_down, size.leaf_up],
            size.cables_node_leaf + size.cables_leaf_spine,
        ),
        (
            TierRole::Spine,
            size.spine,
            [size.spine_down, size.spine_up],
            between + 2 * size.cables_spine_spine,
        ),
        (
            TierRole::Core,
            size.core,
            [core_down, 0],
            size.cables_spine_core,
        ),
    ] {
        let leaf = role == TierRole::Leaf;
        if !leaf && count == 0 {
            continue;
        }
        let switch = models.at(role.id());
        let [down, up] = [false, true].map(|up| sides.at(role, up));
        let fullest = [if leaf { leaf_down } else { links[0] }, links[1]];
        let each = line_cards(switch, fullest, [down, up]);
        let all = switch.ports.get(down.group).map_or(1, PortGroup::cages);
        let all = u64::from(all).max(1);
        let there = each.map_or(all, |cards| cards * switch.card_cages());
        let own = match uplinks {
            Some(own) if leaf => {
                let cages = own.cages(switch, there, size.leaf_down);
                let of = |at: usize, to, side: PortSide, used| {
                    let shared = u64::from(own.ports.shared_cages.is_some());
                    let all = cages[at] + shared * own.ports.most[at];
                    ports(to, side, used, count, [cages[at], all], own.ports.most[at])
                };
                vec![
                    of(0, "node", down, size.cables_node_leaf),
                    of(1, "switch", up, size.cables_leaf_spine),
                ]
            }
            // All links of the switch are of one rate.
            _ => vec![ports("switch", up, used, count, [there, all], up.links)],
        };
        let sum = |of: fn(&TierSide) -> u64| own.iter().map(of).sum();
        tiers.push(Tier {
            role,
            switch: switch.id.clone(),
            name: switch.name.clone(),
            count,
            ports_used: sum(|side| side.ports_used),
            ports_total: sum(|side| side.ports_total),
            cages_used: sum(|side| side.cages_used),
            cages_total: sum(|side| side.cages_total),
            down_per_switch: links[0],
            up_per_switch: links[1],
            links_to_each_above: if leaf { size.links_leaf_to_spine } else { 0 },
            line_cards: each.map(|each| count * each),
            sides: if uplinks.is_some() { own } else { Vec::new() },
        });
    }
    tiers
}
