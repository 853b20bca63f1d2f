//! The rules of each kind of record: sums, references, and figures that must agree.

use serde::Serialize;

use super::check::Fault;
use super::{
    Cable, CableKind, Catalog, Gpu, Interconnect, Model, ModelKind, Nic, NodeType, Record,
    ScaleUpKind, Switch, TopologyKind,
};

const BYTES: &str = "GB/s must be Gbit/s divided by eight";
const TOTAL: &str = "rate x 2 must be the bidirectional total";
const LINK_TOTAL: &str = "links x rate x 2 must be the bidirectional total";
const ACHIEVABLE: &str = "achievable <= nominal <= raw must hold";

fn near(a: f64, b: f64, relative: f64) -> bool {
    (a - b).abs() <= relative * a.abs().max(b.abs()).max(1e-9)
}

/// Collects broken rules.
struct Rules<'a>(&'a mut Vec<Fault>);

impl Rules<'_> {
    fn must(&mut self, holds: bool, rule: &'static str) {
        if !holds {
            self.0.push(Fault::Contradiction { rule });
        }
    }

    fn exists(&mut self, found: bool, field: &str, part: &str) {
        if !found {
            self.0.push(Fault::UnknownPart {
                field: field.to_owned(),
                part: part.to_owned(),
            });
        }
    }
}

/// A record with rules of its own kind.
pub(super) trait Checked: Record + Serialize {
    fn check(&self, catalog: &Catalog, faults: &mut Vec<Fault>);
}

impl Checked for Gpu {
    fn check(&self, catalog: &Catalog, faults: &mut Vec<Fault>) {
        let mut rules = Rules(faults);
        let s = &self.scale_up;
        let t = &self.dense_tflops;
        rules.must(
            near(
                f64::from(s.links) * s.gb_s_per_link_per_direction * 2.0,
                s.total_bidirectional_gb_s,
                0.005,
            ),
            "scale-up links x rate x 2 must be the bidirectional total",
        );
        rules.must(
            (s.kind == ScaleUpKind::None) == (s.links == 0),
            "no scale-up technology must mean no links",
        );
        rules.must(
            s.kind != ScaleUpKind::None || s.max_peers == 0,
            "peers need links",
        );
        rules.must(
            s.bridge_capable != s.bridges.is_empty(),
            "bridge_capable must agree with the list of bridges",
        );
        for id in &s.bridges {
            match catalog.bridge(id) {
                None => rules.exists(false, "scale_up.bridges", id),
                Some(bridge) => {
                    rules.must(
                        bridge.gpus.contains(&self.id),
                        "the bridge must list the accelerator",
                    );
                    rules.must(
                        near(
                            bridge.total_bidirectional_gb_s,
                            s.total_bidirectional_gb_s,
                            0.005,
                        ),
                        "the bridge must carry all links of the accelerator",
                    );
                }
            }
        }
        if let (Some(fp16), Some(bf16)) = (t.fp16, t.bf16) {
            rules.must(near(fp16, bf16, 0.02), "dense fp16 and bf16 must agree");
        }
        if let (Some(fp8), Some(bf16)) = (t.fp8, t.bf16) {
            rules.must(
                near(fp8, 2.0 * bf16, 0.02),
                "dense fp8 must be twice bf16 (a rate with sparsity slipped in)",
            );
        }
        if let (Some(bf16), Some(tf32)) = (t.bf16, t.tf32) {
            rules.must(
                (1.9..=2.1).contains(&(bf16 / tf32)),
                "dense bf16 must be twice tf32",
            );
        }
        if let (Some(fp4), Some(fp8)) = (t.fp4, t.fp8) {
            rules.must(
                (1.9..=4.1).contains(&(fp4 / fp8)),
                "dense fp4 must be two to four times fp8",
            );
        }
        if let Some(mib) = self.memory_reported_mib {
            rules.must(
                (0.9..=1.02).contains(&(mib as f64 / 1024.0 / self.memory_gb)),
                "reported memory must be near the label",
            );
        }
    }
}

