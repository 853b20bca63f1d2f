//! Requests that may be sent twice: what a key made the first time.

use sqlx::FromRow;

use super::{Store, StoreError, on_either};
use crate::secrets::Hash;

/// How long a key is remembered, milliseconds: one day.
pub const IDEMPOTENCY_LIFETIME_MS: i64 = 24 * 60 * 60 * 1_000;

/// A key that came with a request.
#[derive(Debug)]
pub struct IdempotencyKey<'a> {
    /// What the key is for; the same key elsewhere is another key.
    pub scope: &'a str,
    /// The hash of the key.
    pub key_hash: Hash,
    /// The hash of the request, to notice a key used twice for different things.
    pub request_hash: Hash,
    /// What the edit token is derived from, together with the key.
    pub nonce: [u8; 32],
    /// The time, milliseconds since 1970 UTC.
    pub now_ms: i64,
}

/// What a key made earlier.
#[derive(Clone, Debug, FromRow, PartialEq, Eq)]
pub struct Made {
    /// The design, if it was one or a share of one.
    pub design_id: Option<String>,
    /// The share, if it was one.
    pub share_slug: Option<String>,
    /// The price book, if it was one.
    pub book_id: Option<String>,
    /// Its version that was made.
    pub book_version: Option<i64>,
    /// What the edit token was derived from.
    pub nonce: Vec<u8>,
    /// The hash of the request then.
    pub request_hash: Vec<u8>,
}

/// What a request makes, to be remembered under its key.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Making<'a> {
    /// The design, if it is one or a share of one.
    pub(super) design_id: Option<&'a str>,
    /// The share, if it is one.
    pub(super) share_slug: Option<&'a str>,
    /// The price book and its version, if it is one.
    pub(super) book: Option<(&'a str, i64)>,
}

pub(super) const INSERT: &str = "\
    INSERT INTO idempotency_keys \
    (scope, key_hash, request_hash, nonce, design_id, share_slug, book_id, book_version, created_ms) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";

/// Remembers in a transaction what is made under a key, if there is one.
macro_rules! remember {
    ($tx:ident, $key:expr, $making:expr, $now_ms:expr) => {
        if let Some(key) = $key {
            let making: $crate::store::idempotency::Making<'_> = $making;
            sqlx::query($crate::store::idempotency::INSERT)
                .bind(key.scope)
                .bind(key.key_hash.as_slice())
                .bind(key.request_hash.as_slice())
                .bind(key.nonce.as_slice())
                .bind(making.design_id)
                .bind(making.share_slug)
                .bind(making.book.map(|(id, _)| id))
                .bind(making.book.map(|(_, version)| version))
                .bind($now_ms)
                .execute(&mut *$tx)
                .await?;
        }
    };
}

pub(super) use remember;

const DELETE_OLD: &str =
    "DELETE FROM idempotency_keys WHERE scope = $1 AND key_hash = $2 AND created_ms <= $3";

const SELECT: &str = "\
    SELECT design_id, share_slug, book_id, book_version, nonce, request_hash FROM idempotency_keys WHERE scope = $1 AND key_hash = $2";

impl Store {
    /// What the key made earlier, if it did and that is not too long ago.
    ///
    /// # Errors
    /// [`StoreError::KeyReused`] when it was for another request.
    pub(super) async fn made(&self, key: &IdempotencyKey<'_>) -> Result<Option<Made>, StoreError> {
        let oldest_ms = key.now_ms - IDEMPOTENCY_LIFETIME_MS;
        on_either!(&self.db, pool => {
            sqlx::query(DELETE_OLD)
                .bind(key.scope)
                .bind(key.key_hash.as_slice())
                .bind(oldest_ms)
                .execute(pool)
                .await
                .map(drop)
        })?;
        let made: Option<Made> = on_either!(&self.db, pool => {
            sqlx::query_as(SELECT).bind(key.scope).bind(key.key_hash.as_slice()).fetch_optional(pool).await
        })?;
        match made {
            Some(made) if made.request_hash != key.request_hash => Err(StoreError::KeyReused),
            made => Ok(made),
        }
    }

    /// Turns the loss of a race for a key into what the winner made. The loser does not always get as far as the key: the
    /// winner may have taken the last place.
    pub(super) async fn made_by_another(
        &self,
        stored: Result<(), StoreError>,
        key: Option<&IdempotencyKey<'_>>,
    ) -> Result<Option<Made>, StoreError> {
        let Err(error) = stored else {
            return Ok(None);
        };
        let Some(key) = key else {
            return Err(error);
        };
        match self.made(key).await {
            Ok(Some(made)) => Ok(Some(made)),
            Err(StoreError::KeyReused) => Err(StoreError::KeyReused),
            Ok(None) | Err(_) => Err(error),
        }
    }
}
