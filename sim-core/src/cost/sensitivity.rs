//! How the total moves with each input. Every end of a range is computed anew with all other inputs as they are.

use podwright_locales::{Language, Texts, format};

use super::bom::PriceList;
use super::power::Draws;
use super::purchase::Category;
use super::tco::{Inputs, product};
use super::terms::Terms;
use crate::design::PriceLevel;
use crate::prices::Market;
use crate::report::Sensitivity;
use crate::units::Usd;

/// Inputs that are shown.
const SHOWN: usize = 5;

/// Range of the price of energy around the figure in use: half to one and a half.
const ELECTRICITY_RANGE: (f64, f64) = (0.5, 1.5);
/// Range of the average load around the figure in use: the logs of eight-GPU servers lie between 0.44 and 0.70 of the
/// rating where the default is 0.67 (see [`super::defaults::SERVER_LOAD`]).
const LOAD_RANGE: (f64, f64) = (0.66, 1.05);
/// Range of what the design enters and no table bounds: rent or price of the hall, support, staff, licences, installation;
/// and of the money for spares, which follows a published rate of failure that no second source bounds.
const ENTERED_RANGE: (f64, f64) = (0.75, 1.25);
/// Years around the figure in use.
const YEARS_RANGE: f64 = 1.0;

/// The five inputs that move the total most, largest first, of all that the total is made of. Inputs whose range is a
/// point are left out.
pub fn sensitivity(
    terms: &Terms,
    list: &PriceList,
    draws: &Draws,
    gpus: u64,
    market: &Market,
) -> Vec<Sensitivity> {
    let base = Inputs::of(list, draws, terms, gpus, list.level);
    let probe = Probe {
        base,
        total: base.totals().tco,
        texts: Texts::of(Language::English),
    };
    let mut found = probe.prices(list);
    found.extend(probe.power(draws, terms, market));
    found.extend(probe.running(terms));
    found.extend(probe.entered(list, terms));
    found.retain(|entry| entry.low_usd != 0.0 || entry.high_usd != 0.0);
    // A stable sort: equal ones stay in the order above.
    found.sort_by(|a, b| swing(b).total_cmp(&swing(a)));
    found.truncate(SHOWN);
    found
}

fn swing(entry: &Sensitivity) -> f64 {
    entry.low_usd.abs().max(entry.high_usd.abs())
}

struct Probe {
    base: Inputs,
    total: Usd,
    texts: &'static Texts,
}

impl Probe {
    fn entry(&self, input: &str, range: String, low: Inputs, high: Inputs) -> Sensitivity {
        let change = |inputs: Inputs| (inputs.totals().tco - self.total).to_f64();
        Sensitivity {
            input: self.texts.get(&format!("report-cost-input-{input}")),
            range,
            low_usd: change(low),
            high_usd: change(high),
        }
    }

    /// Prices of parts, sort by sort, between the ends of the price book.
    fn prices(&self, list: &PriceList) -> Vec<Sensitivity> {
        type Of = fn(Category) -> bool;
        let sorts: [(&str, Of); 5] = [
            ("node-price", |category| category == Category::Node),
            ("gpu-price", |category| category == Category::Gpu),
            ("switch-price", |category| category == Category::Switch),
            ("optics-price", |category| {
                matches!(category, Category::Optics | Category::Cable)
            }),
            ("other-price", |category| {
                matches!(
                    category,
                    Category::Bridge | Category::Host | Category::Nic | Category::Rack
                )
            }),
        ];
        sorts
            .into_iter()
            .map(|(input, of)| {
                let now = list.total(list.level, of);
                let (low, high) = (
                    list.total(PriceLevel::Low, of),
                    list.total(PriceLevel::High, of),
                );
                let network = of(Category::Switch) || of(Category::Cable);
                let with = |total: Usd| {
                    let mut inputs = self.base;
                    let group = if network {
                        &mut inputs.network
                    } else {
                        &mut inputs.compute
                    };
                    *group = *group - now + total;
                    inputs
                };
                self.entry(input, price_range(list, of), with(low), with(high))
            })
            .collect()
    }

    fn power(&self, draws: &Draws, terms: &Terms, market: &Market) -> Vec<Sensitivity> {
        let mut found = Vec::new();
        let energy = |factor: f64| Inputs {
            electricity_usd_per_kwh: self.base.electricity_usd_per_kwh * factor,
            ..self.base
        };
        found.push(self.entry(
            "electricity",
            format!(
                "{} USD/kWh",
                span(
                    self.base.electricity_usd_per_kwh * ELECTRICITY_RANGE.0,
                    self.base.electricity_usd_per_kwh * ELECTRICITY_RANGE.1,
                    3
                )
            ),
            energy(ELECTRICITY_RANGE.0),
            energy(ELECTRICITY_RANGE.1),
        ));
        if let Some(load) = draws.load() {
            let with = |factor: f64| Inputs {
                it_typical_w: draws.it_typical_w(factor),
                ..self.base
            };
            found.push(self.entry(
                "load",
                span(load * LOAD_RANGE.0, (load * LOAD_RANGE.1).min(1.0), 2),
                with(LOAD_RANGE.0),
                with(LOAD_RANGE.1),
            ));
        }
        if let Some(rate) = &market.pue
            && terms.pue.value > 1.0
        {
            let (low, high) = (rate.low.min(self.base.pue), rate.high.max(self.base.pue));
            let with = |pue: f64| Inputs { pue, ..self.base };
            found.push(self.entry("pue", span(low, high, 2), with(low), with(high)));
        }
        found
    }

