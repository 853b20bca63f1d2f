//! The way between two GPUs, hop by hop, as far as a report tells it.
//!
//! Switches are numbered as the drawing numbers them. By rail, a leaf serves one rail of a group of nodes; else leaves
//! that every node reaches share its NICs out evenly, and others are filled node after node. Of several equal spines
//! and cores one in the middle stands for all.

use podwright_locales::{Texts, format};
use podwright_sim_core::Report;
use podwright_sim_core::report::{FabricReport, PoolReport};

use super::fabric::{nodes, switched};
use super::words::rate_label;
use crate::{PathStop, Slowest, SlowestAt};

/// A GPU of a design.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GpuAt {
    /// Number of its node over all pools, from 0.
    pub node: u64,
    /// Its number in the node, from 0.
    pub gpu: u64,
}

/// One part of a path.
#[derive(Clone, Debug, PartialEq)]
pub struct Hop {
    /// The part.
    pub part: String,
    /// What it is.
    pub detail: String,
    /// Its rate per direction, GB/s; nothing where the report does not tell.
    pub gb_s: Option<f64>,
    /// What one GPU has of it while all send at once, GB/s per direction.
    pub share_gb_s: Option<f64>,
    /// Whether it is the first of the parts that give one GPU least.
    pub slowest: bool,
}

/// The way between two GPUs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GpuPath {
    /// One end.
    pub from: GpuAt,
    /// The other.
    pub to: GpuAt,
    /// What the path is.
    pub title: String,
    /// Its parts in order.
    pub hops: Vec<Hop>,
    /// What it means, in a sentence or two; may be empty.
    pub note: String,
    /// Devices of the compute fabric along the path; empty inside a node.
    pub stops: Vec<PathStop>,
    /// Hops inside the first node, before the fabric begins.
    before: usize,
}

/// Two GPUs that are far apart: in two nodes on one rail where a fabric joins them, else in one node.
pub fn usual_pair(report: &Report) -> Option<(GpuAt, GpuAt)> {
    let count = nodes(report);
    if let Some((_, fabric)) = compute(report)
        && count >= 2
    {
        let near = count / 8;
        let far = count - 1 - near;
        let (a, b) = (pool_of(report, near)?.1, pool_of(report, far)?.1);
        let last = |pool: &PoolReport| pool.gpus_per_node.saturating_sub(1);
        let (from, to) = if fabric.rails > 1 {
            let gpu = 2.min(last(a)).min(last(b));
            (gpu, gpu)
        } else {
            (
                a.gpus_per_node / 4,
                last(b).saturating_sub(b.gpus_per_node / 4),
            )
        };
        let at = |node, gpu| GpuAt { node, gpu };
        return Some((at(near, from), at(far, to)));
    }
    let mut node = 0;
    for pool in &report.pools {
        if pool.gpus_per_node > 1 && pool.count > 0 {
            return Some((GpuAt { node, gpu: 0 }, GpuAt { node, gpu: 1 }));
        }
        node += pool.count;
    }
    None
}

/// The compute fabric, if it has switches.
fn compute(report: &Report) -> Option<(usize, &FabricReport)> {
    switched(report)
        .into_iter()
        .find(|(_, fabric)| fabric.network == "compute")
}

/// The pool of a node, and how many NICs the nodes before it have.
fn pool_of(report: &Report, node: u64) -> Option<(u64, &PoolReport)> {
    let (mut first, mut nics) = (0, 0);
    for pool in &report.pools {
        if node - first < pool.count {
            return Some((nics + (node - first) * pool.nics_per_node, pool));
        }
        first += pool.count;
        nics += pool.count * pool.nics_per_node;
    }
    None
}

impl GpuPath {
    /// The path between two GPUs; nothing where one of them does not exist, both are the same, or nothing joins them.
    pub fn between(texts: &Texts, report: &Report, from: GpuAt, to: GpuAt) -> Option<Self> {
        let (near, far) = (pool_of(report, from.node)?, pool_of(report, to.node)?);
        if from == to || from.gpu >= near.1.gpus_per_node || to.gpu >= far.1.gpus_per_node {
            return None;
        }
        let mut path = Self {
            from,
            to,
            ..Self::default()
        };
        if from.node == to.node {
            path.hops
                .push(inside(texts, report, near.1, from.gpu, to.gpu));
            path.title = path_title(
                texts,
                &gpu_label(texts, from.gpu),
                &gpu_label(texts, to.gpu),
            );
        } else {
            let (_, fabric) = compute(report)?;
            let end = |pool, at| End::new(texts, report, fabric, pool, at);
            path.across(texts, report, fabric, &[end(near, from), end(far, to)]);
            path.title = path_title(texts, &place(texts, near.1, from), &place(texts, far.1, to));
        }
        path.mark_slowest();
        path.note = path.note(texts, report, near.1);
        Some(path)
    }

