//! Why a result is what it is: channels, bytes on the wire, the runner-up.

use super::constants::{GpuClass, MODEL};
use super::estimate::{Candidate, Candidates, bus_factor, candidates};
use super::group::{Group, InsideKind};
use crate::design::{Algorithm, CollectiveOp, Protocol};
use crate::report::RunnerUp;

/// Bytes of the message that one GPU sends over its slowest kind of link. Within one node that is its links to the other
/// GPUs (or its slot). Over several nodes it is its part of what the adapters of its node send, as a mean over the nodes.
/// Flags of the low-latency protocols are not counted.
pub(super) fn wire_bytes(
    group: &Group,
    op: CollectiveOp,
    algorithm: &str,
    message_bytes: u64,
) -> f64 {
    let message = message_bytes as f64;
    let ranks = group.ranks.max(1) as f64;
    let nodes = group.nodes.max(1) as f64;
    let per_node = group.per_node.max(1) as f64;
    // Each link of a ring carries as much, those between nodes too.
    let ring = message * bus_factor(op, group.ranks);
    match (&group.between, algorithm) {
        // Up to the switch, the sum comes back the other way; and to a neighbour on another node.
        (None, "nvls") | (Some(_), "direct") => message,
        (None, _) => ring,
        // A tree over N nodes has N-1 edges, and each carries the message up and down.
        (Some(_), "tree" | "nvls-tree") => 2.0 * (nodes - 1.0) / nodes * message / per_node,
        // Each node sends its sum once.
        (Some(_), "collnet") => message / per_node,
        // Each rank sends the parts of the ranks on other nodes.
        (Some(_), "pairwise") => message * (ranks - per_node).max(0.0) / ranks,
        (Some(_), _) => ring / per_node,
    }
}

/// Channels that the library opens for large messages: twice those that its graph search finds (results of NCCL 2.30's own
/// search, `docs/MODEL.md`); none where no search result is known. Small messages use fewer.
pub(super) fn channels(group: &Group, taken: &Candidate) -> Option<u32> {
    let one_node = group.between.is_none();
    let full = group.per_node == 8;
    match (group.class, group.inside.kind, taken.algorithm) {
        (GpuClass::Hopper, InsideKind::Switched, "nvls") => Some(16),
        (GpuClass::Blackwell, InsideKind::Switched, "nvls") if group.racks() => Some(32),
        (GpuClass::Blackwell, InsideKind::Switched, "nvls") => Some(24),
        (GpuClass::Ampere | GpuClass::Hopper, InsideKind::Switched, "ring" | "tree")
            if one_node && full =>
        {
            Some(24)
        }
        (GpuClass::Blackwell, InsideKind::Switched, "ring" | "tree") if one_node => Some(32),
        (GpuClass::Ampere | GpuClass::Hopper, InsideKind::Switched, "ring" | "tree") if full => {
            Some(16)
        }
        (GpuClass::Card, InsideKind::Peer | InsideKind::Staged, "ring") if one_node => Some(4),
        (GpuClass::Card, InsideKind::Linked, "ring") if one_node && group.ranks == 2 => Some(4),
        _ => None,
    }
}

/// The best of the ways that are not taken.
pub(super) fn runner_up(all: &Candidates) -> Option<RunnerUp> {
    let second = all.runner_up()?;
    Some(RunnerUp {
        algorithm: second.algorithm.to_owned(),
        protocol: second.protocol.id().to_owned(),
        time_us: second.time_us,
        taken_with: None,
        wins_at_bytes: None,
    })
}

