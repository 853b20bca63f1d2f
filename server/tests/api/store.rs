//! The store where the routes don't reach.

use podwright_server::store::{Db, Store};
use sqlx::Row as _;

use crate::support::{SMALL_DESIGN, START_MS, on_both_databases};

/// Everything in the tables as text, for looking for what must not be there.
pub async fn dump(store: &Store) -> String {
    let mut text = String::new();
    for sql in [
        "SELECT id FROM designs",
        "SELECT name || ' ' || document FROM revisions",
        "SELECT slug || ' ' || document || ' ' || report FROM shares",
        "SELECT scope FROM idempotency_keys",
    ] {
        match store.db() {
            Db::Postgres(pool) => {
                for row in sqlx::query(sql).fetch_all(pool).await.unwrap() {
                    text.push_str(&row.get::<String, _>(0));
                    text.push('\n');
                }
            }
            Db::Sqlite(pool) => {
                for row in sqlx::query(sql).fetch_all(pool).await.unwrap() {
                    text.push_str(&row.get::<String, _>(0));
                    text.push('\n');
                }
            }
        }
    }
    for sql in [
        "SELECT token_hash FROM grants",
        "SELECT key_hash FROM idempotency_keys",
        "SELECT nonce FROM idempotency_keys",
    ] {
        let blobs: Vec<Vec<u8>> = match store.db() {
            Db::Postgres(pool) => sqlx::query_scalar(sql).fetch_all(pool).await.unwrap(),
            Db::Sqlite(pool) => sqlx::query_scalar(sql).fetch_all(pool).await.unwrap(),
        };
        for blob in blobs {
            text.push_str(&String::from_utf8_lossy(&blob));
            text.push('\n');
        }
    }
    text
}

/// How many designs there are.
pub async fn count_designs(store: &Store) -> i64 {
    let sql = "SELECT COUNT(*) FROM designs";
    match store.db() {
        Db::Postgres(pool) => sqlx::query_scalar(sql).fetch_one(pool).await.unwrap(),
        Db::Sqlite(pool) => sqlx::query_scalar(sql).fetch_one(pool).await.unwrap(),
    }
}

/// Table and column names, sorted.
async fn columns(store: &Store) -> Vec<String> {
    let mut names: Vec<String> = match store.db() {
        Db::Postgres(pool) => sqlx::query_scalar(
            "SELECT table_name || '.' || column_name FROM information_schema.columns WHERE table_schema = 'public'",
        )
        .fetch_all(pool)
        .await
        .unwrap(),
        Db::Sqlite(pool) => sqlx::query_scalar(
            "SELECT m.name || '.' || c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'",
        )
        .fetch_all(pool)
        .await
        .unwrap(),
    };
    names.retain(|name| !name.starts_with("_sqlx_migrations") && !name.starts_with("sqlite_"));
    names.sort();
    names
}

#[tokio::test]
async fn both_databases_have_the_same_tables_and_columns() {
    let Some(postgres) = crate::support::TestApp::postgres().await else {
        return;
    };
    let sqlite = crate::support::TestApp::sqlite().await;
    assert_eq!(
        columns(postgres.store()).await,
        columns(sqlite.store()).await
    );
    assert!(columns(sqlite.store()).await.len() > 20);
    postgres.finish().await;
    sqlite.finish().await;
}

on_both_databases! {
    async fn a_second_process_finds_the_schema_and_the_designs(app: &TestApp) {
        let (id, token) = app.create(SMALL_DESIGN).await;
        let second = Store::open(app.url()).await.unwrap();
        let hash = podwright_server::secrets::hash(token.as_bytes());
        assert_eq!(second.design(&id, &hash).await.unwrap().revision, 1);
        second.check().await.unwrap();
        second.close().await;
        assert!(second.check().await.is_err());
    }

    async fn api_tokens_have_names_of_their_own(app: &TestApp) {
        use podwright_server::store::StoreError;
        let store = app.store();
        store.create_api_token(&[1; 32], "b", START_MS).await.unwrap();
        store.create_api_token(&[2; 32], "a", START_MS).await.unwrap();
        assert!(matches!(store.create_api_token(&[3; 32], "a", START_MS).await, Err(StoreError::NameTaken)));
        let names: Vec<_> = store.api_tokens().await.unwrap().into_iter().map(|token| token.name).collect();
        assert_eq!(names, ["a", "b"]);
        store.revoke_api_token("a").await.unwrap();
        assert!(matches!(store.revoke_api_token("a").await, Err(StoreError::NotFound)));
    }
}
