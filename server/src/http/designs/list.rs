//! `GET /api/v1/designs`.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::{PageQuery, bad_cursor, cut_page};
use crate::http::extract::{ApiQuery, Token};
use crate::http::problem::Problem;
use crate::http::state::App;
use crate::store::DesignSummaryRow;

/// A page of designs, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct DesignPage {
    /// The designs.
    pub items: Vec<DesignSummary>,
    /// Where the next page begins; null on the last.
    pub next_cursor: Option<String>,
}

/// A design in a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct DesignSummary {
    /// Its id.
    pub id: String,
    /// The newest revision, from 1.
    pub revision: i64,
    /// Its name.
    pub name: String,
    /// When it was made, milliseconds since 1970 UTC.
    pub created_ms: i64,
    /// When the newest revision was saved, milliseconds since 1970 UTC.
    pub updated_ms: i64,
}

/// List the designs that the token covers
#[utoipa::path(
    get,
    path = "/api/v1/designs",
    operation_id = "listDesigns",
    tag = "designs",
    params(PageQuery),
    security(("token" = [])),
    responses(
        (status = 200, description = "A page", body = DesignPage),
        (status = 400, description = "Bad limit or cursor", body = Problem, content_type = "application/problem+json"),
        (status = 401, description = "No token", body = Problem, content_type = "application/problem+json"),
    )
)]
pub async fn list(
    State(app): State<App>,
    Token(token): Token,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<DesignPage>, Problem> {
    let limit = page.limit()?;
    let after = page
        .cursor
        .as_deref()
        .map(|cursor| parse_cursor(cursor).ok_or_else(bad_cursor))
        .transpose()?;
    let mut rows = app
        .store()
        .designs(&token, after, limit + 1)
        .await
        .map_err(|error| Problem::from_store(&error, "design"))?;
    let more = cut_page(&mut rows, limit);
    let next_cursor = rows.last().filter(|_| more).map(cursor);
    let items = rows.into_iter().map(|row| DesignSummary {
        id: row.id,
        revision: row.revision,
        name: row.name,
        created_ms: row.created_ms,
        updated_ms: row.updated_ms,
    });
    Ok(Json(DesignPage {
        items: items.collect(),
        next_cursor,
    }))
}

fn cursor(row: &DesignSummaryRow) -> String {
    format!("{}-{}", row.created_ms, row.id)
}

fn parse_cursor(cursor: &str) -> Option<(i64, &str)> {
    let (created_ms, id) = cursor.split_once('-')?;
    let known = id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    known.then_some((created_ms.parse().ok()?, id))
}
