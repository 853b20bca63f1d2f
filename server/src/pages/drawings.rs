//! Reports as drawings: what the drawing crate wants, filled from what the report says.

use podwright_diagram::{
    Axis, Bar, Board, Bridge, BridgeState, Bundle, Card, Device, Fill, Frame, Glyph, Key,
    LaneSource, LineChart, Pattern, Point, Series, Slot, Stack, StackedBars, Swing, Tier, TierRole,
    Token, Topology, Tornado, legend, line_chart,
};
use podwright_locales::format;
use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::design::{CollectiveOp, InlineNode, NodeRef};
use podwright_sim_core::report::{
    CollectiveCurve, Cost, CostYear, FabricReport, Finding, PoolReport, TierRole as Role,
};
use podwright_sim_core::{Design, Report};

use super::frame::Words;
use super::report::time_band;

/// The width of a drawing on the sheet, CSS px.
const SHEET: f64 = 822.0;
/// The width of one of two drawings side by side, CSS px.
const HALF: f64 = 396.0;

fn frame(t: Words, id: &str, width: f64) -> Frame<'_> {
    Frame {
        id,
        width,
        texts: t.texts(),
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
    let racks = report.pools.iter().any(|pool| pool.category == "rack");
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

/// The drawing of a fabric for the page.
pub fn topology(t: Words, fabric: &FabricReport, report: &Report, id: &str) -> String {
    topology_of(t, fabric, report)
        .draw(&frame(t, id, SHEET))
        .svg
}

/// The drawing of a design's fabric as a file of its own; of the node's links where there is no fabric.
pub fn topology_file(
    t: Words,
    report: &Report,
    design: &Design,
    tokens_css: &str,
) -> Option<String> {
    let fabric = report
        .fabrics
        .iter()
        .filter(|fabric| !fabric.tiers.is_empty())
        .min_by_key(|fabric| fabric.network != "compute");
    if let Some(fabric) = fabric {
        let drawing = topology_of(t, fabric, report).draw(&frame(t, "fabric", 1_000.0));
        return Some(drawing.standalone(tokens_css));
    }
    let board = boards_of(t, report, design).next()?;
    Some(board.draw(&frame(t, "board", 640.0)).standalone(tokens_css))
}

fn topology_of(t: Words, fabric: &FabricReport, report: &Report) -> Topology {
    let rate = format!("{}G", format::trimmed(fabric.link_gbit_s, 0));
    let single = fabric.tiers.len() == 1;
    let mut tiers: Vec<Tier> = fabric
        .tiers
        .iter()
        .rev()
        .map(|tier| Tier {
            role: match tier.role {
                Role::Leaf if single => TierRole::Switch,
                Role::Leaf => TierRole::Leaf,
                Role::Spine => TierRole::Spine,
                Role::Core => TierRole::Core,
            },
            count: tier.count,
            ports: Some((tier.ports_used, tier.ports_total)),
            ..Tier::default()
        })
        .collect();
    let mut bundles: Vec<Bundle> = fabric
        .tiers
        .windows(2)
        .rev()
        .map(|pair| Bundle {
            links_each: Some(pair[0].links_to_each_above).filter(|links| *links > 0),
            rate: rate.clone(),
            links: cables_from(fabric, pair[0].role),
            pattern: Pattern::Full,
        })
        .collect();
    if let Some(pool) = report
        .pools
        .iter()
        .max_by_key(|pool| pool.nics_per_node * pool.count)
    {
        let nodes: u64 = report.pools.iter().map(|pool| pool.count).sum();
        let leaves = fabric.tiers.first().map_or(0, |tier| tier.count);
        let pairs = leaves * nodes;
        tiers.push(node_tier(t, pool, nodes));
        bundles.push(Bundle {
            links_each: (pairs > 0 && fabric.endpoints.is_multiple_of(pairs))
                .then(|| fabric.endpoints / pairs),
            rate,
            links: fabric.endpoints,
            pattern: Pattern::Full,
        });
    }
    let lead = super::report::lead(t, report);
    let title = t.with(
        "page-fabric-drawing",
        &[("fabric", (&fabric.id).into()), ("lead", lead.into())],
    );
    Topology {
        title,
        tiers,
        bundles,
        ..Topology::default()
    }
}

fn node_tier(t: Words, pool: &PoolReport, nodes: u64) -> Tier {
    let rack = pool.category == "rack";
    Tier {
        role: if rack { TierRole::Rack } else { TierRole::Node },
        count: nodes,
        ports: None,
        look: if rack {
            Device::nvl72()
        } else {
            Device::Node(pool.gpus_per_node.min(16) as u32)
        },
        detail: t.with(
            "page-node-detail",
            &[
                ("gpus", pool.gpus_per_node.into()),
                ("nics", pool.nics_per_node.into()),
            ],
        ),
    }
}

fn cables_from(fabric: &FabricReport, role: Role) -> u64 {
    let from = match role {
        Role::Leaf => "leaf",
        Role::Spine => "spine",
        Role::Core => "core",
    };
    fabric
        .cables
        .iter()
        .filter(|cable| cable.from == from)
        .map(|cable| cable.count)
        .sum()
}

/// The boards of the design's workstations: the result in words, and the drawing.
pub fn boards(t: Words, report: &Report, design: &Design) -> Vec<(String, String)> {
    boards_of(t, report, design)
        .enumerate()
        .map(|(index, board)| {
            let drawing = board.draw(&frame(t, &format!("board{index}"), 560.0));
            (board.title, drawing.svg)
        })
        .collect()
}

fn boards_of<'a>(
    t: Words,
    report: &'a Report,
    design: &'a Design,
) -> impl Iterator<Item = Board> + 'a {
    design
        .pools
        .iter()
        .enumerate()
        .filter_map(move |(index, pool)| {
            let NodeRef::Inline(node) = &pool.node else {
                return None;
            };
            let resolved = report
                .pools
                .iter()
                .find(|resolved| resolved.id == pool.id)?;
            (!node.slots.is_empty()).then(|| board(t, node, resolved, index, report))
        })
}

