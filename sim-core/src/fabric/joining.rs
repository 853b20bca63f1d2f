//! Which parts of the catalogue join two cages.
//!
//! A cable with both plugs is one piece, whatever its far plugs are: a breakout has one plug for the cage with more links
//! and a plug for each cage at the other end. Optics are a transceiver at each end and fibre between; a cage that is split
//! takes fibres that part in as many legs as lie on one of the transceiver's plugs.

use super::cabling::{CableChoice, CablePart, CablePlace, LowerCage};
use super::sides::PortSide;
use crate::catalog::{Cable, CableKind, Catalog, Switch};
use crate::design::Cabling;

/// Chooses the parts of a run: the first medium in the order copper, active copper, active optical, multimode,
/// single-mode whose parts fit the cages and reach. A medium that the design asks for is taken whether it reaches or
/// not; the check says so.
///
/// `switch` and `side` are what the upper end is plugged into, `lower` is the other end. Without `whole`, cables with both
/// plugs are left out: the links of a cage part ways.
pub fn choose_cable(
    catalog: &Catalog,
    switch: &Switch,
    side: PortSide,
    cabling: Cabling,
    meters: f64,
    lower: LowerCage<'_>,
    whole: bool,
) -> Option<CableChoice> {
    let (lower_links, lower_connector, to_node) = match lower {
        LowerCage::Node(cage) => (cage.links, cage.connector, true),
        LowerCage::Switch(switch, side) => (side.cage_links, connector(switch, side), false),
    };
    let run = Run {
        catalog,
        switch,
        connector: connector(switch, side),
        link_gbit_s: side.gbit_s,
        cage_links: side.cage_links,
        lower_links,
        lower_connector,
        to_node,
        meters,
        whole,
    };
    match cabling {
        Cabling::Dac => run.whole(CableKind::Dac, "dac", false),
        Cabling::Acc => run.whole(CableKind::Acc, "acc", false),
        Cabling::Aoc => run.whole(CableKind::Aoc, "aoc", false),
        Cabling::Multimode => run.optics("multimode", false),
        Cabling::SingleMode => run.optics("single-mode", false),
        Cabling::Auto => run
            .whole(CableKind::Dac, "dac", true)
            .or_else(|| run.whole(CableKind::BaseT, "base_t", true))
            .or_else(|| run.whole(CableKind::Acc, "acc", true))
            .or_else(|| run.optics("multimode", true))
            .or_else(|| run.whole(CableKind::Aoc, "aoc", true))
            .or_else(|| run.optics("single-mode", true)),
    }
}

/// The connector of a switch's ports.
fn connector(switch: &Switch, side: PortSide) -> &str {
    let group = switch.ports.get(side.group);
    group.map_or("", |group| group.connector.as_str())
}

/// The plugs of both ends of a part; of a transceiver the same.
fn ends(connector: &str) -> (&str, &str) {
    let split = |word| connector.split_once(word);
    split(" to ")
        .or_else(|| split(" and "))
        .unwrap_or((connector, connector))
}

/// Plugs at the far end: 4 of `OSFP to 4 x QSFP112`, otherwise 1.
fn far_plugs(connector: &str) -> u64 {
    connector
        .split_once(" to ")
        .and_then(|(_, far)| far.split(' ').next()?.parse().ok())
        .unwrap_or(1)
}

/// Whether an OSFP plug has the top that its cage is made for: fins, or a flat one where the cage brings the heat sink. One
/// does not go into the other's cage (OSFP and OSFP-RHS); a cage without a word of it is taken to fit either.
fn same_top(plug: &str, cage: &str) -> bool {
    let flat = plug.contains("flat-top");
    if cage.contains("flat-top") {
        flat
    } else {
        !(flat && cage.contains("finned"))
    }
}

/// Whether a plug goes into a cage of a switch, by the name of the form factor. Of a plug that comes in several, one has to.
fn fits_switch(plug: &str, cage: &str) -> bool {
    let plug = match plug.split_once(" x ") {
        Some((count, plug)) if count.len() == 1 => plug,
        _ => plug,
    };
    plug.split('/').any(|plug| {
        let form = plug.split([',', ' ']).next().unwrap_or_default();
        (cage.contains(form)
            || (form == "OSFP224" && cage.contains("OSFP"))
            || (form == "QSFP-DD" && cage.contains("-DD")))
            && plug.contains("flat-top") == cage.contains("flat-top")
    })
}

