use serde_json::json;

use super::*;
use crate::model::command::Command;
use crate::model::document::Document;
use crate::model::patch;
use crate::model::sample;

/// Every table with a design and the place in it that has such fields.
fn tables() -> Vec<(Design, String, &'static [Row])> {
    let cluster = sample::cluster();
    let mut measured = sample::cluster();
    measured = patch::put(
        &measured,
        "/measured/0",
        json!({"link": "adapter", "gb_s": 45.0}),
    )
    .expect("a design");
    let mut desk = sample::workstation();
    desk = patch::put(
        &desk,
        "/pools/0/node/nics/0",
        json!({"id": "connectx-7-ndr"}),
    )
    .expect("a design");
    let of = |design: &Design, place: &str, rows: &'static [Row]| {
        (design.clone(), place.to_owned(), rows)
    };
    vec![
        of(&cluster, "/fabrics/0", &TOPOLOGY),
        of(&cluster, "/fabrics/0", &SWITCH),
        of(&cluster, "/pools/0", &POOL),
        of(&cluster, "/pools/0/nics", &ADAPTER),
        of(&desk, "/pools/0/node", &CARD),
        of(&cluster, "/fabrics/0", &FABRIC),
        of(&cluster, "/fabrics/0", &FABRIC_MORE),
        of(&cluster, "/site", &HALL),
        of(&cluster, "/site", &MONEY),
        of(&cluster, "/site/spares", &SPARES),
        of(&cluster, "/site/mtbf_hours", &FAILURES),
        of(&cluster, "/price_book", &PRICES),
        of(&cluster, "/workloads/0", &COLLECTIVE),
        of(&cluster, "/workloads/0/settings", &SETTINGS),
        of(&cluster, "/pools/0/nics", &ADAPTERS),
        of(&cluster, "", &DESIGN),
        of(&desk, "/pools/0/node", &PEERS),
        of(&desk, "/pools/0/node", &NODE),
        of(&desk, "/pools/0/node/nics/0", &NODE_ADAPTER),
        of(&measured, "/measured/0", std::slice::from_ref(&LINK)),
        of(&measured, "/measured/0", std::slice::from_ref(&GB_S)),
        of(&measured, "/measured/0", &MEASURED),
    ]
}

