//! `DELETE /api/v1/price-books/{id}`.

use axum::extract::State;
use axum::http::StatusCode;

use crate::http::extract::{ApiPath, Token};
use crate::http::problem::Problem;
use crate::http::state::App;

/// Delete a price book
///
/// All its versions go with it. It stays while a revision of a stored design, an earlier one too, is priced by it: delete
/// those designs first.
#[utoipa::path(
    delete,
    path = "/api/v1/price-books/{id}",
    operation_id = "deletePriceBook",
    tag = "price books",
    params(("id" = String, Path, description = "The price book's id")),
    security(("token" = [])),
    responses(
        (status = 204, description = "Deleted"),
        (status = 401, description = "No token", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "No such price book that this token may change", body = Problem,
            content_type = "application/problem+json"),
        (status = 409, description = "Stored designs are priced by it", body = Problem,
            content_type = "application/problem+json"),
    )
)]
pub async fn delete(
    State(app): State<App>,
    Token(token): Token,
    ApiPath(id): ApiPath<String>,
) -> Result<StatusCode, Problem> {
    app.store()
        .delete_price_book(&id, &token)
        .await
        .map_err(|error| Problem::from_store(&error, "price book"))?;
    Ok(StatusCode::NO_CONTENT)
}
