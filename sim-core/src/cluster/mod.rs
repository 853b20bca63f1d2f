//! From a design to parts that were looked up: a cluster cannot be inconsistent, what did not resolve is a finding.
//!
//! This room knows parts and how they are joined inside a node. It does not size networks (`fabric`), judge a design
//! (`check`) or price it (`cost`).

mod host;
mod node;
mod scale_up;

use std::collections::BTreeMap;

pub use host::{CHIPSET_LANES, HostKind, HostPaths, SlotPath, Uplink};
pub use node::{Adapter, DEFAULT_HOST_W, ResolvedNode};
pub use scale_up::{BridgeState, JoinKind, ScaleUpLinks, ring_count};

use crate::catalog::{Catalog, NodeType};
use crate::check::FindingBuilder;
use crate::design::{Design, MAX_GPUS, NodeRef, Pool, Problem};
use crate::report::Finding;

/// A design with its parts looked up.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// The pools whose node is known.
    pub pools: Vec<ResolvedPool>,
}

/// A pool with its node.
#[derive(Clone, Debug)]
pub struct ResolvedPool {
    /// Place in the design's list.
    pub index: usize,
    /// The pool's id.
    pub id: String,
    /// Nodes.
    pub count: u64,
    /// What a node is.
    pub node: ResolvedNode,
}

impl ResolvedPool {
    /// GPUs in the pool.
    pub fn gpus(&self) -> u64 {
        self.count * u64::from(self.node.gpu_count)
    }

    /// JSON pointer of the pool.
    pub fn pointer(&self) -> String {
        format!("/pools/{}", self.index)
    }
}

impl Cluster {
    /// GPUs in all pools.
    pub fn gpus(&self) -> u64 {
        self.pools.iter().map(ResolvedPool::gpus).sum()
    }

    /// Nodes in all pools.
    pub fn nodes(&self) -> u64 {
        self.pools.iter().map(|pool| pool.count).sum()
    }
}

/// Looks up every part that the design names. What is unknown becomes an error finding and its pool is left out.
pub fn resolve(design: &Design, catalog: &Catalog) -> (Cluster, Vec<Finding>) {
    let mut findings = Vec::new();
    let mut pools = Vec::new();
    for (index, pool) in design.pools.iter().enumerate() {
        if let Some(node) = resolve_node(index, pool, catalog, &mut findings) {
            pools.push(ResolvedPool {
                index,
                id: pool.id.clone(),
                count: pool.count.into(),
                node,
            });
        }
    }
    (Cluster { pools }, findings)
}

/// Refuses a design of more GPUs than the engine takes on; needs the catalogue because nodes hold different counts.
/// Unknown nodes count as one GPU.
pub fn size_problems(design: &Design, catalog: &Catalog) -> Vec<Problem> {
    let mut total = 0_u64;
    for (index, pool) in design.pools.iter().enumerate() {
        let per_node = match &pool.node {
            NodeRef::Inline(node) => node.count,
            NodeRef::Catalog(id) => find_node(design, catalog, id).map_or(1, |node| node.gpu_count),
        };
        total = total.saturating_add(u64::from(pool.count).saturating_mul(per_node.into()));
        if total > MAX_GPUS {
            return vec![Problem::new(
                format!("/pools/{index}/count"),
                "limit.too_many_gpus",
                format!(
                    "{} GPUs up to this pool; a design has at most {}",
                    podwright_locales::format::count(total),
                    podwright_locales::format::count(MAX_GPUS)
                ),
            )];
        }
    }
    Vec::new()
}

fn find_node<'a>(design: &'a Design, catalog: &'a Catalog, id: &str) -> Option<&'a NodeType> {
    catalog
        .node(id)
        .or_else(|| design.custom_parts.nodes.iter().find(|node| node.id == id))
}

fn resolve_node(
    index: usize,
    pool: &Pool,
    catalog: &Catalog,
    findings: &mut Vec<Finding>,
) -> Option<ResolvedNode> {
    let at = format!("/pools/{index}/node");
    let mut node = match &pool.node {
        NodeRef::Catalog(id) => {
            let Some(record) = catalog.node(id) else {
                findings.push(unknown_part(&at, "node", id));
                return None;
            };
            let Some(gpu) = catalog.gpu(&record.gpu_id) else {
                findings.push(unknown_part(&at, "gpu", &record.gpu_id));
                return None;
            };
            ResolvedNode::from_catalog(record, gpu, catalog)
        }
        NodeRef::Inline(inline) => {
            let Some(gpu) = catalog.gpu(&inline.gpu) else {
                findings.push(unknown_part(&format!("{at}/gpu"), "gpu", &inline.gpu));
                return None;
            };
            for (i, bridge) in inline.bridges.iter().enumerate() {
                if catalog.bridge(&bridge.id).is_none() {
                    findings.push(unknown_part(
                        &format!("{at}/bridges/{i}/id"),
                        "bridge",
                        &bridge.id,
                    ));
                }
            }
            for (i, nic) in inline.nics.iter().enumerate() {
                if catalog.nic(&nic.id).is_none() {
                    findings.push(unknown_part(&format!("{at}/nics/{i}/id"), "nic", &nic.id));
                }
            }
            ResolvedNode::from_inline(inline, gpu, catalog)
        }
    };
    for (network, id) in &pool.nics {
        match catalog.nic(id) {
            Some(nic) => node.replace_adapter(*network, nic),
            None => findings.push(unknown_part(
                &format!("/pools/{index}/nics/{}", network.id()),
                "nic",
                id,
            )),
        }
    }
    Some(node)
}

fn unknown_part(at: &str, kind: &str, id: &str) -> Finding {
    FindingBuilder::error("part.unknown")
        .arg("kind", kind)
        .arg("id", id)
        .at(at)
        .build()
}

/// Adapters by network.
pub type Adapters = BTreeMap<crate::design::Network, Adapter>;
