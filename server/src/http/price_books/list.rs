//! `GET /api/v1/price-books`.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::extract::Token;
use crate::http::problem::Problem;
use crate::http::state::App;
use crate::store::PriceBookRow;

/// Price books in a list, at most.
const LISTED: i64 = 100;

/// A price book in a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct PriceBookSummary {
    /// Its id.
    pub id: String,
    /// What its owner calls it.
    pub name: String,
    /// The newest version, from 1.
    pub version: i64,
    /// When it was made, milliseconds since 1970 UTC.
    pub created_ms: i64,
    /// When the newest version came, milliseconds since 1970 UTC.
    pub updated_ms: i64,
}

impl From<PriceBookRow> for PriceBookSummary {
    fn from(row: PriceBookRow) -> Self {
        Self {
            id: row.id,
            name: row.name,
            version: row.version,
            created_ms: row.created_ms,
            updated_ms: row.updated_ms,
        }
    }
}

/// The newest price books of a token.
#[derive(Debug, Serialize, ToSchema)]
pub struct PriceBookList {
    /// Newest first, at most 100.
    pub items: Vec<PriceBookSummary>,
}

/// List the price books that the token covers
#[utoipa::path(
    get,
    path = "/api/v1/price-books",
    operation_id = "listPriceBooks",
    tag = "price books",
    security(("token" = [])),
    responses(
        (status = 200, description = "The newest hundred", body = PriceBookList),
        (status = 401, description = "No token", body = Problem, content_type = "application/problem+json"),
    )
)]
pub async fn list(
    State(app): State<App>,
    Token(token): Token,
) -> Result<Json<PriceBookList>, Problem> {
    let rows = app
        .store()
        .price_books(&token, LISTED)
        .await
        .map_err(|error| Problem::from_store(&error, "price book"))?;
    Ok(Json(PriceBookList {
        items: rows.into_iter().map(PriceBookSummary::from).collect(),
    }))
}
