//! Why a result is what it is: channels, bytes on the wire, the runner-up.

use super::constants::GpuClass;
use super::estimate::{Candidate, Candidates, Limit};
use super::group::{Group, InsideKind};
use crate::report::RunnerUp;

/// Bytes that one GPU sends over its slowest kind of link. In-switch reduction sends each byte up once and gets it back
/// once; else the wire carries the bus bytes.
pub(super) fn wire_bytes(taken: &Candidate, message_bytes: u64, factor: f64) -> f64 {
    if taken.limit == Limit::Switch {
        message_bytes as f64
    } else {
        message_bytes as f64 * factor
    }
}

/// Channels that the library opens for large messages: twice those that its graph search finds (results of NCCL 2.30's own
/// search, `docs/MODEL.md`); none where no search result is known. Small messages use fewer.
pub(super) fn channels(group: &Group, taken: &Candidate) -> Option<u32> {
    let one_node = group.between.is_none();
    let full = group.per_node == 8;
    match (group.class, group.inside.kind, taken.algorithm) {
        (GpuClass::Hopper, InsideKind::Switched, "nvls") => Some(16),
        (GpuClass::Blackwell, InsideKind::Switched, "nvls") if group.racks() => Some(32),
        (GpuClass::Blackwell, InsideKind::Switched, "nvls") => Some(24),
        (GpuClass::Ampere | GpuClass::Hopper, InsideKind::Switched, "ring" | "tree")
            if one_node && full =>
        {
            Some(24)
        }
        (GpuClass::Blackwell, InsideKind::Switched, "ring" | "tree") if one_node => Some(32),
        (GpuClass::Ampere | GpuClass::Hopper, InsideKind::Switched, "ring" | "tree") if full => {
            Some(16)
        }
        (GpuClass::Card, InsideKind::Peer | InsideKind::Staged, "ring") if one_node => Some(4),
        (GpuClass::Card, InsideKind::Linked, "ring") if one_node && group.ranks == 2 => Some(4),
        _ => None,
    }
}

/// The best of the ways that are not taken.
pub(super) fn runner_up(all: &Candidates) -> Option<RunnerUp> {
    let second = all.runner_up()?;
    Some(RunnerUp {
        algorithm: second.algorithm.to_owned(),
        protocol: second.protocol.id().to_owned(),
        time_us: second.time_us,
    })
}

/// A figure of the user's own decides the transfer.
pub(super) fn measured(group: &Group, taken: &Candidate) -> bool {
    match (taken.limit, &group.between) {
        (Limit::Network, Some(between)) => between.measured_gb_s.is_some(),
        // Reduction in the switch of each node keeps the model's rate.
        (Limit::Switch, Some(_)) => false,
        _ => group.inside.measured_gb_s.is_some(),
    }
}
