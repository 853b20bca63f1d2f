//! `GET /api/v1/designs/{id}/topology.svg`.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::PRIVATE;
use crate::engine::parse_design;
use crate::http::extract::{ApiPath, Token};
use crate::http::problem::{Problem, ProblemCode, etag};
use crate::http::state::App;
use crate::pages::topology_file;

/// Draw the fabric of a design
///
/// The compute fabric; the board where there is no fabric and the node is written out.
#[utoipa::path(
    get,
    path = "/api/v1/designs/{id}/topology.svg",
    operation_id = "drawTopology",
    tag = "designs",
    params(("id" = String, Path, description = "The design's id")),
    security(("token" = [])),
    responses(
        (status = 200, description = "The drawing", content_type = "image/svg+xml", body = String),
        (status = 401, description = "No token", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "No such design for this token, or nothing to draw", body = Problem,
            content_type = "application/problem+json"),
    )
)]
pub async fn topology(
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
    let report = app.evaluate_for(design.clone(), Some(&token)).await?;
    let svg = topology_file(&report, &design).ok_or_else(|| {
        Problem::new(
            ProblemCode::NotFound,
            "the design has neither switches nor a board that could be drawn",
        )
    })?;
    let headers = [
        (
            header::CONTENT_TYPE,
            axum::http::HeaderValue::from_static("image/svg+xml"),
        ),
        (header::CACHE_CONTROL, PRIVATE),
        (header::ETAG, etag(row.revision)),
    ];
    Ok((headers, svg).into_response())
}
