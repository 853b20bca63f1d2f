//! Where things stand and the list of cables: conservation for any design, published counts, limits kept.

use std::collections::{BTreeMap, BTreeSet};

use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::cluster::{Cluster, resolve};
use podwright_sim_core::design::Design;
use podwright_sim_core::fabric::{CablePlace, Layout, lay_out};
use podwright_sim_core::placement::{CutLine, CutSheet, CutSheetError, Plan, cut_sheet};
use podwright_sim_core::report::{RackGroup, Report};
use podwright_sim_core::{evaluate_builtin, templates};
use proptest::prelude::*;
use serde_json::json;

fn laid(design: &Design) -> (Cluster, Vec<Layout>) {
    let catalog = Catalog::builtin();
    let (cluster, _) = resolve(design, catalog);
    let (layouts, _) = lay_out(design, &cluster, catalog);
    (cluster, layouts)
}

fn sheet(design: &Design) -> Result<CutSheet, CutSheetError> {
    let (cluster, layouts) = laid(design);
    cut_sheet(&design.site, &cluster, &layouts, None)
}

/// Every port at most once, both ends there, counts and lengths as the report has them, no unit taken twice.
fn conserved(design: &Design) -> CutSheet {
    let report = evaluate_builtin(design);
    let sheet = sheet(design).expect("a list");
    let mut ports = BTreeSet::new();
    let mut groups: BTreeMap<(String, String, String), u64> = BTreeMap::new();
    let mut places: BTreeMap<(String, u64), BTreeSet<String>> = BTreeMap::new();
    for line in &sheet.lines {
        if let Some(port) = &line.from_port {
            assert!(
                ports.insert((line.from_device.clone(), port.clone())),
                "{line:?}"
            );
        }
        assert!(
            ports.insert((line.to_device.clone(), line.to_port.clone())),
            "{line:?}"
        );
        let from = ["-leaf-", "-spine-"].into_iter().find(|role| {
            line.from_device.contains(role) && line.from_device.starts_with(&line.fabric)
        });
        let from = from.map_or("node", |role| role.trim_matches('-'));
        let kind = &line.kind;
        *groups
            .entry((
                line.fabric.clone(),
                from.to_owned(),
                format!("{kind} {}", line.length_m),
            ))
            .or_default() += 1;
        for (device, rack, unit) in [
            (&line.from_device, &line.from_rack, line.from_unit),
            (&line.to_device, &line.to_rack, line.to_unit),
        ] {
            if let (Some(rack), Some(unit)) = (rack, unit) {
                places
                    .entry((rack.clone(), unit))
                    .or_default()
                    .insert(device.clone());
            }
        }
    }
    let mut expected: BTreeMap<(String, String, String), u64> = BTreeMap::new();
    for fabric in &report.fabrics {
        for group in &fabric.cables {
            let key = (
                fabric.id.clone(),
                group.from.clone(),
                format!("{} {}", group.kind, group.length_m),
            );
            *expected.entry(key).or_default() += group.count;
        }
    }
    assert_eq!(groups, expected);
    for (place, devices) in places {
        assert_eq!(devices.len(), 1, "{place:?}: {devices:?}");
    }
    assert_eq!(
        bought(&report),
        needed(&sheet, &laid(design).1),
        "{document:?}",
        document = design.fabrics
    );
    sheet
}

/// Optics and cables of the bill by part, spares apart.
fn bought(report: &Report) -> BTreeMap<String, u64> {
    let mut parts = BTreeMap::new();
    for line in &report.bom.lines {
        if line.category == "optics" || line.category == "cable" {
            *parts.entry(line.part_id.clone()).or_default() += line.quantity;
        }
    }
    parts
}

/// What pieces are counted by: the run, its fabric with the roles of both ends, which end, whether it leads to an extra
/// endpoint, part and length.
type Needed<'a> = (String, [&'a str; 3], &'a str, bool, String, String);

