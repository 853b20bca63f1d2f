//! What is cleaned up from time to time.

use super::idempotency::IDEMPOTENCY_LIFETIME_MS;
use super::{Store, StoreError, on_either};

const EMPTY_EXPIRED_SHARES: &str = "\
    UPDATE shares SET revoked_ms = expires_ms, document = '', report = '' \
    WHERE revoked_ms IS NULL AND expires_ms IS NOT NULL AND expires_ms <= $1";

const DELETE_OLD_KEYS: &str = "DELETE FROM idempotency_keys WHERE created_ms <= $1";

impl Store {
    /// Empties expired shares and forgets old idempotency keys.
    ///
    /// # Errors
    /// What the database says.
    pub async fn clean_up(&self, now_ms: i64) -> Result<(), StoreError> {
        for (sql, time_ms) in [
            (EMPTY_EXPIRED_SHARES, now_ms),
            (DELETE_OLD_KEYS, now_ms - IDEMPOTENCY_LIFETIME_MS),
        ] {
            on_either!(&self.db, pool => sqlx::query(sql).bind(time_ms).execute(pool).await.map(drop))?;
        }
        Ok(())
    }
}
