//! `/api/v1/designs/{id}/shares`: making, listing and revoking read-only links.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use utoipa::ToSchema;

use crate::engine::parse_design;
use crate::http::extract::{ApiBytes, ApiPath, Token, idempotency_key, parse_json};
use crate::http::problem::{Problem, ProblemCode, ProblemError};
use crate::http::state::App;
use crate::secrets;
use crate::store::{IdempotencyKey, NewShare, ShareSummaryRow};

/// What a share shall show and for how long; an empty body means the newest revision without end.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ShareRequest {
    /// When it ends (RFC 3339); never when absent.
    #[schema(example = "2027-02-28T00:00:00Z")]
    expires_at: Option<String>,
    /// Which revision it shows; the newest when absent. Later revisions do not change a share.
    revision: Option<i64>,
}

/// A share in the list of its design.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShareSummary {
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
}

/// The shares of a design, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShareList {
    /// The shares that are not revoked; at most 100.
    pub items: Vec<ShareSummary>,
}

fn summary(app: &App, row: ShareSummaryRow) -> ShareSummary {
    ShareSummary {
        url: app.share_url(&row.slug),
        slug: row.slug,
        revision: row.revision,
        created_ms: row.created_ms,
        expires_ms: row.expires_ms,
    }
}

/// Make a read-only link
///
/// The report is computed now and stored with the link, with the versions of engine and catalogue.
#[utoipa::path(
    post,
    path = "/api/v1/designs/{id}/shares",
    operation_id = "createShare",
    tag = "shares",
    params(("id" = String, Path, description = "The design's id"),
        ("Idempotency-Key" = Option<String>, Header,
            description = "16 to 128 visible characters. For a day, the same key and body answer with the same link.")),
    request_body(content = Option<ShareRequest>, content_type = "application/json"),
    security(("token" = [])),
    responses(
        (status = 201, description = "Made", body = ShareSummary,
            headers(("Location", description = "The share's data"))),
        (status = 401, description = "No token", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "No such design or revision for this token", body = Problem,
            content_type = "application/problem+json"),
        (status = 409, description = "The design has as many shares as it may have", body = Problem,
            content_type = "application/problem+json"),
        (status = 422, description = "Not a valid request", body = Problem, content_type = "application/problem+json"),
    )
)]
pub async fn create(
    State(app): State<App>,
    Token(token): Token,
    ApiPath(id): ApiPath<String>,
    headers: HeaderMap,
    ApiBytes(body): ApiBytes,
) -> Result<Response, Problem> {
    let request: ShareRequest = if body.is_empty() {
        ShareRequest::default()
    } else {
        parse_json(&body)?
    };
    let now_ms = app.now_ms();
    let expires_ms = request
        .expires_at
        .as_deref()
        .map(|text| expiry_ms(text, now_ms))
        .transpose()?;
    let key = idempotency_key(&headers)?;
    let store = app.store();
    let revision = match request.revision {
        Some(number) => store.revision(&id, &token, number).await,
        None => match store.design(&id, &token).await {
            Ok(design) => store.revision(&id, &token, design.revision).await,
            Err(error) => Err(error),
        },
    };
    let revision = revision.map_err(|error| Problem::from_store(&error, "design or revision"))?;
    let report = app
        .evaluate_for(parse_design(revision.document.as_bytes())?, Some(&token))
        .await?;
    let report_json = serde_json::to_string(&report).map_err(|error| Problem::internal(&error))?;

    let slug = secrets::share_slug(app.random())?;
    let share = NewShare {
        slug: &slug,
        design_id: &id,
        revision: revision.revision,
        document: &revision.document,
        report: &report_json,
        engine_version: &report.engine_version,
        catalog_version: &report.catalog_version,
        now_ms,
        expires_ms,
    };
    let scope = format!("shares:{id}");
    let record = match key {
        None => None,
        Some(key) => Some(IdempotencyKey {
            scope: &scope,
            key_hash: secrets::hash(key.as_bytes()),
            request_hash: secrets::hash(&body),
            nonce: secrets::nonce(app.random())?,
            now_ms,
        }),
    };
    let made = store
        .create_share(&share, &token, record.as_ref())
        .await
        .map_err(|error| Problem::from_store(&error, "design"))?;
    let answer = match made.and_then(|made| made.share_slug) {
        None => ShareSummary {
            url: app.share_url(&slug),
            slug,
            revision: revision.revision,
            created_ms: now_ms,
            expires_ms,
        },
        Some(slug) => {
            let row = store
                .share(&slug)
                .await
                .map_err(|error| Problem::from_store(&error, "share"))?;
            ShareSummary {
                url: app.share_url(&slug),
                slug,
                revision: row.revision,
                created_ms: row.created_ms,
                expires_ms: row.expires_ms,
            }
        }
    };
    let location = format!("/api/v1/shares/{}", answer.slug);
    Ok((
        StatusCode::CREATED,
        [(header::LOCATION, location)],
        Json(answer),
    )
        .into_response())
}

