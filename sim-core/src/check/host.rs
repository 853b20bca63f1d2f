//! The way between cards through the host: slots, lanes, sockets, peer access.

use podwright_locales::format;

use super::scene::{Scene, card_slots, catalogue_source, edge_gb_s, free_slots};
use super::{FindingBuilder, Ledger};
use crate::cluster::{CHIPSET_LANES, HostKind, JoinKind, ResolvedPool};
use crate::collective::MODEL;
use crate::design::{CpuVendor, InlineNode, Slot};

pub(super) fn check(scene: &Scene<'_>, ledger: &mut Ledger) {
    for (pool, inline, at) in scene.inline_pools() {
        chipset(pool, inline, &at, ledger);
        cpu_lanes(scene, pool, inline, &at, ledger);
    }
    for pool in &scene.cluster.pools {
        narrow_slot(scene, pool, ledger);
        if pool.node.gpu_count > 1
            && matches!(
                pool.node.scale_up.kind,
                JoinKind::Pcie | JoinKind::BridgePairs
            )
        {
            peer_access(scene, pool, ledger);
            sockets(pool, ledger);
            path_unstated(pool, ledger);
        }
    }
}

fn chipset(pool: &ResolvedPool, inline: &InlineNode, at: &str, ledger: &mut Ledger) {
    let gpu = &pool.node.gpu;
    for (i, slot) in card_slots(inline).iter().enumerate() {
        if slot.root != "pch" {
            continue;
        }
        let free = free_slots(inline, gpu).find(|(_, free)| free.root.starts_with("cpu"));
        let rate = edge_gb_s(
            slot.pcie_gen,
            slot.lanes.min(CHIPSET_LANES),
            gpu.pcie.generation,
            gpu.pcie.lanes,
        );
        ledger.found(
            FindingBuilder::warning("slot.chipset")
                .arg("card", i.to_string())
                .arg("slot", slot.position.to_string())
                .arg("lanes", slot.lanes.min(CHIPSET_LANES).to_string())
                .arg("gen", slot.pcie_gen.to_string())
                .arg("rate", format::gb_s(rate))
                .arg("way", if free.is_some() { "slot" } else { "board" })
                .arg(
                    "other",
                    free.map(|(_, free)| free.position.to_string())
                        .unwrap_or_default(),
                )
                .at(format!("{at}/slots/{i}/root")),
        );
    }
}

/// CPU lanes of the slots that hold cards, and of those that hold adapters.
pub(super) fn used_cpu_lanes(inline: &InlineNode) -> (u32, u32) {
    let on_cpu = |slot: &&Slot| slot.root.starts_with("cpu");
    let cards = card_slots(inline).iter().filter(on_cpu);
    let adapters = inline
        .nics
        .iter()
        .filter_map(|nic| {
            inline
                .slots
                .iter()
                .find(|slot| nic.slot == Some(slot.position))
        })
        .filter(on_cpu);
    (
        cards.map(|slot| slot.lanes).sum(),
        adapters.map(|slot| slot.lanes).sum(),
    )
}

