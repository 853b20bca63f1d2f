use podwright_sim_core::templates;
use serde_json::{Value, json};

use super::*;

fn of(design: &Value, fails: &str) -> Value {
    let question = json!({ "design": design, "width": 692.0, "view": { "fails": fails } });
    serde_json::from_str(&answer(&question.to_string()).unwrap()).unwrap()
}

fn template(id: &str) -> Value {
    serde_json::to_value(templates::find(id).unwrap().design).unwrap()
}

fn ask(id: &str, fails: &str) -> Value {
    of(&template(id), fails)
}

fn text<'a>(view: &'a Value, member: &str) -> &'a str {
    view[member].as_str().unwrap()
}

fn kinds(view: &Value) -> Vec<&str> {
    let choices = view["choices"].as_array().unwrap();
    choices.iter().map(|choice| text(choice, "id")).collect()
}

#[test]
fn every_template_has_a_view_of_every_kind() {
    let mut views = 0;
    for template in templates::all() {
        for fails in [
            "",
            "leaf",
            "spine",
            "core",
            "nic",
            "link",
            "nvlink-tray",
            "pdu",
        ] {
            let view = ask(template.id, fails);
            for member in ["title", "detail", "html"] {
                let text = text(&view, member);
                assert!(
                    !text.contains("annex-") && !text.contains("outage-") && !text.contains("{$"),
                    "{} {fails}: {text}",
                    template.id
                );
            }
            assert!(!text(&view, "title").is_empty() && !text(&view, "detail").is_empty());
            let drawn = view["drawing"].is_object();
            assert_eq!(
                drawn,
                !template.design.fabrics.is_empty(),
                "{}",
                template.id
            );
            // What was chosen is what is shown, or the design has no such part.
            let numbers = view["numbers"].as_array().unwrap();
            let offered = !fails.is_empty() && kinds(&view).contains(&fails);
            assert_eq!(!numbers.is_empty(), offered, "{} {fails}", template.id);
            if offered {
                assert!(
                    text(&view, "title").starts_with("Without "),
                    "{} {fails}: {} {}",
                    template.id,
                    text(&view, "title"),
                    text(&view, "detail")
                );
                for row in ["affected", "that take part"] {
                    assert!(text(&view, "html").contains(row), "{} {fails}", template.id);
                }
            }
            views += 1;
        }
    }
    assert!(views > 160);
}

#[test]
fn a_rail_leaf_costs_a_rail() {
    let view = ask("superpod-h100-32", "leaf");
    assert!(text(&view, "title").starts_with("Without leaf 1 an all-reduce of 1 GiB takes 1."));
    assert_eq!(
        text(&view, "detail"),
        "Nodes 1–32 lose adapters; rings go over 7 of 8 on every node."
    );
    let svg = text(&view["drawing"], "svg");
    assert!(svg.contains("Leaf 1 is down"));
    assert_eq!(kinds(&view), ["", "leaf", "spine", "nic", "link", "pdu"]);
    // Another one is chosen by its number, and what is beyond the last is the last.
    for (fails, number) in [("leaf 5", "5"), ("leaf 999", "8"), ("leaf x", "1")] {
        let view = ask("superpod-h100-32", fails);
        let expected = format!("Without leaf {number} an all-reduce");
        assert!(text(&view, "title").starts_with(&expected), "{fails}");
        assert_eq!(view["numbers"][0]["id"], number);
        assert_eq!(view["numbers"][0]["name"], "Leaf of 8");
    }
    let nic = ask("superpod-h100-32", "nic 12 4");
    assert!(text(&nic, "title").starts_with("Without adapter port 4 of node 12 an all-reduce"));
    assert!(text(&nic, "html").contains("nic:11/3"));
}

#[test]
fn what_the_network_lacks_does_not_fail() {
    let view = ask("dgx-h100-4", "spine");
    assert_eq!(text(&view, "title"), text(&ask("dgx-h100-4", ""), "title"));
    let down = ask("dgx-h100-4", "leaf");
    assert!(text(&down, "title").ends_with("no all-reduce between all nodes ends"));
}

/// One rack without a network: a tray is an eighth and a bit of the time of large messages.
#[test]
fn a_tray_of_a_rack_can_fail_without_a_network() {
    let view = ask("nvl72-1", "nvlink-tray 1 3");
    assert!(
        text(&view, "title").starts_with(
            "Without NVLink switch tray 3 of rack H1-R01-01 an all-reduce of 1 GiB takes 1.1"
        ),
        "{view}"
    );
    assert!(text(&view, "detail").contains("keeps 8 of 9 NVLink switch trays: all 72 GPUs"));
    assert!(text(&view, "html").contains("900 GB/s") && text(&view, "html").contains("800 GB/s"));
    assert!(text(&view, "html").contains("Taken for granted"));
    assert_eq!(kinds(&view), ["", "nvlink-tray", "pdu"]);
    assert_eq!(kinds(&ask("dual-3090-nvlink", "")), [""]);
}

#[test]
fn a_rack_without_trays_says_so_and_lets_another_be_chosen() {
    let mut racks = 0;
    let view = ask("nvl72-spectrum-x-8", "nvlink-tray");
    let name = text(&view["numbers"][0], "name");
    let most: u64 = name.rsplit(' ').next().unwrap().parse().unwrap();
    for rack in 1..=most {
        let view = ask("nvl72-spectrum-x-8", &format!("nvlink-tray {rack}"));
        assert_eq!(view["numbers"].as_array().unwrap().len(), 2);
        if text(&view, "title").starts_with("Without") {
            racks += 1;
        } else {
            assert!(text(&view, "detail").contains("has no NVLink switch trays"));
        }
    }
    assert_eq!(racks, 8);
}

#[test]
fn a_strip_costs_what_its_feeds_say() {
    let mut design = template("superpod-h100-32");
    let assumed = of(&design, "pdu");
    assert!(text(&assumed, "title").ends_with("an all-reduce takes as long as before"));
    assert!(text(&assumed, "html").contains("does not say how many feeds"));
    design["site"]["power_feeds"] = "single".into();
    let single = of(&design, "pdu");
    assert!(
        text(&single, "title").contains("GPUs that are left takes"),
        "{}",
        text(&single, "title")
    );
    assert!(text(&single, "detail").contains("drop"));
}
