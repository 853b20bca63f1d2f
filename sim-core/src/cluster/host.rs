//! Paths between GPUs through the host: slots, switches, sockets, peer access.

use crate::catalog::{Gpu, NodeType};
use crate::design::{CpuVendor, InlineNode, PeerAccess};

/// Where a GPU hangs in the host.
#[derive(Clone, Debug, PartialEq)]
pub struct SlotPath {
    /// PCIe generation in use: the lesser of slot and card.
    pub pcie_gen: u32,
    /// Lanes in use: the lesser of slot and card.
    pub lanes: u32,
    /// `cpu0`, `pch` or a switch name.
    pub root: String,
    /// The CPU socket behind the root.
    pub socket: u32,
}

impl SlotPath {
    /// Whether the lanes come from the chipset and are shared.
    pub fn on_chipset(&self) -> bool {
        self.root == "pch"
    }

    /// Rate of the slot, GB/s per direction after the line code.
    pub fn gb_s(&self) -> f64 {
        pcie_gb_s_per_lane(self.pcie_gen) * f64::from(self.lanes)
    }
}

/// What joins GPUs through the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HostKind {
    /// One PCIe switch.
    SameSwitch,
    /// One CPU.
    SameSocket,
    /// Two CPUs.
    CrossSocket,
}

/// Paths of all GPUs of a node through the host.
#[derive(Clone, Debug, PartialEq)]
pub struct HostPaths {
    /// By GPU.
    pub slots: Vec<SlotPath>,
    /// Whether a GPU may reach another's memory over PCIe; none when sources differ or nothing is known.
    pub peer_access: Option<bool>,
    /// Whether peer access comes from a patched driver.
    pub patched: bool,
    /// Who made the CPU, where it is known.
    pub cpu_vendor: Option<CpuVendor>,
    /// The layout is the user's own or the catalogue's words; else it is assumed for the class.
    pub stated: bool,
}

impl HostPaths {
    /// The slowest slot, GB/s per direction.
    pub fn slowest_slot_gb_s(&self) -> Option<f64> {
        self.slots.iter().map(SlotPath::gb_s).reduce(f64::min)
    }

    /// The worst path among the first so many GPUs.
    pub fn worst_path(&self, ranks: u32) -> HostKind {
        let slots = &self.slots[..self.slots.len().min(ranks as usize)];
        let Some(first) = slots.first() else {
            return HostKind::SameSocket;
        };
        if slots.iter().any(|slot| slot.socket != first.socket) {
            HostKind::CrossSocket
        } else if slots.iter().all(|slot| slot.root == first.root)
            && !first.root.starts_with("cpu")
            && !first.on_chipset()
        {
            HostKind::SameSwitch
        } else {
            HostKind::SameSocket
        }
    }
}

/// PCIe rate of one lane after the line code, GB/s per direction: 2.5, 5 GT/s with 8b/10b, 8 to 32 GT/s with
/// 128b/130b, 64 GT/s with FLITs (PCI-SIG; the catalogue's x16 records divided by 16).
pub fn pcie_gb_s_per_lane(generation: u32) -> f64 {
    match generation {
        0 | 1 => 0.25,
        2 => 0.5,
        3 => 8.0 * 128.0 / 130.0 / 8.0,
        4 => 16.0 * 128.0 / 130.0 / 8.0,
        5 => 32.0 * 128.0 / 130.0 / 8.0,
        _ => 64.0 * 242.0 / 256.0 / 8.0,
    }
}

/// The host of a node that is written out.
pub(super) fn inline_host(inline: &InlineNode, gpu: &Gpu) -> HostPaths {
    let slots = (0..inline.count as usize)
        .map(|i| match inline.slots.get(i) {
            Some(slot) => SlotPath {
                pcie_gen: slot.pcie_gen.min(gpu.pcie.generation),
                lanes: slot.lanes.min(gpu.pcie.lanes),
                root: slot.root.clone(),
                socket: slot.socket,
            },
            None => SlotPath {
                pcie_gen: gpu.pcie.generation,
                lanes: gpu.pcie.lanes,
                root: "cpu0".to_owned(),
                socket: 0,
            },
        })
        .collect();
    let patched = inline.peer_access == PeerAccess::Patched;
    HostPaths {
        slots,
        peer_access: if patched {
            Some(true)
        } else {
            gpu.p2p_over_pcie_supported
        },
        patched,
        cpu_vendor: inline.cpu_vendor,
        stated: inline.slots.len() >= inline.count as usize,
    }
}

/// The host of a catalogue node. The catalogue tells the layout in words (`pcie_topology`); what is taken from them is
/// whether cards sit at x8 on a desktop CPU, behind switches, and on how many sockets.
pub(super) fn catalog_host(record: &NodeType, gpu: &Gpu) -> HostPaths {
    let words = record.pcie_topology.to_ascii_lowercase();
    let lanes = if words.contains(" x8 ") {
        gpu.pcie.lanes.min(8)
    } else {
        gpu.pcie.lanes
    };
    let sockets = if words.contains("2 cpus") || record.cpu.trim_start().starts_with("2 x") {
        2
    } else {
        1
    };
    let switched = words.contains("switch");
    let n = record.gpu_count;
    let slots = (0..n)
        .map(|i| {
            let socket = i * sockets / n.max(1);
            SlotPath {
                pcie_gen: gpu.pcie.generation,
                lanes,
                root: if switched {
                    format!("switch{}", i / 2)
                } else {
                    format!("cpu{socket}")
                },
                socket,
            }
        })
        .collect();
    HostPaths {
        slots,
        peer_access: gpu.p2p_over_pcie_supported,
        patched: false,
        cpu_vendor: if record.cpu.contains("EPYC") && !record.cpu.contains("Xeon") {
            Some(CpuVendor::Amd)
        } else if record.cpu.contains("Xeon") && !record.cpu.contains("EPYC") {
            Some(CpuVendor::Intel)
        } else if record.cpu.contains("Grace") {
            Some(CpuVendor::Arm)
        } else {
            None
        },
        stated: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rates per x16 and direction as the PCI-SIG generations give them, rounded as data sheets print them.
    #[test]
    fn lane_rates_are_those_of_the_generations() {
        for (generation, x16) in [
            (1, 4.0),
            (2, 8.0),
            (3, 15.75),
            (4, 31.5),
            (5, 63.0),
            (6, 121.0),
        ] {
            let rate = pcie_gb_s_per_lane(generation) * 16.0;
            assert!((rate - x16).abs() < 0.01 * x16, "gen {generation}: {rate}");
        }
    }
}
