//! What every page has: words, the bar, the foot, addresses of styles.

use askama::Template;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse as _, Response};
use podwright_locales::{Arg, Language, Texts};
use podwright_sim_core::report::Basis;

use crate::http::assets::asset_url;
use crate::http::state::App;

/// The words of a page, for its template.
#[derive(Clone, Copy)]
pub struct Words(&'static Texts);

impl Words {
    /// The English words.
    pub fn english() -> Self {
        Self(Texts::of(Language::English))
    }

    /// The text of a message.
    pub fn get(self, id: impl AsRef<str>) -> String {
        self.0.get(id.as_ref())
    }

    /// The text of a message with its arguments.
    pub fn with(self, id: &str, args: &[(&str, Arg<'_>)]) -> String {
        self.0.with(id, args)
    }

    /// The text of a message if there is one with this id, else the other text.
    pub fn get_or(self, id: &str, other: &str) -> String {
        self.0.find(id, &[]).unwrap_or_else(|| other.to_owned())
    }

    /// The texts themselves, for drawings.
    pub fn texts(self) -> &'static Texts {
        self.0
    }
}

/// What the layout shows around a page.
pub struct Page {
    /// The language's tag.
    pub language: &'static str,
    /// The title of the window.
    pub title: String,
    /// What search engines may show.
    pub description: String,
    /// Which entry of the bar is current: `designs`, `compare`, `accuracy`, `catalog` or none.
    pub here: &'static str,
    /// What the foot says.
    pub foot: Vec<String>,
}

impl Page {
    /// The frame of a page.
    pub fn new(app: &App, here: &'static str, title: &str) -> Self {
        let t = Words::english();
        let engine = app.engine();
        Self {
            language: Language::English.tag(),
            title: t.with("page-title", &[("title", title.into())]),
            description: String::new(),
            here,
            foot: vec![
                t.with("page-foot-engine", &[("version", engine.version().into())]),
                t.with(
                    "page-foot-catalog",
                    &[("version", engine.catalog().version().into())],
                ),
                t.with(
                    "page-foot-prices",
                    &[("version", engine.price_version().into())],
                ),
                t.get("page-foot-units"),
            ],
        }
    }

    /// The same with a description.
    #[must_use]
    pub fn described(mut self, description: String) -> Self {
        self.description = description;
        self
    }

    /// The address of a file that the program carries.
    #[expect(clippy::unused_self, reason = "templates call methods")]
    pub fn asset(&self, name: impl AsRef<str>) -> String {
        asset_url(name.as_ref())
    }

    /// The mark of a basis: filled, half or hollow.
    #[expect(clippy::unused_self, reason = "templates call methods")]
    pub fn basis_mark(&self, basis: impl AsRef<str>) -> &'static str {
        match basis.as_ref() {
            "calibrated" => {
                r#"<svg viewBox="0 0 10 10" aria-hidden="true"><circle class="f" cx="5" cy="5" r="4.5"/></svg>"#
            }
            "interpolated" => {
                r#"<svg viewBox="0 0 10 10" aria-hidden="true"><circle cx="5" cy="5" r="4" fill="none"/><path class="f" d="M5 1a4 4 0 0 1 0 8z"/></svg>"#
            }
            _ => {
                r#"<svg viewBox="0 0 10 10" aria-hidden="true"><circle cx="5" cy="5" r="4" fill="none"/></svg>"#
            }
        }
    }
}

/// The name of a basis in documents and message ids.
pub fn basis_id(basis: Basis) -> &'static str {
    match basis {
        Basis::Calibrated => "calibrated",
        Basis::Interpolated => "interpolated",
        Basis::Extrapolated => "extrapolated",
    }
}

/// A page as an answer. A template that fails is a fault of the program.
pub fn render(status: StatusCode, template: &impl Template) -> Response {
    match template.render() {
        Ok(html) => (status, [(header::CACHE_CONTROL, "no-cache")], Html(html)).into_response(),
        Err(error) => {
            tracing::error!(cause = %error, "template failed");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
