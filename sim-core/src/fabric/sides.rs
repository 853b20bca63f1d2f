//! What the ports of a fabric's switches lead to: down to nodes, up to other switches, each at its rate and in its cages.

use super::cabling::links_per_cage;
use super::sizing::UplinkPorts;
use crate::catalog::{Catalog, Switch};
use crate::design::FabricSpec;
use crate::report::TierRole;

/// Ports of a switch for links of one rate.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PortSide {
    /// Rate of a link, Gbit/s.
    pub gbit_s: f64,
    /// Links that one cage carries.
    pub cage_links: u64,
    /// Place of the ports in the switch's list.
    pub group: usize,
    /// Links that a switch carries which has no others.
    pub links: u64,
}

/// The models of a fabric's tiers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Models<'a> {
    pub leaf: &'a Switch,
    pub spine: &'a Switch,
    pub core: &'a Switch,
}

/// A model above the leaves that is of no use there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Misfit {
    /// The wish of the design that names it.
    pub field: &'static str,
    /// The rate that it has no links of.
    pub gbit_s: f64,
}

/// Ports of all tiers of a fabric.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sides {
    /// Of a leaf, to nodes.
    pub down: PortSide,
    /// Of a leaf, to spines.
    pub up: PortSide,
    /// Of a spine.
    pub spine: PortSide,
    /// Of a core switch.
    pub core: PortSide,
}

/// Links between switches that run at another rate than those to nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Uplinks {
    /// Ports for links to nodes.
    pub down: PortSide,
    /// Ports for links between switches.
    pub up: PortSide,
    /// How many.
    pub ports: UplinkPorts,
}

impl PortSide {
    /// Every port of a switch at one rate.
    pub fn whole(switch: &Switch, gbit_s: f64) -> Self {
        Self {
            gbit_s,
            cage_links: links_per_cage(switch, gbit_s),
            group: 0,
            links: switch.links_at(gbit_s).into(),
        }
    }

    /// The ports of a switch with the most links of a rate; none with fewer than two.
    fn most(switch: &Switch, gbit_s: f64) -> Option<Self> {
        let mut best: Option<Self> = None;
        for side in (0..switch.ports.len()).filter_map(|group| Self::of(switch, group, gbit_s)) {
            if side.links > best.map_or(1, |best| best.links) {
                best = Some(side);
            }
        }
        best
    }

    fn of(switch: &Switch, group: usize, gbit_s: f64) -> Option<Self> {
        let ports = &switch.ports[group];
        let links = u64::from(switch.links_of(ports, gbit_s));
        let cage_links = links / u64::from(ports.cages()).max(1);
        let side = Self {
            gbit_s,
            cage_links: cage_links.max(1),
            group,
            links,
        };
        (links > 0).then_some(side)
    }
}

impl<'a> Models<'a> {
    /// The models that a fabric asks for above a leaf.
    ///
    /// # Errors
    /// The wish that names a part that nobody knows, and the part.
    pub fn of<'s>(
        spec: &'s FabricSpec,
        leaf: &'a Switch,
        catalog: &'a Catalog,
    ) -> Result<Self, (&'static str, &'s str)> {
        let named = |field, id: &'s Option<String>, below: &'a Switch| match id {
            Some(id) if *id == leaf.id => Ok(leaf),
            Some(id) => catalog.switch(id).ok_or((field, id.as_str())),
            None => Ok(below),
        };
        let spine = named("spine_switch", &spec.spine_switch, leaf)?;
        let core = named("core_switch", &spec.core_switch, spine)?;
        Ok(Self { leaf, spine, core })
    }

    /// The model of a tier, by its name in documents.
    pub fn at(&self, role: &str) -> &'a Switch {
        match role {
            "spine" => self.spine,
            "core" => self.core,
            _ => self.leaf,
        }
    }

    /// Those of spines and core switches, where they are other models than that of the leaves.
    pub fn above(&self) -> [Option<Switch>; 2] {
        [self.spine, self.core].map(|model| (!self.alike()).then(|| model.clone()))
    }

    /// All tiers are of one model.
    pub fn alike(&self) -> bool {
        self.spine.id == self.leaf.id && self.core.id == self.leaf.id
    }

    /// The models of the tiers from below, each once.
    pub fn each(&self) -> Vec<&'a Switch> {
        let mut each = vec![self.leaf];
        for model in [self.spine, self.core] {
            if each.iter().all(|other| other.id != model.id) {
                each.push(model);
            }
        }
        each
    }
}

