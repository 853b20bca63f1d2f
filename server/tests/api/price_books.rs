//! `/api/v1/price-books` and designs that are priced by them.

use axum::http::Method;
use serde_json::Value;

use crate::support::{Answer, SMALL_DESIGN, TestApp, on_both_databases};

const PATH: &str = "/api/v1/price-books";
const HEAD: &str = "part_id,default_usd,as_of,source\n";

async fn upload(app: &TestApp, query: &str, token: &str, csv: &str) -> Answer {
    let auth = format!("Bearer {token}");
    let mut headers = vec![("content-type", "text/csv")];
    if !token.is_empty() {
        headers.push(("authorization", &auth));
    }
    app.ask(Method::POST, &format!("{PATH}{query}"), &headers, csv)
        .await
}

async fn put(app: &TestApp, id: &str, token: &str, revision: i64, design: &str) -> Answer {
    let (auth, tag) = (format!("Bearer {token}"), format!("\"{revision}\""));
    let headers = [("authorization", auth.as_str()), ("if-match", tag.as_str())];
    app.ask(
        Method::PUT,
        &format!("/api/v1/designs/{id}"),
        &headers,
        design,
    )
    .await
}

fn priced(usd: u32) -> String {
    format!("{HEAD}dgx-h100,{usd},2026-11-01,quotation 17\n")
}

