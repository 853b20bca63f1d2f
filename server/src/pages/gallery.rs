//! `GET /`: the reference designs with three figures each.

use std::sync::OnceLock;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use podwright_locales::format;
use podwright_sim_core::Report;
use podwright_sim_core::design::CollectiveOp;
use serde::Deserialize;

use super::failure;
use super::frame::{Page, Words, basis_id, render};
use crate::http::extract::ApiQuery;
use crate::http::problem::Problem;
use crate::http::state::App;

/// A figure with its unit and how near it is to a measurement.
#[derive(Clone)]
struct Figure {
    value: String,
    unit: String,
    basis: &'static str,
}

/// A reference design.
#[derive(Clone)]
pub struct Card {
    id: &'static str,
    title: String,
    summary: String,
    group: &'static str,
    glyph: String,
    all_reduce: Option<Figure>,
    memory: (String, String),
    power: (String, String),
}

struct Group {
    id: &'static str,
    cards: Vec<Card>,
}

#[derive(Template)]
#[template(path = "gallery.html")]
struct Gallery {
    t: Words,
    page: Page,
    query: String,
    starts: [(&'static str, &'static str); 4],
    count: usize,
    groups: Vec<Group>,
}

/// What is looked for.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct GalleryQuery {
    q: String,
}

/// The needs on top, and the template that each begins with.
const STARTS: [(&str, &str); 4] = [
    ("3090", "dual-3090-nvlink"),
    ("eight", "octo-4090"),
    ("pod", "superpod-h100-32"),
    ("nvl72", "nvl72-spectrum-x-8"),
];

/// The groups in their order.
const GROUPS: [&str; 4] = ["workstations", "servers", "clusters", "racks"];

/// The page.
pub async fn page(
    State(app): State<App>,
    query: Result<ApiQuery<GalleryQuery>, Problem>,
) -> Response {
    let query = match query {
        Ok(ApiQuery(query)) => query.q,
        Err(problem) => return failure::page(&app, &problem),
    };
    // The first visitor may come before the cards are computed.
    let for_cards = app.clone();
    let cards = match tokio::task::spawn_blocking(move || cards(&for_cards)).await {
        Ok(cards) => cards,
        Err(error) => return Problem::internal(&error).into_response(),
    };
    let t = Words::english();
    let words: Vec<String> = query
        .to_lowercase()
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    let wanted = |card: &&Card| {
        let text = [card.id, &card.title, &card.summary]
            .join(" ")
            .to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    let shown: Vec<&Card> = cards.iter().filter(wanted).collect();
    let groups = GROUPS
        .into_iter()
        .map(|id| Group {
            id,
            cards: shown
                .iter()
                .filter(|card| card.group == id)
                .map(|card| (*card).clone())
                .collect(),
        })
        .filter(|group| !group.cards.is_empty())
        .collect();
    let page = Page::new(&app, "designs", &t.get("page-nav-designs"))
        .described(t.get("page-gallery-description"));
    let query = query.trim().to_owned();
    render(
        StatusCode::OK,
        &Gallery {
            t,
            page,
            query,
            starts: STARTS,
            count: shown.len(),
            groups,
        },
    )
}

/// The cards of all templates, computed once: what is embedded does not change.
pub fn cards(app: &App) -> &'static [Card] {
    static CARDS: OnceLock<Vec<Card>> = OnceLock::new();
    CARDS.get_or_init(|| {
        let engine = app.engine();
        engine
            .templates()
            .iter()
            .map(|template| {
                let report = engine.evaluate(&template.design);
                Card {
                    id: template.id,
                    title: template.title.clone(),
                    summary: template.summary.clone(),
                    group: group(&report),
                    glyph: podwright_diagram::report::glyph(&report).draw(),
                    all_reduce: all_reduce(&report),
                    memory: memory(&report),
                    power: power(&report),
                }
            })
            .collect()
    })
}

fn group(report: &Report) -> &'static str {
    let all = |category: &str| report.pools.iter().all(|pool| pool.category == category);
    if all("rack") {
        "racks"
    } else if all("workstation") {
        "workstations"
    } else if report.summary.nodes == 1 {
        "servers"
    } else {
        "clusters"
    }
}

fn all_reduce(report: &Report) -> Option<Figure> {
    let curve = report
        .collectives
        .iter()
        .find(|curve| curve.op == CollectiveOp::AllReduce)?;
    let point = curve.points.last()?;
    Some(Figure {
        value: format::short(point.busbw_gb_s),
        unit: "GB/s".to_owned(),
        basis: basis_id(point.basis),
    })
}

fn memory(report: &Report) -> (String, String) {
    let summary = &report.summary;
    match summary.memory_gb_per_gpu {
        Some(each) if summary.gpus <= 16 => (
            format!("{} × {}", summary.gpus, format::trimmed(each, 0)),
            "GB".to_owned(),
        ),
        _ => scaled_gb(summary.memory_gb_total),
    }
}

/// An amount of memory given in GB, in the unit that keeps it short.
pub fn scaled_gb(gb: f64) -> (String, String) {
    if gb >= 1e6 {
        (format::trimmed(gb / 1e6, 2), "PB".to_owned())
    } else if gb >= 1e3 {
        (format::short(gb / 1e3), "TB".to_owned())
    } else {
        (format::trimmed(gb, 0), "GB".to_owned())
    }
}

fn power(report: &Report) -> (String, String) {
    let text = format::watts(report.summary.it_power_max_kw * 1e3);
    match text.split_once(' ') {
        Some((value, unit)) => (value.to_owned(), unit.to_owned()),
        None => (text, String::new()),
    }
}
