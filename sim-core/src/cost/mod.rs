//! What a design is made of, what it draws and what it costs: bill of materials, power, money over the years.
//!
//! Pure arithmetic on counts that `cluster` and `fabric` worked out. Money is decimal throughout; a price that nobody
//! published is unknown, named and left out, never zero. Every figure that the design does not state comes from
//! [`defaults`] or the price book and is listed with its source. This room does not size anything and does not judge.

mod bom;
pub mod defaults;
mod economics;
mod explain;
mod failures;
mod figures;
mod network_parts;
mod power;
mod purchase;
mod refuse;
mod sensitivity;
mod tco;
mod terms;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

pub use bom::{PriceList, PricedLine, Quote, bom, price_list};
pub use economics::{break_even_month, economics};
pub use explain::{
    capex as explain_capex, gpu_hour as explain_gpu_hour, power as explain_power,
    tco as explain_tco,
};
pub use failures::{FAILURE_SORTS, mtbf_of};
pub use figures::Figures;
pub use power::{Draw, Draws, Typical, draws, power, report as power_report};
pub use purchase::{Category, HOST_PART, Purchase, UNKNOWN_CABLE_PART, purchases};
pub use sensitivity::sensitivity;
pub use tco::{Inputs, Totals, cost as cost_report, usd_per_gpu_hour, used_gpu_hours};
pub use terms::{MAX_SPARES_PERCENT, Term, Terms, desk_side, spares_beyond};

use podwright_locales::{Language, Texts, format};

use crate::catalog::Catalog;
use crate::cluster::Cluster;
use crate::design::Design;
use crate::fabric::Layout;
use crate::prices::PriceBook;
use crate::report::{Bom, Cost, Explanation, Power, RackGroup, Summary};

/// Everything that this room says about a design.
#[derive(Clone, Debug, PartialEq)]
pub struct Budget {
    /// Bill of materials.
    pub bom: Bom,
    /// Electrical power.
    pub power: Power,
    /// Money over the years.
    pub cost: Cost,
    /// Headline figures of money.
    pub figures: Figures,
    /// How figures of the summary came about: `capex_usd`, `tco_usd`, `usd_per_gpu_hour`, `it_power_kw` and
    /// `facility_power_kw`.
    pub explain: BTreeMap<String, Explanation>,
}

/// A time of use with its unit: `1 year`, `2.5 years`.
pub fn years_in_words(years: f64) -> String {
    let number = format::trimmed(years, 2);
    let count: u64 = if number == "1" { 1 } else { 2 };
    let args = [("count", count.into()), ("years", number.into())];
    Texts::of(Language::English).with("report-years", &args)
}

/// Works out parts, power and money of a design in one go.
pub fn budget(
    design: &Design,
    catalog: &Catalog,
    cluster: &Cluster,
    layouts: &[Layout],
    racks: &[RackGroup],
    prices: &PriceBook,
) -> Budget {
    let terms = Terms::of(&design.site, cluster, prices.market());
    let list = price_list(design, &terms, catalog, cluster, layouts, racks, prices);
    let draws = draws(&terms, catalog, cluster, layouts, prices);
    let figures = Figures::of(&terms, cluster, &list, &draws);
    let cost = tco::cost(&terms, cluster, &list, &draws, prices);
    let power_explained = explain::power(&terms, cluster, &draws);
    let mut explain: BTreeMap<String, Explanation> = [
        ("capex_usd", explain::capex(&terms, &list, &figures, prices)),
        ("it_power_kw", power_explained.clone()),
        ("facility_power_kw", power_explained),
        ("tco_usd", explain::tco(&cost, &figures)),
        (
            "usd_per_gpu_hour",
            explain::gpu_hour(&terms, cluster, &figures),
        ),
    ]
    .into_iter()
    .map(|(id, explanation)| (id.to_owned(), explanation))
    .collect();
    refuse::qualify(&mut explain, &list, &figures, &cost);
    Budget {
        bom: list.bom(),
        power: power::report(&draws, &terms),
        cost,
        figures,
        explain,
    }
}

impl Budget {
    /// Writes the power and money fields of the summary and leaves the others alone.
    pub fn fill(&self, summary: &mut Summary) {
        self.figures.fill(summary);
        summary.it_power_kw = self.power.it_typical_w / 1e3;
        summary.it_power_max_kw = self.power.it_max_w / 1e3;
        summary.facility_power_kw = self.power.facility_typical_w / 1e3;
    }
}

/// Money over the years of use of a design.
pub fn cost(
    design: &Design,
    catalog: &Catalog,
    cluster: &Cluster,
    layouts: &[Layout],
    racks: &[RackGroup],
    prices: &PriceBook,
) -> Cost {
    budget(design, catalog, cluster, layouts, racks, prices).cost
}
