//! Why a collective takes what it takes at a size, as a table.

use podwright_diagram::report::{Why, explained_point, why};
use podwright_diagram::table::Cell;
use podwright_sim_core::answer as answer_workload;
use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::design::{CollectiveOp, Workload};
use podwright_sim_core::report::Report;

use crate::answer::Answer;
use crate::html::{Table, section};
use crate::question::{Question, shown};
use crate::words::{say, texts};

pub(crate) fn answer(question: &str) -> Answer {
    let question = Question::read(question)?;
    let report = question.report();
    let explained = explanation(&question, &report);
    shown(explained.map_or_else(String::new, |why| html(&why)))
}

/// The explanation of the operation at the size that was chosen; nothing where there is nothing to send. A curve does not
/// say what would make its runner-up win, so the model is asked for the one point.
fn explanation(question: &Question, report: &Report) -> Option<Why> {
    let op = serde_json::from_value::<CollectiveOp>(question.chosen("op").into()).ok()?;
    let at = question.chosen("at").parse().ok()?;
    let point = explained_point(report, op, at)?;
    let asked = match &point.runner_up {
        Some(second) if second.wins_at_bytes.is_none() => {
            let work = Workload::collective("", op, point.message_bytes);
            answer_workload(&question.design, Catalog::builtin(), &work)
        }
        _ => None,
    };
    let point = asked.as_ref().map_or(point, |asked| &asked.point);
    why(texts(), point, report.summary.scale_up_gb_s_per_gpu)
}

/// The same as a table: each row's meaning stands under its value.
fn html(why: &Why) -> String {
    let mut table = Table::of(&["planner-col-what", "planner-col-value"]);
    for row in &why.rows {
        table.row_as(
            if row.unknown { "unknown" } else { "" },
            vec![
                Cell::new(row.name.as_str()),
                Cell::new(row.value.as_str()).small(row.note.as_str()),
            ],
        );
    }
    section(&why.title, &table.html(&say("planner-why")), "")
}

#[cfg(test)]
mod tests {
    use podwright_sim_core::{Design, evaluate_builtin, templates};
    use serde_json::{Value, json};

    use super::*;

    fn html(design: &Design, at: u64) -> String {
        let view = json!({ "op": "all_reduce", "at": at.to_string() });
        let question = json!({ "design": design, "width": 692.0, "view": view });
        let answer = answer(&question.to_string()).expect("an answer");
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        answer["html"].as_str().expect("text").to_owned()
    }

    fn template(id: &str) -> Design {
        templates::find(id).expect("a template").design
    }

    /// One DGX H100 takes NVLS for 8 GiB (nccl-tests), and each GPU sends the 8.59 GB once.
    #[test]
    fn the_table_follows_the_cross_hair() {
        let design = template("dgx-h100-1");
        let large = html(&design, 8 << 30);
        for part in ["NVLS", "8.59 GB", "450 GB/s", "Runner-up", "algorithm=ring"] {
            assert!(large.contains(part), "{part}: {large}");
        }
        let small = html(&design, 1 << 16);
        assert!(
            small.contains("LL") && !small.contains("8.59 GB"),
            "{small}"
        );
    }

    #[test]
    fn a_measurement_of_the_workload_counts_at_its_size_only() {
        let mut design = template("superpod-h100-32");
        let mut work = Workload::collective("w", CollectiveOp::AllReduce, 8 << 30);
        work.settings.measured_between_gb_s = Some(60.0);
        design.workloads = vec![work];
        let mine = "your measurement";
        assert!(html(&design, 8 << 30).contains(mine));
        assert!(!html(&design, 4 << 30).contains(mine));
    }

    #[test]
    fn what_is_not_known_is_marked() {
        let design = template("superpod-h100-32");
        let report = evaluate_builtin(&design);
        let point = explained_point(&report, CollectiveOp::AllReduce, 8 << 30).expect("a point");
        let unknown = why(texts(), point, report.summary.scale_up_gb_s_per_gpu)
            .expect("an explanation")
            .rows
            .iter()
            .any(|row| row.unknown);
        assert_eq!(
            html(&design, 8 << 30).contains("<tr class=\"unknown\">"),
            unknown
        );
    }

    #[test]
    fn what_was_not_chosen_is_not_explained() {
        let question = json!({ "design": template("dgx-h100-1"), "width": 692.0 });
        assert_eq!(
            answer(&question.to_string()).expect("an answer"),
            r#"{"html":""}"#
        );
    }
}
