//! NVLink bridges: do they fit the cards and the slots.

use podwright_locales::format;
use serde_json::json;

use super::scene::{SLOT_PITCH_MM, Scene, catalogue_source, is_geforce};
use super::{FindingBuilder, Ledger};
use crate::catalog::NvlinkBridge;
use crate::cluster::{BridgeState, ResolvedPool};
use crate::design::{BridgeSpec, InlineNode};

/// Which bridge spans which distance and fits which card.
const BRIDGE_CHART: &str = "Puget Systems, 2021";

/// A bridge with the node around it.
struct Place<'a> {
    scene: &'a Scene<'a>,
    pool: &'a ResolvedPool,
    inline: &'a InlineNode,
    index: usize,
    spec: &'a BridgeSpec,
    bridge: &'a NvlinkBridge,
    at: String,
}

pub(super) fn check(scene: &Scene<'_>, ledger: &mut Ledger) {
    for (pool, inline, at) in scene.inline_pools() {
        for (index, (spec, state)) in inline.bridges.iter().zip(&pool.node.bridges).enumerate() {
            // The resolver names bridges that the catalogue lacks.
            let Some(bridge) = scene.catalog.bridge(&spec.id) else {
                continue;
            };
            let place = Place {
                scene,
                pool,
                inline,
                index,
                spec,
                bridge,
                at: format!("{at}/bridges/{index}"),
            };
            match state {
                BridgeState::Unknown => {}
                BridgeState::Joined => place.joined(ledger),
                BridgeState::WrongCard => ledger.found(place.wrong_card()),
                BridgeState::WrongSpacing => ledger.found(place.wrong_spacing()),
                BridgeState::TooManyCards => ledger.found(place.too_many()),
                BridgeState::TooFewCards => ledger.found(
                    FindingBuilder::error("bridge.too_few_cards")
                        .arg("bridge", &place.bridge.name)
                        .count("cards", place.spec.gpus.len() as u64)
                        .at(format!("{}/gpus", place.at))
                        .remove(&place.at),
                ),
                BridgeState::NoSlot => ledger.found(
                    FindingBuilder::error("bridge.slots_unknown")
                        .arg("bridge", &place.bridge.name)
                        .count("pitch", place.bridge.slot_pitch.into())
                        .arg("mm", mm(place.bridge.slot_pitch))
                        .at(format!("{at}/slots"))
                        .source(BRIDGE_CHART),
                ),
            }
        }
    }
}

fn mm(slots: u32) -> String {
    format::fixed(f64::from(slots) * SLOT_PITCH_MM, 1)
}

