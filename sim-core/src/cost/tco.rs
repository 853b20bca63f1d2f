//! Money over the years of use: what is bought, energy, hall, support, staff, licences.
//!
//! No interest, no residual value of the parts, no taxes, and no lost work: those are other questions. A hall of one's
//! own outlives the parts, so the years bear what is written off of it in even parts. Each item is rounded to cents, and
//! the total is the sum of the items.

use podwright_locales::{Language, Texts, format};

use super::bom::PriceList;
use super::defaults::HOURS_PER_YEAR;
use super::power::{Draws, energy_kwh_per_year};
use super::purchase::Category;
use super::sensitivity::sensitivity;
use super::terms::Terms;
use super::years_in_words;
use crate::cluster::Cluster;
use crate::design::PriceLevel;
use crate::prices::{Price, PriceBook};
use crate::report::{Cost, CostItem, CostYear};
use crate::units::Usd;

/// Everything that the total is computed from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inputs {
    /// Nodes or their parts, adapters, racks.
    pub compute: Usd,
    /// Switches, optics and cables.
    pub network: Usd,
    /// Installation, per cent of both.
    pub installation_percent: f64,
    /// Average IT power, W.
    pub it_typical_w: f64,
    /// Maximum IT power, W: what a hall is rented for.
    pub it_max_w: f64,
    /// Facility over IT power.
    pub pue: f64,
    /// Price of energy, US dollars per kWh.
    pub electricity_usd_per_kwh: f64,
    /// Rent of the hall, US dollars per kW and month.
    pub colocation_usd_per_kw_month: f64,
    /// Price of an own hall, US dollars per kW of maximum IT power.
    pub hall_usd_per_kw: f64,
    /// Years over which it is written off.
    pub hall_years: f64,
    /// Support, per cent of the capital cost and year.
    pub support_percent_per_year: f64,
    /// Staff, US dollars per year.
    pub staff_usd_per_year: f64,
    /// Licences, US dollars per year.
    pub licences_usd_per_year: f64,
    /// Years of use; parts of a year count in proportion.
    pub years: f64,
}

/// What a design costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Totals {
    /// Installation.
    pub installation: Usd,
    /// Parts and installation.
    pub capex: Usd,
    /// Energy over the years.
    pub energy: Usd,
    /// Rent of the hall over the years.
    pub colocation: Usd,
    /// What is written off of an own hall over the years.
    pub hall: Usd,
    /// Support over the years.
    pub support: Usd,
    /// Staff over the years.
    pub staff: Usd,
    /// Licences over the years.
    pub licences: Usd,
    /// All of it.
    pub tco: Usd,
}

impl Inputs {
    /// The inputs of a design with prices at an end of their range.
    pub fn of(
        list: &PriceList,
        draws: &Draws,
        terms: &Terms,
        gpus: u64,
        level: PriceLevel,
    ) -> Self {
        Self {
            compute: list.total(level, is_compute),
            network: list.total(level, Category::is_network),
            installation_percent: terms.installation_percent.unwrap_or(0.0),
            it_typical_w: draws.it_typical_w(1.0),
            it_max_w: draws.it_max_w(),
            pue: terms.pue.value,
            electricity_usd_per_kwh: terms.electricity_usd_per_kwh.value,
            colocation_usd_per_kw_month: terms.colocation_usd_per_kw_month.unwrap_or(0.0),
            hall_usd_per_kw: terms.hall_usd_per_kw.unwrap_or(0.0),
            hall_years: terms.hall_years.value,
            support_percent_per_year: terms.support_percent_per_year.unwrap_or(0.0),
            staff_usd_per_year: terms.staff_usd_per_year.unwrap_or(0.0),
            licences_usd_per_year: terms.licence_usd_per_gpu_year.unwrap_or(0.0) * gpus as f64,
            years: terms.years.value,
        }
    }

    /// The totals after the whole time of use.
    pub fn totals(&self) -> Totals {
        self.totals_after(self.years)
    }

    /// The totals after so many years.
    pub fn totals_after(&self, years: f64) -> Totals {
        let parts = self.compute + self.network;
        let installation = product(parts, self.installation_percent / 100.0);
        let capex = parts + installation;
        let kwh = energy_kwh_per_year(self.it_typical_w, self.pue) * years;
        let energy = product(dollars(self.electricity_usd_per_kwh), kwh);
        let colocation = product(
            dollars(self.colocation_usd_per_kw_month),
            self.it_max_w / 1e3 * 12.0 * years,
        );
        let hall = product(
            dollars(self.hall_usd_per_kw),
            self.it_max_w / 1e3 * written_off(self.hall_years, years),
        );
        let support = product(capex, self.support_percent_per_year / 100.0 * years);
        let staff = product(dollars(self.staff_usd_per_year), years);
        let licences = product(dollars(self.licences_usd_per_year), years);
        Totals {
            installation,
            capex,
            energy,
            colocation,
            hall,
            support,
            staff,
            licences,
            tco: capex + energy + colocation + hall + support + staff + licences,
        }
    }
}