    fn running(&self, terms: &Terms) -> Vec<Sensitivity> {
        let mut found = Vec::new();
        let (low, high) = ENTERED_RANGE;
        if let Some(rate) = terms.colocation_usd_per_kw_month {
            let with = |factor: f64| Inputs {
                colocation_usd_per_kw_month: rate * factor,
                ..self.base
            };
            found.push(self.entry(
                "colocation",
                format!("{} USD/kW/month", span(rate * low, rate * high, 0)),
                with(low),
                with(high),
            ));
        }
        if let Some(price) = terms.hall_usd_per_kw {
            let with = |factor: f64| Inputs {
                hall_usd_per_kw: price * factor,
                ..self.base
            };
            found.push(self.entry(
                "hall",
                format!("{} USD/kW", span(price * low, price * high, 0)),
                with(low),
                with(high),
            ));
        }
        if let Some(percent) = terms.support_percent_per_year {
            let with = |factor: f64| Inputs {
                support_percent_per_year: percent * factor,
                ..self.base
            };
            found.push(self.entry(
                "support",
                format!("{} %", span(percent * low, percent * high, 1)),
                with(low),
                with(high),
            ));
        }
        if let Some(staff) = terms.staff_usd_per_year {
            let with = |factor: f64| Inputs {
                staff_usd_per_year: staff * factor,
                ..self.base
            };
            found.push(self.entry(
                "staff",
                format!("{} USD", span(staff * low, staff * high, 0)),
                with(low),
                with(high),
            ));
        }
        let years = self.base.years;
        let fewer = (years - YEARS_RANGE).max(years / 2.0);
        let with = |years: f64| Inputs { years, ..self.base };
        found.push(self.entry(
            "years",
            span(fewer, years + YEARS_RANGE, 1),
            with(fewer),
            with(years + YEARS_RANGE),
        ));
        found
    }
}

impl Probe {
    /// Installation, licences and spares.
    fn entered(&self, list: &PriceList, terms: &Terms) -> Vec<Sensitivity> {
        let (low, high) = ENTERED_RANGE;
        let mut found = Vec::new();
        if let Some(percent) = terms.installation_percent {
            let with = |factor: f64| Inputs {
                installation_percent: percent * factor,
                ..self.base
            };
            found.push(self.entry(
                "installation",
                format!("{} %", span(percent * low, percent * high, 1)),
                with(low),
                with(high),
            ));
        }
        if let Some(rate) = terms.licence_usd_per_gpu_year {
            let with = |factor: f64| Inputs {
                licences_usd_per_year: self.base.licences_usd_per_year * factor,
                ..self.base
            };
            found.push(self.entry(
                "licences",
                format!("{} USD", span(rate * low, rate * high, 0)),
                with(low),
                with(high),
            ));
        }
        let spares = |network: bool| -> Usd {
            list.lines
                .iter()
                .filter(|line| line.purchase.category.is_network() == network)
                .filter_map(|line| Some(line.quote.as_ref()?.at(list.level) * line.purchase.spares))
                .sum()
        };
        let (compute, network) = (spares(false), spares(true));
        let with = |factor: f64| Inputs {
            compute: self.base.compute - compute + product(compute, factor),
            network: self.base.network - network + product(network, factor),
            ..self.base
        };
        let all = (compute + network).to_f64();
        found.push(self.entry(
            "spares",
            money_span(all * low, all * high),
            with(low),
            with(high),
        ));
        found
    }
}

/// The unit price between its ends where one part is meant, else the sum of the sort.
fn price_range(list: &PriceList, of: fn(Category) -> bool) -> String {
    let mut quotes = list
        .lines
        .iter()
        .filter(|line| of(line.purchase.category))
        .filter_map(|line| line.quote.as_ref());
    let (low, high) = match (quotes.next(), quotes.next()) {
        (Some(only), None) => (only.low, only.high),
        _ => (
            list.total(PriceLevel::Low, of),
            list.total(PriceLevel::High, of),
        ),
    };
    money_span(low.to_f64(), high.to_f64())
}

/// Two ends of an amount of money.
fn money_span(low: f64, high: f64) -> String {
    if high >= 1e6 {
        format!("{} M USD", span(low / 1e6, high / 1e6, 2))
    } else {
        format!("{} USD", span(low, high, 0))
    }
}

/// Two ends of a range: `0.05–0.14`.
fn span(low: f64, high: f64, decimals: usize) -> String {
    format!(
        "{}–{}",
        format::trimmed(low, decimals),
        format::trimmed(high, decimals)
    )
}
