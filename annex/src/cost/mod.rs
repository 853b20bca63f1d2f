//! The cost view: cost by part, the bill of materials, cost by year and what moves it, owning against renting.

mod bill;
mod charts;
mod rent;

use crate::answer::Answer;
use crate::question::{Question, shown};

pub(crate) fn answer(question: &str) -> Answer {
    let question = Question::read(question)?;
    let report = question.report();
    let mut html = charts::by_part(&question, &report);
    html += &bill::html(&question, &report);
    html += &charts::over_years(&question, &report);
    html += &rent::html(&question, &report);
    shown(html)
}

#[cfg(test)]
mod tests {
    use podwright_sim_core::{Design, templates};
    use serde_json::{Value, json};

    use super::*;

    #[expect(
        clippy::needless_pass_by_value,
        reason = "JSON literals are written in place"
    )]
    pub(super) fn ask(design: &Design, more: Value) -> String {
        let mut question = json!({ "design": design, "width": 692.0 });
        for (key, value) in more.as_object().expect("an object") {
            question[key] = value.clone();
        }
        let answer = answer(&question.to_string()).expect("an answer");
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        answer["html"].as_str().expect("text").to_owned()
    }

    pub(super) fn template(id: &str) -> Design {
        templates::find(id).expect("a template").design
    }

    #[test]
    fn every_template_has_its_texts() {
        for template in templates::all() {
            let html = ask(&template.design, json!({}));
            for prefix in [">planner-", "annex-", ">diagram-", "{$", "style="] {
                assert!(!html.contains(prefix), "{}: {prefix}: {html}", template.id);
            }
            assert!(html.contains("Bill of materials"), "{}", template.id);
        }
    }

    #[test]
    fn a_book_of_ones_own_prices_the_design_that_names_it() {
        let mut design = template("dgx-h100-1");
        let row = json!({
            "part_id": "dgx-h100", "low_usd": 123_000, "default_usd": 123_456, "high_usd": 124_000,
            "as_of": "2026-11-02", "source": "Quotation 7", "lead_time_weeks": 9, "notes": "",
        });
        let book = json!({ "id": "b", "shown_version": 2, "prices": [row] }).to_string();
        assert!(!ask(&design, json!({ "own": book })).contains("Quotation 7"));
        design.price_book.id = Some("b".to_owned());
        design.price_book.version = Some(2);
        let html = ask(&design, json!({ "own": book }));
        assert!(
            html.contains("Quotation 7") && html.contains("123,456"),
            "{html}"
        );
        assert!(html.contains("9 weeks to delivery"));
        assert!(!ask(&design, json!({})).contains("Quotation 7"));
    }
}
