//! The planner's second module: what only some views ask for, loaded when the first of them is opened.
//!
//! It runs in a worker of its own, so that long work never holds the page, and speaks JSON text both ways: [`load()`]
//! takes the same data document as the planner's module, [`ask()`] answers one question after another. Neither draws on
//! the page nor knows of it. `docs/adr/0006-a-second-module.md` says why there are two modules.

mod answer;
mod ask;
mod cost;
mod flow;
mod html;
mod load;
mod question;
mod racks;
mod words;

use podwright_sim_core::data;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use answer::Text as _;
pub use answer::{Answer, Fault};
pub use ask::answer;

/// Words that this module says and the planner's does not: they come inside it, the others with the data.
const TEXTS: &str = concat!(
    include_str!("../../locales/en/flow.ftl"),
    "\n",
    include_str!("../../locales/en/annex.ftl")
);

/// Gives the module its data (`podwright_sim_core::data`). Before anything else, and once.
///
/// # Errors
/// When the text is no such document, or when there is data already.
#[wasm_bindgen]
pub fn load(document: &str) -> Result<(), JsError> {
    podwright_locales::add(TEXTS);
    data::load(document).map_err(|error| JsError::new(&error.to_string()))
}

/// Answers a question: `{"ask": "flow", …}`. The answer is `{"answer": …}` or `{"fault": {"code", "message", "errors"}}`.
#[wasm_bindgen]
pub fn ask(question: &str) -> String {
    answer(question).text()
}
