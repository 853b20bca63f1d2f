//! Lone switches of fabrics in racks of nodes.

use super::plan::{Home, Spot};
use super::switches::Switches;
use crate::design::Site;
use crate::fabric::{Guest, within};
use crate::report::RackGroup;

/// Free units of the last rack of each group of nodes, and the switches that took some.
pub(super) struct Guests {
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
    /// The racks of nodes, with so many nodes each group, of so many units.
    pub fn of(racks: &[RackGroup], nodes: &[u64], units: u64) -> Self {
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

    /// Takes units at the top of a rack for the one switch of a fabric, where switches are reached from the tray, within
    /// every limit.
    pub fn take(&mut self, switch: &Switches, site: &Site) -> Option<Home> {
        let (kw, kg) = (switch.known_kw, switch.kg);
        let place = self.free.iter_mut().find(|place| {
            let in_air = if place.liquid_cooled {
                Some(0.0)
            } else {
                place.kw
            };
            within(site.rack_kw_limit, &[kw, place.kw])
                && within(site.rack_kg_limit, &[kg, place.kg])
                && within(site.air_kw_limit, &[kw, in_air])
                && place.used + switch.height <= place.top
        })?;
        place.top -= switch.height;
        place.kw = [place.kw, kw].into_iter().sum();
        place.kg = [place.kg, kg].into_iter().sum();
        let unit = place.top + 1;
        self.taken.push((place.group, switch.guest(0, unit)));
        Some(Home::Guest(Spot {
            group: place.group,
            rack: place.rack,
            unit,
        }))
    }

    /// The switches in the last rack of a group.
    pub fn taken_in(&self, group: usize) -> Vec<Guest> {
        let own = self.taken.iter().filter(|(home, _)| *home == group);
        own.map(|(_, guest)| guest.clone()).collect()
    }
}
