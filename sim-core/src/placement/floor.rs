//! Rows of racks in halls: which rack stands where.

use std::fmt;

use crate::design::{NetworkRacks, Site};

/// Racks of a row when the design does not say.
pub const DEFAULT_RACKS_PER_ROW: u32 = 20;

/// A place for a rack. Numbers begin at 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct RackAt {
    /// The hall.
    pub hall: u64,
    /// The row within the hall.
    pub row: u64,
    /// The place within the row.
    pub place: u64,
}

impl fmt::Display for RackAt {
    /// Hall, row and place as lists of cables write them, from 1: `H1-R02-05`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "H{}-R{:02}-{:02}",
            self.hall + 1,
            self.row + 1,
            self.place + 1
        )
    }
}

/// Rows as equal as they can be, each with its share of the network racks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Floor {
    rows_per_hall: u64,
    in_the_middle: bool,
    /// Racks of nodes and of switches before each row, and behind the last.
    before: Vec<(u64, u64)>,
}

impl Floor {
    /// Deals racks of nodes and of switches to rows.
    pub fn new(site: &Site, nodes: u64, network: u64) -> Self {
        let all = nodes + network;
        let per_row = site.racks_per_row.unwrap_or(DEFAULT_RACKS_PER_ROW).max(1);
        let rows = all.div_ceil(per_row.into());
        let mut before = vec![(0, 0)];
        let (mut a, mut b) = (0, 0);
        for row in 1..=rows {
            let room = all * row / rows - a - b;
            // The network's share first; what nodes can't fill goes to the network as well.
            let share = (network * row / rows - b).min(room);
            let taken = (room - share).min(nodes - a);
            a += taken;
            b += room - taken;
            before.push((a, b));
        }
        Self {
            rows_per_hall: u64::from(site.rows_per_hall.unwrap_or(u32::MAX)).max(1),
            in_the_middle: site.network_racks == NetworkRacks::Middle,
            before,
        }
    }

    /// Rows of all halls.
    pub fn rows(&self) -> u64 {
        self.before.len().saturating_sub(1) as u64
    }

    /// Halls.
    pub fn halls(&self) -> u64 {
        self.rows().div_ceil(self.rows_per_hall.max(1))
    }

    /// Racks of nodes and of switches in a row, counted over all halls.
    pub fn row(&self, row: u64) -> (u64, u64) {
        let at = row as usize;
        match (self.before.get(at), self.before.get(at + 1)) {
            (Some(a), Some(b)) => (b.0 - a.0, b.1 - a.1),
            _ => (0, 0),
        }
    }

    /// Where the racks of switches begin in a row.
    pub fn network_from(&self, row: u64) -> u64 {
        let (nodes, _) = self.row(row);
        if self.in_the_middle { nodes / 2 } else { nodes }
    }

    /// The place of a rack, by its number along the rows.
    pub fn numbered(&self, number: u64) -> Option<RackAt> {
        let ends = |(nodes, network): &(u64, u64)| nodes + network;
        let row = (self.before.partition_point(|row| ends(row) <= number) as u64).checked_sub(1)?;
        let first = self.before.get(row as usize).map(ends)?;
        (row < self.rows()).then(|| self.at(row, number - first))
    }

    /// The number of a rack along the rows; none where no rack stands.
    pub fn number_of(&self, at: RackAt) -> Option<u64> {
        let row = self.row_of(at)?;
        let (nodes, network) = self.before[row as usize];
        Some(nodes + network + at.place)
    }

    /// The row of a place, counted over all halls; none where no rack stands.
    fn row_of(&self, at: RackAt) -> Option<u64> {
        let row = at
            .hall
            .checked_mul(self.rows_per_hall)?
            .checked_add(at.row)?;
        let (nodes, network) = self.row(row);
        (at.row < self.rows_per_hall && at.place < nodes + network).then_some(row)
    }

    /// What stands at a place: the number of a rack of nodes, or of one of switches.
    pub(super) fn rack_at(&self, at: RackAt) -> Option<Kind> {
        let row = self.row_of(at)?;
        let (before, (_, network)) = (self.before[row as usize], self.row(row));
        let from = self.network_from(row);
        Some(if at.place < from {
            Kind::Nodes(before.0 + at.place)
        } else if at.place < from + network {
            Kind::Network(before.1 + at.place - from)
        } else {
            Kind::Nodes(before.0 + at.place - network)
        })
    }

