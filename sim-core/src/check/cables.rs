//! Cables: does the medium reach, does any part fit the cages.

use podwright_locales::format;

use super::scene::{Scene, catalogue_source, run_reaches, short_runs};
use super::{FindingBuilder, Ledger};
use crate::design::Cabling;
use crate::fabric::{CableChoice, Layout, PortSide};
use crate::report::{CableGroup, TierRole};

/// Media in the order in which they are offered.
const MEDIA: [(Cabling, &str); 6] = [
    (Cabling::Auto, "auto"),
    (Cabling::Dac, "dac"),
    (Cabling::Acc, "acc"),
    (Cabling::Aoc, "aoc"),
    (Cabling::Multimode, "multimode"),
    (Cabling::SingleMode, "single-mode"),
];

pub(super) fn check(scene: &Scene<'_>, ledger: &mut Ledger) {
    for (layout, spec, at) in scene.sized_fabrics() {
        let runs = || layout.report.cables.iter().zip(&layout.cables);
        if layout.size.is_none() || runs().next().is_none() {
            continue;
        }
        let bad: Vec<_> = runs()
            .filter(|(group, choice)| !run_reaches(group, choice.as_ref()))
            .collect();
        if bad.is_empty() {
            ledger.passed(
                FindingBuilder::info("cable.reaches")
                    .arg("fabric", &layout.report.id)
                    .arg("length", longest(layout))
                    .at(at),
            );
            continue;
        }
        // The first medium of all that does for every run of the fabric.
        let other = MEDIA
            .into_iter()
            .filter(|(cabling, _)| *cabling != spec.cabling)
            .find(|(cabling, _)| {
                scene
                    .relaid(layout, &|spec| spec.cabling = *cabling)
                    .is_some_and(|other| short_runs(&other) == 0)
            });
        for (index, (group, choice)) in bad.iter().enumerate() {
            // Of the lengths of one run, the longest says it; of equal ones, the first.
            let another = bad.iter().enumerate().any(|(at, (other, _))| {
                other.from == group.from
                    && (other.length_m > group.length_m
                        || (other.length_m == group.length_m && at < index))
            });
            if another {
                continue;
            }
            let finding = say(scene, layout, spec.cabling, group, choice.as_ref())
                .at(format!("{at}/cabling"));
            ledger.found(match other {
                Some((_, name)) => finding
                    .arg("way", "medium")
                    .arg("other", name)
                    .set(format!("{at}/cabling"), name),
                None => finding
                    .arg(
                        "way",
                        if joins_nearer(scene, layout, group) {
                            "shorter"
                        } else {
                            "none"
                        },
                    )
                    .arg("other", ""),
            });
        }
    }
}

/// The least length of a run that a design may state, m.
const NEAREST_M: f64 = 0.5;

/// Whether all of the run has parts once the ends of the fabric stand side by side.
fn joins_nearer(scene: &Scene<'_>, layout: &Layout, group: &CableGroup) -> bool {
    let near = scene.resized(layout, &|spec| {
        spec.node_leaf_m = Some(NEAREST_M);
        spec.leaf_spine_m = Some(NEAREST_M);
        spec.spine_core_m = Some(NEAREST_M);
    });
    near.is_some_and(|near| {
        let runs = near.report.cables.iter().zip(&near.cables);
        let mut same = runs
            .filter(|(other, _)| (&other.from, &other.to) == (&group.from, &group.to))
            .peekable();
        same.peek().is_some() && same.all(|(other, choice)| run_reaches(other, choice.as_ref()))
    })
}

fn longest(layout: &Layout) -> String {
    let meters = layout
        .report
        .cables
        .iter()
        .map(|group| group.length_m)
        .fold(0.0, f64::max);
    format::trimmed(meters, 1)
}

fn say(
    scene: &Scene<'_>,
    layout: &Layout,
    asked: Cabling,
    group: &CableGroup,
    choice: Option<&CableChoice>,
) -> FindingBuilder {
    let finding = if let Some(choice) = choice {
        let part = choice
            .parts
            .iter()
            .filter_map(|part| scene.catalog.cable(&part.part_id))
            .min_by(|a, b| a.max_reach_m.total_cmp(&b.max_reach_m));
        let finding = FindingBuilder::error("cable.too_long")
            .arg(
                "part",
                part.map(|part| part.name.clone()).unwrap_or_default(),
            )
            .arg("reach", format::trimmed(choice.reach_m, 1));
        match part {
            Some(part) => finding.source(catalogue_source(part)),
            None => finding,
        }
    } else {
        let cage = |role: TierRole, side: PortSide| {
            let ports = layout.switch_of(role)?.ports.get(side.group)?;
            Some(ports.connector.as_str())
        };
        let [lower, upper] = layout.sides.ends(&group.from, &group.to);
        let (role, own, other) = match (group.from.as_str(), group.to.as_str()) {
            ("node", _) => (
                TierRole::Leaf,
                cage(TierRole::Leaf, layout.sides.down),
                Some(layout.node_connector.as_str()),
            ),
            ("leaf", _) => (
                TierRole::Spine,
                cage(TierRole::Spine, upper),
                cage(TierRole::Leaf, lower),
            ),
            (_, "core") => (
                TierRole::Core,
                cage(TierRole::Core, upper),
                cage(TierRole::Spine, lower),
            ),
            _ => (
                TierRole::Spine,
                cage(TierRole::Spine, upper),
                cage(TierRole::Spine, lower),
            ),
        };
        let switch = layout.switch_of(role);
        FindingBuilder::error("cable.none_fits")
            .arg("switch", switch.map_or("", |switch| switch.name.as_str()))
            .arg("cage", own.unwrap_or_default())
            .arg("other_cage", other.unwrap_or_default())
    };
    let asked = MEDIA
        .into_iter()
        .find(|(cabling, _)| *cabling == asked)
        .map_or("auto", |(_, name)| name);
    finding
        .arg("asked", asked)
        .arg("from", &group.from)
        .arg("to", &group.to)
        .arg(
            "rate",
            format::trimmed(layout.report.gbit_s_from(&group.from), 1),
        )
        .arg("length", format::trimmed(group.length_m, 1))
        .arg(
            "length_is",
            if group.length_is_placed {
                "placed"
            } else {
                "estimated"
            },
        )
}
