//! Prices of a user's own over those that were published.

use super::{Price, PriceBasis, PriceBook, PriceQuality};
use crate::units::Usd;

/// A price of one's own: a quotation, a contract.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnPrice {
    /// The part.
    pub part_id: String,
    /// Low end, US dollars.
    pub low: Usd,
    /// The usual price, US dollars.
    pub default: Usd,
    /// High end, US dollars.
    pub high: Usd,
    /// Its date: a year, a month or a day.
    pub as_of: String,
    /// Where it is from.
    pub source: String,
    /// Weeks from order to delivery, if known.
    pub lead_time_weeks: Option<f64>,
    /// Remarks.
    pub notes: String,
}

impl PriceBook {
    /// This book with prices of one's own in place of the published ones of the same parts. The label says which
    /// book they are of, and stands in the version.
    #[must_use]
    pub fn with_own(mut self, label: &str, prices: &[OwnPrice]) -> Self {
        for own in prices {
            let price = Price {
                low: own.low,
                default: own.default,
                high: own.high,
                currency: "USD".to_owned(),
                as_of: own.as_of.clone(),
                source: own.source.clone(),
                url: None,
                item: own.part_id.clone(),
                notes: own.notes.clone(),
                why: String::new(),
                quality: PriceQuality::A,
                basis: PriceBasis::Street,
                class_price: false,
                offers: 1,
            };
            self.prices.insert(own.part_id.clone(), price);
            if let Some(weeks) = own.lead_time_weeks {
                self.lead_times.insert(own.part_id.clone(), weeks);
            }
        }
        self.version = format!("{} + {label}", self.version);
        self.own = Some(label.to_owned());
        self
    }

    /// Which book of one's own is in it.
    pub fn own(&self) -> Option<&str> {
        self.own.as_deref()
    }
}
