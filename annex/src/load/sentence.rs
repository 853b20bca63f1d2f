//! The sentence above the view, and a second one with the detail that matters.

use podwright_locales::format;
use podwright_sim_core::fabric::LinkGraph;
use podwright_sim_core::flow::FlowReport;
use podwright_sim_core::outage::Site;

use super::{ALIKE, Found, Loads, Outage, is_free, parts};
use crate::words::{ranges, say, say_with};

/// Title and detail.
pub(super) fn opening(found: &Found<'_>) -> (String, String) {
    let (title, detail) = match (&found.outage, found.network()) {
        (Some(outage), _) => (without(found, outage), hit(found, outage)),
        (None, Some((network, loads))) => whole(&found.site, &network.graph, loads),
        (None, None) => (say("annex-no-network"), say("annex-no-network-detail")),
    };
    (title, found.refused.as_deref().map_or(detail, begin))
}

fn whole(site: &Site<'_>, graph: &LinkGraph, loads: &Loads) -> (String, String) {
    if graph.spines() == 0 {
        return (say("annex-load-switch"), say("annex-load-switch-detail"));
    }
    let rings_free = loads.rings.iter().all(is_free);
    let [ecmp, adaptive, _] = if rings_free {
        &loads.pairs
    } else {
        &loads.rings
    };
    let mut detail = Vec::new();
    if let Some(seeds) = ecmp.seeds.filter(|seeds| seeds.count > 1 && !is_free(ecmp)) {
        detail.push(say_with(
            "annex-load-seeds",
            &[
                ("count", format::count(seeds.count.into()).into()),
                ("worst", format::percent(seeds.worst).into()),
                ("best", format::percent(seeds.best).into()),
            ],
        ));
    }
    detail.push(say_with(
        "annex-load-own",
        &[("held", held(site, graph, loads.shown(None)).into())],
    ));
    let id = match (rings_free, is_free(ecmp) && is_free(adaptive)) {
        (true, true) => "annex-load-free",
        (true, false) => "annex-load-pairs",
        (false, _) => "annex-load-rings",
    };
    let title = say_with(
        id,
        &[
            ("ecmp", format::percent(ecmp.delivered).into()),
            ("adaptive", format::percent(adaptive.delivered).into()),
        ],
    );
    (title, detail.join(" "))
}

/// What holds flows back: the link that is full first.
pub(super) fn held(site: &Site<'_>, graph: &LinkGraph, report: &FlowReport) -> String {
    let Some(full) = &report.bottleneck else {
        return say("annex-held-adapters");
    };
    let ends = graph.links()[full.link as usize];
    // The answer names its sending end first, which may be the upper one.
    let up = graph.device(ends.lower).name() == full.from;
    let (from, to) = if up {
        (ends.lower, ends.upper)
    } else {
        (ends.upper, ends.lower)
    };
    say_with(
        "annex-held-link",
        &[
            ("from", begin(&parts::device(site, graph, from)).into()),
            ("to", parts::device(site, graph, to).into()),
            ("flows", full.flows.into()),
            ("count", format::count(full.flows.into()).into()),
            ("rate", format::gb_s(full.capacity_gb_s).into()),
        ],
    )
}

fn without(found: &Found<'_>, outage: &Outage) -> String {
    let report = &outage.worked.report;
    let part = parts::failed(&found.site, outage.part);
    // Where nothing joins all GPUs, what is between them or within a system.
    let all = report.all_reduce.as_ref();
    let within = report.nvlink.first().map(|rack| &rack.all_reduce);
    let network = report.network.as_ref();
    let (id, factor) = match (all, network, within) {
        (Some(all), ..) => ("annex-without-slower", all.slowdown),
        (None, Some(network), _) => ("annex-without-slower-part", network.slowdown),
        (None, None, Some(within)) => ("annex-without-slower-within", within.slowdown),
        (None, None, None) => {
            let id = if report.nodes_out > 0 {
                "annex-without-out"
            } else {
                "annex-without-nothing"
            };
            return say_with(id, &[("part", part.into()), ("n", report.nodes_out.into())]);
        }
    };
    let Some(factor) = factor else {
        return say_with("annex-without-stops", &[("part", part.into())]);
    };
    let size = all
        .or(within)
        .map(|times| format::message_size(times.message_bytes));
    let fewer = all.is_some_and(|all| all.gpus_after < all.gpus_before);
    let id = match id {
        "annex-without-slower" if fewer => "annex-without-fewer",
        _ if (factor - 1.0).abs() < ALIKE => "annex-without-same",
        id => id,
    };
    say_with(
        id,
        &[
            ("part", part.into()),
            ("factor", format::fixed(factor, 2).into()),
            ("size", size.unwrap_or_default().into()),
            (
                "gpus",
                all.map(|all| format::count(all.gpus_after))
                    .unwrap_or_default()
                    .into(),
            ),
        ],
    )
}

/// Which nodes lost what.
fn hit(found: &Found<'_>, outage: &Outage) -> String {
    let worked = &outage.worked;
    let mut sentences = Vec::new();
    let (before, after) = worked.report.network.as_ref().map_or((0, 0), |network| {
        (network.ports_before, network.ports_after)
    });
    let mut say_of = |id: &str, nodes: &[u32]| {
        if nodes.is_empty() {
            return;
        }
        let noun = parts::noun(&found.site, "annex-racks", "annex-nodes");
        let count = nodes.len();
        let who = say_with(
            noun,
            &[("n", count.into()), ("which", ranges(nodes).into())],
        );
        sentences.push(say_with(
            id,
            &[
                ("who", begin(&who).into()),
                ("n", count.into()),
                ("before", format::count(before.into()).into()),
                ("after", format::count(after.into()).into()),
            ],
        ));
    };
    say_of("annex-hit-out", &worked.nodes_out);
    if let Some(rings) = &worked.rings {
        say_of("annex-hit-some", &rings.nodes_hit);
    }
    for rack in &worked.report.nvlink {
        let left = rack.trays - rack.trays_down.len() as u32;
        let factor = rack.all_reduce.slowdown;
        let id = if factor.is_some() {
            "annex-hit-tray"
        } else {
            "annex-hit-tray-gone"
        };
        sentences.push(say_with(
            id,
            &[
                (
                    "factor",
                    factor
                        .map(|f| format::fixed(f, 2))
                        .unwrap_or_default()
                        .into(),
                ),
                ("rack", rack.rack.as_str().into()),
                ("left", left.to_string().into()),
                ("trays", rack.trays.to_string().into()),
                ("compute", rack.compute_trays.to_string().into()),
                ("gpus", format::count(rack.gpus).into()),
            ],
        ));
    }
    if sentences.is_empty() {
        sentences.push(say(parts::noun(
            &found.site,
            "annex-hit-none-rack",
            "annex-hit-none",
        )));
    }
    sentences.join(" ")
}

/// The same with a capital letter at its beginning.
pub(super) fn begin(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}
