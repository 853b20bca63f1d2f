//! Switches, optics and cables of a fabric, run by run.
//!
//! A cable with both plugs is one piece, a run of optics is two transceivers and a fibre. Pieces that serve several
//! links are counted over the whole run and rounded up; a switch whose own count of links is odd takes one from the
//! spares.

use podwright_locales::{Arg, format};

use super::defaults;
use super::purchase::{Category, List, UNKNOWN_CABLE_PART};
use crate::fabric::{CableChoice, CablePlace, Layout};
use crate::report::{CableGroup, TierRole};

/// Links of one length that lead to the same kind of device.
struct Links {
    count: u64,
    choice: CableChoice,
    meters: f64,
    /// The far ends are the design's extra endpoints, not nodes or switches.
    extra: bool,
}

/// A line of the bill before its words.
#[derive(Clone, Copy, PartialEq)]
struct Piece<'a> {
    place: CablePlace,
    extra: bool,
    part_id: &'a str,
    per: u64,
    meters: f64,
    links: u64,
}

impl List<'_> {
    /// Adds the parts of a fabric.
    pub(super) fn fabric(&mut self, layout: &Layout) {
        self.switches(layout);
        let groups = &layout.report.cables;
        let mut first = 0;
        for run in groups.chunk_by(|a, b| (&a.from, &a.to) == (&b.from, &b.to)) {
            self.run(layout, first, run);
            first += run.len();
        }
    }

    fn switches(&mut self, layout: &Layout) {
        let Some(size) = &layout.size else {
            return;
        };
        // A design that says how many switches lie in reserve is taken at its word; else one does.
        let by_rule = !self.terms.spares.contains_key(Category::Switch.id());
        let mut seen: Vec<&str> = Vec::new();
        for tier in &layout.report.tiers {
            let Some(switch) = layout.switch_of(tier.role) else {
                continue;
            };
            // Of each model, over all tiers that have it.
            let alike = layout.report.tiers.iter();
            let alike = alike.filter(|other| other.switch == tier.switch);
            let total: u64 = alike.map(|tier| tier.count).sum();
            let enough = total >= defaults::SPARE_SWITCH_FROM && !seen.contains(&&*tier.switch);
            let spares = u64::from(by_rule && self.terms.spare_switches && enough);
            seen.push(&tier.switch);
            let (id, links, per) = match tier.role {
                TierRole::Leaf if layout.report.rails > 1 => (
                    "report-bom-why-leaf-rails",
                    layout.report.rails,
                    size.leaf_down,
                ),
                TierRole::Leaf if size.tiers == 1 => (
                    "report-bom-why-single",
                    size.cables_node_leaf,
                    size.leaf_down,
                ),
                TierRole::Leaf => ("report-bom-why-leaf", size.cables_node_leaf, size.leaf_down),
                TierRole::Spine if size.tiers > 2 => (
                    "report-bom-why-spine-pods",
                    size.cables_leaf_spine,
                    size.spine_down,
                ),
                TierRole::Spine => (
                    "report-bom-why-spine",
                    size.cables_leaf_spine,
                    layout.sides.spine.links,
                ),
                TierRole::Core => (
                    "report-bom-why-core",
                    size.cables_spine_core,
                    layout.sides.core.links,
                ),
            };
            let mut why = self.say(
                id,
                &[
                    ("fabric", layout.report.id.as_str().into()),
                    ("links", format::count(links).into()),
                    ("per", format::count(per).into()),
                    ("nodes", format::count(layout.nodes).into()),
                ],
            );
            let least = links.div_ceil(per.max(1));
            if matches!(tier.role, TierRole::Spine | TierRole::Core) && tier.count > least {
                why = self.say("report-bom-why-raised", &[("why", why.into())]);
            }
            if spares > 0 {
                why = self.say(
                    "report-bom-why-spare-switch",
                    &[("why", why.into()), ("total", format::count(total).into())],
                );
            }
            let before = self.purchases.len();
            self.push(
                Category::Switch,
                &tier.switch,
                switch.name.clone(),
                tier.count,
                why,
            );
            if let Some(line) = self.purchases.get_mut(before)
                && by_rule
            {
                line.spares = spares;
            }
            if let (Some(chassis), Some(each)) = (&switch.chassis, tier.cards_each()) {
                let card = (&chassis.card, each);
                let modules = chassis.modules.iter().map(|part| (part, part.count.into()));
                for (at, (part, each)) in std::iter::once(card).chain(modules).enumerate() {
                    let id = if at == 0 {
                        "report-bom-why-line-cards"
                    } else {
                        "report-bom-why-chassis-part"
                    };
                    let why = self.say(
                        id,
                        &[
                            ("fabric", layout.report.id.as_str().into()),
                            ("switches", format::count(tier.count).into()),
                            ("each", format::count(each).into()),
                            ("slots", format::count(chassis.slots.into()).into()),
                            ("ports", format::count(part.count.into()).into()),
                        ],
                    );
                    let name = part.name.clone();
                    self.push(Category::Switch, &part.id, name, tier.count * each, why);
                }
            }
        }
    }

    /// The parts of the links between two places, of all their lengths.
    fn run(&mut self, layout: &Layout, first: usize, groups: &[CableGroup]) {
        let mut parts: Vec<Links> = Vec::new();
        for (at, group) in groups.iter().enumerate() {
            let facts = layout.facts.get(first + at).copied().unwrap_or_default();
            let Some(Some(choice)) = layout.cables.get(first + at) else {
                let description = self.say("report-bom-unknown-cable", &[]);
                let why = self.say("report-bom-why-unknown-cable", &run_args(layout, group));
                self.push(
                    Category::Cable,
                    UNKNOWN_CABLE_PART,
                    description,
                    group.count,
                    why,
                );
                continue;
            };
            parts.push(Links {
                count: group.count,
                choice: choice.clone(),
                meters: group.length_m,
                extra: facts.extra,
            });
        }
        if let Some(group) = groups.first() {
            self.pieces(layout, group, &parts);
        }
    }

    fn pieces(&mut self, layout: &Layout, group: &CableGroup, parts: &[Links]) {
        // The same part at the same place is one line, whatever its links lead to at the other end; a cable is one of its
        // length, a transceiver serves links of any.
        let mut lines: Vec<Piece<'_>> = Vec::new();
        for links in parts.iter().filter(|links| links.count > 0) {
            for part in &links.choice.parts {
                let optics = matches!(part.place, CablePlace::LowerEnd | CablePlace::UpperEnd);
                let piece = Piece {
                    place: part.place,
                    extra: links.extra && part.place == CablePlace::LowerEnd,
                    part_id: &part.part_id,
                    per: part.links_per_piece,
                    meters: if optics { 0.0 } else { links.meters },
                    links: 0,
                };
                let at = lines
                    .iter()
                    .position(|line| Piece { links: 0, ..*line } == piece);
                let at = at.unwrap_or_else(|| {
                    lines.push(piece);
                    lines.len() - 1
                });
                lines[at].links = lines[at].links.saturating_add(links.count);
            }
        }
        // What is at the ends first, then what lies between, short before long.
        let rank = |line: &Piece<'_>| match line.place {
            CablePlace::LowerEnd => u8::from(line.extra),
            CablePlace::UpperEnd => 2,
            CablePlace::Whole | CablePlace::Between => 3,
        };
        lines.sort_by(|a, b| (rank(a).cmp(&rank(b))).then(a.meters.total_cmp(&b.meters)));
        // Extra endpoints are as many on each rail that stands alone and on each plane.
        let extra = |links: &Links| if links.extra { links.count } else { 0 };
        let counted: u64 = parts.iter().map(extra).sum();
        let spec = self.design.fabrics.get(layout.index);
        let asked = spec.map_or(counted, |spec| spec.extra_endpoints.into());
        for line in &lines {
            let category = match line.place {
                CablePlace::Whole | CablePlace::Between => Category::Cable,
                CablePlace::LowerEnd | CablePlace::UpperEnd => Category::Optics,
            };
            let end = match line.place {
                CablePlace::Whole | CablePlace::Between => "",
                CablePlace::LowerEnd if line.extra => "extra",
                CablePlace::LowerEnd => group.from.as_str(),
                CablePlace::UpperEnd => group.to.as_str(),
            };
            let mut args = run_args(layout, group);
            args.retain(|(name, _)| *name != "links");
            args.push(("links", format::count(line.links).into()));
            args.push(("per", format::count(line.per).into()));
            args.push(("end", end.into()));
            let why = match (category, line.per) {
                (Category::Optics, 0 | 1) => "report-bom-why-optics",
                (Category::Optics, _) => "report-bom-why-optics-shared",
                (_, 0 | 1) => "report-bom-why-cable",
                _ => "report-bom-why-cable-shared",
            };
            let mut why = self.say(why, &args);
            if counted != asked && counted > 0 && (line.extra || end != group.from) {
                why = self.say(
                    "report-bom-why-extra",
                    &[
                        ("why", why.into()),
                        ("asked", format::count(asked).into()),
                        ("counted", format::count(counted).into()),
                    ],
                );
            }
            let mut description = self.name(line.part_id);
            if category == Category::Cable {
                description = self.say(
                    "report-bom-cable",
                    &[
                        ("name", description.into()),
                        ("length", format::trimmed(line.meters, 1).into()),
                    ],
                );
            }
            self.push(
                category,
                line.part_id,
                description,
                line.links.div_ceil(line.per.max(1)),
                why,
            );
        }
    }
}

/// What the words of a run need.
fn run_args<'a>(layout: &'a Layout, group: &'a CableGroup) -> Vec<(&'static str, Arg<'a>)> {
    vec![
        ("fabric", layout.report.id.as_str().into()),
        ("from", group.from.as_str().into()),
        ("to", group.to.as_str().into()),
        ("links", format::count(group.count).into()),
    ]
}
