//! `POST /api/v1/evaluate`: a design in, its report out, nothing stored.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use podwright_sim_core::Report;

use crate::engine::parse_design;
use crate::http::extract::{JsonBytes, bearer};
use crate::http::problem::Problem;
use crate::http::state::App;
use crate::secrets;

/// Evaluate a design
///
/// Parts that the catalogue lacks and builds that can't be are findings in the report; only a document that can't be
/// read is refused.
#[utoipa::path(
    post,
    path = "/api/v1/evaluate",
    operation_id = "evaluate",
    tag = "evaluate",
    request_body(content_type = "application/json", content = ref("#/components/schemas/Design")),
    responses(
        (status = 200, description = "The report", content_type = "application/json",
            body = ref("#/components/schemas/Report")),
        (status = 400, description = "Not JSON", body = Problem, content_type = "application/problem+json"),
        (status = 413, description = "Larger than 1 MiB", body = Problem, content_type = "application/problem+json"),
        (status = 422, description = "Not a valid design", body = Problem, content_type = "application/problem+json"),
        (status = 503, description = "Busy, or it takes too long", body = Problem,
            content_type = "application/problem+json"),
    )
)]
pub async fn evaluate(
    State(app): State<App>,
    headers: HeaderMap,
    JsonBytes(body): JsonBytes,
) -> Result<Json<Report>, Problem> {
    let design = parse_design(&body)?;
    // Nothing here is behind a token, but a price book that the design names is.
    let token = bearer(&headers).map(|token| secrets::hash(token.as_bytes()));
    Ok(Json(app.evaluate_for(design, token.as_ref()).await?))
}
