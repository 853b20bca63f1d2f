//! Dragonfly+: groups of leaves and spines, each two groups joined by links between their spines.
//!
//! Shpiner, Haramaty, Eliad, Zdornov, Gafni and Zahavi, "Dragonfly+: Low Cost Topology for Scaling Datacenters", 2017
//! (IEEE workshop on high-performance interconnection networks). With switches of R ports a group has up to R/2 leaves, R/2
//! spines and (R/2)² endpoints, and as many links to other groups; so there are up to (R/2)² + 1 groups.

use super::clos::size_clos;
use super::{ClosRequest, ClosSize, SizingError};
use crate::design::SpineRule;

/// Sizes a Dragonfly+: the fewest groups whose spines have ports for as many links to every other group as the request
/// asks for. Leaves are filled node by node; rails are not asked about. What fits one group is leaves and spines alone.
///
/// # Errors
/// [`SizingError`] when it does not fit.
pub fn size_dragonfly(request: &ClosRequest) -> Result<ClosSize, SizingError> {
    if request.degenerate() {
        return Err(SizingError::Degenerate);
    }
    let radix = request.upper_radix();
    let (leaf_down, leaf_up) = request.leaf_split();
    let pod_down = request.pod_down();
    let shape = Shape {
        radix,
        leaf: request.endpoints.div_ceil(leaf_down),
        leaf_up,
        pod_down,
        pod_up: radix - pod_down,
        pod_ratio: request.pod_oversubscription,
        rule: request.spines,
    };
    let max = shape.most(u64::MAX).saturating_mul(leaf_down);
    if shape.leaf <= pod_down {
        return size_clos(&ClosRequest {
            rails: None,
            tiers: Some(2),
            ..*request
        })
        .map(|size| ClosSize {
            max_endpoints: max,
            ..size
        });
    }
    // Fuller groups first: they are fewer.
    let size = (1..=pod_down)
        .rev()
        .find_map(|leaves| shape.groups_of(leaves));
    let size = size.ok_or_else(|| SizingError::TooManyEndpoints {
        endpoints: request.endpoints,
        max: shape.most(shape.leaf).saturating_mul(leaf_down),
        tiers: 2,
    })?;
    Ok(ClosSize {
        leaf_down,
        cables_node_leaf: request.endpoints,
        leaf_ratio: leaf_down as f64 / shape.leaf_up as f64,
        max_endpoints: max,
        ..size
    })
}

/// What all groups share.
struct Shape {
    radix: u64,
    leaf: u64,
    leaf_up: u64,
    pod_down: u64,
    pod_up: u64,
    pod_ratio: f64,
    rule: SpineRule,
}

/// A group with so many leaves.
struct Group {
    /// Uplinks of all its leaves.
    cards: u64,
    spines: u64,
    /// Downlinks of the fullest spine.
    spine_down: u64,
    /// Links to other groups that the ratio asks for.
    wanted: u64,
}

impl Shape {
    fn group(&self, leaves: u64) -> Group {
        let cards = leaves * self.leaf_up;
        let least = cards.div_ceil(self.pod_down);
        let spines = match self.rule {
            SpineRule::Even => (least..=self.leaf_up)
                .find(|spines| self.leaf_up.is_multiple_of(*spines))
                .unwrap_or(least),
            SpineRule::Minimal => least,
        };
        Group {
            cards,
            spines,
            spine_down: cards.div_ceil(spines),
            wanted: (libm::ceil(cards as f64 / self.pod_ratio - 1e-9) as u64).max(1),
        }
    }

    /// The most leaves up to `limit` that full groups of one size can hold; those of one group where nothing else fits.
    fn most(&self, limit: u64) -> u64 {
        let fits = |leaves: u64| {
            let group = self.group(leaves);
            let free = group.spines * (self.radix - group.spine_down.min(self.radix));
            let limit = (limit / leaves).saturating_sub(1);
            // Bundles of one link join the most groups, wider ones fewer.
            (1..=group.wanted).find_map(|each| {
                let others = (free / each).min(limit);
                (others >= group.wanted.div_ceil(each)).then(|| (others + 1) * leaves)
            })
        };
        (1..=self.pod_down)
            .filter_map(fits)
            .max()
            .unwrap_or(self.pod_down)
    }

    /// Groups of up to so many leaves; none where their spines lack ports for all other groups.
    fn groups_of(&self, leaves: u64) -> Option<ClosSize> {
        let groups = self.leaf.div_ceil(leaves);
        let others = groups - 1;
        let most = self.leaf.div_ceil(groups);
        let Group {
            cards,
            spines,
            spine_down,
            wanted,
        } = self.group(most);
        // What the group sends out, over as many equal bundles as there are other groups.
        let each = wanted.div_ceil(others);
        let global = each.checked_mul(others)?;
        let spine_up = global.div_ceil(spines);
        if spine_down + spine_up > self.radix {
            return None;
        }
        let spread = self.leaf_up.is_multiple_of(spines);
        Some(ClosSize {
            tiers: 2,
            spine: groups * spines,
            leaf_up: self.leaf_up,
            spine_down,
            spine_up,
            cables_leaf_spine: self.leaf * self.leaf_up,
            cables_spine_spine: groups * others / 2 * each,
            pod_ratio: cards as f64 / global as f64,
            even: spread && self.leaf.is_multiple_of(groups) && global.is_multiple_of(spines),
            links_leaf_to_spine: if spread { self.leaf_up / spines } else { 0 },
            groups,
            group_spine: spines,
            links_group_to_group: each,
            pod_down: self.pod_down,
            pod_up: self.pod_up,
            ..ClosSize::one_tier(self.leaf, 0, 0, 0)
        })
    }
}
