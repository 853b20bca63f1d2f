//! How a run is set up beyond its hardware: what carries the bytes between nodes, how the processes were started, and
//! what the library was told.

use super::constants::{GpuClass, Model, TransportSet};
use crate::catalog::{LinkProtocol, Nic, NicProtocol};

/// What carries bytes between nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Transport {
    /// InfiniBand verbs.
    #[default]
    InfiniBand,
    /// The same verbs over Ethernet.
    Roce,
    /// AWS Elastic Fabric Adapter through libfabric.
    Efa,
    /// Google GPUDirect-TCPX, of the first H100 machines.
    Tcpx,
    /// Google GPUDirect-TCPXO.
    Tcpxo,
    /// HPE Slingshot through libfabric.
    Slingshot,
    /// Sockets of the kernel.
    Tcp,
}

impl Transport {
    /// The transport that an adapter is used with where nothing else is said.
    pub fn of(nic: &Nic) -> Self {
        if nic.protocols.contains(&NicProtocol::EfaSrd) {
            Self::Efa
        } else if nic.protocols.contains(&NicProtocol::Tcpxo) {
            Self::Tcpxo
        } else if nic.protocols == [NicProtocol::Ethernet] {
            Self::Tcp
        } else {
            Self::InfiniBand
        }
    }

    /// The same over switches that speak a protocol: verbs are RoCE over Ethernet.
    #[must_use]
    pub fn over(self, switches: LinkProtocol) -> Self {
        match (self, switches) {
            (Self::InfiniBand, LinkProtocol::Ethernet) => Self::Roce,
            _ => self,
        }
    }

    /// What it carries for a whole node at most, GB/s per direction; none where the adapters decide.
    pub fn node_cap_gb_s(self, model: &Model) -> Option<f64> {
        match self {
            Self::Tcp => Some(model.network.tcp_node_gb_s),
            Self::InfiniBand
            | Self::Roce
            | Self::Efa
            | Self::Tcpx
            | Self::Tcpxo
            | Self::Slingshot => None,
        }
    }

    /// Its constants between nodes with GPUs of a class.
    pub fn constants(self, class: GpuClass, model: &Model) -> &TransportSet {
        match self {
            Self::InfiniBand | Self::Roce if class == GpuClass::Instinct => &model.rccl,
            Self::InfiniBand => &model.infiniband,
            Self::Roce => &model.roce,
            Self::Efa if matches!(class, GpuClass::Volta | GpuClass::Ampere) => &model.efa_first,
            Self::Efa => &model.efa,
            Self::Tcpx => &model.tcpx,
            Self::Tcpxo => &model.tcpxo,
            Self::Slingshot => &model.slingshot,
            Self::Tcp => &model.tcp,
        }
    }
}

/// Time that one process for all GPUs of a node needs at least to launch them, µs.
pub fn one_process_us(model: &Model, gpus: u64, pairs: bool) -> f64 {
    let n = gpus as f64;
    let each = if pairs {
        model.shared.one_process_gpu_us + n * model.shared.one_process_pair_us
    } else {
        model.shared.one_process_gpu_us
    };
    n * each
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collective::constants::MODEL;

    #[test]
    fn one_process_launches_eight_gpus_in_35_us() {
        // SuperBench, eight A100, `-g 8`: 34.5 µs for every ring operation, 87 µs for an all-to-all.
        assert!((one_process_us(&MODEL, 8, false) - 34.5).abs() < 2.0);
        assert!((one_process_us(&MODEL, 8, true) - 87.0).abs() < 4.0);
    }
}
