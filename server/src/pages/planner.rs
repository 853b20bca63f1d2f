//! `GET /planner`: the shell that the planner fills, with the server's own report behind it.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use podwright_sim_core::Report;
use serde::Deserialize;

use super::failure;
use super::frame::{Page, Words, render};
use super::report::{Origin, ReportView};
use crate::http::assets::{PlannerFiles, planner_files};
use crate::http::extract::ApiQuery;
use crate::http::problem::Problem;
use crate::http::shares;
use crate::http::state::App;

/// What the planner opens: nothing, a template, a stored design (by its token, in the browser) or a share to fork.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct PlannerQuery {
    template: String,
    design: String,
    share: String,
}

#[derive(Template)]
#[template(path = "planner.html")]
struct Planner {
    t: Words,
    page: Page,
    files: Option<PlannerFiles>,
    template: String,
    design_id: String,
    share_slug: String,
    report: Option<ReportView>,
}

/// The page.
pub async fn page(
    State(app): State<App>,
    query: Result<ApiQuery<PlannerQuery>, Problem>,
) -> Response {
    match query {
        Ok(ApiQuery(query)) => match shown(&app, query).await {
            Ok(planner) => render(StatusCode::OK, &planner),
            Err(problem) => failure::page(&app, &problem),
        },
        Err(problem) => failure::page(&app, &problem),
    }
}

async fn shown(app: &App, query: PlannerQuery) -> Result<Planner, Problem> {
    let t = Words::english();
    let mut title = t.get("page-planner-title");
    let mut report = None;
    if !query.template.is_empty() {
        let template = app
            .engine()
            .template(&query.template)
            .ok_or_else(|| Problem::not_found("template"))?;
        title.clone_from(&template.title);
        let computed = app.evaluate(template.design.clone()).await?;
        report = Some(ReportView::new(
            t,
            &computed,
            &template.design,
            &Origin::Template,
        ));
    } else if !query.share.is_empty() {
        let row = shares::find(app, &query.share).await?;
        let stored: Report =
            serde_json::from_str(&row.report).map_err(|error| Problem::internal(&error))?;
        let design = crate::engine::parse_design(row.document.as_bytes())?;
        title.clone_from(&stored.name);
        let origin = Origin::Share {
            row: &row,
            url: app.share_url(&row.slug),
        };
        report = Some(ReportView::new(t, &stored, &design, &origin));
    }
    Ok(Planner {
        t,
        page: Page::new(app, "", &title),
        files: planner_files(),
        template: query.template,
        design_id: query.design,
        share_slug: query.share,
        report,
    })
}
