//! Which cable or optics join two ports, and how long they are.

use crate::catalog::{Cable, CableKind, Catalog, Switch};
use crate::design::{Cabling, FabricSpec};
use crate::placement::{DEFAULT_RACKS_PER_ROW, RACK_WIDTH_M, ROW_PITCH_M, SLACK};

use super::sides::PortSide;
use super::sizing::ClosSize;

/// The parts of one run of links.
#[derive(Clone, Debug, PartialEq)]
pub struct CableChoice {
    /// `dac`, `acc`, `aoc`, `base_t`, `multimode` or `single-mode`.
    pub kind: &'static str,
    /// What is bought.
    pub parts: Vec<CablePart>,
    /// The longest run that the parts allow, metres.
    pub reach_m: f64,
    /// Power of both ends of one link, W.
    pub power_per_link_w: f64,
}

/// One kind of part of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct CablePart {
    /// Catalogue id.
    pub part_id: String,
    /// Links that one piece serves.
    pub links_per_piece: u64,
    /// Where it sits.
    pub place: CablePlace,
}

/// Where a part of a run sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CablePlace {
    /// Both plugs and the cable between: counted once.
    Whole,
    /// The end toward the nodes.
    LowerEnd,
    /// The end toward the top.
    UpperEnd,
    /// Between two transceivers.
    Between,
}

/// A cage of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeCage<'a> {
    /// Links that it holds.
    pub links: u64,
    /// The adapter's connector; empty when unknown.
    pub connector: &'a str,
}

/// What the lower end of a run is plugged into.
#[derive(Clone, Copy, Debug)]
pub enum LowerCage<'a> {
    /// A node's adapter.
    Node(NodeCage<'a>),
    /// A switch, and its ports for the run.
    Switch(&'a Switch, PortSide),
}

impl NodeCage<'_> {
    /// The cage of a manager or gateway beside such nodes: of one link, whatever nodes have.
    pub(super) fn of_extra(self) -> Self {
        match self.links {
            1 => self,
            _ => Self {
                links: 1,
                connector: "",
            },
        }
    }
}

/// A length of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunLength {
    /// What is bought, metres.
    pub meters: f64,
    /// It was given or follows from placed racks.
    pub placed: bool,
}

/// Lengths of the three runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunLengths {
    /// From a node to its leaf.
    pub node_leaf: RunLength,
    /// From a leaf to a spine.
    pub leaf_spine: RunLength,
    /// From a spine to a core switch.
    pub spine_core: RunLength,
}

/// Racks in a row at most.
const RACKS_PER_ROW: u64 = DEFAULT_RACKS_PER_ROW as u64;
/// Up to the tray and down again, metres.
const TRAY_RISE_M: f64 = 4.0;
/// Lengths that are sold, metres.
const SOLD_LENGTHS_M: [f64; 16] = [
    0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0, 7.0, 10.0, 15.0, 20.0, 30.0, 50.0, 75.0, 100.0, 150.0,
];

/// The longest runs: given by the design, or by a hall of equal rows with the network racks in the middle.
pub fn lengths(spec: &FabricSpec, racks: u64, workstations: bool, size: &ClosSize) -> RunLengths {
    let rows = racks.div_ceil(RACKS_PER_ROW).max(1);
    let row_m = racks.min(RACKS_PER_ROW) as f64 * RACK_WIDTH_M;
    let hall_m = rows as f64 * ROW_PITCH_M;
    // One rack: patched inside. Otherwise to the middle of the row, or of the hall when leaves serve all rows.
    let node_leaf = if workstations {
        5.0
    } else if racks <= 1 {
        2.0
    } else if size.leaf <= 1 || rows == 1 {
        TRAY_RISE_M + (row_m / 2.0 + hall_m / 2.0 - ROW_PITCH_M / 2.0) * SLACK
    } else {
        TRAY_RISE_M + (row_m / 2.0 + hall_m / 2.0) * SLACK
    };
    // Switch racks stand side by side: 40 units of them to a rack.
    let switch_racks = (size.leaf + size.spine + size.core).div_ceil(20).max(1) as f64;
    let between = if switch_racks <= 1.0 {
        3.0
    } else {
        TRAY_RISE_M + switch_racks * RACK_WIDTH_M * SLACK
    };
    let run = |given: Option<f64>, estimate: f64| match given {
        Some(meters) => RunLength {
            meters,
            placed: true,
        },
        None => RunLength {
            meters: sold_length(estimate),
            placed: false,
        },
    };
    RunLengths {
        node_leaf: run(spec.node_leaf_m, node_leaf),
        leaf_spine: run(spec.leaf_spine_m, between),
        spine_core: run(spec.spine_core_m, between),
    }
}

