//! The links between the GPUs of a node, and the sign of a design.

use podwright_locales::Texts;
use podwright_sim_core::Report;
use podwright_sim_core::report::PoolReport;

use super::GpuPath;
use crate::{Glyph, GpuLink, NodeLayout, NodeLinks};

/// The links between the GPUs of a node. A path inside a node is drawn between its two GPUs.
pub fn node_links(texts: &Texts, pool: &PoolReport, path: Option<&GpuPath>) -> NodeLinks {
    let layout = match pool.scale_up_kind.as_str() {
        "nvswitch" => NodeLayout::Switched,
        "hybrid_cube_mesh" => NodeLayout::Squares,
        "full_mesh_xgmi" => NodeLayout::Circle,
        _ => NodeLayout::Row,
    };
    let hub = match pool.scale_up_kind.as_str() {
        "nvswitch" => Some(texts.get("diagram-path-nvswitch")),
        "pcie" | "bridge" | "bridge_pairs" => Some(texts.get("diagram-path-pcie")),
        _ => None,
    };
    NodeLinks {
        title: pool.scale_up_words.clone(),
        desc: None,
        gpus: pool.gpus_per_node.min(16) as u32,
        layout,
        links: pool
            .links
            .iter()
            .map(|link| GpuLink {
                a: link.a,
                b: link.b,
                count: link.links,
            })
            .collect(),
        hub,
        path: path.and_then(GpuPath::inside),
        slowest: None,
    }
}

/// The sign of a design.
pub fn glyph(report: &Report) -> Glyph {
    let tiers = report
        .fabrics
        .iter()
        .map(|fabric| fabric.tiers.len())
        .max()
        .unwrap_or(0);
    let racks = super::words::has_racks(report);
    let Some(pool) = report.pools.first() else {
        return Glyph::Fabric {
            tiers: 1,
            racks: false,
        };
    };
    if tiers > 0 && report.summary.nodes > 1 {
        return Glyph::Fabric {
            tiers: tiers as u32,
            racks,
        };
    }
    let bridged = pool.linked_pairs > 0;
    match pool.scale_up_kind.as_str() {
        "nvswitch" if racks => Glyph::Rack,
        "nvswitch" => Glyph::Switched,
        "hybrid_cube_mesh" => Glyph::CubeMesh,
        "full_mesh_xgmi" => Glyph::Mesh,
        _ if pool.gpus_per_node <= 2 => Glyph::Pair { bridged },
        _ => Glyph::Pcie {
            cards: pool.gpus_per_node as u32,
            bridged,
        },
    }
}