fn board(t: Words, node: &InlineNode, pool: &PoolReport, index: usize, report: &Report) -> Board {
    let catalog = Catalog::builtin();
    let thickness = node
        .card_slots
        .or_else(|| {
            catalog
                .gpu(&node.gpu)
                .and_then(|gpu| gpu.slot_width)
                .map(f64::from)
        })
        .unwrap_or(2.0);
    let slots = node
        .slots
        .iter()
        .enumerate()
        .map(|(i, slot)| Slot {
            position: slot.position,
            lanes: slot.lanes,
            pcie_gen: slot.pcie_gen,
            from: lane_source(&slot.root),
            card: (i < node.count as usize).then(|| Card::new(format!("GPU {i}"), thickness)),
        })
        .collect();
    let bridges = node.bridges.iter().enumerate().filter_map(|(i, spec)| {
        let [a, b] = spec.gpus[..] else { return None };
        let bridge = catalog.bridge(&spec.id)?;
        let at = format!("/pools/{index}/node/bridges/{i}");
        let wrong = report
            .findings
            .iter()
            .find(|finding| points_into(finding, &at));
        Some(Bridge {
            a: a as usize,
            b: b as usize,
            pitch_slots: bridge.slot_pitch,
            label: t.get("page-bridge"),
            state: match wrong {
                Some(finding) => BridgeState::Wrong {
                    reason: finding.title.clone(),
                },
                None => BridgeState::Ok,
            },
        })
    });
    Board {
        title: format!("{}: {}", pool.node, pool.scale_up_words),
        slots,
        bridges: bridges.collect(),
        positions: 7,
        ..Board::default()
    }
}

