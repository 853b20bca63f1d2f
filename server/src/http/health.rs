//! Is it alive, is it ready.

use axum::extract::State;

use super::problem::{Problem, ProblemCode};
use super::state::App;

/// `GET /healthz`: the process answers.
pub async fn alive() -> &'static str {
    "ok\n"
}

/// `GET /readyz`: the database answers too.
pub async fn ready(State(app): State<App>) -> Result<&'static str, Problem> {
    match app.store().check().await {
        Ok(()) => Ok("ok\n"),
        Err(error) => {
            tracing::warn!(cause = %error, "not ready");
            Err(Problem::new(
                ProblemCode::DatabaseUnavailable,
                "the database does not answer",
            )
            .retry_after(5))
        }
    }
}
