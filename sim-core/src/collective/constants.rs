//! Constants of the cost model by hardware class, each with its unit and where it is from.
//!
//! "Fitted" means: set by eye or least squares on the public runs named, kept in `docs/MODEL.md`. The set belongs to the
//! library versions of those runs (NCCL 2.26 to 2.29, RCCL of ROCm 6.4).

use crate::catalog::{Gpu, ScaleUpKind};

/// Library versions that the constants belong to.
pub const LIBRARY: &str = "NCCL 2.26-2.29, RCCL 6.4";

/// A family of GPUs whose kernels behave alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GpuClass {
    /// P100, V100.
    Volta,
    /// A100.
    Ampere,
    /// H100, H200.
    Hopper,
    /// B200, B300, GB200, GB300.
    Blackwell,
    /// Instinct MI200 and MI300.
    Instinct,
    /// Cards on PCIe, with or without a bridge.
    Card,
}

impl GpuClass {
    /// The class of a GPU: by the generation of its links, or a card where it has a slot.
    pub fn of(gpu: &Gpu) -> Self {
        match (gpu.scale_up.kind, gpu.scale_up.generation) {
            (ScaleUpKind::Xgmi, _) => Self::Instinct,
            _ if gpu.slot_width.is_some() => Self::Card,
            (ScaleUpKind::Nvlink, Some(generation)) => match generation {
                0..=2 => Self::Volta,
                3 => Self::Ampere,
                4 => Self::Hopper,
                _ => Self::Blackwell,
            },
            _ => Self::Card,
        }
    }

    /// The constants of the class.
    pub fn constants(self) -> &'static ClassConstants {
        match self {
            Self::Volta => &VOLTA,
            Self::Ampere => &AMPERE,
            Self::Hopper => &HOPPER,
            Self::Blackwell => &BLACKWELL,
            Self::Instinct => &INSTINCT,
            Self::Card => &CARD,
        }
    }
}

/// Constants of one class inside a scale-up domain.
#[derive(Clone, Copy, Debug)]
pub struct ClassConstants {
    /// Launch and first step, µs.
    pub floor_us: f64,
    /// Each further step of a ring, µs.
    pub step_us: f64,
    /// Launch of an all-to-all or a send, µs: its steps run side by side.
    pub direct_floor_us: f64,
    /// Share of the links' achievable rate that a large ring all-reduce reaches.
    pub ring_share: f64,
    /// The same for all-gather and reduce-scatter, over the all-reduce's.
    pub gather_share: f64,
    /// The same for all-to-all and send-receive, over the all-reduce's.
    pub direct_share: f64,
    /// What two GPUs exchange at most, GB/s per direction: bound by their channels, not by the links.
    pub pair_cap_gb_s: f64,
    /// Height of the ramp of the Simple protocol, in units of sqrt(floor × transfer time).
    pub ramp: f64,
    /// Transfer time where the ramp has halved, µs.
    pub ramp_knee_us: f64,
    /// In-switch reduction: message size over time at large sizes, GB/s; 0 where the class has none.
    pub nvls_gb_s: f64,
    /// Fewest GPUs for which the library takes it.
    pub nvls_min_ranks: u64,
    /// Its ramp, as above.
    pub nvls_ramp: f64,
    /// Its knee, µs.
    pub nvls_knee_us: f64,
}

/// V100 in a cube mesh or with NVSwitch 1. Kernels reach 22.5 of 25 GB/s a link: 134.5 GB/s over six rings (vTrain,
/// 8 V100, 1 GiB) where NCCL plans 20. Floors: two DGX-1 over EDR (deepops) less the network's part.
const VOLTA: ClassConstants = ClassConstants {
    floor_us: 9.0,
    step_us: 1.0,
    direct_floor_us: 12.0,
    ring_share: 1.125,
    gather_share: 0.97,
    direct_share: 0.92,
    pair_cap_gb_s: 1e9,
    ramp: 1.3,
    ramp_knee_us: 10_000.0,
    nvls_gb_s: 0.0,
    nvls_min_ranks: u64::MAX,
    nvls_ramp: 0.0,
    nvls_knee_us: 1.0,
};

