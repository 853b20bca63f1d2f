//! Constants of the cost model: every figure that does not follow from the parts of a design.
//!
//! Each has a unit, a meaning and an origin: `fit` (least squares over the public runs, `podwright-accuracy`'s `fit`
//! example), or the words of where it is from. `docs/MODEL.md` prints them all, with the number of runs that each rests on.

mod values;

use crate::catalog::{Gpu, ScaleUpKind};

pub use values::MODEL;

/// Library versions that the constants belong to.
pub const LIBRARY: &str = "NCCL 2.26-2.29, RCCL of ROCm 6.4 and 7.0";

/// One constant with what is known about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constant {
    /// Set that it belongs to, such as `hopper`.
    pub set: &'static str,
    /// Name in the set.
    pub name: &'static str,
    /// Unit; empty for a ratio.
    pub unit: &'static str,
    /// `fit`, or where the figure is from.
    pub origin: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// The figure.
    pub value: f64,
}

/// Declares sets of constants that can be listed and, for fitting, set by name.
macro_rules! sets {
    ($($(#[doc = $about:literal])+ $name:ident {
        $($(#[doc = $doc:literal])+ $field:ident: $unit:literal, $origin:literal;)*
    })*) => {$(
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name { $($(#[doc = $doc])+ pub $field: f64,)* }

        impl $name {
            fn list(&self, set: &'static str, into: &mut Vec<Constant>) {
                $(into.push(Constant {
                    set,
                    name: stringify!($field),
                    unit: $unit,
                    origin: $origin,
                    meaning: concat!($($doc),+).trim_ascii(),
                    value: self.$field,
                });)*
            }

            fn place(&mut self, name: &str) -> Option<&mut f64> {
                match name {
                    $(stringify!($field) => Some(&mut self.$field),)*
                    _ => None,
                }
            }
        }
    )*};
}

sets! {
    /// GPUs of one class inside a node: rings over their links, and exchanges of every pair.
    ClassSet {
        /// Launch and first step of a ring.
        floor_us: "µs", "fit";
        /// Each further step of a ring.
        step_us: "µs", "fit";
        /// What a large ring reaches of the rate that the catalogue calls achievable.
        ring_share: "", "fit";
        /// Height of the Simple protocol's ramp, in √(floor × transfer time).
        ramp: "", "fit";
        /// Transfer time at which the ramp has halved.
        ramp_knee_us: "µs", "fit";
        /// Launch of an all-to-all or a send.
        direct_floor_us: "µs", "fit";
        /// How much that launch grows, as a share, once a pair exchanges far more than 16 KiB.
        direct_growth: "", "fit";
        /// What a large all-to-all reaches of the rings' rate.
        direct_share: "", "fit";
        /// Height of the ramp of an all-to-all.
        direct_ramp: "", "fit";
    }

    /// Reduction in the switch of one domain (NVLS).
    NvlsSet {
        /// Message size over time at large sizes.
        gb_s: "GB/s", "fit";
        /// Fewest GPUs for which the library takes it.
        min_ranks: "GPUs", "library's choice in the runs";
        /// Smallest message for which it does.
        from_mib: "MiB", "library's choice in the runs";
        /// Height of its ramp.
        ramp: "", "fit";
        /// Transfer time at which the ramp has halved.
        ramp_knee_us: "µs", "fit";
    }

    /// What holds for every class inside a node.
    SharedSet {
        /// Steps take so much longer once a rank's part passes `long_part_bytes`.
        long_step: "", "fit";
        /// Part of a rank from which a step takes that much longer.
        long_part_bytes: "bytes", "jumps in the runs";
        /// What a ring over two GPUs of a switch falls short of a long one; over n it is this × (2/n)².
        pair_loss: "", "fit";
        /// What an all-to-all of two falls short, as for rings.
        direct_pair_loss: "", "fit";
        /// Part of a pair at which half of the growth of an all-to-all's launch is reached.
        direct_part_bytes: "bytes", "bend in the runs";
        /// All-gather and reduce-scatter reach this share of what all-reduce does.
        gather_share: "", "fit";
        /// What they fall short over two GPUs, as for rings.
        gather_pair_loss: "", "fit";
        /// Share of the rate that the low-latency protocol carries: half of each store is a flag.
        low_latency_share: "", "NCCL, 8 of 16 bytes";
        /// Message size per rank up to which the library stays with LL on Volta.
        volta_ll_mib_per_rank: "MiB", "jumps in the runs";
        /// The same on Ampere; later classes were not seen to jump.
        ampere_ll_mib_per_rank: "MiB", "jumps in the runs";
        /// The same share for LL128: eight of each 128 bytes are a flag.
        ll128_share: "", "NCCL, 120 of 128 bytes";
        /// What a step of whole chunks over NVLink takes longer than one of LL128.
        simple_step_us: "µs", "NCCL tuner, ring over NVLink, 3.4 - 1.9";
        /// What whole chunks start earlier.
        simple_start_us: "µs", "NCCL tuner, ring, 14.0 - 8.4";
        /// Cards joined by a bridge exchange at most so much, per direction.
        bridged_pair_gb_s: "GB/s", "nccl-tests issue 178";
        /// One process for all GPUs launches them one after another; for each.
        one_process_gpu_us: "µs", "SuperBench, eight A100";
        /// The same for each pair of an all-to-all.
        one_process_pair_us: "µs", "SuperBench, eight A100";
        /// What such a launch costs on top, by size.
        one_process_us_per_mib: "µs/MiB", "SuperBench, eight A100";
        /// The most of it.
        one_process_most_us: "µs", "SuperBench, eight A100";
    }

    /// Cards that meet in the host.
    HostSet {
        /// Peer copies over PCIe reach this share of the slot's rate.
        peer_share: "", "fit";
        /// An Intel root complex splits peer traffic and costs so much more of it.
        intel_root_cost: "", "NCCL graph search, 6/5";
        /// The same where nobody says whose CPU it is.
        unknown_root_cost: "", "fit";
        /// Peers exchange at most so much across CPU sockets, per direction.
        cross_socket_gb_s: "GB/s", "eight RTX PRO 6000 on two Turin";
        /// What copies through shared memory add to the launch.
        staged_start_us: "µs", "fit";
        /// Two cards without peer access, through shared host memory, whatever the PCIe generation.
        staged_pair_gb_s: "GB/s", "fit";
        /// The same when one only sends and the other only receives.
        staged_one_way_gb_s: "GB/s", "two RTX 2080 Ti";
        /// Four such cards on one socket; more share it, three get a third more.
        staged_group_gb_s: "GB/s", "fit";
        /// The same over two sockets.
        staged_sockets_gb_s: "GB/s", "four A40";
    }

    /// What carries bytes between nodes.
    TransportSet {
        /// Launch of the first send.
        start_us: "µs", "fit";
        /// Each hop between nodes.
        hop_us: "µs", "fit";
        /// Large messages reach this share of the adapters' line rate.
        share: "", "fit";
    }

    /// Nodes joined by their adapters, whatever carries the bytes.
    NetworkSet {
        /// What LL128 adds to the launch.
        ll128_extra_us: "µs", "fit";
        /// What the Simple protocol adds to that.
        simple_extra_us: "µs", "fit";
        /// Height of the ramp between nodes for each pass over the data, in √(latency × transfer time).
        ramp: "", "fit";
        /// Transfer time at which it has halved.
        ramp_knee_us: "µs", "fit";
        /// Height of the low-latency protocol's ramp between nodes.
        low_latency_ramp: "", "fit";
        /// Low-latency protocol between two nodes, at most.
        low_latency_two_gb_s: "GB/s", "NCCL tuner";
        /// The same between more.
        low_latency_more_gb_s: "GB/s", "NCCL tuner";
        /// A tree over three and more nodes reaches this share of what a ring does.
        tree_share: "", "fit";
        /// Step of a large ring inside a node.
        ring_step_inside_us: "µs", "NCCL tuner, Simple over NVLink";
        /// Step of a large ring between nodes.
        ring_step_between_us: "µs", "NCCL tuner, Simple over the network";
        /// NVLS tree over two Hopper nodes, busbw at most.
        nvls_tree_hopper_gb_s: "GB/s", "fit";
        /// NVLS tree over two Blackwell nodes, as a share of the switch's rate.
        nvls_tree_blackwell_share: "", "fit";
        /// A rank alone on its node drives its adapter at so much.
        lone_rank_gb_s: "GB/s", "fit";
        /// The same where the adapter is not under the GPU's PCIe switch.
        misaligned_gb_s: "GB/s", "fit";
        /// What that adds to the launch.
        misaligned_start_us: "µs", "fit";
        /// All-gather and reduce-scatter between Blackwell nodes, as a share of the adapters' rate.
        gather_blackwell_share: "", "fit";
        /// All-to-all, as a share of the adapters' rate.
        direct_share: "", "estimate; no sound public run";
        /// Parallel aggregated trees (PAT) reach this share of what a ring between nodes does.
        pat_share: "", "NCCL tuner, PAT";
        /// The socket transport of a node carries this at most, as the processor binds it: `tcp.share` is a share of it.
        tcp_node_gb_s: "GB/s", "TCP over InfiniBand HDR and Slingshot";
        /// Launch of a reduction in the network's switches.
        sharp_us: "µs", "NCCL tuner, CollNet";
        /// Reduction in the network's switches reaches this share of what the nodes reduce inside.
        sharp_share: "", "twelve H100 nodes with SHARP";
        /// An adapter without GPUDirect copies through host memory at so much.
        no_gpudirect_gb_s: "GB/s", "two H100 nodes, GDR off";
        /// RCCL up to ROCm 6: launch between nodes on top.
        rccl6_start_us: "µs", "fit";
    }

    /// Racks that are one NVLink domain each.
    RackSet {
        /// Floor of a reduction in the switches.
        nvls_floor_us: "µs", "NCCL tuner's NVLS entry and the launch";
        /// Message size over time at large sizes.
        nvls_gb_s: "GB/s", "fit";
        /// Height of its ramp.
        nvls_ramp: "", "fit";
        /// Transfer time at which the ramp has halved.
        nvls_ramp_knee_us: "µs", "fit";
        /// Two racks: busbw of large messages.
        two_gb_s: "GB/s", "fit";
        /// Two racks: floor.
        two_floor_us: "µs", "fit";
        /// Three and more racks: busbw of a ring over all GPUs.
        ring_gb_s: "GB/s", "fit";
        /// Each step of that ring.
        ring_step_us: "µs", "fit";
    }
}

macro_rules! model {
    ($($(#[$doc:meta])+ $field:ident: $set:ident,)*) => {
        /// All constants.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Model { $($(#[$doc])+ pub $field: $set,)* }

        impl Model {
            /// Every constant, in the order of the documentation.
            pub fn list(&self) -> Vec<Constant> {
                let mut all = Vec::new();
                $(self.$field.list(stringify!($field), &mut all);)*
                all
            }

            /// Where the constant of a set and a name is kept.
            pub fn place(&mut self, set: &str, name: &str) -> Option<&mut f64> {
                match set {
                    $(stringify!($field) => self.$field.place(name),)*
                    _ => None,
                }
            }
        }
    };
}

model! {
    /// P100, V100.
    volta: ClassSet,
    /// A100.
    ampere: ClassSet,
    /// H100, H200.
    hopper: ClassSet,
    /// B200, B300, GB200, GB300.
    blackwell: ClassSet,
    /// Instinct MI200 and MI300.
    instinct: ClassSet,
    /// Cards on PCIe, with or without a bridge.
    card: ClassSet,
    /// In-switch reduction of Hopper.
    hopper_nvls: NvlsSet,
    /// In-switch reduction of Blackwell.
    blackwell_nvls: NvlsSet,
    /// Every class.
    shared: SharedSet,
    /// Through the host.
    host: HostSet,
    /// Between nodes.
    network: NetworkSet,
    /// InfiniBand.
    infiniband: TransportSet,
    /// RoCE.
    roce: TransportSet,
    /// RDMA as RCCL uses it.
    rccl: TransportSet,
    /// Elastic Fabric Adapter on hosts with Hopper and later.
    efa: TransportSet,
    /// Elastic Fabric Adapter on hosts with Ampere and earlier.
    efa_first: TransportSet,
    /// GPUDirect-TCPX.
    tcpx: TransportSet,
    /// GPUDirect-TCPXO.
    tcpxo: TransportSet,
    /// Slingshot 11.
    slingshot: TransportSet,
    /// Sockets of the kernel; `share` is of `network.tcp_node_gb_s`.
    tcp: TransportSet,
    /// Racks.
    rack: RackSet,
}

/// GPUs from which a domain counts as a rack: more than one chassis holds.
pub const RACK_MIN_RANKS: u64 = 17;

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
}

impl Model {
    /// Message size per rank up to which the library stays with LL on a class; none where it was not seen to jump.
    pub fn ll_mib_per_rank(&self, class: GpuClass) -> Option<f64> {
        match class {
            GpuClass::Volta => Some(self.shared.volta_ll_mib_per_rank),
            GpuClass::Ampere => Some(self.shared.ampere_ll_mib_per_rank),
            _ => None,
        }
    }

    /// The constants of a class.
    pub fn class(&self, class: GpuClass) -> &ClassSet {
        match class {
            GpuClass::Volta => &self.volta,
            GpuClass::Ampere => &self.ampere,
            GpuClass::Hopper => &self.hopper,
            GpuClass::Blackwell => &self.blackwell,
            GpuClass::Instinct => &self.instinct,
            GpuClass::Card => &self.card,
        }
    }

    /// In-switch reduction of a class; none where it has none.
    pub fn nvls(&self, class: GpuClass) -> Option<&NvlsSet> {
        match class {
            GpuClass::Hopper => Some(&self.hopper_nvls),
            GpuClass::Blackwell => Some(&self.blackwell_nvls),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_most_150_constants_each_with_a_meaning_and_an_origin() {
        let all = MODEL.list();
        assert!(all.len() <= 150, "{} constants", all.len());
        for constant in &all {
            assert!(
                constant.value.is_finite() && constant.value > 0.0,
                "{constant:?}"
            );
            assert!(!constant.meaning.is_empty(), "{constant:?}");
            assert!(!constant.origin.is_empty(), "{constant:?}");
            let mut copy = MODEL;
            let place = copy.place(constant.set, constant.name);
            assert_eq!(place.copied(), Some(constant.value));
        }
    }

    #[test]
    fn the_documentation_prints_every_constant() {
        let text = include_str!("../../../../docs/MODEL.md");
        for constant in MODEL.list() {
            let row = format!(
                "| `{}.{}` | {} | {} |",
                constant.set, constant.name, constant.value, constant.unit
            );
            assert!(text.contains(&row), "{row} is not in docs/MODEL.md");
        }
    }
}
