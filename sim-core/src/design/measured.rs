//! Bandwidths that the user measured on the links of the design.

use serde::{Deserialize, Serialize};

/// A bandwidth that you measured on one link or on a whole class of links. It takes the place of the model's figure. Which
/// of `gpus` and `adapter` apply follows from `link`; without them all links of the kind are meant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Measured {
    /// What was measured.
    pub link: MeasuredLink,
    /// The pool whose nodes are meant; all pools when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<String>,
    /// One link: the two GPUs that it joins, or the one GPU of a slot or of links into a switch, counted from 0 in the node.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gpus: Vec<u32>,
    /// One of the node's compute adapters, counted from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adapter: Option<u32>,
    /// What it carries for large messages, GB/s per direction; busbw for `inside`.
    pub gb_s: f64,
    /// Free text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Where the figure is from: a tool with its version, a log, a day.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
}

/// What a measured bandwidth belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum MeasuredLink {
    /// All GPUs of a node together: busbw of a large all-reduce.
    Inside,
    /// All compute adapters of a node together.
    Between,
    /// A bridge between two cards.
    Bridge,
    /// NVLink: between two GPUs, or all links of one GPU into its switches.
    Nvlink,
    /// Infinity Fabric between two GPUs.
    Xgmi,
    /// The way between two cards through the host, by peer copies or through its memory.
    Host,
    /// The slot of a card.
    Slot,
    /// A compute adapter with all its ports.
    Adapter,
}

impl MeasuredLink {
    /// The name in documents.
    pub fn id(self) -> &'static str {
        match self {
            Self::Inside => "inside",
            Self::Between => "between",
            Self::Bridge => "bridge",
            Self::Nvlink => "nvlink",
            Self::Xgmi => "xgmi",
            Self::Host => "host",
            Self::Slot => "slot",
            Self::Adapter => "adapter",
        }
    }

    /// GPUs that name one such link, fewest and most; none where no GPU does.
    pub(super) fn gpus(self) -> Option<(usize, usize)> {
        match self {
            Self::Inside | Self::Between | Self::Adapter => None,
            Self::Bridge | Self::Xgmi | Self::Host => Some((2, 2)),
            Self::Nvlink => Some((1, 2)),
            Self::Slot => Some((1, 1)),
        }
    }
}

impl Measured {
    /// Whether it is a figure of a link: of the very one, or of its class.
    pub(crate) fn is_of(&self, link: MeasuredLink, gpus: &[u32], adapter: Option<u32>) -> bool {
        let same = self.gpus.len() == gpus.len() && self.gpus.iter().all(|gpu| gpus.contains(gpu));
        self.link == link
            && (self.gpus.is_empty() || same)
            && (self.adapter.is_none() || self.adapter == adapter)
    }

    /// One link rather than a class.
    pub fn is_single(&self) -> bool {
        !self.gpus.is_empty() || self.adapter.is_some()
    }
}
