//! What an answer comes to, in sentences.

use podwright_locales::{Language, Texts, format};

use super::report::{CutReason, FlowReport};

/// The sentences, most important first.
pub(super) fn explain(
    report: &FlowReport,
    reasons: impl Iterator<Item = CutReason>,
) -> Vec<String> {
    let texts = Texts::of(Language::English);
    let mut sentences = Vec::new();
    let mut counts = [0_u64; 4];
    for reason in reasons {
        counts[reason as usize] += 1;
    }
    for (reason, count) in [
        (CutReason::EndDown, "flow-cut-end-down"),
        (CutReason::BetweenRails, "flow-cut-between-rails"),
        (CutReason::BetweenPlanes, "flow-cut-between-planes"),
        (CutReason::NoWay, "flow-cut-no-way"),
    ]
    .map(|(reason, id)| (id, counts[reason as usize]))
    {
        if count > 0 {
            sentences.push(texts.with(
                reason,
                &[
                    ("flows", count.into()),
                    ("count", format::count(count).into()),
                ],
            ));
        }
    }
    let Some(share) = report.delivered_of_the_rest else {
        return sentences;
    };
    match &report.bottleneck {
        None => sentences.push(texts.get("flow-free")),
        Some(link) => {
            sentences.push(texts.with(
                "flow-bottleneck",
                &[
                    ("flows", link.flows.into()),
                    ("count", format::count(link.flows.into()).into()),
                    ("from", link.from.as_str().into()),
                    ("to", link.to.as_str().into()),
                    ("rate", format::gb_s(link.capacity_gb_s).into()),
                    ("share", format::percent(share).into()),
                ],
            ));
            let others = link.links_alike.saturating_sub(1);
            if others > 0 {
                sentences.push(texts.with(
                    "flow-bottleneck-alike",
                    &[
                        ("links", others.into()),
                        ("count", format::count(others).into()),
                    ],
                ));
            }
        }
    }
    if let Some(seeds) = &report.seeds {
        sentences.push(texts.with(
            "flow-seeds",
            &[
                ("seeds", seeds.count.into()),
                ("median", format::percent(seeds.median).into()),
                ("worst", format::percent(seeds.worst).into()),
            ],
        ));
    }
    sentences
}
