//! NVLink domains: chips, trays and cables from the links of a GPU and the ports of a chip, sized as any network is.

use podwright_sim_core::catalog::{Catalog, NodeType};

use super::rows::Row;
use super::{count, fabric, same};

/// Links, ports and lanes of the fifth NVLink generation, from the catalogue.
struct Nvlink {
    links_per_gpu: u64,
    ports_per_chip: u64,
    chips_per_tray: u64,
    pairs_per_link: u64,
    gbit_s_per_link: f64,
}

fn nvlink() -> Nvlink {
    let catalog = Catalog::builtin();
    let gpu = catalog.gpu("gb200").expect("a GPU");
    let chip = catalog.nvswitch("nvswitch-4").expect("a chip");
    let link = catalog.nvlink("nvlink-5").expect("a link");
    let tray = catalog
        .switch("nvidia-nvlink5-switch-tray")
        .expect("a tray");
    Nvlink {
        links_per_gpu: gpu.scale_up.links.into(),
        ports_per_chip: chip.ports.into(),
        chips_per_tray: u64::from(tray.ports[0].count) / u64::from(chip.ports),
        // A lane is a differential pair each way.
        pairs_per_link: 2 * u64::from(link.lanes_per_link_per_direction),
        gbit_s_per_link: link.gb_s_per_link_per_direction * 8.0,
    }
}

fn node(id: &str) -> &'static NodeType {
    Catalog::builtin().node(id).expect("a node")
}

/// Each link of a GPU is on a plane of its own, with one switch or two tiers of them.
fn domain(gpus: u64, tiers: u64) -> serde_json::Value {
    let Nvlink {
        links_per_gpu,
        ports_per_chip,
        ..
    } = nvlink();
    fabric(&format!(
        "--nodes {gpus} --nics-per-node {links_per_gpu} --planes {links_per_gpu} --switch-ports {ports_per_chip} --tiers {tiers} --spines minimal"
    ))
}

/// SemiAnalysis, GB200 hardware architecture, 2024-07-17.
pub fn check(row: &Row) -> Option<usize> {
    if row.get("network") != "scale-up" {
        return None;
    }
    let gpus = row.number("gpus")?;
    let own = nvlink();
    let compared = match row.get("design") {
        // Every link ends in a chip; a tray has two, and the cartridges a copper pair for each lane and way.
        "NVL72 scale-up" => {
            let one = domain(gpus, 1);
            let chips = count(&one, "leaf");
            let rack = node("gb200-nvl72");
            assert_eq!(u64::from(rack.scale_up_topology.switch_chips), chips);
            let trays = chips / own.chips_per_tray;
            assert_eq!(rack.switch_trays.map(u64::from), Some(trays));
            same(row, "leaf_switches", trays)
                + same(row, "total_switches", trays)
                + same(row, "other_value", chips)
                + same(
                    row,
                    "cables_total",
                    count(&one, "cables_node_leaf") * own.pairs_per_link,
                )
        }
        // Half of a chip's ports lead to GPUs, the other half straight to its like in the other rack.
        "NVL36x2 scale-up" => {
            let two = domain(gpus, 2);
            let chips = count(&two, "leaf");
            let rack = node("gb200-nvl36x2");
            assert_eq!(u64::from(rack.scale_up_topology.switch_chips), chips);
            let across = count(&two, "cables_leaf_spine") / 2;
            // An active copper cable carries 1.6 Tbit/s: four links.
            let links = (1600.0 / own.gbit_s_per_link) as u64;
            let racks = f64::from(rack.racks.expect("racks"));
            let kw = rack.max_power_w.expect("watts") / 1e3 / racks;
            assert!(
                row.get("notes")
                    .contains(&format!("about {kw} kW per rack")),
                "{kw}"
            );
            same(row, "other_value", chips) + same(row, "cables_total", across / links) + 1
        }
        "NVL576 scale-up" => {
            let two = domain(gpus, 2);
            let (leaf, spine) = (count(&two, "leaf"), count(&two, "spine"));
            same(row, "leaf_switches", leaf)
                + same(row, "spine_switches", spine)
                + same(row, "total_switches", leaf + spine)
        }
        _ => return None,
    };
    Some(compared)
}
