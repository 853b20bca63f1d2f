//! Which parts of the catalogue join two cages.
//!
//! A cable with both plugs is one piece, whatever its far plugs are: a breakout has one plug for the switch's cage and a
//! plug for each cage at the other end. Optics are a transceiver at each end and fibre between; a switch's cage that is split
//! takes fibres that part in as many legs as lie on one of the transceiver's plugs.

use super::cabling::{CableChoice, CablePart, CablePlace, NodeCage};
use super::sides::PortSide;
use crate::catalog::{Cable, CableKind, Catalog, Switch};
use crate::design::Cabling;

/// Chooses the parts of a run: the first medium in the order copper, active copper, active optical, multimode,
/// single-mode whose parts fit the cages and reach. A medium that the design asks for is taken whether it reaches or
/// not; the check says so.
///
/// `node` is the cage at the node's end, for runs to nodes; none for runs between switches. Without
/// `whole`, cables with both plugs are left out: the links of a cage part ways.
pub fn choose_cable(
    catalog: &Catalog,
    switch: &Switch,
    side: PortSide,
    cabling: Cabling,
    meters: f64,
    node: Option<NodeCage<'_>>,
    whole: bool,
) -> Option<CableChoice> {
    let run = Run {
        catalog,
        switch,
        connector: switch
            .ports
            .get(side.group)
            .map_or("", |group| group.connector.as_str()),
        link_gbit_s: side.gbit_s,
        cage_links: side.cage_links,
        node_cage: node.map(|cage| cage.links),
        node_connector: node.map_or("", |cage| cage.connector),
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
    switch: &'a Switch,
    /// Of the switch's cages.
    connector: &'a str,
    link_gbit_s: f64,
    cage_links: u64,
    node_cage: Option<u64>,
    node_connector: &'a str,
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

    /// Whether a plug goes into a cage of the switch, by the name of the form factor.
    fn fits_switch(&self, cable: &Cable) -> bool {
        let plug = cable.connector.split([',', ' ']).next().unwrap_or_default();
        let (near, _) = ends(&cable.connector);
        (self.connector.contains(plug)
            || (plug == "OSFP224" && self.connector.contains("OSFP"))
            || (plug == "QSFP-DD" && self.connector.contains("-DD")))
            && near.contains("flat-top") == self.connector.contains("flat-top")
    }

    /// Whether a plug goes into the node's cage. A QSFP plug has one shape and goes into cages of its rate or more, and into
    /// QSFP-DD too; OSFP plugs go into OSFP only, with fins or a flat top as the cage has it, and of a cable with different
    /// ends the far plugs count.
    fn fits_node(&self, cable: &Cable) -> bool {
        let cage = self.node_connector;
        let (_, plugs) = ends(&cable.connector);
        let fits = |name: &str| plugs.contains(name) && cage.contains(name);
        let dense = plugs.contains("-DD");
        // A virtual adapter has no cage.
        self.node_cage.is_none()
            || cage.is_empty()
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
        let links = self.cage_links;
        let far_links = self.node_cage.unwrap_or(links);
        let best = self
            .catalog
            .cables()
            .filter(|cable| {
                cable.kind == kind
                    && self.speaks(cable)
                    && self.carries(cable, links)
                    && far_plugs(&cable.connector) * far_links == links
                    && self.fits_switch(cable)
                    && self.fits_node(cable)
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
            power_per_link_w: 2.0 * best.power_per_end_w / links as f64,
        })
    }

    /// The transceiver of the switch's end, or of the other end of the one given.
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
                && upper.map_or_else(
                    || self.fits_switch(cable),
                    |upper| self.fits_node(cable) && lane_gbit_s(cable) == lane_gbit_s(upper),
                )
                && (!must_reach || self.reaches(cable))
        };
        // The shortest reach that does: it is the cheapest of a family.
        let shortest = |a: &&Cable, b: &&Cable| a.max_reach_m.total_cmp(&b.max_reach_m);
        let found = self.catalog.cables().filter(fits).min_by(shortest);
        found.or_else(|| {
            // Nothing reaches and the medium is forced: the longest of the family, and the check says it is short.
            if must_reach {
                None
            } else {
                self.catalog.cables().filter(fits).max_by(shortest)
            }
        })
    }

    /// Two transceivers and fibre.
    fn optics(&self, medium: &'static str, must_reach: bool) -> Option<CableChoice> {
        let long_enough = |must| {
            let upper = self.transceiver(medium, self.cage_links, None, must)?;
            let lower = match self.node_cage {
                Some(cage) => self.transceiver(medium, cage, Some(upper), must)?,
                _ => upper,
            };
            Some((upper, lower))
        };
        let (upper, lower) = match long_enough(true) {
            Some(pair) => pair,
            None if must_reach => return None,
            None => long_enough(false)?,
        };
        // Links on a fibre at the switch, which fills plug by plug, and at the other end, where each adapter has its own.
        let most = (port_gbit_s(upper) / self.link_gbit_s) as u64;
        let near = most.min(self.cage_links).max(1);
        let lower_links = self.node_cage.unwrap_or(self.cage_links);
        let far = match self.node_cage {
            Some(links) => links.div_ceil(lower.ports_served.into()),
            None => near,
        };
        if far > 1 && !self.whole {
            return None;
        }
        let fibre = self.catalog.cables().find(|cable| {
            let (at_upper, at_lower) = ends(&cable.connector);
            cable.kind == CableKind::Fibre
                && cable.medium.starts_with(medium)
                && far_plugs(&cable.connector) * far == near
                && fibre_plug(at_upper) == fibre_plug(&upper.connector)
                && fibre_plug(at_lower) == fibre_plug(&lower.connector)
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
                    links_per_piece: lower_links,
                    place: CablePlace::LowerEnd,
                },
                CablePart {
                    part_id: upper.id.clone(),
                    links_per_piece: self.cage_links,
                    place: CablePlace::UpperEnd,
                },
                CablePart {
                    part_id: fibre.id.clone(),
                    links_per_piece: near,
                    place: CablePlace::Between,
                },
            ],
            reach_m,
            power_per_link_w: lower.power_per_end_w / lower_links as f64
                + upper.power_per_end_w / self.cage_links as f64,
        })
    }
}
