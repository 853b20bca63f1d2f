//! Money as bars: by part, by year, and what moves it.

use podwright_locales::{Texts, format};
use podwright_sim_core::Report;
use podwright_sim_core::report::{Cost, CostYear, Economics, Span};

use super::words::named;
use crate::{
    Amount, Bar, Fill, Key, PayLine, PayOff, Stack, StackedBars, Step, Swing, Token, Tornado,
    Waterfall,
};

/// A divisor for a chart of money whose largest value is given in USD, and the name of its unit.
pub fn money_scale(texts: &Texts, most: f64) -> (f64, String) {
    let (scale, id) = if most >= 1e6 {
        (1e6, "diagram-axis-million")
    } else if most >= 1_000.0 {
        (1e3, "diagram-axis-thousand")
    } else {
        (1.0, "diagram-axis-usd")
    };
    (scale, texts.get(id))
}

/// Cost by part, adding up to the total; nothing where the total is unknown, since bars would add up to another.
pub fn cost_by_part(texts: &Texts, report: &Report) -> Option<Waterfall> {
    let cost = &report.cost;
    let (scale, axis_title) = money_scale(texts, cost.tco_usd?);
    let steps = cost
        .items
        .iter()
        .enumerate()
        .map(|(i, item)| Step {
            label: named(texts, "diagram-cost-", &item.kind),
            detail: String::new(),
            amount: if item.incomplete && item.usd <= 0.0 {
                Amount::Unknown
            } else {
                Amount::Known {
                    value: item.usd / scale,
                    range: Some((item.low_usd / scale, item.high_usd / scale)),
                }
            },
            fill: Fill::Series(Token::new(i + 1)),
        })
        .collect();
    let low: f64 = cost.items.iter().map(|item| item.low_usd).sum();
    let high: f64 = cost.items.iter().map(|item| item.high_usd).sum();
    let total: f64 = cost.items.iter().map(|item| item.usd).sum();
    let least = cost.incomplete();
    Some(Waterfall {
        title: texts.with(
            if least {
                "diagram-waterfall-title-least"
            } else {
                "diagram-waterfall-title"
            },
            &[("total", format::usd_large(total).into())],
        ),
        desc: None,
        axis_title,
        steps,
        total_label: texts.get(if least {
            "diagram-cost-least"
        } else {
            "diagram-cost-total"
        }),
        total_range: Some((low / scale, high / scale)),
    })
}

/// Money spent on one thing by the end of a year.
type Spent = fn(&CostYear) -> f64;

/// Cumulated cost by year with the keys of its parts, from the bottom; nothing where the report has no years. What costs
/// nothing in any year has no place in it.
pub fn cost_by_year(texts: &Texts, cost: &Cost) -> Option<(StackedBars, Vec<(Key, String)>)> {
    let (first, last) = (cost.by_year.first()?, cost.by_year.last()?);
    let all: [(&str, Fill, Spent); 4] = [
        ("diagram-cost-capex", Fill::Ink, |year| year.capex_usd),
        (
            "diagram-cost-operations",
            Fill::Series(Token::new(3)),
            |year| year.operations_usd,
        ),
        (
            // A hall is rented or owned.
            "diagram-cost-hall-either",
            Fill::Series(Token::new(5)),
            |year| year.colocation_usd + year.hall_usd,
        ),
        ("diagram-cost-energy", Fill::Series(Token::new(2)), |year| {
            year.energy_usd
        }),
    ];
    let sum = |year: &CostYear| all.iter().map(|(_, _, read)| read(year)).sum::<f64>();
    let (scale, unit) = money_scale(texts, sum(last));
    let parts: Vec<(String, Fill, Spent)> = all
        .into_iter()
        .filter(|(_, _, read)| cost.by_year.iter().any(|year| read(year) > 0.0))
        .map(|(id, fill, read)| (texts.get(id), fill, read))
        .collect();
    let bars = cost.by_year.iter().map(|year| {
        Bar::new(
            texts.with("diagram-cost-year", &[("year", year.year.into())]),
            parts
                .iter()
                .map(|(_, _, read)| read(year) / scale)
                .collect(),
        )
    });
    let chart = StackedBars {
        title: texts.with(
            "diagram-cost-by-year",
            &[
                ("first", format::usd_large(sum(first)).into()),
                ("last", format::usd_large(sum(last)).into()),
            ],
        ),
        axis_title: texts.with("diagram-cost-cumulative", &[("unit", unit.into())]),
        parts: parts
            .iter()
            .map(|(label, fill, _)| Stack {
                label: label.clone(),
                fill: *fill,
            })
            .collect(),
        bars: bars.collect(),
        ..StackedBars::default()
    };
    let keys = parts
        .into_iter()
        .map(|(label, fill, _)| (Key::Fill(fill), label))
        .collect();
    Some((chart, keys))
}

/// Money spent by each month when the design is owned and when the same GPUs are rented; nothing where one of the two is
/// not known.
pub fn rent_or_own(texts: &Texts, economics: &Economics) -> Option<PayOff> {
    let rent = economics.rent.as_ref()?;
    let (capex, tco) = (economics.capex_usd?, economics.tco_usd?);
    let most = tco.high.max(rent.total_usd.high);
    let (scale, unit) = money_scale(texts, most);
    let band = |from: Span, to: Span| {
        (from.low < from.high || to.low < to.high).then_some((
            (from.low / scale, to.low / scale),
            (from.high / scale, to.high / scale),
        ))
    };
    let line = |id: &str, place, from: Span, to: Span| PayLine {
        label: texts.get(id),
        token: Token::new(place),
        from: from.default / scale,
        to: to.default / scale,
        band: band(from, to),
    };
    let nothing = Span {
        low: 0.0,
        default: 0.0,
        high: 0.0,
    };
    let months = economics.years * 12.0;
    let crossing = rent.break_even_month.filter(|month| *month <= months);
    let title = match crossing {
        Some(month) => texts.with(
            "diagram-rent-crossing",
            &[("month", format::trimmed(month, 1).into())],
        ),
        None => texts.get("diagram-rent-cheaper"),
    };
    Some(PayOff {
        title,
        desc: None,
        axis_title: texts.with("diagram-cost-cumulative", &[("unit", unit.into())]),
        months,
        lines: vec![
            line("diagram-rent-own", 1, capex, tco),
            line("diagram-rent-rent", 2, nothing, rent.total_usd),
        ],
        crossing,
    })
}

/// What moves the total most; nothing where nothing does.
pub fn cost_moves(texts: &Texts, cost: &Cost) -> Option<Tornado> {
    let most = cost.sensitivity.first()?;
    let largest = cost
        .sensitivity
        .iter()
        .map(|input| input.low_usd.abs().max(input.high_usd.abs()))
        .fold(0.0, f64::max);
    let (scale, unit) = money_scale(texts, largest);
    let swings = cost.sensitivity.iter().take(6).map(|input| Swing {
        label: input.input.clone(),
        range: input.range.clone(),
        low: input.low_usd / scale,
        high: input.high_usd / scale,
    });
    Some(Tornado {
        title: texts.with(
            "diagram-cost-moves",
            &[
                ("input", (&most.input).into()),
                ("low", format::usd_large(most.low_usd).into()),
                ("high", format::usd_large(most.high_usd).into()),
            ],
        ),
        axis_title: texts.with("diagram-cost-change", &[("unit", unit.into())]),
        swings: swings.collect(),
        ..Tornado::default()
    })
}
