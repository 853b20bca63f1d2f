//! Counts of switches and cables of folded Clos networks (fat trees), by closed formulas.
//!
//! All counts are of links at one rate. `R` is the radix: links of one switch at that rate after breakout.

use crate::design::SpineRule;

/// What is to be joined.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosRequest {
    /// Links from nodes.
    pub endpoints: u64,
    /// Links of one switch.
    pub radix: u64,
    /// Nodes and adapters per node by rail, where leaves serve whole rails.
    pub rails: Option<RailRequest>,
    /// Tiers wanted; none = the fewest that fit.
    pub tiers: Option<u32>,
    /// Downlink over uplink capacity at the leaves, 1 or more.
    pub leaf_oversubscription: f64,
    /// The same between the second tier and the core.
    pub pod_oversubscription: f64,
    /// How the upper tiers are counted.
    pub spines: SpineRule,
}

/// Nodes and rails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RailRequest {
    /// Nodes.
    pub nodes: u64,
    /// Rails: adapters of a node that go to different leaves.
    pub rails: u64,
    /// Links of a node in one rail.
    pub links_per_rail: u64,
}

/// A sized network.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClosSize {
    /// Switch tiers, 1 to 3.
    pub tiers: u32,
    /// Switches next to the nodes.
    pub leaf: u64,
    /// Switches above the leaves; 0 with one tier.
    pub spine: u64,
    /// Switches above the spines; 0 with one or two tiers.
    pub core: u64,
    /// Downlinks that a full leaf offers.
    pub leaf_down: u64,
    /// Uplinks of a leaf.
    pub leaf_up: u64,
    /// Downlinks of a spine in use, when even.
    pub spine_down: u64,
    /// Uplinks of a spine.
    pub spine_up: u64,
    /// Links from nodes.
    pub cables_node_leaf: u64,
    /// Links from leaves to spines.
    pub cables_leaf_spine: u64,
    /// Links from spines to core switches.
    pub cables_spine_core: u64,
    /// Delivered ratio at the leaves: downlinks of a full leaf over its uplinks.
    pub leaf_ratio: f64,
    /// Delivered ratio above the spines.
    pub pod_ratio: f64,
    /// Every lower switch has as many links to each upper one it reaches.
    pub even: bool,
    /// Links from one leaf to each spine it reaches; 0 when uneven or with one tier.
    pub links_leaf_to_spine: u64,
    /// Groups of leaves with spines of their own; 0 with one tier, 1 with two. The groups are as equal as can be, the
    /// ones with a leaf more come first.
    pub groups: u64,
    /// Spines of a group with the most leaves.
    pub group_spine: u64,
    /// Endpoints that this many tiers take at most.
    pub max_endpoints: u64,
}

impl ClosSize {
    /// Ratio from nodes to the top.
    pub fn ratio(&self) -> f64 {
        self.leaf_ratio * self.pod_ratio
    }
}

/// Why a request can't be met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SizingError {
    /// More links than the tiers can take.
    TooManyEndpoints {
        /// Links wanted.
        endpoints: u64,
        /// Links that fit.
        max: u64,
        /// Tiers that were allowed.
        tiers: u32,
    },
    /// A radix below 2, or nothing to join.
    Degenerate,
}

/// Downlinks of a leaf: the largest count whose ratio to the remaining uplinks is at most the request.
pub fn leaf_downlinks(radix: u64, ratio: f64) -> u64 {
    let mut down = (radix as f64 * ratio / (1.0 + ratio)) as u64 + 1;
    while down > 1 && down as f64 > ratio * (radix - down.min(radix)) as f64 {
        down -= 1;
    }
    down.clamp(1, radix.saturating_sub(1).max(1))
}

/// Endpoints that one, two or three tiers take at most: R, R²/2 and R³/4 without oversubscription.
pub fn max_endpoints(radix: u64, tiers: u32, leaf_ratio: f64, pod_ratio: f64) -> u64 {
    let down = leaf_downlinks(radix, leaf_ratio);
    match tiers {
        1 => radix,
        2 => radix.saturating_mul(down),
        _ => {
            let spine_down = leaf_downlinks(radix, pod_ratio);
            // A pod is as many leaves as a spine has downlinks; a core switch reaches as many pods as it has links.
            radix.saturating_mul(spine_down).saturating_mul(down)
        }
    }
}

