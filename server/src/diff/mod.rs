//! What changes between two designs: figures, parts, times, findings.

mod doubt;
mod limits;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use podwright_locales::format;
use podwright_sim_core::Report;
use podwright_sim_core::report::{BomLine, CollectivePoint, Finding, Severity, TierRole};
use serde::Serialize;
use utoipa::ToSchema;

pub use limits::{Judged, Limits, Verdict};

/// Message sizes at which times are compared: small, middle, large.
const SIZES: [u64; 3] = [64 << 10, 16 << 20, 8 << 30];

/// What changes from one design to another.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Diff {
    /// The design before.
    pub from: Side,
    /// The design after.
    pub to: Side,
    /// The headline figures that differ.
    pub figures: Vec<FigureChange>,
    /// The switch tiers whose ports differ.
    pub ports: Vec<PortChange>,
    /// The parts whose number or price differs.
    pub bom: Vec<LineChange>,
    /// The collective times that differ, at three sizes.
    pub collectives: Vec<TimeChange>,
    /// Findings that are new.
    pub findings_added: Vec<DiffFinding>,
    /// Findings that are gone.
    pub findings_removed: Vec<DiffFinding>,
    /// The limits that were set, each with what became of it.
    pub limits: Vec<Judged>,
    /// The worst of the limits and of new errors: `allow`, `warn` or `block`.
    pub verdict: Verdict,
    /// Whether the change must not go on: a limit blocks it, or the design after has an error that the one before has not.
    pub blocked: bool,
}

/// One of the two designs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Side {
    /// Its name.
    pub name: String,
    /// Its fingerprint.
    pub design_hash: String,
}

/// A headline figure that differs.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct FigureChange {
    /// The field of `summary`; its name ends in the unit.
    #[schema(example = "capex_usd")]
    pub figure: String,
    /// Before; null when unknown.
    pub from: Option<f64>,
    /// After; null when unknown.
    pub to: Option<f64>,
    /// Change in per cent of before; null when either is unknown or before is 0.
    pub change_percent: Option<f64>,
}

/// A tier of switches whose ports differ. Ports count links at the fabric's rate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PortChange {
    /// The fabric's id.
    pub fabric: String,
    /// `leaf`, `spine` or `core`.
    pub tier: String,
    /// Switches before.
    pub from_switches: u64,
    /// Switches after.
    pub to_switches: u64,
    /// Ports in use before.
    pub from_ports_used: u64,
    /// Ports in use after.
    pub to_ports_used: u64,
    /// Ports there are before.
    pub from_ports_total: u64,
    /// Ports there are after.
    pub to_ports_total: u64,
}

/// A part whose number or price differs.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct LineChange {
    /// The part.
    pub part_id: String,
    /// What it is.
    pub description: String,
    /// Pieces before, spares included.
    pub from_quantity: u64,
    /// Pieces after, spares included.
    pub to_quantity: u64,
    /// Extended price before; null when unknown or absent.
    pub from_usd: Option<f64>,
    /// Extended price after; null when unknown or absent.
    pub to_usd: Option<f64>,
}

/// A collective time that differs.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct TimeChange {
    /// The operation.
    pub op: String,
    /// The message size, bytes.
    pub message_bytes: u64,
    /// GPUs before.
    pub from_ranks: u64,
    /// GPUs after.
    pub to_ranks: u64,
    /// Time before, µs.
    pub from_us: f64,
    /// Time after, µs.
    pub to_us: f64,
    /// Change in per cent of before.
    pub change_percent: Option<f64>,
}

/// A finding of one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DiffFinding {
    /// Its code.
    pub code: String,
    /// `error`, `warning` or `info`.
    pub severity: String,
    /// Its heading.
    pub title: String,
    /// Its sentence.
    pub message: String,
    /// JSON pointer into the design.
    pub at: String,
}