/// List the links of a design
#[utoipa::path(
    get,
    path = "/api/v1/designs/{id}/shares",
    operation_id = "listShares",
    tag = "shares",
    params(("id" = String, Path, description = "The design's id")),
    security(("token" = [])),
    responses(
        (status = 200, description = "The links that are not revoked", body = ShareList),
        (status = 401, description = "No token", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "No such design for this token", body = Problem,
            content_type = "application/problem+json"),
    )
)]
pub async fn list(
    State(app): State<App>,
    Token(token): Token,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<ShareList>, Problem> {
    let store = app.store();
    store
        .design(&id, &token)
        .await
        .map_err(|error| Problem::from_store(&error, "design"))?;
    let rows = store
        .shares(&id, &token)
        .await
        .map_err(|error| Problem::from_store(&error, "design"))?;
    Ok(Json(ShareList {
        items: rows.into_iter().map(|row| summary(&app, row)).collect(),
    }))
}

/// Revoke a link
///
/// What it showed is deleted; its address answers 410 from then on.
#[utoipa::path(
    delete,
    path = "/api/v1/designs/{id}/shares/{slug}",
    operation_id = "revokeShare",
    tag = "shares",
    params(("id" = String, Path, description = "The design's id"),
        ("slug" = String, Path, description = "The slug of the link")),
    security(("token" = [])),
    responses(
        (status = 204, description = "Revoked, now or earlier"),
        (status = 401, description = "No token", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "No such link for this token", body = Problem,
            content_type = "application/problem+json"),
    )
)]
pub async fn revoke(
    State(app): State<App>,
    Token(token): Token,
    ApiPath((id, slug)): ApiPath<(String, String)>,
) -> Result<StatusCode, Problem> {
    app.store()
        .revoke_share(&slug, &id, &token, app.now_ms())
        .await
        .map_err(|error| Problem::from_store(&error, "share"))?;
    Ok(StatusCode::NO_CONTENT)
}

/// The end of a share, milliseconds since 1970 UTC.
fn expiry_ms(text: &str, now_ms: i64) -> Result<i64, Problem> {
    let wrong = |message: String| {
        Problem::new(ProblemCode::InvalidDocument, message.clone()).with_errors(vec![
            ProblemError {
                pointer: "/expires_at".to_owned(),
                code: "invalid_time".to_owned(),
                message,
            },
        ])
    };
    let time = OffsetDateTime::parse(text, &Rfc3339).map_err(|_| {
        wrong("expires_at must be a time as in RFC 3339, such as 2027-02-28T00:00:00Z".to_owned())
    })?;
    let ms = i64::try_from(time.unix_timestamp_nanos() / 1_000_000)
        .map_err(|_| wrong("expires_at is out of range".to_owned()))?;
    if ms <= now_ms {
        return Err(wrong("expires_at lies in the past".to_owned()));
    }
    Ok(ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_carry_their_zone() {
        assert_eq!(expiry_ms("1970-01-01T01:00:01+01:00", 0).unwrap(), 1_000);
        assert!(expiry_ms("1970-01-01T00:00:01", 0).is_err());
        assert!(expiry_ms("1970-01-01T00:00:01Z", 1_000).is_err());
        assert!(expiry_ms("tomorrow", 0).is_err());
    }
}