/// Share of a hall that is written off after so many years, in even parts over its life and no more than all.
pub(super) fn written_off(life: f64, years: f64) -> f64 {
    (years / life).min(1.0)
}

/// Nodes, adapters, racks: what is neither network nor service.
fn is_compute(category: Category) -> bool {
    !category.is_network() && !category.is_service()
}

/// A price as money; what no document may hold (infinite, undefined) stops at the largest amount.
pub(super) fn dollars(price: f64) -> Usd {
    Usd::from_f64_dollars(price).unwrap_or_else(largest)
}

/// An amount times a factor, in cents; beyond the range it stops at the largest amount instead of wrapping.
pub(super) fn product(amount: Usd, factor: f64) -> Usd {
    amount.scaled(factor).unwrap_or_else(largest).rounded()
}

fn largest() -> Usd {
    Usd::from_dollars(i64::MAX) * u64::MAX
}

/// Hours of all GPUs that are used.
pub fn used_gpu_hours(gpus: u64, terms: &Terms) -> f64 {
    gpus as f64 * terms.years.value * HOURS_PER_YEAR * terms.utilization.value
}

/// Cost of one GPU for an hour that is used; none without such hours.
pub fn usd_per_gpu_hour(tco: Usd, gpu_hours: f64) -> Option<Usd> {
    if gpu_hours > 0.0 {
        tco.scaled(1.0 / gpu_hours).map(Usd::rounded)
    } else {
        None
    }
}

/// The cost section of the report. Capital cost and all that includes it are unknown while nothing has a price, or a node
/// or card has none.
pub fn cost(
    terms: &Terms,
    cluster: &Cluster,
    list: &PriceList,
    draws: &Draws,
    prices: &PriceBook,
) -> Cost {
    let gpus = cluster.gpus();
    let inputs = Inputs::of(list, draws, terms, gpus, list.level);
    let totals = inputs.totals();
    let known = list.known();
    let rent = market(cluster, prices);
    let hours = used_gpu_hours(cluster.gpus(), terms);
    Cost {
        years: terms.years.value,
        items: items(terms, list, draws, gpus, &inputs),
        by_year: by_year(&inputs),
        capex_usd: known.then(|| totals.capex.to_f64()),
        tco_usd: known.then(|| totals.tco.to_f64()),
        usd_per_gpu_hour: usd_per_gpu_hour(totals.tco, hours)
            .filter(|_| known)
            .map(Usd::to_f64),
        market_usd_per_gpu_hour: rent.map(|rent| rent.default.to_f64()),
        market_low_usd_per_gpu_hour: rent.map(|rent| rent.low.to_f64()),
        market_high_usd_per_gpu_hour: rent.map(|rent| rent.high.to_f64()),
        market_as_of: rent.map(|rent| rent.as_of.clone()),
        market_source: rent
            .map(|rent| rent.source.clone())
            .filter(|site| !site.is_empty()),
        network_share: network_share(list, &inputs, &totals).filter(|_| known),
        sensitivity: if known {
            sensitivity(terms, list, draws, gpus, prices.market())
        } else {
            Vec::new()
        },
        terms: terms.explained(),
    }
}

/// Rent of the same GPU; none when the pools hold different ones.
fn market<'a>(cluster: &Cluster, prices: &'a PriceBook) -> Option<&'a Price> {
    let gpu = &cluster.pools.first()?.node.gpu.id;
    let same = cluster.pools.iter().all(|pool| pool.node.gpu.id == *gpu);
    prices.rental(gpu).filter(|_| same)
}

/// Switches, optics and cables over the capital cost; none while either is unknown as a whole.
fn network_share(list: &PriceList, inputs: &Inputs, totals: &Totals) -> Option<f64> {
    let mut network = list
        .lines
        .iter()
        .filter(|line| line.purchase.category.is_network())
        .peekable();
    let none_priced = network.peek().is_some() && network.all(|line| line.quote.is_none());
    if none_priced || totals.capex <= Usd::ZERO {
        return None;
    }
    let share = inputs.network.to_f64() / totals.capex.to_f64();
    Some(libm::round(share * 1e4) / 1e4)
}

