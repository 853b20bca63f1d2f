//! What is down.

use std::fmt;
use std::str::FromStr;

use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::FlowError;
use crate::fabric::LinkGraph;
use crate::placement::RackName;

/// A part that is down. Numbers begin at 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A switch next to the nodes.
    Leaf(u32),
    /// A switch above leaves.
    Spine(u32),
    /// A switch above spines.
    Core(u32),
    /// A port of a node's adapter.
    Nic {
        /// The node.
        node: u32,
        /// Its port.
        port: u32,
    },
    /// A link, by its number in the list.
    Link(u32),
    /// An NVLink switch tray of a rack-scale system.
    NvlinkTray {
        /// The rack.
        rack: RackName,
        /// The tray, from the foot.
        tray: u32,
    },
    /// A power strip of a rack; a power shelf where the rack has a bus bar.
    Pdu {
        /// The rack.
        rack: RackName,
        /// The strip: those of the first feed, then those of the second.
        pdu: u32,
    },
}

impl Failure {
    /// How parts are named, for people.
    pub const WORDS: &'static str = "leaf:3, spine:0, core:1, nic:12/4 (node and port), link:700, nvlink-tray:0/4 (rack and tray) or pdu:2/1 (rack and \
         strip)";

    /// Whether it is a part of a network.
    pub fn is_of_network(self) -> bool {
        !matches!(self, Self::NvlinkTray { .. } | Self::Pdu { .. })
    }
}

impl FromStr for Failure {
    type Err = FlowError;

    /// Reads `leaf:3`, `spine:0`, `core:1`, `nic:12/4` (node and port), `link:700`, `nvlink-tray:0/4` (rack and tray) or
    /// `pdu:2/1` (rack and strip). A rack has a number or a place: `pdu:H1-R01-03/1`.
    fn from_str(text: &str) -> Result<Self, FlowError> {
        let wrong = || FlowError::NoSuchFailure {
            text: text.to_owned(),
        };
        let (kind, number) = text.split_once(':').ok_or_else(wrong)?;
        let read = |text: &str| text.parse::<u32>().map_err(|_| wrong());
        Ok(match kind {
            "leaf" => Self::Leaf(read(number)?),
            "spine" => Self::Spine(read(number)?),
            "core" => Self::Core(read(number)?),
            "link" => Self::Link(read(number)?),
            "nic" => {
                let (node, port) = number.split_once('/').ok_or_else(wrong)?;
                Self::Nic {
                    node: read(node)?,
                    port: read(port)?,
                }
            }
            "nvlink-tray" | "pdu" => {
                let (rack, part) = number.split_once('/').ok_or_else(wrong)?;
                let (rack, part) = (rack.parse().map_err(|()| wrong())?, read(part)?);
                if kind == "pdu" {
                    Self::Pdu { rack, pdu: part }
                } else {
                    Self::NvlinkTray { rack, tray: part }
                }
            }
            _ => return Err(wrong()),
        })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Leaf(number) => write!(f, "leaf:{number}"),
            Self::Spine(number) => write!(f, "spine:{number}"),
            Self::Core(number) => write!(f, "core:{number}"),
            Self::Nic { node, port } => write!(f, "nic:{node}/{port}"),
            Self::Link(number) => write!(f, "link:{number}"),
            Self::NvlinkTray { rack, tray } => write!(f, "nvlink-tray:{rack}/{tray}"),
            Self::Pdu { rack, pdu } => write!(f, "pdu:{rack}/{pdu}"),
        }
    }
}

impl Serialize for Failure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Failure {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse()
            .map_err(|_| D::Error::invalid_value(Unexpected::Str(&text), &Self::WORDS))
    }
}

/// Which links work.
pub(super) fn live_links(graph: &LinkGraph, failures: &[Failure]) -> Result<Vec<bool>, FlowError> {
    let mut live = vec![true; graph.links().len()];
    let within = |kind: &'static str, number: u32, count: u32| {
        if number < count {
            Ok(())
        } else {
            Err(FlowError::NoSuchPart {
                kind,
                number,
                count,
            })
        }
    };
    let mut down = vec![false; graph.devices() as usize];
    for failure in failures {
        match *failure {
            Failure::Leaf(leaf) => {
                within("leaf", leaf, graph.leaves())?;
                down[graph.leaf_device(leaf) as usize] = true;
            }
            Failure::Spine(spine) => {
                within("spine", spine, graph.spines())?;
                down[graph.spine_device(spine) as usize] = true;
            }
            Failure::Core(core) => {
                within("core", core, graph.cores())?;
                down[graph.core_device(core) as usize] = true;
            }
            Failure::Nic { node, port } => {
                within("node", node, graph.nodes())?;
                let ports = graph.ports_of(node);
                within("port", port, ports.len() as u32)?;
                down[(ports.start + port) as usize] = true;
            }
            Failure::Link(link) => {
                within("link", link, graph.links().len() as u32)?;
                live[link as usize] = false;
            }
            Failure::NvlinkTray { .. } | Failure::Pdu { .. } => {
                return Err(FlowError::NotOfLinks {
                    text: failure.to_string(),
                });
            }
        }
    }
    for (live, ends) in live.iter_mut().zip(graph.links()) {
        *live &= !down[ends.lower as usize] && !down[ends.upper as usize];
    }
    Ok(live)
}
