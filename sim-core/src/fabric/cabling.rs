//! What joins two ports: its parts, its cages, its length. `joining` chooses the parts.

use crate::catalog::Switch;
use crate::design::FabricSpec;
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
}

impl CableChoice {
    /// Whether the parts span a run.
    pub fn reaches(&self, meters: f64) -> bool {
        self.reach_m >= meters
    }
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

/// Links of a rate that one cage of the switch carries.
pub fn links_per_cage(switch: &Switch, link_gbit_s: f64) -> u64 {
    let cages = u64::from(switch.data_cages()).max(1);
    (u64::from(switch.links_at(link_gbit_s)) / cages).max(1)
}
