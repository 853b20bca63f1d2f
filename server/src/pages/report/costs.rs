//! The bill of materials and the cost.

use podwright_diagram::report::own_rows;
use podwright_locales::format;
use podwright_sim_core::cost::{economics, years_in_words};
use podwright_sim_core::report::{BomLine, CostItem};
use podwright_sim_core::{Design, Report};

use crate::pages::drawings;
use crate::pages::frame::Words;

/// The bill.
pub struct BomView {
    /// Lines of one category together.
    pub groups: Vec<BomGroup>,
    /// How many lines have a price.
    pub coverage: String,
    /// The sum of those.
    pub total: String,
    /// How many have none; may be empty.
    pub missing: String,
}

/// Lines of one category.
pub struct BomGroup {
    /// The category.
    pub name: String,
    /// The lines.
    pub lines: Vec<LineView>,
}

/// A line.
pub struct LineView {
    /// What it is.
    pub description: String,
    /// Why this many.
    pub why: String,
    /// How many.
    pub quantity: String,
    /// How many beside; may be empty.
    pub spares: String,
    /// Whether the price is unknown.
    pub unknown: bool,
    /// The price of one.
    pub unit: String,
    /// Its range.
    pub range: String,
    /// Where the price is from.
    pub source: String,
    /// When, and how long the part takes to come.
    pub as_of: String,
    /// The price of all.
    pub extended: String,
}

/// The costs.
pub struct CostView {
    /// The head of the column of money.
    pub heading: String,
    /// What the total is made of.
    pub items: Vec<ItemView>,
    /// Capex and total.
    pub totals: Vec<(String, String)>,
    /// Per unit of work, and against renting.
    pub economics: Vec<ItemView>,
    /// The chart of owning against renting; may be empty.
    pub rent_svg: String,
    /// The same for a phone.
    pub rent_narrow: String,
    /// The chart by year; may be empty.
    pub years_svg: String,
    /// Its legend.
    pub years_legend: String,
    /// The chart of what moves the total; may be empty.
    pub tornado_svg: String,
}

/// A part of the total.
pub struct ItemView {
    /// What it is.
    pub name: String,
    /// How much.
    pub usd: String,
    /// From how much to how much.
    pub range: String,
    /// How it came about.
    pub why: String,
    /// Whether a price is missing in it.
    pub incomplete: bool,
}

/// The bill of a report.
pub fn bom(t: Words, report: &Report) -> BomView {
    let lines = report.bom.lines.len() as u64;
    let missing = lines - report.bom.priced_lines.min(lines);
    let of = [
        ("used", format::count(report.bom.priced_lines).into()),
        ("total", format::count(lines).into()),
    ];
    let mut groups: Vec<BomGroup> = Vec::new();
    let mut category = None;
    for line in &report.bom.lines {
        if category != Some(&line.category) {
            category = Some(&line.category);
            let name = t.get_or(&format!("page-category-{}", line.category), &line.category);
            groups.push(BomGroup {
                name,
                lines: Vec::new(),
            });
        }
        if let Some(group) = groups.last_mut() {
            group.lines.push(line_view(t, line));
        }
    }
    BomView {
        groups,
        coverage: t.with("page-used-of", &of),
        total: match report.bom.total_usd {
            Some(usd) if report.bom.priced_lines > 0 => format::fixed(usd, 0),
            _ => t.get("page-unknown"),
        },
        missing: if missing == 0 {
            String::new()
        } else {
            t.with("page-capex-missing", &[("count", missing.into())])
        },
    }
}

/// Why there is no sum of money; empty where there is one.
pub fn no_total(t: Words, report: &Report) -> String {
    if report.summary.capex_usd.is_some() {
        return String::new();
    }
    match (report.errors().next(), report.explain.get("capex_usd")) {
        (Some(error), _) => t.with("page-refused", &[("finding", (&error.title).into())]),
        (None, Some(explained)) => t.with("page-no-total", &[("why", (&explained.result).into())]),
        (None, None) => String::new(),
    }
}

