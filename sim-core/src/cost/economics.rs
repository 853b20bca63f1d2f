//! Owning against renting: discounting, depreciation, interruptions, cost per unit of work, break-even.
//!
//! Made from a report and its design alone, so that what is said of a stored report stays what it was. The report's own
//! total has no interest and no residual value; here they are, and with neither the present value is that total. What a
//! unit of work costs follows from the present value.
//! The planner does not call this: it costs the browser nothing.

use podwright_locales::{Language, Texts, format};

use super::defaults;
use super::failures::{failures, interruption_gpu_hours};
use super::tco::{dollars, usd_per_gpu_hour, written_off};
use crate::design::{CollectiveOp, Design, PriceLevel};
use crate::report::{
    Converted, CostItem, ECONOMICS_SCHEMA, Economics, EconomicsYear, ExplainedInput, Rent, Report,
    Span,
};
use crate::units::Usd;

/// Months of a year.
const MONTHS: f64 = 12.0;

impl Span {
    /// Each end divided by a figure; none where that is not above 0.
    fn per(self, divisor: Option<f64>, places: u32) -> Option<Self> {
        let divisor = divisor.filter(|figure| *figure > 0.0)?;
        Some(self.map(|usd| rounded(usd / divisor, places)))
    }

    fn map(self, change: impl Fn(f64) -> f64) -> Self {
        Self {
            low: change(self.low),
            default: change(self.default),
            high: change(self.high),
        }
    }
}

pub(super) fn rounded(value: f64, places: u32) -> f64 {
    let factor = f64::from(10_u32.pow(places));
    libm::round(value * factor) / factor
}

/// Sum of amounts of the report, in cents.
fn sum(amounts: impl Iterator<Item = f64>) -> f64 {
    amounts
        .filter_map(Usd::from_f64_dollars)
        .sum::<Usd>()
        .to_f64()
}

fn bought(item: &CostItem) -> bool {
    matches!(item.kind.as_str(), "compute" | "network" | "installation")
}

/// Sum of the items of a sort at both ends and at the level of the design.
fn span_of(report: &Report, of: impl Fn(&CostItem) -> bool) -> Span {
    let at =
        |end: fn(&CostItem) -> f64| sum(report.cost.items.iter().filter(|item| of(item)).map(end));
    Span {
        low: at(|item| item.low_usd),
        default: at(|item| item.usd),
        high: at(|item| item.high_usd),
    }
}

/// The economics of a design, from its report.
pub fn economics(design: &Design, report: &Report) -> Economics {
    let site = &design.site;
    let years = report.cost.years;
    let known = report.cost.capex_usd.is_some();
    let capex = span_of(report, bought);
    let tco = span_of(report, |_| true);
    let residual_share = site.residual_percent.unwrap_or(0.0) / 100.0;
    let rate = site.discount_rate_percent.unwrap_or(0.0) / 100.0;
    let residual = rounded(capex.default * residual_share, 2);
    let gpus = report.summary.gpus;
    let utilization = site.utilization.unwrap_or(defaults::UTILIZATION);
    let used_hours = gpus as f64 * years * defaults::HOURS_PER_YEAR * utilization;
    let failures = failures(design, report);

    let when_known = |span: Span| known.then_some(span);
    let all_reduce = report
        .collectives
        .iter()
        .find(|curve| curve.op == CollectiveOp::AllReduce && curve.ranks == gpus)
        .and_then(|curve| Some(curve.points.last()?.busbw_gb_s));
    let hall = Hall::of(design, report);
    let book = Books {
        capex: capex.default,
        residual,
        hall: hall.unwrap_or_default(),
        rate,
        years,
    };
    let by_year = book.by_year(report);
    let present = |at: fn(Span) -> f64| {
        // The running costs are the same at both ends but for shares of the purchase, which scale with it.
        let running = at(tco) - at(capex) - book.hall.written_off(years);
        book.present(at(capex), running, at(capex) * residual_share)
    };
    let present_value = Span {
        low: present(|span| span.low),
        default: present(|span| span.default),
        high: present(|span| span.high),
    };
    // What an hour has to bring in: paid when it is used, so that it is discounted as the cost of running is.
    let worth_hours = book.spread(used_hours);
    let an_hour = |usd| usd_per_gpu_hour(dollars(usd), worth_hours).map(Usd::to_f64);
    let hour = when_known(present_value).and_then(|worth| {
        Some(Span {
            low: an_hour(worth.low)?,
            default: an_hour(worth.default)?,
            high: an_hour(worth.high)?,
        })
    });
    // The cheap end of an hour that is not lost goes with the best rate of interruptions.
    let useful = when_known(present_value)
        .filter(|_| failures.goodput > 0.0)
        .and_then(|worth| worth.per(Some(worth_hours), 9))
        .map(|hour| Span {
            low: rounded(hour.low / failures.goodput_best, 4),
            default: rounded(hour.default / failures.goodput, 4),
            high: rounded(hour.high / failures.goodput, 4),
        });
    Economics {
        schema: ECONOMICS_SCHEMA.to_owned(),
        name: report.name.clone(),
        design_hash: report.design_hash.clone(),
        price_book_version: report.price_book_version.clone(),
        years,
        errors: report.bom.errors.clone(),
        unknown_because: unknown_because(report),
        incomplete: report.cost.incomplete(),
        capex_usd: when_known(capex),
        tco_usd: when_known(tco),
        residual_usd: known.then_some(residual),
        hall_usd: hall.map(|hall| hall.price),
        hall_left_usd: hall.map(|hall| rounded(hall.left(years), 2)),
        present_value_usd: when_known(present_value),
        by_year: if known { by_year } else { Vec::new() },
        usd_per_gpu_hour: hour,
        usd_per_useful_gpu_hour: useful,
        usd_per_pflop_s_bf16: when_known(present_value)
            .and_then(|worth| worth.per(report.summary.dense_pflops_bf16, 2)),
        usd_per_all_reduce_gb_s: when_known(present_value)
            .and_then(|worth| worth.per(all_reduce, 2)),
        rent: rent(design, report, gpus as f64 * utilization, capex, tco, known),
        currency: site.currency.as_ref().map(|currency| {
            let convert = |span: Option<Span>, places| span?.per(Some(currency.usd_rate), places);
            Converted {
                code: currency.code.clone(),
                usd_rate: currency.usd_rate,
                capex: convert(when_known(capex), 2),
                tco: convert(when_known(tco), 2),
                gpu_hour: convert(hour, 4),
                useful_gpu_hour: convert(useful, 4),
            }
        }),
        inputs: inputs(design, report),
        failures,
    }
}

