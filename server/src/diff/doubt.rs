//! Why a change of money or power is not known: what is unknown on either side does not pass a limit.

use std::collections::BTreeMap;

use podwright_locales::{Language, Texts};
use podwright_sim_core::Report;
use podwright_sim_core::report::BomLine;

/// Parts that are named at most; the rest is counted.
const NAMED: usize = 3;

/// What a figure of money is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Money {
    /// What is bought, and its installation.
    Capital,
    /// That, and all that is paid for the years of use.
    OverTheYears,
}

impl Money {
    /// The money of the parts that have a price.
    pub(super) fn sum(self, report: &Report) -> f64 {
        report
            .cost
            .items
            .iter()
            .filter(|item| self == Self::OverTheYears || item.is_capital())
            .map(|item| item.usd)
            .sum()
    }

    fn has(self, line: &BomLine) -> bool {
        self == Self::OverTheYears || line.is_capital()
    }

    /// What is a share of the purchase.
    fn shares(self) -> &'static [&'static str] {
        match self {
            Self::Capital => &["installation"],
            Self::OverTheYears => &["installation", "support"],
        }
    }
}

/// What stands in the way of saying how much money changes. A part without a price stands in no way when both sides have
/// as many of it: whatever it costs, it costs the same on both. Nor does one that the figure is not made of.
pub(super) fn of_money(from: &Report, to: &Report, money: Money) -> Vec<String> {
    let refused = Texts::of(Language::English).get("page-refused-note");
    let mut doubts = Vec::new();
    for (side, report) in [("before", from), ("after", to)] {
        if let Some(error) = report.errors().next() {
            doubts.push(format!(
                "the design {side} {refused} ({} at {})",
                error.code, error.at
            ));
        }
        let absent = |finding: &&podwright_sim_core::report::Finding| {
            // A file of prices that was given takes the place of the book.
            finding.code == "price.book_absent"
                && finding.args.get("way").is_some_and(|way| way == "none")
        };
        if report.findings.iter().any(|finding| absent(&finding)) {
            doubts.push(format!(
                "the price book that the design {side} names is not at hand; give its file with --price-book"
            ));
        }
    }
    let (before, after) = (unpriced(from, money), unpriced(to, money));
    let mut unlike = unlike(&before, &after);
    if !before.is_empty() || !after.is_empty() {
        // A share of the purchase is a share of the unknown part too.
        unlike.extend(other_shares(from, to, money));
    }
    if !unlike.is_empty() {
        doubts.push(format!(
            "no price, or not as many on both sides: {}; enter it under price_overrides or give a price list with \
             --price-book",
            named(&unlike)
        ));
    }
    doubts
}

/// The same of power.
pub(super) fn of_power(from: &Report, to: &Report) -> Vec<String> {
    let unlike = unlike(&unrated(from), &unrated(to));
    if unlike.is_empty() {
        return Vec::new();
    }
    vec![format!(
        "power is unknown, or not of as many on both sides: {}; give its power under custom_parts",
        named(&unlike)
    )]
}

/// The terms by which power is paid for, as texts name them.
const ENERGY_TERMS: [&str; 7] = [
    "report-cost-electricity",
    "report-cost-pue",
    "report-cost-years",
    "report-cost-average-load",
    "report-cost-colocation",
    "report-cost-hall",
    "report-cost-hall-years",
];

/// What stands in the way of saying how much the money for power changes: power that is unknown on both sides costs the
/// same only at the same terms.
pub(super) fn of_energy(from: &Report, to: &Report) -> Vec<String> {
    if unrated(from).is_empty() && unrated(to).is_empty() {
        return Vec::new();
    }
    let texts = Texts::of(Language::English);
    let term = |report: &Report, name: &str| {
        let term = report.cost.terms.iter().find(|term| term.name == name);
        term.map(|term| term.value.clone())
    };
    let other: Vec<String> = ENERGY_TERMS
        .into_iter()
        .map(|id| texts.get(id))
        .filter(|name| term(from, name) != term(to, name))
        .collect();
    if other.is_empty() {
        return Vec::new();
    }
    vec![format!(
        "power is unknown that is not paid for at the same terms on both sides: {}; give its power under custom_parts",
        named(&other)
    )]
}

/// Pieces by part and description.
type Pieces<'a> = BTreeMap<(&'a str, &'a str), u64>;

/// Parts without a price.
fn unpriced(report: &Report, money: Money) -> Pieces<'_> {
    let mut parts = Pieces::new();
    for line in report.bom.lines.iter().filter(|line| money.has(line)) {
        if line.extended_usd.is_none() {
            *parts
                .entry((line.part_id.as_str(), line.description.as_str()))
                .or_default() += line.quantity + line.spares;
        }
    }
    parts
}

/// Parts of which neither draw is known.
fn unrated(report: &Report) -> Pieces<'_> {
    let mut parts = Pieces::new();
    for item in &report.power.items {
        if item.max_w.is_none() && item.typical_w.is_none() {
            *parts
                .entry((item.part_id.as_str(), item.description.as_str()))
                .or_default() += item.count;
        }
    }
    parts
}

/// Installation and support whose rate is not the same on both sides.
fn other_shares(from: &Report, to: &Report, money: Money) -> Vec<String> {
    let rate = |report: &Report, category: &str| {
        let line = report
            .bom
            .lines
            .iter()
            .find(|line| line.category == category);
        line.map(|line| line.why.clone())
    };
    money
        .shares()
        .iter()
        .filter(|category| rate(from, category) != rate(to, category))
        .map(|category| (*category).to_owned())
        .collect()
}

fn unlike(before: &Pieces<'_>, after: &Pieces<'_>) -> Vec<String> {
    let mut parts: Vec<&(&str, &str)> = before
        .keys()
        .chain(after.keys())
        .filter(|part| before.get(*part) != after.get(*part))
        .collect();
    parts.sort();
    parts.dedup();
    parts
        .into_iter()
        .map(|(_, description)| (*description).to_owned())
        .collect()
}

fn named(parts: &[String]) -> String {
    let names = parts[..parts.len().min(NAMED)].join(", ");
    match parts.len().saturating_sub(NAMED) {
        0 => names,
        more => format!("{names} and {more} more"),
    }
}
