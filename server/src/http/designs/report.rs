//! `GET /api/v1/designs/{id}/report`.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use podwright_sim_core::{Design, Report};

use super::PRIVATE;
use crate::engine::parse_design;
use crate::http::extract::{ApiPath, Token};
use crate::http::problem::{Problem, etag};
use crate::http::state::App;
use crate::secrets::Hash;

/// The newest revision's number, its design and its report, computed now.
pub(super) async fn newest(
    app: &App,
    id: &str,
    token: &Hash,
) -> Result<(i64, Design, Report), Problem> {
    let row = app
        .store()
        .design(id, token)
        .await
        .map_err(|error| Problem::from_store(&error, "design"))?;
    let design = parse_design(row.document.as_bytes())?;
    let report = app.evaluate_for(design.clone(), Some(token)).await?;
    Ok((row.revision, design, report))
}

/// Evaluate a stored design
#[utoipa::path(
    get,
    path = "/api/v1/designs/{id}/report",
    operation_id = "readReport",
    tag = "designs",
    params(("id" = String, Path, description = "The design's id")),
    security(("token" = [])),
    responses(
        (status = 200, description = "The report of the newest revision", content_type = "application/json",
            body = ref("#/components/schemas/Report"), headers(("ETag", description = "The revision"))),
        (status = 401, description = "No token", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "No such design for this token", body = Problem,
            content_type = "application/problem+json"),
        (status = 503, description = "Busy, or it takes too long", body = Problem,
            content_type = "application/problem+json"),
    )
)]
pub async fn report(
    State(app): State<App>,
    Token(token): Token,
    ApiPath(id): ApiPath<String>,
) -> Result<Response, Problem> {
    let (revision, _, report) = newest(&app, &id, &token).await?;
    Ok((
        [
            (header::ETAG, etag(revision)),
            (header::CACHE_CONTROL, PRIVATE),
        ],
        Json(report),
    )
        .into_response())
}
