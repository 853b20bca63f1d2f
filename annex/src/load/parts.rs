//! Parts that can fail, and their names as the drawing has them.

use podwright_sim_core::fabric::{Device, LinkGraph};
use podwright_sim_core::flow::Failure;
use podwright_sim_core::outage::Site;
use podwright_sim_core::placement::RackName;
use serde::Serialize;

use crate::words::{say, say_with};

/// A kind of part that can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Leaf,
    Spine,
    Core,
    Nic,
    Link,
    NvlinkTray,
    Pdu,
}

/// An entry of the list of kinds.
#[derive(Serialize)]
pub(super) struct Choice {
    id: &'static str,
    name: String,
}

/// A number to type: which part of a kind. Numbers begin at 1, as people count.
#[derive(Serialize)]
pub(super) struct Number {
    /// The present one.
    id: String,
    /// Of what, and up to which.
    name: String,
}

/// A part, as the view asks for it: its kind and its numbers from 1, those that are left out being the first that make
/// sense: `leaf`, `leaf 3`, `nic 12 4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    kind: Kind,
    numbers: [u64; 2],
}

impl Kind {
    const ALL: [(Self, &'static str); 7] = [
        (Self::Leaf, "leaf"),
        (Self::Spine, "spine"),
        (Self::Core, "core"),
        (Self::Nic, "nic"),
        (Self::Link, "link"),
        (Self::NvlinkTray, "nvlink-tray"),
        (Self::Pdu, "pdu"),
    ];

    /// For each number of a part its name, how many there are and the first that makes sense; none where a design has no
    /// such parts.
    fn numbers(self, site: &Site<'_>) -> Option<Vec<(&'static str, u64, u64)>> {
        let graph = site.network.as_ref().map(|network| &network.graph);
        let switches = |name, count: fn(&LinkGraph) -> u32| {
            let count = count(graph?).into();
            (count > 0).then(|| vec![(name, count, 1)])
        };
        let racks = site.plan.racks.iter().map(|group| group.count).sum();
        let of_rack = |name, first: Option<(u64, u64)>| {
            let (rack, parts) = first?;
            Some(vec![
                ("annex-number-rack", racks, rack + 1),
                (name, parts, 1),
            ])
        };
        match self {
            Self::Leaf => switches("annex-number-leaf", LinkGraph::leaves),
            Self::Spine => switches("annex-number-spine", LinkGraph::spines),
            Self::Core => switches("annex-number-core", LinkGraph::cores),
            Self::Nic => {
                let graph = graph?;
                let ports = |node: u32| graph.ports_of(node).len() as u64;
                let first = (0..graph.nodes()).find(|node| ports(*node) > 0)?;
                let most = (0..graph.nodes()).map(ports).max()?;
                let node = if is_racks(site) {
                    "annex-number-system"
                } else {
                    "annex-number-node"
                };
                Some(vec![
                    (node, graph.nodes().into(), u64::from(first) + 1),
                    ("annex-number-port", most, 1),
                ])
            }
            // The first between switches, where there are such links.
            Self::Link => {
                let graph = graph.filter(|graph| graph.spines() > 0)?;
                let first = u64::from(graph.endpoints()) + 1;
                Some(vec![(
                    "annex-number-link",
                    graph.links().len() as u64,
                    first,
                )])
            }
            Self::NvlinkTray => of_rack("annex-number-tray", site.first_with_trays()),
            Self::Pdu => of_rack("annex-number-strip", site.first_with_strips()),
        }
    }
}

impl Asked {
    /// Reads it; none where nothing fails, or the design has no parts of the kind.
    pub fn read(text: &str, site: &Site<'_>) -> Option<Self> {
        let mut words = text.split_whitespace();
        let word = words.next()?;
        let (kind, _) = *Kind::ALL.iter().find(|(_, id)| *id == word)?;
        let mut asked = Self {
            kind,
            numbers: [0; 2],
        };
        for (number, (_, most, first)) in asked.numbers.iter_mut().zip(kind.numbers(site)?) {
            let typed = words.next().and_then(|word| word.parse::<u64>().ok());
            *number = typed.filter(|n| *n > 0).map_or(first, |n| n.min(most));
        }
        Some(asked)
    }