/// Whether a QSFP plug has faster lanes than its cage: one with lanes of 50 or 100 Gbit/s goes into an older cage, but no
/// link comes up at its rate.
fn faster(plugs: &str, cage: &str) -> bool {
    let age = |name: &str| {
        let mut ages = ["QSFP28", "QSFP56", "QSFP112"].into_iter();
        ages.rposition(|age| name.contains(age))
    };
    age(cage).is_some_and(|cage| age(plugs).is_some_and(|plug| plug > cage))
}

/// The sort of a fibre plug: LC, MPO with 16 fibres, or the other MPO.
fn fibre_plug(connector: &str) -> [bool; 2] {
    ["LC", "MPO-16"].map(|name| connector.contains(name))
}

/// Rate of one lane of light, Gbit/s: a duplex plug counts as one, an MPO has four or eight each way.
fn lane_gbit_s(cable: &Cable) -> f64 {
    let lanes = match fibre_plug(&cable.connector) {
        [true, _] => 1.0,
        [_, true] => 8.0,
        _ => 4.0,
    };
    port_gbit_s(cable) / lanes
}

/// Rate of one of the ports that a transceiver serves, Gbit/s.
fn port_gbit_s(cable: &Cable) -> f64 {
    cable.gbit_s / f64::from(cable.ports_served.max(1))
}

struct Run<'a> {
    catalog: &'a Catalog,
    /// At the upper end.
    switch: &'a Switch,
    /// Of its cages.
    connector: &'a str,
    link_gbit_s: f64,
    /// Links of one of them.
    cage_links: u64,
    /// The same at the lower end.
    lower_links: u64,
    lower_connector: &'a str,
    /// The lower end is a node's.
    to_node: bool,
    meters: f64,
    whole: bool,
}

