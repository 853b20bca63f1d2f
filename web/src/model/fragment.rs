//! An unsaved design in the fragment of the page's address: `#d=…` in base64url, which never reaches the server.

use podwright_sim_core::Design;

use super::base64url;

/// Characters of a fragment, at most: what browsers and chat programs carry without cutting.
pub const MAX_CHARS: usize = 24_000;
const PREFIX: &str = "d=";

/// Why a fragment is no design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FragmentFault {
    /// There is none.
    Absent,
    /// Longer than [`MAX_CHARS`].
    TooLong,
    /// Not what this page writes, or cut off.
    Damaged(String),
}

/// The fragment of a design, without `#`; nothing when it would be longer than [`MAX_CHARS`].
pub fn encode(design: &Design) -> Option<String> {
    let json = serde_json::to_string(design).ok()?;
    let text = format!("{PREFIX}{}", base64url::encode(json.as_bytes()));
    (text.len() <= MAX_CHARS).then_some(text)
}

/// The design in a fragment, with or without `#`.
///
/// # Errors
/// [`FragmentFault`]; a fragment of another kind (`#main`) counts as absent.
pub fn decode(fragment: &str) -> Result<Design, FragmentFault> {
    let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
    let Some(text) = fragment.strip_prefix(PREFIX) else {
        return Err(FragmentFault::Absent);
    };
    if fragment.len() > MAX_CHARS {
        return Err(FragmentFault::TooLong);
    }
    let bytes = base64url::decode(text)
        .ok_or_else(|| FragmentFault::Damaged("not base64url".to_owned()))?;
    let json =
        String::from_utf8(bytes).map_err(|error| FragmentFault::Damaged(error.to_string()))?;
    Design::parse(&json).map_err(|error| FragmentFault::Damaged(error.to_string()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::sample;

    #[test]
    fn designs_come_back_from_their_fragment() {
        for design in [
            sample::workstation(),
            sample::cluster(),
            Design::empty("Ünïcode – 设计"),
        ] {
            let fragment = encode(&design).expect("fits");
            assert!(fragment.len() < 4_000, "{}", fragment.len());
            assert_eq!(decode(&format!("#{fragment}")), Ok(design));
        }
    }

    #[test]
    fn a_design_too_large_for_an_address_has_no_fragment() {
        let mut design = Design::empty("long");
        design.notes = "x".repeat(19_999);
        assert_eq!(encode(&design), None);
    }

    #[test]
    fn other_fragments_are_absent_and_hostile_ones_refused() {
        assert_eq!(decode(""), Err(FragmentFault::Absent));
        assert_eq!(decode("#findings"), Err(FragmentFault::Absent));
        assert_eq!(
            decode(&format!("#d={}", "A".repeat(MAX_CHARS))),
            Err(FragmentFault::TooLong)
        );
        let nested = format!("{}{}", "[".repeat(8_000), "]".repeat(8_000));
        for json in [
            "{}",
            "null",
            "{\"schema\":\"podwright.design/1\",\"pools\":[{\"id\":\"a\",\"node\":\"x\",\"count\":4294967295}]}",
            &nested,
        ] {
            let fragment = format!("#d={}", base64url::encode(json.as_bytes()));
            assert!(
                matches!(decode(&fragment), Err(FragmentFault::Damaged(_))),
                "{json:.60}"
            );
        }
    }

    proptest! {
        #[test]
        fn any_fragment_is_answered(text in ".{0,200}") {
            let _ = decode(&text);
            let _ = decode(&format!("#d={text}"));
        }

        #[test]
        fn a_cut_fragment_is_never_another_design(keep in 0.0..1.0_f64) {
            let whole = encode(&sample::workstation()).expect("fits");
            let cut: String = whole.chars().take((whole.len() as f64 * keep) as usize).collect();
            prop_assert!(decode(&cut).is_err());
        }
    }
}
