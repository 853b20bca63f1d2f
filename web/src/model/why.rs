//! Why a collective takes what it takes, as a table.

use podwright_diagram::report::{Why, explained_point, why};
use podwright_diagram::table::{Cell, Row, Table};
use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::design::{CollectiveOp, Workload};
use podwright_sim_core::report::Report;
use podwright_sim_core::{Design, answer};

use super::words::texts;

/// The explanation of an operation of the design at a size; nothing where there is nothing to send. A curve does not say
/// what would make its runner-up win, so the model is asked for the one point.
pub fn explanation(design: &Design, report: &Report, op: CollectiveOp, at: u64) -> Option<Why> {
    let point = explained_point(report, op, at)?;
    let asked = match &point.runner_up {
        Some(second) if second.wins_at_bytes.is_none() => {
            let work = Workload::collective("", op, point.message_bytes);
            answer(design, Catalog::builtin(), &work)
        }
        _ => None,
    };
    let point = asked.as_ref().map_or(point, |asked| &asked.point);
    why(texts(), point, report.summary.scale_up_gb_s_per_gpu)
}

/// The same as a table: each row's meaning stands under its value.
pub fn table(why: &Why) -> Table {
    let rows = why
        .rows
        .iter()
        .map(|row| {
            Row::new(vec![
                Cell::new(row.name.as_str()),
                Cell::new(row.value.as_str()).small(row.note.as_str()),
            ])
            .mark("unknown", row.unknown)
        })
        .collect();
    Table::new(&["planner-col-what", "planner-col-value"]).rows(rows)
}

#[cfg(test)]
mod tests {
    use podwright_sim_core::{evaluate_builtin, templates};

    use super::*;
    use crate::model::sample;

    fn html(design: &Design, at: u64) -> String {
        let report = evaluate_builtin(design);
        let why =
            explanation(design, &report, CollectiveOp::AllReduce, at).expect("an explanation");
        table(&why).html()
    }

    /// One DGX H100 takes NVLS for 8 GiB (nccl-tests), and each GPU sends the 8.59 GB once.
    #[test]
    fn the_table_follows_the_cross_hair() {
        let design = &templates::find("dgx-h100-1").expect("a template").design;
        let large = html(design, 8 << 30);
        for part in ["NVLS", "8.59 GB", "450 GB/s", "Runner-up", "algorithm=ring"] {
            assert!(large.contains(part), "{part}: {large}");
        }
        let small = html(design, 1 << 16);
        assert!(
            small.contains("LL") && !small.contains("8.59 GB"),
            "{small}"
        );
    }

    #[test]
    fn a_measurement_of_the_workload_counts_at_its_size_only() {
        let mut design = sample::cluster();
        design.workloads[0].settings.measured_between_gb_s = Some(60.0);
        let mine = "your measurement";
        assert!(html(&design, 8 << 30).contains(mine));
        assert!(!html(&design, 4 << 30).contains(mine));
    }

    #[test]
    fn what_is_not_known_is_marked() {
        let design = sample::cluster();
        let report = evaluate_builtin(&design);
        let why = explanation(&design, &report, CollectiveOp::AllReduce, 8 << 30)
            .expect("an explanation");
        let unknown = why.rows.iter().any(|row| row.unknown);
        assert_eq!(
            table(&why).html().contains("<tr class=\"unknown\">"),
            unknown
        );
    }
}
