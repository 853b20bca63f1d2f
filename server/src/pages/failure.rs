//! Pages for what can't be shown.

use askama::Template;
use axum::response::Response;

use super::frame::{Page, Words, render};
use crate::http::problem::Problem;
use crate::http::state::App;

#[derive(Template)]
#[template(path = "message.html")]
struct Message {
    t: Words,
    page: Page,
    heading: String,
    text: String,
}

/// A problem as a page, with the problem's status.
pub fn page(app: &App, problem: &Problem) -> Response {
    let t = Words::english();
    let status = problem.code.status();
    let (heading, text) = match status.as_u16() {
        404 => (t.get("page-missing-title"), t.get("page-missing-text")),
        410 => (t.get("page-gone-title"), t.get("page-gone-text")),
        400..=499 => (t.get("page-bad-title"), problem.detail.clone()),
        _ => (t.get("page-failed-title"), problem.detail.clone()),
    };
    let page = Page::new(app, "", &heading);
    let mut response = render(
        status,
        &Message {
            t,
            page,
            heading,
            text,
        },
    );
    // `Retry-After` and the like hold for people's browsers too.
    for (name, value) in problem.headers() {
        response.headers_mut().insert(name.clone(), value.clone());
    }
    response
}
