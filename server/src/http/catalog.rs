//! `GET /api/v1/catalog/{kind}[/{id}]`: the parts, as the files hold them.

use axum::Json;
use axum::extract::State;
use podwright_sim_core::catalog::{Catalog, PartKind, Record};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::extract::{ApiPath, ApiQuery};
use super::problem::Problem;
use super::state::App;

/// The parts of a kind.
#[derive(Debug, Serialize, ToSchema)]
pub struct PartList {
    /// The version (date) of the catalogue.
    pub catalog_version: String,
    /// The parts, by id. Null is unknown; `recalled_fields` names figures that come from memory.
    #[schema(value_type = Vec<Object>)]
    pub items: Vec<Value>,
}

/// Which parts are wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PartQuery {
    /// Words that all occur in id, name, vendor or notes.
    pub q: Option<String>,
    /// The vendor, as the catalogue writes it.
    pub vendor: Option<String>,
    /// `read` or `recalled`.
    pub quality: Option<String>,
}

impl PartQuery {
    /// Whether a record is wanted. Letter case does not count.
    pub fn wants(&self, record: &dyn Record) -> bool {
        let is = |wanted: &Option<String>, value: &str| {
            wanted
                .as_deref()
                .map(str::trim)
                .is_none_or(|w| w.is_empty() || w.eq_ignore_ascii_case(value))
        };
        let quality = match record.quality() {
            podwright_sim_core::catalog::Quality::Read => "read",
            podwright_sim_core::catalog::Quality::Recalled => "recalled",
        };
        if !is(&self.vendor, record.vendor()) || !is(&self.quality, quality) {
            return false;
        }
        let Some(q) = &self.q else { return true };
        let text = [record.id(), record.name(), record.vendor(), record.notes()]
            .join(" ")
            .to_lowercase();
        q.to_lowercase()
            .split_whitespace()
            .all(|word| text.contains(word))
    }
}

/// The records of a kind that are wanted, in the order of ids.
pub fn select<'a>(
    catalog: &'a Catalog,
    kind: PartKind,
    query: &'a PartQuery,
) -> impl Iterator<Item = &'a dyn Record> {
    catalog
        .records()
        .filter(move |record| record.kind() == kind && query.wants(*record))
}

fn kind_of(name: &str) -> Result<PartKind, Problem> {
    PartKind::parse(name).ok_or_else(|| {
        let kinds: Vec<&str> = PartKind::ALL.iter().map(|kind| kind.as_str()).collect();
        Problem::new(
            super::problem::ProblemCode::NotFound,
            format!(
                "there is no such kind of part; there are {}",
                kinds.join(", ")
            ),
        )
    })
}

/// List the parts of a kind
#[utoipa::path(
    get,
    path = "/api/v1/catalog/{kind}",
    operation_id = "listParts",
    tag = "catalog",
    params(("kind" = String, Path,
        description = "`gpus`, `interconnects`, `nodes`, `nics`, `switches`, `cables` or `models`"), PartQuery),
    responses(
        (status = 200, description = "The parts", body = PartList),
        (status = 404, description = "No such kind", body = Problem, content_type = "application/problem+json"),
    )
)]
pub async fn list(
    State(app): State<App>,
    ApiPath(kind): ApiPath<String>,
    ApiQuery(query): ApiQuery<PartQuery>,
) -> Result<Json<PartList>, Problem> {
    let kind = kind_of(&kind)?;
    let catalog = app.engine().catalog();
    let items = select(catalog, kind, &query)
        .filter_map(|record| catalog.record_json(kind, record.id()))
        .collect();
    Ok(Json(PartList {
        catalog_version: catalog.version().to_owned(),
        items,
    }))
}

/// Read one part
#[utoipa::path(
    get,
    path = "/api/v1/catalog/{kind}/{id}",
    operation_id = "readPart",
    tag = "catalog",
    params(("kind" = String, Path,
        description = "`gpus`, `interconnects`, `nodes`, `nics`, `switches`, `cables` or `models`"),
        ("id" = String, Path, description = "The part's id")),
    responses(
        (status = 200, description = "The part", body = Object),
        (status = 404, description = "No such part", body = Problem, content_type = "application/problem+json"),
    )
)]
pub async fn read(
    State(app): State<App>,
    ApiPath((kind, id)): ApiPath<(String, String)>,
) -> Result<Json<Value>, Problem> {
    let kind = kind_of(&kind)?;
    let record = app.engine().catalog().record_json(kind, &id);
    record.map(Json).ok_or_else(|| {
        Problem::new(
            super::problem::ProblemCode::NotFound,
            "there is no such part of this kind",
        )
    })
}
