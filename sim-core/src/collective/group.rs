//! Who takes part in a collective, and over what.

use podwright_locales::{Language, Texts, format};

use super::constants::{
    CROSS_SOCKET_GB_S, GpuClass, INTEL_ROOT_COST, NIC_SHARE, NIC_SHARE_INSTINCT, ONE_NIC_GB_S,
    PCIE_PEER_SHARE, STAGED_GROUP_GB_S, STAGED_PAIR_GB_S,
};
use super::options::{Algorithm, Launch, Transport};
use crate::cluster::{Cluster, HostKind, JoinKind, ResolvedNode, ResolvedPool, ring_count};
use crate::design::{CollectiveSettings, CpuVendor, Network, Switchable};
use crate::fabric::Layout;

/// How ranks of one node exchange data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InsideKind {
    /// One rank: nothing to exchange inside.
    Alone,
    /// Through NVSwitch.
    Switched,
    /// Over direct links, in rings.
    Linked,
    /// Peer copies over PCIe.
    Peer,
    /// Copies through host memory.
    Staged,
}

/// The path inside a node.
#[derive(Clone, Debug, PartialEq)]
pub struct Inside {
    /// How.
    pub kind: InsideKind,
    /// What a large ring reaches, GB/s busbw.
    pub ring_gb_s: f64,
    /// What one pair of neighbours reaches, GB/s per direction.
    pub pair_gb_s: f64,
    /// In-switch reduction may be used.
    pub nvls: bool,
    /// The slowest part in words, with its rate.
    pub bottleneck: String,
}

/// The path between nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct Between {
    /// What all adapters of a node carry, GB/s per direction after protocol overhead.
    pub node_gb_s: f64,
    /// Adapters' ports of a node.
    pub ports: u64,
    /// Delivered oversubscription of the fabric.
    pub oversubscription: f64,
    /// What carries the bytes.
    pub transport: Transport,
    /// The adapter in words, with its rate.
    pub bottleneck: String,
}

impl Between {
    /// The same path over another transport, which may carry less than the adapters.
    #[must_use]
    pub fn over(self, transport: Transport) -> Self {
        let cap = transport.node_cap_gb_s().unwrap_or(f64::INFINITY);
        Self {
            node_gb_s: self.node_gb_s.min(cap),
            transport,
            ..self
        }
    }
}

/// The ranks of a collective.
#[derive(Clone, Debug)]
pub struct Group {
    /// GPUs.
    pub ranks: u64,
    /// Nodes (racks) that take part.
    pub nodes: u64,
    /// GPUs of the fullest node.
    pub per_node: u64,
    /// Class of the GPUs.
    pub class: GpuClass,
    /// Inside a node.
    pub inside: Inside,
    /// Between nodes; none within one, or where nothing joins them.
    pub between: Option<Between>,
    /// Ranks are of different kinds of node; the slowest is taken.
    pub mixed: bool,
    /// How the processes were started.
    pub launch: Launch,
    /// The algorithm that the library is told to take; its own choice without.
    pub algorithm: Option<Algorithm>,
}

impl Group {
    /// The first `ranks` GPUs of a cluster, pool by pool, node by node; none when there are none, or when several nodes
    /// have no network between them.
    pub fn first(
        cluster: &Cluster,
        layouts: &[Layout],
        ranks: u64,
        settings: CollectiveSettings,
    ) -> Option<Self> {
        let mut left = ranks.min(cluster.gpus());
        let mut parts: Vec<(&ResolvedPool, u64)> = Vec::new();
        for pool in &cluster.pools {
            let take = left.min(pool.gpus());
            if take > 0 {
                parts.push((pool, take));
                left -= take;
            }
        }
        let total: u64 = parts.iter().map(|(_, take)| take).sum();
        let nodes: u64 = parts
            .iter()
            .map(|(pool, take)| take.div_ceil(u64::from(pool.node.gpu_count)))
            .sum();
        let mut slowest: Option<Self> = None;
        for (pool, take) in &parts {
            let group = Self::of_pool(pool, *take, total, nodes, layouts, settings)?;
            slowest = Some(match slowest {
                Some(other) if other.pace() <= group.pace() => other,
                _ => group,
            });
        }
        slowest.map(|group| Self {
            mixed: parts.len() > 1
                && parts
                    .iter()
                    .any(|(pool, _)| pool.node.gpu.id != parts[0].0.node.gpu.id),
            ..group
        })
    }

