//! A finding's fix: steps in the manner of RFC 6902, applied to the design as JSON.

use podwright_sim_core::Design;
use podwright_sim_core::design::DesignError;
use podwright_sim_core::report::{PatchOp, PatchStep};
use serde_json::Value;

/// Why a fix could not be applied.
#[derive(Clone, Debug, PartialEq)]
pub enum PatchFault {
    /// A step points to a place that is not there.
    NoSuchPlace(String),
    /// What comes out is no design.
    NotADesign(DesignError),
}

impl std::fmt::Display for PatchFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoSuchPlace(pointer) => write!(f, "{pointer}"),
            Self::NotADesign(error) => write!(f, "{error}"),
        }
    }
}

/// The design with all steps applied, in order.
///
/// `add` on an object's member or on a place in a list that is there replaces it; on the place behind the last item, or
/// on `-`, it appends.
///
/// # Errors
/// [`PatchFault`] when a place is missing or the outcome is no design; the design is then unchanged.
pub fn apply(design: &Design, steps: &[PatchStep]) -> Result<Design, PatchFault> {
    let mut value: Value = serde_json::to_string(design)
        .and_then(|text| serde_json::from_str(&text))
        .unwrap_or(Value::Null);
    for step in steps {
        apply_step(&mut value, step).ok_or_else(|| PatchFault::NoSuchPlace(step.path.clone()))?;
    }
    Design::from_value(&value).map_err(PatchFault::NotADesign)
}

fn apply_step(root: &mut Value, step: &PatchStep) -> Option<()> {
    let (parent, last) = step.path.rsplit_once('/')?;
    let key = last.replace("~1", "/").replace("~0", "~");
    let parent = reach(root, parent, step.op)?;
    match (parent, step.op) {
        (Value::Object(map), PatchOp::Add) => {
            map.insert(key, step.value.clone());
            Some(())
        }
        (Value::Object(map), PatchOp::Remove) => map.remove(&key).map(drop),
        (Value::Array(list), PatchOp::Add) => {
            let at = if key == "-" {
                list.len()
            } else {
                key.parse().ok()?
            };
            match at.cmp(&list.len()) {
                std::cmp::Ordering::Less => list[at] = step.value.clone(),
                std::cmp::Ordering::Equal => list.push(step.value.clone()),
                std::cmp::Ordering::Greater => return None,
            }
            Some(())
        }
        (Value::Array(list), PatchOp::Remove) => {
            let at: usize = key.parse().ok()?;
            (at < list.len()).then(|| drop(list.remove(at)))
        }
        _ => None,
    }
}

/// The value at a pointer. Members that the document leaves out because they are empty are made for an `add`.
fn reach<'a>(root: &'a mut Value, pointer: &str, op: PatchOp) -> Option<&'a mut Value> {
    let mut at = root;
    for segment in pointer.split('/').skip(1) {
        let key = segment.replace("~1", "/").replace("~0", "~");
        at = match at {
            Value::Object(map) => {
                if op == PatchOp::Add && !map.contains_key(&key) {
                    map.insert(key.clone(), Value::Object(serde_json::Map::new()));
                }
                map.get_mut(&key)?
            }
            Value::Array(list) => list.get_mut(key.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn design() -> Design {
        Design::parse(
            r#"{"schema":"podwright.design/1","name":"t","pools":[{"id":"a","count":1,"node":{"gpu":"rtx-3090","count":2,
            "slots":[{"position":1,"pcie_gen":4,"lanes":8}],"bridges":[{"id":"x","gpus":[0,1]}]}}]}"#,
        )
        .expect("a design")
    }

    fn step(op: PatchOp, path: &str, value: Value) -> PatchStep {
        PatchStep {
            op,
            path: path.to_owned(),
            value,
        }
    }

    #[test]
    fn members_and_list_items_are_replaced_and_appended() {
        let fixed = apply(
            &design(),
            &[
                step(PatchOp::Add, "/pools/0/node/bridges/0/id", "y".into()),
                step(PatchOp::Add, "/site/rack_kw_limit", 50.into()),
                step(PatchOp::Add, "/price_overrides/a~1b", 7.into()),
                step(
                    PatchOp::Add,
                    "/pools/0/node/slots/-",
                    serde_json::json!({"position": 4, "pcie_gen": 4, "lanes": 8}),
                ),
            ],
        )
        .expect("applies");
        let text = serde_json::to_value(&fixed).expect("json");
        assert_eq!(
            text.pointer("/pools/0/node/bridges/0/id"),
            Some(&"y".into())
        );
        assert_eq!(
            text.pointer("/pools/0/node/slots/1/position"),
            Some(&4.into())
        );
        assert_eq!(fixed.site.rack_kw_limit, Some(50.0));
        assert_eq!(fixed.price_overrides.get("a/b"), Some(&7.0));
    }

    #[test]
    fn removal_needs_something_to_remove() {
        let without = apply(
            &design(),
            &[step(
                PatchOp::Remove,
                "/pools/0/node/bridges/0",
                Value::Null,
            )],
        );
        let without = serde_json::to_value(without.expect("applies")).expect("json");
        assert_eq!(
            without.pointer("/pools/0/node/bridges"),
            Some(&serde_json::json!([]))
        );
        for path in [
            "/pools/0/node/bridges/7",
            "/pools/9",
            "/nothing",
            "",
            "/pools/x",
        ] {
            assert_eq!(
                apply(&design(), &[step(PatchOp::Remove, path, Value::Null)]),
                Err(PatchFault::NoSuchPlace(path.to_owned()))
            );
        }
    }

    #[test]
    fn a_fix_that_breaks_the_document_is_refused() {
        let broken = apply(
            &design(),
            &[step(PatchOp::Add, "/pools/0/count", "many".into())],
        );
        assert!(matches!(broken, Err(PatchFault::NotADesign(_))));
    }
}
