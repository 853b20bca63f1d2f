//! Money: what the parts cost, and what an hour of a GPU comes to.

use podwright_locales::format;
use podwright_sim_core::cost::years_in_words;
use podwright_sim_core::report::Report;

use super::scale::band;
use super::{Headline, Mark, range};
use crate::model::words::{say, say_with};

/// An amount split into figure and unit.
fn money(value: f64) -> (String, String) {
    let text = format::usd_large(value);
    text.split_once(' ')
        .map_or((text.clone(), String::new()), |(a, b)| {
            (a.to_owned(), b.to_owned())
        })
}

pub(super) fn capex(report: &Report, desk: bool) -> Headline {
    let label = say(if desk {
        "planner-figure-parts"
    } else {
        "planner-figure-capex"
    });
    let lines = report.bom.lines.len() as u64;
    let mark = say_with(
        "planner-mark-priced",
        &[
            ("priced", report.bom.priced_lines.into()),
            ("lines", lines.into()),
        ],
    );
    let empty = Headline {
        mark: Some(Mark::Words(mark)),
        explain: &["capex_usd"],
        ..Headline::new("capex", label)
    };
    let summary = &report.summary;
    let Some(capex) = summary.capex_usd else {
        return Headline {
            value: say(if report.bom.errors.is_empty() {
                "planner-unknown"
            } else {
                "planner-refused"
            }),
            ..empty
        };
    };
    let (value, unit) = money(capex);
    let ends = (
        summary.capex_low_usd.unwrap_or(capex),
        summary.capex_high_usd.unwrap_or(capex),
    );
    let large = capex >= 1e6;
    let end = |value: f64| {
        if large {
            format::fixed(value / 1e6, 1)
        } else {
            format::fixed(value, 0)
        }
    };
    Headline {
        value,
        unit,
        range: range(&end(ends.0), &end(ends.1)),
        band: band(ends.0, capex, ends.1),
        note: if report.cost.capex_incomplete() {
            say("planner-note-at-least")
        } else {
            String::new()
        },
        ..empty
    }
}

pub(super) fn hour(report: &Report) -> Option<Headline> {
    let summary = &report.summary;
    let value = summary.usd_per_gpu_hour?;
    let low = summary.usd_per_gpu_hour_low.unwrap_or(value);
    let high = summary.usd_per_gpu_hour_high.unwrap_or(value);
    let years = years_in_words(report.cost.years);
    Some(Headline {
        value: format::fixed(value, 2),
        unit: say("planner-unit-gpu-hour"),
        range: range(&format::fixed(low, 2), &format::fixed(high, 2)),
        band: band(low, value, high),
        mark: None,
        explain: &["usd_per_gpu_hour", "tco_usd"],
        ..Headline::new(
            "hour",
            say_with("planner-figure-hour", &[("years", years.into())]),
        )
    })
}
