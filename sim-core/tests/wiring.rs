//! The list of links: conservation for any network that can be sized, and published reference designs.

use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::cluster::resolve;
use podwright_sim_core::design::{Network, SpineRule};
use podwright_sim_core::fabric::{
    ClosRequest, Device, LinkGraph, NodePorts, RailRequest, Wiring, WiringError, lay_out,
    size_clos, size_rail_only,
};
use podwright_sim_core::templates;
use podwright_sim_core::units::BytesPerSecond;
use proptest::prelude::*;

fn request(nodes: u64, ports: u64, extra: u64, radix: u64, by_rail: bool) -> ClosRequest {
    ClosRequest {
        endpoints: nodes * ports + extra,
        radix,
        rails: by_rail.then_some(RailRequest {
            nodes,
            rails: ports,
            links_per_rail: 1,
        }),
        tiers: None,
        leaf_oversubscription: 1.0,
        pod_oversubscription: 1.0,
        spines: SpineRule::Even,
        ..ClosRequest::default()
    }
}

fn wiring(request: &ClosRequest, nodes: u64, ports: u64) -> Option<Wiring> {
    let size = size_clos(request).ok()?;
    Some(Wiring {
        size,
        radix: request.radix,
        nodes: vec![NodePorts { nodes, ports }],
        by_rail: request.rails.is_some(),
        extra: request.endpoints - nodes * ports,
        rate: BytesPerSecond::from_gbit_s(400.0),
    })
}

/// Ports in use of every device, and links between neighbouring tiers.
struct Counted {
    ports: Vec<u64>,
    node_leaf: u64,
    leaf_spine: u64,
    spine_core: u64,
}

fn count(graph: &LinkGraph) -> Counted {
    let mut counted = Counted {
        ports: vec![0; graph.devices() as usize],
        node_leaf: 0,
        leaf_spine: 0,
        spine_core: 0,
    };
    for ends in graph.links() {
        counted.ports[ends.lower as usize] += 1;
        counted.ports[ends.upper as usize] += 1;
        match (graph.device(ends.lower), graph.device(ends.upper)) {
            (Device::Port { .. } | Device::Extra(_), Device::Leaf(_)) => counted.node_leaf += 1,
            (Device::Leaf(leaf), Device::Spine(spine)) => {
                assert_eq!(graph.group_of_leaf(leaf), graph.group_of_spine(spine));
                counted.leaf_spine += 1;
            }
            (Device::Spine(_), Device::Core(_)) => counted.spine_core += 1,
            ends => panic!("no such link: {ends:?}"),
        }
    }
    counted
}

fn check(wiring: &Wiring) -> LinkGraph {
    let graph = wiring.graph().expect("a graph");
    let size = &wiring.size;
    let counted = count(&graph);
    assert_eq!(counted.node_leaf, size.cables_node_leaf);
    assert_eq!(counted.leaf_spine, size.cables_leaf_spine);
    assert_eq!(counted.spine_core, size.cables_spine_core);
    assert_eq!(u64::from(graph.leaves()), size.leaf);
    assert_eq!(u64::from(graph.spines()), size.spine);
    assert_eq!(u64::from(graph.cores()), size.core);
    for (device, ports) in counted.ports.iter().enumerate() {
        match graph.device(device as u32) {
            Device::Port { .. } | Device::Extra(_) => assert_eq!(*ports, 1, "{device}"),
            device => assert!(
                *ports <= wiring.radix,
                "{device:?}: {ports} ports, {size:?}"
            ),
        }
    }
    let pairs = graph.links_leaf_to_spine();
    match pairs {
        None => assert_eq!(size.spine, 0),
        Some((least, most)) => {
            assert!(
                least >= 1,
                "every leaf reaches every spine of its group: {size:?}"
            );
            assert!(most - least <= 1, "dealt like cards: {size:?}");
            if size.even {
                assert_eq!(
                    (least, most),
                    (most, size.links_leaf_to_spine as u32),
                    "{size:?}"
                );
            }
        }
    }
    graph
}