    /// One full scale-up domain of a pool.
    pub fn domain(pool: &ResolvedPool, settings: CollectiveSettings) -> Self {
        let ranks = u64::from(pool.node.domain_gpus().min(pool.node.gpu_count));
        Self::over(&pool.node, ranks, ranks, 1, None, settings)
    }

    /// `ranks` GPUs over `nodes` equal nodes whose network does not oversubscribe, as few a node as that takes; none when
    /// several nodes have no adapters to meet over, or when the nodes do not hold so many GPUs.
    pub fn equal_nodes(
        node: &ResolvedNode,
        ranks: u64,
        nodes: u64,
        settings: CollectiveSettings,
    ) -> Option<Self> {
        let per_node = ranks.div_ceil(nodes.max(1));
        if per_node > u64::from(node.gpu_count) {
            return None;
        }
        let class = GpuClass::of(&node.gpu);
        let between = if nodes > 1 {
            Some(between(node, per_node, class, 1.0)?)
        } else {
            None
        };
        Some(Self::over(node, ranks, per_node, nodes, between, settings))
    }

    fn over(
        node: &ResolvedNode,
        ranks: u64,
        per_node: u64,
        nodes: u64,
        between: Option<Between>,
        settings: CollectiveSettings,
    ) -> Self {
        let class = GpuClass::of(&node.gpu);
        Self {
            ranks,
            nodes,
            per_node,
            class,
            inside: inside(node, per_node, class, settings),
            between,
            mixed: false,
            launch: Launch::default(),
            algorithm: None,
        }
    }

    fn of_pool(
        pool: &ResolvedPool,
        take: u64,
        ranks: u64,
        nodes: u64,
        layouts: &[Layout],
        settings: CollectiveSettings,
    ) -> Option<Self> {
        let per_node = take.min(u64::from(pool.node.gpu_count));
        let between = if nodes > 1 {
            let layout = layouts
                .iter()
                .find(|layout| layout.network == Network::Compute && layout.size.is_some())?;
            let class = GpuClass::of(&pool.node.gpu);
            let oversubscription = layout.report.oversubscription;
            Some(between(&pool.node, per_node, class, oversubscription)?)
        } else {
            None
        };
        Some(Self::over(
            &pool.node, ranks, per_node, nodes, between, settings,
        ))
    }

    /// Bandwidth that decides large messages, to find the slowest pool.
    fn pace(&self) -> f64 {
        let between = self
            .between
            .as_ref()
            .map_or(f64::INFINITY, |between| between.node_gb_s);
        between.min(self.inside.ring_gb_s)
    }
}

fn between(
    node: &ResolvedNode,
    per_node: u64,
    class: GpuClass,
    oversubscription: f64,
) -> Option<Between> {
    let adapter = node.compute_adapter()?;
    let share = if class == GpuClass::Instinct {
        NIC_SHARE_INSTINCT
    } else {
        NIC_SHARE
    };
    // A rank alone on its node drives the adapters next to it only.
    let line = adapter.gb_s();
    let node_gb_s = if per_node == 1 {
        (line / f64::from(node.gpu_count.max(1)) * share).min(ONE_NIC_GB_S)
    } else {
        line * share
    };
    let texts = Texts::of(Language::English);
    let between = Between {
        node_gb_s,
        ports: adapter.ports().into(),
        oversubscription,
        transport: Transport::Rdma,
        bottleneck: texts.with(
            "bottleneck-nic",
            &[
                ("name", adapter.nic.name.as_str().into()),
                ("count", u64::from(adapter.ports()).into()),
                ("rate", format::gb_s(adapter.gbit_s_per_port / 8.0).into()),
            ],
        ),
    };
    Some(between.over(Transport::of(&adapter.nic)))
}

