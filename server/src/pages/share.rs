//! `GET /s/{slug}`: the report behind a link, complete without scripts and fit to print.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use podwright_sim_core::Report;

use super::failure;
use super::frame::{Page, Words, render};
use super::report::{Origin, ReportView};
use crate::engine::parse_design;
use crate::http::extract::ApiPath;
use crate::http::problem::Problem;
use crate::http::shares;
use crate::http::state::App;

#[derive(Template)]
#[template(path = "report.html")]
struct SharePage {
    t: Words,
    page: Page,
    slug: String,
    report: ReportView,
}

/// The page.
pub async fn page(State(app): State<App>, slug: Result<ApiPath<String>, Problem>) -> Response {
    let shown = match slug {
        Ok(ApiPath(slug)) => shown(&app, &slug).await,
        Err(problem) => Err(problem),
    };
    match shown {
        Ok(page) => render(StatusCode::OK, &page),
        Err(problem) => failure::page(&app, &problem),
    }
}

async fn shown(app: &App, slug: &str) -> Result<SharePage, Problem> {
    let row = shares::find(app, slug).await?;
    let t = Words::english();
    let report: Report =
        serde_json::from_str(&row.report).map_err(|error| Problem::internal(&error))?;
    let design = parse_design(row.document.as_bytes())?;
    let origin = Origin::Share {
        row: &row,
        url: app.share_url(&row.slug),
    };
    Ok(SharePage {
        t,
        page: Page::new(app, "", &report.name),
        report: ReportView::new(t, &report, &design, &origin),
        slug: row.slug,
    })
}
