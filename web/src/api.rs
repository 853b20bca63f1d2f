//! Talk with the server: designs are stored, shared and read by REST. Evaluation never asks it.

use podwright_sim_core::Design;
use serde_json::Value;
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

/// Wrong places that a sentence names, at most.
const SHOWN_ERRORS: usize = 5;

/// A problem document (RFC 9457), as far as the page shows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Refusal {
    /// HTTP status.
    pub status: u16,
    /// A short heading.
    pub title: String,
    /// What happened.
    pub detail: String,
    /// Places in the document that are wrong: pointer, and what would do.
    pub errors: Vec<(String, String)>,
}

impl Refusal {
    /// An answer that says nothing but its status.
    pub fn bare(status: u16) -> Self {
        Self {
            status,
            ..Self::default()
        }
    }

    fn read(status: u16, body: &Value) -> Self {
        let errors = body.get("errors").and_then(Value::as_array);
        Self {
            status,
            title: text(body, "title"),
            detail: text(body, "detail"),
            errors: errors
                .into_iter()
                .flatten()
                .map(|place| (text(place, "pointer"), text(place, "message")))
                .collect(),
        }
    }
}

/// A member that holds text; empty where it is absent.
pub(crate) fn text(value: &Value, key: &str) -> String {
    value
        .get(key)
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned()
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
                let places = refusal.errors.iter().take(SHOWN_ERRORS);
                parts.extend(places.map(|(pointer, message)| format!("{pointer}: {message}.")));
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
#[derive(Clone, Debug)]
pub struct StoredDesign {
    /// Its id.
    pub id: String,
    /// Its revision, from 1.
    pub revision: u64,
    /// Given once, with the first save.
    pub edit_token: Option<String>,
    /// The design, where this engine can read it.
    pub design: Option<Design>,
}

impl StoredDesign {
    fn read(body: &Value) -> Self {
        Self {
            id: text(body, "id"),
            revision: body
                .get("revision")
                .and_then(Value::as_u64)
                .unwrap_or_default(),
            edit_token: Some(text(body, "edit_token")).filter(|token| !token.is_empty()),
            design: design_in(body),
        }
    }
}

fn design_in(body: &Value) -> Option<Design> {
    Design::from_value(body.get("design")?).ok()
}

struct Call<'a> {
    method: &'a str,
    path: String,
    token: Option<&'a str>,
    if_match: Option<u64>,
    accept: &'a str,
    body: JsValue,
    kind: &'a str,
}

impl<'a> Call<'a> {
    fn new(method: &'a str, path: impl Into<String>) -> Self {
        Self {
            method,
            path: path.into(),
            token: None,
            if_match: None,
            accept: "application/json",
            body: JsValue::UNDEFINED,
            kind: "application/json",
        }
    }

