//! Which device stands in which rack, at which height.

use super::floor::{Floor, RackAt, dealt};
use crate::cluster::{Cluster, ResolvedPool};
use crate::design::Site;
use crate::fabric::{DEFAULT_RACK_UNITS, Layout, groups_of_pools, switch_racks};
use crate::report::{RackGroup, TierRole};

/// Where a device stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stand {
    /// The rack.
    pub rack: RackAt,
    /// Its lowest rack unit, from 1 at the foot; for a rack-scale system that of the tray with the port.
    pub unit: u64,
}

/// Racks of a design and who stands in them, by formulas: nothing here grows with the count of devices but the rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// Racks by kind: those of nodes first, then those of switches.
    pub racks: Vec<RackGroup>,
    /// The rows.
    pub floor: Floor,
    units: u64,
    /// Of each pool, its group and the nodes of the group before the pool's; none where nodes stand in no rack.
    pools: Vec<Option<(usize, u64)>>,
    /// Of each fabric, in the order of the layouts.
    switches: Vec<Option<Home>>,
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
    /// Fills racks and deals them to rows. A fabric of one switch stands with nodes where units and power are free.
    pub fn of(site: &Site, cluster: &Cluster, layouts: &[Layout]) -> Self {
        let (mut racks, pools) = groups_of_pools(site, cluster);
        let units = u64::from(site.rack_units.unwrap_or(DEFAULT_RACK_UNITS));
        let compute = racks.len();
        let mut guests = Guests::of(&racks, &pools, cluster, units);
        let mut switches = Vec::with_capacity(layouts.len());
        for layout in layouts {
            // Switches of machines on desks stand there too.
            let group =
                switch_racks(site, layout).filter(|_| compute > 0 || switch_count(layout) > 1);
            switches.push(group.map(|group| {
                let height = group.units_used.unwrap_or_default() / group.devices_per_rack.max(1);
                let guest = (switch_count(layout) == 1)
                    .then(|| guests.take(height, group.max_kw, site.rack_kw_limit))
                    .flatten();
                guest.unwrap_or_else(|| {
                    racks.push(group);
                    Home::Group {
                        group: racks.len() - 1,
                        height,
                    }
                })
            }));
        }
        let count = |groups: &[RackGroup]| groups.iter().map(|group| group.count).sum();
        Self {
            floor: Floor::new(site, count(&racks[..compute]), count(&racks[compute..])),
            racks,
            units,
            pools,
            switches,
        }
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
        match (*self.switches.get(layout)?)? {
            Home::Guest { group, rack, unit } => Some(Stand {
                rack: self.rack(group, rack),
                unit,
            }),
            Home::Group { group, height } => {
                let per_rack = self.racks[group].devices_per_rack.max(1);
                let rank = order.rank(switch);
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
            let counts: Vec<u64> = self.racks[first..]
                .iter()
                .map(|group| group.count)
                .collect();
            self.floor.of_network(dealt(&counts, group - first, rack))
        } else {
            let before: u64 = self.racks[..group].iter().map(|group| group.count).sum();
            self.floor.of_nodes(before + rack)
        }
    }

    /// The group of racks that a fabric's switches stand in, with the unit of a lone switch among nodes.
    pub fn switch_group(&self, layout: usize) -> Option<(usize, Option<u64>)> {
        match (*self.switches.get(layout)?)? {
            Home::Guest { group, unit, .. } => Some((group, Some(unit))),
            Home::Group { group, .. } => Some((group, None)),
        }
    }
}

fn switch_count(layout: &Layout) -> u64 {
    layout.report.tiers.iter().map(|tier| tier.count).sum()
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

/// Free units of the last rack of each group of nodes.
struct Guests {
    /// Group, rack, next free unit, last unit, kW in use.
    free: Vec<(usize, u64, u64, u64, Option<f64>)>,
}

impl Guests {
    fn of(
        racks: &[RackGroup],
        pools: &[Option<(usize, u64)>],
        cluster: &Cluster,
        units: u64,
    ) -> Self {
        let free = racks
            .iter()
            .enumerate()
            .filter(|(_, group)| group.kind == "compute")
            .filter_map(|(index, group)| {
                let nodes: u64 = pools
                    .iter()
                    .zip(&cluster.pools)
                    .filter(|(home, _)| home.is_some_and(|(home, _)| home == index))
                    .map(|(_, pool)| pool.count)
                    .sum();
                let per_rack = group.devices_per_rack.max(1);
                let last = group.count.checked_sub(1)?;
                let there = nodes - last * per_rack;
                let used = group.units_used? / per_rack * there;
                let kw = group.max_kw.map(|kw| kw / per_rack as f64 * there as f64);
                Some((index, last, used, units, kw))
            })
            .collect();
        Self { free }
    }

    /// Takes units at the top of a rack, where switches are reached from the tray.
    fn take(&mut self, height: u64, kw: Option<f64>, limit: Option<f64>) -> Option<Home> {
        let place = self.free.iter_mut().find(|(.., used, top, there)| {
            let power = match (limit, kw, there) {
                (Some(limit), Some(kw), Some(there)) => kw + *there <= limit,
                (None, ..) => true,
                _ => false,
            };
            power && used + height <= *top
        })?;
        place.3 -= height;
        place.4 = place.4.map(|there| there + kw.unwrap_or_default());
        Some(Home::Guest {
            group: place.0,
            rack: place.1,
            unit: place.3 + 1,
        })
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

    fn rank(&self, switch: u64) -> u64 {
        let [leaf, spine, _] = self.counts;
        let (tier, mut number) = if switch < leaf {
            (0, switch)
        } else if switch < leaf + spine {
            (1, switch - leaf)
        } else {
            (2, switch - leaf - spine)
        };
        if tier == 0 && leaf.is_multiple_of(self.rails) {
            // Leaves are numbered rail by rail; a unit of nodes needs one of each rail.
            let per_rail = leaf / self.rails;
            number = number % per_rail * self.rails + number / per_rail;
        }
        dealt(&self.counts, tier, number)
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
                prop_assert_eq!(all[order.rank(switch) as usize], role);
            }
        }
    }
}
