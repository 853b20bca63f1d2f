//! The drawn board of an inline node: its slots, cards and bridges, and whether each bridge meets its connectors.

use podwright_diagram::{Frame, report};
use podwright_locales::format;
use podwright_sim_core::Report;
use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::design::InlineNode;

use super::parts;
use super::words::{say_with, texts};

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
    report::slots_apart(node, pair)
}

/// Why a bridge misses its connectors, in one line; nothing where it fits by its length.
pub fn misfit(node: &InlineNode, pair: &[u32], bridge: &str) -> Option<String> {
    report::bridge_misfit(texts(), node, pair, bridge, Catalog::builtin())
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

/// The board as SVG text for a width. `pool` finds the node's findings in the report.
pub fn board_svg(node: &InlineNode, pool: usize, of: &Report, width: f64) -> String {
    report::board(texts(), node, pool, of, Catalog::builtin())
        .draw(&Frame::new(&format!("board{pool}"), width))
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
