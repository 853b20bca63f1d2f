//! The planner's end of the annex: a question goes out as JSON text, its answer comes back later.
//!
//! The page's script keeps the module in a worker and loads it with the first question (`server/assets/annex.js`).

use serde_json::Value;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::model::words::{say, say_with};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = podwrightAnnex, js_name = ask, catch)]
    async fn ask_text(question: &str) -> Result<JsValue, JsValue>;
}

/// The answer to a question.
///
/// # Errors
/// What failed and what to do, as a sentence: the module did not come or broke, or the question has no answer.
pub async fn ask(question: &str) -> Result<Value, String> {
    let text = ask_text(question).await.map_err(|error| {
        let why = js_sys::Error::from(error).message();
        say_with("planner-annex-failed", &[("why", String::from(why).into())])
    })?;
    let mut reply: Value = text
        .as_string()
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default();
    if let Some(why) = reply["fault"]["message"].as_str() {
        return Err(why.to_owned());
    }
    match reply["answer"].take() {
        Value::Null => Err(say("planner-annex-unreadable")),
        answer => Ok(answer),
    }
}
