//! The way between cards through the host: what they share sets the pace.

use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::cluster::resolve;
use podwright_sim_core::collective::{Group, point};
use podwright_sim_core::design::{CollectiveOp, CollectiveSettings, Design};
use proptest::prelude::*;
use serde_json::json;

const GIB: u64 = 1 << 30;

/// Cards behind the given roots, in slots of one generation, on the socket that each root is named after.
fn boxed(gpu: &str, roots: &[&str], generation: u32, access: &str) -> Group {
    let slots: Vec<_> = (1..)
        .zip(roots)
        .map(|(position, root)| {
            json!({"position": position, "pcie_gen": generation, "lanes": 16, "root": root, "socket": u32::from(*root == "cpu1")})
        })
        .collect();
    let design: Design = serde_json::from_value(json!({
        "schema": "podwright.design/1",
        "name": "box",
        "pools": [{"id": "box", "count": 1, "node": {
            "gpu": gpu, "count": roots.len(), "slots": slots, "peer_access": access, "cpu_vendor": "amd"
        }}],
    }))
    .expect("a design");
    let (cluster, findings) = resolve(&design, Catalog::builtin());
    assert!(findings.is_empty(), "{findings:?}");
    Group::first(
        &cluster,
        &[],
        roots.len() as u64,
        CollectiveSettings::default(),
    )
    .expect("a group")
}

fn busbw(group: &Group, op: CollectiveOp) -> f64 {
    point(group, op, GIB).busbw_gb_s
}

#[test]
fn a_card_behind_the_chipset_holds_the_others_up() {
    let on_cpu = boxed("rtx-4090", &["cpu0", "cpu0"], 4, "patched");
    let behind = boxed("rtx-4090", &["cpu0", "pch"], 4, "patched");
    let both = boxed("rtx-4090", &["pch", "pch"], 4, "patched");
    let rate = |group| busbw(group, CollectiveOp::AllReduce);
    // Four lanes of sixteen, then two cards on those four.
    assert!(rate(&behind) < 0.3 * rate(&on_cpu), "{}", rate(&behind));
    assert!(rate(&both) < 0.6 * rate(&behind), "{}", rate(&both));
    // No more than the wire: four lanes of PCIe 4.0 carry 7.88 GB/s.
    assert!(rate(&behind) < 7.88 && rate(&both) < 3.94);
    let words = point(&both, CollectiveOp::AllReduce, GIB).bottleneck;
    assert_eq!(
        words,
        "Way through the chipset, shared by 2 cards, 3.94 GB/s each per direction"
    );
    let copied = boxed("rtx-4090", &["cpu0", "pch", "pch", "pch"], 3, "default");
    let words = point(&copied, CollectiveOp::AllReduce, GIB).bottleneck;
    assert!(words.contains("chipset, shared by 3 cards"), "{words}");
}

#[test]
fn more_cards_share_what_the_host_has() {
    // Peers keep their slots; copies through memory fall with the number of cards.
    let peers = |n| boxed("rtx-4090", &vec!["cpu0"; n], 4, "patched");
    let copies = |n| boxed("rtx-4090", &vec!["cpu0"; n], 4, "default");
    let rate = |group: &Group| busbw(group, CollectiveOp::AllReduce);
    for n in [2, 4, 6, 8] {
        assert!(rate(&copies(n)) < 0.3 * rate(&peers(n)), "{n} cards");
    }
    for (few, more) in [(2, 4), (4, 6), (6, 8)] {
        assert!(rate(&copies(more)) < rate(&copies(few)), "{few} to {more}");
        let kept = rate(&peers(more)) / rate(&peers(few));
        assert!((0.9..1.1).contains(&kept), "{few} to {more}: {kept}");
    }
}

#[test]
fn an_exchange_of_all_pairs_shares_the_uplink_of_a_switch() {
    let two_switches = boxed(
        "rtx-6000-ada",
        &["a", "a", "a", "a", "b", "b", "b", "b"],
        4,
        "patched",
    );
    let on_cpu = boxed("rtx-6000-ada", &["cpu0"; 8], 4, "patched");
    // A ring passes the uplink once each way; of an all-to-all four sevenths of four cards' traffic do.
    let ring = |group| busbw(group, CollectiveOp::AllReduce);
    assert!((ring(&two_switches) / ring(&on_cpu) - 1.0).abs() < 0.05);
    let pairs = |group| busbw(group, CollectiveOp::AllToAll);
    let share = pairs(&two_switches) / pairs(&on_cpu);
    assert!((share - 7.0 / 16.0).abs() < 0.05, "{share}");
}

proptest! {
    /// Moving a card behind something that others share is never faster.
    #[test]
    fn sharing_is_never_faster(
        cards in 2_usize..9,
        moved in 0_usize..8,
        generation in 3_u32..6,
        patched in any::<bool>(),
        root in prop::sample::select(vec!["pch", "switch"]),
        power in 12_u32..33,
    ) {
        let access = if patched { "patched" } else { "default" };
        let mut roots = vec!["cpu0"; cards];
        let before = boxed("rtx-4090", &roots, generation, access);
        for place in roots.iter_mut().take(moved.min(cards - 1) + 1) {
            *place = root;
        }
        // All under one switch meet below it: another case.
        prop_assume!(root == "pch" || moved.min(cards - 1) + 1 < cards);
        let after = boxed("rtx-4090", &roots, generation, access);
        for op in CollectiveOp::ALL {
            let time = |group| point(group, op, 1 << power).time_us;
            prop_assert!(time(&after) >= time(&before) * (1.0 - 1e-12), "{op:?}");
        }
    }
}
