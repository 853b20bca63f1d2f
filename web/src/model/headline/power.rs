//! Power.

use podwright_locales::format;
use podwright_sim_core::report::Report;

use super::scale::band;
use super::{Headline, Mark};
use crate::model::words::{say, say_with};

/// A power split into figure and unit.
fn watts(value: f64) -> (String, String) {
    let text = format::watts(value);
    text.split_once(' ')
        .map_or((text.clone(), String::new()), |(a, b)| {
            (a.to_owned(), b.to_owned())
        })
}

pub(super) fn power(report: &Report, desk: bool) -> Headline {
    let (typical, most) = (report.power.it_typical_w, report.power.it_max_w);
    let (shown, label) = if desk {
        (most, say("planner-figure-peak"))
    } else {
        (typical, say("planner-figure-power"))
    };
    let (value, unit) = watts(shown);
    let (unit, range) = if desk {
        (
            unit,
            say_with(
                "planner-range-typical",
                &[("value", format::watts(typical).into())],
            ),
        )
    } else {
        (
            say_with("planner-unit-typical", &[("unit", unit.into())]),
            say_with(
                "planner-range-max",
                &[("value", format::watts(most).into())],
            ),
        )
    };
    let unknown = report.power.unknown.len();
    let mark = if unknown == 0 {
        say("planner-mark-catalogue")
    } else {
        say_with("planner-mark-unknown-power", &[("count", unknown.into())])
    };
    Headline {
        value,
        unit,
        range,
        band: band(typical.min(shown), shown, most),
        mark: Some(Mark::Words(mark)),
        explain: if desk {
            &["it_power_max_kw", "it_power_kw"]
        } else {
            &["it_power_kw", "it_power_max_kw"]
        },
        ..Headline::new("power", label)
    }
}
