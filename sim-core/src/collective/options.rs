//! How a run is set up beyond its hardware: what carries the bytes between nodes, how the processes were started, and
//! whether the library was told which algorithm to take.

use super::estimate::Candidate;
use crate::catalog::{Nic, NicProtocol};

/// What carries bytes between nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Transport {
    /// InfiniBand or RoCE verbs.
    #[default]
    Rdma,
    /// AWS Elastic Fabric Adapter through libfabric.
    Efa,
    /// Google GPUDirect-TCPX or TCPXO.
    Tcpx,
    /// HPE Slingshot through libfabric.
    Slingshot,
    /// Sockets of the kernel.
    Tcp,
}

/// What the socket transport of a node carries at most, GB/s per direction: bound by the processor, so it is no share of
/// the adapter (TCP over InfiniBand HDR and over Slingshot, two public runs).
pub const TCP_NODE_GB_S: f64 = 5.5;
/// Extra launch time where one process drives all GPUs of a node, µs: it launches them one after another (NCCL runs on
/// eight A100 with `-g 8` beside runs with a process for each GPU).
pub const ONE_PROCESS_US: f64 = 15.0;

impl Transport {
    /// The transport that an adapter is used with where nothing else is said.
    pub fn of(nic: &Nic) -> Self {
        if nic.protocols.contains(&NicProtocol::EfaSrd) {
            Self::Efa
        } else if nic.protocols.contains(&NicProtocol::Tcpxo) {
            Self::Tcpx
        } else if nic.protocols == [NicProtocol::Ethernet] {
            Self::Tcp
        } else {
            Self::Rdma
        }
    }

    /// What it carries for a whole node at most, GB/s per direction; none where the adapters decide.
    pub fn node_cap_gb_s(self) -> Option<f64> {
        match self {
            Self::Tcp => Some(TCP_NODE_GB_S),
            Self::Rdma | Self::Efa | Self::Tcpx | Self::Slingshot => None,
        }
    }
}

/// How the processes of a run were started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Launch {
    /// A process for each GPU.
    #[default]
    ProcessPerGpu,
    /// One process for all GPUs of a node.
    OneProcess,
}

impl Launch {
    /// Time that it adds to the launch, µs.
    pub fn extra_us(self) -> f64 {
        match self {
            Self::ProcessPerGpu => 0.0,
            Self::OneProcess => ONE_PROCESS_US,
        }
    }
}

/// An algorithm that the library may be told to take (`NCCL_ALGO`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Rings.
    Ring,
    /// Double binary trees.
    Tree,
    /// Reduction in the switch of one domain.
    Nvls,
    /// Reduction in the switch of each domain, a tree between them.
    NvlsTree,
}

impl Algorithm {
    /// The name in results.
    pub fn id(self) -> &'static str {
        match self {
            Self::Ring => "ring",
            Self::Tree => "tree",
            Self::Nvls => "nvls",
            Self::NvlsTree => "nvls-tree",
        }
    }

    /// Leaves only the candidates of this algorithm. Where it does not serve the operation or the group, all stay: the
    /// library then takes another one too.
    pub(super) fn keep(self, all: &mut Vec<Candidate>) {
        if all.iter().any(|candidate| candidate.algorithm == self.id()) {
            all.retain(|candidate| candidate.algorithm == self.id());
        }
    }
}
