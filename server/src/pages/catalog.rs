//! `GET /catalog`: the parts with their sources, notes, and marks for what comes from memory.

use std::collections::BTreeSet;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use podwright_locales::format;
use podwright_sim_core::catalog::{Catalog, PartKind, Quality, Record};
use serde::Deserialize;
use serde_json::Value;

use super::failure;
use super::frame::{Page, Words, render};
use crate::http::catalog::{PartQuery, select};
use crate::http::extract::ApiQuery;
use crate::http::problem::Problem;
use crate::http::state::App;

/// What is looked for.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct CatalogQuery {
    kind: String,
    q: String,
    vendor: String,
}

/// How a field is written.
#[derive(Clone, Copy)]
enum Form {
    /// Text, yes or no, or a number as it is.
    Plain,
    /// A number with a unit.
    Unit(&'static str),
    /// Watts.
    Watts,
    /// A bandwidth, GB/s.
    GbS,
}

/// A column of the table of a kind.
struct Column {
    /// The id of its head.
    text: &'static str,
    /// The JSON pointer of its field.
    field: &'static str,
    form: Form,
    /// Whether it holds numbers.
    right: bool,
}

const fn number(text: &'static str, field: &'static str, form: Form) -> Column {
    Column {
        text,
        field,
        form,
        right: true,
    }
}

const fn words(text: &'static str, field: &'static str) -> Column {
    Column {
        text,
        field,
        form: Form::Plain,
        right: false,
    }
}

const GPUS: &[Column] = &[
    number("page-part-memory", "/memory_gb", Form::Unit("GB")),
    number(
        "page-part-memory-bandwidth",
        "/memory_bandwidth_gb_s",
        Form::GbS,
    ),
    number(
        "page-part-bf16",
        "/dense_tflops/bf16",
        Form::Unit("TFLOP/s"),
    ),
    number("page-part-power", "/tdp_w", Form::Watts),
    number("page-part-slots", "/slot_width", Form::Plain),
    number(
        "page-part-scale-up",
        "/scale_up/gb_s_per_link_per_direction",
        Form::Unit("GB/s a link"),
    ),
    words("page-part-peer", "/p2p_over_pcie_supported"),
];
const INTERCONNECTS: &[Column] = &[
    words("page-part-kind", "/kind"),
    number("page-part-generation", "/generation", Form::Plain),
    number("page-part-spacing", "/spacing_mm", Form::Unit("mm")),
    number(
        "page-part-capacity",
        "/total_bidirectional_gb_s",
        Form::Unit("GB/s, both directions"),
    ),
];
const NODES: &[Column] = &[
    words("page-part-category", "/category"),
    words("page-col-gpu", "/gpu_id"),
    number("page-part-gpus", "/gpu_count", Form::Plain),
    words("page-part-topology", "/scale_up_topology/kind"),
    number("page-part-adapters", "/nics/compute/count", Form::Plain),
    number(
        "page-part-port-rate",
        "/nics/compute/gbit_s_per_port",
        Form::Unit("Gbit/s"),
    ),
    number("page-part-max-power", "/max_power_w", Form::Watts),
    number("page-part-height", "/rack_units", Form::Unit("U")),
];
const NICS: &[Column] = &[
    number("page-part-ports", "/ports", Form::Plain),
    number(
        "page-part-port-rate",
        "/gbit_s_per_port",
        Form::Unit("Gbit/s"),
    ),
    number("page-part-host", "/pcie/generation", Form::Unit(".0 PCIe")),
    number("page-part-rate", "/gb_s_per_direction", Form::GbS),
    number("page-part-typical-power", "/power_typical_w", Form::Watts),
    number("page-part-max-power", "/power_max_w", Form::Watts),
];
const SWITCHES: &[Column] = &[
    words("page-part-kind", "/protocol"),
    number("page-part-ports", "/ports/0/count", Form::Plain),
    number(
        "page-part-port-rate",
        "/ports/0/gbit_s",
        Form::Unit("Gbit/s"),
    ),
    number(
        "page-part-capacity",
        "/switching_capacity_tbit_s",
        Form::Unit("Tbit/s"),
    ),
    number("page-part-typical-power", "/power_typical_w", Form::Watts),
    number("page-part-max-power", "/power_max_w", Form::Watts),
    number("page-part-height", "/rack_units", Form::Unit("U")),
];
const CABLES: &[Column] = &[
    words("page-part-kind", "/kind"),
    number("page-part-port-rate", "/gbit_s", Form::Unit("Gbit/s")),
    number("page-part-ports", "/ports_served", Form::Plain),
    number("page-part-reach", "/max_reach_m", Form::Unit("m")),
    number("page-part-end-power", "/power_per_end_w", Form::Watts),
    words("page-part-connector", "/connector"),
];
const MODELS: &[Column] = &[
    words("page-part-kind", "/kind"),
    number(
        "page-part-parameters",
        "/total_params_b",
        Form::Unit("× 10⁹"),
    ),
    number("page-part-layers", "/layers", Form::Plain),
    number("page-part-hidden", "/hidden", Form::Plain),
    number("page-part-context", "/context_tokens", Form::Plain),
];

fn columns(kind: PartKind) -> &'static [Column] {
    match kind {
        PartKind::Gpus => GPUS,
        PartKind::Interconnects => INTERCONNECTS,
        PartKind::Nodes => NODES,
        PartKind::Nics => NICS,
        PartKind::Switches => SWITCHES,
        PartKind::Cables => CABLES,
        PartKind::Models => MODELS,
    }
}