fn items(
    terms: &Terms,
    list: &PriceList,
    draws: &Draws,
    gpus: u64,
    inputs: &Inputs,
) -> Vec<CostItem> {
    let low_inputs = Inputs::of(list, draws, terms, gpus, PriceLevel::Low);
    let high_inputs = Inputs::of(list, draws, terms, gpus, PriceLevel::High);
    let ends = (low_inputs.totals(), inputs.totals(), high_inputs.totals());
    let texts = Texts::of(Language::English);
    let years = years_in_words(inputs.years);
    let no_compute = list.incomplete(is_compute);
    let no_network = list.incomplete(Category::is_network);
    let no_power = draws
        .parts
        .iter()
        .any(|draw| draw.typical_w(1.0).or(draw.max_w).is_none());
    let item =
        |kind: &str, low: Usd, usd: Usd, high: Usd, why: String, incomplete: bool| CostItem {
            kind: kind.to_owned(),
            low_usd: low.to_f64(),
            usd: usd.to_f64(),
            high_usd: high.to_f64(),
            why,
            incomplete,
        };
    let lines = |network: bool| {
        let of_kind = || {
            list.lines.iter().filter(move |line| {
                let category = line.purchase.category;
                if network {
                    category.is_network()
                } else {
                    is_compute(category)
                }
            })
        };
        texts.with(
            "report-cost-why-lines",
            &[
                (
                    "priced",
                    format::count(of_kind().filter(|line| line.quote.is_some()).count() as u64)
                        .into(),
                ),
                ("lines", format::count(of_kind().count() as u64).into()),
            ],
        )
    };
    let mut items = vec![item(
        "compute",
        low_inputs.compute,
        inputs.compute,
        high_inputs.compute,
        lines(false),
        no_compute,
    )];
    if list
        .lines
        .iter()
        .any(|line| line.purchase.category.is_network())
    {
        items.push(item(
            "network",
            low_inputs.network,
            inputs.network,
            high_inputs.network,
            lines(true),
            no_network,
        ));
    }
    if let Some(percent) = terms.installation_percent {
        items.push(item(
            "installation",
            ends.0.installation,
            ends.1.installation,
            ends.2.installation,
            texts.with(
                "report-cost-why-installation",
                &[("percent", format::percent(percent / 100.0).into())],
            ),
            no_compute || no_network,
        ));
    }
    let kwh = energy_kwh_per_year(inputs.it_typical_w, inputs.pue);
    items.push(item(
        "energy",
        ends.0.energy,
        ends.1.energy,
        ends.2.energy,
        texts.with(
            "report-cost-why-energy",
            &[
                ("power", format::watts(inputs.it_typical_w).into()),
                ("pue", format::trimmed(inputs.pue, 2).into()),
                ("energy", format::fixed(kwh / 1e3, 1).into()),
                (
                    "price",
                    format::trimmed(inputs.electricity_usd_per_kwh, 4).into(),
                ),
                ("years", years.as_str().into()),
            ],
        ),
        no_power,
    ));
    if let Some(rate) = terms.colocation_usd_per_kw_month {
        items.push(item(
            "colocation",
            ends.0.colocation,
            ends.1.colocation,
            ends.2.colocation,
            texts.with(
                "report-cost-why-colocation",
                &[
                    ("power", format::watts(inputs.it_max_w).into()),
                    ("rate", format::trimmed(rate, 2).into()),
                    ("years", years.as_str().into()),
                ],
            ),
            no_power,
        ));
    }
    if let Some(price) = terms.hall_usd_per_kw {
        items.push(item(
            "hall",
            ends.0.hall,
            ends.1.hall,
            ends.2.hall,
            texts.with(
                "report-cost-why-hall",
                &[
                    ("power", format::watts(inputs.it_max_w).into()),
                    ("price", format::trimmed(price, 2).into()),
                    (
                        "years",
                        format::trimmed(inputs.years.min(inputs.hall_years), 2).into(),
                    ),
                    ("life", years_in_words(inputs.hall_years).into()),
                ],
            ),
            no_power,
        ));
    }
    if let Some(percent) = terms.support_percent_per_year {
        items.push(item(
            "support",
            ends.0.support,
            ends.1.support,
            ends.2.support,
            texts.with(
                "report-cost-why-support",
                &[
                    ("percent", format::percent(percent / 100.0).into()),
                    ("years", years.as_str().into()),
                ],
            ),
            no_compute || no_network,
        ));
    }
    if let Some(staff) = terms.staff_usd_per_year {
        items.push(item(
            "staff",
            ends.0.staff,
            ends.1.staff,
            ends.2.staff,
            texts.with(
                "report-cost-why-staff",
                &[
                    ("staff", format::usd(staff).into()),
                    ("years", years.as_str().into()),
                ],
            ),
            false,
        ));
    }
    if let Some(rate) = terms.licence_usd_per_gpu_year {
        items.push(item(
            "licences",
            ends.0.licences,
            ends.1.licences,
            ends.2.licences,
            texts.with(
                "report-cost-why-licences",
                &[
                    ("gpus", format::count(gpus).into()),
                    ("rate", format::trimmed(rate, 2).into()),
                    ("years", years.as_str().into()),
                ],
            ),
            false,
        ));
    }
    items
}

/// The most years that are listed one by one.
const MAX_YEARS: f64 = 100.0;

/// Cumulated by the end of each year; the last one ends with the time of use, whole or not.
fn by_year(inputs: &Inputs) -> Vec<CostYear> {
    let last = libm::ceil(inputs.years.min(MAX_YEARS)).max(0.0) as u64;
    (1..=last)
        .map(|year| {
            let totals = inputs.totals_after((year as f64).min(inputs.years));
            CostYear {
                year,
                capex_usd: totals.capex.to_f64(),
                energy_usd: totals.energy.to_f64(),
                colocation_usd: totals.colocation.to_f64(),
                hall_usd: totals.hall.to_f64(),
                operations_usd: (totals.support + totals.staff + totals.licences).to_f64(),
            }
        })
        .collect()
}
