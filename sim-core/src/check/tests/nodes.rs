//! Rules about a single node: bridges, cards, power, host, memory, adapters.

use Severity::{Error, Info, Warning};

use super::*;

const NODE: &str = "/pools/0/node";

fn slot(position: u32, lanes: u32) -> Value {
    json!({ "position": position, "pcie_gen": 4, "lanes": lanes })
}

fn slots(positions: &[u32]) -> Value {
    Value::Array(positions.iter().map(|p| slot(*p, 16)).collect())
}

fn bridge(id: &str, gpus: &[u32]) -> Value {
    json!({ "id": id, "gpus": gpus })
}

/// So many cards of a kind without bridges, four slots apart on a wide platform.
fn cards(gpu: &str, count: u32) -> Value {
    let positions: Vec<u32> = (0..count).map(|i| 1 + 4 * i).collect();
    with(
        &dual_3090(),
        &[
            ("/pools/0/node/gpu", json!(gpu)),
            ("/pools/0/node/count", json!(count)),
            ("/pools/0/node/slots", slots(&positions)),
            ("/pools/0/node/bridges", json!([])),
            ("/pools/0/node/psu_w", json!(9000)),
            ("/pools/0/node/cpu_lanes", json!(256)),
        ],
    )
}

#[test]
fn the_base_design_has_nothing_wrong() {
    let report = judge(&dual_3090());
    let worse: Vec<_> = report
        .findings
        .iter()
        .filter(|finding| finding.severity != Info)
        .map(|finding| &finding.message)
        .collect();
    assert!(worse.is_empty(), "{worse:?}");
    assert!(passed(&report, "bridge.fits").is_some());
    assert!(passed(&report, "power.psu_enough").is_some());
}

/// Claim B26, B27 and the reference page: spacing decides, and the catalogue's other bridge is the fix.
#[test]
fn a_bridge_spans_the_distance_of_the_slots() {
    let base = with(&dual_3090(), &[("/pools/0/node/card_slots", json!(2))]);
    for (positions, id, fits) in [
        ([1, 5], "nvlink-bridge-rtx3090-4slot", true),
        ([5, 1], "nvlink-bridge-rtx3090-4slot", true),
        ([1, 4], "nvlink-bridge-rtxa6000-3slot", true),
        ([1, 3], "nvlink-bridge-rtxa6000-2slot", true),
        ([1, 4], "nvlink-bridge-rtx3090-4slot", false),
        ([1, 6], "nvlink-bridge-rtx3090-4slot", false),
        ([1, 5], "nvlink-bridge-rtxa6000-3slot", false),
    ] {
        let document = with(
            &base,
            &[
                ("/pools/0/node/slots", slots(&positions)),
                ("/pools/0/node/bridges", json!([bridge(id, &[0, 1])])),
            ],
        );
        if fits {
            let report = lacks(&document, "bridge.spacing");
            assert!(passed(&report, "bridge.fits").is_some(), "{positions:?}");
        } else {
            has(&document, Error, "bridge.spacing");
        }
    }
}

#[test]
fn the_spacing_is_said_in_slots_and_millimetres_and_fixed() {
    let document = with(&dual_3090(), &[("/pools/0/node/slots", slots(&[1, 4, 7]))]);
    let finding = has(&document, Error, "bridge.spacing");
    assert_eq!(
        finding.message,
        "The bridge spans 4 slots (81.3 mm), slots 1 and 4 are 3 apart (61.0 mm). NVLink stays off."
    );
    assert_eq!(finding.source.as_deref(), Some("Puget Systems, 2021"));
    assert_eq!(finding.patch[0].path, "/pools/0/node/bridges/0/id");
    assert_eq!(finding.patch[0].value, "nvlink-bridge-rtxa6000-3slot");
    assert!(
        finding
            .fix
            .is_some_and(|fix| fix.starts_with("Use a 3-slot bridge"))
    );
    // No bridge spans five slots: the board's own slots are offered.
    let document = with(&dual_3090(), &[("/pools/0/node/slots", slots(&[1, 6, 10]))]);
    let finding = has(&document, Error, "bridge.spacing");
    assert!(finding.patch.is_empty());
    assert_eq!(
        finding.fix.as_deref(),
        Some("Put the cards 4 slots apart, for example in slots 6 and 10")
    );
}

