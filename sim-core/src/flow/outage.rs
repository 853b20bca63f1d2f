//! What a part that is down costs an all-reduce between all nodes.
//!
//! A node that lost an adapter goes on with those that it has left: the library's rings run over adapters of one index, so
//! an index that one node lacks carries no ring for anybody. A node without any adapter drops out, and the others go on
//! without it. Finding the failure out and starting again are not counted.

use super::failure::live_links;
use super::{FlowError, FlowReport, FlowRequest, Interrupt, Traffic, contention_until};
use crate::fabric::LinkGraph;

/// An all-reduce with everything up, and with something down.
#[derive(Clone, Debug, PartialEq)]
pub struct Outage {
    /// Nodes that lost every adapter, in order.
    pub nodes_out: Vec<u32>,
    /// Nodes that lost some of their adapters, in order.
    pub nodes_hit: Vec<u32>,
    /// Adapters of a node that carry rings with everything up.
    pub ports_before: u32,
    /// Those that carry them afterwards.
    pub ports_after: u32,
    /// Flows with everything up.
    pub before: FlowReport,
    /// Flows of what goes on; none where fewer than two nodes, or no index that all of them have, are left.
    pub after: Option<FlowReport>,
}

impl Outage {
    /// The all-reduce that a request asks about (its traffic is not looked at), without and with its failures.
    ///
    /// # Errors
    /// As [`contention_until`].
    pub fn of(
        graph: &LinkGraph,
        request: &FlowRequest,
        interrupt: Interrupt<'_>,
    ) -> Result<Self, FlowError> {
        let whole = FlowRequest {
            traffic: Traffic::Ring,
            failures: Vec::new(),
            ..request.clone()
        };
        let before = contention_until(graph, &whole, interrupt)?;
        let live = live_links(graph, &request.failures)?;
        let nodes = 0..graph.nodes();
        let ports = |node: u32| graph.ports_of(node);
        let left = |node: u32| ports(node).filter(|e| live[*e as usize]).count();
        let joined: Vec<u32> = nodes.filter(|node| !ports(*node).is_empty()).collect();
        let lost = |node: &&u32| left(**node) < ports(**node).len();
        let (nodes_out, nodes_hit) = joined
            .iter()
            .filter(lost)
            .copied()
            .partition::<Vec<u32>, _>(|node| left(*node) == 0);
        let remaining: Vec<u32> = joined
            .iter()
            .copied()
            .filter(|node| left(*node) > 0)
            .collect();
        let common = |of: &[u32], works: &dyn Fn(u32) -> bool| -> Vec<u32> {
            let most = of.iter().map(|node| ports(*node).len()).min();
            let all = |port: &u32| of.iter().all(|node| works(ports(*node).start + port));
            (0..most.unwrap_or(0) as u32).filter(all).collect()
        };
        let before_ports = common(&joined, &|_| true);
        let after_ports = common(&remaining, &|endpoint| live[endpoint as usize]);
        let mut pairs = Vec::new();
        if remaining.len() > 1 {
            for port in &after_ports {
                for (at, node) in remaining.iter().enumerate() {
                    let next = remaining[(at + 1) % remaining.len()];
                    pairs.push((ports(*node).start + port, ports(next).start + port));
                }
            }
        }
        let after = if pairs.is_empty() {
            None
        } else {
            let rest = FlowRequest {
                traffic: Traffic::Pairs(pairs),
                ..request.clone()
            };
            Some(contention_until(graph, &rest, interrupt)?)
        };
        Ok(Self {
            nodes_out,
            nodes_hit,
            ports_before: before_ports.len() as u32,
            ports_after: after_ports.len() as u32,
            before,
            after,
        })
    }

    /// What all adapters of a node carry with everything up, GB/s per direction.
    pub fn node_gb_s_before(&self) -> f64 {
        node_rate(&self.before, self.ports_before)
    }

    /// The same afterwards; zero where nothing goes on.
    pub fn node_gb_s_after(&self) -> f64 {
        self.after
            .as_ref()
            .map_or(0.0, |after| node_rate(after, self.ports_after))
    }

    /// How many times as long the part of an all-reduce between nodes takes, for messages large enough that rates
    /// decide; none where it does not end.
    pub fn slowdown(&self) -> Option<f64> {
        let after = self.node_gb_s_after();
        (after > 0.0).then(|| self.node_gb_s_before() / after)
    }
}

fn node_rate(report: &FlowReport, ports: u32) -> f64 {
    report.delivered * report.unhindered_gb_s.unwrap_or(0.0) * f64::from(ports)
}

#[cfg(test)]
mod tests {
    use super::super::{Failure, Network};
    use super::*;
    use crate::built::Built;
    use crate::catalog::Catalog;
    use crate::design::Routing;
    use crate::templates;

    fn outage(id: &str, fail: Failure) -> Outage {
        let design = templates::find(id).unwrap().design;
        let built = Built::of(&design, Catalog::builtin());
        let network = Network::of(&built, &design, None).unwrap();
        let request = FlowRequest {
            traffic: Traffic::Ring,
            routing: Routing::Adaptive,
            seeds: 1,
            first_seed: 1,
            failures: vec![fail],
        };
        Outage::of(&network.graph, &request, Interrupt::never()).unwrap()
    }

    /// One of eight rails carries an eighth of an all-reduce: the other seven take 8/7 of the time.
    #[test]
    fn a_rail_leaf_takes_an_eighth() {
        let outage = outage("superpod-h100-32", Failure::Leaf(0));
        assert_eq!((outage.ports_before, outage.ports_after), (8, 7));
        assert_eq!(outage.nodes_hit.len(), 32);
        assert!(outage.nodes_out.is_empty());
        assert!((outage.slowdown().unwrap() - 8.0 / 7.0).abs() < 1e-12);
    }

    #[test]
    fn an_adapter_takes_as_much_and_hits_one_node() {
        let outage = outage("superpod-h100-32", Failure::Nic { node: 4, port: 3 });
        assert_eq!(outage.nodes_hit, [4]);
        assert!((outage.slowdown().unwrap() - 8.0 / 7.0).abs() < 1e-12);
    }

    /// Neighbours of a ring share their leaf within a unit: its spines carry nothing of it.
    #[test]
    fn a_spine_of_one_unit_costs_nothing() {
        let outage = outage("superpod-h100-32", Failure::Spine(0));
        assert_eq!(outage.slowdown(), Some(1.0));
        assert!(outage.nodes_hit.is_empty() && outage.nodes_out.is_empty());
    }

    #[test]
    fn without_its_only_switch_nothing_goes_on() {
        let outage = outage("dgx-h100-4", Failure::Leaf(0));
        assert_eq!(outage.nodes_out.len(), 4);
        assert_eq!(outage.slowdown(), None);
        assert_eq!(outage.node_gb_s_after(), 0.0);
        assert!(outage.node_gb_s_before() > 0.0);
    }
}
