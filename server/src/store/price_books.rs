//! Price books of users and their versions. A version is never changed, and none that a stored design is priced by goes
//! away: the database itself refuses that, whatever happens at the same moment.

use sqlx::FromRow;

use super::idempotency::{IdempotencyKey, Made, Making, remember};
use super::{Store, StoreError, in_transaction, on_either};
use crate::secrets::Hash;

/// The most versions that one price book keeps.
pub const MAX_PRICE_BOOK_VERSIONS: i64 = 1_000;

/// A version to be stored.
#[derive(Clone, Copy, Debug)]
pub struct NewPriceFile<'a> {
    /// The file as it came.
    pub file: &'a str,
    /// Its rows.
    pub rows: i64,
    /// The time, milliseconds since 1970 UTC.
    pub now_ms: i64,
}

/// A price book to be stored.
#[derive(Clone, Copy, Debug)]
pub struct NewPriceBook<'a> {
    /// Its id.
    pub id: &'a str,
    /// What its owner calls it.
    pub name: &'a str,
    /// The hash of its edit token.
    pub own_token: &'a Hash,
    /// The caller's token, which shall cover it too.
    pub caller: Option<&'a Hash>,
}

/// The version of a price book that a design names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pin<'a> {
    /// The price book.
    pub book_id: &'a str,
    /// Its version.
    pub version: i64,
}

/// What is priced by a price book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PinnedBy {
    /// Stored designs, those included that the caller does not see.
    pub designs: i64,
    /// Revisions that the caller's token covers.
    pub covered: i64,
    /// The first of them, at most [`MAX_PINS_SHOWN`]: design, revision and version of the book.
    pub seen: Vec<(String, i64, i64)>,
}

/// The most revisions that [`PinnedBy`] lists.
pub const MAX_PINS_SHOWN: i64 = 20;

/// A price book with its newest version.
#[derive(Clone, Debug, FromRow, PartialEq, Eq)]
pub struct PriceBookRow {
    /// Its id.
    pub id: String,
    /// What its owner calls it.
    pub name: String,
    /// The newest version, from 1.
    pub version: i64,
    /// When it was made, milliseconds since 1970 UTC.
    pub created_ms: i64,
    /// When the newest version came, milliseconds since 1970 UTC.
    pub updated_ms: i64,
}

/// A version in a list.
#[derive(Clone, Debug, FromRow, PartialEq, Eq)]
pub struct PriceBookVersionRow {
    /// The number, from 1.
    pub version: i64,
    /// Its rows.
    pub price_rows: i64,
    /// When it came, milliseconds since 1970 UTC.
    pub created_ms: i64,
}

const INSERT_BOOK: &str = "INSERT INTO price_books (id, name, version, created_ms, updated_ms) VALUES ($1, $2, 1, $3, $3)";

const INSERT_VERSION: &str = "\
    INSERT INTO price_book_versions (book_id, version, price_rows, file, created_ms) VALUES ($1, $2, $3, $4, $5)";

const INSERT_GRANT: &str =
    "INSERT INTO price_book_grants (token_hash, book_id, writes) VALUES ($1, $2, 1)";

const TOKEN_EXISTS: &str = "\
    SELECT COUNT(*) FROM (SELECT token_hash FROM api_tokens WHERE token_hash = $1 \
    UNION ALL SELECT token_hash FROM grants WHERE token_hash = $1 \
    UNION ALL SELECT token_hash FROM price_book_grants WHERE token_hash = $1) AS known";

const SELECT_HEAD: &str = "\
    SELECT b.version FROM price_books b JOIN price_book_grants g ON g.book_id = b.id \
    WHERE b.id = $1 AND g.token_hash = $2 AND g.writes = 1";

/// Locks the book and steps in one: who comes second waits, and steps on from there.
const UPDATE_HEAD: &str = "\
    UPDATE price_books SET version = version + 1, updated_ms = $3 WHERE id = $1 AND version < $4 \
    AND EXISTS (SELECT 1 FROM price_book_grants g WHERE g.book_id = $1 AND g.token_hash = $2 AND g.writes = 1) \
    RETURNING version";

const SELECT_BOOK: &str = "\
    SELECT b.id, b.name, b.version, b.created_ms, b.updated_ms FROM price_books b \
    JOIN price_book_grants g ON g.book_id = b.id WHERE b.id = $1 AND g.token_hash = $2";

const SELECT_BOOKS: &str = "\
    SELECT b.id, b.name, b.version, b.created_ms, b.updated_ms FROM price_books b \
    JOIN price_book_grants g ON g.book_id = b.id WHERE g.token_hash = $1 \
    ORDER BY b.created_ms DESC, b.id DESC LIMIT $2";

const SELECT_VERSIONS: &str = "\
    SELECT version, price_rows, created_ms FROM price_book_versions WHERE book_id = $1 ORDER BY version DESC";

