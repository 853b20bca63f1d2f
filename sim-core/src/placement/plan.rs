//! Which device stands in which rack, at which height.

use super::floor::{Floor, Kind, RackAt, dealt};
use super::guests::Guests;
use super::order::SwitchOrder;
use super::shared::{Runs, SharedRacks};
use super::switches::Switches;
use crate::cluster::{Cluster, ResolvedPool};
use crate::design::Site;
use crate::fabric::{DEFAULT_RACK_UNITS, Layout, as_filled, groups_of_pools};
use crate::report::RackGroup;

/// Where a device stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stand {
    /// The rack.
    pub rack: RackAt,
    /// Its lowest rack unit, from 1 at the foot; for a rack-scale system that of the tray with the port.
    pub unit: u64,
}

/// A device in a rack. Numbers begin at 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A node, or a part of a system of several racks.
    Node {
        /// Its pool.
        pool: usize,
        /// Its number there.
        node: u64,
    },
    /// A switch.
    Switch {
        /// Its fabric, in the order of the layouts.
        layout: usize,
        /// Its number there: leaves first, then spines, then core switches.
        switch: u64,
    },
}

/// Racks of a design and who stands in them, by formulas: nothing here grows with the count of devices but the rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// Racks by kind as if each were full: those of nodes first, then those of switches.
    pub racks: Vec<RackGroup>,
    /// The same racks as they are filled: the last of a kind for itself where it is not like the others.
    pub filled: Vec<RackGroup>,
    /// The rows.
    pub floor: Floor,
    units: u64,
    /// Of each pool, its group and the nodes of the group before the pool's; none where nodes stand in no rack.
    pools: Vec<Option<(usize, u64)>>,
    /// Of each fabric, in the order of the layouts: the tiers of each model and where they stand.
    switches: Vec<Vec<([bool; 3], Home)>>,
}

/// Where the switches of a fabric stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Home {
    /// In racks of switches.
    Racks(Runs),
    /// The one switch of a fabric in free units of a rack of nodes.
    Guest(Spot),
}

impl Home {
    /// The place of a switch by its rank.
    fn spot(&self, rank: u64) -> Spot {
        match self {
            Self::Racks(rows) => rows.spot(rank),
            Self::Guest(spot) => *spot,
        }
    }
}

/// A place in a rack, which is counted over its group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spot {
    pub group: usize,
    pub rack: u64,
    /// The lowest rack unit, from 1 at the foot.
    pub unit: u64,
}

impl Plan {
    /// Fills racks and deals them to rows, with places kept for what comes when a fabric grows. A fabric of one switch
    /// stands with nodes where units and power are free, what is left over of the others shares racks.
    pub fn of(site: &Site, cluster: &Cluster, layouts: &[Layout]) -> Self {
        let later = later_nodes(cluster, layouts);
        let (mut racks, pools) = groups_of_pools(site, cluster, &later);
        let units = u64::from(site.rack_units.unwrap_or(DEFAULT_RACK_UNITS));
        let compute = racks.len();
        let devices: Vec<u64> = (0..compute)
            .map(|group| nodes_of(group, &pools, cluster))
            .collect();
        let mut guests = Guests::of(&racks, &devices, units);
        let mut switches = vec![Vec::new(); layouts.len()];
        let mut others = Vec::with_capacity(layouts.len());
        for (index, layout) in layouts.iter().enumerate() {
            let fabrics = Switches::of(site, layout);
            // Switches of machines on desks stand there too.
            if compute == 0 && fabrics.iter().map(|fabric| fabric.now).sum::<u64>() < 2 {
                continue;
            }
            let lone = fabrics.iter().map(|fabric| fabric.later).sum::<u64>() == 1;
            for fabric in fabrics {
                match lone.then(|| guests.take(&fabric, site)).flatten() {
                    Some(home) => switches[index].push((fabric.of, home)),
                    None => others.push((index, fabric)),
                }
            }
        }
        let mut filled: Vec<RackGroup> = racks
            .iter()
            .zip(&devices)
            .enumerate()
            .flat_map(|(index, (group, devices))| {
                as_filled(site, group, *devices, &guests.taken_in(index))
            })
            .collect();
        let (index, fabrics): (Vec<usize>, Vec<Switches>) = others.into_iter().unzip();
        let shared = SharedRacks::of(site, &fabrics, compute);
        for ((index, fabric), home) in index.into_iter().zip(&fabrics).zip(shared.homes) {
            switches[index].push((fabric.of, Home::Racks(home)));
        }
        racks.extend(shared.racks);
        filled.extend(shared.filled);
        let count = |groups: &[RackGroup]| groups.iter().map(places).sum();
        Self {
            floor: Floor::new(site, count(&racks[..compute]), count(&racks[compute..])),
            filled,
            racks,
            units,
            pools,
            switches,
        }
    }

