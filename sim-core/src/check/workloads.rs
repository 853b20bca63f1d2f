//! Jobs: are they modelled, do they fit the GPUs, do their settings apply.

use podwright_locales::format;

use super::scene::Scene;
use super::{FindingBuilder, Ledger};
use crate::design::{Switchable, Workload, WorkloadKind};

pub(super) fn check(scene: &Scene<'_>, ledger: &mut Ledger) {
    let gpus = scene.cluster.gpus();
    for (i, work) in scene.design.workloads.iter().enumerate() {
        let at = format!("/workloads/{i}");
        if let Some(model) = &work.model
            && scene.catalog.model(model).is_none()
        {
            ledger.found(
                FindingBuilder::error("part.unknown")
                    .arg("kind", "model")
                    .arg("id", model)
                    .at(format!("{at}/model")),
            );
        }
        let kind = match work.kind {
            WorkloadKind::Collective => None,
            WorkloadKind::Training => Some("training"),
            WorkloadKind::Inference => Some("inference"),
        };
        match kind {
            Some(kind) => ledger.found(
                FindingBuilder::info("workload.not_modelled")
                    .arg("workload", &work.id)
                    .arg("kind", kind)
                    .at(format!("{at}/kind")),
            ),
            None => collective(scene, work, gpus, &at, ledger),
        }
        // Pools that did not resolve are errors already; their GPUs are not missing here.
        if gpus == 0 {
            continue;
        }
        for (field, wanted) in [
            ("ranks", work.ranks),
            ("tensor_parallel", work.tensor_parallel),
        ] {
            if let Some(wanted) = wanted
                && u64::from(wanted) > gpus
            {
                ledger.found(
                    FindingBuilder::error("workload.too_many_ranks")
                        .arg("workload", &work.id)
                        .arg("ranks", format::count(wanted.into()))
                        .arg("gpus", format::count(gpus))
                        .at(format!("{at}/{field}"))
                        .set(format!("{at}/{field}"), gpus),
                );
            }
        }
    }
}

fn collective(scene: &Scene<'_>, work: &Workload, gpus: u64, at: &str, ledger: &mut Ledger) {
    let ranks = work.ranks.map_or(gpus, u64::from);
    if ranks == 1 {
        let finding = FindingBuilder::info("workload.one_rank").arg("workload", &work.id);
        ledger.found(if work.ranks.is_some() {
            let finding = finding.at(format!("{at}/ranks"));
            if gpus > 1 {
                finding.arg("way", "all").remove(format!("{at}/ranks"))
            } else {
                finding.arg("way", "gpus")
            }
        } else {
            finding.arg("way", "gpus").at(at)
        });
    }
    let reduces = scene
        .cluster
        .pools
        .iter()
        .any(|pool| pool.node.scale_up.in_switch_reduction);
    if work.settings.nvls == Some(Switchable::On) && !reduces && !scene.cluster.pools.is_empty() {
        ledger.found(
            FindingBuilder::warning("workload.nvls_unavailable")
                .arg("workload", &work.id)
                .at(format!("{at}/settings/nvls"))
                .source("NCCL manual, 2026")
                .remove(format!("{at}/settings/nvls")),
        );
    }
}
