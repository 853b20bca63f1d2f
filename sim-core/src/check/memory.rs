//! Memory of joined GPUs: each has its own.

use podwright_locales::format;

use super::scene::{Scene, catalogue_source};
use super::{FindingBuilder, Ledger};
use crate::cluster::JoinKind;

pub(super) fn check(scene: &Scene<'_>, ledger: &mut Ledger) {
    for pool in &scene.cluster.pools {
        let node = &pool.node;
        if node.gpu_count < 2 || matches!(node.scale_up.kind, JoinKind::None | JoinKind::Pcie) {
            continue;
        }
        let link = match node.scale_up.kind {
            JoinKind::FullMeshXgmi => "Infinity Fabric",
            _ => "NVLink",
        };
        ledger.found(
            FindingBuilder::info("memory.not_pooled")
                .arg("memory", format::trimmed(node.gpu.memory_gb, 1))
                .count("gpus", node.gpu_count.into())
                .arg("link", link)
                .at(format!("{}/node", pool.pointer()))
                .source(catalogue_source(&node.gpu)),
        );
    }
}
