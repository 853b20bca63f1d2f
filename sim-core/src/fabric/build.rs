//! A fabric of a design: what it joins, with which switch, in how many tiers.

use std::collections::BTreeMap;

use podwright_locales::format;

use super::cabling::{CableChoice, NodeCage, choose_cable};
use super::placed::place_cables;
use super::racks::compute_racks;
use super::sizing::{ClosRequest, ClosSize, RailRequest, SizingError, size_clos};
use crate::catalog::{Catalog, LinkProtocol, NicProtocol, NodeCategory, Switch};
use crate::check::FindingBuilder;
use crate::cluster::Cluster;
use crate::design::{Design, FabricSpec, Network, Routing, TopologyKind};
use crate::report::{CableGroup, FabricReport, Finding, Tier, TierRole};

/// A fabric that was sized.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Place in the design's list.
    pub index: usize,
    /// What it carries.
    pub network: Network,
    /// Counts; none for topology `none`.
    pub size: Option<ClosSize>,
    /// The switch; none for topology `none`.
    pub switch: Option<Switch>,
    /// Rate of one link, Gbit/s.
    pub link_gbit_s: f64,
    /// Nodes that it joins.
    pub nodes: u64,
    /// Two cages of a node hold the links of how many adapters each: 2 for twin-port cages.
    pub node_links_per_cage: u64,
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

/// Sizes every fabric of the design with class estimates of lengths. One that can't be built as asked is an error finding and is left out.
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

/// The links that nodes bring to a network.
struct Demand {
    endpoints: u64,
    nodes: u64,
    /// Adapters' ports per node, when equal in all pools.
    ports_per_node: Option<u64>,
    gbit_s: f64,
    twin_port_cages: bool,
    workstations: bool,
    /// Connector of the first pool's adapter.
    connector: String,
}

