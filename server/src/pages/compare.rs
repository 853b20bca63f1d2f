//! `GET /compare?a=&b=`: two designs side by side.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use podwright_locales::format;
use podwright_sim_core::Report;
use podwright_sim_core::report::Summary;
use serde::Deserialize;

use super::drawings;
use super::failure;
use super::frame::{Page, Words, render};
use crate::diff::{DiffFinding, diff, signed_percent};
use crate::http::extract::ApiQuery;
use crate::http::problem::{Problem, ProblemCode};
use crate::http::shares;
use crate::http::state::App;

/// What is compared: ids of templates, or slugs or addresses of shares.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct CompareQuery {
    a: String,
    b: String,
}

struct Side {
    key: &'static str,
    label: String,
    value: String,
}

struct FigureRow {
    name: String,
    a: String,
    b: String,
    change: String,
}

struct TimeRow {
    op: String,
    size: String,
    a: String,
    b: String,
    change: String,
}

struct PartRow {
    name: String,
    a: (String, String),
    b: (String, String),
}

struct Comparison {
    a: String,
    b: String,
    figures: Vec<FigureRow>,
    chart_broad: String,
    chart_narrow: String,
    times: Vec<TimeRow>,
    parts: Vec<PartRow>,
    added: Vec<DiffFinding>,
    removed: Vec<DiffFinding>,
}

