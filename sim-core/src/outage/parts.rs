//! From the parts that were named to what they take with them.

use super::power::{self, Strips};
use super::report::PowerOutage;
use super::site::Site;
use crate::built::Built;
use crate::catalog::NodeCategory;
use crate::design::Design;
use crate::flow::Failure;
use crate::placement::{Plan, RackAt, RackName, Standing, SwitchOrder};
use crate::report::TierRole;

/// Why it can't be told what is down.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutageError {
    /// No part of the design could be looked up.
    #[error("no node of the design could be looked up: its report says why")]
    Nothing,
    /// Nothing of the design stands in racks.
    #[error("nothing of this design stands in a rack")]
    NoRacks,
    /// No such rack.
    #[error(
        "no rack {name}: there are {count}, counted from 0 along the rows; the first is {first}"
    )]
    NoSuchRack {
        /// What was named.
        name: String,
        /// How many there are.
        count: u64,
        /// The place of the first.
        first: String,
    },
    /// Nothing stands in the rack.
    #[error(
        "nothing stands in rack {rack}: its place is kept for what comes when the network grows"
    )]
    NothingThere {
        /// Its place.
        rack: String,
    },
    /// The rack has no NVLink switch trays.
    #[error(
        "rack {rack} ({contents}) has no NVLink switch trays: only rack-scale systems have them; switch chips on a GPU \
         baseboard are no part that is taken out"
    )]
    NoTrays {
        /// Its place.
        rack: String,
        /// What stands in it.
        contents: String,
    },
    /// Nobody knows what its NVLink carries.
    #[error(
        "rack {rack} ({contents}) has NVLink switch trays, but what NVLink of its GPUs carries is not known"
    )]
    NvlinkUnknown {
        /// Its place.
        rack: String,
        /// What stands in it.
        contents: String,
    },
    /// The rack has fewer such parts.
    #[error("no {kind} {number} in rack {rack}: there are {count}, counted from 0")]
    NoSuchPart {
        /// What kind of part.
        kind: &'static str,
        /// What was named.
        number: u32,
        /// Its place.
        rack: String,
        /// How many there are.
        count: u64,
    },
    /// Nobody knows how the rack is fed.
    #[error(
        "rack {rack} ({contents}) brings its own power shelves, and the catalogue does not know how many or what they give"
    )]
    PowerUnknown {
        /// Its place.
        rack: String,
        /// What stands in it.
        contents: String,
    },
}

impl OutageError {
    /// A stable name of the fault.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Nothing => "flow.not_built",
            Self::NoRacks
            | Self::NoSuchRack { .. }
            | Self::NothingThere { .. }
            | Self::NoSuchPart { .. } => "flow.no_such_part",
            Self::NoTrays { .. } => "flow.no_trays",
            Self::NvlinkUnknown { .. } => "flow.nvlink_unknown",
            Self::PowerUnknown { .. } => "flow.power_unknown",
        }
    }
}

/// NVLink switch trays that a rack-scale system lost.
#[derive(Clone, Debug, PartialEq)]
pub struct TrayLoss {
    /// Its pool.
    pub pool: usize,
    /// Its number there.
    pub node: u64,
    /// Its first rack that lost some.
    pub rack: RackAt,
    /// Trays of one of its racks.
    pub trays: u32,
    /// NVLink of one of its GPUs with everything up, GB/s.
    pub gpu_gb_s: f64,
    /// Those that are down, from the foot. Where a system fills several racks, a tray joins those of the same height in
    /// the others, and is of no use to all GPUs without them.
    pub down: Vec<u32>,
}

impl TrayLoss {
    /// The share of its links into switches that works: each GPU has as many links into every tray.
    pub fn live(&self) -> f64 {
        f64::from(self.trays.saturating_sub(self.down.len() as u32)) / f64::from(self.trays.max(1))
    }
}

/// Everything that is down.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Down {
    /// Parts of the network, those without power among them.
    pub failures: Vec<Failure>,
    /// Nodes without power: pool and number there.
    pub nodes: Vec<(usize, u64)>,
    /// Rack-scale systems without some of their switch trays.
    pub trays: Vec<TrayLoss>,
    /// Racks without some of their strips or shelves.
    pub power: Vec<PowerOutage>,
}

/// Where parts are looked for.
struct Search<'a> {
    design: &'a Design,
    built: &'a Built<'a>,
    plan: &'a Plan,
}

