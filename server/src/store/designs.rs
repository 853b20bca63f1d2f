//! Designs and their revisions.

use sqlx::FromRow;

use super::idempotency::{IdempotencyKey, Made, Making, remember};
use super::price_books::{self, Pin};
use super::{Store, StoreError, in_transaction, on_either};
use crate::secrets::Hash;

/// The most revisions that one design keeps; a further save is refused rather than an old one lost.
pub const MAX_REVISIONS: i64 = 1_000;

/// A design to be stored.
#[derive(Debug)]
pub struct NewDesign<'a> {
    /// Its id.
    pub id: &'a str,
    /// Its name, repeated from the document for lists.
    pub name: &'a str,
    /// The document, JSON text.
    pub document: &'a str,
    /// The hash of its edit token.
    pub edit_token: &'a Hash,
    /// An API token that shall cover it too.
    pub api_token: Option<&'a Hash>,
    /// The price book that it is priced by.
    pub pin: Option<Pin<'a>>,
    /// The time, milliseconds since 1970 UTC.
    pub now_ms: i64,
}

/// A revision to be stored over the newest one.
#[derive(Clone, Copy, Debug)]
pub struct NewRevision<'a> {
    /// The design's name, repeated from the document for lists.
    pub name: &'a str,
    /// The document, JSON text.
    pub document: &'a str,
    /// The price book that it is priced by.
    pub pin: Option<Pin<'a>>,
    /// The time, milliseconds since 1970 UTC.
    pub now_ms: i64,
}

/// A design at its newest revision.
#[derive(Clone, Debug, FromRow, PartialEq, Eq)]
pub struct DesignRow {
    /// Its id.
    pub id: String,
    /// The newest revision, from 1.
    pub revision: i64,
    /// When it was made, milliseconds since 1970 UTC.
    pub created_ms: i64,
    /// When the newest revision was saved, milliseconds since 1970 UTC.
    pub updated_ms: i64,
    /// The document, JSON text.
    pub document: String,
}

/// A design in a list.
#[derive(Clone, Debug, FromRow, PartialEq, Eq)]
pub struct DesignSummaryRow {
    /// Its id.
    pub id: String,
    /// The newest revision, from 1.
    pub revision: i64,
    /// Its name in the newest revision.
    pub name: String,
    /// When it was made, milliseconds since 1970 UTC.
    pub created_ms: i64,
    /// When the newest revision was saved, milliseconds since 1970 UTC.
    pub updated_ms: i64,
}

/// One revision with its document.
#[derive(Clone, Debug, FromRow, PartialEq, Eq)]
pub struct RevisionRow {
    /// The number, from 1.
    pub revision: i64,
    /// When it was saved, milliseconds since 1970 UTC.
    pub created_ms: i64,
    /// The document, JSON text.
    pub document: String,
}

/// One revision in a list.
#[derive(Clone, Debug, FromRow, PartialEq, Eq)]
pub struct RevisionSummaryRow {
    /// The number, from 1.
    pub revision: i64,
    /// The design's name in this revision.
    pub name: String,
    /// When it was saved, milliseconds since 1970 UTC.
    pub created_ms: i64,
}

const INSERT_DESIGN: &str =
    "INSERT INTO designs (id, revision, created_ms, updated_ms) VALUES ($1, 1, $2, $2)";

const INSERT_REVISION: &str = "INSERT INTO revisions (design_id, revision, name, document, created_ms) VALUES ($1, $2, $3, $4, $5)";

const INSERT_GRANT: &str = "INSERT INTO grants (token_hash, design_id) VALUES ($1, $2)";

const SELECT_API_TOKEN: &str = "SELECT created_ms FROM api_tokens WHERE token_hash = $1";

const SELECT_DESIGN: &str = "\
    SELECT d.id, d.revision, d.created_ms, d.updated_ms, r.document FROM designs d \
    JOIN grants g ON g.design_id = d.id JOIN revisions r ON r.design_id = d.id AND r.revision = d.revision \
    WHERE d.id = $1 AND g.token_hash = $2";

/// The newest revision, with the design's row locked: who comes second waits, and sees what the first has made of it.
pub(super) const LOCK_HEAD: &str = "\
    UPDATE designs SET updated_ms = updated_ms \
    WHERE id = $1 AND EXISTS (SELECT 1 FROM grants g WHERE g.design_id = $1 AND g.token_hash = $2) RETURNING revision";