/// Why no amount of the purchase is known; none where they are.
fn unknown_because(report: &Report) -> Option<String> {
    let texts = Texts::of(Language::English);
    if report.cost.capex_usd.is_some() {
        return None;
    }
    if let Some(error) = report.errors().next() {
        return Some(texts.with(
            "report-economics-refused",
            &[("finding", error.title.as_str().into())],
        ));
    }
    let machine = report.bom.lines.iter().find(|line| {
        line.unit_price_usd.is_none() && matches!(line.category.as_str(), "node" | "gpu")
    });
    Some(match machine {
        Some(line) => texts.with(
            "report-economics-no-price",
            &[("part", line.description.as_str().into())],
        ),
        None => texts.get("report-economics-no-prices"),
    })
}

/// A hall of one's own: paid at the beginning, written off in even parts over its life.
#[derive(Clone, Copy, Default)]
struct Hall {
    price: f64,
    life: f64,
}

impl Hall {
    /// The hall that the report's total bears a part of; none where it bears none.
    fn of(design: &Design, report: &Report) -> Option<Self> {
        report.cost.items.iter().find(|item| item.kind == "hall")?;
        let per_kw = design.site.hall_usd_per_kw?;
        Some(Self {
            price: rounded(per_kw * report.power.it_max_w / 1e3, 2),
            life: design.site.hall_years.unwrap_or(defaults::HALL_YEARS),
        })
    }

    fn written_off(self, years: f64) -> f64 {
        if self.price > 0.0 {
            self.price * written_off(self.life, years)
        } else {
            0.0
        }
    }

    fn left(self, years: f64) -> f64 {
        self.price - self.written_off(years)
    }
}

/// What the books of the years need.
struct Books {
    capex: f64,
    residual: f64,
    hall: Hall,
    rate: f64,
    years: f64,
}

impl Books {
    fn factor(&self, years: f64) -> f64 {
        libm::pow(1.0 + self.rate, -years)
    }

    fn by_year(&self, report: &Report) -> Vec<EconomicsYear> {
        let mut before = (0.0, 0.0);
        let last = report.cost.by_year.last().map_or(0, |year| year.year);
        report
            .cost
            .by_year
            .iter()
            .map(|year| {
                let end = (year.year as f64).min(self.years);
                let running =
                    sum([year.energy_usd, year.colocation_usd, year.operations_usd].into_iter());
                let paid = running - before.0;
                let begin = before.1;
                let share = (end - begin) / self.years;
                before = (running, end);
                let factor = self.factor(end);
                let first = if year.year == 1 {
                    self.capex + self.hall.price
                } else {
                    0.0
                };
                let sold = if year.year == last {
                    self.residual + self.hall.left(self.years)
                } else {
                    0.0
                };
                let written_off = self.capex - self.residual;
                let of_hall = self.hall.written_off(end) - self.hall.written_off(begin);
                let parts_left = self.capex - written_off * end / self.years;
                EconomicsYear {
                    year: year.year,
                    paid_usd: rounded(first + paid, 2),
                    depreciation_usd: rounded(written_off * share + of_hall, 2),
                    book_value_usd: rounded(parts_left + self.hall.left(end), 2),
                    discount_factor: rounded(factor, 6),
                    present_value_usd: rounded(first + (paid - sold) * factor, 2),
                }
            })
            .collect()
    }

