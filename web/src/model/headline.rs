//! The figures at the right: value, unit, band, what it rests on, and what it becomes after the fix.

use podwright_locales::format;
use podwright_sim_core::report::{Basis, CollectiveCurve, CollectivePoint, Report};
use podwright_sim_core::{Design, design::CollectiveOp, design::WorkloadKind};

use super::words::{say, say_with};

/// What a figure rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// An estimate, by its distance from measurements.
    Basis(Basis),
    /// Words, as "catalogue" or "priced 9 of 11".
    Words(String),
}

/// A range on a scale, all in the same unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// Lower end.
    pub low: f64,
    /// The figure.
    pub value: f64,
    /// Upper end.
    pub high: f64,
    /// The band after the fix: low, value, high.
    pub after: Option<(f64, f64, f64)>,
    /// Ends of the scale.
    pub scale: Ends,
}

/// The ends of a scale; bandwidths of one panel share them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ends {
    /// Left end.
    pub low: f64,
    /// Right end.
    pub high: f64,
    /// Whether powers of ten lie evenly.
    pub logarithmic: bool,
}

impl Ends {
    /// Where a value lies, 0 to 1.
    pub fn place(self, value: f64) -> f64 {
        let (low, high, value) = if self.logarithmic {
            (
                self.low.max(1e-12).ln(),
                self.high.max(1e-12).ln(),
                value.max(1e-12).ln(),
            )
        } else {
            (self.low, self.high, value)
        };
        if high > low {
            ((value - low) / (high - low)).clamp(0.0, 1.0)
        } else {
            0.5
        }
    }
}

/// A headline figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Headline {
    /// A stable name.
    pub key: &'static str,
    /// What it is.
    pub label: String,
    /// The figure.
    pub value: String,
    /// Its unit.
    pub unit: String,
    /// A word beside it, as "not pooled".
    pub note: String,
    /// The range in words, under the figure at the right.
    pub range: String,
    /// The range as a drawing.
    pub band: Option<Band>,
    /// What it rests on.
    pub mark: Option<Mark>,
    /// The figure after the fix, where that differs.
    pub after: Option<String>,
    /// Keys under which the report may explain it, best first.
    pub explain: &'static [&'static str],
}

impl Headline {
    fn new(key: &'static str, label: String) -> Self {
        Self {
            key,
            label,
            value: String::new(),
            unit: String::new(),
            note: String::new(),
            range: String::new(),
            band: None,
            mark: None,
            after: None,
            explain: &[],
        }
    }
}

/// The operation and size that the headline is about: the design's first collective, else all-reduce of 1 GiB.
pub fn headline_message(design: &Design) -> (CollectiveOp, u64) {
    design
        .workloads
        .iter()
        .find_map(|work| match (work.kind, work.op, work.message_bytes) {
            (WorkloadKind::Collective, Some(op), Some(bytes)) => Some((op, bytes)),
            _ => None,
        })
        .unwrap_or((CollectiveOp::AllReduce, 1 << 30))
}

/// Name of an operation, as "All-reduce".
pub fn op_name(op: CollectiveOp) -> String {
    say(&format!("planner-op-{}", op.id().replace('_', "-")))
}

/// The point of a curve that is nearest to a size.
pub fn point_at(
    curves: &[CollectiveCurve],
    op: CollectiveOp,
    bytes: u64,
) -> Option<&CollectivePoint> {
    let curve = curves.iter().find(|curve| curve.op == op)?;
    curve.points.iter().min_by(|a, b| {
        let far = |point: &CollectivePoint| {
            (point.message_bytes.max(1) as f64 / bytes.max(1) as f64)
                .ln()
                .abs()
        };
        far(a).total_cmp(&far(b))
    })
}

/// The answer to the headline message: the workload's own where it takes all GPUs, else from the curves.
pub fn headline_point<'a>(design: &Design, report: &'a Report) -> Option<&'a CollectivePoint> {
    let (op, bytes) = headline_message(design);
    let all = report.summary.gpus;
    report
        .workloads
        .iter()
        .flatten()
        .find(|work| work.op == op && work.point.message_bytes == bytes && work.ranks == all)
        .map(|work| &work.point)
        .or_else(|| point_at(&report.collectives, op, bytes))
}