impl Place<'_> {
    fn positions(&self, cards: &[u32]) -> Option<Vec<u32>> {
        let mut positions = cards
            .iter()
            .map(|card| Some(self.inline.slots.get(*card as usize)?.position))
            .collect::<Option<Vec<u32>>>()?;
        positions.sort_unstable();
        Some(positions)
    }

    /// Whether another bridge names one of the cards, so that both could not work.
    fn contested(&self, cards: &[u32]) -> bool {
        let others = self.inline.bridges.iter().enumerate();
        others
            .filter(|(i, _)| *i != self.index)
            .any(|(_, other)| other.gpus.iter().any(|card| cards.contains(card)))
    }

    /// The card that a bridge before this one holds.
    fn card_taken(&self) -> Option<u32> {
        let before = self.inline.bridges.iter().zip(&self.pool.node.bridges);
        before
            .take(self.index)
            .filter(|(_, state)| **state == BridgeState::Joined)
            .flat_map(|(other, _)| &other.gpus)
            .find(|card| self.spec.gpus.contains(card))
            .copied()
    }

    /// The bridge of the catalogue that fits the card and the distance of these cards.
    fn fitting(&self, cards: &[u32]) -> Option<&NvlinkBridge> {
        if cards.len() < 2 || self.contested(cards) || !self.pool.node.gpu.scale_up.bridge_capable {
            return None;
        }
        let positions = self.positions(cards)?;
        self.scene
            .catalog
            .bridges()
            .filter(|bridge| {
                bridge.gpus.contains(&self.pool.node.gpu.id)
                    && cards.len() <= bridge.max_gpus as usize
                    && positions
                        .windows(2)
                        .all(|pair| pair[1] - pair[0] == bridge.slot_pitch)
            })
            .min_by_key(|bridge| bridge.max_gpus)
    }

    fn joined(&self, ledger: &mut Ledger) {
        let gpu = &self.pool.node.gpu;
        let made_for_geforce = self
            .bridge
            .gpus
            .first()
            .and_then(|id| self.scene.catalog.gpu(id))
            .is_none_or(is_geforce);
        if is_geforce(gpu) && !made_for_geforce {
            ledger.found(
                FindingBuilder::info("bridge.unofficial")
                    .arg("bridge", &self.bridge.name)
                    .arg("gpu", &gpu.name)
                    .at(format!("{}/id", self.at))
                    .source(BRIDGE_CHART),
            );
        }
        let Some(positions) = self.positions(&self.spec.gpus) else {
            return;
        };
        ledger.passed(
            FindingBuilder::info("bridge.fits")
                .arg("first", slot_name(positions.first()))
                .arg("last", slot_name(positions.last()))
                .count("pitch", self.bridge.slot_pitch.into())
                .arg("mm", mm(self.bridge.slot_pitch))
                .count("links", self.pool.node.scale_up.links_per_gpu.into())
                .arg(
                    "rate",
                    format::gb_s(self.pool.node.scale_up.gb_s_per_gpu().unwrap_or_default()),
                )
                .at(&self.at)
                .source(BRIDGE_CHART),
        );
    }

    fn wrong_card(&self) -> FindingBuilder {
        let gpu = &self.pool.node.gpu;
        if !gpu.scale_up.bridge_capable {
            return FindingBuilder::error("bridge.no_connector")
                .arg("gpu", &gpu.name)
                .arg("bridge", &self.bridge.name)
                .at(&self.at)
                .source(catalogue_source(gpu))
                .remove(&self.at);
        }
        let finding = FindingBuilder::error("bridge.wrong_card")
            .arg("gpu", &gpu.name)
            .arg("bridge", &self.bridge.name)
            .at(format!("{}/id", self.at))
            .source(catalogue_source(self.bridge));
        match self.fitting(&self.spec.gpus) {
            Some(other) => finding
                .arg("way", "bridge")
                .arg("other", &other.name)
                .set(format!("{}/id", self.at), other.id.as_str()),
            None => finding
                .arg("way", "remove")
                .arg("other", "")
                .remove(&self.at),
        }
    }

    fn wrong_spacing(&self) -> FindingBuilder {
        let pitch = self.bridge.slot_pitch;
        let positions = self.positions(&self.spec.gpus).unwrap_or_default();
        let odd = positions
            .windows(2)
            .find(|pair| pair[1] - pair[0] != pitch)
            .unwrap_or(&[0, 0]);
        let apart = odd[1] - odd[0];
        let finding = FindingBuilder::error("bridge.spacing")
            .count("pitch", pitch.into())
            .arg("mm", mm(pitch))
            .arg("first", slot_name(odd.first()))
            .arg("second", slot_name(odd.last()))
            .count("apart", apart.into())
            .arg("apart_mm", mm(apart))
            .at(format!("{}/id", self.at))
            .source(BRIDGE_CHART);
        if let Some(other) = self.fitting(&self.spec.gpus) {
            return finding
                .arg("way", "bridge")
                .count("other_pitch", other.slot_pitch.into())
                .arg("other", &other.name)
                .arg("to_first", "")
                .arg("to_second", "")
                .set(format!("{}/id", self.at), other.id.as_str());
        }
        let board = self.board_pair();
        finding
            .arg("way", if board.is_some() { "slots" } else { "none" })
            .count("other_pitch", board.map_or(pitch, |(a, b)| b - a).into())
            .arg("other", "")
            .arg("to_first", slot_name(board.map(|pair| pair.0).as_ref()))
            .arg("to_second", slot_name(board.map(|pair| pair.1).as_ref()))
    }

    /// Two slots of the board that a bridge for this card spans; the bridge that is there comes first.
    fn board_pair(&self) -> Option<(u32, u32)> {
        let mut positions: Vec<u32> = self.inline.slots.iter().map(|slot| slot.position).collect();
        positions.sort_unstable();
        let others = self
            .scene
            .catalog
            .bridges()
            .filter(|bridge| bridge.gpus.contains(&self.pool.node.gpu.id))
            .map(|bridge| bridge.slot_pitch);
        std::iter::once(self.bridge.slot_pitch)
            .chain(others)
            .find_map(|pitch| {
                positions
                    .iter()
                    .find(|first| positions.contains(&(**first + pitch)))
                    .map(|first| (*first, first + pitch))
            })
    }

    fn too_many(&self) -> FindingBuilder {
        let gpus = &self.spec.gpus;
        let max = self.bridge.max_gpus as usize;
        if gpus.len() <= max {
            let card = self.card_taken().unwrap_or_default();
            return FindingBuilder::error("bridge.card_twice")
                .arg("card", card.to_string())
                .at(format!("{}/gpus", self.at))
                .source(BRIDGE_CHART)
                .remove(&self.at);
        }
        let finding = FindingBuilder::error("bridge.too_many_cards")
            .arg("bridge", &self.bridge.name)
            .arg("gpu", &self.pool.node.gpu.name)
            .count("max", max as u64)
            .count("cards", gpus.len() as u64)
            .at(format!("{}/gpus", self.at))
            .source(BRIDGE_CHART);
        let pair = &gpus[..max];
        let spans = self.positions(pair).is_some_and(|positions| {
            positions
                .windows(2)
                .all(|pair| pair[1] - pair[0] == self.bridge.slot_pitch)
        });
        if spans && !self.contested(pair) {
            finding
                .arg("way", "pair")
                .set(format!("{}/gpus", self.at), json!(pair))
        } else {
            finding.arg("way", "remove").remove(&self.at)
        }
    }
}

fn slot_name(position: Option<&u32>) -> String {
    position.map(ToString::to_string).unwrap_or_default()
}
