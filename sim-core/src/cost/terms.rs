//! The terms of a site with the defaults filled in, and where each figure is from.

use std::collections::BTreeMap;

use podwright_locales::{Language, Texts, format};

use super::defaults;
use super::purchase::Category;
use crate::catalog::NodeCategory;
use crate::cluster::Cluster;
use crate::design::Site;
use crate::prices::{Market, Rate};
use crate::report::ExplainedInput;

/// A figure and where it is from.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The figure, in the unit of its field.
    pub value: f64,
    /// `design`, or the source of the default.
    pub source: String,
}

impl Term {
    fn given(value: Option<f64>, default: f64, source: &str) -> Self {
        let (value, source) = match value {
            Some(value) => (value, defaults::DESIGN),
            None => (default, source),
        };
        Self {
            value,
            source: source.to_owned(),
        }
    }

    /// The figure of the design, else the newest of the market, else a default of this room.
    fn market(value: Option<f64>, rate: Option<&Rate>, default: f64, source: &str) -> Self {
        match rate {
            Some(rate) => Self::given(
                value,
                rate.default,
                &format!("{}, {}", rate.item, rate.as_of),
            ),
            None => Self::given(value, default, source),
        }
    }
}

/// What counts for this design: its own figures, else the defaults.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// Price of energy, US dollars per kWh.
    pub electricity_usd_per_kwh: Term,
    /// Facility over IT power.
    pub pue: Term,
    /// Years of use.
    pub years: Term,
    /// Share of hours that are used.
    pub utilization: Term,
    /// Spares, per cent of the count of a sort, by [`Category::id`]; sorts without an entry get none.
    pub spares: BTreeMap<String, Term>,
    /// Whether switches get a spare by the rule of [`defaults::SPARE_SWITCH_FROM`].
    pub spare_switches: bool,
    /// Average draw over maximum power, where the design says; else it depends on the kind of node.
    pub average_load: Option<f64>,
    /// Installation, per cent of the parts' price; none is paid when absent (the published cost models that prices are
    /// compared with count none).
    pub installation_percent: Option<f64>,
    /// Rent of the hall, US dollars per kW of maximum IT power and month; none is paid when absent.
    pub colocation_usd_per_kw_month: Option<f64>,
    /// Price of a hall of one's own, US dollars per kW of maximum IT power; none is built when absent, or when a hall is
    /// rented (a finding says so).
    pub hall_usd_per_kw: Option<f64>,
    /// Years over which that hall is written off.
    pub hall_years: Term,
    /// Support, per cent of the capital cost and year; none is paid when absent.
    pub support_percent_per_year: Option<f64>,
    /// Staff, US dollars per year; none is paid when absent.
    pub staff_usd_per_year: Option<f64>,
    /// Licences of software, US dollars per GPU and year; none are paid when absent.
    pub licence_usd_per_gpu_year: Option<f64>,
}

/// Spares that failures come to are counted up to this share: one for each piece. More is said by a finding.
pub const MAX_SPARES_PERCENT: f64 = 100.0;

/// Sorts that get spares by their failures, with the part under which a design states hours, and the published rate.
const FAILING: [(Category, &str, f64); 3] = [
    (
        Category::Optics,
        "optics",
        defaults::LINK_FAILURES_PER_YEAR / 2.0,
    ),
    (Category::Cable, "link", defaults::LINK_FAILURES_PER_YEAR),
    (Category::Nic, "nic", defaults::NIC_FAILURES_PER_YEAR),
];

/// Failures over the years at so many hours each, per cent of the pieces.
fn failing_percent(hours: f64, years: f64) -> f64 {
    defaults::HOURS_PER_YEAR / hours * years * 100.0
}

/// Sorts of which the design's own hours want more spares than are counted: sort, part, and per cent wanted. What the
/// design says of spares itself stands as it is.
pub fn spares_beyond(site: &Site) -> Vec<(Category, &'static str, f64)> {
    let years = site.years.unwrap_or(defaults::YEARS);
    FAILING
        .into_iter()
        .filter(|(sort, ..)| site.spares_percent.is_none() && !site.spares.contains_key(sort.id()))
        .filter_map(|(sort, part, _)| {
            let percent = failing_percent(*site.mtbf_hours.get(part)?, years);
            (percent > MAX_SPARES_PERCENT).then_some((sort, part, percent))
        })
        .collect()
}

/// Spares by sort. What a design says of a sort wins, then what it says of all; else the failures of the years of use.
fn spares(site: &Site, years: f64, desk: bool) -> BTreeMap<String, Term> {
    let mut spares: BTreeMap<String, Term> = FAILING
        .into_iter()
        .map(|(sort, part, rate)| {
            let own = site.mtbf_hours.get(part);
            let (default, source) = match own {
                Some(hours) => {
                    let percent = failing_percent(*hours, years).min(MAX_SPARES_PERCENT);
                    (percent, defaults::OWN_FAILURES_SOURCE)
                }
                None if desk => (0.0, defaults::ASSUMPTION),
                None => (rate * years * 100.0, defaults::FAILURES_SOURCE),
            };
            let term = Term::given(site.spares_percent, default, source);
            (sort.id().to_owned(), term)
        })
        .collect();
    for (sort, percent) in &site.spares {
        spares.insert(
            sort.clone(),
            Term::given(Some(*percent), 0.0, defaults::DESIGN),
        );
    }
    spares
}