    /// Places of racks, those that are kept for later with them.
    pub fn places(&self) -> u64 {
        self.racks.iter().map(places).sum()
    }

    /// Height of a rack, rack units.
    pub fn units(&self) -> u64 {
        self.units
    }

    /// Where a port of a node is; none where the pool's nodes stand in no rack.
    pub fn node(
        &self,
        cluster: &Cluster,
        pool: usize,
        node: u64,
        port: u64,
        ports: u64,
    ) -> Option<Stand> {
        let (group, before) = (*self.pools.get(pool)?)?;
        let resolved = cluster.pools.get(pool)?;
        let racks = &self.racks[group];
        let number = before + node;
        let (rack, unit) = if racks.kind == "rack-scale" {
            let each = u64::from(resolved.node.racks_each());
            let per_rack = ports.div_ceil(each).max(1);
            let unit = tray_unit(resolved, each, port % per_rack, per_rack);
            (number * each + (port / per_rack).min(each - 1), unit)
        } else {
            let per_rack = racks.devices_per_rack.max(1);
            let height = u64::from(resolved.node.rack_units.unwrap_or(1));
            (number / per_rack, number % per_rack * height + 1)
        };
        Some(Stand {
            rack: self.rack(group, rack),
            unit,
        })
    }

    /// Where a switch of a fabric stands; switches are counted leaves first, then spines, then core.
    pub fn switch(&self, layout: usize, order: &SwitchOrder, switch: u64) -> Option<Stand> {
        let (role, number) = order.role(switch);
        let mut homes = self.switches.get(layout)?.iter();
        let (tiers, home) = homes.find(|(tiers, _)| tiers[role as usize])?;
        let spot = home.spot(order.within(*tiers).rank(role, number));
        Some(Stand {
            rack: self.rack(spot.group, spot.rack),
            unit: spot.unit,
        })
    }

    /// Where a rack of a group stands.
    pub fn rack(&self, group: usize, rack: u64) -> RackAt {
        let network = |group: &RackGroup| group.kind == "network";
        if network(&self.racks[group]) {
            let first = self.racks.iter().take_while(|g| !network(g)).count();
            // Kinds are spread over all rows, so that each fabric is near all nodes.
            if first + 1 == self.racks.len() {
                return self.floor.of_network(rack);
            }
            let counts: Vec<u64> = self.racks[first..].iter().map(places).collect();
            self.floor.of_network(dealt(&counts, group - first, rack))
        } else {
            let before: u64 = self.racks[..group].iter().map(places).sum();
            self.floor.of_nodes(before + rack)
        }
    }

    /// The group that a rack belongs to, and its number there; none where no rack stands.
    pub fn rack_at(&self, at: RackAt) -> Option<(usize, u64)> {
        match self.floor.rack_at(at)? {
            Kind::Nodes(mut number) => {
                for (index, group) in self.racks.iter().enumerate() {
                    if number < places(group) {
                        let stands = group.kind != "network" && number < group.count;
                        return stands.then_some((index, number));
                    }
                    number -= places(group);
                }
                None
            }
            // Kinds are dealt to places; who is where is looked up from their side.
            Kind::Network(_) => self
                .racks
                .iter()
                .enumerate()
                .filter(|(_, group)| group.kind == "network")
                .flat_map(|(index, group)| (0..group.count).map(move |rack| (index, rack)))
                .find(|(index, rack)| self.rack(*index, *rack) == at),
        }
    }

