//! The model with its catalogue, prices and templates, as the service and the command line hold it.

use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::flow::{FlowQuestion, FlowReport, QuestionError};
use podwright_sim_core::placement::{CutSheet, CutSheetError, cut_sheet};
use podwright_sim_core::prices::PriceBook;
use podwright_sim_core::templates::{self, Template};
use podwright_sim_core::{
    Built, Design, DesignError, ENGINE_VERSION, Report, Stop, evaluate_builtin, evaluate_own,
};

use crate::http::problem::{Problem, ProblemCode, ProblemError};

pub use podwright_sim_core::prices::OwnBook;

use std::sync::Arc;

/// The model with what is embedded in this program; cheap to clone.
#[derive(Clone)]
pub struct Engine(Arc<Parts>);

struct Parts {
    templates: Vec<Template>,
    price_version: String,
}

impl Engine {
    /// The model with what is embedded in this program.
    pub fn embedded() -> Self {
        Self(Arc::new(Parts {
            templates: templates::all(),
            price_version: PriceBook::builtin(None).version().to_owned(),
        }))
    }

    /// The version of the model.
    pub fn version(&self) -> &'static str {
        ENGINE_VERSION
    }

    /// The parts that designs may name.
    pub fn catalog(&self) -> &'static Catalog {
        Catalog::builtin()
    }

    /// The version of the newest price book.
    pub fn price_version(&self) -> &str {
        &self.0.price_version
    }

    /// The designs to start from, smallest machine first.
    pub fn templates(&self) -> &[Template] {
        &self.0.templates
    }

    /// The template with this id.
    pub fn template(&self, id: &str) -> Option<&Template> {
        self.0.templates.iter().find(|template| template.id == id)
    }

    /// The report of a design.
    pub fn evaluate(&self, design: &Design) -> Report {
        evaluate_builtin(design)
    }

    /// The report of a design with prices of one's own over the published ones.
    pub fn evaluate_with(&self, design: &Design, own: Option<&OwnBook>) -> Report {
        evaluate_own(design, own)
    }

    /// Every cable of a design's fabrics, or of one of them.
    ///
    /// # Errors
    /// Why there is no such list, in words.
    pub fn cables(&self, design: &Design, fabric: Option<&str>) -> Result<CutSheet, String> {
        let built = Built::of(design, self.catalog());
        match built.stop {
            Some(Stop::Parts) => {
                return Err(
                    "the design's own parts contradict the catalogue: the report says where"
                        .to_owned(),
                );
            }
            Some(Stop::Size(why)) => return Err(why),
            None => {}
        }
        cut_sheet(&design.site, &built.cluster, &built.layouts, fabric).map_err(|error| {
            match (error, built.unlaid.first()) {
                (error @ CutSheetError::NoFabric(_), Some(finding)) => {
                    format!("{error}: {}", finding.message)
                }
                (error, _) => error.to_string(),
            }
        })
    }

    /// What flows between the nodes of a design get.
    ///
    /// # Errors
    /// [`QuestionError`]; each says what to do.
    pub fn flow(&self, question: &FlowQuestion) -> Result<FlowReport, QuestionError> {
        question.answer(self.catalog())
    }
}

/// Reads a design from a request's body.
///
/// # Errors
/// `malformed_json` or `invalid_document` with every place that is wrong.
pub fn parse_design(bytes: &[u8]) -> Result<Design, Problem> {
    Design::parse(text(bytes)?).map_err(|error| unreadable(&error))
}

/// Reads a question about contention from a request's body.
///
/// # Errors
/// As [`parse_design`].
pub fn parse_flow_question(bytes: &[u8]) -> Result<FlowQuestion, Problem> {
    FlowQuestion::parse(text(bytes)?).map_err(|error| unreadable(&error))
}

fn text(bytes: &[u8]) -> Result<&str, Problem> {
    std::str::from_utf8(bytes).map_err(|error| {
        Problem::new(
            ProblemCode::MalformedJson,
            format!("the body is not UTF-8: {error}"),
        )
    })
}

fn unreadable(error: &DesignError) -> Problem {
    match error {
        DesignError::Syntax { .. } => Problem::new(ProblemCode::MalformedJson, error.to_string()),
        DesignError::Invalid(problems) => {
            let errors = problems.iter().map(|problem| ProblemError {
                pointer: problem.pointer.clone(),
                code: problem.code.clone(),
                message: problem.message.clone(),
            });
            Problem::new(ProblemCode::InvalidDocument, error.to_string())
                .with_errors(errors.collect())
        }
    }
}
