//! How the headline figures of power and money came about.

use podwright_locales::{Arg, Language, Texts, format};

use super::bom::PriceList;
use super::defaults;
use super::figures::Figures;
use super::power::{Draws, Typical, node_load};
use super::purchase::Category;
use super::tco::usd_per_gpu_hour;
use super::terms::Terms;
use crate::cluster::Cluster;
use crate::prices::PriceBook;
use crate::report::{Cost, ExplainedInput, Explanation};
use crate::units::Usd;

fn say(id: &str, args: &[(&str, Arg<'_>)]) -> String {
    Texts::of(Language::English).with(id, args)
}

fn input(id: &str, value: String, source: &str) -> ExplainedInput {
    ExplainedInput {
        name: say(id, &[]),
        value,
        source: source.to_owned(),
    }
}

fn unknown() -> String {
    say("report-unknown", &[])
}

/// The capital cost.
pub fn capex(
    terms: &Terms,
    list: &PriceList,
    figures: &Figures,
    prices: &PriceBook,
) -> Explanation {
    let book = say(
        "report-explain-price-book",
        &[("month", prices.as_of().to_string().into())],
    );
    let mut inputs = Vec::new();
    for (id, network) in [
        ("report-explain-compute", false),
        ("report-explain-network", true),
    ] {
        let of = |category: Category| category.is_network() == network && !category.is_service();
        let mut lines = list
            .lines
            .iter()
            .filter(|line| of(line.purchase.category))
            .peekable();
        if lines.peek().is_none() {
            continue;
        }
        let value = if lines.any(|line| line.quote.is_some()) {
            format::usd(list.total(list.level, of).to_f64())
        } else {
            unknown()
        };
        inputs.push(input(id, value, &book));
    }
    if let Some(percent) = terms.installation_percent {
        inputs.push(input(
            "report-cost-installation",
            format::percent(percent / 100.0),
            defaults::DESIGN,
        ));
    }
    inputs.push(input(
        "report-explain-priced-lines",
        say(
            "report-explain-of",
            &[
                ("part", format::count(list.priced() as u64).into()),
                ("all", format::count(list.lines.len() as u64).into()),
            ],
        ),
        &say("report-explain-bom", &[]),
    ));
    Explanation {
        formula: say("report-explain-capex", &[]),
        inputs,
        result: range(
            figures.totals.map(|totals| totals.capex),
            figures.low.map(|totals| totals.capex),
            figures.high.map(|totals| totals.capex),
            |usd| format::usd_large(usd.to_f64()),
        ),
    }
}

/// The electrical power.
pub fn power(terms: &Terms, cluster: &Cluster, draws: &Draws) -> Explanation {
    let mut inputs = Vec::new();
    for pool in &cluster.pools {
        let (share, source) = node_load(terms, pool);
        inputs.push(ExplainedInput {
            name: say(
                "report-explain-pool-load",
                &[("pool", pool.id.as_str().into())],
            ),
            value: format::percent(share),
            source: source.to_owned(),
        });
    }
    for draw in &draws.parts {
        let each = match (draw.typical_w(1.0), draw.max_w) {
            (Some(typical), Some(max)) => say(
                "report-explain-draw",
                &[
                    ("count", format::count(draw.count).into()),
                    ("typical", format::watts(typical).into()),
                    ("max", format::watts(max).into()),
                ],
            ),
            (Some(watts), None) | (None, Some(watts)) => say(
                "report-explain-draw-one",
                &[
                    ("count", format::count(draw.count).into()),
                    ("watts", format::watts(watts).into()),
                ],
            ),
            (None, None) => unknown(),
        };
        inputs.push(ExplainedInput {
            name: draw.description.clone(),
            value: each,
            source: match draw.typical {
                Typical::Share(_) => say("report-explain-rating", &[]),
                Typical::Watts(_) => say("report-explain-data-sheet", &[]),
            },
        });
    }
    inputs.push(input(
        "report-cost-pue",
        format::trimmed(terms.pue.value, 2),
        &terms.pue.source,
    ));
    let typical = draws.it_typical_w(1.0);
    Explanation {
        formula: say("report-explain-power", &[]),
        inputs,
        result: say(
            "report-explain-power-result",
            &[
                ("typical", format::watts(typical).into()),
                ("max", format::watts(draws.it_max_w()).into()),
                ("meter", format::watts(typical * terms.pue.value).into()),
            ],
        ),
    }
}

/// The cost over the years of use: its items, with how each came about.
pub fn tco(cost: &Cost, figures: &Figures) -> Explanation {
    let inputs = cost
        .items
        .iter()
        .map(|item| ExplainedInput {
            name: say(&format!("report-cost-item-{}", item.kind), &[]),
            value: format::usd(item.usd),
            source: item.why.clone(),
        })
        .collect();
    Explanation {
        formula: say("report-explain-tco-formula", &[]),
        inputs,
        result: range(
            figures.totals.map(|totals| totals.tco),
            figures.low.map(|totals| totals.tco),
            figures.high.map(|totals| totals.tco),
            |usd| format::usd_large(usd.to_f64()),
        ),
    }
}

/// The cost of one GPU for an hour that is used.
pub fn gpu_hour(terms: &Terms, cluster: &Cluster, figures: &Figures) -> Explanation {
    let hour = |usd: Usd| usd_per_gpu_hour(usd, figures.gpu_hours);
    let tco = figures
        .totals
        .map_or_else(unknown, |totals| format::usd_large(totals.tco.to_f64()));
    let mut inputs = vec![
        input("report-explain-tco", tco, &say("report-explain-cost", &[])),
        input(
            "report-explain-gpus",
            format::count(cluster.gpus()),
            defaults::DESIGN,
        ),
        input(
            "report-explain-hours",
            format::fixed(defaults::HOURS_PER_YEAR, 0),
            "365 × 24",
        ),
    ];
    inputs.extend(terms.explained());
    Explanation {
        formula: say("report-explain-gpu-hour", &[]),
        inputs,
        result: range(
            figures.totals.and_then(|totals| hour(totals.tco)),
            figures.low.and_then(|totals| hour(totals.tco)),
            figures.high.and_then(|totals| hour(totals.tco)),
            |usd| format!("{} USD", format::fixed(usd.to_f64(), 2)),
        ),
    }
}

fn range(
    usd: Option<Usd>,
    low: Option<Usd>,
    high: Option<Usd>,
    write: impl Fn(Usd) -> String,
) -> String {
    match (usd, low, high) {
        (Some(usd), Some(low), Some(high)) if low < high => say(
            "report-explain-range",
            &[
                ("value", write(usd).into()),
                ("low", write(low).into()),
                ("high", write(high).into()),
            ],
        ),
        (Some(usd), ..) => write(usd),
        (None, ..) => unknown(),
    }
}
