//! The fabric with its links in the colour of their load, and the link or part to look at.

use podwright_diagram::report::{LinkView, fabric_topology};
use podwright_diagram::{
    Cables, Drawing, Frame, PathStop, Slowest, SlowestAt, TierRole, Token, Topology,
};
use podwright_locales::format;
use podwright_sim_core::fabric::Device;
use podwright_sim_core::flow::{Failure, LinkTier, Network, TierLoad};

use super::{Found, Loads, parts, sentence};
use crate::words::{say_with, texts};

/// The drawing for a width, CSS px; none where the report lacks the network.
pub(super) fn draw(
    found: &Found<'_>,
    network: &Network,
    loads: &Loads,
    width: f64,
) -> Option<Drawing> {
    let frame = Frame {
        id: "load",
        width,
        texts: texts(),
    };
    let fabric = found.report.fabrics.get(network.index)?;
    let mut topology = fabric_topology(texts(), fabric, &found.report, LinkView::Path, None);
    topology.title = sentence::opening(found).0;
    let shown = loads.shown(found.outage.as_ref());
    for (at, bundle) in topology.bundles.iter_mut().enumerate() {
        let lower = topology.tiers.get(at + 1).map(|tier| tier.role);
        let tier = match lower {
            Some(TierRole::Spine) => LinkTier::SpineToCore,
            Some(TierRole::Leaf | TierRole::Switch) => LinkTier::LeafToSpine,
            _ => LinkTier::NodeToLeaf,
        };
        bundle.cables = shown
            .tiers
            .iter()
            .find(|load| load.tier == tier)
            .map(|load| label(load, &shown.tiers));
    }
    let (path, slowest) = mark(found, network, loads, &topology);
    topology.path = path;
    topology.slowest = slowest;
    Some(topology.draw(&frame))
}

/// What stands beside the links of a tier, in their colour: the fuller a tier, the nearer the first colour.
fn label(load: &TierLoad, all: &[TierLoad]) -> Cables {
    let mean = |load: &TierLoad| load.mean.unwrap_or(0.0);
    let fuller = all.iter().filter(|other| mean(other) > mean(load)).count();
    Cables {
        length: say_with(
            "annex-load-mean",
            &[("share", format::percent(mean(load)).into())],
        ),
        medium: say_with(
            "annex-load-most",
            &[("share", format::percent(load.most.unwrap_or(0.0)).into())],
        ),
        token: Token::new(fuller + 1),
    }
}

/// What is drawn in red: the part that failed, else the link that is full first.
fn mark(
    found: &Found<'_>,
    network: &Network,
    loads: &Loads,
    topology: &Topology,
) -> (Vec<PathStop>, Option<Slowest>) {
    let graph = &network.graph;
    let stop = |device: u32| {
        let (roles, index): (&[TierRole], u32) = match graph.device(device) {
            Device::Port { node, .. } => (&[TierRole::Node, TierRole::Rack], node),
            Device::Leaf(leaf) => (&[TierRole::Leaf, TierRole::Switch], leaf),
            Device::Spine(spine) => (&[TierRole::Spine], spine),
            Device::Core(core) => (&[TierRole::Core], core),
            Device::Extra(_) => return None,
        };
        let tier = topology
            .tiers
            .iter()
            .position(|tier| roles.contains(&tier.role))?;
        Some(PathStop {
            tier,
            index: index.into(),
            label: String::new(),
        })
    };
    let link = |number: u32| {
        let ends = graph.links()[number as usize];
        Some(vec![stop(ends.lower)?, stop(ends.upper)?])
    };
    if let Some(outage) = &found.outage {
        let name = parts::failed(&found.site, outage.part);
        let single = |device: u32| Some((vec![stop(device)?], SlowestAt::Stop(0)));
        // A tray is marked at its system, a strip at the first device that it takes with it.
        let down = &found.site.down;
        let part = match outage.part {
            Failure::Pdu { .. } => down.failures.first().copied(),
            Failure::NvlinkTray { .. } => down
                .trays
                .first()
                .and_then(|loss| found.site.numbers.number(loss.pool, loss.node))
                .map(|node| Failure::Nic { node, port: 0 }),
            part => Some(part),
        };
        let place = part.and_then(|part| match part {
            Failure::Leaf(number) => single(graph.leaf_device(number)),
            Failure::Spine(number) => single(graph.spine_device(number)),
            Failure::Core(number) => single(graph.core_device(number)),
            Failure::Nic { node, port } => single(graph.ports_of(node).start + port),
            Failure::Link(number) => link(number).map(|path| (path, SlowestAt::Hop(0))),
            Failure::NvlinkTray { .. } | Failure::Pdu { .. } => None,
        });
        return place.map_or_else(Default::default, |(path, at)| {
            let slowest = Slowest {
                at,
                title: say_with("annex-down", &[("part", sentence::begin(&name).into())]),
                detail: String::new(),
            };
            (path, Some(slowest))
        });
    }
    let Some(full) = &loads.shown(None).bottleneck else {
        return Default::default();
    };
    link(full.link).map_or_else(Default::default, |path| {
        let slowest = Slowest {
            at: SlowestAt::Hop(0),
            title: say_with(
                "annex-full-link",
                &[
                    ("flows", full.flows.into()),
                    ("count", format::count(full.flows.into()).into()),
                ],
            ),
            detail: say_with(
                "annex-full-rate",
                &[("rate", format::gb_s(full.capacity_gb_s).into())],
            ),
        };
        (path, Some(slowest))
    })
}
