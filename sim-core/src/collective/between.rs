//! Ways to do an operation over nodes that are joined by their adapters.

use libm::{ceil, log2};

use super::constants::GpuClass;
use super::estimate::{
    Candidate, Candidates, Limit, Task, bus_factor, ramp_us, ring_steps, transfer_us,
};
use super::group::{Between, InsideKind};
use super::rates::{inside_gb_s, node_gb_s};
use crate::design::{CollectiveOp, Protocol};

/// What all candidates of a group share.
struct Paths<'a> {
    task: &'a Task<'a>,
    inside_gb_s: f64,
    node_gb_s: f64,
    floor_us: f64,
    low_latency_us: f64,
    latency_us: f64,
    doublings: f64,
}

pub(super) fn candidates(task: &Task<'_>, path: &Between) -> Candidates {
    let group = task.group;
    let network = &task.model.network;
    let transport = path.transport.constants(group.class, task.model);
    let nodes = group.nodes as f64;
    let doublings = log2(nodes);
    let all_reduce = task.op == CollectiveOp::AllReduce;
    // A tree goes up and down; a ring passes every node; pairs meet at once.
    let (steps, hops) = if all_reduce {
        (2.0 * (group.per_node - 1) as f64, 2.0 * doublings)
    } else if task.direct() {
        (0.0, 1.0)
    } else {
        ((group.ranks - group.nodes) as f64, nodes - 1.0)
    };
    let floor_us = task.floor_us(steps);
    let rccl6 = if group.class == GpuClass::Instinct && group.rccl6 {
        network.rccl6_start_us
    } else {
        0.0
    };
    let lone = if path.aligned {
        0.0
    } else {
        network.misaligned_start_us
    };
    let low_latency_us = floor_us + transport.start_us + transport.hop_us * hops + rccl6 + lone;
    // RCCL's rings between nodes are not bound by the exchange of every pair that it prefers within one.
    let free = group.inside.kind == InsideKind::Alone || group.class == GpuClass::Instinct;
    let paths = Paths {
        task,
        inside_gb_s: if free && !task.direct() {
            f64::INFINITY
        } else {
            inside_gb_s(task.model, group, task.op)
        },
        node_gb_s: node_gb_s(task.model, group, path, task.op),
        floor_us,
        low_latency_us,
        latency_us: low_latency_us + network.ll128_extra_us + network.simple_extra_us,
        doublings,
    };
    let mut all = Candidates::new();
    if task.direct() {
        all.push(paths.direct(path));
        return all;
    }
    all.push(paths.ring());
    all.push(paths.low_latency());
    if task.ll128() {
        all.push(paths.ll128());
    }
    if all_reduce {
        all.push(paths.tree());
        if let Some(tree) = paths.nvls_tree() {
            all.push(tree);
        }
        if path.sharp {
            all.push(paths.collnet());
        }
    } else if group.per_node == 1
        && matches!(
            task.op,
            CollectiveOp::AllGather | CollectiveOp::ReduceScatter
        )
    {
        all.push(paths.pat());
    }
    all
}