const SELECT_DESIGNS: &str = "\
    SELECT d.id, d.revision, r.name, d.created_ms, d.updated_ms FROM designs d \
    JOIN grants g ON g.design_id = d.id JOIN revisions r ON r.design_id = d.id AND r.revision = d.revision \
    WHERE g.token_hash = $1 AND (d.created_ms < $2 OR (d.created_ms = $2 AND d.id < $3)) \
    ORDER BY d.created_ms DESC, d.id DESC LIMIT $4";

const SELECT_REVISION: &str = "\
    SELECT r.revision, r.created_ms, r.document FROM revisions r JOIN grants g ON g.design_id = r.design_id \
    WHERE r.design_id = $1 AND g.token_hash = $2 AND r.revision = $3";

const SELECT_REVISIONS: &str = "\
    SELECT r.revision, r.name, r.created_ms FROM revisions r JOIN grants g ON g.design_id = r.design_id \
    WHERE r.design_id = $1 AND g.token_hash = $2 AND r.revision < $3 ORDER BY r.revision DESC LIMIT $4";

const UPDATE_HEAD: &str = "\
    UPDATE designs SET revision = revision + 1, updated_ms = $2 WHERE id = $1 RETURNING created_ms";

const EMPTY_SHARES: &str = "UPDATE shares SET revoked_ms = $2, document = '', report = '' WHERE design_id = $1 AND revoked_ms IS NULL";

const DELETE_DESIGN: &str = "DELETE FROM designs WHERE id = $1";

/// The name as lists show it: PostgreSQL's text holds no NUL. The document keeps its own, escaped.
fn listed(name: &str) -> String {
    name.replace('\0', "\u{fffd}")
}

impl Store {
    /// Stores a new design at revision 1. With an idempotency key that was used before, nothing is stored and what
    /// was made then is returned.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when the API token does not exist, [`StoreError::NoPriceBook`] when the price book is
    /// gone, [`StoreError::KeyReused`] when the key was used for another request, else what the database says.
    pub async fn create_design(
        &self,
        design: &NewDesign<'_>,
        key: Option<&IdempotencyKey<'_>>,
    ) -> Result<Option<Made>, StoreError> {
        if let Some(key) = key
            && let Some(made) = self.made(key).await?
        {
            return Ok(Some(made));
        }
        let stored = in_transaction!(&self.db, tx => {
            if let Some(token) = design.api_token {
                sqlx::query(SELECT_API_TOKEN)
                    .bind(token.as_slice())
                    .fetch_optional(&mut *tx)
                    .await?
                    .ok_or(StoreError::NotFound)?;
            }
            sqlx::query(INSERT_DESIGN).bind(design.id).bind(design.now_ms).execute(&mut *tx).await?;
            sqlx::query(INSERT_REVISION)
                .bind(design.id)
                .bind(1_i64)
                .bind(listed(design.name))
                .bind(design.document)
                .bind(design.now_ms)
                .execute(&mut *tx)
                .await?;
            if let Some(pin) = design.pin {
                sqlx::query(price_books::INSERT_PIN)
                    .bind(design.id)
                    .bind(1_i64)
                    .bind(pin.book_id)
                    .bind(pin.version)
                    .execute(&mut *tx)
                    .await
                    .map_err(price_books::pin_error)?;
            }
            for token in std::iter::once(design.edit_token).chain(design.api_token) {
                sqlx::query(INSERT_GRANT).bind(token.as_slice()).bind(design.id).execute(&mut *tx).await?;
            }
            let making = Making { design_id: Some(design.id), ..Making::default() };
            remember!(tx, key, making, design.now_ms);
        });
        self.made_by_another(stored, key).await
    }

    /// The design at its newest revision.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when the token does not cover it.
    pub async fn design(&self, id: &str, token: &Hash) -> Result<DesignRow, StoreError> {
        on_either!(&self.db, pool => {
            sqlx::query_as(SELECT_DESIGN).bind(id).bind(token.as_slice()).fetch_optional(pool).await
        })?
        .ok_or(StoreError::NotFound)
    }