fn points_into(finding: &Finding, at: &str) -> bool {
    use podwright_sim_core::report::Severity;
    finding.severity == Severity::Error
        && finding
            .at
            .strip_prefix(at)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn lane_source(root: &str) -> LaneSource {
    if root == "pch" {
        return LaneSource::Chipset;
    }
    match root
        .strip_prefix("cpu")
        .and_then(|number| number.parse().ok())
    {
        Some(number) => LaneSource::Cpu(number),
        None => LaneSource::Switch(root.to_owned()),
    }
}

fn busbw_series(curve: &CollectiveCurve, token: usize, label: String, banded: bool) -> Series {
    let points = curve.points.iter().map(|point| Point {
        x: point.message_bytes as f64,
        y: point.busbw_gb_s,
        band: banded.then(|| {
            let at = |time_us: f64| point.busbw_gb_s * point.time_us / time_us;
            (at(point.time_us_high), at(point.time_us_low))
        }),
        note: format!(
            "{} ({})",
            format::duration_us(point.time_us),
            time_band(point)
        ),
    });
    Series::new(Token::new(token), label, points.collect())
}

fn all_reduce(curves: &[CollectiveCurve]) -> Option<&CollectiveCurve> {
    curves
        .iter()
        .find(|curve| curve.op == CollectiveOp::AllReduce)
}

fn gpus(t: Words, id: &str, count: u64) -> String {
    t.with(id, &[("gpus", format::count(count).into())])
}

/// All-reduce bus bandwidth by message size, over all GPUs and inside one domain.
pub fn busbw_chart(t: Words, report: &Report, id: &str, width: f64) -> String {
    let Some(curve) = all_reduce(&report.collectives) else {
        return String::new();
    };
    let Some(last) = curve.points.last() else {
        return String::new();
    };
    let mut series = vec![busbw_series(
        curve,
        1,
        gpus(t, "page-chart-all", curve.ranks),
        true,
    )];
    series[0].emphasis = true;
    if let Some(domain) = all_reduce(&report.domain_collectives) {
        series.push(busbw_series(
            domain,
            2,
            gpus(t, "page-chart-domain", domain.ranks),
            false,
        ));
    }
    let title = t.with(
        "page-chart-busbw",
        &[
            (
                "busbw",
                format!("{} GB/s", format::short(last.busbw_gb_s)).into(),
            ),
            ("size", format::message_size(last.message_bytes).into()),
        ],
    );
    draw_busbw(t, title, series, id, width)
}

/// All-reduce bus bandwidth of two designs in one chart.
pub fn busbw_comparison(t: Words, sides: [(&str, &Report); 2], id: &str, width: f64) -> String {
    let series: Vec<Series> = sides
        .iter()
        .enumerate()
        .filter_map(|(i, (name, report))| {
            let curve = all_reduce(&report.collectives)?;
            Some(busbw_series(curve, i + 1, (*name).to_owned(), true))
        })
        .collect();
    if series.is_empty() {
        return String::new();
    }
    draw_busbw(t, t.get("page-compare-times"), series, id, width)
}

fn draw_busbw(t: Words, title: String, series: Vec<Series>, id: &str, width: f64) -> String {
    let chart = LineChart {
        title,
        x: Axis::message_size(t.get("page-chart-size")),
        y: Axis::number(t.get("page-chart-busbw-axis"), "GB/s"),
        series,
        ..LineChart::default()
    };
    line_chart(&chart, &frame(t, id, width)).drawing.svg
}

/// Thousands or millions, whichever keeps the axis short: divisor and whether it is millions.
fn money_scale(largest: f64) -> (f64, bool) {
    if largest >= 2e6 {
        (1e6, true)
    } else {
        (1e3, false)
    }
}

/// Money spent on one thing by the end of a year.
type Spent = fn(&CostYear) -> f64;

/// Cumulated cost by year, and its legend.
pub fn cost_by_year(t: Words, cost: &Cost) -> (String, String) {
    let sum = |year: &CostYear| {
        year.capex_usd + year.energy_usd + year.colocation_usd + year.operations_usd
    };
    let (Some(first), Some(last)) = (cost.by_year.first(), cost.by_year.last()) else {
        return (String::new(), String::new());
    };
    let (unit, millions) = money_scale(sum(last));
    let all: [(&str, Fill, Spent); 4] = [
        ("page-capex", Fill::Ink, |year| year.capex_usd),
        ("page-cost-energy", Fill::Series(Token::new(1)), |year| {
            year.energy_usd
        }),
        (
            "page-cost-colocation",
            Fill::Series(Token::new(2)),
            |year| year.colocation_usd,
        ),
        (
            "page-cost-operations",
            Fill::Series(Token::new(4)),
            |year| year.operations_usd,
        ),
    ];
    // What costs nothing in any year has no place in bars and legend.
    let parts: Vec<(String, Fill, Spent)> = all
        .into_iter()
        .filter(|(_, _, read)| cost.by_year.iter().any(|year| read(year) > 0.0))
        .map(|(id, fill, read)| (t.get(id), fill, read))
        .collect();
    let bars = cost.by_year.iter().map(|year| {
        let label = t.with("page-cost-year", &[("year", year.year.into())]);
        Bar::new(
            label,
            parts.iter().map(|(_, _, read)| read(year) / unit).collect(),
        )
    });
    let title = t.with(
        "page-cost-chart",
        &[
            ("first", format::usd_large(sum(first)).into()),
            ("last", format::usd_large(sum(last)).into()),
        ],
    );
    let chart = StackedBars {
        title,
        axis_title: t.get(if millions {
            "page-cost-axis"
        } else {
            "page-cost-axis-thousand"
        }),
        parts: parts
            .iter()
            .map(|(label, fill, _)| Stack {
                label: label.clone(),
                fill: *fill,
            })
            .collect(),
        bars: bars.collect(),
        ..StackedBars::default()
    };
    let keys: Vec<(Key, &str)> = parts
        .iter()
        .map(|(label, fill, _)| (Key::Fill(*fill), label.as_str()))
        .collect();
    (chart.draw(&frame(t, "years", HALF)).svg, legend(&keys))
}

/// What moves the total most; empty where nothing does.
pub fn tornado(t: Words, cost: &Cost) -> String {
    let Some(most) = cost.sensitivity.first() else {
        return String::new();
    };
    let largest = most.low_usd.abs().max(most.high_usd.abs());
    let (unit, millions) = money_scale(largest);
    let swings = cost.sensitivity.iter().take(6).map(|input| Swing {
        label: input.input.clone(),
        range: input.range.clone(),
        low: input.low_usd / unit,
        high: input.high_usd / unit,
    });
    let chart = Tornado {
        title: t.with(
            "page-tornado-chart",
            &[
                ("input", (&most.input).into()),
                ("low", format::usd_large(most.low_usd).into()),
                ("high", format::usd_large(most.high_usd).into()),
            ],
        ),
        axis_title: t.get(if millions {
            "page-tornado-axis"
        } else {
            "page-tornado-axis-thousand"
        }),
        swings: swings.collect(),
        ..Tornado::default()
    };
    chart.draw(&frame(t, "tornado", HALF)).svg
}
