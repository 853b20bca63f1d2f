//! Requests that meet in the database: who waits for a row finds what the first has made of it.

use std::time::Duration;

use axum::http::Method;
use podwright_server::secrets;
use podwright_server::store::{Db, MAX_SHARES, NewShare, Store};
use sqlx::{Postgres, Sqlite, Transaction};

use crate::support::{Answer, SMALL_DESIGN, START_MS, TestApp, on_both_databases};

/// Long enough for requests to come to a row that is held.
const A_WHILE: Duration = Duration::from_millis(400);

/// A transaction that others have to wait for.
enum Held {
    Postgres(Transaction<'static, Postgres>),
    Sqlite(Transaction<'static, Sqlite>),
}

impl Held {
    /// Does something about an id and does not yet say whether it stays.
    async fn by(store: &Store, sql: &'static str, id: &str) -> Self {
        match store.db() {
            Db::Postgres(pool) => {
                let mut tx = pool.begin().await.unwrap();
                sqlx::query(sql).bind(id).execute(&mut *tx).await.unwrap();
                Self::Postgres(tx)
            }
            Db::Sqlite(pool) => {
                let mut tx = pool.begin_with("BEGIN IMMEDIATE").await.unwrap();
                sqlx::query(sql).bind(id).execute(&mut *tx).await.unwrap();
                Self::Sqlite(tx)
            }
        }
    }

    /// Lets the others go on after a while.
    async fn release(self) {
        tokio::time::sleep(A_WHILE).await;
        match self {
            Self::Postgres(tx) => tx.commit().await.unwrap(),
            Self::Sqlite(tx) => tx.commit().await.unwrap(),
        }
    }
}

const HOLD_BOOK: &str = "UPDATE price_books SET version = version WHERE id = $1";
const HOLD_DESIGN: &str = "UPDATE designs SET revision = revision WHERE id = $1";
const KEY: &str = "0123456789abcdef-once";

/// Uploads a price book or a version of one; a key that is empty is none.
async fn upload(app: &TestApp, query: &str, token: &str, key: &str, usd: u32) -> Answer {
    let auth = format!("Bearer {token}");
    let mut headers = vec![("content-type", "text/csv"), ("authorization", &auth)];
    if !key.is_empty() {
        headers.push(("idempotency-key", key));
    }
    let csv = format!("part_id,default_usd,as_of,source\ndgx-h100,{usd},2026-11-01,quotation 17\n");
    let path = format!("/api/v1/price-books{query}");
    app.ask(Method::POST, &path, &headers, &csv).await
}

/// A design with a price book of its token: design, token, book.
async fn with_book(app: &TestApp) -> (String, String, String) {
    let (id, token) = app.create(SMALL_DESIGN).await;
    let made = upload(app, "", &token, "", 1).await.expect(201).json();
    (id, token, made["id"].as_str().unwrap().to_owned())
}

async fn versions(app: &TestApp, book: &str, token: &str) -> usize {
    let read = app
        .get(&format!("/api/v1/price-books/{book}"), token)
        .await
        .expect(200)
        .json();
    read["versions"].as_array().unwrap().len()
}

on_both_databases! {
    async fn retries_at_once_make_one_version_of_a_price_book(app: &TestApp) {
        let (_, token, book) = with_book(app).await;
        let query = format!("?id={book}");
        let held = Held::by(app.store(), HOLD_BOOK, &book).await;
        let (one, two, three, ()) = tokio::join!(
            upload(app, &query, &token, KEY, 2),
            upload(app, &query, &token, KEY, 2),
            upload(app, &query, &token, KEY, 2),
            held.release(),
        );
        for answer in [one, two, three] {
            assert_eq!(answer.expect(201).json()["version"], 2);
        }
        assert_eq!(versions(app, &book, &token).await, 2);
    }

    async fn two_versions_at_once_are_two(app: &TestApp) {
        let (_, token, book) = with_book(app).await;
        let query = format!("?id={book}");
        let held = Held::by(app.store(), HOLD_BOOK, &book).await;
        let (one, two, ()) = tokio::join!(
            upload(app, &query, &token, "", 2),
            upload(app, &query, &token, "", 3),
            held.release(),
        );
        let number = |answer: Answer| answer.expect(201).json()["version"].as_i64().unwrap();
        let mut both = [number(one), number(two)];
        both.sort_unstable();
        assert_eq!(both, [2, 3]);
    }

    async fn a_retry_of_the_last_version_gets_it(app: &TestApp) {
        let (_, token, book) = with_book(app).await;
        let query = format!("?id={book}");
        let held = Held::by(app.store(), "UPDATE price_books SET version = 999 WHERE id = $1", &book).await;
        let (one, two, ()) = tokio::join!(
            upload(app, &query, &token, KEY, 2),
            upload(app, &query, &token, KEY, 2),
            held.release(),
        );
        for answer in [one, two] {
            assert_eq!(answer.expect(201).json()["version"], 1_000);
        }
        upload(app, &query, &token, "", 3).await.problem(409, "limit_reached");
    }

    async fn a_retry_of_the_last_share_gets_it(app: &TestApp) {
        let (id, token) = app.create(SMALL_DESIGN).await;
        let hash = secrets::hash(token.as_bytes());
        for number in 1..MAX_SHARES {
            let share = NewShare {
                slug: &format!("slug-{number}"),
                design_id: &id,
                revision: 1,
                document: "{}",
                report: "{}",
                engine_version: "1",
                catalog_version: "1",
                now_ms: START_MS,
                expires_ms: None,
            };
            app.store().create_share(&share, &hash, None).await.unwrap();
        }
        let path = format!("/api/v1/designs/{id}/shares");
        let auth = format!("Bearer {token}");
        let headers = [("authorization", auth.as_str()), ("idempotency-key", KEY)];
        let held = Held::by(app.store(), HOLD_DESIGN, &id).await;
        let (one, two, ()) = tokio::join!(
            app.ask(Method::POST, &path, &headers, ""),
            app.ask(Method::POST, &path, &headers, ""),
            held.release(),
        );
        assert_eq!(one.expect(201).json()["slug"], two.expect(201).json()["slug"]);
        app.ask(Method::POST, &path, &headers[..1], "").await.problem(409, "limit_reached");
    }

    async fn saves_over_whatever_is_newest_all_stay(app: &TestApp) {
        let (id, token) = app.create(SMALL_DESIGN).await;
        let path = format!("/api/v1/designs/{id}");
        let auth = format!("Bearer {token}");
        let over = async |tag: &str| {
            let headers = [("authorization", auth.as_str()), ("if-match", tag)];
            app.ask(Method::PUT, &path, &headers, SMALL_DESIGN).await
        };
        let held = Held::by(app.store(), HOLD_DESIGN, &id).await;
        let (one, two, ()) = tokio::join!(over("*"), over("*"), held.release());
        let number = |answer: Answer| answer.expect(200).json()["revision"].as_i64().unwrap();
        let mut both = [number(one), number(two)];
        both.sort_unstable();
        assert_eq!(both, [2, 3]);
        // Of two that expect the same revision one comes too late, and is told the true one.
        let held = Held::by(app.store(), HOLD_DESIGN, &id).await;
        let (one, two, ()) = tokio::join!(over("\"3\""), over("\"3\""), held.release());
        let (saved, late) = if one.status == 200 { (one, two) } else { (two, one) };
        assert_eq!(number(saved), 4);
        late.problem(412, "stale_revision");
        assert_eq!(late.header("etag"), "\"4\"");
    }

    async fn designs_that_come_while_a_price_book_is_deleted_are_counted(app: &TestApp) {
        let (_, token, book) = with_book(app).await;
        app.create(SMALL_DESIGN).await;
        let pin = "INSERT INTO price_book_pins (design_id, revision, book_id, version) SELECT id, 1, $1, 1 FROM designs";
        let held = Held::by(app.store(), pin, &book).await;
        let path = format!("/api/v1/price-books/{book}");
        let auth = format!("Bearer {token}");
        let headers = [("authorization", auth.as_str())];
        let (answer, ()) = tokio::join!(app.ask(Method::DELETE, &path, &headers, ""), held.release());
        let problem = answer.problem(409, "price_book_in_use");
        assert!(problem["detail"].as_str().unwrap().starts_with("2 stored designs are priced"), "{problem}");
        assert_eq!(problem["errors"].as_array().map(Vec::len), Some(1), "only the caller's is named");
        app.get(&path, &token).await.expect(200);
    }
}