fn pinned(id: &str, version: u32) -> String {
    let pin = format!(r#""price_book":{{"id":"{id}","version":{version}}},"pools""#);
    SMALL_DESIGN.replacen("\"pools\"", &pin, 1)
}

async fn report(app: &TestApp, id: &str, token: &str) -> Value {
    app.get(&format!("/api/v1/designs/{id}/report"), token)
        .await
        .expect(200)
        .json()
}

on_both_databases! {
    async fn a_design_stays_priced_as_pinned(app: &TestApp) {
        let (id, token) = app.create(SMALL_DESIGN).await;
        let first = upload(app, "?name=Quotations", &token, &priced(300_000)).await.expect(201);
        assert!(first.header("location").starts_with(PATH));
        let first = first.json();
        let book = first["id"].as_str().unwrap();
        assert_eq!((first["version"].as_i64(), first["rows"].as_i64()), (Some(1), Some(1)));
        let own = first["edit_token"].as_str().unwrap();
        assert!(own.starts_with("pw_edit_"));

        put(app, &id, &token, 1, &pinned(book, 1)).await.expect(200);
        let before = report(app, &id, &token).await;
        assert_eq!(before["bom"]["lines"][0]["unit_price_usd"], 300_000.0);
        assert_eq!(before["bom"]["lines"][0]["price_source"], "quotation 17");
        let version = before["price_book_version"].as_str().unwrap();
        assert!(version.ends_with(&format!(" + {book}@1")), "{version}");
        let codes = |report: &Value| -> Vec<String> {
            let findings = report["findings"].as_array().unwrap();
            findings.iter().map(|f| f["code"].as_str().unwrap().to_owned()).collect()
        };
        assert!(!codes(&before).contains(&"price.book_absent".to_owned()));

        let query = format!("?id={book}");
        let second = upload(app, &query, own, &priced(250_000)).await.expect(201).json();
        assert_eq!((second["version"].as_i64(), &second["edit_token"]), (Some(2), &Value::Null));
        assert_eq!(report(app, &id, &token).await, before, "a newer version changes nothing");
        put(app, &id, &token, 2, &pinned(book, 2)).await.expect(200);
        let after = report(app, &id, &token).await;
        assert_eq!(after["bom"]["lines"][0]["unit_price_usd"], 250_000.0);

        let read = app.get(&format!("{PATH}/{book}?version=1"), own).await.expect(200).json();
        assert_eq!(read["name"], "Quotations");
        assert_eq!((read["version"].as_i64(), read["shown_version"].as_i64()), (Some(2), Some(1)));
        assert_eq!(read["versions"].as_array().unwrap().len(), 2);
        assert_eq!(read["prices"][0]["default_usd"], 300_000.0);
        let auth = format!("Bearer {own}");
        let headers = [("authorization", auth.as_str()), ("accept", "text/csv")];
        let file = app.ask(Method::GET, &format!("{PATH}/{book}"), &headers, "").await.expect(200);
        assert_eq!(file.text(), priced(250_000));
        let list = app.get(PATH, &token).await.expect(200).json();
        assert_eq!(list["items"][0]["id"], book);
        app.get(&format!("{PATH}/{book}?version=3"), own).await.problem(404, "not_found");
    }

    async fn a_price_book_answers_to_its_tokens_alone(app: &TestApp) {
        let book = upload(app, "", "", &priced(1)).await.expect(201).json();
        let (book, own) = (book["id"].as_str().unwrap(), book["edit_token"].as_str().unwrap());
        let (id, token) = app.create(SMALL_DESIGN).await;
        app.get(&format!("{PATH}/{book}"), &token).await.problem(404, "not_found");
        app.get(&format!("{PATH}/{book}"), "").await.problem(401, "unauthenticated");
        upload(app, &format!("?id={book}"), &token, &priced(2)).await.problem(404, "not_found");
        upload(app, &format!("?id={book}"), "", &priced(2)).await.problem(401, "unauthenticated");
        upload(app, "", "pw_api_nobody", &priced(2)).await.problem(404, "not_found");
        assert_eq!(app.get(PATH, &token).await.expect(200).json()["items"], serde_json::json!([]));

        let refused = put(app, &id, &token, 1, &pinned(book, 1)).await.problem(422, "invalid_document");
        assert_eq!(refused["errors"][0]["pointer"], "/price_book/id");
        app.ask(Method::POST, "/api/v1/designs", &[], &pinned(book, 1)).await.problem(422, "invalid_document");
        app.ask(Method::POST, "/api/v1/evaluate", &[], &pinned(book, 1)).await.problem(422, "invalid_document");
        let auth = format!("Bearer {own}");
        let headers = [("authorization", auth.as_str())];
        let answer = app.ask(Method::POST, "/api/v1/evaluate", &headers, &pinned(book, 1)).await.expect(200);
        assert_eq!(answer.json()["bom"]["total_usd"].as_f64().map(|usd| usd >= 1.0), Some(true));
        app.ask(Method::POST, "/api/v1/evaluate", &headers, &pinned(book, 2)).await.problem(422, "invalid_document");
    }

    async fn a_new_design_may_name_a_price_book_that_its_caller_may_read(app: &TestApp) {
        let book = upload(app, "", "", &priced(7)).await.expect(201).json();
        let (book, own) = (book["id"].as_str().unwrap(), book["edit_token"].as_str().unwrap());
        let auth = format!("Bearer {own}");
        let headers = [("authorization", auth.as_str())];
        let design = app.ask(Method::POST, "/api/v1/designs", &headers, &pinned(book, 1)).await.expect(201).json();
        let (id, token) = (design["id"].as_str().unwrap(), design["edit_token"].as_str().unwrap());
        assert_eq!(report(app, id, token).await["bom"]["lines"][0]["unit_price_usd"], 7.0);
        // The token of a price book reads prices, not designs.
        app.get(&format!("/api/v1/designs/{id}"), own).await.problem(404, "not_found");
        let other = upload(app, "", "", &priced(8)).await.expect(201).json();
        let other = other["id"].as_str().unwrap();
        app.ask(Method::POST, "/api/v1/designs", &headers, &pinned(other, 1)).await.problem(422, "invalid_document");
    }

    async fn whoever_has_the_design_sees_its_prices_but_can_not_change_them(app: &TestApp) {
        let api = "pw_api_of_a_test";
        let hash = podwright_server::secrets::hash(api.as_bytes());
        app.store().create_api_token(&hash, "test", 0).await.unwrap();
        let book = upload(app, "", api, &priced(5)).await.expect(201).json();
        let book = book["id"].as_str().unwrap();
        let auth = format!("Bearer {api}");
        let design = app
            .ask(Method::POST, "/api/v1/designs", &[("authorization", &auth)], &pinned(book, 1))
            .await
            .expect(201)
            .json();
        let (id, token) = (design["id"].as_str().unwrap(), design["edit_token"].as_str().unwrap());
        assert_eq!(report(app, id, token).await["bom"]["lines"][0]["unit_price_usd"], 5.0);
        upload(app, &format!("?id={book}"), token, &priced(2)).await.problem(404, "not_found");
        let share = app
            .ask(Method::POST, &format!("/api/v1/designs/{id}/shares"), &[("authorization", &auth)], "")
            .await
            .expect(201)
            .json();
        let shown = app.get(&format!("/api/v1/shares/{}", share["slug"].as_str().unwrap()), "").await.expect(200).json();
        assert_eq!(shown["report"]["bom"]["lines"][0]["unit_price_usd"], 5.0);
        app.store().revoke_api_token("test").await.unwrap();
        app.get(&format!("{PATH}/{book}"), api).await.problem(404, "not_found");
    }

    async fn a_key_stores_one_price_book_and_one_version(app: &TestApp) {
        const KEY: &str = "0123456789abcdef-book";
        let (_, token) = app.create(SMALL_DESIGN).await;
        let with_key = async |query: &str, token: &str, csv: &str| {
            let auth = format!("Bearer {token}");
            let mut headers = vec![("content-type", "text/csv"), ("idempotency-key", KEY)];
            if !token.is_empty() {
                headers.push(("authorization", &auth));
            }
            app.ask(Method::POST, &format!("{PATH}{query}"), &headers, csv).await
        };
        let first = with_key("?name=a", &token, &priced(1)).await.expect(201);
        let again = with_key("?name=a", &token, &priced(1)).await.expect(201);
        assert_eq!(again.header("location"), first.header("location"));
        assert_eq!(again.json(), first.json(), "with the same token");
        let listed = app.get(PATH, &token).await.expect(200).json();
        assert_eq!(listed["items"].as_array().map(Vec::len), Some(1));
        let (book, own) = (first.json()["id"].clone(), first.json()["edit_token"].clone());
        let (book, own) = (book.as_str().unwrap(), own.as_str().unwrap());
        app.get(&format!("{PATH}/{book}"), own).await.expect(200);
        for (query, csv) in [("?name=b", priced(1)), ("?name=a", priced(2))] {
            with_key(query, &token, &csv).await.problem(422, "idempotency_key_reused");
        }
        // Without a token, for a version and for a dry run it is another key.
        let other = with_key("?name=a", "", &priced(1)).await.expect(201).json();
        assert_ne!(other["id"], first.json()["id"]);
        with_key("?name=a&dry_run=true", &token, &priced(3)).await.expect(200);
        let query = format!("?id={book}");
        for _ in 0..2 {
            let version = with_key(&query, own, &priced(4)).await.expect(201).json();
            assert_eq!((version["version"].as_i64(), &version["edit_token"]), (Some(2), &Value::Null));
        }
        with_key(&query, own, &priced(5)).await.problem(422, "idempotency_key_reused");
        with_key(&query, "pw_edit_nobody", &priced(4)).await.problem(404, "not_found");
        app.ask(Method::POST, PATH, &[("content-type", "text/csv"), ("idempotency-key", "short")], &priced(1))
            .await
            .problem(400, "invalid_request");
        app.pass_ms(24 * 60 * 60 * 1_000 + 1);
        let later = with_key("?name=a", &token, &priced(1)).await.expect(201).json();
        assert_ne!(later["id"], first.json()["id"], "a key is remembered for a day");
    }

    async fn a_price_book_in_use_stays(app: &TestApp) {
        let (id, token) = app.create(SMALL_DESIGN).await;
        let made = upload(app, "", &token, &priced(7)).await.expect(201).json();
        let (book, own) = (made["id"].as_str().unwrap(), made["edit_token"].as_str().unwrap());
        let path = format!("{PATH}/{book}");
        let delete = async |path: &str, token: &str| {
            let auth = format!("Bearer {token}");
            app.ask(Method::DELETE, path, &[("authorization", auth.as_str())], "").await
        };
        put(app, &id, &token, 1, &pinned(book, 1)).await.expect(200);
        let problem = delete(&path, &token).await.problem(409, "price_book_in_use");
        assert!(problem["detail"].as_str().unwrap().starts_with("1 stored design is priced"), "{problem}");
        assert_eq!(problem["errors"][0]["pointer"], format!("/designs/{id}/revisions/2"));
        assert!(!problem["detail"].as_str().unwrap().contains("the first"), "{problem}");
        // Who does not see the design is told that there is one.
        let hidden = delete(&path, own).await.problem(409, "price_book_in_use");
        assert_eq!(hidden["errors"], Value::Null);
        // An earlier revision is stored too.
        put(app, &id, &token, 2, SMALL_DESIGN).await.expect(200);
        delete(&path, &token).await.problem(409, "price_book_in_use");
        assert_eq!(report(app, &id, &token).await["price_book_version"].as_str().map(|v| v.contains(book)), Some(false));

        let auth = format!("Bearer {token}");
        let (other, other_token) = app.create(SMALL_DESIGN).await;
        delete(&path, &other_token).await.problem(404, "not_found");
        delete(&path, "pw_api_nobody").await.problem(404, "not_found");
        app.ask(Method::DELETE, &path, &[], "").await.problem(401, "unauthenticated");

        let headers = [("authorization", auth.as_str()), ("if-match", "*")];
        app.ask(Method::DELETE, &format!("/api/v1/designs/{id}"), &headers, "").await.expect(204);
        assert!(delete(&path, own).await.expect(204).body.is_empty());
        delete(&path, own).await.problem(404, "not_found");
        app.get(&path, own).await.problem(404, "not_found");
        put(app, &other, &other_token, 1, &pinned(book, 1)).await.problem(422, "invalid_document");
    }

    async fn the_first_revisions_of_a_price_book_in_use_are_listed_and_all_counted(app: &TestApp) {
        let (id, token) = app.create(SMALL_DESIGN).await;
        let made = upload(app, "", &token, &priced(7)).await.expect(201).json();
        let book = made["id"].as_str().unwrap();
        for revision in 1..=25 {
            put(app, &id, &token, revision, &pinned(book, 1)).await.expect(200);
        }
        let auth = format!("Bearer {token}");
        let headers = [("authorization", auth.as_str())];
        let answer = app.ask(Method::DELETE, &format!("{PATH}/{book}"), &headers, "").await;
        let problem = answer.problem(409, "price_book_in_use");
        assert_eq!(problem["errors"].as_array().map(Vec::len), Some(20));
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.starts_with("1 stored design is priced"), "{detail}");
        assert!(detail.ends_with("the first 20 of 25 revisions that the token covers"), "{detail}");
    }

    async fn who_may_only_read_a_price_book_does_not_delete_it(app: &TestApp) {
        let made = upload(app, "", "", &priced(9)).await.expect(201).json();
        let (book, own) = (made["id"].as_str().unwrap(), made["edit_token"].as_str().unwrap());
        let auth = format!("Bearer {own}");
        let api = "pw_api_of_a_test";
        app.store()
            .create_api_token(&podwright_server::secrets::hash(api.as_bytes()), "test", 0)
            .await
            .unwrap();
        let lent = upload(app, "", api, &priced(9)).await.expect(201).json();
        let lent = lent["id"].as_str().unwrap();
        let api_auth = format!("Bearer {api}");
        let design = app
            .ask(Method::POST, "/api/v1/designs", &[("authorization", &api_auth)], &pinned(lent, 1))
            .await
            .expect(201)
            .json();
        let token = format!("Bearer {}", design["edit_token"].as_str().unwrap());
        app.get(&format!("{PATH}/{lent}"), design["edit_token"].as_str().unwrap()).await.expect(200);
        app.ask(Method::DELETE, &format!("{PATH}/{lent}"), &[("authorization", &token)], "")
            .await
            .problem(404, "not_found");
        // One that nothing is priced by goes at once.
        app.ask(Method::DELETE, &format!("{PATH}/{book}"), &[("authorization", &auth)], "").await.expect(204);
        let store = app.store();
        let hash = podwright_server::secrets::hash(own.as_bytes());
        assert!(matches!(
            store.price_book_file(book, 1, &hash).await,
            Err(podwright_server::store::StoreError::NotFound)
        ));
    }

    async fn faults_come_by_row_and_nothing_is_stored(app: &TestApp) {
        let fine = upload(app, "?dry_run=true", "", &priced(1)).await.expect(200).json();
        assert_eq!((fine["dry_run"].as_bool(), &fine["id"]), (Some(true), &Value::Null));
        let bad = format!("{HEAD}dgx-h100,1,2026,x\nno-part,abc,2026,\n");
        for query in ["?dry_run=true", "?dry_run=false", ""] {
            let problem = upload(app, query, "", &bad).await.problem(422, "invalid_document");
            let errors: Vec<(&str, &str)> = problem["errors"]
                .as_array()
                .unwrap()
                .iter()
                .map(|error| (error["pointer"].as_str().unwrap(), error["code"].as_str().unwrap()))
                .collect();
            assert_eq!(
                errors,
                [("/3/source", "cell.empty"), ("/3/part_id", "part.unknown"), ("/3/default_usd", "number.invalid")]
            );
            assert!(problem["errors"][1]["message"].as_str().unwrap().starts_with("line 3, part_id: "));
        }
        let (_, token) = app.create(SMALL_DESIGN).await;
        upload(app, "?dry_run=true", &token, &priced(1)).await.expect(200);
        assert_eq!(app.get(PATH, &token).await.expect(200).json()["items"], serde_json::json!([]));
        let json = app.ask(Method::POST, PATH, &[], "{}").await;
        json.problem(415, "unsupported_media_type");
        upload(app, "?dry_run=perhaps", "", &priced(1)).await.problem(400, "invalid_request");
        upload(app, "", "", &"x".repeat(300 << 10)).await.problem(422, "invalid_document");
        upload(app, "", "", &"x".repeat((1 << 20) + 1)).await.problem(413, "body_too_large");
    }
}
