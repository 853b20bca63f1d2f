//! Network adapters against their slots, their own edge and the GPUs they serve.

use podwright_locales::format;

use super::host::used_cpu_lanes;
use super::scene::{Scene, catalogue_source, edge_gb_s, free_slots};
use super::{FindingBuilder, Ledger};
use crate::catalog::{LinkProtocol, Nic, NodeCategory};
use crate::cluster::{Adapter, ResolvedPool};
use crate::design::{InlineNode, Network, NodeRef, Slot};

/// The adapter that offers 800 Gbit/s as InfiniBand or as two Ethernet ports of 400, not as one of 800.
const CONNECTX_8: &str = "connectx-8";

pub(super) fn check(scene: &Scene<'_>, ledger: &mut Ledger) {
    for (pool, inline, at) in scene.inline_pools() {
        for (i, spec) in inline.nics.iter().enumerate() {
            if scene.overridden(pool, spec.network) {
                continue;
            }
            if let (Some(nic), Some(position)) = (scene.catalog.nic(&spec.id), spec.slot) {
                in_slot(
                    pool,
                    inline,
                    nic,
                    position,
                    &format!("{at}/nics/{i}"),
                    ledger,
                );
            }
        }
    }
    for (pool, inline, at) in scene.inline_pools() {
        mixed(scene, pool, inline, &at, ledger);
        replaced(scene, pool, inline, &at, ledger);
    }
    one_assumed(scene, ledger);
    for pool in &scene.cluster.pools {
        for (network, adapter) in &pool.node.adapters {
            let at = place(scene, pool, *network);
            if scene.chosen(pool, *network) {
                own_edge(adapter, &at, ledger);
            }
            if scene.overridden(pool, *network) {
                host_edge(pool, adapter, &at, ledger);
            }
        }
        if let Some(adapter) = pool.node.compute_adapter() {
            shared(scene, pool, adapter, ledger);
        }
    }
    one_800g_port(scene, ledger);
}

/// Where the design names the adapter.
fn place(scene: &Scene<'_>, pool: &ResolvedPool, network: Network) -> String {
    if scene.overridden(pool, network) {
        return format!("{}/nics/{}", pool.pointer(), network.id());
    }
    let listed = pool
        .node
        .inline
        .as_ref()
        .and_then(|inline| inline.nics.iter().position(|nic| nic.network == network));
    match listed {
        Some(i) => format!("{}/node/nics/{i}", pool.pointer()),
        None => format!("{}/node", pool.pointer()),
    }
}

/// Entries of a written-out node that serve a network beside another adapter: a node is computed with equal adapters
/// on a network, those listed first.
fn mixed(
    scene: &Scene<'_>,
    pool: &ResolvedPool,
    inline: &InlineNode,
    at: &str,
    ledger: &mut Ledger,
) {
    for (i, spec) in inline.nics.iter().enumerate() {
        let (Some(nic), Some(adapter)) = (
            scene.catalog.nic(&spec.id),
            pool.node.adapters.get(&spec.network),
        ) else {
            continue;
        };
        if nic.id == adapter.nic.id || scene.overridden(pool, spec.network) {
            continue;
        }
        let left_out = f64::from(spec.count) * f64::from(nic.ports) * nic.gbit_s_per_port;
        ledger.found(
            FindingBuilder::error("nic.mixed_adapters")
                .arg("network", spec.network.id())
                .arg("nic", &adapter.nic.name)
                .arg("counted", format::trimmed(adapter.gb_s() * 8.0, 1))
                .arg("other", &nic.name)
                .arg("left_out", format::trimmed(left_out, 1))
                .at(format!("{at}/nics/{i}"))
                .remove(format!("{at}/nics/{i}")),
        );
    }
}

/// Adapters of a written-out node whose network the pool's own list gives to another adapter.
fn replaced(
    scene: &Scene<'_>,
    pool: &ResolvedPool,
    inline: &InlineNode,
    at: &str,
    ledger: &mut Ledger,
) {
    let Some(spec) = scene.design.pools.get(pool.index) else {
        return;
    };
    for (network, id) in &spec.nics {
        let Some(nic) = scene.catalog.nic(id) else {
            continue;
        };
        let mut listed = inline
            .nics
            .iter()
            .enumerate()
            .filter(|(_, listed)| listed.network == *network);
        let Some((i, first)) = listed.next() else {
            continue;
        };
        // The count of the first entry counts, its adapter and the entries after it do not.
        let others: Vec<usize> = listed.map(|(other, _)| other).collect();
        let count = pool.node.adapters.get(network).map_or(0, |own| own.count);
        let name = scene
            .catalog
            .nic(&first.id)
            .map_or(&first.id, |nic| &nic.name);
        let mut finding = FindingBuilder::warning("nic.replaced")
            .arg("network", network.id())
            .arg("nic", name)
            .arg("other", &nic.name)
            .count("count", count.into())
            .at(format!("{at}/nics/{i}"))
            .set(format!("{at}/nics/{i}/id"), id.as_str())
            .set(format!("{at}/nics/{i}/count"), count);
        for other in others.into_iter().rev() {
            finding = finding.remove(format!("{at}/nics/{other}"));
        }
        ledger.found(finding.remove(format!("{}/nics/{}", pool.pointer(), network.id())));
    }
}

