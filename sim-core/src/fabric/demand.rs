//! What nodes bring to a network: links, their rate, and how many go to each plane.

use podwright_locales::format;

use crate::catalog::{Breakout, Nic, NodeCategory};
use crate::check::FindingBuilder;
use crate::cluster::{Adapter, Cluster};
use crate::design::FabricSpec;
use crate::design::Network;
use crate::report::Finding;

/// The links that nodes bring to a network.
#[derive(Clone)]
pub(super) struct Demand {
    pub endpoints: u64,
    pub nodes: u64,
    /// Adapters' ports per node, when equal in all pools.
    pub ports_per_node: Option<u64>,
    /// Rate of a link.
    pub gbit_s: f64,
    /// Links that each port of an adapter is split into.
    pub split: u64,
    /// Two adapters of a node share a cage.
    pub twin_port_cages: bool,
    /// Every pool is of workstations.
    pub workstations: bool,
    /// Connector of the first pool's adapter.
    pub connector: String,
}

impl Demand {
    /// What one pool brings.
    fn of(count: u64, adapter: &Adapter, split: u64, twin: bool, workstations: bool) -> Self {
        let ports = u64::from(adapter.ports()) * split;
        Self {
            endpoints: count * ports,
            nodes: count,
            ports_per_node: Some(ports),
            gbit_s: adapter.gbit_s_per_port / split as f64,
            split,
            twin_port_cages: twin,
            workstations,
            connector: adapter.nic.connector.clone(),
        }
    }

    /// The same with as many nodes in all, each alike; none where they are not.
    pub fn grown_to(&self, nodes: u64) -> Option<Self> {
        let ports = self.ports_per_node?;
        Some(Self {
            endpoints: nodes * ports,
            nodes,
            ..self.clone()
        })
    }

    fn add(&mut self, other: &Self) {
        self.endpoints += other.endpoints;
        self.nodes += other.nodes;
        if self.ports_per_node != other.ports_per_node {
            self.ports_per_node = None;
        }
        self.twin_port_cages &= other.twin_port_cages;
        self.workstations &= other.workstations;
    }
}

/// Into how many links an adapter's port has to be split for each of its ports to reach as many planes; none where that
/// can't be done.
fn split_for(adapter: &Adapter, planes: u64) -> Option<u64> {
    let ports = u64::from(adapter.ports_per_nic).max(1);
    if ports.is_multiple_of(planes) {
        return Some(1);
    }
    let ways = adapter.nic.breakout.iter().flatten();
    ways.filter_map(|text| Breakout::parse(text))
        .filter(|way| f64::from(way.links) * way.gbit_s <= adapter.gbit_s_per_port)
        .map(|way| u64::from(way.links))
        .filter(|links| (ports * links).is_multiple_of(planes))
        .min()
}

/// The largest count of planes below the one asked for that an adapter can be dealt over.
fn planes_below(adapter: &Adapter, planes: u64) -> u64 {
    (1..planes)
        .rev()
        .find(|fewer| split_for(adapter, *fewer).is_some())
        .unwrap_or(1)
}

/// Ways to split a port, in words.
fn ways(nic: &Nic) -> String {
    let ways: Vec<&str> = nic.breakout.iter().flatten().map(String::as_str).collect();
    ways.join(", ")
}

/// The links of all pools that have an adapter for the network; none, with an error, where they do not go together.
pub(super) fn demand(
    at: &str,
    spec: &FabricSpec,
    cluster: &Cluster,
    findings: &mut Vec<Finding>,
) -> Option<Demand> {
    let network = spec.network;
    let planes = u64::from(spec.planes).max(1);
    let mut demand: Option<Demand> = None;
    for pool in &cluster.pools {
        let Some(adapter) = pool.node.adapters.get(&network) else {
            continue;
        };
        let Some(split) = split_for(adapter, planes) else {
            let nearest = planes_below(adapter, planes);
            let splits = ways(&adapter.nic);
            findings.push(
                FindingBuilder::error("fabric.planes_unequal")
                    .arg("nic", adapter.nic.name.as_str())
                    .count("ports", adapter.ports_per_nic.into())
                    .arg("rate", format::trimmed(adapter.gbit_s_per_port, 1))
                    .arg("planes", format::count(planes))
                    .arg("splits", if splits.is_empty() { "–" } else { &splits })
                    .count("nearest", nearest)
                    .at(format!("{at}/planes"))
                    .set(format!("{at}/planes"), nearest)
                    .build(),
            );
            return None;
        };
        // DGX H100 and B200 bring eight adapters out through four cages (catalogue, `pcie_topology`).
        let osfp = adapter.nic.connector.contains("OSFP");
        let twin = network == Network::Compute && pool.node.twin_port_cages && osfp;
        let mut one = Demand::of(
            pool.count,
            adapter,
            split,
            twin,
            pool.node.category == NodeCategory::Workstation,
        );
        if let Some(asked) = spec.downlink_gbit_s {
            if asked > one.gbit_s {
                findings.push(
                    FindingBuilder::error("fabric.rate_above_adapter")
                        .arg("nic", adapter.nic.name.as_str())
                        .arg("asked", format::trimmed(asked, 1))
                        .arg("rate", format::trimmed(one.gbit_s, 1))
                        .at(format!("{at}/downlink_gbit_s"))
                        .set(format!("{at}/downlink_gbit_s"), one.gbit_s)
                        .build(),
                );
                return None;
            }
            one.gbit_s = asked;
        }
        match &mut demand {
            None => demand = Some(one),
            Some(sum) if sum.gbit_s == one.gbit_s && sum.split == one.split => sum.add(&one),
            Some(sum) => {
                findings.push(
                    FindingBuilder::error("fabric.mixed_rates")
                        .arg("first", format::trimmed(sum.gbit_s, 1))
                        .arg("second", format::trimmed(one.gbit_s, 1))
                        .at(at)
                        .build(),
                );
                return None;
            }
        }
    }
    if demand.is_none() {
        findings.push(
            FindingBuilder::error("fabric.no_adapters")
                .arg("network", network.id())
                .at(at)
                .remove(at)
                .build(),
        );
    }
    demand
}