fn inside(
    node: &ResolvedNode,
    ranks: u64,
    class: GpuClass,
    settings: CollectiveSettings,
) -> Inside {
    let texts = Texts::of(Language::English);
    let constants = class.constants();
    let links = &node.scale_up;
    let peer_allowed = settings.p2p != Some(Switchable::Off);
    let pair_cap = |rate: f64| {
        if ranks == 2 {
            rate.min(constants.pair_cap_gb_s)
        } else {
            rate
        }
    };
    if ranks < 2 {
        return Inside {
            kind: InsideKind::Alone,
            ring_gb_s: f64::INFINITY,
            pair_gb_s: f64::INFINITY,
            nvls: false,
            bottleneck: String::new(),
        };
    }
    let linked = |rings: u32, kind: InsideKind, pair_links: u32, words: &str| {
        let achievable = f64::from(rings) * links.achievable_gb_s_per_link;
        Inside {
            kind,
            ring_gb_s: pair_cap(achievable * constants.ring_share),
            pair_gb_s: f64::from(pair_links)
                * links.achievable_gb_s_per_link
                * constants.ring_share,
            nvls: false,
            bottleneck: texts.with(
                words,
                &[(
                    "rate",
                    format::gb_s(f64::from(rings) * links.gb_s_per_link).into(),
                )],
            ),
        }
    };
    if peer_allowed {
        if links.kind == JoinKind::NvSwitch {
            return Inside {
                nvls: links.in_switch_reduction && settings.nvls != Some(Switchable::Off),
                ..linked(
                    links.links_per_gpu,
                    InsideKind::Switched,
                    links.links_per_gpu,
                    "bottleneck-nvlink",
                )
            };
        }
        let rings = ring_count(&links.matrix, ranks as usize);
        if rings > 0 {
            // Neighbours of a ring have at least the links of one pair.
            let pair = links
                .matrix
                .iter()
                .flatten()
                .filter(|count| **count > 0)
                .min()
                .copied()
                .unwrap_or(rings);
            let words = match links.kind {
                JoinKind::Bridge | JoinKind::BridgePairs => "bottleneck-bridge",
                JoinKind::FullMeshXgmi => "bottleneck-xgmi",
                _ => "bottleneck-nvlink",
            };
            return linked(rings, InsideKind::Linked, pair, words);
        }
    }
    host_path(node, ranks, peer_allowed)
}

fn host_path(node: &ResolvedNode, ranks: u64, peer_allowed: bool) -> Inside {
    let texts = Texts::of(Language::English);
    let host = &node.host;
    let n = (ranks as usize).min(host.slots.len());
    let slowest = host.slots[..n]
        .iter()
        .min_by(|a, b| a.gb_s().total_cmp(&b.gb_s()));
    let slot_gb_s = slowest.map_or(0.0, super::super::cluster::SlotPath::gb_s);
    let worst = host.worst_path(ranks as u32);
    if peer_allowed && host.peer_access == Some(true) {
        let through_cpu = worst != HostKind::SameSwitch;
        let cost = match host.cpu_vendor {
            Some(CpuVendor::Intel) if through_cpu => INTEL_ROOT_COST,
            _ => 1.0,
        };
        let mut rate = slot_gb_s * PCIE_PEER_SHARE / cost;
        let mut words = texts.with(
            "bottleneck-pcie",
            &[
                (
                    "generation",
                    slowest.map_or(0, |slot| u64::from(slot.pcie_gen)).into(),
                ),
                (
                    "lanes",
                    slowest.map_or(0, |slot| u64::from(slot.lanes)).into(),
                ),
                ("rate", format::gb_s(slot_gb_s).into()),
            ],
        );
        if worst == HostKind::CrossSocket && rate > CROSS_SOCKET_GB_S {
            rate = CROSS_SOCKET_GB_S;
            words = texts.with(
                "bottleneck-socket",
                &[("rate", format::gb_s(CROSS_SOCKET_GB_S).into())],
            );
        }
        return Inside {
            kind: InsideKind::Peer,
            ring_gb_s: rate,
            pair_gb_s: rate,
            nvls: false,
            bottleneck: words,
        };
    }
    let staged = if ranks == 2 {
        STAGED_PAIR_GB_S
    } else {
        STAGED_GROUP_GB_S
    };
    // A narrow slot binds before host memory does.
    let rate = staged.min(slot_gb_s * PCIE_PEER_SHARE / 2.0);
    Inside {
        kind: InsideKind::Staged,
        ring_gb_s: rate,
        pair_gb_s: rate,
        nvls: false,
        bottleneck: texts.with("bottleneck-host", &[("rate", format::gb_s(rate).into())]),
    }
}
