//! `DELETE /api/v1/designs/{id}`.

use axum::extract::State;
use axum::http::StatusCode;

use crate::http::extract::{ApiPath, IfMatch, Token};
use crate::http::problem::Problem;
use crate::http::state::App;

/// Delete a design
///
/// Its revisions go with it, and its shares answer 410 from then on.
#[utoipa::path(
    delete,
    path = "/api/v1/designs/{id}",
    operation_id = "deleteDesign",
    tag = "designs",
    params(("id" = String, Path, description = "The design's id"),
        ("If-Match" = String, Header, description = "The ETag that was read, or * for whatever is newest")),
    security(("token" = [])),
    responses(
        (status = 204, description = "Deleted"),
        (status = 401, description = "No token", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "No such design for this token", body = Problem,
            content_type = "application/problem+json"),
        (status = 412, description = "The design has changed since", body = Problem,
            content_type = "application/problem+json"),
        (status = 428, description = "No If-Match", body = Problem, content_type = "application/problem+json"),
    )
)]
pub async fn delete(
    State(app): State<App>,
    Token(token): Token,
    IfMatch(expected): IfMatch,
    ApiPath(id): ApiPath<String>,
) -> Result<StatusCode, Problem> {
    app.store()
        .delete_design(&id, &token, expected.as_deref(), app.now_ms())
        .await
        .map_err(|error| Problem::from_store(&error, "design"))?;
    Ok(StatusCode::NO_CONTENT)
}