/// The same from the list of cables. A part that serves several links is rounded up for each run, end and length.
fn needed(sheet: &CutSheet, layouts: &[Layout]) -> BTreeMap<String, u64> {
    let mut links = BTreeMap::<Needed<'_>, u64>::new();
    for line in &sheet.lines {
        let upper = line.to_device.rsplit_once('-').map_or("", |(role, _)| role);
        let lower = line
            .from_device
            .rsplit_once('-')
            .map_or("", |(role, _)| role);
        let extra = lower == format!("{}-extra", line.fabric);
        let switch = lower.starts_with(&format!("{}-", line.fabric)) && !extra;
        let run = format!(
            "{} {} {upper}",
            line.fabric,
            if switch { lower } else { "" }
        );
        let meters = line.length_m.to_string();
        for (end, extra, part, meters) in [
            ("lower", extra, line.from_optics.as_deref(), ""),
            ("upper", false, line.to_optics.as_deref(), ""),
            (
                "cable",
                false,
                Some(line.cable.as_deref().unwrap_or("cable-unknown")),
                meters.as_str(),
            ),
        ] {
            if let Some(part) = part {
                let role = |device: &str| {
                    let roles = ["leaf", "spine", "core"].into_iter();
                    let mut own = roles.filter(|role| device.contains(&format!("-{role}-")));
                    own.next().unwrap_or("node")
                };
                let from = if switch {
                    role(&line.from_device)
                } else {
                    "node"
                };
                let of = [line.fabric.as_str(), from, role(&line.to_device)];
                let key = (
                    run.clone(),
                    of,
                    end,
                    extra,
                    part.to_owned(),
                    meters.to_owned(),
                );
                *links.entry(key).or_default() += 1;
            }
        }
    }
    let mut parts = BTreeMap::new();
    for ((_, [fabric, from, to], end, _, part, _), links) in links {
        let own = layouts.iter().filter(|layout| layout.report.id == fabric);
        let runs = own.flat_map(|layout| layout.report.cables.iter().zip(&layout.cables));
        let mut pieces = runs
            .filter(|(run, _)| (run.from.as_str(), run.to.as_str()) == (from, to))
            .flat_map(|(_, choice)| choice.iter().flat_map(|choice| &choice.parts));
        let piece = pieces.find(|piece| {
            let at = match piece.place {
                CablePlace::LowerEnd => "lower",
                CablePlace::UpperEnd => "upper",
                CablePlace::Whole | CablePlace::Between => "cable",
            };
            piece.part_id == part && at == end
        });
        let per = piece.map_or(1, |piece| piece.links_per_piece);
        *parts.entry(part).or_default() += links.div_ceil(per.max(1));
    }
    parts
}

/// Managers beside nodes of two links to a cage, on rails that stand alone, on planes: they have optics of one link, and
/// their number is the same everywhere.
#[test]
fn extra_endpoints_are_one_truth() {
    for (node, count, fabric, extra) in [
        (
            "dgx-h100",
            127,
            json!({ "topology": "rail-optimized", "extra_endpoints": 1 }),
            1,
        ),
        (
            "dgx-h100",
            31,
            json!({ "topology": "rail-only", "extra_endpoints": 5 }),
            8,
        ),
        (
            "dgx-b300",
            16,
            json!({ "topology": "auto", "switch": "nvidia-sn5600", "planes": 2, "extra_endpoints": 1 }),
            2,
        ),
        (
            "dgx-b300",
            31,
            json!({ "topology": "rail-only", "switch": "nvidia-sn5600", "planes": 2, "extra_endpoints": 5 }),
            16,
        ),
    ] {
        let mut own = json!({ "id": "c", "switch": "nvidia-qm9700" });
        for (key, value) in fabric.as_object().expect("members") {
            own[key] = value.clone();
        }
        let document = json!({
            "schema": "podwright.design/1",
            "pools": [{ "id": "train", "node": node, "count": count }],
            "fabrics": [own]
        });
        let design = Design::from_value(&document).expect("well-formed");
        let sheet = conserved(&design);
        let extras: Vec<&CutLine> = sheet
            .lines
            .iter()
            .filter(|line| line.from_device.starts_with("c-extra-"))
            .collect();
        assert_eq!(extras.len(), extra, "{document}");
        let catalog = Catalog::builtin();
        for line in extras {
            let part = line.from_optics.as_deref().and_then(|id| catalog.cable(id));
            assert!(part.is_none_or(|part| part.ports_served == 1), "{line:?}");
        }
        let asked = design.fabrics[0].extra_endpoints as usize;
        let said = evaluate_builtin(&design).bom.lines.iter().any(|line| {
            line.why
                .contains(&format!("{asked} extra endpoints count as {extra}"))
        });
        assert_eq!(said, asked != extra, "{document}");
    }
}

