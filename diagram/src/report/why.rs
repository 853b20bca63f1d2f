//! Why a collective takes what it takes: how it is done, the three figures that are easily taken for each other, and the
//! way that came second.

use podwright_locales::{Texts, format};
use podwright_sim_core::Report;
use podwright_sim_core::design::CollectiveOp;
use podwright_sim_core::report::{CollectivePoint, RunnerUp};

use super::curves::nearest_point;
use super::words::named;

/// One line of the explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhyRow {
    /// What it is about.
    pub name: String,
    /// Its value with the unit.
    pub value: String,
    /// What the value means, in a sentence; may be empty.
    pub note: String,
    /// Whether the value is not known.
    pub unknown: bool,
}

/// The explanation of one estimate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// What is explained.
    pub title: String,
    /// Algorithm, protocol, channels, slowest part, algbw, busbw, bytes on the wire, runner-up.
    pub rows: Vec<WhyRow>,
}

/// The point that is explained at a size: the answer to the design's own workload of that operation and size over all GPUs,
/// with what the workload tells the library, else that of the curve.
pub fn explained_point(report: &Report, op: CollectiveOp, at: u64) -> Option<&CollectivePoint> {
    let own = report.workloads.iter().flatten().find(|work| {
        work.op == op && work.point.message_bytes == at && work.ranks == report.summary.gpus
    });
    if let Some(work) = own {
        return Some(&work.point);
    }
    let curve = report.collectives.iter().find(|curve| curve.op == op)?;
    nearest_point(curve, at)
}

/// Why a point is what it is. `line_gb_s` is the rate of a GPU's scale-up links, per direction. Nothing where there is nothing
/// to send.
pub fn why(texts: &Texts, point: &CollectivePoint, line_gb_s: Option<f64>) -> Option<Why> {
    if point.algbw_gb_s <= 0.0 {
        return None;
    }
    let row = |name: &str, value: String, note: String| WhyRow {
        name: texts.get(name),
        value,
        note,
        unknown: false,
    };
    let mut rows = vec![
        row(
            "diagram-why-algorithm",
            named(texts, "planner-algorithm-", &point.algorithm),
            note(texts, "diagram-why-algorithm-", &point.algorithm),
        ),
        row(
            "diagram-why-protocol",
            named(texts, "planner-protocol-", &point.protocol),
            note(texts, "diagram-why-protocol-", &point.protocol),
        ),
        match point.channels {
            Some(count) => row(
                "diagram-why-channels",
                format::count(count.into()),
                texts.get("diagram-why-channels-note"),
            ),
            None => WhyRow {
                unknown: true,
                ..row(
                    "diagram-why-channels",
                    texts.get("diagram-why-channels-unknown"),
                    texts.get("diagram-why-channels-unknown-note"),
                )
            },
        },
    ];
    if !point.bottleneck.is_empty() {
        let note = if point.measured {
            texts.get("diagram-your-measurement")
        } else {
            String::new()
        };
        rows.push(row("diagram-why-slowest", point.bottleneck.clone(), note));
    }
    rows.extend(figures(texts, point, line_gb_s));
    rows.push(runner_up(texts, point));
    Some(Why {
        title: texts.with(
            "diagram-why-title",
            &[
                ("time", format::duration_us(point.time_us).into()),
                ("size", format::message_size(point.message_bytes).into()),
            ],
        ),
        rows,
    })
}

fn note(texts: &Texts, prefix: &str, id: &str) -> String {
    texts
        .find(&format!("{prefix}{id}"), &[])
        .unwrap_or_default()
}

