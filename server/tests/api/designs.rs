//! `/api/v1/designs`.

use axum::http::Method;
use serde_json::{Value, json};

use crate::support::{SMALL_DESIGN, START_MS, on_both_databases};

const KEY: &str = "0f8fad5b-d9cb-469f-a165-70867728950e";

fn bearer(token: &str) -> String {
    format!("Bearer {token}")
}

fn renamed(name: &str) -> String {
    let mut design: Value = serde_json::from_str(SMALL_DESIGN).unwrap();
    design["name"] = json!(name);
    design.to_string()
}

on_both_databases! {
    async fn a_design_is_stored_read_changed_and_deleted(app: &TestApp) {
        let created = app.ask(Method::POST, "/api/v1/designs", &[], SMALL_DESIGN).await.expect(201);
        assert_eq!(created.header("etag"), "\"1\"");
        let body = created.json();
        let (id, token) = (body["id"].as_str().unwrap(), body["edit_token"].as_str().unwrap());
        let path = format!("/api/v1/designs/{id}");
        assert_eq!(created.header("location"), path);
        assert_eq!(body["revision"], 1);
        assert_eq!(body["created_ms"], START_MS);
        assert_eq!(body["design"]["name"], "Two boxes");
        assert!(token.starts_with("pw_edit_"));

        let read = app.get(&path, token).await.expect(200);
        assert_eq!(read.header("etag"), "\"1\"");
        assert_eq!(read.json()["design"], body["design"]);
        assert!(read.json().get("edit_token").is_none(), "the token is shown once");

        app.pass_ms(1_000);
        let headers = [("authorization", bearer(token)), ("if-match", "\"1\"".to_owned())];
        let headers: Vec<_> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let saved = app.ask(Method::PUT, &path, &headers, &renamed("Renamed")).await.expect(200);
        assert_eq!(saved.header("etag"), "\"2\"");
        let saved = saved.json();
        assert_eq!(saved["revision"], 2);
        assert_eq!(saved["created_ms"], START_MS);
        assert_eq!(saved["updated_ms"], START_MS + 1_000);
        assert_eq!(app.get(&path, token).await.json()["design"]["name"], "Renamed");

        // Nothing was lost: revision 1 is still there.
        let first = app.get(&format!("{path}/revisions/1"), token).await.expect(200).json();
        assert_eq!(first["design"]["name"], "Two boxes");
        let list = app.get(&format!("{path}/revisions"), token).await.expect(200).json();
        let numbers: Vec<_> = list["items"].as_array().unwrap().iter().map(|item| item["revision"].clone()).collect();
        assert_eq!(numbers, [2, 1]);
        assert_eq!(list["next_cursor"], Value::Null);

        let stale = app.ask(Method::DELETE, &path, &headers, "").await;
        stale.problem(412, "stale_revision");
        assert_eq!(stale.header("etag"), "\"2\"");
        let headers = [("authorization", bearer(token)), ("if-match", "\"2\"".to_owned())];
        let headers: Vec<_> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        app.ask(Method::DELETE, &path, &headers, "").await.expect(204);
        app.get(&path, token).await.problem(404, "not_found");
        app.get(&format!("{path}/revisions/1"), token).await.problem(404, "not_found");
        app.get(&format!("{path}/revisions"), token).await.problem(404, "not_found");
    }

    async fn a_design_is_private_to_its_token(app: &TestApp) {
        let (id, token) = app.create(SMALL_DESIGN).await;
        let (other_id, other_token) = app.create(SMALL_DESIGN).await;
        assert_ne!(id, other_id);
        let path = format!("/api/v1/designs/{id}");
        let none = app.get(&path, "").await;
        none.problem(401, "unauthenticated");
        assert_eq!(none.header("www-authenticate"), "Bearer");
        app.ask(Method::GET, &path, &[("authorization", "Basic YTpi")], "").await.problem(401, "unauthenticated");
        app.get(&path, "pw_edit_made-up").await.problem(404, "not_found");
        app.get(&path, &other_token).await.problem(404, "not_found");
        app.get(&format!("{path}/revisions/1"), &other_token).await.problem(404, "not_found");
        for method in [Method::PUT, Method::DELETE] {
            let body = if method == Method::PUT { SMALL_DESIGN } else { "" };
            let wrong = bearer(&other_token);
            let headers = [("authorization", wrong.as_str()), ("if-match", "*")];
            app.ask(method.clone(), &path, &headers, body).await.problem(404, "not_found");
            app.ask(method, &path, &[("if-match", "*")], body).await.problem(401, "unauthenticated");
        }
        app.get(&path, &token).await.expect(200);
    }

    async fn stale_and_missing_preconditions_lose_nothing(app: &TestApp) {
        let (id, token) = app.create(SMALL_DESIGN).await;
        let path = format!("/api/v1/designs/{id}");
        let auth = bearer(&token);
        let auth = ("authorization", auth.as_str());
        app.ask(Method::PUT, &path, &[auth], &renamed("A")).await.problem(428, "precondition_required");
        app.ask(Method::DELETE, &path, &[auth], "").await.problem(428, "precondition_required");
        app.ask(Method::PUT, &path, &[auth, ("if-match", "\"1\"")], &renamed("B")).await.expect(200);
        for stale in ["\"1\"", "\"3\"", "W/\"2\"", "2", "nonsense", "\"\""] {
            let answer = app.ask(Method::PUT, &path, &[auth, ("if-match", stale)], &renamed("C")).await;
            answer.problem(412, "stale_revision");
            assert_eq!(answer.header("etag"), "\"2\"");
        }
        let now = app.get(&path, &token).await.json();
        assert_eq!((&now["revision"], &now["design"]["name"]), (&json!(2), &json!("B")));
        app.ask(Method::PUT, &path, &[auth, ("if-match", "\"7\", \"2\"")], &renamed("D")).await.expect(200);
        app.ask(Method::PUT, &path, &[auth, ("if-match", "*")], &renamed("E")).await.expect(200);
        assert_eq!(app.get(&path, &token).await.json()["revision"], 4);
    }

    async fn of_concurrent_savers_one_wins(app: &TestApp) {
        let (id, token) = app.create(SMALL_DESIGN).await;
        let path = format!("/api/v1/designs/{id}");
        let auth = bearer(&token);
        let headers = [("authorization", auth.as_str()), ("if-match", "\"1\"")];
        let designs: Vec<String> = (0..6).map(|i| renamed(&format!("saver {i}"))).collect();
        let mut saves = Vec::new();
        for design in &designs {
            saves.push(app.ask(Method::PUT, &path, &headers, design));
        }
        let [a, b, c, d, e, f] = <[_; 6]>::try_from(saves).unwrap_or_else(|_| unreachable!("six savers"));
        let answers = tokio::join!(a, b, c, d, e, f);
        let answers = [answers.0, answers.1, answers.2, answers.3, answers.4, answers.5];
        let statuses: Vec<u16> = answers.iter().map(|answer| answer.status.as_u16()).collect();
        assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
        assert_eq!(statuses.iter().filter(|status| **status == 412).count(), 5, "{statuses:?}");
        let list = app.get(&format!("{path}/revisions"), &token).await.json();
        assert_eq!(list["items"].as_array().unwrap().len(), 2);
    }

    async fn an_unchanged_design_is_not_sent_again(app: &TestApp) {
        let (id, token) = app.create(SMALL_DESIGN).await;
        let path = format!("/api/v1/designs/{id}");
        let auth = bearer(&token);
        let headers = [("authorization", auth.as_str()), ("if-none-match", "\"1\"")];
        let same = app.ask(Method::GET, &path, &headers, "").await.expect(304);
        assert!(same.body.is_empty());
        let headers = [("authorization", auth.as_str()), ("if-none-match", "\"2\"")];
        app.ask(Method::GET, &path, &headers, "").await.expect(200);
    }

    async fn a_retry_with_the_same_key_gets_the_same_design(app: &TestApp) {
        let headers = [("idempotency-key", KEY)];
        let first = app.ask(Method::POST, "/api/v1/designs", &headers, SMALL_DESIGN).await.expect(201);
        app.pass_ms(60_000);
        let again = app.ask(Method::POST, "/api/v1/designs", &headers, SMALL_DESIGN).await.expect(201);
        assert_eq!(first.json(), again.json());
        assert_eq!(first.header("location"), again.header("location"));
        let body = first.json();
        let (id, token) = (body["id"].as_str().unwrap(), body["edit_token"].as_str().unwrap());
        app.get(&format!("/api/v1/designs/{id}"), token).await.expect(200);
        assert_eq!(app.get("/api/v1/designs", token).await.json()["items"].as_array().unwrap().len(), 1);

        app.ask(Method::POST, "/api/v1/designs", &headers, &renamed("Other"))
            .await
            .problem(422, "idempotency_key_reused");
        app.ask(Method::POST, "/api/v1/designs", &[("idempotency-key", "1")], SMALL_DESIGN)
            .await
            .problem(400, "invalid_request");

        // After a day the key is forgotten.
        app.pass_ms(25 * 60 * 60 * 1_000);
        let later = app.ask(Method::POST, "/api/v1/designs", &headers, SMALL_DESIGN).await.expect(201);
        assert_ne!(later.json()["id"], body["id"]);
    }

    async fn concurrent_retries_make_one_design(app: &TestApp) {
        let headers = [("idempotency-key", KEY)];
        let ask = || app.ask(Method::POST, "/api/v1/designs", &headers, SMALL_DESIGN);
        let (a, b, c) = tokio::join!(ask(), ask(), ask());
        let bodies: Vec<Value> = [a, b, c].into_iter().map(|answer| answer.expect(201).json()).collect();
        assert_eq!(bodies[0], bodies[1]);
        assert_eq!(bodies[0], bodies[2]);
    }

    async fn the_database_holds_no_token(app: &TestApp) {
        let headers = [("idempotency-key", KEY)];
        let body = app.ask(Method::POST, "/api/v1/designs", &headers, SMALL_DESIGN).await.json();
        let token = body["edit_token"].as_str().unwrap();
        let dump = crate::store::dump(app.store()).await;
        assert!(dump.contains("Two boxes"), "the dump shows the document: {dump}");
        assert!(!dump.contains(token.trim_start_matches("pw_edit_")));
        assert!(!dump.contains(KEY));
    }

    async fn a_token_lists_what_it_covers(app: &TestApp) {
        let api_token = "pw_api_test";
        let hash = podwright_server::secrets::hash(api_token.as_bytes());
        app.store().create_api_token(&hash, "procurement", START_MS).await.unwrap();
        let auth = bearer(api_token);
        for i in 0..5 {
            app.pass_ms(i64::from(i % 2));
            let headers = [("authorization", auth.as_str())];
            app.ask(Method::POST, "/api/v1/designs", &headers, &renamed(&format!("design {i}"))).await.expect(201);
        }
        let (lone, lone_token) = app.create(SMALL_DESIGN).await;

        let mut names = Vec::new();
        let mut cursor = String::new();
        loop {
            let page = app.get(&format!("/api/v1/designs?limit=2{cursor}"), api_token).await.expect(200).json();
            let items = page["items"].as_array().unwrap();
            assert!(items.len() <= 2);
            names.extend(items.iter().map(|item| item["name"].as_str().unwrap().to_owned()));
            match page["next_cursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => break,
            }
        }
        names.sort();
        assert_eq!(names, ["design 0", "design 1", "design 2", "design 3", "design 4"]);

        let own = app.get("/api/v1/designs", &lone_token).await.json();
        assert_eq!(own["items"].as_array().unwrap().len(), 1);
        assert_eq!(own["items"][0]["id"], lone);
        assert_eq!(app.get("/api/v1/designs", "pw_edit_none").await.json()["items"], json!([]));
        app.get("/api/v1/designs", "").await.problem(401, "unauthenticated");
        for query in ["limit=0", "limit=101", "limit=x", "cursor=abc", "colour=red"] {
            app.get(&format!("/api/v1/designs?{query}"), api_token).await.problem(400, "invalid_request");
        }

        app.ask(Method::POST, "/api/v1/designs", &[("authorization", "Bearer pw_api_unknown")], SMALL_DESIGN)
            .await
            .problem(404, "not_found");
        app.store().revoke_api_token("procurement").await.unwrap();
        assert_eq!(app.get("/api/v1/designs", api_token).await.json()["items"], json!([]));
    }

    async fn bad_documents_are_refused_and_nothing_is_stored(app: &TestApp) {
        let (id, token) = app.create(SMALL_DESIGN).await;
        let auth = bearer(&token);
        let put = [("authorization", auth.as_str()), ("if-match", "\"1\"")];
        for (body, status, code) in crate::evaluate::bad_documents() {
            app.ask(Method::POST, "/api/v1/designs", &[], &body).await.problem(status, code);
            app.ask(Method::PUT, &format!("/api/v1/designs/{id}"), &put, &body).await.problem(status, code);
        }
        assert_eq!(app.get(&format!("/api/v1/designs/{id}"), &token).await.json()["revision"], 1);
        let count = crate::store::count_designs(app.store()).await;
        assert_eq!(count, 1);
    }

    async fn odd_characters_survive(app: &TestApp) {
        let name = "\u{0}\u{1F4A9} \u{202e} '; DROP TABLE designs; -- \\ \"";
        let (id, token) = app.create(&renamed(name)).await;
        let read = app.get(&format!("/api/v1/designs/{id}"), &token).await.expect(200).json();
        assert_eq!(read["design"]["name"], name);
        app.get("/api/v1/designs", &token).await.expect(200);
    }

    async fn ids_that_are_none_are_not_found(app: &TestApp) {
        let (_, token) = app.create(SMALL_DESIGN).await;
        for id in ["x", "0", "%00", "..%2f..", "'%20OR%201=1", "%F0%9F%92%A9"] {
            app.get(&format!("/api/v1/designs/{id}"), &token).await.problem(404, "not_found");
        }
        app.get("/api/v1/designs/%ff", &token).await.problem(400, "invalid_request");
        for n in ["0", "-1", "2", "9223372036854775807"] {
            app.get(&format!("/api/v1/designs/x/revisions/{n}"), &token).await.problem(404, "not_found");
        }
        for n in ["x", "1.5", "9223372036854775808"] {
            app.get(&format!("/api/v1/designs/x/revisions/{n}"), &token).await.problem(400, "invalid_request");
        }
    }
}
