//! Figures that nobody read in a source: which parts of the design rest on them.

use std::collections::BTreeSet;

use podwright_locales::{Language, Texts};

use super::scene::{Scene, catalogue_source};
use super::{FindingBuilder, Ledger};
use crate::catalog::{Quality, Record};
use crate::cluster::{JoinKind, ResolvedPool};

/// A figure of a record by its path, and the id of its name.
type Figure = (&'static str, &'static str);

const SWITCH_FIGURES: [Figure; 6] = [
    ("ports", "ports"),
    ("breakout", "breakout"),
    ("power_typical_w", "power-typical"),
    ("power_max_w", "power-max"),
    ("rack_units", "height"),
    ("adaptive_routing", "routing"),
];
const CABLE_FIGURES: [Figure; 2] = [("max_reach_m", "reach"), ("power_per_end_w", "power-end")];
/// The last one counts where the design puts the adapter into a slot or a system.
const NIC_FIGURES: [Figure; 3] = [
    ("ports", "ports"),
    ("max_aggregate_gbit_s", "aggregate"),
    ("pcie", "pcie"),
];
const BRIDGE_FIGURES: [Figure; 2] = [
    ("gb_s_per_direction", "link-rate"),
    ("bridges_required_per_pair", "bridges"),
];

pub(super) fn check(scene: &Scene<'_>, ledger: &mut Ledger) {
    let mut said = BTreeSet::new();
    let mut say = |record: &dyn Record, figures: &[Figure], at: String| {
        if !said.insert(record.id().to_owned()) {
            return;
        }
        if let Some(finding) = recalled(record, figures) {
            ledger.found(finding.at(at).source(catalogue_source(record)));
        }
    };
    for pool in &scene.cluster.pools {
        let node = &pool.node;
        let at = format!("{}/node", pool.pointer());
        if let Some(record) = node
            .catalog_id
            .as_deref()
            .and_then(|id| scene.catalog.node(id))
        {
            say(record, &node_figures(scene, pool), at.clone());
        }
        let gpu_at = if node.inline.is_some() {
            format!("{at}/gpu")
        } else {
            at.clone()
        };
        say(&node.gpu, &gpu_figures(pool), gpu_at);
        for (i, spec) in node
            .inline
            .iter()
            .flat_map(|inline| inline.bridges.iter().enumerate())
        {
            if let Some(bridge) = scene.catalog.bridge(&spec.id) {
                say(bridge, &BRIDGE_FIGURES, format!("{at}/bridges/{i}/id"));
            }
        }
        for (network, adapter) in &node.adapters {
            if !scene.chosen(pool, *network) {
                continue;
            }
            let placed = node.inline.is_some() || scene.overridden(pool, *network);
            let nic_at = if scene.overridden(pool, *network) {
                format!("{}/nics/{}", pool.pointer(), network.id())
            } else {
                at.clone()
            };
            let figures = &NIC_FIGURES[..if placed { 3 } else { 2 }];
            say(&adapter.nic, figures, nic_at);
        }
    }
    for (layout, _, at) in scene.sized_fabrics() {
        for (field, switch) in layout.models() {
            say(switch, &SWITCH_FIGURES, format!("{at}/{field}"));
        }
        let parts = layout
            .cables
            .iter()
            .flatten()
            .flat_map(|choice| &choice.parts);
        for part in parts {
            if let Some(cable) = scene.catalog.cable(&part.part_id) {
                say(cable, &CABLE_FIGURES, format!("{at}/cabling"));
            }
        }
    }
}

/// Figures of a system that this design uses.
fn node_figures(scene: &Scene<'_>, pool: &ResolvedPool) -> Vec<Figure> {
    let mut figures = vec![("max_power_w", "power-max")];
    if pool.node.rack_units.is_some() {
        figures.push(("rack_units", "height"));
    }
    if !scene.layouts.is_empty() {
        figures.push(("nics.compute", "adapters"));
    }
    match pool.node.scale_up.kind {
        JoinKind::Pcie | JoinKind::BridgePairs | JoinKind::Bridge => {
            figures.push(("pcie_topology", "pcie-layout"));
        }
        JoinKind::HybridCubeMesh => figures.push(("scale_up_topology.link_matrix", "links")),
        JoinKind::None | JoinKind::FullMeshXgmi | JoinKind::NvSwitch => {}
    }
    figures
}

/// Figures of a GPU that this design uses.
fn gpu_figures(pool: &ResolvedPool) -> Vec<Figure> {
    let mut figures = vec![("dense_tflops.bf16", "bf16")];
    if pool.node.inline.is_some() {
        figures.push(("tdp_w", "power-max"));
    }
    match pool.node.scale_up.kind {
        JoinKind::None => {}
        JoinKind::Pcie => figures.push(("p2p_over_pcie_supported", "peer")),
        JoinKind::BridgePairs => {
            figures.push(("scale_up.links", "links"));
            figures.push(("p2p_over_pcie_supported", "peer"));
        }
        JoinKind::Bridge
        | JoinKind::HybridCubeMesh
        | JoinKind::FullMeshXgmi
        | JoinKind::NvSwitch => figures.push(("scale_up.links", "links")),
    }
    figures
}

fn recalled(record: &dyn Record, figures: &[Figure]) -> Option<FindingBuilder> {
    if record.quality() == Quality::Recalled {
        return Some(FindingBuilder::info("part.recalled_whole").arg("part", record.name()));
    }
    let texts = Texts::of(Language::English);
    let names: Vec<String> = figures
        .iter()
        .filter(|(path, _)| record.recalled(path))
        .map(|(_, id)| texts.get(&format!("finding-figure-{id}")))
        .collect();
    (!names.is_empty()).then(|| {
        FindingBuilder::info("part.recalled")
            .arg("part", record.name())
            .arg("figures", names.join(", "))
            .count("n", names.len() as u64)
    })
}
