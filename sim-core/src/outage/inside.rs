//! An all-reduce with everything up and afterwards, by the model of collectives.

use super::parts::TrayLoss;
use super::report::{AllReduceOutage, MESSAGE_BYTES, NvlinkOutage};
use super::site::Site;
use crate::cluster::{Cluster, ResolvedPool};
use crate::collective::{self, Group};
use crate::design::{CollectiveOp, CollectiveSettings};
use crate::flow::Outage;
use crate::report::CollectivePoint;

/// Both times.
pub(super) struct AllReduce {
    before: CollectivePoint,
    after: Option<CollectivePoint>,
    /// How many times as long its part between nodes takes.
    slower: f64,
    gpus: [u64; 2],
}

impl AllReduce {
    /// Of all GPUs; none where nothing joins them. Nodes that are out take no part afterwards.
    pub fn of(site: &Site<'_>, left: &Cluster, rings: Option<&Outage>) -> Option<Self> {
        let layouts = &site.built.layouts;
        let all = |cluster: &Cluster| {
            let settings = CollectiveSettings::default();
            Group::first(cluster, layouts, cluster.gpus(), settings)
        };
        let before = timed(&all(&site.built.cluster)?)?;
        let slower = match rings {
            Some(rings) => rings.slowdown(),
            None => Some(1.0),
        };
        Some(Self {
            before,
            after: slower.and_then(|_| timed(&all(left)?)),
            slower: slower.unwrap_or(1.0),
            gpus: [site.built.cluster.gpus(), left.gpus()],
        })
    }

    /// The figures.
    pub fn report(self) -> AllReduceOutage {
        let after = self.after.as_ref().map(|point| {
            let time = point.time_us + point.scale_out_us * (self.slower - 1.0);
            (time, point.busbw_gb_s * point.time_us / time)
        });
        AllReduceOutage {
            message_bytes: MESSAGE_BYTES,
            gpus_before: self.gpus[0],
            gpus_after: self.gpus[1],
            time_us_before: self.before.time_us,
            time_us_after: after.map(|(time, _)| time),
            slowdown: after.map(|(time, _)| time / self.before.time_us),
            busbw_gb_s_before: self.before.busbw_gb_s,
            busbw_gb_s_after: after.map(|(_, busbw)| busbw),
        }
    }
}

/// An all-reduce over a group; none where there is nobody to talk to, or no way left.
fn timed(group: &Group) -> Option<CollectivePoint> {
    let point = collective::point(group, CollectiveOp::AllReduce, MESSAGE_BYTES);
    (point.time_us > 0.0 && point.time_us.is_finite()).then_some(point)
}

/// The cluster without nodes that are out; systems that lost trays are pools of their own with less NVLink.
pub(super) fn after(site: &Site<'_>, out: &[u32]) -> Cluster {
    let mut pools: Vec<ResolvedPool> = Vec::new();
    for (index, pool) in site.built.cluster.pools.iter().enumerate() {
        let mut whole = pool.count - site.numbers.of_pool(index, pool.count, out);
        let mut degraded: Vec<(f64, u64)> = Vec::new();
        for loss in site.down.trays.iter().filter(|loss| loss.pool == index) {
            let number = site.numbers.number(index, loss.node);
            if number.is_some_and(|number| out.binary_search(&number).is_ok()) {
                continue;
            }
            whole -= 1;
            match degraded.iter_mut().find(|(live, _)| *live == loss.live()) {
                Some((_, count)) => *count += 1,
                None => degraded.push((loss.live(), 1)),
            }
        }
        for (live, count) in std::iter::once((1.0, whole)).chain(degraded) {
            if count > 0 {
                let mut part = pool.clone();
                part.count = count;
                part.node.scale_up.live = live;
                pools.push(part);
            }
        }
    }
    Cluster { pools }
}

/// What a rack-scale system has left, and an all-reduce within it.
pub(super) fn domain(site: &Site<'_>, loss: &TrayLoss, node: u32, out: bool) -> NvlinkOutage {
    let pool = &site.built.cluster.pools[loss.pool];
    let within = |live: f64| {
        let mut pool = pool.clone();
        pool.node.scale_up.live = live;
        timed(&Group::domain(&pool, CollectiveSettings::default()))
    };
    let (live, gpus) = (
        if out { 0.0 } else { loss.live() },
        u64::from(pool.node.domain_gpus().min(pool.node.gpu_count)),
    );
    let before = within(1.0);
    let after = Some(live).filter(|live| *live > 0.0).and_then(within);
    NvlinkOutage {
        rack: loss.rack.to_string(),
        node,
        system: pool.node.name.clone(),
        trays: loss.trays,
        trays_down: loss.down.clone(),
        compute_trays: pool.node.compute_trays,
        gpus,
        gpu_gb_s_before: loss.gpu_gb_s,
        gpu_gb_s_after: loss.gpu_gb_s * live,
        all_reduce: AllReduce {
            slower: 1.0,
            gpus: [gpus, if after.is_some() { gpus } else { 0 }],
            // A domain of more than one GPU always has a time.
            before: before.unwrap_or_else(|| {
                let group = Group::domain(pool, CollectiveSettings::default());
                collective::point(&group, CollectiveOp::AllReduce, MESSAGE_BYTES)
            }),
            after,
        }
        .report(),
    }
}
