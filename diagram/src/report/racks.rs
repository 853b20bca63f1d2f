//! The racks of a report: one of each kind from the front, and their rows from above.

use podwright_locales::{Arg, Texts, format};
use podwright_sim_core::Report;
use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::design::Site;
use podwright_sim_core::fabric::DEFAULT_RACK_UNITS;
use podwright_sim_core::placement::Floor;
use podwright_sim_core::report::RackGroup as Group;

use super::Titled;
use super::words::{count_word, named};
use crate::{FloorPlan, FloorRow, Frame, RackGroup, RackRow, Tray, TrayKind};

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
        groups: report
            .racks
            .iter()
            .map(|rack| RackGroup {
                // One stands for all of its kind.
                count: 1,
                label: named(texts, "diagram-rack-", &rack.kind),
                detail: match rack.max_kw {
                    Some(kw) => format!(
                        "{} ×\n{} kW",
                        format::count(rack.count),
                        format::trimmed(kw, 1)
                    ),
                    None => format!("{} ×", format::count(rack.count)),
                },
                trays: trays(rack, report, catalog),
            })
            .collect(),
    }
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

fn trays(rack: &Group, report: &Report, catalog: &Catalog) -> Vec<Tray> {
    if rack.kind == "rack-scale" {
        return rack_scale(rack, report, catalog).unwrap_or_default();
    }
    let each = rack.devices_per_rack.max(1);
    let guests: u64 = rack.switches.iter().map(|switch| switch.units).sum();
    let own = rack.units_used.map(|units| units.saturating_sub(guests));
    let height = own.map_or(1, |units| units / each).max(1);
    let kind = if rack.kind == "network" {
        TrayKind::Leaf
    } else {
        TrayKind::Compute
    };
    let tray = |unit: u64, height: u64, kind| {
        Some(Tray {
            unit: u32::try_from(unit).ok()?,
            height: u32::try_from(height).ok()?,
            kind,
        })
    };
    let guests = rack.switches.iter();
    (0..each.min(64))
        .filter_map(|device| tray(device * height + 1, height, kind))
        .chain(guests.filter_map(|switch| tray(switch.unit, switch.units, TrayKind::Leaf)))
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
    }
}
