//! Prices for what has to be bought, and their sums. Exact: unit prices are cents, extended prices are products of whole
//! counts, sums are sums of lines.

use podwright_locales::{Language, Texts};

use super::purchase::{Category, Purchase, purchases};
use super::terms::Terms;
use crate::catalog::Catalog;
use crate::cluster::Cluster;
use crate::design::{Design, PriceLevel};
use crate::fabric::Layout;
use crate::prices::PriceBook;
use crate::report::{Bom, BomLine, RackGroup};
use crate::units::Usd;

/// The price of one piece, in cents.
#[derive(Clone, Debug, PartialEq)]
pub struct Quote {
    /// Low end.
    pub low: Usd,
    /// The usual price.
    pub default: Usd,
    /// High end.
    pub high: Usd,
    /// Date of the newest offer; none for a price that was entered.
    pub as_of: Option<String>,
    /// Where it is from; none when the address of the offer is not known.
    pub source: Option<String>,
}

impl Quote {
    /// The price at an end of the range.
    pub fn at(&self, level: PriceLevel) -> Usd {
        match level {
            PriceLevel::Low => self.low,
            PriceLevel::Default => self.default,
            PriceLevel::High => self.high,
        }
    }
}

/// One line with its price.
#[derive(Clone, Debug, PartialEq)]
pub struct PricedLine {
    /// What is bought.
    pub purchase: Purchase,
    /// The price of one; none when unknown.
    pub quote: Option<Quote>,
}

impl PricedLine {
    /// Price of all pieces with spares; none when unknown.
    pub fn extended(&self, level: PriceLevel) -> Option<Usd> {
        let pieces = self.purchase.quantity.saturating_add(self.purchase.spares);
        self.quote.as_ref().map(|quote| quote.at(level) * pieces)
    }
}

/// Everything that has to be bought, with prices.
#[derive(Clone, Debug, PartialEq)]
pub struct PriceList {
    /// In buying order.
    pub lines: Vec<PricedLine>,
    /// The end of the range that the design wants for its totals.
    pub level: PriceLevel,
}

/// Looks up the price of every purchase. A price of the design wins over the book, and zero is a price too.
pub fn price_list(
    design: &Design,
    terms: &Terms,
    catalog: &Catalog,
    cluster: &Cluster,
    layouts: &[Layout],
    racks: &[RackGroup],
    prices: &PriceBook,
) -> PriceList {
    let lines = purchases(design, terms, catalog, cluster, layouts, racks)
        .into_iter()
        .map(|purchase| PricedLine {
            quote: quote(design, prices, &purchase.part_id),
            purchase,
        })
        .collect();
    PriceList {
        lines,
        level: design.price_book.level,
    }
}

fn quote(design: &Design, prices: &PriceBook, part_id: &str) -> Option<Quote> {
    if let Some(entered) = design.price_overrides.get(part_id) {
        if *entered < 0.0 {
            return None;
        }
        let price = Usd::from_f64_dollars(*entered)?.rounded();
        return Some(Quote {
            low: price,
            default: price,
            high: price,
            as_of: None,
            source: Some(Texts::of(Language::English).get("report-bom-entered")),
        });
    }
    prices.price(part_id).map(|price| Quote {
        low: price.low.rounded(),
        default: price.default.rounded(),
        high: price.high.rounded(),
        as_of: Some(price.as_of.clone()),
        source: (!price.source.is_empty()).then(|| price.source.clone()),
    })
}

impl PriceList {
    /// Sum of the priced lines that a test of their sort lets through.
    pub fn total(&self, level: PriceLevel, counts: impl Fn(Category) -> bool) -> Usd {
        self.lines
            .iter()
            .filter(|line| counts(line.purchase.category))
            .filter_map(|line| line.extended(level))
            .sum()
    }

    /// Lines with a price.
    pub fn priced(&self) -> usize {
        self.lines
            .iter()
            .filter(|line| line.quote.is_some())
            .count()
    }

    /// Whether a line of such a sort has no price.
    pub fn incomplete(&self, counts: impl Fn(Category) -> bool) -> bool {
        self.lines
            .iter()
            .any(|line| line.quote.is_none() && counts(line.purchase.category))
    }

    /// Share of lines that have a price, 0 to 1; 1 when nothing has to be bought.
    pub fn coverage(&self) -> f64 {
        if self.lines.is_empty() {
            1.0
        } else {
            self.priced() as f64 / self.lines.len() as f64
        }
    }

    /// The bill of materials of the report.
    pub fn bom(&self) -> Bom {
        let all = |_| true;
        Bom {
            lines: self
                .lines
                .iter()
                .enumerate()
                .map(|(index, line)| self.line(index, line))
                .collect(),
            total_usd: self.total(self.level, all).to_f64(),
            total_low_usd: self.total(PriceLevel::Low, all).to_f64(),
            total_high_usd: self.total(PriceLevel::High, all).to_f64(),
            priced_lines: self.priced() as u64,
        }
    }

    fn line(&self, index: usize, line: &PricedLine) -> BomLine {
        let PricedLine { purchase, quote } = line;
        let unit = |level| quote.as_ref().map(|quote| quote.at(level).to_f64());
        BomLine {
            line: index as u64 + 1,
            part_id: purchase.part_id.clone(),
            category: purchase.category.id().to_owned(),
            description: purchase.description.clone(),
            quantity: purchase.quantity,
            spares: purchase.spares,
            unit_price_usd: unit(self.level),
            price_as_of: quote.as_ref().and_then(|quote| quote.as_of.clone()),
            price_source: quote.as_ref().and_then(|quote| quote.source.clone()),
            extended_usd: line.extended(self.level).map(Usd::to_f64),
            unit_price_low_usd: unit(PriceLevel::Low),
            unit_price_high_usd: unit(PriceLevel::High),
            why: purchase.why.clone(),
        }
    }
}

/// The bill of materials of a design.
pub fn bom(
    design: &Design,
    catalog: &Catalog,
    cluster: &Cluster,
    layouts: &[Layout],
    racks: &[RackGroup],
    prices: &PriceBook,
) -> Bom {
    let terms = Terms::of(&design.site, cluster, prices.market());
    price_list(design, &terms, catalog, cluster, layouts, racks, prices).bom()
}
