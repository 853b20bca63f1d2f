//! Contention and what parts that are down cost, as the service answers it.

use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::flow::{FlowError, FlowQuestion, QuestionError};

use crate::answer::{Answer, Fault};

/// The answer of `POST /api/v1/flow`, digit by digit.
pub(crate) fn answer(question: &str) -> Answer {
    let answer = FlowQuestion::parse(question)?.answer(Catalog::builtin())?;
    Fault::or(&answer)
}

impl From<QuestionError> for Fault {
    fn from(error: QuestionError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl Fault {
    /// Why traffic has no answer.
    pub(crate) fn flow(error: &FlowError) -> Self {
        QuestionError::from(error.clone()).into()
    }
}

#[cfg(test)]
mod tests {
    use podwright_sim_core::flow::{Failure, FlowOp};
    use podwright_sim_core::templates;

    use super::*;
    use crate::ask;

    fn question(op: FlowOp, fail: Vec<Failure>) -> String {
        let design = templates::find("superpod-h100-32").unwrap().design;
        let mut question = FlowQuestion::new(design, op);
        question.fail = fail;
        let mut value = serde_json::to_value(&question).unwrap();
        value["ask"] = "flow".into();
        value.to_string()
    }

    #[test]
    fn the_answer_is_the_engines_own() {
        let text = ask(&question(FlowOp::AllReduce, Vec::new()));
        let design = templates::find("superpod-h100-32").unwrap().design;
        let report = FlowQuestion::new(design, FlowOp::AllReduce)
            .answer(Catalog::builtin())
            .unwrap();
        let report = serde_json::to_string(&report).unwrap();
        assert_eq!(text, format!(r#"{{"answer":{report}}}"#));
    }

    #[test]
    fn a_part_that_is_not_there_is_a_fault() {
        let text = ask(&question(FlowOp::AllReduce, vec![Failure::Leaf(9_999)]));
        assert!(
            text.starts_with(r#"{"fault":{"code":"flow.no_such_part""#),
            "{text}"
        );
    }
}
