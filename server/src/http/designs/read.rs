//! `GET /api/v1/designs/{id}`.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::{DesignAnswer, PRIVATE};
use crate::http::extract::{ApiPath, Token};
use crate::http::problem::{Problem, etag};
use crate::http::state::App;

/// Read a design
#[utoipa::path(
    get,
    path = "/api/v1/designs/{id}",
    operation_id = "readDesign",
    tag = "designs",
    params(("id" = String, Path, description = "The design's id"),
        ("If-None-Match" = Option<String>, Header, description = "An ETag; 304 when it is still the newest")),
    security(("token" = [])),
    responses(
        (status = 200, description = "The newest revision", body = DesignAnswer,
            headers(("ETag", description = "The revision"))),
        (status = 304, description = "Still the revision of If-None-Match"),
        (status = 401, description = "No token", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "No such design for this token", body = Problem,
            content_type = "application/problem+json"),
    )
)]
pub async fn read(
    State(app): State<App>,
    Token(token): Token,
    ApiPath(id): ApiPath<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let row = app
        .store()
        .design(&id, &token)
        .await
        .map_err(|error| Problem::from_store(&error, "design"))?;
    let tag = etag(row.revision);
    let known = headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|known| tag.as_bytes() == known.trim().trim_start_matches("W/").as_bytes());
    if known {
        return Ok((
            StatusCode::NOT_MODIFIED,
            [(header::ETAG, tag), (header::CACHE_CONTROL, PRIVATE)],
        )
            .into_response());
    }
    DesignAnswer::respond(row)
}
