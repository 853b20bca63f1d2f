//! The catalogue, the price table and the words of the planner as one document, which the planner fetches beside its module.
//!
//! An object whose members are the files of `sim-core/catalog` by name; `sim-core/src/data.rs` reads it. What only
//! people read on the server's pages (notes, addresses of sources) and spaces are left out; figures, names and dates
//! stay as they are.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use serde_json::{Map, Value};

/// Files of records.
const CATALOG: [&str; 7] = [
    "cables",
    "gpus",
    "interconnects",
    "models",
    "nics",
    "nodes",
    "switches",
];
/// What the prices are made of: published offers, and which part each is about.
const PRICES: [&str; 2] = ["price-items", "prices"];
/// Words that the planner says; those of pages and of the command line stay on the server.
const TEXTS: [&str; 4] = ["diagram.ftl", "findings.ftl", "planner.ftl", "report.ftl"];
const FOR_PEOPLE: [&str; 2] = ["notes", "sources"];

/// The document, from the files of a folder.
pub fn document(catalog: &Path, locale: &Path) -> Result<Vec<u8>> {
    let mut members = Map::new();
    for name in CATALOG.into_iter().chain(PRICES) {
        let path = catalog.join(format!("{name}.json"));
        let text = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let mut file: Value = serde_json::from_slice(&text)
            .with_context(|| format!("{} is not JSON", path.display()))?;
        if CATALOG.contains(&name) {
            leave_out(&mut file);
        }
        members.insert(name.to_owned(), file);
    }
    let mut texts = String::new();
    for name in TEXTS {
        let path = locale.join(name);
        texts += &fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        texts.push('\n');
    }
    members.insert("texts".to_owned(), Value::from(texts));
    Ok(serde_json::to_vec(&members)?)
}

/// The published points, as a list of runs (`podwright_sim_core::collective::MeasuredRun`).
pub fn measured() -> Result<Vec<u8>> {
    let runs = podwright_accuracy::builtin_runs().map_err(|error| anyhow!("{error}"))?;
    Ok(serde_json::to_vec(runs)?)
}

fn leave_out(records: &mut Value) {
    let records = records.as_array_mut().into_iter().flatten();
    for record in records.filter_map(Value::as_object_mut) {
        for field in FOR_PEOPLE {
            record.remove(field);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn catalog() -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../sim-core/catalog")
    }

    fn locale() -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../locales/en")
    }

    #[test]
    fn every_file_of_the_catalogue_is_in_it() {
        let document: Map<String, Value> =
            serde_json::from_slice(&document(&catalog(), &locale()).unwrap()).unwrap();
        let texts = document["texts"].as_str().unwrap();
        for id in ["planner-", "diagram-", "bottleneck-", "finding"] {
            assert!(texts.contains(id), "no text begins with {id}");
        }
        for entry in fs::read_dir(catalog()).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if let Some(stem) = name.strip_suffix(".json") {
                assert!(document.contains_key(stem), "{name} is not sent");
            }
        }
        for name in CATALOG {
            let records = document[name].as_array().unwrap();
            assert!(!records.is_empty(), "{name}");
            for record in records {
                assert!(record["id"].is_string() && record["as_of"].is_string());
                assert!(record.get("notes").is_none() && record.get("sources").is_none());
            }
        }
    }

    #[test]
    fn figures_stay_as_they_are_written() {
        let text = br#"[{ "id": "a", "notes": "n", "rate": 0.1, "whole": 1.0, "count": 3, "odd": 31.507692307692309 }]"#;
        let mut records = serde_json::from_slice(text).unwrap();
        leave_out(&mut records);
        assert_eq!(
            records.to_string(),
            r#"[{"count":3,"id":"a","odd":31.50769230769231,"rate":0.1,"whole":1.0}]"#
        );
    }

    #[test]
    fn published_points_are_sent_with_their_sources() {
        let runs: Vec<Map<String, Value>> = serde_json::from_slice(&measured().unwrap()).unwrap();
        assert!(runs.len() > 50);
        for run in runs {
            assert!(!run["points"].as_array().unwrap().is_empty());
            assert!(!run["source_url"].as_str().unwrap().is_empty());
        }
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = document(Path::new("/nowhere"), &locale())
            .unwrap_err()
            .to_string();
        assert!(error.contains("/nowhere/cables.json"), "{error}");
    }
}
