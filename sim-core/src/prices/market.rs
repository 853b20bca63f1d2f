//! Prices around a cluster: energy, floor space, and the cooling overhead of the hall.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::rule::site;
use super::table::{Kind, MarketRole, Offer};
use super::{PriceQuality, YearMonth};

/// A market figure with its range; the unit is in the name of the field that holds it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rate {
    /// Lowest figure seen.
    pub low: f64,
    /// The newest figure of the leading series.
    pub default: f64,
    /// Highest figure seen.
    pub high: f64,
    /// Date of the default, as published.
    pub as_of: String,
    /// What the default is.
    pub item: String,
    /// Site of the default; empty if its address is not known.
    pub source: String,
    /// Address of the default, if known.
    pub url: Option<String>,
    /// Quality of the default.
    pub quality: PriceQuality,
    /// Remarks on the default.
    pub notes: String,
}

/// What a site has to reckon with; `None` = nothing was published up to the month of the book.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Market {
    /// Energy, US dollars per kWh: US industry on average; range over states and commercial users.
    pub electricity_usd_per_kwh: Option<Rate>,
    /// Floor space, US dollars per kW and month.
    pub colocation_usd_per_kw_month: Option<Rate>,
    /// Facility over IT power: survey average; range down to the best fleets.
    pub pue: Option<Rate>,
}

pub(super) fn of_offers(offers: &BTreeMap<Kind, Vec<Offer>>, as_of: YearMonth) -> Market {
    let rate_of = |kind| rate(offers.get(&kind)?, as_of);
    Market {
        electricity_usd_per_kwh: rate_of(Kind::Electricity),
        colocation_usd_per_kw_month: rate_of(Kind::Colocation),
        pue: rate_of(Kind::Pue),
    }
}

/// The default is the newest figure of the leading series, one with an address if there is any. The range spans that
/// series over the year before its newest figure, and the newest figure of every other item.
fn rate(offers: &[Offer], as_of: YearMonth) -> Option<Rate> {
    let known = || offers.iter().filter(|o| o.month <= as_of);
    let leading = || known().filter(|o| o.market == Some(MarketRole::Default));
    let default = leading().max_by_key(|o| (o.url.is_some(), o.month))?;
    let newest = leading().map(|o| o.month).max()?;
    let mut others: BTreeMap<&str, &Offer> = BTreeMap::new();
    for offer in known().filter(|o| o.market == Some(MarketRole::Range)) {
        let latest = others.entry(offer.item.as_str()).or_insert(offer);
        if offer.month > latest.month {
            *latest = offer;
        }
    }
    let spread = || {
        leading()
            .filter(|o| newest.months_since(o.month) < 12)
            .chain(others.values().copied())
            .chain([default])
    };
    Some(Rate {
        low: spread().map(|o| o.low).fold(f64::INFINITY, f64::min),
        default: default.value,
        high: spread().map(|o| o.high).fold(0.0, f64::max),
        as_of: default.date.clone(),
        item: default.item.clone(),
        source: site(default.url.as_deref()),
        url: default.url.clone(),
        quality: default.quality,
        notes: default.notes.clone(),
    })
}