    /// The part.
    pub fn part(self) -> Failure {
        let [a, b] = self.numbers.map(|number| number.saturating_sub(1) as u32);
        let rack = RackName::Number(a);
        match self.kind {
            Kind::Leaf => Failure::Leaf(a),
            Kind::Spine => Failure::Spine(a),
            Kind::Core => Failure::Core(a),
            Kind::Nic => Failure::Nic { node: a, port: b },
            Kind::Link => Failure::Link(a),
            Kind::NvlinkTray => Failure::NvlinkTray { rack, tray: b },
            Kind::Pdu => Failure::Pdu { rack, pdu: b },
        }
    }

    /// The numbers, to be typed again.
    pub fn numbers(self, site: &Site<'_>) -> Vec<Number> {
        let all = self.kind.numbers(site).unwrap_or_default();
        all.into_iter()
            .zip(self.numbers)
            .map(|((name, most, _), value)| Number {
                id: value.to_string(),
                name: say_with(
                    "annex-number",
                    &[
                        ("name", say(name).into()),
                        ("most", most.to_string().into()),
                    ],
                ),
            })
            .collect()
    }
}

/// What can fail in this design.
pub(super) fn choices(site: &Site<'_>) -> Vec<Choice> {
    let nothing = Choice {
        id: "",
        name: say("annex-fails-nothing"),
    };
    let kinds = Kind::ALL.into_iter().filter_map(|(kind, id)| {
        kind.numbers(site)?;
        let name = say(&format!("annex-fails-{id}"));
        Some(Choice { id, name })
    });
    std::iter::once(nothing).chain(kinds).collect()
}

/// Name of a part that is down.
pub(super) fn failed(site: &Site<'_>, part: Failure) -> String {
    let in_rack = |id: &str, rack: RackName, number: u32| {
        let rack = rack.at(&site.plan.floor).map(|at| at.to_string());
        say_with(
            id,
            &[
                ("n", (u64::from(number) + 1).to_string().into()),
                ("rack", rack.unwrap_or_default().into()),
            ],
        )
    };
    match part {
        Failure::NvlinkTray { rack, tray } => in_rack("annex-part-tray", rack, tray),
        Failure::Pdu { rack, pdu } => {
            let shelf = site.down.power.iter().any(|rack| rack.bus_bar);
            let id = if shelf {
                "annex-part-shelf"
            } else {
                "annex-part-strip"
            };
            in_rack(id, rack, pdu)
        }
        part => site
            .network
            .as_ref()
            .map(|network| of_network(site, &network.graph, part))
            .unwrap_or_default(),
    }
}

fn of_network(site: &Site<'_>, graph: &LinkGraph, part: Failure) -> String {
    let number = match part {
        Failure::Leaf(number) => graph.leaf_device(number),
        Failure::Spine(number) => graph.spine_device(number),
        Failure::Core(number) => graph.core_device(number),
        Failure::Nic { node, port } => graph.ports_of(node).start + port,
        Failure::Link(link) => {
            let ends = graph.links()[link as usize];
            return say_with(
                "annex-part-link",
                &[
                    ("from", device(site, graph, ends.lower).into()),
                    ("to", device(site, graph, ends.upper).into()),
                ],
            );
        }
        Failure::NvlinkTray { .. } | Failure::Pdu { .. } => return String::new(),
    };
    device(site, graph, number)
}

/// Name of a device, counted from 1 as the drawing does.
pub(super) fn device(site: &Site<'_>, graph: &LinkGraph, number: u32) -> String {
    let one =
        |id: &str, number: u32| say_with(id, &[("n", (u64::from(number) + 1).to_string().into())]);
    match graph.device(number) {
        Device::Port { node, port } => say_with(
            "annex-part-nic",
            &[
                ("n", (u64::from(port) + 1).to_string().into()),
                (
                    "node",
                    one(noun(site, "annex-part-rack", "annex-part-node"), node).into(),
                ),
            ],
        ),
        Device::Extra(number) => one("annex-part-extra", number),
        Device::Leaf(number) if graph.spines() == 0 => one("annex-part-switch", number),
        Device::Leaf(number) => one("annex-part-leaf", number),
        Device::Spine(number) => one("annex-part-spine", number),
        Device::Core(number) => one("annex-part-core", number),
    }
}

fn is_racks(site: &Site<'_>) -> bool {
    use podwright_sim_core::catalog::NodeCategory::Rack;
    let pools = &site.built.cluster.pools;
    !pools.is_empty() && pools.iter().all(|pool| pool.node.category == Rack)
}

/// The text about racks where all nodes are racks, else that about nodes.
pub(super) fn noun<'a>(site: &Site<'_>, racks: &'a str, nodes: &'a str) -> &'a str {
    if is_racks(site) { racks } else { nodes }
}
