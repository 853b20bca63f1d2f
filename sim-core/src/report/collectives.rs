//! Collective times.

use serde::{Deserialize, Serialize};

use crate::design::CollectiveOp;

/// One operation over a range of message sizes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CollectiveCurve {
    /// The operation.
    pub op: CollectiveOp,
    /// GPUs that take part.
    pub ranks: u64,
    /// What a published run has to share to stand beside the curve, as a text to compare: class of the GPUs, how many
    /// on how many nodes, links and network. Null where there is no such run, as for a mix of GPUs.
    #[serde(default)]
    pub alike: Option<String>,
    /// By message size, rising.
    pub points: Vec<CollectivePoint>,
}

/// One operation at one size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CollectivePoint {
    /// Size as nccl-tests counts it, bytes.
    pub message_bytes: u64,
    /// Estimated time, µs.
    pub time_us: f64,
    /// Lower end of the band, µs.
    pub time_us_low: f64,
    /// Upper end of the band, µs.
    pub time_us_high: f64,
    /// Part of the time spent on scale-up links, µs.
    pub scale_up_us: f64,
    /// Part of the time spent on the scale-out network, µs.
    pub scale_out_us: f64,
    /// Size over time, GB/s.
    pub algbw_gb_s: f64,
    /// Bus bandwidth as nccl-tests defines it, GB/s.
    pub busbw_gb_s: f64,
    /// Bytes of the message that one GPU sends over its slowest kind of link: its part of what the adapters of its node
    /// send where several nodes take part, else its links to the other GPUs. Flags of a protocol are not counted.
    pub wire_bytes_per_gpu: f64,
    /// `ring`, `tree`, `nvls`, `nvls-tree`, `collnet`, `pat`, `pairwise` or `direct`.
    pub algorithm: String,
    /// `ll`, `ll128` or `simple`.
    pub protocol: String,
    /// Channels that the library opens for large messages; null where its choice is not known.
    #[serde(default)]
    pub channels: Option<u32>,
    /// The best of the ways that are not taken; null where there is no other.
    #[serde(default)]
    pub runner_up: Option<RunnerUp>,
    /// The slowest part of the path, with its rate.
    pub bottleneck: String,
    /// How near the estimate is to what was measured.
    pub basis: Basis,
    /// A bandwidth that you entered decides the transfer time.
    #[serde(default, skip_serializing_if = "is_false")]
    pub measured: bool,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_false(value: &bool) -> bool {
    !value
}

/// Another way to do an operation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunnerUp {
    /// Its algorithm.
    pub algorithm: String,
    /// Its protocol.
    pub protocol: String,
    /// What it would take, µs: less than the time taken only where the library's choice is not the fastest.
    pub time_us: f64,
    /// The settings with which the library takes it, as `algorithm=ring protocol=ll`. Null where it has no word for it, and
    /// in curves, which do not look for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_with: Option<String>,
    /// Where it is taken without being told: the nearest smaller size and the nearest larger one, bytes; empty where there
    /// is none. Null in curves, which do not look for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wins_at_bytes: Option<Vec<u64>>,
}

/// How near an estimate is to what was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Basis {
    /// This class and scale was measured and the model was set by it.
    Calibrated,
    /// Between measured configurations.
    Interpolated,
    /// Beyond measured configurations.
    Extrapolated,
}

/// The answer to a workload.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkloadResult {
    /// The workload's id.
    pub id: String,
    /// `collective`.
    pub kind: String,
    /// The operation.
    pub op: CollectiveOp,
    /// GPUs that take part.
    pub ranks: u64,
    /// The estimate.
    pub point: CollectivePoint,
}
