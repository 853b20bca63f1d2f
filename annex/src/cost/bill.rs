//! The bill of materials: what was chosen of it, in the order that was chosen.

use std::cmp::Ordering;

use podwright_diagram::table::Cell;
use podwright_locales::format;
use podwright_sim_core::Report;
use podwright_sim_core::report::BomLine;

use crate::html::{Button, Table, choice, files, headed, sum_of};
use crate::question::Question;
use crate::words::{named, say, say_with};

/// Lines without a price, as a choice among the categories.
const UNPRICED: &str = "unpriced";

/// An order of the lines.
type Order = fn(&BomLine, &BomLine) -> Ordering;

/// The orders that can be chosen; the first is that of the bill.
const ORDERS: [(&str, Order); 5] = [
    ("", |_, _| Ordering::Equal),
    ("extended", |a, b| falling(a.extended_usd, b.extended_usd)),
    ("unit", |a, b| falling(a.unit_price_usd, b.unit_price_usd)),
    ("quantity", |a, b| b.quantity.cmp(&a.quantity)),
    ("lead", |a, b| falling(a.lead_time_weeks, b.lead_time_weeks)),
];

/// The largest first, what is unknown last.
fn falling(a: Option<f64>, b: Option<f64>) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) => b.total_cmp(&a),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    }
}

pub(super) fn html(question: &Question, report: &Report) -> String {
    let bom = &report.bom;
    let heading = say("planner-bom");
    let (filter, categories) = filter(question, report);
    let chosen = question.chosen("bom-order");
    let order = ORDERS
        .iter()
        .find(|(id, _)| *id == chosen)
        .unwrap_or(&ORDERS[0]);
    let orders: Vec<(String, String)> = ORDERS
        .iter()
        .map(|(id, _)| {
            let text = if id.is_empty() { "own" } else { id };
            ((*id).to_owned(), say(&format!("annex-order-{text}")))
        })
        .collect();
    let mut lines: Vec<&BomLine> = bom
        .lines
        .iter()
        .filter(|line| match filter.as_str() {
            "" => true,
            UNPRICED => line.unit_price_usd.is_none(),
            category => line.category == category,
        })
        .collect();
    lines.sort_by(|a, b| order.1(a, b));

    let mut table = Table::new(heads()).class("stack");
    let mut category = "";
    let mut named_parts: Vec<&str> = Vec::new();
    for line in &lines {
        if order.0.is_empty() && category != line.category {
            category = &line.category;
            table.group(
                &named("planner-category-", category),
                of_sort(&lines, category),
            );
        }
        let first = !named_parts.contains(&line.part_id.as_str());
        named_parts.push(&line.part_id);
        table.row_as(
            if line.unit_price_usd.is_none() {
                "unknown"
            } else {
                ""
            },
            cells(question, line, first),
        );
    }
    if !filter.is_empty() {
        let usd: f64 = lines.iter().filter_map(|line| line.extended_usd).sum();
        table.foot(sum(
            &say("annex-bom-shown"),
            of(lines.len(), bom.lines.len()),
            Some(usd),
        ));
    }
    sums(&mut table, report);
    let controls = choice("bom-filter", &say("annex-bom-filter"), &categories, &filter)
        + &choice("bom-order", &say("annex-bom-order"), &orders, order.0)
        + &files("bom", &heading, &["csv", "xlsx", "md", "json"]);
    let body = table.html(&heading);
    format!(
        "<div id=\"f-price_overrides\" tabindex=\"-1\">{}</div>",
        headed(&heading, &controls, &body, "")
    )
}

/// The sum of the lines of a sort; unknown where none has a price, and said to be the least where one has none.
fn of_sort(lines: &[&BomLine], category: &str) -> Cell {
    let of_it = lines.iter().filter(|line| line.category == category);
    let prices: Vec<Option<f64>> = of_it.map(|line| line.extended_usd).collect();
    let known = prices.iter().any(Option::is_some);
    let usd = known.then(|| format::fixed(prices.iter().flatten().sum(), 0));
    sum_of(Cell::known(usd), known && prices.contains(&None))
}

