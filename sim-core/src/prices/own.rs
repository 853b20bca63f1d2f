//! Prices of a user's own over those that were published.

use serde_json::Value;

use super::{Price, PriceBasis, PriceBook, PriceQuality};
use crate::units::Usd;

/// Prices of one's own, under the name that reports give them.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnBook {
    /// What reports call it: `ID@VERSION`, or the name of a file.
    pub label: String,
    /// The prices.
    pub prices: Vec<OwnPrice>,
}

impl OwnBook {
    /// A version of a price book as the service gives it (`GET /api/v1/price-books/{id}`); nothing where the text is
    /// something else. The service has checked the prices when it took them.
    pub fn read(text: &str) -> Option<Self> {
        let answer: Value = serde_json::from_str(text).ok()?;
        let id = answer.get("id")?.as_str()?;
        let version = answer.get("shown_version")?.as_u64()?;
        let prices = answer.get("prices")?.as_array()?;
        Some(Self {
            label: format!("{id}@{version}"),
            prices: prices.iter().map(OwnPrice::read).collect::<Option<_>>()?,
        })
    }
}

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

impl OwnPrice {
    fn read(row: &Value) -> Option<Self> {
        let text = |key: &str| Some(row.get(key)?.as_str()?.to_owned());
        let usd = |key: &str| Usd::from_f64_dollars(row.get(key)?.as_f64()?).map(Usd::rounded);
        Some(Self {
            part_id: text("part_id")?,
            low: usd("low_usd")?,
            default: usd("default_usd")?,
            high: usd("high_usd")?,
            as_of: text("as_of")?,
            source: text("source")?,
            lead_time_weeks: row.get("lead_time_weeks").and_then(Value::as_f64),
            notes: text("notes")?,
        })
    }
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{evaluate_own, templates};

    #[test]
    fn a_book_is_read_as_the_service_gives_it() {
        let row = json!({
            "part_id": "dgx-h100", "low_usd": 1.0, "default_usd": 2.0, "high_usd": 3.5, "as_of": "2026-11",
            "source": "a quotation", "lead_time_weeks": null, "notes": "",
        });
        let text =
            json!({ "id": "b", "name": "n", "shown_version": 3, "prices": [row] }).to_string();
        let book = OwnBook::read(&text).expect("a book");
        assert_eq!(book.label, "b@3");
        assert_eq!(book.prices[0].high.to_f64(), 3.5);
        assert_eq!(book.prices[0].lead_time_weeks, None);
        for other in ["", "{}", r#"{"id":"b","shown_version":3,"prices":[{}]}"#] {
            assert_eq!(OwnBook::read(other), None, "{other}");
        }
        let mut design = templates::find("dgx-h100-1").expect("a template").design;
        design.price_book.id = Some("b".to_owned());
        design.price_book.version = Some(3);
        let report = evaluate_own(&design, Some(&book));
        let line = report
            .bom
            .lines
            .iter()
            .find(|line| line.part_id == "dgx-h100");
        assert_eq!(line.and_then(|line| line.unit_price_usd), Some(2.0));
        assert!(report.price_book_version.ends_with(" + b@3"));
        let absent = |report: &crate::Report| {
            report
                .findings
                .iter()
                .any(|finding| finding.code == "price.book_absent")
        };
        assert!(!absent(&report) && absent(&evaluate_own(&design, None)));
    }
}
