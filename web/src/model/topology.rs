//! The topology view: the fabric as tiers for the drawing, its tables, and the sentence above.

use podwright_diagram::{
    Bundle, Device, PathStop, Pattern, Slowest, SlowestAt, Tier as DrawnTier,
    TierRole as DrawnRole, Topology,
};
use podwright_locales::format;
use podwright_sim_core::report::{FabricReport, PoolReport, Report, TierRole};

use super::headline::bandwidth;
use super::words::{count_word, count_word_inside, known, say, say_with};

/// The fabrics that have switches, with their index in the report.
pub fn switched(report: &Report) -> Vec<(usize, &FabricReport)> {
    report
        .fabrics
        .iter()
        .enumerate()
        .filter(|(_, fabric)| !fabric.tiers.is_empty())
        .collect()
}

/// A fabric as a drawing.
pub fn drawing(fabric: &FabricReport, report: &Report) -> Topology {
    let single = fabric.tiers.len() == 1;
    let rate = format!("{}G", format::trimmed(fabric.link_gbit_s, 0));
    let mut tiers: Vec<DrawnTier> = fabric
        .tiers
        .iter()
        .rev()
        .map(|tier| DrawnTier {
            role: match tier.role {
                TierRole::Leaf if single => DrawnRole::Switch,
                TierRole::Leaf => DrawnRole::Leaf,
                TierRole::Spine => DrawnRole::Spine,
                TierRole::Core => DrawnRole::Core,
            },
            count: tier.count,
            ports: Some((tier.ports_used, tier.ports_total)),
            ..DrawnTier::default()
        })
        .collect();
    let mut bundles: Vec<Bundle> = fabric
        .tiers
        .windows(2)
        .rev()
        .map(|pair| Bundle {
            links_each: Some(pair[0].links_to_each_above).filter(|n| *n > 0),
            rate: rate.clone(),
            links: links_between(fabric, pair[0].role),
            pattern: Pattern::Full,
        })
        .collect();
    if let Some(pool) = report
        .pools
        .iter()
        .find(|pool| pool.nics_per_node > 0)
        .or(report.pools.first())
    {
        let nodes: u64 = report.pools.iter().map(|pool| pool.count).sum();
        let rack = pool.category == "rack";
        tiers.push(DrawnTier {
            role: if rack {
                DrawnRole::Rack
            } else {
                DrawnRole::Node
            },
            count: nodes,
            ports: None,
            look: if rack {
                Device::nvl72()
            } else {
                Device::Node(pool.gpus_per_node.min(16) as u32)
            },
            detail: node_detail(pool),
        });
        let leaves = fabric.tiers.first().map_or(0, |tier| tier.count);
        let down = fabric.endpoints;
        let each = (leaves * nodes > 0 && down.is_multiple_of(leaves * nodes))
            .then(|| down / (leaves * nodes));
        bundles.push(Bundle {
            links_each: each,
            rate,
            links: down,
            pattern: Pattern::Full,
        });
    }
    let path = example_path(fabric, report);
    let slowest = (!path.is_empty())
        .then(|| slowest_part(fabric, report))
        .flatten();
    Topology {
        title: sentence_of(fabric, report),
        desc: None,
        tiers,
        bundles,
        path,
        slowest,
    }
}

/// A path between two nodes that are far apart: up to the tier that both can reach, and down. Empty for fewer than two.
fn example_path(fabric: &FabricReport, report: &Report) -> Vec<PathStop> {
    let nodes: u64 = report.pools.iter().map(|pool| pool.count).sum();
    let (Some(leaf), true) = (fabric.tiers.first(), nodes >= 2) else {
        return Vec::new();
    };
    let bottom = fabric.tiers.len();
    let stop = |tier: usize, index: u64| PathStop {
        tier,
        index,
        label: String::new(),
    };
    // By rail, a leaf serves one rail of a group of nodes: both ends use leaves of the same rail.
    let rails = fabric.rails.max(1).min(leaf.count);
    let (near, far) = if rails > 1 {
        let rail = 2.min(rails - 1);
        (rail, (leaf.count / rails).saturating_sub(1) * rails + rail)
    } else {
        (
            leaf.count / 4,
            leaf.count.saturating_sub(1 + leaf.count / 4),
        )
    };
    let mut up = vec![stop(bottom, nodes / 8), stop(bottom - 1, near)];
    let last = stop(bottom, nodes - 1 - nodes / 8);
    if near == far || bottom == 1 {
        up.push(last);
        return up;
    }
    let mut down = vec![last, stop(bottom - 1, far)];
    for tier in (1..bottom - 1).rev() {
        let count = fabric
            .tiers
            .get(bottom - 1 - tier)
            .map_or(1, |tier| tier.count);
        up.push(stop(tier, count / 4));
        down.push(stop(tier, count.saturating_sub(1 + count / 4)));
    }
    let top = fabric.tiers.last().map_or(1, |tier| tier.count);
    up.push(stop(0, top / 2));
    down.reverse();
    up.extend(down);
    up
}

