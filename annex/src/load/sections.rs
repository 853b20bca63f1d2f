//! The tables below the drawing.

use podwright_diagram::escape;
use podwright_locales::format;
use podwright_sim_core::design::Routing;
use podwright_sim_core::fabric::LinkGraph;
use podwright_sim_core::flow::{FlowReport, LinkTier};
use podwright_sim_core::outage::{AllReduceOutage, notes};

use super::{Found, Loads, Outage, ROUTINGS, is_free, parts, sentence};
use crate::html::{Cell, Table, section};
use crate::words::{say, say_with};

/// All of them.
pub(super) fn html(found: &Found<'_>) -> String {
    let mut html = String::new();
    if let Some(outage) = &found.outage {
        html += &without(found, outage);
    }
    if let Some((network, loads)) = found.network() {
        html += &routings(found, &network.graph, loads);
        html += &tiers(found, loads);
    }
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

fn routings(found: &Found<'_>, graph: &LinkGraph, loads: &Loads) -> String {
    let mut html = String::new();
    for (id, reports) in [
        ("annex-routings", &loads.rings),
        ("annex-routings-pairs", &loads.pairs),
    ] {
        let heading = say(id);
        let table = compared(found, graph, loads, reports).html(&heading);
        let note = say_with(
            &format!("{id}-note"),
            &[("seeds", loads.request.seeds.into())],
        );
        html += &section(&heading, &table, &note);
    }
    html
}

fn compared(
    found: &Found<'_>,
    graph: &LinkGraph,
    loads: &Loads,
    reports: &[FlowReport; 3],
) -> Table {
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
        let own = routing == loads.request.routing;
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
                Cell::new(sentence::held(&found.site, graph, report)),
            ],
        );
    }
    table
}

fn tiers(found: &Found<'_>, loads: &Loads) -> String {
    let mut table = Table::new(heads(&[
        "annex-col-links",
        ">annex-col-count",
        ">annex-col-down",
        ">annex-col-full",
        ">annex-col-mean",
        ">annex-col-most",
    ]));
    let shown = loads.shown(found.outage.as_ref());
    for load in &shown.tiers {
        let between = say(match load.tier {
            LinkTier::NodeToLeaf => parts::noun(&found.site, "annex-tier-rack", "annex-tier-node"),
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
    let heading = match &found.outage {
        Some(outage) => say_with(
            "annex-tiers-without",
            &[("part", parts::failed(&found.site, outage.part).into())],
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

/// What a part that is down costs, figure by figure.
fn without(found: &Found<'_>, outage: &Outage) -> String {
    let site = &found.site;
    let report = &outage.worked.report;
    let mut table = Table::new(heads(&[
        "annex-col-what",
        ">annex-col-before",
        ">annex-col-after",
    ]));
    let mut row = |name: String, before: String, after: String| {
        let cells = vec![Cell::new(name), Cell::number(before), Cell::number(after)];
        table.row(false, cells);
    };
    let noun = |racks, nodes| say(parts::noun(site, racks, nodes));
    row(
        noun("annex-row-racks", "annex-row-nodes"),
        format::count(report.nodes),
        format::count(report.nodes_left),
    );
    row(
        noun("annex-row-racks-hit", "annex-row-nodes-hit"),
        format::count(0),
        format::count(report.nodes_out + report.nodes_hit),
    );
    if let Some(network) = &report.network {
        row(
            noun("annex-row-ports-rack", "annex-row-ports"),
            format::count(network.ports_before.into()),
            format::count(network.ports_after.into()),
        );
        row(
            say("annex-row-delivered"),
            format::percent(network.delivered_before),
            share(network.delivered_after),
        );
        row(
            noun("annex-row-rate-rack", "annex-row-rate"),
            format::gb_s(network.node_gb_s_before),
            format::gb_s(network.node_gb_s_after),
        );
        row(
            noun("annex-row-rate-racks", "annex-row-rate-nodes"),
            format::gb_s(network.all_gb_s_before),
            format::gb_s(network.all_gb_s_after),
        );
    }
    for rack in &report.nvlink {
        let name = |id: &str| say_with(id, &[("rack", rack.rack.as_str().into())]);
        row(
            name("annex-row-nvlink"),
            format::gb_s(rack.gpu_gb_s_before),
            format::gb_s(rack.gpu_gb_s_after),
        );
        times(&mut row, &name("annex-row-within"), &rack.all_reduce);
    }
    if let Some(all) = &report.all_reduce {
        row(
            say("annex-row-gpus"),
            format::count(all.gpus_before),
            format::count(all.gpus_after),
        );
        let size = format::message_size(all.message_bytes);
        let name = say_with("annex-row-time", &[("size", size.into())]);
        times(&mut row, &name, all);
        row(
            say("annex-row-busbw"),
            format::gb_s(all.busbw_gb_s_before),
            all.busbw_gb_s_after.map_or_else(none, format::gb_s),
        );
    }
    let part = parts::failed(site, outage.part);
    let heading = say_with("annex-without", &[("part", part.into())]);
    let mut html = table.html(&heading);
    for sentence in notes(report) {
        let note = format!("<p class=\"note pl-gap\">{}</p>", escape(&sentence));
        html.push_str(&note);
    }
    let word = outage.part.to_string();
    let note = say_with("annex-without-note", &[("word", word.into())]);
    section(&heading, &html, &note)
}

fn none() -> String {
    "–".to_owned()
}

/// A row with both times of an all-reduce.
fn times(row: &mut impl FnMut(String, String, String), name: &str, times: &AllReduceOutage) {
    row(
        name.to_owned(),
        format::duration_us(times.time_us_before),
        times.time_us_after.map_or_else(none, format::duration_us),
    );
}