#[derive(Template)]
#[template(path = "compare.html")]
struct ComparePage {
    t: Words,
    page: Page,
    sides: [Side; 2],
    options: Vec<(&'static str, String)>,
    messages: Vec<String>,
    result: Option<Comparison>,
}

/// The page.
pub async fn page(
    State(app): State<App>,
    query: Result<ApiQuery<CompareQuery>, Problem>,
) -> Response {
    let query = match query {
        Ok(ApiQuery(query)) => query,
        Err(problem) => return failure::page(&app, &problem),
    };
    let t = Words::english();
    let mut messages = Vec::new();
    let mut reports = Vec::new();
    for name in [&query.a, &query.b] {
        if name.is_empty() {
            continue;
        }
        match find(&app, name).await {
            Ok(Some(report)) => reports.push(report),
            Ok(None) => {
                messages.push(t.with("page-compare-unknown", &[("name", name.into())]));
            }
            Err(problem) => return failure::page(&app, &problem),
        }
    }
    let result = match &reports[..] {
        [a, b] => Some(compare(t, a, b)),
        _ => None,
    };
    let templates = app.engine().templates();
    let template = ComparePage {
        t,
        page: Page::new(&app, "compare", &t.get("page-compare-title"))
            .described(t.get("page-compare-lead")),
        sides: [
            Side {
                key: "a",
                label: t.get("page-compare-a"),
                value: query.a,
            },
            Side {
                key: "b",
                label: t.get("page-compare-b"),
                value: query.b,
            },
        ],
        options: templates
            .iter()
            .map(|template| (template.id, template.title.clone()))
            .collect(),
        messages,
        result,
    };
    render(StatusCode::OK, &template)
}

/// The report of a template or share; nothing where there is neither.
async fn find(app: &App, name: &str) -> Result<Option<Report>, Problem> {
    let name = name.trim().trim_end_matches('/');
    if let Some(template) = app.engine().template(name) {
        return app.evaluate(template.design.clone()).await.map(Some);
    }
    let slug = name.rsplit('/').next().unwrap_or_default();
    if slug.contains('\0') {
        return Ok(None);
    }
    match shares::find(app, slug).await {
        Ok(row) => {
            let report =
                serde_json::from_str(&row.report).map_err(|error| Problem::internal(&error))?;
            Ok(Some(report))
        }
        Err(problem) if [ProblemCode::NotFound, ProblemCode::Gone].contains(&problem.code) => {
            Ok(None)
        }
        Err(problem) => Err(problem),
    }
}

fn compare(t: Words, a: &Report, b: &Report) -> Comparison {
    let changes = diff(a, b, Vec::new());
    let sides = [(a.name.as_str(), a), (b.name.as_str(), b)];
    let percent = |change: Option<f64>| change.map_or_else(|| "–".to_owned(), signed_percent);
    let money = |usd: Option<f64>| usd.map_or_else(|| t.get("page-unknown"), format::usd);
    let part = |count: u64, usd: Option<f64>| match count {
        0 => (t.get("page-none"), String::new()),
        count => (format::count(count), money(usd)),
    };
    Comparison {
        a: a.name.clone(),
        b: b.name.clone(),
        figures: figures(t, &a.summary, &b.summary),
        chart_broad: drawings::busbw_comparison(t, sides, "compare", 1_000.0),
        chart_narrow: drawings::busbw_comparison(t, sides, "compare-narrow", 340.0),
        times: changes
            .collectives
            .iter()
            .map(|time| TimeRow {
                op: time.op.clone(),
                size: format::message_size(time.message_bytes),
                a: format::duration_us(time.from_us),
                b: format::duration_us(time.to_us),
                change: percent(time.change_percent),
            })
            .collect(),
        parts: changes
            .bom
            .iter()
            .map(|line| PartRow {
                name: line.description.clone(),
                a: part(line.from_quantity, line.from_usd),
                b: part(line.to_quantity, line.to_usd),
            })
            .collect(),
        added: changes.findings_added,
        removed: changes.findings_removed,
    }
}

/// Which figure of a summary.
type Read = fn(&Summary) -> Option<f64>;
/// How a value is written.
type Write = fn(f64) -> String;

fn figures(t: Words, a: &Summary, b: &Summary) -> Vec<FigureRow> {
    let pflops: Write = |v| format!("{} PFLOP/s", format::short(v));
    let ratio: Write = |v| format!("{} : 1", format::short(v));
    let kilowatts: Write = |v| format::watts(v * 1e3);
    let count: Write = |v| format::count(v as u64);
    let memory: Write = |v| {
        let (value, unit) = super::gallery::scaled_gb(v);
        format!("{value} {unit}")
    };
    let hour: Write = |v| format!("{} USD", format::fixed(v, 2));
    let rows: [(&str, Write, Read); 17] = [
        ("page-figure-gpus", count, |s| Some(s.gpus as f64)),
        ("page-figure-nodes", count, |s| Some(s.nodes as f64)),
        ("page-figure-racks", count, |s| {
            s.racks.map(|racks| racks as f64)
        }),
        ("page-figure-memory", memory, |s| Some(s.memory_gb_total)),
        ("page-figure-pflops", pflops, |s| s.dense_pflops_bf16),
        ("page-figure-scale-up", format::gb_s, |s| {
            s.scale_up_gb_s_per_gpu
        }),
        ("page-figure-scale-out", format::gb_s, |s| {
            s.scale_out_gb_s_per_gpu
        }),
        ("page-figure-ratio", ratio, |s| {
            s.scale_up_to_scale_out_ratio
        }),
        ("page-figure-bisection", format::gb_s, |s| s.bisection_gb_s),
        ("page-figure-oversubscription", ratio, |s| {
            s.oversubscription
        }),
        ("page-figure-power", kilowatts, |s| Some(s.it_power_kw)),
        ("page-figure-power-max", kilowatts, |s| {
            Some(s.it_power_max_kw)
        }),
        ("page-figure-facility", kilowatts, |s| {
            Some(s.facility_power_kw)
        }),
        ("page-figure-capex", format::usd, |s| s.capex_usd),
        ("page-figure-tco", format::usd, |s| s.tco_usd),
        ("page-figure-hour", hour, |s| s.usd_per_gpu_hour),
        ("page-figure-coverage", format::percent, |s| {
            Some(s.price_coverage)
        }),
    ];
    rows.into_iter()
        .map(|(id, write, read)| {
            let (before, after) = (read(a), read(b));
            let text = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), write);
            let change = match (before, after) {
                (Some(before), Some(after)) if before != 0.0 && before != after => {
                    signed_percent((after / before - 1.0) * 100.0)
                }
                _ => String::new(),
            };
            FigureRow {
                name: t.get(id),
                a: text(before),
                b: text(after),
                change,
            }
        })
        .collect()
}