/// Cables of a design that grows, by the ports at both ends.
fn plugs(
    now: u32,
    later: Option<u32>,
    topology: &str,
    switch: &str,
    extra: u32,
) -> Option<BTreeSet<[String; 4]>> {
    let document = json!({
        "schema": "podwright.design/1",
        "pools": [{ "id": "train", "node": "dgx-h100", "count": now }],
        "fabrics": [{ "id": "c", "topology": topology, "switch": switch, "extra_endpoints": extra, "grow_to_nodes": later }]
    });
    let design = Design::from_value(&document).expect("well-formed");
    let (cluster, layouts) = laid(&design);
    layouts.first()?;
    let sheet = cut_sheet(&design.site, &cluster, &layouts, None).expect("a list");
    let plug = |line: CutLine| {
        [
            line.from_device,
            line.from_port.unwrap_or_default(),
            line.to_device,
            line.to_port,
        ]
    };
    Some(sheet.lines.into_iter().map(plug).collect())
}

fn no_plug_moves(now: u32, more: u32, later: u32, topology: &str, switch: &str, extra: u32) {
    let Some(small) = plugs(now, Some(later), topology, switch, extra) else {
        return;
    };
    for (nodes, later) in [
        (more, Some(later).filter(|later| *later > more)),
        (later, None),
    ] {
        let large = plugs(nodes, later, topology, switch, extra).expect("the larger one fits too");
        let moved = small.difference(&large).next();
        assert_eq!(moved, None, "{now} to {nodes}, {topology} of {switch}");
    }
}

#[test]
fn growing_from_16_to_64_moves_no_plug() {
    no_plug_moves(16, 40, 64, "auto", "nvidia-qm9700", 0);
}

/// DGX SuperPOD H100 reference architecture: 1,016 cables to nodes and 1,024 between switches.
#[test]
fn a_superpod_has_2040_compute_cables() {
    let design = templates::find("superpod-h100-127")
        .expect("a template")
        .design;
    let sheet = conserved(&design);
    assert_eq!(sheet.lines.len(), 2040);
    let first = &sheet.lines[0];
    assert_eq!(
        (
            first.from_device.as_str(),
            first.from_port.as_deref(),
            first.rail
        ),
        ("train-1", Some("nic1"), Some(1))
    );
    assert_eq!(
        (first.to_device.as_str(), first.to_port.as_str()),
        ("compute-leaf-1", "1/1/1")
    );
    // Two links join each pair of switches: they share a cage at both ends.
    let up: Vec<&CutLine> = sheet
        .lines
        .iter()
        .filter(|line| line.from_device == "compute-leaf-1")
        .collect();
    assert_eq!(up.len(), 32);
    for line in up {
        let cage = |port: &str| port.rsplit_once('/').map(|(cage, _)| cage.to_owned());
        let same: Vec<&CutLine> = sheet
            .lines
            .iter()
            .filter(|other| {
                other.from_device == line.from_device
                    && other.from_port.as_deref().and_then(cage)
                        == line.from_port.as_deref().and_then(cage)
            })
            .collect();
        assert_eq!(same.len(), 2);
        assert_eq!(cage(&same[0].to_port), cage(&same[1].to_port));
    }
}

#[test]
fn every_template_is_conserved() {
    for template in templates::all() {
        if !template.design.fabrics.is_empty() {
            conserved(&template.design);
        }
    }
}

#[test]
fn a_list_is_bounded_and_names_a_fabric_that_is_not_there() {
    let mut design = templates::find("roce-24k").expect("a template").design;
    design.pools[0].count = 20_000;
    assert!(matches!(sheet(&design), Err(CutSheetError::TooLong { .. })));
    let (cluster, layouts) = laid(&design);
    assert_eq!(
        cut_sheet(&design.site, &cluster, &layouts, Some("no-such")),
        Err(CutSheetError::NoFabric("no-such".to_owned()))
    );
}

/// Lengths that the design gives win over places.
#[test]
fn a_given_length_wins() {
    let mut design = templates::find("superpod-h100-127")
        .expect("a template")
        .design;
    design.fabrics[0].node_leaf_m = Some(12.5);
    let sheet = conserved(&design);
    let down = sheet.lines.iter().filter(|line| line.rail.is_some());
    assert!(down.clone().count() == 1016 && down.clone().all(|line| line.length_m == 12.5));
}

