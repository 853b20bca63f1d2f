//! `PUT /api/v1/designs/{id}`.

use axum::extract::State;
use axum::response::Response;

use super::DesignAnswer;
use crate::engine::parse_design;
use crate::http::extract::{ApiPath, IfMatch, JsonBytes, Token};
use crate::http::price_books;
use crate::http::problem::Problem;
use crate::http::state::App;
use crate::store::NewRevision;

/// Save a new revision
#[utoipa::path(
    put,
    path = "/api/v1/designs/{id}",
    operation_id = "saveDesign",
    tag = "designs",
    params(("id" = String, Path, description = "The design's id"),
        ("If-Match" = String, Header, description = "The ETag that was read, or * for whatever is newest")),
    request_body(content_type = "application/json", content = ref("#/components/schemas/Design")),
    security(("token" = [])),
    responses(
        (status = 200, description = "Saved", body = DesignAnswer, headers(("ETag", description = "The revision"))),
        (status = 401, description = "No token", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "No such design for this token", body = Problem,
            content_type = "application/problem+json"),
        (status = 409, description = "The design has as many revisions as it may have", body = Problem,
            content_type = "application/problem+json"),
        (status = 412, description = "The design has changed since", body = Problem,
            content_type = "application/problem+json"),
        (status = 422, description = "Not a valid design", body = Problem, content_type = "application/problem+json"),
        (status = 428, description = "No If-Match", body = Problem, content_type = "application/problem+json"),
    )
)]
pub async fn update(
    State(app): State<App>,
    Token(token): Token,
    IfMatch(expected): IfMatch,
    ApiPath(id): ApiPath<String>,
    JsonBytes(body): JsonBytes,
) -> Result<Response, Problem> {
    let design = parse_design(&body)?;
    price_books::check_pin(&app, &design, Some(&token)).await?;
    let document = serde_json::to_string(&design).map_err(|error| Problem::internal(&error))?;
    let row = app
        .store()
        .update_design(
            &id,
            &token,
            expected.as_deref(),
            NewRevision {
                name: &design.name,
                document: &document,
                pin: price_books::pin(&design),
                now_ms: app.now_ms(),
            },
        )
        .await
        .map_err(|error| Problem::from_store(&error, "design"))?;
    price_books::lend(&app, &id, &design).await?;
    DesignAnswer::respond(row)
}
