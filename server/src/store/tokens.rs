//! API tokens: an operator makes one, and the designs that are created with it answer to it.

use sqlx::FromRow;

use super::{Store, StoreError, in_transaction, on_either};
use crate::secrets::Hash;

/// An API token in a list.
#[derive(Clone, Debug, FromRow, PartialEq, Eq)]
pub struct ApiTokenRow {
    /// What the operator called it.
    pub name: String,
    /// When it was made, milliseconds since 1970 UTC.
    pub created_ms: i64,
}

const INSERT: &str = "INSERT INTO api_tokens (token_hash, name, created_ms) VALUES ($1, $2, $3)";

const SELECT: &str = "SELECT name, created_ms FROM api_tokens ORDER BY name";

const DELETE_GRANTS: &str =
    "DELETE FROM grants WHERE token_hash IN (SELECT token_hash FROM api_tokens WHERE name = $1)";

const DELETE_PRICE_BOOK_GRANTS: &str = "\
    DELETE FROM price_book_grants WHERE token_hash IN (SELECT token_hash FROM api_tokens WHERE name = $1)";

const DELETE: &str = "DELETE FROM api_tokens WHERE name = $1";

impl Store {
    /// Stores an API token.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] when another has the name.
    pub async fn create_api_token(
        &self,
        token: &Hash,
        name: &str,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let stored = on_either!(&self.db, pool => {
            sqlx::query(INSERT).bind(token.as_slice()).bind(name).bind(now_ms).execute(pool).await.map(drop)
        });
        match stored {
            Err(error)
                if error
                    .as_database_error()
                    .is_some_and(sqlx::error::DatabaseError::is_unique_violation) =>
            {
                Err(StoreError::NameTaken)
            }
            stored => Ok(stored?),
        }
    }

    /// All API tokens by name.
    ///
    /// # Errors
    /// What the database says.
    pub async fn api_tokens(&self) -> Result<Vec<ApiTokenRow>, StoreError> {
        Ok(on_either!(&self.db, pool => sqlx::query_as(SELECT).fetch_all(pool).await)?)
    }

    /// Revokes an API token: it covers nothing any more. The designs stay, with their edit tokens.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when none has the name.
    pub async fn revoke_api_token(&self, name: &str) -> Result<(), StoreError> {
        in_transaction!(&self.db, tx => {
            sqlx::query(DELETE_GRANTS).bind(name).execute(&mut *tx).await?;
            sqlx::query(DELETE_PRICE_BOOK_GRANTS).bind(name).execute(&mut *tx).await?;
            let deleted = sqlx::query(DELETE).bind(name).execute(&mut *tx).await?;
            if deleted.rows_affected() == 0 {
                return Err(StoreError::NotFound);
            }
        })
    }
}
