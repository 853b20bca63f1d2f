//! The drawn board of an inline node: its slots, cards and bridges, and whether each bridge meets its connectors.

use podwright_diagram::{Board, Bridge, BridgeState, Card, CardState, Frame, LaneSource, Slot};
use podwright_locales::format;
use podwright_sim_core::Report;
use podwright_sim_core::design::InlineNode;
use podwright_sim_core::report::Severity;

use super::parts;
use super::pointer::is_within;
use super::words::{say, say_with};

/// Distance of two slots, mm (PCI Express card electromechanical specification: 0.8 inch).
const SLOT_PITCH_MM: f64 = 20.32;

/// The pairs of cards that a form offers a bridge for: those that have one, then neighbours that have none.
pub fn bridge_pairs(node: &InlineNode) -> Vec<Vec<u32>> {
    let mut pairs: Vec<Vec<u32>> = node
        .bridges
        .iter()
        .map(|bridge| bridge.gpus.clone())
        .collect();
    let mut first = 0;
    while first + 1 < node.count {
        let pair = vec![first, first + 1];
        let taken = |gpu: &u32| pairs.iter().any(|other| other.contains(gpu));
        if !pair.iter().any(taken) {
            pairs.push(pair);
        }
        first += 2;
    }
    pairs.sort();
    pairs
}

/// Index of the bridge that joins a pair, for the pointer of its findings.
pub fn bridge_index(node: &InlineNode, pair: &[u32]) -> Option<usize> {
    node.bridges.iter().position(|bridge| bridge.gpus == pair)
}

/// How far apart two cards sit, in slots; nothing when a card has no slot.
pub fn distance(node: &InlineNode, pair: &[u32]) -> Option<u32> {
    let position = |gpu: u32| node.slots.get(gpu as usize).map(|slot| slot.position);
    match pair {
        [a, b] => Some(position(*a)?.abs_diff(position(*b)?)),
        _ => None,
    }
}

/// Why a bridge misses its connectors, in one line; nothing where it fits by its length.
pub fn misfit(node: &InlineNode, pair: &[u32], bridge: &str) -> Option<String> {
    let (pitch, apart) = (parts::bridge_pitch(bridge)?, distance(node, pair)?);
    if pitch == apart {
        return None;
    }
    Some(say_with(
        "planner-bridge-misfit",
        &[
            ("pitch", u64::from(pitch).into()),
            ("apart", u64::from(apart).into()),
        ],
    ))
}

/// The note under the board: by how much the first wrong bridge misses.
pub fn board_note(node: &InlineNode) -> Option<(String, String)> {
    node.bridges.iter().find_map(|bridge| {
        let (pitch, apart) = (
            parts::bridge_pitch(&bridge.id)?,
            distance(node, &bridge.gpus)?,
        );
        let by = pitch.abs_diff(apart);
        let gpu = bridge.gpus.last()?;
        (by > 0).then(|| {
            (
                say_with("planner-board-misses", &[("gpu", gpu.to_string().into())]),
                say_with(
                    "planner-board-misses-by",
                    &[
                        ("slots", u64::from(by).into()),
                        ("mm", format::fixed(f64::from(by) * SLOT_PITCH_MM, 1).into()),
                    ],
                ),
            )
        })
    })
}

/// The board as a drawing. `pool` finds the node's findings in the report.
pub fn board(node: &InlineNode, pool: usize, report: &Report) -> Board {
    let at = format!("/pools/{pool}/node");
    let wrong_slot = |i: usize| {
        let place = format!("{at}/slots/{i}");
        report
            .findings
            .iter()
            .any(|f| f.severity == Severity::Error && is_within(&f.at, &place))
    };
    let thickness = parts::card_slots(node);
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
                label: say_with("planner-gpu-n", &[("n", i.to_string().into())]),
                thickness_slots: thickness,
                state: if wrong_slot(i) {
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
            slot.card = Some(Card::new(say("planner-adapter"), 1.0));
        }
    }
    let bridges: Vec<Bridge> = node
        .bridges
        .iter()
        .enumerate()
        .filter_map(|(i, bridge)| {
            let [a, b] = bridge.gpus.as_slice() else {
                return None;
            };
            let (a, b) = (*a as usize, *b as usize);
            (a < slots.len() && b < slots.len()).then(|| Bridge {
                a,
                b,
                pitch_slots: parts::bridge_pitch(&bridge.id)
                    .or_else(|| distance(node, &bridge.gpus))
                    .unwrap_or(1),
                label: say("planner-bridge-label"),
                state: bridge_state(
                    node,
                    &bridge.gpus,
                    &bridge.id,
                    &format!("{at}/bridges/{i}"),
                    report,
                ),
            })
        })
        .collect();
    let cards = node.count.min(node.slots.len() as u32);
    let mut positions: Vec<u32> = node
        .slots
        .iter()
        .take(cards as usize)
        .map(|slot| slot.position)
        .collect();
    positions.sort_unstable();
    let listed: Vec<String> = positions.iter().map(ToString::to_string).collect();
    let last = node
        .slots
        .iter()
        .map(|slot| slot.position)
        .max()
        .unwrap_or(1);
    Board {
        title: say_with(
            "planner-board-title",
            &[
                ("count", u64::from(node.count).into()),
                ("card", parts::gpu_name(&node.gpu).into()),
                ("slots", listed.join(", ").into()),
            ],
        ),
        desc: None,
        cpu_label: say("planner-cpu"),
        positions: last.max(7),
        slots,
        bridges,
    }
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

fn bridge_state(
    node: &InlineNode,
    pair: &[u32],
    bridge: &str,
    at: &str,
    report: &Report,
) -> BridgeState {
    let found = report
        .findings
        .iter()
        .find(|f| f.severity == Severity::Error && is_within(&f.at, at));
    match (misfit(node, pair, bridge), found) {
        (Some(reason), _) => BridgeState::Wrong { reason },
        (None, Some(finding)) => BridgeState::Wrong {
            reason: finding.title.clone(),
        },
        (None, None) => BridgeState::Ok,
    }
}

/// The board as SVG text for a width.
pub fn board_svg(node: &InlineNode, pool: usize, report: &Report, width: f64) -> String {
    board(node, pool, report)
        .draw(&Frame::new("board", width))
        .svg
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{field, sample};

    fn node() -> InlineNode {
        field::inline(&sample::workstation(), 0)
            .cloned()
            .expect("inline")
    }

    #[test]
    fn a_bridge_of_the_wrong_length_says_by_how_much() {
        let node = node();
        assert_eq!(distance(&node, &[0, 1]), Some(3));
        assert!(
            misfit(&node, &[0, 1], "nvlink-bridge-rtx3090-4slot")
                .is_some_and(|text| text.contains('4') && text.contains('3'))
        );
        assert_eq!(misfit(&node, &[0, 1], "nvlink-bridge-rtxa6000-3slot"), None);
        let (start, rest) = board_note(&node).expect("misses");
        assert!(start.contains("GPU 1"), "{start}");
        assert!(rest.contains("20.3 mm"), "{rest}");
    }

    #[test]
    fn neighbours_without_a_bridge_are_offered_one() {
        let mut node = node();
        node.bridges.clear();
        node.count = 4;
        assert_eq!(bridge_pairs(&node), [vec![0, 1], vec![2, 3]]);
        node.bridges.push(podwright_sim_core::design::BridgeSpec {
            id: "b".to_owned(),
            gpus: vec![1, 2],
        });
        assert_eq!(bridge_pairs(&node), [vec![1, 2]]);
    }
}
