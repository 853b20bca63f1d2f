//! The networks and the pools.

use podwright_locales::format;
use podwright_sim_core::Report;
use podwright_sim_core::report::{CableGroup, FabricReport, PoolReport, Tier, TierRole};

use crate::pages::frame::Words;

/// A network.
pub struct FabricView {
    /// Its id and topology.
    pub heading: String,
    /// The rate of a link.
    pub rate: String,
    /// Its tiers.
    pub tiers: Vec<TierView>,
    /// Its cables.
    pub cables: Vec<CableView>,
}

/// A tier of switches.
pub struct TierView {
    /// What it does.
    pub role: String,
    /// The switch.
    pub name: String,
    /// How many.
    pub count: String,
    /// Links used and offered.
    pub ports: String,
    /// Cages used and present.
    pub cages: String,
    /// Links to each switch above.
    pub links_above: String,
}

/// Cables of one run.
pub struct CableView {
    /// From where to where.
    pub run: String,
    /// The medium.
    pub kind: String,
    /// How many.
    pub count: String,
    /// How long.
    pub length: String,
    /// Whether the length is placed or estimated.
    pub basis: String,
}

/// A pool.
pub struct PoolView {
    /// Its id.
    pub id: String,
    /// The node.
    pub node: String,
    /// How many.
    pub count: String,
    /// GPUs of each.
    pub gpus: String,
    /// The GPU.
    pub gpu: String,
    /// How they are joined.
    pub scale_up: String,
    /// Compute adapters of each.
    pub adapters: String,
}

/// The networks of a report.
pub fn fabrics(t: Words, report: &Report) -> Vec<FabricView> {
    report
        .fabrics
        .iter()
        .filter(|fabric| !fabric.tiers.is_empty())
        .map(|fabric| view(t, fabric))
        .collect()
}

fn rate(gbit_s: f64) -> String {
    format!("{}G", format::trimmed(gbit_s, 0))
}

fn view(t: Words, fabric: &FabricReport) -> FabricView {
    FabricView {
        heading: format!("{}, {}", fabric.id, fabric.topology),
        rate: match fabric.uplink_gbit_s {
            None => rate(fabric.link_gbit_s),
            Some(up) => format!("{} / {}", rate(fabric.link_gbit_s), rate(up)),
        },
        tiers: fabric.tiers.iter().map(|tier| tier_view(t, tier)).collect(),
        cables: fabric
            .cables
            .iter()
            .map(|cable| cable_view(t, cable))
            .collect(),
    }
}

fn tier_view(t: Words, tier: &Tier) -> TierView {
    let of = |used: u64, total: u64| {
        let (used, total) = (format::count(used), format::count(total));
        t.with(
            "page-used-of",
            &[("used", used.into()), ("total", total.into())],
        )
    };
    TierView {
        role: t.get(match tier.role {
            TierRole::Leaf => "page-role-leaf",
            TierRole::Spine => "page-role-spine",
            TierRole::Core => "page-role-core",
        }),
        name: tier.name.clone(),
        count: format::count(tier.count),
        ports: of(tier.ports_used, tier.ports_total),
        cages: of(tier.cages_used, tier.cages_total),
        links_above: match tier.links_to_each_above {
            0 => "–".to_owned(),
            links => format::count(links),
        },
    }
}

fn cable_view(t: Words, cable: &CableGroup) -> CableView {
    let (from, to) = ((&cable.from).into(), (&cable.to).into());
    CableView {
        run: t.with("page-cable-run", &[("from", from), ("to", to)]),
        kind: cable.kind.clone(),
        count: format::count(cable.count),
        length: format!("{} m", format::trimmed(cable.length_m, 1)),
        basis: t.get(if cable.length_is_placed {
            "page-cable-placed"
        } else {
            "page-cable-estimated"
        }),
    }
}

/// The pools of a report.
pub fn pools(t: Words, report: &Report) -> Vec<PoolView> {
    report.pools.iter().map(|pool| pool_view(t, pool)).collect()
}

fn pool_view(t: Words, pool: &PoolReport) -> PoolView {
    PoolView {
        id: pool.id.clone(),
        node: pool.node.clone(),
        count: format::count(pool.count),
        gpus: format::count(pool.gpus_per_node),
        gpu: pool.gpu.clone(),
        scale_up: pool.scale_up_words.clone(),
        adapters: match &pool.nic {
            Some(nic) => format!("{} × {nic}", format::count(pool.nics_per_node)),
            None => t.get("page-none"),
        },
    }
}
