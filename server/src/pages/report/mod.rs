//! A report as a page shows it: every figure written out, in the order of the sheet.

mod collectives;
mod costs;
mod fabrics;
mod power;
mod summary;

use podwright_diagram::report::Titled;
use podwright_locales::format;
use podwright_sim_core::report::{Explanation, Finding, Severity};
use podwright_sim_core::{Design, Report};
use time::OffsetDateTime;
use time::macros::format_description;

use super::drawings;
use super::frame::Words;
use crate::store::ShareRow;

pub use summary::Figure;

/// Where the report is from.
pub enum Origin<'a> {
    /// Computed now for a template.
    Template,
    /// Stored with a share.
    Share {
        /// The share.
        row: &'a ShareRow,
        /// The address of its page.
        url: String,
    },
}

/// A line about where the report is from.
pub struct Provenance {
    /// What it says.
    pub label: String,
    /// What it is.
    pub value: String,
    /// Whether it is written in the fixed-width face.
    pub mono: bool,
}

/// A finding as the page shows it.
pub struct FindingView {
    /// `e`, `w` or `i`: the class of its row.
    pub class: &'static str,
    /// The name of its icon.
    pub icon: &'static str,
    /// Its severity in words, for readers.
    pub kind: String,
    /// Its heading.
    pub title: String,
    /// Its sentence.
    pub message: String,
    /// What to do; may be empty.
    pub fix: String,
    /// Where it is from; may be empty.
    pub source: String,
    /// The JSON pointer.
    pub at: String,
}

/// How a figure came about.
pub struct Explained {
    /// The figure.
    pub name: String,
    /// Its value.
    pub result: String,
    /// The formula in words.
    pub formula: String,
    /// Name, value and source of each input.
    pub inputs: Vec<(String, String, String)>,
}

/// A drawing.
pub struct DrawingView {
    /// The result in words.
    pub label: String,
    /// The drawing.
    pub svg: String,
    /// Whether it takes half of the sheet at most.
    pub small: bool,
}

impl DrawingView {
    fn new(drawn: Titled) -> Self {
        Self {
            small: drawn.drawing.width <= 480.0,
            label: drawn.title,
            svg: drawn.drawing.svg,
        }
    }
}

/// The sheet.
pub struct ReportView {
    /// What sort of report it is.
    pub kind: String,
    /// The design's name.
    pub name: String,
    /// One sentence on what it is.
    pub lead: String,
    /// Where it is from.
    pub provenance: Vec<Provenance>,
    /// The headline figures.
    pub summary: Vec<Figure>,
    /// How many findings of each kind.
    pub finding_counts: String,
    /// The findings, worst first.
    pub findings: Vec<FindingView>,
    /// The boards of workstations.
    pub boards: Vec<DrawingView>,
    /// The fabrics, or the links of nodes without one.
    pub drawings: Vec<DrawingView>,
    /// The networks.
    pub fabrics: Vec<fabrics::FabricView>,
    /// The pools.
    pub pools: Vec<fabrics::PoolView>,
    /// The collectives; none without GPUs.
    pub collectives: Option<collectives::CollectivesView>,
    /// Why there is no sum of money; empty where there is one.
    pub no_total: String,
    /// The bill.
    pub bom: costs::BomView,
    /// The costs; none where nothing has a price.
    pub cost: Option<costs::CostView>,
    /// Power.
    pub power: power::PowerView,
    /// Racks.
    pub racks: Vec<power::RackView>,
    /// One rack of each kind, and the floor.
    pub rack_drawings: Vec<DrawingView>,
    /// How the figures came about.
    pub explained: Vec<Explained>,
}

impl ReportView {
    /// The sheet of a report.
    pub fn new(t: Words, report: &Report, design: &Design, origin: &Origin<'_>) -> Self {
        let boards = drawings::boards(t, report, design, drawings::HALF);
        // A board and the links of its node stand side by side.
        let width = if boards.is_empty() {
            drawings::SHEET
        } else {
            drawings::HALF
        };
        let drawn = drawings::topology(t, report, width);
        Self {
            kind: match origin {
                Origin::Template => t.get("page-report-of-template"),
                Origin::Share { .. } => t.get("page-report-kind"),
            },
            name: report.name.clone(),
            lead: summary::lead(t, report),
            provenance: provenance(t, report, origin),
            summary: summary::figures(t, report),
            finding_counts: finding_counts(t, &report.findings),
            findings: report
                .findings
                .iter()
                .map(|finding| finding_view(t, finding))
                .collect(),
            boards: boards.into_iter().map(DrawingView::new).collect(),
            fabrics: fabrics::fabrics(t, report),
            drawings: drawn.into_iter().map(DrawingView::new).collect(),
            pools: fabrics::pools(t, report),
            collectives: collectives::view(t, report, drawings::chosen_bytes(design)),
            no_total: costs::no_total(t, report),
            bom: costs::bom(t, report),
            cost: costs::cost(t, report, design),
            power: power::power(t, report),
            racks: power::racks(t, report),
            rack_drawings: drawings::racks(t, report, design, drawings::SHEET)
                .into_iter()
                .map(DrawingView::new)
                .collect(),
            explained: explained(t, report),
        }
    }
}

