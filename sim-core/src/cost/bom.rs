//! Prices for what has to be bought, and their sums. Exact: unit prices are cents, extended prices are products of whole
//! counts, sums are sums of lines.

use podwright_locales::{Language, Texts, format};

use super::defaults;
use super::purchase::{Category, Purchase, purchases};
use super::tco::{dollars, product as share_of};
use super::terms::Terms;
use super::years_in_words;
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
    /// Whether it is of another product of the same class.
    pub class_price: bool,
    /// Address of the offer; none when not known.
    pub url: Option<String>,
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
    /// Weeks from order to delivery; none when nobody published them.
    pub lead_time_weeks: Option<f64>,
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

const LEVELS: [PriceLevel; 3] = [PriceLevel::Low, PriceLevel::Default, PriceLevel::High];

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
            lead_time_weeks: prices.lead_time_weeks(&purchase.part_id),
            purchase,
        })
        .collect();
    let mut list = PriceList {
        lines,
        level: design.price_book.level,
    };
    list.services(terms, cluster.gpus());
    list
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
            class_price: false,
            url: None,
        });
    }
    prices.price(part_id).map(|price| Quote {
        low: price.low.rounded(),
        default: price.default.rounded(),
        high: price.high.rounded(),
        as_of: Some(price.as_of.clone()),
        source: (!price.source.is_empty()).then(|| price.source.clone()),
        class_price: price.class_price,
        url: price.url.clone(),
    })
}

impl PriceList {
    /// Adds what is paid besides the parts, at the rates of the design. A share of the parts has no price while their
    /// sum is unknown.
    fn services(&mut self, terms: &Terms, gpus: u64) {
        let texts = Texts::of(Language::English);
        let years = years_in_words(terms.years.value);
        if !self.lines.is_empty() {
            let known = self.known();
            let parts = LEVELS.map(|level| self.total(level, |sort| !sort.is_service()));
            let share = |of: [Usd; 3], percent: f64, years: f64| {
                of.map(|usd| share_of(usd, percent / 100.0 * years))
            };
            let mut capex = parts;
            if let Some(percent) = terms.installation_percent {
                let prices = share(parts, percent, 1.0);
                capex = [0, 1, 2].map(|end| parts[end] + prices[end]);
                let why = texts.with(
                    "report-cost-why-installation",
                    &[("percent", format::percent(percent / 100.0).into())],
                );
                self.service(Category::Installation, 1, known.then_some(prices), why);
            }
            if let Some(percent) = terms.support_percent_per_year {
                let why = texts.with(
                    "report-cost-why-support",
                    &[
                        ("percent", format::percent(percent / 100.0).into()),
                        ("years", years.as_str().into()),
                    ],
                );
                let prices = share(capex, percent, terms.years.value);
                self.service(Category::Support, 1, known.then_some(prices), why);
            }
        }
        if let Some(rate) = terms.licence_usd_per_gpu_year {
            let price = dollars(rate * terms.years.value).rounded();
            let why = texts.with(
                "report-cost-why-licences",
                &[
                    ("gpus", format::count(gpus).into()),
                    ("rate", format::trimmed(rate, 2).into()),
                    ("years", years.as_str().into()),
                ],
            );
            self.service(Category::Licence, gpus, Some([price; 3]), why);
        }
    }

    fn service(
        &mut self,
        category: Category,
        quantity: u64,
        prices: Option<[Usd; 3]>,
        why: String,
    ) {
        let texts = Texts::of(Language::English);
        self.lines.push(PricedLine {
            purchase: Purchase {
                part_id: category.id().to_owned(),
                category,
                description: texts.get(&format!("report-bom-{}", category.id())),
                quantity,
                spares: 0,
                why,
            },
            quote: prices.map(|[low, default, high]| Quote {
                low,
                default,
                high,
                as_of: None,
                source: Some(defaults::DESIGN.to_owned()),
                class_price: false,
                url: None,
            }),
            lead_time_weeks: None,
        });
    }

    /// Whether the sum of all parts says anything: one of them has a price that is no empty rack, and no node or card lacks
    /// one. Those are most of the money, so that a sum without them would be a wrong figure and no lower bound worth the name.
    pub fn known(&self) -> bool {
        let counts = |category: Category| !category.is_service() && category != Category::Rack;
        let priced = |line: &PricedLine| line.quote.is_some() && counts(line.purchase.category);
        self.lines.iter().any(priced) && self.unpriced_machine().is_none()
    }

    /// The first node or card without a price.
    pub fn unpriced_machine(&self) -> Option<&Purchase> {
        let machine = |category| matches!(category, Category::Node | Category::Gpu);
        self.lines
            .iter()
            .find(|line| line.quote.is_none() && machine(line.purchase.category))
            .map(|line| &line.purchase)
    }

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

    /// Share of lines that have a price, 0 to 1; 0 when there are none.
    pub fn coverage(&self) -> f64 {
        if self.lines.is_empty() {
            0.0
        } else {
            self.priced() as f64 / self.lines.len() as f64
        }
    }

    /// Money that rests on prices of other products of the same class.
    fn class_priced(&self) -> Usd {
        self.lines
            .iter()
            .filter(|line| line.quote.as_ref().is_some_and(|quote| quote.class_price))
            .filter_map(|line| line.extended(self.level))
            .sum()
    }

    /// The bill of materials of the report.
    pub fn bom(&self) -> Bom {
        let total = |level| Some(self.total(level, |_| true).to_f64());
        Bom {
            errors: Vec::new(),
            lines: self
                .lines
                .iter()
                .enumerate()
                .map(|(index, line)| self.line(index, line))
                .collect(),
            total_usd: total(self.level),
            total_low_usd: total(PriceLevel::Low),
            total_high_usd: total(PriceLevel::High),
            priced_lines: self.priced() as u64,
            priced_money_share: (self.priced() == self.lines.len() && !self.lines.is_empty())
                .then_some(1.0),
            class_priced_usd: self.class_priced().to_f64(),
        }
    }

    fn line(&self, index: usize, line: &PricedLine) -> BomLine {
        let PricedLine {
            purchase,
            quote,
            lead_time_weeks,
        } = line;
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
            lead_time_weeks: *lead_time_weeks,
            class_price: quote.as_ref().is_some_and(|quote| quote.class_price),
            price_url: quote.as_ref().and_then(|quote| quote.url.clone()),
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
