//! `GET /api/v1/designs/{id}/bom`.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;

use super::files::{CSV, JSON, XLSX, attachment, shared_headers};
use super::report::newest;
use crate::bom;
use crate::http::accept;
use crate::http::extract::{ApiPath, ApiQuery, Token};
use crate::http::problem::Problem;
use crate::http::state::App;

const MARKDOWN: &str = "text/markdown";

/// How the bill is wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BomQuery {
    /// The format; it wins over `Accept`.
    #[param(inline)]
    format: Option<BomFormat>,
}

/// The formats of a bill.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BomFormat {
    /// The `bom` of the report.
    Json,
    /// A line a part, with a head.
    Csv,
    /// A table for people.
    Md,
    /// A workbook with live formulas.
    Xlsx,
}

/// Read the bill of materials
///
/// The columns of the CSV are the keys of `bom.lines`, in order. In the workbook, extended prices and the total are
/// formulas.
#[utoipa::path(
    get,
    path = "/api/v1/designs/{id}/bom",
    operation_id = "readBom",
    tag = "designs",
    params(("id" = String, Path, description = "The design's id"), BomQuery),
    security(("token" = [])),
    responses(
        (status = 200, description = "The bill", content(
            (ref("#/components/schemas/Bom") = "application/json"),
            (String = "text/csv"),
            (String = "text/markdown"),
            (Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        ), headers(("Podwright-Errors" = u64, description = "Findings of the design that are errors"))),
        (status = 401, description = "No token", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "No such design for this token", body = Problem,
            content_type = "application/problem+json"),
        (status = 406, description = "Another media type is wanted", body = Problem,
            content_type = "application/problem+json"),
    )
)]
pub async fn bom(
    State(app): State<App>,
    Token(token): Token,
    ApiPath(id): ApiPath<String>,
    ApiQuery(query): ApiQuery<BomQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let kind = match query.format {
        Some(BomFormat::Json) => JSON,
        Some(BomFormat::Csv) => CSV,
        Some(BomFormat::Md) => MARKDOWN,
        Some(BomFormat::Xlsx) => XLSX,
        None => accept::choose(&headers, &[JSON, CSV, MARKDOWN, XLSX])?,
    };
    let (revision, _, report) = newest(&app, &id, &token).await?;
    let errors = report.errors().count();
    match kind {
        CSV => {
            let text = bom::csv(&report.bom).map_err(|error| Problem::internal(&error))?;
            Ok(attachment(
                revision,
                errors,
                "text/csv; charset=utf-8",
                "attachment; filename=\"bom.csv\"",
                text,
            ))
        }
        MARKDOWN => Ok(attachment(
            revision,
            errors,
            "text/markdown; charset=utf-8",
            "attachment; filename=\"bom.md\"",
            bom::markdown(&report.name, &report.bom).into_bytes(),
        )),
        XLSX => {
            let name = report.name.clone();
            let book = bom::xlsx(&name, &report.bom, app.now_ms())
                .map_err(|error| Problem::internal(&error))?;
            Ok(attachment(
                revision,
                errors,
                XLSX,
                "attachment; filename=\"bom.xlsx\"",
                book,
            ))
        }
        _ => Ok((shared_headers(revision, errors), Json(report.bom)).into_response()),
    }
}
