//! The pools as they were resolved.

use serde::{Deserialize, Serialize};

/// A pool after its parts were looked up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PoolReport {
    /// The pool's id.
    pub id: String,
    /// The node's name.
    pub node: String,
    /// Catalogue id of the node; null for an inline node.
    pub node_id: Option<String>,
    /// `workstation`, `server`, `rack` or `cloud`.
    pub category: String,
    /// Nodes in the pool.
    pub count: u64,
    /// Catalogue id of the GPU.
    pub gpu_id: String,
    /// The GPU's name.
    pub gpu: String,
    /// GPUs in a node.
    pub gpus_per_node: u64,
    /// Memory of a GPU, GB as on its label.
    pub memory_gb_per_gpu: f64,
    /// How the GPUs of a node are joined: `nvswitch`, `hybrid_cube_mesh`, `full_mesh_xgmi`, `bridge`, `bridge_pairs`,
    /// `pcie` or `none`.
    pub scale_up_kind: String,
    /// The same in words with numbers.
    pub scale_up_words: String,
    /// GPUs of one scale-up domain.
    pub domain_gpus: u64,
    /// Direct links between GPUs of a node; empty with a switch.
    pub links: Vec<DomainLink>,
    /// Pairs of GPUs that have a direct link.
    pub linked_pairs: u64,
    /// All pairs of GPUs of a node.
    pub pairs: u64,
    /// NVSwitch chips in a node.
    pub switch_chips: u64,
    /// Whether a GPU may reach another's memory over PCIe; null where it does not apply or is unknown.
    pub peer_access: Option<bool>,
    /// The compute adapter; null without one.
    pub nic: Option<String>,
    /// Compute adapters in a node.
    pub nics_per_node: u64,
    /// Line rate of one compute port, Gbit/s.
    pub nic_gbit_s: Option<f64>,
    /// Maximum power of a node, W; null when unknown.
    pub node_max_w: Option<f64>,
    /// Height of a node, rack units; null when unknown or not a rack part.
    pub rack_units: Option<u64>,
}

/// Direct links between two GPUs of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DomainLink {
    /// Index of one GPU.
    pub a: u32,
    /// Index of the other.
    pub b: u32,
    /// Links between them.
    pub links: u32,
}
