//! Every exact row of the published fabrics, against what the program counts.
//!
//! `accuracy/measurements/fabrics.csv` says what a document counts and whether it can be reproduced. Each row marked
//! `exact` or `exact_divisor` has to find its check by what it states; one that finds none fails the test, so that a row
//! that is added later is not forgotten. A check compares figures with what the program prints, and says how many.

mod bill;
mod pods;
mod rows;
mod scale_up;
#[path = "../shell/mod.rs"]
mod shell;
mod sized;

use rows::{Row, rows};
use serde_json::Value;
use shell::{json, podwright};

/// `podwright fabric` with these options.
fn fabric(options: &str) -> Value {
    json(&words(options))
}

/// What `podwright fabric` says of a request that does not fit.
fn refusal(options: &str) -> String {
    let output = podwright(&words(options));
    assert_eq!(output.status.code(), Some(1), "{options}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn words(options: &str) -> Vec<String> {
    let options = options.split_whitespace();
    ["fabric", "--format", "json"]
        .into_iter()
        .chain(options)
        .map(str::to_owned)
        .collect()
}

fn count(counts: &Value, key: &str) -> u64 {
    counts[key]
        .as_u64()
        .unwrap_or_else(|| panic!("no count {key} in {counts}"))
}

/// Compares a figure of the row with what was counted; blank says nothing.
fn same(row: &Row, field: &str, counted: u64) -> usize {
    match row.number(field) {
        Some(published) => {
            assert_eq!(counted, published, "{}: {field}", row.id());
            1
        }
        None => 0,
    }
}

/// Figures of a row that were compared; none when no check knows the row.
fn compared(row: &Row) -> Option<usize> {
    None.or_else(|| sized::check(row))
        .or_else(|| sized::check_maximum(row))
        .or_else(|| bill::check(row))
        .or_else(|| scale_up::check(row))
        .or_else(|| pods::check(row))
        .or_else(|| failures(row))
}

/// SemiAnalysis, 100,000 H100: with an MTTF of five years the first of 100,000 transceivers fails after 26.28 minutes, of
/// 62,500 after 42.05. The text names 98,304 and 49,152; the figures follow from the rounder counts (notes of the row).
fn failures(row: &Row) -> Option<usize> {
    use podwright_sim_core::cost::{defaults::OPTICS_MTBF_HOURS, mtbf_of};
    if row.get("other_metric") != "time to first transceiver failure, minutes" {
        return None;
    }
    let minutes: Vec<f64> = row
        .get("other_value")
        .split(" / ")
        .map(|text| text.parse().expect("minutes"))
        .collect();
    assert_eq!(minutes.len(), 2);
    for (pieces, published) in [100_000, 62_500].into_iter().zip(&minutes) {
        let hours = mtbf_of(pieces, OPTICS_MTBF_HOURS).expect("pieces");
        assert!(
            (hours * 60.0 - published).abs() < 0.005,
            "{pieces}: {hours} h"
        );
    }
    // The answer on the economics of a design says the same of its own transceivers.
    let own = json(
        &[
            "economics",
            "--template",
            "superpod-h100-127",
            "--format",
            "json",
        ]
        .map(str::to_owned),
    );
    let optics = own["failures"]["by_part"]
        .as_array()
        .expect("parts")
        .iter()
        .find(|part| part["part"] == "optics")
        .expect("transceivers");
    let hours = mtbf_of(count(optics, "count"), OPTICS_MTBF_HOURS).expect("pieces");
    assert!((optics["mtbf_hours"].as_f64().expect("hours") - hours).abs() < 1e-4);
    Some(minutes.len())
}

#[test]
fn every_exact_row_is_reproduced() {
    let rows = rows();
    let exact: Vec<&Row> = rows.iter().filter(|row| row.is_exact()).collect();
    let mut unclaimed = Vec::new();
    let mut figures = 0;
    for row in &exact {
        match compared(row) {
            Some(compared) => {
                assert!(compared > 0, "{}: nothing was compared", row.id());
                figures += compared;
            }
            None => unclaimed.push(row.id()),
        }
    }
    assert!(unclaimed.is_empty(), "no check knows {unclaimed:?}");
    // The file as it was copied: a row that vanishes is seen too.
    assert_eq!((rows.len(), exact.len()), (82, 48));
    println!("{} rows, {figures} figures", exact.len());
}

/// A row that no check knows is not passed over.
#[test]
fn a_row_without_a_check_is_seen() {
    let row = Row::of(&[
        ("fabric_id", "new-01"),
        ("reproducible", "exact"),
        ("endpoints", "512"),
    ]);
    assert!(row.is_exact());
    assert_eq!(compared(&row), None);
}
