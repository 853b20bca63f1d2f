//! Which device stands in which rack, at which height.

use super::floor::{Floor, Kind, RackAt, dealt};
use crate::cluster::{Cluster, ResolvedPool};
use crate::design::Site;
use crate::fabric::{
    DEFAULT_RACK_UNITS, Guest, Layout, SwitchRacks, as_filled, groups_of_pools, switch_racks,
};
use crate::report::{RackGroup, RackSwitch, TierRole};

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
enum Home {
    /// In racks of their own kind.
    Group { group: usize, height: u64 },
    /// The one switch of a fabric in free units of a rack of nodes, counted over the group.
    Guest { group: usize, rack: u64, unit: u64 },
}

impl Plan {
    /// Fills racks and deals them to rows, with places kept for what comes when a fabric grows. A fabric of one switch stands with nodes where units and power are free.
    pub fn of(site: &Site, cluster: &Cluster, layouts: &[Layout]) -> Self {
        let later = later_nodes(cluster, layouts);
        let (mut racks, pools) = groups_of_pools(site, cluster, &later);
        let units = u64::from(site.rack_units.unwrap_or(DEFAULT_RACK_UNITS));
        let compute = racks.len();
        let mut devices: Vec<u64> = (0..compute)
            .map(|group| nodes_of(group, &pools, cluster))
            .collect();
        let mut guests = Guests::of(&racks, &devices, units);
        let mut switches = Vec::with_capacity(layouts.len());
        for layout in layouts {
            let all = switch_count(layout);
            let mut homes = Vec::new();
            for SwitchRacks {
                tiers,
                switches,
                racks: group,
            } in switch_racks(site, layout)
            {
                // Switches of machines on desks stand there too.
                if compute == 0 && all < 2 {
                    continue;
                }
                let height = group.units_used.unwrap_or_default() / group.devices_per_rack.max(1);
                let guest = (all == 1).then(|| guests.take(&group, site)).flatten();
                let home = guest.unwrap_or_else(|| {
                    racks.push(group);
                    devices.push(switches);
                    Home::Group {
                        group: racks.len() - 1,
                        height,
                    }
                });
                homes.push((tiers, home));
            }
            switches.push(homes);
        }
        let count = |groups: &[RackGroup]| groups.iter().map(places).sum();
        let filled = racks.iter().zip(&devices).enumerate();
        Self {
            floor: Floor::new(site, count(&racks[..compute]), count(&racks[compute..])),
            filled: filled
                .flat_map(|(index, (group, devices))| {
                    as_filled(site, group, *devices, &guests.taken_in(index))
                })
                .collect(),
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
            let each = u64::from(resolved.node.racks.unwrap_or(1).max(1));
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
        match *home {
            Home::Guest { group, rack, unit } => Some(Stand {
                rack: self.rack(group, rack),
                unit,
            }),
            Home::Group { group, height } => {
                let per_rack = self.racks[group].devices_per_rack.max(1);
                let rank = order.within(*tiers).rank(role, number);
                Some(Stand {
                    rack: self.rack(group, rank / per_rack),
                    unit: rank % per_rack * height + 1,
                })
            }
        }
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
                let number = rack / u64::from(resolved.node.racks.unwrap_or(1).max(1));
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
            match home {
                Home::Guest {
                    group: own,
                    rack: at,
                    ..
                } if (own, at) == (group, rack) => {
                    standing.push(Standing::Switch { layout, switch: 0 });
                }
                Home::Group { group: own, .. } if own == group => {
                    let order = SwitchOrder::of(of);
                    let within = order.within(tiers);
                    let per_rack = racks.devices_per_rack.max(1);
                    let mut ranks: Vec<(u64, u64)> = (0..order.switches())
                        .map(|switch| (order.role(switch), switch))
                        .filter(|((role, _), _)| tiers[*role as usize])
                        .map(|((role, number), switch)| (within.rank(role, number), switch))
                        .filter(|(rank, _)| rank / per_rack == rack)
                        .collect();
                    ranks.sort_unstable();
                    standing.extend(
                        ranks
                            .into_iter()
                            .map(|(_, switch)| Standing::Switch { layout, switch }),
                    );
                }
                _ => {}
            }
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

fn switch_count(layout: &Layout) -> u64 {
    layout.report.tiers.iter().map(|tier| tier.count).sum()
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
    let (compute, switch) = (
        u64::from(pool.node.compute_trays) / racks,
        u64::from(pool.node.switch_trays) / racks,
    );
    if compute == 0 {
        return height / 2 + 1;
    }
    let tray = port * compute / ports;
    let below = compute * 4 / 9;
    let foot = height.saturating_sub(compute + switch) / 2 + 1;
    foot + tray + if tray < below { 0 } else { switch }
}

/// Free units of the last rack of each group of nodes, and the switches that took some.
struct Guests {
    free: Vec<Free>,
    taken: Vec<(usize, Guest)>,
}

/// The last rack of a group.
struct Free {
    group: usize,
    rack: u64,
    /// The next free unit from the foot, less 1, and the last one from the top.
    used: u64,
    top: u64,
    kw: Option<f64>,
    kg: Option<f64>,
    liquid_cooled: bool,
}

impl Guests {
    fn of(racks: &[RackGroup], nodes: &[u64], units: u64) -> Self {
        let free = racks
            .iter()
            .zip(nodes)
            .enumerate()
            .filter(|(_, (group, _))| group.kind == "compute")
            .filter_map(|(index, (group, nodes))| {
                let per_rack = group.devices_per_rack.max(1);
                let last = group.count.checked_sub(1)?;
                let there = nodes - last * per_rack;
                let share = |all: f64| all / per_rack as f64 * there as f64;
                Some(Free {
                    group: index,
                    rack: last,
                    used: group.units_used? / per_rack * there,
                    top: units,
                    kw: group.max_kw.map(share),
                    kg: group.weight_kg.map(share),
                    liquid_cooled: group.liquid_cooled,
                })
            })
            .collect();
        Self {
            free,
            taken: Vec::new(),
        }
    }

    /// Takes units at the top of a rack, where switches are reached from the tray, within every limit. `switch` is the rack
    /// that the switch would have for itself.
    fn take(&mut self, switch: &RackGroup, site: &Site) -> Option<Home> {
        let height = switch.units_used.unwrap_or_default();
        let within =
            |limit: Option<f64>, one: Option<f64>, there: Option<f64>| match (limit, one, there) {
                (Some(limit), Some(one), Some(there)) => one + there <= limit,
                (None, ..) => true,
                _ => false,
            };
        let place = self.free.iter_mut().find(|place| {
            let in_air = if place.liquid_cooled {
                Some(0.0)
            } else {
                place.kw
            };
            within(site.rack_kw_limit, switch.max_kw, place.kw)
                && within(site.rack_kg_limit, switch.weight_kg, place.kg)
                && within(site.air_kw_limit, switch.max_kw, in_air)
                && place.used + height <= place.top
        })?;
        place.top -= height;
        let sum = |a: Option<f64>, b: Option<f64>| Some(a? + b?);
        place.kw = sum(place.kw, switch.max_kw);
        place.kg = sum(place.kg, switch.weight_kg);
        let unit = place.top + 1;
        self.taken.push((
            place.group,
            Guest {
                switch: RackSwitch {
                    name: switch.contents.clone(),
                    unit,
                    units: height,
                },
                max_kw: switch.max_kw,
                weight_kg: switch.weight_kg,
            },
        ));
        Some(Home::Guest {
            group: place.group,
            rack: place.rack,
            unit,
        })
    }

    /// The switches in the last rack of a group.
    fn taken_in(&self, group: usize) -> Vec<Guest> {
        let own = self.taken.iter().filter(|(home, _)| *home == group);
        own.map(|(_, guest)| guest.clone()).collect()
    }
}

/// The order in which the switches of a fabric fill racks: leaves of a scalable unit side by side, spines and core
/// switches dealt between them, so that every rack of switches has its share of each tier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwitchOrder {
    counts: [u64; 3],
    rails: u64,
}

impl SwitchOrder {
    /// The order of a fabric.
    pub fn of(layout: &Layout) -> Self {
        let count = |role| {
            layout
                .report
                .tiers
                .iter()
                .filter(|tier| tier.role == role)
                .map(|tier| tier.count)
                .sum()
        };
        Self {
            counts: [TierRole::Leaf, TierRole::Spine, TierRole::Core].map(count),
            rails: layout.report.rails.max(1),
        }
    }

    /// Tiers of the switches of a fabric with so many leaves, spines and core switches, in the order in which they fill
    /// racks: the first of them, no more than `most`.
    pub fn first_tiers(counts: [u64; 3], most: u64) -> Vec<TierRole> {
        let all = counts.iter().sum::<u64>().min(most);
        let mut tiers = vec![TierRole::Leaf; all as usize];
        for (tier, role) in [(1, TierRole::Spine), (2, TierRole::Core)] {
            let ranks = (0..counts[tier]).map(|k| dealt(&counts, tier, k));
            for rank in ranks.take_while(|rank| *rank < all) {
                tiers[rank as usize] = role;
            }
        }
        tiers
    }

    /// Switches of all tiers.
    pub fn switches(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The tier of a switch, and its number there.
    pub fn role(&self, switch: u64) -> (TierRole, u64) {
        let [leaf, spine, _] = self.counts;
        if switch < leaf {
            (TierRole::Leaf, switch)
        } else if switch < leaf + spine {
            (TierRole::Spine, switch - leaf)
        } else {
            (TierRole::Core, switch - leaf - spine)
        }
    }

    /// The order of some of the tiers alone.
    fn within(&self, tiers: [bool; 3]) -> Self {
        let mut counts = self.counts;
        for (count, here) in counts.iter_mut().zip(tiers) {
            *count *= u64::from(here);
        }
        Self {
            counts,
            rails: self.rails,
        }
    }

    fn rank(&self, role: TierRole, mut number: u64) -> u64 {
        let leaf = self.counts[0];
        if role == TierRole::Leaf && leaf.is_multiple_of(self.rails) {
            // Leaves are numbered rail by rail; a unit of nodes needs one of each rail.
            let per_rail = leaf / self.rails;
            number = number % per_rail * self.rails + number / per_rail;
        }
        dealt(&self.counts, role as usize, number)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// The tiers of all ranks are as many as there are switches of each, and the first of them their beginning.
        #[test]
        fn tiers_by_rank_are_all_there(counts in prop::array::uniform3(0_u64..50), most in 0_u64..200) {
            let all = SwitchOrder::first_tiers(counts, u64::MAX);
            for (role, count) in [TierRole::Leaf, TierRole::Spine, TierRole::Core].into_iter().zip(counts) {
                prop_assert_eq!(all.iter().filter(|tier| **tier == role).count() as u64, count);
            }
            let first = SwitchOrder::first_tiers(counts, most);
            prop_assert_eq!(first.as_slice(), &all[..first.len()]);
            let order = SwitchOrder { counts, rails: 1 };
            for switch in 0..order.switches() {
                let role = if switch < counts[0] {
                    TierRole::Leaf
                } else if switch < counts[0] + counts[1] {
                    TierRole::Spine
                } else {
                    TierRole::Core
                };
                let (own, number) = order.role(switch);
                prop_assert_eq!(all[order.rank(own, number) as usize], role);
            }
        }
    }
}
