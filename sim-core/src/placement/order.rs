//! In which order the switches of a fabric stand in its racks.

use super::floor::dealt;
use crate::fabric::Layout;
use crate::report::TierRole;

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

    /// The same of this fabric.
    pub(super) fn tiers(&self, most: u64) -> Vec<TierRole> {
        Self::first_tiers(self.counts, most)
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
    pub(super) fn within(&self, tiers: [bool; 3]) -> Self {
        let mut counts = self.counts;
        for (count, here) in counts.iter_mut().zip(tiers) {
            *count *= u64::from(here);
        }
        Self {
            counts,
            rails: self.rails,
        }
    }

    /// The place in that order of a switch of a tier.
    pub(super) fn rank(&self, role: TierRole, mut number: u64) -> u64 {
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
