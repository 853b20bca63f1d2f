//! The racks of a report: one of each kind from the front, and their rows from above.

use podwright_locales::{Arg, Texts, format};
use podwright_sim_core::Report;
use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::design::Site;
use podwright_sim_core::fabric::DEFAULT_RACK_UNITS;
use podwright_sim_core::placement::{Floor, SwitchOrder};
use podwright_sim_core::report::{FabricReport, RackGroup as Group, TierRole};

use super::Titled;
use super::words::{count_word, named};
use crate::{FloorPlan, FloorRow, Frame, RackGroup, RackRow, Tray, TrayKind};

/// Switches whose tiers are looked up; racks behind them are drawn as leaves.
const MOST_SWITCHES: u64 = 1 << 16;

/// Racks by kind and the floor; nothing where a design has no racks.
///
/// `site` is the design's, `width` is in CSS px, and `id` begins the ids of the drawings.
pub fn racks(
    texts: &Texts,
    report: &Report,
    site: &Site,
    catalog: &Catalog,
    id: &str,
    width: f64,
) -> Vec<Titled> {
    if report.racks.is_empty() {
        return Vec::new();
    }
    let frame = |name: &'static str| format!("{id}{name}");
    let (kinds, floor) = (
        elevation(texts, report, site, catalog),
        floor(texts, report, site),
    );
    let (front, above) = (frame("front"), frame("floor"));
    let frame = |id| Frame { id, width, texts };
    vec![
        Titled {
            title: kinds.title.clone(),
            drawing: kinds.draw(&frame(&front)),
        },
        Titled {
            title: floor.title.clone(),
            drawing: floor.draw(&frame(&above)),
        },
    ]
}

fn elevation(texts: &Texts, report: &Report, site: &Site, catalog: &Catalog) -> RackRow {
    let own = site.rack_units.unwrap_or(DEFAULT_RACK_UNITS);
    // Systems that come in racks of their own may be higher.
    let units = report
        .racks
        .iter()
        .filter_map(|rack| u32::try_from(rack.units_used?).ok())
        .fold(own, u32::max);
    let kinds = report.racks.len() as u64;
    let highest = report
        .racks
        .iter()
        .filter_map(|rack| rack.max_kw)
        .reduce(f64::max);
    let args = [
        ("word", Arg::from(count_word(texts, kinds))),
        ("count", Arg::Count(kinds)),
        (
            "kw",
            highest
                .map(|kw| format::trimmed(kw, 1))
                .unwrap_or_default()
                .into(),
        ),
    ];
    let title = if highest.is_some() {
        "diagram-racks-title"
    } else {
        "diagram-racks-title-unknown"
    };
    let fabrics = fabrics_of(report);
    let says = |rack: &Group| {
        let words = texts.with(
            "diagram-racks-kind",
            &[
                ("racks", format::count(rack.count).into()),
                ("each", format::count(rack.devices_per_rack).into()),
                ("contents", rack.contents.as_str().into()),
            ],
        );
        match rack.max_kw {
            Some(kw) => format!("{words}, {} kW", format::trimmed(kw, 1)),
            None => words,
        }
    };
    RackRow {
        title: texts.with(title, &args),
        desc: Some(report.racks.iter().map(says).collect::<Vec<_>>().join("; ")),
        units,
        keys: keys(texts, report, &fabrics, catalog),
        groups: report
            .racks
            .iter()
            .zip(&fabrics)
            .flat_map(|(rack, fabric)| groups(texts, rack, *fabric, report, catalog))
            .collect(),
    }
}

/// The racks of a kind: full ones alike, and the last where it holds less.
fn groups(
    texts: &Texts,
    rack: &Group,
    fabric: Option<&FabricReport>,
    report: &Report,
    catalog: &Catalog,
) -> Vec<RackGroup> {
    let label = match fabric {
        Some(fabric) if fabric.network != "compute" => {
            named(texts, "diagram-network-", &fabric.network)
        }
        _ => named(texts, "diagram-rack-", &rack.kind),
    };
    let each = rack.devices_per_rack.max(1);
    let before = rack.count.saturating_sub(1) * each;
    let rest = devices(rack, fabric, report)
        .and_then(|all| all.checked_sub(before))
        .filter(|rest| (1..each).contains(rest));
    let group = |count, label, first, devices| {
        let kw = rack.max_kw.map(|kw| kw / each as f64 * devices as f64);
        RackGroup {
            count,
            label,
            detail: detail(texts, kw, rack.limit_kw),
            trays: trays(rack, fabric, (first, devices), report, catalog),
            filled: kw
                .zip(rack.limit_kw)
                .map(|(kw, limit)| libm::ceil(kw / limit * 1000.0).clamp(0.0, 10_000.0) as u32),
        }
    };
    let Some(rest) = rest else {
        return vec![group(rack.count, label, 0, each)];
    };
    let last = format!("{label} {}", format::count(rack.count));
    // A drawing numbers racks that are alike; a single one beside the last has its number here.
    let label = if rack.count == 2 {
        format!("{label} 1")
    } else {
        label
    };
    vec![
        group(rack.count - 1, label, 0, each),
        group(1, last, before, rest),
    ]
}

