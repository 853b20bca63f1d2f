//! `GET /api/v1/designs/{id}/diff?from=&to=`.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::diff::{Diff, diff};
use crate::engine::parse_design;
use crate::http::accept;
use crate::http::extract::{ApiPath, ApiQuery, Token};
use crate::http::problem::Problem;
use crate::http::state::App;

/// Which revisions are compared.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DiffQuery {
    /// The revision before.
    from: i64,
    /// The revision after; the newest when absent.
    to: Option<i64>,
}

/// Compare two revisions
///
/// JSON, or Markdown for a merge request when `Accept: text/markdown` is sent.
#[utoipa::path(
    get,
    path = "/api/v1/designs/{id}/diff",
    operation_id = "readDiff",
    tag = "designs",
    params(("id" = String, Path, description = "The design's id"), DiffQuery),
    security(("token" = [])),
    responses(
        (status = 200, description = "What changes", content((Diff = "application/json"), (String = "text/markdown"))),
        (status = 400, description = "A revision is missing or is no number", body = Problem,
            content_type = "application/problem+json"),
        (status = 401, description = "No token", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "No such revision for this token", body = Problem,
            content_type = "application/problem+json"),
    )
)]
pub async fn read(
    State(app): State<App>,
    Token(token): Token,
    ApiPath(id): ApiPath<String>,
    ApiQuery(query): ApiQuery<DiffQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let kind = accept::choose(&headers, &["application/json", "text/markdown"])?;
    let store = app.store();
    let not_found = |error| Problem::from_store(&error, "revision");
    let from = store
        .revision(&id, &token, query.from)
        .await
        .map_err(not_found)?
        .document;
    let to = match query.to {
        Some(number) => {
            store
                .revision(&id, &token, number)
                .await
                .map_err(not_found)?
                .document
        }
        None => store.design(&id, &token).await.map_err(not_found)?.document,
    };
    let from = app
        .evaluate_for(parse_design(from.as_bytes())?, Some(&token))
        .await?;
    let to = app
        .evaluate_for(parse_design(to.as_bytes())?, Some(&token))
        .await?;
    let changes = diff(&from, &to);
    Ok(match kind {
        "text/markdown" => (
            [(header::CONTENT_TYPE, "text/markdown; charset=utf-8")],
            changes.markdown(),
        )
            .into_response(),
        _ => Json(changes).into_response(),
    })
}
