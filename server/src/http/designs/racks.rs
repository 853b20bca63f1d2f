//! `GET /api/v1/designs/{id}/racks.svg`.

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};

use super::PRIVATE;
use crate::engine::parse_design;
use crate::http::extract::{ApiPath, Token};
use crate::http::problem::{Problem, ProblemCode, etag};
use crate::http::state::App;
use crate::pages::racks_file;

/// Draw the racks of a design
///
/// One rack of each kind from the front.
#[utoipa::path(
    get,
    path = "/api/v1/designs/{id}/racks.svg",
    operation_id = "drawRacks",
    tag = "designs",
    params(("id" = String, Path, description = "The design's id")),
    security(("token" = [])),
    responses(
        (status = 200, description = "The drawing", content_type = "image/svg+xml", body = String),
        (status = 401, description = "No token", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "No such design for this token, or no racks", body = Problem,
            content_type = "application/problem+json"),
    )
)]
pub async fn racks(
    State(app): State<App>,
    Token(token): Token,
    ApiPath(id): ApiPath<String>,
) -> Result<Response, Problem> {
    let row = app
        .store()
        .design(&id, &token)
        .await
        .map_err(|error| Problem::from_store(&error, "design"))?;
    let design = parse_design(row.document.as_bytes())?;
    let report = app.evaluate(design.clone()).await?;
    let svg = racks_file(&report, &design)
        .ok_or_else(|| Problem::new(ProblemCode::NotFound, "the design has no racks to draw"))?;
    let headers = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static("image/svg+xml"),
        ),
        (header::CACHE_CONTROL, PRIVATE),
        (header::ETAG, etag(row.revision)),
    ];
    Ok((headers, svg).into_response())
}
