//! Time of one operation: every algorithm and protocol that the library could take, and which it takes.
//!
//! Each candidate is `latency + ramp + transfer` and rises with the message size; so does the one that is taken.

use libm::sqrt;

use super::constants::{ClassSet, GpuClass, Model};
use super::group::{Group, InsideKind};
use super::options::one_process_us;
use super::{between, inside, racks};
use crate::design::{CollectiveOp, Launch, Protocol};

/// What sets the transfer time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The links or the host inside a node.
    Inside,
    /// The adapters.
    Network,
    /// Reduction in the switch.
    Switch,
}

/// One way to do an operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// `ring`, `tree`, `nvls`, `nvls-tree`, `collnet`, `pat`, `pairwise` or `direct`.
    pub algorithm: &'static str,
    /// Protocol.
    pub protocol: Protocol,
    /// Time, µs.
    pub time_us: f64,
    /// Work of the links inside nodes, µs.
    pub inside_us: f64,
    /// Work of the network, µs.
    pub between_us: f64,
    /// Steps whose latency is paid one after another.
    pub steps: u64,
    /// Fixed part of the time, µs.
    pub latency_us: f64,
    /// What sets the transfer time.
    pub limit: Limit,
    /// The library takes it at this size whatever its time.
    pub preferred: bool,
}

/// Bus bandwidth over message size and time, as nccl-tests defines it (PERFORMANCE.md of nccl-tests).
pub fn bus_factor(op: CollectiveOp, ranks: u64) -> f64 {
    let n = ranks.max(1) as f64;
    match op {
        CollectiveOp::AllReduce => 2.0 * (n - 1.0) / n,
        CollectiveOp::AllGather | CollectiveOp::ReduceScatter | CollectiveOp::AllToAll => {
            (n - 1.0) / n
        }
        CollectiveOp::Broadcast | CollectiveOp::Reduce | CollectiveOp::SendRecv => 1.0,
    }
}

/// Steps of a ring over so many ranks.
pub(super) fn ring_steps(op: CollectiveOp, ranks: u64) -> u64 {
    match op {
        CollectiveOp::AllReduce => 2 * (ranks - 1),
        CollectiveOp::AllGather
        | CollectiveOp::ReduceScatter
        | CollectiveOp::Broadcast
        | CollectiveOp::Reduce => ranks - 1,
        CollectiveOp::AllToAll | CollectiveOp::SendRecv => 1,
    }
}

/// Microseconds that so many bytes take at a rate in GB/s.
pub(super) fn transfer_us(bytes: f64, gb_s: f64) -> f64 {
    bytes / (gb_s * 1e3)
}

/// The extra time before a pipeline is full: rises as the square root of latency and transfer, and flattens.
pub(super) fn ramp_us(height: f64, knee_us: f64, latency_us: f64, transfer: f64) -> f64 {
    height * sqrt(latency_us * transfer) / (1.0 + sqrt(transfer / knee_us))
}

/// An operation of a size over a group, under a model.
pub(super) struct Task<'a> {
    pub model: &'a Model,
    pub group: &'a Group,
    pub op: CollectiveOp,
    pub bytes: f64,
    pub class: &'a ClassSet,
}

/// Most candidates of any group.
const MOST: usize = 8;

/// A short list of candidates that needs no heap.
#[derive(Clone, Copy, Debug)]
pub struct Candidates {
    all: [Option<Candidate>; MOST],
    len: usize,
}

impl Candidates {
    pub(super) fn new() -> Self {
        Self {
            all: [None; MOST],
            len: 0,
        }
    }

    pub(super) fn push(&mut self, candidate: Candidate) {
        debug_assert!(self.len < MOST, "more candidates than there is room for");
        if self.len < MOST {
            self.all[self.len] = Some(candidate);
            self.len += 1;
        }
    }

    /// All of them, the one that is taken first, then the fastest.
    pub fn iter(&self) -> impl Iterator<Item = &Candidate> {
        self.all[..self.len].iter().flatten()
    }

    /// The one that is taken.
    pub fn taken(&self) -> Option<&Candidate> {
        self.iter().next()
    }

    /// The fastest of another algorithm or protocol.
    pub fn runner_up(&self) -> Option<&Candidate> {
        let taken = self.taken()?;
        self.iter().skip(1).find(|candidate| {
            (candidate.algorithm, candidate.protocol) != (taken.algorithm, taken.protocol)
        })
    }

