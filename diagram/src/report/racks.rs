//! The racks of a report: one of each kind from the front, and their rows from above.

use podwright_locales::{Arg, Texts, format};
use podwright_sim_core::Report;
use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::design::Site;
use podwright_sim_core::fabric::DEFAULT_RACK_UNITS;
use podwright_sim_core::placement::{Floor, SwitchOrder};
use podwright_sim_core::report::{FabricReport, RackGroup as Group, RackSwitch, Tier, TierRole};

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
    let kinds = report
        .racks
        .iter()
        .enumerate()
        .filter(|(at, rack)| {
            // The last one of a kind may stand for itself.
            let like =
                |other: &Group| (&other.kind, &other.contents) == (&rack.kind, &rack.contents);
            !report.racks[..*at].iter().any(like)
        })
        .count() as u64;
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
    let homes = homes(report);
    let says = |rack: &Group| {
        let words = texts.with(
            "diagram-racks-kind",
            &[
                ("racks", format::count(rack.count).into()),
                ("each", format::count(rack.devices_per_rack).into()),
                ("contents", rack.all_contents().into()),
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
        keys: keys(texts, report, &homes, catalog),
        groups: (0..report.racks.len())
            .map(|at| group(texts, at, &homes, report, catalog))
            .collect(),
    }
}

/// The fabric whose switches stand in racks, and the number of the first of them.
type Home<'a> = (&'a FabricReport, u64);

