//! How sure an estimate is: an 80 % band and how near the configuration is to measured ones.
//!
//! Widths are residuals of the model on sources that its fit did not see (`docs/MODEL.md`): eight of ten of their rows lie
//! between the factors, each run counting once. `cargo run --release -p podwright-accuracy --example fit -- --leave-one-out`
//! prints them.

use libm::{exp, log};

use super::constants::{GpuClass, RACK_MIN_RANKS};
use super::group::{Group, InsideKind};
use super::options::Transport;
use crate::design::CollectiveOp;
use crate::report::Basis;

/// Factors by which the time may be less and more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// Time × this is the lower end, at most 1.
    pub low: f64,
    /// Time × this is the upper end, at least 1.
    pub high: f64,
}

impl Band {
    const fn of(low: f64, high: f64) -> Self {
        Self { low, high }
    }

    /// The same with logarithms times a factor.
    fn widened(self, factor: f64) -> Self {
        Self {
            low: exp(log(self.low) * factor),
            high: exp(log(self.high) * factor),
        }
    }
}

/// Systems whose estimates are about equally sure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// One NVSwitch node or rack.
    NvSwitch,
    /// Nodes over InfiniBand or RoCE.
    Nodes,
    /// Nodes over the transport of a cloud, Slingshot or sockets.
    Cloud,
    /// V100 in any system.
    Volta,
    /// Cards: bridged, peers over PCIe, or two that copy through host memory.
    Cards,
    /// Three and more cards that copy through host memory, as far as anybody says.
    Copies,
    /// Instinct.
    Instinct,
}

impl Family {
    /// Every family.
    pub const ALL: [Self; 7] = [
        Self::NvSwitch,
        Self::Nodes,
        Self::Cloud,
        Self::Volta,
        Self::Cards,
        Self::Copies,
        Self::Instinct,
    ];

    /// The family of a group.
    pub fn of(group: &Group) -> Self {
        match (group.class, &group.between, group.inside.kind) {
            (GpuClass::Instinct, _, _) => Self::Instinct,
            (GpuClass::Volta, _, _) => Self::Volta,
            (_, Some(path), _) => match path.transport {
                Transport::InfiniBand | Transport::Roce => Self::Nodes,
                _ => Self::Cloud,
            },
            (_, None, InsideKind::Switched) => Self::NvSwitch,
            (_, None, InsideKind::Staged) if group.per_node > 2 => Self::Copies,
            _ => Self::Cards,
        }
    }

    /// Up to 64 KiB, up to 16 MiB, under 1 GiB, from there on.
    fn widths(self) -> [Band; 4] {
        match self {
            Self::NvSwitch => NVSWITCH,
            Self::Nodes => NODES,
            Self::Cloud => CLOUD,
            Self::Volta => VOLTA,
            Self::Cards => CARDS,
            Self::Copies => COPIES,
            Self::Instinct => INSTINCT,
        }
    }
}

/// 46 to 60 runs a size band.
const NVSWITCH: [Band; 4] = [
    Band::of(0.765, 1.15),
    Band::of(0.825, 1.251),
    Band::of(0.92, 1.082),
    Band::of(0.958, 1.055),
];
/// 6 to 17 runs.
const NODES: [Band; 4] = [
    Band::of(0.742, 1.368),
    Band::of(0.828, 1.118),
    Band::of(0.894, 1.311),
    Band::of(0.9, 1.239),
];
/// 7 to 9 runs. Small messages of one run took twenty times as long as predicted; a factor of 3 is the most that is said.
const CLOUD: [Band; 4] = [
    Band::of(0.307, 3.0),
    Band::of(0.64, 1.993),
    Band::of(0.792, 1.652),
    Band::of(0.706, 1.096),
];
/// 1 to 5 runs; the single one at small sizes is taken to both sides.
const VOLTA: [Band; 4] = [
    Band::of(0.82, 1.22),
    Band::of(0.751, 1.179),
    Band::of(0.819, 1.452),
    Band::of(0.884, 1.12),
];
/// 12 to 20 runs.
const CARDS: [Band; 4] = [
    Band::of(0.671, 1.257),
    Band::of(0.796, 1.301),
    Band::of(0.841, 1.279),
    Band::of(0.875, 1.092),
];
/// 9 runs; the two at 1 GiB and more say no more than the size band before.
const COPIES: [Band; 4] = [
    Band::of(0.477, 1.361),
    Band::of(0.497, 1.403),
    Band::of(0.507, 1.392),
    Band::of(0.507, 1.392),
];
/// 3 to 7 runs, all slower than predicted at small sizes; none is taken to be surer than 15 % there and 5 % from 1 GiB.
const INSTINCT: [Band; 4] = [
    Band::of(0.85, 1.781),
    Band::of(0.907, 1.568),
    Band::of(0.88, 1.153),
    Band::of(0.95, 1.051),
];

