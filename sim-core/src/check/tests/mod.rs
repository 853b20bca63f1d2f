//! Rules against designs: what triggers each, what just does not, and whether its fix settles it.

mod fabrics;
mod laws;
mod measured;
mod nodes;
mod unused;
mod words;

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::design::{Design, apply_patch};
use crate::evaluate_builtin;
use crate::report::{Finding, PatchOp, PatchStep, Report, Severity};

/// Two RTX 3090 with a bridge on a wide platform: nothing is wrong with it.
fn dual_3090() -> Value {
    json!({
        "schema": "podwright.design/1",
        "pools": [{ "id": "ws", "count": 1, "node": {
            "gpu": "rtx-3090", "count": 2,
            "slots": [
                { "position": 1, "pcie_gen": 4, "lanes": 16 },
                { "position": 5, "pcie_gen": 4, "lanes": 16 },
                { "position": 9, "pcie_gen": 4, "lanes": 16 }
            ],
            "bridges": [{ "id": "nvlink-bridge-rtx3090-4slot", "gpus": [0, 1] }],
            "psu_w": 1200, "host_w": 250, "cpu_lanes": 64, "cpu_vendor": "intel"
        }}]
    })
}

/// The document with members put at pointers; null takes them out.
fn with(base: &Value, changes: &[(&str, Value)]) -> Value {
    let steps: Vec<PatchStep> = changes
        .iter()
        .map(|(path, value)| PatchStep {
            op: if value.is_null() {
                PatchOp::Remove
            } else {
                PatchOp::Add
            },
            path: (*path).to_owned(),
            value: value.clone(),
        })
        .collect();
    apply_patch(base, &steps).expect("the test names places that exist")
}

/// Evaluates and holds every finding to what findings promise.
fn judge(document: &Value) -> Report {
    let design = Design::from_value(document).expect("the test's design is well-formed");
    let report = evaluate_builtin(&design);
    hold(&design, &report);
    report
}

/// What every finding promises: a place in the design, whole words, order, a patch that settles it.
fn hold(design: &Design, report: &Report) {
    let document = serde_json::to_value(design).expect("designs serialise");
    let keys: Vec<Severity> = report.findings.iter().map(|f| f.severity).collect();
    assert!(keys.is_sorted(), "worst first: {keys:?}");
    for finding in report.findings.iter().chain(&report.passed) {
        words::whole(finding);
        let parent = finding.at.rsplit_once('/').map_or("", |(parent, _)| parent);
        assert!(
            document.pointer(&finding.at).is_some() || document.pointer(parent).is_some(),
            "{} points at {}",
            finding.code,
            finding.at
        );
        if !finding.patch.is_empty() {
            settles(&document, report, finding);
        }
    }
    for passed in &report.passed {
        assert_eq!(passed.severity, Severity::Info, "{}", passed.code);
        assert!(
            passed.patch.is_empty() && passed.fix.is_none(),
            "{}",
            passed.code
        );
    }
}

/// Findings that leave a fabric or a node out: what they hid may come to light when they are settled.
const HIDES: [&str; 9] = [
    "switch.ports_exceeded",
    "switch.no_such_rate",
    "card.is_module",
    "fabric.growth_unplanned",
    "fabric.no_switch",
    "fabric.planes_unequal",
    "fabric.protocol",
    "fabric.rate_above_adapter",
    "fabric.rails_unequal",
];

/// The patch applies, the finding is gone and no error has come that was not hidden before.
fn settles(document: &Value, before: &Report, finding: &Finding) {
    let patched = apply_patch(document, &finding.patch)
        .unwrap_or_else(|error| panic!("{}: {error}", finding.code));
    let design =
        Design::from_value(&patched).unwrap_or_else(|error| panic!("{}: {error}", finding.code));
    let after = evaluate_builtin(&design);
    let count = |report: &Report| {
        report
            .findings
            .iter()
            .filter(|other| other.code == finding.code)
            .count()
    };
    assert!(
        count(&after) < count(before),
        "{} stays after {:?}",
        finding.code,
        finding.patch
    );
    let errors = |report: &Report| {
        let mut codes = BTreeMap::new();
        for error in report
            .findings
            .iter()
            .filter(|f| f.severity == Severity::Error)
        {
            // A run that no part fits and one that a part does not reach are the same error to a reader.
            let code = match error.code.as_str() {
                "cable.none_fits" | "cable.too_long" => "cable",
                code => code,
            };
            *codes.entry(code.to_owned()).or_insert(0) += 1;
        }
        codes
    };
    if HIDES.contains(&finding.code.as_str()) {
        return;
    }
    let had = errors(before);
    for (code, n) in errors(&after) {
        assert!(
            n <= had.get(&code).copied().unwrap_or_default(),
            "{} brings {code} by {:?}",
            finding.code,
            finding.patch
        );
    }
}

fn found<'a>(report: &'a Report, code: &str) -> Option<&'a Finding> {
    report.findings.iter().find(|finding| finding.code == code)
}

fn passed<'a>(report: &'a Report, code: &str) -> Option<&'a Finding> {
    report.passed.iter().find(|finding| finding.code == code)
}

#[track_caller]
fn has(document: &Value, severity: Severity, code: &str) -> Finding {
    let report = judge(document);
    let finding = found(&report, code).unwrap_or_else(|| {
        panic!(
            "no {code} among {:?}",
            report.findings.iter().map(|f| &f.code).collect::<Vec<_>>()
        )
    });
    assert_eq!(finding.severity, severity, "{code}");
    finding.clone()
}

#[track_caller]
fn lacks(document: &Value, code: &str) -> Report {
    let report = judge(document);
    if let Some(finding) = found(&report, code) {
        panic!("{code}: {}", finding.message);
    }
    report
}
