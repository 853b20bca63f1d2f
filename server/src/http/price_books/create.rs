//! `POST /api/v1/price-books`.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::extract::{ApiBytes, ApiQuery, bearer, idempotency_key};
use crate::http::problem::{Problem, ProblemCode};
use crate::http::state::App;
use crate::secrets::{self, Hash};
use crate::store::{IdempotencyKey, NewPriceBook, NewPriceFile};

/// Characters of a name, at most.
const MAX_NAME_CHARS: usize = 200;

/// What becomes of the file.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct UploadQuery {
    /// Only check the file and store nothing.
    #[serde(default)]
    #[param(default = false)]
    dry_run: bool,
    /// The price book that this is the next version of; a new one when absent.
    id: Option<String>,
    /// What a new price book is called.
    name: Option<String>,
}

/// What became of the file.
#[derive(Debug, Serialize, ToSchema)]
pub struct Uploaded {
    /// Whether nothing was stored.
    pub dry_run: bool,
    /// The price book; null where nothing was stored.
    pub id: Option<String>,
    /// Its version, from 1; null where nothing was stored.
    pub version: Option<i64>,
    /// Prices in the file.
    pub rows: u64,
    /// The token of a new price book. Shown this once; only its hash is kept.
    #[schema(example = "pw_edit_…")]
    pub edit_token: Option<String>,
}

/// Upload a price book
///
/// CSV with a head. Columns `part_id`, `default_usd`, `as_of` and `source` are needed; `low_usd`, `high_usd`,
/// `lead_time_weeks` and `notes` may follow, in any order. At most 256 KiB and 5,000 rows. Every row is checked; a fault
/// has the pointer `/LINE/COLUMN`. A stored version never changes. The caller's token, if there is one (an API token
/// or the edit token of a design), covers a new price book beside its own token; for a further version it is needed.
#[utoipa::path(
    post,
    path = "/api/v1/price-books",
    operation_id = "uploadPriceBook",
    tag = "price books",
    params(UploadQuery, ("Idempotency-Key" = Option<String>, Header,
        description = "16 to 128 visible characters, best a random UUID. For a day, the same key, query and file answer \
                       with the same version and token instead of storing another.")),
    request_body(content_type = "text/csv", content = String),
    security((), ("token" = [])),
    responses(
        (status = 200, description = "The file is fine; nothing was stored", body = Uploaded),
        (status = 201, description = "Stored", body = Uploaded, headers(("Location", description = "The price book"))),
        (status = 404, description = "No such price book, or the token does not exist", body = Problem,
            content_type = "application/problem+json"),
        (status = 409, description = "The price book has as many versions as it may have", body = Problem,
            content_type = "application/problem+json"),
        (status = 413, description = "Larger than 1 MiB", body = Problem, content_type = "application/problem+json"),
        (status = 415, description = "Not CSV", body = Problem, content_type = "application/problem+json"),
        (status = 422, description = "A row is wrong, or the key came with another request", body = Problem, content_type = "application/problem+json"),
    )
)]
pub async fn create(
    State(app): State<App>,
    ApiQuery(query): ApiQuery<UploadQuery>,
    headers: HeaderMap,
    ApiBytes(body): ApiBytes,
) -> Result<Response, Problem> {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("text/csv") {
        return Err(Problem::new(
            ProblemCode::UnsupportedMediaType,
            "this route takes Content-Type: text/csv",
        ));
    }
    let name = query.name.unwrap_or_default();
    if name.chars().count() > MAX_NAME_CHARS || name.contains('\0') {
        return Err(Problem::new(
            ProblemCode::InvalidRequest,
            format!("name must have at most {MAX_NAME_CHARS} characters"),
        ));
    }
    let prices = super::parse(&body)?;
    let file = std::str::from_utf8(&body).map_err(|error| Problem::internal(&error))?;
    let mut answer = Uploaded {
        dry_run: query.dry_run,
        id: None,
        version: None,
        rows: prices.len() as u64,
        edit_token: None,
    };
    let caller = bearer(&headers).map(|token| secrets::hash(token.as_bytes()));
    if query.dry_run {
        return Ok(Json(answer).into_response());
    }
    let key = idempotency_key(&headers)?;
    let nonce = secrets::nonce(app.random())?;
    let scope = scope(query.id.as_deref(), caller.as_ref());
    let record = key.map(|key| IdempotencyKey {
        scope: &scope,
        key_hash: secrets::hash(key.as_bytes()),
        request_hash: request_hash(&name, &body),
        nonce,
        now_ms: app.now_ms(),
    });
    let new = NewPriceFile {
        file,
        rows: i64::try_from(prices.len()).unwrap_or(i64::MAX),
        now_ms: app.now_ms(),
    };
    let (id, version) = if let Some(id) = query.id {
        let caller = caller.ok_or_else(|| {
            Problem::new(
                ProblemCode::Unauthenticated,
                "a further version needs the header Authorization: Bearer TOKEN",
            )
        })?;
        let version = app
            .store()
            .add_price_book_version(&id, &caller, new, record.as_ref())
            .await
            .map_err(|error| Problem::from_store(&error, "price book"))?;
        (id, version)
    } else {
        let id = secrets::design_id(app.random())?;
        let token = secrets::edit_token(&nonce, key);
        let book = NewPriceBook {
            id: &id,
            name: &name,
            own_token: &secrets::hash(token.as_bytes()),
            caller: caller.as_ref(),
        };
        let made = app
            .store()
            .create_price_book(book, new, record.as_ref())
            .await
            .map_err(|error| Problem::from_store(&error, "token"))?;
        match made {
            None => {
                answer.edit_token = Some(token);
                (id, 1)
            }
            // A retry: the same book, the same token from the stored nonce and the key at hand.
            Some(made) => {
                answer.edit_token = Some(secrets::edit_token(&made.nonce, key));
                (made.book_id.unwrap_or_default(), 1)
            }
        }
    };
    let location: HeaderValue = format!("/api/v1/price-books/{id}")
        .parse()
        .map_err(|error: axum::http::header::InvalidHeaderValue| Problem::internal(&error))?;
    answer.id = Some(id);
    answer.version = Some(version);
    Ok((
        StatusCode::CREATED,
        [(header::LOCATION, location)],
        Json(answer),
    )
        .into_response())
}

/// Keys of different callers, and for different price books, are different keys.
fn scope(id: Option<&str>, caller: Option<&Hash>) -> String {
    let caller = caller.map(|hash| secrets::hex(hash)).unwrap_or_default();
    format!("price-books:{}:{caller}", id.unwrap_or_default())
}

/// What tells requests under the same key apart; a name holds no NUL.
fn request_hash(name: &str, file: &[u8]) -> Hash {
    secrets::hash(&[name.as_bytes(), b"\0", file].concat())
}
