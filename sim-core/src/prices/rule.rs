//! The rule of the module documentation: from offers to a price.

use super::table::{Kind, Offer, median};
use super::{PartPower, Price, PriceBasis, PriceQuality, YearMonth};
use crate::catalog::Catalog;
use crate::units::{Usd, Watts};

/// An offer is recent for this long.
const RECENT_MONTHS: i32 = 24;
/// Offers this far before the newest one of their rank count with it.
const WINDOW_MONTHS: i32 = 12;
/// Parts at least this old are mostly bought used.
const USED_AFTER_YEARS: u32 = 5;

type Rank = (PriceBasis, bool);

/// The price of a part.
pub(super) fn price(part_id: &str, offers: &[Offer], as_of: YearMonth) -> Option<Price> {
    use PriceBasis::{List, Street, Used};
    let new: [Rank; 4] = [(Street, false), (List, false), (Street, true), (List, true)];
    let used: [Rank; 2] = [(Used, false), (Used, true)];
    let ranks = if hardly_sold_new(part_id, as_of) {
        [used.as_slice(), &new].concat()
    } else {
        [new.as_slice(), &used].concat()
    };
    choose(offers, &ranks, as_of)
}

/// The rent of an accelerator. Providers often leave out the form factor, so offers of the class count alike.
pub(super) fn rental(offers: &[Offer], as_of: YearMonth) -> Option<Price> {
    let alike: Vec<Offer> = offers
        .iter()
        .cloned()
        .map(|offer| Offer {
            class_price: false,
            ..offer
        })
        .collect();
    let price = choose(&alike, &[(PriceBasis::Rental, false)], as_of)?;
    let class_price = offers.iter().all(|offer| offer.class_price);
    Some(Price {
        class_price,
        ..price
    })
}

/// Whether the part, or the accelerator in it, came out long before the month.
fn hardly_sold_new(part_id: &str, as_of: YearMonth) -> bool {
    let catalog = Catalog::builtin();
    let gpu_id = catalog
        .node(part_id)
        .map_or(part_id, |node| node.gpu_id.as_str());
    catalog
        .gpu(gpu_id)
        .is_some_and(|gpu| gpu.year + USED_AFTER_YEARS <= u32::from(as_of.year()))
}

fn choose(offers: &[Offer], ranks: &[Rank], as_of: YearMonth) -> Option<Price> {
    let known = |recalled: bool| -> Vec<&Offer> {
        offers
            .iter()
            .filter(|o| o.month <= as_of && (o.quality == PriceQuality::R) == recalled)
            .collect()
    };
    from_ranks(&known(false), ranks, as_of).or_else(|| from_ranks(&known(true), ranks, as_of))
}

fn from_ranks(offers: &[&Offer], ranks: &[Rank], as_of: YearMonth) -> Option<Price> {
    // Each rank that has offers, with the month of its newest.
    let filled: Vec<(Rank, YearMonth)> = ranks
        .iter()
        .filter_map(|&rank| {
            let months = offers.iter().filter(|o| is(o, rank)).map(|o| o.month);
            months.max().map(|newest| (rank, newest))
        })
        .collect();
    let recent = filled
        .iter()
        .find(|(_, newest)| as_of.months_since(*newest) < RECENT_MONTHS);
    // `rev` so that the earlier rank wins among equally old ones.
    let (rank, newest) = *recent.or_else(|| filled.iter().rev().max_by_key(|(_, month)| *month))?;
    let window: Vec<&Offer> = offers
        .iter()
        .copied()
        .filter(|o| is(o, rank) && newest.months_since(o.month) < WINDOW_MONTHS)
        .collect();
    summarise(&latest_readings(&window), rank)
}

/// A page that was read several times is one offer, the newest.
fn latest_readings<'a>(window: &[&'a Offer]) -> Vec<&'a Offer> {
    let same_page = |a: &Offer, b: &Offer| {
        a.item == b.item
            && match (&a.url, &b.url) {
                (Some(a), Some(b)) => original(a) == original(b),
                _ => false,
            }
    };
    window
        .iter()
        .copied()
        .filter(|offer| {
            !window
                .iter()
                .any(|other| other.month > offer.month && same_page(offer, other))
        })
        .collect()
}

