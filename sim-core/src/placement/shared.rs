//! Racks of switches. Each fabric fills racks of its own; what is left over of several stands in one, where it fits. Where
//! its tiers are of several models, each model is dealt with as a fabric is.
//!
//! A fabric that is to grow is dealt with at its later size and shares with none, so that its places stay its own. What is
//! left over of a fabric is not torn. Of all ways to put these together the one with the fewest racks is taken, then the one with the fewest
//! power strips: a switch less never takes a rack more, which no simple rule of filling one after another gives.

use std::ops::Range;

use super::plan::Spot;
use super::switches::Switches;
use crate::design::Site;
use crate::fabric::{DEFAULT_RACK_UNITS, Guest, NO_LIMIT, as_filled, join, strips, within};
use crate::report::RackGroup;

/// Fabrics, or models of them, that are looked at together: all ways to part so many are tried.
const AT_ONCE: usize = 8;

/// Where the switches of a fabric stand, by rank.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Runs {
    /// The group of its own racks.
    group: usize,
    per_rack: u64,
    height: u64,
    /// Ranks in its own racks.
    own: u64,
    /// Where those behind them begin, in a rack of another fabric.
    rest: Option<Spot>,
}

impl Runs {
    /// The place of a switch.
    pub fn spot(&self, rank: u64) -> Spot {
        match self.rest {
            Some(rest) if rank >= self.own => Spot {
                unit: rest.unit + (rank - self.own) * self.height,
                ..rest
            },
            _ => Spot {
                group: self.group,
                rack: rank / self.per_rack,
                unit: rank % self.per_rack * self.height + 1,
            },
        }
    }
}

/// The racks of all fabrics.
pub(super) struct SharedRacks {
    /// By fabric, as if each were full; none of a fabric whose switches all stand in racks of another.
    pub racks: Vec<RackGroup>,
    /// As they are filled.
    pub filled: Vec<RackGroup>,
    /// Of each fabric.
    pub homes: Vec<Runs>,
}

impl SharedRacks {
    /// Fills racks; groups are counted from `first`.
    pub fn of(site: &Site, fabrics: &[Switches], first: usize) -> Self {
        let mut parts = Vec::new();
        for some in at_once(fabrics) {
            let left = some.filter(|at| fabrics[*at].filled().1 > 0);
            let (alone, left): (Vec<usize>, _) = left.partition(|at| fabrics[*at].grows);
            parts.extend(alone.into_iter().map(|at| vec![at]));
            parts.extend(together(site, fabrics, &left));
        }
        // A shared rack is one of its first fabric's.
        let mut hosts = vec![false; fabrics.len()];
        for part in &parts {
            hosts[part[0]] = true;
        }
        let mut racks = Vec::new();
        let mut homes = Vec::with_capacity(fabrics.len());
        let mut held = Vec::with_capacity(fabrics.len());
        for (at, fabric) in fabrics.iter().enumerate() {
            let (full, _) = fabric.filled();
            let last = u64::from(hosts[at]);
            let count = fabric.now.div_ceil(fabric.per_rack).min(full + last);
            let own = (full + last) * fabric.per_rack;
            homes.push(Runs {
                group: first + racks.len(),
                per_rack: fabric.per_rack,
                height: fabric.height,
                own,
                rest: None,
            });
            held.push(fabric.now.min(own));
            if full + last > 0 {
                racks.push(fabric.racks(count, full + last - count));
            }
        }
        let mut guests: Vec<Vec<Guest>> = vec![Vec::new(); fabrics.len()];
        for part in parts {
            let host = part[0];
            let (full, left) = fabrics[host].filled();
            let mut unit = left * fabrics[host].height + 1;
            for at in part.into_iter().filter(|at| *at != host) {
                let fabric = &fabrics[at];
                homes[at].rest = Some(Spot {
                    group: homes[host].group,
                    rack: full,
                    unit,
                });
                let here = homes[at].own..fabric.now;
                guests[host].extend(here.map(|rank| fabric.guest(rank, homes[at].spot(rank).unit)));
                unit += fabric.filled().1 * fabric.height;
            }
        }
        let mut filled = Vec::new();
        for (at, fabric) in fabrics.iter().enumerate() {
            if held[at] > 0 {
                let group = &racks[homes[at].group - first];
                filled.extend(if fabric.alike() {
                    as_filled(site, group, held[at], &guests[at])
                } else {
                    by_draw(site, group, held[at], fabric, &guests[at])
                });
            }
        }
        Self {
            racks,
            filled,
            homes,
        }
    }
}