/// Claims B22 and A16, question 2: 3090 and 3090 Ti are the last GeForce cards with the connector.
#[test]
fn a_bridge_wants_a_connector() {
    for (gpu, capable) in [
        ("rtx-3090", true),
        ("rtx-3090-ti", true),
        ("rtx-a6000", true),
        ("rtx-3080-10gb", false),
        ("rtx-4090", false),
        ("rtx-5090", false),
        ("rtx-6000-ada", false),
        ("rtx-pro-6000-blackwell", false),
        ("l40s", false),
    ] {
        let document = with(
            &cards(gpu, 2),
            &[(
                "/pools/0/node/bridges/-",
                bridge("nvlink-bridge-rtx3090-4slot", &[0, 1]),
            )],
        );
        if capable {
            lacks(&document, "bridge.no_connector");
        } else {
            let finding = has(&document, Error, "bridge.no_connector");
            assert_eq!(finding.patch[0].op, PatchOp::Remove);
        }
    }
}

#[test]
fn a_bridge_is_made_for_its_cards() {
    // The A100 bridge on 3090s four slots apart: the GeForce bridge is the fix.
    let document = with(
        &dual_3090(),
        &[(
            "/pools/0/node/bridges",
            json!([bridge("nvlink-bridge-a100-h100-pcie", &[0, 1])]),
        )],
    );
    let finding = has(&document, Error, "bridge.wrong_card");
    assert_eq!(finding.patch[0].value, "nvlink-bridge-rtx3090-4slot");
    // Nothing fits A100s four slots apart: the bridge goes.
    let document = with(
        &cards("a100-pcie-80gb", 2),
        &[(
            "/pools/0/node/bridges/-",
            bridge("nvlink-bridge-rtx3090-4slot", &[0, 1]),
        )],
    );
    assert_eq!(
        has(&document, Error, "bridge.wrong_card").patch[0].op,
        PatchOp::Remove
    );
    lacks(&dual_3090(), "bridge.wrong_card");
}

/// Question 1: never more than one bridge on a card, never three cards in one group.
#[test]
fn a_bridge_joins_as_many_cards_as_it_has_connectors() {
    let four = with(
        &cards("rtx-3090", 4),
        &[("/pools/0/node/psu_w", json!(9000))],
    );
    let bridges = |list: &[&[u32]]| {
        let list: Vec<Value> = list
            .iter()
            .map(|gpus| bridge("nvlink-bridge-rtx3090-4slot", gpus))
            .collect();
        with(&four, &[("/pools/0/node/bridges", json!(list))])
    };
    let finding = has(&bridges(&[&[0, 1, 2]]), Error, "bridge.too_many_cards");
    assert_eq!(finding.patch[0].value, json!([0, 1]));
    has(&bridges(&[&[0, 2, 3]]), Error, "bridge.too_many_cards");
    has(&bridges(&[&[0, 1], &[1, 2]]), Error, "bridge.card_twice");
    has(&bridges(&[&[2]]), Error, "bridge.too_few_cards");
    has(&bridges(&[&[]]), Error, "bridge.too_few_cards");
    let report = lacks(&bridges(&[&[0, 1], &[2, 3]]), "bridge.too_many_cards");
    assert!(found(&report, "bridge.card_twice").is_none());
    // The four-way bridge of the H200 NVL joins four.
    let document = with(
        &cards("h200-nvl-141gb", 4),
        &[
            ("/pools/0/node/slots", slots(&[1, 3, 5, 7])),
            (
                "/pools/0/node/bridges",
                json!([bridge("nvlink-bridge-h200-nvl-4way", &[0, 1, 2, 3])]),
            ),
        ],
    );
    lacks(&document, "bridge.too_many_cards");
}

#[test]
fn a_bridge_without_described_slots_is_not_counted() {
    let document = with(&dual_3090(), &[("/pools/0/node/slots", slots(&[1]))]);
    has(&document, Error, "bridge.slots_unknown");
    lacks(&dual_3090(), "bridge.slots_unknown");
}

