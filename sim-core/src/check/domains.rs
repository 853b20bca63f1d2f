//! Links between the GPUs of a node that are often taken for more than they are.

use podwright_locales::format;

use super::scene::{Scene, catalogue_source};
use super::{FindingBuilder, Ledger};
use crate::cluster::{JoinKind, ResolvedPool};

pub(super) fn check(scene: &Scene<'_>, ledger: &mut Ledger) {
    for pool in &scene.cluster.pools {
        let node = &pool.node;
        let (linked, pairs) = node.scale_up.linked_pairs(node.gpu_count);
        let says = |finding: FindingBuilder| {
            finding
                .arg("node", &node.name)
                .count("linked", linked)
                .count("pairs", pairs)
                .at(format!("{}/node", pool.pointer()))
        };
        match node.scale_up.kind {
            JoinKind::HybridCubeMesh => ledger.found(
                says(FindingBuilder::info("domain.cube_mesh"))
                    .source("DGX-1 architecture paper, 2017"),
            ),
            JoinKind::BridgePairs => ledger.found(
                says(FindingBuilder::warning("domain.pairs_only"))
                    .arg(
                        "bridge",
                        format::gb_s(node.scale_up.gb_s_per_gpu().unwrap_or_default()),
                    )
                    .arg(
                        "slot",
                        format::gb_s(node.host.slowest_slot_gb_s().unwrap_or_default()),
                    )
                    .count("unlinked", pairs - linked)
                    .source("nccl-tests reports, 2023"),
            ),
            JoinKind::FullMeshXgmi => ledger.found(
                says(FindingBuilder::info("domain.mesh_pairs"))
                    .arg("pair", format::gb_s(pair_gb_s(pool)))
                    .arg(
                        "all",
                        format::gb_s(node.scale_up.gb_s_per_gpu().unwrap_or_default()),
                    )
                    .source(catalogue_source(&node.gpu)),
            ),
            JoinKind::None | JoinKind::Pcie | JoinKind::Bridge | JoinKind::NvSwitch => {}
        }
        if node.gpu_count > 1
            && let Some(rate) = node.scale_up.gb_s_per_gpu()
        {
            ledger.found(
                FindingBuilder::info("domain.per_direction")
                    .arg("gpu", &node.gpu.name)
                    .arg("rate", format::gb_s(rate))
                    .arg("both", format::trimmed(2.0 * rate, 1))
                    .at(format!("{}/node", pool.pointer()))
                    .source(catalogue_source(&node.gpu)),
            );
        }
    }
}

/// Rate between two GPUs of a full mesh, GB/s per direction.
fn pair_gb_s(pool: &ResolvedPool) -> f64 {
    let links = &pool.node.scale_up;
    let per_pair = links
        .matrix
        .first()
        .and_then(|row| row.get(1))
        .copied()
        .unwrap_or_default();
    f64::from(per_pair) * links.gb_s_per_link
}