/// A100 with NVSwitch 2. Floors from aiconfigurator (NCCL 2.27.3, 2 and 4 GPUs: 11.0, 14.7 µs), peak from SuperBench
/// (235.3 GB/s at 8 GiB) and the OCI and ml-engineering runs, two GPUs 193 GB/s.
const AMPERE: ClassConstants = ClassConstants {
    floor_us: 9.4,
    step_us: 0.85,
    direct_floor_us: 12.0,
    ring_share: 0.98,
    gather_share: 0.97,
    direct_share: 0.96,
    pair_cap_gb_s: 197.0,
    ramp: 1.6,
    ramp_knee_us: 10_000.0,
    nvls_gb_s: 0.0,
    nvls_min_ranks: u64::MAX,
    nvls_ramp: 0.0,
    nvls_knee_us: 1.0,
};

/// H100, H200 with NVSwitch 3. Floors from aiconfigurator (NCCL 2.29.2: 6.8, 10.0, 16.0 µs for 2, 4, 8 GPUs), ring peak
/// 365.6 and NVLS from 5 GPUs from ml-engineering (H200, NCCL 2.27.7), NVLS 276 GB/s from its 482 GB/s busbw at 16 GiB.
const HOPPER: ClassConstants = ClassConstants {
    floor_us: 4.9,
    step_us: 0.8,
    direct_floor_us: 7.3,
    ring_share: 0.988,
    gather_share: 0.97,
    direct_share: 0.90,
    pair_cap_gb_s: 330.0,
    ramp: 0.8,
    ramp_knee_us: 20_000.0,
    nvls_gb_s: 276.0,
    nvls_min_ranks: 5,
    nvls_ramp: 1.6,
    nvls_knee_us: 900.0,
};

/// B200 to GB300. Floors from aiconfigurator (GB300, NCCL 2.29.2: 10.0, 15.6 µs for 2, 4 GPUs) and Vultr (B200: 26.4 µs
/// for 8), ring peak 682 and NVLS from 6 GPUs from ml-engineering, NVLS 486 GB/s from Vultr's 843 GB/s busbw.
const BLACKWELL: ClassConstants = ClassConstants {
    floor_us: 6.9,
    step_us: 1.35,
    direct_floor_us: 10.8,
    ring_share: 0.95,
    gather_share: 0.99,
    direct_share: 0.97,
    pair_cap_gb_s: 560.0,
    ramp: 1.8,
    ramp_knee_us: 500.0,
    nvls_gb_s: 486.0,
    nvls_min_ranks: 6,
    nvls_ramp: 1.7,
    nvls_knee_us: 3_000.0,
};

/// MI300X to MI355X, every pair linked. Floor and ramp from AMD's cluster runs (MI300X, 8 GPUs: 13.8 µs, 316 GB/s at
/// 8 GiB); the launch is one step for all peers.
const INSTINCT: ClassConstants = ClassConstants {
    floor_us: 13.8,
    step_us: 0.0,
    direct_floor_us: 13.8,
    ring_share: 0.95,
    gather_share: 0.97,
    direct_share: 0.92,
    pair_cap_gb_s: 1e9,
    ramp: 1.4,
    ramp_knee_us: 500.0,
    nvls_gb_s: 0.0,
    nvls_min_ranks: u64::MAX,
    nvls_ramp: 0.0,
    nvls_knee_us: 1.0,
};

/// Cards in slots. Floors: two L40S 8.1 µs (aiconfigurator), four RTX 4090 with patched peer access 18.9 µs; bridge peak
/// from the A40 pair (47.5 of 48 GB/s, index of public runs); 12-link pairs are bound near 208 GB/s (nccl-tests 178).
const CARD: ClassConstants = ClassConstants {
    floor_us: 4.9,
    step_us: 1.6,
    direct_floor_us: 10.0,
    ring_share: 0.99,
    gather_share: 0.97,
    direct_share: 0.95,
    pair_cap_gb_s: 208.0,
    ramp: 0.6,
    ramp_knee_us: 10_000.0,
    nvls_gb_s: 0.0,
    nvls_min_ranks: u64::MAX,
    nvls_ramp: 0.0,
    nvls_knee_us: 1.0,
};

/// Share of full bandwidth that the LL protocol carries: half of each store is a flag (NCCL, "0.5 B").
pub const LL_SHARE: f64 = 0.5;
/// Share that LL128 carries: 120 of 128 bytes, less overhead (NCCL tuner: 0.92).
pub const LL128_SHARE: f64 = 0.92;

