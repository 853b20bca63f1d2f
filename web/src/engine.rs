//! The engine as a function of the page: for tests that compare digits, and for scripts of others.

use podwright_sim_core::{Design, evaluate_builtin};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// Reads a design and gives its report, both as JSON text.
///
/// # Errors
/// The places that are wrong, as one sentence, when the text is no design.
#[wasm_bindgen(js_name = evaluateText)]
pub fn evaluate_text(design: &str) -> Result<String, JsError> {
    let design = Design::parse(design).map_err(|error| JsError::new(&error.to_string()))?;
    serde_json::to_string(&evaluate_builtin(&design))
        .map_err(|error| JsError::new(&error.to_string()))
}
