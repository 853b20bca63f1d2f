//! The figures at the right: value, unit, band, what it rests on, and what it becomes after the fix.

mod bandwidth;
mod money;
mod power;
mod scale;

use podwright_locales::format;
use podwright_sim_core::Design;
use podwright_sim_core::report::{Basis, Report};

use super::words::say;
pub use bandwidth::{
    bandwidth, busbw_band, estimate, headline_message, headline_point, op_name, point_at,
};
pub use scale::{Band, Ends};

/// What a figure rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// An estimate, by its distance from measurements.
    Basis(Basis),
    /// Words, as "catalogue" or "priced 9 of 11".
    Words(String),
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
    scale::share(&mut figures);
    figures
}

fn plain(design: &Design, report: &Report) -> Vec<Headline> {
    let desk = is_workstation(report);
    let mut figures = Vec::new();
    figures.extend(bandwidth::collective(design, report));
    figures.extend(bandwidth::domain(design, report));
    if report.domain_collectives.is_empty() {
        figures.extend(bandwidth::link(report));
    }
    if desk {
        figures.push(memory(report));
    } else {
        figures.extend(bandwidth::ratio(report).or_else(|| Some(memory(report))));
    }
    figures.push(power::power(report, desk));
    figures.push(money::capex(report, desk));
    if !desk {
        figures.extend(money::hour(report));
    }
    figures
}

fn catalogue() -> Mark {
    Mark::Words(say("planner-mark-catalogue"))
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
}