impl Checked for Interconnect {
    fn check(&self, catalog: &Catalog, faults: &mut Vec<Fault>) {
        let mut rules = Rules(faults);
        let twice = |rate: f64, total: f64| near(rate * 2.0, total, 0.005);
        match self {
            Self::Pcie(l) => {
                let (raw, effective) = (l.raw_gb_s_per_direction, l.effective_gb_s_per_direction);
                rules.must(twice(effective, l.total_bidirectional_gb_s), TOTAL);
                rules.must(
                    effective <= raw
                        && l.achievable_gb_s_per_direction
                            .is_none_or(|a| a <= effective),
                    ACHIEVABLE,
                );
            }
            Self::Nvlink(l) => {
                let nominal = l.gb_s_per_link_per_direction;
                let raw =
                    f64::from(l.lanes_per_link_per_direction) * l.line_rate_gbit_s_per_lane / 8.0;
                rules.must(
                    twice(
                        f64::from(l.links_per_gpu) * nominal,
                        l.total_bidirectional_gb_s,
                    ),
                    LINK_TOTAL,
                );
                rules.must(
                    near(raw, l.raw_gb_s_per_link_per_direction, 0.005),
                    "lanes x line rate must be the raw rate",
                );
                rules.must(
                    l.achievable_gb_s_per_link_per_direction <= nominal && nominal <= raw + 1e-6,
                    ACHIEVABLE,
                );
            }
            Self::NvlinkBridge(l) => {
                rules.must(
                    twice(l.gb_s_per_direction, l.total_bidirectional_gb_s),
                    TOTAL,
                );
                rules.must(
                    near(l.spacing_mm, f64::from(l.slot_pitch) * 20.32, 0.005),
                    "spacing must be the slot pitch x 20.32 mm",
                );
                for id in &l.gpus {
                    match catalog.gpu(id) {
                        None => rules.exists(false, "gpus", id),
                        Some(gpu) => rules.must(
                            gpu.scale_up.bridges.contains(&l.id),
                            "the accelerator must list the bridge",
                        ),
                    }
                }
            }
            Self::Nvswitch(l) => rules.must(
                twice(
                    f64::from(l.ports) * l.gb_s_per_port_per_direction,
                    l.total_bidirectional_gb_s,
                ),
                LINK_TOTAL,
            ),
            Self::Xgmi(l) => {
                let nominal = l.gb_s_per_link_per_direction;
                rules.must(
                    twice(
                        f64::from(l.links_per_gpu) * nominal,
                        l.total_bidirectional_gb_s,
                    ),
                    LINK_TOTAL,
                );
                rules.must(
                    l.achievable_gb_s_per_link_per_direction
                        .is_none_or(|a| a <= nominal),
                    ACHIEVABLE,
                );
            }
            Self::CpuSocket(l) | Self::C2c(l) => {
                rules.must(
                    twice(l.effective_gb_s_per_direction, l.total_bidirectional_gb_s),
                    TOTAL,
                );
                rules.must(
                    l.achievable_gb_s_per_direction <= l.effective_gb_s_per_direction,
                    ACHIEVABLE,
                );
            }
            Self::Ethernet(l) => {
                let effective = l.effective_gb_s_per_direction;
                rules.must(twice(effective, l.total_bidirectional_gb_s), TOTAL);
                rules.must(near(l.data_rate_gbit_s / 8.0, effective, 0.005), BYTES);
                rules.must(l.signalling_gbit_s >= l.data_rate_gbit_s, ACHIEVABLE);
                rules.must(
                    l.rocev2_payload_gb_s_mtu1024 <= l.rocev2_payload_gb_s_mtu4096
                        && l.rocev2_payload_gb_s_mtu4096 <= effective
                        && l.tcp_payload_gb_s_mtu1500 <= effective,
                    "payload can't exceed the data rate",
                );
            }
            Self::Infiniband(l) => {
                let effective = l.effective_gb_s_per_direction;
                rules.must(twice(effective, l.total_bidirectional_gb_s), TOTAL);
                rules.must(near(l.data_rate_gbit_s / 8.0, effective, 0.005), BYTES);
                rules.must(
                    l.signalling_gbit_s >= l.data_rate_gbit_s
                        && l.achievable_gb_s_per_direction <= effective,
                    ACHIEVABLE,
                );
            }
            Self::ScaleUpEthernet(_) | Self::ScaleOutStandard(_) => {}
        }
    }
}