struct Cell {
    value: String,
    recalled: bool,
    right: bool,
}

struct Row {
    id: String,
    name: String,
    vendor: String,
    as_of: String,
    notes: String,
    sources: Vec<String>,
    recalled_fields: String,
    all_recalled: bool,
    cells: Vec<Cell>,
}

#[derive(Template)]
#[template(path = "catalog.html")]
struct CatalogPage {
    t: Words,
    page: Page,
    kinds: [PartKind; 7],
    kind: &'static str,
    words: String,
    vendor: String,
    vendors: Vec<String>,
    count: String,
    columns: &'static [Column],
    rows: Vec<Row>,
}

/// The page.
pub async fn page(
    State(app): State<App>,
    query: Result<ApiQuery<CatalogQuery>, Problem>,
) -> Response {
    let query = match query {
        Ok(ApiQuery(query)) => query,
        Err(problem) => return failure::page(&app, &problem),
    };
    let wanted = if query.kind.is_empty() {
        PartKind::ALL[0].as_str()
    } else {
        &query.kind
    };
    let Some(kind) = PartKind::parse(wanted) else {
        return failure::page(&app, &Problem::not_found("kind of part"));
    };
    let t = Words::english();
    let catalog = app.engine().catalog();
    let parts = PartQuery {
        q: Some(query.q),
        vendor: Some(query.vendor),
        quality: None,
    };
    let vendors: BTreeSet<&str> = catalog
        .records()
        .filter(|record| record.kind() == kind)
        .map(Record::vendor)
        .collect();
    let rows: Vec<Row> = select(catalog, kind, &parts)
        .filter_map(|record| row(t, catalog, record))
        .collect();
    let template = CatalogPage {
        t,
        page: Page::new(&app, "catalog", &t.get("page-catalog-title"))
            .described(t.get("page-catalog-lead")),
        kinds: PartKind::ALL,
        kind: kind.as_str(),
        vendors: vendors.into_iter().map(str::to_owned).collect(),
        count: t.with("page-catalog-count", &[("count", rows.len().into())]),
        columns: columns(kind),
        rows,
        words: parts.q.unwrap_or_default(),
        vendor: parts.vendor.unwrap_or_default(),
    };
    render(StatusCode::OK, &template)
}

fn row(t: Words, catalog: &Catalog, record: &dyn Record) -> Option<Row> {
    let json = catalog.record_json(record.kind(), record.id())?;
    let cells = columns(record.kind()).iter().map(|column| {
        let path = column.field.trim_start_matches('/').replace('/', ".");
        Cell {
            value: json
                .pointer(column.field)
                .map(|value| write(t, value, column.form))
                .unwrap_or_default(),
            recalled: record.recalled(&path),
            right: column.right,
        }
    });
    Some(Row {
        id: record.id().to_owned(),
        name: record.name().to_owned(),
        vendor: record.vendor().to_owned(),
        as_of: record.as_of().to_owned(),
        notes: record.notes().to_owned(),
        // What is no address is not made a link.
        sources: record
            .sources()
            .iter()
            .filter(|source| source.starts_with("https://"))
            .cloned()
            .collect(),
        recalled_fields: record.recalled_fields().join(", "),
        all_recalled: record.quality() == Quality::Recalled,
        cells: cells.collect(),
    })
}

/// A field as text; empty where it is unknown.
fn write(t: Words, value: &Value, form: Form) -> String {
    match value {
        Value::Bool(true) => t.get("page-part-yes"),
        Value::Bool(false) => t.get("page-part-no"),
        Value::String(text) => text.replace('_', " "),
        Value::Number(number) => {
            let number = number.as_f64().unwrap_or_default();
            match form {
                Form::Plain => format::trimmed(number, 2),
                Form::Unit(unit) if unit.starts_with('.') => {
                    format!("{}{unit}", format::trimmed(number, 0))
                }
                Form::Unit(unit) => format!("{} {unit}", format::trimmed(number, 4)),
                Form::Watts => format::watts(number),
                Form::GbS => format::gb_s(number),
            }
        }
        Value::Null | Value::Array(_) | Value::Object(_) => String::new(),
    }
}