/// The catalogue's name for a network.
fn role_of(network: Network) -> &'static str {
    match network {
        Network::Oob => "mgmt",
        other => other.id(),
    }
}

/// Adapters put into a node that has none for the network: nothing in the design says how many.
fn one_assumed(scene: &Scene<'_>, ledger: &mut Ledger) {
    for pool in &scene.cluster.pools {
        let Some(spec) = scene.design.pools.get(pool.index) else {
            continue;
        };
        for network in spec.nics.keys() {
            let Some(adapter) = pool.node.adapters.get(network) else {
                continue;
            };
            let own = match &spec.node {
                NodeRef::Inline(inline) => inline.nics.iter().any(|nic| nic.network == *network),
                NodeRef::Catalog(id) => scene.catalog.node(id).is_some_and(|record| {
                    record
                        .nics
                        .roles()
                        .any(|(role, _)| role == role_of(*network))
                }),
            };
            if own {
                continue;
            }
            ledger.found(
                FindingBuilder::info("nic.one_assumed")
                    .arg("network", network.id())
                    .arg("nic", &adapter.nic.name)
                    .arg("node", &pool.node.name)
                    .count("gpus", pool.node.gpu_count.into())
                    .at(format!("{}/nics/{}", pool.pointer(), network.id())),
            );
        }
    }
}

/// What the ports of one adapter carry together, GB/s per direction.
fn ports_gb_s(nic: &Nic) -> f64 {
    (f64::from(nic.ports) * nic.gbit_s_per_port).min(nic.max_aggregate_gbit_s) / 8.0
}

fn in_slot(
    pool: &ResolvedPool,
    inline: &InlineNode,
    nic: &Nic,
    position: u32,
    at: &str,
    ledger: &mut Ledger,
) {
    let Some(slot) = inline.slots.iter().find(|slot| slot.position == position) else {
        ledger.found(
            FindingBuilder::warning("nic.slot_unknown")
                .arg("nic", &nic.name)
                .arg("slot", position.to_string())
                .at(format!("{at}/slot")),
        );
        return;
    };
    if slot.root == "pch" {
        ledger.found(
            FindingBuilder::warning("nic.slot_chipset")
                .arg("nic", &nic.name)
                .arg("slot", position.to_string())
                .at(format!("{at}/slot")),
        );
    }
    let (Some(generation), Some(lanes)) = (nic.pcie.generation, nic.pcie.lanes) else {
        return;
    };
    let needs = ports_gb_s(nic);
    let rate = |slot: &Slot| edge_gb_s(slot.pcie_gen, slot.lanes, generation, lanes);
    if rate(slot) >= needs {
        return;
    }
    let finding = FindingBuilder::warning("nic.slot_narrow")
        .arg("nic", &nic.name)
        .arg("slot", position.to_string())
        .arg("gen", slot.pcie_gen.min(generation).to_string())
        .arg("lanes", slot.lanes.min(lanes).to_string())
        .arg("rate", format::gb_s(rate(slot)))
        .arg("needs", format::gb_s(needs))
        .arg("gbit", format::fixed(needs * 8.0, 0))
        .at(format!("{at}/slot"))
        .source("PCI-SIG line rates");
    let (cards, adapters) = used_cpu_lanes(inline);
    let here = if slot.root.starts_with("cpu") {
        slot.lanes
    } else {
        0
    };
    let lanes_left = |free: &Slot| {
        inline
            .cpu_lanes
            .is_none_or(|offered| cards + adapters - here + free.lanes <= offered)
    };
    let better = free_slots(inline, &pool.node.gpu)
        .find(|(_, free)| free.root.starts_with("cpu") && rate(free) >= needs && lanes_left(free));
    ledger.found(match better {
        Some((_, free)) => finding
            .arg("way", "move")
            .arg("other", free.position.to_string())
            .set(format!("{at}/slot"), free.position),
        // Two slots of the older generation carry what one of the newer does.
        None if slot.pcie_gen < generation && slot.lanes >= lanes => {
            finding.arg("way", "two").arg("other", "")
        }
        None => finding.arg("way", "wider").arg("other", ""),
    });
}