/// Racks that are alike, with their number where others of the kind hold more or less.
fn group(
    texts: &Texts,
    at: usize,
    homes: &[Option<Home<'_>>],
    report: &Report,
    catalog: &Catalog,
) -> RackGroup {
    let (rack, home) = (&report.racks[at], homes[at]);
    let label = match home {
        Some((fabric, _)) if fabric.network != "compute" && rack.switches.is_empty() => {
            named(texts, "diagram-network-", &fabric.network)
        }
        _ => named(texts, "diagram-rack-", &rack.kind),
    };
    let kin = |other: usize| {
        let id = |home: Option<Home<'_>>| home.map(|(fabric, _)| fabric.id.clone());
        let like = &report.racks[other];
        (&like.kind, &like.contents, id(homes[other])) == (&rack.kind, &rack.contents, id(home))
    };
    let before: u64 = (0..at)
        .filter(|other| kin(*other))
        .map(|other| report.racks[other].count)
        .sum();
    // A drawing numbers racks that are alike; a single one beside others of its kind has its number here.
    let alone = before == 0 && !(at + 1..report.racks.len()).any(kin);
    let label = if rack.count > 1 || alone {
        label
    } else {
        format!("{label} {}", format::count(before + 1))
    };
    RackGroup {
        count: rack.count,
        label,
        detail: detail(texts, rack.max_kw, rack.limit_kw),
        trays: trays(rack, home, report, catalog),
        filled: rack
            .max_kw
            .zip(rack.limit_kw)
            .map(|(kw, limit)| libm::ceil(kw / limit * 1000.0).clamp(0.0, 10_000.0) as u32),
    }
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

/// The tiers of a fabric that are of one model.
fn of_model<'a>(fabric: &'a FabricReport, name: &'a str) -> impl Iterator<Item = &'a Tier> {
    fabric.tiers.iter().filter(move |tier| tier.name == name)
}

/// The models of a fabric's tiers from below, each once.
fn models(fabric: &FabricReport) -> Vec<&str> {
    let mut models: Vec<&str> = Vec::new();
    for tier in &fabric.tiers {
        if !models.contains(&tier.name.as_str()) {
            models.push(&tier.name);
        }
    }
    models
}

/// Of each group of racks the fabric whose switches stand in it, and the first of them: racks of switches follow in the
/// order of the fabrics and of the models of their tiers, the last of a model behind its full ones, but some switches stand
/// elsewhere as guests.
fn homes(report: &Report) -> Vec<Option<Home<'_>>> {
    let guests = |fabric: &FabricReport, name: &str| {
        let all = report.racks.iter().flat_map(|rack| &rack.switches);
        let of = |switch: &&RackSwitch| {
            switch.fabric.as_ref() == Some(&fabric.id) && switch.name == name
        };
        all.filter(of).count() as u64
    };
    let mut rest = report.fabrics.iter().flat_map(|fabric| {
        let names = models(fabric).into_iter();
        names.map(move |name| (fabric, name))
    });
    let mut open: Option<(Home<'_>, &str)> = None;
    report
        .racks
        .iter()
        .map(|rack| {
            if rack.kind != "network" {
                return None;
            }
            let more = rack.count * rack.devices_per_rack;
            let fits = |((fabric, first), name): &(Home<'_>, &str)| {
                let all = of_model(fabric, name).map(|tier| tier.count).sum::<u64>();
                *name == rack.contents && first + more <= all.saturating_sub(guests(fabric, name))
            };
            let home = open.filter(fits).or_else(|| {
                let mut fresh = rest.by_ref().map(|(fabric, name)| ((fabric, 0), name));
                fresh.find(fits)
            });
            open = home.map(|((fabric, first), name)| ((fabric, first + more), name));
            home.map(|(home, _)| home)
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
    homes: &[Option<Home<'_>>],
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
    for (at, rack) in report.racks.iter().enumerate() {
        let like = |other: &Group| (&other.kind, &other.contents) == (&rack.kind, &rack.contents);
        let unnamed = rack
            .switches
            .iter()
            .filter(|switch| switch.fabric.is_none());
        for switch in unnamed {
            add(TrayKind::Leaf, "diagram-tray-switches", 1, &switch.name);
        }
        if report.racks[..at].iter().any(like) {
            continue;
        }
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
    let guests = report.racks.iter().flat_map(|rack| &rack.switches);
    let guests: Vec<&String> = guests.filter_map(|switch| switch.fabric.as_ref()).collect();
    let stands = |fabric: &&FabricReport| {
        let at_home = |home: &Home<'_>| home.0.id == fabric.id;
        homes.iter().flatten().any(at_home) || guests.contains(&&fabric.id)
    };
    for fabric in report.fabrics.iter().filter(stands) {
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
        for model in models(fabric).into_iter().filter(|_| !own) {
            let all = of_model(fabric, model).map(|tier| tier.count).sum();
            let id = format!("diagram-tray-{}", fabric.network);
            add(tray_of(fabric, TierRole::Leaf), &id, all, model);
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

/// Trays of a rack from the foot, lone switches at its top.
fn trays(rack: &Group, home: Option<Home<'_>>, report: &Report, catalog: &Catalog) -> Vec<Tray> {
    if rack.kind == "rack-scale" {
        return rack_scale(rack, report, catalog).unwrap_or_default();
    }
    let each = rack.devices_per_rack.max(1);
    let guests: u64 = rack.switches.iter().map(|switch| switch.units).sum();
    let own = rack.units_used.map(|units| units.saturating_sub(guests));
    let height = own.map_or(1, |units| units / each).max(1);
    let tiers = home.map(|(fabric, _)| {
        let count = |role| {
            let of = of_model(fabric, &rack.contents).filter(|tier| tier.role == role);
            of.map(|tier| tier.count).sum()
        };
        let counts = [TierRole::Leaf, TierRole::Spine, TierRole::Core].map(count);
        SwitchOrder::first_tiers(counts, MOST_SWITCHES)
    });
    let kind = |device: u64| match (&tiers, home) {
        (Some(tiers), Some((fabric, first))) => tiers
            .get((first + device) as usize)
            .map_or(TrayKind::Leaf, |role| tray_of(fabric, *role)),
        _ if rack.kind == "network" => TrayKind::Leaf,
        _ => TrayKind::Compute,
    };
    let tray = |unit: u64, height: u64, kind| {
        Some(Tray {
            unit: u32::try_from(unit).ok()?,
            height: u32::try_from(height).ok()?,
            kind,
        })
    };
    let guests = rack.switches.iter();
    let guest = |switch: &RackSwitch| {
        let id = switch.fabric.as_ref();
        let fabric = report.fabrics.iter().find(|fabric| Some(&fabric.id) == id);
        // Of a model in several tiers the lowest is shown.
        fabric.map_or(TrayKind::Leaf, |fabric| {
            let tier = of_model(fabric, &switch.name).next();
            tray_of(fabric, tier.map_or(TierRole::Leaf, |tier| tier.role))
        })
    };
    (0..each.min(64))
        .filter_map(|device| tray(device * height + 1, height, kind(device)))
        .chain(guests.filter_map(|switch| tray(switch.unit, switch.units, guest(switch))))
        .collect()
}

fn floor(texts: &Texts, report: &Report, site: &Site) -> FloorPlan {
    let count = |network: bool| {
        report
            .racks
            .iter()
            .filter(|rack| (rack.kind == "network") == network)
            .map(|rack| rack.count + rack.reserved)
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