/// Claim B26: GeForce 30 cards have an official bridge of four slots only.
#[test]
fn workstation_bridges_on_geforce_cards_are_named() {
    let document = with(
        &dual_3090(),
        &[
            ("/pools/0/node/slots", slots(&[1, 4])),
            (
                "/pools/0/node/bridges/0/id",
                json!("nvlink-bridge-rtxa6000-3slot"),
            ),
        ],
    );
    has(&document, Info, "bridge.unofficial");
    lacks(&dual_3090(), "bridge.unofficial");
    let workstation = with(&document, &[("/pools/0/node/gpu", json!("rtx-a6000"))]);
    lacks(&workstation, "bridge.unofficial");
}

#[test]
fn a_card_needs_its_thickness_of_slots() {
    let at = |positions: &[u32]| {
        with(
            &cards("rtx-3090", 2),
            &[("/pools/0/node/slots", slots(positions))],
        )
    };
    for (positions, worst) in [([1, 2], 0), ([1, 3], 0), ([1, 4], 1), ([1, 5], 2)] {
        let document = at(&positions);
        match worst {
            0 => drop(has(&document, Error, "card.too_thick")),
            1 => {
                let finding = has(&document, Warning, "card.no_gap");
                assert_eq!(finding.fix.as_deref(), Some("Use 2-slot blower cards"));
                assert_eq!(
                    finding.message,
                    "Both cards are 3 slots thick and 3 slots apart (slots 1 and 4): 0 mm for the fan between them. Expect lower clocks."
                );
                lacks(&document, "card.too_thick");
            }
            _ => {
                lacks(&document, "card.no_gap");
                lacks(&document, "card.too_thick");
            }
        }
    }
    // The user's own thickness counts.
    let thick = with(&at(&[1, 4]), &[("/pools/0/node/card_slots", json!(3.5))]);
    has(&thick, Error, "card.too_thick");
    let blower = with(&at(&[1, 3]), &[("/pools/0/node/card_slots", json!(2))]);
    let report = lacks(&blower, "card.too_thick");
    assert!(found(&report, "card.no_gap").is_none());
    // Workstation cards are made to stand side by side.
    let workstation = with(&at(&[1, 3]), &[("/pools/0/node/gpu", json!("rtx-a6000"))]);
    let report = lacks(&workstation, "card.too_thick");
    assert!(found(&report, "card.no_gap").is_none());
}

#[test]
fn adapters_take_room_too() {
    let nic = |position: u32| {
        with(
            &dual_3090(),
            &[(
                "/pools/0/node/nics",
                json!([{ "id": "connectx-6-lx-25", "slot": position, "network": "storage" }]),
            )],
        )
    };
    has(&nic(7), Error, "card.too_thick");
    has(&nic(5), Error, "card.same_slot");
    let report = lacks(&nic(9), "card.too_thick");
    assert!(found(&report, "card.same_slot").is_none());
    let twice = with(&dual_3090(), &[("/pools/0/node/slots", slots(&[1, 1]))]);
    has(&twice, Error, "card.same_slot");
}

#[test]
fn modules_do_not_go_into_slots() {
    let finding = has(&cards("h100-sxm5-80gb", 8), Error, "card.is_module");
    assert_eq!(finding.patch[0].path, NODE);
    let odd = has(&cards("h100-sxm5-80gb", 3), Error, "card.is_module");
    assert!(odd.patch.is_empty());
    lacks(&cards("h100-pcie-80gb", 4), "card.is_module");
}

#[test]
fn a_position_is_listed_once() {
    let twice = with(
        &dual_3090(),
        &[("/pools/0/node/slots", slots(&[1, 5, 9, 9]))],
    );
    let finding = has(&twice, Error, "slot.listed_twice");
    assert_eq!(finding.at, "/pools/0/node/slots/3/position");
    lacks(&dual_3090(), "slot.listed_twice");
}

#[test]
fn slots_that_are_not_described_are_assumed() {
    let document = with(
        &cards("rtx-4090", 2),
        &[("/pools/0/node/slots", slots(&[1]))],
    );
    has(&document, Info, "slot.assumed");
    lacks(&cards("rtx-4090", 2), "slot.assumed");
}