    /// The designs that the token covers, newest first, after a place in that order.
    ///
    /// # Errors
    /// What the database says.
    pub async fn designs(
        &self,
        token: &Hash,
        after: Option<(i64, &str)>,
        limit: i64,
    ) -> Result<Vec<DesignSummaryRow>, StoreError> {
        let (created_ms, id) = after.unwrap_or((i64::MAX, ""));
        Ok(on_either!(&self.db, pool => {
            sqlx::query_as(SELECT_DESIGNS)
                .bind(token.as_slice())
                .bind(created_ms)
                .bind(id)
                .bind(limit)
                .fetch_all(pool)
                .await
        })?)
    }

    /// One revision of a design.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when there is none or the token does not cover the design.
    pub async fn revision(
        &self,
        id: &str,
        token: &Hash,
        revision: i64,
    ) -> Result<RevisionRow, StoreError> {
        on_either!(&self.db, pool => {
            sqlx::query_as(SELECT_REVISION)
                .bind(id)
                .bind(token.as_slice())
                .bind(revision)
                .fetch_optional(pool)
                .await
        })?
        .ok_or(StoreError::NotFound)
    }

    /// The revisions of a design below a number, newest first.
    ///
    /// # Errors
    /// What the database says.
    pub async fn revisions(
        &self,
        id: &str,
        token: &Hash,
        below: i64,
        limit: i64,
    ) -> Result<Vec<RevisionSummaryRow>, StoreError> {
        Ok(on_either!(&self.db, pool => {
            sqlx::query_as(SELECT_REVISIONS)
                .bind(id)
                .bind(token.as_slice())
                .bind(below)
                .bind(limit)
                .fetch_all(pool)
                .await
        })?)
    }

    /// Saves a new revision over the expected one; `None` expects whatever is newest.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when the token does not cover the design, [`StoreError::Stale`] when it has moved on,
    /// [`StoreError::Full`] at [`MAX_REVISIONS`], [`StoreError::NoPriceBook`] when the price book is gone.
    pub async fn update_design(
        &self,
        id: &str,
        token: &Hash,
        expected: Option<&[i64]>,
        new: NewRevision<'_>,
    ) -> Result<DesignRow, StoreError> {
        in_transaction!(&self.db, tx => {
            let current: i64 = sqlx::query_scalar(LOCK_HEAD)
                .bind(id)
                .bind(token.as_slice())
                .fetch_optional(&mut *tx)
                .await?
                .ok_or(StoreError::NotFound)?;
            if expected.is_some_and(|expected| !expected.contains(&current)) {
                return Err(StoreError::Stale { current });
            }
            if current >= MAX_REVISIONS {
                return Err(StoreError::Full { what: "revisions", limit: MAX_REVISIONS });
            }
            let created_ms: i64 = sqlx::query_scalar(UPDATE_HEAD)
                .bind(id)
                .bind(new.now_ms)
                .fetch_one(&mut *tx)
                .await?;
            sqlx::query(INSERT_REVISION)
                .bind(id)
                .bind(current + 1)
                .bind(listed(new.name))
                .bind(new.document)
                .bind(new.now_ms)
                .execute(&mut *tx)
                .await?;
            if let Some(pin) = new.pin {
                sqlx::query(price_books::INSERT_PIN)
                    .bind(id)
                    .bind(current + 1)
                    .bind(pin.book_id)
                    .bind(pin.version)
                    .execute(&mut *tx)
                    .await
                    .map_err(price_books::pin_error)?;
            }
            DesignRow {
                id: id.to_owned(),
                revision: current + 1,
                created_ms,
                updated_ms: new.now_ms,
                document: new.document.to_owned(),
            }
        })
    }

    /// Deletes a design with its revisions and grants, and empties its shares; `None` expects whatever is newest.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when the token does not cover the design, [`StoreError::Stale`] when it has moved on.
    pub async fn delete_design(
        &self,
        id: &str,
        token: &Hash,
        expected: Option<&[i64]>,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        in_transaction!(&self.db, tx => {
            let current: i64 = sqlx::query_scalar(LOCK_HEAD)
                .bind(id)
                .bind(token.as_slice())
                .fetch_optional(&mut *tx)
                .await?
                .ok_or(StoreError::NotFound)?;
            if expected.is_some_and(|expected| !expected.contains(&current)) {
                return Err(StoreError::Stale { current });
            }
            sqlx::query(DELETE_DESIGN).bind(id).execute(&mut *tx).await?;
            sqlx::query(EMPTY_SHARES).bind(id).bind(now_ms).execute(&mut *tx).await?;
        })
    }
}
