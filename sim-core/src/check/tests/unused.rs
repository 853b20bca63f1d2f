//! Whatever a design says is counted, or a finding says that it is not.

use Severity::{Error, Info, Warning};

use super::*;

const NICS: &str = "/pools/0/node/nics";

/// Two nodes of two cards with these adapters, and a switch between them.
fn desks(nics: &Value) -> Value {
    with(
        &dual_3090(),
        &[
            ("/pools/0/count", json!(2)),
            (NICS, nics.clone()),
            (
                "/fabrics",
                json!([{ "id": "c", "topology": "single-switch", "switch": "nvidia-qm9700" }]),
            ),
        ],
    )
}

fn bought(report: &Report, part: &str) -> u64 {
    let lines = report.bom.lines.iter().filter(|line| line.part_id == part);
    lines.map(|line| line.quantity).sum()
}

#[test]
fn unlike_adapters_on_a_network_are_an_error_with_numbers() {
    let mixed = desks(&json!([
        { "id": "connectx-7-ndr", "count": 2 },
        { "id": "connectx-6-dx-100", "count": 1 }
    ]));
    let finding = has(&mixed, Error, "nic.mixed_adapters");
    assert_eq!(finding.at, "/pools/0/node/nics/1");
    // Two ports of 400 count, the port or ports of the other are named by their sum.
    assert_eq!(finding.args["counted"], "800");
    let other = crate::catalog::Catalog::builtin()
        .nic("connectx-6-dx-100")
        .map(|nic| f64::from(nic.ports) * nic.gbit_s_per_port);
    assert_eq!(finding.args["left_out"].parse().ok(), other);
    // What is bought is what is written, both kinds.
    let report = judge(&mixed);
    assert_eq!(bought(&report, "connectx-7-ndr"), 4);
    assert_eq!(bought(&report, "connectx-6-dx-100"), 2);

    // Equal ones in two entries add up, on networks of their own each counts.
    let equal = json!([{ "id": "connectx-7-ndr" }, { "id": "connectx-7-ndr" }]);
    let report = lacks(&desks(&equal), "nic.mixed_adapters");
    assert_eq!(report.pools[0].nics_per_node, 2);
    let apart =
        json!([{ "id": "connectx-7-ndr" }, { "id": "connectx-6-dx-100", "network": "storage" }]);
    lacks(&desks(&apart), "nic.mixed_adapters");
}

#[test]
fn adapters_that_give_way_to_the_pools_are_named_and_not_bought() {
    let document = with(
        &desks(&json!([{ "id": "connectx-6-hdr", "count": 2 }, { "id": "connectx-8" }])),
        &[("/pools/0/nics", json!({ "compute": "connectx-7-ndr" }))],
    );
    let finding = has(&document, Warning, "nic.replaced");
    assert_eq!(finding.at, "/pools/0/node/nics/0");
    let before = lacks(&document, "nic.mixed_adapters");
    assert_eq!(bought(&before, "connectx-7-ndr"), 4);
    assert_eq!(bought(&before, "connectx-6-hdr"), 0);
    assert_eq!(bought(&before, "connectx-8"), 0);
    // The fix writes down what was counted, so no figure moves.
    let after = judge(&apply_patch(&document, &finding.patch).expect("it applies"));
    assert_eq!(before.bom, after.bom);
    assert_eq!(before.summary, after.summary);
    lacks(&desks(&json!([{ "id": "connectx-7-ndr" }])), "nic.replaced");
}

#[test]
fn a_count_that_nobody_states_is_said_to_be_assumed() {
    let desk = |node: Value| {
        with(
            &dual_3090(),
            &[
                ("/pools/0/node", node),
                ("/pools/0/nics", json!({ "compute": "connectx-7-ndr" })),
            ],
        )
    };
    let finding = has(&desk(json!("ws-2x-rtx4090")), Info, "nic.one_assumed");
    assert_eq!(finding.at, "/pools/0/nics/compute");
    has(
        &desk(dual_3090()["pools"][0]["node"].clone()),
        Info,
        "nic.one_assumed",
    );
    lacks(&desk(json!("dgx-h100")), "nic.one_assumed");
}

#[test]
fn a_second_fabric_on_a_network_is_left_out_and_said() {
    let spec = |id: &str, network: &str| json!({ "id": id, "network": network, "topology": "single-switch", "switch": "nvidia-qm9700" });
    let nodes = |fabrics: Value| {
        json!({
            "schema": "podwright.design/1",
            "pools": [{ "id": "train", "node": "dgx-h100", "count": 4 }],
            "fabrics": fabrics
        })
    };
    let one = judge(&nodes(json!([spec("a", "compute")])));
    let twice = nodes(json!([spec("a", "compute"), spec("b", "compute")]));
    let finding = has(&twice, Error, "fabric.network_twice");
    assert_eq!(finding.at, "/fabrics/1/network");
    let report = judge(&twice);
    assert_eq!(report.fabrics.len(), 1);
    assert_eq!(report.bom.lines, one.bom.lines, "no port is cabled twice");
    lacks(
        &nodes(json!([spec("a", "compute"), spec("s", "storage")])),
        "fabric.network_twice",
    );
}

#[test]
fn every_network_names_the_pools_that_it_leaves_out() {
    let document = json!({
        "schema": "podwright.design/1",
        "pools": [
            { "id": "train", "node": "dgx-h100", "count": 4 },
            { "id": "desk", "node": "ws-2x-rtx4090", "count": 1 }
        ],
        "fabrics": [{ "id": "s", "network": "storage", "topology": "single-switch", "switch": "nvidia-qm9700" }]
    });
    let finding = has(&document, Warning, "fabric.pool_without_adapters");
    assert_eq!(finding.at, "/pools/1/node");
    assert_eq!(finding.args["network"], "storage");
}

