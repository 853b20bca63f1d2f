//! What the ports of a fabric's switch lead to: down to nodes, up to other switches, each at its rate and in its cages.

use super::cabling::links_per_cage;
use super::sizing::UplinkPorts;
use crate::catalog::Switch;
use crate::design::FabricSpec;

/// Ports of a switch for links of one rate.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PortSide {
    /// Rate of a link, Gbit/s.
    pub gbit_s: f64,
    /// Links that one cage carries.
    pub cage_links: u64,
    /// Place of the ports in the switch's list.
    pub group: usize,
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
        }
    }

    fn of(switch: &Switch, group: usize, gbit_s: f64) -> Option<(Self, u64)> {
        let ports = &switch.ports[group];
        let links = u64::from(switch.links_of(ports, gbit_s));
        let cage_links = links / u64::from(ports.cages()).max(1);
        let side = Self {
            gbit_s,
            cage_links: cage_links.max(1),
            group,
        };
        (links > 0).then_some((side, links))
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
        let Some((up, uplinks)) = up.filter(|(_, links)| *links > 1) else {
            return Err(rate);
        };
        let Some((down, downlinks)) = down else {
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
                radix: uplinks,
                rate: rate / node_gbit_s,
                most: [downlinks, uplinks],
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
