//! Racks by kind: how many devices go into one, and what stops another.

use crate::catalog::NodeCategory;
use crate::cluster::{Cluster, ResolvedPool};
use crate::design::Site;
use crate::report::RackGroup;

use super::Layout;

/// Height of a rack when the design does not say, rack units.
pub const DEFAULT_RACK_UNITS: u32 = 42;

/// Racks of the nodes. Workstations and cloud instances need none; nodes of unknown height or power are bound by what
/// is known.
pub fn compute_racks(site: &Site, cluster: &Cluster) -> Vec<RackGroup> {
    cluster
        .pools
        .iter()
        .filter_map(|pool| pool_racks(site, pool))
        .collect()
}

fn pool_racks(site: &Site, pool: &ResolvedPool) -> Option<RackGroup> {
    let node = &pool.node;
    match node.category {
        NodeCategory::Cloud => return None,
        NodeCategory::Workstation if node.rack_units.is_none() => return None,
        NodeCategory::Workstation | NodeCategory::Server | NodeCategory::Rack => {}
    }
    let max_kw = node.max_w.map(|watts| watts / 1e3);
    if node.category == NodeCategory::Rack {
        let racks = u64::from(node.racks.unwrap_or(1)).max(1);
        return Some(RackGroup {
            kind: "rack-scale".to_owned(),
            contents: node.name.clone(),
            count: pool.count * racks,
            devices_per_rack: 1,
            units_used: node.rack_units.map(|units| u64::from(units) / racks),
            max_kw: max_kw.map(|kw| kw / racks as f64),
            limit_kw: site.rack_kw_limit,
            bound_by: "fixed".to_owned(),
        });
    }
    let units = u64::from(site.rack_units.unwrap_or(DEFAULT_RACK_UNITS));
    let by_height = node
        .rack_units
        .filter(|height| *height > 0)
        .map(|height| units / u64::from(height));
    let by_power = match (site.rack_kw_limit, max_kw) {
        (Some(limit), Some(kw)) if kw > 0.0 => Some((limit / kw) as u64),
        _ => None,
    };
    let (per_rack, bound_by) = match (by_height, by_power) {
        (Some(height), Some(power)) if power < height => (power, "power"),
        (Some(height), _) => (height, "height"),
        (None, Some(power)) => (power, "power"),
        (None, None) => (1, "height"),
    };
    // A node that alone is over the limit still stands in a rack; the check says that the limit is passed.
    let per_rack = per_rack.clamp(1, pool.count.max(1));
    Some(RackGroup {
        kind: "compute".to_owned(),
        contents: node.name.clone(),
        count: pool.count.div_ceil(per_rack),
        devices_per_rack: per_rack,
        units_used: node.rack_units.map(|height| u64::from(height) * per_rack),
        max_kw: max_kw.map(|kw| kw * per_rack as f64),
        limit_kw: site.rack_kw_limit,
        bound_by: bound_by.to_owned(),
    })
}

/// Racks of the switches, fabric by fabric. A fabric of one switch stands with the nodes and needs none.
pub fn network_racks(site: &Site, layouts: &[Layout]) -> Vec<RackGroup> {
    layouts
        .iter()
        .filter_map(|layout| {
            let switch = layout.switch.as_ref()?;
            let count: u64 = layout.report.tiers.iter().map(|tier| tier.count).sum();
            if count <= 1 {
                return None;
            }
            let units = u64::from(site.rack_units.unwrap_or(DEFAULT_RACK_UNITS));
            let by_height = units / u64::from(switch.rack_units.max(1));
            let by_power = match (site.rack_kw_limit, switch.power_max_w) {
                (Some(limit), Some(watts)) if watts > 0.0 => Some((limit * 1e3 / watts) as u64),
                _ => None,
            };
            let (per_rack, bound_by) = match by_power {
                Some(power) if power < by_height => (power, "power"),
                _ => (by_height, "height"),
            };
            let per_rack = per_rack.clamp(1, count);
            Some(RackGroup {
                kind: "network".to_owned(),
                contents: switch.name.clone(),
                count: count.div_ceil(per_rack),
                devices_per_rack: per_rack,
                units_used: Some(per_rack * u64::from(switch.rack_units)),
                max_kw: switch
                    .power_max_w
                    .map(|watts| watts * per_rack as f64 / 1e3),
                limit_kw: site.rack_kw_limit,
                bound_by: bound_by.to_owned(),
            })
        })
        .collect()
}