/// A point's band in bus bandwidth, GB/s.
pub fn busbw_band(point: &CollectivePoint) -> (f64, f64) {
    let scale = |time: f64| {
        if time > 0.0 {
            point.busbw_gb_s * point.time_us / time
        } else {
            point.busbw_gb_s
        }
    };
    (scale(point.time_us_high), scale(point.time_us_low))
}

/// A line rate as the figures show it.
pub fn bandwidth(value: f64) -> String {
    if value >= 100.0 {
        format::fixed(value, 0)
    } else if value >= 1.0 {
        format::trimmed(value, 2)
    } else {
        format::short(value)
    }
}

/// An estimate as the figures show it: three significant digits, as in the drawings.
pub fn estimate(value: f64) -> String {
    format::short(value)
}

/// A range with an en dash.
pub fn range(low: &str, high: &str) -> String {
    if low == high {
        low.to_owned()
    } else {
        format!("{low}–{high}")
    }
}

/// Whether the design stands on a desk: no racks, no network.
pub fn is_workstation(report: &Report) -> bool {
    report.summary.racks.is_none()
        && !report.pools.is_empty()
        && report
            .pools
            .iter()
            .all(|pool| pool.category == "workstation")
        && report.summary.nodes <= 1
}

/// The headline figures, with those after the fix where a report of the fixed design is given.
pub fn headlines(
    design: &Design,
    report: &Report,
    after: Option<(&Design, &Report)>,
) -> Vec<Headline> {
    let mut figures = plain(design, report);
    if let Some((fixed, fixed_report)) = after {
        let fixed = plain(fixed, fixed_report);
        for figure in &mut figures {
            if let Some(other) = fixed.iter().find(|other| other.key == figure.key)
                && other.value != figure.value
            {
                figure.after = Some(if other.unit == figure.unit {
                    other.value.clone()
                } else {
                    format!("{} {}", other.value, other.unit)
                });
                if let (Some(band), Some(fixed)) = (&mut figure.band, &other.band) {
                    band.after = Some((fixed.low, fixed.value, fixed.high));
                }
            }
        }
    }
    share_scales(&mut figures);
    figures
}

const BANDWIDTHS: [&str; 3] = ["collective", "domain", "link"];

/// Bandwidths share their ends; money and power begin at zero.
fn share_scales(figures: &mut [Headline]) {
    let values: Vec<f64> = figures
        .iter()
        .filter(|figure| BANDWIDTHS.contains(&figure.key))
        .filter_map(|figure| figure.band)
        .flat_map(|band| {
            let (low, value, high) = band.after.unwrap_or((band.low, band.value, band.high));
            [band.low, band.high, low, value, high]
        })
        .filter(|value| value.is_finite() && *value > 0.0)
        .collect();
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(0.0, f64::max);
    let bandwidth = if high > 20.0 * low {
        Ends {
            low: power_of_ten(low, false),
            high: power_of_ten(high, true),
            logarithmic: true,
        }
    } else {
        Ends {
            low: 0.0,
            high: nice_above(high),
            logarithmic: false,
        }
    };
    for figure in figures {
        let shared = BANDWIDTHS.contains(&figure.key);
        if let Some(band) = &mut figure.band {
            let top = band
                .after
                .map_or(band.high, |(_, _, high)| high.max(band.high));
            band.scale = if shared {
                bandwidth
            } else {
                Ends {
                    low: 0.0,
                    high: nice_above(top),
                    logarithmic: false,
                }
            };
        }
    }
}

fn power_of_ten(value: f64, above: bool) -> f64 {
    let mut power = 1.0_f64;
    while power > value {
        power /= 10.0;
    }
    while power * 10.0 <= value {
        power *= 10.0;
    }
    if above && power < value {
        power * 10.0
    } else {
        power
    }
}