fn figures(texts: &Texts, point: &CollectivePoint, line_gb_s: Option<f64>) -> [WhyRow; 3] {
    let factor = point.busbw_gb_s / point.algbw_gb_s;
    let times = format::trimmed(factor, 3);
    let same = (factor - 1.0).abs() < 1e-9;
    let switched = matches!(point.algorithm.as_str(), "nvls" | "nvls-tree" | "collnet");
    let rate = |gb_s: f64| format!("{} GB/s", format::short(gb_s));
    let busbw = match line_gb_s {
        Some(line) if switched && point.busbw_gb_s > line => texts.with(
            "diagram-why-busbw-beyond",
            &[
                ("times", times.as_str().into()),
                ("line", format::gb_s(line).into()),
            ],
        ),
        _ if switched => texts.with(
            "diagram-why-busbw-switch",
            &[("times", times.as_str().into())],
        ),
        _ if same => texts.get("diagram-why-busbw-same"),
        _ => texts.with(
            "diagram-why-busbw-ring",
            &[("times", times.as_str().into())],
        ),
    };
    let carried = point.wire_bytes_per_gpu / (point.time_us * 1e3);
    let carried = [("rate", rate(carried).into())];
    let wire = if point.scale_out_us > 0.0 {
        texts.with("diagram-why-wire-out", &carried)
    } else if switched {
        texts.with("diagram-why-wire-switch", &carried)
    } else if same {
        texts.get("diagram-why-wire-once")
    } else {
        texts.with("diagram-why-wire-ring", &[("times", times.as_str().into())])
    };
    [
        (
            "diagram-why-algbw",
            rate(point.algbw_gb_s),
            texts.get("diagram-why-algbw-note"),
        ),
        ("diagram-why-busbw", rate(point.busbw_gb_s), busbw),
        ("diagram-why-wire", bytes(point.wire_bytes_per_gpu), wire),
    ]
    .map(|(name, value, note)| WhyRow {
        name: texts.get(name),
        value,
        note,
        unknown: false,
    })
}