/// Which of them are looked at together. Models of a fabric always are, else one would need a rack that they share alone.
fn at_once(fabrics: &[Switches]) -> Vec<Range<usize>> {
    let mut all: Vec<Range<usize>> = Vec::new();
    let mut from = 0;
    for models in fabrics.chunk_by(|a, b| a.fabric == b.fabric) {
        let end = from + models.len();
        match all.last_mut() {
            Some(last) if end - last.start <= AT_ONCE => last.end = end,
            _ => all.push(from..end),
        }
        from = end;
    }
    all
}

/// Racks of switches that draw unequally, alike ones together where they stand side by side.
fn by_draw(
    site: &Site,
    group: &RackGroup,
    switches: u64,
    fabric: &Switches,
    guests: &[Guest],
) -> Vec<RackGroup> {
    let mut found: Vec<RackGroup> = Vec::new();
    for rack in 0..group.count {
        let end = switches.min((rack + 1) * fabric.per_rack);
        let ranks = rack * fabric.per_rack..end;
        let count = end - ranks.start;
        let draws: Vec<Option<f64>> = ranks.map(|rank| fabric.kw(rank)).collect();
        let kw: Option<f64> = draws.iter().copied().sum();
        let full = count == fabric.per_rack;
        let mut one = RackGroup {
            count: 1,
            reserved: 0,
            devices_per_rack: count,
            units_used: Some(count * fabric.height),
            max_kw: kw.map(|kw| libm::round(kw * 1e6) / 1e6),
            weight_kg: fabric.kg.map(|kg| kg * count as f64),
            bound_by: if full { &group.bound_by } else { NO_LIMIT }.to_owned(),
            ..group.clone()
        };
        let last = rack + 1 == group.count;
        let known_kw = draws.iter().flatten().sum();
        join(site, &mut one, known_kw, if last { guests } else { &[] });
        if let Some(before) = found.last_mut() {
            one.count = before.count;
            if one == *before {
                before.count += 1;
                continue;
            }
            one.count = 1;
        }
        found.push(one);
    }
    if let Some(first) = found.first_mut() {
        first.reserved = group.reserved;
    }
    found
}

/// Deals what is left over of fabrics to racks; each part is one rack, in the order of the fabrics.
fn together(site: &Site, fabrics: &[Switches], left: &[usize]) -> Vec<Vec<usize>> {
    // The first fabric has the highest bit, so that sets are tried with the first ones together.
    let members = |set: usize| {
        let has = move |bit: usize| (set >> (left.len() - 1 - bit)) & 1 == 1;
        left.iter()
            .enumerate()
            .filter(move |(bit, _)| has(*bit))
            .map(|(_, at)| *at)
    };
    let sets = 1 << left.len();
    let needed: Vec<Option<u64>> = (0..sets)
        .map(|set| strips_of(site, members(set).map(|at| &fabrics[at])))
        .collect();
    // Of each set: racks and strips, and the set in the rack of its first fabric.
    let mut best = vec![(0_u64, 0_u64, 0_usize); sets];
    for set in 1..sets {
        let head = 1 << set.ilog2();
        let others = set ^ head;
        let mut found = (u64::MAX, u64::MAX, 0);
        let mut more = others;
        loop {
            let rack = head | more;
            if let Some(strips) = needed[rack] {
                let (racks, others, _) = best[set ^ rack];
                if (racks + 1, others + strips) < (found.0, found.1) {
                    found = (racks + 1, others + strips, rack);
                }
            }
            if more == 0 {
                break;
            }
            more = (more - 1) & others;
        }
        best[set] = found;
    }
    let mut parts = Vec::new();
    let mut set = sets - 1;
    while set > 0 {
        parts.push(members(best[set].2).collect());
        set ^= best[set].2;
    }
    parts
}

/// Strips of the rack that takes what is left over of some fabrics; none where a limit stops it.
fn strips_of<'a>(site: &Site, fabrics: impl Iterator<Item = &'a Switches>) -> Option<u64> {
    let (mut units, mut kw, mut kg, mut strips_kw) = (0, Vec::new(), Vec::new(), 0.0);
    for fabric in fabrics {
        let left = fabric.filled().1;
        let all = |one: Option<f64>| one.map(|one| one * left as f64);
        units += left * fabric.height;
        kw.push(all(fabric.known_kw));
        kg.push(all(fabric.kg));
        strips_kw += all(fabric.most_kw).unwrap_or_default();
    }
    let fits = kw.len() < 2
        || (units <= u64::from(site.rack_units.unwrap_or(DEFAULT_RACK_UNITS))
            && within(site.rack_kw_limit, &kw)
            && within(site.rack_kg_limit, &kg)
            && within(site.air_kw_limit, &kw));
    fits.then(|| strips(site, strips_kw))
}
