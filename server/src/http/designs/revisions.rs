//! `GET /api/v1/designs/{id}/revisions` and `…/revisions/{n}`.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::{PRIVATE, PageQuery, bad_cursor, cut_page, design_schema, stored_json};
use crate::http::extract::{ApiPath, ApiQuery, Token};
use crate::http::problem::{Problem, etag};
use crate::http::state::App;

/// A page of revisions, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct RevisionPage {
    /// The revisions.
    pub items: Vec<RevisionSummary>,
    /// Where the next page begins; null on the last.
    pub next_cursor: Option<String>,
}

/// A revision in a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct RevisionSummary {
    /// Its number, from 1.
    pub revision: i64,
    /// The design's name in it.
    pub name: String,
    /// When it was saved, milliseconds since 1970 UTC.
    pub created_ms: i64,
}

/// A revision.
#[expect(
    clippy::struct_field_names,
    reason = "the fields are the names in the answer"
)]
#[derive(Debug, Serialize, ToSchema)]
pub struct Revision {
    /// The design's id.
    pub id: String,
    /// Its number, from 1.
    pub revision: i64,
    /// When it was saved, milliseconds since 1970 UTC.
    pub created_ms: i64,
    /// The document.
    #[schema(schema_with = design_schema)]
    pub design: Box<RawValue>,
}

/// List the revisions of a design
#[utoipa::path(
    get,
    path = "/api/v1/designs/{id}/revisions",
    operation_id = "listRevisions",
    tag = "designs",
    params(("id" = String, Path, description = "The design's id"), PageQuery),
    security(("token" = [])),
    responses(
        (status = 200, description = "A page", body = RevisionPage),
        (status = 401, description = "No token", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "No such design for this token", body = Problem,
            content_type = "application/problem+json"),
    )
)]
pub async fn list(
    State(app): State<App>,
    Token(token): Token,
    ApiPath(id): ApiPath<String>,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<RevisionPage>, Problem> {
    let limit = page.limit()?;
    let below = match &page.cursor {
        Some(cursor) => cursor.parse().map_err(|_| bad_cursor())?,
        None => i64::MAX,
    };
    let store = app.store();
    // A design always has a revision 1, so that an empty first page means that there is no design.
    store
        .revision(&id, &token, 1)
        .await
        .map_err(|error| Problem::from_store(&error, "design"))?;
    let mut rows = store
        .revisions(&id, &token, below, limit + 1)
        .await
        .map_err(|error| Problem::from_store(&error, "design"))?;
    let more = cut_page(&mut rows, limit);
    let next_cursor = rows
        .last()
        .filter(|_| more)
        .map(|row| row.revision.to_string());
    let items = rows.into_iter().map(|row| RevisionSummary {
        revision: row.revision,
        name: row.name,
        created_ms: row.created_ms,
    });
    Ok(Json(RevisionPage {
        items: items.collect(),
        next_cursor,
    }))
}

/// Read one revision of a design
#[utoipa::path(
    get,
    path = "/api/v1/designs/{id}/revisions/{n}",
    operation_id = "readRevision",
    tag = "designs",
    params(("id" = String, Path, description = "The design's id"),
        ("n" = i64, Path, description = "The revision, from 1")),
    security(("token" = [])),
    responses(
        (status = 200, description = "The revision", body = Revision),
        (status = 401, description = "No token", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "No such revision for this token", body = Problem,
            content_type = "application/problem+json"),
    )
)]
pub async fn read(
    State(app): State<App>,
    Token(token): Token,
    ApiPath((id, n)): ApiPath<(String, i64)>,
) -> Result<Response, Problem> {
    let row = app
        .store()
        .revision(&id, &token, n)
        .await
        .map_err(|error| Problem::from_store(&error, "revision"))?;
    let tag = etag(row.revision);
    let answer = Revision {
        id,
        revision: row.revision,
        created_ms: row.created_ms,
        design: stored_json(row.document)?,
    };
    Ok((
        [(header::ETAG, tag), (header::CACHE_CONTROL, PRIVATE)],
        Json(answer),
    )
        .into_response())
}
