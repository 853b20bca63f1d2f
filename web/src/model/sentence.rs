//! The sentence that each view opens with: its result.

use podwright_locales::format;
use podwright_sim_core::Design;
use podwright_sim_core::design::{CollectiveOp, NodeRef};
use podwright_sim_core::report::Report;

use super::collectives::nearest;
use super::headline::{estimate, headline_message, op_name, point_at};
use super::words::{count_word, count_word_inside, say, say_with};
use super::{field, parts, workstation};

/// A sentence and a second one under it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence {
    /// The result.
    pub title: String,
    /// What lies behind it; may be empty.
    pub detail: String,
}

/// A counterfactual design that the sentence about bridges compares with.
#[derive(Clone, Debug, PartialEq)]
pub enum Counterfactual {
    /// The design with its bridges taken off.
    WithoutBridge(Box<Design>),
    /// The design with a bridge that fits.
    WithBridge(Box<Design>),
}

/// What to evaluate beside the design so that the effect of its bridges can be said; nothing where bridges play no part.
pub fn counterfactual(design: &Design) -> Option<Counterfactual> {
    let node = field::inline(design, 0)?;
    if design.pools.len() != 1 || node.count < 2 {
        return None;
    }
    if !node.bridges.is_empty() {
        let mut without = design.clone();
        field::inline_mut(&mut without, 0)?.bridges.clear();
        return Some(Counterfactual::WithoutBridge(Box::new(without)));
    }
    let pair = vec![0, 1];
    let apart = workstation::distance(node, &pair)?;
    let bridge = parts::bridges("").into_iter().find(|bridge| {
        parts::bridge_fits_card(&bridge.id, &node.gpu)
            && parts::bridge_pitch(&bridge.id) == Some(apart)
    })?;
    let mut with = design.clone();
    let pairs: Vec<Vec<u32>> = workstation::bridge_pairs(node)
        .into_iter()
        .filter(|pair| workstation::distance(node, pair) == Some(apart))
        .collect();
    let other = field::inline_mut(&mut with, 0)?;
    for gpus in pairs {
        other.bridges.push(podwright_sim_core::design::BridgeSpec {
            id: bridge.id.clone(),
            gpus,
        });
    }
    Some(Counterfactual::WithBridge(Box::new(with)))
}

impl Counterfactual {
    /// The other design.
    pub fn design(&self) -> &Design {
        match self {
            Self::WithoutBridge(design) | Self::WithBridge(design) => design,
        }
    }
}

fn time_of(report: &Report, op: CollectiveOp, bytes: u64) -> Option<f64> {
    report
        .collectives
        .iter()
        .find(|curve| curve.op == op)
        .and_then(|curve| nearest(curve, bytes))
        .map(|p| p.time_us)
}

/// How many times faster, in words that fit: `10.5`, `1.07`.
fn times(ratio: f64) -> String {
    if ratio >= 2.0 {
        format::fixed(ratio, 1)
    } else {
        format::fixed(ratio, 2)
    }
}

/// The sentence of the collectives view.
pub fn collectives(
    report: &Report,
    op: CollectiveOp,
    bytes: u64,
    after: Option<&Report>,
    other: Option<(&Counterfactual, &Report)>,
) -> Sentence {
    let size = format::message_size(bytes);
    let name = op_name(op).to_ascii_lowercase();
    let args = |ratio: f64| {
        [
            ("size", size.as_str().into()),
            ("op", name.as_str().into()),
            ("times", times(ratio).into()),
        ]
    };
    let now = time_of(report, op, bytes);
    match other {
        Some((Counterfactual::WithoutBridge(_), without)) => {
            let (with, connected) = match after {
                Some(after) => (time_of(after, op, bytes), false),
                None => (now, true),
            };
            if let (Some(with), Some(without)) = (with, time_of(without, op, bytes))
                && with > 0.0
            {
                let detail = if connected {
                    bottleneck(report, op, bytes)
                } else {
                    say("planner-bridge-not-connected")
                };
                let ratio = without / with;
                if ratio > 1.005 {
                    return Sentence {
                        title: say_with("planner-bridge-makes", &args(ratio)),
                        detail,
                    };
                }
                return Sentence {
                    title: say_with("planner-bridge-no-gain", &args(1.0)),
                    detail,
                };
            }
        }
        Some((Counterfactual::WithBridge(_), with)) => {
            if let (Some(now), Some(with)) = (now, time_of(with, op, bytes))
                && with > 0.0
                && now / with > 1.005
            {
                return Sentence {
                    title: say_with("planner-bridge-would-make", &args(now / with)),
                    detail: bottleneck(report, op, bytes),
                };
            }
        }
        None => {}
    }
    domains(report, op, bytes).unwrap_or_else(|| plain(report, op, bytes))
}