    /// Purchase and own hall now, running costs at the end of each year in even parts, residual value and what is left
    /// of the hall at the end.
    fn present(&self, capex: f64, running: f64, residual: f64) -> f64 {
        let capex = capex + self.hall.price;
        let residual = residual + self.hall.left(self.years);
        if self.rate <= 0.0 {
            return rounded(capex + running - residual, 2);
        }
        let worth = capex + self.spread(running);
        rounded(worth - residual * self.factor(self.years), 2)
    }

    /// What comes in even parts over the years, each at the end of its year, at today's worth.
    fn spread(&self, all: f64) -> f64 {
        if self.rate <= 0.0 {
            return all;
        }
        let whole = libm::ceil(self.years).max(1.0) as u64;
        let mut worth = 0.0;
        let mut before = 0.0;
        for year in 1..=whole.min(100) {
            let end = (year as f64).min(self.years);
            worth += all * (end - before) / self.years * self.factor(end);
            before = end;
        }
        worth
    }
}

fn rent(
    design: &Design,
    report: &Report,
    used_gpus: f64,
    capex: Span,
    tco: Span,
    known: bool,
) -> Option<Rent> {
    let cost = &report.cost;
    let own = design.site.rent_usd_per_gpu_hour;
    let default = own.or(cost.market_usd_per_gpu_hour)?;
    // What the user was offered is one price, without a range.
    let end = |market: Option<f64>| market.filter(|_| own.is_none()).unwrap_or(default);
    let hour = Span {
        low: end(cost.market_low_usd_per_gpu_hour),
        default,
        high: end(cost.market_high_usd_per_gpu_hour),
    };
    let months = cost.years * MONTHS;
    let a_month = used_gpus * defaults::HOURS_PER_YEAR / MONTHS;
    let running = (tco.default - capex.default) / months;
    // Owning that is as dear only after its last month never is.
    let ever = |rent: f64| break_even_month(capex.default, running, rent * a_month);
    let even = |rent: f64| ever(rent).filter(|month| known && *month <= months);
    let why = |id: &str| {
        let years = format::trimmed(cost.years, 2);
        let count = if cost.years == 1.0 { 1_u64 } else { 2 };
        Texts::of(Language::English).with(id, &[("years", years.into()), ("count", count.into())])
    };
    let break_even_why = if even(hour.default).is_some() {
        None
    } else if !known {
        unknown_because(report)
    } else if ever(hour.default).is_some() {
        Some(why("report-economics-not-within"))
    } else {
        Some(why("report-economics-never"))
    };
    Some(Rent {
        usd_per_gpu_hour: hour,
        as_of: cost.market_as_of.clone().filter(|_| own.is_none()),
        source: if own.is_some() {
            Some(defaults::DESIGN.to_owned())
        } else {
            cost.market_source.clone()
        },
        total_usd: hour.map(|rent| rounded(rent * a_month * months, 2)),
        break_even_month: even(hour.default),
        break_even_why,
        break_even_month_at_high_rent: even(hour.high),
        break_even_month_at_low_rent: even(hour.low),
    })
}

/// The month in which a purchase with its running cost a month has cost as much as rent; none when rent is never dearer.
pub fn break_even_month(capex: f64, running: f64, rent: f64) -> Option<f64> {
    (rent > running).then(|| rounded(capex / (rent - running), 1))
}

fn inputs(design: &Design, report: &Report) -> Vec<ExplainedInput> {
    let texts = Texts::of(Language::English);
    let site = &design.site;
    let input = |id: &str,
                 given: Option<f64>,
                 default: f64,
                 source: &str,
                 write: &dyn Fn(f64) -> String| {
        ExplainedInput {
            name: texts.get(id),
            value: write(given.unwrap_or(default)),
            source: if given.is_some() {
                defaults::DESIGN
            } else {
                source
            }
            .to_owned(),
        }
    };
    let share = |value: f64| format::percent(value / 100.0);
    let hours = |value: f64| format!("{} h", format::trimmed(value, 2));
    let mut inputs = vec![
        input(
            "report-economics-discount",
            site.discount_rate_percent,
            0.0,
            defaults::ASSUMPTION,
            &share,
        ),
        input(
            "report-economics-residual",
            site.residual_percent,
            0.0,
            defaults::ASSUMPTION,
            &share,
        ),
        input(
            "report-economics-interruption",
            site.interruption_gpu_hours,
            interruption_gpu_hours(site, report),
            defaults::PARTS_SOURCE,
            &hours,
        ),
        input(
            "report-economics-lost",
            site.lost_hours_per_interruption,
            defaults::LOST_HOURS_PER_INTERRUPTION,
            defaults::LOST_HOURS_SOURCE,
            &hours,
        ),
        input(
            "report-cost-utilization",
            site.utilization,
            defaults::UTILIZATION,
            defaults::ASSUMPTION,
            &format::percent,
        ),
    ];
    if design.price_book.level != PriceLevel::Default {
        inputs.push(ExplainedInput {
            name: texts.get("report-economics-level"),
            value: match design.price_book.level {
                PriceLevel::Low => "low",
                PriceLevel::Default => "default",
                PriceLevel::High => "high",
            }
            .to_owned(),
            source: defaults::DESIGN.to_owned(),
        });
    }
    inputs
}
