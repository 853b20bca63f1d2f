//! Folded Clos networks (fat trees) of one, two and three tiers.

use super::{ClosRequest, ClosSize, SizingError};
use crate::design::SpineRule;

/// Downlinks of a leaf: the largest count whose ratio to the remaining uplinks is at most the request.
pub fn leaf_downlinks(radix: u64, ratio: f64) -> u64 {
    let mut down = (radix as f64 * ratio / (1.0 + ratio)) as u64 + 1;
    while down > 1 && down as f64 > ratio * (radix - down.min(radix)) as f64 {
        down -= 1;
    }
    down.clamp(1, radix.saturating_sub(1).max(1))
}

/// Leaves of two or three tiers at most: a spine reaches as many as it has links, or a pod is as many as a spine has
/// downlinks, and a core switch reaches as many pods as it has links.
fn most_leaves(request: &ClosRequest, tiers: u32) -> Option<u64> {
    match tiers {
        1 => None,
        2 => Some(request.upper_radix()),
        _ => Some(request.core_radix().saturating_mul(request.pod_leaves())),
    }
}

/// Uplinks of a spine with so many downlinks in use, of which `full_down` may have `full_up`: its share, rounded up.
pub(super) fn pod_uplinks(down: u64, full_down: u64, full_up: u64) -> u64 {
    (down * full_up).div_ceil(full_down.max(1)).max(1)
}

/// Sizes a network.
///
/// One tier: a single switch. Two tiers: leaves = ceil(E / down), spines = ceil(uplinks / R), then raised to the next
/// divisor of the uplinks of a leaf so that each leaf has as many links to every spine. Three tiers: as many spines as
/// carry the leaves' uplinks, raised in the same way; core = ceil(spine uplinks / R), never raised: the next even count is
/// no function that only rises, so that one node less would take more core switches. Where a group's links do not divide by
/// them, the size says so. This reproduces the tables of the published reference designs.
///
/// A spine has at most as many leaves below it as it has ports, and a core switch at most as many groups: each group must
/// reach each core switch, or two groups would have none in common. What breaks the law is refused.
///
/// # Errors
/// [`SizingError`] when it does not fit.
pub fn size_clos(request: &ClosRequest) -> Result<ClosSize, SizingError> {
    if request.degenerate() {
        return Err(SizingError::Degenerate);
    }
    let with = |tiers| {
        let size = match tiers {
            1 => single(request),
            2 => two_tiers(request),
            _ => three_tiers(request),
        };
        size.ok_or_else(|| SizingError::TooManyEndpoints {
            endpoints: request.endpoints,
            max: most(request, tiers),
            tiers,
        })
    };
    match request.tiers {
        Some(tiers) => with(tiers),
        None => with(1).or_else(|_| with(2)).or_else(|_| with(3)),
    }
}

/// Links that so many tiers take at most, with leaves for rails where these are asked for.
fn most(request: &ClosRequest, tiers: u32) -> u64 {
    let Some(leaves) = most_leaves(request, tiers) else {
        return request.radix;
    };
    let down = request.leaf_split().map_or(0, |(down, _)| down);
    let Some(rail) = request.rails else {
        return leaves.saturating_mul(down);
    };
    // Rails take leaves of their own, all as many.
    let links_per_rail = rail.links_per_rail.max(1);
    let nodes = (leaves / rail.rails.max(1)).saturating_mul(down) / links_per_rail;
    if nodes > 0 {
        return nodes
            .saturating_mul(links_per_rail)
            .saturating_mul(rail.rails);
    }
    // More rails than leaves: several share one, as many as a leaf holds for all nodes.
    let shared = rail
        .rails
        .div_ceil(leaves.max(1))
        .saturating_mul(links_per_rail);
    (down / shared.max(1))
        .saturating_mul(rail.rails)
        .saturating_mul(links_per_rail)
}

