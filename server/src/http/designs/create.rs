//! `POST /api/v1/designs`.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::{design_schema, stored_json};
use crate::engine::parse_design;
use crate::http::extract::{JsonBytes, bearer, idempotency_key};
use crate::http::price_books;
use crate::http::problem::{Problem, etag};
use crate::http::state::App;
use crate::secrets::{self, API_TOKEN_PREFIX, Hash};
use crate::store::{IdempotencyKey, NewDesign};

/// A stored design with the token that may edit it.
#[derive(Debug, Serialize, ToSchema)]
pub struct CreatedDesign {
    /// Its id.
    pub id: String,
    /// 1.
    pub revision: i64,
    /// When it was made, milliseconds since 1970 UTC.
    pub created_ms: i64,
    /// The token for reading, editing, deleting and sharing it. Shown this once; only its hash is kept.
    #[schema(example = "pw_edit_…")]
    pub edit_token: String,
    /// The document.
    #[schema(schema_with = design_schema)]
    pub design: Box<RawValue>,
}

/// Store a design
///
/// No token is needed. A request that carries an API token puts the design under that token too. A design that names a
/// price book needs a token that covers the book, be it the book's own.
#[utoipa::path(
    post,
    path = "/api/v1/designs",
    operation_id = "createDesign",
    tag = "designs",
    params(("Idempotency-Key" = Option<String>, Header,
        description = "16 to 128 visible characters, best a random UUID. For a day, the same key and body answer with \
                       the same design and token instead of storing another.")),
    request_body(content_type = "application/json", content = ref("#/components/schemas/Design")),
    responses(
        (status = 201, description = "Stored", body = CreatedDesign,
            headers(("Location", description = "The design"), ("ETag", description = "The revision"))),
        (status = 400, description = "Not JSON", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "The API token does not exist", body = Problem,
            content_type = "application/problem+json"),
        (status = 413, description = "Larger than 1 MiB", body = Problem, content_type = "application/problem+json"),
        (status = 422, description = "Not a valid design", body = Problem, content_type = "application/problem+json"),
    )
)]
pub async fn create(
    State(app): State<App>,
    headers: HeaderMap,
    JsonBytes(body): JsonBytes,
) -> Result<Response, Problem> {
    let design = parse_design(&body)?;
    let document = serde_json::to_string(&design).map_err(|error| Problem::internal(&error))?;
    let key = idempotency_key(&headers)?;
    let caller = bearer(&headers);
    let hashed = |token: &str| secrets::hash(token.as_bytes());
    let api_token = caller
        .filter(|token| token.starts_with(API_TOKEN_PREFIX))
        .map(hashed);

    price_books::check_pin(&app, &design, caller.map(hashed).as_ref()).await?;

    let now_ms = app.now_ms();
    let nonce = secrets::nonce(app.random())?;
    let id = secrets::design_id(app.random())?;
    let edit_token = secrets::edit_token(&nonce, key);
    let new = NewDesign {
        id: &id,
        name: &design.name,
        document: &document,
        edit_token: &secrets::hash(edit_token.as_bytes()),
        api_token: api_token.as_ref(),
        pin: price_books::pin(&design),
        now_ms,
    };
    let scope = scope(api_token.as_ref());
    let record = key.map(|key| IdempotencyKey {
        scope: &scope,
        key_hash: secrets::hash(key.as_bytes()),
        request_hash: secrets::hash(document.as_bytes()),
        nonce,
        now_ms,
    });
    let made = app
        .store()
        .create_design(&new, record.as_ref())
        .await
        .map_err(|error| Problem::from_store(&error, "API token"))?;
    let answer = match made {
        None => CreatedDesign {
            id,
            revision: 1,
            created_ms: now_ms,
            edit_token,
            design: stored_json(document)?,
        },
        // A retry: the same design at its first revision, the same token from the stored nonce and the key at hand.
        Some(made) => {
            let edit_token = secrets::edit_token(&made.nonce, key);
            let hash = secrets::hash(edit_token.as_bytes());
            let id = made.design_id.unwrap_or_default();
            let first = app
                .store()
                .revision(&id, &hash, 1)
                .await
                .map_err(|error| Problem::from_store(&error, "design"))?;
            CreatedDesign {
                id,
                revision: 1,
                created_ms: first.created_ms,
                edit_token,
                design: stored_json(first.document)?,
            }
        }
    };
    price_books::lend(&app, &answer.id, &design).await?;
    let location = format!("/api/v1/designs/{}", answer.id);
    let headers = [
        (header::ETAG, etag(1)),
        (
            header::LOCATION,
            location
                .parse()
                .map_err(|error| Problem::internal(&error))?,
        ),
    ];
    Ok((StatusCode::CREATED, headers, Json(answer)).into_response())
}

/// Keys of different callers are different keys.
fn scope(api_token: Option<&Hash>) -> String {
    api_token.map_or_else(
        || "designs".to_owned(),
        |hash| format!("designs:{}", secrets::hex(hash)),
    )
}