/// Sum 2 × 350 + 250 = 950 W, peak 2 × 350 × 1.3 + 250 = 1,160 W; claim B30: 1,000 W is a minimum, 1,200 W is safer.
#[test]
fn the_supply_covers_ratings_and_peaks() {
    let psu = |watts: f64| with(&dual_3090(), &[("/pools/0/node/psu_w", json!(watts))]);
    for (watts, code) in [
        (949.0, Some((Error, "power.psu_short"))),
        (950.0, Some((Warning, "power.psu_peaks"))),
        (1000.0, Some((Warning, "power.psu_peaks"))),
        (1159.0, Some((Warning, "power.psu_peaks"))),
        (1160.0, None),
        (1200.0, None),
    ] {
        if let Some((severity, code)) = code {
            let finding = has(&psu(watts), severity, code);
            assert_eq!(finding.fix.as_deref(), Some("Set 1,200 W"), "{watts}");
            assert_eq!(finding.patch[0].value, 1200.0);
        } else {
            let report = judge(&psu(watts));
            assert!(passed(&report, "power.psu_enough").is_some(), "{watts}");
        }
    }
    let unknown = with(&dual_3090(), &[("/pools/0/node/psu_w", Value::Null)]);
    has(&unknown, Info, "power.psu_unknown");
    let assumed = with(&psu(1000.0), &[("/pools/0/node/host_w", Value::Null)]);
    assert!(
        has(&assumed, Warning, "power.psu_peaks")
            .message
            .contains("assumed")
    );
    // Nothing that is sold covers eight RTX 5090.
    let many = with(
        &cards("rtx-5090", 8),
        &[("/pools/0/node/psu_w", json!(3000))],
    );
    assert!(has(&many, Error, "power.psu_short").patch.is_empty());
}

/// Claim B31.
#[test]
fn a_slot_on_the_chipset_is_named() {
    let pch = json!({ "position": 9, "pcie_gen": 3, "lanes": 4, "root": "pch" });
    let document = with(
        &cards("rtx-4090", 2),
        &[(
            "/pools/0/node/slots",
            json!([slot(1, 16), pch, slot(5, 16)]),
        )],
    );
    let finding = has(&document, Warning, "slot.chipset");
    assert_eq!(finding.at, "/pools/0/node/slots/1/root");
    assert_eq!(
        finding.fix.as_deref(),
        Some("Move the card to slot 5, which hangs on the CPU")
    );
    lacks(&document, "slot.slow");
    lacks(&cards("rtx-4090", 2), "slot.chipset");
}

#[test]
fn slots_take_lanes_of_the_cpu() {
    let lanes = |n: u32| with(&dual_3090(), &[("/pools/0/node/cpu_lanes", json!(n))]);
    let finding = has(&lanes(24), Error, "host.cpu_lanes");
    assert_eq!(finding.patch.len(), 2, "both slots at x8");
    assert!(has(&lanes(8), Error, "host.cpu_lanes").patch.is_empty());
    has(&lanes(31), Error, "host.cpu_lanes");
    lacks(&lanes(32), "host.cpu_lanes");
    let nic = |slot: Value| {
        with(
            &lanes(32),
            &[(
                "/pools/0/node/nics",
                json!([{ "id": "connectx-6-hdr", "slot": slot, "count": 1 }]),
            )],
        )
    };
    has(&nic(json!(9)), Error, "host.cpu_lanes");
    has(&nic(Value::Null), Warning, "host.cpu_lanes_adapters");
    let wide = with(&nic(Value::Null), &[("/pools/0/node/cpu_lanes", json!(48))]);
    lacks(&wide, "host.cpu_lanes_adapters");
}