fn domains(report: &Report, op: CollectiveOp, bytes: u64) -> Option<Sentence> {
    let whole = point_at(&report.collectives, op, bytes)?;
    let one = point_at(&report.domain_collectives, op, bytes)?;
    let rack = report.pools.iter().any(|pool| pool.category == "rack");
    let title = say_with(
        if rack {
            "planner-racks-reach"
        } else {
            "planner-nodes-reach"
        },
        &[
            ("count", report.summary.nodes.into()),
            ("word", count_word(report.summary.nodes).into()),
            ("all", estimate(whole.busbw_gb_s).into()),
            ("one", estimate(one.busbw_gb_s).into()),
            ("size", format::message_size(whole.message_bytes).into()),
        ],
    );
    Some(Sentence {
        title,
        detail: bottleneck(report, op, bytes),
    })
}

fn plain(report: &Report, op: CollectiveOp, bytes: u64) -> Sentence {
    let Some(point) = point_at(&report.collectives, op, bytes) else {
        return Sentence {
            title: say("planner-collectives-none"),
            detail: say("planner-collectives-none-detail"),
        };
    };
    let title = say_with(
        "planner-collective-takes",
        &[
            ("size", format::message_size(point.message_bytes).into()),
            ("op", op_name(op).to_ascii_lowercase().into()),
            ("time", format::duration_us(point.time_us).into()),
            ("busbw", estimate(point.busbw_gb_s).into()),
        ],
    );
    Sentence {
        title,
        detail: bottleneck(report, op, bytes),
    }
}

fn bottleneck(report: &Report, op: CollectiveOp, bytes: u64) -> String {
    point_at(&report.collectives, op, bytes)
        .map(|point| {
            say_with(
                "planner-slowest-part",
                &[("part", point.bottleneck.as_str().into())],
            )
        })
        .unwrap_or_default()
}

/// The sentence of the racks view.
pub fn racks(report: &Report) -> Sentence {
    let count: u64 = report.racks.iter().map(|group| group.count).sum();
    if count == 0 {
        return Sentence {
            title: say("planner-racks-none"),
            detail: say("planner-racks-none-detail"),
        };
    }
    let title = say_with(
        "planner-racks-title",
        &[
            ("count", count.into()),
            ("word", count_word(count).into()),
            ("power", format::watts(report.power.it_max_w).into()),
        ],
    );
    let highest = report
        .racks
        .iter()
        .filter_map(|group| group.max_kw)
        .fold(0.0, f64::max);
    let limit = report.racks.iter().find_map(|group| group.limit_kw);
    let detail = match limit {
        Some(limit) if highest > 0.0 => say_with(
            "planner-racks-highest-limit",
            &[
                ("kw", format::short(highest).into()),
                ("limit", format::short(limit).into()),
            ],
        ),
        None if highest > 0.0 => say_with(
            "planner-racks-highest",
            &[("kw", format::short(highest).into())],
        ),
        _ => String::new(),
    };
    Sentence { title, detail }
}

/// The sentence of the cost view.
pub fn cost(report: &Report) -> Sentence {
    let unpriced =
        report.bom.lines.len() as u64 - report.bom.priced_lines.min(report.bom.lines.len() as u64);
    let missing = |n: u64| {
        if n == 0 {
            say("planner-cost-all-priced")
        } else {
            say_with(
                "planner-cost-unpriced",
                &[("count", n.into()), ("word", count_word(n).into())],
            )
        }
    };
    let Some(capex) = report.summary.capex_usd else {
        let error = report.errors().next();
        return Sentence {
            title: match (error, report.explain.get("capex_usd")) {
                (Some(error), _) => say_with(
                    "planner-cost-refused",
                    &[("finding", (&error.title).into())],
                ),
                (None, Some(explained)) if report.bom.priced_lines > 0 => say_with(
                    "planner-cost-no-sum",
                    &[("why", (&explained.result).into())],
                ),
                _ => say("planner-cost-unknown"),
            },
            detail: error.map_or_else(|| missing(unpriced), |error| error.message.clone()),
        };
    };
    let mut detail = Vec::new();
    if let Some(share) = report.cost.network_share.filter(|share| *share > 0.0) {
        detail.push(say_with(
            "planner-cost-network-share",
            &[("share", format::percent(share).into())],
        ));
    }
    detail.push(missing(unpriced));
    let title = match report.summary.tco_usd {
        Some(tco) => say_with(
            "planner-cost-title",
            &[
                ("capex", format::usd_large(capex).into()),
                ("tco", format::usd_large(tco).into()),
                ("years", years_words(report.cost.years).into()),
            ],
        ),
        None => say_with(
            "planner-cost-title-capex",
            &[("capex", format::usd_large(capex).into())],
        ),
    };
    let title = if report.cost.incomplete() {
        say_with("planner-cost-least", &[("sum", title.into())])
    } else {
        title
    };
    Sentence {
        title,
        detail: detail.join(" "),
    }
}

