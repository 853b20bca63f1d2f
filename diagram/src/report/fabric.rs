//! A fabric of a report as tiers for the drawing.

use podwright_locales::{Texts, format};
use podwright_sim_core::Report;
use podwright_sim_core::report::{FabricReport, PoolReport, TierRole as Role};

use super::words::{count_word, count_word_inside, named, rate_label};
use super::{GpuPath, words};
use crate::{Bundle, Cables, Device, Pattern, Tier, TierRole, Token, Topology};

/// What the links of a fabric show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LinkView {
    /// The way between two GPUs and its slowest part.
    #[default]
    Path,
    /// How long the cables are.
    Length,
}

/// The fabrics that have switches, with their index in the report; the compute fabric first.
pub fn switched(report: &Report) -> Vec<(usize, &FabricReport)> {
    let mut fabrics: Vec<(usize, &FabricReport)> = report
        .fabrics
        .iter()
        .enumerate()
        .filter(|(_, fabric)| !fabric.tiers.is_empty())
        .collect();
    fabrics.sort_by_key(|(_, fabric)| fabric.network != "compute");
    fabrics
}

/// A fabric as a drawing. A path is drawn where it runs through this fabric.
pub fn fabric_topology(
    texts: &Texts,
    fabric: &FabricReport,
    report: &Report,
    view: LinkView,
    path: Option<&GpuPath>,
) -> Topology {
    let single = fabric.tiers.len() == 1;
    let mut tiers: Vec<Tier> = fabric
        .tiers
        .iter()
        .rev()
        .map(|tier| Tier {
            role: match tier.role {
                Role::Leaf if single => TierRole::Switch,
                Role::Leaf => TierRole::Leaf,
                Role::Spine => TierRole::Spine,
                Role::Core => TierRole::Core,
            },
            count: tier.count,
            ports: Some((tier.ports_used, tier.ports_total)),
            ..Tier::default()
        })
        .collect();
    let bundle = |links_each: Option<u64>, from: &str, links: Option<u64>| {
        let runs = fabric.cables.iter().filter(|cable| cable.from == from);
        Bundle {
            links_each: links_each.filter(|links| *links > 0),
            rate: rate_label(fabric.gbit_s_from(from)),
            links: links.unwrap_or_else(|| runs.map(|cable| cable.count).sum()),
            pattern: Pattern::Full,
            cables: (view == LinkView::Length)
                .then(|| cables(texts, fabric, from))
                .flatten(),
        }
    };
    let mut bundles: Vec<Bundle> = fabric
        .tiers
        .windows(2)
        .rev()
        .map(|pair| {
            let from = match pair[0].role {
                Role::Leaf => "leaf",
                Role::Spine => "spine",
                Role::Core => "core",
            };
            bundle(Some(pair[0].links_to_each_above), from, None)
        })
        .collect();
    if let Some(pool) = report
        .pools
        .iter()
        .find(|pool| pool.nics_per_node > 0)
        .or(report.pools.first())
    {
        let nodes = nodes(report);
        tiers.push(node_tier(texts, pool, nodes));
        let leaves = fabric.tiers.first().map_or(0, |tier| tier.count);
        let pairs = leaves * nodes;
        let each =
            (pairs > 0 && fabric.endpoints.is_multiple_of(pairs)).then(|| fabric.endpoints / pairs);
        bundles.push(bundle(each, "node", Some(fabric.endpoints)));
    }
    let sentence = fabric_sentence(texts, fabric, report);
    let longest = fabric
        .cables
        .iter()
        .map(|cable| cable.length_m)
        .fold(0.0, f64::max);
    let path = path.filter(|_| view == LinkView::Path && fabric.network == "compute");
    Topology {
        title: match view {
            LinkView::Path => sentence,
            LinkView::Length => texts.with(
                "diagram-length-title",
                &[
                    ("fabric", sentence.into()),
                    ("length", format::trimmed(longest, 1).into()),
                ],
            ),
        },
        desc: None,
        tiers,
        bundles,
        path: path.map(|path| path.stops.clone()).unwrap_or_default(),
        slowest: path.and_then(|path| path.callout(texts)),
    }
}

