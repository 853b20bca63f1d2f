//! The tables of the views, made from the report.

use podwright_diagram::report::{Hop, medium};
use podwright_diagram::table::{Cell, Row, Table};
use podwright_locales::format;
use podwright_sim_core::report::{
    CollectiveCurve, CollectivePoint, Explanation, FabricReport, Report, TierRole,
};

use super::collectives::{SizeRow, algorithm_name, time_parts, time_range};
use super::compare;
use super::headline::{estimate, op_name};
use super::topology::{LinkRow, place};
use super::words::{known, say, say_with, texts};

/// The text of a prefix and an id of the report; the id itself where there is no such text.
pub fn named(prefix: &str, id: &str) -> String {
    let text = format!("{prefix}{}", id.replace('_', "-"));
    if known(&text) {
        say(&text)
    } else {
        id.to_owned()
    }
}

fn gb_s(value: f64) -> String {
    format!("{} GB/s", estimate(value))
}

/// Rates on the way out of a GPU, each as a bar beside the fastest.
pub fn links(rows: Vec<LinkRow>) -> Table {
    let most = rows.iter().map(|row| row.gb_s).fold(0.0, f64::max);
    let rows = rows
        .into_iter()
        .map(|row| {
            let share = if most > 0.0 {
                (1000.0 * row.gb_s / most).round() as u32
            } else {
                0
            };
            let mut rate = Cell::number(row.rate);
            if row.slowest {
                rate = rate.small(say("planner-slowest"));
                rate.small_class = "err";
            }
            let bar = Cell {
                bar: Some((share, row.slowest)),
                ..Cell::default()
            };
            Row::new(vec![Cell::new(row.part).small(row.detail), rate, bar])
                .mark("hit", row.slowest)
        })
        .collect();
    Table::new(&[
        "planner-col-part",
        ">planner-col-rate",
        "planner-col-rate-drawn",
    ])
    .rows(rows)
    .class("hops")
}

/// The parts of a path between two GPUs, each as a bar beside the fastest: what one GPU has of it in colour.
pub fn hops(hops: &[Hop]) -> Table {
    let most = hops.iter().filter_map(|hop| hop.gb_s).fold(0.0, f64::max);
    let rows = hops
        .iter()
        .enumerate()
        .map(|(i, hop)| {
            let share = match (hop.slowest, hop.share_gb_s) {
                (true, _) => Cell {
                    class: "r err",
                    ..Cell::new(say("planner-slowest"))
                },
                (false, share) => Cell::known(share.map(format::gb_s)),
            };
            let part = |gb_s: f64| (1000.0 * gb_s / most).round() as u32;
            let bar = Cell {
                bar: hop.share_gb_s.map(|share| (part(share), hop.slowest)),
                bar_behind: hop.gb_s.map_or(0, part),
                ..Cell::default()
            };
            Row::new(vec![
                Cell::number((i + 1).to_string()),
                Cell::new(hop.part.as_str()).small(hop.detail.as_str()),
                Cell::known(hop.gb_s.map(format::gb_s)),
                bar,
                share,
            ])
            .mark("hit", hop.slowest)
        })
        .collect();
    Table::new(&[
        ">planner-col-hop",
        "planner-col-part",
        ">planner-col-rate",
        "planner-col-rate-drawn",
        ">planner-col-fair-share",
    ])
    .rows(rows)
    .class("hops")
}

/// The switches of a fabric by tier.
pub fn tiers(fabric: &FabricReport) -> Table {
    let of = |used: u64, total: u64| {
        Cell::number(say_with(
            "planner-used-of",
            &[
                ("used", format::count(used).into()),
                ("total", format::count(total).into()),
            ],
        ))
    };
    let rows = fabric
        .tiers
        .iter()
        .map(|tier| {
            let role = match tier.role {
                TierRole::Leaf => "planner-tier-leaf",
                TierRole::Spine => "planner-tier-spine",
                TierRole::Core => "planner-tier-core",
            };
            Row::new(vec![
                Cell::new(say(role)),
                Cell::new(tier.name.as_str()),
                Cell::number(format::count(tier.count)),
                of(tier.ports_used, tier.ports_total),
                of(tier.cages_used, tier.cages_total),
            ])
        })
        .collect();
    Table::new(&[
        "planner-col-tier",
        "planner-col-switch",
        ">planner-col-count",
        ">planner-col-ports",
        ">planner-col-cages",
    ])
    .rows(rows)
}

/// The cables of a fabric by where they run.
pub fn cables(fabric: &FabricReport) -> Table {
    let rows = fabric
        .cables
        .iter()
        .map(|cable| {
            let placed = if cable.length_is_placed {
                "planner-length-placed"
            } else {
                "planner-length-estimated"
            };
            Row::new(vec![
                Cell::new(format!("{} – {}", place(&cable.from), place(&cable.to))),
                Cell::new(medium(texts(), &cable.kind)),
                Cell::number(format::count(cable.count)),
                Cell::number(format!("{} m", format::trimmed(cable.length_m, 1)))
                    .small(say(placed)),
            ])
        })
        .collect();
    Table::new(&[
        "planner-col-run",
        "planner-col-medium",
        ">planner-col-count",
        ">planner-col-length",
    ])
    .rows(rows)
    .class("pl-second")
}

/// The values of every curve at one size.
pub fn at_size(rows: Vec<SizeRow>) -> Table {
    let several = rows.len() > 1;
    let rows = rows
        .into_iter()
        .map(|row| {
            let algorithm = Cell {
                basis: Some(row.basis),
                ..Cell::new(row.algorithm)
            };
            Row::new(vec![
                Cell::new(row.name).small(row.state),
                Cell::number(row.time).small(row.time_range),
                Cell::number(row.algbw),
                Cell::number(row.busbw),
                algorithm,
                Cell::new(row.bottleneck),
            ])
            .mark("hit", several && row.own)
        })
        .collect();
    Table::new(&[
        "planner-col-path",
        ">planner-col-time",
        ">planner-col-algbw",
        ">planner-col-busbw",
        "planner-col-algorithm",
        "planner-col-slowest",
    ])
    .rows(rows)
    .class("wide")
}

