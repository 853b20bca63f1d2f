//! Published runs as dots beside an estimate.

use std::collections::BTreeMap;
use std::io::Read;
use std::sync::OnceLock;

use podwright_sim_core::collective::{Group, MeasuredRun, alike};
use podwright_sim_core::design::CollectiveOp;

use crate::predict::{Eligible, predict};
use crate::{AccuracyError, MEASUREMENTS, Options, read};

/// The runs of a file that can be mapped to the engine, the longest first. Set-ups that are broken or noisy are
/// left out.
///
/// # Errors
/// As [`crate::score()`].
pub fn runs(reader: impl Read) -> Result<Vec<MeasuredRun>, AccuracyError> {
    let rows = read::read(reader)?;
    let predicted = predict(&rows, &Options::default())?;
    let mut runs: BTreeMap<(&str, &str, String), MeasuredRun> = BTreeMap::new();
    for row in predicted.eligible.iter().filter(|row| !row.suspect) {
        let Ok(known) = &row.outcome else { continue };
        let Some(alike) = alike(&known.system.group) else {
            continue;
        };
        let key = (row.series.as_str(), row.op.id(), alike.clone());
        let run = runs
            .entry(key)
            .or_insert_with(|| empty(row, alike, &known.system.group));
        run.points.push((row.message_bytes, known.measured_us));
        run.uncertain |= row.uncertain;
    }
    let mut runs: Vec<MeasuredRun> = runs
        .into_values()
        .map(|mut run| {
            run.points
                .sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
            run
        })
        .collect();
    // Stable: runs of one length stay in the order of their names.
    runs.sort_by_key(|run| std::cmp::Reverse(run.points.len()));
    Ok(runs)
}

fn empty(row: &Eligible, alike: String, group: &Group) -> MeasuredRun {
    MeasuredRun {
        series: row.series.clone(),
        alike,
        op: row.op,
        ranks: group.ranks,
        gpu_id: group.gpu.clone(),
        gpu: row.gpu.clone(),
        system: row.system.clone(),
        date: row.source_date.clone(),
        source_url: row.source_url.clone(),
        uncertain: false,
        points: Vec::new(),
    }
}

/// The runs of [`MEASUREMENTS`], read at the first call.
///
/// # Errors
/// When the file of the program is broken; a test keeps that from happening.
pub fn builtin_runs() -> Result<&'static [MeasuredRun], &'static AccuracyError> {
    static RUNS: OnceLock<Result<Vec<MeasuredRun>, AccuracyError>> = OnceLock::new();
    RUNS.get_or_init(|| runs(MEASUREMENTS.as_bytes()))
        .as_deref()
}

/// The published runs of an operation on systems like a group: see [`alike()`] for what that takes. Who measured plays no
/// part.
///
/// # Errors
/// As [`builtin_runs()`].
pub fn runs_of(
    group: &Group,
    op: CollectiveOp,
) -> Result<Vec<&'static MeasuredRun>, &'static AccuracyError> {
    let alike = alike(group);
    let runs = builtin_runs()?;
    Ok(runs
        .iter()
        .filter(|run| run.op == op && alike.as_ref() == Some(&run.alike))
        .collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use podwright_sim_core::catalog::Catalog;
    use podwright_sim_core::cluster::resolve;
    use podwright_sim_core::collective::runs_like;
    use podwright_sim_core::design::CollectiveSettings;
    use podwright_sim_core::fabric::lay_out;
    use podwright_sim_core::{evaluate_builtin, templates};

    use super::*;

    fn group(template: &str) -> Group {
        let design = templates::find(template)
            .expect("the template ships")
            .design;
        let (cluster, _) = resolve(&design, Catalog::builtin());
        let (layouts, _) = lay_out(&design, &cluster, Catalog::builtin());
        let settings = CollectiveSettings::default();
        Group::first(&cluster, &layouts, cluster.gpus(), settings).expect("it has GPUs")
    }

    fn all_reduce(template: &str) -> Vec<&'static MeasuredRun> {
        runs_of(&group(template), CollectiveOp::AllReduce).expect("the file is sound")
    }

    #[test]
    fn eight_h100_of_a_node_were_measured_by_several() {
        let runs = all_reduce("dgx-h100-1");
        let sources: BTreeSet<&str> = runs.iter().map(|run| run.source_url.as_str()).collect();
        assert!(sources.len() >= 3, "{sources:?}");
        // H200 of the same links stand beside them under their own name.
        assert!(runs.iter().any(|run| run.gpu.starts_with("H200")));
        for run in &runs {
            assert!(
                run.gpu.starts_with("H100") || run.gpu.starts_with("H200"),
                "{run:?}"
            );
            assert_eq!(run.ranks, 8);
            for point in run.measured() {
                // A node's link rate, and what reduction in the switch saves.
                assert!(
                    point.busbw_gb_s > 0.0 && point.busbw_gb_s < 550.0,
                    "{run:?}"
                );
            }
        }
        // Runs without reduction in the switch are on another path.
        assert!(runs.iter().all(|run| run.series != "nt309-h100-nvlsoff"));
    }

    #[test]
    fn nobody_has_published_a_pair_of_3090_with_a_bridge() {
        for op in CollectiveOp::ALL {
            let runs = runs_of(&group("dual-3090-nvlink"), op).expect("the file is sound");
            assert_eq!(runs, Vec::<&MeasuredRun>::new());
        }
    }

    #[test]
    fn one_rack_was_measured_by_coreweave() {
        let runs = all_reduce("nvl72-1");
        let names: Vec<&str> = runs.iter().map(|run| run.series.as_str()).collect();
        assert_eq!(names, ["cw-gb200-72"]);
        // The page prints 834.57 GB/s at 8 GiB, out of place.
        let last = runs[0].measured().last().expect("it has points");
        assert_eq!(last.message_bytes, 8 << 30);
        assert!(
            (last.busbw_gb_s - 834.57).abs() < 0.05,
            "{}",
            last.busbw_gb_s
        );
    }

    #[test]
    fn a_count_of_nodes_that_nobody_measured_has_none() {
        assert_eq!(all_reduce("superpod-h100-127"), Vec::<&MeasuredRun>::new());
        // The node of it has.
        let design = templates::find("superpod-h100-127")
            .expect("it ships")
            .design;
        let report = evaluate_builtin(&design);
        let node = report
            .domain_collectives
            .first()
            .expect("one domain of many");
        let runs = builtin_runs().expect("the file is sound");
        assert!(runs_like(runs, node).count() > 0);
    }

    #[test]
    fn broken_set_ups_are_no_dots() {
        let runs = builtin_runs().expect("the file is sound");
        assert!(runs.iter().all(|run| run.series != "nt290-h100-2n"));
        assert!(runs.iter().any(|run| run.series == "nt309-h100-2n"));
        for run in runs {
            assert!(!run.points.is_empty(), "{}", run.series);
            assert!(run.points.is_sorted_by(|a, b| a.0 <= b.0), "{}", run.series);
        }
    }

    #[test]
    fn a_curve_and_its_group_have_the_same_runs() {
        let runs = builtin_runs().expect("the file is sound");
        for template in templates::all() {
            let report = evaluate_builtin(&template.design);
            let Some(curve) = report.collectives.first() else {
                continue;
            };
            let by_group = runs_of(&group(template.id), curve.op).expect("the file is sound");
            let by_curve: Vec<&MeasuredRun> = runs_like(runs, curve).collect();
            assert_eq!(by_group, by_curve, "{}", template.id);
        }
    }
}
