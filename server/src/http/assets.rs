//! Files that the program carries: styles, scripts, and the planner's WASM if it was built.
//!
//! A file's address holds a hash of its content, so that browsers may keep it for ever.

use std::borrow::Cow;

use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, header};
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

/// Ending of the files that are packed with gzip already.
const PACKED: &str = ".gz";

/// The planner's files.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct PlannerFiles {
    /// File name of the JavaScript module.
    pub js: String,
    /// File name of the WebAssembly module.
    pub wasm: String,
    /// File name of the catalogue data that the module is given.
    pub data: String,
    /// File name of the published points that charts show.
    pub measured: String,
    /// What some views load; absent when the browser build that made `dist` did not know of it.
    #[serde(default)]
    pub annex: Option<Code>,
}

/// File names of a module's code.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Code {
    /// The JavaScript module.
    pub js: String,
    /// The WebAssembly module.
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
    let mut files: PlannerFiles = serde_json::from_slice(&Dist::get("manifest.json")?.data).ok()?;
    let whole = [&files.js, &files.wasm, &files.data, &files.measured]
        .into_iter()
        .all(|name| Dist::get(name).is_some());
    // Without its annex the planner works, but for the views that need it.
    let has = |code: &Code| Dist::get(&code.js).is_some() && Dist::get(&code.wasm).is_some();
    files.annex = files.annex.filter(has);
    whole.then_some(files)
}

async fn asset(Path((hash, name)): Path<(String, String)>) -> Result<Response, Problem> {
    let asset = Asset::find(&name)
        .filter(|asset| asset.hash == hash)
        .ok_or_else(missing)?;
    Ok(serve(&name, asset.data))
}

async fn dist(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    // The browser build puts the hash into the names, except of the manifest; what it packed is sent under the plain
    // name.
    let plain = name != "manifest.json" && !name.ends_with(PACKED);
    let file = Dist::get(&name).filter(|_| plain).ok_or_else(missing)?;
    let packed = Dist::get(&format!("{name}{PACKED}")).filter(|_| takes_gzip(&headers));
    let is_packed = packed.is_some();
    let mut response = serve(&name, packed.map_or(file.data, |packed| packed.data));
    let headers = response.headers_mut();
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if is_packed {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    Ok(response)
}

/// Whether a browser takes gzip: named, and not refused with a quality of 0.
fn takes_gzip(headers: &HeaderMap) -> bool {
    headers
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|coding| {
            let mut parts = coding.split(';').map(str::trim);
            let named = parts
                .next()
                .is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
            let refused = parts.any(|part| {
                part.strip_prefix("q=")
                    .is_some_and(|q| q.trim_end_matches(['0', '.']).is_empty())
            });
            named && !refused
        })
}

fn missing() -> Problem {
    Problem::new(ProblemCode::NotFound, "there is no such file")
}

fn serve(name: &str, data: Cow<'static, [u8]>) -> Response {
    let kind = match name.rsplit('.').next().unwrap_or_default() {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
    ];
    (headers, data).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_sent_to_those_who_take_it() {
        let takes = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(value));
            takes_gzip(&headers)
        };
        for value in ["gzip", "br, gzip", "deflate, GZIP;q=0.5", "gzip;q=1.0"] {
            assert!(takes(value), "{value}");
        }
        for value in ["", "br", "gzip;q=0", "gzip; q=0.000", "x-gzip-like"] {
            assert!(!takes(value), "{value}");
        }
        assert!(!takes_gzip(&HeaderMap::new()));
    }
}