/// The slowest part of a path for one GPU: its adapter, or its share of oversubscribed uplinks.
fn slowest_part(fabric: &FabricReport, report: &Report) -> Option<Slowest> {
    if fabric.network != "compute" {
        return None;
    }
    let row = link_rows(report).into_iter().find(|row| row.slowest)?;
    // The first tier that takes more from below than it sends up shares its uplinks; else it is the adapter.
    let shared = fabric
        .tiers
        .iter()
        .take(fabric.tiers.len().saturating_sub(1))
        .position(|tier| tier.down_per_switch > tier.up_per_switch);
    let hop = if fabric.oversubscription > 1.0005 {
        shared.map_or(0, |tier| tier + 1)
    } else {
        0
    };
    let title = say_with(
        "planner-topology-slowest",
        &[("part", row.part.into()), ("rate", row.rate.into())],
    );
    Some(Slowest {
        at: SlowestAt::Hop(hop),
        title,
        detail: row.detail,
    })
}

fn node_detail(pool: &PoolReport) -> String {
    say_with(
        "planner-node-detail",
        &[
            ("gpus", pool.gpus_per_node.into()),
            ("nics", pool.nics_per_node.into()),
        ],
    )
}

fn links_between(fabric: &FabricReport, from: TierRole) -> u64 {
    let from = match from {
        TierRole::Leaf => "leaf",
        TierRole::Spine => "spine",
        TierRole::Core => "core",
    };
    fabric
        .cables
        .iter()
        .filter(|cable| cable.from == from)
        .map(|cable| cable.count)
        .sum()
}

/// A count with its noun: "nine leaves".
fn counted(noun: &str, count: u64, begins: bool) -> String {
    let word = if begins {
        count_word(count)
    } else {
        count_word_inside(count)
    };
    say_with(
        &format!("planner-count-{noun}"),
        &[("count", count.into()), ("word", word.into())],
    )
}

fn machine_noun(report: &Report) -> &'static str {
    if !report.pools.is_empty() && report.pools.iter().all(|pool| pool.category == "rack") {
        "racks"
    } else {
        "nodes"
    }
}

/// The sentence above the drawing of a fabric: "Eight racks, nine leaves, eight spines, nothing oversubscribed".
pub fn sentence_of(fabric: &FabricReport, report: &Report) -> String {
    let mut parts = vec![counted(machine_noun(report), report.summary.nodes, true)];
    for tier in &fabric.tiers {
        let noun = match tier.role {
            TierRole::Leaf if fabric.tiers.len() == 1 => "switches",
            TierRole::Leaf => "leaves",
            TierRole::Spine => "spines",
            TierRole::Core => "cores",
        };
        parts.push(counted(noun, tier.count, false));
    }
    parts.push(if fabric.oversubscription > 1.0005 {
        say_with(
            "planner-oversubscribed",
            &[("ratio", format::trimmed(fabric.oversubscription, 2).into())],
        )
    } else {
        say("planner-not-oversubscribed")
    });
    parts.join(", ")
}

/// The sentence above the view, and a second one with the detail that matters.
pub fn sentences(report: &Report) -> (String, String) {
    let fabrics = switched(report);
    let fabric = fabrics
        .iter()
        .map(|(_, f)| *f)
        .find(|f| f.network == "compute")
        .or(fabrics.first().map(|(_, f)| *f));
    if let Some(fabric) = fabric {
        let each = fabric
            .tiers
            .first()
            .map_or(0, |tier| tier.links_to_each_above);
        let rate = format!("{}G", format::trimmed(fabric.link_gbit_s, 0));
        let mut detail = vec![if each > 0 {
            say_with(
                "planner-topology-bundle",
                &[("links", each.into()), ("rate", rate.into())],
            )
        } else {
            say_with(
                "planner-topology-links",
                &[
                    ("links", format::count(fabric.endpoints).into()),
                    ("rate", rate.into()),
                ],
            )
        }];
        if let Some(bisection) = report.summary.bisection_gb_s {
            detail.push(say_with(
                "planner-topology-bisection",
                &[("rate", format::gb_s(bisection).into())],
            ));
        }
        if report.summary.nodes >= 2 {
            detail.push(say("planner-topology-path"));
        }
        return (sentence_of(fabric, report), detail.join(" "));
    }
    let Some(pool) = report.pools.first() else {
        return (
            say("planner-topology-empty"),
            say("planner-topology-empty-detail"),
        );
    };
    let title = say_with(
        if report.summary.nodes > 1 {
            "planner-topology-apart"
        } else {
            "planner-topology-one"
        },
        &[
            ("gpus", count_word(report.summary.gpus).into()),
            ("nodes", format::count(report.summary.nodes).into()),
            ("gpu", super::parts::short_gpu(&pool.gpu).into()),
        ],
    );
    (title, pool.scale_up_words.clone())
}

