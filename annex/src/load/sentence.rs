//! The sentence above the view, and a second one with the detail that matters.

use podwright_locales::format;
use podwright_sim_core::design::CollectiveOp;
use podwright_sim_core::flow::{Failure, FlowReport, Outage};

use super::{ALIKE, Found, MESSAGE_BYTES, is_free, parts};
use crate::words::{ranges, say, say_with};

/// Title and detail.
pub(super) fn opening(found: &Found) -> (String, String) {
    match (&found.outage, found.request.failures.first()) {
        (Some(outage), Some(part)) => (without(found, outage, *part), hit(found, outage)),
        _ => whole(found),
    }
}

fn whole(found: &Found) -> (String, String) {
    if found.network.graph.spines() == 0 {
        return (say("annex-load-switch"), say("annex-load-switch-detail"));
    }
    let rings_free = found.rings.iter().all(is_free);
    let [ecmp, adaptive, _] = if rings_free {
        &found.pairs
    } else {
        &found.rings
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
        &[("held", held(found, found.shown()).into())],
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
pub(super) fn held(found: &Found, report: &FlowReport) -> String {
    let graph = &found.network.graph;
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
            ("from", begin(&parts::device(found, from)).into()),
            ("to", parts::device(found, to).into()),
            ("flows", full.flows.into()),
            ("count", format::count(full.flows.into()).into()),
            ("rate", format::gb_s(full.capacity_gb_s).into()),
        ],
    )
}

fn without(found: &Found, outage: &Outage, part: Failure) -> String {
    let part = parts::failed(found, part);
    let Some(slower) = outage.slowdown() else {
        return say_with("annex-without-stops", &[("part", part.into())]);
    };
    let timed = times(found, outage);
    let factor = timed.map_or(slower, |(before, after)| after / before);
    let args = [
        ("part", part.into()),
        ("factor", format::fixed(factor, 2).into()),
        ("size", format::message_size(MESSAGE_BYTES).into()),
    ];
    let id = if factor < 1.0 + ALIKE {
        "annex-without-same"
    } else if timed.is_some() {
        "annex-without-slower"
    } else {
        "annex-without-slower-part"
    };
    say_with(id, &args)
}

/// Which nodes lost what.
pub(super) fn hit(found: &Found, outage: &Outage) -> String {
    let mut sentences = Vec::new();
    let mut say_of = |id: &str, nodes: &[u32]| {
        if nodes.is_empty() {
            return;
        }
        let noun = parts::noun(found, "annex-racks", "annex-nodes");
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
                ("before", format::count(outage.ports_before.into()).into()),
                ("after", format::count(outage.ports_after.into()).into()),
            ],
        ));
    };
    say_of("annex-hit-out", &outage.nodes_out);
    say_of("annex-hit-some", &outage.nodes_hit);
    if sentences.is_empty() {
        sentences.push(say("annex-hit-none"));
    }
    sentences.join(" ")
}

/// An all-reduce of [`MESSAGE_BYTES`] between all GPUs with everything up and afterwards, µs; none where it does not end.
/// The part between nodes takes as many times as long as rates fall.
pub(super) fn times(found: &Found, outage: &Outage) -> Option<(f64, f64)> {
    let slower = outage.slowdown()?;
    let curves = &found.report.collectives;
    let curve = curves
        .iter()
        .find(|curve| curve.op == CollectiveOp::AllReduce)?;
    let point = curve
        .points
        .iter()
        .find(|point| point.message_bytes == MESSAGE_BYTES)?;
    let after = point.time_us + point.scale_out_us * (slower - 1.0);
    Some((point.time_us, after))
}

/// The same with a capital letter at its beginning.
pub(super) fn begin(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}
