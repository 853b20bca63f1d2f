//! `GET /problems`: what the codes of problems mean; the `type` of every problem leads here.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::frame::{Page, Words, render};
use crate::http::problem::ProblemCode;
use crate::http::state::App;

#[derive(Template)]
#[template(path = "problems.html")]
struct Problems {
    t: Words,
    page: Page,
    codes: &'static [ProblemCode],
}

/// The page.
pub async fn page(State(app): State<App>) -> Response {
    let t = Words::english();
    let page = Page::new(&app, "", &t.get("page-problems-title"));
    render(
        StatusCode::OK,
        &Problems {
            t,
            page,
            codes: ProblemCode::ALL,
        },
    )
}