/// An adapter whose ports together are faster than its own edge or what it says it carries.
fn own_edge(adapter: &Adapter, at: &str, ledger: &mut Ledger) {
    let nic = &adapter.nic;
    let ports = f64::from(adapter.ports_per_nic) * adapter.gbit_s_per_port / 8.0;
    let edge = match (nic.pcie.generation, nic.pcie.lanes) {
        (Some(generation), Some(lanes)) => edge_gb_s(generation, lanes, generation, lanes),
        _ => f64::INFINITY,
    };
    // A system may carry a variant with more ports than the record has; its edge is the same.
    let own = if adapter.ports_per_nic <= nic.ports {
        nic.max_aggregate_gbit_s / 8.0
    } else {
        f64::INFINITY
    };
    let limit = edge.min(own);
    if limit >= ports {
        return;
    }
    ledger.found(
        FindingBuilder::warning("nic.ports_exceed_adapter")
            .arg("nic", &nic.name)
            .count("ports", adapter.ports_per_nic.into())
            .arg("port", format::trimmed(adapter.gbit_s_per_port, 1))
            .arg("sum", format::gb_s(ports))
            .arg("limit", format::gb_s(limit))
            .at(at)
            .source(catalogue_source(nic)),
    );
}

/// An adapter put into a catalogue system whose slots are of an older generation.
fn host_edge(pool: &ResolvedPool, adapter: &Adapter, at: &str, ledger: &mut Ledger) {
    let node = &pool.node;
    if node.inline.is_some() || node.category == NodeCategory::Cloud {
        return;
    }
    let nic = &adapter.nic;
    let (Some(generation), Some(lanes)) = (nic.pcie.generation, nic.pcie.lanes) else {
        return;
    };
    let host = node.gpu.pcie.generation;
    let rate = edge_gb_s(host, 16, generation, lanes);
    let needs = f64::from(adapter.ports_per_nic) * adapter.gbit_s_per_port / 8.0;
    let needs = needs.min(nic.max_aggregate_gbit_s / 8.0);
    if host >= generation || rate >= needs {
        return;
    }
    ledger.found(
        FindingBuilder::warning("nic.host_generation")
            .arg("nic", &nic.name)
            .arg("node", &node.name)
            .arg("host", host.to_string())
            .arg("gen", generation.to_string())
            .arg("lanes", lanes.to_string())
            .arg("rate", format::gb_s(rate))
            .arg("needs", format::gb_s(needs))
            .at(at)
            .source(catalogue_source(nic)),
    );
}

/// Fewer adapters than GPUs: the others send through a neighbour.
fn shared(scene: &Scene<'_>, pool: &ResolvedPool, adapter: &Adapter, ledger: &mut Ledger) {
    let node = &pool.node;
    if scene.cluster.nodes() < 2 || adapter.count >= node.gpu_count {
        return;
    }
    ledger.found(
        FindingBuilder::info("nic.shared")
            .count("nics", adapter.count.into())
            .count("gpus", node.gpu_count.into())
            .arg(
                "per_gpu",
                format::gb_s(node.scale_out_gb_s_per_gpu().unwrap_or_default()),
            )
            .at(place(scene, pool, Network::Compute))
            .source("NCCL manual, 2026"),
    );
}

/// ConnectX-8 on an Ethernet fabric of 800 Gbit/s links.
fn one_800g_port(scene: &Scene<'_>, ledger: &mut Ledger) {
    for (layout, _, at) in scene.sized_fabrics() {
        let Some(switch) = &layout.switch else {
            continue;
        };
        if switch.protocol != LinkProtocol::Ethernet || layout.link_gbit_s != 800.0 {
            continue;
        }
        let adapter = scene
            .cluster
            .pools
            .iter()
            .filter_map(|pool| pool.node.adapters.get(&layout.network))
            .find(|adapter| adapter.nic.id == CONNECTX_8);
        if let Some(adapter) = adapter {
            ledger.found(
                FindingBuilder::warning("nic.no_800gbe")
                    .arg("nic", &adapter.nic.name)
                    .arg("switch", &switch.name)
                    .at(format!("{at}/switch"))
                    .source("ConnectX-8 firmware notes, 2025"),
            );
        }
    }
}