    /// What stands in a rack of a group, from the foot.
    pub fn standing(
        &self,
        cluster: &Cluster,
        layouts: &[Layout],
        (group, rack): (usize, u64),
    ) -> Vec<Standing> {
        let mut standing = Vec::new();
        let racks = &self.racks[group];
        for (pool, (home, resolved)) in self.pools.iter().zip(&cluster.pools).enumerate() {
            let Some((own, before)) = *home else {
                continue;
            };
            if own != group {
                continue;
            }
            let numbers = if racks.kind == "rack-scale" {
                let number = rack / u64::from(resolved.node.racks_each());
                number..number + 1
            } else {
                rack * racks.devices_per_rack..(rack + 1) * racks.devices_per_rack
            };
            let own = numbers.start.max(before)..numbers.end.min(before + resolved.count);
            standing.extend(own.map(|number| Standing::Node {
                pool,
                node: number - before,
            }));
        }
        let homes = self.switches.iter().zip(layouts).enumerate();
        let homes = homes.flat_map(|(layout, (homes, of))| {
            let each = homes.iter();
            each.map(move |(tiers, home)| (layout, of, *tiers, *home))
        });
        for (layout, of, tiers, home) in homes {
            let order = SwitchOrder::of(of);
            let within = order.within(tiers);
            let mut here: Vec<(u64, u64)> = (0..order.switches())
                .map(|switch| (order.role(switch), switch))
                .filter(|((role, _), _)| tiers[*role as usize])
                .map(|((role, number), switch)| (home.spot(within.rank(role, number)), switch))
                .filter(|(spot, _)| (spot.group, spot.rack) == (group, rack))
                .map(|(spot, switch)| (spot.unit, switch))
                .collect();
            here.sort_unstable();
            let switches = here.into_iter();
            standing.extend(switches.map(|(_, switch)| Standing::Switch { layout, switch }));
        }
        standing
    }
}

/// Places of a group's racks: those that are there and those that are kept for later ones.
fn places(group: &RackGroup) -> u64 {
    group.count + group.reserved
}

/// Nodes of each pool that come when a fabric grows: they are the last of its last pool (`fabric::Wiring`).
fn later_nodes(cluster: &Cluster, layouts: &[Layout]) -> Vec<u64> {
    let mut later = vec![0; cluster.pools.len()];
    for layout in layouts {
        let last = cluster
            .pools
            .iter()
            .rposition(|pool| pool.node.adapters.contains_key(&layout.network));
        if let (Some(size), Some(last)) = (&layout.planned, last) {
            later[last] = size.later_nodes.max(later[last]);
        }
    }
    later
}

/// Nodes that stand in a group of racks.
fn nodes_of(group: usize, pools: &[Option<(usize, u64)>], cluster: &Cluster) -> u64 {
    pools
        .iter()
        .zip(&cluster.pools)
        .filter(|(home, _)| home.is_some_and(|(home, _)| home == group))
        .map(|(_, pool)| pool.count)
        .sum()
}

/// The unit of the tray behind a port of a rack-scale system: trays from the foot, the switch trays above four ninths of
/// the compute trays (DGX GB200 user guide: eight compute trays, nine switch trays, ten compute trays).
fn tray_unit(pool: &ResolvedPool, racks: u64, port: u64, ports: u64) -> u64 {
    let height = u64::from(pool.node.rack_units.unwrap_or(1)) / racks;
    let [compute, switch] = pool.node.trays_per_rack().map(u64::from);
    if compute == 0 {
        return height / 2 + 1;
    }
    let tray = port * compute / ports;
    let below = compute * 4 / 9;
    let foot = height.saturating_sub(compute + switch) / 2 + 1;
    foot + tray + if tray < below { 0 } else { switch }
}
