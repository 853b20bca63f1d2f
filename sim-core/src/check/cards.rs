//! Cards in slots: thickness, air, two parts in one place, modules that have no slot.

use podwright_locales::format;

use super::scene::{SLOT_PITCH_MM, Scene, card_slots, catalogue_source, estimate_source};
use super::scene::{is_geforce, thickness};
use super::{FindingBuilder, Ledger};
use crate::cluster::ResolvedPool;
use crate::design::InlineNode;

/// A part in a slot.
struct Part {
    position: u32,
    /// Index of the card; none for an adapter.
    card: Option<usize>,
    at: String,
}

pub(super) fn check(scene: &Scene<'_>, ledger: &mut Ledger) {
    for (pool, inline, at) in scene.inline_pools() {
        let gpu = &pool.node.gpu;
        if gpu.slot_width.is_none() && !gpu.form_factor.starts_with("PCIe") {
            ledger.found(module(scene, pool, inline, &at));
            continue;
        }
        let described = card_slots(inline).len();
        if described < inline.count as usize {
            ledger.found(
                FindingBuilder::info("slot.assumed")
                    .count("cards", u64::from(inline.count) - described as u64)
                    .arg("gen", gpu.pcie.generation.to_string())
                    .arg("lanes", gpu.pcie.lanes.to_string())
                    .at(format!("{at}/slots")),
            );
        }
        // Two cards in one place are found below.
        let seen = |position: u32, before: usize| {
            inline.slots[..before]
                .iter()
                .any(|slot| slot.position == position)
        };
        for (i, slot) in inline.slots.iter().enumerate().skip(described) {
            if seen(slot.position, i) {
                ledger.found(
                    FindingBuilder::error("slot.listed_twice")
                        .arg("slot", slot.position.to_string())
                        .at(format!("{at}/slots/{i}/position"))
                        .remove(format!("{at}/slots/{i}")),
                );
            }
        }
        let parts = parts(inline, &at);
        let thick = thickness(inline, gpu);
        for (i, upper) in parts.iter().enumerate() {
            let mut below = parts[i + 1..].iter();
            if let Some(same) = below.clone().next()
                && same.position == upper.position
            {
                ledger.found(
                    FindingBuilder::error("card.same_slot")
                        .arg("slot", upper.position.to_string())
                        .at(&same.at),
                );
            }
            // An adapter is one slot thick and leaves what is below it free.
            if let Some(thick) = thick.filter(|_| upper.card.is_some())
                && let Some(lower) = below.find(|part| part.position > upper.position)
            {
                neighbours(pool, inline, &at, [upper, lower], thick, ledger);
            }
        }
    }
}

/// Cards and adapters by position.
fn parts(inline: &InlineNode, at: &str) -> Vec<Part> {
    let cards = card_slots(inline).iter().enumerate().map(|(i, slot)| Part {
        position: slot.position,
        card: Some(i),
        at: format!("{at}/slots/{i}/position"),
    });
    let nics = inline.nics.iter().enumerate().filter_map(|(i, nic)| {
        Some(Part {
            position: nic.slot?,
            card: None,
            at: format!("{at}/nics/{i}/slot"),
        })
    });
    let mut parts: Vec<Part> = cards.chain(nics).collect();
    parts.sort_by_key(|part| part.position);
    parts
}

/// A card and the next part below it.
fn neighbours(
    pool: &ResolvedPool,
    inline: &InlineNode,
    at: &str,
    [upper, lower]: [&Part; 2],
    thick: f64,
    ledger: &mut Ledger,
) {
    let gpu = &pool.node.gpu;
    let distance = lower.position - upper.position;
    let between_cards = lower.card.is_some();
    let says = |finding: FindingBuilder| {
        finding
            .arg("gpu", &gpu.name)
            .arg("thick", format::trimmed(thick, 1))
            .arg("first", upper.position.to_string())
            .arg("second", lower.position.to_string())
            .count("distance", distance.into())
            .arg("mm", format::fixed(f64::from(distance) * SLOT_PITCH_MM, 1))
            .at(&upper.at)
    };
    let stated = |finding: FindingBuilder| match inline.card_slots {
        Some(_) => finding,
        None => finding.source(catalogue_source(gpu)),
    };
    let two_slot = |finding: FindingBuilder, slots: u32| {
        finding
            .arg("way", "thinner")
            .arg("slots", slots.to_string())
            .set(format!("{at}/card_slots"), f64::from(slots))
    };
    if thick > f64::from(distance) {
        let finding = stated(says(FindingBuilder::error("card.too_thick")));
        ledger.found(if distance >= 2 && between_cards {
            two_slot(finding, 2)
        } else {
            finding.arg("way", "apart").arg("slots", "")
        });
    } else if thick == f64::from(distance)
        && between_cards
        && is_geforce(gpu)
        && (inline.card_slots.is_none() || thick > 2.0)
    {
        // Blowers and passive cards are made to stand side by side; open coolers take their air from below.
        let finding = says(FindingBuilder::warning("card.no_gap")).source(estimate_source());
        ledger.found(if distance >= 3 {
            two_slot(finding, 2)
        } else {
            finding.arg("way", "apart").arg("slots", "")
        });
    }
}

/// An SXM or OAM module in a node of slots.
fn module(scene: &Scene<'_>, pool: &ResolvedPool, inline: &InlineNode, at: &str) -> FindingBuilder {
    let gpu = &pool.node.gpu;
    let finding = FindingBuilder::error("card.is_module")
        .arg("gpu", &gpu.name)
        .arg("form", &gpu.form_factor)
        .at(format!("{at}/gpu"))
        .source(catalogue_source(gpu));
    let system = scene
        .catalog
        .nodes()
        .find(|node| node.gpu_id == gpu.id && node.gpu_count == inline.count);
    match system {
        Some(node) => finding
            .arg("way", "node")
            .arg("node", &node.name)
            .set(at, node.id.as_str()),
        None => finding.arg("way", "none").arg("node", ""),
    }
}
