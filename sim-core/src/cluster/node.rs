//! A node with its parts.

use std::collections::BTreeMap;

use super::host::{HostPaths, catalog_host, inline_host};
use super::scale_up::ScaleUpLinks;
use super::{Adapters, BridgeState};
use crate::catalog::{Catalog, Gpu, Nic, NicGroup, NodeCategory, NodeType};
use crate::design::{InlineNode, Measured, MeasuredLink, Network};

/// Equal adapters of a node that serve one network.
#[derive(Clone, Debug)]
pub struct Adapter {
    /// The adapter.
    pub nic: Nic,
    /// Adapters in the node.
    pub count: u32,
    /// Ports used of each.
    pub ports_per_nic: u32,
    /// Line rate of a port, Gbit/s per direction.
    pub gbit_s_per_port: f64,
    /// Position of the slot that holds the first one, where the node is written out.
    pub slot: Option<u32>,
}

impl Adapter {
    /// Ports to be wired.
    pub fn ports(&self) -> u32 {
        self.count * self.ports_per_nic
    }

    /// Line rate of all ports together, GB/s per direction.
    pub fn gb_s(&self) -> f64 {
        f64::from(self.ports()) * self.gbit_s_per_port / 8.0
    }
}

/// A node with its parts looked up.
#[derive(Clone, Debug)]
pub struct ResolvedNode {
    /// For people.
    pub name: String,
    /// Catalogue id; none for a node that is written out.
    pub catalog_id: Option<String>,
    /// What sort of system it is.
    pub category: NodeCategory,
    /// The GPU.
    pub gpu: Gpu,
    /// GPUs in the node.
    pub gpu_count: u32,
    /// Links between GPUs.
    pub scale_up: ScaleUpLinks,
    /// Paths through the host.
    pub host: HostPaths,
    /// Adapters by network.
    pub adapters: Adapters,
    /// What each bridge of an inline node does, in its order.
    pub bridges: Vec<BridgeState>,
    /// The node as it was written out.
    pub inline: Option<InlineNode>,
    /// Maximum power, W; none when unknown.
    pub max_w: Option<f64>,
    /// Height, rack units; none when unknown or not a rack part.
    pub rack_units: Option<u32>,
    /// Mass, kg; none when unknown.
    pub weight_kg: Option<f64>,
    /// Racks that the system fills, for rack-scale systems.
    pub racks: Option<u32>,
    /// Bandwidths that the user measured on its links.
    pub measured: Vec<Measured>,
    /// Compute trays of a rack-scale system; 0 for others.
    pub compute_trays: u32,
    /// Its NVLink switch trays.
    pub switch_trays: u32,
    /// Power shelves on the bus bar of each of its racks, and what one gives, kW; none where the catalogue has no figure.
    pub power_shelves: Option<(u32, f64)>,
    /// Whether it needs liquid.
    pub liquid_cooled: bool,
    /// Compute adapters come out two to a cage (DGX H100, B200: the catalogue's layout names the OSFP cages).
    pub twin_port_cages: bool,
}

/// Draw of a workstation without its cards when the design does not say, W: an ATX host with one CPU at load.
/// An estimate: desktop CPUs are rated 125 to 170 W, board, memory, drives and fans take 60 to 100 W.
pub const DEFAULT_HOST_W: f64 = 250.0;

impl ResolvedNode {
    /// A node of the catalogue.
    pub fn from_catalog(record: &NodeType, gpu: &Gpu, catalog: &Catalog) -> Self {
        let mut adapters = BTreeMap::new();
        for (network, group) in [
            (Network::Compute, &record.nics.compute),
            (Network::Storage, &record.nics.storage),
            (Network::Inband, &record.nics.inband),
            (Network::Oob, &record.nics.mgmt),
        ] {
            if let Some(group) = group
                && let Some(adapter) = adapter_of(group, catalog)
            {
                adapters.insert(network, adapter);
            }
        }
        Self {
            name: record.name.clone(),
            catalog_id: Some(record.id.clone()),
            category: record.category,
            gpu: gpu.clone(),
            gpu_count: record.gpu_count,
            scale_up: ScaleUpLinks::from_catalog(record, gpu, catalog),
            host: catalog_host(record, gpu),
            adapters,
            bridges: Vec::new(),
            inline: None,
            max_w: record.max_power_w,
            rack_units: record.rack_units,
            weight_kg: record.weight_kg,
            racks: record.racks,
            measured: Vec::new(),
            compute_trays: record.compute_trays.unwrap_or_default(),
            switch_trays: record.switch_trays.unwrap_or_default(),
            power_shelves: record.power_shelves.zip(record.power_shelf_kw),
            liquid_cooled: record.liquid_cooled,
            twin_port_cages: record.pcie_topology.contains("OSFP cages for 8 NICs"),
        }
    }

