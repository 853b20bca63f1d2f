//! `/api/v1/price-books`: prices of users' own, in versions that never change.

mod create;
mod delete;
mod list;
mod read;

use podwright_sim_core::Design;
use podwright_sim_core::design::escape;
use podwright_sim_core::prices::OwnPrice;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::problem::{Problem, ProblemCode, ProblemError};
use super::state::App;
use crate::engine::OwnBook;
use crate::price_book::{self, RowFault};
use crate::secrets::Hash;
use crate::store::{Pin, StoreError};

/// The routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(read::read, delete::delete))
}

/// Reads a file; each fault has the pointer `/LINE/COLUMN`.
fn parse(bytes: &[u8]) -> Result<Vec<OwnPrice>, Problem> {
    price_book::parse(bytes).map_err(|faults| {
        let detail = match faults.as_slice() {
            [one] => one.to_string(),
            many => format!("{} faults, the first: {}", many.len(), many[0]),
        };
        Problem::new(ProblemCode::InvalidDocument, detail)
            .with_errors(faults.iter().map(row_error).collect())
    })
}

fn row_error(fault: &RowFault) -> ProblemError {
    let pointer = if fault.column.is_empty() {
        format!("/{}", fault.line)
    } else {
        format!("/{}/{}", fault.line, escape(&fault.column))
    };
    ProblemError {
        pointer,
        code: fault.code.to_owned(),
        message: fault.to_string(),
    }
}

/// Checks, before a design is stored, that the caller may read the price book that it names.
///
/// # Errors
/// As [`of_design`].
pub async fn check_pin(app: &App, design: &Design, token: Option<&Hash>) -> Result<(), Problem> {
    of_design(app, design, token).await.map(drop)
}

/// The version of a price book that a design names; none where it names none.
pub fn pin(design: &Design) -> Option<Pin<'_>> {
    let pin = &design.price_book;
    Some(Pin {
        book_id: pin.id.as_deref()?,
        version: pin.version?.into(),
    })
}

/// Lets all tokens of a stored design read the price book that it names: whoever sees the design sees its prices.
///
/// # Errors
/// What the database says.
pub async fn lend(app: &App, design_id: &str, design: &Design) -> Result<(), Problem> {
    let Some(book) = &design.price_book.id else {
        return Ok(());
    };
    app.store()
        .lend_price_book(design_id, book)
        .await
        .map_err(|error| Problem::from_store(&error, "price book"))
}

/// The price book that a design names, as it was uploaded; none where it names none.
///
/// # Errors
/// `invalid_document` when the token does not cover it: a price is never taken from elsewhere in silence.
pub async fn of_design(
    app: &App,
    design: &Design,
    token: Option<&Hash>,
) -> Result<Option<OwnBook>, Problem> {
    let pin = &design.price_book;
    let (Some(id), Some(version), Some(label)) = (&pin.id, pin.version, pin.own()) else {
        return Ok(None);
    };
    let found = match token {
        Some(token) => app.store().price_book_file(id, version.into(), token).await,
        None => Err(StoreError::NotFound),
    };
    match found {
        Ok(file) => Ok(Some(OwnBook {
            label,
            prices: parse(file.as_bytes())?,
        })),
        Err(StoreError::NotFound) => Err(Problem::no_price_book()),
        Err(error) => Err(Problem::from_store(&error, "price book")),
    }
}
