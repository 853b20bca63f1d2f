//! Databases of an earlier program: what they hold is still there, in the tables of today.

use podwright_server::secrets;
use podwright_server::store::{POSTGRES_MIGRATIONS, SQLITE_MIGRATIONS};
use sqlx::migrate::Migrator;
use sqlx::{AssertSqlSafe, PgPool, SqlitePool};

use crate::support::{TestApp, TestDatabase};

const BOOK: &str = "5f2c0000000000000000000000000000";
const TOKEN: &str = "pw_edit_of_long_ago";

/// The migrations up to one.
fn until(all: &Migrator, version: i64) -> Migrator {
    Migrator::with_migrations(
        all.iter()
            .filter(|one| one.version <= version)
            .cloned()
            .collect(),
    )
}

/// A text in SQL.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// What a program with two migrations stored: a price book of two versions, and a design whose revisions name none, each
/// of them in turn, one that there is not, and one in words only.
fn rows(bytes: impl Fn(&str) -> String) -> Vec<String> {
    let pin = |pin: &str, name: &str| {
        let name = serde_json::to_string(name).unwrap();
        format!(
            r#"{{"schema":"podwright.design/1","name":{name},"pools":[{{"id":"a","node":"dgx-h100","count":1}}]{pin}}}"#
        )
    };
    let named = |version: u32, month: &str| {
        format!(r#","price_book":{{{month}"id":"{BOOK}","version":{version}}}"#)
    };
    let words = format!(r#"my "price_book":{{"id":"{BOOK}","version":1}}"#);
    let documents = [
        pin("", "no book"),
        pin(&named(1, ""), "the first"),
        pin(
            &named(2, r#""as_of":"2026-10","#),
            "the second, O'Brien \u{0}",
        ),
        pin(&named(3, ""), "one that is gone"),
        pin("", &words),
    ];
    let hash = bytes(&secrets::hex(&secrets::hash(TOKEN.as_bytes())));
    let mut rows = vec![
        format!("INSERT INTO price_books VALUES ('{BOOK}', 'Old', 2, 1, 2)"),
        "INSERT INTO designs VALUES ('d1', 5, 1, 5)".to_owned(),
        format!("INSERT INTO grants VALUES ({hash}, 'd1')"),
        format!("INSERT INTO price_book_grants VALUES ({hash}, '{BOOK}', 1)"),
        format!(
            "INSERT INTO idempotency_keys VALUES ('designs', {hash}, {hash}, {hash}, 'd1', NULL, 1)"
        ),
    ];
    for version in [1, 2] {
        rows.push(format!(
            "INSERT INTO price_book_versions VALUES ('{BOOK}', {version}, 1, 'file', 1)"
        ));
    }
    for (revision, document) in (1..).zip(&documents) {
        let document = quoted(document);
        rows.push(format!(
            "INSERT INTO revisions VALUES ('d1', {revision}, 'Old', {document}, 1)"
        ));
    }
    rows
}

/// Opens the old database with the program of today and reads what it makes of it.
async fn check(app: TestApp) {
    let store = app.store();
    let pins = "SELECT revision || '@' || version FROM price_book_pins WHERE design_id = 'd1' ORDER BY revision";
    let keys = "SELECT scope || ' ' || design_id FROM idempotency_keys WHERE book_id IS NULL";
    let read = async |sql: &'static str| -> Vec<String> {
        match store.db() {
            podwright_server::store::Db::Postgres(pool) => {
                sqlx::query_scalar(sql).fetch_all(pool).await.unwrap()
            }
            podwright_server::store::Db::Sqlite(pool) => {
                sqlx::query_scalar(sql).fetch_all(pool).await.unwrap()
            }
        }
    };
    assert_eq!(read(pins).await, ["2@1", "3@2"]);
    assert_eq!(read(keys).await, ["designs d1"]);
    let token = secrets::hash(TOKEN.as_bytes());
    assert_eq!(store.revision("d1", &token, 3).await.unwrap().revision, 3);
    // So the book stays while the old design does.
    let path = format!("/api/v1/price-books/{BOOK}");
    let auth = format!("Bearer {TOKEN}");
    let headers = [("authorization", auth.as_str())];
    let delete = app
        .ask(axum::http::Method::DELETE, &path, &headers, "")
        .await;
    let problem = delete.problem(409, "price_book_in_use");
    assert_eq!(problem["errors"][0]["pointer"], "/designs/d1/revisions/2");
    assert_eq!(problem["errors"].as_array().map(Vec::len), Some(2));
    app.finish().await;
}

#[tokio::test]
async fn designs_from_before_the_third_migration_get_their_pins_on_sqlite() {
    let (database, url) = TestDatabase::sqlite();
    let pool = SqlitePool::connect(&format!("{url}?mode=rwc"))
        .await
        .unwrap();
    until(&SQLITE_MIGRATIONS, 2).run(&pool).await.unwrap();
    for row in rows(|hex| format!("x'{hex}'")) {
        sqlx::query(AssertSqlSafe(row))
            .execute(&pool)
            .await
            .unwrap();
    }
    pool.close().await;
    check(TestApp::on(database, url).await).await;
}

#[tokio::test]
async fn designs_from_before_the_third_migration_get_their_pins_on_postgres() {
    let Some((database, url)) = TestDatabase::postgres().await else {
        return;
    };
    let pool = PgPool::connect(&url).await.unwrap();
    until(&POSTGRES_MIGRATIONS, 2).run(&pool).await.unwrap();
    for row in rows(|hex| format!("'\\x{hex}'")) {
        sqlx::query(AssertSqlSafe(row))
            .execute(&pool)
            .await
            .unwrap();
    }
    pool.close().await;
    check(TestApp::on(database, url).await).await;
}
