//! Fixes of findings put into a design document.

use serde_json::Value;

use crate::report::{PatchOp, PatchStep};

/// Why a patch can't be put into a document.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatchError {
    /// The pointer is not one of RFC 6901.
    #[error("`{0}` is no JSON pointer")]
    Pointer(String),
    /// What should hold the value is not there.
    #[error("the document has no place `{0}`")]
    NoPlace(String),
}

/// The document after all steps, each as RFC 6902 has it: `add` puts a member into an object or replaces it, inserts
/// into a list (`-` appends), and the empty pointer stands for the whole document; `remove` takes out what is there.
///
/// The document is a design as JSON, such as [`crate::Design`] serialised; nothing is checked beyond the places, so
/// the result goes through [`crate::Design::from_value`] again.
///
/// # Errors
/// [`PatchError`] for the first step that has no place; the document that was given is not touched.
pub fn apply_patch(document: &Value, steps: &[PatchStep]) -> Result<Value, PatchError> {
    let mut patched = document.clone();
    for step in steps {
        apply_step(&mut patched, step)?;
    }
    Ok(patched)
}

fn apply_step(document: &mut Value, step: &PatchStep) -> Result<(), PatchError> {
    let no_place = || PatchError::NoPlace(step.path.clone());
    if step.path.is_empty() {
        *document = match step.op {
            PatchOp::Add => step.value.clone(),
            PatchOp::Remove => Value::Null,
        };
        return Ok(());
    }
    let (parent, last) = step
        .path
        .rsplit_once('/')
        .filter(|_| step.path.starts_with('/'))
        .ok_or_else(|| PatchError::Pointer(step.path.clone()))?;
    let key = last.replace("~1", "/").replace("~0", "~");
    match (document.pointer_mut(parent).ok_or_else(no_place)?, step.op) {
        (Value::Object(members), PatchOp::Add) => {
            members.insert(key, step.value.clone());
        }
        (Value::Object(members), PatchOp::Remove) => {
            members.remove(&key).ok_or_else(no_place)?;
        }
        (Value::Array(items), PatchOp::Add) => {
            let index = if key == "-" {
                items.len()
            } else {
                list_index(&key)
                    .filter(|i| *i <= items.len())
                    .ok_or_else(no_place)?
            };
            items.insert(index, step.value.clone());
        }
        (Value::Array(items), PatchOp::Remove) => {
            let index = list_index(&key)
                .filter(|i| *i < items.len())
                .ok_or_else(no_place)?;
            items.remove(index);
        }
        _ => return Err(no_place()),
    }
    Ok(())
}

/// A place in a list: digits without a leading zero.
fn list_index(key: &str) -> Option<usize> {
    let plain = key == "0" || (!key.starts_with('0') && key.bytes().all(|b| b.is_ascii_digit()));
    plain.then(|| key.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn add(path: &str, value: Value) -> PatchStep {
        PatchStep {
            op: PatchOp::Add,
            path: path.to_owned(),
            value,
        }
    }

    fn remove(path: &str) -> PatchStep {
        PatchStep {
            op: PatchOp::Remove,
            path: path.to_owned(),
            value: Value::Null,
        }
    }

    /// The examples of RFC 6902, appendix A.1 to A.4, A.10, A.12, A.14 and A.16.
    #[test]
    fn steps_do_what_the_rfc_shows() {
        for (document, step, expected) in [
            (
                json!({"foo": "bar"}),
                add("/baz", json!("qux")),
                Some(json!({"baz": "qux", "foo": "bar"})),
            ),
            (
                json!({"foo": ["bar", "baz"]}),
                add("/foo/1", json!("qux")),
                Some(json!({"foo": ["bar", "qux", "baz"]})),
            ),
            (
                json!({"baz": "qux", "foo": "bar"}),
                remove("/baz"),
                Some(json!({"foo": "bar"})),
            ),
            (
                json!({"foo": ["bar", "qux", "baz"]}),
                remove("/foo/1"),
                Some(json!({"foo": ["bar", "baz"]})),
            ),
            (
                json!({"foo": "bar"}),
                add("/child", json!({"grandchild": {}})),
                Some(json!({"foo": "bar", "child": {"grandchild": {}}})),
            ),
            (json!({"foo": "bar"}), add("/baz/bat", json!("qux")), None),
            (
                json!({"/": 9, "~1": 10}),
                add("/~01", json!(11)),
                Some(json!({"/": 9, "~1": 11})),
            ),
            (
                json!({"foo": ["bar"]}),
                add("/foo/-", json!(["abc", "def"])),
                Some(json!({"foo": ["bar", ["abc", "def"]]})),
            ),
            (json!({"foo": ["bar"]}), add("/foo/2", json!(1)), None),
            (json!({"foo": ["bar"]}), add("/foo/01", json!(1)), None),
            (json!({"foo": "bar"}), remove("/baz"), None),
            (json!({"foo": "bar"}), remove("foo"), None),
            (json!({"foo": "bar"}), add("", json!(1)), Some(json!(1))),
        ] {
            assert_eq!(
                apply_patch(&document, std::slice::from_ref(&step)).ok(),
                expected,
                "{document} {step:?}"
            );
        }
    }

    #[test]
    fn a_later_step_that_fails_gives_nothing() {
        let document = json!({"a": 1});
        let steps = [remove("/a"), remove("/a")];
        assert_eq!(
            apply_patch(&document, &steps),
            Err(PatchError::NoPlace("/a".to_owned()))
        );
    }
}
