//! The store: one SQL text for PostgreSQL and SQLite, one row struct a query shape.
//!
//! It keeps documents as text and knows nothing of what they say. Every function that reads or changes a design takes
//! the hash of the caller's token: what the token does not cover does not exist.

mod designs;
mod idempotency;
mod maintenance;
mod price_books;
mod shares;
mod tokens;

use std::str::FromStr as _;
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::postgres::{PgPool, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};

pub use designs::{
    DesignRow, DesignSummaryRow, MAX_REVISIONS, NewDesign, NewRevision, RevisionRow,
    RevisionSummaryRow,
};
pub use idempotency::{IDEMPOTENCY_LIFETIME_MS, IdempotencyKey, Made};
pub use price_books::{
    MAX_PINS_SHOWN, MAX_PRICE_BOOK_VERSIONS, NewPriceBook, NewPriceFile, Pin, PinnedBy,
    PriceBookRow, PriceBookVersionRow,
};
pub use shares::{MAX_SHARES, NewShare, ShareRow, ShareSummaryRow};
pub use tokens::ApiTokenRow;

/// The migrations for PostgreSQL.
pub static POSTGRES_MIGRATIONS: Migrator = sqlx::migrate!("../migrations/postgres");
/// The migrations for SQLite.
pub static SQLITE_MIGRATIONS: Migrator = sqlx::migrate!("../migrations/sqlite");

/// How long a request waits for a free connection or a locked database file.
const PATIENCE: Duration = Duration::from_secs(5);

/// What can go wrong in the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no such thing, or the token does not cover it.
    #[error("not found")]
    NotFound,
    /// The design has moved on; `current` is its revision now.
    #[error("the design is at revision {current}")]
    Stale {
        /// The revision that the design has now.
        current: i64,
    },
    /// A bound on how much one design may hold was reached.
    #[error("there are {limit} {what}, which is the most there may be")]
    Full {
        /// What there is too much of: revisions or shares.
        what: &'static str,
        /// The most there may be.
        limit: i64,
    },
    /// The version of a price book that a design names is gone.
    #[error("there is no such version of a price book")]
    NoPriceBook,
    /// Stored designs are priced by the price book.
    #[error("{} stored designs are priced by it", .0.designs)]
    Pinned(PinnedBy),
    /// The idempotency key was used for another request.
    #[error("the idempotency key was used for another request")]
    KeyReused,
    /// A name is taken.
    #[error("the name is taken")]
    NameTaken,
    /// The database URL is none that this program understands.
    #[error("{0}")]
    Url(String),
    /// The database failed.
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
    /// The schema could not be brought up to date.
    #[error("migration: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
}

/// The two databases.
#[derive(Clone, Debug)]
pub enum Db {
    /// A PostgreSQL server.
    Postgres(PgPool),
    /// A SQLite file.
    Sqlite(SqlitePool),
}

/// Runs the same expression with either pool.
macro_rules! on_either {
    ($db:expr, $pool:ident => $body:expr) => {
        match $db {
            $crate::store::Db::Postgres($pool) => $body,
            $crate::store::Db::Sqlite($pool) => $body,
        }
    };
}

/// Runs the same block in a writing transaction of either database; `?` and `return` inside leave only the block and
/// roll back. SQLite takes the write lock at once, since a read that later writes fails without waiting.
macro_rules! in_transaction {
    ($db:expr, $tx:ident => $body:block) => {
        match $db {
            $crate::store::Db::Postgres(pool) => {
                async {
                    let mut $tx = pool.begin().await?;
                    let out = $body;
                    $tx.commit().await?;
                    Ok::<_, $crate::store::StoreError>(out)
                }
                .await
            }
            $crate::store::Db::Sqlite(pool) => {
                async {
                    let mut $tx = pool.begin_with("BEGIN IMMEDIATE").await?;
                    let out = $body;
                    $tx.commit().await?;
                    Ok::<_, $crate::store::StoreError>(out)
                }
                .await
            }
        }
    };
}

pub(crate) use {in_transaction, on_either};

/// The store of a running service.
#[derive(Clone, Debug)]
pub struct Store {
    db: Db,
}

impl Store {
    /// Opens the database that the URL names and brings its schema up to date. `postgres://…` and `postgresql://…` are
    /// PostgreSQL; `sqlite:PATH` is a file, made if it is absent.
    ///
    /// # Errors
    /// When the URL is of another kind, the database can't be reached or its schema is newer than this program.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        let db = if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            let pool = PgPoolOptions::new()
                .max_connections(10)
                .acquire_timeout(PATIENCE)
                .connect(url)
                .await?;
            POSTGRES_MIGRATIONS.run(&pool).await?;
            Db::Postgres(pool)
        } else if url.starts_with("sqlite:") {
            let options = SqliteConnectOptions::from_str(url)?
                .create_if_missing(true)
                .journal_mode(SqliteJournalMode::Wal)
                .synchronous(SqliteSynchronous::Normal)
                .foreign_keys(true)
                .busy_timeout(PATIENCE)
                // Deleted designs are overwritten in the file, not only unlinked.
                .pragma("secure_delete", "ON");
            let pool = SqlitePoolOptions::new()
                .max_connections(8)
                .acquire_timeout(PATIENCE)
                .connect_with(options)
                .await?;
            SQLITE_MIGRATIONS.run(&pool).await?;
            Db::Sqlite(pool)
        } else {
            return Err(StoreError::Url(
                "the database URL must begin with postgres://, postgresql:// or sqlite:".to_owned(),
            ));
        };
        Ok(Self { db })
    }

    /// The database behind the store.
    pub fn db(&self) -> &Db {
        &self.db
    }

    /// Which database it is: `postgres` or `sqlite`.
    pub fn kind(&self) -> &'static str {
        match self.db {
            Db::Postgres(_) => "postgres",
            Db::Sqlite(_) => "sqlite",
        }
    }

    /// Asks the database for an answer.
    ///
    /// # Errors
    /// When it gives none.
    pub async fn check(&self) -> Result<(), StoreError> {
        on_either!(&self.db, pool => sqlx::query("SELECT 1").execute(pool).await.map(drop))?;
        Ok(())
    }

    /// Closes all connections, after those in use are given back.
    pub async fn close(&self) {
        on_either!(&self.db, pool => pool.close().await);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_databases_have_the_same_migrations() {
        let names = |migrator: &Migrator| -> Vec<_> {
            migrator
                .iter()
                .map(|migration| (migration.version, migration.description.to_string()))
                .collect()
        };
        assert_eq!(names(&POSTGRES_MIGRATIONS), names(&SQLITE_MIGRATIONS));
        assert!(!names(&SQLITE_MIGRATIONS).is_empty());
    }

    #[tokio::test]
    async fn an_unknown_kind_of_database_is_refused() {
        let error = Store::open("mysql://localhost/x").await.unwrap_err();
        assert!(matches!(error, StoreError::Url(_)), "{error}");
    }
}
