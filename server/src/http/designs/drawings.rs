//! Drawings of a design as SVG files.

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use podwright_sim_core::{Design, Report};

use super::PRIVATE;
use super::files::ERRORS;
use super::report::newest;
use crate::http::problem::{Problem, ProblemCode, etag};
use crate::http::state::App;
use crate::secrets::Hash;

/// The drawing of the newest revision; `nothing` says why there is none.
pub(super) async fn drawing(
    app: &App,
    id: &str,
    token: &Hash,
    draw: impl FnOnce(&Report, &Design) -> Option<String>,
    nothing: &str,
) -> Result<Response, Problem> {
    let (revision, design, report) = newest(app, id, token).await?;
    let svg = draw(&report, &design).ok_or_else(|| Problem::new(ProblemCode::NotFound, nothing))?;
    let headers = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static("image/svg+xml"),
        ),
        (header::CACHE_CONTROL, PRIVATE),
        (header::ETAG, etag(revision)),
        (ERRORS, HeaderValue::from(report.errors().count())),
    ];
    Ok((headers, svg).into_response())
}
