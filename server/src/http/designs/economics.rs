//! `GET /api/v1/designs/{id}/economics`.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use podwright_sim_core::cost::economics as economics_of;

use super::PRIVATE;
use super::report::newest;
use crate::http::extract::{ApiPath, Token};
use crate::http::problem::{Problem, etag};
use crate::http::state::App;

/// Compare owning a stored design with renting
///
/// Discounted cost by year, interruptions and goodput, cost per useful GPU-hour, per PFLOP/s and per GB/s of all-reduce,
/// and the month in which buying has cost as much as rent.
#[utoipa::path(
    get,
    path = "/api/v1/designs/{id}/economics",
    operation_id = "readEconomics",
    tag = "designs",
    params(("id" = String, Path, description = "The design's id")),
    security(("token" = [])),
    responses(
        (status = 200, description = "The economics of the newest revision", content_type = "application/json",
            body = ref("#/components/schemas/Economics"), headers(("ETag", description = "The revision"))),
        (status = 401, description = "No token", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "No such design for this token", body = Problem,
            content_type = "application/problem+json"),
        (status = 503, description = "Busy, or it takes too long", body = Problem,
            content_type = "application/problem+json"),
    )
)]
pub async fn economics(
    State(app): State<App>,
    Token(token): Token,
    ApiPath(id): ApiPath<String>,
) -> Result<Response, Problem> {
    let (revision, design, report) = newest(&app, &id, &token).await?;
    Ok((
        [
            (header::ETAG, etag(revision)),
            (header::CACHE_CONTROL, PRIVATE),
        ],
        Json(economics_of(&design, &report)),
    )
        .into_response())
}
