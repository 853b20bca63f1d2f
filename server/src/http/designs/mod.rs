//! `/api/v1/designs`: designs, their revisions, what follows from them, and their shares.

mod bom;
mod cables;
mod create;
mod delete;
mod diff;
mod drawings;
mod economics;
mod exports;
mod files;
mod list;
mod racks;
mod read;
mod report;
mod revisions;
mod shares;
mod topology;
mod update;

use axum::Json;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::problem::{Problem, ProblemCode, etag};
use super::state::App;
use crate::store::DesignRow;

/// The routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(read::read, update::update, delete::delete))
        .routes(routes!(revisions::list))
        .routes(routes!(revisions::read))
        .routes(routes!(report::report))
        .routes(routes!(economics::economics))
        .routes(routes!(bom::bom))
        .routes(routes!(cables::cables))
        .routes(routes!(racks::racks))
        .routes(routes!(diff::read))
        .routes(routes!(topology::topology))
        .routes(routes!(exports::export))
        .routes(routes!(shares::list, shares::create))
        .routes(routes!(shares::revoke))
}

/// A design at its newest revision.
#[derive(Debug, Serialize, ToSchema)]
pub struct DesignAnswer {
    /// Its id.
    pub id: String,
    /// The newest revision, from 1.
    pub revision: i64,
    /// When it was made, milliseconds since 1970 UTC.
    pub created_ms: i64,
    /// When the newest revision was saved, milliseconds since 1970 UTC.
    pub updated_ms: i64,
    /// The document.
    #[schema(schema_with = design_schema)]
    pub design: Box<RawValue>,
}

impl DesignAnswer {
    /// The answer for a row, with its ETag.
    fn respond(row: DesignRow) -> Result<Response, Problem> {
        let tag = etag(row.revision);
        let answer = Self {
            id: row.id,
            revision: row.revision,
            created_ms: row.created_ms,
            updated_ms: row.updated_ms,
            design: stored_json(row.document)?,
        };
        Ok((
            [(header::ETAG, tag), (header::CACHE_CONTROL, PRIVATE)],
            Json(answer),
        )
            .into_response())
    }
}

/// Only the caller's own cache may keep it, and must ask before using it.
pub const PRIVATE: HeaderValue = HeaderValue::from_static("private, no-cache");

/// The schema of a design document: published by the model, put into the OpenAPI document under this name.
pub fn design_schema() -> utoipa::openapi::Ref {
    utoipa::openapi::Ref::from_schema_name("Design")
}

/// The schema of a report.
pub fn report_schema() -> utoipa::openapi::Ref {
    utoipa::openapi::Ref::from_schema_name("Report")
}

/// A stored document as JSON, byte for byte.
///
/// # Errors
/// When the database returns what was never stored.
pub fn stored_json(text: String) -> Result<Box<RawValue>, Problem> {
    RawValue::from_string(text).map_err(|error| Problem::internal(&error))
}

/// Where a page of a list begins and how long it is.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// Entries of a page, 1 to 100.
    #[param(minimum = 1, maximum = 100, default = 50)]
    limit: Option<i64>,
    /// `next_cursor` of the page before.
    cursor: Option<String>,
}

impl PageQuery {
    /// The entries of a page.
    fn limit(&self) -> Result<i64, Problem> {
        let limit = self.limit.unwrap_or(50);
        if (1..=100).contains(&limit) {
            Ok(limit)
        } else {
            Err(Problem::new(
                ProblemCode::InvalidRequest,
                "limit must be 1 to 100",
            ))
        }
    }
}

/// The answer to a cursor that was not given out here.
fn bad_cursor() -> Problem {
    Problem::new(
        ProblemCode::InvalidRequest,
        "cursor must be the next_cursor of an earlier page",
    )
}

/// Takes the entry beyond the page away; says whether there was one.
fn cut_page<T>(rows: &mut Vec<T>, limit: i64) -> bool {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let more = rows.len() > limit;
    rows.truncate(limit);
    more
}
