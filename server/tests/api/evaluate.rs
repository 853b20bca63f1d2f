//! `POST /api/v1/evaluate`, and the documents that every route refuses.

use axum::http::Method;

use crate::support::{SMALL_DESIGN, TestApp};

/// Documents that are no designs, with status and code of the answer.
pub fn bad_documents() -> Vec<(String, u16, &'static str)> {
    let design = |rest: &str| format!(r#"{{"schema":"podwright.design/1",{rest}}}"#);
    let mut cases: Vec<(String, u16, &'static str)> = [
        "{",
        "nonsense",
        r#"{"schema": NaN}"#,
        r#"{"schema":"podwright.design/1"} trailing"#,
        "\u{feff}{}",
    ]
    .into_iter()
    .map(|text| (text.to_owned(), 400, "malformed_json"))
    .collect();
    // Nesting that would overflow the stack of a careless reader.
    cases.push((
        design(&format!(r#""pools":{}"#, "[".repeat(100_000))),
        400,
        "malformed_json",
    ));
    let invalid = [
        "[]".to_owned(),
        "null".to_owned(),
        "{}".to_owned(),
        r#"{"schema":"podwright.design/99"}"#.to_owned(),
        design(r#""pools":3"#),
        design(r#""colour":"red""#),
        design(r#""pools":[{"id":"a","node":"dgx-h100","count":-1}]"#),
        design(r#""pools":[{"id":"a","node":"dgx-h100","count":1.5}]"#),
        design(r#""pools":[{"id":"a","node":"dgx-h100","count":"1"}]"#),
        design(r#""pools":[{"id":"a","node":"dgx-h100","count":1000000000000000000000}]"#),
        design(r#""pools":[{"id":"a","node":"dgx-h100","count":0}]"#),
        design(
            r#""pools":[{"id":"a","node":"dgx-h100","count":1},{"id":"a","node":"dgx-h100","count":1}]"#,
        ),
        design(r#""site":{"pue":1e999}"#),
        design(r#""site":{"pue":-1}"#),
        design(r#""site":{"electricity_usd_per_kwh":"cheap"}"#),
        design(&format!(r#""name":"{}""#, "x".repeat(100_000))),
    ];
    cases.extend(
        invalid
            .into_iter()
            .map(|text| (text, 422, "invalid_document")),
    );
    cases
}

#[tokio::test]
async fn documents_that_cannot_be_read_are_refused() {
    let app = TestApp::sqlite().await;
    for (body, status, code) in bad_documents() {
        let problem = app
            .ask(Method::POST, "/api/v1/evaluate", &[], &body)
            .await
            .problem(status, code);
        if status == 422 {
            let errors = problem["errors"].as_array().unwrap();
            assert!(!errors.is_empty());
            for error in errors {
                let pointer = error["pointer"].as_str().unwrap();
                assert!(pointer.is_empty() || pointer.starts_with('/'), "{pointer}");
                assert!(!error["code"].as_str().unwrap().is_empty());
                assert!(!error["message"].as_str().unwrap().is_empty());
            }
        }
    }
}

#[tokio::test]
async fn errors_point_at_the_place() {
    let app = TestApp::sqlite().await;
    let body =
        r#"{"schema":"podwright.design/1","pools":[{"id":"a","node":"dgx-h100","count":1.5}]}"#;
    let problem = app
        .ask(Method::POST, "/api/v1/evaluate", &[], body)
        .await
        .problem(422, "invalid_document");
    assert_eq!(problem["errors"][0]["pointer"], "/pools/0/count");
    assert_eq!(problem["errors"][0]["code"], "json.wrong_type");
}

#[tokio::test]
async fn bodies_of_the_wrong_kind_or_size_are_refused() {
    let app = TestApp::sqlite().await;
    let path = "/api/v1/evaluate";
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/xml",
        "nonsense",
    ] {
        app.ask(Method::POST, path, &[("content-type", kind)], SMALL_DESIGN)
            .await
            .problem(415, "unsupported_media_type");
    }
    app.ask(Method::POST, path, &[], "")
        .await
        .problem(415, "unsupported_media_type");
    let large = format!(
        r#"{{"schema":"podwright.design/1","notes":"{}"}}"#,
        "x".repeat(10_000_000)
    );
    app.ask(Method::POST, path, &[], &large)
        .await
        .problem(413, "body_too_large");
    // Without a length to look at beforehand.
    let chunks = axum::body::Body::new(axum::body::Body::from(large));
    let request = axum::http::Request::post(path)
        .header("content-type", "application/json")
        .body(chunks)
        .unwrap();
    app.send(request).await.problem(413, "body_too_large");
    let not_utf8 = axum::body::Body::from(vec![b'"', 0xff, b'"']);
    let request = axum::http::Request::post(path)
        .header("content-type", "application/json")
        .body(not_utf8)
        .unwrap();
    app.send(request).await.problem(400, "malformed_json");
}