    /// A node that is written out in the design.
    pub fn from_inline(inline: &InlineNode, gpu: &Gpu, catalog: &Catalog) -> Self {
        let (scale_up, bridges) = ScaleUpLinks::from_inline(inline, gpu, catalog);
        let mut adapters: Adapters = BTreeMap::new();
        // Equal adapters add up. Another one on the same network is an error that `check::nics` finds.
        for spec in &inline.nics {
            if let Some(nic) = catalog.nic(&spec.id) {
                adapters
                    .entry(spec.network)
                    .and_modify(|adapter| {
                        if adapter.nic.id == nic.id {
                            adapter.count += spec.count;
                        }
                    })
                    .or_insert_with(|| Adapter {
                        nic: nic.clone(),
                        count: spec.count,
                        ports_per_nic: nic.ports,
                        gbit_s_per_port: nic.gbit_s_per_port,
                        slot: spec.slot,
                    });
            }
        }
        let name = if inline.name.is_empty() {
            format!("{} × {}", inline.count, gpu.name)
        } else {
            inline.name.clone()
        };
        Self {
            name,
            catalog_id: None,
            category: if inline.rack_units.is_some() {
                NodeCategory::Server
            } else {
                NodeCategory::Workstation
            },
            gpu: gpu.clone(),
            gpu_count: inline.count,
            scale_up,
            host: inline_host(inline, gpu),
            adapters,
            bridges,
            inline: Some(inline.clone()),
            max_w: Some(
                f64::from(inline.count) * gpu.tdp_w + inline.host_w.unwrap_or(DEFAULT_HOST_W),
            ),
            rack_units: inline.rack_units,
            weight_kg: None,
            racks: None,
            measured: Vec::new(),
            compute_trays: 0,
            switch_trays: 0,
            power_shelves: None,
            liquid_cooled: false,
            twin_port_cages: false,
        }
    }

    /// Puts another adapter in place, as many as before (one where there was none), at its own rate.
    pub fn replace_adapter(&mut self, network: Network, nic: &Nic) {
        let (count, ports_per_nic) = self.adapters.get(&network).map_or((1, nic.ports), |old| {
            (old.count, old.ports_per_nic.min(nic.ports))
        });
        self.adapters.insert(
            network,
            Adapter {
                nic: nic.clone(),
                count,
                ports_per_nic,
                gbit_s_per_port: nic.gbit_s_per_port,
                slot: None,
            },
        );
    }

    /// What the user measured on a link: its own figure before that of its class, that of its pool before that of all pools.
    pub fn measured_gb_s(
        &self,
        link: MeasuredLink,
        gpus: &[u32],
        adapter: Option<u32>,
    ) -> Option<f64> {
        self.measured
            .iter()
            .filter(|figure| figure.is_of(link, gpus, adapter))
            .max_by_key(|figure| (figure.is_single(), figure.pool.is_some()))
            .map(|figure| figure.gb_s)
    }

    /// Racks that it fills: one, but for rack-scale systems of several.
    pub fn racks_each(&self) -> u32 {
        self.racks.unwrap_or(1).max(1)
    }

    /// Compute and NVLink switch trays of each of its racks.
    pub fn trays_per_rack(&self) -> [u32; 2] {
        [self.compute_trays, self.switch_trays].map(|trays| trays / self.racks_each())
    }

    /// The adapters that carry GPU traffic between nodes.
    pub fn compute_adapter(&self) -> Option<&Adapter> {
        self.adapters.get(&Network::Compute)
    }

    /// GPUs of one scale-up domain.
    pub fn domain_gpus(&self) -> u32 {
        self.scale_up.domain_gpus(self.gpu_count)
    }

    /// Scale-up bandwidth of one GPU, GB/s per direction: all its links, or its slot where it has none in use.
    pub fn scale_up_gb_s_per_gpu(&self) -> Option<f64> {
        if self.gpu_count < 2 {
            return None;
        }
        self.scale_up
            .gb_s_per_gpu()
            .or_else(|| self.host.slowest_slot_gb_s())
    }

    /// Line rate of the compute adapters for one GPU, GB/s per direction.
    pub fn scale_out_gb_s_per_gpu(&self) -> Option<f64> {
        self.compute_adapter()
            .map(|adapter| adapter.gb_s() / f64::from(self.gpu_count.max(1)))
    }
}

fn adapter_of(group: &NicGroup, catalog: &Catalog) -> Option<Adapter> {
    Some(Adapter {
        nic: catalog.nic(&group.nic_id)?.clone(),
        count: group.count,
        ports_per_nic: group.ports_per_nic,
        gbit_s_per_port: group.gbit_s_per_port,
        slot: None,
    })
}
