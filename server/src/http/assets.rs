//! Files that the program carries: styles, scripts, and the planner's WASM if it was built.
//!
//! A file's address holds a hash of its content, so that browsers may keep it for ever.

use std::borrow::Cow;

use axum::Router;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use rust_embed::{Embed, EmbeddedFile};
use serde::Deserialize;

use super::problem::{Problem, ProblemCode};
use super::state::App;
use crate::secrets::hex;

#[derive(Embed)]
#[folder = "assets"]
struct Assets;

/// What the browser build puts out: absent until it has run.
#[derive(Embed)]
#[folder = "../dist"]
#[allow_missing = true]
struct Dist;

/// The planner's files.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct PlannerFiles {
    /// File name of the JavaScript module.
    pub js: String,
    /// File name of the WebAssembly module.
    pub wasm: String,
}

/// The routes.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/assets/{hash}/{name}", get(asset))
        .route("/dist/{name}", get(dist))
}

/// The address of one of our files, such as `/assets/0f3a…/app.css`.
pub fn asset_url(name: &str) -> String {
    let hash = Assets::get(name).map_or_else(|| "missing".to_owned(), |file| short_hash(&file));
    format!("/assets/{hash}/{name}")
}

/// The planner's files, if the browser build has run.
pub fn planner_files() -> Option<PlannerFiles> {
    let files: PlannerFiles = serde_json::from_slice(&Dist::get("manifest.json")?.data).ok()?;
    (Dist::get(&files.js).is_some() && Dist::get(&files.wasm).is_some()).then_some(files)
}

fn short_hash(file: &EmbeddedFile) -> String {
    hex(&file.metadata.sha256_hash()[..8])
}

async fn asset(Path((hash, name)): Path<(String, String)>) -> Result<Response, Problem> {
    let file = Assets::get(&name)
        .filter(|file| short_hash(file) == hash)
        .ok_or_else(missing)?;
    Ok(serve(&name, file.data))
}

async fn dist(Path(name): Path<String>) -> Result<Response, Problem> {
    let file = Dist::get(&name).ok_or_else(missing)?;
    // The browser build puts the hash into the names, except of the manifest.
    if name == "manifest.json" {
        return Err(missing());
    }
    Ok(serve(&name, file.data))
}

fn missing() -> Problem {
    Problem::new(ProblemCode::NotFound, "there is no such file")
}

fn serve(name: &str, data: Cow<'static, [u8]>) -> Response {
    let kind = match name.rsplit('.').next().unwrap_or_default() {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
    ];
    (headers, data).into_response()
}