#[test]
fn lengths_and_switches_without_a_place_are_named() {
    let fabric = |topology: &str, more: &[(&str, Value)]| {
        let base = json!({
            "schema": "podwright.design/1",
            "pools": [{ "id": "train", "node": "dgx-h100", "count": 4 }],
            "fabrics": [{ "id": "c", "topology": topology, "switch": "nvidia-qm9700" }]
        });
        with(&base, more)
    };
    let leaf_spine = [("/fabrics/0/leaf_spine_m", json!(20.0))];
    let core = [("/fabrics/0/spine_core_m", json!(20.0))];
    let finding = has(
        &fabric("single-switch", &leaf_spine),
        Info,
        "fabric.wish_unused",
    );
    assert_eq!(finding.at, "/fabrics/0/leaf_spine_m");
    lacks(&fabric("leaf-spine", &leaf_spine), "fabric.wish_unused");
    has(&fabric("leaf-spine", &core), Info, "fabric.wish_unused");
    lacks(&fabric("three-tier", &core), "fabric.wish_unused");
    let finding = has(&fabric("none", &[]), Info, "fabric.wish_unused");
    assert_eq!(finding.at, "/fabrics/0/switch");
    lacks(
        &fabric("none", &[("/fabrics/0/switch", Value::Null)]),
        "fabric.wish_unused",
    );
}

#[test]
fn prices_of_what_is_not_bought_are_named() {
    let priced = |prices: Value| with(&dual_3090(), &[("/price_overrides", prices)]);
    let report = lacks(&priced(json!({ "rtx-3090": 900 })), "price.override_unused");
    let finding = has(
        &priced(json!({ "rtx-3090": 900, "rtx-309": 1, "a/b~c": 2 })),
        Info,
        "price.override_unused",
    );
    assert_eq!(finding.patch.len(), 2);
    let cleaned = apply_patch(
        &priced(json!({ "rtx-3090": 900, "rtx-309": 1, "a/b~c": 2 })),
        &finding.patch,
    )
    .expect("it applies");
    assert_eq!(judge(&cleaned).bom, report.bom, "no price moves");
    // What an error hides may be what the price is for.
    let unknown = with(
        &priced(json!({ "rtx-4090": 1700 })),
        &[("/pools/0/node/gpu", json!("rtx-40900"))],
    );
    lacks(&unknown, "price.override_unused");
}

#[test]
fn a_hall_is_rented_or_owned() {
    let site = |site: Value| with(&dual_3090(), &[("/site", site)]);
    let rent = site(json!({ "colocation_usd_per_kw_month": 150 }));
    let both = site(json!({ "colocation_usd_per_kw_month": 150, "hall_usd_per_kw": 11_700 }));
    let rented = lacks(&rent, "price.hall_twice");
    lacks(
        &site(json!({ "hall_usd_per_kw": 11_700 })),
        "price.hall_twice",
    );
    let finding = has(&both, Warning, "price.hall_twice");
    assert_eq!(judge(&both).cost, rented.cost, "counted once");
    let cleaned = apply_patch(&both, &finding.patch).expect("it applies");
    assert_eq!(cleaned, rent);
}

#[test]
fn spares_beyond_one_for_each_piece_are_said() {
    let nic = json!([{ "id": "connectx-7-ndr" }]);
    let site = |site: Value| with(&desks(&nic), &[("/site", site)]);
    let adapters = |report: &Report| {
        let line = report.bom.lines.iter().find(|line| line.category == "nic");
        line.map(|line| (line.quantity, line.spares, line.why.clone()))
            .expect("adapters are bought")
    };
    // Half of them fail in a year of 8,760 hours.
    let half = site(json!({ "years": 1, "mtbf_hours": { "nic": 17_520 } }));
    let (quantity, spares, why) = adapters(&lacks(&half, "price.spares_bounded"));
    assert_eq!((quantity, spares), (2, 1));
    assert!(
        why.contains("50 % fail a year × 1 year, rounded up"),
        "{why}"
    );
    // Each of them four times: one for each is counted, and that it is so is said.
    let often = site(json!({ "years": 2, "mtbf_hours": { "nic": 4_380 } }));
    let finding = has(&often, Warning, "price.spares_bounded");
    assert_eq!(finding.at, "/site/mtbf_hours/nic");
    assert!(finding.message.contains("400 %"), "{}", finding.message);
    assert!(finding.message.contains("2 years"), "{}", finding.message);
    let (quantity, spares, why) = adapters(&judge(&often));
    assert_eq!((quantity, spares), (2, 2));
    assert!(!why.contains("a year") && why.contains("the most"), "{why}");
    // What the design says of spares itself, and sorts that it has none of, need no such words.
    for own in [
        json!({ "years": 2, "mtbf_hours": { "nic": 4_380 }, "spares": { "nic": 3 } }),
        json!({ "years": 2, "mtbf_hours": { "nic": 4_380 }, "spares_percent": 3 }),
    ] {
        lacks(&site(own), "price.spares_bounded");
    }
    let none = with(
        &dual_3090(),
        &[("/site", json!({ "mtbf_hours": { "optics": 10 } }))],
    );
    lacks(&none, "price.spares_bounded");
}

#[test]
fn a_month_after_the_newest_prices_is_named() {
    let at = |month: &str| with(&dual_3090(), &[("/price_book", json!({ "as_of": month }))]);
    let newest = judge(&dual_3090()).price_book_version;
    lacks(&at(&newest), "price.month_ahead");
    lacks(&at("2024-01"), "price.month_ahead");
    let finding = has(&at("2999-12"), Info, "price.month_ahead");
    assert_eq!(finding.at, "/price_book/as_of");
    assert!(finding.message.contains(&newest));
}
