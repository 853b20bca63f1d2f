//! What every answer passes on its way out: request id, security headers, the problem's instance, the log line.

use std::any::Any;
use std::time::Instant;

use axum::Json;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tracing::Instrument as _;

use super::problem::{Problem, ProblemCode};
use super::state::App;
use crate::secrets;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Nothing from elsewhere, no inline script or style; WebAssembly may be compiled, and a worker may run our scripts.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
    style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'";

/// Swagger UI sets style attributes and draws its icons from data URLs; its scripts are files like ours.
const DOCS_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; connect-src 'self'; font-src 'self' data:; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'";

/// A drawing that is opened by itself runs and loads nothing.
const DRAWING_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/// The layer around everything.
pub async fn edge(State(app): State<App>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let id = request_id(&app, &request);
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map(|matched| matched.as_str().to_owned());
    let span = tracing::info_span!("request", request.id = %id, http.method = %method);
    let mut response = next.run(request).instrument(span.clone()).await;

    if let Some(mut problem) = response.extensions_mut().remove::<Problem>() {
        problem.instance = Some(format!("urn:podwright:request:{id}"));
        // The headers stay; the body is written again with the instance.
        let body = Json(&problem).into_response().into_body();
        response.headers_mut().remove(header::CONTENT_LENGTH);
        *response.body_mut() = body;
    }
    secure(&mut response, &path);
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    let status = response.status().as_u16();
    let took = started.elapsed();
    app.metrics()
        .answered(&method, route.as_deref(), status, took);
    // The pattern, not the path: a share's slug is a secret.
    let route = route.as_deref().unwrap_or("unmatched");
    let duration_ms = took.as_secs_f64() * 1e3;
    span.in_scope(|| {
        tracing::info!(
            http.route = route,
            http.status = status,
            duration_ms,
            "answered"
        );
    });
    response
}

/// The caller's request id if it is a decent one, else a new one.
fn request_id(app: &App, request: &Request) -> String {
    let given = request
        .headers()
        .get(&REQUEST_ID)
        .and_then(|value| value.to_str().ok());
    if let Some(given) = given
        && (8..=64).contains(&given.len())
        && given
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    {
        return given.to_owned();
    }
    // An id only names the request in the log; without randomness the request itself still works.
    secrets::design_id(app.random()).unwrap_or_else(|_| "unknown".to_owned())
}

fn secure(response: &mut Response, path: &str) {
    let headers = response.headers_mut();
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let policy = if kind.starts_with("image/svg+xml") {
        DRAWING_POLICY
    } else if path.starts_with("/docs/") {
        DOCS_POLICY
    } else {
        PAGE_POLICY
    };
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("permissions-policy"),
            "camera=(), geolocation=(), microphone=()",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // What is not said to be cacheable may hold what only this caller may see.
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
}

/// The layer that gives up on a request after the time it may take.
pub async fn in_time(
    State(app): State<App>,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let limit = app.limits().request_time;
    let too_long = || {
        Problem::new(
            ProblemCode::RequestTimeout,
            format!("the request took more than {} s", limit.as_secs()),
        )
    };
    // A timer looks at the work first, so with no time at all quick work would still get through.
    if limit.is_zero() {
        return Err(too_long());
    }
    tokio::time::timeout(limit, next.run(request))
        .await
        .map_err(|_| too_long())
}

/// The answer when a handler panicked: the text goes to the log.
#[expect(clippy::needless_pass_by_value, reason = "the layer hands it over so")]
pub fn panicked(cause: Box<dyn Any + Send + 'static>) -> Response {
    let text = cause
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| cause.downcast_ref::<&str>().copied())
        .unwrap_or("unknown panic");
    Problem::internal(&format!("panic: {text}")).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_answered_without_its_text() {
        for cause in [
            Box::new("secret") as Box<dyn Any + Send>,
            Box::new("secret".to_owned()),
            Box::new(7),
        ] {
            let response = panicked(cause);
            assert_eq!(response.status().as_u16(), 500);
            let problem = response.extensions().get::<Problem>().unwrap();
            assert_eq!(problem.code, ProblemCode::Internal);
            assert!(!problem.detail.contains("secret"));
        }
    }
}