/// Compares two reports. `limits` is what [`Limits::judge`] says of them.
pub fn diff(from: &Report, to: &Report, limits: Vec<Judged>) -> Diff {
    let (added, removed) = findings(from, to);
    let worse = added
        .iter()
        .any(|finding| finding.severity == severity(Severity::Error));
    let of_errors = if worse {
        Verdict::Block
    } else {
        Verdict::Allow
    };
    let verdict = limits
        .iter()
        .map(|judged| judged.verdict)
        .fold(of_errors, Verdict::max);
    Diff {
        from: side(from),
        to: side(to),
        figures: figures(from, to),
        ports: ports(from, to),
        bom: lines(from, to),
        collectives: times(from, to),
        limits,
        verdict,
        blocked: verdict == Verdict::Block,
        findings_added: added,
        findings_removed: removed,
    }
}

/// Switches, ports in use and ports of every tier.
fn by_tier(report: &Report) -> BTreeMap<(&str, TierRole), [u64; 3]> {
    report
        .fabrics
        .iter()
        .flat_map(|fabric| {
            fabric.tiers.iter().map(|tier| {
                let counts = [tier.count, tier.ports_used, tier.ports_total];
                ((fabric.id.as_str(), tier.role), counts)
            })
        })
        .collect()
}

fn ports(from: &Report, to: &Report) -> Vec<PortChange> {
    let (before, after) = (by_tier(from), by_tier(to));
    let keys: BTreeSet<_> = before.keys().chain(after.keys()).copied().collect();
    keys.into_iter()
        .filter(|key| before.get(key) != after.get(key))
        .map(|key| {
            let old = before.get(&key).copied().unwrap_or_default();
            let new = after.get(&key).copied().unwrap_or_default();
            PortChange {
                fabric: key.0.to_owned(),
                tier: key.1.id().to_owned(),
                from_switches: old[0],
                to_switches: new[0],
                from_ports_used: old[1],
                to_ports_used: new[1],
                from_ports_total: old[2],
                to_ports_total: new[2],
            }
        })
        .collect()
}

fn side(report: &Report) -> Side {
    Side {
        name: report.name.clone(),
        design_hash: report.design_hash.clone(),
    }
}

fn change_percent(from: Option<f64>, to: Option<f64>) -> Option<f64> {
    let (from, to) = (from?, to?);
    (from != 0.0).then(|| ((to / from - 1.0) * 1e4).round() / 100.0)
}

fn figures(from: &Report, to: &Report) -> Vec<FigureChange> {
    let of = |report: &Report| -> Vec<(&'static str, Option<f64>)> {
        let s = &report.summary;
        vec![
            ("gpus", Some(s.gpus as f64)),
            ("nodes", Some(s.nodes as f64)),
            ("racks", s.racks.map(|racks| racks as f64)),
            ("memory_gb_total", Some(s.memory_gb_total)),
            ("dense_pflops_bf16", s.dense_pflops_bf16),
            ("scale_up_gb_s_per_gpu", s.scale_up_gb_s_per_gpu),
            ("scale_out_gb_s_per_gpu", s.scale_out_gb_s_per_gpu),
            ("scale_up_to_scale_out_ratio", s.scale_up_to_scale_out_ratio),
            ("bisection_gb_s", s.bisection_gb_s),
            ("oversubscription", s.oversubscription),
            ("it_power_kw", Some(s.it_power_kw)),
            ("it_power_max_kw", Some(s.it_power_max_kw)),
            ("facility_power_kw", Some(s.facility_power_kw)),
            ("capex_usd", s.capex_usd),
            ("tco_usd", s.tco_usd),
            ("usd_per_gpu_hour", s.usd_per_gpu_hour),
            ("price_coverage", Some(s.price_coverage)),
        ]
    };
    of(from)
        .into_iter()
        .zip(of(to))
        .filter(|((_, before), (_, after))| before != after)
        .map(|((figure, before), (_, after))| FigureChange {
            figure: figure.to_owned(),
            from: before,
            to: after,
            change_percent: change_percent(before, after),
        })
        .collect()
}

