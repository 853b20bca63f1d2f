//! Racks by kind: how many devices go into one, and what stops another.

use crate::catalog::NodeCategory;
use crate::cluster::{Cluster, ResolvedPool};
use crate::design::Site;
use crate::report::{RackGroup, RackSwitch, TierRole};

use super::Layout;

/// Height of a rack when the design does not say, rack units.
pub const DEFAULT_RACK_UNITS: u32 = 42;

/// What a rack power strip carries, kW: three phases of 32 A at 415 V between them, √3 × 415 V × 32 A (the plug of
/// IEC 60309 that strips of this size have).
pub const PDU_KW: f64 = 23.0;

/// Nothing stops another device.
pub(crate) const NO_LIMIT: &str = "none";

/// One device, as far as a rack is concerned.
pub(crate) struct Device {
    pub units: Option<u32>,
    pub watts: Option<f64>,
    pub kg: Option<f64>,
    pub liquid: bool,
}

/// Racks of the nodes, pools of equal nodes together. Workstations and cloud instances need none; nodes of unknown
/// height, power or weight are bound by what is known.
pub fn compute_racks(site: &Site, cluster: &Cluster) -> Vec<RackGroup> {
    groups_of_pools(site, cluster, &[]).0
}

/// The racks of the nodes, and for each pool its group with the nodes that stand in it before the pool's. `later` are the
/// nodes of each pool that come later: places are kept for their racks.
pub(crate) fn groups_of_pools(
    site: &Site,
    cluster: &Cluster,
    later: &[u64],
) -> (Vec<RackGroup>, Vec<Option<(usize, u64)>>) {
    let mut groups: Vec<(&ResolvedPool, u64, u64)> = Vec::new();
    let mut homes = Vec::with_capacity(cluster.pools.len());
    for (index, pool) in cluster.pools.iter().enumerate() {
        let later = later.get(index).copied().unwrap_or_default();
        let node = &pool.node;
        let stands = match node.category {
            NodeCategory::Cloud => false,
            NodeCategory::Workstation => node.rack_units.is_some(),
            NodeCategory::Server | NodeCategory::Rack => true,
        };
        if !stands || pool.count == 0 {
            homes.push(None);
            continue;
        }
        // Equal nodes fill racks together, so that only the last one has free places.
        let alike = groups.iter_mut().enumerate().find(|(_, (first, ..))| {
            first.node.name == node.name
                && first.node.rack_units == node.rack_units
                && first.node.max_w == node.max_w
        });
        if let Some((index, (_, nodes, more))) = alike {
            homes.push(Some((index, *nodes)));
            *nodes += pool.count;
            *more += later;
        } else {
            homes.push(Some((groups.len(), 0)));
            groups.push((pool, pool.count, later));
        }
    }
    let racks = groups
        .into_iter()
        .map(|(pool, nodes, later)| {
            let mut group = pool_racks(site, pool, nodes);
            if later > 0 {
                group.reserved = pool_racks(site, pool, nodes + later).count - group.count;
            }
            group
        })
        .collect();
    (racks, homes)
}

fn pool_racks(site: &Site, pool: &ResolvedPool, nodes: u64) -> RackGroup {
    let node = &pool.node;
    let mut device = Device {
        units: node.rack_units,
        watts: node.max_w,
        kg: node.weight_kg,
        liquid: node.liquid_cooled,
    };
    if node.category == NodeCategory::Rack {
        let racks = node.racks_each();
        device.units = device.units.map(|units| units / racks);
        device.watts = device.watts.map(|watts| watts / f64::from(racks));
        device.kg = device.kg.map(|kg| kg / f64::from(racks));
        let mut group = group(site, "rack-scale", &node.name, &device, 1, "fixed");
        group.count = nodes * u64::from(racks);
        // Power shelves and busbars are part of the system.
        group.pdus = 0;
        return group;
    }
    let (room, bound_by) = fill(site, &device);
    // A node that alone is over the limit still stands in a rack; the check says that the limit is passed.
    let per_rack = room.clamp(1, nodes.max(1));
    let bound_by = if room > nodes { NO_LIMIT } else { bound_by };
    let mut group = group(site, "compute", &node.name, &device, per_rack, bound_by);
    group.count = nodes.div_ceil(per_rack);
    group
}

