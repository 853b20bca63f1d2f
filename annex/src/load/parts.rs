//! Parts that can fail, and their names as the drawing has them.

use podwright_sim_core::fabric::{Device, LinkGraph};
use podwright_sim_core::flow::Failure;
use serde::{Deserialize, Serialize};

use super::Found;
use crate::words::{say, say_with};

/// What fails: the first part of a kind. Parts of a kind are alike but for those at an end of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Fails {
    Leaf,
    Spine,
    Core,
    Nic,
    Link,
}

/// An entry of the list of what can fail.
#[derive(Serialize)]
pub(super) struct Choice {
    id: &'static str,
    name: String,
}

impl Fails {
    const ALL: [(Self, &'static str); 5] = [
        (Self::Leaf, "leaf"),
        (Self::Spine, "spine"),
        (Self::Core, "core"),
        (Self::Nic, "nic"),
        (Self::Link, "link"),
    ];

    /// The part; none where the network has no such parts.
    pub fn part(self, graph: &LinkGraph) -> Option<Failure> {
        let has = |count: u32, part| (count > 0).then_some(part);
        match self {
            Self::Leaf => has(graph.leaves(), Failure::Leaf(0)),
            Self::Spine => has(graph.spines(), Failure::Spine(0)),
            Self::Core => has(graph.cores(), Failure::Core(0)),
            Self::Nic => {
                let node = (0..graph.nodes()).find(|node| !graph.ports_of(*node).is_empty())?;
                Some(Failure::Nic { node, port: 0 })
            }
            // Between switches where there are such links.
            Self::Link => has(graph.spines(), Failure::Link(graph.endpoints())),
        }
    }
}

/// What can fail on this network.
pub(super) fn choices(found: &Found) -> Vec<Choice> {
    let nothing = Choice {
        id: "",
        name: say("annex-fails-nothing"),
    };
    let parts = Fails::ALL.into_iter().filter_map(|(fails, id)| {
        let part = fails.part(&found.network.graph)?;
        let name = say_with(
            &format!("annex-fails-{id}"),
            &[("part", failed(found, part).into())],
        );
        Some(Choice { id, name })
    });
    std::iter::once(nothing).chain(parts).collect()
}

/// Name of a part that is down.
pub(super) fn failed(found: &Found, part: Failure) -> String {
    let graph = &found.network.graph;
    let device = match part {
        Failure::Leaf(number) => graph.leaf_device(number),
        Failure::Spine(number) => graph.spine_device(number),
        Failure::Core(number) => graph.core_device(number),
        Failure::Nic { node, port } => graph.ports_of(node).start + port,
        Failure::Link(link) => {
            let ends = graph.links()[link as usize];
            return say_with(
                "annex-part-link",
                &[
                    ("from", device(found, ends.lower).into()),
                    ("to", device(found, ends.upper).into()),
                ],
            );
        }
    };
    self::device(found, device)
}

/// Name of a device, counted from 1 as the drawing does.
pub(super) fn device(found: &Found, number: u32) -> String {
    let one =
        |id: &str, number: u32| say_with(id, &[("n", (u64::from(number) + 1).to_string().into())]);
    match found.network.graph.device(number) {
        Device::Port { node, port } => say_with(
            "annex-part-nic",
            &[
                ("n", (u64::from(port) + 1).to_string().into()),
                (
                    "node",
                    say_with(
                        noun(found, "annex-part-rack", "annex-part-node"),
                        &[("n", (u64::from(node) + 1).to_string().into())],
                    )
                    .into(),
                ),
            ],
        ),
        Device::Extra(number) => one("annex-part-extra", number),
        Device::Leaf(number) if found.network.graph.spines() == 0 => {
            one("annex-part-switch", number)
        }
        Device::Leaf(number) => one("annex-part-leaf", number),
        Device::Spine(number) => one("annex-part-spine", number),
        Device::Core(number) => one("annex-part-core", number),
    }
}

/// The text about racks where all nodes are racks, else that about nodes.
pub(super) fn noun<'a>(found: &Found, racks: &'a str, nodes: &'a str) -> &'a str {
    let pools = &found.report.pools;
    if !pools.is_empty() && pools.iter().all(|pool| pool.category == "rack") {
        racks
    } else {
        nodes
    }
}
