//! `GET /api/v1/designs/{id}/racks.svg`.

use axum::extract::State;
use axum::response::Response;

use super::drawings::drawing;
use crate::http::extract::{ApiPath, Token};
use crate::http::problem::Problem;
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
        (status = 200, description = "The drawing", content_type = "image/svg+xml", body = String,
            headers(("Podwright-Errors" = u64, description = "Findings of the design that are errors"))),
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
    drawing(
        &app,
        &id,
        &token,
        racks_file,
        "the design has no racks to draw",
    )
    .await
}
