//! What the cluster is asked to do.

use serde::{Deserialize, Serialize};

/// One job. Which fields apply follows from `kind`; a field of another kind is refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Workload {
    /// Unique within the design.
    pub id: String,
    /// What sort of job.
    pub kind: WorkloadKind,
    /// Collective: the operation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub op: Option<CollectiveOp>,
    /// Collective: message size as nccl-tests counts it, bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message_bytes: Option<u64>,
    /// Collective: the first so many GPUs; all when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranks: Option<u32>,
    /// Collective: what the library is told to do.
    #[serde(default, skip_serializing_if = "CollectiveSettings::is_default")]
    pub settings: CollectiveSettings,
    /// Training and inference: catalogue id of the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Training: how the model is split.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parallelism: Option<Parallelism>,
    /// Training: tokens in a step over all GPUs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub global_batch_tokens: Option<u64>,
    /// Inference: GPUs that share each layer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tensor_parallel: Option<u32>,
    /// Inference: requests at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub batch: Option<u32>,
}

/// What sort of job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum WorkloadKind {
    /// One collective operation.
    Collective,
    /// A training step; accepted, not modelled yet.
    Training,
    /// Serving tokens; accepted, not modelled yet.
    Inference,
}

/// How a model is split over GPUs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Parallelism {
    /// The planner chooses.
    Auto,
}

/// A collective operation, by the names of the measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum CollectiveOp {
    /// Everyone gets the sum.
    AllReduce,
    /// Everyone gets everyone's part.
    AllGather,
    /// Everyone gets its part of the sum.
    ReduceScatter,
    /// Everyone sends a part to everyone.
    #[serde(rename = "alltoall")]
    AllToAll,
    /// One sends to all.
    Broadcast,
    /// One gets the sum.
    Reduce,
    /// Each sends to its neighbour and receives from the other.
    #[serde(rename = "sendrecv")]
    SendRecv,
}

impl CollectiveOp {
    /// All seven, in the order of reports.
    pub const ALL: [Self; 7] = [
        Self::AllReduce,
        Self::AllGather,
        Self::ReduceScatter,
        Self::AllToAll,
        Self::Broadcast,
        Self::Reduce,
        Self::SendRecv,
    ];

    /// The name in documents and measurements.
    pub fn id(self) -> &'static str {
        match self {
            Self::AllReduce => "all_reduce",
            Self::AllGather => "all_gather",
            Self::ReduceScatter => "reduce_scatter",
            Self::AllToAll => "alltoall",
            Self::Broadcast => "broadcast",
            Self::Reduce => "reduce",
            Self::SendRecv => "sendrecv",
        }
    }

    /// The operation of a name.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|op| op.id() == id)
    }
}

/// What the library is told to do; each is its own choice when absent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CollectiveSettings {
    /// In-switch reduction over NVLink (`NCCL_NVLS_ENABLE`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nvls: Option<Switchable>,
    /// Peer access over PCIe and NVLink (`NCCL_P2P_DISABLE` when off).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p2p: Option<Switchable>,
}

impl CollectiveSettings {
    /// Whether nothing is forced.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Switchable {
    /// Allowed.
    On,
    /// Not used.
    Off,
}