/// An amount of data in decimal units, as rates count it: `8.59 GB`.
fn bytes(amount: f64) -> String {
    let (unit, size) = [("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3)]
        .into_iter()
        .find(|(_, size)| amount >= *size)
        .unwrap_or(("B", 1.0));
    format!("{} {unit}", format::short(amount / size))
}

fn runner_up(texts: &Texts, point: &CollectivePoint) -> WhyRow {
    let name = texts.get("diagram-why-runner-up");
    let Some(second) = &point.runner_up else {
        return WhyRow {
            name,
            value: texts.get("diagram-why-runner-up-none"),
            note: texts.get("diagram-why-runner-up-none-note"),
            unknown: false,
        };
    };
    let ratio = second.time_us / point.time_us;
    let apart = (ratio - 1.0).abs();
    let share = if apart < 0.01 {
        texts.with(
            "diagram-why-under",
            &[("share", format::percent(0.01).into())],
        )
    } else {
        format::percent(apart)
    };
    let (id, arg) = if ratio >= 10.0 {
        ("diagram-why-times-longer", format::short(ratio))
    } else if ratio >= 1.0 {
        ("diagram-why-longer", share)
    } else {
        ("diagram-why-shorter", share)
    };
    let mut note = texts.with(id, &[("share", arg.into())]);
    for sentence in wins(texts, point.message_bytes, second) {
        note.push(' ');
        note.push_str(&sentence);
    }
    WhyRow {
        name,
        value: texts.with(
            "diagram-why-runner-up-value",
            &[
                (
                    "algorithm",
                    named(texts, "planner-algorithm-", &second.algorithm).into(),
                ),
                (
                    "protocol",
                    named(texts, "planner-protocol-", &second.protocol).into(),
                ),
                ("time", format::duration_us(second.time_us).into()),
            ],
        ),
        note,
        unknown: false,
    }
}

/// What makes the runner-up win, as far as it was looked for.
fn wins(texts: &Texts, bytes: u64, second: &RunnerUp) -> Vec<String> {
    let mut said = Vec::new();
    if let Some(settings) = &second.taken_with {
        let set = [("set", settings.as_str().into())];
        said.push(texts.with("diagram-why-forced", &set));
    }
    let Some(sizes) = &second.wins_at_bytes else {
        return said;
    };
    for size in sizes {
        let id = if *size < bytes {
            "diagram-why-wins-below"
        } else {
            "diagram-why-wins-above"
        };
        said.push(texts.with(id, &[("size", format::message_size(*size).into())]));
    }
    if sizes.is_empty() {
        said.push(texts.get("diagram-why-wins-nowhere"));
    }
    said
}

#[cfg(test)]
mod tests {
    use podwright_locales::Language;
    use podwright_sim_core::design::{CollectiveSettings, Switchable, Workload};
    use podwright_sim_core::{Design, evaluate_builtin, templates};

    use super::*;

    const SIZE: u64 = 8 << 30;

    fn texts() -> &'static Texts {
        Texts::of(Language::English)
    }

    fn h100(settings: CollectiveSettings) -> Report {
        let mut design: Design = templates::find("dgx-h100-1")
            .expect("a template")
            .design
            .clone();
        design.workloads = vec![Workload {
            settings,
            ..Workload::collective("w1", CollectiveOp::AllReduce, SIZE)
        }];
        evaluate_builtin(&design)
    }

    fn explain(report: &Report) -> Why {
        let point = explained_point(report, CollectiveOp::AllReduce, SIZE).expect("a point");
        why(texts(), point, report.summary.scale_up_gb_s_per_gpu).expect("an explanation")
    }

    fn row<'a>(why: &'a Why, name: &str) -> &'a WhyRow {
        let name = texts().get(name);
        why.rows.iter().find(|row| row.name == name).expect("a row")
    }

    fn number(row: &WhyRow) -> f64 {
        let digits = row.value.split(' ').next().expect("a value");
        digits.replace(',', "").parse().expect("a number")
    }

    /// DGX H100: nccl-tests report about 480 GB/s busbw on 450 GB/s of NVLink; each GPU sends the 8.59 GB once.
    #[test]
    fn the_three_figures_of_in_switch_reduction_are_kept_apart() {
        let why = explain(&h100(CollectiveSettings::default()));
        assert_eq!(row(&why, "diagram-why-algorithm").value, "NVLS");
        let (algbw, busbw, wire) = (
            row(&why, "diagram-why-algbw"),
            row(&why, "diagram-why-busbw"),
            row(&why, "diagram-why-wire"),
        );
        assert!(number(busbw) > 450.0 && number(algbw) < 450.0);
        assert!((number(busbw) / number(algbw) - 1.75).abs() < 0.01);
        assert!(busbw.note.contains("450 GB/s"), "{}", busbw.note);
        assert_eq!(wire.value, "8.59 GB");
        assert!(wire.note.contains(&algbw.value), "{}", wire.note);
    }

    #[test]
    fn a_ring_puts_the_bus_bytes_on_the_wire() {
        let why = explain(&h100(CollectiveSettings {
            nvls: Some(Switchable::Off),
            ..CollectiveSettings::default()
        }));
        assert_eq!(row(&why, "diagram-why-algorithm").value, "Ring");
        // 2 × 7 ÷ 8 of 8 GiB.
        assert_eq!(row(&why, "diagram-why-wire").value, "15 GB");
        assert!(row(&why, "diagram-why-busbw").note.contains("1.75"));
    }

    #[test]
    fn a_measurement_of_the_user_is_called_so() {
        let settings = CollectiveSettings {
            measured_inside_gb_s: Some(400.0),
            ..CollectiveSettings::default()
        };
        let why = explain(&h100(settings));
        let slowest = row(&why, "diagram-why-slowest");
        assert!(slowest.value.contains("400 GB/s"), "{}", slowest.value);
        assert_eq!(slowest.note, texts().get("diagram-your-measurement"));
        let busbw = number(row(&why, "diagram-why-busbw"));
        assert!((busbw / 400.0 - 1.0).abs() < 0.05, "{busbw}");
    }

    /// The runner-up is named with a difference that fits both times, at every size of every design.
    #[test]
    fn every_point_of_every_template_is_explained_in_whole_words() {
        for template in templates::all() {
            let report = evaluate_builtin(&template.design);
            for curve in &report.collectives {
                for point in &curve.points {
                    let line = report.summary.scale_up_gb_s_per_gpu;
                    let Some(why) = why(texts(), point, line) else {
                        assert!(report.summary.gpus < 2, "{}", template.id);
                        continue;
                    };
                    for row in &why.rows {
                        for text in [&row.name, &row.value, &row.note] {
                            assert!(
                                !text.contains(['{', '}']) && !text.contains("diagram-"),
                                "{}: {text}",
                                template.id
                            );
                        }
                        assert!(!row.value.is_empty(), "{}: {}", template.id, row.name);
                    }
                    let algorithm = row(&why, "diagram-why-algorithm");
                    assert!(!algorithm.note.is_empty(), "{}", algorithm.value);
                    let seconds = row(&why, "diagram-why-runner-up").note.contains("longer");
                    if let Some(second) = &point.runner_up {
                        let times = row(&why, "diagram-why-runner-up").note.contains("times");
                        assert_eq!(seconds || times, second.time_us >= point.time_us);
                    }
                }
            }
        }
    }
}