/// Questions 3, 4 and 9: x8 at 4.0 is 15.75, 2.0 x4 is 2, 4.0 x4 is 7.88 GB/s per direction.
#[test]
fn slots_narrower_than_the_card_are_named() {
    for (generation, lanes, rate, code) in [
        (4, 8, "15.75 GB/s", Some((Info, "slot.narrow"))),
        (3, 16, "15.75 GB/s", Some((Info, "slot.narrow"))),
        (4, 4, "7.88 GB/s", Some((Warning, "slot.slow"))),
        (2, 4, "2 GB/s", Some((Warning, "slot.slow"))),
        (4, 16, "", None),
        (5, 16, "", None),
    ] {
        let narrow = json!({ "position": 5, "pcie_gen": generation, "lanes": lanes });
        let document = with(
            &cards("rtx-4090", 2),
            &[("/pools/0/node/slots", json!([slot(1, 16), narrow]))],
        );
        if let Some((severity, code)) = code {
            let finding = has(&document, severity, code);
            assert!(finding.message.contains(rate), "{}", finding.message);
            assert!(finding.at.starts_with("/pools/0/node/slots/1/"));
        } else {
            let report = lacks(&document, "slot.narrow");
            assert!(found(&report, "slot.slow").is_none());
        }
    }
    // With a bridge it only slows loading: a good word, not a finding.
    let bridged = with(
        &dual_3090(),
        &[("/pools/0/node/slots", json!([slot(1, 8), slot(5, 8)]))],
    );
    let report = lacks(&bridged, "slot.narrow");
    let good = passed(&report, "slot.narrow_bridged").expect("it is said");
    assert_eq!(good.title, "x8 slots are enough with a bridge");
    // Catalogue workstations at x8 as well.
    let catalogue = with(&dual_3090(), &[(NODE, json!("ws-2x-rtx4090"))]);
    has(&catalogue, Info, "slot.narrow");
}

/// Claim B42, questions 5, 6 and 9.
#[test]
fn peer_access_follows_the_card_and_the_driver() {
    for (gpu, count, code) in [
        ("rtx-4090", 2, Some("peer.none")),
        ("rtx-5090", 8, Some("peer.none")),
        ("rtx-3090", 8, Some("peer.unclear")),
        ("rtx-3080-10gb", 2, Some("peer.unclear")),
        ("rtx-a6000", 2, None),
        ("rtx-pro-6000-blackwell", 8, None),
        ("rtx-4090", 1, None),
    ] {
        let document = cards(gpu, count);
        if let Some(code) = code {
            let finding = has(&document, Warning, code);
            assert_eq!(finding.patch[0].value, "patched");
            let patched = with(
                &document,
                &[("/pools/0/node/peer_access", json!("patched"))],
            );
            let report = lacks(&patched, code);
            assert!(found(&report, "peer.patched").is_some());
        } else {
            let report = lacks(&document, "peer.none");
            assert!(found(&report, "peer.unclear").is_none());
        }
    }
    // A bridge over all cards settles it.
    lacks(&dual_3090(), "peer.unclear");
    // A catalogue node can't be patched by a click.
    let catalogue = with(&dual_3090(), &[(NODE, json!("ws-2x-rtx4090"))]);
    assert!(has(&catalogue, Warning, "peer.none").patch.is_empty());
}

/// Question 8.
#[test]
fn peers_at_an_amd_cpu_are_to_be_verified() {
    let amd = |gpu: &str| {
        with(
            &cards(gpu, 2),
            &[("/pools/0/node/cpu_vendor", json!("amd"))],
        )
    };
    has(&amd("rtx-a6000"), Info, "peer.verify");
    lacks(&amd("rtx-4090"), "peer.verify");
    lacks(&cards("rtx-a6000", 2), "peer.verify");
}

/// Question 6: eight cards on two sockets.
#[test]
fn cards_on_two_sockets_are_named() {
    let two: Vec<Value> = (0..8)
        .map(|i| {
            json!({ "position": 1 + 4 * i, "pcie_gen": 4, "lanes": 16,
                    "root": format!("cpu{}", i / 4), "socket": i / 4 })
        })
        .collect();
    let document = with(
        &cards("rtx-4090", 8),
        &[("/pools/0/node/slots", json!(two))],
    );
    let finding = has(&document, Warning, "host.sockets");
    assert_eq!(
        finding.fix.as_deref(),
        Some("Keep tensor parallel groups on one socket: 4 GPUs")
    );
    lacks(&cards("rtx-4090", 8), "host.sockets");
    let switched = with(&dual_3090(), &[(NODE, json!("dgx-h100"))]);
    lacks(&switched, "host.sockets");
}

