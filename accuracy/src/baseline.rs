//! What planners commonly assume: one ring over all ranks at data-sheet bandwidth, 5 µs to start and 1 µs a step.

use podwright_sim_core::collective::bus_factor;
use podwright_sim_core::design::{CollectiveOp, Network};

use crate::system::System;

/// Start of the plain ring, µs.
const START_US: f64 = 5.0;
/// Each of its steps, µs.
const STEP_US: f64 = 1.0;

/// Time of the plain ring, µs; none when the data sheets give no bandwidth.
pub(crate) fn plain_ring_us(system: &System, op: CollectiveOp, message_bytes: u64) -> Option<f64> {
    let group = &system.group;
    let n = group.ranks;
    let steps = match op {
        CollectiveOp::AllReduce => 2 * (n - 1),
        CollectiveOp::SendRecv => 1,
        CollectiveOp::AllGather
        | CollectiveOp::ReduceScatter
        | CollectiveOp::AllToAll
        | CollectiveOp::Broadcast
        | CollectiveOp::Reduce => n - 1,
    };
    let inside = (group.per_node > 1)
        .then(|| system.node.scale_up_gb_s_per_gpu())
        .flatten();
    let between = if group.nodes > 1 {
        let line = system.node.adapters.get(&Network::Compute)?.gb_s();
        // A ring leaves a node once and uses all adapters; where every rank sends for itself it has its share.
        Some(match op {
            CollectiveOp::AllToAll | CollectiveOp::SendRecv => line / group.per_node as f64,
            _ => line,
        })
    } else {
        None
    };
    let rate = match (inside, between) {
        (Some(inside), Some(between)) => inside.min(between),
        (one, other) => one.or(other)?,
    };
    let bytes = message_bytes as f64 * bus_factor(op, n);
    (rate > 0.0).then(|| START_US + STEP_US * steps as f64 + bytes / (rate * 1e3))
}
