//! Read-only shares: a revision with the report that was computed for it then.

use sqlx::FromRow;

use super::designs::LOCK_HEAD;
use super::idempotency::{IdempotencyKey, Made, Making, remember};
use super::{Store, StoreError, in_transaction, on_either};
use crate::secrets::Hash;

/// The most shares that one design may have which are not revoked.
pub const MAX_SHARES: i64 = 100;

/// A share to be stored.
#[derive(Debug)]
pub struct NewShare<'a> {
    /// The slug in its address.
    pub slug: &'a str,
    /// The design that it shows.
    pub design_id: &'a str,
    /// The revision that it shows.
    pub revision: i64,
    /// The document of that revision, JSON text.
    pub document: &'a str,
    /// The report, JSON text.
    pub report: &'a str,
    /// The version of the engine that computed it.
    pub engine_version: &'a str,
    /// The version of the catalogue it was computed with.
    pub catalog_version: &'a str,
    /// The time, milliseconds since 1970 UTC.
    pub now_ms: i64,
    /// When it ends, milliseconds since 1970 UTC.
    pub expires_ms: Option<i64>,
}

/// A share with all that it shows.
#[derive(Clone, Debug, FromRow, PartialEq, Eq)]
pub struct ShareRow {
    /// The slug in its address.
    pub slug: String,
    /// The revision that it shows.
    pub revision: i64,
    /// The document, JSON text; empty when revoked.
    pub document: String,
    /// The report, JSON text; empty when revoked.
    pub report: String,
    /// The version of the engine that computed it.
    pub engine_version: String,
    /// The version of the catalogue it was computed with.
    pub catalog_version: String,
    /// When it was made, milliseconds since 1970 UTC.
    pub created_ms: i64,
    /// When it ends, milliseconds since 1970 UTC.
    pub expires_ms: Option<i64>,
    /// When it was revoked, milliseconds since 1970 UTC.
    pub revoked_ms: Option<i64>,
}

impl ShareRow {
    /// Whether nothing may be shown any more at this time.
    pub fn is_gone(&self, now_ms: i64) -> bool {
        self.revoked_ms.is_some() || self.expires_ms.is_some_and(|end| end <= now_ms)
    }
}

/// A share in the list of its design.
#[derive(Clone, Debug, FromRow, PartialEq, Eq)]
pub struct ShareSummaryRow {
    /// The slug in its address.
    pub slug: String,
    /// The revision that it shows.
    pub revision: i64,
    /// When it was made, milliseconds since 1970 UTC.
    pub created_ms: i64,
    /// When it ends, milliseconds since 1970 UTC.
    pub expires_ms: Option<i64>,
}

const COUNT: &str = "SELECT COUNT(*) FROM shares WHERE design_id = $1 AND revoked_ms IS NULL";

const INSERT: &str = "\
    INSERT INTO shares \
    (slug, design_id, revision, document, report, engine_version, catalog_version, created_ms, expires_ms) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";

const SELECT: &str = "\
    SELECT slug, revision, document, report, engine_version, catalog_version, created_ms, expires_ms, revoked_ms \
    FROM shares WHERE slug = $1";

const SELECT_OF_DESIGN: &str = "\
    SELECT s.slug, s.revision, s.created_ms, s.expires_ms FROM shares s JOIN grants g ON g.design_id = s.design_id \
    WHERE s.design_id = $1 AND g.token_hash = $2 AND s.revoked_ms IS NULL \
    ORDER BY s.created_ms DESC, s.slug";

const REVOKE: &str = "\
    UPDATE shares SET revoked_ms = COALESCE(revoked_ms, $4), document = '', report = '' \
    WHERE slug = $1 AND design_id = $2 \
    AND EXISTS (SELECT 1 FROM grants g WHERE g.design_id = $2 AND g.token_hash = $3)";

impl Store {
    /// Stores a share of a design that the token covers. With an idempotency key that was used before, nothing is
    /// stored and what was made then is returned.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when the token does not cover the design, [`StoreError::Full`] at [`MAX_SHARES`],
    /// [`StoreError::KeyReused`] when the key was used for another request.
    pub async fn create_share(
        &self,
        share: &NewShare<'_>,
        token: &Hash,
        key: Option<&IdempotencyKey<'_>>,
    ) -> Result<Option<Made>, StoreError> {
        if let Some(key) = key
            && let Some(made) = self.made(key).await?
        {
            return Ok(Some(made));
        }
        let stored = in_transaction!(&self.db, tx => {
            // Two requests can't both take the last free place.
            let _: i64 = sqlx::query_scalar(LOCK_HEAD)
                .bind(share.design_id)
                .bind(token.as_slice())
                .fetch_optional(&mut *tx)
                .await?
                .ok_or(StoreError::NotFound)?;
            let count: i64 = sqlx::query_scalar(COUNT).bind(share.design_id).fetch_one(&mut *tx).await?;
            if count >= MAX_SHARES {
                return Err(StoreError::Full { what: "shares", limit: MAX_SHARES });
            }
            sqlx::query(INSERT)
                .bind(share.slug)
                .bind(share.design_id)
                .bind(share.revision)
                .bind(share.document)
                .bind(share.report)
                .bind(share.engine_version)
                .bind(share.catalog_version)
                .bind(share.now_ms)
                .bind(share.expires_ms)
                .execute(&mut *tx)
                .await?;
            let making = Making {
                design_id: Some(share.design_id),
                share_slug: Some(share.slug),
                ..Making::default()
            };
            remember!(tx, key, making, share.now_ms);
        });
        self.made_by_another(stored, key).await
    }

    /// The share with this slug, gone or not.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when there never was one.
    pub async fn share(&self, slug: &str) -> Result<ShareRow, StoreError> {
        on_either!(&self.db, pool => sqlx::query_as(SELECT).bind(slug).fetch_optional(pool).await)?
            .ok_or(StoreError::NotFound)
    }

    /// The shares of a design that are not revoked, newest first; at most [`MAX_SHARES`].
    ///
    /// # Errors
    /// What the database says.
    pub async fn shares(
        &self,
        design_id: &str,
        token: &Hash,
    ) -> Result<Vec<ShareSummaryRow>, StoreError> {
        Ok(on_either!(&self.db, pool => {
            sqlx::query_as(SELECT_OF_DESIGN).bind(design_id).bind(token.as_slice()).fetch_all(pool).await
        })?)
    }

    /// Revokes a share and empties it; a second time changes nothing.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when the design has no such share or the token does not cover it.
    pub async fn revoke_share(
        &self,
        slug: &str,
        design_id: &str,
        token: &Hash,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let revoked = on_either!(&self.db, pool => {
            sqlx::query(REVOKE)
                .bind(slug)
                .bind(design_id)
                .bind(token.as_slice())
                .bind(now_ms)
                .execute(pool)
                .await
                .map(|done| done.rows_affected())
        })?;
        if revoked == 0 {
            Err(StoreError::NotFound)
        } else {
            Ok(())
        }
    }
}
