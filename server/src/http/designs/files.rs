//! What a design gives as files: their media types, the headers they share, and how one is handed over.

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};

use super::PRIVATE;
use crate::http::problem::etag;

/// Media type of JSON.
pub const JSON: &str = "application/json";
/// Media type of CSV.
pub const CSV: &str = "text/csv";
/// Media type of a workbook.
pub const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// How many findings of the design are errors. A table has no place to say so.
pub const ERRORS: HeaderName = HeaderName::from_static("podwright-errors");

/// Headers of every form of what follows from a revision, whose report has so many errors.
pub fn shared_headers(revision: i64, errors: usize) -> [(HeaderName, HeaderValue); 4] {
    [
        (ERRORS, HeaderValue::from(errors)),
        (header::ETAG, etag(revision)),
        (header::CACHE_CONTROL, PRIVATE),
        (header::VARY, HeaderValue::from_static("accept")),
    ]
}

/// A file to be saved, with `attachment; filename="…"` as its disposition.
pub fn attachment(
    revision: i64,
    errors: usize,
    kind: &'static str,
    disposition: &'static str,
    body: Vec<u8>,
) -> Response {
    (
        shared_headers(revision, errors),
        [
            (header::CONTENT_TYPE, kind),
            (header::CONTENT_DISPOSITION, disposition),
        ],
        body,
    )
        .into_response()
}