/// What is shown, and what can be.
fn filter(question: &Question, report: &Report) -> (String, Vec<(String, String)>) {
    let mut options = vec![(String::new(), say("annex-bom-all"))];
    for line in &report.bom.lines {
        if !options.iter().any(|(id, _)| *id == line.category) {
            let name = named("planner-category-", &line.category);
            options.push((line.category.clone(), name));
        }
    }
    if report
        .bom
        .lines
        .iter()
        .any(|line| line.unit_price_usd.is_none())
    {
        options.push((UNPRICED.to_owned(), say("annex-bom-unpriced")));
    }
    // What was chosen may be gone since.
    let chosen = question.chosen("bom-filter");
    let there = options.iter().any(|(id, _)| id == chosen);
    (if there { chosen } else { "" }.to_owned(), options)
}

fn heads() -> Vec<Cell> {
    vec![
        Cell::new(say("planner-col-part")).small(say("planner-col-why")),
        Cell::number(say("planner-col-quantity")),
        Cell::number(say("planner-col-unit-usd")).small(say("planner-col-low-high")),
        Cell::new(say("planner-col-price-source")),
        Cell::number(say("planner-col-extended")),
    ]
}

fn money(usd: f64) -> String {
    if usd >= 100.0 {
        format::fixed(usd, 0)
    } else {
        format::trimmed(usd, 2)
    }
}

fn cells(question: &Question, line: &BomLine, first: bool) -> Vec<Cell> {
    let unknown = line.unit_price_usd.is_none();
    let mut quantity = Cell::number(format::count(line.quantity));
    if line.spares > 0 {
        let spares = format::count(line.spares);
        quantity = quantity.small(say_with("planner-spares", &[("count", spares.into())]));
    }
    let range = match (line.unit_price_low_usd, line.unit_price_high_usd) {
        (Some(low), Some(high)) if low != high => format!("{}–{}", money(low), money(high)),
        _ => String::new(),
    };
    let mut unit = Cell::known(line.unit_price_usd.map(money)).small(range);
    let mut extended = Cell::number(
        line.extended_usd
            .map_or_else(|| say("planner-not-in-total"), |usd| format::fixed(usd, 0)),
    );
    if unknown {
        extended.class = "r wrn";
        unit.class = "r wrn";
    }
    vec![
        Cell::new(line.description.as_str()).small(line.why.as_str()),
        quantity.named(&say("planner-col-quantity")),
        unit.named(&say("planner-col-unit-usd")),
        source(question, line, first).named(&say("planner-col-price-source")),
        extended.named(&say("planner-col-extended")),
    ]
}

/// Where a price is from and of when, how long the part takes to come, and the way to a price of one's own.
fn source(question: &Question, line: &BomLine, first: bool) -> Cell {
    let lead = line.lead_time_weeks.map(|weeks| {
        let weeks = format::trimmed(weeks, 1);
        say_with("diagram-lead-time", &[("weeks", weeks.into())])
    });
    let date = line.price_as_of.clone();
    let small: Vec<String> = date.into_iter().chain(lead).collect();
    let own = question.design.price_overrides.contains_key(&line.part_id);
    // Several lines may be of one part; its field is found by one id.
    let id = if first {
        let part: String = line
            .part_id
            .chars()
            .map(|c| {
                if c.is_ascii_alphanumeric() || c == '_' {
                    c
                } else {
                    '-'
                }
            })
            .collect();
        format!("o-price_overrides-{part}")
    } else {
        String::new()
    };
    let name = say_with(
        if own {
            "annex-change-price-for"
        } else {
            "planner-enter-price-for"
        },
        &[("part", line.description.as_str().into())],
    );
    let button = Button {
        does: "price",
        of: &line.part_id,
        words: &say(if own {
            "annex-change-price"
        } else {
            "planner-enter-price"
        }),
        name: &name,
        class: "quiet pl-price",
        id: &id,
    };
    let unnamed = || {
        let known = line.unit_price_usd.map(|_| say("annex-source-unnamed"));
        known.unwrap_or_default()
    };
    Cell::new(line.price_source.clone().unwrap_or_else(unnamed))
        .small(small.join(", "))
        .html(button.html())
}

fn of(a: usize, b: usize) -> String {
    say_with(
        "planner-of",
        &[("a", a.to_string().into()), ("b", b.to_string().into())],
    )
}

fn sum(name: &str, between: String, usd: Option<f64>) -> Vec<Cell> {
    vec![
        Cell::new(name),
        Cell::default(),
        Cell::default(),
        Cell::new(between),
        Cell::known(usd.map(|usd| format::fixed(usd, 0))),
    ]
}

