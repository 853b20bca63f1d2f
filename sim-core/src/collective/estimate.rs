//! Time of one operation: every algorithm and protocol that the library could take, and the fastest of them.
//!
//! Each candidate is `latency + ramp + transfer`, and rises with the message size; so does the least of them.

use libm::{log2, sqrt};
use podwright_locales::{Language, Texts, format};

use super::constants::{
    ClassConstants, GpuClass, LL_SHARE, LL128_SHARE, NET_KNEE_US, NET_LL_MAX_MORE_GB_S,
    NET_LL_MAX_TWO_GB_S, NET_LL_US, NET_LL128_US, NET_RAMP, NET_SIMPLE_US,
    NVLS_TREE_TWO_HOPPER_GB_S, RACK_MIN_RANKS, RACK_NVLS_FLOOR_US, RACK_NVLS_GB_S,
    RACK_NVLS_KNEE_US, RACK_NVLS_RAMP, RACK_RING_GB_S, RACK_RING_STEP_US, STAGED_ONE_WAY_GB_S,
    TWO_NODE_GAIN, TWO_RACKS_FLOOR_US, TWO_RACKS_GB_S,
};
use super::group::{Between, Group, InsideKind};
use crate::design::CollectiveOp;

/// One way to do an operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// `ring`, `tree`, `nvls`, `nvls-tree`, `pairwise` or `direct`.
    pub algorithm: &'static str,
    /// `ll`, `ll128` or `simple`.
    pub protocol: &'static str,
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
    /// The network, not the links inside, sets the transfer time.
    pub network_binds: bool,
    /// In-switch reduction sets it.
    pub switch_binds: bool,
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
fn ring_steps(op: CollectiveOp, ranks: u64) -> u64 {
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
fn transfer_us(bytes: f64, gb_s: f64) -> f64 {
    bytes / (gb_s * 1e3)
}

/// The extra time before a pipeline is full: rises as the square root of latency and transfer, and flattens.
fn ramp_us(height: f64, knee_us: f64, latency_us: f64, transfer: f64) -> f64 {
    height * sqrt(latency_us * transfer) / (1.0 + sqrt(transfer / knee_us))
}

struct Task<'a> {
    group: &'a Group,
    op: CollectiveOp,
    bytes: f64,
    constants: &'static ClassConstants,
}

/// All ways to do an operation over a group of at least two ranks, fastest first.
pub fn candidates(group: &Group, op: CollectiveOp, message_bytes: u64) -> Vec<Candidate> {
    let task = Task {
        group,
        op,
        bytes: message_bytes as f64,
        constants: group.class.constants(),
    };
    let mut all = match &group.between {
        None => task.inside_one_node(),
        Some(between) if group.per_node >= RACK_MIN_RANKS && op == CollectiveOp::AllReduce => {
            task.between_racks(between)
        }
        Some(between) => task.between_nodes(between),
    };
    if let Some(algorithm) = group.algorithm {
        algorithm.keep(&mut all);
    }
    all.sort_unstable_by(|a, b| a.time_us.total_cmp(&b.time_us));
    all
}

