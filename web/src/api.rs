//! Talk with the server: designs are stored, shared and read by REST. Evaluation never asks it.

use podwright_sim_core::Design;
use serde::Deserialize;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, Request, RequestInit, Response};

use crate::model::words::{known, say};
use crate::view::dom;

/// Why the server did not do it.
#[derive(Clone, Debug, PartialEq)]
pub enum ApiError {
    /// It could not be reached.
    Offline,
    /// It refused, with its problem document.
    Refused(Box<Refusal>),
}

/// A problem document (RFC 9457), as far as the page shows it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Refusal {
    /// HTTP status.
    #[serde(default)]
    pub status: u16,
    /// A short heading.
    #[serde(default)]
    pub title: String,
    /// What happened.
    #[serde(default)]
    pub detail: String,
    /// A stable code.
    #[serde(default)]
    pub code: String,
    /// Places in the document that are wrong.
    #[serde(default)]
    pub errors: Vec<Place>,
}

/// A place in a document that is wrong.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Place {
    /// JSON pointer.
    #[serde(default)]
    pub pointer: String,
    /// What was found and what would do.
    #[serde(default)]
    pub message: String,
}

impl ApiError {
    /// HTTP status; 0 when the server was not reached.
    pub fn status(&self) -> u16 {
        match self {
            Self::Offline => 0,
            Self::Refused(refusal) => refusal.status,
        }
    }

    /// What happened, and what to do.
    pub fn words(&self) -> (String, String) {
        match self {
            Self::Offline => (say("planner-error-title"), say("planner-error-offline")),
            Self::Refused(refusal) => {
                let heading = if refusal.title.is_empty() {
                    say("planner-error-title")
                } else {
                    refusal.title.clone()
                };
                let mut parts = vec![refusal.detail.clone()];
                parts.extend(
                    refusal
                        .errors
                        .iter()
                        .take(5)
                        .map(|place| format!("{}: {}.", place.pointer, place.message)),
                );
                let exact = format!("planner-error-do-{}", refusal.status);
                parts.push(if known(&exact) {
                    say(&exact)
                } else if refusal.status >= 500 {
                    say("planner-error-do-5xx")
                } else {
                    say("planner-error-do-other")
                });
                parts.retain(|part| !part.is_empty());
                (heading, parts.join(" "))
            }
        }
    }
}

/// A stored design, as the server answers.
#[derive(Clone, Debug, Deserialize)]
pub struct StoredDesign {
    /// Its id.
    pub id: String,
    /// Its revision, from 1.
    pub revision: u64,
    /// Given once, with the first save.
    #[serde(default)]
    pub edit_token: Option<String>,
    /// The design.
    pub design: serde_json::Value,
}

impl StoredDesign {
    /// The design, where this engine can read it.
    pub fn parsed(&self) -> Option<Design> {
        Design::from_value(&self.design).ok()
    }
}

/// A share link.
#[derive(Clone, Debug, Deserialize)]
pub struct Share {
    /// Its address.
    pub url: String,
}

/// What a share link shows.
#[derive(Clone, Debug, Deserialize)]
pub struct Shared {
    /// The design.
    pub design: serde_json::Value,
}

struct Call<'a> {
    method: &'a str,
    path: String,
    token: Option<&'a str>,
    if_match: Option<u64>,
    accept: &'a str,
    body: Option<String>,
}

impl<'a> Call<'a> {
    fn new(method: &'a str, path: impl Into<String>) -> Self {
        Self {
            method,
            path: path.into(),
            token: None,
            if_match: None,
            accept: "application/json",
            body: None,
        }
    }

    async fn send(self) -> Result<Response, ApiError> {
        let response = self.fetch().await.map_err(|_| ApiError::Offline)?;
        if response.ok() {
            return Ok(response);
        }
        let status = response.status();
        let text = text_of(&response).await.unwrap_or_default();
        let mut refusal: Refusal = serde_json::from_str(&text).unwrap_or_default();
        refusal.status = status;
        Err(ApiError::Refused(Box::new(refusal)))
    }

