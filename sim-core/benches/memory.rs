//! Bytes that the engine takes: `cargo xtask bench` prints the most that is taken at once (`max alloc`) beside the times,
//! which counting makes a little longer than those of `engine`.
//!
//! The target is under 200 MB for every link of 1,024 nodes of eight rails in three tiers, and for flows over them.

use divan::{AllocProfiler, Bencher};
use podwright_sim_core::design::{Routing, SpineRule};
use podwright_sim_core::fabric::{
    ClosRequest, LinkGraph, NodePorts, RailRequest, Wiring, size_clos,
};
use podwright_sim_core::flow::{FlowRequest, RailUse, Traffic, contention};
use podwright_sim_core::units::BytesPerSecond;
use podwright_sim_core::{evaluate_builtin, templates};

#[global_allocator]
static COUNTED: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

/// 24,576 links on switches of 64 ports.
fn three_tiers() -> LinkGraph {
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
        uplinks: None,
    })
    .expect("fits");
    let wiring = Wiring {
        size,
        radix: 64,
        nodes: vec![NodePorts { nodes, ports }],
        by_rail: true,
        extra: 0,
        rate: BytesPerSecond::from_gbit_s(400.0),
    };
    wiring.graph().expect("a graph")
}

#[divan::bench]
fn wiring_of_1024_nodes_on_8_rails(bencher: Bencher<'_, '_>) {
    bencher.bench(three_tiers);
}

/// The links and a permutation over all 8,192 adapters.
#[divan::bench]
fn flows_of_1024_nodes_on_8_rails(bencher: Bencher<'_, '_>) {
    let request = FlowRequest {
        traffic: Traffic::Permutation {
            seed: 1,
            rails: RailUse::Across,
        },
        routing: Routing::Adaptive,
        seeds: 1,
        first_seed: 1,
        failures: Vec::new(),
    };
    bencher.bench(|| contention(&three_tiers(), &request));
}

/// A report with every link placed, of 127 nodes and of 1,024.
#[divan::bench(args = [127, 1024])]
fn a_report_of_nodes(bencher: Bencher<'_, '_>, nodes: u32) {
    let mut design = templates::find("superpod-h100-127")
        .expect("a template")
        .design;
    design.pools[0].count = nodes;
    bencher.bench(|| evaluate_builtin(&design));
}