/// Devices that stand in racks of a kind; none where several kinds hold the same.
fn devices(rack: &Group, fabric: Option<&FabricReport>, report: &Report) -> Option<u64> {
    if let Some(fabric) = fabric {
        return Some(fabric.tiers.iter().map(|tier| tier.count).sum());
    }
    let like = |other: &&Group| other.contents == rack.contents;
    if rack.kind != "compute" || report.racks.iter().filter(like).count() > 1 {
        return None;
    }
    let pools = report
        .pools
        .iter()
        .filter(|pool| pool.node == rack.contents);
    Some(pools.map(|pool| pool.count).sum())
}

/// What a rack draws, and what it may draw.
fn detail(texts: &Texts, kw: Option<f64>, limit: Option<f64>) -> String {
    let Some(kw) = kw else { return String::new() };
    let drawn = format!("{} kW", format::trimmed(kw, 1));
    match limit {
        Some(limit) => {
            let limit = format::trimmed(limit, 1);
            let limit = texts.with("diagram-racks-limit", &[("kw", limit.into())]);
            format!("{drawn}\n{limit}")
        }
        None => drawn,
    }
}

/// Of each kind of racks the fabric whose switches stand in it: racks of switches follow in the order of the fabrics,
/// but a lone switch may stand among nodes.
fn fabrics_of(report: &Report) -> Vec<Option<&FabricReport>> {
    let mut rest = report.fabrics.iter();
    report
        .racks
        .iter()
        .map(|rack| {
            if rack.kind != "network" {
                return None;
            }
            rest.find(|fabric| {
                let switches: u64 = fabric.tiers.iter().map(|tier| tier.count).sum();
                fabric
                    .tiers
                    .first()
                    .is_some_and(|tier| tier.name == rack.contents)
                    && switches.div_ceil(rack.devices_per_rack.max(1)) == rack.count
            })
        })
        .collect()
}

/// The colour of a switch.
fn tray_of(fabric: &FabricReport, role: TierRole) -> TrayKind {
    match (fabric.network.as_str(), role) {
        ("storage", _) => TrayKind::Storage,
        ("inband", _) => TrayKind::Inband,
        ("oob", _) => TrayKind::Oob,
        (_, TierRole::Leaf) => TrayKind::Leaf,
        (_, TierRole::Spine) => TrayKind::Spine,
        (_, TierRole::Core) => TrayKind::Core,
    }
}

/// What the colours of a drawing mean, with how many there are of it in a rack or in all racks of switches.
fn keys(
    texts: &Texts,
    report: &Report,
    fabrics: &[Option<&FabricReport>],
    catalog: &Catalog,
) -> Vec<(TrayKind, String)> {
    let mut keys: Vec<(TrayKind, String)> = Vec::new();
    let mut add = |kind, id: &str, count: u64, name: &str| {
        let args = [
            ("count", Arg::from(format::count(count))),
            ("name", name.into()),
        ];
        if count > 0 {
            keys.push((kind, texts.with(id, &args)));
        }
    };
    for rack in &report.racks {
        let trays = rack_scale(rack, report, catalog).unwrap_or_default();
        let count = |kind| trays.iter().filter(|tray| tray.kind == kind).count() as u64;
        match rack.kind.as_str() {
            "rack-scale" => {
                let (compute, switch) = (TrayKind::Compute, TrayKind::ScaleUpSwitch);
                add(
                    compute,
                    "diagram-tray-compute",
                    count(compute),
                    &rack.contents,
                );
                add(switch, "diagram-tray-switch", count(switch), &rack.contents);
            }
            "compute" => add(
                TrayKind::Compute,
                "diagram-tray-node",
                rack.devices_per_rack,
                &rack.contents,
            ),
            _ => {}
        }
    }
    for fabric in fabrics.iter().flatten() {
        let own = fabric.network == "compute";
        for tier in &fabric.tiers {
            let role = match tier.role {
                TierRole::Leaf if fabric.tiers.len() == 1 => "diagram-tray-switches",
                TierRole::Leaf => "diagram-tray-leaf",
                TierRole::Spine => "diagram-tray-spine",
                TierRole::Core => "diagram-tray-core",
            };
            if own {
                add(tray_of(fabric, tier.role), role, tier.count, &tier.name);
            }
        }
        if !own && let Some(tier) = fabric.tiers.first() {
            let all = fabric.tiers.iter().map(|tier| tier.count).sum();
            let id = format!("diagram-tray-{}", fabric.network);
            add(tray_of(fabric, TierRole::Leaf), &id, all, &tier.name);
        }
    }
    keys
}