/// A price: with cents below 100 USD, where they matter.
fn price(usd: f64) -> String {
    if usd < 100.0 {
        format::trimmed(usd, 2)
    } else {
        format::fixed(usd, 0)
    }
}

fn line_view(t: Words, line: &BomLine) -> LineView {
    let range = match (line.unit_price_low_usd, line.unit_price_high_usd) {
        (Some(low), Some(high)) if low < high => format!("{}–{}", price(low), price(high)),
        _ => String::new(),
    };
    let mut as_of = line.price_as_of.clone().unwrap_or_default();
    if line.class_price {
        as_of = t.with("page-class-price", &[("date", as_of.into())]);
    }
    let lead = line.lead_time_weeks.map(|weeks| {
        let weeks = format::trimmed(weeks, 1);
        t.with("diagram-lead-time", &[("weeks", weeks.into())])
    });
    LineView {
        description: line.description.clone(),
        why: line.why.clone(),
        quantity: format::count(line.quantity),
        spares: if line.spares == 0 {
            String::new()
        } else {
            t.with(
                "page-spare",
                &[("count", format::count(line.spares).into())],
            )
        },
        unknown: line.unit_price_usd.is_none(),
        unit: line.unit_price_usd.map(price).unwrap_or_default(),
        range,
        source: line.price_source.clone().unwrap_or_default(),
        as_of: Some(as_of)
            .filter(|as_of| !as_of.is_empty())
            .into_iter()
            .chain(lead)
            .collect::<Vec<_>>()
            .join(", "),
        extended: line
            .extended_usd
            .map(|usd| format::fixed(usd, 0))
            .unwrap_or_default(),
    }
}

/// The costs of a report, where anything has a price.
pub fn cost(t: Words, report: &Report, design: &Design) -> Option<CostView> {
    let cost = &report.cost;
    if cost.items.is_empty() {
        return None;
    }
    let usd = |value: Option<f64>| {
        value.map_or_else(|| t.get("page-unknown"), |value| format::fixed(value, 0))
    };
    let years = years_in_words(cost.years);
    let own = economics(design, report);
    let (years_svg, years_legend) = drawings::cost_by_year(t, cost);
    Some(CostView {
        heading: t.with("page-cost-over-years", &[("years", years.into())]),
        items: cost.items.iter().map(|item| item_view(t, item)).collect(),
        totals: vec![
            (
                t.get("page-capex"),
                least(
                    t,
                    cost.capex_usd.is_some() && cost.capex_incomplete(),
                    usd(cost.capex_usd),
                ),
            ),
            (
                t.get("page-cost-total"),
                least(
                    t,
                    cost.tco_usd.is_some() && cost.incomplete(),
                    usd(cost.tco_usd),
                ),
            ),
        ],
        rent_svg: drawings::rent(t, &own, "rent", drawings::SHEET),
        rent_narrow: drawings::rent(t, &own, "rent-narrow", 340.0),
        economics: own_rows(t.texts(), report, &own)
            .into_iter()
            .map(|row| ItemView {
                name: row.name,
                usd: row.value,
                range: row.range,
                why: row.why,
                incomplete: row.incomplete,
            })
            .collect(),
        years_svg,
        years_legend,
        tornado_svg: drawings::tornado(t, cost),
    })
}

/// An amount that leaves out what has no price.
pub fn least(t: Words, incomplete: bool, amount: String) -> String {
    if incomplete {
        t.with("report-at-least", &[("value", amount.into())])
    } else {
        amount
    }
}

fn item_view(t: Words, item: &CostItem) -> ItemView {
    let whole = |usd: f64| format::fixed(usd, 0);
    ItemView {
        name: t.get_or(&format!("diagram-cost-{}", item.kind), &item.kind),
        usd: whole(item.usd),
        range: format!("{}–{}", whole(item.low_usd), whole(item.high_usd)),
        why: item.why.clone(),
        incomplete: item.incomplete,
    }
}