fn sums(table: &mut Table, report: &Report) {
    let (bom, summary) = (&report.bom, &report.summary);
    let priced = of(bom.priced_lines as usize, bom.lines.len());
    let total = bom.total_usd.filter(|_| bom.priced_lines > 0);
    table.foot(sum(&say("planner-priced-lines"), priced, total));
    if bom.class_priced_usd > 0.0 {
        let share = match bom.total_usd {
            Some(usd) if usd > 0.0 => format::percent(bom.class_priced_usd / usd),
            _ => String::new(),
        };
        let mut cells = sum(&say("annex-bom-class"), share, Some(bom.class_priced_usd));
        for cell in &mut cells {
            if cell.class.is_empty() {
                cell.class = "pl-plain";
            }
        }
        table.foot(cells);
    }
    let range = match (
        summary.capex_usd,
        summary.capex_low_usd,
        summary.capex_high_usd,
    ) {
        (Some(_), Some(low), Some(high)) => {
            format!("{}–{}", format::fixed(low, 0), format::fixed(high, 0))
        }
        _ => String::new(),
    };
    let mut capex = sum(&say("diagram-cost-capex"), range, summary.capex_usd);
    capex[3].class = "pl-plain";
    if bom.lines.len() as u64 > bom.priced_lines {
        capex[0] = std::mem::take(&mut capex[0]).small(say("planner-incomplete"));
        capex[0].small_class = "pl-plain";
    }
    table.foot(capex);
}

#[cfg(test)]
mod tests {
    use podwright_sim_core::evaluate_builtin;
    use serde_json::json;

    use super::super::tests::{ask, template};

    fn rows(html: &str) -> Vec<&str> {
        let (_, bill) = html
            .split_once("aria-label=\"Bill of materials\"")
            .expect("a bill");
        let (body, _) = bill.split_once("</tbody>").expect("its rows");
        body.split("<tr").skip(2).collect()
    }

    #[test]
    fn lines_can_be_chosen_and_ordered() {
        let design = template("superpod-h100-32");
        let report = evaluate_builtin(&design);
        let all = ask(&design, json!({}));
        let groups = rows(&all)
            .iter()
            .filter(|row| row.contains("colspan"))
            .count();
        assert_eq!(rows(&all).len() - groups, report.bom.lines.len());
        assert!(groups > 2);

        let optics = ask(&design, json!({ "view": { "bom-filter": "optics" } }));
        let of = report
            .bom
            .lines
            .iter()
            .filter(|line| line.category == "optics");
        assert_eq!(rows(&optics).len(), of.count() + 1);
        assert!(optics.contains("<option value=\"optics\" selected>"));

        let dearest = ask(&design, json!({ "view": { "bom-order": "extended" } }));
        let most = report
            .bom
            .lines
            .iter()
            .max_by(|a, b| {
                a.extended_usd
                    .unwrap_or(0.0)
                    .total_cmp(&b.extended_usd.unwrap_or(0.0))
            })
            .expect("a line");
        assert!(rows(&dearest)[0].contains(&most.description));
        assert!(!rows(&dearest).iter().any(|row| row.contains("colspan")));
        // What no bill has is as if nothing had been chosen.
        let gone = ask(
            &design,
            json!({ "view": { "bom-filter": "cheese", "bom-order": "x" } }),
        );
        assert_eq!(rows(&gone), rows(&all));
    }

    #[test]
    fn a_part_without_a_price_is_never_zero() {
        for id in ["nvl72-spectrum-x-8", "roce-24k", "mi300x-8"] {
            let design = template(id);
            let report = evaluate_builtin(&design);
            let unpriced = report
                .bom
                .lines
                .iter()
                .filter(|line| line.unit_price_usd.is_none());
            let html = ask(&design, json!({}));
            let unknown = rows(&html)
                .into_iter()
                .filter(|row| row.starts_with(" class=\"unknown\""));
            let unknown: Vec<&str> = unknown.collect();
            assert_eq!(unknown.len(), unpriced.count(), "{id}");
            assert!(
                unknown
                    .iter()
                    .all(|row| row.contains("not in total") && !row.contains(">0<"))
            );
        }
    }
}
