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

/// Lanes from a chipset to its CPU, for everything behind it (AMD X570 and B650; Intel's DMI before the Z690).
pub const CHIPSET_LANES: u32 = 4;

/// The way from a slot up to its CPU, while cards beside it use theirs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Uplink {
    /// What one card has of it, GB/s per direction.
    pub gb_s: f64,
    /// It goes through the chipset.
    pub chipset: bool,
    /// Cards that share it.
    pub sharers: u64,
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

    /// The slowest way from one of the first so many GPUs up to its CPU while all of them use theirs; none without slots.
    pub fn slowest_uplink(&self, ranks: usize) -> Option<Uplink> {
        let slots = &self.slots[..self.slots.len().min(ranks)];
        slots
            .iter()
            .map(|slot| Self::uplink(slots, slot))
            .reduce(|a, b| if b.gb_s < a.gb_s { b } else { a })
    }

    /// The way of one slot while all of `slots` use theirs. A switch is taken to have an uplink as wide as the widest of
    /// its slots, as boards with one are built.
    fn uplink(slots: &[SlotPath], slot: &SlotPath) -> Uplink {
        let own = slot.gb_s();
        if slot.root.starts_with("cpu") {
            return Uplink {
                gb_s: own,
                chipset: false,
                sharers: 1,
            };
        }
        let beside = || slots.iter().filter(|other| other.root == slot.root);
        let sharers = beside().count().max(1) as u64;
        let whole = if slot.on_chipset() {
            let lane = beside().map(|other| pcie_gb_s_per_lane(other.pcie_gen));
            lane.fold(0.0, f64::max) * f64::from(CHIPSET_LANES)
        } else {
            beside().map(SlotPath::gb_s).fold(0.0, f64::max)
        };
        Uplink {
            gb_s: own.min(whole / sharers as f64),
            chipset: slot.on_chipset(),
            sharers,
        }
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

    fn slot(root: &str) -> SlotPath {
        SlotPath {
            pcie_gen: 4,
            lanes: 16,
            root: root.to_owned(),
            socket: 0,
        }
    }

    fn host(roots: &[&str]) -> HostPaths {
        HostPaths {
            slots: roots.iter().map(|root| slot(root)).collect(),
            peer_access: Some(true),
            patched: false,
            cpu_vendor: None,
            stated: true,
        }
    }

    #[test]
    fn cards_behind_one_thing_share_its_way_up() {
        let x16 = pcie_gb_s_per_lane(4) * 16.0;
        let shared = |roots: &[&str], ranks| host(roots).slowest_uplink(ranks).expect("slots");
        let own = shared(&["cpu0", "cpu0"], 2);
        assert_eq!((own.gb_s, own.sharers), (x16, 1));
        // Four lanes for one card, two for each of two.
        let chipset = shared(&["cpu0", "pch"], 2);
        assert_eq!((chipset.gb_s, chipset.chipset), (x16 / 4.0, true));
        assert_eq!(shared(&["pch", "pch"], 2).gb_s, x16 / 8.0);
        // Four cards under each of two switches.
        let switches = ["a", "a", "a", "a", "b", "b", "b", "b"];
        assert_eq!(shared(&switches, 8).gb_s, x16 / 4.0);
        assert_eq!(shared(&switches, 2).sharers, 2);
        // A card that takes no part does not count.
        assert_eq!(shared(&["cpu0", "cpu0", "pch"], 2).gb_s, x16);
    }
}
