//! The OpenAPI document.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use crate::support::TestApp;

/// The document that is checked in; written anew when `UPDATE_OPENAPI` is set.
const CHECKED_IN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/openapi.json");

#[tokio::test]
async fn the_checked_in_document_is_the_served_one() {
    let app = TestApp::sqlite().await;
    let served = app.get("/api/v1/openapi.json", "").await.expect(200).json();
    let text = format!("{}\n", serde_json::to_string_pretty(&served).unwrap());
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        std::fs::write(Path::new(CHECKED_IN), &text).unwrap();
    }
    let checked_in = std::fs::read_to_string(CHECKED_IN).unwrap();
    assert!(
        checked_in == text,
        "docs/openapi.json is not what the service serves; run with UPDATE_OPENAPI=1"
    );
}

#[test]
fn every_reference_resolves() {
    let document = podwright_server::http::openapi_document();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    let mut references = BTreeSet::new();
    collect_references(&document, &mut references);
    assert!(references.contains("#/components/schemas/Design"));
    for reference in references {
        let pointer = reference.strip_prefix('#').unwrap_or(&reference);
        assert!(
            document.pointer(pointer).is_some(),
            "{reference} leads nowhere"
        );
    }
}

#[test]
fn every_operation_is_described_and_its_id_unique() {
    let document = podwright_server::http::openapi_document();
    let mut ids = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap();
            assert!(ids.insert(id.to_owned()), "{id} stands twice");
            assert!(
                operation["summary"].is_string(),
                "{method} {path} has no summary"
            );
        }
    }
    assert!(ids.len() >= 12, "{ids:?}");
}

#[tokio::test]
async fn the_pages_that_show_it_need_nothing_from_elsewhere() {
    let app = TestApp::sqlite().await;
    let page = app.get("/docs/", "").await.expect(200).text();
    assert!(
        !page.contains("https://") && !page.contains("//cdn"),
        "{page}"
    );
    app.get("/docs/swagger-ui-bundle.js", "").await.expect(200);
    let start = app
        .get("/docs/swagger-initializer.js", "")
        .await
        .expect(200)
        .text();
    assert!(start.contains("/api/v1/openapi.json"), "{start}");
}

fn collect_references(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(target)) = fields.get("$ref") {
                into.insert(target.clone());
            }
            fields
                .values()
                .for_each(|field| collect_references(field, into));
        }
        Value::Array(items) => items.iter().for_each(|item| collect_references(item, into)),
        _ => {}
    }
}