const SELECT_FILE: &str = "\
    SELECT v.file FROM price_book_versions v JOIN price_book_grants g ON g.book_id = v.book_id \
    WHERE v.book_id = $1 AND v.version = $2 AND g.token_hash = $3";

/// Binds a revision to the version that it is priced by.
pub(super) const INSERT_PIN: &str =
    "INSERT INTO price_book_pins (design_id, revision, book_id, version) VALUES ($1, $2, $3, $4)";

/// What it means when that fails.
pub(super) fn pin_error(error: sqlx::Error) -> StoreError {
    if breaks_reference(&error) {
        StoreError::NoPriceBook
    } else {
        StoreError::Database(error)
    }
}

fn breaks_reference(error: &sqlx::Error) -> bool {
    error
        .as_database_error()
        .is_some_and(sqlx::error::DatabaseError::is_foreign_key_violation)
}

const COUNT_PINS: &str = "SELECT COUNT(DISTINCT design_id) FROM price_book_pins WHERE book_id = $1";

const COUNT_COVERED_PINS: &str = "\
    SELECT COUNT(*) FROM price_book_pins p JOIN grants g ON g.design_id = p.design_id \
    WHERE p.book_id = $1 AND g.token_hash = $2";

const SELECT_PINS: &str = "\
    SELECT p.design_id, p.revision, p.version FROM price_book_pins p JOIN grants g ON g.design_id = p.design_id \
    WHERE p.book_id = $1 AND g.token_hash = $2 ORDER BY p.design_id, p.revision LIMIT $3";

const DELETE_BOOK: &str = "\
    DELETE FROM price_books WHERE id = $1 \
    AND EXISTS (SELECT 1 FROM price_book_grants g WHERE g.book_id = $1 AND g.token_hash = $2 AND g.writes = 1)";

const LEND: &str = "\
    INSERT INTO price_book_grants (token_hash, book_id, writes) \
    SELECT token_hash, $2, 0 FROM grants WHERE design_id = $1 ON CONFLICT (token_hash, book_id) DO NOTHING";

impl Store {
    /// Stores a new price book at version 1 under its own token and, where there is one, the caller's. With an
    /// idempotency key that was used before, nothing is stored and what was made then is returned.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when the caller's token covers nothing and is no API token, [`StoreError::KeyReused`]
    /// when the key was used for another request.
    pub async fn create_price_book(
        &self,
        book: NewPriceBook<'_>,
        file: NewPriceFile<'_>,
        key: Option<&IdempotencyKey<'_>>,
    ) -> Result<Option<Made>, StoreError> {
        if let Some(key) = key
            && let Some(made) = self.made(key).await?
        {
            return Ok(Some(made));
        }
        let NewPriceBook {
            id,
            name,
            own_token,
            caller,
        } = book;
        let stored = in_transaction!(&self.db, tx => {
            if let Some(token) = caller {
                let known: i64 =
                    sqlx::query_scalar(TOKEN_EXISTS).bind(token.as_slice()).fetch_one(&mut *tx).await?;
                if known == 0 {
                    return Err(StoreError::NotFound);
                }
            }
            sqlx::query(INSERT_BOOK).bind(id).bind(name).bind(file.now_ms).execute(&mut *tx).await?;
            sqlx::query(INSERT_VERSION)
                .bind(id)
                .bind(1_i64)
                .bind(file.rows)
                .bind(file.file)
                .bind(file.now_ms)
                .execute(&mut *tx)
                .await?;
            for token in std::iter::once(own_token).chain(caller) {
                sqlx::query(INSERT_GRANT).bind(token.as_slice()).bind(id).execute(&mut *tx).await?;
            }
            let making = Making { book: Some((id, 1)), ..Making::default() };
            remember!(tx, key, making, file.now_ms);
        });
        self.made_by_another(stored, key).await
    }

