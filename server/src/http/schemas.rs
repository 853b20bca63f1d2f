//! `GET /api/v1/schemas/{name}`: JSON Schema of the documents.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use podwright_sim_core::flow::{FlowAnswer, FlowQuestion};
use podwright_sim_core::placement::CutSheet;
use podwright_sim_core::report::Economics;
use podwright_sim_core::{Design, Report};
use serde_json::Value;

use super::problem::Problem;

/// JSON Schema of the design document
#[utoipa::path(
    get,
    path = "/api/v1/schemas/design",
    operation_id = "designSchema",
    tag = "schemas",
    responses((status = 200, description = "JSON Schema 2020-12", content_type = "application/schema+json", body = Object))
)]
pub async fn design() -> Result<Response, Problem> {
    answer(&design_schema())
}

/// JSON Schema of the report
#[utoipa::path(
    get,
    path = "/api/v1/schemas/report",
    operation_id = "reportSchema",
    tag = "schemas",
    responses((status = 200, description = "JSON Schema 2020-12", content_type = "application/schema+json", body = Object))
)]
pub async fn report() -> Result<Response, Problem> {
    answer(&report_schema())
}

/// The schema of the design document.
pub fn design_schema() -> Value {
    schemars::schema_for!(Design).to_value()
}

/// The schema of the report.
pub fn report_schema() -> Value {
    schemars::schema_for!(Report).to_value()
}

/// The schema of the economics.
pub fn economics_schema() -> Value {
    schemars::schema_for!(Economics).to_value()
}

/// The schema of a list of cables.
pub fn cut_sheet_schema() -> Value {
    schemars::schema_for!(CutSheet).to_value()
}

/// The schema of a question about contention.
pub fn flow_question_schema() -> Value {
    schemars::schema_for!(FlowQuestion).to_value()
}

/// The schema of its answer.
pub fn flow_answer_schema() -> Value {
    schemars::schema_for!(FlowAnswer).to_value()
}

fn answer(schema: &Value) -> Result<Response, Problem> {
    let text = serde_json::to_string_pretty(schema).map_err(|error| Problem::internal(&error))?;
    let headers = [
        (header::CONTENT_TYPE, "application/schema+json"),
        (header::CACHE_CONTROL, "public, max-age=300"),
    ];
    Ok((headers, text).into_response())
}