    async fn send(self) -> Result<Response, ApiError> {
        let response = self.fetch().await.map_err(|_| ApiError::Offline)?;
        if response.ok() {
            return Ok(response);
        }
        let body = text_of(&response).await.unwrap_or_default();
        let body = serde_json::from_str(&body).unwrap_or(Value::Null);
        let refusal = Refusal::read(response.status(), &body);
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
        if !self.body.is_undefined() {
            headers.set("Content-Type", self.kind)?;
            init.set_body(&self.body);
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

async fn json(response: Response) -> Result<Value, ApiError> {
    let text = text_of(&response).await.ok_or(ApiError::Offline)?;
    serde_json::from_str(&text).map_err(|error| {
        let refusal = Refusal {
            detail: error.to_string(),
            ..Refusal::bare(response.status())
        };
        ApiError::Refused(Box::new(refusal))
    })
}

fn body(design: &Design) -> JsValue {
    serde_json::to_string(design).map_or(JsValue::UNDEFINED, Into::into)
}

/// Stores a design for the first time; the answer holds its edit token. `token` is that of the price book that the
/// design names.
///
/// # Errors
/// [`ApiError`].
pub async fn create(design: &Design, token: Option<&str>) -> Result<StoredDesign, ApiError> {
    let call = Call {
        token,
        body: body(design),
        ..Call::new("POST", "/api/v1/designs")
    };
    Ok(StoredDesign::read(&json(call.send().await?).await?))
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
    Ok(StoredDesign::read(&json(call.send().await?).await?))
}

/// Reads a stored design.
///
/// # Errors
/// [`ApiError`].
pub async fn read(id: &str, token: &str) -> Result<StoredDesign, ApiError> {
    let call = Call {
        token: Some(token),
        ..Call::new("GET", format!("/api/v1/designs/{id}"))
    };
    Ok(StoredDesign::read(&json(call.send().await?).await?))
}

/// Makes a share link of a revision; its address.
///
/// # Errors
/// [`ApiError`].
pub async fn share(id: &str, token: &str, revision: u64) -> Result<String, ApiError> {
    let call = Call {
        token: Some(token),
        body: format!("{{\"revision\":{revision}}}").into(),
        ..Call::new("POST", format!("/api/v1/designs/{id}/shares"))
    };
    Ok(text(&json(call.send().await?).await?, "url"))
}

/// Reads the design that a share link shows; nothing where this engine can't read it.
///
/// # Errors
/// [`ApiError`].
pub async fn shared(slug: &str) -> Result<Option<Design>, ApiError> {
    let call = Call::new("GET", format!("/api/v1/shares/{slug}"));
    Ok(design_in(&json(call.send().await?).await?))
}

/// What became of a price list.
#[derive(Clone, Debug, Default)]
pub struct StoredPrices {
    /// The price book; empty where nothing was stored.
    pub id: String,
    /// Its version, from 1.
    pub version: u32,
    /// Prices in the file.
    pub rows: u64,
    /// Given once, with the first version.
    pub edit_token: Option<String>,
}

/// Gives a price list to the service, to be checked or stored as the query says.
///
/// # Errors
/// [`ApiError`]; status 422 with a place for every row that is wrong.
pub async fn send_prices(
    file: &web_sys::Blob,
    query: &str,
    token: Option<&str>,
) -> Result<StoredPrices, ApiError> {
    let call = Call {
        token,
        kind: "text/csv",
        body: file.into(),
        ..Call::new("POST", format!("/api/v1/price-books?{query}"))
    };
    let answer = json(call.send().await?).await?;
    let number = |key: &str| answer.get(key).and_then(Value::as_u64).unwrap_or_default();
    Ok(StoredPrices {
        id: text(&answer, "id"),
        version: number("version") as u32,
        rows: number("rows"),
        edit_token: Some(text(&answer, "edit_token")).filter(|token| !token.is_empty()),
    })
}

/// A version of a price book, as text; nothing where it cannot be had.
pub async fn price_book(id: &str, version: u32, token: &str) -> Option<String> {
    let call = Call {
        token: Some(token),
        ..Call::new("GET", format!("/api/v1/price-books/{id}?version={version}"))
    };
    text_of(&call.send().await.ok()?).await
}

/// A file of a stored design, as `bom.csv`: the route and the format.
///
/// # Errors
/// [`ApiError`].
pub async fn file(id: &str, token: &str, file: &str) -> Result<Vec<u8>, ApiError> {
    let path = file.replace('.', "?format=");
    let call = Call {
        token: Some(token),
        accept: "*/*",
        ..Call::new("GET", format!("/api/v1/designs/{id}/{path}"))
    };
    let response = call.send().await?;
    let buffer = JsFuture::from(response.array_buffer().map_err(|_| ApiError::Offline)?);
    let buffer = buffer.await.map_err(|_| ApiError::Offline)?;
    Ok(js_sys::Uint8Array::new(&buffer).to_vec())
}

/// The published points that charts show, as text; nothing where they do not come.
pub async fn measured() -> Option<String> {
    let root = dom::document()?.get_element_by_id("planner")?;
    let response = Call::new("GET", root.get_attribute("data-measured")?)
        .send()
        .await
        .ok()?;
    text_of(&response).await
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
