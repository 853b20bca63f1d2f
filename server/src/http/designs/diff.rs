//! `GET /api/v1/designs/{id}/diff?from=&to=`.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value};
use utoipa::IntoParams;

use crate::diff::{Diff, Limits, diff};
use crate::engine::parse_design;
use crate::http::accept;
use crate::http::extract::{ApiPath, ApiQuery, Token};
use crate::http::problem::{Problem, ProblemCode};
use crate::http::state::App;

/// Which revisions are compared.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DiffQuery {
    /// The revision before.
    from: i64,
    /// The revision after; the newest when absent.
    to: Option<i64>,
}

/// Revisions and limits out of the query's pairs; a name that is unknown or stands twice is refused.
fn read_query(pairs: Vec<(String, String)>) -> Result<(DiffQuery, Limits), Problem> {
    let wrong = |detail: String| Problem::new(ProblemCode::InvalidRequest, detail);
    let mut query: Map<String, Value> = Map::new();
    for (name, value) in pairs {
        if query.contains_key(&name) {
            return Err(wrong(format!("'{name}' stands twice in the query")));
        }
        query.insert(name, Value::String(value));
    }
    let mut revision = |name: &str| match query.remove(name) {
        Some(Value::String(text)) => text
            .parse::<i64>()
            .map(Some)
            .map_err(|_| wrong(format!("'{name}' must be the number of a revision"))),
        _ => Ok(None),
    };
    let from = revision("from")?
        .ok_or_else(|| wrong("say which revision to compare from: ?from=1".to_owned()))?;
    let to = revision("to")?;
    let limits =
        serde_json::from_value(Value::Object(query)).map_err(|error| wrong(error.to_string()))?;
    Ok((DiffQuery { from, to }, limits))
}

/// Compare two revisions
///
/// JSON, or Markdown for a merge request when `Accept: text/markdown` is sent. Limits make a verdict: `allow`, `warn` or
/// `block`.
#[utoipa::path(
    get,
    path = "/api/v1/designs/{id}/diff",
    operation_id = "readDiff",
    tag = "designs",
    params(("id" = String, Path, description = "The design's id"), DiffQuery, Limits),
    security(("token" = [])),
    responses(
        (status = 200, description = "What changes", content((Diff = "application/json"), (String = "text/markdown"))),
        (status = 400, description = "A revision is missing or is no number, or a limit is none", body = Problem,
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
    ApiQuery(pairs): ApiQuery<Vec<(String, String)>>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let kind = accept::choose(&headers, &["application/json", "text/markdown"])?;
    let (query, limits) = read_query(pairs)?;
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
    let from = app.evaluate(parse_design(from.as_bytes())?).await?;
    let to = app.evaluate(parse_design(to.as_bytes())?).await?;
    let judged = limits
        .judge(&from, &to)
        .map_err(|detail| Problem::new(ProblemCode::InvalidRequest, detail))?;
    let changes = diff(&from, &to, judged);
    Ok(match kind {
        "text/markdown" => (
            [(header::CONTENT_TYPE, "text/markdown; charset=utf-8")],
            changes.markdown(),
        )
            .into_response(),
        _ => Json(changes).into_response(),
    })
}