type Way = (&'static str, Protocol);

fn taken(group: &Group, op: CollectiveOp, bytes: u64) -> Option<Way> {
    let all = candidates(&MODEL, group, op, bytes);
    all.taken().map(|way| (way.algorithm, way.protocol))
}

/// What makes the runner-up win, found by asking the model again: being told to take it, or another size.
pub(super) fn wins(group: &Group, op: CollectiveOp, bytes: u64, second: &mut RunnerUp) {
    let all = candidates(&MODEL, group, op, bytes);
    let (Some(first), Some(way)) = (all.taken(), all.runner_up()) else {
        return;
    };
    let way = (way.algorithm, way.protocol);
    second.taken_with = told(group, op, bytes, (first.algorithm, first.protocol), way);
    let won = |size: u64| taken(group, op, size) == Some(way);
    let mut sizes = Vec::new();
    if let Some(from) = super::report_sizes()
        .filter(|size| *size < bytes && won(*size))
        .last()
    {
        sizes.push(edge(&won, from, (2 * from).min(bytes)));
    }
    if let Some(to) = super::report_sizes().find(|size| *size > bytes && won(*size)) {
        sizes.push(edge(&won, to, (to / 2).max(bytes)));
    }
    second.wins_at_bytes = Some(sizes);
}

/// The last size towards `other` at which it still wins, to within a hundredth; it wins at `at` and not at `other`.
fn edge(won: &impl Fn(u64) -> bool, mut at: u64, mut other: u64) -> u64 {
    while at.abs_diff(other) > at.min(other) / 100 + 1 {
        let middle = at.midpoint(other);
        if won(middle) {
            at = middle;
        } else {
            other = middle;
        }
    }
    at
}

/// The settings with which the library takes a way instead of the first; none where it has no word for it.
fn told(group: &Group, op: CollectiveOp, bytes: u64, first: Way, way: Way) -> Option<String> {
    let mut told = group.clone();
    let mut words = Vec::new();
    if way.0 != first.0 {
        let algorithm = [
            Algorithm::Ring,
            Algorithm::Tree,
            Algorithm::Nvls,
            Algorithm::NvlsTree,
        ]
        .into_iter()
        .find(|algorithm| algorithm.id() == way.0)?;
        told.algorithm = Some(algorithm);
        words.push(["algorithm=", way.0].concat());
    }
    if way.1 != first.1 {
        told.protocol = Some(way.1);
        words.push(["protocol=", way.1.id()].concat());
    }
    (taken(&told, op, bytes) == Some(way)).then(|| words.join(" "))
}

/// A figure of the user's own decides the transfer: without it, the same way would take another time.
pub(super) fn measured(group: &Group, op: CollectiveOp, bytes: u64, taken: &Candidate) -> bool {
    let Some(plain) = group.unmeasured() else {
        return false;
    };
    let all = candidates(&MODEL, &plain, op, bytes);
    // A figure that slows another way down decides too: without it that way would be taken.
    let other_way = all
        .taken()
        .is_some_and(|other| other.time_us.to_bits() != taken.time_us.to_bits());
    other_way
        || all.iter().any(|other| {
            (other.algorithm, other.protocol) == (taken.algorithm, taken.protocol)
                && other.time_us.to_bits() != taken.time_us.to_bits()
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Design;
    use crate::catalog::Catalog;
    use crate::cluster::resolve;
    use crate::design::CollectiveSettings;
    use crate::fabric::lay_out;
    use crate::templates;

    fn design(id: &str) -> Design {
        templates::find(id).expect("a template").design
    }

    fn group(design: &Design) -> Group {
        let catalog = Catalog::builtin();
        let (cluster, _) = resolve(design, catalog);
        let (layouts, _) = lay_out(design, &cluster, catalog);
        let settings = CollectiveSettings::default();
        Group::first(&cluster, &layouts, cluster.gpus(), settings).expect("joined")
    }

    /// Counted by hand, for a message of 8,000 bytes.
    #[test]
    fn bytes_on_the_wire_by_algorithm() {
        let one = group(&design("dgx-h100-1"));
        let mut two = design("dgx-h100-4");
        two.pools[0].count = 2;
        let two = group(&two);
        let four = group(&design("dgx-h100-4"));
        let reduce = CollectiveOp::AllReduce;
        for (group, op, algorithm, bytes) in [
            // 14 steps of an eighth.
            (&one, reduce, "ring", 14_000.0),
            // Each GPU sends its message to the switch.
            (&one, reduce, "nvls", 8_000.0),
            // Seven parts of an eighth to the others.
            (&one, CollectiveOp::AllToAll, "pairwise", 7_000.0),
            (&one, CollectiveOp::SendRecv, "direct", 8_000.0),
            // 30 steps of a sixteenth leave each node, 15,000 bytes over eight adapters.
            (&two, reduce, "ring", 1_875.0),
            // One node sends its sum up, the other the result down: 8,000 bytes a node, about half of a ring's.
            (&two, reduce, "tree", 1_000.0),
            (&two, reduce, "nvls-tree", 1_000.0),
            (&two, reduce, "collnet", 1_000.0),
            // The eight parts of the other node's ranks, half of the message.
            (&two, CollectiveOp::AllToAll, "pairwise", 4_000.0),
            (&two, CollectiveOp::SendRecv, "direct", 8_000.0),
            // Three edges, up and down: 48,000 bytes over four nodes of eight adapters.
            (&four, reduce, "tree", 1_500.0),
            // 62 steps of a 32nd: 15,500 bytes a node.
            (&four, reduce, "ring", 1_937.5),
            // 31 parts of a 32nd.
            (&four, CollectiveOp::AllGather, "ring", 968.75),
            (&four, CollectiveOp::Broadcast, "ring", 1_000.0),
        ] {
            let wire = wire_bytes(group, op, algorithm, 8_000);
            assert!(
                (wire - bytes).abs() < 1e-6,
                "{algorithm} over {}: {wire}",
                group.ranks
            );
        }
        // Parallel aggregated trees serve one GPU a node: each gets the seven parts of the others.
        let mut lone = one.clone();
        (lone.nodes, lone.per_node) = (8, 1);
        lone.between.clone_from(&two.between);
        let wire = wire_bytes(&lone, CollectiveOp::AllGather, "pat", 8_000);
        assert!((wire - 7_000.0).abs() < 1e-6, "{wire}");
    }

    /// No wire carries more than its line rate, whatever is taken.
    #[test]
    fn what_is_on_the_wire_fits_the_wire() {
        for template in templates::all() {
            let report = crate::evaluate_builtin(&template.design);
            for curve in &report.collectives {
                for point in curve.points.iter().filter(|point| point.time_us > 0.0) {
                    let line = if point.scale_out_us > 0.0 {
                        report.summary.scale_out_gb_s_per_gpu
                    } else {
                        report.summary.scale_up_gb_s_per_gpu
                    };
                    let carried = point.wire_bytes_per_gpu / (point.time_us * 1e3);
                    assert!(
                        line.is_none_or(|line| carried <= line * 1.001),
                        "{}: {carried} of {line:?}, {point:?}",
                        template.id
                    );
                }
            }
        }
    }

    #[test]
    fn the_runner_up_wins_where_it_is_said_to() {
        for template in templates::all() {
            let group = group(&template.design);
            for (op, bytes) in [
                (CollectiveOp::AllReduce, 8 << 30),
                (CollectiveOp::AllReduce, 3 << 20),
                (CollectiveOp::AllGather, 1 << 20),
            ] {
                let point = super::super::explained(&group, op, bytes);
                let Some(second) = point.runner_up else {
                    continue;
                };
                let is_second = |way: Option<Way>| {
                    way.is_some_and(|way| {
                        way.0 == second.algorithm && way.1.id() == second.protocol
                    })
                };
                let sizes = second.wins_at_bytes.clone().expect("it was looked for");
                assert!(sizes.len() <= 2);
                for size in &sizes {
                    assert!(
                        is_second(taken(&group, op, *size)),
                        "{}: {size}",
                        template.id
                    );
                    // A fiftieth nearer it does not win any more.
                    let nearer = if *size < bytes {
                        size + size / 50 + 3
                    } else {
                        size - size / 50 - 3
                    };
                    let past = (*size < bytes) != (nearer < bytes);
                    assert!(
                        past || !is_second(taken(&group, op, nearer)),
                        "{}: {size}",
                        template.id
                    );
                }
                if let Some(with) = &second.taken_with {
                    assert!(with.contains('='), "{with}");
                }
            }
        }
        // Ring is a word of the library, and eight H100 take it when told.
        let group = group(&design("dgx-h100-1"));
        let point = super::super::explained(&group, CollectiveOp::AllReduce, 8 << 30);
        let second = point.runner_up.expect("NVLS has a runner-up");
        assert_eq!(second.taken_with.as_deref(), Some("algorithm=ring"));
    }
}
