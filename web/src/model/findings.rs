//! Findings in the order and with the words that the page shows.

use podwright_sim_core::report::{Finding, Report, Severity};

use super::pointer;
use super::words::{say, say_with};

/// How a finding is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tone {
    /// Can't be built.
    Error,
    /// Worse than it looks.
    Warning,
    /// Good to know.
    Note,
    /// A check that found nothing.
    Passed,
}

impl Tone {
    /// Its class in the style sheet.
    pub fn class(self) -> &'static str {
        match self {
            Self::Error => "e",
            Self::Warning => "w",
            Self::Note => "i",
            Self::Passed => "g",
        }
    }

    /// Its word, for those who don't see the colour.
    pub fn word(self) -> String {
        say(match self {
            Self::Error => "planner-tone-error",
            Self::Warning => "planner-tone-warning",
            Self::Note => "planner-tone-note",
            Self::Passed => "planner-tone-passed",
        })
    }
}

/// A finding as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct FindingView {
    /// How it is shown.
    pub tone: Tone,
    /// The finding.
    pub finding: Finding,
}

impl FindingView {
    /// Element ids to focus, nearest first.
    pub fn targets(&self) -> Vec<String> {
        pointer::focus_candidates(&self.finding.at)
    }

    /// Whether its fix can be applied as it is.
    pub fn can_fix(&self) -> bool {
        !self.finding.patch.is_empty()
    }

    /// Words of the button that applies the fix.
    pub fn fix_words(&self) -> String {
        self.finding
            .fix
            .clone()
            .unwrap_or_else(|| say("planner-fix"))
    }
}

/// All findings: errors first, then warnings, notes, and checks that passed.
pub fn list(report: &Report) -> Vec<FindingView> {
    let found = report.findings.iter().map(|finding| FindingView {
        tone: match finding.severity {
            Severity::Error => Tone::Error,
            Severity::Warning => Tone::Warning,
            Severity::Info => Tone::Note,
        },
        finding: finding.clone(),
    });
    let passed = report.passed.iter().map(|finding| FindingView {
        tone: Tone::Passed,
        finding: finding.clone(),
    });
    let mut views: Vec<FindingView> = found.chain(passed).collect();
    views.sort_by_key(|view| view.tone);
    views
}

/// Counts for the chips, errors first; tones without a finding are left out.
pub fn chips(report: &Report) -> Vec<(Tone, String)> {
    let count = |severity| {
        report
            .findings
            .iter()
            .filter(|f| f.severity == severity)
            .count()
    };
    [
        (Tone::Error, "planner-chip-errors", count(Severity::Error)),
        (
            Tone::Warning,
            "planner-chip-warnings",
            count(Severity::Warning),
        ),
        (Tone::Note, "planner-chip-notes", count(Severity::Info)),
    ]
    .into_iter()
    .filter(|(_, _, n)| *n > 0)
    .map(|(tone, id, n)| (tone, say_with(id, &[("count", n.into())])))
    .collect()
}

/// The finding whose fix "after fix" speaks of: the worst one that can be applied as it is.
pub fn leading_fix(report: &Report) -> Option<&Finding> {
    report
        .findings
        .iter()
        .filter(|finding| !finding.patch.is_empty() && finding.severity == Severity::Error)
        .min_by_key(|finding| finding.severity)
}

/// The worst finding at a place or inside it, of error or warning.
pub fn at_place<'a>(report: &'a Report, place: &str) -> Option<&'a Finding> {
    report
        .findings
        .iter()
        .filter(|finding| {
            finding.severity != Severity::Info && pointer::is_within(&finding.at, place)
        })
        .min_by_key(|finding| finding.severity)
}
