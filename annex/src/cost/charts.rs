//! What the total is made of, how it grows, and what moves it.

use podwright_diagram::report::{cost_by_part, cost_by_year, cost_moves};
use podwright_diagram::table::Cell;
use podwright_diagram::{Frame, Key, escape, legend};
use podwright_locales::format;
use podwright_sim_core::Report;

use crate::html::{Table, fitted, section, sum_of};
use crate::question::Question;
use crate::words::{named, say, texts};

fn frame(id: &str, width: f64) -> Frame<'_> {
    Frame {
        id,
        width,
        texts: texts(),
    }
}

/// The waterfall.
pub(super) fn by_part(question: &Question, report: &Report) -> String {
    let frame = frame("waterfall", question.px());
    let Some(chart) = cost_by_part(texts(), report) else {
        return String::new();
    };
    let drawing = chart.draw(&frame);
    let label = say("planner-cost-drawing");
    format!("<div class=\"sec\">{}</div>", fitted(&label, &drawing.svg))
}

/// Cost by year beside what moves it, and the parts of the total as a table.
pub(super) fn over_years(question: &Question, report: &Report) -> String {
    let width = question.px();
    let half = if width > 640.0 {
        (width - 24.0) / 2.0
    } else {
        width
    };
    let mut both = String::new();
    if let Some((chart, keys)) = cost_by_year(texts(), &report.cost) {
        let keys: Vec<(Key, &str)> = keys
            .iter()
            .map(|(key, word)| (*key, word.as_str()))
            .collect();
        let svg = chart.draw(&frame("years", half)).svg;
        let years = format!(
            "<figure><h3 class=\"pl-tablehead\">{}</h3>{svg}<figcaption>{}</figcaption></figure>",
            escape(&say("planner-by-year")),
            legend(&keys)
        );
        both.push_str(&years);
    }
    if let Some(chart) = cost_moves(texts(), &report.cost) {
        let moves = format!(
            "<figure><h3 class=\"pl-tablehead\">{}</h3>{}</figure>",
            escape(&say("planner-moves-most")),
            chart.draw(&frame("moves", half)).svg
        );
        both.push_str(&moves);
    }
    let charts = if both.is_empty() {
        both
    } else {
        format!("<div class=\"sec\"><div class=\"cols2\">{both}</div></div>")
    };
    charts + &parts(report)
}

/// What the total is made of, with the reasons.
fn parts(report: &Report) -> String {
    if report.cost.items.is_empty() {
        return String::new();
    }
    let mut table = Table::of(&[
        "planner-col-part",
        ">planner-col-cost",
        ">planner-col-low-high",
    ])
    .class("wordy");
    let whole = |usd: f64| format::fixed(usd, 0);
    for item in &report.cost.items {
        let usd = sum_of(Cell::number(whole(item.usd)), item.incomplete);
        table.row_as(
            if item.incomplete { "unknown" } else { "" },
            vec![
                Cell::new(named("diagram-cost-", &item.kind)).small(item.why.as_str()),
                usd,
                Cell::number(format!("{}–{}", whole(item.low_usd), whole(item.high_usd))),
            ],
        );
    }
    table.foot(vec![
        Cell::new(say("diagram-cost-total")),
        sum_of(
            Cell::known(report.cost.tco_usd.map(whole)),
            report.cost.incomplete(),
        ),
        Cell::default(),
    ]);
    let heading = say("planner-cost-by-part");
    section(&heading, &table.html(&heading), "")
}
