//! `POST /api/v1/flow`: a design and who sends to whom in, what the flows get out; nothing stored.

use axum::Json;
use axum::extract::State;
use podwright_sim_core::flow::{FlowReport, QuestionError};

use crate::engine::parse_flow_question;
use crate::http::extract::JsonBytes;
use crate::http::problem::{Problem, ProblemCode, ProblemError};
use crate::http::state::App;

/// Ask what flows get when they share links
///
/// Every link of a network of the design is laid out, flows are routed over them, and each gets its max-min fair share. A
/// question with more links, flows or seeds than are taken on is refused with 422; its error says which member to change.
#[utoipa::path(
    post,
    path = "/api/v1/flow",
    operation_id = "flow",
    tag = "evaluate",
    request_body(content_type = "application/json", content = ref("#/components/schemas/FlowQuestion")),
    responses(
        (status = 200, description = "What the flows get, and what holds them back", content_type = "application/json",
            body = ref("#/components/schemas/FlowReport")),
        (status = 400, description = "Not JSON", body = Problem, content_type = "application/problem+json"),
        (status = 413, description = "Larger than 1 MiB", body = Problem, content_type = "application/problem+json"),
        (status = 422, description = "Not a valid question, or one without an answer", body = Problem,
            content_type = "application/problem+json"),
        (status = 503, description = "Busy, or it takes too long", body = Problem,
            content_type = "application/problem+json"),
    )
)]
pub async fn flow(
    State(app): State<App>,
    JsonBytes(body): JsonBytes,
) -> Result<Json<FlowReport>, Problem> {
    let question = parse_flow_question(&body)?;
    let answer = app.compute(move |engine| engine.flow(&question)).await?;
    answer.map(Json).map_err(|error| problem(&error))
}

fn problem(error: &QuestionError) -> Problem {
    Problem::new(ProblemCode::InvalidDocument, error.to_string()).with_errors(vec![ProblemError {
        pointer: error.pointer().to_owned(),
        code: error.code().to_owned(),
        message: error.to_string(),
    }])
}
