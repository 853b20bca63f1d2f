//! `GET /api/v1/designs/{id}/cables`.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use podwright_sim_core::placement::CutSheet;
use serde::Deserialize;
use utoipa::IntoParams;

use super::files::{CSV, JSON, XLSX, attachment, shared_headers};
use crate::cables;
use crate::engine::parse_design;
use crate::http::accept;
use crate::http::extract::{ApiPath, ApiQuery, Token};
use crate::http::problem::{Problem, ProblemCode};
use crate::http::state::App;

/// A form of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CablesFormat {
    /// The lines.
    Json,
    /// A line a cable, with a head.
    Csv,
    /// A workbook.
    Xlsx,
}

/// Which cables, and how.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CablesQuery {
    /// The format; it wins over `Accept`.
    #[param(inline)]
    format: Option<CablesFormat>,
    /// The id of a fabric; all of them when absent.
    fabric: Option<String>,
}

/// List every cable by its two ends
///
/// The columns of the CSV are the keys of `lines`, in order. A list has at most 250,000 lines.
#[utoipa::path(
    get,
    path = "/api/v1/designs/{id}/cables",
    operation_id = "readCables",
    tag = "designs",
    params(("id" = String, Path, description = "The design's id"), CablesQuery),
    security(("token" = [])),
    responses(
        (status = 200, description = "The list", content(
            (ref("#/components/schemas/CutSheet") = "application/json"),
            (String = "text/csv"),
            (Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        ), headers(("Podwright-Errors" = u64, description = "Findings of the design that are errors"))),
        (status = 400, description = "No such fabric, or too many cables for a list", body = Problem,
            content_type = "application/problem+json"),
        (status = 401, description = "No token", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "No such design for this token", body = Problem,
            content_type = "application/problem+json"),
        (status = 406, description = "Another media type is wanted", body = Problem,
            content_type = "application/problem+json"),
        (status = 503, description = "Busy, or it takes too long", body = Problem,
            content_type = "application/problem+json"),
    )
)]
pub async fn cables(
    State(app): State<App>,
    Token(token): Token,
    ApiPath(id): ApiPath<String>,
    ApiQuery(query): ApiQuery<CablesQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let kind = match query.format {
        Some(CablesFormat::Json) => JSON,
        Some(CablesFormat::Csv) => CSV,
        Some(CablesFormat::Xlsx) => XLSX,
        None => accept::choose(&headers, &[JSON, CSV, XLSX])?,
    };
    let row = app
        .store()
        .design(&id, &token)
        .await
        .map_err(|error| Problem::from_store(&error, "design"))?;
    let design = parse_design(row.document.as_bytes())?;
    let title = design.name.clone();
    let now = app.now_ms();
    // A long list takes a while to write, so that is done where it is made.
    let (errors, made) = app
        .compute(move |engine| {
            let sheet = engine
                .cables(&design, query.fabric.as_deref())
                .map_err(|why| Problem::new(ProblemCode::InvalidRequest, why))?;
            // A list says nothing of the networks that could not be laid out.
            let report = engine.evaluate(&design);
            let errors = report.errors().count();
            let file = match kind {
                CSV => cables::csv(&sheet),
                XLSX => cables::xlsx(&title, &sheet, now),
                _ => {
                    let sheet = CutSheet {
                        errors: report.bom.errors,
                        ..sheet
                    };
                    return Ok((errors, Made::Sheet(sheet)));
                }
            };
            file.map(|file| (errors, Made::File(file)))
                .map_err(|error| Problem::internal(&error))
        })
        .await??;
    Ok(match made {
        Made::Sheet(sheet) => (shared_headers(row.revision, errors), Json(sheet)).into_response(),
        Made::File(body) => {
            let (kind, name) = if kind == CSV {
                (
                    "text/csv; charset=utf-8",
                    "attachment; filename=\"cables.csv\"",
                )
            } else {
                (XLSX, "attachment; filename=\"cables.xlsx\"")
            };
            attachment(row.revision, errors, kind, name, body)
        }
    })
}

enum Made {
    Sheet(CutSheet),
    File(Vec<u8>),
}