/// Peer copies over PCIe: share of the slot's rate (four patched RTX 4090: 25.3 of 31.5; eight RTX PRO 6000 behind
/// switches: 46.4 of 63).
pub const PCIE_PEER_SHARE: f64 = 0.77;
/// An Intel root complex splits peer traffic and costs 6/5 of it (NCCL graph search).
pub const INTEL_ROOT_COST: f64 = 1.2;
/// What peers exchange across CPU sockets at most, GB/s per direction (eight RTX PRO 6000 on two Turin: 22.2).
pub const CROSS_SOCKET_GB_S: f64 = 22.0;
/// Two cards without peer access, through shared host memory, GB/s busbw whatever the PCIe generation (two 2080 Ti: 4.0,
/// two A40: 3.6, two RTX 4090: 3.85 and 2.24).
pub const STAGED_PAIR_GB_S: f64 = 3.8;
/// One of two such cards sends and the other receives: only one direction of the host path is used (two 2080 Ti,
/// broadcast and reduce: 11.1 GB/s).
pub const STAGED_ONE_WAY_GB_S: f64 = 11.0;
/// Three and more such cards (four RTX 4090: 2.6; four A40 across sockets: 1.35; eight RTX 4090 up to 14.5 in users'
/// reports). The spread is the point: the band is wide.
pub const STAGED_GROUP_GB_S: f64 = 2.6;

/// A whole rack in one NVLink domain: NVLS 460 GB/s with a long ramp (GB200 NVL72, NCCL 2.26.2: 681, 835 GB/s busbw at 1
/// and 8 GiB); floor as NCCL's NVLS entry, 25 µs and the launch.
pub const RACK_NVLS_GB_S: f64 = 460.0;
/// Floor of the same, µs.
pub const RACK_NVLS_FLOOR_US: f64 = 40.0;
/// Ramp of the same.
pub const RACK_NVLS_RAMP: f64 = 2.6;
/// Knee of the same, µs.
pub const RACK_NVLS_KNEE_US: f64 = 100_000.0;
/// GPUs from which a domain counts as a rack: more than one chassis holds.
pub const RACK_MIN_RANKS: u64 = 17;
/// Two racks: busbw of large messages, GB/s, and the floor, µs (128 GB200 over NDR: 596, 793, 810 at 1, 8, 16 GiB).
pub const TWO_RACKS_GB_S: f64 = 819.0;
/// Floor of the same, µs.
pub const TWO_RACKS_FLOOR_US: f64 = 340.0;
/// Three and more racks: a ring over all GPUs, GB/s busbw (1,440 GB200: 381, 406 at 8, 16 GiB).
pub const RACK_RING_GB_S: f64 = 431.0;
/// Each step of that ring, µs.
pub const RACK_RING_STEP_US: f64 = 1.7;

/// Network latency of a tree per doubling of the nodes, µs, by protocol (two and four H100 nodes over NDR: 33.8 and
/// 50.8 µs at 64 KiB against 18.7 in one; Simple from 16 MiB points of the same and of four A100 nodes).
pub const NET_LL_US: f64 = 14.0;
/// The same for LL128, µs.
pub const NET_LL128_US: f64 = 22.0;
/// The same for Simple, µs.
pub const NET_SIMPLE_US: f64 = 30.0;
/// LL between nodes carries at most so much, GB/s busbw, with two nodes and with more (NCCL tuner, Intel hosts).
pub const NET_LL_MAX_TWO_GB_S: f64 = 39.0;
/// The same for more than two.
pub const NET_LL_MAX_MORE_GB_S: f64 = 20.4;
/// Share of the adapters' line rate that a large ring reaches (four H200 nodes 365 of 400, four B200 nodes 382 of 400,
/// four A100 nodes 191 of 200).
pub const NIC_SHARE: f64 = 0.93;
/// The same for RCCL (two to eight MI325X nodes: 350 of 400).
pub const NIC_SHARE_INSTINCT: f64 = 0.876;
/// A tree over exactly two nodes sends this much less between them: the ring's 2 (N-1)/N over one message.
pub const TWO_NODE_GAIN: f64 = 1.875;
/// NVLS tree over two Hopper nodes, GB/s busbw at most (469 and 487 measured; NCCL's cap 57.7 × 8 = 461).
pub const NVLS_TREE_TWO_HOPPER_GB_S: f64 = 480.0;
/// Ramp between nodes.
pub const NET_RAMP: f64 = 1.3;
/// Knee of the same, µs.
pub const NET_KNEE_US: f64 = 2_000.0;
/// A single rank's adapter stops at this rate, GB/s (GPU and adapter alone on a 400G port: 32 of 50).
pub const ONE_NIC_GB_S: f64 = 34.0;