/// The next of 1, 1.5, 2, 3, 5 and 7 times a power of ten.
fn nice_above(value: f64) -> f64 {
    if value.is_nan() || value <= 0.0 {
        return 1.0;
    }
    let power = power_of_ten(value, false);
    [1.0, 1.5, 2.0, 3.0, 5.0, 7.0, 10.0]
        .into_iter()
        .map(|step| step * power)
        .find(|end| *end >= value)
        .unwrap_or(value)
}

fn band(low: f64, value: f64, high: f64) -> Option<Band> {
    let scale = Ends {
        low: 0.0,
        high: 1.0,
        logarithmic: false,
    };
    [low, value, high]
        .iter()
        .all(|v| v.is_finite())
        .then_some(Band {
            low,
            value,
            high,
            after: None,
            scale,
        })
}

fn plain(design: &Design, report: &Report) -> Vec<Headline> {
    let desk = is_workstation(report);
    let mut figures = Vec::new();
    figures.extend(collective(design, report));
    figures.extend(domain(design, report));
    if report.domain_collectives.is_empty() {
        figures.extend(link(report));
    }
    if desk {
        figures.push(memory(report));
    } else {
        figures.extend(ratio(report).or_else(|| Some(memory(report))));
    }
    figures.push(power(report, desk));
    figures.push(capex(report, desk));
    if !desk {
        figures.extend(hour(report));
    }
    figures
}

fn collective_figure(key: &'static str, label: String, point: &CollectivePoint) -> Headline {
    let (low, high) = busbw_band(point);
    Headline {
        value: estimate(point.busbw_gb_s),
        unit: say("planner-unit-busbw"),
        range: range(&estimate(low), &estimate(high)),
        band: band(low, point.busbw_gb_s, high),
        mark: Some(Mark::Basis(point.basis)),
        ..Headline::new(key, label)
    }
}

fn collective(design: &Design, report: &Report) -> Option<Headline> {
    let (op, _) = headline_message(design);
    let point = headline_point(design, report)?;
    let label = say_with(
        "planner-figure-collective",
        &[
            ("op", op_name(op).into()),
            ("size", format::message_size(point.message_bytes).into()),
        ],
    );
    Some(Headline {
        explain: &["collective", "all_reduce", "busbw", "busbw_gb_s"],
        ..collective_figure("collective", label, point)
    })
}

fn domain(design: &Design, report: &Report) -> Option<Headline> {
    let (op, bytes) = headline_message(design);
    let point = point_at(&report.domain_collectives, op, bytes)?;
    let rack = report.pools.iter().any(|pool| pool.category == "rack");
    let id = if rack {
        "planner-figure-in-rack"
    } else {
        "planner-figure-in-node"
    };
    let label = say_with(id, &[("op", op_name(op).into())]);
    Some(Headline {
        explain: &["domain_collective", "domain", "scale_up_gb_s_per_gpu"],
        ..collective_figure("domain", label, point)
    })
}

fn catalogue() -> Mark {
    Mark::Words(say("planner-mark-catalogue"))
}

fn link(report: &Report) -> Option<Headline> {
    let rate = report.summary.scale_up_gb_s_per_gpu?;
    let label = report.summary.scale_up_label.as_deref().unwrap_or_default();
    // "NV4, four links of …" → "NV4"; "No NVLink; PCIe 4.0 x8, …" → "PCIe 4.0 x8".
    let short = label.rsplit_once(';').map_or(label, |(_, after)| after);
    let short = short
        .split_once([',', '(', ':'])
        .map_or(short, |(before, _)| before)
        .trim()
        .to_owned();
    Some(Headline {
        value: bandwidth(rate),
        unit: say("planner-unit-gb-s"),
        range: short,
        band: band(rate, rate, rate),
        mark: Some(catalogue()),
        explain: &["scale_up_gb_s_per_gpu"],
        ..Headline::new("link", say("planner-figure-link"))
    })
}