/// Pieces and money of all lines of a part.
fn by_part(report: &Report) -> BTreeMap<(&str, &str), (u64, Option<f64>)> {
    let mut parts = BTreeMap::new();
    for BomLine {
        part_id,
        description,
        quantity,
        spares,
        extended_usd,
        ..
    } in &report.bom.lines
    {
        let entry: &mut (u64, Option<f64>) = parts
            .entry((part_id.as_str(), description.as_str()))
            .or_insert((0, Some(0.0)));
        entry.0 += quantity + spares;
        entry.1 = entry.1.zip(*extended_usd).map(|(sum, usd)| sum + usd);
    }
    parts
}

fn lines(from: &Report, to: &Report) -> Vec<LineChange> {
    let (before, after) = (by_part(from), by_part(to));
    let keys: BTreeSet<_> = before.keys().chain(after.keys()).copied().collect();
    keys.into_iter()
        .filter(|key| before.get(key) != after.get(key))
        .map(|key| LineChange {
            part_id: key.0.to_owned(),
            description: key.1.to_owned(),
            from_quantity: before.get(&key).map_or(0, |(count, _)| *count),
            to_quantity: after.get(&key).map_or(0, |(count, _)| *count),
            from_usd: before.get(&key).and_then(|(_, usd)| *usd),
            to_usd: after.get(&key).and_then(|(_, usd)| *usd),
        })
        .collect()
}

fn times(from: &Report, to: &Report) -> Vec<TimeChange> {
    let mut changes = Vec::new();
    for before in &from.collectives {
        let Some(after) = to.collectives.iter().find(|curve| curve.op == before.op) else {
            continue;
        };
        let at = |points: &[CollectivePoint], size| {
            points
                .iter()
                .find(|point| point.message_bytes == size)
                .map(|point| point.time_us)
        };
        for size in SIZES {
            if let (Some(from_us), Some(to_us)) =
                (at(&before.points, size), at(&after.points, size))
                && (from_us != to_us || before.ranks != after.ranks)
            {
                changes.push(TimeChange {
                    op: before.op.id().to_owned(),
                    message_bytes: size,
                    from_ranks: before.ranks,
                    to_ranks: after.ranks,
                    from_us,
                    to_us,
                    change_percent: change_percent(Some(from_us), Some(to_us)),
                });
            }
        }
    }
    changes
}

/// The name of a severity in documents.
pub fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}

fn findings(from: &Report, to: &Report) -> (Vec<DiffFinding>, Vec<DiffFinding>) {
    let only_in = |these: &[Finding], those: &[Finding]| {
        these
            .iter()
            .filter(|finding| {
                !those
                    .iter()
                    .any(|other| (&other.code, &other.at) == (&finding.code, &finding.at))
            })
            .map(|finding| DiffFinding {
                code: finding.code.clone(),
                severity: severity(finding.severity).to_owned(),
                title: finding.title.clone(),
                message: finding.message.clone(),
                at: finding.at.clone(),
            })
            .collect()
    };
    (
        only_in(&to.findings, &from.findings),
        only_in(&from.findings, &to.findings),
    )
}