/// A hundred thousand nodes are placed by formulas.
#[test]
fn places_follow_from_numbers() {
    let mut design = templates::find("superpod-h100-127")
        .expect("a template")
        .design;
    design.pools[0].count = 100_000;
    design.fabrics.clear();
    let (cluster, layouts) = laid(&design);
    let plan = Plan::of(&design.site, &cluster, &layouts);
    assert_eq!(plan.racks.len(), 1);
    let last = plan
        .node(&cluster, 0, 99_999, 0, 8)
        .expect("it stands somewhere");
    assert_eq!((last.rack.hall, last.rack.row, last.unit), (0, 1249, 25));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn growing_moves_no_plug(
        (now, more, still) in (1_u32..100, 0_u32..60, 1_u32..100),
        topology in prop::sample::select(vec!["auto", "leaf-spine", "three-tier", "rail-optimized", "rail-only"]),
        switch in prop::sample::select(vec!["nvidia-qm9700", "nvidia-sn5600", "arista-7060x6-32pe"]),
        extra in 0_u32..5,
    ) {
        no_plug_moves(now, now + more, now + more + still, topology, switch, extra);
    }

    #[test]
    fn the_bill_is_that_of_the_list(
        (first, second, planes) in prop::sample::select(vec![
            ("dgx-h100", "dgx-h100", 1), ("dgx-h100", "hgx-h100-8", 1), ("dgx-b200", "dgx-h100", 1), ("dgx-b300", "dgx-b300", 2),
            ("dgx-a100", "dgx-a100", 1), ("gb200-nvl72", "gb200-nvl72", 1),
        ]),
        (count, more) in (1_u32..100, 1_u32..9),
        switch in prop::sample::select(vec!["nvidia-qm9700", "nvidia-sn5600", "nvidia-qm8700", "arista-7060x6-64pe"]),
        topology in prop::sample::select(vec!["auto", "leaf-spine", "three-tier", "rail-optimized", "rail-only", "dragonfly-plus"]),
        cabling in prop::sample::select(vec!["auto", "dac", "aoc", "multimode", "single-mode"]),
        (ratio, extra, later) in (1.0_f64..4.0, 0_u32..20, prop::option::of(1_u32..90)),
        given in prop::option::of(1.0_f64..40.0),
    ) {
        let document = json!({
            "schema": "podwright.design/1",
            "pools": [{ "id": "a", "node": first, "count": count }, { "id": "b", "node": second, "count": more }],
            "fabrics": [{ "id": "c", "topology": topology, "switch": switch, "cabling": cabling, "planes": planes,
                          "oversubscription": ratio, "extra_endpoints": extra, "node_leaf_m": given,
                          "grow_to_nodes": later.map(|later| count + more + later) }],
        });
        conserved(&Design::from_value(&document).expect("well-formed"));
    }

    #[test]
    fn any_cluster_is_conserved(
        node in prop::sample::select(vec!["dgx-h100", "dgx-a100", "hgx-h100-8", "gb200-nvl72", "dgx-b300"]),
        count in 1_u32..160,
        switch in prop::sample::select(vec!["nvidia-qm9700", "nvidia-qm8700", "nvidia-sn5600", "arista-7060x6-64pe", "nvidia-q3400-ra"]),
        topology in prop::sample::select(vec!["auto", "leaf-spine", "three-tier", "rail-optimized"]),
        cabling in prop::sample::select(vec!["auto", "dac", "aoc", "multimode"]),
        (ratio, extra, grow) in (1.0_f64..4.0, 0_u32..20, prop::option::of(1_u32..200)),
        uplink in prop::option::of(prop::sample::select(vec![200, 400, 800])),
        (per_row, rows, end) in (1_u32..30, 1_u32..6, any::<bool>()),
        (kw, units) in (15.0_f64..150.0, 20_u32..60),
    ) {
        let document = json!({
            "schema": "podwright.design/1",
            "pools": [{ "id": "a", "node": node, "count": count }, { "id": "b", "node": node, "count": 3 }],
            "fabrics": [{ "id": "c", "topology": topology, "switch": switch, "cabling": cabling,
                          "oversubscription": ratio, "extra_endpoints": extra }],
            "site": { "racks_per_row": per_row, "rows_per_hall": rows, "rack_kw_limit": kw, "rack_units": units,
                      "network_racks": if end { "end" } else { "middle" } }
        });
        let mut document = document;
        if let Some(more) = grow {
            document["fabrics"][0]["grow_to_nodes"] = json!(count + 3 + more);
        }
        if let Some(rate) = uplink {
            document["fabrics"][0]["uplink_gbit_s"] = json!(rate);
        }
        let design = Design::from_value(&document).expect("well-formed");
        conserved(&design);
    }
}

