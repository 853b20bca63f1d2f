//! The board of a node whose slots the design names: its cards and bridges, and whether each bridge meets its connectors.

use podwright_locales::Texts;
use podwright_sim_core::Report;
use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::design::InlineNode;
use podwright_sim_core::report::{Finding, Severity};

use super::short_gpu;
use crate::{Board, Bridge, BridgeState, Card, CardState, LaneSource, Slot};

/// How far apart two cards sit, in slots; nothing when a card has no slot.
pub fn slots_apart(node: &InlineNode, pair: &[u32]) -> Option<u32> {
    let position = |gpu: u32| node.slots.get(gpu as usize).map(|slot| slot.position);
    match pair {
        [a, b] => Some(position(*a)?.abs_diff(position(*b)?)),
        _ => None,
    }
}

/// Why a bridge misses its connectors, in one line; nothing where it fits by its length.
pub fn bridge_misfit(
    texts: &Texts,
    node: &InlineNode,
    pair: &[u32],
    bridge: &str,
    catalog: &Catalog,
) -> Option<String> {
    let pitch = catalog.bridge(bridge)?.slot_pitch;
    let apart = slots_apart(node, pair)?;
    if pitch == apart {
        return None;
    }
    Some(texts.with(
        "diagram-bridge-misfit",
        &[
            ("pitch", u64::from(pitch).into()),
            ("apart", u64::from(apart).into()),
        ],
    ))
}

/// Thickness of the cards of a node, in slots: as the design says, else the catalogue's, else two.
pub fn card_slots(node: &InlineNode, catalog: &Catalog) -> f64 {
    node.card_slots
        .or_else(|| {
            catalog
                .gpu(&node.gpu)
                .and_then(|gpu| gpu.slot_width)
                .map(f64::from)
        })
        .unwrap_or(2.0)
}

/// The error that points at a place of the design or into it.
fn error_at<'a>(report: &'a Report, at: &str) -> Option<&'a Finding> {
    report.findings.iter().find(|finding| {
        finding.severity == Severity::Error
            && finding
                .at
                .strip_prefix(at)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

/// The board of a node. `pool` is its index in the design, which finds its findings in the report.
pub fn board(
    texts: &Texts,
    node: &InlineNode,
    pool: usize,
    report: &Report,
    catalog: &Catalog,
) -> Board {
    let at = format!("/pools/{pool}/node");
    let thickness = card_slots(node, catalog);
    let mut slots: Vec<Slot> = node
        .slots
        .iter()
        .enumerate()
        .map(|(i, slot)| Slot {
            position: slot.position,
            lanes: slot.lanes,
            pcie_gen: slot.pcie_gen,
            from: lane_source(&slot.root),
            card: (i < node.count as usize).then(|| Card {
                label: texts.with("diagram-gpu", &[("n", i.to_string().into())]),
                thickness_slots: thickness,
                state: if error_at(report, &format!("{at}/slots/{i}")).is_some() {
                    CardState::Wrong
                } else {
                    CardState::Normal
                },
            }),
        })
        .collect();
    for nic in &node.nics {
        let free = slots
            .iter_mut()
            .find(|slot| Some(slot.position) == nic.slot && slot.card.is_none());
        if let Some(slot) = free {
            slot.card = Some(Card::new(texts.get("diagram-adapter"), 1.0));
        }
    }
    let bridges = node
        .bridges
        .iter()
        .enumerate()
        .filter_map(|(i, bridge)| {
            let [a, b] = bridge.gpus.as_slice() else {
                return None;
            };
            let (a, b) = (*a as usize, *b as usize);
            let misfit = bridge_misfit(texts, node, &bridge.gpus, &bridge.id, catalog);
            let wrong = misfit.or_else(|| {
                Some(
                    error_at(report, &format!("{at}/bridges/{i}"))?
                        .title
                        .clone(),
                )
            });
            (a < slots.len() && b < slots.len()).then(|| Bridge {
                a,
                b,
                pitch_slots: catalog
                    .bridge(&bridge.id)
                    .map(|bridge| bridge.slot_pitch)
                    .or_else(|| slots_apart(node, &bridge.gpus))
                    .unwrap_or(1),
                label: texts.get("diagram-bridge-label"),
                state: wrong.map_or(BridgeState::Ok, |reason| BridgeState::Wrong { reason }),
            })
        })
        .collect();
    let last = node.slots.iter().map(|slot| slot.position).max();
    Board {
        title: title(texts, node, catalog),
        desc: None,
        cpu_label: texts.get("diagram-cpu"),
        positions: last.unwrap_or(1).max(7),
        slots,
        bridges,
    }
}

fn title(texts: &Texts, node: &InlineNode, catalog: &Catalog) -> String {
    let mut positions: Vec<u32> = node
        .slots
        .iter()
        .take(node.count as usize)
        .map(|slot| slot.position)
        .collect();
    positions.sort_unstable();
    let listed: Vec<String> = positions.iter().map(ToString::to_string).collect();
    let card = catalog
        .gpu(&node.gpu)
        .map_or(node.gpu.as_str(), |gpu| short_gpu(&gpu.name));
    texts.with(
        "diagram-board-title",
        &[
            ("count", u64::from(node.count).into()),
            ("card", card.into()),
            ("slots", listed.join(", ").into()),
        ],
    )
}

fn lane_source(root: &str) -> LaneSource {
    if root == "pch" {
        return LaneSource::Chipset;
    }
    match root.strip_prefix("cpu").and_then(|n| n.parse().ok()) {
        Some(n) => LaneSource::Cpu(n),
        None => LaneSource::Switch(root.to_owned()),
    }
}