fn is(offer: &Offer, (basis, class_price): Rank) -> bool {
    PriceBasis::of(offer.kind) == Some(basis) && offer.class_price == class_price
}

/// The median of the offers with an address (of all, if none has one), and the extremes of all.
fn summarise(window: &[&Offer], (basis, class_price): Rank) -> Option<Price> {
    let addressed: Vec<&Offer> = window.iter().copied().filter(|o| o.url.is_some()).collect();
    let counted = if addressed.is_empty() {
        window
    } else {
        &addressed
    };
    let mut values: Vec<f64> = counted.iter().map(|o| o.value).collect();
    values.sort_unstable_by(f64::total_cmp);
    let default = median(&values)?;
    let low = window.iter().map(|o| o.low).fold(f64::INFINITY, f64::min);
    let high = window.iter().map(|o| o.high).fold(0.0, f64::max);
    let newest = window.iter().max_by_key(|o| o.month)?;
    let nearest = counted.iter().min_by(|a, b| {
        let distance = |o: &Offer| (o.value - default).abs();
        distance(a)
            .total_cmp(&distance(b))
            .then(b.month.cmp(&a.month))
    })?;
    Some(Price {
        low: Usd::from_f64_dollars(low)?,
        default: Usd::from_f64_dollars(default)?,
        high: Usd::from_f64_dollars(high)?,
        currency: "USD".to_owned(),
        as_of: newest.date.clone(),
        source: site(nearest.url.as_deref()),
        url: nearest.url.clone(),
        item: nearest.item.clone(),
        notes: nearest.notes.clone(),
        why: nearest.why.clone(),
        quality: window.iter().map(|o| o.quality).max()?,
        basis,
        class_price,
        offers: window.len(),
    })
}

/// The newest time from order to delivery, weeks.
pub(super) fn lead_time_weeks(offers: &[Offer], as_of: YearMonth) -> Option<f64> {
    offers
        .iter()
        .filter(|o| o.kind == Kind::LeadTime && o.month <= as_of)
        .max_by_key(|o| o.month)
        .map(|o| o.value)
}

/// The newest typical and maximum power.
pub(super) fn power(offers: &[Offer], as_of: YearMonth) -> Option<PartPower> {
    let newest = |kind: Kind| {
        offers
            .iter()
            .filter(|o| o.kind == kind && o.month <= as_of)
            // A reading beats a recollection, then the newer one wins.
            .max_by_key(|o| (o.quality != PriceQuality::R, o.month))
    };
    let typical = newest(Kind::PowerTypical);
    let max = newest(Kind::PowerMax);
    let shown = typical.or(max)?;
    let mut notes: Vec<&str> = [typical, max]
        .into_iter()
        .flatten()
        .map(|o| o.notes.as_str())
        .filter(|notes| !notes.is_empty())
        .collect();
    notes.dedup();
    Some(PartPower {
        typical_w: typical.map(|o| Watts::from_w(o.value)),
        max_w: max.map(|o| Watts::from_w(o.value)),
        source: site(shown.url.as_deref()),
        url: shown.url.clone(),
        as_of: shown.date.clone(),
        notes: notes.join("; "),
        quality: [typical, max]
            .into_iter()
            .flatten()
            .map(|o| o.quality)
            .max()?,
    })
}

/// The site of an address; of an archived page, the site that was archived.
pub(super) fn site(url: Option<&str>) -> String {
    let Some(url) = url else {
        return String::new();
    };
    original(url)
        .trim_start_matches("https://")
        .trim_start_matches("http://")
        .split('/')
        .next()
        .unwrap_or_default()
        .trim_start_matches("www.")
        .to_owned()
}

/// The address of the page itself where this is one of an archived copy.
fn original(url: &str) -> &str {
    url.strip_prefix("https://web.archive.org/")
        .and_then(|rest| rest.find("http").map(|at| &rest[at..]))
        .unwrap_or(url)
}
