//! Workstations, servers, racks and cloud instances.

use serde::{Deserialize, Serialize};

use super::record::record;

record! {
    /// A system that is ordered as one item: a workstation, a server, a rack or a cloud instance.
    Nodes: pub struct NodeType {
        /// What sort of system it is.
        pub category: NodeCategory,
        /// Id of the accelerator.
        pub gpu_id: String,
        /// Accelerators in the system.
        pub gpu_count: u32,
        /// How the accelerators are joined.
        pub scale_up_topology: ScaleUpTopology,
        /// Network adapters by role.
        pub nics: NodeNics,
        /// Host processors, in words.
        pub cpu: String,
        /// PCIe layout, in words.
        pub pcie_topology: String,
        /// Vendor maximum, or an estimate for archetypes, W; `None` for instances of a provider.
        pub max_power_w: Option<f64>,
        /// Height, rack units.
        pub rack_units: Option<u32>,
        /// Mass, kg.
        pub weight_kg: Option<f64>,
        /// Whether the accelerators need liquid.
        pub liquid_cooled: bool,
        /// Compute trays of a rack system.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub compute_trays: Option<u32>,
        /// Accelerators in one compute tray.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub gpus_per_tray: Option<u32>,
        /// NVLink switch trays of a rack system.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub switch_trays: Option<u32>,
        /// Racks that the system fills.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub racks: Option<u32>,
    }
}

/// Sort of system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NodeCategory {
    /// A tower or bench build.
    Workstation,
    /// A rack server.
    Server,
    /// A system of one or more racks.
    Rack,
    /// An instance rented from a provider.
    Cloud,
}

/// How the accelerators of a system are joined.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ScaleUpTopology {
    /// Shape of the links.
    pub kind: TopologyKind,
    /// Accelerators of one scale-up domain.
    pub domain_gpus: u32,
    /// NVSwitch chips in the domain.
    pub switch_chips: u32,
    /// Id of the NVSwitch chip (an interconnect).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub switch_id: Option<String>,
    /// Id of the bridge (an interconnect).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bridge_id: Option<String>,
    /// Direct links between accelerator `i` and `j`; a row adds up to the accelerator's links.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_matrix: Option<Vec<Vec<u32>>>,
}

/// Shape of the scale-up links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TopologyKind {
    /// One accelerator.
    None,
    /// PCIe only.
    Pcie,
    /// Two cards with a bridge.
    Bridge,
    /// Several bridged pairs, PCIe between them.
    BridgePairs,
    /// DGX-1: direct links, not every pair.
    HybridCubeMesh,
    /// Every accelerator linked to every other over Infinity Fabric.
    FullMeshXgmi,
    /// All links into NVSwitch chips.
    Nvswitch,
}

/// The adapters of a system by role; `None` = the role is not served.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NodeNics {
    /// Scale-out traffic of the accelerators.
    pub compute: Option<NicGroup>,
    /// Storage, and in-band traffic where that has no ports of its own.
    pub storage: Option<NicGroup>,
    /// In-band traffic.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inband: Option<NicGroup>,
    /// Management.
    pub mgmt: Option<NicGroup>,
}

impl NodeNics {
    /// The roles that are served, with their names.
    pub fn roles(&self) -> impl Iterator<Item = (&'static str, &NicGroup)> {
        [
            ("compute", self.compute.as_ref()),
            ("storage", self.storage.as_ref()),
            ("inband", self.inband.as_ref()),
            ("mgmt", self.mgmt.as_ref()),
        ]
        .into_iter()
        .filter_map(|(role, group)| group.map(|group| (role, group)))
    }
}

/// Equal adapters that serve one role.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NicGroup {
    /// Adapters per system (per rack for racks).
    pub count: u32,
    /// Ports used of each adapter.
    pub ports_per_nic: u32,
    /// Rate of a port, Gbit/s.
    pub gbit_s_per_port: f64,
    /// Id of the adapter.
    pub nic_id: String,
}
