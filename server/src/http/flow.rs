//! `POST /api/v1/flow`: a design, who sends to whom and what is down in, what the flows get and what it costs out; nothing
//! stored.

use axum::Json;
use axum::extract::State;
use podwright_sim_core::flow::{FlowAnswer, Interrupt, QuestionError};

use crate::engine::parse_flow_question;
use crate::http::extract::JsonBytes;
use crate::http::problem::{Problem, ProblemCode, ProblemError};
use crate::http::state::App;

/// Ask what flows get when they share links
///
/// Every link of a network of the design is laid out, flows are routed over them, and each gets its max-min fair share. A
/// question with more links, flows or seeds than are taken on is refused with 422; its error says which member to change.
///
/// With parts down (`fail`) the answer has `outage`: delivered bandwidth, the time of an all-reduce and the nodes affected,
/// before and afterwards. NVLink switch trays and power strips can be asked about without a network; the answer then has
/// `outage` alone.
#[utoipa::path(
    post,
    path = "/api/v1/flow",
    operation_id = "flow",
    tag = "evaluate",
    request_body(content_type = "application/json", content = ref("#/components/schemas/FlowQuestion")),
    responses(
        (status = 200, description = "What the flows get, and what holds them back", content_type = "application/json",
            body = ref("#/components/schemas/FlowAnswer")),
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
) -> Result<Json<FlowAnswer>, Problem> {
    let question = parse_flow_question(&body)?;
    let answer = app
        .compute_until(move |engine, stop| engine.flow_until(&question, Interrupt::when(stop)))
        .await?;
    answer.map(Json).map_err(|error| problem(&error))
}

fn problem(error: &QuestionError) -> Problem {
    Problem::new(ProblemCode::InvalidDocument, error.to_string()).with_errors(vec![ProblemError {
        pointer: error.pointer().to_owned(),
        code: error.code().to_owned(),
        message: error.to_string(),
    }])
}