impl Checked for NodeType {
    fn check(&self, catalog: &Catalog, faults: &mut Vec<Fault>) {
        let mut rules = Rules(faults);
        let t = &self.scale_up_topology;
        for (role, group) in self.nics.roles() {
            match catalog.nic(&group.nic_id) {
                None => rules.exists(false, &format!("nics.{role}.nic_id"), &group.nic_id),
                Some(nic) => rules.must(
                    group.gbit_s_per_port <= nic.gbit_s_per_port
                        && group.ports_per_nic <= nic.ports.max(2),
                    "an adapter can't be used faster or wider than it is",
                ),
            }
        }
        let Some(gpu) = catalog.gpu(&self.gpu_id) else {
            return rules.exists(false, "gpu_id", &self.gpu_id);
        };
        let links = gpu.scale_up.links;
        if let Some(id) = &t.switch_id {
            match catalog.nvswitch(id) {
                None => rules.exists(false, "scale_up_topology.switch_id", id),
                Some(switch) => {
                    rules.must(
                        u64::from(switch.ports) * u64::from(t.switch_chips)
                            >= u64::from(t.domain_gpus) * u64::from(links),
                        "NVSwitch chips must have a port for every accelerator link",
                    );
                    rules.must(
                        switch.gb_s_per_port_per_direction
                            == gpu.scale_up.gb_s_per_link_per_direction,
                        "NVSwitch ports must run at the rate of the accelerator links",
                    );
                }
            }
        }
        if let Some(id) = &t.bridge_id {
            match catalog.bridge(id) {
                None => rules.exists(false, "scale_up_topology.bridge_id", id),
                Some(bridge) => rules.must(
                    bridge.gpus.contains(&self.gpu_id),
                    "the bridge must fit the accelerator",
                ),
            }
        }
        rules.must(
            t.domain_gpus <= self.gpu_count,
            "a scale-up domain can't exceed the system",
        );
        let linked = matches!(
            t.kind,
            TopologyKind::Bridge
                | TopologyKind::BridgePairs
                | TopologyKind::HybridCubeMesh
                | TopologyKind::FullMeshXgmi
        );
        rules.must(
            t.kind != TopologyKind::Nvswitch
                || (gpu.scale_up.switch_capable && t.switch_id.is_some()),
            "an NVSwitch system needs a switch and accelerators that can use it",
        );
        rules.must(
            matches!(t.kind, TopologyKind::Bridge | TopologyKind::BridgePairs)
                == t.bridge_id.is_some(),
            "bridged systems, and only they, name a bridge",
        );
        rules.must(
            t.kind != TopologyKind::Pcie || t.domain_gpus == self.gpu_count,
            "the domain of a PCIe system is the system",
        );
        rules.must(
            linked == t.link_matrix.is_some(),
            "systems with direct links, and only they, have a link matrix",
        );
        if let Some(matrix) = &t.link_matrix {
            let n = matrix.len();
            if n == self.gpu_count as usize && matrix.iter().all(|row| row.len() == n) {
                rules.must(
                    (0..n)
                        .all(|i| matrix[i][i] == 0 && (0..i).all(|j| matrix[i][j] == matrix[j][i])),
                    "the link matrix must be symmetric with a zero diagonal",
                );
                rules.must(
                    matrix.iter().all(|row| {
                        row.iter().map(|&x| u64::from(x)).sum::<u64>() == u64::from(links)
                    }),
                    "every row of the link matrix must use every link of the accelerator",
                );
            } else {
                rules.must(
                    false,
                    "the link matrix must have a row and a column for every accelerator",
                );
            }
        }
        if let Some(power) = self.max_power_w {
            rules.must(
                power >= f64::from(self.gpu_count) * gpu.tdp_w,
                "the system can't draw less than its accelerators",
            );
        }
        if let (Some(trays), Some(per_tray)) = (self.compute_trays, self.gpus_per_tray) {
            rules.must(
                u64::from(trays) * u64::from(per_tray) == u64::from(self.gpu_count),
                "trays x accelerators per tray must be the accelerators of the system",
            );
        }
    }
}