    /// The place of a rack of nodes, by its number.
    pub fn of_nodes(&self, rack: u64) -> RackAt {
        let row = self.before.partition_point(|(nodes, _)| *nodes <= rack) as u64 - 1;
        let place = rack - self.before[row as usize].0;
        let from = self.network_from(row);
        let behind = if place < from { 0 } else { self.row(row).1 };
        self.at(row, place + behind)
    }

    /// The place of a rack of switches, by its number.
    pub fn of_network(&self, rack: u64) -> RackAt {
        let row = self.before.partition_point(|(_, network)| *network <= rack) as u64 - 1;
        let place = rack - self.before[row as usize].1;
        self.at(row, self.network_from(row) + place)
    }

    fn at(&self, row: u64, place: u64) -> RackAt {
        RackAt {
            hall: row / self.rows_per_hall,
            row: row % self.rows_per_hall,
            place,
        }
    }

    /// Rows of a full hall.
    pub fn rows_per_hall(&self) -> u64 {
        self.rows_per_hall.min(self.rows())
    }
}

/// A rack by what it is for, with its number among its like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Of nodes.
    Nodes(u64),
    /// Of switches.
    Network(u64),
}

/// The rank of the `k`-th of one kind when kinds are dealt evenly, each kind spread over the whole length.
pub(super) fn dealt(counts: &[u64], kind: usize, k: u64) -> u64 {
    let own = counts[kind].max(1);
    counts
        .iter()
        .enumerate()
        .filter(|(other, count)| *other != kind && **count > 0)
        .map(|(other, count)| {
            if other < kind {
                k * count / own + 1
            } else {
                (k * count).div_ceil(own)
            }
        })
        .sum::<u64>()
        + k
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Every rack has a place of its own, no row is longer than allowed, and places of a row have no gaps.
        #[test]
        fn each_rack_has_a_place(
            nodes in 0_u64..300,
            network in 0_u64..80,
            per_row in 1_u32..40,
            rows_per_hall in prop::option::of(1_u32..6),
            end in any::<bool>(),
        ) {
            let site = Site {
                racks_per_row: Some(per_row),
                rows_per_hall,
                network_racks: if end { NetworkRacks::End } else { NetworkRacks::Middle },
                ..Site::default()
            };
            let floor = Floor::new(&site, nodes, network);
            let places: BTreeSet<RackAt> = (0..nodes)
                .map(|rack| floor.of_nodes(rack))
                .chain((0..network).map(|rack| floor.of_network(rack)))
                .collect();
            prop_assert_eq!(places.len() as u64, nodes + network);
            prop_assert!(places.iter().all(|at| at.place < u64::from(per_row)));
            for rack in 0..nodes {
                prop_assert_eq!(floor.rack_at(floor.of_nodes(rack)), Some(Kind::Nodes(rack)));
            }
            for rack in 0..network {
                prop_assert_eq!(floor.rack_at(floor.of_network(rack)), Some(Kind::Network(rack)));
            }
            // Numbers along the rows are those of the places in their order.
            for (number, at) in places.iter().enumerate() {
                prop_assert_eq!(floor.numbered(number as u64), Some(*at));
                prop_assert_eq!(floor.number_of(*at), Some(number as u64));
            }
            prop_assert_eq!(floor.numbered(nodes + network), None);
            for at in &places {
                let beside = RackAt { place: at.place.saturating_sub(1), ..*at };
                prop_assert!(places.contains(&beside));
                prop_assert!(at.hall < floor.halls());
                prop_assert!(rows_per_hall.is_none_or(|rows| at.row < u64::from(rows)));
            }
        }

        /// Dealing gives every device a rank of its own.
        #[test]
        fn dealt_ranks_are_a_permutation(counts in prop::collection::vec(0_u64..40, 1..5)) {
            let ranks: BTreeSet<u64> = (0..counts.len())
                .flat_map(|kind| (0..counts[kind]).map(move |k| (kind, k)))
                .map(|(kind, k)| dealt(&counts, kind, k))
                .collect();
            let all: u64 = counts.iter().sum();
            prop_assert_eq!(ranks.len() as u64, all);
            prop_assert!(ranks.iter().all(|rank| *rank < all));
        }
    }
}
