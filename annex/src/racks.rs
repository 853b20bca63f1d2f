//! The racks view's drawings and cables: racks from the front, rows from above, cables by length.

use podwright_diagram::report;
use podwright_locales::format;
use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::design::{self, Design, DesignError};
use podwright_sim_core::{Report, evaluate_builtin};
use serde::{Deserialize, Serialize};

use crate::answer::{Answer, Fault};
use crate::html::{Cell, Table, section};
use crate::words::{say, say_with, texts};

/// Narrower drawings are stretched to this in a region that scrolls (`.scroll > svg` in app.css), text and all.
const SCROLLED_PX: f64 = 620.0;

/// What the view asks.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    design: Design,
    /// Width of the view, CSS px.
    width: f64,
}

/// What the view shows below its own tables.
#[derive(Serialize)]
struct View {
    /// Sections, HTML.
    html: String,
}

pub(crate) fn answer(question: &str) -> Answer {
    let question: Question = design::read(question)?;
    let problems = question.design.problems_at("/design");
    if !problems.is_empty() {
        return Err(DesignError::Invalid(problems).into());
    }
    let report = evaluate_builtin(&question.design);
    Fault::or(&View {
        html: drawings(&question, &report) + &cables(&report),
    })
}

fn drawings(question: &Question, report: &Report) -> String {
    let drawn = report::racks(
        texts(),
        report,
        &question.design.site,
        Catalog::builtin(),
        "racks-",
        question.width.clamp(SCROLLED_PX, 4000.0),
    );
    let of = |one: &report::Titled| {
        let region = format!(
            "<figure><div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">{}</div></figure>",
            podwright_diagram::escape(&one.title),
            one.drawing.svg
        );
        section(&one.title, &region, "")
    };
    drawn.iter().map(of).collect()
}

/// Cables by fabric, run and length.
fn cables(report: &Report) -> String {
    let mut table = Table::new(vec![
        Cell::new(say("annex-cables-run")),
        Cell::new(say("annex-cables-medium")),
        Cell::number(say("annex-cables-length")),
        Cell::number(say("annex-cables-count")),
    ]);
    let mut count = 0;
    for fabric in &report.fabrics {
        for group in &fabric.cables {
            count += group.count;
            let run = say_with(
                "annex-cables-from-to",
                &[
                    ("from", group.from.as_str().into()),
                    ("to", group.to.as_str().into()),
                ],
            );
            let placed = if group.length_is_placed {
                "annex-cables-placed"
            } else {
                "annex-cables-estimated"
            };
            table.row(
                false,
                vec![
                    Cell::new(run).small(fabric.id.as_str()),
                    Cell::new(report::medium(texts(), &group.kind)),
                    Cell::number(format!("{} m", format::trimmed(group.length_m, 1)))
                        .small(say(placed)),
                    Cell::number(format::count(group.count)),
                ],
            );
        }
    }
    if count == 0 {
        return String::new();
    }
    let heading = say_with("annex-cables", &[("count", format::count(count).into())]);
    section(&heading, &table.html(&heading), &say("annex-cables-note"))
}

#[cfg(test)]
mod tests {
    use podwright_sim_core::templates;

    use super::*;

    fn html(id: &str) -> String {
        let design = templates::find(id).expect("a template").design;
        let question = serde_json::json!({"design": design, "width": 800.0}).to_string();
        let answer: serde_json::Value =
            serde_json::from_str(&answer(&question).expect("an answer")).expect("JSON");
        answer["html"].as_str().expect("text").to_owned()
    }

    /// 1,016 cables to nodes and 1,024 between switches, as the reference architecture has them.
    #[test]
    fn a_superpod_shows_its_racks_and_2040_cables() {
        let html = html("superpod-h100-127");
        assert_eq!(html.matches("<svg").count(), 2, "front and floor");
        assert!(html.contains("2,040 cables"), "{html}");
        assert!(html.contains("Node to leaf") && html.contains("Leaf to spine"));
        assert!(!html.contains("annex-"), "every text is there");
    }

    #[test]
    fn a_desk_has_neither() {
        assert_eq!(html("dual-3090-nvlink"), "");
    }
}