/// Trays of a rack-scale system, of its whole height, from the foot: compute trays below and above the switch trays.
fn rack_scale(rack: &Group, report: &Report, catalog: &Catalog) -> Option<Vec<Tray>> {
    let pool = report
        .pools
        .iter()
        .find(|pool| pool.node == rack.contents)?;
    let node = catalog.node(pool.node_id.as_deref()?)?;
    let racks = node.racks.unwrap_or(1).max(1);
    let (compute, switch) = (node.compute_trays? / racks, node.switch_trays? / racks);
    let units = u32::try_from(rack.units_used?).ok()?;
    let foot = units.saturating_sub(compute + switch) / 2 + 1;
    let below = compute * 4 / 9;
    let tray = |at: u32| Tray {
        unit: foot + at,
        height: 1,
        kind: if at < below || at >= below + switch {
            TrayKind::Compute
        } else {
            TrayKind::ScaleUpSwitch
        },
    };
    Some((0..compute + switch).map(tray).collect())
}

/// Trays of a rack from the foot: of devices counted over all racks of the kind, the first and how many.
fn trays(
    rack: &Group,
    fabric: Option<&FabricReport>,
    (first, devices): (u64, u64),
    report: &Report,
    catalog: &Catalog,
) -> Vec<Tray> {
    if rack.kind == "rack-scale" {
        return rack_scale(rack, report, catalog).unwrap_or_default();
    }
    let each = rack.devices_per_rack.max(1);
    let height = rack.units_used.map_or(1, |units| units / each).max(1);
    let tiers = fabric.map(|fabric| {
        let count = |role| {
            let of = fabric.tiers.iter().filter(|tier| tier.role == role);
            of.map(|tier| tier.count).sum()
        };
        let counts = [TierRole::Leaf, TierRole::Spine, TierRole::Core].map(count);
        SwitchOrder::first_tiers(counts, MOST_SWITCHES)
    });
    let kind = |device: u64| match (&tiers, fabric) {
        (Some(tiers), Some(fabric)) => tiers
            .get((first + device) as usize)
            .map_or(TrayKind::Leaf, |role| tray_of(fabric, *role)),
        _ if rack.kind == "network" => TrayKind::Leaf,
        _ => TrayKind::Compute,
    };
    (0..devices.min(64))
        .filter_map(|device| {
            Some(Tray {
                unit: u32::try_from(device * height + 1).ok()?,
                height: u32::try_from(height).ok()?,
                kind: kind(device),
            })
        })
        .collect()
}

fn floor(texts: &Texts, report: &Report, site: &Site) -> FloorPlan {
    let count = |network: bool| {
        report
            .racks
            .iter()
            .filter(|rack| (rack.kind == "network") == network)
            .map(|rack| rack.count)
            .sum()
    };
    let floor = Floor::new(site, count(false), count(true));
    let (rows, halls) = (floor.rows(), floor.halls());
    let per_hall = floor.rows_per_hall().max(1);
    FloorPlan {
        title: texts.with(
            "diagram-floor-title",
            &[
                ("word", Arg::from(count_word(texts, rows))),
                ("rows", Arg::Count(rows)),
                ("halls", Arg::Count(halls)),
            ],
        ),
        rows: (0..rows.min(FloorPlan::MOST_ROWS as u64))
            .map(|row| {
                let (nodes, network) = floor.row(row);
                FloorRow {
                    hall: row / per_hall + 1,
                    nodes,
                    network,
                    network_from: floor.network_from(row),
                }
            })
            .collect(),
        all_rows: rows,
        keys: [
            (TrayKind::Compute, "diagram-floor-nodes", count(false)),
            (
                TrayKind::ScaleUpSwitch,
                "diagram-floor-network",
                count(true),
            ),
        ]
        .into_iter()
        .filter(|(_, _, racks)| *racks > 0)
        .map(|(kind, id, racks)| {
            let racks = format::count(racks);
            (kind, texts.with(id, &[("count", racks.into())]))
        })
        .collect(),
    }
}