    /// Stores the next version of a price book and returns its number. With an idempotency key that was used before,
    /// nothing is stored and the number of then is returned.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when the token may not write it, [`StoreError::Full`] at
    /// [`MAX_PRICE_BOOK_VERSIONS`], [`StoreError::KeyReused`] when the key was used for another request.
    pub async fn add_price_book_version(
        &self,
        id: &str,
        token: &Hash,
        file: NewPriceFile<'_>,
        key: Option<&IdempotencyKey<'_>>,
    ) -> Result<i64, StoreError> {
        if let Some(key) = key
            && let Some(made) = self.made(key).await?
        {
            return made.book_version.ok_or(StoreError::NotFound);
        }
        let stored = in_transaction!(&self.db, tx => {
            let stepped: Option<i64> = sqlx::query_scalar(UPDATE_HEAD)
                .bind(id)
                .bind(token.as_slice())
                .bind(file.now_ms)
                .bind(MAX_PRICE_BOOK_VERSIONS)
                .fetch_optional(&mut *tx)
                .await?;
            let Some(version) = stepped else {
                // Either it is full or there is none for this token.
                let _: i64 = sqlx::query_scalar(SELECT_HEAD)
                    .bind(id)
                    .bind(token.as_slice())
                    .fetch_optional(&mut *tx)
                    .await?
                    .ok_or(StoreError::NotFound)?;
                return Err(StoreError::Full { what: "versions", limit: MAX_PRICE_BOOK_VERSIONS });
            };
            sqlx::query(INSERT_VERSION)
                .bind(id)
                .bind(version)
                .bind(file.rows)
                .bind(file.file)
                .bind(file.now_ms)
                .execute(&mut *tx)
                .await?;
            let making = Making { book: Some((id, version)), ..Making::default() };
            remember!(tx, key, making, file.now_ms);
            version
        });
        match stored {
            Ok(version) => Ok(version),
            // Somebody with the same key may have been first.
            Err(error) => self
                .made_by_another(Err(error), key)
                .await?
                .and_then(|made| made.book_version)
                .ok_or(StoreError::NotFound),
        }
    }

    /// Deletes a price book with all its versions and grants.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when the token may not write it, [`StoreError::Pinned`] while a revision of a stored
    /// design is priced by one of its versions.
    pub async fn delete_price_book(&self, id: &str, token: &Hash) -> Result<(), StoreError> {
        loop {
            let deleted = in_transaction!(&self.db, tx => {
                // Only the database sees a design that is being stored at this moment.
                let gone = sqlx::query(DELETE_BOOK)
                    .bind(id)
                    .bind(token.as_slice())
                    .execute(&mut *tx)
                    .await?;
                if gone.rows_affected() == 0 {
                    return Err(StoreError::NotFound);
                }
            });
            match deleted {
                Err(StoreError::Database(error)) if breaks_reference(&error) => {
                    let by = self.pinned_by(id, token).await?;
                    // Unless what it was priced by has gone since: then it may go too.
                    if by.designs > 0 {
                        return Err(StoreError::Pinned(by));
                    }
                }
                deleted => return deleted,
            }
        }
    }

    /// What is priced by a price book, counted as it is now.
    async fn pinned_by(&self, id: &str, token: &Hash) -> Result<PinnedBy, StoreError> {
        on_either!(&self.db, pool => {
            let designs = sqlx::query_scalar(COUNT_PINS).bind(id).fetch_one(pool).await?;
            let covered =
                sqlx::query_scalar(COUNT_COVERED_PINS).bind(id).bind(token.as_slice()).fetch_one(pool).await?;
            let seen = sqlx::query_as(SELECT_PINS)
                .bind(id)
                .bind(token.as_slice())
                .bind(MAX_PINS_SHOWN)
                .fetch_all(pool)
                .await?;
            Ok(PinnedBy { designs, covered, seen })
        })
    }

    /// The price books that the token covers, newest first.
    ///
    /// # Errors
    /// What the database says.
    pub async fn price_books(
        &self,
        token: &Hash,
        limit: i64,
    ) -> Result<Vec<PriceBookRow>, StoreError> {
        Ok(on_either!(&self.db, pool => {
            sqlx::query_as(SELECT_BOOKS).bind(token.as_slice()).bind(limit).fetch_all(pool).await
        })?)
    }

    /// A price book with all its versions, newest first.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when the token does not cover it.
    pub async fn price_book(
        &self,
        id: &str,
        token: &Hash,
    ) -> Result<(PriceBookRow, Vec<PriceBookVersionRow>), StoreError> {
        let row: PriceBookRow = on_either!(&self.db, pool => {
            sqlx::query_as(SELECT_BOOK).bind(id).bind(token.as_slice()).fetch_optional(pool).await
        })?
        .ok_or(StoreError::NotFound)?;
        let versions = on_either!(&self.db, pool => {
            sqlx::query_as(SELECT_VERSIONS).bind(id).fetch_all(pool).await
        })?;
        Ok((row, versions))
    }

    /// The file of one version.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when there is none or the token does not cover it.
    pub async fn price_book_file(
        &self,
        id: &str,
        version: i64,
        token: &Hash,
    ) -> Result<String, StoreError> {
        on_either!(&self.db, pool => {
            sqlx::query_scalar(SELECT_FILE)
                .bind(id)
                .bind(version)
                .bind(token.as_slice())
                .fetch_optional(pool)
                .await
        })?
        .ok_or(StoreError::NotFound)
    }

    /// Lets every token of a design read a price book that the design names.
    ///
    /// # Errors
    /// What the database says.
    pub async fn lend_price_book(&self, design_id: &str, book_id: &str) -> Result<(), StoreError> {
        on_either!(&self.db, pool => {
            sqlx::query(LEND).bind(design_id).bind(book_id).execute(pool).await.map(drop)
        })?;
        Ok(())
    }
}