/// Nodes of all pools.
pub(super) fn nodes(report: &Report) -> u64 {
    report.pools.iter().map(|pool| pool.count).sum()
}

fn node_tier(texts: &Texts, pool: &PoolReport, nodes: u64) -> Tier {
    let rack = pool.category == "rack";
    Tier {
        role: if rack { TierRole::Rack } else { TierRole::Node },
        count: nodes,
        ports: None,
        look: if rack {
            Device::nvl72()
        } else {
            Device::Node(pool.gpus_per_node.min(16) as u32)
        },
        detail: texts.with(
            "diagram-node-detail",
            &[
                ("gpus", pool.gpus_per_node.into()),
                ("nics", pool.nics_per_node.into()),
            ],
        ),
    }
}

/// The cables from one place up: their lengths and media, and how they rank among the fabric's by their longest.
fn cables(texts: &Texts, fabric: &FabricReport, from: &str) -> Option<Cables> {
    let longest = |from: &str| {
        fabric
            .cables
            .iter()
            .filter(|cable| cable.from == from)
            .map(|cable| cable.length_m)
            .fold(0.0, f64::max)
    };
    let runs: Vec<_> = fabric.cables.iter().filter(|c| c.from == from).collect();
    let least = runs.iter().map(|c| c.length_m).reduce(f64::min)?;
    let most = longest(from);
    let metres = |value: f64| format::trimmed(value, 1);
    let length = if least < most {
        texts.with(
            "diagram-length-range",
            &[("from", metres(least).into()), ("to", metres(most).into())],
        )
    } else {
        texts.with("diagram-length-bundle", &[("length", metres(most).into())])
    };
    let mut media: Vec<String> = Vec::new();
    for run in &runs {
        let name = medium(texts, &run.kind);
        if !media.contains(&name) {
            media.push(name);
        }
    }
    let longer = ["node", "leaf", "spine"]
        .into_iter()
        .filter(|other| longest(other) > most)
        .count();
    Some(Cables {
        length,
        medium: media.join(", "),
        token: Token::new(longer + 1),
    })
}

/// Name of a medium.
pub fn medium(texts: &Texts, kind: &str) -> String {
    named(texts, "diagram-medium-", kind)
}

/// A count with its noun: "nine leaves".
fn counted(texts: &Texts, noun: &str, count: u64, begins: bool) -> String {
    let word = if begins {
        count_word(texts, count)
    } else {
        count_word_inside(texts, count)
    };
    texts.with(
        &format!("diagram-count-{noun}"),
        &[("count", count.into()), ("word", word.into())],
    )
}

/// The sentence above the drawing of a fabric: "Eight racks, nine leaves, eight spines, nothing oversubscribed".
pub fn fabric_sentence(texts: &Texts, fabric: &FabricReport, report: &Report) -> String {
    let racks = words::has_racks(report) && report.pools.iter().all(|pool| pool.category == "rack");
    let noun = if racks { "racks" } else { "nodes" };
    let mut parts = vec![counted(texts, noun, report.summary.nodes, true)];
    for tier in &fabric.tiers {
        let noun = match tier.role {
            Role::Leaf if fabric.tiers.len() == 1 => "switches",
            Role::Leaf => "leaves",
            Role::Spine => "spines",
            Role::Core => "cores",
        };
        parts.push(counted(texts, noun, tier.count, false));
    }
    parts.push(if fabric.oversubscription > 1.0005 {
        texts.with(
            "diagram-oversubscribed",
            &[("ratio", format::trimmed(fabric.oversubscription, 2).into())],
        )
    } else {
        texts.get("diagram-not-oversubscribed")
    });
    parts.join(", ")
}
