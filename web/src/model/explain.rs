//! How a headline figure came about: as the report says, or, for collectives, from the point that was estimated.

use podwright_locales::format;
use podwright_sim_core::Design;
use podwright_sim_core::design::CollectiveOp;
use podwright_sim_core::report::{CollectivePoint, ExplainedInput, Explanation, Report};

use super::collectives::{algorithm_name, protocol_name, time_range};
use super::headline::{Headline, estimate, headline_message, headline_point, point_at};
use super::words::{say, say_with};

/// The explanation of a headline figure; nothing where neither the report nor a point has one.
pub fn explanation(headline: &Headline, design: &Design, report: &Report) -> Option<Explanation> {
    let written = headline
        .explain
        .iter()
        .find_map(|key| report.explain.get(*key))
        .cloned();
    if written.is_some() {
        return written;
    }
    let (op, bytes) = headline_message(design);
    match headline.key {
        "collective" => {
            headline_point(design, report).map(|point| of_point(op, report.summary.gpus, point))
        }
        "domain" => {
            let ranks = report.summary.scale_up_domain_gpus;
            point_at(&report.domain_collectives, op, bytes).map(|point| of_point(op, ranks, point))
        }
        _ => None,
    }
}

/// The explanation of one estimate: how bus bandwidth follows from the time (nccl-tests, PERFORMANCE.md), and the time.
fn of_point(op: CollectiveOp, ranks: u64, point: &CollectivePoint) -> Explanation {
    let formula = match op {
        CollectiveOp::AllReduce => "planner-formula-all-reduce",
        CollectiveOp::AllGather | CollectiveOp::ReduceScatter | CollectiveOp::AllToAll => {
            "planner-formula-part"
        }
        CollectiveOp::Broadcast | CollectiveOp::Reduce | CollectiveOp::SendRecv => {
            "planner-formula-whole"
        }
    };
    let input = |name: &str, value: String, source: &str| ExplainedInput {
        name: say(name),
        value,
        source: say(source),
    };
    let mut inputs = vec![
        input(
            "planner-input-message",
            format::message_size(point.message_bytes),
            "planner-source-design",
        ),
        input(
            "planner-input-gpus",
            format::count(ranks),
            "planner-source-design",
        ),
        input(
            "planner-input-time",
            format!(
                "{} ({})",
                format::duration_us(point.time_us),
                time_range(point)
            ),
            "planner-source-estimate",
        ),
    ];
    if point.scale_out_us > 0.0 {
        for (name, time) in [
            ("planner-part-scale-up", point.scale_up_us),
            ("planner-part-scale-out", point.scale_out_us),
        ] {
            inputs.push(input(
                name,
                format::duration_us(time),
                "planner-source-estimate",
            ));
        }
    }
    inputs.push(input(
        "planner-input-algorithm",
        format!(
            "{}, {}",
            algorithm_name(&point.algorithm),
            protocol_name(&point.protocol)
        ),
        "planner-source-estimate",
    ));
    inputs.push(input(
        "planner-input-slowest",
        point.bottleneck.clone(),
        if point.measured {
            "diagram-your-measurement"
        } else {
            "planner-source-estimate"
        },
    ));
    Explanation {
        formula: say(formula),
        inputs,
        result: say_with(
            "planner-formula-result",
            &[("value", estimate(point.busbw_gb_s).into())],
        ),
    }
}

#[cfg(test)]
mod tests {
    use podwright_sim_core::{evaluate_builtin, templates};

    use super::*;
    use crate::model::headline::{Mark, headlines};

    #[test]
    fn every_figure_of_every_template_is_explained() {
        for template in templates::all() {
            let report = evaluate_builtin(&template.design);
            for headline in headlines(&template.design, &report, None) {
                let explained = explanation(&headline, &template.design, &report);
                let needed = matches!(
                    headline.key,
                    "collective" | "domain" | "ratio" | "power" | "capex" | "hour"
                );
                assert!(
                    explained.is_some() || !needed,
                    "{}: {}",
                    template.id,
                    headline.key
                );
            }
        }
    }

    #[test]
    fn a_measurement_of_the_user_is_called_so() {
        let mut design = crate::model::sample::cluster();
        design.workloads[0].settings.measured_between_gb_s = Some(60.0);
        let report = evaluate_builtin(&design);
        let mine = say("diagram-your-measurement");
        let headlines = headlines(&design, &report, None);
        let headline = headlines
            .iter()
            .find(|headline| headline.key == "collective")
            .expect("a figure");
        assert_eq!(headline.mark, Some(Mark::Words(mine.clone())));
        let explained = explanation(headline, &design, &report).expect("an explanation");
        assert!(explained.inputs.iter().any(|input| input.source == mine));
        let table = crate::model::tables::workloads(&report).html();
        assert!(table.contains(&mine), "{table}");
    }

    #[test]
    fn the_formula_gives_the_figure() {
        let template = templates::find("dual-3090-nvlink").expect("a template");
        let report = evaluate_builtin(&template.design);
        let point = headline_point(&template.design, &report).expect("a point");
        let n = report.summary.gpus as f64;
        let busbw = point.message_bytes as f64 / point.time_us / 1e3 * 2.0 * (n - 1.0) / n;
        assert!((busbw / point.busbw_gb_s - 1.0).abs() < 1e-9);
    }
}
