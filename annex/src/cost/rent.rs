//! Owning against renting: per unit of work, by month, and what went in.

use podwright_diagram::report::{own_rows, rent_or_own};
use podwright_diagram::table::Cell;
use podwright_diagram::{Frame, escape};
use podwright_sim_core::Report;
use podwright_sim_core::cost::economics;
use podwright_sim_core::report::Economics;

use crate::html::{Button, Table, headed, sum_of};
use crate::question::Question;
use crate::words::{say, say_with, texts};

/// The section; empty where there is nothing to own.
pub(super) fn html(question: &Question, report: &Report) -> String {
    if report.summary.gpus == 0 {
        return String::new();
    }
    let own = economics(&question.design, report);
    let heading = say("planner-rent-or-buy");
    let mut body = chart(question, &own);
    body += &figures(report, &own).html(&heading);
    body += &inputs(&own);
    let note = match (&own.rent, own.usd_per_gpu_hour) {
        (_, None) => say_with(
            "annex-rent-no-price",
            &[(
                "why",
                own.unknown_because.as_deref().unwrap_or_default().into(),
            )],
        ),
        (None, _) => say("annex-rent-unknown"),
        (Some(_), _) => say(if own.incomplete {
            "annex-rent-incomplete"
        } else {
            "annex-rent-note"
        }),
    };
    let rent = question.design.site.rent_usd_per_gpu_hour.is_some();
    let enter = Button {
        does: "rent",
        of: "",
        words: &say(if rent {
            "annex-change-rent"
        } else {
            "annex-enter-rent"
        }),
        name: &say(if rent {
            "annex-change-rent-name"
        } else {
            "annex-enter-rent-name"
        }),
        class: "",
        id: "o-site-rent_usd_per_gpu_hour",
    };
    headed(&heading, &enter.html(), &body, &note)
}

fn chart(question: &Question, own: &Economics) -> String {
    let Some(chart) = rent_or_own(texts(), own) else {
        return String::new();
    };
    let frame = Frame {
        id: "rent",
        width: question.px(),
        texts: texts(),
    };
    let drawing = chart.draw(&frame);
    let title = say_with(
        "annex-rent-chart",
        &[("result", chart.title.as_str().into())],
    );
    // Drawn for its width, on phones too: nothing to scroll.
    format!(
        "<p class=\"pl-strong pl-tablehead\">{}</p><figure aria-label=\"{}\">{}</figure>",
        escape(&chart.title),
        escape(&title),
        drawing.svg
    )
}

fn figures(report: &Report, own: &Economics) -> Table {
    let mut table = Table::of(&[
        "annex-col-figure",
        ">annex-col-usd",
        ">planner-col-low-high",
        "annex-col-from",
    ]);
    for row in own_rows(texts(), report, own) {
        let value = sum_of(Cell::number(row.value), row.incomplete);
        let cells = vec![
            Cell::new(row.name),
            value,
            Cell::number(row.range),
            Cell::new(row.why),
        ];
        table.row(false, cells);
    }
    table.class("wide")
}

/// What went in besides the report, folded away.
fn inputs(own: &Economics) -> String {
    let mut table = Table::of(&[
        "planner-col-explain-input",
        ">planner-col-value",
        "planner-col-source",
    ]);
    for input in &own.inputs {
        let cells = vec![
            Cell::new(input.name.as_str()),
            Cell::number(input.value.as_str()),
            Cell::new(input.source.as_str()),
        ];
        table.row(false, cells);
    }
    let summary = say("annex-rent-inputs");
    format!(
        "<details class=\"pl-gap\"><summary>{}</summary>{}</details>",
        escape(&summary),
        table.html(&summary)
    )
}

#[cfg(test)]
mod tests {
    use podwright_sim_core::cost::economics;
    use podwright_sim_core::design::Currency;
    use podwright_sim_core::evaluate_builtin;
    use serde_json::json;

    use super::super::tests::{ask, template};

    #[test]
    fn the_figures_are_those_of_the_economics() {
        let mut design = template("superpod-h100-32");
        let report = evaluate_builtin(&design);
        let own = economics(&design, &report);
        let month = own.rent.as_ref().and_then(|rent| rent.break_even_month);
        let month = month.expect("a month in which owning is as dear");
        let html = ask(&design, json!({}));
        let words = format!(
            "Owning has cost as much as rent in month {}",
            podwright_locales::format::trimmed(month, 1)
        );
        assert!(html.contains(&words), "{words}: {html}");
        for text in [
            "Useful GPU-hour",
            "PFLOP/s of dense bf16",
            "GB/s of all-reduce",
            "of the time is useful",
        ] {
            assert!(html.contains(text), "{text}");
        }
        assert!(!html.contains("Market rent of a GPU-hour"));

        // The user's own rent counts, and the market stands beside it.
        design.site.rent_usd_per_gpu_hour = Some(17.25);
        design.site.currency = Some(Currency {
            code: "EUR".to_owned(),
            usd_rate: 1.1,
        });
        let html = ask(&design, json!({}));
        for text in ["17.25", "Market rent of a GPU-hour", ">design<", "EUR"] {
            assert!(html.contains(text), "{text}: {html}");
        }
    }

    #[test]
    fn without_a_rent_the_view_says_so() {
        let html = ask(&template("quad-a6000-bridged"), json!({}));
        let report = evaluate_builtin(&template("quad-a6000-bridged"));
        let known = report.cost.market_usd_per_gpu_hour.is_some();
        assert_eq!(
            html.contains("No market offer of this GPU is known"),
            !known
        );
        assert!(html.contains("data-do=\"rent\""));
    }
}
