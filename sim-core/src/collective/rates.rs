//! What the paths of a group carry under a model, and how it is said in words.

use podwright_locales::{Language, Texts, format};

use super::constants::{GpuClass, Model};
use super::estimate::{Candidate, Limit};
use super::group::{Between, Group, InsideKind};
use super::measured::Bound;
use crate::cluster::{HostKind, JoinKind};
use crate::design::{CollectiveOp, CpuVendor};

/// What a ring of so many falls short, where two fall short by `loss`.
fn short(loss: f64, ranks: f64) -> f64 {
    1.0 - loss * (2.0 / ranks) * (2.0 / ranks)
}

/// What large messages reach inside a node, GB/s busbw.
pub(super) fn inside_gb_s(model: &Model, group: &Group, op: CollectiveOp) -> f64 {
    let inside = &group.inside;
    let class = model.class(group.class);
    let shared = &model.shared;
    let n = group.per_node as f64;
    if inside.kind == InsideKind::Alone {
        return f64::INFINITY;
    }
    let links =
        f64::from(inside.rings) * inside.achievable_gb_s_per_link * class.ring_share * inside.live;
    let modelled = match inside.kind {
        InsideKind::Switched => links,
        InsideKind::Linked => match inside.join {
            JoinKind::Bridge | JoinKind::BridgePairs => links.min(shared.bridged_pair_gb_s),
            _ => links,
        },
        _ => host_gb_s(model, group, op),
    };
    let own = inside.own();
    let plain = Bound::over(own, modelled);
    // Few GPUs of a switch fall short of many.
    let switched = inside.kind == InsideKind::Switched;
    let of_few = |loss: f64| if switched { short(loss, n) } else { 1.0 };
    match op {
        CollectiveOp::AllReduce | CollectiveOp::Broadcast | CollectiveOp::Reduce => {
            Bound::over(own, modelled * of_few(shared.pair_loss))
        }
        CollectiveOp::AllGather | CollectiveOp::ReduceScatter => {
            plain * shared.gather_share * of_few(shared.gather_pair_loss)
        }
        CollectiveOp::AllToAll => plain * class.direct_share * of_few(shared.direct_pair_loss),
        CollectiveOp::SendRecv => {
            let pair = if inside.kind == InsideKind::Linked && inside.measured_gb_s.is_none() {
                let links = f64::from(inside.pair_links);
                let one = links * inside.achievable_gb_s_per_link * class.ring_share;
                Bound::over(inside.pair, one)
            } else {
                plain
            };
            pair.min(plain) * class.direct_share
        }
    }
}

fn host_gb_s(model: &Model, group: &Group, op: CollectiveOp) -> f64 {
    let inside = &group.inside;
    let host = &model.host;
    let edge = Bound::over(inside.slots, inside.slot.gb_s * host.peer_share);
    let up = inside.slot.up_gb_s * host.peer_share;
    if inside.kind == InsideKind::Peer {
        let through_cpu = inside.host != HostKind::SameSwitch;
        // Neighbours of a ring meet below their switch and one at a time passes its uplink; behind a chipset, and where
        // each sends to all, every one goes up.
        let edge = if inside.slot.chipset {
            edge.min(up)
        } else if op == CollectiveOp::AllToAll && through_cpu {
            let n = group.per_node as f64;
            let away = n - inside.slot.sharers as f64;
            edge.min(up * (n - 1.0) / away.max(1.0))
        } else {
            edge
        };
        let rate = match inside.cpu {
            Some(CpuVendor::Intel) if through_cpu => edge / host.intel_root_cost,
            None if through_cpu => edge / host.unknown_root_cost,
            _ => edge,
        };
        return if inside.host == HostKind::CrossSocket {
            rate.min(host.cross_socket_gb_s)
        } else {
            rate
        };
    }
    let one_way = matches!(op, CollectiveOp::Broadcast | CollectiveOp::Reduce);
    let staged = match (group.per_node, inside.host) {
        // Only one direction of the slots is used.
        (2, _) if one_way => {
            let whole = up * inside.slot.sharers as f64;
            return host.staged_one_way_gb_s.min(edge).min(whole);
        }
        (2, _) => host.staged_pair_gb_s,
        (n, HostKind::CrossSocket) => host.staged_sockets_gb_s * 4.0 / n as f64,
        // All share the host's memory; what one gets falls with their number.
        (n, _) => host.staged_group_gb_s * 4.0 / n as f64,
    };
    // A narrow slot, or one that shares its way up, binds before host memory does.
    staged.min(edge / 2.0).min(up)
}

