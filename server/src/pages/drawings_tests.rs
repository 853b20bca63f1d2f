//! A report looks the same on a page and in the planner.

use podwright_diagram::report::{LinkView, Quantity};
use podwright_sim_core::design::CollectiveOp;
use podwright_sim_core::{evaluate_builtin, templates};
use podwright_web::model::{collectives, field, topology, workstation};

use super::*;

const WIDTHS: [f64; 3] = [340.0, 692.0, 822.0];

#[test]
fn pages_and_planner_draw_every_template_alike() {
    let t = Words::english();
    for template in templates::all() {
        let (design, id) = (&template.design, template.id);
        let report = evaluate_builtin(design);
        for width in WIDTHS {
            let page = topology(t, &report, width);
            let path = topology::Ends::default().path(&report);
            let planner = topology::drawings(&report, LinkView::Path, path.as_ref(), width);
            assert_eq!(page, planner, "{id}: topology");

            let mut own = boards(t, &report, design, width).into_iter();
            for index in 0..design.pools.len() {
                let Some(node) = field::inline(design, index).filter(|n| !n.slots.is_empty())
                else {
                    continue;
                };
                let planner = workstation::board_svg(node, index, &report, width);
                let page = own.next().expect("a board").drawing.svg;
                assert_eq!(page, planner, "{id}: board");
            }

            let op = CollectiveOp::AllReduce;
            let at = chosen_bytes(design);
            let curves = collectives::curves(op, &report, None, None);
            let dots = measured(t, &report);
            let runs = builtin_runs().expect("the file is sound");
            let own = Measured::of(t.texts(), Quantity::Busbw, &curves, runs);
            assert_eq!(own, dots, "{id}: measured points");
            let line = report.summary.scale_up_gb_s_per_gpu;
            let planner =
                collectives::chart(op, Quantity::Busbw, &curves, line, own.marks, at, width);
            let page = busbw_chart(t, &report, &dots, at, "collective", width);
            assert_eq!(page, planner.drawing.svg, "{id}: collectives");
        }
    }
}

#[test]
fn a_template_between_nodes_shows_its_path_and_names_its_slowest_part() {
    let t = Words::english();
    for template in templates::all() {
        let report = evaluate_builtin(&template.design);
        for drawn in topology(t, &report, SHEET).into_iter().take(1) {
            let joined = !report::switched(&report).is_empty() && report.summary.nodes > 1;
            let svg = &drawn.drawing.svg;
            assert_eq!(svg.contains("class=\"slow\""), joined, "{}", template.id);
            assert_eq!(svg.contains("Slowest part"), joined, "{}", template.id);
        }
    }
}
