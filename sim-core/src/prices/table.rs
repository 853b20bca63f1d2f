//! The observations (`prices.json`) and the reviewed table that says which part each of them is about
//! (`price-items.json`), joined into offers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::month::YearMonth;

/// What an observation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    ListPrice,
    StreetPrice,
    UsedPrice,
    RentalHour,
    PowerTypical,
    PowerMax,
    RackPower,
    LeadTime,
    Electricity,
    Colocation,
    Pue,
}

/// How an observation was obtained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PriceQuality {
    /// Read in the source.
    A,
    /// Read in a page or collection that quotes the source.
    B,
    /// Recalled, not read; never mixed with the others.
    R,
}

/// One row of the price table, as published.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Observation {
    pub item: String,
    pub kind: Kind,
    pub value: f64,
    pub unit: String,
    pub currency: String,
    pub as_of_date: String,
    pub source_url: String,
    pub quality: PriceQuality,
    pub notes: String,
}

/// One line of the reviewed table. An item that ends in `*` matches by its beginning; the first match counts.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    pub kind: Kind,
    pub item: String,
    pub notes_contain: Option<String>,
    pub url_contains: Option<String>,
    /// Parts that the observation prices.
    #[serde(default)]
    pub parts: Vec<String>,
    /// Role in a market figure instead of a part's price.
    pub market: Option<MarketRole>,
    /// Reason why the observation is not used.
    pub skip: Option<String>,
    /// The observation is this many-th part of the product.
    pub units: Option<u32>,
    /// The observation is for this many parts together.
    pub per: Option<u32>,
    /// The observation is of another product of the same class.
    #[serde(default)]
    pub class_price: bool,
    /// The kind that it really is.
    pub reads_as: Option<Kind>,
    /// Why this part.
    pub why: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MarketRole {
    /// The figure itself.
    Default,
    /// Only widens the range.
    Range,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Items {
    /// Kinds of rows that no price is made from, with the reason.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "for reviewers; a test reads it")
    )]
    pub kinds_not_used: BTreeMap<String, String>,
    pub items: Vec<Entry>,
}

/// What one source offered on one day: a figure, or a range with its middle.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Offer {
    pub kind: Kind,
    pub item: String,
    pub low: f64,
    pub value: f64,
    pub high: f64,
    pub month: YearMonth,
    pub date: String,
    pub url: Option<String>,
    pub quality: PriceQuality,
    pub class_price: bool,
    pub market: Option<MarketRole>,
    pub notes: String,
    /// Why it counts for the part.
    pub why: String,
}

/// All offers, by part and by market figure.
#[derive(Debug, PartialEq)]
pub(crate) struct Table {
    pub parts: BTreeMap<String, Vec<Offer>>,
    pub market: BTreeMap<Kind, Vec<Offer>>,
    pub newest: YearMonth,
}

#[cfg(not(target_arch = "wasm32"))]
pub(super) const OBSERVATIONS: &str = include_str!("../../catalog/prices.json");
#[cfg(not(target_arch = "wasm32"))]
pub(super) const ITEMS: &str = include_str!("../../catalog/price-items.json");

impl Entry {
    pub fn matches(&self, row: &Observation) -> bool {
        let item = match self.item.strip_suffix('*') {
            Some(start) => row.item.starts_with(start),
            None => row.item == self.item,
        };
        let contains = |text: &str, wanted: &Option<String>| {
            wanted.as_ref().is_none_or(|wanted| text.contains(wanted))
        };
        self.kind == row.kind
            && item
            && contains(&row.notes, &self.notes_contain)
            && contains(&row.source_url, &self.url_contains)
    }
}

/// The item without the word that says which end of a range the row is.
fn base_item(item: &str) -> &str {
    [", low", ", mid", ", high", " low", " high"]
        .iter()
        .find_map(|end| item.strip_suffix(end))
        .unwrap_or(item)
}

/// Middle of sorted values.
pub(super) fn median(sorted: &[f64]) -> Option<f64> {
    let middle = sorted.len() / 2;
    let upper = *sorted.get(middle)?;
    if sorted.len() % 2 == 1 {
        return Some(upper);
    }
    Some(f64::midpoint(*sorted.get(middle - 1)?, upper))
}

/// Rows of one item, day and address are one offer: its ends are the extremes, its value the median.
fn offers(rows: &[Observation], entries: &[Entry]) -> Vec<(usize, Offer)> {
    type Key<'a> = (usize, &'a str, &'a str, &'a str, PriceQuality);
    let mut groups: BTreeMap<Key<'_>, Vec<&Observation>> = BTreeMap::new();
    for row in rows
        .iter()
        .filter(|row| matches!(row.currency.as_str(), "USD" | ""))
    {
        if let Some(index) = entries.iter().position(|entry| entry.matches(row)) {
            let key = (
                index,
                base_item(&row.item),
                row.as_of_date.as_str(),
                row.source_url.as_str(),
                row.quality,
            );
            groups.entry(key).or_default().push(row);
        }
    }
    groups
        .into_iter()
        .filter_map(|((index, item, date, url, quality), rows)| {
            let entry = &entries[index];
            let factor =
                f64::from(entry.units.unwrap_or(1)) / f64::from(entry.per.unwrap_or(1).max(1));
            let mut values: Vec<f64> = rows.iter().map(|row| row.value * factor).collect();
            values.sort_unstable_by(f64::total_cmp);
            let offer = Offer {
                kind: entry.reads_as.unwrap_or(entry.kind),
                item: item.to_owned(),
                low: *values.first()?,
                value: median(&values)?,
                high: *values.last()?,
                month: YearMonth::of_date(date)?,
                date: date.to_owned(),
                url: url.starts_with("http").then(|| url.to_owned()),
                quality,
                class_price: entry.class_price,
                market: entry.market,
                notes: rows.first()?.notes.clone(),
                why: entry.why.clone().unwrap_or_default(),
            };
            Some((index, offer))
        })
        .collect()
}

impl Table {
    /// The embedded tables, joined.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn embedded() -> Self {
        let rows: Vec<Observation> = serde_json::from_str(OBSERVATIONS)
            .expect("embedded files are fixed at build time and read by a test");
        let items: Items = serde_json::from_str(ITEMS)
            .expect("embedded files are fixed at build time and read by a test");
        Self::join(&rows, &items.items)
    }

    /// The offers of rows that an entry is about.
    pub fn join(rows: &[Observation], entries: &[Entry]) -> Self {
        let mut table = Self {
            parts: BTreeMap::new(),
            market: BTreeMap::new(),
            newest: YearMonth::new(1000, 1).expect("a valid month"),
        };
        for (index, offer) in offers(rows, entries) {
            let entry = &entries[index];
            if entry.skip.is_some() {
                continue;
            }
            table.newest = table.newest.max(offer.month);
            if entry.market.is_some() {
                table.market.entry(offer.kind).or_default().push(offer);
            } else {
                for part in &entry.parts {
                    table
                        .parts
                        .entry(part.clone())
                        .or_default()
                        .push(offer.clone());
                }
            }
        }
        table
    }
}
