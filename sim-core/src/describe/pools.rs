//! A pool of the report, and its links in words.

use podwright_locales::{Language, Texts, format};

use crate::catalog::NodeCategory;
use crate::cluster::{JoinKind, ResolvedNode, ResolvedPool, SlotPath};
use crate::report::{DomainLink, PoolReport};

/// The links of a node in words, as the field's tools write them (`NV4`), with counts and rates.
pub fn scale_up_words(node: &ResolvedNode) -> String {
    let texts = Texts::of(Language::English);
    let links = &node.scale_up;
    let rate = format::trimmed(links.gb_s_per_link, 4);
    let total = format::trimmed(links.gb_s_per_gpu().unwrap_or_default(), 4);
    let (linked, pairs) = links.linked_pairs(node.gpu_count);
    let slot = node
        .host
        .slots
        .iter()
        .min_by(|a, b| a.gb_s().total_cmp(&b.gb_s()));
    let args = [
        ("links", u64::from(links.links_per_gpu).into()),
        ("rate", rate.into()),
        ("total", total.into()),
        ("linked", linked.into()),
        ("pairs", pairs.into()),
        ("chips", u64::from(links.switch_chips).into()),
        ("domain", u64::from(node.domain_gpus()).into()),
        (
            "generation",
            slot.map_or(0, |slot| u64::from(slot.pcie_gen)).into(),
        ),
        ("lanes", slot.map_or(0, |slot| u64::from(slot.lanes)).into()),
        (
            "slot",
            format::trimmed(slot.map_or(0.0, SlotPath::gb_s), 2).into(),
        ),
    ];
    let id = match links.kind {
        JoinKind::None => "scale-up-none",
        JoinKind::Pcie => "scale-up-pcie",
        JoinKind::Bridge => "scale-up-bridge",
        JoinKind::BridgePairs => "scale-up-bridge-pairs",
        JoinKind::HybridCubeMesh => "scale-up-cube-mesh",
        JoinKind::FullMeshXgmi => "scale-up-xgmi",
        JoinKind::NvSwitch => "scale-up-nvswitch",
    };
    texts.with(id, &args)
}

/// What the report says of a pool.
pub fn pool_report(pool: &ResolvedPool) -> PoolReport {
    let node = &pool.node;
    let (linked_pairs, pairs) = node.scale_up.linked_pairs(node.gpu_count);
    let mut links = Vec::new();
    for (a, row) in node.scale_up.matrix.iter().enumerate() {
        for (b, count) in row.iter().enumerate().skip(a + 1) {
            if *count > 0 {
                links.push(DomainLink {
                    a: a as u32,
                    b: b as u32,
                    links: *count,
                });
            }
        }
    }
    let adapter = node.compute_adapter();
    PoolReport {
        id: pool.id.clone(),
        node: node.name.clone(),
        node_id: node.catalog_id.clone(),
        category: match node.category {
            NodeCategory::Workstation => "workstation",
            NodeCategory::Server => "server",
            NodeCategory::Rack => "rack",
            NodeCategory::Cloud => "cloud",
        }
        .to_owned(),
        count: pool.count,
        gpu_id: node.gpu.id.clone(),
        gpu: node.gpu.name.clone(),
        gpus_per_node: node.gpu_count.into(),
        memory_gb_per_gpu: node.gpu.memory_gb,
        scale_up_kind: node.scale_up.kind.id().to_owned(),
        scale_up_words: scale_up_words(node),
        domain_gpus: node.domain_gpus().into(),
        links,
        linked_pairs,
        pairs,
        switch_chips: node.scale_up.switch_chips.into(),
        peer_access: node.host.peer_access,
        nic: adapter.map(|adapter| adapter.nic.name.clone()),
        nics_per_node: adapter.map_or(0, |adapter| adapter.count.into()),
        nic_gbit_s: adapter.map(|adapter| adapter.gbit_s_per_port),
        node_max_w: node.max_w,
        rack_units: node.rack_units.map(u64::from),
    }
}
