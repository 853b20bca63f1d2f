//! Accelerators.

use serde::{Deserialize, Serialize};

use super::members::by_members;
use super::record::record;

record! {
    /// An accelerator as it is bought: one card or module, both dies where it has two.
    Gpus: pub struct Gpu {
        /// Architecture name, for example `Hopper`.
        pub architecture: String,
        /// Year of launch.
        pub year: u32,
        /// Memory as labelled, GB. HBM labels are really GiB; see [`Gpu::usable_memory_bytes`].
        pub memory_gb: f64,
        /// Memory technology.
        pub memory_type: String,
        /// Memory that the driver reports, MiB.
        pub memory_reported_mib: Option<u64>,
        /// Peak memory bandwidth, GB/s.
        pub memory_bandwidth_gb_s: f64,
        /// Peak rates without sparsity.
        pub dense_tflops: DenseTflops,
        /// GeForce fp16 rate with fp16 accumulation, TFLOP/s.
        pub fp16_tflops_fp16_accumulate: Option<f64>,
        /// Board power, W.
        pub tdp_w: f64,
        /// Form factor, for example `PCIe FHFL`, `SXM5`, `OAM`.
        pub form_factor: String,
        /// Expansion slots that the card covers; `None` for modules.
        pub slot_width: Option<u32>,
        /// Host interface.
        pub pcie: PcieEdge,
        /// Links to other accelerators.
        pub scale_up: ScaleUp,
        /// Whether peer access over PCIe works with the vendor's stock driver; `None` = sources conflict.
        pub p2p_over_pcie_supported: Option<bool>,
        /// Conditions of the peer access.
        pub p2p_note: String,
    }
}

/// Dense matrix rates of a whole package, TFLOP/s (`int8`: TOP/s); `None` = not offered or not found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DenseTflops {
    /// Vector fp32.
    pub fp32: Option<f64>,
    /// TensorFloat-32.
    pub tf32: Option<f64>,
    /// IEEE half precision (GeForce: with fp32 accumulation).
    pub fp16: Option<f64>,
    /// bfloat16.
    pub bf16: Option<f64>,
    /// 8-bit floating point.
    pub fp8: Option<f64>,
    /// 8-bit integer, TOP/s.
    pub int8: Option<f64>,
    /// 4-bit floating point.
    pub fp4: Option<f64>,
}

by_members!(DenseTflops {
    fp32,
    tf32,
    fp16,
    bf16,
    fp8,
    int8,
    fp4
});

/// A PCIe edge: generation and lanes of the part itself, whatever the slot offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PcieEdge {
    /// PCIe generation.
    pub generation: u32,
    /// Electrical lanes.
    pub lanes: u32,
}

by_members!(PcieEdge { generation, lanes });

/// The links of an accelerator to its peers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ScaleUp {
    /// Link technology.
    pub kind: ScaleUpKind,
    /// NVLink generation.
    pub generation: Option<u32>,
    /// Links of one accelerator.
    pub links: u32,
    /// Rate of one link and direction, GB/s.
    pub gb_s_per_link_per_direction: f64,
    /// `links` x rate x 2, GB/s, as the vendor prints it.
    pub total_bidirectional_gb_s: f64,
    /// Whether a bridge can be plugged on.
    pub bridge_capable: bool,
    /// Bridges that fit: ids of interconnects.
    pub bridges: Vec<String>,
    /// Whether the links can go to an NVSwitch.
    pub switch_capable: bool,
    /// Other accelerators in the largest shipping scale-up domain.
    pub max_peers: u32,
}

by_members!(ScaleUp {
    kind,
    generation,
    links,
    gb_s_per_link_per_direction,
    total_bidirectional_gb_s,
    bridge_capable,
    bridges,
    switch_capable,
    max_peers
});

/// Technology of the scale-up links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ScaleUpKind {
    /// No links: peers are reached over PCIe.
    None,
    /// NVIDIA NVLink.
    Nvlink,
    /// AMD Infinity Fabric between accelerators.
    Xgmi,
}

impl Gpu {
    /// Memory a job can allocate, bytes: what the driver reports, else 99 % of the label read as GiB.
    pub fn usable_memory_bytes(&self) -> f64 {
        const GIB: f64 = 1_073_741_824.0;
        self.memory_reported_mib
            .map_or(self.memory_gb * GIB * 0.99, |mib| mib as f64 * 1_048_576.0)
    }
}
