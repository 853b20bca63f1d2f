//! Prices that are missing, said twice, or of the design and without effect.

use podwright_locales::format;

use super::FindingBuilder;
use crate::cost::{defaults, spares_beyond, years_in_words};
use crate::design::{Design, escape};
use crate::prices::{PriceBook, YearMonth};
use crate::report::{BomLine, Finding, errors};

/// Names at most; the rest is counted.
const NAMED: usize = 3;

/// What the bill of materials can't add up: none when every line has a price.
pub fn unpriced(lines: &[BomLine]) -> Option<Finding> {
    let missing: Vec<&BomLine> = lines
        .iter()
        .filter(|line| line.unit_price_usd.is_none())
        .collect();
    if missing.is_empty() {
        return None;
    }
    let names = missing
        .iter()
        .take(NAMED)
        .map(|line| line.description.as_str())
        .collect::<Vec<_>>()
        .join(", ");
    Some(
        FindingBuilder::info("price.unknown")
            .count("missing", missing.len() as u64)
            .count("priced", (lines.len() - missing.len()) as u64)
            .count("lines", lines.len() as u64)
            .count("more", missing.len().saturating_sub(NAMED) as u64)
            .arg("names", names)
            .at("/price_overrides")
            .build(),
    )
}

/// Prices of the design for parts that nothing is bought of: a slip in an id, or left from before a change.
///
/// Asks nothing where an error is among `findings`: what could not be resolved or sized is missing from the bill of
/// materials and may be what the price is for.
pub fn unused_overrides(
    design: &Design,
    lines: &[BomLine],
    findings: &[Finding],
) -> Option<Finding> {
    if errors(findings).next().is_some() {
        return None;
    }
    let unused: Vec<&str> = design
        .price_overrides
        .keys()
        .map(String::as_str)
        .filter(|id| lines.iter().all(|line| line.part_id != *id))
        .collect();
    if unused.is_empty() {
        return None;
    }
    let finding = FindingBuilder::info("price.override_unused")
        .count("unused", unused.len() as u64)
        .count("more", unused.len().saturating_sub(NAMED) as u64)
        .arg("names", unused[..unused.len().min(NAMED)].join(", "))
        .at(pointer(unused[0]));
    let removed = unused
        .into_iter()
        .fold(finding, |finding, id| finding.remove(pointer(id)));
    Some(removed.build())
}

fn pointer(part_id: &str) -> String {
    format!("/price_overrides/{}", escape(part_id))
}

/// A hall that is rented and of one's own: only the rent is counted.
pub fn hall_twice(design: &Design) -> Option<Finding> {
    let site = &design.site;
    let rent = site.colocation_usd_per_kw_month?;
    let price = site.hall_usd_per_kw?;
    Some(
        FindingBuilder::warning("price.hall_twice")
            .arg("rent", format::trimmed(rent, 2))
            .arg("price", format::trimmed(price, 2))
            .at("/site/hall_usd_per_kw")
            .remove("/site/hall_usd_per_kw")
            .build(),
    )
}

/// Hours between failures that want more spares than are counted, of sorts that are bought.
pub fn spares_bounded(design: &Design, lines: &[BomLine]) -> Vec<Finding> {
    let site = &design.site;
    spares_beyond(site)
        .into_iter()
        .filter(|(sort, ..)| lines.iter().any(|line| line.category == sort.id()))
        .map(|(sort, part, percent)| {
            FindingBuilder::warning("price.spares_bounded")
                .arg("hours", format::trimmed(site.mtbf_hours[part], 2))
                .arg("percent", format::trimmed(percent, 0))
                .arg("sort", sort.id())
                .arg(
                    "years",
                    years_in_words(site.years.unwrap_or(defaults::YEARS)),
                )
                .at(format!("/site/mtbf_hours/{part}"))
                .build()
        })
        .collect()
}

/// An uploaded price book that is asked for and is not the one in use: the browser and the command line have none. A
/// file of prices may take its place, but does not say which book it is.
pub fn own_book_absent(design: &Design, prices: &PriceBook) -> Option<Finding> {
    let asked = design.price_book.own()?;
    (prices.own() != Some(asked.as_str())).then(|| {
        let given = prices.own().is_some();
        FindingBuilder::warning("price.book_absent")
            .arg("way", if given { "given" } else { "none" })
            .arg("asked", asked)
            .arg("used", prices.version().to_owned())
            .at("/price_book/id")
            .build()
    })
}

/// A month after the newest offers: the newest book is used instead.
pub fn month_ahead(design: &Design, prices: &PriceBook) -> Option<Finding> {
    let asked = design
        .price_book
        .as_of
        .as_deref()
        .and_then(YearMonth::parse)?;
    (asked > prices.as_of()).then(|| {
        FindingBuilder::info("price.month_ahead")
            .arg("asked", asked.to_string())
            .arg("newest", prices.as_of().to_string())
            .at("/price_book/as_of")
            .remove("/price_book/as_of")
            .build()
    })
}
