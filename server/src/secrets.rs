//! Ids, share slugs and tokens. An id or slug holds 128 random bits, a token 256; nothing counts up or holds a time.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

use crate::ambient::{NoRandomness, Randomness};

/// Begins every edit token, so that people and secret scanners recognise one.
pub const EDIT_TOKEN_PREFIX: &str = "pw_edit_";
/// Begins every API token.
pub const API_TOKEN_PREFIX: &str = "pw_api_";

/// The SHA-256 of a secret: what the database keeps in its place.
pub type Hash = [u8; 32];

/// A new design id: 32 hexadecimal digits.
///
/// # Errors
/// When there is no randomness.
pub fn design_id(random: &dyn Randomness) -> Result<String, NoRandomness> {
    let mut bytes = [0u8; 16];
    random.fill(&mut bytes)?;
    Ok(hex(&bytes))
}

/// A new share slug: 22 characters of base64url.
///
/// # Errors
/// When there is no randomness.
pub fn share_slug(random: &dyn Randomness) -> Result<String, NoRandomness> {
    let mut bytes = [0u8; 16];
    random.fill(&mut bytes)?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

/// A new API token.
///
/// # Errors
/// When there is no randomness.
pub fn api_token(random: &dyn Randomness) -> Result<String, NoRandomness> {
    let bytes = nonce(random)?;
    Ok(format!(
        "{API_TOKEN_PREFIX}{}",
        URL_SAFE_NO_PAD.encode(bytes)
    ))
}

/// 32 random bytes: the seed of an edit token.
///
/// # Errors
/// When there is no randomness.
pub fn nonce(random: &dyn Randomness) -> Result<[u8; 32], NoRandomness> {
    let mut bytes = [0u8; 32];
    random.fill(&mut bytes)?;
    Ok(bytes)
}

/// The edit token that belongs to a nonce. With an idempotency key the nonce may be stored: it is of no use without
/// the key, which is not stored, and a retry that shows the key gets the same token again.
pub fn edit_token(nonce: &[u8], idempotency_key: Option<&str>) -> String {
    let secret = match idempotency_key {
        None => URL_SAFE_NO_PAD.encode(nonce),
        Some(key) => {
            let mut hasher = Sha256::new();
            hasher.update(b"podwright edit token\0");
            hasher.update(nonce);
            hasher.update(key.as_bytes());
            URL_SAFE_NO_PAD.encode(hasher.finalize())
        }
    };
    format!("{EDIT_TOKEN_PREFIX}{secret}")
}

/// The SHA-256 of some bytes.
pub fn hash(bytes: &[u8]) -> Hash {
    Sha256::digest(bytes).into()
}

/// Bytes as lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes
        .iter()
        .flat_map(|byte| {
            [
                DIGITS[usize::from(byte >> 4)],
                DIGITS[usize::from(byte & 15)],
            ]
        })
        .map(char::from)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ambient::SystemRandomness;

    #[test]
    fn ids_have_their_length_and_differ() {
        let random = SystemRandomness;
        let (a, b) = (design_id(&random).unwrap(), design_id(&random).unwrap());
        assert_eq!(a.len(), 32);
        assert_ne!(a, b);
        assert_eq!(share_slug(&random).unwrap().len(), 22);
        assert_eq!(
            api_token(&random).unwrap().len(),
            API_TOKEN_PREFIX.len() + 43
        );
    }

    #[test]
    fn a_token_depends_on_the_key_as_well_as_on_the_nonce() {
        let nonce = [7u8; 32];
        let plain = edit_token(&nonce, None);
        let keyed = edit_token(&nonce, Some("a"));
        assert_eq!(plain.len(), EDIT_TOKEN_PREFIX.len() + 43);
        assert_eq!(keyed.len(), plain.len());
        assert_ne!(plain, keyed);
        assert_ne!(keyed, edit_token(&nonce, Some("b")));
        assert_ne!(keyed, edit_token(&[8u8; 32], Some("a")));
        assert_eq!(keyed, edit_token(&nonce, Some("a")));
    }

    #[test]
    fn hexadecimal_digits() {
        assert_eq!(hex(&[0x00, 0x9f, 0xab]), "009fab");
    }
}
