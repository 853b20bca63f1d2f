//! Words of findings: every code has them, none is left over, the table of codes agrees.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use podwright_locales::{Language, Texts};

use crate::report::Finding;

/// Whether a finding's words are whole: no message id, no placeable, a full stop where there is a sentence.
#[track_caller]
pub(super) fn whole(finding: &Finding) {
    let fix = finding.fix.as_deref().unwrap_or("Fix");
    for text in [
        &finding.title,
        &finding.message,
        fix,
        finding.source.as_deref().unwrap_or("S"),
    ] {
        assert!(!text.is_empty(), "{}: empty", finding.code);
        assert!(!text.contains(['{', '}', '!']), "{}: {text}", finding.code);
        assert!(!text.contains("finding-"), "{}: {text}", finding.code);
        assert!(!text.contains("  "), "{}: {text}", finding.code);
        assert!(!text.contains("please"), "{}: {text}", finding.code);
    }
    assert!(
        finding.message.ends_with('.'),
        "{}: {}",
        finding.code,
        finding.message
    );
    assert!(
        !finding.title.ends_with('.'),
        "{}: {}",
        finding.code,
        finding.title
    );
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the crate has its sources") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the test reads the sources, the model does not"
)]
fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("readable")
}

/// Every code that this crate builds findings with, and its severity.
fn codes() -> BTreeMap<String, &'static str> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut codes = BTreeMap::new();
    for file in files {
        let text = read(&file);
        for severity in ["error", "warning", "info"] {
            for piece in text
                .split(&format!("FindingBuilder::{severity}(\""))
                .skip(1)
            {
                let code = piece.split('"').next().expect("split gives a first part");
                let other = codes.insert(code.to_owned(), severity);
                assert!(
                    other.is_none_or(|other| other == severity),
                    "{code} has two severities"
                );
            }
        }
    }
    codes
}

fn stem(code: &str) -> String {
    format!("finding-{}", code.replace(['.', '_'], "-"))
}

#[test]
fn every_code_has_words_and_no_words_are_left_over() {
    let codes = codes();
    assert!(codes.len() > 50, "the sources were found");
    let texts = Texts::of(Language::English);
    for code in codes.keys() {
        for part in ["title", "message"] {
            let id = format!("{}-{part}", stem(code));
            assert!(texts.has(&id), "{id} is missing");
        }
    }
    let stems: BTreeSet<String> = codes.keys().map(|code| stem(code)).collect();
    let file = include_str!("../../../../locales/en/findings.ftl");
    let ids = file.lines().filter_map(|line| {
        let (id, _) = line.split_once(" =")?;
        id.starts_with("finding-").then_some(id)
    });
    let used = include_str!("../provenance.rs");
    for id in ids {
        if let Some(name) = id.strip_prefix("finding-figure-") {
            assert!(used.contains(&format!("\"{name}\"")), "{id} is not used");
            continue;
        }
        if id.starts_with("finding-source-") {
            assert!(include_str!("../scene.rs").contains(id), "{id} is not used");
            continue;
        }
        let of = ["-title", "-message", "-fix"]
            .iter()
            .find_map(|part| id.strip_suffix(part))
            .unwrap_or_else(|| panic!("{id} is no part of a finding"));
        assert!(stems.contains(of), "{id} belongs to no code");
    }
}

/// The table in `docs/FINDINGS.md` names every code once with its severity.
#[test]
fn the_table_of_codes_agrees() {
    let table = include_str!("../../../../docs/FINDINGS.md");
    let mut rows = BTreeMap::new();
    for line in table.lines().filter(|line| line.starts_with("| `")) {
        let mut cells = line.split('|').map(str::trim).skip(1);
        let code = cells
            .next()
            .expect("a row has cells")
            .trim_matches('`')
            .to_owned();
        let severity = cells.next().expect("a row has a severity").to_owned();
        assert!(
            cells.next().is_some_and(|when| !when.is_empty()),
            "{code}: no trigger"
        );
        assert!(
            cells.next().is_some_and(|source| !source.is_empty()),
            "{code}: no source"
        );
        assert!(
            rows.insert(code.clone(), severity).is_none(),
            "{code} stands twice"
        );
    }
    let codes: BTreeMap<String, String> = codes()
        .into_iter()
        .map(|(code, severity)| (code, severity.to_owned()))
        .collect();
    let passed = [
        "bridge.fits",
        "slot.narrow_bridged",
        "power.psu_enough",
        "fabric.conserved",
        "cable.reaches",
        "rack.within_limit",
    ];
    let expected: BTreeMap<String, String> = codes
        .into_iter()
        .map(|(code, severity)| {
            let severity = if passed.contains(&code.as_str()) {
                "passed".to_owned()
            } else {
                severity
            };
            (code, severity)
        })
        .collect();
    assert_eq!(rows, expected);
}