fn every(mut test: impl FnMut(&Design, &str, &'static Row)) {
    for (design, place, rows) in tables() {
        for row in rows {
            test(&design, &place, row);
        }
    }
}

/// What can be chosen beside nothing.
fn choices(row: &Row, design: &Design) -> Vec<Choice> {
    let mut all = if row.is_chosen() {
        row.choices("", design)
    } else {
        Vec::new()
    };
    // A switch that is none of them says so, and is never asked for.
    all.retain(|choice| !(choice.id.is_empty() && row.takes == Takes::Switch));
    all
}

#[test]
fn every_row_has_its_words() {
    every(|design, _, row| {
        assert!(known(row.label), "{}", row.label);
        for choice in choices(row, design) {
            assert!(!choice.name.contains("planner-"), "{}", choice.name);
        }
    });
}

#[test]
fn a_row_takes_what_the_design_takes() {
    every(|design, place, row| {
        let at = row.at(place).pointer();
        let Takes::Number(bounds) = row.takes else {
            for choice in choices(row, design) {
                let value = row.read(&choice.id).expect("a choice");
                let put = patch::put(design, &at, value);
                assert!(put.is_ok(), "{at}: {}: {put:?}", choice.id);
            }
            return;
        };
        for (value, fine) in [
            (bounds.low, true),
            (bounds.high, true),
            (bounds.low - if bounds.whole { 1.0 } else { 1e-6 }, false),
            (bounds.high + 1.0, bounds == INDEX),
        ] {
            let whole = value.to_string().parse::<Value>().expect("a number");
            let put = patch::put(design, &at, whole).is_ok();
            assert_eq!(put, fine, "{at}: {value}");
        }
    });
}

#[test]
fn what_is_typed_is_shown_and_can_be_undone() {
    every(|design, place, row| {
        let text = match row.takes {
            Takes::Number(bounds) => bounds.high.to_string(),
            Takes::Numbers => return,
            Takes::Text if row.key() == "as_of" => "2026-03".to_owned(),
            Takes::Currency => "EUR 1.08".to_owned(),
            Takes::Ports => "48 16".to_owned(),
            Takes::Text | Takes::Lines => "as said".to_owned(),
            _ => {
                let choices = choices(row, design);
                choices.last().expect("a choice").id.clone()
            }
        };
        let field = row.at(place);
        let mut document = Document::new(design.clone());
        let before = document.shown(&field);
        let changed = document.type_number(&field, &text, 0.0);
        assert_eq!(document.fault(&field.pointer()), None, "{field:?}");
        document.leave_field(&field.pointer());
        assert!(changed || before == text, "{field:?}");
        assert_eq!(document.shown(&field).replace(',', ""), text, "{field:?}");
        if changed {
            assert!(document.undo());
        }
        assert_eq!(document.shown(&field), before, "{field:?}");
        assert_eq!(**document.design(), *design);
    });
}

fn of_key(table: &'static [Row], key: &str) -> &'static Row {
    table.iter().find(|row| row.key() == key).expect("a row")
}

#[test]
fn a_currency_needs_a_code_and_a_rate() {
    let mut document = Document::new(sample::cluster());
    let currency = of_key(&MONEY, "currency").at("/site");
    for (text, fault) in [
        ("EUR", true),
        ("EUR 1.08", false),
        ("euro 1.08", true),
        ("EUR 0", true),
        ("JPY 0.0067", false),
        ("", false),
    ] {
        document.type_number(&currency, text, 0.0);
        assert_eq!(document.fault("/site/currency").is_some(), fault, "{text}");
    }
    assert_eq!(**document.design(), sample::cluster());
}

#[test]
fn ports_of_a_leaf_are_two_numbers() {
    let mut document = Document::new(sample::cluster());
    let ports = of_key(&FABRIC_MORE, "leaf_ports").at("/fabrics/0");
    for (text, fault) in [
        ("48", true),
        ("48/16", false),
        ("48, 16", false),
        ("48 0", true),
        ("48 16 2", true),
        ("10,001 1", true),
        ("1,024 128", false),
        ("", false),
    ] {
        document.type_number(&ports, text, 0.0);
        let said = document.fault("/fabrics/0/leaf_ports");
        assert_eq!(said.is_some(), fault, "{text}: {said:?}");
    }
    assert_eq!(**document.design(), sample::cluster());
}

#[test]
fn a_row_that_is_emptied_leaves_the_document_as_it_was() {
    let design = sample::cluster();
    let mut document = Document::new(design.clone());
    let planes = FABRIC_MORE[2].at("/fabrics/0");
    for text in ["2", "", "9", "1.5", "1"] {
        document.type_number(&planes, text, 0.0);
    }
    assert_eq!(**document.design(), design);
    let storage = ADAPTERS[0].at("/pools/0/nics");
    document
        .run(&Command::Put(storage.clone(), json!("connectx-7-ndr")), 0.0)
        .expect("an adapter");
    assert_eq!(document.shown(&storage), "connectx-7-ndr");
    document
        .run(&Command::Put(storage, Value::Null), 0.0)
        .expect("none");
    assert_eq!(**document.design(), design);
}

#[test]
fn measured_links_are_added_named_and_taken_away() {
    let mut document = Document::new(sample::workstation());
    let add = |link: &str| Command::AddMeasured {
        link: link.to_owned(),
        gb_s: 45.0,
    };
    assert_eq!(document.run(&add("bridge"), 0.0), Ok(true));
    let gpus = MEASURED[1].at("/measured/0");
    for (text, fault) in [("0, 1", false), ("1 0", false), ("0, x", true), ("0", true)] {
        document.type_number(&gpus, text, 0.0);
        assert_eq!(
            document.fault("/measured/0/gpus").is_some(),
            fault,
            "{text}"
        );
    }
    assert_eq!(document.design().measured[0].gpus, [1, 0]);
    // A figure of all links of a kind stands beside that of one of them, and not twice.
    assert_eq!(document.run(&add("bridge"), 0.0), Ok(true));
    assert!(document.run(&add("bridge"), 0.0).is_err());
    // What named the bridge does not name a slot.
    let link = LINK.at("/measured/0");
    assert_eq!(
        document.run(&Command::Put(link, json!("inside")), 0.0),
        Ok(true)
    );
    assert!(document.design().measured[0].gpus.is_empty());
    let away = Command::RemoveMeasured { figure: 0 };
    assert!(away.takes_away());
    assert_eq!(document.run(&away, 0.0), Ok(true));
    assert_eq!(document.design().measured.len(), 1);
    assert!(
        document
            .run(&Command::RemoveMeasured { figure: 7 }, 0.0)
            .is_err()
    );
}

#[test]
fn a_ratio_above_a_pod_makes_tiers_of_one_figure() {
    let mut document = Document::new(sample::cluster());
    let before = document.design().clone();
    let pod = NumberField::PodOversubscription(0);
    assert!(document.type_number(&pod, "2", 0.0));
    assert_eq!(document.design().fabrics[0].oversubscription.pod(), 2.0);
    assert_eq!(
        document.design().fabrics[0].oversubscription.leaf(),
        before.fabrics[0].oversubscription.leaf()
    );
    document.type_number(&pod, "1", 0.0);
    assert_eq!(*document.design(), before);
}

#[test]
fn an_undo_names_the_field_as_its_label_does() {
    let label = |row: &'static Row, place: &str| Command::Put(row.at(place), Value::Null).label();
    assert_eq!(label(&FABRIC_MORE[2], "/fabrics/0"), "change planes");
    assert_eq!(label(&SETTINGS[2], "/workloads/0/settings"), "change NVLS");
}