/// Lanes of the slots in use that hang on a CPU, against what the CPUs have.
fn cpu_lanes(
    scene: &Scene<'_>,
    pool: &ResolvedPool,
    inline: &InlineNode,
    at: &str,
    ledger: &mut Ledger,
) {
    let Some(offered) = inline.cpu_lanes else {
        return;
    };
    let on_cpu = |root: &str| root.starts_with("cpu");
    let (cards, placed) = used_cpu_lanes(inline);
    // Adapters beyond the first of a kind, and those without a slot, stand somewhere that nobody named.
    let loose: u32 = inline
        .nics
        .iter()
        .map(|nic| {
            let own = scene
                .catalog
                .nic(&nic.id)
                .and_then(|record| record.pcie.lanes)
                .unwrap_or_default();
            let named = u32::from(nic.slot.is_some());
            own.saturating_mul(nic.count.saturating_sub(named))
        })
        .sum();
    let says = |finding: FindingBuilder, used: u32| {
        finding
            .count("used", used.into())
            .count("offered", offered.into())
            .count("cards", cards.into())
            .count("adapters", u64::from(used - cards))
            .at(format!("{at}/cpu_lanes"))
    };
    let fixed = cards + placed;
    if fixed > offered {
        let finding = says(FindingBuilder::error("host.cpu_lanes"), fixed);
        // Boards split x16 into x8: every wide card slot at half is the usual way out.
        let halved: u32 = card_slots(inline)
            .iter()
            .filter(|slot| on_cpu(&slot.root))
            .map(|slot| slot.lanes.min(8))
            .sum();
        if halved + placed <= offered && pool.node.gpu.pcie.lanes >= 8 {
            let finding = finding.arg("way", "halve");
            let wide = card_slots(inline)
                .iter()
                .enumerate()
                .filter(|(_, slot)| on_cpu(&slot.root) && slot.lanes > 8);
            ledger.found(wide.fold(finding, |finding, (i, _)| {
                finding.set(format!("{at}/slots/{i}/lanes"), 8)
            }));
        } else {
            ledger.found(finding.arg("way", "platform"));
        }
    } else if fixed + loose > offered {
        ledger.found(says(
            FindingBuilder::warning("host.cpu_lanes_adapters"),
            fixed + loose,
        ));
    }
}

/// A slot with fewer lanes or an older generation than the card. With a bridge over all cards it only slows loading.
fn narrow_slot(scene: &Scene<'_>, pool: &ResolvedPool, ledger: &mut Ledger) {
    let node = &pool.node;
    let card = node.gpu.pcie;
    let full = edge_gb_s(card.generation, card.lanes, card.generation, card.lanes);
    // Chipset slots have a finding of their own.
    let slowest = node
        .host
        .slots
        .iter()
        .enumerate()
        .filter(|(_, slot)| !slot.on_chipset())
        .min_by(|a, b| a.1.gb_s().total_cmp(&b.1.gb_s()));
    let Some((index, slot)) = slowest else {
        return;
    };
    if slot.gb_s() >= full || node.scale_up.kind == JoinKind::NvSwitch {
        return;
    }
    let described = scene.is_inline(pool)
        && node
            .inline
            .as_ref()
            .is_some_and(|inline| index < inline.slots.len());
    let at = if described {
        let field = if slot.lanes < card.lanes {
            "lanes"
        } else {
            "pcie_gen"
        };
        format!("{}/node/slots/{index}/{field}", pool.pointer())
    } else {
        format!("{}/node", pool.pointer())
    };
    let says = |finding: FindingBuilder| {
        finding
            .arg("gpu", &node.gpu.name)
            .arg("card", index.to_string())
            .arg("gen", slot.pcie_gen.to_string())
            .arg("lanes", slot.lanes.to_string())
            .arg("rate", format::gb_s(slot.gb_s()))
            .arg("card_gen", card.generation.to_string())
            .arg("card_lanes", card.lanes.to_string())
            .arg("full", format::gb_s(full))
            .arg("times", format::short(full / slot.gb_s()))
            .at(at.as_str())
            .source("PCI-SIG line rates")
    };
    if node.scale_up.kind == JoinKind::Bridge && node.gpu_count > 1 {
        ledger.passed(says(FindingBuilder::info("slot.narrow_bridged")).arg(
            "bridge_rate",
            format::gb_s(node.scale_up.gb_s_per_gpu().unwrap_or_default()),
        ));
    } else if slot.gb_s() * 2.0 < full {
        ledger.found(says(FindingBuilder::warning("slot.slow")));
    } else {
        ledger.found(says(FindingBuilder::info("slot.narrow")));
    }
}