impl Down {
    /// What parts take with them; switches only where they are of a layout.
    pub(super) fn of(
        site: &Site<'_>,
        layout: Option<usize>,
        fail: &[Failure],
    ) -> Result<Self, OutageError> {
        let search = Search {
            design: site.design,
            built: site.built,
            plan: &site.plan,
        };
        let mut down = Self::default();
        let mut strips: Vec<(RackAt, Vec<u32>)> = Vec::new();
        for part in fail {
            match *part {
                Failure::NvlinkTray { rack, tray } => down.lose_tray(&search, rack, tray)?,
                Failure::Pdu { rack, pdu } => {
                    let at = search.rack(rack)?;
                    match strips.iter_mut().find(|(known, _)| *known == at) {
                        Some((_, pdus)) => pdus.push(pdu),
                        None => strips.push((at, vec![pdu])),
                    }
                }
                part => down.failures.push(part),
            }
        }
        for (at, mut pdus) in strips {
            pdus.sort_unstable();
            pdus.dedup();
            down.lose_strips(&search, at, pdus, layout)?;
        }
        // Nodes without power have no adapter that works.
        if let Some(network) = &site.network {
            for (pool, node) in &down.nodes {
                let Some(node) = site.numbers.number(*pool, *node) else {
                    continue;
                };
                let ports = network.graph.ports_of(node).len() as u32;
                down.failures
                    .extend((0..ports).map(|port| Failure::Nic { node, port }));
            }
        }
        Ok(down)
    }

    fn lose_tray(
        &mut self,
        search: &Search<'_>,
        rack: RackName,
        tray: u32,
    ) -> Result<(), OutageError> {
        let at = search.rack(rack)?;
        let (group, number) = search.group(at)?;
        let contents = || search.plan.racks[group].contents.clone();
        let system = search
            .plan
            .standing(
                &search.built.cluster,
                &search.built.layouts,
                (group, number),
            )
            .into_iter()
            .find_map(|device| match device {
                Standing::Node { pool, node } => Some((pool, node)),
                Standing::Switch { .. } => None,
            });
        let trays = |pool: usize| {
            let node = &search.built.cluster.pools[pool].node;
            (node.category == NodeCategory::Rack)
                .then(|| node.trays_per_rack()[1])
                .filter(|trays| *trays > 0)
        };
        let Some(((pool, node), trays)) =
            system.and_then(|(pool, node)| Some(((pool, node), trays(pool)?)))
        else {
            return Err(OutageError::NoTrays {
                rack: at.to_string(),
                contents: contents(),
            });
        };
        let scale_up = &search.built.cluster.pools[pool].node.scale_up;
        let gpu_gb_s = scale_up
            .gb_s_per_gpu()
            .ok_or_else(|| OutageError::NvlinkUnknown {
                rack: at.to_string(),
                contents: contents(),
            })?;
        if tray >= trays {
            return Err(OutageError::NoSuchPart {
                kind: "NVLink switch tray",
                number: tray,
                rack: at.to_string(),
                count: trays.into(),
            });
        }
        let known = |loss: &&mut TrayLoss| (loss.pool, loss.node) == (pool, node);
        if let Some(loss) = self.trays.iter_mut().find(known) {
            if let Err(place) = loss.down.binary_search(&tray) {
                loss.down.insert(place, tray);
            }
        } else {
            self.trays.push(TrayLoss {
                pool,
                node,
                rack: at,
                trays,
                gpu_gb_s,
                down: vec![tray],
            });
        }
        Ok(())
    }

    fn lose_strips(
        &mut self,
        search: &Search<'_>,
        at: RackAt,
        pdus: Vec<u32>,
        layout: Option<usize>,
    ) -> Result<(), OutageError> {
        let (group, number) = search.group(at)?;
        let (cluster, layouts) = (&search.built.cluster, &search.built.layouts);
        let devices = search.plan.standing(cluster, layouts, (group, number));
        let strips = Strips::of(search.design, search.built, search.plan, group, &devices)
            .ok_or_else(|| OutageError::PowerUnknown {
                rack: at.to_string(),
                contents: search.plan.racks[group].contents.clone(),
            })?;
        if let Some(number) = pdus.iter().find(|pdu| u64::from(**pdu) >= strips.count) {
            return Err(OutageError::NoSuchPart {
                kind: strips.kind(),
                number: *number,
                rack: at.to_string(),
                count: strips.count,
            });
        }
        let loss = power::lose(&strips, search.built, &devices, pdus);
        for device in &loss.out {
            match *device {
                Standing::Node { pool, node } => {
                    if !self.nodes.contains(&(pool, node)) {
                        self.nodes.push((pool, node));
                    }
                }
                Standing::Switch {
                    layout: own,
                    switch,
                } if Some(own) == layout => {
                    let (role, number) = SwitchOrder::of(&layouts[own]).role(switch);
                    let number = number as u32;
                    self.failures.push(match role {
                        TierRole::Leaf => Failure::Leaf(number),
                        TierRole::Spine => Failure::Spine(number),
                        TierRole::Core => Failure::Core(number),
                    });
                }
                Standing::Switch { .. } => {}
            }
        }
        self.power.push(loss.report(at));
        Ok(())
    }
}

impl Search<'_> {
    fn rack(&self, name: RackName) -> Result<RackAt, OutageError> {
        let floor = &self.plan.floor;
        let first = floor.numbered(0).ok_or(OutageError::NoRacks)?;
        name.at(floor).ok_or_else(|| OutageError::NoSuchRack {
            name: name.to_string(),
            count: self.plan.places(),
            first: first.to_string(),
        })
    }

    fn group(&self, at: RackAt) -> Result<(usize, u64), OutageError> {
        self.plan
            .rack_at(at)
            .ok_or_else(|| OutageError::NothingThere {
                rack: at.to_string(),
            })
    }
}