impl Paths<'_> {
    fn ramp(&self, x: f64) -> f64 {
        let network = &self.task.model.network;
        ramp_us(
            self.rounds() * network.ramp,
            network.ramp_knee_us,
            self.latency_us,
            x,
        )
    }

    /// An all-reduce passes the data twice.
    fn rounds(&self) -> f64 {
        if self.task.op == CollectiveOp::AllReduce {
            2.0
        } else {
            1.0
        }
    }

    fn steps(&self) -> u64 {
        let group = self.task.group;
        ring_steps(self.task.op, group.per_node.max(2)) + 2 * ceil(self.doublings) as u64
    }

    /// A candidate whose wire time is the longer of both.
    fn of(
        &self,
        algorithm: &'static str,
        protocol: Protocol,
        time_us: f64,
        latency_us: f64,
        (inside_x, network_x): (f64, f64),
    ) -> Candidate {
        Candidate {
            algorithm,
            protocol,
            time_us,
            inside_us: self.floor_us + if inside_x.is_finite() { inside_x } else { 0.0 },
            between_us: (latency_us - self.floor_us).max(0.0) + network_x,
            steps: self.steps(),
            latency_us,
            limit: if network_x >= inside_x {
                Limit::Network
            } else {
                Limit::Inside
            },
            preferred: false,
        }
    }

    fn transfers(&self, inside_gb_s: f64, network_gb_s: f64) -> (f64, f64) {
        let bytes = self.task.bus_bytes();
        (
            transfer_us(bytes, inside_gb_s),
            transfer_us(bytes, network_gb_s),
        )
    }

    /// Large rings pay for every step, small ones for the filling of the pipeline.
    fn ring(&self) -> Candidate {
        let network = &self.task.model.network;
        let group = self.task.group;
        let x = self.transfers(self.inside_gb_s, self.node_gb_s);
        let longest = x.0.max(x.1);
        let all_steps = self.rounds()
            * ((group.ranks - group.nodes) as f64 * network.ring_step_inside_us
                + (group.nodes - 1) as f64 * network.ring_step_between_us);
        let extra = self.ramp(longest).max(all_steps - self.latency_us);
        let time_us = self.latency_us + extra + longest;
        self.of("ring", Protocol::Simple, time_us, self.latency_us, x)
    }

    /// Half of each store is a flag, and the library lets it carry only so much between nodes.
    fn low_latency(&self) -> Candidate {
        let network = &self.task.model.network;
        let most = if self.task.group.nodes == 2 {
            network.low_latency_two_gb_s
        } else {
            network.low_latency_more_gb_s
        };
        let share = self.task.model.shared.low_latency_share;
        let x = self.transfers(self.inside_gb_s * share, (self.node_gb_s * share).min(most));
        let algorithm = if self.task.op == CollectiveOp::AllReduce {
            "tree"
        } else {
            "ring"
        };
        let longest = x.0.max(x.1);
        let ramp = ramp_us(
            network.low_latency_ramp,
            network.ramp_knee_us,
            self.low_latency_us,
            longest,
        );
        let time_us = self.low_latency_us + ramp + longest;
        self.of(algorithm, Protocol::Ll, time_us, self.low_latency_us, x)
    }

    /// 120 of each 128 bytes are data, and nothing waits for whole chunks.
    fn ll128(&self) -> Candidate {
        let network = &self.task.model.network;
        let share = self.task.model.shared.ll128_share;
        let (algorithm, rate) = if self.task.op == CollectiveOp::AllReduce {
            ("tree", self.tree_gb_s())
        } else {
            ("ring", self.node_gb_s)
        };
        let x = self.transfers(self.inside_gb_s * share, rate * share);
        let longest = x.0.max(x.1);
        let latency = self.low_latency_us + network.ll128_extra_us;
        let time_us = latency + self.ramp(longest) + longest;
        self.of(algorithm, Protocol::Ll128, time_us, latency, x)
    }

    /// What a tree carries between nodes.
    fn tree_gb_s(&self) -> f64 {
        self.two_node_gb_s()
            .unwrap_or(self.node_gb_s * self.task.model.network.tree_share)
    }

    /// What leaves a node in a tree over two: the message once, where a ring sends 2 (n-1)/n of it.
    fn two_node_gb_s(&self) -> Option<f64> {
        let group = self.task.group;
        // Neither V100 systems nor lone ranks nor RCCL show the gain (deepops: 48 GB/s over four 100G ports; two H200 with
        // one 400G port each: 32 GB/s; two MI325X nodes: 350 GB/s, as eight).
        let gains = group.nodes == 2
            && group.per_node > 1
            && !matches!(group.class, GpuClass::Volta | GpuClass::Instinct);
        gains.then(|| self.node_gb_s * bus_factor(self.task.op, group.ranks))
    }

    fn tree(&self) -> Candidate {
        let x = self.transfers(self.inside_gb_s, self.tree_gb_s());
        let longest = x.0.max(x.1);
        let time_us = self.latency_us + self.ramp(longest) + longest;
        self.of("tree", Protocol::Simple, time_us, self.latency_us, x)
    }

    /// The switch's rate in a reduction over the GPUs of one node, GB/s busbw of the whole group.
    fn switch_gb_s(&self) -> Option<f64> {
        let group = self.task.group;
        let nvls = self.task.model.nvls(group.class)?;
        (group.inside.nvls && group.per_node as f64 >= nvls.min_ranks)
            .then(|| nvls.gb_s * bus_factor(self.task.op, group.per_node))
    }

    /// Each node reduces in its switch; what leaves it is bound by the adapters or by the library's tree.
    fn nvls_tree(&self) -> Option<Candidate> {
        let network = &self.task.model.network;
        let switch = self.switch_gb_s()?;
        let hopper = self.task.group.class == GpuClass::Hopper;
        let inside = if hopper {
            switch.min(network.nvls_tree_hopper_gb_s)
        } else {
            switch * network.nvls_tree_blackwell_share
        };
        let x = self.transfers(inside, self.tree_gb_s());
        let longest = x.0.max(x.1);
        let time_us = self.latency_us + self.ramp(longest) + longest;
        Some(Candidate {
            limit: if x.1 >= x.0 {
                Limit::Network
            } else {
                Limit::Switch
            },
            ..self.of("nvls-tree", Protocol::Simple, time_us, self.latency_us, x)
        })
    }

    /// The switches between nodes reduce (SHARP): each node sends its sum once and gets the whole sum back.
    fn collnet(&self) -> Candidate {
        let network = &self.task.model.network;
        let group = self.task.group;
        let inside = self.switch_gb_s().unwrap_or(self.inside_gb_s) * network.sharp_share;
        let rate = self.node_gb_s * bus_factor(self.task.op, group.ranks);
        let x = self.transfers(inside, rate);
        let longest = x.0.max(x.1);
        // Up and down the switches' tree once, whatever the number of nodes.
        let latency = self.floor_us + network.sharp_us;
        let time_us = latency
            + ramp_us(
                self.rounds() * network.ramp,
                network.ramp_knee_us,
                latency,
                longest,
            )
            + longest;
        Candidate {
            limit: if x.1 >= x.0 {
                Limit::Network
            } else {
                Limit::Switch
            },
            ..self.of("collnet", Protocol::Simple, time_us, latency, x)
        }
    }

    /// Parallel aggregated trees, for one GPU a node: a logarithm of steps at three quarters of the ring's rate (NCCL tuner).
    fn pat(&self) -> Candidate {
        let task = self.task;
        let group = task.group;
        let transport = group.between.as_ref().map_or(0.0, |path| {
            path.transport.constants(group.class, task.model).hop_us
        });
        let latency = self.latency_us - transport * ((group.nodes - 1) as f64 - self.doublings);
        let x = self.transfers(
            self.inside_gb_s,
            self.node_gb_s * task.model.network.pat_share,
        );
        let longest = x.0.max(x.1);
        let network = &task.model.network;
        let time_us =
            latency + ramp_us(network.ramp, network.ramp_knee_us, latency, longest) + longest;
        self.of("pat", Protocol::Simple, time_us, latency, x)
    }

    fn direct(&self, path: &Between) -> Candidate {
        let task = self.task;
        let group = task.group;
        let n = group.ranks as f64;
        let per_gpu = self.node_gb_s / group.per_node as f64;
        let (rate, bytes) = if task.op == CollectiveOp::AllToAll {
            // Each rank sends its share of what leaves the node over its part of the adapters; traffic that climbs above a
            // leaf meets the oversubscription.
            let outside = (n - group.per_node as f64).max(0.0) / n;
            let share = task.model.network.direct_share / path.oversubscription.max(1.0);
            (per_gpu * share, task.bytes * outside)
        } else {
            (per_gpu, task.bytes)
        };
        let network_x = transfer_us(bytes, rate);
        let inside_x =
            if group.inside.kind == InsideKind::Alone || task.op == CollectiveOp::SendRecv {
                0.0
            } else {
                transfer_us(
                    task.bytes * bus_factor(task.op, group.per_node),
                    self.inside_gb_s,
                )
            };
        let x = inside_x.max(network_x);
        let time_us = self.latency_us + self.ramp(x) + x;
        self.of(
            task.algorithm(),
            Protocol::Simple,
            time_us,
            self.latency_us,
            (inside_x, network_x),
        )
    }
}
