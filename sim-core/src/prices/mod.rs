//! What parts cost: published offers, each with its date and address, and one stated rule that makes a price of them.
//!
//! **The rule.** For a part and a month `as_of` (default: the newest month of the table):
//! 1. Offers in US dollars dated up to `as_of` count. Recalled figures (quality R) count only where nothing was read.
//! 2. Offers are ranked: street price, list price, street and list price of the part's class, used price, used price of
//!    the class. For parts with accelerators that came out five or more calendar years before `as_of`, used prices
//!    come first: such parts are hardly sold new.
//! 3. The first rank with an offer in the 24 months up to `as_of` is taken; without any, the rank with the newest offer.
//! 4. Of that rank, the offers of the twelve months up to its newest one make the price: the default is the median of
//!    their values, low and high are the extremes. A page that was read several times is one offer, the newest. Offers
//!    whose address is not known set the default only where no other offer is left.
//!
//! Rent per hour follows the same steps with a single rank.
//!
//! A part without offers has no price: `None`, never 0. Prices are snapshots of a market, meant to be overwritten.

mod market;
mod month;
mod own;
mod rule;
mod table;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::data::Data;
use crate::units::{Usd, Watts};

pub use market::{Market, Rate};
pub use month::YearMonth;
pub use own::{OwnBook, OwnPrice};
pub use table::PriceQuality;

pub(crate) use table::{Items, Observation, Table};

use table::Kind;

/// Sort of price that the rule settled on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PriceBasis {
    /// What sellers asked.
    Street,
    /// What the maker published.
    List,
    /// Second hand.
    Used,
    /// Rent of one accelerator for an hour.
    Rental,
}

/// The price of one part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Price {
    /// Cheapest offer counted.
    pub low: Usd,
    /// The usual price.
    pub default: Usd,
    /// Dearest offer counted.
    pub high: Usd,
    /// Always `USD`.
    pub currency: String,
    /// Date of the newest offer counted, as published: `2024-10-03`, `2026-Q1`, `2025` …
    pub as_of: String,
    /// Site of the offer nearest to the default; empty if its address is not known.
    pub source: String,
    /// Address of that offer, if known.
    pub url: Option<String>,
    /// What that offer calls the part.
    pub item: String,
    /// Remarks on that offer.
    pub notes: String,
    /// Why that offer counts for this part.
    pub why: String,
    /// The weakest quality among the offers counted.
    pub quality: PriceQuality,
    /// Sort of price.
    pub basis: PriceBasis,
    /// Whether the offers are of other products of the same class.
    pub class_price: bool,
    /// Offers counted.
    pub offers: usize,
}

/// Power of a part that a published table states besides the catalogue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PartPower {
    /// Typical draw; `None` = not stated.
    pub typical_w: Option<Watts>,
    /// Largest draw; `None` = not stated.
    pub max_w: Option<Watts>,
    /// Site of the figure (of the typical one, if both are stated); empty if its address is not known.
    pub source: String,
    /// Address, if known.
    pub url: Option<String>,
    /// Date as published.
    pub as_of: String,
    /// What the figures include.
    pub notes: String,
    /// The weaker quality of the two.
    pub quality: PriceQuality,
}

/// Prices as they were known in one month.
#[derive(Clone, Debug, PartialEq)]
pub struct PriceBook {
    as_of: YearMonth,
    version: String,
    prices: BTreeMap<String, Price>,
    rentals: BTreeMap<String, Price>,
    power: BTreeMap<String, PartPower>,
    lead_times: BTreeMap<String, f64>,
    market: Market,
    own: Option<String>,
}

impl PriceBook {
    /// The book that ships with the program, as of a month; `None` = the newest. A month after the newest one of the
    /// table gives the newest.
    ///
    /// # Panics
    /// In the browser before the data is loaded ([`crate::data::load`]).
    pub fn builtin(as_of: Option<YearMonth>) -> Self {
        Self::of_table(&Data::current().prices, as_of)
    }

    fn of_table(table: &Table, as_of: Option<YearMonth>) -> Self {
        let as_of = as_of.map_or(table.newest, |month| month.min(table.newest));
        let mut book = Self {
            as_of,
            version: table.newest.to_string(),
            prices: BTreeMap::new(),
            rentals: BTreeMap::new(),
            power: BTreeMap::new(),
            lead_times: BTreeMap::new(),
            market: market::of_offers(&table.market, as_of),
            own: None,
        };
        for (part, offers) in &table.parts {
            if let Some(price) = rule::price(part, offers, as_of) {
                book.prices.insert(part.clone(), price);
            }
            if let Some(rental) = rule::rental(offers, as_of) {
                book.rentals.insert(part.clone(), rental);
            }
            if let Some(power) = rule::power(offers, as_of) {
                book.power.insert(part.clone(), power);
            }
            if let Some(weeks) = rule::lead_time_weeks(offers, as_of) {
                book.lead_times.insert(part.clone(), weeks);
            }
        }
        book
    }

    /// Price of one piece of a part; `None` = nobody published one up to the month of the book.
    pub fn price(&self, part_id: &str) -> Option<&Price> {
        self.prices.get(part_id)
    }

    /// Every part that has a price, in the order of ids.
    pub fn prices(&self) -> impl Iterator<Item = (&str, &Price)> {
        self.prices.iter().map(|(id, price)| (id.as_str(), price))
    }

    /// Rent of one accelerator for an hour, for comparison with owning it.
    pub fn rental(&self, gpu_id: &str) -> Option<&Price> {
        self.rentals.get(gpu_id)
    }

    /// Power that the price table states for a part, for where the catalogue has none.
    pub fn power(&self, part_id: &str) -> Option<&PartPower> {
        self.power.get(part_id)
    }

    /// Weeks from order to delivery as published; `None` = nobody did.
    pub fn lead_time_weeks(&self, part_id: &str) -> Option<f64> {
        self.lead_times.get(part_id).copied()
    }

    /// Energy, floor space and cooling overhead on the market.
    pub const fn market(&self) -> &Market {
        &self.market
    }

    /// The month up to which offers count.
    pub const fn as_of(&self) -> YearMonth {
        self.as_of
    }

    /// Month of the newest offer in the table, whatever the book's month: `YYYY-MM`.
    pub fn version(&self) -> &str {
        &self.version
    }
}

impl PriceBasis {
    const fn of(kind: Kind) -> Option<Self> {
        match kind {
            Kind::StreetPrice => Some(Self::Street),
            Kind::ListPrice => Some(Self::List),
            Kind::UsedPrice => Some(Self::Used),
            Kind::RentalHour => Some(Self::Rental),
            _ => None,
        }
    }
}
