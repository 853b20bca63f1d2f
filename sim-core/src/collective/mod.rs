//! Collective times: from the link graph of a node and the adapters between nodes to the time of an operation.
//!
//! Equations and constants are in `docs/MODEL.md`. Contention between flows is not modelled here.

mod alike;
mod band;
mod between;
pub mod constants;
mod estimate;
mod group;
mod inside;
mod measured;
mod options;
mod racks;
mod rates;
mod why;

pub use crate::design::{Algorithm, Launch, Protocol};
pub use alike::{MeasuredPoint, MeasuredRun, alike, runs_like};
pub use band::{Band, Family, band, basis};
pub use constants::{MODEL, Model};
pub use estimate::{Candidate, Candidates, Limit, bus_factor, candidates};
pub use group::{Between, Group, Inside, InsideKind, Slot};
pub use measured::Bound;
pub use options::Transport;
pub use rates::bottleneck;

use crate::design::CollectiveOp;
use crate::report::{CollectiveCurve, CollectivePoint};

/// Message sizes of a report: powers of two from 8 B to 16 GiB.
pub fn report_sizes() -> impl Iterator<Item = u64> {
    (3..=34).map(|power| 1_u64 << power)
}

/// One operation at one size. A group of one rank has nothing to send and takes no time.
pub fn point(group: &Group, op: CollectiveOp, message_bytes: u64) -> CollectivePoint {
    let all = if group.ranks < 2 {
        None
    } else {
        Some(candidates(&MODEL, group, op, message_bytes))
    };
    let basis = basis(group, op);
    let Some((all, best)) = all.as_ref().and_then(|all| Some((all, all.taken()?))) else {
        return CollectivePoint {
            message_bytes,
            time_us: 0.0,
            time_us_low: 0.0,
            time_us_high: 0.0,
            scale_up_us: 0.0,
            scale_out_us: 0.0,
            algbw_gb_s: 0.0,
            busbw_gb_s: 0.0,
            wire_bytes_per_gpu: 0.0,
            algorithm: "none".to_owned(),
            protocol: "none".to_owned(),
            channels: None,
            runner_up: None,
            bottleneck: String::new(),
            basis,
            measured: false,
        };
    };
    let band = band(group, op, message_bytes);
    let measured = why::measured(group, op, message_bytes, best);
    let algbw = message_bytes as f64 / (best.time_us * 1e3);
    let factor = bus_factor(op, group.ranks);
    let work = best.inside_us + best.between_us;
    let out_share = if work > 0.0 {
        best.between_us / work
    } else {
        0.0
    };
    CollectivePoint {
        message_bytes,
        time_us: best.time_us,
        time_us_low: best.time_us * band.low,
        time_us_high: best.time_us * band.high,
        scale_up_us: best.time_us * (1.0 - out_share),
        scale_out_us: best.time_us * out_share,
        algbw_gb_s: algbw,
        busbw_gb_s: algbw * factor,
        wire_bytes_per_gpu: why::wire_bytes(group, op, best.algorithm, message_bytes),
        algorithm: best.algorithm.to_owned(),
        protocol: best.protocol.id().to_owned(),
        channels: why::channels(group, best),
        runner_up: why::runner_up(all),
        bottleneck: bottleneck(&MODEL, group, best, measured),
        basis,
        measured,
    }
}

/// The same with what would make the runner-up win, which asks the model at other sizes.
pub fn explained(group: &Group, op: CollectiveOp, message_bytes: u64) -> CollectivePoint {
    let mut point = point(group, op, message_bytes);
    if let Some(second) = &mut point.runner_up {
        why::wins(group, op, message_bytes, second);
    }
    point
}

/// One operation over the sizes of a report.
pub fn curve(group: &Group, op: CollectiveOp) -> CollectiveCurve {
    CollectiveCurve {
        op,
        ranks: group.ranks,
        alike: alike(group),
        points: report_sizes()
            .map(|bytes| point(group, op, bytes))
            .collect(),
    }
}

/// The seven operations over the sizes of a report.
pub fn curves(group: &Group) -> Vec<CollectiveCurve> {
    CollectiveOp::ALL
        .into_iter()
        .map(|op| curve(group, op))
        .collect()
}