fn peer_access(scene: &Scene<'_>, pool: &ResolvedPool, ledger: &mut Ledger) {
    let node = &pool.node;
    let inline = scene.is_inline(pool);
    let at = if inline {
        format!("{}/node/peer_access", pool.pointer())
    } else {
        format!("{}/node", pool.pointer())
    };
    let pairs = node.scale_up.kind == JoinKind::BridgePairs;
    let says = |finding: FindingBuilder| {
        finding
            .arg("gpu", &node.gpu.name)
            .arg(
                "slot",
                format::gb_s(node.host.slowest_slot_gb_s().unwrap_or_default()),
            )
            .arg("staged", staged(pool))
            .arg("between", if pairs { "pairs" } else { "cards" })
            .at(at.as_str())
    };
    let patchable = |finding: FindingBuilder| {
        if inline {
            finding.arg("way", "patch").set(at.as_str(), "patched")
        } else {
            finding.arg("way", "words")
        }
    };
    match node.host.peer_access {
        Some(false) => ledger.found(patchable(
            says(FindingBuilder::warning("peer.none")).source("tinygrad driver notes, 2024"),
        )),
        None => ledger.found(patchable(
            says(FindingBuilder::warning("peer.unclear")).source(catalogue_source(&node.gpu)),
        )),
        Some(true) if node.host.patched => ledger.found(
            says(FindingBuilder::info("peer.patched")).source("tinygrad driver notes, 2024"),
        ),
        Some(true) => {}
    }
    if node.host.peer_access == Some(true)
        && node.host.cpu_vendor == Some(CpuVendor::Amd)
        && node.host.worst_path(node.gpu_count) == HostKind::SameSocket
    {
        ledger.found(
            FindingBuilder::info("peer.verify")
                .arg("gpu", &node.gpu.name)
                .at(if inline {
                    format!("{}/node/cpu_vendor", pool.pointer())
                } else {
                    format!("{}/node", pool.pointer())
                })
                .source("NCCL reports, 2025"),
        );
    }
}

fn sockets(pool: &ResolvedPool, ledger: &mut Ledger) {
    let node = &pool.node;
    if node.host.worst_path(node.gpu_count) != HostKind::CrossSocket {
        return;
    }
    let mut sockets: Vec<u32> = node.host.slots.iter().map(|slot| slot.socket).collect();
    sockets.sort_unstable();
    sockets.dedup();
    let first = node.host.slots.first().map_or(0, |slot| slot.socket);
    let group = node
        .host
        .slots
        .iter()
        .filter(|slot| slot.socket == first)
        .count();
    ledger.found(
        FindingBuilder::warning("host.sockets")
            .count("gpus", node.gpu_count.into())
            .count("sockets", sockets.len() as u64)
            .count("group", group as u64)
            .at(format!("{}/node", pool.pointer()))
            .source("nccl-tests reports, 2025"),
    );
}

/// Three cards or more on a path that nobody stated. What a CPU other than AMD's gives them is not known: eight L40S in a
/// box whose path is not told reached 1.4 GB/s where two reached 20.
fn path_unstated(pool: &ResolvedPool, ledger: &mut Ledger) {
    let node = &pool.node;
    let through_cpu = node.host.worst_path(node.gpu_count) != HostKind::SameSwitch;
    if node.gpu_count < 3
        || node.host.stated
        || !through_cpu
        || node.host.cpu_vendor == Some(CpuVendor::Amd)
    {
        return;
    }
    ledger.found(
        FindingBuilder::info("host.path_unstated")
            .arg("gpu", &node.gpu.name)
            .count("gpus", node.gpu_count.into())
            .at(format!("{}/node", pool.pointer()))
            .source("aiconfigurator, L40S measurements"),
    );
}

/// What copies through host memory reach, as the model of collectives counts them.
fn staged(pool: &ResolvedPool) -> String {
    format::gb_s(if pool.node.gpu_count == 2 {
        MODEL.host.staged_pair_gb_s
    } else {
        MODEL.host.staged_group_gb_s
    })
}
