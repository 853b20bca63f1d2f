//! Names of ports as the vendor's system prints them.

use crate::catalog::{LinkProtocol, PortGroup, Switch};

/// A port of a switch.
pub(super) struct SwitchPort {
    /// Place of its kind in the switch's list of ports.
    pub group: usize,
    /// Its cage, from 0 over the whole switch.
    pub cage: u64,
    /// Which link of the cage, from 0.
    pub part: u64,
    /// Links of the cage.
    pub cage_links: u64,
}

/// The name of a switch's port.
///
/// NVIDIA InfiniBand (MLNX-OS): `1/CAGE` or `1/CAGE/PORT`. NVIDIA Ethernet (Cumulus Linux): `swpCAGE` or `swpCAGEsPART`.
/// Arista EOS: `EthernetCAGE/LANE`, `EthernetSLOT/CAGE/LANE` in a chassis. Cisco NX-OS: `Ethernet1/CAGE` or
/// `Ethernet1/CAGE/PART`, with the slot in place of the 1 in a chassis. Every other chassis: `SLOT/CAGE`, with the part behind
/// it. MikroTik RouterOS: `qsfp28-CAGE-LANE`. All others run SONiC: `EthernetLANE`, lanes counted over
/// the whole switch.
pub(super) fn switch_port(switch: &Switch, port: &SwitchPort) -> String {
    let SwitchPort {
        group,
        cage,
        part,
        cage_links,
    } = *port;
    let cage = cage + 1;
    let lanes_of = |group: &PortGroup| u64::from(group.lanes());
    let lanes = switch.ports.get(group).map_or(1, lanes_of);
    let step = (lanes / cage_links).max(1);
    let before = &switch.ports[..group];
    let cages_before: u64 = before.iter().map(|group| u64::from(group.cages())).sum();
    if let Some(chassis) = &switch.chassis {
        let each = switch.card_cages();
        let slot = u64::from(chassis.first_slot) + (cage - 1) / each;
        let cage = (cage - 1) % each + 1;
        return match (switch.vendor.as_str(), cage_links) {
            ("Arista", _) => format!("Ethernet{slot}/{cage}/{}", part * step + 1),
            ("Cisco", 1) => format!("Ethernet{slot}/{cage}"),
            ("Cisco", _) => format!("Ethernet{slot}/{cage}/{}", part + 1),
            (_, 1) => format!("{slot}/{cage}"),
            _ => format!("{slot}/{cage}/{}", part + 1),
        };
    }
    match (switch.vendor.as_str(), switch.protocol, cage_links) {
        ("NVIDIA", LinkProtocol::Infiniband, 1) => format!("1/{cage}"),
        ("NVIDIA", LinkProtocol::Infiniband, _) => format!("1/{cage}/{}", part + 1),
        ("NVIDIA", _, 1) => format!("swp{cage}"),
        ("NVIDIA", _, _) => format!("swp{cage}s{part}"),
        ("Arista", _, _) if lanes == 1 => format!("Ethernet{cage}"),
        ("Arista", _, _) => format!("Ethernet{cage}/{}", part * step + 1),
        ("Cisco", _, 1) => format!("Ethernet1/{cage}"),
        ("Cisco", _, _) => format!("Ethernet1/{cage}/{}", part + 1),
        ("MikroTik", _, _) => {
            // Each kind of port is counted for itself.
            let (kind, cage) = (
                switch.ports[group].connector.to_ascii_lowercase(),
                cage - cages_before,
            );
            if lanes == 1 {
                format!("{kind}-{cage}")
            } else {
                format!("{kind}-{cage}-{}", part * step + 1)
            }
        }
        _ => {
            let first: u64 = before
                .iter()
                .map(|group| u64::from(group.cages()) * lanes_of(group))
                .sum();
            format!(
                "Ethernet{}",
                first + (cage - 1 - cages_before) * lanes + part * step
            )
        }
    }
}

/// The name of a node's port: the adapter and, where it has several, its port; numbers begin at 1.
pub(super) fn node_port(network: &str, port: u64, ports_per_nic: u64) -> String {
    let prefix = if network == "compute" {
        String::new()
    } else {
        format!("{network}-")
    };
    if ports_per_nic < 2 {
        format!("{prefix}nic{}", port + 1)
    } else {
        format!(
            "{prefix}nic{}p{}",
            port / ports_per_nic + 1,
            port % ports_per_nic + 1
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;
    use crate::fabric::links_per_cage;

    /// Names as the vendors' manuals write them.
    #[test]
    fn names_are_the_vendors() {
        for (id, gbit_s, port, name) in [
            ("nvidia-qm9700", 400.0, 0, "1/1/1"),
            ("nvidia-qm9700", 400.0, 63, "1/32/2"),
            ("nvidia-qm8700", 200.0, 39, "1/40"),
            ("nvidia-sn5600", 400.0, 3, "swp2s1"),
            ("nvidia-sn5600", 800.0, 3, "swp4"),
            ("arista-7060x6-64pe", 400.0, 1, "Ethernet1/5"),
            ("arista-7808r4", 800.0, 36, "Ethernet4/1/1"),
            ("arista-7808r4", 400.0, 1, "Ethernet3/1/5"),
            ("nvidia-cs8500", 200.0, 40, "2/1"),
            ("cisco-n9364e-sg2", 400.0, 2, "Ethernet1/2/1"),
            ("dell-z9864f-on", 800.0, 1, "Ethernet8"),
            ("dell-z9864f-on", 400.0, 1, "Ethernet4"),
            ("mikrotik-crs520-4xs-16xq", 100.0, 1, "qsfp28-2-1"),
        ] {
            let switch = Catalog::builtin().switch(id).expect("in the catalogue");
            let cage = links_per_cage(switch, gbit_s);
            let port = SwitchPort {
                group: 0,
                cage: port / cage,
                part: port % cage,
                cage_links: cage,
            };
            assert_eq!(switch_port(switch, &port), name, "{id} at {gbit_s}");
        }
        assert_eq!(node_port("compute", 7, 1), "nic8");
        assert_eq!(node_port("storage", 3, 2), "storage-nic2p2");
    }
}
