//! Which algorithm and protocol is taken, beside what NCCL's own tuner takes on the same machines.

use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::cluster::resolve;
use podwright_sim_core::collective::{Group, Protocol, point};
use podwright_sim_core::design::{CollectiveOp, CollectiveSettings};
use podwright_sim_core::fabric::lay_out;
use podwright_sim_core::templates;

fn group(id: &str, ranks: u64, settings: CollectiveSettings) -> Group {
    let design = templates::find(id).expect("a template").design;
    let catalog = Catalog::builtin();
    let (cluster, _) = resolve(&design, catalog);
    let (layouts, _) = lay_out(&design, &cluster, catalog);
    Group::first(&cluster, &layouts, ranks, settings).expect("a group")
}

fn forced(algorithm: &str, protocol: &str) -> CollectiveSettings {
    serde_json::from_value(serde_json::json!({"algorithm": algorithm, "protocol": protocol}))
        .expect("settings")
}

fn told(protocol: Protocol) -> CollectiveSettings {
    CollectiveSettings {
        protocol: Some(protocol),
        ..CollectiveSettings::default()
    }
}

/// Choices of NCCL 2.30's tuner for all-reduce (its search and tuner run on the descriptions of these machines), at 8 KiB,
/// 1 MiB, 16 MiB and 1 GiB.
#[test]
fn the_choice_is_that_of_the_library() {
    let table: [(&str, u64, [&str; 4]); 5] = [
        (
            "dgx-a100-1",
            8,
            ["ring/ll", "ring/ll", "ring/ll128", "ring/simple"],
        ),
        (
            "superpod-a100-140",
            32,
            ["tree/ll", "tree/ll128", "tree/ll128", "ring/simple"],
        ),
        (
            "dgx-h100-1",
            8,
            ["ring/ll", "ring/ll", "nvls/simple", "nvls/simple"],
        ),
        (
            "dgx-h100-4",
            16,
            [
                "tree/ll",
                "tree/ll128",
                "nvls-tree/simple",
                "nvls-tree/simple",
            ],
        ),
        (
            "dgx-h100-4",
            32,
            ["tree/ll", "tree/ll128", "nvls-tree/simple", "ring/simple"],
        ),
    ];
    let mut same = 0;
    for (id, ranks, choices) in table {
        let own = group(id, ranks, CollectiveSettings::default());
        for (bytes, expected) in [8 << 10, 1 << 20, 16 << 20, 1 << 30]
            .into_iter()
            .zip(choices)
        {
            let taken = point(&own, CollectiveOp::AllReduce, bytes);
            let named = format!("{}/{}", taken.algorithm, taken.protocol);
            if named == expected {
                same += 1;
                continue;
            }
            // Where another way is taken, the library's choice must be about as fast: two ways cross there.
            let (algorithm, protocol) = expected.split_once('/').expect("both");
            let forced = group(id, ranks, forced(algorithm, protocol));
            let theirs = point(&forced, CollectiveOp::AllReduce, bytes);
            assert_eq!(
                (theirs.algorithm.as_str(), theirs.protocol.as_str()),
                (algorithm, protocol)
            );
            let ratio = theirs.time_us / taken.time_us;
            assert!(
                ratio < 1.35,
                "{id}, {ranks} ranks, {bytes} B: {named}; NCCL {expected} would take {ratio:.2} times as long"
            );
        }
    }
    assert!(same >= 15, "{same} of 20");
}

#[test]
fn a_protocol_that_is_asked_for_is_taken() {
    for (id, ranks) in [("dgx-h100-1", 8), ("dgx-h100-4", 32), ("octo-4090", 8)] {
        for protocol in [Protocol::Ll, Protocol::Ll128, Protocol::Simple] {
            let group = group(id, ranks, told(protocol));
            for power in [13, 20, 24, 30] {
                let taken = point(&group, CollectiveOp::AllReduce, 1 << power);
                assert_eq!(taken.protocol, protocol.id(), "{id} at 2^{power}");
            }
        }
    }
}

#[test]
fn cards_on_pcie_and_instinct_are_not_given_ll128_unasked() {
    for id in ["octo-4090", "dual-3090-pcie", "mi300x-8"] {
        let ranks = templates::find(id).map_or(0, |_| if id == "dual-3090-pcie" { 2 } else { 8 });
        let group = group(id, ranks, CollectiveSettings::default());
        for power in 3..35 {
            for op in CollectiveOp::ALL {
                assert_ne!(point(&group, op, 1 << power).protocol, "ll128", "{id}");
            }
        }
    }
}
