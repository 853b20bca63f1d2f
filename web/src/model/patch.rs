//! A finding's fix, applied to the design.

use podwright_sim_core::Design;
use podwright_sim_core::design::{DesignError, PatchError, apply_patch};
use podwright_sim_core::report::PatchStep;
use serde_json::{Map, Value};

/// Why a fix could not be applied.
#[derive(Clone, Debug, PartialEq)]
pub enum PatchFault {
    /// A step points to a place that is not there.
    NoSuchPlace(PatchError),
    /// What comes out is no design.
    NotADesign(DesignError),
}

impl std::fmt::Display for PatchFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoSuchPlace(error) => write!(f, "{error}"),
            Self::NotADesign(error) => write!(f, "{error}"),
        }
    }
}

/// The design with all steps applied, in order.
///
/// # Errors
/// [`PatchFault`] when a place is missing or the outcome is no design; the design is then unchanged.
pub fn apply(design: &Design, steps: &[PatchStep]) -> Result<Design, PatchFault> {
    let patched = apply_patch(&to_json(design), steps).map_err(PatchFault::NoSuchPlace)?;
    Design::from_value(&patched).map_err(PatchFault::NotADesign)
}

/// A design as JSON.
pub fn to_json(design: &Design) -> Value {
    // By way of the text, so that the module carries one writer of designs and not two.
    let text = serde_json::to_string(design).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or(Value::Null)
}

/// The design with a value at a place, whatever was there and where nothing was; null takes the place away.
///
/// # Errors
/// [`PatchFault`] when what comes out is no design.
pub fn put(design: &Design, at: &str, value: Value) -> Result<Design, PatchFault> {
    let mut document = to_json(design);
    write(&mut document, at, value);
    Design::from_value(&document).map_err(PatchFault::NotADesign)
}

/// What does not outlast a member beside it.
fn replaced(key: &str) -> &'static [&'static str] {
    match key {
        // A link of another kind is named otherwise, and another node has adapters of its own.
        "link" => &["gpus", "adapter"],
        "node" => &["nics"],
        _ => &[],
    }
}

fn write(place: &mut Value, at: &str, value: Value) {
    let Some(rest) = at.strip_prefix('/') else {
        *place = value;
        return;
    };
    let end = rest.find('/').unwrap_or(rest.len());
    let (key, rest) = rest.split_at(end);
    let gone = rest.is_empty() && value.is_null();
    let index = key.parse::<usize>();
    if place.is_null() {
        *place = if index.is_ok() {
            Value::Array(Vec::new())
        } else {
            Value::Object(Map::new())
        };
    }
    match (place, index) {
        (Value::Object(members), _) if gone => drop(members.remove(key)),
        (Value::Object(members), _) => {
            if rest.is_empty() {
                for gone in replaced(key) {
                    members.remove(*gone);
                }
            }
            write(members.entry(key).or_insert(Value::Null), rest, value);
        }
        (Value::Array(items), Ok(index)) if index <= items.len() => {
            if index == items.len() {
                items.push(Value::Null);
            }
            write(&mut items[index], rest, value);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use podwright_sim_core::report::{PatchOp, Severity};
    use podwright_sim_core::{evaluate_builtin, templates};

    use super::*;
    use crate::model::sample;

    fn step(op: PatchOp, path: &str, value: Value) -> PatchStep {
        PatchStep {
            op,
            path: path.to_owned(),
            value,
        }
    }

    #[test]
    fn the_fix_of_a_wrong_bridge_leaves_a_right_one() {
        let design = sample::workstation();
        let report = evaluate_builtin(&design);
        let wrong = report
            .findings
            .iter()
            .find(|finding| finding.code == "bridge.spacing")
            .expect("the bridge does not fit");
        let fixed = apply(&design, &wrong.patch).expect("applies");
        let errors = evaluate_builtin(&fixed)
            .findings
            .into_iter()
            .filter(|finding| finding.severity == Severity::Error)
            .count();
        assert_eq!(errors, 0);
    }

    #[test]
    fn every_fix_of_every_template_applies() {
        for template in templates::all() {
            for finding in evaluate_builtin(&template.design).findings {
                if !finding.patch.is_empty() {
                    let fixed = apply(&template.design, &finding.patch);
                    assert!(
                        fixed.is_ok(),
                        "{}: {}: {fixed:?}",
                        template.id,
                        finding.code
                    );
                }
            }
        }
    }

    #[test]
    fn a_fix_without_a_place_or_a_design_is_refused() {
        let design = sample::workstation();
        let gone = apply(&design, &[step(PatchOp::Remove, "/pools/9", Value::Null)]);
        assert!(matches!(gone, Err(PatchFault::NoSuchPlace(_))));
        let broken = apply(
            &design,
            &[step(PatchOp::Add, "/pools/0/count", "many".into())],
        );
        assert!(matches!(broken, Err(PatchFault::NotADesign(_))));
    }
}
