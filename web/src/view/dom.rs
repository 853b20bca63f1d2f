//! The browser, in the few calls that the planner needs. Each is nothing where the browser refuses.

use podwright_sim_core::Design;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{Document, Element, HtmlElement, Storage, Window};

use crate::model::autosave::Store;

/// The window.
pub fn window() -> Option<Window> {
    web_sys::window()
}

/// The page.
pub fn document() -> Option<Document> {
    window()?.document()
}

/// Milliseconds since the page began.
pub fn now_ms() -> f64 {
    window()
        .and_then(|window| window.performance())
        .map_or(0.0, |clock| clock.now())
}

/// Local storage as a [`Store`]; forgets everything where the browser has none.
#[derive(Clone, Copy, Debug, Default)]
pub struct LocalStore;

impl LocalStore {
    fn storage() -> Option<Storage> {
        window()?.local_storage().ok().flatten()
    }
}

impl Store for LocalStore {
    fn get(&self, key: &str) -> Option<String> {
        Self::storage()?.get_item(key).ok().flatten()
    }

    fn set(&self, key: &str, value: &str) -> bool {
        Self::storage().is_some_and(|storage| storage.set_item(key, value).is_ok())
    }

    fn remove(&self, key: &str) {
        if let Some(storage) = Self::storage() {
            let _ = storage.remove_item(key);
        }
    }

    fn keys(&self) -> Vec<String> {
        let Some(storage) = Self::storage() else {
            return Vec::new();
        };
        (0..storage.length().unwrap_or_default())
            .filter_map(|i| storage.key(i).ok().flatten())
            .collect()
    }
}

/// The fragment of the address, with its `#`.
pub fn fragment() -> String {
    window()
        .and_then(|window| window.location().hash().ok())
        .unwrap_or_default()
}

/// Puts a fragment (without `#`) or a path into the address without loading anything.
pub fn replace_address(to: &str) {
    if let Some(history) = window().and_then(|window| window.history().ok()) {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(to));
    }
}

/// Leaves for another page of this server.
pub fn go_to(path: &str) {
    if let Some(window) = window() {
        let _ = window.location().assign(path);
    }
}

/// Path and query of the address.
pub fn path() -> String {
    let Some(location) = window().map(|window| window.location()) else {
        return String::new();
    };
    format!(
        "{}{}",
        location.pathname().unwrap_or_default(),
        location.search().unwrap_or_default()
    )
}

/// Where the page was loaded from, as `http://127.0.0.1:8080`.
pub fn origin() -> String {
    window()
        .and_then(|window| window.location().origin().ok())
        .unwrap_or_default()
}

/// Focuses the first of these elements that is on the page, opening what it is folded into; whether one was found.
pub fn focus_first(ids: &[String]) -> bool {
    let Some(document) = document() else {
        return false;
    };
    ids.iter()
        .filter_map(|id| document.get_element_by_id(id))
        .any(|element| focus(&element))
}

/// Focuses an element and brings it into view.
pub fn focus(element: &Element) -> bool {
    let mut folded = element.closest("details").ok().flatten();
    while let Some(details) = folded {
        let _ = details.set_attribute("open", "");
        folded = details
            .parent_element()
            .and_then(|parent| parent.closest("details").ok().flatten());
    }
    let Some(element) = element.dyn_ref::<HtmlElement>() else {
        return false;
    };
    element.scroll_into_view();
    element.focus().is_ok()
}

/// Gives a file to the person.
pub fn download(name: &str, kind: &str, bytes: &[u8]) -> Option<()> {
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
    let bag = web_sys::BlobPropertyBag::new();
    bag.set_type(kind);
    let blob = web_sys::Blob::new_with_u8_array_sequence_and_options(&parts, &bag).ok()?;
    let url = web_sys::Url::create_object_url_with_blob(&blob).ok()?;
    let anchor: web_sys::HtmlAnchorElement =
        document()?.create_element("a").ok()?.dyn_into().ok()?;
    anchor.set_href(&url);
    anchor.set_download(name);
    anchor.click();
    let _ = web_sys::Url::revoke_object_url(&url);
    Some(())
}

/// A file name made of a design's name.
pub fn file_name(design: &Design, ending: &str) -> String {
    let mut stem: String = design
        .name
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || !c.is_ascii() {
                c.to_ascii_lowercase()
            } else {
                '-'
            }
        })
        .take(60)
        .collect();
    while stem.contains("--") {
        stem = stem.replace("--", "-");
    }
    let stem = stem.trim_matches('-');
    format!("{}.{ending}", if stem.is_empty() { "design" } else { stem })
}

/// Puts a text on the clipboard; whether the browser allowed it.
pub async fn copy(text: &str) -> bool {
    let Some(window) = window() else { return false };
    let navigator = window.navigator();
    // Without a secure origin there is no clipboard, whatever the type says.
    if js_sys::Reflect::get(&navigator, &"clipboard".into()).is_ok_and(|value| value.is_undefined())
    {
        return false;
    }
    wasm_bindgen_futures::JsFuture::from(navigator.clipboard().write_text(text))
        .await
        .is_ok()
}

/// The theme that the page is forced to; nothing when it follows the system.
pub fn theme() -> Option<String> {
    document()?.document_element()?.get_attribute("data-theme")
}

/// Forces a theme, or lets the page follow the system, and remembers it.
pub fn set_theme(theme: Option<&str>) {
    let Some(root) = document().and_then(|document| document.document_element()) else {
        return;
    };
    if let Some(theme) = theme {
        let _ = root.set_attribute("data-theme", theme);
        LocalStore.set("podwright-theme", theme);
    } else {
        let _ = root.remove_attribute("data-theme");
        LocalStore.remove("podwright-theme");
    }
}

/// Opens the print dialogue.
pub fn print() {
    if let Some(window) = window() {
        let _ = window.print();
    }
}
