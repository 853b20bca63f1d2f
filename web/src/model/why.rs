//! Why a collective takes what it takes, as a table.

use podwright_diagram::report::{Why, explained_point, why};
use podwright_sim_core::design::CollectiveOp;
use podwright_sim_core::report::Report;

use super::table::{Cell, Row, Table};
use super::words::texts;

/// The explanation of an operation of the design at a size; nothing where there is nothing to send.
pub fn explanation(report: &Report, op: CollectiveOp, at: u64) -> Option<Why> {
    let point = explained_point(report, op, at)?;
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

    fn html(report: &Report, at: u64) -> String {
        let why = explanation(report, CollectiveOp::AllReduce, at).expect("an explanation");
        table(&why).html()
    }

    /// One DGX H100 takes NVLS for 8 GiB (nccl-tests), and each GPU sends the 8.59 GB once.
    #[test]
    fn the_table_follows_the_cross_hair() {
        let design = &templates::find("dgx-h100-1").expect("a template").design;
        let report = evaluate_builtin(design);
        let large = html(&report, 8 << 30);
        for part in ["NVLS", "8.59 GB", "450 GB/s", "Runner-up"] {
            assert!(large.contains(part), "{part}: {large}");
        }
        let small = html(&report, 1 << 16);
        assert!(
            small.contains("LL") && !small.contains("8.59 GB"),
            "{small}"
        );
    }

    #[test]
    fn a_measurement_of_the_workload_counts_at_its_size_only() {
        let mut design = sample::cluster();
        design.workloads[0].settings.measured_between_gb_s = Some(60.0);
        let report = evaluate_builtin(&design);
        let mine = "your measurement";
        assert!(html(&report, 8 << 30).contains(mine));
        assert!(!html(&report, 4 << 30).contains(mine));
    }

    #[test]
    fn what_is_not_known_is_marked() {
        let report = evaluate_builtin(&sample::cluster());
        let why = explanation(&report, CollectiveOp::AllReduce, 8 << 30).expect("an explanation");
        let unknown = why.rows.iter().any(|row| row.unknown);
        assert_eq!(
            table(&why).html().contains("<tr class=\"unknown\">"),
            unknown
        );
    }
}
