//! How long the engine takes. Targets: a template under 50 ms, one collective on a resolved design under 1 µs, one curve
//! of 30 sizes under 1 ms; for 1,024 nodes of eight adapters in three tiers, the list of links under 100 ms, and links,
//! routes and rates of 8,192 flows under 250 ms.

use divan::Bencher;
use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::cluster::resolve;
use podwright_sim_core::collective::{Group, MODEL, candidates, curve};
use podwright_sim_core::design::{
    CollectiveOp, CollectiveSettings, FabricSpec, Network, Routing, SpineRule,
};
use podwright_sim_core::fabric::{ClosRequest, NodePorts, RailRequest, Wiring, lay_out, size_clos};
use podwright_sim_core::flow::{Failure, FlowRequest, RailUse, Traffic, contention};
use podwright_sim_core::units::BytesPerSecond;
use podwright_sim_core::{evaluate_builtin, templates};

fn main() {
    divan::main();
}

#[divan::bench(args = templates::ids())]
fn evaluate(bencher: Bencher<'_, '_>, id: &str) {
    let design = templates::find(id).expect("a template").design;
    bencher.bench(|| evaluate_builtin(&design));
}

fn group(id: &str) -> Group {
    let catalog = Catalog::builtin();
    let design = templates::find(id).expect("a template").design;
    let (cluster, _) = resolve(&design, catalog);
    let (layouts, _) = lay_out(&design, &cluster, catalog);
    Group::first(
        &cluster,
        &layouts,
        cluster.gpus(),
        CollectiveSettings::default(),
    )
    .expect("joined")
}

#[divan::bench(args = ["dual-3090-nvlink", "dgx-h100-1", "superpod-h100-127", "nvl72-spectrum-x-8"])]
fn one_collective(bencher: Bencher<'_, '_>, id: &str) {
    let group = group(id);
    bencher.bench(|| {
        candidates(
            &MODEL,
            divan::black_box(&group),
            CollectiveOp::AllReduce,
            divan::black_box(1 << 30),
        )
    });
}

#[divan::bench(args = ["dual-3090-nvlink", "dgx-h100-1", "superpod-h100-127", "nvl72-spectrum-x-8"])]
fn one_curve(bencher: Bencher<'_, '_>, id: &str) {
    let group = group(id);
    bencher.bench(|| curve(divan::black_box(&group), CollectiveOp::AllReduce));
}

#[divan::bench]
fn read_a_design(bencher: Bencher<'_, '_>) {
    let design = templates::find("nvl72-spectrum-x-8")
        .expect("a template")
        .design;
    let text = serde_json::to_string(&design).expect("a design is JSON");
    bencher.bench(|| podwright_sim_core::Design::parse(divan::black_box(&text)));
}

/// 1,024 nodes of eight adapters on 64-port switches: three tiers, 24,576 links.
fn three_tiers() -> Wiring {
    let (nodes, ports) = (1024, 8);
    let size = size_clos(&ClosRequest {
        endpoints: nodes * ports,
        radix: 64,
        rails: Some(RailRequest {
            nodes,
            rails: ports,
            links_per_rail: 1,
        }),
        tiers: Some(3),
        leaf_oversubscription: 1.0,
        pod_oversubscription: 1.0,
        spines: SpineRule::Even,
        ..ClosRequest::default()
    })
    .expect("fits");
    Wiring {
        size,
        radix: 64,
        nodes: vec![NodePorts { nodes, ports }],
        by_rail: true,
        extra: 0,
        rate: BytesPerSecond::from_gbit_s(400.0),
    }
}

#[divan::bench]
fn links_of_1024_nodes(bencher: Bencher<'_, '_>) {
    let wiring = three_tiers();
    bencher.bench(|| divan::black_box(&wiring).graph());
}

/// One seed, links and routes included, a permutation over all 8,192 adapters.
#[divan::bench(args = ["ecmp", "adaptive", "spray", "adaptive, a spine down"])]
fn flows_of_1024_nodes(bencher: Bencher<'_, '_>, case: &str) {
    let wiring = three_tiers();
    let request = FlowRequest {
        traffic: Traffic::Permutation {
            seed: 1,
            rails: RailUse::Across,
        },
        routing: match case {
            "ecmp" => Routing::Ecmp,
            "spray" => Routing::Spray,
            _ => Routing::Adaptive,
        },
        seeds: 1,
        first_seed: 1,
        failures: if case.ends_with("down") {
            vec![Failure::Spine(3)]
        } else {
            Vec::new()
        },
    };
    bencher.bench(|| {
        let graph = divan::black_box(&wiring).graph().expect("a graph");
        contention(&graph, &request)
    });
}

/// All to all on the rails of 127 nodes: 128,016 flows.
#[divan::bench]
fn all_to_all_of_a_superpod(bencher: Bencher<'_, '_>) {
    let catalog = Catalog::builtin();
    let design = templates::find("superpod-h100-127")
        .expect("a template")
        .design;
    let (cluster, _) = resolve(&design, catalog);
    let (layouts, _) = lay_out(&design, &cluster, catalog);
    let graph = Wiring::of(&layouts[0], &cluster)
        .and_then(|wiring| wiring.graph())
        .expect("a graph");
    let request = FlowRequest {
        traffic: Traffic::AllToAll {
            rails: RailUse::Aligned,
        },
        routing: Routing::Ecmp,
        seeds: 1,
        first_seed: 1,
        failures: Vec::new(),
    };
    bencher.bench(|| contention(divan::black_box(&graph), &request));
}

/// 127 nodes with every link of three networks, racks and lengths: the target is under 30 ms.
#[divan::bench]
fn evaluate_with_full_wiring_and_racks(bencher: Bencher<'_, '_>) {
    let mut design = templates::find("superpod-h100-127")
        .expect("a template")
        .design;
    for (network, switch) in [
        (Network::Storage, "nvidia-qm9700"),
        (Network::Oob, "nvidia-sn4600c"),
    ] {
        design.fabrics.push(FabricSpec {
            id: network.id().to_owned(),
            network,
            switch: Some(switch.to_owned()),
            ..design.fabrics[0].clone()
        });
    }
    bencher.bench(|| evaluate_builtin(&design));
}

/// 16,384 nodes in three tiers: 393,216 links are measured one by one.
#[divan::bench]
fn evaluate_131072_gpus(bencher: Bencher<'_, '_>) {
    let mut design = templates::find("roce-24k").expect("a template").design;
    design.pools[0].count = 16_384;
    bencher.bench(|| evaluate_builtin(&design));
}