/// Sizes a network.
///
/// One tier: a single switch. Two tiers: leaves = ceil(E / down), spines = ceil(uplinks / R), then raised to the next
/// divisor of the uplinks of a leaf so that each leaf has as many links to every spine. Three tiers: as many spines as
/// carry the leaves' uplinks, core = ceil(spine uplinks / R), both raised in the same way. This reproduces the tables of
/// the published reference designs.
///
/// # Errors
/// [`SizingError`] when it does not fit.
pub fn size_clos(request: &ClosRequest) -> Result<ClosSize, SizingError> {
    let ClosRequest {
        endpoints,
        radix,
        leaf_oversubscription: leaf_ratio,
        pod_oversubscription: pod_ratio,
        ..
    } = *request;
    if radix < 2 || endpoints == 0 {
        return Err(SizingError::Degenerate);
    }
    let fits = |tiers| endpoints <= max_endpoints(radix, tiers, leaf_ratio, pod_ratio);
    let tiers = match request.tiers {
        Some(tiers) => tiers,
        None => (1..=3).find(|tiers| fits(*tiers)).unwrap_or(3),
    };
    if !fits(tiers) {
        return Err(SizingError::TooManyEndpoints {
            endpoints,
            max: max_endpoints(radix, tiers, leaf_ratio, pod_ratio),
            tiers,
        });
    }
    match tiers {
        1 => Ok(single(endpoints, radix)),
        2 => two_tiers(request),
        _ => three_tiers(request),
    }
}

fn single(endpoints: u64, radix: u64) -> ClosSize {
    ClosSize::one_tier(1, radix, endpoints, radix)
}

impl ClosSize {
    /// Switches of one tier that nothing joins, each with so many ports for endpoints.
    pub(super) fn one_tier(leaf: u64, leaf_down: u64, endpoints: u64, max_endpoints: u64) -> Self {
        Self {
            tiers: 1,
            leaf,
            spine: 0,
            core: 0,
            leaf_down,
            leaf_up: 0,
            spine_down: 0,
            spine_up: 0,
            cables_node_leaf: endpoints,
            cables_leaf_spine: 0,
            cables_spine_core: 0,
            leaf_ratio: 1.0,
            pod_ratio: 1.0,
            even: true,
            links_leaf_to_spine: 0,
            groups: 0,
            group_spine: 0,
            max_endpoints,
        }
    }
}