    /// The two GPUs of a path that stays in a node.
    pub(super) fn inside(&self) -> Option<(u32, u32)> {
        (self.from.node == self.to.node).then_some((self.from.gpu as u32, self.to.gpu as u32))
    }

    /// What one GPU has of the whole path while all send at once, GB/s per direction.
    pub fn share_gb_s(&self) -> Option<f64> {
        self.hops
            .iter()
            .map(|hop| hop.share_gb_s)
            .try_fold(f64::INFINITY, |least, share| Some(least.min(share?)))
            .filter(|share| share.is_finite())
    }

    fn mark_slowest(&mut self) {
        let Some(least) = self.share_gb_s().filter(|_| self.hops.len() > 1) else {
            return;
        };
        if let Some(hop) = self
            .hops
            .iter_mut()
            .find(|hop| hop.share_gb_s.is_some_and(|share| share <= least))
        {
            hop.slowest = true;
        }
    }

    /// The callout at the slowest part of a path through a fabric.
    pub(super) fn callout(&self, texts: &Texts) -> Option<Slowest> {
        let (i, hop) = self.hops.iter().enumerate().find(|(_, hop)| hop.slowest)?;
        let rate = format::gb_s(hop.share_gb_s?);
        Some(Slowest {
            at: SlowestAt::Hop(i.checked_sub(self.before)?),
            title: texts.with(
                "diagram-topology-slowest",
                &[("part", (&hop.part).into()), ("rate", rate.into())],
            ),
            detail: hop.detail.clone(),
        })
    }

    fn note(&self, texts: &Texts, report: &Report, pool: &PoolReport) -> String {
        let Some(share) = self.share_gb_s() else {
            return String::new();
        };
        let mut note = texts.with("diagram-path-flow", &[("rate", format::gb_s(share).into())]);
        if let Some(up) = scale_up(report).filter(|_| self.from.node != self.to.node)
            && pool.gpus_per_node > 1
            && up > share
        {
            let place = if pool.category == "rack" {
                "diagram-path-rack"
            } else {
                "diagram-path-node"
            };
            note.push(' ');
            note.push_str(&texts.with(
                "diagram-path-inside",
                &[
                    ("place", texts.get(place).into()),
                    ("rate", format::gb_s(up).into()),
                    ("times", format::short(up / share).into()),
                ],
            ));
        }
        note
    }

    /// Up from one end to the tier where the ways meet, and down to the other.
    fn across(&mut self, texts: &Texts, report: &Report, fabric: &FabricReport, ends: &[End; 2]) {
        let [near, far] = ends;
        let mut near = near.clone();
        if fabric.topology == "rail-only" && near.rail != far.rail {
            // Nothing joins the rails: the data changes the rail inside the first node.
            let rate = scale_up(report);
            self.hops.push(Hop {
                part: texts.get("diagram-hop-rail"),
                detail: report.summary.scale_up_label.clone().unwrap_or_default(),
                gb_s: rate,
                share_gb_s: rate,
                slowest: false,
            });
            self.before = 1;
            let group = near.leaf / fabric.rails.max(1);
            near.leaf = if far.leaf >= fabric.rails {
                group * fabric.rails
            } else {
                0
            } + far.rail;
        }
        let tiers = fabric.tiers.len();
        // How far up the two ways have to go.
        let turn = if near.leaf == far.leaf {
            0
        } else if tiers < 3 || (near.group.is_some() && near.group == far.group) {
            1.min(tiers - 1)
        } else {
            tiers - 1
        };
        let climb = |end: &End| -> Vec<(usize, u64)> {
            let mut way = vec![(0, end.leaf)];
            for (tier, above) in fabric.tiers.iter().enumerate().take(turn + 1).skip(1) {
                let one = if tier == turn && tier + 1 == tiers && tiers > 2 {
                    above.count / 2
                } else {
                    end.spine
                };
                way.push((tier, one.min(above.count.saturating_sub(1))));
            }
            way
        };
        let (up, mut down) = (climb(&near), climb(far));
        // At the turn both are the same switch.
        down.pop();
        down.reverse();
        let switches: Vec<(usize, u64)> = up.into_iter().chain(down).collect();

        let mut share = near.share.min(far.share);
        self.hops.push(near.hop(texts, near.share));
        for (from, to) in switches.iter().zip(switches.iter().skip(1)) {
            if to.0 > from.0 {
                share *= up_share(fabric, from.0);
            }
            self.hops.push(bundle(texts, fabric, *from, *to, share));
        }
        self.hops.push(far.hop(texts, far.share.min(share)));

        let stop = |tier: usize, index: u64, label: String| PathStop { tier, index, label };
        self.stops
            .push(stop(tiers, near.at.node, gpu_label(texts, near.at.gpu)));
        self.stops.extend(
            switches
                .iter()
                .map(|(tier, index)| stop(tiers - 1 - tier, *index, String::new())),
        );
        self.stops
            .push(stop(tiers, far.at.node, gpu_label(texts, far.at.gpu)));
    }
}

