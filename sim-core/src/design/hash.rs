//! A design's fingerprint.

use sha2::{Digest, Sha256};

use super::Design;

/// SHA-256 over the design written in canonical form (fields in the order of the types, maps sorted), as
/// `sha256:` and 64 hexadecimal digits. Two documents that mean the same have the same hash.
pub fn design_hash(design: &Design) -> String {
    use std::fmt::Write as _;

    let bytes = serde_json::to_vec(design).unwrap_or_default();
    let mut text = String::from("sha256:");
    for byte in Sha256::digest(&bytes) {
        // Writing into a String cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}