fn memory(report: &Report) -> Headline {
    let summary = &report.summary;
    let value = match summary.memory_gb_per_gpu {
        Some(each) => format!(
            "{} × {}",
            format::count(summary.gpus),
            format::trimmed(each, 1)
        ),
        None => format::short(summary.memory_gb_total),
    };
    Headline {
        value,
        unit: say("planner-unit-gb"),
        note: if summary.gpus > 1 {
            say("planner-note-not-pooled")
        } else {
            String::new()
        },
        mark: Some(catalogue()),
        explain: &["memory_gb_total", "memory_gb_per_gpu"],
        ..Headline::new("memory", say("planner-figure-memory"))
    }
}

fn ratio(report: &Report) -> Option<Headline> {
    let summary = &report.summary;
    let (ratio, up, out) = (
        summary.scale_up_to_scale_out_ratio?,
        summary.scale_up_gb_s_per_gpu?,
        summary.scale_out_gb_s_per_gpu?,
    );
    Some(Headline {
        value: format!("{} : 1", format::trimmed(ratio, 1)),
        note: say_with(
            "planner-note-ratio",
            &[("up", bandwidth(up).into()), ("out", bandwidth(out).into())],
        ),
        mark: Some(catalogue()),
        explain: &["scale_up_to_scale_out_ratio"],
        ..Headline::new("ratio", say("planner-figure-ratio"))
    })
}

/// A power split into figure and unit.
fn watts(value: f64) -> (String, String) {
    let text = format::watts(value);
    text.split_once(' ')
        .map_or((text.clone(), String::new()), |(a, b)| {
            (a.to_owned(), b.to_owned())
        })
}

fn power(report: &Report, desk: bool) -> Headline {
    let (typical, most) = (report.power.it_typical_w, report.power.it_max_w);
    let (shown, label) = if desk {
        (most, say("planner-figure-peak"))
    } else {
        (typical, say("planner-figure-power"))
    };
    let (value, unit) = watts(shown);
    let (unit, range) = if desk {
        (
            unit,
            say_with(
                "planner-range-typical",
                &[("value", format::watts(typical).into())],
            ),
        )
    } else {
        (
            say_with("planner-unit-typical", &[("unit", unit.into())]),
            say_with(
                "planner-range-max",
                &[("value", format::watts(most).into())],
            ),
        )
    };
    let unknown = report.power.unknown.len();
    let mark = if unknown == 0 {
        say("planner-mark-catalogue")
    } else {
        say_with("planner-mark-unknown-power", &[("count", unknown.into())])
    };
    Headline {
        value,
        unit,
        range,
        band: band(typical.min(shown), shown, most),
        mark: Some(Mark::Words(mark)),
        explain: if desk {
            &["it_power_max_kw", "it_power_kw"]
        } else {
            &["it_power_kw", "it_power_max_kw"]
        },
        ..Headline::new("power", label)
    }
}

/// An amount split into figure and unit.
fn money(value: f64) -> (String, String) {
    let text = format::usd_large(value);
    text.split_once(' ')
        .map_or((text.clone(), String::new()), |(a, b)| {
            (a.to_owned(), b.to_owned())
        })
}

fn capex(report: &Report, desk: bool) -> Headline {
    let label = say(if desk {
        "planner-figure-parts"
    } else {
        "planner-figure-capex"
    });
    let lines = report.bom.lines.len() as u64;
    let mark = say_with(
        "planner-mark-priced",
        &[
            ("priced", report.bom.priced_lines.into()),
            ("lines", lines.into()),
        ],
    );
    let empty = Headline {
        mark: Some(Mark::Words(mark)),
        explain: &["capex_usd"],
        ..Headline::new("capex", label)
    };
    let summary = &report.summary;
    let Some(capex) = summary.capex_usd else {
        return Headline {
            value: say("planner-unknown"),
            ..empty
        };
    };
    let (value, unit) = money(capex);
    let ends = (
        summary.capex_low_usd.unwrap_or(capex),
        summary.capex_high_usd.unwrap_or(capex),
    );
    let large = capex >= 1e6;
    let end = |value: f64| {
        if large {
            format::fixed(value / 1e6, 1)
        } else {
            format::fixed(value, 0)
        }
    };
    Headline {
        value,
        unit,
        range: range(&end(ends.0), &end(ends.1)),
        band: band(ends.0, capex, ends.1),
        ..empty
    }
}

