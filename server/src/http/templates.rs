//! `GET /api/v1/templates[/{id}]`: designs to start from.

use axum::Json;
use axum::extract::State;
use podwright_sim_core::Design;
use podwright_sim_core::templates::Template;
use serde::Serialize;
use utoipa::ToSchema;

use super::designs::design_schema;
use super::extract::ApiPath;
use super::problem::{Problem, ProblemCode};
use super::state::App;

/// A design to start from.
#[derive(Debug, Serialize, ToSchema)]
pub struct TemplateAnswer {
    /// Its id, which never changes.
    #[schema(example = "dgx-h100-4")]
    pub id: String,
    /// A short name.
    pub title: String,
    /// One sentence.
    pub summary: String,
    /// The design.
    #[schema(schema_with = design_schema)]
    pub design: Design,
}

impl From<&Template> for TemplateAnswer {
    fn from(template: &Template) -> Self {
        Self {
            id: template.id.to_owned(),
            title: template.title.clone(),
            summary: template.summary.clone(),
            design: template.design.clone(),
        }
    }
}

/// All templates.
#[derive(Debug, Serialize, ToSchema)]
pub struct TemplateList {
    /// The templates, smallest machine first.
    pub items: Vec<TemplateAnswer>,
}

/// List the templates
#[utoipa::path(
    get,
    path = "/api/v1/templates",
    operation_id = "listTemplates",
    tag = "catalog",
    responses((status = 200, description = "The templates", body = TemplateList))
)]
pub async fn list(State(app): State<App>) -> Json<TemplateList> {
    Json(TemplateList {
        items: app.engine().templates().iter().map(Into::into).collect(),
    })
}

/// Read one template
#[utoipa::path(
    get,
    path = "/api/v1/templates/{id}",
    operation_id = "readTemplate",
    tag = "catalog",
    params(("id" = String, Path, description = "The template's id")),
    responses(
        (status = 200, description = "The template", body = TemplateAnswer),
        (status = 404, description = "No such template", body = Problem, content_type = "application/problem+json"),
    )
)]
pub async fn read(
    State(app): State<App>,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<TemplateAnswer>, Problem> {
    app.engine()
        .template(&id)
        .map(|template| Json(template.into()))
        .ok_or_else(|| Problem::new(ProblemCode::NotFound, "there is no such template"))
}
