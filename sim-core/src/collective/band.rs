//! How sure an estimate is: an 80 % band and how near the configuration is to measured ones.
//!
//! The widths are spreads seen between public runs of the same class (`docs/MODEL.md`): 1-5 % from 64 MiB up inside
//! NVSwitch nodes, 3-12 % between 128 KiB and 16 MiB, 5-20 % over two nodes. They are not yet residuals of the model.

use super::constants::{GpuClass, RACK_MIN_RANKS};
use super::group::{Group, InsideKind};
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
    fn even(share: f64) -> Self {
        Self {
            low: 1.0 / (1.0 + share),
            high: 1.0 + share,
        }
    }

    fn widened(self, factor: f64) -> Self {
        Self {
            low: 1.0 / (1.0 + (1.0 / self.low - 1.0) * factor),
            high: 1.0 + (self.high - 1.0) * factor,
        }
    }
}

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
        (GpuClass::Volta, _) => (&[8, 16], &[1, 2, 96]),
        (GpuClass::Ampere, _) => (&[2, 4, 8], &[1, 2, 4, 16]),
        (GpuClass::Hopper, _) => (&[1, 2, 4, 5, 6, 7, 8], &[1, 2, 4, 12, 16]),
        (GpuClass::Blackwell, _) if group.per_node >= RACK_MIN_RANKS => (&[64, 72], &[1, 2, 20]),
        (GpuClass::Blackwell, _) => (&[2, 4, 5, 6, 7, 8], &[1, 2, 4]),
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
    let basis = basis(group, op);
    let size = match message_bytes {
        0..=16_777_216 => 0.15,
        16_777_217..1_073_741_824 => 0.08,
        _ => 0.05,
    };
    let base = match (group.inside.kind, &group.between) {
        // Two such pairs differ by 2, groups of four and eight by 10 and more (1.4 to 14.5 GB/s).
        (InsideKind::Staged, _) if group.per_node == 2 => Band {
            low: 1.0 / 1.6,
            high: 1.9,
        },
        (InsideKind::Staged, _) => Band {
            low: 1.0 / 4.5,
            high: 2.2,
        },
        (InsideKind::Peer, _) => Band::even(size * 2.5),
        (_, None) => Band::even(size),
        (_, Some(_)) => Band::even(size * 2.0),
    };
    // Nothing between two and twenty racks was measured: two reached twice what twenty did.
    let racks = group.per_node >= RACK_MIN_RANKS && (3..20).contains(&group.nodes);
    let base = if racks {
        Band {
            low: 0.55,
            high: 1.3,
        }
    } else {
        base
    };
    match basis {
        Basis::Calibrated => base,
        Basis::Interpolated if racks => base,
        Basis::Interpolated => base.widened(1.6),
        Basis::Extrapolated => base.widened(2.5),
    }
}
