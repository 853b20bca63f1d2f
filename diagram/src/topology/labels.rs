//! The column at the left: how many devices a tier has, their ports, and the links between tiers.

use podwright_locales::{Arg, Texts, format};

use super::layout::Row;
use super::{Bundle, LABELS, Slowest, Tier, TierRole};
use crate::Token;
use crate::svg::{Anchor, Svg};
use crate::text::{self, SMALL};

/// A line of the column with its class.
type Line = (&'static str, String);

fn tier_title(texts: &Texts, tier: &Tier) -> String {
    let id = format!("diagram-tier-{}", tier.role.key());
    texts.with(
        &id,
        &[
            ("n", Arg::Count(tier.count)),
            ("count", format::count(tier.count).into()),
        ],
    )
}

/// Name of a device; its number alone where the room is short.
pub(super) fn device_name(texts: &Texts, role: TierRole, index: u64, room: f64) -> String {
    let number = format::count(index.saturating_add(1));
    let id = format!("diagram-device-{}", role.key());
    let name = texts.with(&id, &[("n", number.as_str().into())]);
    if text::width_strong(&name, SMALL) <= room {
        name
    } else {
        text::fit(&number, SMALL, room)
    }
}

fn ports_line(texts: &Texts, tier: &Tier) -> Option<(String, String)> {
    let (used, total) = tier.ports?;
    let n = tier.count.max(1);
    // Each device's share only where all are alike.
    let alike = used % n == 0 && total % n == 0;
    let (used, total) = if alike {
        (used / n, total / n)
    } else {
        (used, total)
    };
    let args = [
        ("used", Arg::from(format::count(used))),
        ("total", format::count(total).into()),
    ];
    let second = match (alike, n) {
        (false, _) => "diagram-ports-all",
        (true, 1) => "diagram-ports",
        _ => "diagram-ports-each",
    };
    Some((texts.with("diagram-ports-used", &args), texts.get(second)))
}

/// Lines for every tier.
pub(super) fn tiers(texts: &Texts, tiers: &[Tier]) -> Vec<Vec<Line>> {
    tiers
        .iter()
        .map(|tier| {
            let mut lines = vec![("strong", tier_title(texts, tier))];
            if let Some((first, second)) = ports_line(texts, tier) {
                lines.extend([("", first), ("", second)]);
            }
            lines.extend(
                text::wrap(&tier.detail, SMALL, LABELS.0 - 6.0, 3)
                    .into_iter()
                    .map(|line| ("", line)),
            );
            if tier.reserved > 0 {
                lines.push((
                    "",
                    texts.with(
                        "diagram-ports-reserved",
                        &[("count", format::count(tier.reserved).into())],
                    ),
                ));
            }
            lines.truncate(5);
            lines
        })
        .collect()
}

/// Lines for every gap between two tiers.
pub(super) fn bundles(texts: &Texts, bundles: &[Bundle]) -> Vec<Vec<Line>> {
    bundles
        .iter()
        .map(|bundle| {
            if let Some(cables) = &bundle.cables {
                let medium = text::wrap(&cables.medium, SMALL, LABELS.0 - 6.0, 3);
                return std::iter::once((bold(cables.token), cables.length.clone()))
                    .chain(medium.into_iter().map(|line| ("", line)))
                    .chain([("", links(texts, bundle))])
                    .collect();
            }
            let mut lines: Vec<Line> = Vec::new();
            match bundle.links_each.filter(|&n| n > 0) {
                Some(each) => {
                    let count = bundle.links / each;
                    let args = [
                        ("n", Arg::Count(count)),
                        ("count", format::count(count).into()),
                    ];
                    lines.push(("lbl", texts.with("diagram-bundles", &args)));
                    let args = [
                        ("n", Arg::from(format::count(each))),
                        ("rate", bundle.rate.as_str().into()),
                    ];
                    let words = texts.with("diagram-bundle-each", &args);
                    // Where there is no room for all of it the word goes, not a part of it.
                    let words = if each > 99 {
                        format!("{} × {}", format::count(each), bundle.rate)
                    } else {
                        words
                    };
                    lines.push(("lbl", words));
                }
                None if !bundle.rate.is_empty() => lines.push(("lbl", bundle.rate.clone())),
                None => {}
            }
            lines.push(("", links(texts, bundle)));
            if let Some(ratio) = &bundle.over {
                let words = texts.with(
                    "diagram-oversubscribed",
                    &[("ratio", ratio.as_str().into())],
                );
                let words = text::wrap(&words, SMALL, LABELS.0 - 6.0, 2);
                lines.extend(words.into_iter().map(|line| ("lbl", line)));
            }
            lines
        })
        .collect()
}

/// The class of a line in the colour of a series.
fn bold(token: Token) -> &'static str {
    match token.place() {
        1 => "t1",
        2 => "t2",
        3 => "t3",
        4 => "t4",
        _ => "strong",
    }
}

