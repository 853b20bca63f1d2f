//! The headline figures of size and bandwidth.

use super::scale_up_words;
use crate::cluster::{Cluster, ResolvedNode};
use crate::design::Network;
use crate::fabric::Layout;
use crate::report::Summary;

/// Size and bandwidth of a cluster; the figures of racks, power and money are still empty.
pub fn summarize(cluster: &Cluster, layouts: &[Layout]) -> Summary {
    let pools = &cluster.pools;
    let same = |figure: &dyn Fn(&ResolvedNode) -> f64| {
        let mut values = pools.iter().map(|pool| figure(&pool.node));
        let first = values.next()?;
        values.all(|value| value == first).then_some(first)
    };
    let largest = pools.iter().max_by_key(|pool| pool.node.domain_gpus());
    let scale_up = largest.and_then(|pool| pool.node.scale_up_gb_s_per_gpu());
    let scale_out = largest.and_then(|pool| pool.node.scale_out_gb_s_per_gpu());
    let compute = layouts
        .iter()
        .find(|layout| layout.network == Network::Compute);
    let dense: Option<f64> = pools
        .iter()
        .map(|pool| {
            let rate = pool.node.gpu.dense_tflops.bf16?;
            Some(rate * pool.gpus() as f64 / 1e3)
        })
        .sum();
    Summary {
        gpus: cluster.gpus(),
        nodes: cluster.nodes(),
        memory_gb_per_gpu: same(&|node| node.gpu.memory_gb),
        memory_gb_total: pools
            .iter()
            .map(|pool| pool.node.gpu.memory_gb * pool.gpus() as f64)
            // The sum of no floats is −0.
            .fold(0.0, |sum, gb| sum + gb),
        dense_pflops_bf16: dense.filter(|_| !pools.is_empty()),
        scale_up_domain_gpus: largest.map_or(0, |pool| pool.node.domain_gpus().into()),
        scale_up_gb_s_per_gpu: scale_up,
        scale_up_label: largest.map(|pool| scale_up_words(&pool.node)),
        scale_out_gb_s_per_gpu: scale_out,
        scale_up_to_scale_out_ratio: scale_up.zip(scale_out).and_then(|(up, out)| {
            let ratio = up / out;
            ratio.is_finite().then_some(ratio)
        }),
        bisection_gb_s: compute
            .filter(|layout| layout.size.is_some())
            .map(|layout| layout.report.bisection_gb_s),
        oversubscription: compute
            .filter(|layout| layout.size.is_some())
            .map(|layout| layout.report.oversubscription),
        ..Summary::default()
    }
}
