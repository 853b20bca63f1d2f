//! What a view asks: a design, how wide the view is, and what was chosen in it.

use std::collections::BTreeMap;

use podwright_sim_core::design::{self, Design, DesignError};
use podwright_sim_core::prices::OwnBook;
use podwright_sim_core::{Report, evaluate_own};
use serde::{Deserialize, Serialize};

use crate::answer::{Answer, Fault};

/// Narrower drawings are stretched to this in a region that scrolls (`.scroll:not(.fits)` in app.css), text and all.
const SCROLLED_PX: f64 = 620.0;

/// What a view asks.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    /// The design.
    pub design: Design,
    /// Width of the view, CSS px.
    width: f64,
    /// What was chosen in its lists, by their keys.
    #[serde(default)]
    view: BTreeMap<String, String>,
    /// The price book that the design names, as the service gave it; empty where the page has none.
    #[serde(default)]
    own: String,
}

impl Question {
    /// Reads a question.
    pub fn read(text: &str) -> Result<Self, Fault> {
        let question: Self = design::read(text)?;
        let problems = question.design.problems_at("/design");
        if problems.is_empty() {
            Ok(question)
        } else {
            Err(DesignError::Invalid(problems).into())
        }
    }

    /// The report of the design. A book of another name than the design's is none of its.
    pub fn report(&self) -> Report {
        let asked = self.design.price_book.own();
        let own = OwnBook::read(&self.own).filter(|book| asked.as_ref() == Some(&book.label));
        evaluate_own(&self.design, own.as_ref())
    }

    /// What was chosen under a key; empty where nothing was.
    pub fn chosen(&self, key: &str) -> &str {
        self.view.get(key).map_or("", String::as_str)
    }

    /// Width of drawings that scroll in a region of their own.
    pub fn scrolled_px(&self) -> f64 {
        self.width.clamp(SCROLLED_PX, 4000.0)
    }

    /// Width of the view.
    pub fn px(&self) -> f64 {
        self.width.clamp(240.0, 4000.0)
    }
}

/// Sections of HTML as an answer.
pub(crate) fn shown(html: String) -> Answer {
    #[derive(Serialize)]
    struct View {
        html: String,
    }
    Fault::or(&View { html })
}
