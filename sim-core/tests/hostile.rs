//! Whatever a stranger sends: an error that points at the place, or a report; never a panic.

use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::cluster::size_problems;
use podwright_sim_core::design::{DesignError, MAX_GPUS};
use podwright_sim_core::{Design, evaluate_builtin, templates};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[a-z0-9\\-/~\"<>]{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec(("[a-z_]{1,10}", inner), 0..6)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// Every place of a document, as pointers.
fn places(value: &Value, at: &str, out: &mut Vec<String>) {
    out.push(at.to_owned());
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                places(
                    inner,
                    &format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")),
                    out,
                );
            }
        }
        Value::Array(list) => {
            for (i, inner) in list.iter().enumerate() {
                places(inner, &format!("{at}/{i}"), out);
            }
        }
        _ => {}
    }
}

fn template_value(index: usize) -> Value {
    let all = templates::all();
    serde_json::to_value(&all[index % all.len()].design).expect("a design is JSON")
}

fn evaluate_if_design(value: &Value) -> Result<(), TestCaseError> {
    match Design::from_value(value) {
        Ok(design) => {
            if size_problems(&design, Catalog::builtin()).is_empty() {
                let report = evaluate_builtin(&design);
                let text = serde_json::to_string(&report).expect("a report is JSON");
                prop_assert!(!text.contains("NaN") && !text.contains(":inf"));
            }
        }
        Err(DesignError::Invalid(problems)) => {
            for problem in problems {
                prop_assert!(problem.pointer.is_empty() || problem.pointer.starts_with('/'));
                prop_assert!(!problem.code.is_empty() && !problem.message.is_empty());
            }
        }
        Err(DesignError::Syntax { .. }) => {}
    }
    Ok(())
}

proptest! {
    #[test]
    fn arbitrary_json_is_answered(value in any_json()) {
        evaluate_if_design(&value)?;
    }

    #[test]
    fn a_template_with_one_place_replaced_is_answered(
        index in 0_usize..64,
        place in any::<prop::sample::Index>(),
        value in any_json(),
    ) {
        let mut document = template_value(index);
        let mut all = Vec::new();
        places(&document, "", &mut all);
        let at = place.get(&all).clone();
        if let Some(spot) = document.pointer_mut(&at) {
            *spot = value;
        }
        evaluate_if_design(&document)?;
    }

    #[test]
    fn arbitrary_text_is_answered(text in ".{0,200}") {
        let _ = Design::parse(&text);
    }

    #[test]
    fn numbers_at_the_limits_are_answered(
        index in 0_usize..64,
        count in prop::sample::select(vec![1_u32, 2, 3, 17, 63, 64, 65, 4_096, 99_999]),
        ratio in prop::sample::select(vec![1.0, 1.000_001, 1.5, 3.0, 7.0, 63.999, 64.0]),
    ) {
        let mut design = templates::all()[index % templates::all().len()].design.clone();
        design.pools[0].count = count;
        for fabric in &mut design.fabrics {
            fabric.oversubscription = podwright_sim_core::design::Oversubscription::Leaf(ratio);
        }
        let value = serde_json::to_value(&design).expect("a design is JSON");
        evaluate_if_design(&value)?;
    }
}

#[test]
fn a_million_nodes_are_refused_with_a_pointer() {
    let mut document = template_value(0);
    document["pools"] = json!([{"id": "a", "node": "dgx-h100", "count": 1_000_000}]);
    let design = Design::from_value(&document).expect("within the limits of the document");
    let problems = size_problems(&design, Catalog::builtin());
    assert_eq!(problems[0].pointer, "/pools/0/count");
    assert_eq!(problems[0].code, "limit.too_many_gpus");
    document["pools"][0]["count"] = json!(MAX_GPUS + 1);
    assert!(Design::from_value(&document).is_err());
    // Evaluated all the same, it is answered with an error finding.
    assert!(!evaluate_builtin(&design).findings.is_empty());
}

#[test]
fn documents_survive_a_round_trip() {
    for template in templates::all() {
        let text = serde_json::to_string(&template.design).expect("a design is JSON");
        assert_eq!(
            Design::parse(&text).as_ref(),
            Ok(&template.design),
            "{}",
            template.id
        );
        let report = evaluate_builtin(&template.design);
        let text = serde_json::to_string(&report).expect("a report is JSON");
        let back: podwright_sim_core::Report =
            serde_json::from_str(&text).expect("a report reads back");
        assert!(
            back == report,
            "{} does not read back as it was written",
            template.id
        );
    }
}
