//! From a wish to what is sized: the shape, and the request for one plane.

use super::demand::Demand;
use super::sides::{Misfit, Models, Sides, Uplinks};
use super::sizing::{
    ClosRequest, ClosSize, RailRequest, SizingError, size_clos, size_dragonfly, size_rail_only,
};
use crate::design::{FabricSpec, Network, TopologyKind};

/// With `auto`, a node of more adapters than this is wired leaf by leaf: a rack of 72 is its own rail group.
const MAX_AUTO_RAILS: u64 = 16;

/// What a fabric is sized as.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plan {
    pub topology: TopologyKind,
    /// Of one plane.
    pub request: ClosRequest,
    pub planes: u64,
    pub uplinks: Option<Uplinks>,
    pub sides: Sides,
}

impl Plan {
    /// The plan for a wish and what the nodes bring; none where a switch has no links of the rate between switches.
    pub fn of(spec: &FabricSpec, demand: &Demand, models: &Models<'_>) -> Option<Self> {
        let uplinks = Uplinks::of(spec, models.leaf, demand.gbit_s).ok()?;
        Self::with(spec, demand, models, uplinks).ok()
    }

    /// The same where the ports of a leaf for links between switches are known.
    ///
    /// # Errors
    /// A model above the leaves without links of that rate.
    pub fn with(
        spec: &FabricSpec,
        demand: &Demand,
        models: &Models<'_>,
        uplinks: Option<Uplinks>,
    ) -> Result<Self, Misfit> {
        let sides = Sides::of(models, uplinks.as_ref(), demand.gbit_s)?;
        let other = !models.alike();
        let planes = u64::from(spec.planes).max(1);
        let ports = demand.ports_per_node.map(|ports| ports / planes);
        let rails = match spec.topology {
            TopologyKind::RailOnly => ports,
            TopologyKind::RailOptimized | TopologyKind::Auto
                if spec.network == Network::Compute && demand.nodes > 1 =>
            {
                ports.filter(|ports| {
                    *ports > 1
                        && (spec.topology == TopologyKind::RailOptimized
                            || *ports <= MAX_AUTO_RAILS)
                })
            }
            _ => None,
        };
        let extra = u64::from(spec.extra_endpoints).div_ceil(planes);
        Ok(Self {
            topology: spec.topology,
            request: ClosRequest {
                endpoints: demand.endpoints / planes + extra,
                radix: models.leaf.links_at(demand.gbit_s).into(),
                rails: rails.map(|rails| RailRequest {
                    nodes: demand.nodes,
                    rails,
                    links_per_rail: 1,
                }),
                tiers: match spec.topology {
                    TopologyKind::SingleSwitch => Some(1),
                    TopologyKind::LeafSpine => Some(2),
                    TopologyKind::ThreeTier => Some(3),
                    _ => None,
                },
                leaf_oversubscription: spec.oversubscription.leaf(),
                pod_oversubscription: spec.oversubscription.pod(),
                spines: spec.spines,
                uplinks: uplinks.map(|uplinks| uplinks.ports),
                leaf_ports: spec.leaf_ports,
                upper_radix: other.then_some(sides.spine.links),
                core_radix: other.then_some(sides.core.links),
                ..ClosRequest::default()
            },
            planes,
            uplinks,
            sides,
        })
    }

    /// Sizes it. With `auto`, leaves serve rails only where that fits.
    pub fn size(&self) -> Result<(Self, ClosSize), SizingError> {
        let size = match self.topology {
            TopologyKind::RailOnly => size_rail_only(&self.request),
            TopologyKind::DragonflyPlus => size_dragonfly(&self.request),
            _ => size_clos(&self.request),
        };
        match size {
            Ok(size) => Ok((*self, size.on_planes(self.planes))),
            Err(_) if self.topology == TopologyKind::Auto && self.request.rails.is_some() => {
                self.without_rails().size()
            }
            Err(error) => Err(error),
        }
    }

    /// The same with leaves that serve whole nodes.
    fn without_rails(&self) -> Self {
        Self {
            request: ClosRequest {
                rails: None,
                ..self.request
            },
            ..*self
        }
    }

    /// The topology that came out.
    pub fn built(&self, size: &ClosSize) -> TopologyKind {
        if self.topology == TopologyKind::RailOnly {
            return TopologyKind::RailOnly;
        }
        if size.links_group_to_group > 0 {
            return TopologyKind::DragonflyPlus;
        }
        match size.tiers {
            1 => TopologyKind::SingleSwitch,
            _ if self.request.rails.is_some() => TopologyKind::RailOptimized,
            2 => TopologyKind::LeafSpine,
            _ => TopologyKind::ThreeTier,
        }
    }
}
