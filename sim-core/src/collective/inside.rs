//! Ways to do an operation inside one node.

use super::constants::{GpuClass, NvlsSet};
use super::estimate::{Candidate, Candidates, Limit, MIB, Task, ramp_us, ring_steps, transfer_us};
use super::rates::inside_gb_s;
use crate::design::{CollectiveOp, Protocol};

pub(super) fn candidates(task: &Task<'_>) -> Candidates {
    let group = task.group;
    let class = task.class;
    let rate = inside_gb_s(task.model, group, task.op);
    let steps = ring_steps(task.op, group.ranks);
    let latency = task.floor_us(steps as f64);
    let x = transfer_us(task.bus_bytes(), rate);
    let launched = task.launched_us();
    let plain = |protocol, time_us: f64| Candidate {
        algorithm: task.algorithm(),
        protocol,
        time_us: time_us.max(launched),
        inside_us: time_us.max(launched),
        between_us: 0.0,
        steps,
        latency_us: latency,
        limit: Limit::Inside,
        preferred: false,
    };
    let mut all = Candidates::new();
    if task.direct() {
        // The ramp of an exchange of every pair was not seen to flatten.
        let ramp = ramp_us(class.direct_ramp, f64::INFINITY, latency, x);
        all.push(plain(Protocol::Simple, latency + ramp + x));
        return all;
    }
    let shared = &task.model.shared;
    let ramp = |x| ramp_us(class.ramp, class.ramp_knee_us, latency, x);
    // Over NVLink whole chunks wait for each other a little longer at every step. Runs of V100 show none of it: 16 MiB over
    // eight took 55 µs more than the wire alone (vTrain).
    let waits = if task.over_nvlink() && group.class != GpuClass::Volta {
        (shared.simple_step_us * steps as f64 - shared.simple_start_us).max(0.0)
    } else {
        0.0
    };
    all.push(plain(Protocol::Simple, latency + waits + ramp(x) + x));
    let ll_to = task.model.ll_mib_per_rank(group.class);
    let stays = ll_to.is_none_or(|mib| task.bytes < mib * MIB * group.ranks as f64);
    if stays || group.protocol == Some(Protocol::Ll) {
        all.push(plain(Protocol::Ll, latency + x / shared.low_latency_share));
    }
    if task.ll128() {
        let x = x / shared.ll128_share;
        all.push(plain(Protocol::Ll128, latency + ramp(x) + x));
    }
    if let Some(nvls) = nvls(task, latency) {
        all.push(nvls);
    }
    all
}

/// Reduction in the switch of one domain.
fn nvls(task: &Task<'_>, ring_latency: f64) -> Option<Candidate> {
    let group = task.group;
    let rack = &task.model.rack;
    let class = task.model.nvls(group.class)?;
    if !group.inside.nvls
        || task.op != CollectiveOp::AllReduce
        || (group.ranks as f64) < class.min_ranks
    {
        return None;
    }
    let (set, latency) = if group.racks() {
        let set = NvlsSet {
            gb_s: rack.nvls_gb_s,
            min_ranks: class.min_ranks,
            from_mib: 0.0,
            ramp: rack.nvls_ramp,
            ramp_knee_us: rack.nvls_ramp_knee_us,
        };
        (set, rack.nvls_floor_us)
    } else {
        (*class, ring_latency)
    };
    let rate = match group.inside.measured_gb_s {
        Some(measured) => measured / super::bus_factor(task.op, group.ranks),
        None => set.gb_s * group.inside.live,
    };
    // Each GPU sends the message over its own links.
    let rate = group
        .inside
        .links
        .map_or(rate, |links| rate.min(links.gb_s));
    let x = transfer_us(task.bytes, rate);
    let time_us =
        (latency + ramp_us(set.ramp, set.ramp_knee_us, latency, x) + x).max(task.launched_us());
    Some(Candidate {
        algorithm: "nvls",
        protocol: Protocol::Simple,
        time_us,
        inside_us: time_us,
        between_us: 0.0,
        steps: 2,
        latency_us: latency,
        limit: Limit::Switch,
        preferred: task.bytes >= set.from_mib * MIB,
    })
}
