//! Racks that are one NVLink domain each: two by reduction in their switches, more by a ring over all GPUs.

use libm::{ceil, log2};

use super::estimate::{Candidate, Candidates, Limit, Task, bus_factor, transfer_us};
use super::group::Between;
use super::rates::{inside_gb_s, node_gb_s};
use crate::design::Protocol;

pub(super) fn candidates(task: &Task<'_>, path: &Between) -> Candidates {
    let group = task.group;
    let rack = &task.model.rack;
    let network = &task.model.network;
    let mut all = Candidates::new();
    let inside_rate = inside_gb_s(task.model, group, task.op);
    let inside_x = transfer_us(task.bus_bytes(), inside_rate);
    // After the reduction in a rack, each adapter carries its share of the message.
    let nodes = group.nodes as f64;
    let network_x = transfer_us(
        2.0 * task.bytes * (nodes - 1.0) / nodes,
        node_gb_s(task.model, group, path, task.op),
    );
    let mut push = |algorithm, protocol, latency: f64, rate: f64, steps| {
        let x = transfer_us(task.bus_bytes(), rate).max(network_x);
        all.push(Candidate {
            algorithm,
            protocol,
            time_us: latency + x,
            inside_us: rack.nvls_floor_us + inside_x,
            between_us: (latency - rack.nvls_floor_us).max(0.0) + (x - inside_x).max(network_x),
            steps,
            latency_us: latency,
            limit: Limit::Network,
            preferred: false,
        });
    };
    let doublings = log2(nodes);
    let transport = path.transport.constants(group.class, task.model);
    let small = rack.nvls_floor_us + transport.start_us + 2.0 * transport.hop_us * doublings;
    let low_latency = if group.nodes == 2 {
        network.low_latency_two_gb_s
    } else {
        network.low_latency_more_gb_s
    };
    let tree_steps = 2 * ceil(doublings) as u64 + 2;
    push("tree", Protocol::Ll, small, low_latency, tree_steps);
    if group.nodes == 2 && group.inside.nvls {
        // What the user measured inside a rack binds here too; busbw is that many times the rate of a GPU's links.
        let inside = &group.inside;
        let links = inside.links.map_or(f64::INFINITY, |own| {
            own.gb_s * bus_factor(task.op, group.per_node)
        });
        let whole = inside.measured_gb_s.unwrap_or(f64::INFINITY);
        push(
            "nvls-tree",
            Protocol::Simple,
            rack.two_floor_us,
            // Its reduction in the switches is what a lost tray takes from.
            (rack.two_gb_s * inside.live).min(links).min(whole),
            4,
        );
    }
    let steps = 2 * group.ranks;
    push(
        "ring",
        Protocol::Simple,
        rack.ring_step_us * steps as f64,
        rack.ring_gb_s.min(inside_rate),
        steps,
    );
    all
}
