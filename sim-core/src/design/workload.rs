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

impl Workload {
    /// One operation over all GPUs, with nothing forced.
    pub fn collective(id: impl Into<String>, op: CollectiveOp, message_bytes: u64) -> Self {
        Self {
            id: id.into(),
            kind: WorkloadKind::Collective,
            op: Some(op),
            message_bytes: Some(message_bytes),
            ranks: None,
            settings: CollectiveSettings::default(),
            model: None,
            parallelism: None,
            global_batch_tokens: None,
            tensor_parallel: None,
            batch: None,
        }
    }
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CollectiveSettings {
    /// In-switch reduction over NVLink (`NCCL_NVLS_ENABLE`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nvls: Option<Switchable>,
    /// Peer access over PCIe and NVLink (`NCCL_P2P_DISABLE` when off).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p2p: Option<Switchable>,
    /// The algorithm (`NCCL_ALGO`). One that does not serve the operation is passed over, as the library does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<Algorithm>,
    /// The protocol (`NCCL_PROTO`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protocol: Option<Protocol>,
    /// Reduction in InfiniBand switches (SHARP, `NCCL_COLLNET_ENABLE`); off unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sharp: Option<Switchable>,
    /// Adapters reach the GPUs' memory (`NCCL_NET_GDR_LEVEL`); on unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gpudirect: Option<Switchable>,
    /// How the processes are started; one for each GPU unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub launch: Option<Launch>,
    /// Bus bandwidth that you measured inside a node for large messages, GB/s. It takes the place of the model's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured_inside_gb_s: Option<f64>,
    /// What you measured that all adapters of a node carry, GB/s per direction. It takes the place of the model's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured_between_gb_s: Option<f64>,
}

impl CollectiveSettings {
    /// Whether nothing is forced.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// An algorithm that the library may be told to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Algorithm {
    /// Rings.
    Ring,
    /// Double binary trees.
    Tree,
    /// Reduction in the switch of one domain.
    Nvls,
    /// Reduction in the switch of each domain, a tree between them.
    NvlsTree,
}

impl Algorithm {
    /// The name in documents and results.
    pub fn id(self) -> &'static str {
        match self {
            Self::Ring => "ring",
            Self::Tree => "tree",
            Self::Nvls => "nvls",
            Self::NvlsTree => "nvls-tree",
        }
    }
}

/// A protocol that the library may be told to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Protocol {
    /// Low latency: half of each store is a flag.
    Ll,
    /// Low latency over 128-byte lines.
    Ll128,
    /// Whole chunks.
    Simple,
}

impl Protocol {
    /// The name in documents and results.
    pub fn id(self) -> &'static str {
        match self {
            Self::Ll => "ll",
            Self::Ll128 => "ll128",
            Self::Simple => "simple",
        }
    }
}

/// How the processes of a run are started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Launch {
    /// A process for each GPU.
    #[default]
    ProcessPerGpu,
    /// One process for all GPUs of a node.
    OneProcess,
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
