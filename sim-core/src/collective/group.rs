//! Who takes part in a collective, and over what: facts of the design, before any constant of the model.

use super::constants::{GpuClass, RACK_MIN_RANKS};
use super::measured::{self, Bound};
use super::options::Transport;
use crate::cluster::{Cluster, HostKind, JoinKind, ResolvedNode, ResolvedPool, ring_count};
use crate::design::{
    Algorithm, CollectiveSettings, CpuVendor, Launch, MeasuredLink, Network, Protocol, Switchable,
    TopologyKind,
};
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
    /// Shape of the links.
    pub join: JoinKind,
    /// Rings that fit over the links side by side; links of a GPU with switches.
    pub rings: u32,
    /// Links of one pair of neighbours.
    pub pair_links: u32,
    /// Rate of one link in the data sheet, GB/s per direction.
    pub gb_s_per_link: f64,
    /// What kernels reach on it, GB/s per direction.
    pub achievable_gb_s_per_link: f64,
    /// The share of the links to switches that works.
    pub live: f64,
    /// In-switch reduction may be used.
    pub nvls: bool,
    /// The slowest slot.
    pub slot: Slot,
    /// The worst way between two of the GPUs through the host.
    pub host: HostKind,
    /// Who made the CPU between them, where it is known.
    pub cpu: Option<CpuVendor>,
    /// The host path is the user's own or the catalogue's words; else it is assumed.
    pub host_stated: bool,
    /// What the user measured, GB/s busbw.
    pub measured_gb_s: Option<f64>,
    /// What the user measured on links that rings pass.
    pub links: Option<Bound>,
    /// The same between two neighbours over direct links.
    pub pair: Option<Bound>,
    /// What the user measured on slots, where they are on the way.
    pub slots: Option<Bound>,
}

impl Inside {
    /// What the user's figures let rings carry.
    pub(super) fn own(&self) -> Option<Bound> {
        Bound::with_whole(self.links, self.measured_gb_s)
    }
}

/// A slot's edge.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Slot {
    /// PCIe generation.
    pub generation: u32,
    /// Lanes.
    pub lanes: u32,
    /// Rate, GB/s per direction.
    pub gb_s: f64,
    /// What the card with the slowest way up to its CPU has of it while all use theirs, GB/s per direction.
    pub up_gb_s: f64,
    /// That way goes through the chipset.
    pub chipset: bool,
    /// Cards that share it.
    pub sharers: u64,
}

/// The path between nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct Between {
    /// Line rate of all adapters of a node, GB/s per direction.
    pub line_gb_s: f64,
    /// Line rate of the adapters next to one GPU, GB/s per direction.
    pub gpu_line_gb_s: f64,
    /// Adapters' ports of a node.
    pub ports: u64,
    /// Rate of a port, GB/s per direction.
    pub port_gb_s: f64,
    /// Delivered oversubscription of the fabric.
    pub oversubscription: f64,
    /// Rails that nothing joins: data for another rail changes rails inside the node. 1 where rails are joined.
    pub rails_alone: u64,
    /// What carries the bytes.
    pub transport: Transport,
    /// Each GPU's adapter is under its own PCIe switch, as in servers made for it.
    pub aligned: bool,
    /// The adapters reach the GPUs' memory.
    pub gpudirect: bool,
    /// The switches reduce (SHARP).
    pub sharp: bool,
    /// The adapter's name.
    pub adapter: String,
    /// What the user measured for a node, GB/s per direction.
    pub measured_gb_s: Option<f64>,
    /// What the user measured on its adapters, for the whole node.
    pub adapters: Option<Bound>,
    /// The same for a rank that is alone on its node.
    pub lone: Option<Bound>,
}

impl Between {
    /// The same path over another transport.
    #[must_use]
    pub fn over(self, transport: Transport) -> Self {
        Self { transport, ..self }
    }

    /// The same where the links of the fabric run slower than the adapters' ports could.
    fn at_link_rate(self, layout: &Layout) -> Self {
        let link_gb_s = layout.link_gbit_s * layout.port_split as f64 / 8.0;
        if link_gb_s >= self.port_gb_s {
            return self;
        }
        let share = link_gb_s / self.port_gb_s;
        Self {
            line_gb_s: self.line_gb_s * share,
            gpu_line_gb_s: self.gpu_line_gb_s * share,
            port_gb_s: link_gb_s,
            ..self
        }
    }

