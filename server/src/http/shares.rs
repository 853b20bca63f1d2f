//! `GET /api/v1/shares/{slug}`: what a read-only link shows, for programs.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::designs::{design_schema, report_schema, stored_json};
use super::extract::ApiPath;
use super::problem::{Problem, ProblemCode};
use super::state::App;
use crate::store::ShareRow;

/// What a share shows.
#[derive(Debug, Serialize, ToSchema)]
pub struct Share {
    /// The slug in its address.
    pub slug: String,
    /// The address of its page.
    pub url: String,
    /// The revision that it shows.
    pub revision: i64,
    /// When it was made, milliseconds since 1970 UTC.
    pub created_ms: i64,
    /// When it ends, milliseconds since 1970 UTC; null when it does not.
    pub expires_ms: Option<i64>,
    /// The version of the engine that computed the report.
    pub engine_version: String,
    /// The version of the catalogue that it was computed with.
    pub catalog_version: String,
    /// The document.
    #[schema(schema_with = design_schema)]
    pub design: Box<RawValue>,
    /// The report as it was computed when the link was made.
    #[schema(schema_with = report_schema)]
    pub report: Box<RawValue>,
}

/// The share with this slug, if it may still be shown.
///
/// # Errors
/// `not_found` when there never was one, `gone` when it was revoked or has expired.
pub async fn find(app: &App, slug: &str) -> Result<ShareRow, Problem> {
    let row = app
        .store()
        .share(slug)
        .await
        .map_err(|error| Problem::from_store(&error, "share"))?;
    if row.is_gone(app.now_ms()) {
        return Err(Problem::new(
            ProblemCode::Gone,
            "this share was revoked or has expired",
        ));
    }
    Ok(row)
}

/// Read what a link shows
#[utoipa::path(
    get,
    path = "/api/v1/shares/{slug}",
    operation_id = "readShare",
    tag = "shares",
    params(("slug" = String, Path, description = "The slug of the link")),
    responses(
        (status = 200, description = "Design and report", body = Share),
        (status = 404, description = "No such link", body = Problem, content_type = "application/problem+json"),
        (status = 410, description = "Revoked or expired", body = Problem, content_type = "application/problem+json"),
    )
)]
pub async fn read(
    State(app): State<App>,
    ApiPath(slug): ApiPath<String>,
) -> Result<Json<Share>, Problem> {
    let row = find(&app, &slug).await?;
    Ok(Json(Share {
        url: app.share_url(&row.slug),
        slug: row.slug,
        revision: row.revision,
        created_ms: row.created_ms,
        expires_ms: row.expires_ms,
        engine_version: row.engine_version,
        catalog_version: row.catalog_version,
        design: stored_json(row.document)?,
        report: stored_json(row.report)?,
    }))
}