impl Run<'_> {
    fn speaks(&self, cable: &Cable) -> bool {
        cable.protocols.contains(&self.switch.protocol)
    }

    /// Whether an end carries so many links: as it is made, or in another way that its record states.
    fn carries(&self, cable: &Cable, links: u64) -> bool {
        let made = u64::from(cable.ports_served) == links
            && cable.gbit_s == self.link_gbit_s * links as f64;
        made || cable
            .breakouts()
            .any(|way| u64::from(way.links) == links && way.gbit_s == self.link_gbit_s)
    }

    /// Whether a plug goes into the node's cage. A QSFP plug has one shape and goes into cages of its rate or more, and into
    /// QSFP-DD too; OSFP plugs go into OSFP only, with fins or a flat top as the cage has it, and of a cable with different
    /// ends the far plugs count.
    fn fits_node(&self, cable: &Cable) -> bool {
        let cage = self.lower_connector;
        let (_, plugs) = ends(&cable.connector);
        let fits = |name: &str| plugs.contains(name) && cage.contains(name);
        let dense = plugs.contains("-DD");
        // A virtual adapter has no cage.
        cage.is_empty()
            || cage == "virtual"
            || (fits("OSFP") && same_top(plugs, cage))
            || (fits("QSFP") && (cage.contains("-DD") || !(dense || faster(plugs, cage))))
            || (fits("SFP") && !plugs.contains("QSFP") && !plugs.contains("OSFP"))
            || fits("RJ45")
    }

    fn reaches(&self, cable: &Cable) -> bool {
        cable.max_reach_m >= self.meters
    }

    /// A cable with both plugs.
    fn whole(&self, kind: CableKind, name: &'static str, must_reach: bool) -> Option<CableChoice> {
        if !self.whole {
            return None;
        }
        // Of a cable that parts, the one plug is where a cage holds more links.
        let upward = self.lower_links > self.cage_links && !self.to_node;
        let ends_of = [
            (self.cage_links, self.connector),
            (self.lower_links, self.lower_connector),
        ];
        let [(links, one), (far_links, other)] = if upward {
            [ends_of[1], ends_of[0]]
        } else {
            ends_of
        };
        let fits = |cable: &Cable| {
            let (near, far) = ends(&cable.connector);
            if self.to_node {
                fits_switch(near, one) && self.fits_node(cable)
            } else {
                let turned = fits_switch(far, one) && fits_switch(near, other);
                (fits_switch(near, one) && fits_switch(far, other))
                    || (far_links == links && turned)
            }
        };
        let best = self
            .catalog
            .cables()
            .filter(|cable| {
                cable.kind == kind
                    && self.speaks(cable)
                    && self.carries(cable, links)
                    && far_plugs(&cable.connector) * far_links == links
                    && fits(cable)
                    && (!must_reach || self.reaches(cable))
            })
            .max_by(|a, b| a.max_reach_m.total_cmp(&b.max_reach_m))?;
        Some(CableChoice {
            kind: name,
            parts: vec![CablePart {
                part_id: best.id.clone(),
                links_per_piece: links,
                place: CablePlace::Whole,
            }],
            reach_m: best.max_reach_m,
        })
    }

    /// The transceiver of the upper end, or of the other end of the one given.
    fn transceiver(
        &self,
        medium: &str,
        links: u64,
        upper: Option<&Cable>,
        must_reach: bool,
    ) -> Option<&Cable> {
        let fits = |cable: &&Cable| {
            cable.kind == CableKind::Transceiver
                && self.speaks(cable)
                && cable.medium.starts_with(medium)
                && self.carries(cable, links)
                && match (upper, self.to_node) {
                    (None, _) => fits_switch(&cable.connector, self.connector),
                    (_, true) => self.fits_node(cable),
                    _ => fits_switch(&cable.connector, self.lower_connector),
                }
                && upper.is_none_or(|upper| lane_gbit_s(cable) == lane_gbit_s(upper))
                && (!must_reach || self.reaches(cable))
        };
        // The shortest reach that does: it is the cheapest of a family.
        let shortest = |a: &&Cable, b: &&Cable| a.max_reach_m.total_cmp(&b.max_reach_m);
        // Of a medium that is forced and reaches nowhere too: the check says that it is short.
        self.catalog.cables().filter(fits).min_by(shortest)
    }

    /// Two transceivers and fibre.
    fn optics(&self, medium: &'static str, must_reach: bool) -> Option<CableChoice> {
        let long_enough = |must| {
            let upper = self.transceiver(medium, self.cage_links, None, must)?;
            let lower = self.transceiver(medium, self.lower_links, Some(upper), must)?;
            Some((upper, lower))
        };
        let (upper, lower) = match long_enough(true) {
            Some(pair) => pair,
            None if must_reach => return None,
            None => long_enough(false)?,
        };
        // Links fill plug by plug; those between two switches that part ways are spread over the plugs.
        let on_plug = |cable: &Cable, links: u64| {
            let spread = links.div_ceil(cable.ports_served.max(1).into());
            let most = (port_gbit_s(cable) / self.link_gbit_s) as u64;
            if self.whole || self.to_node {
                most.min(links).max(1)
            } else {
                spread
            }
        };
        let at_upper = on_plug(upper, self.cage_links);
        // Each adapter of a node has its own.
        let at_lower = if self.to_node {
            self.lower_links.div_ceil(lower.ports_served.into())
        } else {
            on_plug(lower, self.lower_links)
        };
        // Fibre that parts has its one plug where more links lie on it.
        let ends_of = [(at_upper, upper), (at_lower, lower)];
        let [(most, one), (least, other)] = if at_lower > at_upper {
            [ends_of[1], ends_of[0]]
        } else {
            ends_of
        };
        if least > 1 && !self.whole {
            return None;
        }
        let fibre = self.catalog.cables().find(|cable| {
            let (near, far) = ends(&cable.connector);
            cable.kind == CableKind::Fibre
                && cable.medium.starts_with(medium)
                && far_plugs(&cable.connector) * least == most
                && fibre_plug(near) == fibre_plug(&one.connector)
                && fibre_plug(far) == fibre_plug(&other.connector)
        })?;
        let reach_m = upper
            .max_reach_m
            .min(lower.max_reach_m)
            .min(fibre.max_reach_m);
        if must_reach && reach_m < self.meters {
            return None;
        }
        Some(CableChoice {
            kind: medium,
            parts: vec![
                CablePart {
                    part_id: lower.id.clone(),
                    links_per_piece: self.lower_links,
                    place: CablePlace::LowerEnd,
                },
                CablePart {
                    part_id: upper.id.clone(),
                    links_per_piece: self.cage_links,
                    place: CablePlace::UpperEnd,
                },
                CablePart {
                    part_id: fibre.id.clone(),
                    links_per_piece: most,
                    place: CablePlace::Between,
                },
            ],
            reach_m,
        })
    }
}
