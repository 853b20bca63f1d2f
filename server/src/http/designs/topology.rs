//! `GET /api/v1/designs/{id}/topology.svg`.

use axum::extract::State;
use axum::response::Response;

use super::drawings::drawing;
use crate::http::extract::{ApiPath, Token};
use crate::http::problem::Problem;
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
        (status = 200, description = "The drawing", content_type = "image/svg+xml", body = String,
            headers(("Podwright-Errors" = u64, description = "Findings of the design that are errors"))),
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
    drawing(
        &app,
        &id,
        &token,
        topology_file,
        "the design has neither switches nor a board that could be drawn",
    )
    .await
}