/// Whether all of it stands under desks: workstations without a height in rack units.
pub fn desk_side(cluster: &Cluster) -> bool {
    !cluster.pools.is_empty()
        && cluster.pools.iter().all(|pool| {
            pool.node.category == NodeCategory::Workstation && pool.node.rack_units.is_none()
        })
}

impl Terms {
    /// The terms of a design. A desk-side build pays a commercial rate for energy, has no hall around it, and buys no
    /// spares unless the design asks for them.
    pub fn of(site: &Site, cluster: &Cluster, market: &Market) -> Self {
        let desk = desk_side(cluster);
        let (electricity_usd_per_kwh, pue) = if desk {
            (
                Term::given(
                    site.electricity_usd_per_kwh,
                    defaults::DESK_SIDE_ELECTRICITY_USD_PER_KWH,
                    defaults::DESK_SIDE_ELECTRICITY_SOURCE,
                ),
                Term::given(
                    site.pue,
                    defaults::DESK_SIDE_PUE,
                    defaults::DESK_SIDE_PUE_SOURCE,
                ),
            )
        } else {
            (
                Term::market(
                    site.electricity_usd_per_kwh,
                    market.electricity_usd_per_kwh.as_ref(),
                    defaults::ELECTRICITY_USD_PER_KWH,
                    defaults::ELECTRICITY_SOURCE,
                ),
                Term::market(
                    site.pue,
                    market.pue.as_ref(),
                    defaults::PUE,
                    defaults::PUE_SOURCE,
                ),
            )
        };
        let years = Term::given(site.years, defaults::YEARS, defaults::ASSUMPTION);
        Self {
            electricity_usd_per_kwh,
            pue,
            spares: spares(site, years.value, desk),
            spare_switches: !desk && site.spares_percent.is_none_or(|percent| percent > 0.0),
            years,
            utilization: Term::given(
                site.utilization,
                defaults::UTILIZATION,
                defaults::ASSUMPTION,
            ),
            average_load: site.average_load,
            installation_percent: site.installation_percent,
            colocation_usd_per_kw_month: site.colocation_usd_per_kw_month,
            hall_usd_per_kw: site
                .hall_usd_per_kw
                .filter(|_| site.colocation_usd_per_kw_month.is_none()),
            hall_years: Term::given(site.hall_years, defaults::HALL_YEARS, defaults::ASSUMPTION),
            support_percent_per_year: site.support_percent_per_year,
            staff_usd_per_year: site.staff_usd_per_year,
            licence_usd_per_gpu_year: site.licence_usd_per_gpu_year,
        }
    }

    /// The terms in words, each with its source; what is not paid is said to be none.
    pub fn explained(&self) -> Vec<ExplainedInput> {
        let texts = Texts::of(Language::English);
        let plain = |value: f64, decimals| format::trimmed(value, decimals);
        let share = |percent: f64| format::percent(percent / 100.0);
        let term = |id: &str, value: String, source: &str| ExplainedInput {
            name: texts.get(id),
            value,
            source: source.to_owned(),
        };
        let optional = |id: &str, value: Option<String>| match value {
            Some(value) => term(id, value, defaults::DESIGN),
            None => term(id, texts.get("report-cost-none"), defaults::ASSUMPTION),
        };
        let mut terms = vec![
            term(
                "report-cost-electricity",
                format!("{} USD/kWh", plain(self.electricity_usd_per_kwh.value, 4)),
                &self.electricity_usd_per_kwh.source,
            ),
            term(
                "report-cost-pue",
                plain(self.pue.value, 2),
                &self.pue.source,
            ),
            term(
                "report-cost-years",
                plain(self.years.value, 2),
                &self.years.source,
            ),
            term(
                "report-cost-utilization",
                format::percent(self.utilization.value),
                &self.utilization.source,
            ),
        ];
        for (sort, spares) in &self.spares {
            terms.push(ExplainedInput {
                name: texts.with("report-cost-spares", &[("sort", sort.as_str().into())]),
                value: format!("{} %", plain(spares.value, 2)),
                source: spares.source.clone(),
            });
        }
        if let Some(load) = self.average_load {
            terms.push(term(
                "report-cost-average-load",
                format::percent(load),
                defaults::DESIGN,
            ));
        }
        terms.push(optional(
            "report-cost-installation",
            self.installation_percent.map(share),
        ));
        terms.push(optional(
            "report-cost-colocation",
            self.colocation_usd_per_kw_month
                .map(|rate| format!("{} USD/kW/month", plain(rate, 2))),
        ));
        if let Some(price) = self.hall_usd_per_kw {
            terms.push(term(
                "report-cost-hall",
                format!("{} USD/kW", plain(price, 2)),
                defaults::DESIGN,
            ));
            terms.push(term(
                "report-cost-hall-years",
                plain(self.hall_years.value, 2),
                &self.hall_years.source,
            ));
        }
        terms.push(optional(
            "report-cost-support",
            self.support_percent_per_year.map(share),
        ));
        terms.push(optional(
            "report-cost-staff",
            self.staff_usd_per_year.map(format::usd),
        ));
        if let Some(rate) = self.licence_usd_per_gpu_year {
            terms.push(term(
                "report-cost-licences",
                format!("{} USD/GPU/year", plain(rate, 2)),
                defaults::DESIGN,
            ));
        }
        terms
    }
}
