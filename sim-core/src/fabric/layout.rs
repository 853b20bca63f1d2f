//! A fabric that was sized: its tiers, cables and what the report says of it.

use super::cabling::{CableChoice, NodeCage, lengths};
use super::demand::Demand;
use super::growth::Growth;
use super::joining::choose_cable;
use super::plan::Plan;
use super::sides::{PortSide, Uplinks};
use super::sizing::{ClosSize, leaf_split};
use crate::catalog::{Catalog, Switch};
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
    /// The switch; none for topology `none`.
    pub switch: Option<Switch>,
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

    /// Ports of the switch for links to nodes, or for those between switches.
    pub fn side(&self, to_node: bool) -> PortSide {
        match (&self.uplinks, &self.switch) {
            (Some(uplinks), _) if to_node => uplinks.down,
            (Some(uplinks), _) => uplinks.up,
            (None, Some(switch)) => PortSide::whole(switch, self.link_gbit_s),
            (None, None) => PortSide {
                gbit_s: self.link_gbit_s,
                cage_links: 1,
                group: 0,
            },
        }
    }

    /// Downlinks and uplinks that a leaf would have at an oversubscription.
    pub fn leaf_split(&self, ratio: f64) -> Option<(u64, u64)> {
        leaf_split(
            self.report.radix,
            self.uplinks.map(|own| own.ports).as_ref(),
            ratio,
        )
    }

    /// Links of a switch above the leaves.
    pub fn upper_radix(&self) -> u64 {
        self.uplinks
            .map_or(self.report.radix, |uplinks| uplinks.ports.radix)
    }
}

/// What parts of a group of cables follow from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunFacts {
    /// Links of the group that lead to extra endpoints: all or none.
    pub extra: u64,
}

pub(super) fn without_switches(index: usize, spec: &FabricSpec, demand: &Demand) -> Layout {
    Layout {
        index,
        network: spec.network,
        size: None,
        planned: None,
        switch: None,
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
    // One switch has no links to others.
    let uplinks = plan.uplinks.filter(|_| size.tiers > 1);
    let cards = Cards {
        switch,
        // Where ports are kept for later nodes, or cages for each side, a leaf is taken as full.
        leaf_down: if growth.later > growth.now || uplinks.is_some() {
            size.leaf_down
        } else {
            let nodes = if rails > 1 {
                let whole = size.leaf_down / growth.now.max(1);
                growth.now * whole.max(1) + u64::from(spec.extra_endpoints)
            } else {
                size.island().cables_node_leaf
            };
            nodes.min(size.leaf_down)
        },
    };
    let tiers = tiers_of(switch, radix, &size, uplinks.as_ref(), &cards);
    let sides = uplinks.map_or([PortSide::whole(switch, demand.gbit_s); 2], |own| {
        [own.down, own.up]
    });
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
        let choice = choose_cable(
            catalog,
            switch,
            sides[usize::from(!to_node)],
            spec.cabling,
            length.meters,
            to_node.then_some(if to_extra { cage.of_extra() } else { cage }),
            true,
        );
        let choice = choice.or_else(|| choices.first().cloned().flatten().filter(|_| to_extra));
        facts.push(RunFacts {
            extra: if to_extra { count } else { 0 },
        });
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

/// Line cards of a chassis.
struct Cards<'a> {
    switch: &'a Switch,
    /// Downlinks of the fullest leaf.
    leaf_down: u64,
}

impl Cards<'_> {
    /// Line cards for so many links down and up, with so many a cage.
    fn needed(&self, links: [u64; 2], per_cage: [u64; 2]) -> Option<u64> {
        let chassis = self.switch.chassis.as_ref()?;
        let cages: u64 = (0..2).map(|at| links[at].div_ceil(per_cage[at])).sum();
        let cards = cages.div_ceil(self.switch.card_cages());
        Some(cards.clamp(1, chassis.slots.into()))
    }

    /// Cages of a switch with so many cards.
    fn cages(&self, cards: Option<u64>) -> u64 {
        match cards {
            Some(cards) => cards * self.switch.card_cages(),
            None => self.switch.data_cages().max(1).into(),
        }
    }
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

fn tiers_of(
    switch: &Switch,
    radix: u64,
    size: &ClosSize,
    uplinks: Option<&Uplinks>,
    cards: &Cards<'_>,
) -> Vec<Tier> {
    // Links that one cage carries: 2 for twin-port cages and for 800G ports split in two.
    let all = u64::from(switch.data_cages()).max(1);
    let whole = PortSide {
        gbit_s: 0.0,
        cage_links: (radix / all).max(1),
        group: 0,
    };
    let sides = uplinks.map_or([whole; 2], |own| [own.down, own.up]);
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
        let [down, up] = if leaf { sides } else { [sides[1]; 2] };
        let fullest = [if leaf { cards.leaf_down } else { links[0] }, links[1]];
        let each = cards.needed(fullest, [down.cage_links, up.cage_links]);
        let there = cards.cages(each);
        let own = match uplinks {
            None => vec![ports("", whole, used, count, [there, all], radix)],
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
            Some(own) => {
                let all = u64::from(switch.ports[up.group].cages());
                let there = if each.is_some() { there } else { all };
                vec![ports(
                    "switch",
                    up,
                    used,
                    count,
                    [there, all],
                    own.ports.radix,
                )]
            }
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
