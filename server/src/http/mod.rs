//! The HTTP service: one file an endpoint, all routes in one list.

pub(crate) mod accept;
pub(crate) mod assets;
pub(crate) mod catalog;
mod designs;
mod edge;
mod evaluate;
pub(crate) mod extract;
mod flow;
mod health;
pub(crate) mod metrics;
pub(crate) mod openapi;
pub(crate) mod price_books;
pub mod problem;
pub(crate) mod rate;
mod schemas;
pub(crate) mod shares;
pub mod state;
mod templates;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use utoipa::OpenApi as _;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use problem::{Problem, ProblemCode};
use state::{App, MAX_BODY_BYTES};

/// The API's routes with their declarations.
fn api() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(openapi::ApiDoc::openapi())
        .routes(routes!(evaluate::evaluate))
        .routes(routes!(flow::flow))
        .merge(designs::routes())
        .merge(price_books::routes())
        .routes(routes!(shares::read))
        .routes(routes!(templates::list))
        .routes(routes!(templates::read))
        .routes(routes!(catalog::list))
        .routes(routes!(catalog::read))
        .routes(routes!(schemas::design))
        .routes(routes!(schemas::report))
}

/// The OpenAPI document of this version.
pub fn openapi_document() -> serde_json::Value {
    openapi::document(&api().into_openapi())
}

/// The whole service.
pub fn router(app: App) -> Router {
    let (api, declared) = api().split_for_parts();
    let document = openapi::document(&declared);
    let limited = api
        .merge(openapi::routes(&document))
        .merge(crate::pages::routes())
        .layer(from_fn_with_state(app.clone(), rate::limit));
    Router::new()
        .merge(limited)
        .merge(assets::routes())
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(metrics::metrics))
        .fallback(|| async { Problem::new(ProblemCode::NotFound, "there is nothing at this path") })
        .method_not_allowed_fallback(|| async {
            Problem::new(
                ProblemCode::MethodNotAllowed,
                "this path does not take this method; Allow lists those it takes",
            )
        })
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(from_fn_with_state(app.clone(), edge::in_time))
        .layer(CatchPanicLayer::custom(edge::panicked))
        .layer(from_fn_with_state(app.clone(), edge::edge))
        .layer(CompressionLayer::new())
        .with_state(app)
}