/// A span of years as words: "four years", "2.5 years", "one year".
pub fn years_words(years: f64) -> String {
    let number = format::trimmed(years, 1);
    let one = number == "1";
    let word = if years.fract() == 0.0 && (1.0..=12.0).contains(&years) {
        count_word_inside(years as u64)
    } else {
        number
    };
    say_with(
        "planner-years",
        &[
            ("count", u64::from(!one).saturating_add(1).into()),
            ("word", word.into()),
        ],
    )
}

/// What a catalogue node is, in a line for the composition; nothing for an inline node.
pub fn pool_note(design: &Design, pool: usize, report: &Report) -> Option<String> {
    let NodeRef::Catalog(_) = &design.pools.get(pool)?.node else {
        return None;
    };
    let found = report.pools.get(pool)?;
    let memory = format::trimmed(found.memory_gb_per_gpu, 0);
    let mut text = say_with(
        "planner-pool-note",
        &[
            ("gpus", found.gpus_per_node.into()),
            ("gpu", parts::short_gpu(&found.gpu).into()),
            ("memory", memory.into()),
        ],
    );
    if let (Some(nic), n) = (&found.nic, found.nics_per_node)
        && n > 0
    {
        text.push(' ');
        text.push_str(&say_with(
            "planner-pool-nics",
            &[("count", n.into()), ("nic", nic.as_str().into())],
        ));
    }
    Some(text)
}

/// The headline message as "All-reduce, 8 GiB".
pub fn message_name(design: &Design) -> String {
    let (op, bytes) = headline_message(design);
    format!("{}, {}", op_name(op), format::message_size(bytes))
}

#[cfg(test)]
mod tests {
    use podwright_sim_core::evaluate_builtin;

    use super::*;
    use crate::model::findings::leading_fix;
    use crate::model::{patch, sample};

    fn other(design: &Design) -> Option<(Counterfactual, Report)> {
        let other = counterfactual(design)?;
        let report = evaluate_builtin(other.design());
        Some((other, report))
    }

    fn said(design: &Design) -> Sentence {
        let report = evaluate_builtin(design);
        let after = leading_fix(&report)
            .and_then(|finding| patch::apply(design, &finding.patch).ok())
            .map(|fixed| evaluate_builtin(&fixed));
        let other = other(design);
        let other = other.as_ref().map(|(other, report)| (other, report));
        collectives(
            &report,
            CollectiveOp::AllReduce,
            1 << 28,
            after.as_ref(),
            other,
        )
    }

    #[test]
    fn a_wrong_bridge_is_compared_with_its_fix() {
        let sentence = said(&sample::workstation());
        assert!(
            sentence
                .title
                .starts_with("The bridge makes a 256 MiB all-reduce"),
            "{sentence:?}"
        );
        assert_eq!(sentence.detail, say("planner-bridge-not-connected"));
    }

    #[test]
    fn a_missing_bridge_is_offered_where_one_fits() {
        let mut design = sample::workstation();
        field::inline_mut(&mut design, 0)
            .expect("inline")
            .bridges
            .clear();
        assert!(matches!(
            counterfactual(&design),
            Some(Counterfactual::WithBridge(_))
        ));
        let sentence = said(&design);
        assert!(
            sentence.title.starts_with("A bridge would make"),
            "{sentence:?}"
        );
        field::inline_mut(&mut design, 0).expect("inline").slots[1].position = 6;
        assert_eq!(
            counterfactual(&design),
            None,
            "no bridge is five slots long"
        );
    }

    #[test]
    fn several_domains_are_compared_with_one() {
        let sentence = said(&sample::cluster());
        assert!(
            sentence.title.starts_with("Eight racks reach"),
            "{sentence:?}"
        );
        assert!(sentence.title.contains("8 GiB") || sentence.title.contains("256 MiB"));
    }

    #[test]
    fn racks_and_money_are_said_in_words() {
        let report = evaluate_builtin(&sample::cluster());
        assert!(
            racks(&report).title.contains("racks, "),
            "{:?}",
            racks(&report)
        );
        assert!(
            cost(&report).title.contains("to buy"),
            "{:?}",
            cost(&report)
        );
        let empty = evaluate_builtin(&Design::empty(""));
        assert_eq!(racks(&empty).title, say("planner-racks-none"));
        assert_eq!(
            said(&Design::empty("")).title,
            say("planner-collectives-none")
        );
    }

    #[test]
    fn years_are_words_where_short() {
        assert_eq!(years_words(1.0), "one year");
        assert_eq!(years_words(4.0), "four years");
        assert_eq!(years_words(2.5), "2.5 years");
    }
}
