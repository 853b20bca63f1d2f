//! A design with what a question about parts that are down needs of it.

use super::parts::{Down, OutageError};
use super::power::Strips;
use crate::built::Built;
use crate::cluster::ResolvedPool;
use crate::design::{Design, Network as Purpose};
use crate::fabric::Layout;
use crate::flow::{Failure, Network, QuestionError};
use crate::placement::Plan;

/// A design as it stands, the network that is asked about, and what is down.
#[derive(Debug)]
pub struct Site<'a> {
    /// The design.
    pub design: &'a Design,
    /// The same with its parts looked up.
    pub built: &'a Built<'a>,
    /// Its racks.
    pub plan: Plan,
    /// The network; none where the design has none and the question can do without.
    pub network: Option<Network>,
    /// Numbers of nodes.
    pub numbers: NodeNumbers,
    /// What was asked about.
    pub fail: Vec<Failure>,
    /// What it takes with it.
    pub down: Down,
}

impl<'a> Site<'a> {
    /// Finds the network, where the design has any, with everything up.
    ///
    /// # Errors
    /// [`QuestionError`] where there is no such network.
    pub fn of(
        design: &'a Design,
        built: &'a Built<'a>,
        fabric: Option<&str>,
    ) -> Result<Self, QuestionError> {
        let network = if design.fabrics.is_empty() && fabric.is_none() {
            None
        } else if design.fabrics.is_empty() {
            return Err(QuestionError::NoFabric);
        } else {
            Some(Network::of(built, design, fabric)?)
        };
        if network.is_none() && built.cluster.pools.is_empty() {
            return Err(OutageError::Nothing.into());
        }
        let layout = layout(built, network.as_ref());
        let numbers = NodeNumbers::of(built, layout.map(|(_, layout)| layout.network));
        Ok(Self {
            design,
            built,
            plan: Plan::of(&design.site, &built.cluster, &built.layouts),
            network,
            numbers,
            fail: Vec::new(),
            down: Down::default(),
        })
    }

    /// The same without parts. What is inside nodes, or what they hang on, can be taken without a network.
    ///
    /// # Errors
    /// [`QuestionError`] where there is no such part.
    pub fn without(mut self, fail: &[Failure]) -> Result<Self, QuestionError> {
        self.take(fail)?;
        Ok(self)
    }

    /// Takes parts down; nothing where one of them is not there.
    ///
    /// # Errors
    /// As [`Self::without`].
    pub fn take(&mut self, fail: &[Failure]) -> Result<(), QuestionError> {
        if self.network.is_none() && fail.iter().any(|part| part.is_of_network()) {
            return Err(QuestionError::NoFabric);
        }
        let layout = layout(self.built, self.network.as_ref()).map(|(at, _)| at);
        let down = Down::of(self, layout, fail)?;
        if let Some(network) = &self.network {
            network.live(&down.failures)?;
        }
        self.down = down;
        self.fail = fail.to_vec();
        Ok(())
    }

    /// The number of the first rack with NVLink switch trays, and how many it has.
    pub fn first_with_trays(&self) -> Option<(u64, u64)> {
        self.first_rack(|group| {
            let trays = self.pool_of(group)?.node.trays_per_rack()[1];
            (self.plan.racks[group].kind == "rack-scale" && trays > 0).then_some(trays.into())
        })
    }

    /// The number of the first rack with power strips or shelves that are known, and how many it has.
    pub fn first_with_strips(&self) -> Option<(u64, u64)> {
        self.first_rack(|group| {
            let (cluster, layouts) = (&self.built.cluster, &self.built.layouts);
            let devices = self.plan.standing(cluster, layouts, (group, 0));
            let strips = Strips::of(self.design, self.built, &self.plan, group, &devices)?;
            Some(strips.count)
        })
    }

    fn first_rack(&self, parts: impl Fn(usize) -> Option<u64>) -> Option<(u64, u64)> {
        let groups = self.plan.racks.iter().enumerate();
        groups
            .filter(|(_, racks)| racks.count > 0)
            .filter_map(|(group, _)| {
                let number = self.plan.floor.number_of(self.plan.rack(group, 0))?;
                Some((number, parts(group)?))
            })
            .min()
    }

    /// A pool whose nodes stand in the racks of a group.
    fn pool_of(&self, group: usize) -> Option<&ResolvedPool> {
        let contents = &self.plan.racks[group].contents;
        let pools = &self.built.cluster.pools;
        pools.iter().find(|pool| pool.node.name == *contents)
    }

    /// The network carries GPU traffic, or there is none.
    pub fn is_for_gpus(&self) -> bool {
        layout(self.built, self.network.as_ref())
            .is_none_or(|(_, layout)| layout.network == Purpose::Compute)
    }
}

/// The layout of a network, with its place in the list.
fn layout<'a>(built: &'a Built<'_>, network: Option<&Network>) -> Option<(usize, &'a Layout)> {
    let index = network?.index;
    built
        .layouts
        .iter()
        .enumerate()
        .find(|(_, layout)| layout.index == index)
}

/// Numbers of nodes over all pools, as the list of links counts them: pools without an adapter on the network have none.
#[derive(Clone, Debug, Default)]
pub struct NodeNumbers {
    /// Of each pool, its first number; none where it has none.
    first: Vec<Option<u32>>,
    count: u32,
}

impl NodeNumbers {
    fn of(built: &Built<'_>, network: Option<Purpose>) -> Self {
        let mut count = 0;
        let first = built
            .cluster
            .pools
            .iter()
            .map(|pool| {
                let joined = network.is_none_or(|net| pool.node.adapters.contains_key(&net));
                joined.then(|| {
                    let first = count;
                    count += pool.count as u32;
                    first
                })
            })
            .collect();
        Self { first, count }
    }

    /// All nodes.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The number of a node.
    pub fn number(&self, pool: usize, node: u64) -> Option<u32> {
        Some((*self.first.get(pool)?)? + node as u32)
    }

    /// How many of these numbers, which rise, belong to a pool of so many nodes.
    pub(super) fn of_pool(&self, pool: usize, nodes: u64, numbers: &[u32]) -> u64 {
        let Some(first) = self.first.get(pool).copied().flatten() else {
            return 0;
        };
        let below = |end: u32| numbers.partition_point(|number| *number < end);
        (below(first + nodes as u32) - below(first)) as u64
    }
}
