//! The tables below the drawing.

use podwright_locales::format;
use podwright_sim_core::design::Routing;
use podwright_sim_core::flow::{FlowReport, LinkTier, Outage};

use super::{Found, MESSAGE_BYTES, ROUTINGS, is_free, parts, sentence};
use crate::html::{Cell, Table, section};
use crate::words::{say, say_with};

/// All of them.
pub(super) fn html(found: &Found) -> String {
    let mut html = String::new();
    if let Some(outage) = &found.outage {
        html += &without(found, outage);
    }
    html += &routings(found);
    html += &tiers(found);
    html
}

fn share(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), format::percent)
}

/// Heads of columns; those that begin with `>` stand over numbers.
fn heads(ids: &[&str]) -> Vec<Cell> {
    let head = |id: &&str| match id.strip_prefix('>') {
        Some(id) => Cell::number(say(id)),
        None => Cell::new(say(id)),
    };
    ids.iter().map(head).collect()
}

fn routings(found: &Found) -> String {
    let mut html = String::new();
    for (id, reports) in [
        ("annex-routings", &found.rings),
        ("annex-routings-pairs", &found.pairs),
    ] {
        let heading = say(id);
        let table = compared(found, reports).html(&heading);
        let note = say_with(
            &format!("{id}-note"),
            &[("seeds", found.request.seeds.into())],
        );
        html += &section(&heading, &table, &note);
    }
    html
}

fn compared(found: &Found, reports: &[FlowReport; 3]) -> Table {
    let mut table = Table::new(heads(&[
        "annex-col-routing",
        ">annex-col-delivered",
        ">annex-col-worst",
        ">annex-col-slowest",
        "annex-col-held",
    ]));
    for (routing, report) in ROUTINGS.into_iter().zip(reports) {
        let name = say(match routing {
            Routing::Ecmp => "annex-routing-ecmp",
            Routing::Adaptive => "annex-routing-adaptive",
            Routing::Spray => "annex-routing-spray",
        });
        let own = routing == found.network.routing;
        let name = Cell::new(name).small(if own {
            say("annex-routing-own")
        } else {
            String::new()
        });
        let worst = report.seeds.map(|seeds| seeds.worst);
        let slowest = report.slowest_gb_s.map(format::gb_s);
        table.row(
            false,
            vec![
                name,
                Cell::number(format::percent(report.delivered))
                    .bar(report.delivered, !is_free(report)),
                Cell::number(share(worst)),
                Cell::number(slowest.unwrap_or_else(|| "–".to_owned())),
                Cell::new(sentence::held(found, report)),
            ],
        );
    }
    table
}

fn tiers(found: &Found) -> String {
    let mut table = Table::new(heads(&[
        "annex-col-links",
        ">annex-col-count",
        ">annex-col-down",
        ">annex-col-full",
        ">annex-col-mean",
        ">annex-col-most",
    ]));
    let shown = found.shown();
    for load in &shown.tiers {
        let between = say(match load.tier {
            LinkTier::NodeToLeaf => parts::noun(found, "annex-tier-rack", "annex-tier-node"),
            LinkTier::LeafToSpine => "annex-tier-leaf",
            LinkTier::SpineToCore => "annex-tier-spine",
            LinkTier::Other => "annex-tier-other",
        });
        table.row(
            false,
            vec![
                Cell::new(between),
                Cell::number(format::count(load.links)),
                Cell::number(format::count(load.links_down)),
                Cell::number(format::count(load.full)),
                Cell::number(share(load.mean)),
                Cell::number(share(load.most)),
            ],
        );
    }
    let heading = match found.request.failures.first() {
        Some(part) => say_with(
            "annex-tiers-without",
            &[("part", parts::failed(found, *part).into())],
        ),
        None => say("annex-tiers"),
    };
    let traffic = say(
        if found.outage.is_none() && shown.traffic == "permutation" {
            "annex-tiers-pairs"
        } else {
            "annex-tiers-rings"
        },
    );
    let note = say_with("annex-tiers-note", &[("traffic", traffic.into())]);
    section(&heading, &table.html(&heading), &note)
}

fn without(found: &Found, outage: &Outage) -> String {
    let Some(part) = found.request.failures.first() else {
        return String::new();
    };
    let mut table = Table::new(heads(&[
        "annex-col-what",
        ">annex-col-before",
        ">annex-col-after",
    ]));
    let mut row = |id: &str, before: String, after: String| {
        let cells = vec![Cell::new(id), Cell::number(before), Cell::number(after)];
        table.row(false, cells);
    };
    let (before, after) = (&outage.before, outage.after.as_ref());
    row(
        &say(parts::noun(found, "annex-row-racks", "annex-row-nodes")),
        format::count(found.network.graph.nodes().into()),
        format::count(u64::from(found.network.graph.nodes()) - outage.nodes_out.len() as u64),
    );
    row(
        &say(parts::noun(
            found,
            "annex-row-ports-rack",
            "annex-row-ports",
        )),
        format::count(outage.ports_before.into()),
        format::count(outage.ports_after.into()),
    );
    row(
        &say("annex-row-delivered"),
        format::percent(before.delivered),
        share(after.map(|after| after.delivered)),
    );
    row(
        &say(parts::noun(found, "annex-row-rate-rack", "annex-row-rate")),
        format::gb_s(outage.node_gb_s_before()),
        format::gb_s(outage.node_gb_s_after()),
    );
    if let Some((before, after)) = sentence::times(found, outage) {
        row(
            &say_with(
                "annex-row-time",
                &[("size", format::message_size(MESSAGE_BYTES).into())],
            ),
            format::duration_us(before),
            format::duration_us(after),
        );
    }
    let heading = say_with(
        "annex-without",
        &[("part", parts::failed(found, *part).into())],
    );
    section(&heading, &table.html(&heading), &say("annex-without-note"))
}
