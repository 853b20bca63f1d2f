//! Bytes as text for addresses: base64url without padding (RFC 4648 §5).

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The bytes as text.
pub fn encode(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let mut group = 0_u32;
        for i in 0..3 {
            group = (group << 8) | u32::from(chunk.get(i).copied().unwrap_or_default());
        }
        for i in 0..=chunk.len() {
            let digit = (group >> (18 - 6 * i)) & 63;
            out.push(char::from(DIGITS[digit as usize]));
        }
    }
    out
}

/// The bytes of a text; nothing for anything that [`encode`] does not write.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for chunk in text.as_bytes().chunks(4) {
        let mut group = 0_u32;
        for i in 0..4 {
            let digit = match chunk.get(i) {
                Some(byte) => DIGITS.iter().position(|digit| digit == byte)?,
                None => 0,
            };
            group = (group << 6) | digit as u32;
        }
        let count = chunk.len() * 6 / 8;
        let bytes = group.to_be_bytes();
        // A lone digit holds no byte, and bits behind the last byte are zero.
        if count == 0 || bytes[1 + count..].iter().any(|byte| *byte != 0) {
            return None;
        }
        out.extend_from_slice(&bytes[1..=count]);
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_vectors_of_the_standard_hold() {
        // RFC 4648 §10, without padding.
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg"),
            ("fo", "Zm8"),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg"),
            ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(encode(bytes.as_bytes()), text);
            assert_eq!(decode(text).as_deref(), Some(bytes.as_bytes()));
        }
        assert_eq!(encode(&[0xfb, 0xff]), "-_8");
        for text in ["Z", "Zm9vY", "Zh", "Zm9=", "Zm9+", "Zm 9", "ü"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn bytes_come_back(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            prop_assert_eq!(decode(&encode(&bytes)), Some(bytes));
        }

        #[test]
        fn each_value_has_one_text(text in "[A-Za-z0-9_-]{0,40}") {
            if let Some(bytes) = decode(&text) {
                prop_assert_eq!(encode(&bytes), text);
            }
        }
    }
}
