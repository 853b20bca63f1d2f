//! `GET /api/v1/price-books/{id}`.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::list::PriceBookSummary;
use crate::http::accept;
use crate::http::designs::PRIVATE;
use crate::http::extract::{ApiPath, ApiQuery, Token};
use crate::http::problem::Problem;
use crate::http::state::App;

/// Which version is wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct VersionQuery {
    /// The version; the newest when absent.
    version: Option<i64>,
}

/// A price book with one of its versions.
#[derive(Debug, Serialize, ToSchema)]
pub struct PriceBookAnswer {
    /// The price book.
    #[serde(flatten)]
    pub book: PriceBookSummary,
    /// All versions, newest first.
    pub versions: Vec<PriceBookVersion>,
    /// The version whose prices follow.
    pub shown_version: i64,
    /// The prices of that version.
    pub prices: Vec<PriceRow>,
}

/// A version in a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct PriceBookVersion {
    /// The number, from 1.
    pub version: i64,
    /// Its prices.
    pub rows: i64,
    /// When it came, milliseconds since 1970 UTC.
    pub created_ms: i64,
}

/// A price.
#[derive(Debug, Serialize, ToSchema)]
pub struct PriceRow {
    /// The part.
    pub part_id: String,
    /// Low end, US dollars.
    pub low_usd: f64,
    /// The usual price, US dollars.
    pub default_usd: f64,
    /// High end, US dollars.
    pub high_usd: f64,
    /// Its date.
    pub as_of: String,
    /// Where it is from.
    pub source: String,
    /// Weeks from order to delivery; null when unknown.
    pub lead_time_weeks: Option<f64>,
    /// Remarks.
    pub notes: String,
}

/// Read a price book
///
/// JSON, or the file as it came when `Accept: text/csv` is sent.
#[utoipa::path(
    get,
    path = "/api/v1/price-books/{id}",
    operation_id = "readPriceBook",
    tag = "price books",
    params(("id" = String, Path, description = "The price book's id"), VersionQuery),
    security(("token" = [])),
    responses(
        (status = 200, description = "The price book", content((PriceBookAnswer = "application/json"),
            (String = "text/csv"))),
        (status = 401, description = "No token", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "No such price book or version for this token", body = Problem,
            content_type = "application/problem+json"),
    )
)]
pub async fn read(
    State(app): State<App>,
    Token(token): Token,
    ApiPath(id): ApiPath<String>,
    ApiQuery(query): ApiQuery<VersionQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let kind = accept::choose(&headers, &["application/json", "text/csv"])?;
    let not_found = |error| Problem::from_store(&error, "price book");
    let (book, versions) = app
        .store()
        .price_book(&id, &token)
        .await
        .map_err(not_found)?;
    let shown_version = query.version.unwrap_or(book.version);
    let file = app
        .store()
        .price_book_file(&id, shown_version, &token)
        .await
        .map_err(not_found)?;
    let caching = [(header::CACHE_CONTROL, PRIVATE)];
    if kind == "text/csv" {
        let head = [(header::CONTENT_TYPE, "text/csv; charset=utf-8")];
        return Ok((caching, head, file).into_response());
    }
    let prices = super::parse(file.as_bytes())?
        .into_iter()
        .map(|price| PriceRow {
            part_id: price.part_id,
            low_usd: price.low.to_f64(),
            default_usd: price.default.to_f64(),
            high_usd: price.high.to_f64(),
            as_of: price.as_of,
            source: price.source,
            lead_time_weeks: price.lead_time_weeks,
            notes: price.notes,
        })
        .collect();
    let answer = PriceBookAnswer {
        book: book.into(),
        versions: versions
            .into_iter()
            .map(|row| PriceBookVersion {
                version: row.version,
                rows: row.price_rows,
                created_ms: row.created_ms,
            })
            .collect(),
        shown_version,
        prices,
    };
    Ok((caching, Json(answer)).into_response())
}