impl ReportView {
    /// Boards, then what joins the GPUs.
    pub fn drawings_in_order(&self) -> impl Iterator<Item = &DrawingView> {
        self.boards.iter().chain(&self.drawings)
    }
}

fn provenance(t: Words, report: &Report, origin: &Origin<'_>) -> Vec<Provenance> {
    let mut rows = Vec::new();
    let mut row = |id: &str, value: String, mono: bool| {
        rows.push(Provenance {
            label: t.get(id),
            value,
            mono,
        });
    };
    if let Origin::Share { row: share, .. } = origin {
        let value = format!("{}, {}", share.revision, utc(share.created_ms));
        row("page-report-revision", value, false);
    }
    row("page-report-engine", report.engine_version.clone(), false);
    row("page-report-catalog", report.catalog_version.clone(), false);
    row(
        "page-report-prices",
        report.price_book_version.clone(),
        false,
    );
    let hash: String = report.design_hash.chars().take(19).collect();
    row("page-report-hash", hash, true);
    if let Origin::Share { row: share, url } = origin {
        row("page-report-link", url.clone(), true);
        let end = share
            .expires_ms
            .map_or_else(|| t.get("page-report-never"), utc);
        row("page-report-expires", end, false);
    }
    rows
}

/// A time as people read it: `2026-11-30 10:12 UTC`.
pub fn utc(ms: i64) -> String {
    let form = format_description!("[year]-[month]-[day] [hour]:[minute] UTC");
    OffsetDateTime::from_unix_timestamp(ms.div_euclid(1_000))
        .ok()
        .and_then(|time| time.format(form).ok())
        .unwrap_or_else(|| format::count(0))
}

fn finding_counts(t: Words, findings: &[Finding]) -> String {
    let count = |severity| {
        findings
            .iter()
            .filter(|finding| finding.severity == severity)
            .count()
    };
    [
        ("page-report-errors", Severity::Error),
        ("page-report-warnings", Severity::Warning),
        ("page-report-notes", Severity::Info),
    ]
    .map(|(id, severity)| t.with(id, &[("count", count(severity).into())]))
    .join(", ")
}

fn finding_view(t: Words, finding: &Finding) -> FindingView {
    let (class, icon, kind) = match finding.severity {
        Severity::Error => ("e", "err", "page-report-error"),
        Severity::Warning => ("w", "wrn", "page-report-warning"),
        Severity::Info => ("i", "inf", "page-report-note"),
    };
    FindingView {
        class,
        icon,
        kind: t.get(kind),
        title: finding.title.clone(),
        message: finding.message.clone(),
        fix: finding
            .fix
            .as_ref()
            .map(|fix| t.with("page-report-fix", &[("fix", fix.into())]))
            .unwrap_or_default(),
        source: finding
            .source
            .as_ref()
            .map(|source| t.with("page-report-source", &[("source", source.into())]))
            .unwrap_or_default(),
        at: finding.at.clone(),
    }
}

/// How the figures came about; figures that come about alike stand together.
fn explained(t: Words, report: &Report) -> Vec<Explained> {
    let name = |figure: &str| {
        t.get_or(
            &format!("page-explain-{}", figure.replace('_', "-")),
            figure,
        )
    };
    let mut seen: Vec<(&Explanation, Vec<String>)> = Vec::new();
    for (figure, explanation) in &report.explain {
        match seen.iter_mut().find(|(other, _)| *other == explanation) {
            Some((_, names)) => names.push(name(figure)),
            None => seen.push((explanation, vec![name(figure)])),
        }
    }
    seen.into_iter()
        .map(|(explanation, names)| Explained {
            name: names.join(" · "),
            result: explanation.result.clone(),
            formula: explanation.formula.clone(),
            inputs: explanation
                .inputs
                .iter()
                .map(|input| {
                    (
                        input.name.clone(),
                        input.value.clone(),
                        input.source.clone(),
                    )
                })
                .collect(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_in_utc() {
        assert_eq!(utc(1_796_032_800_000), "2026-11-30 10:00 UTC");
        assert_eq!(utc(-1), "1969-12-31 23:59 UTC");
    }
}