impl Checked for Nic {
    fn check(&self, _: &Catalog, faults: &mut Vec<Fault>) {
        let mut rules = Rules(faults);
        rules.must(
            near(
                self.max_aggregate_gbit_s / 8.0,
                self.gb_s_per_direction,
                0.005,
            ),
            BYTES,
        );
        rules.must(
            self.max_aggregate_gbit_s <= f64::from(self.ports) * self.gbit_s_per_port,
            "the aggregate can't exceed ports x rate",
        );
        rules.must(!self.protocols.is_empty(), "an adapter needs a protocol");
        power_in_order(&mut rules, self.power_typical_w, self.power_max_w);
    }
}

impl Checked for Switch {
    fn check(&self, _: &Catalog, faults: &mut Vec<Fault>) {
        let mut rules = Rules(faults);
        let capacity = self
            .ports
            .iter()
            .map(|group| f64::from(group.count) * group.gbit_s)
            .sum::<f64>()
            / 1000.0;
        rules.must(!self.ports.is_empty(), "a switch needs ports");
        rules.must(
            near(capacity, self.switching_capacity_tbit_s, 0.01),
            "ports x rate must be the switching capacity",
        );
        rules.must(
            [1.0, 2.0].iter().any(|k| {
                near(
                    self.vendor_headline_tbit_s,
                    k * self.switching_capacity_tbit_s,
                    0.01,
                )
            }),
            "the vendor's headline must be one or two times the capacity",
        );
        rules.must(
            self.chassis.as_ref().is_none_or(|chassis| {
                let ports = u64::from(chassis.slots) * u64::from(chassis.card.count);
                self.ports
                    .first()
                    .is_some_and(|group| u64::from(group.count) == ports)
            }),
            "the data ports of a chassis must be slots x ports of a line card",
        );
        power_in_order(&mut rules, self.power_typical_w, self.power_max_w);
    }
}

fn power_in_order(rules: &mut Rules<'_>, typical_w: Option<f64>, max_w: Option<f64>) {
    if let (Some(typical), Some(max)) = (typical_w, max_w) {
        rules.must(typical <= max, "typical power can't exceed the maximum");
    }
}

impl Checked for Cable {
    fn check(&self, _: &Catalog, faults: &mut Vec<Fault>) {
        let mut rules = Rules(faults);
        rules.must(
            (self.kind == CableKind::Fibre) == (self.gbit_s == 0.0),
            "fibre, and only fibre, has no rate of its own",
        );
        rules.must(
            self.kind != CableKind::Fibre || self.power_per_end_w == 0.0,
            "fibre draws no power",
        );
        rules.must(!self.protocols.is_empty(), "a cable needs a protocol");
        let ways = self.breakout.as_ref().map_or(0, Vec::len);
        rules.must(
            self.breakouts()
                .filter(|way| f64::from(way.links) * way.gbit_s <= self.gbit_s)
                .count()
                == ways,
            "other ways to run an end must read like 4x200 and keep to its rate",
        );
    }
}

impl Checked for Model {
    fn check(&self, _: &Catalog, faults: &mut Vec<Fault>) {
        let mut rules = Rules(faults);
        rules.must(
            self.active_params_b <= self.total_params_b,
            "active parameters can't exceed all parameters",
        );
        if self.kind == ModelKind::Moe {
            rules.must(
                self.experts.is_some()
                    && self.experts_per_token.is_some()
                    && self.moe_ffn.is_some(),
                "a model with experts needs their number, width and how many a token visits",
            );
        }
        if let Some(params_b) = self.params_b_from_shape() {
            rules.must(
                near(params_b, self.total_params_b, 0.01),
                "the shape must give the parameter count",
            );
        }
    }
}