impl Diff {
    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.figures.is_empty()
            && self.ports.is_empty()
            && self.bom.is_empty()
            && self.collectives.is_empty()
            && self.findings_added.is_empty()
            && self.findings_removed.is_empty()
    }

    /// The same as Markdown, for a merge request.
    pub fn markdown(&self) -> String {
        let mut text = format!(
            "## {} → {}\n",
            escape(&self.from.name),
            escape(&self.to.name)
        );
        // Writing into a String cannot fail.
        let _ = self.write_markdown(&mut text);
        text
    }

    fn write_markdown(&self, text: &mut String) -> std::fmt::Result {
        if !self.limits.is_empty() {
            writeln!(text, "\n**Verdict: {}**\n", self.verdict.id())?;
            writeln!(text, "| Limit | Figure | Change | |\n|---|---|--:|---|")?;
            for judged in &self.limits {
                writeln!(
                    text,
                    "| {} | {} | {} | {}: {} |",
                    judged.limit,
                    judged.figure,
                    judged
                        .change_percent
                        .map_or_else(|| "–".to_owned(), signed_percent),
                    judged.verdict.id(),
                    judged.reason
                )?;
            }
        }
        if self.is_empty() {
            return writeln!(text, "\nNo difference.");
        }
        let number = |value: Option<f64>| {
            value.map_or_else(|| "unknown".to_owned(), |v| format::trimmed(v, 2))
        };
        // No pieces cost nothing; pieces without a price cost nobody knows what.
        let money = |quantity: u64, usd| {
            if quantity == 0 {
                "–".to_owned()
            } else {
                number(usd)
            }
        };
        let percent = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), signed_percent);
        if !self.figures.is_empty() {
            writeln!(
                text,
                "\n| Figure | Before | After | Change |\n|---|--:|--:|--:|"
            )?;
            for FigureChange {
                figure,
                from,
                to,
                change_percent,
            } in &self.figures
            {
                writeln!(
                    text,
                    "| {figure} | {} | {} | {} |",
                    number(*from),
                    number(*to),
                    percent(*change_percent)
                )?;
            }
        }
        if !self.ports.is_empty() {
            writeln!(
                text,
                "\n| Fabric | Tier | Switches | Ports in use | Ports |\n|---|---|--:|--:|--:|"
            )?;
            let step = |from: u64, to: u64| {
                if from == to {
                    format::count(to)
                } else {
                    format!("{} → {}", format::count(from), format::count(to))
                }
            };
            for change in &self.ports {
                writeln!(
                    text,
                    "| {} | {} | {} | {} | {} |",
                    escape(&change.fabric),
                    change.tier,
                    step(change.from_switches, change.to_switches),
                    step(change.from_ports_used, change.to_ports_used),
                    step(change.from_ports_total, change.to_ports_total)
                )?;
            }
        }
        if !self.collectives.is_empty() {
            writeln!(
                text,
                "\n| Collective | Size | Before | After | Change |\n|---|--:|--:|--:|--:|"
            )?;
            for change in &self.collectives {
                writeln!(
                    text,
                    "| {} | {} | {} | {} | {} |",
                    change.op,
                    format::message_size(change.message_bytes),
                    format::duration_us(change.from_us),
                    format::duration_us(change.to_us),
                    percent(change.change_percent)
                )?;
            }
        }
        if !self.bom.is_empty() {
            writeln!(
                text,
                "\n| Part | Before | After | USD before | USD after |\n|---|--:|--:|--:|--:|"
            )?;
            for line in &self.bom {
                writeln!(
                    text,
                    "| {} | {} | {} | {} | {} |",
                    escape(&line.description),
                    format::count(line.from_quantity),
                    format::count(line.to_quantity),
                    money(line.from_quantity, line.from_usd),
                    money(line.to_quantity, line.to_usd)
                )?;
            }
        }
        for (heading, findings) in [
            ("New findings", &self.findings_added),
            ("Gone", &self.findings_removed),
        ] {
            if !findings.is_empty() {
                writeln!(text, "\n### {heading}\n")?;
                for finding in findings {
                    let (severity, code) = (&finding.severity, &finding.code);
                    writeln!(text, "- {severity} `{code}`: {}", escape(&finding.message))?;
                }
            }
        }
        Ok(())
    }
}

/// A change with its sign: `+4.2 %`.
pub fn signed_percent(value: f64) -> String {
    let text = format::trimmed(value, 1);
    let sign = if value > 0.0 && text != "0" { "+" } else { "" };
    format!("{sign}{text} %")
}

/// Text that a table cell may hold.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '|' | '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' => {
                out.push('\\');
                out.push(c);
            }
            '\n' | '\r' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_cannot_be_broken_out_of() {
        assert_eq!(escape("a|b\n<script>"), "a\\|b \\<script\\>");
    }

    #[test]
    fn changes_carry_their_sign() {
        assert_eq!(change_percent(Some(200.0), Some(210.0)), Some(5.0));
        assert_eq!(change_percent(Some(0.0), Some(1.0)), None);
        assert_eq!(change_percent(None, Some(1.0)), None);
        assert_eq!(signed_percent(5.0), "+5 %");
        assert_eq!(signed_percent(0.01), "0 %");
        assert_eq!(signed_percent(-5.3), "−5.3 %");
    }
}