/// DGX SuperPOD H100 (with UFM ports), B200, B300 XDR, GB300 and A100: the tables that the sizing reproduces.
#[test]
fn published_designs_can_be_wired() {
    for (nodes, ports, extra, radix, leaf, spine, core) in [
        (31, 8, 4, 64, 8, 4, 0),
        (127, 8, 4, 64, 32, 16, 0),
        (256, 8, 0, 64, 64, 32, 0),
        (512, 8, 0, 64, 128, 128, 64),
        (1024, 8, 0, 64, 256, 256, 128),
        (576, 8, 0, 144, 64, 36, 0),
        (2304, 4, 0, 144, 128, 72, 0),
        (140, 8, 0, 40, 56, 80, 28),
    ] {
        let wiring =
            wiring(&request(nodes, ports, extra, radix, true), nodes, ports).expect("fits");
        let graph = check(&wiring);
        assert_eq!(
            (graph.leaves(), graph.spines(), graph.cores()),
            (leaf, spine, core)
        );
        assert_eq!(u64::from(graph.endpoints()), nodes * ports + extra);
        // A leaf carries one rail, and a scalable unit of nodes stands on one leaf a rail.
        let down = radix as u32 / 2;
        for node in [0, nodes as u32 / 2, nodes as u32 - 1] {
            for (rail, endpoint) in graph.ports_of(node).enumerate() {
                assert_eq!(graph.rail_of(endpoint), Some(rail as u32));
                let first_of_unit = graph.ports_of(node / down * down).start + rail as u32;
                assert_eq!(graph.leaf_of(endpoint), graph.leaf_of(first_of_unit));
            }
        }
    }
}

/// SuperPOD H100: 32 leaves of 32 uplinks and 16 spines are two links from each to each.
#[test]
fn a_superpod_has_two_links_from_each_leaf_to_each_spine() {
    let design = templates::find("superpod-h100-127")
        .expect("a template")
        .design;
    let catalog = Catalog::builtin();
    let (cluster, _) = resolve(&design, catalog);
    let (layouts, _) = lay_out(&design, &cluster, catalog);
    let layout = layouts
        .iter()
        .find(|layout| layout.network == Network::Compute)
        .expect("a compute fabric");
    let graph = check(&Wiring::of(layout, &cluster).expect("switches"));
    assert_eq!(graph.links_leaf_to_spine(), Some((2, 2)));
    assert_eq!(
        (graph.endpoints(), graph.nodes(), graph.rails()),
        (1016, 127, 8)
    );
    assert_eq!(graph.device(8 * 5 + 3), Device::Port { node: 5, port: 3 });
}

#[test]
fn every_template_with_switches_can_be_wired() {
    let catalog = Catalog::builtin();
    let mut wired = 0;
    for id in templates::ids() {
        let design = templates::find(id).expect("a template").design;
        let (cluster, _) = resolve(&design, catalog);
        let (layouts, _) = lay_out(&design, &cluster, catalog);
        for layout in layouts.iter().filter(|layout| layout.size.is_some()) {
            let graph = check(&Wiring::of(layout, &cluster).expect("switches"));
            let used: u64 = layout.report.tiers.iter().map(|tier| tier.ports_used).sum();
            let links = graph.links().len() as u64;
            assert_eq!(used, links * 2 - layout.report.endpoints, "{id}");
            wired += 1;
        }
    }
    assert!(wired > 5);
}

#[test]
fn what_cannot_be_wired_says_why() {
    let huge = wiring(&request(500_000, 1, 0, 128, false), 500_000, 1).expect("fits");
    assert!(huge.graph().is_ok());
    let mut wrong = huge.clone();
    wrong.size.leaf = 2;
    assert!(matches!(
        wrong.graph(),
        Err(WiringError::DoesNotFit { leaves: 2, .. })
    ));
    wrong.size.cables_leaf_spine = 5_000_000;
    assert!(matches!(
        wrong.graph(),
        Err(WiringError::TooManyLinks { .. })
    ));
    let rails = ClosRequest {
        tiers: Some(1),
        ..request(65, 8, 0, 64, true)
    };
    assert!(size_rail_only(&rails).is_err());
}

proptest! {
    #[test]
    fn links_are_conserved(
        nodes in 1_u64..600,
        ports in 1_u64..10,
        extra in 0_u64..20,
        half in 2_u64..40,
        by_rail in any::<bool>(),
        tiers in prop::option::of(1_u32..4),
        leaf_oversubscription in 1.0_f64..8.0,
        pod_oversubscription in 1.0_f64..8.0,
        minimal in any::<bool>(),
    ) {
        let request = ClosRequest {
            tiers,
            leaf_oversubscription,
            pod_oversubscription,
            spines: if minimal { SpineRule::Minimal } else { SpineRule::Even },
            ..request(nodes, ports, extra, half * 2, by_rail)
        };
        if let Some(wiring) = wiring(&request, nodes, ports) {
            check(&wiring);
        }
    }
}