/// The next length that is sold, metres.
pub(crate) fn sold_length(meters: f64) -> f64 {
    SOLD_LENGTHS_M
        .into_iter()
        .find(|sold| *sold >= meters)
        .unwrap_or_else(|| libm::ceil(meters / 50.0) * 50.0)
}

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

/// Links of a rate that one cage of the switch carries.
pub fn links_per_cage(switch: &Switch, link_gbit_s: f64) -> u64 {
    let cages = u64::from(switch.data_cages()).max(1);
    (u64::from(switch.links_at(link_gbit_s)) / cages).max(1)
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
        (cage.contains(form) || (form == "OSFP224" && cage.contains("OSFP")))
            && plug.contains("flat-top") == cage.contains("flat-top")
    })
}

/// Where fibre is plugged in: a duplex LC, rows of 16 or those of 12.
fn fibre_plugs(cable: &Cable) -> [bool; 2] {
    ["LC", "MPO-16"].map(|name| cable.connector.contains(name))
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

    /// Whether a plug goes into the node's cage. A QSFP plug of any rate has one shape and goes into QSFP-DD too; OSFP plugs
    /// go into OSFP only, with fins or a flat top as the cage has it, and of a cable with different ends the far plugs count.
    fn fits_node(&self, cable: &Cable) -> bool {
        let cage = self.lower_connector;
        let (_, plugs) = ends(&cable.connector);
        let fits = |name: &str| plugs.contains(name) && cage.contains(name);
        let dense = plugs.contains("-DD");
        // A virtual adapter has no cage.
        cage.is_empty()
            || cage == "virtual"
            || (fits("OSFP") && same_top(plugs, cage))
            || (fits("QSFP") && (!dense || cage.contains("-DD")))
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
        let (links, fewer) = if upward {
            (self.lower_links, self.cage_links)
        } else {
            (self.cage_links, self.lower_links)
        };
        let [one, other] = if upward {
            [self.lower_connector, self.connector]
        } else {
            [self.connector, self.lower_connector]
        };
        let fits = |cable: &Cable| {
            let (near, far) = ends(&cable.connector);
            if self.to_node {
                fits_switch(near, one) && self.fits_node(cable)
            } else {
                let turned = fits_switch(far, one) && fits_switch(near, other);
                (fits_switch(near, one) && fits_switch(far, other)) || (fewer == links && turned)
            }
        };
        let best = self
            .catalog
            .cables()
            .filter(|cable| {
                cable.kind == kind
                    && self.speaks(cable)
                    && u64::from(cable.ports_served) == links
                    && cable.gbit_s == self.link_gbit_s * links as f64
                    && fits(cable)
                    && cable.connector.contains(" to ") == (fewer < links)
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

    fn transceiver(
        &self,
        medium: &str,
        links: u64,
        upper: bool,
        must_reach: bool,
    ) -> Option<&Cable> {
        let fits = |cable: &&Cable| {
            cable.kind == CableKind::Transceiver
                && self.speaks(cable)
                && cable.medium.starts_with(medium)
                && u64::from(cable.ports_served) == links
                && cable.gbit_s == self.link_gbit_s * links as f64
                && match (upper, self.to_node) {
                    (true, _) => fits_switch(&cable.connector, self.connector),
                    (_, true) => self.fits_node(cable),
                    _ => fits_switch(&cable.connector, self.lower_connector),
                }
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

    /// Two transceivers and a fibre.
    fn optics(&self, medium: &'static str, must_reach: bool) -> Option<CableChoice> {
        let long_enough = |must| {
            let upper = self.transceiver(medium, self.cage_links, true, must)?;
            let lower = self.transceiver(medium, self.lower_links, false, must)?;
            (self.to_node || fibre_plugs(upper) == fibre_plugs(lower)).then_some((upper, lower))
        };
        let (upper, lower) = match long_enough(true) {
            Some(pair) => pair,
            None if must_reach => return None,
            None => long_enough(false)?,
        };
        let fibre = self.catalog.cables().find(|cable| {
            cable.kind == CableKind::Fibre
                && cable.medium.starts_with(medium)
                && fibre_plugs(cable) == fibre_plugs(upper)
        })?;
        let reach_m = upper
            .max_reach_m
            .min(lower.max_reach_m)
            .min(fibre.max_reach_m);
        if must_reach && reach_m < self.meters {
            return None;
        }
        let lower_links = u64::from(lower.ports_served);
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
                    links_per_piece: 1,
                    place: CablePlace::Between,
                },
            ],
            reach_m,
            power_per_link_w: lower.power_per_end_w / lower_links as f64
                + upper.power_per_end_w / self.cage_links as f64,
        })
    }
}