/// One row of the table of links from a GPU outwards: what, rate per direction, and how it compares with the fastest.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkRow {
    /// The part.
    pub part: String,
    /// More about it.
    pub detail: String,
    /// Rate per direction, GB/s.
    pub gb_s: f64,
    /// The same in words.
    pub rate: String,
    /// Whether it is the slowest one.
    pub slowest: bool,
}

/// The rates that a GPU meets on its way out: its scale-up links, its adapter, its share of the fabric's middle.
pub fn link_rows(report: &Report) -> Vec<LinkRow> {
    let summary = &report.summary;
    let mut rows = Vec::new();
    let mut add = |part: String, detail: String, gb_s: f64| {
        let rate = format!("{} GB/s", bandwidth(gb_s));
        rows.push(LinkRow {
            part,
            detail,
            gb_s,
            rate,
            slowest: false,
        });
    };
    if let Some(rate) = summary.scale_up_gb_s_per_gpu {
        let detail = summary.scale_up_label.clone().unwrap_or_default();
        add(say("planner-link-scale-up"), detail, rate);
    }
    if let Some(rate) = summary.scale_out_gb_s_per_gpu {
        let detail = report
            .pools
            .iter()
            .find_map(|pool| pool.nic.clone())
            .unwrap_or_default();
        add(say("planner-link-nic"), detail, rate);
        if let Some(over) = summary.oversubscription {
            let detail = say_with(
                "planner-link-share-detail",
                &[("ratio", format::trimmed(over, 2).into())],
            );
            add(say("planner-link-share"), detail, rate / over.max(1.0));
        }
    }
    let least = rows
        .iter()
        .map(|row: &LinkRow| row.gb_s)
        .fold(f64::INFINITY, f64::min);
    if rows.len() > 1
        && let Some(slowest) = rows.iter_mut().find(|row| row.gb_s == least)
    {
        slowest.slowest = true;
    }
    rows
}

/// Name of a medium.
pub fn medium(kind: &str) -> String {
    let id = format!("planner-medium-{kind}");
    if known(&id) {
        say(&id)
    } else {
        kind.to_owned()
    }
}

/// Name of a place that cables run between.
pub fn place(id: &str) -> String {
    let text = format!("planner-place-{id}");
    if known(&text) {
        say(&text)
    } else {
        id.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use podwright_sim_core::{evaluate_builtin, templates};

    use super::*;

    #[test]
    fn paths_stay_inside_their_tiers_for_every_template() {
        for template in templates::all() {
            let report = evaluate_builtin(&template.design);
            for (_, fabric) in switched(&report) {
                let drawn = drawing(fabric, &report);
                for stop in &drawn.path {
                    let count = drawn.tiers[stop.tier].count;
                    assert!(stop.index < count, "{}: {stop:?} of {count}", template.id);
                }
                for pair in drawn.path.windows(2) {
                    assert_eq!(pair[0].tier.abs_diff(pair[1].tier), 1, "{}", template.id);
                }
                assert_eq!(
                    drawn.bundles.len() + 1,
                    drawn.tiers.len(),
                    "{}",
                    template.id
                );
            }
        }
    }

    #[test]
    fn the_sentence_counts_every_tier() {
        let template = templates::find("nvl72-spectrum-x-8").expect("a template");
        let report = evaluate_builtin(&template.design);
        assert_eq!(
            sentences(&report).0,
            "Eight racks, nine leaves, eight spines, nothing oversubscribed"
        );
    }

    #[test]
    fn the_adapter_is_the_slowest_way_out_of_a_rack() {
        let template = templates::find("nvl72-spectrum-x-8").expect("a template");
        let rows = link_rows(&evaluate_builtin(&template.design));
        let slowest: Vec<&str> = rows
            .iter()
            .filter(|row| row.slowest)
            .map(|row| row.part.as_str())
            .collect();
        assert_eq!(slowest, [say("planner-link-nic")]);
    }
}
