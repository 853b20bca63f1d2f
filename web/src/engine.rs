//! The engine as functions of the page: its data, and evaluation for tests that compare digits and for scripts of
//! others.

use podwright_sim_core::{Design, data, evaluate_builtin};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// Gives the engine its data, which the page fetches beside the module (`podwright_sim_core::data`). Before anything
/// else, and once.
///
/// # Errors
/// When the text is no such data, or when there is data already.
#[wasm_bindgen]
pub fn load(document: &str) -> Result<(), JsError> {
    data::load(document).map_err(|error| JsError::new(&error.to_string()))
}

/// Reads a design and gives its report, both as JSON text.
///
/// # Errors
/// The places that are wrong, as one sentence, when the text is no design; that the data is missing before [`load`].
#[wasm_bindgen(js_name = evaluateText)]
pub fn evaluate_text(design: &str) -> Result<String, JsError> {
    if !data::is_loaded() {
        return Err(JsError::new("the catalogue data is not loaded"));
    }
    let design = Design::parse(design).map_err(|error| JsError::new(&error.to_string()))?;
    serde_json::to_string(&evaluate_builtin(&design))
        .map_err(|error| JsError::new(&error.to_string()))
}