fn demand(
    at: &str,
    network: Network,
    cluster: &Cluster,
    findings: &mut Vec<Finding>,
) -> Option<Demand> {
    let mut demand: Option<Demand> = None;
    for pool in &cluster.pools {
        let Some(adapter) = pool.node.adapters.get(&network) else {
            continue;
        };
        let ports = u64::from(adapter.ports());
        let workstations = pool.node.category == NodeCategory::Workstation;
        // DGX H100 and B200 bring eight adapters out through four cages (catalogue, `pcie_topology`).
        let twin = network == Network::Compute && pool.node.twin_port_cages;
        match &mut demand {
            None => {
                demand = Some(Demand {
                    endpoints: pool.count * ports,
                    nodes: pool.count,
                    ports_per_node: Some(ports),
                    gbit_s: adapter.gbit_s_per_port,
                    twin_port_cages: twin,
                    workstations,
                    connector: adapter.nic.connector.clone(),
                });
            }
            Some(sum) => {
                if sum.gbit_s != adapter.gbit_s_per_port {
                    findings.push(
                        FindingBuilder::error("fabric.mixed_rates")
                            .arg("first", format::trimmed(sum.gbit_s, 1))
                            .arg("second", format::trimmed(adapter.gbit_s_per_port, 1))
                            .at(at)
                            .build(),
                    );
                    return None;
                }
                sum.endpoints += pool.count * ports;
                sum.nodes += pool.count;
                if sum.ports_per_node != Some(ports) {
                    sum.ports_per_node = None;
                }
                sum.twin_port_cages &= twin;
                sum.workstations &= workstations;
            }
        }
    }
    if demand.is_none() {
        findings.push(
            FindingBuilder::error("fabric.no_adapters")
                .arg("network", network.id())
                .at(at)
                .build(),
        );
    }
    demand
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
    if matches!(
        spec.topology,
        TopologyKind::RailOnly | TopologyKind::DragonflyPlus
    ) {
        findings.push(
            FindingBuilder::error("fabric.topology_not_modelled")
                .arg("topology", spec.topology.id())
                .at(format!("{at}/topology"))
                .set(format!("{at}/topology"), "auto")
                .build(),
        );
        return None;
    }
    let demand = demand(&at, spec.network, cluster, findings)?;
    if spec.topology == TopologyKind::None {
        return Some(without_switches(index, spec, &demand));
    }
    let Some(switch_id) = &spec.switch else {
        findings.push(
            FindingBuilder::error("fabric.no_switch")
                .at(format!("{at}/switch"))
                .build(),
        );
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
    check_protocol(design, index, spec, switch, cluster, catalog, findings);
    let radix = u64::from(switch.links_at(demand.gbit_s));
    if radix < 2 || switch.protocol == LinkProtocol::Nvlink {
        findings.push(
            FindingBuilder::error("switch.no_such_rate")
                .arg("switch", switch.name.as_str())
                .arg("rate", format::trimmed(demand.gbit_s, 1))
                .at(format!("{at}/switch"))
                .build(),
        );
        return None;
    }
    let by_rail = matches!(
        spec.topology,
        TopologyKind::RailOptimized | TopologyKind::Auto
    ) && spec.network == Network::Compute;
    let rails = demand
        .ports_per_node
        .filter(|ports| by_rail && *ports > 1 && demand.nodes > 1)
        .filter(|ports| spec.topology == TopologyKind::RailOptimized || *ports <= MAX_AUTO_RAILS);
    let request = ClosRequest {
        endpoints: demand.endpoints + u64::from(spec.extra_endpoints),
        radix,
        rails: rails.map(|rails| RailRequest {
            nodes: demand.nodes,
            rails,
            links_per_rail: 1,
        }),
        tiers: match spec.topology {
            TopologyKind::SingleSwitch => Some(1),
            TopologyKind::LeafSpine => Some(2),
            TopologyKind::ThreeTier => Some(3),
            _ => None,
        },
        leaf_oversubscription: spec.oversubscription.leaf(),
        pod_oversubscription: spec.oversubscription.pod(),
        spines: spec.spines,
    };
    let size = match size_clos(&request) {
        Ok(size) => size,
        Err(error) => {
            findings.push(too_large(&at, spec, switch, &request, error));
            return None;
        }
    };
    Some(with_switches(
        index, spec, &demand, switch, radix, rails, size, racks, catalog,
    ))
}

/// With `auto`, a node of more adapters than this is wired leaf by leaf: a rack of 72 is its own rail group.
const MAX_AUTO_RAILS: u64 = 16;

fn check_protocol(
    design: &Design,
    index: usize,
    spec: &FabricSpec,
    switch: &Switch,
    cluster: &Cluster,
    catalog: &Catalog,
    findings: &mut Vec<Finding>,
) {
    for pool in &cluster.pools {
        let Some(adapter) = pool.node.adapters.get(&spec.network) else {
            continue;
        };
        let speaks = |protocol| adapter.nic.protocols.contains(&protocol);
        let fits = match switch.protocol {
            LinkProtocol::Infiniband => speaks(NicProtocol::Infiniband),
            LinkProtocol::Ethernet => adapter
                .nic
                .protocols
                .iter()
                .any(|protocol| *protocol != NicProtocol::Infiniband),
            LinkProtocol::Nvlink => false,
        };
        if !fits {
            findings.push(
                FindingBuilder::error("fabric.protocol")
                    .arg("nic", adapter.nic.name.as_str())
                    .arg("switch", switch.name.as_str())
                    .at(format!("/fabrics/{index}/switch"))
                    .build(),
            );
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

fn too_large(
    at: &str,
    spec: &FabricSpec,
    switch: &Switch,
    request: &ClosRequest,
    error: SizingError,
) -> Finding {
    match error {
        SizingError::TooManyEndpoints {
            endpoints,
            max,
            tiers,
        } => {
            let builder = FindingBuilder::error("switch.ports_exceeded")
                .arg("endpoints", format::count(endpoints))
                .arg("max", format::count(max))
                .arg("switch", switch.name.as_str())
                .arg("radix", format::count(request.radix))
                .count("tiers", tiers.into())
                .at(format!("{at}/topology"));
            if tiers < 3 && spec.topology != TopologyKind::Auto {
                builder.set(format!("{at}/topology"), "auto").build()
            } else {
                builder.build()
            }
        }
        SizingError::Degenerate => FindingBuilder::error("fabric.nothing_to_join")
            .at(at.to_owned())
            .build(),
    }
}

fn without_switches(index: usize, spec: &FabricSpec, demand: &Demand) -> Layout {
    Layout {
        index,
        network: spec.network,
        size: None,
        switch: None,
        link_gbit_s: demand.gbit_s,
        nodes: demand.nodes,
        node_links_per_cage: 1,
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
fn with_switches(
    index: usize,
    spec: &FabricSpec,
    demand: &Demand,
    switch: &Switch,
    radix: u64,
    rails: Option<u64>,
    size: ClosSize,
    racks: u64,
    catalog: &Catalog,
) -> Layout {
    let topology = match size.tiers {
        1 => TopologyKind::SingleSwitch,
        _ if rails.is_some() => TopologyKind::RailOptimized,
        2 => TopologyKind::LeafSpine,
        _ => TopologyKind::ThreeTier,
    };
    let endpoints = size.cables_node_leaf;
    let tiers = tiers_of(switch, radix, &size);
    let node_links_per_cage = if demand.twin_port_cages { 2 } else { 1 };
    let lengths = super::cabling::lengths(spec, racks, demand.workstations, &size);
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
        switch: Some(switch.clone()),
        link_gbit_s: demand.gbit_s,
        nodes: demand.nodes,
        node_links_per_cage,
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
            rails: rails.unwrap_or(1),
            tiers,
            cables,
            oversubscription_requested: spec.oversubscription.leaf() * spec.oversubscription.pod(),
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
            size.cables_leaf_spine + size.cables_spine_core,
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
