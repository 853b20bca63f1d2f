//! `/api/v1/designs/{id}/shares` and `/api/v1/shares/{slug}`.

use axum::http::Method;
use serde_json::{Value, json};

use crate::support::{SMALL_DESIGN, START_MS, TestApp, on_both_databases};

const KEY: &str = "0f8fad5b-d9cb-469f-a165-70867728950e";

async fn share(app: &TestApp, id: &str, token: &str, body: &str) -> Value {
    let auth = format!("Bearer {token}");
    let path = format!("/api/v1/designs/{id}/shares");
    app.ask(Method::POST, &path, &[("authorization", &auth)], body)
        .await
        .expect(201)
        .json()
}

on_both_databases! {
    async fn a_share_shows_its_revision_until_revoked(app: &TestApp) {
        let (id, token) = app.create(SMALL_DESIGN).await;
        let auth = format!("Bearer {token}");
        let made = share(app, &id, &token, "").await;
        let slug = made["slug"].as_str().unwrap();
        assert_eq!(slug.len(), 22);
        assert_eq!(made["url"], format!("https://plan.example/s/{slug}"), "never from the Host header");
        assert_eq!(made["revision"], 1);
        let path = format!("/api/v1/shares/{slug}");

        let headers = [("authorization", auth.as_str()), ("if-match", "\"1\"")];
        let renamed = SMALL_DESIGN.replace("Two boxes", "Renamed");
        app.ask(Method::PUT, &format!("/api/v1/designs/{id}"), &headers, &renamed).await.expect(200);

        let shown = app.get(&path, "").await.expect(200).json();
        assert_eq!(shown["design"]["name"], "Two boxes");
        assert_eq!(shown["report"]["schema"], "podwright.report/1");
        assert_eq!(shown["report"]["summary"]["gpus"], 8);
        assert_eq!(shown["engine_version"], shown["report"]["engine_version"]);
        assert_eq!(shown["catalog_version"], shown["report"]["catalog_version"]);
        assert_eq!(shown["expires_ms"], Value::Null);
        assert!(!shown.to_string().contains(&id), "a reader learns no id of the design");

        let second = share(app, &id, &token, r#"{"revision":2}"#).await;
        let listed = app.get(&format!("/api/v1/designs/{id}/shares"), &token).await.expect(200).json();
        assert_eq!(listed["items"].as_array().unwrap().len(), 2);

        let revoke = format!("/api/v1/designs/{id}/shares/{slug}");
        app.ask(Method::DELETE, &revoke, &[], "").await.problem(401, "unauthenticated");
        app.ask(Method::DELETE, &revoke, &[("authorization", "Bearer pw_edit_x")], "").await.problem(404, "not_found");
        app.get(&path, "").await.expect(200);
        app.ask(Method::DELETE, &revoke, &[("authorization", &auth)], "").await.expect(204);
        app.get(&path, "").await.problem(410, "gone");
        app.ask(Method::DELETE, &revoke, &[("authorization", &auth)], "").await.expect(204);
        let listed = app.get(&format!("/api/v1/designs/{id}/shares"), &token).await.json();
        assert_eq!(listed["items"].as_array().unwrap().len(), 1);
        let second = second["slug"].as_str().unwrap();
        assert_eq!(app.get(&format!("/api/v1/shares/{second}"), "").await.json()["design"]["name"], "Renamed");
    }

    async fn a_share_ends_when_it_was_told_to(app: &TestApp) {
        let (id, token) = app.create(SMALL_DESIGN).await;
        // One minute after the start.
        let made = share(app, &id, &token, r#"{"expires_at":"2026-11-30T11:01:00+01:00"}"#).await;
        assert_eq!(made["expires_ms"], START_MS + 60_000);
        let path = format!("/api/v1/shares/{}", made["slug"].as_str().unwrap());
        app.pass_ms(59_999);
        app.get(&path, "").await.expect(200);
        app.pass_ms(1);
        app.get(&path, "").await.problem(410, "gone");
        app.store().clean_up(START_MS + 60_000).await.unwrap();
        app.get(&path, "").await.problem(410, "gone");
        let dump = crate::store::dump(app.store()).await;
        assert!(!dump.contains("podwright.report/1"), "what has ended is emptied: {dump}");
    }

    async fn a_deleted_design_leaves_nothing_to_read(app: &TestApp) {
        let (id, token) = app.create(SMALL_DESIGN).await;
        let made = share(app, &id, &token, "{}").await;
        let auth = format!("Bearer {token}");
        let headers = [("authorization", auth.as_str()), ("if-match", "*")];
        app.ask(Method::DELETE, &format!("/api/v1/designs/{id}"), &headers, "").await.expect(204);
        app.get(&format!("/api/v1/shares/{}", made["slug"].as_str().unwrap()), "").await.problem(410, "gone");
        let dump = crate::store::dump(app.store()).await;
        assert!(!dump.contains("Two boxes") && !dump.contains("podwright."), "{dump}");
    }

    async fn bad_share_requests_are_refused(app: &TestApp) {
        let (id, token) = app.create(SMALL_DESIGN).await;
        let auth = format!("Bearer {token}");
        let path = format!("/api/v1/designs/{id}/shares");
        for (body, pointer) in [
            (r#"{"expires_at":"2020-01-01T00:00:00Z"}"#, "/expires_at"),
            (r#"{"expires_at":"next week"}"#, "/expires_at"),
            (r#"{"expires_at":7}"#, "/expires_at"),
            (r#"{"revision":"two"}"#, "/revision"),
            (r#"{"colour":"red"}"#, "/colour"),
        ] {
            let problem = app
                .ask(Method::POST, &path, &[("authorization", &auth)], body)
                .await
                .problem(422, "invalid_document");
            assert_eq!(problem["errors"][0]["pointer"], pointer, "{problem}");
        }
        app.ask(Method::POST, &path, &[("authorization", &auth)], "{").await.problem(400, "malformed_json");
        app.ask(Method::POST, &path, &[("authorization", &auth)], r#"{"revision":9}"#).await.problem(404, "not_found");
        app.ask(Method::POST, &path, &[], "{}").await.problem(401, "unauthenticated");
        app.ask(Method::POST, &path, &[("authorization", "Bearer pw_edit_x")], "{}").await.problem(404, "not_found");
        app.get("/api/v1/shares/AAAAAAAAAAAAAAAAAAAAAA", "").await.problem(404, "not_found");
        app.get(&path, "pw_edit_x").await.problem(404, "not_found");
    }

    async fn a_retry_with_the_same_key_gets_the_same_share(app: &TestApp) {
        let (id, token) = app.create(SMALL_DESIGN).await;
        let auth = format!("Bearer {token}");
        let path = format!("/api/v1/designs/{id}/shares");
        let headers = [("authorization", auth.as_str()), ("idempotency-key", KEY)];
        let first = app.ask(Method::POST, &path, &headers, "{}").await.expect(201).json();
        let again = app.ask(Method::POST, &path, &headers, "{}").await.expect(201).json();
        assert_eq!(first, again);
        app.ask(Method::POST, &path, &headers, r#"{"revision":1}"#).await.problem(422, "idempotency_key_reused");
        let list = app.get(&path, &token).await.json();
        assert_eq!(list["items"], json!([first]));
    }
}
