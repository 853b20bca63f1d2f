//! The switches of a fabric, as racks see them.

use super::order::SwitchOrder;
use crate::catalog::Switch;
use crate::design::Site;
use crate::fabric::{Guest, Layout, NO_LIMIT, RackDevice, fill, group};
use crate::report::{RackGroup, RackSwitch, TierRole};

const ROLES: [TierRole; 3] = [TierRole::Leaf, TierRole::Spine, TierRole::Core];

/// Equal switches but for the line cards that those of a tier have.
#[derive(Clone, Debug)]
pub(super) struct Switches {
    /// The fabric's id.
    pub fabric: String,
    /// The tiers that are of the model: leaves, spines, core switches.
    pub of: [bool; 3],
    /// Switches that are there, and those that will be.
    pub now: u64,
    pub later: u64,
    /// The design says how far the fabric grows: it has racks of its own, so that nothing moves then.
    pub grows: bool,
    /// Switches of a full rack.
    pub per_rack: u64,
    /// Height of one, rack units.
    pub height: u64,
    /// Mass of one, kg.
    pub kg: Option<f64>,
    /// What one draws at most that draws most, kW.
    pub most_kw: Option<f64>,
    /// The same, or the typical draw where no maximum is known.
    pub known_kw: Option<f64>,
    /// A rack that is full of those, or holds them all.
    full: RackGroup,
    /// Draw of a switch of each tier, kW.
    tiers_kw: [Option<f64>; 3],
    /// Tiers by rank, where their draws differ.
    tiers: Option<Vec<TierRole>>,
}

impl Switches {
    /// Those of a fabric, model by model; none for one without. Each rack takes as many as it would of those that draw most.
    pub fn of(site: &Site, layout: &Layout) -> Vec<Self> {
        let models = layout.models().into_iter();
        models
            .filter_map(|(_, switch)| Self::of_model(site, layout, switch))
            .collect()
    }

    fn of_model(site: &Site, layout: &Layout, switch: &Switch) -> Option<Self> {
        let of = ROLES.map(|role| {
            let own = layout.switch_of(role);
            own.is_some_and(|own| own.id == switch.id)
        });
        let order = SwitchOrder::of(layout).within(of);
        let now = order.switches();
        if now == 0 {
            return None;
        }
        let later = match &layout.planned {
            Some(whole) => {
                let counts = [whole.leaf, whole.spine, whole.core].into_iter().zip(of);
                let own = counts.filter(|(_, here)| *here).map(|(count, _)| count);
                own.sum::<u64>().max(now)
            }
            None => now,
        };
        let watts: Vec<Option<f64>> = layout
            .report
            .tiers
            .iter()
            .filter(|tier| tier.count > 0 && of[tier.role as usize])
            .map(|tier| layout.switch_max_w(tier.role))
            .collect();
        // A chassis that is to grow may get all its cards.
        let most = if layout.planned.is_some() {
            switch.power_max_w
        } else {
            let all: Option<Vec<f64>> = watts.iter().copied().collect();
            all.and_then(|all| all.into_iter().reduce(f64::max))
        };
        let typical = switch.power_typical_w.filter(|_| switch.chassis.is_none());
        let device = RackDevice {
            units: Some(switch.rack_units.max(1)),
            watts: most,
            kg: switch.weight_kg,
            liquid: false,
        };
        let (room, bound_by) = fill(site, &device);
        // A switch that alone is over a limit still stands in a rack.
        let per_rack = room.max(1);
        let most_there = per_rack.min(later);
        let bound_by = if room > later { NO_LIMIT } else { bound_by };
        let alike = watts.iter().all(|own| *own == most);
        Some(Self {
            fabric: layout.report.id.clone(),
            of,
            now,
            later,
            grows: layout.report.grow_to_nodes.is_some(),
            per_rack,
            height: switch.rack_units.max(1).into(),
            kg: switch.weight_kg,
            most_kw: most.map(|watts| watts / 1e3),
            known_kw: most.or(typical).map(|watts| watts / 1e3),
            full: group(site, "network", &switch.name, &device, most_there, bound_by),
            tiers_kw: ROLES.map(|role| layout.switch_max_w(role).map(|watts| watts / 1e3)),
            tiers: (!alike).then(|| order.tiers(u64::MAX)),
        })
    }

    /// Racks that it fills when all switches are there, and the switches that are left over.
    pub fn filled(&self) -> (u64, u64) {
        (self.later / self.per_rack, self.later % self.per_rack)
    }

    /// Full racks: so many now, and places for so many more.
    pub fn racks(&self, count: u64, reserved: u64) -> RackGroup {
        RackGroup {
            count,
            reserved,
            ..self.full.clone()
        }
    }

    /// What the switch of a rank draws at most, kW; none when unknown.
    pub fn kw(&self, rank: u64) -> Option<f64> {
        let Some(tiers) = &self.tiers else {
            return self.most_kw;
        };
        let role = tiers.get(rank as usize)?;
        self.tiers_kw[*role as usize]
    }

    /// Whether all of them draw as much.
    pub fn alike(&self) -> bool {
        self.tiers.is_none()
    }

    /// The switch of a rank at a place that is not in racks of its fabric.
    pub fn guest(&self, rank: u64, unit: u64) -> Guest {
        Guest {
            switch: RackSwitch {
                name: self.full.contents.clone(),
                fabric: Some(self.fabric.clone()),
                unit,
                units: self.height,
            },
            max_kw: self.kw(rank),
            weight_kg: self.kg,
        }
    }
}