fn single(request: &ClosRequest) -> Option<ClosSize> {
    let (endpoints, radix) = (request.endpoints, request.radix);
    (endpoints <= radix).then(|| ClosSize::one_tier(1, radix, endpoints, radix))
}

/// Leaves: by rail where asked, else filled one after another.
fn leaf_count(request: &ClosRequest, down: u64) -> u64 {
    let plain = request.endpoints.div_ceil(down);
    let Some(rail) = request.rails else {
        return plain;
    };
    let per_rail = rail.nodes.saturating_mul(rail.links_per_rail);
    let whole_rails = down.checked_div(per_rail).unwrap_or_default();
    let by_rail = if whole_rails == 0 {
        rail.rails.saturating_mul(per_rail.div_ceil(down))
    } else {
        rail.rails.div_ceil(whole_rails)
    };
    // Extra endpoints (managers, gateways) take free ports first, then further leaves.
    by_rail.max(plain)
}

/// The next divisor of `uplinks` that is at least `least`; `least` itself when there is none.
fn next_divisor(uplinks: u64, least: u64) -> u64 {
    (least..=uplinks)
        .find(|candidate| uplinks.is_multiple_of(*candidate))
        .unwrap_or(least)
}

fn two_tiers(request: &ClosRequest) -> Option<ClosSize> {
    let radix = request.upper_radix();
    // Uplinks that the request needs; the rest of a leaf stays free when its downlinks don't fill it.
    let (leaf_down, leaf_up) = request.leaf_split()?;
    let leaf = leaf_count(request, leaf_down);
    if leaf > radix {
        return None;
    }
    let mut spine = (leaf * leaf_up).div_ceil(radix);
    if request.spines == SpineRule::Even {
        spine = next_divisor(leaf_up, spine);
    }
    let even = leaf_up.is_multiple_of(spine) && leaf * (leaf_up / spine) <= radix;
    Some(ClosSize {
        tiers: 2,
        spine,
        leaf_up,
        spine_down: (leaf * leaf_up).div_ceil(spine),
        cables_leaf_spine: leaf * leaf_up,
        leaf_ratio: leaf_down as f64 / (leaf_up as f64 * request.uplink_rate()),
        uplink_rate: request.uplink_rate(),
        even,
        links_leaf_to_spine: if even { leaf_up / spine } else { 0 },
        groups: 1,
        group_spine: spine,
        pod_down: radix,
        ..ClosSize::one_tier(
            leaf,
            leaf_down,
            request.endpoints,
            most(request, 2).max(request.endpoints),
        )
    })
}

/// Groups of one kind: as many leaves and spines each.
struct Groups {
    count: u64,
    spines: u64,
    /// Uplinks of a whole group.
    up: u64,
    /// Fewest and most downlinks of a spine.
    down: [u64; 2],
}

/// What a three-tier network is made of below the core.
struct Pods {
    leaf: u64,
    leaf_up: u64,
    pod_down: u64,
    pod_up: u64,
    rule: SpineRule,
}

impl Pods {
    fn groups(&self, count: u64, leaves: u64) -> Groups {
        let cards = leaves * self.leaf_up;
        let least = cards.div_ceil(self.pod_down);
        let spines = match self.rule {
            SpineRule::Even => next_divisor(self.leaf_up, least),
            SpineRule::Minimal => least,
        };
        let (down, more) = (cards / spines, cards % spines);
        let up = |down| pod_uplinks(down, self.pod_down, self.pod_up);
        Groups {
            count,
            spines,
            up: more * up(down + 1) + (spines - more) * up(down),
            down: [down, down + u64::from(more > 0)],
        }
    }

