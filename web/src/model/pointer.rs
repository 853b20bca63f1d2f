//! JSON pointers and the form fields that show what they point to.

/// The element id of the field at a pointer: `/pools/0/count` → `f-pools-0-count`.
pub fn element_id(pointer: &str) -> String {
    let mut id = String::from("f");
    for segment in pointer.split('/').skip(1) {
        id.push('-');
        id.extend(segment.chars().map(|c| {
            if c.is_ascii_alphanumeric() || c == '_' {
                c
            } else {
                '-'
            }
        }));
    }
    id
}

/// Element ids that may show what is at a pointer, the nearest first: the place itself, then what it lies in.
pub fn focus_candidates(pointer: &str) -> Vec<String> {
    let mut ids = Vec::new();
    let mut rest = pointer;
    while !rest.is_empty() {
        ids.push(element_id(rest));
        rest = rest.rsplit_once('/').map_or("", |(before, _)| before);
    }
    ids
}

/// Whether a pointer is at a place or inside it.
pub fn is_within(pointer: &str, place: &str) -> bool {
    pointer
        .strip_prefix(place)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_leads_to_its_field_and_then_outwards() {
        assert_eq!(
            focus_candidates("/pools/0/node/bridges/0/id"),
            [
                "f-pools-0-node-bridges-0-id",
                "f-pools-0-node-bridges-0",
                "f-pools-0-node-bridges",
                "f-pools-0-node",
                "f-pools-0",
                "f-pools"
            ]
        );
        assert!(focus_candidates("").is_empty());
    }

    #[test]
    fn within_means_whole_segments() {
        assert!(is_within("/pools/1/count", "/pools/1"));
        assert!(!is_within("/pools/12", "/pools/1"));
    }
}