    async fn fetch(self) -> Result<Response, JsValue> {
        let headers = Headers::new()?;
        headers.set("Accept", self.accept)?;
        if let Some(token) = self.token {
            headers.set("Authorization", &format!("Bearer {token}"))?;
        }
        if let Some(revision) = self.if_match {
            headers.set("If-Match", &format!("\"{revision}\""))?;
        }
        let init = RequestInit::new();
        init.set_method(self.method);
        if let Some(body) = &self.body {
            headers.set("Content-Type", "application/json")?;
            init.set_body(&JsValue::from_str(body));
        }
        init.set_headers(&headers);
        let request = Request::new_with_str_and_init(&self.path, &init)?;
        let window = dom::window().ok_or(JsValue::NULL)?;
        JsFuture::from(window.fetch_with_request(&request))
            .await?
            .dyn_into()
    }
}

async fn text_of(response: &Response) -> Option<String> {
    JsFuture::from(response.text().ok()?)
        .await
        .ok()?
        .as_string()
}

async fn json<T: for<'de> Deserialize<'de>>(response: Response) -> Result<T, ApiError> {
    let text = text_of(&response).await.ok_or(ApiError::Offline)?;
    serde_json::from_str(&text).map_err(|error| {
        ApiError::Refused(Box::new(Refusal {
            status: response.status(),
            detail: error.to_string(),
            ..Refusal::default()
        }))
    })
}

fn body(design: &Design) -> Option<String> {
    serde_json::to_string(design).ok()
}

/// Stores a design for the first time; the answer holds its edit token.
///
/// # Errors
/// [`ApiError`].
pub async fn create(design: &Design) -> Result<StoredDesign, ApiError> {
    json(
        Call {
            body: body(design),
            ..Call::new("POST", "/api/v1/designs")
        }
        .send()
        .await?,
    )
    .await
}

/// Stores a new revision on top of one.
///
/// # Errors
/// [`ApiError`]; status 412 when somebody saved a newer one.
pub async fn update(
    id: &str,
    revision: u64,
    token: &str,
    design: &Design,
) -> Result<StoredDesign, ApiError> {
    let call = Call {
        body: body(design),
        token: Some(token),
        if_match: Some(revision),
        ..Call::new("PUT", format!("/api/v1/designs/{id}"))
    };
    json(call.send().await?).await
}

/// Reads a stored design.
///
/// # Errors
/// [`ApiError`].
pub async fn read(id: &str, token: &str) -> Result<StoredDesign, ApiError> {
    json(
        Call {
            token: Some(token),
            ..Call::new("GET", format!("/api/v1/designs/{id}"))
        }
        .send()
        .await?,
    )
    .await
}

/// Makes a share link of a revision.
///
/// # Errors
/// [`ApiError`].
pub async fn share(id: &str, token: &str, revision: u64) -> Result<Share, ApiError> {
    let call = Call {
        token: Some(token),
        body: Some(format!("{{\"revision\":{revision}}}")),
        ..Call::new("POST", format!("/api/v1/designs/{id}/shares"))
    };
    json(call.send().await?).await
}

/// Reads what a share link shows.
///
/// # Errors
/// [`ApiError`].
pub async fn shared(slug: &str) -> Result<Shared, ApiError> {
    json(
        Call::new("GET", format!("/api/v1/shares/{slug}"))
            .send()
            .await?,
    )
    .await
}

/// The bill of materials of a stored design as a file.
///
/// # Errors
/// [`ApiError`].
pub async fn bom(id: &str, token: &str, format: &str) -> Result<Vec<u8>, ApiError> {
    let call = Call {
        token: Some(token),
        accept: "*/*",
        ..Call::new("GET", format!("/api/v1/designs/{id}/bom?format={format}"))
    };
    let response = call.send().await?;
    let buffer = JsFuture::from(response.array_buffer().map_err(|_| ApiError::Offline)?);
    let buffer = buffer.await.map_err(|_| ApiError::Offline)?;
    Ok(js_sys::Uint8Array::new(&buffer).to_vec())
}

/// The text of a style sheet of this page, found by a word in its address; nothing when the page has none such.
pub async fn stylesheet(word: &str) -> Option<String> {
    let link = dom::document()?
        .query_selector(&format!("link[rel=stylesheet][href*=\"{word}\"]"))
        .ok()??;
    let response = Call {
        accept: "text/css",
        ..Call::new("GET", link.get_attribute("href")?)
    }
    .send()
    .await
    .ok()?;
    text_of(&response).await
}
