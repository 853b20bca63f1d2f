//! What nobody has measured, as far as a file knows.

use std::collections::{BTreeMap, BTreeSet};

use podwright_sim_core::catalog::{Catalog, Record};
use podwright_sim_core::cluster::{JoinKind, resolve};
use podwright_sim_core::collective::Group;
use podwright_sim_core::collective::constants::GpuClass;
use podwright_sim_core::templates;
use serde::Serialize;

use crate::predict::Eligible;
use crate::words::SystemClass;

/// How far the runs of a class reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Span {
    /// The class.
    pub class: SystemClass,
    /// Series.
    pub series: usize,
    /// Ranks of the largest.
    pub most_ranks: u64,
    /// Nodes (racks) of the largest.
    pub most_nodes: u64,
}

/// Systems without a single run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Gaps {
    /// GPUs of the catalogue that no run used: id and name.
    pub gpus: Vec<(String, String)>,
    /// Templates that no run matches in GPU class (cards: the very GPU), links, GPUs a node and nodes: id and title.
    pub templates: Vec<(String, String)>,
    /// Fastest port between nodes that was measured, Gbit/s.
    pub fastest_port_gbit_s: Option<u64>,
    /// Numbers of racks that were measured.
    pub racks: Vec<u64>,
    /// How far each class reaches.
    pub spans: Vec<Span>,
}

/// What makes two configurations alike.
type Alike = (GpuClass, Option<String>, &'static str, u64, u64);

fn alike(group: &Group, gpu_id: &str, kind: JoinKind) -> Alike {
    let card = group.class == GpuClass::Card;
    (
        group.class,
        card.then(|| gpu_id.to_owned()),
        kind.id(),
        group.per_node,
        group.nodes,
    )
}

impl Gaps {
    pub(crate) fn of(eligible: &[Eligible]) -> Self {
        let mut gpus: BTreeSet<String> = BTreeSet::new();
        let mut measured: BTreeSet<Alike> = BTreeSet::new();
        let mut racks: BTreeSet<u64> = BTreeSet::new();
        let mut fastest: Option<u64> = None;
        let mut spans: BTreeMap<SystemClass, (BTreeSet<&str>, u64, u64)> = BTreeMap::new();
        for row in eligible {
            let Ok(known) = &row.outcome else { continue };
            let (group, node) = (&known.system.group, &known.system.node);
            gpus.insert(node.gpu.id.clone());
            measured.insert(alike(group, &node.gpu.id, node.scale_up.kind));
            if group.per_node > 16 && node.scale_up.kind == JoinKind::NvSwitch {
                racks.insert(group.nodes);
            }
            if let Some(adapter) = node.compute_adapter()
                && group.nodes > 1
            {
                fastest = fastest.max(Some(adapter.gbit_s_per_port as u64));
            }
            let span = spans.entry(row.class).or_default();
            span.0.insert(&row.series);
            span.1 = span.1.max(group.ranks);
            span.2 = span.2.max(group.nodes);
        }
        Self {
            gpus: Catalog::builtin()
                .gpus()
                .filter(|gpu| !gpus.contains(gpu.id()))
                .map(|gpu| (gpu.id.clone(), gpu.name.clone()))
                .collect(),
            templates: unmeasured_templates(&measured),
            fastest_port_gbit_s: fastest,
            racks: racks.into_iter().collect(),
            spans: spans
                .into_iter()
                .map(|(class, (series, most_ranks, most_nodes))| Span {
                    class,
                    series: series.len(),
                    most_ranks,
                    most_nodes,
                })
                .collect(),
        }
    }
}

fn unmeasured_templates(measured: &BTreeSet<Alike>) -> Vec<(String, String)> {
    templates::all()
        .into_iter()
        .filter(|template| {
            let (cluster, _) = resolve(&template.design, Catalog::builtin());
            cluster.pools.iter().any(|pool| {
                let node = &pool.node;
                let key = (
                    GpuClass::of(&node.gpu),
                    (GpuClass::of(&node.gpu) == GpuClass::Card).then(|| node.gpu.id.clone()),
                    node.scale_up.kind.id(),
                    u64::from(node.gpu_count),
                    pool.count,
                );
                !measured.contains(&key)
            })
        })
        .map(|template| (template.id.to_owned(), template.title))
        .collect()
}