/// Devices that a rack takes, and the limit that stops another. Of limits that stop at the same count, the first in
/// the order height, power, weight, cooling is named.
pub(crate) fn fill(site: &Site, device: &Device) -> (u64, &'static str) {
    let units = f64::from(site.rack_units.unwrap_or(DEFAULT_RACK_UNITS));
    let kw = device.watts.map(|watts| watts / 1e3);
    let limits = [
        ("height", Some(units), device.units.map(f64::from)),
        ("power", site.rack_kw_limit, kw),
        ("weight", site.rack_kg_limit, device.kg),
        ("cooling", site.air_kw_limit, kw.filter(|_| !device.liquid)),
    ];
    let mut least: Option<(u64, &'static str)> = None;
    for (name, limit, each) in limits {
        if let (Some(limit), Some(each)) = (limit, each)
            && each > 0.0
        {
            let fit = (limit / each) as u64;
            if least.is_none_or(|(count, _)| fit < count) {
                least = Some((fit, name));
            }
        }
    }
    least.unwrap_or((1, "height"))
}

/// Racks that are full of devices of one sort.
pub(crate) fn group(
    site: &Site,
    kind: &str,
    contents: &str,
    device: &Device,
    per_rack: u64,
    bound_by: &str,
) -> RackGroup {
    let each = per_rack as f64;
    let max_kw = device.watts.map(|watts| watts / 1e3 * each);
    RackGroup {
        kind: kind.to_owned(),
        contents: contents.to_owned(),
        count: 1,
        devices_per_rack: per_rack,
        units_used: device.units.map(|units| u64::from(units) * per_rack),
        max_kw,
        limit_kw: site.rack_kw_limit,
        bound_by: bound_by.to_owned(),
        weight_kg: device.kg.map(|kg| kg * each),
        liquid_cooled: device.liquid,
        pdus: strips(site, max_kw.unwrap_or_default()),
        switches: Vec::new(),
        reserved: 0,
    }
}

/// Power strips of a rack: each feed carries all that is known of its draw, so that one of two may fail. A sum of draws
/// may be the last digit above what a strip carries.
pub(crate) fn strips(site: &Site, known_kw: f64) -> u64 {
    site.feeds() * libm::ceil(known_kw / PDU_KW - 1e-9).max(1.0) as u64
}

/// What is set for a rack is not passed: no limit, or figures that are known to be within it.
pub(crate) fn within(limit: Option<f64>, figures: &[Option<f64>]) -> bool {
    limit.is_none_or(|limit| {
        let sum: Option<f64> = figures.iter().copied().sum();
        sum.is_some_and(|sum| sum <= limit)
    })
}

/// A switch that stands in a rack of nodes or in the last rack of another fabric.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Guest {
    pub switch: RackSwitch,
    pub max_kw: Option<f64>,
    pub weight_kg: Option<f64>,
}

/// The racks of a group of so many devices as they are: all but the last one full, and the last with what is left and its
/// guests.
pub(crate) fn as_filled(
    site: &Site,
    group: &RackGroup,
    devices: u64,
    guests: &[Guest],
) -> Vec<RackGroup> {
    let full = group.devices_per_rack.max(1);
    let left = devices.saturating_sub(full * group.count.saturating_sub(1));
    if group.kind == "rack-scale" || (left == full && guests.is_empty()) {
        return vec![group.clone()];
    }
    let share = |all: f64| libm::round(all / full as f64 * left as f64 * 1e6) / 1e6;
    let bound_by = if left < full {
        NO_LIMIT
    } else {
        group.bound_by.as_str()
    };
    let mut last = RackGroup {
        count: 1,
        devices_per_rack: left,
        units_used: group.units_used.map(|units| units / full * left),
        max_kw: group.max_kw.map(share),
        weight_kg: group.weight_kg.map(share),
        bound_by: bound_by.to_owned(),
        ..group.clone()
    };
    let known_kw = last.max_kw.unwrap_or_default();
    join(site, &mut last, known_kw, guests);
    if group.count > 1 {
        // Places are kept behind all of them: once is enough.
        last.reserved = 0;
    }
    let others = RackGroup {
        count: group.count - 1,
        ..group.clone()
    };
    let mut racks = vec![others, last];
    racks.retain(|racks| racks.count > 0);
    racks
}

/// Puts guests into a rack whose own devices draw so much at most, as far as that is known.
pub(crate) fn join(site: &Site, rack: &mut RackGroup, mut known_kw: f64, guests: &[Guest]) {
    for guest in guests {
        known_kw += guest.max_kw.unwrap_or_default();
        rack.units_used = rack.units_used.map(|units| units + guest.switch.units);
        rack.max_kw = [rack.max_kw, guest.max_kw].into_iter().sum();
        rack.weight_kg = [rack.weight_kg, guest.weight_kg].into_iter().sum();
        rack.switches.push(guest.switch.clone());
    }
    let units = u64::from(site.rack_units.unwrap_or(DEFAULT_RACK_UNITS));
    if !guests.is_empty() && rack.units_used >= Some(units) {
        "height".clone_into(&mut rack.bound_by);
    }
    rack.pdus = strips(site, known_kw);
}

impl Layout {
    /// The most that one of the switches of a tier draws, W, with the line cards that it has; none when unknown.
    pub(crate) fn switch_max_w(&self, role: TierRole) -> Option<f64> {
        let tier = self.report.tiers.iter().find(|tier| tier.role == role)?;
        self.switch_of(role)?.max_w_with(tier.cards_each())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ten devices of 2.3 kW are what one strip carries, though their sum is a digit more.
    #[test]
    fn the_last_digit_of_a_sum_needs_no_strip() {
        let sum: f64 = [2.3; 10].iter().sum();
        assert!(sum > PDU_KW);
        let site = Site::default();
        assert_eq!(strips(&site, sum), strips(&site, PDU_KW));
        assert_eq!(strips(&site, PDU_KW + 0.001), 2 * strips(&site, PDU_KW));
    }
}