fn hour(report: &Report) -> Option<Headline> {
    let summary = &report.summary;
    let value = summary.usd_per_gpu_hour?;
    let low = summary.usd_per_gpu_hour_low.unwrap_or(value);
    let high = summary.usd_per_gpu_hour_high.unwrap_or(value);
    let years = format::trimmed(report.cost.years, 1);
    Some(Headline {
        value: format::fixed(value, 2),
        unit: say("planner-unit-gpu-hour"),
        range: range(&format::fixed(low, 2), &format::fixed(high, 2)),
        band: band(low, value, high),
        mark: None,
        explain: &["usd_per_gpu_hour", "tco_usd"],
        ..Headline::new(
            "hour",
            say_with("planner-figure-hour", &[("years", years.into())]),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    use podwright_sim_core::evaluate_builtin;

    use crate::model::findings::leading_fix;
    use crate::model::{patch, sample};

    fn keys(figures: &[Headline]) -> Vec<&'static str> {
        figures.iter().map(|figure| figure.key).collect()
    }

    #[test]
    fn a_fix_shows_what_it_would_change() {
        let design = sample::workstation();
        let report = evaluate_builtin(&design);
        let finding = leading_fix(&report).expect("the wrong bridge has a fix");
        assert_eq!(finding.code, "bridge.spacing");
        let fixed = patch::apply(&design, &finding.patch).expect("applies");
        let after = evaluate_builtin(&fixed);
        assert!(leading_fix(&after).is_none());
        let figures = headlines(&design, &report, Some((&fixed, &after)));
        assert_eq!(
            keys(&figures),
            ["collective", "link", "memory", "power", "capex"]
        );
        let link = &figures[1];
        assert_eq!(link.after.as_deref(), Some("56.25"));
        assert!(figures[0].after.is_some());
        assert!(figures[2].after.is_none(), "a bridge adds no memory");
        let scales: Vec<_> = figures[..2]
            .iter()
            .filter_map(|f| f.band)
            .map(|b| b.scale)
            .collect();
        assert_eq!(scales[0], scales[1], "bandwidths share their ends");
    }

    #[test]
    fn a_cluster_speaks_of_its_ratio_and_hours() {
        let design = sample::cluster();
        let report = evaluate_builtin(&design);
        let figures = headlines(&design, &report, None);
        assert_eq!(
            keys(&figures),
            ["collective", "domain", "ratio", "power", "capex", "hour"]
        );
        assert_eq!(figures[2].value, "18 : 1");
        for figure in figures.iter().filter_map(|figure| figure.band) {
            assert!(figure.low <= figure.value && figure.value <= figure.high);
            assert!(figure.scale.low <= figure.low && figure.high <= figure.scale.high);
        }
    }

    #[test]
    fn an_empty_design_has_figures_without_inventing_any() {
        let design = Design::empty("");
        let figures = headlines(&design, &evaluate_builtin(&design), None);
        let capex = figures
            .iter()
            .find(|figure| figure.key == "capex")
            .expect("shown");
        assert_eq!(capex.value, "unknown");
    }

    #[test]
    fn scales_hold_their_values() {
        for value in [0.3, 1.0, 4.5, 47.4, 841.0, 9_999.0] {
            assert!(nice_above(value) >= value);
            assert!(power_of_ten(value, false) <= value);
            assert!(power_of_ten(value, true) >= value);
        }
        let ends = Ends {
            low: 1.0,
            high: 100.0,
            logarithmic: true,
        };
        assert!((ends.place(10.0) - 0.5).abs() < 1e-9);
        assert_eq!(ends.place(1000.0), 1.0);
        assert_eq!(ends.place(0.0), 0.0);
    }
}
