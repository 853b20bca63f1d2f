//! Bandwidths that the user measured: do they name something, can it carry so much, which are in use.

use podwright_locales::{Language, Texts, format};

use super::scene::Scene;
use super::{FindingBuilder, Ledger};
use crate::cluster::{JoinKind, ResolvedNode, SlotPath};
use crate::collective::bus_factor;
use crate::design::{CollectiveOp, Measured, MeasuredLink};

/// Figures at most in one sentence; the rest is counted.
const NAMED: usize = 6;

pub(super) fn check(scene: &Scene<'_>, ledger: &mut Ledger) {
    let mut used = Vec::new();
    for (i, figure) in scene.design.measured.iter().enumerate() {
        let at = format!("/measured/{i}");
        let named = |id: &String| figure.pool.as_ref().is_none_or(|pool| pool == id);
        let wanted = scene.design.pools.iter().filter(|pool| named(&pool.id));
        let known: Vec<&ResolvedNode> = scene
            .cluster
            .pools
            .iter()
            .filter(|pool| named(&pool.id))
            .map(|pool| &pool.node)
            .collect();
        // What did not resolve is an error already; a figure may be of that.
        let unresolved = wanted.count() > known.len();
        let line = known
            .iter()
            .filter_map(|node| line_gb_s(node, figure))
            .reduce(f64::min);
        let Some(line) = line else {
            if !unresolved {
                ledger.found(
                    FindingBuilder::error("measured.names_nothing")
                        .arg("figure", words(figure))
                        .at(&at)
                        .remove(&at),
                );
            }
            continue;
        };
        used.push(words(figure));
        if figure.gb_s > line * (1.0 + 1e-9) {
            ledger.found(
                FindingBuilder::warning("measured.above_line")
                    .arg("figure", words(figure))
                    .arg("measured", format::gb_s(figure.gb_s))
                    .arg("line", format::gb_s(line))
                    .at(format!("{at}/gb_s")),
            );
        }
    }
    if !used.is_empty() {
        ledger.found(
            FindingBuilder::info("measured.in_use")
                .count("used", used.len() as u64)
                .count("more", used.len().saturating_sub(NAMED) as u64)
                .arg("figures", used[..used.len().min(NAMED)].join("; "))
                .at("/measured"),
        );
    }
}

/// A figure in words: `bridge of GPUs 0 and 1, pool cards: 45 GB/s`.
fn words(figure: &Measured) -> String {
    let texts = Texts::of(Language::English);
    let gpus: Vec<String> = figure.gpus.iter().map(u32::to_string).collect();
    let which = match figure.adapter {
        Some(adapter) => adapter.to_string(),
        None => gpus.join("–"),
    };
    let mut text = texts.get(&format!("measured-link-{}", figure.link.id()));
    for word in [which.as_str(), figure.pool.as_deref().unwrap_or("")] {
        if !word.is_empty() {
            text.push_str(", ");
            text.push_str(word);
        }
    }
    format!("{text}: {}", format::gb_s(figure.gb_s))
}

/// What the data sheets give the slowest of the links that a figure names, GB/s per direction; none where there is no such
/// link.
fn line_gb_s(node: &ResolvedNode, figure: &Measured) -> Option<f64> {
    let links = &node.scale_up;
    let slot = |gpu: u32| node.host.slots.get(gpu as usize).map(SlotPath::gb_s);
    let adapter = node.compute_adapter();
    match figure.link {
        MeasuredLink::Inside => {
            let line = node.scale_up_gb_s_per_gpu()?;
            // Reduction in the switch: each byte goes up once, and nccl-tests count it as a ring would send it.
            Some(if links.in_switch_reduction {
                line * bus_factor(CollectiveOp::AllReduce, node.gpu_count.into())
            } else {
                line
            })
        }
        MeasuredLink::Between => adapter.map(crate::cluster::Adapter::gb_s),
        MeasuredLink::Adapter => adapter
            .filter(|adapter| figure.adapter.unwrap_or(0) < adapter.count)
            .map(|adapter| adapter.gb_s() / f64::from(adapter.count)),
        MeasuredLink::Slot => match figure.gpus.first() {
            Some(gpu) => slot(*gpu),
            None => node.host.slowest_slot_gb_s(),
        },
        MeasuredLink::Host => match figure.gpus[..] {
            [a, b] => slot(a).zip(slot(b)).map(|(a, b)| a.min(b)),
            _ if node.gpu_count < 2 => None,
            _ => node.host.slowest_slot_gb_s(),
        },
        kind if links.kind.measured_link() != Some(kind) => None,
        _ if links.kind == JoinKind::NvSwitch => match figure.gpus[..] {
            [] => links.gb_s_per_gpu(),
            [gpu] if gpu < node.gpu_count => links.gb_s_per_gpu(),
            _ => None,
        },
        _ => {
            let rows = links.matrix.iter().enumerate();
            let pairs = rows.flat_map(|(a, row)| {
                let row = row.iter().enumerate().skip(a + 1);
                row.map(move |(b, count)| ([a as u32, b as u32], *count))
            });
            pairs
                .filter(|(pair, count)| *count > 0 && figure.is_of(figure.link, pair, None))
                .map(|(_, count)| f64::from(count) * links.gb_s_per_link)
                .reduce(f64::min)
        }
    }
}
