//! Contention: what flows between nodes get when they share the links of a network.
//!
//! On request, and on the list of links (`fabric::LinkGraph`): who sends to whom (`Traffic`), which way (`Routing`), what
//! is down (`Failure`), and max-min fair rates for all of it. Latency, message sizes, congestion control that is slow to
//! react, and links inside a node are not modelled here.

mod balance;
mod failure;
mod fill;
mod hash;
mod interrupt;
mod load;
mod outage;
mod question;
mod report;
mod route;
mod solve;
mod spread;
mod traffic;
mod words;

pub use failure::Failure;
pub use interrupt::Interrupt;
pub use load::{LinkTier, TierLoad};
pub use outage::Outage;
pub use question::{FlowAnswer, FlowOp, FlowQuestion, Network, QuestionError};
pub use report::{
    Bottleneck, CutFlow, CutReason, FlowReport, FlowRequest, SeedSpread, contention,
    contention_until,
};
pub use route::DirectedLink;
pub use solve::{Solved, solve};
pub use traffic::{RailUse, Traffic};

/// Flows of one question, at most: all to all between the 1,016 adapters of a SuperPOD.
pub const MAX_FLOWS: u64 = 1_048_576;
/// Seeds of one question, at most.
pub const MAX_SEEDS: u32 = 1_000;
/// Failures of one question, at most.
pub const MAX_FAILURES: usize = 256;
/// Flows × seeds of one question, at most.
pub const MAX_HASHED_FLOWS: u64 = 16_777_216;

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FlowError {
    /// More flows than are taken on.
    #[error(
        "{flows} flows; at most {MAX_FLOWS} are taken on: keep to rails, or ask about fewer nodes"
    )]
    TooManyFlows {
        /// Flows wanted.
        flows: u64,
    },
    /// More work than is taken on.
    #[error(
        "{flows} flows with {seeds} seeds; flows × seeds may be {MAX_HASHED_FLOWS}: ask for fewer seeds"
    )]
    TooManySeeds {
        /// Flows wanted.
        flows: u64,
        /// Seeds wanted.
        seeds: u32,
    },
    /// Seeds out of range.
    #[error("{seeds} seeds; ask for 1 to {MAX_SEEDS}")]
    SeedCount {
        /// Seeds wanted.
        seeds: u32,
    },
    /// Nobody to talk to.
    #[error("no two nodes have an adapter in this network; a pool of two nodes or more is needed")]
    NoFlows,
    /// A pair names an endpoint that is not there.
    #[error("no endpoint {endpoint}: the network has {endpoints}, counted from 0")]
    NoEndpoint {
        /// What was named.
        endpoint: u32,
        /// How many there are.
        endpoints: u32,
    },
    /// A failure that can't be read.
    #[error("`{text}` names no part; write {}", Failure::WORDS)]
    NoSuchFailure {
        /// What was written.
        text: String,
    },
    /// A part that has no links of its own: what it takes with it has to be found first.
    #[error("{text} is no part of a network")]
    NotOfLinks {
        /// What was asked about.
        text: String,
    },
    /// Nobody waits for the answer any more.
    #[error("the work was stopped before it came to an end")]
    Stopped,
    /// A failure of a part that is not there.
    #[error("no {kind} {number}: there are {count}, counted from 0")]
    NoSuchPart {
        /// What kind of part.
        kind: &'static str,
        /// What was named.
        number: u32,
        /// How many there are.
        count: u32,
    },
}