/// Where a path enters the fabric.
#[derive(Clone)]
struct End {
    at: GpuAt,
    /// The rail of its NIC, 0 where leaves are not by rail.
    rail: u64,
    /// Number of its leaf.
    leaf: u64,
    /// The set of spines above its leaf; nothing where the report does not tell.
    group: Option<u64>,
    /// A spine of that set.
    spine: u64,
    /// Rate of the NIC, or of the NICs where a GPU has several, GB/s per direction.
    nic: f64,
    /// What the GPU has of it, GB/s per direction.
    share: f64,
    /// Name and rate of the NIC.
    detail: String,
}

impl End {
    fn new(
        texts: &Texts,
        report: &Report,
        fabric: &FabricReport,
        (before, pool): (u64, &PoolReport),
        at: GpuAt,
    ) -> Self {
        let (gpus, nics) = (pool.gpus_per_node.max(1), pool.nics_per_node);
        let nic = (at.gpu * nics / gpus).min(nics.saturating_sub(1));
        let leaves = fabric.tiers.first().map_or(1, |leaf| leaf.count.max(1));
        let rails = fabric.rails.max(1);
        let rail = if rails > 1 { nic % rails } else { 0 };
        let all = nodes(report).max(1);
        // Leaves of one rail, each for a block of nodes.
        let blocks = (leaves / rails).max(1);
        let block = at.node * blocks / all;
        let leaf = if rails > 1 && leaves >= rails {
            block * rails + rail
        } else if rails > 1 {
            rail * leaves / rails
        } else if fabric.endpoints.is_multiple_of(leaves * all) {
            nic * leaves / nics.max(1)
        } else {
            let down = fabric.tiers.first().map_or(1, |leaf| leaf.down_per_switch);
            (before + nic) / down.max(1)
        };
        let leaf = leaf.min(leaves - 1);
        let spines = fabric.tiers.get(1).map_or(0, |spine| spine.count);
        let above = fabric
            .tiers
            .first()
            .filter(|leaf| leaf.links_to_each_above > 0)
            .map_or(0, |leaf| leaf.up_per_switch / leaf.links_to_each_above);
        let groups = spines.checked_div(above).unwrap_or(0);
        let group = (groups > 0).then(|| {
            if groups.is_multiple_of(rails) && leaves >= rails {
                let of_rail = groups / rails;
                rail * of_rail + (leaf / rails) * of_rail / blocks
            } else {
                leaf * groups / leaves
            }
        });
        let spine = match group {
            Some(group) => group * above + above / 2,
            None => spines / 2,
        };
        let port = pool.nic_gbit_s.unwrap_or(0.0).min(fabric.link_gbit_s) / 8.0;
        Self {
            at,
            rail,
            leaf,
            group,
            spine,
            nic: port * (nics as f64 / gpus as f64).max(1.0),
            share: port * nics as f64 / gpus as f64,
            detail: texts.with(
                "diagram-hop-adapters",
                &[
                    ("name", pool.nic.clone().unwrap_or_default().into()),
                    ("rate", rate_label(port * 8.0).into()),
                ],
            ),
        }
    }

    fn hop(&self, texts: &Texts, share: f64) -> Hop {
        let gpu = gpu_label(texts, self.at.gpu);
        Hop {
            part: texts.with("diagram-hop-nic", &[("gpu", gpu.into())]),
            detail: self.detail.clone(),
            gb_s: Some(self.nic),
            share_gb_s: Some(share),
            slowest: false,
        }
    }
}

