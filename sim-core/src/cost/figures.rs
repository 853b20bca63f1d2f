//! The headline figures that come from money.

use super::bom::PriceList;
use super::power::Draws;
use super::tco::{Inputs, Totals, usd_per_gpu_hour, used_gpu_hours};
use super::terms::Terms;
use crate::cluster::Cluster;
use crate::design::PriceLevel;
use crate::report::Summary;
use crate::units::Usd;

/// Totals at the chosen level and at both ends of the price book.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// Parts and installation, and everything over the years, at the level that the design wants.
    pub totals: Option<Totals>,
    /// The same at the low end.
    pub low: Option<Totals>,
    /// The same at the high end.
    pub high: Option<Totals>,
    /// Hours of all GPUs that are used.
    pub gpu_hours: f64,
    /// Share of lines that have a price, 0 to 1.
    pub price_coverage: f64,
}

impl Figures {
    /// The figures of a design; totals are none while the sum of the parts is unknown ([`PriceList::known`]).
    pub fn of(terms: &Terms, cluster: &Cluster, list: &PriceList, draws: &Draws) -> Self {
        let known = list.known();
        let at =
            |level| known.then(|| Inputs::of(list, draws, terms, cluster.gpus(), level).totals());
        Self {
            totals: at(list.level),
            low: at(PriceLevel::Low),
            high: at(PriceLevel::High),
            gpu_hours: used_gpu_hours(cluster.gpus(), terms),
            price_coverage: list.coverage(),
        }
    }

    /// Writes the money fields of the summary and leaves the others alone.
    pub fn fill(&self, summary: &mut Summary) {
        let capex = |totals: Option<Totals>| totals.map(|totals| totals.capex.to_f64());
        let hour =
            |totals: Option<Totals>| usd_per_gpu_hour(totals?.tco, self.gpu_hours).map(Usd::to_f64);
        summary.capex_usd = capex(self.totals);
        summary.capex_low_usd = capex(self.low);
        summary.capex_high_usd = capex(self.high);
        summary.tco_usd = self.totals.map(|totals| totals.tco.to_f64());
        summary.usd_per_gpu_hour = hour(self.totals);
        summary.usd_per_gpu_hour_low = hour(self.low);
        summary.usd_per_gpu_hour_high = hour(self.high);
        summary.price_coverage = libm::round(self.price_coverage * 1e4) / 1e4;
    }
}
