//! Owning per unit of work and against renting, as rows in words for a page and for the planner.

use podwright_locales::{Arg, Texts, format};
use podwright_sim_core::Report;
use podwright_sim_core::report::{Economics, Span};

/// A figure of owning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnRow {
    /// What it is.
    pub name: String,
    /// How much.
    pub value: String,
    /// From how much to how much.
    pub range: String,
    /// How it came about.
    pub why: String,
    /// Whether a price is missing in it.
    pub incomplete: bool,
}

struct Rows<'a> {
    texts: &'a Texts,
    incomplete: bool,
    all: Vec<OwnRow>,
}

impl Rows<'_> {
    /// Adds a row where there is a figure; a unit stands behind it.
    fn add(&mut self, id: &str, span: Option<Span>, decimals: usize, unit: &str, why: String) {
        let Some(span) = span else { return };
        let write = |value: f64| format::fixed(value, decimals);
        self.all.push(OwnRow {
            name: self.texts.get(id),
            value: format!("{} {unit}", write(span.default))
                .trim_end()
                .to_owned(),
            range: range(&write(span.low), &write(span.high)),
            why,
            incomplete: self.incomplete,
        });
    }
}

/// What owning comes to per unit of work and against renting; figures that are not known are left out.
pub fn own_rows(texts: &Texts, report: &Report, own: &Economics) -> Vec<OwnRow> {
    let mut rows = Rows {
        texts,
        incomplete: own.incomplete,
        all: Vec::new(),
    };
    let say = |id: &str| texts.get(id);
    rows.add(
        "diagram-own-hour",
        own.usd_per_gpu_hour,
        2,
        "",
        String::new(),
    );
    let useful = goodput(texts, own);
    rows.add(
        "diagram-own-useful",
        own.usd_per_useful_gpu_hour,
        2,
        "",
        useful,
    );
    let why = say("diagram-own-why-pflop");
    rows.add("diagram-own-pflop", own.usd_per_pflop_s_bf16, 0, "", why);
    let why = say("diagram-own-why-gb");
    rows.add("diagram-own-gb", own.usd_per_all_reduce_gb_s, 0, "", why);
    if own.present_value_usd != own.tco_usd {
        let why = say("diagram-own-why-present");
        rows.add("diagram-own-present", own.present_value_usd, 0, "", why);
    }
    rents(&mut rows, report, own);
    if let Some(other) = &own.currency {
        let args = [
            ("code", Arg::from(other.code.as_str())),
            ("rate", format::trimmed(other.usd_rate, 4).into()),
        ];
        let why = texts.with("diagram-own-why-currency", &args);
        for (id, span, decimals) in [
            ("diagram-cost-capex", other.capex, 0),
            ("diagram-cost-total", other.tco, 0),
            ("diagram-own-hour", other.gpu_hour, 2),
            ("diagram-own-useful", other.useful_gpu_hour, 2),
        ] {
            rows.add(id, span, decimals, &other.code, why.clone());
        }
    }
    rows.all
}

/// Rent of an hour and over the years, the market beside a rent of the design's own, and when owning is as dear.
fn rents(rows: &mut Rows<'_>, report: &Report, own: &Economics) {
    let Some(rent) = &own.rent else { return };
    let texts = rows.texts;
    let from = |source: &Option<String>, as_of: &Option<String>| {
        let parts: Vec<&str> = [source, as_of]
            .into_iter()
            .flatten()
            .map(String::as_str)
            .collect();
        parts.join(", ")
    };
    let incomplete = std::mem::take(&mut rows.incomplete);
    let why = from(&rent.source, &rent.as_of);
    rows.add(
        "diagram-own-rent-hour",
        Some(rent.usd_per_gpu_hour),
        2,
        "",
        why,
    );
    let cost = &report.cost;
    if let Some(default) = cost.market_usd_per_gpu_hour
        && rent.as_of.is_none()
        && cost.market_as_of.is_some()
    {
        let market = Span {
            low: cost.market_low_usd_per_gpu_hour.unwrap_or(default),
            default,
            high: cost.market_high_usd_per_gpu_hour.unwrap_or(default),
        };
        let why = from(&cost.market_source, &cost.market_as_of);
        rows.add("diagram-own-market", Some(market), 2, "", why);
    }
    let why = texts.get("diagram-own-why-rent");
    rows.add("diagram-own-rent-total", Some(rent.total_usd), 0, "", why);
    rows.incomplete = incomplete;
    let month = |month: Option<f64>| {
        month.map_or_else(
            || texts.get("diagram-own-never"),
            |month| {
                let month = format::trimmed(month, 1);
                texts.with("diagram-own-month", &[("month", month.into())])
            },
        )
    };
    rows.all.push(OwnRow {
        name: texts.get("diagram-own-break-even"),
        value: match (rent.break_even_month, &rent.break_even_why) {
            (None, Some(why)) => why.clone(),
            (at, _) => month(at),
        },
        range: range(
            &month(rent.break_even_month_at_high_rent),
            &month(rent.break_even_month_at_low_rent),
        ),
        why: texts.get("diagram-own-why-break-even"),
        incomplete,
    });
}

/// How often a job over all GPUs is interrupted and what is left of the time; empty without GPUs.
pub fn goodput(texts: &Texts, own: &Economics) -> String {
    let failures = &own.failures;
    failures.mtbf_hours.map_or_else(String::new, |hours| {
        texts.with(
            "diagram-own-why-useful",
            &[
                ("hours", format::short(hours).into()),
                ("lost", format::trimmed(failures.lost_hours_each, 2).into()),
                ("goodput", format::percent(failures.goodput).into()),
                ("best", format::percent(failures.goodput_best).into()),
            ],
        )
    })
}

fn range(low: &str, high: &str) -> String {
    if low == high {
        String::new()
    } else {
        format!("{low}–{high}")
    }
}