    /// What the user's figures let a node with so many ranks carry.
    pub(super) fn own(&self, per_node: u64) -> Option<Bound> {
        let links = if per_node == 1 {
            self.lone
        } else {
            self.adapters
        };
        Bound::with_whole(links, self.measured_gb_s)
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
    /// The GPU's id in the catalogue.
    pub gpu: String,
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
    /// The protocol that it is told to take.
    pub protocol: Option<Protocol>,
    /// RCCL as ROCm 6 and earlier ship it.
    pub rccl6: bool,
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
                Some(other) if other.pace() <= group.pace() => other.held_by(&group),
                Some(other) => group.held_by(&other),
                None => group,
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
        let between = if nodes > 1 {
            Some(between(node, 1.0, settings)?)
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
        Self {
            ranks,
            nodes,
            per_node,
            class: GpuClass::of(&node.gpu),
            gpu: node.gpu.id.clone(),
            inside: inside(node, per_node, settings),
            between,
            mixed: false,
            launch: settings.launch.unwrap_or_default(),
            algorithm: settings.algorithm,
            protocol: settings.protocol,
            rccl6: false,
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
            let path = between(&pool.node, layout.crossing_ratio(), settings)?;
            let transport = match &layout.switch {
                Some(switch) => path.transport.over(switch.protocol),
                None => path.transport,
            };
            let rails_alone = if layout.report.topology == TopologyKind::RailOnly.id() {
                layout.report.rails
            } else {
                1
            };
            Some(Between {
                rails_alone,
                ..path.over(transport).at_link_rate(layout)
            })
        } else {
            None
        };
        Some(Self::over(
            &pool.node, ranks, per_node, nodes, between, settings,
        ))
    }

    /// The node is a rack in one NVLink domain.
    pub fn racks(&self) -> bool {
        self.per_node >= RACK_MIN_RANKS && self.inside.kind == InsideKind::Switched
    }

    /// Whether the user measured anything on its way.
    fn has_figures(&self) -> bool {
        let inside = &self.inside;
        let between = self.between.as_ref();
        inside.own().or(inside.slots).is_some()
            || between.is_some_and(|path| path.own(self.per_node).is_some())
    }

    /// The same without the user's figures; none where there are none.
    pub(super) fn unmeasured(&self) -> Option<Self> {
        self.has_figures().then(|| {
            let mut plain = self.clone();
            let inside = &mut plain.inside;
            inside.measured_gb_s = None;
            (inside.links, inside.pair, inside.slots) = (None, None, None);
            if let Some(path) = &mut plain.between {
                path.measured_gb_s = None;
                (path.adapters, path.lone) = (None, None);
            }
            plain
        })
    }

    /// The same beside ranks of another kind of node, whose measured figures bind all.
    fn held_by(mut self, other: &Self) -> Self {
        let (own, line) = (other.inside.own(), other.inside_line_gb_s());
        let inside = &mut self.inside;
        if let Some(whole) = &mut inside.measured_gb_s {
            *whole = whole.min(Bound::over(own, line));
        }
        inside.links = Bound::held(inside.links, own, line);
        inside.pair = Bound::held(inside.pair, other.inside.pair, line);
        if let (Some(path), Some(beside)) = (&mut self.between, &other.between) {
            let (own, line) = (beside.own(other.per_node), beside.line_gb_s);
            if let Some(whole) = &mut path.measured_gb_s {
                *whole = whole.min(Bound::over(own, line));
            }
            path.adapters = Bound::held(path.adapters, own, line);
            path.lone = Bound::held(path.lone, own, line);
        }
        self
    }

    /// Bandwidth that decides large messages, to find the slowest pool.
    fn pace(&self) -> f64 {
        let between = self
            .between
            .as_ref()
            .map_or(f64::INFINITY, |between| between.line_gb_s);
        between.min(self.inside_line_gb_s())
    }

    /// Line rate inside a node.
    fn inside_line_gb_s(&self) -> f64 {
        match self.inside.kind {
            InsideKind::Alone => f64::INFINITY,
            InsideKind::Switched | InsideKind::Linked => {
                f64::from(self.inside.rings)
                    * self.inside.achievable_gb_s_per_link
                    * self.inside.live
            }
            InsideKind::Peer => self.inside.slot.gb_s.min(self.inside.slot.up_gb_s),
            InsideKind::Staged => self.inside.slot.up_gb_s / 8.0,
        }
    }
}

fn between(
    node: &ResolvedNode,
    oversubscription: f64,
    settings: CollectiveSettings,
) -> Option<Between> {
    let adapter = node.compute_adapter()?;
    let line = adapter.gb_s();
    // What is told for one job wins over the design's figures.
    let (adapters, lone) = match settings.measured_between_gb_s {
        Some(_) => (None, None),
        None => measured::adapters(node),
    };
    Some(Between {
        line_gb_s: line,
        gpu_line_gb_s: line / f64::from(node.gpu_count.max(1)),
        ports: adapter.ports().into(),
        port_gb_s: adapter.gbit_s_per_port / 8.0,
        oversubscription,
        rails_alone: 1,
        transport: Transport::of(&adapter.nic),
        aligned: true,
        gpudirect: settings.gpudirect != Some(Switchable::Off),
        sharp: settings.sharp == Some(Switchable::On),
        adapter: adapter.nic.name.clone(),
        measured_gb_s: settings
            .measured_between_gb_s
            .or_else(|| node.measured_gb_s(MeasuredLink::Between, &[], None)),
        adapters,
        lone,
    })
}

fn inside(node: &ResolvedNode, ranks: u64, settings: CollectiveSettings) -> Inside {
    let links = &node.scale_up;
    let host = &node.host;
    let taken = (ranks as usize).min(host.slots.len());
    let figures = settings.measured_inside_gb_s.is_none();
    let slots = measured::slots(node, taken).filter(|_| figures);
    // A slot with a figure of its own is not asked for its line rate.
    let unmeasured = |gpu: usize| {
        slots.is_none_or(|slots| slots.all) || measured::slot(node, gpu as u32).is_none()
    };
    let slowest = host.slots[..taken]
        .iter()
        .enumerate()
        .filter(|(gpu, _)| unmeasured(*gpu))
        .map(|(_, slot)| slot)
        .min_by(|a, b| a.gb_s().total_cmp(&b.gb_s()));
    let slot = match (slowest, host.slowest_uplink(taken)) {
        (Some(slot), Some(up)) => Slot {
            generation: slot.pcie_gen,
            lanes: slot.lanes,
            gb_s: slot.gb_s(),
            up_gb_s: up.gb_s,
            chipset: up.chipset,
            sharers: up.sharers,
        },
        _ => Slot::default(),
    };
    let base = Inside {
        kind: InsideKind::Alone,
        join: links.kind,
        rings: 0,
        pair_links: 0,
        gb_s_per_link: links.gb_s_per_link,
        achievable_gb_s_per_link: links.achievable_gb_s_per_link,
        live: links.live,
        nvls: false,
        slot,
        host: host.worst_path(ranks as u32),
        cpu: host.cpu_vendor,
        host_stated: host.stated,
        measured_gb_s: settings
            .measured_inside_gb_s
            .or_else(|| node.measured_gb_s(MeasuredLink::Inside, &[], None))
            .map(|measured| measured * links.live),
        links: None,
        pair: None,
        slots: None,
    };
    if ranks < 2 {
        return Inside {
            measured_gb_s: None,
            ..base
        };
    }
    let peer_allowed = settings.p2p != Some(Switchable::Off);
    if peer_allowed && links.kind == JoinKind::NvSwitch {
        return Inside {
            kind: InsideKind::Switched,
            rings: links.links_per_gpu,
            pair_links: links.links_per_gpu,
            nvls: links.in_switch_reduction && settings.nvls != Some(Switchable::Off),
            links: measured::switched(node, ranks)
                .filter(|_| figures)
                .map(|own| own.times(links.live)),
            ..base
        };
    }
    let rings = if peer_allowed {
        ring_count(&links.matrix, ranks as usize)
    } else {
        0
    };
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
        let (links, neighbours) = measured::linked(node, ranks, rings);
        return Inside {
            kind: InsideKind::Linked,
            rings,
            pair_links: pair,
            links: links.filter(|_| figures),
            pair: neighbours.filter(|_| figures),
            ..base
        };
    }
    // NCCL copies between peers up to several PCIe switches by itself, through a CPU only where it knows that to be good:
    // two cards, or an AMD host. Where nobody says what is between three and more, that is not taken for granted.
    let through_cpu = base.host != HostKind::SameSwitch;
    let unsure = through_cpu && ranks > 2 && !host.stated && base.cpu != Some(CpuVendor::Amd);
    let peer = peer_allowed && host.peer_access == Some(true) && !unsure;
    Inside {
        kind: if peer {
            InsideKind::Peer
        } else {
            InsideKind::Staged
        },
        links: measured::hosted(node, ranks).filter(|_| figures),
        slots,
        ..base
    }
}