/// Every topology lists its cables: planes are named, and what is there of a fabric that grows has its place.
#[test]
fn planes_and_later_nodes_have_their_cables_listed() {
    let fabric = |more: serde_json::Value| {
        let mut fabric = json!({"id": "compute", "switch": "nvidia-qm9700"});
        for (key, value) in more.as_object().expect("members") {
            fabric[key] = value.clone();
        }
        fabric
    };
    for (node, fabric, planes) in [
        ("dgx-h100", fabric(json!({"topology": "rail-only"})), 1),
        ("dgx-h100", fabric(json!({"topology": "dragonfly-plus"})), 1),
        (
            "dgx-h100",
            fabric(json!({"topology": "leaf-spine", "grow_to_nodes": 100})),
            1,
        ),
        (
            "dgx-b300",
            fabric(json!({"topology": "leaf-spine", "switch": "nvidia-sn5600", "planes": 2})),
            2,
        ),
    ] {
        let design: Design = serde_json::from_value(json!({
            "schema": "podwright.design/1", "name": "cables",
            "pools": [{"id": "gpu", "node": node, "count": 40}],
            "fabrics": [fabric],
        }))
        .expect("a design");
        let (cluster, layouts) = laid(&design);
        assert_eq!(layouts.len(), 1, "{node} {fabric}");
        let sheet = cut_sheet(&design.site, &cluster, &layouts, None).expect("a list");
        let counted: u64 = layouts[0]
            .report
            .cables
            .iter()
            .map(|group| group.count)
            .sum();
        assert_eq!(sheet.lines.len() as u64, counted);
        assert!(sheet.lines.iter().all(|line| {
            line.length_is_placed && line.from_rack.is_some() && line.to_unit.is_some()
        }));
        let mut ends = BTreeSet::new();
        let mut on: BTreeMap<Option<u64>, u64> = BTreeMap::new();
        for line in &sheet.lines {
            assert!(
                ends.insert((line.to_device.clone(), line.to_port.clone())),
                "{line:?}"
            );
            let lower = (
                line.from_device.clone(),
                line.from_port.clone().expect("a port"),
            );
            assert!(ends.insert(lower), "{line:?}");
            *on.entry(line.plane).or_default() += 1;
        }
        let counts: Vec<u64> = on.values().copied().collect();
        if planes == 1 {
            assert_eq!(on.keys().next(), Some(&None));
        } else {
            // Both planes are alike.
            assert_eq!(on.keys().copied().collect::<Vec<_>>(), [Some(1), Some(2)]);
            assert_eq!(counts[0], counts[1]);
        }
    }
}

/// A fabric that is to grow stands in as many racks as one that is not, and leaves the places that the rest will take.
#[test]
fn a_fabric_that_grows_keeps_places() {
    let with = |count: u32, grow: Option<u32>| {
        let mut design = templates::find("superpod-h100-127")
            .expect("a template")
            .design;
        design.pools[0].count = count;
        design.fabrics[0].grow_to_nodes = grow;
        design
    };
    let growing = with(32, Some(127));
    let (now, whole) = (
        evaluate_builtin(&growing),
        evaluate_builtin(&with(127, None)),
    );
    // The last rack of a kind may stand for itself.
    let sums = |report: &Report, of: fn(&RackGroup) -> u64| {
        ["compute", "network"].map(|kind| {
            let own = report.racks.iter().filter(|rack| rack.kind == kind);
            own.map(of).sum::<u64>()
        })
    };
    let places = |rack: &RackGroup| rack.count + rack.reserved;
    assert_eq!(sums(&now, places), sums(&whole, places));
    assert!(
        sums(&now, |rack| rack.reserved)
            .iter()
            .all(|kept| *kept > 0)
    );
    assert!(now.fabrics[0].cables.iter().all(|run| run.length_is_placed));
    let sheet = conserved(&growing);
    let racks = |network: bool| {
        let stands: BTreeSet<&String> = sheet
            .lines
            .iter()
            .flat_map(|line| {
                let node = (!network && line.rail.is_some()).then_some(line.from_rack.as_ref());
                [node.flatten(), line.to_rack.as_ref().filter(|_| network)]
            })
            .flatten()
            .collect();
        stands.len() as u64
    };
    let counts = sums(&now, |rack| rack.count);
    assert_eq!([racks(false), racks(true)], counts);
}
