//! What every answer has: request ids, security headers, limits.

use std::time::Duration;

use axum::http::Method;
use podwright_server::http::state::Limits;

use crate::support::{SMALL_DESIGN, TestApp};

#[tokio::test]
async fn answers_carry_security_headers_and_a_request_id() {
    let app = TestApp::sqlite().await;
    for path in [
        "/healthz",
        "/readyz",
        "/metrics",
        "/api/v1/openapi.json",
        "/no/such/path",
        "/docs/",
    ] {
        let answer = app.get(path, "").await;
        let policy = answer.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'"), "{path}: {policy}");
        assert!(
            policy.contains("frame-ancestors 'none'"),
            "{path}: {policy}"
        );
        assert!(
            !policy.contains("'unsafe-eval'") && !policy.contains("http"),
            "{path}: {policy}"
        );
        assert_eq!(
            policy.contains("'unsafe-inline'"),
            path == "/docs/",
            "{path}: {policy}"
        );
        assert_eq!(answer.header("referrer-policy"), "no-referrer", "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert!(answer.header("x-request-id").len() >= 8, "{path}");
        assert!(!answer.header("cache-control").is_empty(), "{path}");
    }
}

#[tokio::test]
async fn a_decent_request_id_is_kept_and_another_replaced() {
    let app = TestApp::sqlite().await;
    let ask = async |id: &str| {
        let answer = app
            .ask(Method::GET, "/healthz", &[("x-request-id", id)], "")
            .await;
        answer.header("x-request-id").to_owned()
    };
    assert_eq!(ask("build-42_job-7").await, "build-42_job-7");
    for id in [
        "short",
        "has spaces in it",
        "<script>alert(1)</script>",
        &"x".repeat(65),
    ] {
        assert_ne!(ask(id).await, id);
    }
}

#[tokio::test]
async fn unknown_paths_and_methods_are_problems() {
    let app = TestApp::sqlite().await;
    app.get("/api/v1/nonsense", "")
        .await
        .problem(404, "not_found");
    let answer = app.ask(Method::PATCH, "/api/v1/evaluate", &[], "{}").await;
    answer.problem(405, "method_not_allowed");
    assert!(
        answer.header("allow").contains("POST"),
        "{}",
        answer.header("allow")
    );
    app.get("/assets/0000/app.css", "")
        .await
        .problem(404, "not_found");
    app.get("/assets/0000/..%2f..%2fCargo.toml", "")
        .await
        .problem(404, "not_found");
    app.get("/dist/nothing.wasm", "")
        .await
        .problem(404, "not_found");
}

#[tokio::test]
async fn readiness_follows_the_database() {
    let app = TestApp::sqlite().await;
    app.get("/readyz", "").await.expect(200);
    app.store().close().await;
    let answer = app.get("/readyz", "").await;
    answer.problem(503, "database_unavailable");
    assert!(!answer.header("retry-after").is_empty());
    app.get("/healthz", "").await.expect(200);
    app.get("/api/v1/designs/x", "pw_edit_x")
        .await
        .problem(503, "database_unavailable");
}

#[tokio::test]
async fn who_asks_too_often_is_told_when_to_go_on() {
    let app = TestApp::sqlite_with(Limits {
        requests_per_second: 1,
        ..Limits::default()
    })
    .await;
    let mut refused = None;
    for _ in 0..30 {
        let answer = app.get("/api/v1/designs/x", "").await;
        if answer.status.as_u16() == 429 {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.unwrap();
    refused.problem(429, "rate_limited");
    assert!(refused.header("retry-after").parse::<u64>().unwrap() >= 1);
    // Probes and static files are not counted.
    app.get("/healthz", "").await.expect(200);
}

#[tokio::test]
async fn metrics_count_by_route_and_never_by_path() {
    let app = TestApp::sqlite().await;
    app.get("/api/v1/designs/secret-id", "pw_edit_x")
        .await
        .problem(404, "not_found");
    app.get("/made/up/path", "").await.problem(404, "not_found");
    let text = app.get("/metrics", "").await.expect(200).text();
    assert!(text.contains(r#"route="/api/v1/designs/{id}""#), "{text}");
    assert!(text.contains(r#"route="unmatched""#), "{text}");
    assert!(
        !text.contains("secret-id") && !text.contains("made/up"),
        "{text}"
    );
    assert!(text.ends_with("# EOF\n"), "{text}");
}

#[tokio::test]
async fn large_answers_are_compressed_for_who_takes_it() {
    let app = TestApp::sqlite().await;
    let plain = app.get("/api/v1/openapi.json", "").await.expect(200);
    let packed = app
        .ask(
            Method::GET,
            "/api/v1/openapi.json",
            &[("accept-encoding", "gzip")],
            "",
        )
        .await
        .expect(200);
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert!(packed.body.len() * 3 < plain.body.len());
}

#[tokio::test]
async fn what_takes_too_long_is_given_up() {
    let limits = Limits {
        evaluation_time: Duration::ZERO,
        ..Limits::default()
    };
    let app = TestApp::sqlite_with(limits).await;
    let answer = app
        .ask(Method::POST, "/api/v1/evaluate", &[], SMALL_DESIGN)
        .await;
    answer.problem(503, "evaluation_timeout");
    assert!(!answer.header("retry-after").is_empty());

    let limits = Limits {
        request_time: Duration::ZERO,
        ..Limits::default()
    };
    let app = TestApp::sqlite_with(limits).await;
    app.get("/readyz", "").await.problem(503, "request_timeout");
}