impl Sides {
    /// The ports of each tier; `uplinks` are those of a leaf where links between switches run at another rate.
    ///
    /// # Errors
    /// A model above the leaves without links of that rate.
    pub(super) fn of(
        models: &Models<'_>,
        uplinks: Option<&Uplinks>,
        node_gbit_s: f64,
    ) -> Result<Self, Misfit> {
        let whole = PortSide::whole(models.leaf, node_gbit_s);
        let [down, up] = uplinks.map_or([whole; 2], |own| [own.down, own.up]);
        let above = |field, model: &Switch| {
            if model.id == models.leaf.id {
                return Ok(up);
            }
            let gbit_s = up.gbit_s;
            PortSide::most(model, gbit_s).ok_or(Misfit { field, gbit_s })
        };
        let spine = above("spine_switch", models.spine)?;
        Ok(Self {
            down,
            up,
            spine,
            core: if models.core.id == models.spine.id {
                spine
            } else {
                above("core_switch", models.core)?
            },
        })
    }

    /// Every port of a switch at the rate of links to nodes, in all tiers.
    pub fn whole(switch: &Switch, node_gbit_s: f64) -> Self {
        let whole = PortSide::whole(switch, node_gbit_s);
        Self {
            down: whole,
            up: whole,
            spine: whole,
            core: whole,
        }
    }

    /// Ports of a switch of a tier, for links up from it or for those down.
    pub fn at(&self, role: TierRole, up: bool) -> PortSide {
        match role {
            TierRole::Leaf if up => self.up,
            TierRole::Leaf => self.down,
            TierRole::Spine => self.spine,
            TierRole::Core => self.core,
        }
    }

    /// Ports at the lower and the upper end of a run between switches that begins at a leaf or a spine.
    pub fn ends(&self, from: &str, to: &str) -> [PortSide; 2] {
        match (from, to) {
            ("leaf", _) => [self.up, self.spine],
            (_, "core") => [self.spine, self.core],
            _ => [self.spine; 2],
        }
    }
}

/// The rate between switches: the fabric's own, else that of ports which the switch keeps for it.
pub(super) fn uplink_gbit_s(spec: &FabricSpec, switch: &Switch, node_gbit_s: f64) -> f64 {
    let kept = || switch.ports.iter().find(|group| group.uplink);
    spec.uplink_gbit_s
        .or_else(|| kept().map(|group| group.gbit_s))
        .unwrap_or(node_gbit_s)
}

impl Uplinks {
    /// The ports of a switch; none where all links run at one rate.
    ///
    /// # Errors
    /// The rate that the switch has no links of.
    pub(super) fn of(
        spec: &FabricSpec,
        switch: &Switch,
        node_gbit_s: f64,
    ) -> Result<Option<Self>, f64> {
        let rate = uplink_gbit_s(spec, switch, node_gbit_s);
        if rate == node_gbit_s {
            return Ok(None);
        }
        let (mut down, mut up, mut best) = (None, None, 0);
        for (at, group) in switch.ports.iter().enumerate() {
            // Ports kept for it, else ports of the rate, else what can be split to it.
            let rank = 1 + 2 * u8::from(group.uplink) + u8::from(group.gbit_s == rate);
            let own = PortSide::of(switch, at, rate);
            if own.is_some() && rank > best {
                (up, best) = (own, rank);
            }
            if down.is_none() && !group.uplink {
                down = PortSide::of(switch, at, node_gbit_s);
            }
        }
        let Some(up) = up.filter(|up| up.links > 1) else {
            return Err(rate);
        };
        let Some(down) = down else {
            // The nodes take the very ports that are kept: there is nothing beside them.
            return if spec.uplink_gbit_s.is_some() {
                Err(node_gbit_s)
            } else {
                Ok(None)
            };
        };
        let cages = u64::from(switch.ports[down.group].cages());
        Ok(Some(Self {
            down,
            up,
            ports: UplinkPorts {
                radix: up.links,
                rate: rate / node_gbit_s,
                most: [down.links, up.links],
                per_cage: [down.cage_links, up.cage_links],
                shared_cages: (down.group == up.group).then_some(cages),
            },
        }))
    }

    /// Cages of a leaf with so many downlinks, for each side: those that its links need, and the rest.
    /// A chassis has the cages of the cards that are bought.
    pub fn cages(&self, switch: &Switch, bought: u64, leaf_down: u64) -> [u64; 2] {
        let of = |group: usize| u64::from(switch.ports[group].cages());
        match self.ports.shared_cages {
            None => [of(self.down.group), of(self.up.group)],
            Some(all) => {
                let all = all.min(bought);
                let down = leaf_down.div_ceil(self.down.cage_links).min(all);
                [down, all - down]
            }
        }
    }
}