/// What the links up from a switch of a tier carry of what its links down bring, at most all.
fn up_share(fabric: &FabricReport, tier: usize) -> f64 {
    let switch = &fabric.tiers[tier];
    let from = |tier| if tier == 0 { "node" } else { "leaf" };
    let down = switch.down_per_switch as f64 * fabric.gbit_s_from(from(tier));
    let up = switch.up_per_switch as f64 * fabric.gbit_s_from("leaf");
    if up > 0.0 && down > up {
        up / down
    } else {
        1.0
    }
}

/// The links between two switches of neighbouring tiers, each given as its tier from below and its number.
fn bundle(
    texts: &Texts,
    fabric: &FabricReport,
    from: (usize, u64),
    to: (usize, u64),
    share: f64,
) -> Hop {
    let tier = &fabric.tiers[from.0.min(to.0)];
    let links = tier.links_to_each_above.max(1);
    let gbit_s = fabric.gbit_s_from("leaf");
    let rate = rate_label(gbit_s);
    let switch = |(tier, index): (usize, u64)| {
        let id = match tier {
            0 => "diagram-device-leaf",
            1 => "diagram-device-spine",
            _ => "diagram-device-core",
        };
        texts.with(id, &[("n", format::count(index + 1).into())])
    };
    let rate = if links > 1 {
        texts.with(
            "diagram-hop-bundle",
            &[("links", links.into()), ("rate", rate.into())],
        )
    } else {
        rate
    };
    let shared = to.0 > from.0 && up_share(fabric, from.0) < 1.0;
    Hop {
        part: texts.with(
            "diagram-hop-leaf",
            &[("from", switch(from).into()), ("to", switch(to).into())],
        ),
        detail: if shared {
            texts.with(
                "diagram-hop-shared",
                &[
                    ("rate", rate.into()),
                    ("up", tier.up_per_switch.into()),
                    ("down", tier.down_per_switch.into()),
                ],
            )
        } else {
            rate
        },
        gb_s: Some(links as f64 * gbit_s / 8.0),
        share_gb_s: Some(share),
        slowest: false,
    }
}

/// Rate of the scale-up links of a GPU, GB/s per direction. The report has one for the design: with several pools it is
/// not known which has it.
fn scale_up(report: &Report) -> Option<f64> {
    report
        .summary
        .scale_up_gb_s_per_gpu
        .filter(|_| report.pools.len() == 1)
}

/// The way between two GPUs of a node.
fn inside(texts: &Texts, report: &Report, pool: &PoolReport, a: u64, b: u64) -> Hop {
    let rate = scale_up(report);
    let label = report.summary.scale_up_label.clone().unwrap_or_default();
    let of = |gpu: u64| {
        pool.links
            .iter()
            .filter(move |link| u64::from(link.a) == gpu || u64::from(link.b) == gpu)
    };
    let total: u32 = of(a).map(|link| link.links).sum();
    let direct: u32 = of(a)
        .filter(|link| u64::from(link.a) == b || u64::from(link.b) == b)
        .map(|link| link.links)
        .sum();
    let (part, detail, gb_s) = if pool.scale_up_kind == "nvswitch" {
        ("diagram-hop-switched", label, rate)
    } else if direct > 0 {
        let links = texts.with("diagram-hop-direct-links", &[("links", direct.into())]);
        // All links of a node are alike, so a pair has its part of what a GPU has.
        let rate = rate.map(|rate| rate * f64::from(direct) / f64::from(total));
        ("diagram-hop-direct", links, rate)
    } else if pool.peer_access == Some(false) {
        let rate = rate.filter(|_| pool.scale_up_kind == "pcie");
        let staged = texts.get("diagram-hop-staged-detail");
        ("diagram-hop-none", staged, rate)
    } else {
        let rate = rate.filter(|_| pool.scale_up_kind == "pcie");
        let none = texts.get("diagram-hop-none-detail");
        ("diagram-hop-none", none, rate)
    };
    Hop {
        part: texts.get(part),
        detail,
        gb_s,
        share_gb_s: gb_s,
        slowest: false,
    }
}

fn gpu_label(texts: &Texts, gpu: u64) -> String {
    texts.with("diagram-gpu", &[("n", gpu.to_string().into())])
}

fn place(texts: &Texts, pool: &PoolReport, at: GpuAt) -> String {
    let id = if pool.category == "rack" {
        "diagram-place-rack"
    } else {
        "diagram-place-node"
    };
    texts.with(
        id,
        &[
            ("n", format::count(at.node + 1).into()),
            ("gpu", at.gpu.to_string().into()),
        ],
    )
}

fn path_title(texts: &Texts, from: &str, to: &str) -> String {
    texts.with(
        "diagram-path-title",
        &[("from", from.into()), ("to", to.into())],
    )
}
