//! The planner's end of the annex: a question goes out as JSON text, its answer comes back later.
//!
//! The page's script keeps the module in a worker and loads it with the first question (`server/assets/annex.js`).

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = podwrightAnnex, js_name = ask)]
    async fn ask_text(question: &str) -> JsValue;
}

/// The reply to a question, as JSON text: `{"answer": …}` or `{"fault": …}`; what broke, as plain text, when the module
/// did not come or stopped.
pub async fn ask(question: &str) -> String {
    ask_text(question).await.as_string().unwrap_or_default()
}