/// Whether lines of a class are set in the strong weight.
fn is_strong(class: &str) -> bool {
    class == "strong" || class.starts_with('t')
}

fn links(texts: &Texts, bundle: &Bundle) -> String {
    let args = [
        ("n", Arg::Count(bundle.links)),
        ("count", format::count(bundle.links).into()),
    ];
    texts.with("diagram-links", &args)
}

/// Width of the column that holds these lines, CSS px.
pub(super) fn column(tiers: &[Vec<Line>], bundles: &[Vec<Line>]) -> f64 {
    let widest = tiers
        .iter()
        .chain(bundles)
        .flatten()
        .map(|(class, line)| {
            if is_strong(class) {
                text::width_strong(line, SMALL)
            } else {
                text::width(line, SMALL)
            }
        })
        .fold(0.0, f64::max);
    (widest + 8.0).clamp(LABELS.0, LABELS.1)
}

/// Lowest edge of the lines of the tiers, CSS px.
pub(super) fn foot(tiers: &[Vec<Line>], rows: &[Row]) -> f64 {
    tiers
        .iter()
        .zip(rows)
        .map(|(lines, row)| first_line(row) + LEADING * (lines.len() as f64 - 1.0) + 4.0)
        .fold(0.0, f64::max)
}

/// Distance of two lines, CSS px.
const LEADING: f64 = 14.5;

/// Baseline of the first line of a tier.
fn first_line(row: &Row) -> f64 {
    row.y + if row.switch { 6.0 } else { 12.0 }
}

/// Draws the column.
pub(super) fn draw(
    svg: &mut Svg,
    tiers: &[Vec<Line>],
    bundles: &[Vec<Line>],
    rows: &[Row],
    column: f64,
) {
    let room = column - 6.0;
    let mut lines_from = |lines: &[Line], mut y: f64| {
        for (class, line) in lines {
            let size = if is_strong(class) {
                SMALL * text::STRONG
            } else {
                SMALL
            };
            svg.text(class, (0.0, y), Anchor::Start, &text::fit(line, size, room));
            y += LEADING;
        }
    };
    for (lines, row) in tiers.iter().zip(rows) {
        lines_from(lines, first_line(row));
    }
    for (lines, pair) in bundles.iter().zip(rows.windows(2)) {
        let middle = f64::midpoint(pair[0].bottom(), pair[1].y);
        lines_from(
            lines,
            middle - LEADING / 2.0 * (lines.len() as f64 - 1.0) + 4.0,
        );
    }
}

/// Draws what joins the parts of the top tier, above them.
pub(super) fn above(svg: &mut Svg, lines: &[Vec<Line>], column: f64) {
    for (i, (class, line)) in lines.iter().flatten().enumerate() {
        let y = 12.0 + LEADING * i as f64;
        svg.text(
            class,
            (0.0, y),
            Anchor::Start,
            &text::fit(line, SMALL, column - 6.0),
        );
    }
}

/// The fabric in a sentence or two.
pub(super) fn describe(
    texts: &Texts,
    tiers: &[Tier],
    bundles: &[Bundle],
    joined: Option<&Bundle>,
    slowest: Option<&Slowest>,
) -> String {
    let mut parts: Vec<String> = joined
        .map(|joined| {
            texts.with(
                "diagram-groups-joined",
                &[("links", links(texts, joined).into())],
            )
        })
        .into_iter()
        .collect();
    for (i, tier) in tiers.iter().enumerate() {
        let mut part = tier_title(texts, tier);
        if let Some((used, each)) = ports_line(texts, tier) {
            part = format!("{part}, {used} {each}");
        }
        parts.push(part);
        if let Some(bundle) = bundles.get(i).filter(|_| i + 1 < tiers.len()) {
            parts.push(
                format!("{} {}", links(texts, bundle), bundle.rate)
                    .trim_end()
                    .to_owned(),
            );
        }
    }
    let mut out = parts.join("; ");
    if !out.is_empty() {
        out.push('.');
    }
    if let Some(slowest) = slowest {
        out = format!("{out} {}.", slowest.title);
    }
    out
}