impl Task<'_> {
    fn bus_bytes(&self) -> f64 {
        self.bytes * bus_factor(self.op, self.group.ranks)
    }

    /// What large messages reach inside a node, GB/s busbw.
    fn inside_gb_s(&self) -> f64 {
        let inside = &self.group.inside;
        match self.op {
            CollectiveOp::Broadcast | CollectiveOp::Reduce
                if inside.kind == InsideKind::Staged && self.group.ranks == 2 =>
            {
                STAGED_ONE_WAY_GB_S
            }
            CollectiveOp::AllReduce | CollectiveOp::Broadcast | CollectiveOp::Reduce => {
                inside.ring_gb_s
            }
            CollectiveOp::AllGather | CollectiveOp::ReduceScatter => {
                inside.ring_gb_s * self.constants.gather_share
            }
            CollectiveOp::AllToAll => inside.ring_gb_s * self.constants.direct_share,
            CollectiveOp::SendRecv => inside.pair_gb_s * self.constants.direct_share,
        }
    }

    fn direct(&self) -> bool {
        matches!(self.op, CollectiveOp::AllToAll | CollectiveOp::SendRecv)
    }

    /// Launch and steps over the ranks of one node, µs.
    fn floor_us(&self, ranks: u64) -> f64 {
        let launch = self.group.launch.extra_us();
        if self.direct() {
            return launch + self.constants.direct_floor_us;
        }
        launch
            + self.constants.floor_us
            + self.constants.step_us * ring_steps(self.op, ranks) as f64
    }

    fn algorithm(&self) -> &'static str {
        match self.op {
            CollectiveOp::AllToAll => "pairwise",
            CollectiveOp::SendRecv => "direct",
            _ => "ring",
        }
    }

    fn inside_one_node(&self) -> Vec<Candidate> {
        let group = self.group;
        let rate = self.inside_gb_s();
        let latency = self.floor_us(group.ranks);
        let x = transfer_us(self.bus_bytes(), rate);
        let steps = ring_steps(self.op, group.ranks);
        let plain = |protocol, time_us: f64| Candidate {
            algorithm: self.algorithm(),
            protocol,
            time_us,
            inside_us: time_us,
            between_us: 0.0,
            steps,
            latency_us: latency,
            network_binds: false,
            switch_binds: false,
        };
        let ramp = ramp_us(self.constants.ramp, self.constants.ramp_knee_us, latency, x);
        let mut all = vec![plain("simple", latency + ramp + x)];
        if !self.direct() {
            all.push(plain("ll", latency + x / LL_SHARE));
        }
        all.extend(self.nvls());
        all
    }

    /// Reduction in the switch of one domain.
    fn nvls(&self) -> Option<Candidate> {
        let group = self.group;
        if !group.inside.nvls
            || self.op != CollectiveOp::AllReduce
            || group.ranks < self.constants.nvls_min_ranks
        {
            return None;
        }
        let (rate, latency, ramp, knee) = if group.ranks >= RACK_MIN_RANKS {
            (
                RACK_NVLS_GB_S,
                RACK_NVLS_FLOOR_US,
                RACK_NVLS_RAMP,
                RACK_NVLS_KNEE_US,
            )
        } else {
            (
                self.constants.nvls_gb_s,
                self.floor_us(group.ranks),
                self.constants.nvls_ramp,
                self.constants.nvls_knee_us,
            )
        };
        let x = transfer_us(self.bytes, rate);
        let time_us = latency + ramp_us(ramp, knee, latency, x) + x;
        Some(Candidate {
            algorithm: "nvls",
            protocol: "simple",
            time_us,
            inside_us: time_us,
            between_us: 0.0,
            steps: 2,
            latency_us: latency,
            network_binds: false,
            switch_binds: true,
        })
    }

    /// Nodes joined by their adapters: rings and trees through both.
    fn between_nodes(&self, between: &Between) -> Vec<Candidate> {
        let group = self.group;
        let doublings = log2(group.nodes as f64);
        let floor = self.floor_us(group.per_node.max(2));
        let inside_rate = if group.inside.kind == InsideKind::Alone {
            f64::INFINITY
        } else {
            self.inside_gb_s()
        };
        // Neither V100 systems nor two lone ranks show the gain (deepops: 48 GB/s over four 100G ports; two H200 with one
        // 400G port each: 32 GB/s).
        let two_nodes = group.nodes == 2
            && self.op == CollectiveOp::AllReduce
            && group.per_node > 1
            && group.class != GpuClass::Volta;
        let (network_rate, wire_bytes) = self.network(between);
        let mut all = Vec::new();
        let mut push = |algorithm,
                        protocol,
                        latency: f64,
                        inside_gb_s: f64,
                        network_gb_s: f64,
                        share: f64,
                        ramp: bool| {
            let inside_x = transfer_us(self.bus_bytes(), inside_gb_s);
            let network_x = transfer_us(wire_bytes, network_gb_s);
            let x = inside_x.max(network_x);
            let ramp_time = if ramp {
                ramp_us(NET_RAMP, NET_KNEE_US, latency, x)
            } else {
                0.0
            };
            let network_latency = latency - floor;
            all.push(Candidate {
                algorithm,
                protocol,
                time_us: latency + ramp_time + x / share,
                inside_us: floor + inside_x,
                between_us: network_latency + network_x,
                steps: ring_steps(self.op, group.per_node.max(2))
                    + 2 * libm::ceil(doublings) as u64,
                latency_us: latency,
                network_binds: network_x >= inside_x,
                switch_binds: false,
            });
        };
        let latency = |per_doubling: f64| floor + per_doubling * doublings;
        if self.direct() {
            push(
                self.algorithm(),
                "simple",
                latency(NET_LL_US),
                inside_rate,
                network_rate,
                1.0,
                true,
            );
            return all;
        }
        let tree = if self.op == CollectiveOp::AllReduce {
            "tree"
        } else {
            "ring"
        };
        let ll_max = if group.nodes == 2 {
            NET_LL_MAX_TWO_GB_S
        } else {
            NET_LL_MAX_MORE_GB_S
        };
        push(
            tree,
            "ll",
            latency(NET_LL_US),
            inside_rate,
            (network_rate * LL_SHARE).min(ll_max),
            1.0,
            false,
        );
        push(
            tree,
            "ll128",
            latency(NET_LL128_US),
            inside_rate,
            network_rate,
            LL128_SHARE,
            false,
        );
        push(
            "ring",
            "simple",
            latency(NET_SIMPLE_US),
            inside_rate,
            network_rate,
            1.0,
            true,
        );
        if two_nodes {
            let gained = network_rate * TWO_NODE_GAIN;
            push(
                "tree",
                "simple",
                latency(NET_SIMPLE_US),
                inside_rate,
                gained,
                1.0,
                true,
            );
            if group.inside.nvls && group.per_node >= self.constants.nvls_min_ranks {
                // Each node reduces in its switch; what leaves it is bound by the adapters or by the library's tree.
                let switch = self.constants.nvls_gb_s * bus_factor(self.op, group.per_node);
                let rate = if group.class == GpuClass::Hopper {
                    switch.min(NVLS_TREE_TWO_HOPPER_GB_S)
                } else {
                    switch
                };
                push(
                    "nvls-tree",
                    "simple",
                    latency(NET_SIMPLE_US),
                    rate,
                    gained,
                    1.0,
                    true,
                );
            }
        }
        all
    }

    /// The network's rate in the measure of the operation, and the bytes counted at it.
    fn network(&self, between: &Between) -> (f64, f64) {
        let group = self.group;
        match self.op {
            CollectiveOp::AllToAll => {
                // Each rank sends its share of what leaves the node over its part of the adapters; traffic that climbs
                // above a leaf meets the oversubscription.
                let n = group.ranks as f64;
                let outside = (n - group.per_node as f64).max(0.0) / n;
                let per_rank = between.node_gb_s / group.per_node as f64;
                (
                    per_rank / between.oversubscription.max(1.0),
                    self.bytes * outside,
                )
            }
            CollectiveOp::SendRecv => (between.node_gb_s / between.ports.max(1) as f64, self.bytes),
            _ => (between.node_gb_s, self.bus_bytes()),
        }
    }

    /// Racks that are one domain each: two by reduction in their switches, more by a ring over all GPUs.
    fn between_racks(&self, between: &Between) -> Vec<Candidate> {
        let group = self.group;
        let mut all = Vec::new();
        let inside_rate = self.inside_gb_s();
        let inside_x = transfer_us(self.bus_bytes(), inside_rate);
        // After the reduction in a rack, each adapter carries its share of the message.
        let network_x = transfer_us(
            2.0 * self.bytes * (group.nodes - 1) as f64 / group.nodes as f64,
            between.node_gb_s,
        );
        let mut push = |algorithm, protocol, latency: f64, rate: f64, share: f64, steps| {
            let x = transfer_us(self.bus_bytes(), rate).max(network_x);
            all.push(Candidate {
                algorithm,
                protocol,
                time_us: latency + x / share,
                inside_us: RACK_NVLS_FLOOR_US + inside_x,
                between_us: (latency - RACK_NVLS_FLOOR_US).max(0.0)
                    + (x / share - inside_x).max(network_x),
                steps,
                latency_us: latency,
                network_binds: true,
                switch_binds: false,
            });
        };
        let doublings = log2(group.nodes as f64);
        let small = RACK_NVLS_FLOOR_US + NET_LL_US * doublings;
        let ll_max = if group.nodes == 2 {
            NET_LL_MAX_TWO_GB_S
        } else {
            NET_LL_MAX_MORE_GB_S
        };
        push(
            "tree",
            "ll",
            small,
            ll_max,
            1.0,
            2 * libm::ceil(doublings) as u64 + 2,
        );
        if group.nodes == 2 && group.inside.nvls {
            push(
                "nvls-tree",
                "simple",
                TWO_RACKS_FLOOR_US,
                TWO_RACKS_GB_S,
                1.0,
                4,
            );
        }
        let steps = 2 * group.ranks;
        push(
            "ring",
            "simple",
            RACK_RING_STEP_US * steps as f64,
            RACK_RING_GB_S.min(inside_rate),
            1.0,
            steps,
        );
        all
    }
}

/// The slowest part of the way that was taken, in words with its rate.
pub fn bottleneck(group: &Group, candidate: &Candidate) -> String {
    let texts = Texts::of(Language::English);
    if candidate.latency_us * 2.0 > candidate.time_us {
        return texts.with("bottleneck-steps", &[("steps", candidate.steps.into())]);
    }
    if candidate.network_binds
        && let Some(between) = &group.between
    {
        return between.bottleneck.clone();
    }
    if candidate.switch_binds {
        let rate = if group.ranks >= RACK_MIN_RANKS {
            RACK_NVLS_GB_S
        } else {
            group.class.constants().nvls_gb_s
        };
        return texts.with("bottleneck-nvls", &[("rate", format::gb_s(rate).into())]);
    }
    group.inside.bottleneck.clone()
}
