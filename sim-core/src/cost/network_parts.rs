//! Switches, optics and cables of a fabric, run by run.
//!
//! A cable with both plugs is one piece, a run of optics is two transceivers and a fibre. Pieces that serve several
//! links are counted over the whole run and rounded up; a switch whose own count of links is odd takes one from the
//! spares.

use podwright_locales::{Arg, format};

use super::defaults;
use super::purchase::{Category, List, UNKNOWN_CABLE_PART};
use crate::design::Cabling;
use crate::fabric::{CableChoice, CablePlace, Layout, choose_cable};
use crate::report::{CableGroup, TierRole};

/// Links that lead to the same kind of device.
struct Links<'a> {
    count: u64,
    choice: &'a CableChoice,
    /// The far ends are the design's extra endpoints, not nodes or switches.
    extra: bool,
}

impl List<'_> {
    /// Adds the parts of a fabric.
    pub(super) fn fabric(&mut self, layout: &Layout) {
        self.switches(layout);
        for (group, choice) in layout.report.cables.iter().zip(&layout.cables) {
            self.run(layout, group, choice.as_ref());
        }
    }

    fn switches(&mut self, layout: &Layout) {
        let (Some(size), Some(switch)) = (&layout.size, &layout.switch) else {
            return;
        };
        let total: u64 = layout.report.tiers.iter().map(|tier| tier.count).sum();
        // A design that says how many switches lie in reserve is taken at its word; else one does.
        let by_rule = !self.terms.spares.contains_key(Category::Switch.id());
        let spare =
            u64::from(by_rule && self.terms.spare_switches && total >= defaults::SPARE_SWITCH_FROM);
        for tier in &layout.report.tiers {
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
                    layout.report.radix,
                ),
                TierRole::Core => (
                    "report-bom-why-core",
                    size.cables_spine_core,
                    layout.report.radix,
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
            let spares = if tier.role == TierRole::Leaf {
                spare
            } else {
                0
            };
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
        }
    }

    /// The parts of the links between two places.
    fn run(&mut self, layout: &Layout, group: &CableGroup, choice: Option<&CableChoice>) {
        let Some(choice) = choice else {
            let description = self.say("report-bom-unknown-cable", &[]);
            let why = self.say("report-bom-why-unknown-cable", &run_args(layout, group));
            self.push(
                Category::Cable,
                UNKNOWN_CABLE_PART,
                description,
                group.count,
                why,
            );
            return;
        };
        let spec = self.design.fabrics.get(layout.index);
        let extra = spec
            .filter(|_| group.from == "node")
            .map_or(0, |spec| u64::from(spec.extra_endpoints))
            .min(group.count);
        // Managers and gateways have cages of one link; nodes with two links to a cage need other parts.
        let other = match &layout.switch {
            Some(switch) if extra > 0 && layout.node_links_per_cage != 1 => choose_cable(
                self.catalog,
                switch,
                layout.link_gbit_s,
                spec.map_or(Cabling::Auto, |spec| spec.cabling),
                group.length_m,
                Some(1),
            ),
            _ => None,
        };
        let mut parts = vec![Links {
            count: group.count - if other.is_some() { extra } else { 0 },
            choice,
            extra: false,
        }];
        if let Some(other) = &other {
            parts.push(Links {
                count: extra,
                choice: other,
                extra: true,
            });
        }
        self.pieces(layout, group, &parts);
    }

    fn pieces(&mut self, layout: &Layout, group: &CableGroup, parts: &[Links<'_>]) {
        // The same part at the same place is one line, whatever its links lead to at the other end.
        let mut lines: Vec<(CablePlace, bool, &str, u64, u64)> = Vec::new();
        for links in parts {
            for part in &links.choice.parts {
                let extra = links.extra && part.place == CablePlace::LowerEnd;
                match lines.iter_mut().find(|(place, is_extra, id, per, _)| {
                    *place == part.place
                        && *is_extra == extra
                        && *id == part.part_id
                        && *per == part.links_per_piece
                }) {
                    Some((.., count)) => *count = count.saturating_add(links.count),
                    None => lines.push((
                        part.place,
                        extra,
                        &part.part_id,
                        part.links_per_piece,
                        links.count,
                    )),
                }
            }
        }
        for (place, extra, part_id, per_piece, links) in lines {
            let category = match place {
                CablePlace::Whole | CablePlace::Between => Category::Cable,
                CablePlace::LowerEnd | CablePlace::UpperEnd => Category::Optics,
            };
            let end = match place {
                CablePlace::Whole | CablePlace::Between => "",
                CablePlace::LowerEnd if extra => "extra",
                CablePlace::LowerEnd => group.from.as_str(),
                CablePlace::UpperEnd => group.to.as_str(),
            };
            let mut args = run_args(layout, group);
            args.retain(|(name, _)| *name != "links");
            args.push(("links", format::count(links).into()));
            args.push(("per", format::count(per_piece).into()));
            args.push(("end", end.into()));
            let why = match (category, per_piece) {
                (Category::Optics, 0 | 1) => "report-bom-why-optics",
                (Category::Optics, _) => "report-bom-why-optics-shared",
                (_, 0 | 1) => "report-bom-why-cable",
                _ => "report-bom-why-cable-shared",
            };
            let why = self.say(why, &args);
            let mut description = self.name(part_id);
            if category == Category::Cable {
                description = self.say(
                    "report-bom-cable",
                    &[
                        ("name", description.into()),
                        ("length", format::trimmed(group.length_m, 1).into()),
                    ],
                );
            }
            self.push(
                category,
                part_id,
                description,
                links.div_ceil(per_piece.max(1)),
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