    fn retain(&mut self, keep: impl Fn(&Candidate) -> bool) {
        if !self.iter().any(&keep) {
            return;
        }
        let before = *self;
        *self = Self::new();
        for candidate in before.iter().filter(|candidate| keep(candidate)) {
            self.push(*candidate);
        }
    }

    /// Ways of equal time keep their order: an unstable sort may deal them out one way here and another in the browser.
    fn sort(&mut self) {
        self.all[..self.len].sort_by(|a, b| match (a, b) {
            (Some(a), Some(b)) => b
                .preferred
                .cmp(&a.preferred)
                .then(a.time_us.total_cmp(&b.time_us)),
            _ => b.is_some().cmp(&a.is_some()),
        });
    }
}

/// All ways to do an operation over a group of at least two ranks, the one that is taken first.
pub fn candidates(
    model: &Model,
    group: &Group,
    op: CollectiveOp,
    message_bytes: u64,
) -> Candidates {
    let task = Task {
        model,
        group,
        op,
        bytes: message_bytes as f64,
        class: model.class(group.class),
    };
    let mut all = match &group.between {
        None => inside::candidates(&task),
        Some(path) if group.racks() && op == CollectiveOp::AllReduce => {
            racks::candidates(&task, path)
        }
        Some(path) => between::candidates(&task, path),
    };
    // What does not serve the operation or the group is passed over, as the library does.
    if let Some(algorithm) = group.algorithm {
        all.retain(|candidate| candidate.algorithm == algorithm.id());
    }
    if let Some(protocol) = group.protocol {
        all.retain(|candidate| candidate.protocol == protocol);
    }
    all.sort();
    all
}

impl Task<'_> {
    pub fn bus_bytes(&self) -> f64 {
        self.bytes * bus_factor(self.op, self.group.ranks)
    }

    pub fn direct(&self) -> bool {
        matches!(self.op, CollectiveOp::AllToAll | CollectiveOp::SendRecv)
    }

    /// Ranks of a node meet over NVLink.
    pub fn over_nvlink(&self) -> bool {
        matches!(
            self.group.inside.kind,
            InsideKind::Switched | InsideKind::Linked
        ) && self.group.class != GpuClass::Instinct
    }

    /// The library may take LL128: by itself over NVLink, where an adapter is next to each GPU, on any path when told to.
    pub fn ll128(&self) -> bool {
        let inside = self.over_nvlink()
            || (self.group.inside.kind == InsideKind::Alone
                && !matches!(self.group.class, GpuClass::Instinct | GpuClass::Card));
        let between = self.group.between.as_ref().is_none_or(|path| path.aligned);
        (inside && between) || self.group.protocol == Some(Protocol::Ll128)
    }

    /// Bytes that one rank holds of the message.
    fn part_bytes(&self) -> f64 {
        self.bytes / self.group.ranks.max(1) as f64
    }

    /// Launch and steps over the ranks of one node, µs.
    pub fn floor_us(&self, steps: f64) -> f64 {
        let class = self.class;
        let shared = &self.model.shared;
        let part = self.part_bytes();
        let plain = if self.direct() {
            class.direct_floor_us
                * (1.0 + class.direct_growth * part / (part + shared.direct_part_bytes))
        } else if part >= shared.long_part_bytes {
            (class.floor_us + class.step_us * steps) * shared.long_step
        } else {
            class.floor_us + class.step_us * steps
        };
        let plain = if self.group.inside.kind == InsideKind::Staged {
            plain + self.model.host.staged_start_us
        } else {
            plain
        };
        match self.group.launch {
            Launch::ProcessPerGpu => plain,
            Launch::OneProcess => plain.max(one_process_us(
                self.model,
                self.group.per_node,
                self.op == CollectiveOp::AllToAll,
            )),
        }
    }

    /// What the operation takes at least where one process launches all GPUs, µs: the launches, and more with the size up to
    /// about 1 MiB.
    pub fn launched_us(&self) -> f64 {
        if self.group.launch == Launch::ProcessPerGpu || self.direct() {
            return 0.0;
        }
        let shared = &self.model.shared;
        let grown =
            (shared.one_process_us_per_mib * self.bytes / MIB).min(shared.one_process_most_us);
        one_process_us(self.model, self.group.per_node, false) + grown
    }

    pub fn algorithm(&self) -> &'static str {
        match self.op {
            CollectiveOp::AllToAll => "pairwise",
            CollectiveOp::SendRecv => "direct",
            _ => "ring",
        }
    }
}

/// 2^20 bytes.
pub(super) const MIB: f64 = 1_048_576.0;