/// What the adapters of a node carry, GB/s per direction.
pub(super) fn node_gb_s(model: &Model, group: &Group, between: &Between, op: CollectiveOp) -> f64 {
    let own = between.own(group.per_node);
    if let Some(own) = own.filter(|own| own.all) {
        return own.gb_s;
    }
    let network = &model.network;
    let share = between.transport.constants(group.class, model).share;
    let blackwell = group.class == GpuClass::Blackwell;
    let rate = if let Some(cap) = between.transport.node_cap_gb_s(model) {
        (between.line_gb_s * share).min(cap * share)
    } else if group.per_node == 1 {
        // A rank alone on its node drives the adapters next to it only.
        let lone = if between.aligned {
            network.lone_rank_gb_s
        } else {
            network.misaligned_gb_s
        };
        (between.gpu_line_gb_s * share).min(lone)
    } else {
        between.line_gb_s * share
    };
    let rate = if between.gpudirect {
        rate
    } else {
        rate.min(network.no_gpudirect_gb_s * between.ports as f64)
    };
    let gathers = matches!(op, CollectiveOp::AllGather | CollectiveOp::ReduceScatter);
    let rate = if gathers && blackwell && group.per_node > 1 {
        rate * network.gather_blackwell_share
    } else {
        rate
    };
    Bound::over(own, rate)
}

/// The user's figure for what sets the transfer time.
fn figure(group: &Group, limit: Limit) -> Option<f64> {
    let bound = match (limit, &group.between) {
        (Limit::Network, Some(path)) => path.own(group.per_node),
        _ => group.inside.own().or(group.inside.slots),
    };
    bound.map(|bound| bound.gb_s)
}

/// The slowest part of the way that was taken, in words with its rate; `measured` when a figure of the user decides it.
pub fn bottleneck(model: &Model, group: &Group, candidate: &Candidate, measured: bool) -> String {
    let texts = Texts::of(Language::English);
    if candidate.latency_us * 2.0 > candidate.time_us {
        return texts.with("bottleneck-steps", &[("steps", candidate.steps.into())]);
    }
    if let Some(rate) = figure(group, candidate.limit).filter(|_| measured) {
        return texts.with(
            "bottleneck-measured",
            &[("rate", format::gb_s(rate).into())],
        );
    }
    match (candidate.limit, &group.between) {
        (Limit::Network, Some(between)) => texts.with(
            "bottleneck-nic",
            &[
                ("name", between.adapter.as_str().into()),
                ("count", between.ports.into()),
                ("rate", format::gb_s(between.port_gb_s).into()),
            ],
        ),
        (Limit::Switch, _) => {
            let rate = if group.racks() {
                model.rack.nvls_gb_s
            } else {
                model.nvls(group.class).map_or(0.0, |nvls| nvls.gb_s)
            };
            texts.with("bottleneck-nvls", &[("rate", format::gb_s(rate).into())])
        }
        _ => inside_words(model, group, texts),
    }
}

fn inside_words(model: &Model, group: &Group, texts: &Texts) -> String {
    let inside = &group.inside;
    let linked = |words: &str| {
        let rate = f64::from(inside.rings) * inside.gb_s_per_link;
        texts.with(words, &[("rate", format::gb_s(rate).into())])
    };
    match inside.kind {
        InsideKind::Alone => String::new(),
        InsideKind::Switched => linked("bottleneck-nvlink"),
        InsideKind::Linked => linked(match inside.join {
            JoinKind::Bridge | JoinKind::BridgePairs => "bottleneck-bridge",
            JoinKind::FullMeshXgmi => "bottleneck-xgmi",
            _ => "bottleneck-nvlink",
        }),
        InsideKind::Peer | InsideKind::Staged if chipset_binds(model, group) => texts.with(
            "bottleneck-chipset",
            &[
                ("cards", inside.slot.sharers.into()),
                ("rate", format::gb_s(inside.slot.up_gb_s).into()),
            ],
        ),
        InsideKind::Peer
            if inside.host == HostKind::CrossSocket
                && inside.slot.gb_s * model.host.peer_share > model.host.cross_socket_gb_s =>
        {
            let rate = model.host.cross_socket_gb_s;
            texts.with("bottleneck-socket", &[("rate", format::gb_s(rate).into())])
        }
        InsideKind::Peer => texts.with(
            "bottleneck-pcie",
            &[
                ("generation", u64::from(inside.slot.generation).into()),
                ("lanes", u64::from(inside.slot.lanes).into()),
                ("rate", format::gb_s(inside.slot.gb_s).into()),
            ],
        ),
        InsideKind::Staged => {
            let rate = host_gb_s(model, group, CollectiveOp::AllReduce);
            texts.with("bottleneck-host", &[("rate", format::gb_s(rate).into())])
        }
    }
}

/// The way through the chipset is what cards that meet in the host wait for.
fn chipset_binds(model: &Model, group: &Group) -> bool {
    let slot = &group.inside.slot;
    let carried = host_gb_s(model, group, CollectiveOp::AllReduce);
    slot.chipset && carried >= slot.up_gb_s * model.host.peer_share * (1.0 - 1e-9)
}
