//! `GET /api/v1/designs/{id}/exports/{format}`.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::http::extract::{ApiPath, Token};
use crate::http::problem::{Problem, ProblemCode};
use crate::http::state::App;

/// The formats that there are.
const FORMATS: &[&str] = &["json"];

/// Export a design as a file
#[utoipa::path(
    get,
    path = "/api/v1/designs/{id}/exports/{format}",
    operation_id = "exportDesign",
    tag = "designs",
    params(("id" = String, Path, description = "The design's id"),
        ("format" = String, Path, description = "`json`: the design document")),
    security(("token" = [])),
    responses(
        (status = 200, description = "The file", content_type = "application/json",
            body = ref("#/components/schemas/Design")),
        (status = 401, description = "No token", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "No such design for this token, or no such format", body = Problem,
            content_type = "application/problem+json"),
    )
)]
pub async fn export(
    State(app): State<App>,
    Token(token): Token,
    ApiPath((id, format)): ApiPath<(String, String)>,
) -> Result<Response, Problem> {
    if !FORMATS.contains(&format.as_str()) {
        return Err(Problem::new(
            ProblemCode::NotFound,
            format!("there is no such format; there is {}", FORMATS.join(", ")),
        ));
    }
    let row = app
        .store()
        .design(&id, &token)
        .await
        .map_err(|error| Problem::from_store(&error, "design"))?;
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"design.json\"",
        ),
    ];
    Ok((headers, row.document).into_response())
}