    /// The network with this many groups under core switches of so many links; none where two groups would have no core
    /// switch in common.
    fn joined(&self, groups: u64, radix: u64) -> Option<ClosSize> {
        let larger = match self.leaf % groups {
            0 => groups,
            rest => rest,
        };
        let kinds = [
            self.groups(larger, self.leaf.div_ceil(groups)),
            self.groups(groups - larger, self.leaf / groups),
        ];
        let kinds = &kinds[..if larger < groups { 2 } else { 1 }];
        let spine: u64 = kinds.iter().map(|kind| kind.count * kind.spines).sum();
        let core_cables: u64 = kinds.iter().map(|kind| kind.count * kind.up).sum();
        let core = core_cables.div_ceil(radix);
        let same = core_cables.is_multiple_of(spine);
        // Uplinks are dealt over the core in a round. A group with as many as there are core switches reaches all of them;
        // two that reach more than half have one in common; one that reaches fewer meets those that reach all.
        let reaches_all = kinds[0].up >= core;
        let small_meet = kinds
            .get(1)
            .is_none_or(|small| small.count == 1 || 2 * small.up > core);
        if !(reaches_all && small_meet) {
            return None;
        }
        let pod_ratio = kinds
            .iter()
            .flat_map(|kind| kind.down)
            .map(|down| down as f64 / pod_uplinks(down, self.pod_down, self.pod_up) as f64)
            .fold(0.0, f64::max);
        let spread_over_core = kinds[0].up.is_multiple_of(core);
        let spread = kinds
            .iter()
            .all(|kind| self.leaf_up.is_multiple_of(kind.spines));
        let group_spine = kinds[0].spines;
        Some(ClosSize {
            tiers: 3,
            spine,
            core,
            leaf_up: self.leaf_up,
            spine_down: kinds[0].down[1],
            spine_up: pod_uplinks(kinds[0].down[1], self.pod_down, self.pod_up),
            cables_leaf_spine: self.leaf * self.leaf_up,
            cables_spine_core: core_cables,
            pod_ratio,
            even: spread && larger == groups && same && spread_over_core,
            links_leaf_to_spine: if spread && kinds.iter().all(|k| k.spines == group_spine) {
                self.leaf_up / group_spine
            } else {
                0
            },
            groups,
            group_spine,
            pod_down: self.pod_down,
            pod_up: self.pod_up,
            ..ClosSize::one_tier(self.leaf, 0, 0, 0)
        })
    }
}

fn three_tiers(request: &ClosRequest) -> Option<ClosSize> {
    let core_radix = request.core_radix();
    let (leaf_down, leaf_up) = request.leaf_split()?;
    let (pod_down, pod_leaves) = (request.pod_down(), request.pod_leaves());
    let leaf = leaf_count(request, leaf_down);
    let pods = Pods {
        leaf,
        leaf_up,
        pod_down,
        pod_up: request.upper_radix() - pod_down,
        rule: request.spines,
    };
    // Leaves stand in groups of up to as many as a spine has downlinks; a group has spines of its own. With rails a group
    // is a rail (or a part of one, or a leaf of several), so that a rail's traffic turns at its own spines; where that gives
    // more groups than a core switch has ports, groups reach over rails. A leaf for extra endpoints joins one of the groups.
    let rails = request.rails.map_or(1, |rail| rail.rails.max(1));
    let sections = if rails > core_radix {
        1
    } else {
        rails.min(leaf)
    };
    let by_rail = sections * leaf.div_ceil(sections).div_ceil(pod_leaves);
    // A leaf for extra endpoints is in one rail only: there are no groups without a leaf.
    let size = [by_rail.min(leaf), leaf.div_ceil(pod_leaves)]
        .into_iter()
        .filter(|groups| *groups <= core_radix)
        .find_map(|groups| pods.joined(groups, core_radix))?;
    Some(ClosSize {
        leaf_down,
        cables_node_leaf: request.endpoints,
        leaf_ratio: leaf_down as f64 / (leaf_up as f64 * request.uplink_rate()),
        uplink_rate: request.uplink_rate(),
        max_endpoints: most(request, 3).max(request.endpoints),
        ..size
    })
}