/// Where the time of one point goes.
pub fn parts_of(point: &CollectivePoint) -> Table {
    let rows = time_parts(point)
        .into_iter()
        .map(|part| {
            Row::new(vec![
                Cell::new(part.name),
                Cell::number(format::duration_us(part.time_us)),
                Cell::number(format::percent(part.share)),
            ])
            .mark("hit", part.larger)
        })
        .collect();
    let total = Row::new(vec![
        Cell::new(say("planner-total")),
        Cell::number(format::duration_us(point.time_us)).small(time_range(point)),
        Cell::number("100 %"),
    ]);
    Table::new(&[
        "planner-col-part",
        ">planner-col-time",
        ">planner-col-share",
    ])
    .rows(rows)
    .foot(vec![total])
}

/// The answers to the workloads that are modelled.
pub fn workloads(report: &Report) -> Table {
    let rows = report
        .workloads
        .iter()
        .flatten()
        .map(|work| {
            let point = &work.point;
            let name = format!(
                "{}, {}",
                op_name(work.op),
                format::message_size(point.message_bytes)
            );
            let gpus = say_with(
                "planner-gpus-chip",
                &[
                    ("count", work.ranks.into()),
                    ("text", format::count(work.ranks).into()),
                ],
            );
            Row::new(vec![
                Cell::new(name).small(gpus),
                Cell::number(format::duration_us(point.time_us)).small(time_range(point)),
                Cell::number(gb_s(point.busbw_gb_s)),
                Cell::new(algorithm_name(&point.algorithm)),
                Cell::new(point.bottleneck.as_str()).small(if point.measured {
                    say("diagram-your-measurement")
                } else {
                    String::new()
                }),
            ])
        })
        .collect();
    Table::new(&[
        "planner-col-workload",
        ">planner-col-time",
        ">planner-col-busbw",
        "planner-col-algorithm",
        "planner-col-slowest",
    ])
    .rows(rows)
    .class("wide")
}

/// Every point of a curve.
pub fn data(curve: &CollectiveCurve) -> Table {
    let split = curve.points.iter().any(|point| point.scale_out_us > 0.0);
    let mut heads = vec![
        "planner-col-size",
        ">planner-col-time",
        ">planner-col-band",
        ">planner-col-algbw",
        ">planner-col-busbw",
    ];
    if split {
        heads.extend([">planner-col-scale-up", ">planner-col-scale-out"]);
    }
    heads.push("planner-col-algorithm");
    let rows = curve
        .points
        .iter()
        .map(|point| {
            let mut cells = vec![
                Cell::new(format::message_size(point.message_bytes)),
                Cell::number(format::duration_us(point.time_us)),
                Cell::number(time_range(point)),
                Cell::number(estimate(point.algbw_gb_s)),
                Cell::number(estimate(point.busbw_gb_s)),
            ];
            if split {
                cells.push(Cell::number(format::duration_us(point.scale_up_us)));
                cells.push(Cell::number(format::duration_us(point.scale_out_us)));
            }
            cells.push(Cell::new(algorithm_name(&point.algorithm)));
            Row::new(cells)
        })
        .collect();
    Table::new(&heads).rows(rows).class("wide")
}

/// What went into a figure.
pub fn inputs(explained: &Explanation) -> Table {
    let rows = explained
        .inputs
        .iter()
        .map(|input| {
            let value = Cell {
                class: "r pl-wrap",
                ..Cell::new(input.value.as_str())
            };
            Row::new(vec![
                Cell::new(input.name.as_str()),
                value,
                Cell::new(input.source.as_str()),
            ])
        })
        .collect();
    Table::new(&[
        "planner-col-explain-input",
        ">planner-col-value",
        "planner-col-source",
    ])
    .rows(rows)
}

/// Figures of two designs side by side, under these heads.
pub fn comparison(before: &str, now: &str, rows: Vec<compare::Row>) -> Table {
    let rows = rows
        .into_iter()
        .map(|row| {
            Row::new(vec![
                Cell::new(row.label),
                Cell::number(row.before),
                Cell::number(row.now),
            ])
            .mark("hit", row.differs)
        })
        .collect();
    Table {
        head: vec![
            Cell::new(say("planner-col-value")),
            Cell::number(before),
            Cell::number(now),
        ],
        rows,
        ..Table::default()
    }
}

#[cfg(test)]
mod tests {
    use podwright_sim_core::{evaluate_builtin, templates};

    use super::*;
    use crate::model::topology::link_rows;

    #[test]
    fn every_row_of_every_template_has_a_cell_under_every_head() {
        for template in templates::all() {
            let report = evaluate_builtin(&template.design);
            let mut tables = vec![links(link_rows(&report)), workloads(&report)];
            for fabric in &report.fabrics {
                tables.extend([tiers(fabric), cables(fabric)]);
            }
            for curve in &report.collectives {
                tables.push(data(curve));
                tables.extend(curve.points.last().map(parts_of));
            }
            for table in &tables {
                for row in table.rows.iter().chain(&table.foot) {
                    assert_eq!(
                        row.cells.len(),
                        table.head.len(),
                        "{}: {row:?}",
                        template.id
                    );
                }
                assert!(
                    !table.html().contains("planner-"),
                    "{}: {}",
                    template.id,
                    table.html()
                );
            }
        }
    }
}