/// Leaves: by rail where asked, else filled one after another.
fn leaf_count(request: &ClosRequest, down: u64) -> u64 {
    let plain = request.endpoints.div_ceil(down);
    let Some(rail) = request.rails else {
        return plain;
    };
    let per_rail = rail.nodes * rail.links_per_rail;
    let whole_rails = down.checked_div(per_rail).unwrap_or_default();
    let by_rail = if whole_rails == 0 {
        rail.rails * per_rail.div_ceil(down)
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

fn two_tiers(request: &ClosRequest) -> Result<ClosSize, SizingError> {
    let radix = request.radix;
    let leaf_down = leaf_downlinks(radix, request.leaf_oversubscription);
    let leaf = leaf_count(request, leaf_down);
    if leaf > radix {
        return Err(SizingError::TooManyEndpoints {
            endpoints: request.endpoints,
            max: max_endpoints(
                radix,
                2,
                request.leaf_oversubscription,
                request.pod_oversubscription,
            ),
            tiers: 2,
        });
    }
    // With one leaf there is nothing above it to reach.
    if leaf == 1 && request.tiers != Some(2) {
        return Ok(single(request.endpoints, radix));
    }
    // Uplinks that the request needs; the rest of a leaf stays free when its downlinks don't fill it.
    let leaf_up = radix - leaf_down;
    let mut spine = (leaf * leaf_up).div_ceil(radix);
    if request.spines == SpineRule::Even {
        spine = next_divisor(leaf_up, spine);
    }
    let even = leaf_up.is_multiple_of(spine) && leaf * (leaf_up / spine) <= radix;
    Ok(ClosSize {
        tiers: 2,
        leaf,
        spine,
        core: 0,
        leaf_down,
        leaf_up,
        spine_down: (leaf * leaf_up).div_ceil(spine),
        spine_up: 0,
        cables_node_leaf: request.endpoints,
        cables_leaf_spine: leaf * leaf_up,
        cables_spine_core: 0,
        leaf_ratio: leaf_down as f64 / leaf_up as f64,
        pod_ratio: 1.0,
        even,
        links_leaf_to_spine: if even { leaf_up / spine } else { 0 },
        groups: 1,
        group_spine: spine,
        max_endpoints: max_endpoints(
            radix,
            2,
            request.leaf_oversubscription,
            request.pod_oversubscription,
        ),
    })
}

fn three_tiers(request: &ClosRequest) -> Result<ClosSize, SizingError> {
    let radix = request.radix;
    let leaf_down = leaf_downlinks(radix, request.leaf_oversubscription);
    let leaf_up = radix - leaf_down;
    let leaf = leaf_count(request, leaf_down);
    let spine_down = leaf_downlinks(radix, request.pod_oversubscription);
    let spine_up = radix - spine_down;
    // Leaves stand in groups of up to as many as a spine has downlinks; a group has spines of its own. With rails a group
    // is a rail (or a part of one), so that a rail's traffic turns at its own spines.
    let rails = request.rails.map_or(1, |rail| rail.rails.max(1));
    let groups = if leaf.is_multiple_of(rails) {
        rails * (leaf / rails).div_ceil(spine_down)
    } else {
        leaf.div_ceil(spine_down)
    };
    let group_leaf = leaf.div_ceil(groups);
    let spines_of = |leaves: u64| {
        let least = (leaves * leaf_up).div_ceil(spine_down);
        match request.spines {
            SpineRule::Even => next_divisor(leaf_up, least),
            SpineRule::Minimal => least,
        }
    };
    // The groups are as equal as can be: some have one leaf more than the others.
    let larger = leaf % groups;
    let group_spine = spines_of(group_leaf);
    let spine = if larger == 0 {
        groups * group_spine
    } else {
        larger * group_spine + (groups - larger) * spines_of(leaf / groups)
    };
    let up_cables = leaf * leaf_up;
    // Uplinks in use: a spine sends up what it gets from below, divided by the pod's ratio.
    // A spine without any would join its leaves to nothing.
    let core_cables = (up_cables * spine_up).div_ceil(spine_down).max(spine);
    let mut core = core_cables.div_ceil(radix);
    if request.spines == SpineRule::Even && core_cables.is_multiple_of(spine) {
        let per_spine = core_cables / spine;
        // A spine may reach only a share of the core (planes): an even spread is possible when either divides.
        if !per_spine.is_multiple_of(core) && !core.is_multiple_of(per_spine) {
            core = next_divisor(per_spine, core);
        }
    }
    if core > spine.max(1) * radix {
        return Err(SizingError::Degenerate);
    }
    let even = leaf_up.is_multiple_of(group_spine)
        && leaf.is_multiple_of(groups)
        && core_cables.is_multiple_of(spine);
    Ok(ClosSize {
        tiers: 3,
        leaf,
        spine,
        core,
        leaf_down,
        leaf_up,
        spine_down: up_cables.div_ceil(spine),
        spine_up: core_cables.div_ceil(spine),
        cables_node_leaf: request.endpoints,
        cables_leaf_spine: up_cables,
        cables_spine_core: core_cables,
        leaf_ratio: leaf_down as f64 / leaf_up as f64,
        pod_ratio: spine_down as f64 / spine_up as f64,
        even,
        links_leaf_to_spine: if leaf_up.is_multiple_of(group_spine) {
            leaf_up / group_spine
        } else {
            0
        },
        groups,
        group_spine,
        max_endpoints: max_endpoints(
            radix,
            3,
            request.leaf_oversubscription,
            request.pod_oversubscription,
        ),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn request(endpoints: u64, radix: u64) -> ClosRequest {
        ClosRequest {
            endpoints,
            radix,
            rails: None,
            tiers: None,
            leaf_oversubscription: 1.0,
            pod_oversubscription: 1.0,
            spines: SpineRule::Even,
        }
    }

    /// Published tables: DGX SuperPOD H100 reference architecture (tables 3 and 4, with UFM ports), B200 (table 3.1),
    /// B300 XDR, GB300, and A100 (140 nodes). Columns: nodes, extra ports, adapters a node, radix, leaf, spine, core,
    /// leaf-spine cables, spine-core cables.
    #[test]
    fn published_reference_designs_are_reproduced() {
        let table = [
            (31, 4, 8, 64, 8, 4, 0, 256, 0),
            (63, 4, 8, 64, 16, 8, 0, 512, 0),
            (95, 4, 8, 64, 24, 16, 0, 768, 0),
            (127, 4, 8, 64, 32, 16, 0, 1024, 0),
            (64, 0, 8, 64, 16, 8, 0, 512, 0),
            (128, 0, 8, 64, 32, 16, 0, 1024, 0),
            (256, 0, 8, 64, 64, 32, 0, 2048, 0),
            (512, 0, 8, 64, 128, 128, 64, 4096, 4096),
            (1024, 0, 8, 64, 256, 256, 128, 8192, 8192),
            (2048, 0, 8, 64, 512, 512, 256, 16384, 16384),
            (72, 0, 8, 144, 8, 4, 0, 576, 0),
            (144, 0, 8, 144, 16, 8, 0, 1152, 0),
            (288, 0, 8, 144, 32, 18, 0, 2304, 0),
            (576, 0, 8, 144, 64, 36, 0, 4608, 0),
            (1296, 0, 8, 144, 144, 72, 0, 10368, 0),
            (2304, 0, 4, 144, 128, 72, 0, 9216, 0),
            (140, 0, 8, 40, 56, 80, 28, 1120, 1120),
        ];
        for (nodes, extra, nics, radix, leaf, spine, core, leaf_spine, spine_core) in table {
            let size = size_clos(&ClosRequest {
                rails: Some(RailRequest {
                    nodes,
                    rails: nics,
                    links_per_rail: 1,
                }),
                ..request(nodes * nics + extra, radix)
            })
            .expect("fits");
            assert_eq!(
                (
                    size.leaf,
                    size.spine,
                    size.core,
                    size.cables_leaf_spine,
                    size.cables_spine_core
                ),
                (leaf, spine, core, leaf_spine, spine_core),
                "{nodes} nodes × {nics} + {extra}, radix {radix}"
            );
            assert!(size.even, "{nodes} × {nics}");
        }
    }

    #[test]
    fn minimal_spines_of_xdr_are_16_and_32() {
        for (nodes, spine) in [(288, 16), (576, 32)] {
            let size = size_clos(&ClosRequest {
                spines: SpineRule::Minimal,
                ..request(nodes * 8, 144)
            })
            .expect("fits");
            assert_eq!(size.spine, spine);
        }
    }

    /// R, R²/2 and R³/4: the maxima of non-blocking fat trees as vendors print them.
    #[test]
    fn maxima_are_those_of_fat_trees() {
        for (radix, two, three) in [
            (36, 648, 11_664),
            (40, 800, 16_000),
            (64, 2_048, 65_536),
            (128, 8_192, 524_288),
            (144, 10_368, 746_496),
        ] {
            assert_eq!(max_endpoints(radix, 2, 1.0, 1.0), two);
            assert_eq!(max_endpoints(radix, 3, 1.0, 1.0), three);
            assert!(size_clos(&request(three, radix)).is_ok());
            assert!(matches!(
                size_clos(&request(three + 1, radix)),
                Err(SizingError::TooManyEndpoints { max, .. }) if max == three
            ));
        }
    }

    #[test]
    fn downlinks_are_the_most_within_the_ratio() {
        for (radix, ratio, down) in [
            (64, 1.0, 32),
            (64, 3.0, 48),
            (64, 2.0, 42),
            (64, 7.0, 56),
            (128, 1.5, 76),
        ] {
            assert_eq!(leaf_downlinks(radix, ratio), down, "{radix} at {ratio}");
        }
    }

    proptest! {
        /// Conservation: no tier uses more ports than it has, every cable has two ends, and the delivered ratio is
        /// never above the request.
        #[test]
        fn ports_are_conserved(
            endpoints in 1_u64..200_000,
            half in 2_u64..100,
            leaf_ratio in 1.0_f64..8.0,
            pod_ratio in 1.0_f64..8.0,
            rails in prop::option::of(1_u64..16),
            minimal in any::<bool>(),
        ) {
            let radix = half * 2;
            let rails = rails.map(|rails| RailRequest {
                nodes: endpoints.div_ceil(rails),
                rails,
                links_per_rail: 1,
            });
            let endpoints = rails.map_or(endpoints, |r| r.nodes * r.rails);
            let size = size_clos(&ClosRequest {
                leaf_oversubscription: leaf_ratio,
                pod_oversubscription: pod_ratio,
                rails,
                spines: if minimal { SpineRule::Minimal } else { SpineRule::Even },
                ..request(endpoints, radix)
            });
            if let Ok(size) = size {
                prop_assert_eq!(size.cables_node_leaf, endpoints);
                prop_assert!(size.cables_node_leaf + size.cables_leaf_spine <= size.leaf * radix);
                prop_assert!(size.cables_node_leaf <= size.leaf * size.leaf_down);
                if size.tiers >= 2 {
                    prop_assert_eq!(size.cables_leaf_spine, size.leaf * size.leaf_up);
                    prop_assert!(size.leaf_ratio <= leaf_ratio + 1e-9);
                    prop_assert!(size.cables_leaf_spine + size.cables_spine_core <= size.spine * radix, "{:?}", size);
                }
                if size.tiers == 3 {
                    prop_assert!(size.cables_spine_core <= size.core * radix);
                    prop_assert!(size.pod_ratio <= pod_ratio + 1e-9);
                }
            }
        }
    }
}