/// How near a group is to measured ones, for an operation.
pub fn basis(group: &Group, op: CollectiveOp) -> Basis {
    let measured_ops = matches!(
        op,
        CollectiveOp::AllReduce | CollectiveOp::AllGather | CollectiveOp::ReduceScatter
    );
    // GPUs of a node, fewest and most, and node counts, that public runs of the class cover (all-reduce).
    let (ranks, nodes): (&[u64], &[u64]) = match (group.class, group.inside.kind) {
        (_, InsideKind::Staged | InsideKind::Peer) => (&[2, 4, 8], &[1]),
        (GpuClass::Card, _) => (&[2], &[1]),
        (GpuClass::Volta, _) => (&[2, 4, 8, 16], &[1, 2, 96]),
        (GpuClass::Ampere, _) => (&[2, 4, 8], &[1, 2, 4, 16]),
        (GpuClass::Hopper, _) => (&[1, 2, 4, 5, 6, 7, 8], &[1, 2, 4, 12, 16]),
        (GpuClass::Blackwell, _) if group.per_node >= RACK_MIN_RANKS => (&[64, 72], &[1, 2, 20]),
        (GpuClass::Blackwell, _) => (&[1, 2, 4, 5, 6, 7, 8], &[1, 2, 4]),
        (GpuClass::Instinct, _) => (&[8], &[1, 2, 4, 8]),
    };
    let within = |value: u64, measured: &[u64]| match (measured.first(), measured.last()) {
        (Some(first), Some(last)) => (*first..=*last).contains(&value),
        _ => false,
    };
    let exact = ranks.contains(&group.per_node) && nodes.contains(&group.nodes);
    let inside = within(group.per_node, ranks) && within(group.nodes, nodes);
    let by_scale = if exact {
        Basis::Calibrated
    } else if inside {
        Basis::Interpolated
    } else {
        Basis::Extrapolated
    };
    let by_op =
        if measured_ops && (group.per_node < RACK_MIN_RANKS || op == CollectiveOp::AllReduce) {
            by_scale
        } else {
            by_scale.max(Basis::Interpolated)
        };
    if group.mixed {
        Basis::Extrapolated
    } else {
        by_op
    }
}

/// The band of a group at a message size.
pub fn band(group: &Group, op: CollectiveOp, message_bytes: u64) -> Band {
    let size = match message_bytes {
        0..=65_536 => 0,
        65_537..=16_777_216 => 1,
        16_777_217..1_073_741_824 => 2,
        _ => 3,
    };
    let family = Family::of(group);
    let base = family.widths()[size];
    // Nothing between two and twenty racks was measured: two reached twice what twenty did.
    if group.racks() && (3..20).contains(&group.nodes) {
        return Band::of(0.55, 1.3);
    }
    // Eight cards were seen at 1.4 GB/s, and two of the same at 20: what lies between is not stated.
    if family == Family::Copies && !group.inside.host_stated {
        return Band::of(1.4 / 20.0, base.high);
    }
    match basis(group, op) {
        Basis::Calibrated => base,
        Basis::Interpolated => base.widened(1.2),
        Basis::Extrapolated => base.widened(1.6),
    }
}
