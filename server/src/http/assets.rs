//! Files that the program carries: styles, scripts, and the planner's WASM if it was built.
//!
//! A file's address holds a hash of its content, so that browsers may keep it for ever.

use std::borrow::Cow;

use axum::Router;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use rust_embed::Embed;
use serde::Deserialize;

use super::problem::{Problem, ProblemCode};
use super::state::App;
use crate::secrets::{self, hex};

#[derive(Embed)]
#[folder = "assets"]
struct Files;

/// The styles that drawings need come from the drawing crate.
const DIAGRAM_CSS: &str = "diagram.css";

/// One of our files.
struct Asset {
    data: Cow<'static, [u8]>,
    hash: String,
}

impl Asset {
    fn find(name: &str) -> Option<Self> {
        if name == DIAGRAM_CSS {
            let data = podwright_diagram::STYLES.as_bytes();
            return Some(Self {
                data: Cow::Borrowed(data),
                hash: hex(&secrets::hash(data)[..8]),
            });
        }
        let file = Files::get(name)?;
        let hash = hex(&file.metadata.sha256_hash()[..8]);
        Some(Self {
            data: file.data,
            hash,
        })
    }
}

/// The page's colour tokens, for drawings that leave the page.
pub fn tokens_css() -> String {
    Files::get("tokens.css")
        .map(|file| String::from_utf8_lossy(&file.data).into_owned())
        .unwrap_or_default()
}

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
    let hash = Asset::find(name).map_or_else(|| "missing".to_owned(), |asset| asset.hash);
    format!("/assets/{hash}/{name}")
}

/// The planner's files, if the browser build has run.
pub fn planner_files() -> Option<PlannerFiles> {
    let files: PlannerFiles = serde_json::from_slice(&Dist::get("manifest.json")?.data).ok()?;
    (Dist::get(&files.js).is_some() && Dist::get(&files.wasm).is_some()).then_some(files)
}

async fn asset(Path((hash, name)): Path<(String, String)>) -> Result<Response, Problem> {
    let asset = Asset::find(&name)
        .filter(|asset| asset.hash == hash)
        .ok_or_else(missing)?;
    Ok(serve(&name, asset.data))
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