/// aiconfigurator's eight L40S: 1.4 GB/s for all, 20 for two.
#[test]
fn a_host_path_that_nobody_stated_is_to_be_measured() {
    let bare = |gpu: &str, count: u32| {
        with(
            &cards(gpu, count),
            &[
                ("/pools/0/node/slots", json!([])),
                ("/pools/0/node/cpu_vendor", Value::Null),
            ],
        )
    };
    let finding = has(&bare("l40s", 8), Info, "host.path_unstated");
    assert_eq!(finding.at, NODE);
    for part in ["1.4 GB/s", "all_reduce_perf", "1 GiB", "all 8"] {
        assert!(finding.message.contains(part), "{}", finding.message);
    }
    assert!(
        finding
            .fix
            .is_some_and(|fix| fix.contains("measured_inside_gb_s"))
    );
    has(&bare("rtx-4090", 3), Info, "host.path_unstated");
    let on = |vendor: &str| {
        with(
            &bare("l40s", 8),
            &[("/pools/0/node/cpu_vendor", json!(vendor))],
        )
    };
    has(&on("intel"), Info, "host.path_unstated");
    lacks(&on("amd"), "host.path_unstated");
    // Two cards, slots that are described, and cards with links between all of them have a known path.
    lacks(&bare("l40s", 2), "host.path_unstated");
    lacks(&cards("l40s", 8), "host.path_unstated");
    let switched = with(&dual_3090(), &[(NODE, json!("dgx-h100"))]);
    lacks(&switched, "host.path_unstated");
}

/// Claims B24, B25, B10, A6, A10; questions 2, 7, 10.
#[test]
fn what_links_do_not_do_is_said() {
    let node = |id: &str| with(&dual_3090(), &[(NODE, json!(id))]);
    let finding = has(&dual_3090(), Info, "memory.not_pooled");
    assert_eq!(finding.title, "Memory is 24 GB per GPU");
    assert_eq!(
        finding.message,
        "NVLink does not pool it. A larger model must be split over both cards."
    );
    lacks(&cards("rtx-4090", 2), "memory.not_pooled");
    let rate = has(&dual_3090(), Info, "domain.per_direction");
    assert!(
        rate.message.contains("56.25 GB/s per direction") && rate.message.contains("112.5 GB/s")
    );
    let rate = has(&node("dgx-h100"), Info, "domain.per_direction");
    assert!(rate.message.contains("450 GB/s") && rate.message.contains("900 GB/s"));
    lacks(&cards("rtx-4090", 2), "domain.per_direction");
    let mesh = has(&node("dgx-1-v100"), Info, "domain.cube_mesh");
    assert!(mesh.message.contains("16 of 28 pairs"));
    lacks(&node("dgx-2"), "domain.cube_mesh");
    let xgmi = has(&node("srv-8x-mi300x"), Info, "domain.mesh_pairs");
    assert!(xgmi.title.contains("64 GB/s"), "{}", xgmi.title);
    lacks(&node("dgx-h100"), "domain.mesh_pairs");
    let pairs = with(
        &cards("rtx-3090", 4),
        &[(
            "/pools/0/node/bridges",
            json!([
                bridge("nvlink-bridge-rtx3090-4slot", &[0, 1]),
                bridge("nvlink-bridge-rtx3090-4slot", &[2, 3])
            ]),
        )],
    );
    let finding = has(&pairs, Warning, "domain.pairs_only");
    assert!(finding.message.starts_with("2 of 6 pairs"));
    lacks(&dual_3090(), "domain.pairs_only");
}

