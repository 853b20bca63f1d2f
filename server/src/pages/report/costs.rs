//! The bill of materials and the cost.

use podwright_locales::format;
use podwright_sim_core::cost::economics;
use podwright_sim_core::report::{BomLine, CostItem, Economics, Span};
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
    /// When.
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
        as_of,
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
    let years = cost.years.round().max(0.0) as u64;
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
        economics: economics_rows(t, &economics(design, report)),
        years_svg,
        years_legend,
        tornado_svg: drawings::tornado(t, cost),
    })
}

/// An amount that leaves out what has no price.
pub fn least(t: Words, incomplete: bool, amount: String) -> String {
    if incomplete {
        t.with("page-at-least", &[("value", amount.into())])
    } else {
        amount
    }
}

/// What owning comes to per unit of work and against renting; figures that are not known are left out.
fn economics_rows(t: Words, own: &Economics) -> Vec<ItemView> {
    let mut rows = Vec::new();
    let mut row = |id: &str, span: Option<Span>, decimals: usize, why: String| {
        let Some(span) = span else { return };
        let write = |value: f64| format::fixed(value, decimals);
        rows.push(ItemView {
            name: t.get(id),
            usd: write(span.default),
            range: format!("{}–{}", write(span.low), write(span.high)),
            why,
            incomplete: own.incomplete && id != "page-own-rent-hour",
        });
    };
    let failures = &own.failures;
    let interruptions = failures.mtbf_hours.map_or_else(String::new, |hours| {
        t.with(
            "page-own-why-useful",
            &[
                ("hours", format::short(hours).into()),
                ("lost", format::trimmed(failures.lost_hours_each, 2).into()),
                ("goodput", format::percent(failures.goodput).into()),
            ],
        )
    });
    row("page-own-hour", own.usd_per_gpu_hour, 2, String::new());
    row(
        "page-own-useful",
        own.usd_per_useful_gpu_hour,
        2,
        interruptions,
    );
    row(
        "page-own-pflop",
        own.usd_per_pflop_s_bf16,
        0,
        t.get("page-own-why-pflop"),
    );
    row(
        "page-own-gb",
        own.usd_per_all_reduce_gb_s,
        0,
        t.get("page-own-why-gb"),
    );
    if own.present_value_usd != own.tco_usd {
        row(
            "page-own-present",
            own.present_value_usd,
            0,
            t.get("page-own-why-present"),
        );
    }
    if let Some(rent) = &own.rent {
        let source = [&rent.source, &rent.as_of]
            .into_iter()
            .flatten()
            .cloned()
            .collect::<Vec<_>>();
        row(
            "page-own-rent-hour",
            Some(rent.usd_per_gpu_hour),
            2,
            source.join(", "),
        );
        let month = |month: Option<f64>| {
            month.map_or_else(
                || t.get("page-own-never"),
                |month| {
                    t.with(
                        "page-own-month",
                        &[("month", format::trimmed(month, 1).into())],
                    )
                },
            )
        };
        rows.push(ItemView {
            name: t.get("page-own-break-even"),
            usd: match (rent.break_even_month, &rent.break_even_why) {
                (None, Some(why)) => why.clone(),
                (at, _) => month(at),
            },
            range: format!(
                "{}–{}",
                month(rent.break_even_month_at_high_rent),
                month(rent.break_even_month_at_low_rent)
            ),
            why: t.get("page-own-why-break-even"),
            incomplete: own.incomplete,
        });
    }
    if let Some(other) = &own.currency {
        for (id, span, decimals) in [
            ("page-capex", other.capex, 0),
            ("page-cost-total", other.tco, 0),
            ("page-own-hour", other.gpu_hour, 2),
        ] {
            let Some(span) = span else { continue };
            let write = |value: f64| format!("{} {}", format::fixed(value, decimals), other.code);
            rows.push(ItemView {
                name: t.get(id),
                usd: write(span.default),
                range: format!(
                    "{}–{}",
                    format::fixed(span.low, decimals),
                    format::fixed(span.high, decimals)
                ),
                why: t.with(
                    "page-own-why-currency",
                    &[
                        ("code", other.code.as_str().into()),
                        ("rate", format::trimmed(other.usd_rate, 4).into()),
                    ],
                ),
                incomplete: own.incomplete,
            });
        }
    }
    rows
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