#[test]
fn adapters_fit_their_slots() {
    let nic = |id: &str, slot: Value| {
        with(
            &dual_3090(),
            &[
                ("/pools/0/node/slots/-", slot),
                ("/pools/0/node/nics", json!([{ "id": id, "slot": 13 }])),
            ],
        )
    };
    let edge = |generation: u32, lanes: u32| json!({ "position": 13, "pcie_gen": generation, "lanes": lanes });
    for (id, slot, narrow) in [
        ("connectx-6-hdr", edge(4, 16), false),
        ("connectx-6-hdr", edge(5, 16), false),
        ("connectx-6-hdr", edge(4, 8), true),
        ("connectx-6-hdr", edge(3, 16), true),
        ("connectx-7-ndr", edge(5, 16), false),
        ("connectx-7-ndr", edge(4, 16), true),
        ("connectx-8", edge(6, 16), false),
        ("connectx-8", edge(5, 16), true),
    ] {
        let document = nic(id, slot);
        if narrow {
            let finding = has(&document, Warning, "nic.slot_narrow");
            assert_eq!(finding.at, "/pools/0/node/nics/0/slot");
        } else {
            lacks(&document, "nic.slot_narrow");
        }
    }
    // A free slot that is wide enough is offered.
    let finding = has(
        &nic("connectx-6-hdr", edge(4, 4)),
        Warning,
        "nic.slot_narrow",
    );
    assert_eq!(finding.patch[0].value, 9);
    // ConnectX-8 on PCIe 5.0 takes two slots.
    let finding = has(&nic("connectx-8", edge(5, 16)), Warning, "nic.slot_narrow");
    assert!(
        finding
            .fix
            .is_some_and(|fix| fix.starts_with("Give it two slots"))
    );

    let pch = json!({ "position": 13, "pcie_gen": 4, "lanes": 16, "root": "pch" });
    has(&nic("connectx-6-hdr", pch), Warning, "nic.slot_chipset");
    lacks(&nic("connectx-6-hdr", edge(4, 16)), "nic.slot_chipset");
    let lost = with(
        &dual_3090(),
        &[(
            "/pools/0/node/nics",
            json!([{ "id": "connectx-6-hdr", "slot": 20 }]),
        )],
    );
    has(&lost, Warning, "nic.slot_unknown");
    lacks(&nic("connectx-6-hdr", edge(4, 16)), "nic.slot_unknown");
}

#[test]
fn adapters_carry_what_their_edge_carries() {
    let nic = |id: &str| {
        with(
            &dual_3090(),
            &[("/pools/0/node/nics", json!([{ "id": id }]))],
        )
    };
    // Two ports of 400 behind one PCIe 5.0 x16; two of 100 on a card that carries 100.
    has(
        &nic("bluefield-3-b3240"),
        Warning,
        "nic.ports_exceed_adapter",
    );
    has(
        &nic("intel-e810-cqda2"),
        Warning,
        "nic.ports_exceed_adapter",
    );
    // The storage adapters of a DGX matter once a fabric joins them.
    let dgx = with(&dual_3090(), &[("/pools/0/node", json!("dgx-a100"))]);
    lacks(&dgx, "nic.ports_exceed_adapter");
    let storage = json!([{ "id": "s", "network": "storage", "switch": "nvidia-sn5600" }]);
    let joined = with(&dgx, &[("/fabrics", storage)]);
    has(&joined, Warning, "nic.ports_exceed_adapter");
    lacks(&nic("connectx-6-dx-100"), "nic.ports_exceed_adapter");
    lacks(&nic("connectx-7-ndr"), "nic.ports_exceed_adapter");

    let node = |id: &str, nic: &str| {
        with(
            &dual_3090(),
            &[
                (NODE, json!(id)),
                ("/pools/0/nics", json!({ "compute": nic })),
            ],
        )
    };
    let finding = has(
        &node("dgx-h100", "connectx-8"),
        Warning,
        "nic.host_generation",
    );
    assert_eq!(finding.at, "/pools/0/nics/compute");
    lacks(&node("dgx-b300", "connectx-8"), "nic.host_generation");
    lacks(
        &node("dgx-h100", "bluefield-3-supernic"),
        "nic.host_generation",
    );
    has(
        &node("dgx-a100", "connectx-7-ndr"),
        Warning,
        "nic.host_generation",
    );
}

/// Question 17: with fewer adapters than GPUs some send through a neighbour.
#[test]
fn shared_adapters_are_named() {
    let many = |id: &str, count: u32| {
        with(
            &dual_3090(),
            &[(NODE, json!(id)), ("/pools/0/count", json!(count))],
        )
    };
    has(&many("dgx-1-v100", 2), Info, "nic.shared");
    lacks(&many("dgx-1-v100", 1), "nic.shared");
    lacks(&many("dgx-h100", 2), "nic.shared");
}
