//! The only way in: from a design to its report.

use std::collections::BTreeMap;

use podwright_locales::{Language, Texts, format};

use crate::catalog::{Catalog, NodeCategory};
use crate::check;
use crate::cluster::{Cluster, JoinKind, ResolvedNode, resolve};
use crate::collective::{self, Group};
use crate::cost;
use crate::design::{CollectiveSettings, Design, Network, WorkloadKind, design_hash};
use crate::fabric::{Layout, compute_racks, lay_out, network_racks};
use crate::prices::{PriceBook, YearMonth};
use crate::report::{
    self, DomainLink, ExplainedInput, Explanation, Finding, PoolReport, Report, Summary,
    WorkloadResult,
};

/// Version of the engine, as reports print it.
pub const ENGINE_VERSION: &str = env!("CARGO_PKG_VERSION");

/// Evaluates a design with the catalogue that ships with the program and the price book of the design's month.
pub fn evaluate_builtin(design: &Design) -> Report {
    let as_of = design
        .price_book
        .as_of
        .as_deref()
        .and_then(YearMonth::parse);
    evaluate(design, Catalog::builtin(), &PriceBook::builtin(as_of))
}

/// Evaluates a design. Bad input never panics: it yields findings.
pub fn evaluate(design: &Design, catalog: &Catalog, prices: &PriceBook) -> Report {
    let mut findings: Vec<Finding> = Vec::new();
    let merged;
    let catalog = if design.custom_parts.is_empty() {
        catalog
    } else {
        let (with_parts, defects) = with_custom(design, catalog);
        findings.extend(defects);
        merged = with_parts;
        &merged
    };
    findings.extend(check::size(design, catalog));
    if !findings.is_empty() {
        // Nothing can be computed on parts that contradict each other or on more GPUs than the engine takes on.
        return assemble(
            design,
            catalog,
            prices,
            &Cluster { pools: Vec::new() },
            &[],
            findings,
        );
    }
    let (cluster, unresolved) = resolve(design, catalog);
    findings.extend(unresolved);
    let (layouts, unsized_fabrics) = lay_out(design, &cluster, catalog);
    findings.extend(unsized_fabrics);
    assemble(design, catalog, prices, &cluster, &layouts, findings)
}

fn with_custom(design: &Design, catalog: &Catalog) -> (Catalog, Vec<Finding>) {
    match catalog.with_custom(&design.custom_parts) {
        Ok(merged) => (merged, Vec::new()),
        Err(defects) => (catalog.clone(), check::custom_parts(&defects)),
    }
}

fn assemble(
    design: &Design,
    catalog: &Catalog,
    prices: &PriceBook,
    cluster: &Cluster,
    layouts: &[Layout],
    mut findings: Vec<Finding>,
) -> Report {
    let mut racks = compute_racks(&design.site, cluster);
    racks.extend(network_racks(&design.site, layouts));

    let all = Group::first(
        cluster,
        layouts,
        cluster.gpus(),
        CollectiveSettings::default(),
    );
    let collectives = all.as_ref().map(collective::curves).unwrap_or_default();
    let domain_collectives = domain_curves(cluster);
    let workloads = workloads(design, cluster, layouts);

    let budget = cost::budget(design, catalog, cluster, layouts, &racks, prices);

    let checked = check::check(design, catalog, cluster, layouts, &racks);
    findings.extend(checked.findings);
    findings.extend(check::unpriced(&budget.bom.lines));
    findings.extend(check::unused_overrides(
        design,
        &budget.bom.lines,
        &findings,
    ));
    findings.extend(check::month_ahead(design, prices));
    check::sort(&mut findings);

    let mut summary = summarize(cluster, layouts);
    summary.racks = (!racks.is_empty()).then(|| racks.iter().map(|group| group.count).sum());
    budget.fill(&mut summary);
    let mut explain = explain(cluster, layouts, &summary, catalog);
    explain.extend(budget.explain);

    Report {
        schema: report::SCHEMA.to_owned(),
        engine_version: ENGINE_VERSION.to_owned(),
        catalog_version: catalog.version().to_owned(),
        price_book_version: prices.version().to_owned(),
        design_hash: design_hash(design),
        name: design.name.clone(),
        summary,
        findings,
        passed: checked.passed,
        pools: cluster.pools.iter().map(pool_report).collect(),
        fabrics: layouts.iter().map(|layout| layout.report.clone()).collect(),
        collectives,
        domain_collectives,
        workloads,
        bom: budget.bom,
        power: budget.power,
        racks,
        cost: budget.cost,
        explain,
    }
}

/// Curves inside one domain of the largest pool, where the design has more than one domain.
fn domain_curves(cluster: &Cluster) -> Vec<report::CollectiveCurve> {
    let Some(pool) = cluster.pools.iter().max_by_key(|pool| pool.gpus()) else {
        return Vec::new();
    };
    let domain = u64::from(pool.node.domain_gpus());
    if domain < 2 || domain >= cluster.gpus() {
        return Vec::new();
    }
    collective::curves(&Group::domain(pool, CollectiveSettings::default()))
}

fn workloads(
    design: &Design,
    cluster: &Cluster,
    layouts: &[Layout],
) -> Vec<Option<WorkloadResult>> {
    design
        .workloads
        .iter()
        .map(|work| {
            let (WorkloadKind::Collective, Some(op), Some(bytes)) =
                (work.kind, work.op, work.message_bytes)
            else {
                return None;
            };
            let ranks = work.ranks.map_or(cluster.gpus(), u64::from);
            if ranks > cluster.gpus() {
                return None;
            }
            let group = Group::first(cluster, layouts, ranks, work.settings)?;
            Some(WorkloadResult {
                id: work.id.clone(),
                kind: "collective".to_owned(),
                op,
                ranks: group.ranks,
                point: collective::point(&group, op, bytes),
            })
        })
        .collect()
}

fn summarize(cluster: &Cluster, layouts: &[Layout]) -> Summary {
    let pools = &cluster.pools;
    let same = |figure: &dyn Fn(&ResolvedNode) -> f64| {
        let mut values = pools.iter().map(|pool| figure(&pool.node));
        let first = values.next()?;
        values.all(|value| value == first).then_some(first)
    };
    let largest = pools.iter().max_by_key(|pool| pool.node.domain_gpus());
    let scale_up = largest.and_then(|pool| pool.node.scale_up_gb_s_per_gpu());
    let scale_out = largest.and_then(|pool| pool.node.scale_out_gb_s_per_gpu());
    let compute = layouts
        .iter()
        .find(|layout| layout.network == Network::Compute);
    let dense: Option<f64> = pools
        .iter()
        .map(|pool| {
            let rate = pool.node.gpu.dense_tflops.bf16?;
            Some(rate * pool.gpus() as f64 / 1e3)
        })
        .sum();
    Summary {
        gpus: cluster.gpus(),
        nodes: cluster.nodes(),
        memory_gb_per_gpu: same(&|node| node.gpu.memory_gb),
        memory_gb_total: pools
            .iter()
            .map(|pool| pool.node.gpu.memory_gb * pool.gpus() as f64)
            .sum(),
        dense_pflops_bf16: dense.filter(|_| !pools.is_empty()),
        scale_up_domain_gpus: largest.map_or(0, |pool| pool.node.domain_gpus().into()),
        scale_up_gb_s_per_gpu: scale_up,
        scale_up_label: largest.map(|pool| scale_up_words(&pool.node)),
        scale_out_gb_s_per_gpu: scale_out,
        scale_up_to_scale_out_ratio: scale_up.zip(scale_out).and_then(|(up, out)| {
            let ratio = up / out;
            ratio.is_finite().then_some(ratio)
        }),
        bisection_gb_s: compute
            .filter(|layout| layout.size.is_some())
            .map(|layout| layout.report.bisection_gb_s),
        oversubscription: compute
            .filter(|layout| layout.size.is_some())
            .map(|layout| layout.report.oversubscription),
        ..Summary::default()
    }
}

/// The links of a node in words, as the field's tools write them (`NV4`), with counts and rates.
fn scale_up_words(node: &ResolvedNode) -> String {
    let texts = Texts::of(Language::English);
    let links = &node.scale_up;
    let rate = format::trimmed(links.gb_s_per_link, 4);
    let total = format::trimmed(links.gb_s_per_gpu().unwrap_or_default(), 4);
    let (linked, pairs) = links.linked_pairs(node.gpu_count);
    let slot = node
        .host
        .slots
        .iter()
        .min_by(|a, b| a.gb_s().total_cmp(&b.gb_s()));
    let args = [
        ("links", u64::from(links.links_per_gpu).into()),
        ("rate", rate.into()),
        ("total", total.into()),
        ("linked", linked.into()),
        ("pairs", pairs.into()),
        ("chips", u64::from(links.switch_chips).into()),
        ("domain", u64::from(node.domain_gpus()).into()),
        (
            "generation",
            slot.map_or(0, |slot| u64::from(slot.pcie_gen)).into(),
        ),
        ("lanes", slot.map_or(0, |slot| u64::from(slot.lanes)).into()),
        (
            "slot",
            format::trimmed(slot.map_or(0.0, crate::cluster::SlotPath::gb_s), 2).into(),
        ),
    ];
    let id = match links.kind {
        JoinKind::None => "scale-up-none",
        JoinKind::Pcie => "scale-up-pcie",
        JoinKind::Bridge => "scale-up-bridge",
        JoinKind::BridgePairs => "scale-up-bridge-pairs",
        JoinKind::HybridCubeMesh => "scale-up-cube-mesh",
        JoinKind::FullMeshXgmi => "scale-up-xgmi",
        JoinKind::NvSwitch => "scale-up-nvswitch",
    };
    texts.with(id, &args)
}

fn pool_report(pool: &crate::cluster::ResolvedPool) -> PoolReport {
    let node = &pool.node;
    let (linked_pairs, pairs) = node.scale_up.linked_pairs(node.gpu_count);
    let mut links = Vec::new();
    for (a, row) in node.scale_up.matrix.iter().enumerate() {
        for (b, count) in row.iter().enumerate().skip(a + 1) {
            if *count > 0 {
                links.push(DomainLink {
                    a: a as u32,
                    b: b as u32,
                    links: *count,
                });
            }
        }
    }
    let adapter = node.compute_adapter();
    PoolReport {
        id: pool.id.clone(),
        node: node.name.clone(),
        node_id: node.catalog_id.clone(),
        category: match node.category {
            NodeCategory::Workstation => "workstation",
            NodeCategory::Server => "server",
            NodeCategory::Rack => "rack",
            NodeCategory::Cloud => "cloud",
        }
        .to_owned(),
        count: pool.count,
        gpu_id: node.gpu.id.clone(),
        gpu: node.gpu.name.clone(),
        gpus_per_node: node.gpu_count.into(),
        memory_gb_per_gpu: node.gpu.memory_gb,
        scale_up_kind: node.scale_up.kind.id().to_owned(),
        scale_up_words: scale_up_words(node),
        domain_gpus: node.domain_gpus().into(),
        links,
        linked_pairs,
        pairs,
        switch_chips: node.scale_up.switch_chips.into(),
        peer_access: node.host.peer_access,
        nic: adapter.map(|adapter| adapter.nic.name.clone()),
        nics_per_node: adapter.map_or(0, |adapter| adapter.count.into()),
        nic_gbit_s: adapter.map(|adapter| adapter.gbit_s_per_port),
        node_max_w: node.max_w,
        rack_units: node.rack_units.map(u64::from),
    }
}

/// How the bandwidth figures came about; money and power are explained by `cost`.
fn explain(
    cluster: &Cluster,
    layouts: &[Layout],
    summary: &Summary,
    catalog: &Catalog,
) -> BTreeMap<String, Explanation> {
    let texts = Texts::of(Language::English);
    let mut all = BTreeMap::new();
    let Some(pool) = cluster
        .pools
        .iter()
        .max_by_key(|pool| pool.node.domain_gpus())
    else {
        return all;
    };
    let node = &pool.node;
    let source = |part: &str, field: &str| {
        if catalog.recalled(part, field) {
            texts.get("explain-source-recalled")
        } else {
            texts.get("explain-source-catalog")
        }
    };
    let input = |name: &str, value: String, source: String| ExplainedInput {
        name: texts.get(name),
        value,
        source,
    };
    if let Some(rate) = summary.scale_up_gb_s_per_gpu {
        let (formula, inputs) = if node.scale_up.links_per_gpu > 0 {
            (
                "explain-scale-up-links",
                vec![
                    input(
                        "explain-links-per-gpu",
                        node.scale_up.links_per_gpu.to_string(),
                        source(&node.gpu.id, "scale_up.links"),
                    ),
                    input(
                        "explain-rate-per-link",
                        format!("{} GB/s", format::trimmed(node.scale_up.gb_s_per_link, 4)),
                        source(&node.gpu.id, "scale_up.gb_s_per_link_per_direction"),
                    ),
                ],
            )
        } else {
            (
                "explain-scale-up-slot",
                vec![input(
                    "explain-slot",
                    format::gb_s(rate),
                    texts.get("explain-source-design"),
                )],
            )
        };
        all.insert(
            "scale_up_gb_s_per_gpu".to_owned(),
            Explanation {
                formula: texts.get(formula),
                inputs,
                result: format::gb_s(rate),
            },
        );
    }
    if let (Some(rate), Some(adapter)) = (summary.scale_out_gb_s_per_gpu, node.compute_adapter()) {
        all.insert(
            "scale_out_gb_s_per_gpu".to_owned(),
            Explanation {
                formula: texts.get("explain-scale-out"),
                inputs: vec![
                    input(
                        "explain-ports-per-node",
                        adapter.ports().to_string(),
                        texts.get("explain-source-catalog"),
                    ),
                    input(
                        "explain-rate-per-port",
                        format!("{} Gbit/s", format::trimmed(adapter.gbit_s_per_port, 1)),
                        source(&adapter.nic.id, "gbit_s_per_port"),
                    ),
                    input(
                        "explain-gpus-per-node",
                        node.gpu_count.to_string(),
                        texts.get("explain-source-catalog"),
                    ),
                ],
                result: format::gb_s(rate),
            },
        );
        if let (Some(ratio), Some(up)) = (
            summary.scale_up_to_scale_out_ratio,
            summary.scale_up_gb_s_per_gpu,
        ) {
            all.insert(
                "scale_up_to_scale_out_ratio".to_owned(),
                Explanation {
                    formula: texts.get("explain-ratio"),
                    inputs: vec![
                        input(
                            "explain-scale-up",
                            format::gb_s(up),
                            texts.get("explain-source-computed"),
                        ),
                        input(
                            "explain-scale-out-input",
                            format::gb_s(rate),
                            texts.get("explain-source-computed"),
                        ),
                    ],
                    result: format!("{} : 1", format::trimmed(ratio, 2)),
                },
            );
        }
    }
    if let Some(layout) = layouts
        .iter()
        .find(|layout| layout.network == Network::Compute && layout.size.is_some())
    {
        all.insert(
            "bisection_gb_s".to_owned(),
            Explanation {
                formula: texts.get("explain-bisection"),
                inputs: vec![
                    input(
                        "explain-endpoints",
                        format::count(layout.report.endpoints),
                        texts.get("explain-source-computed"),
                    ),
                    input(
                        "explain-rate-per-port",
                        format!("{} Gbit/s", format::trimmed(layout.link_gbit_s, 1)),
                        texts.get("explain-source-catalog"),
                    ),
                    input(
                        "explain-oversubscription",
                        format!("{} : 1", format::trimmed(layout.report.oversubscription, 3)),
                        texts.get("explain-source-computed"),
                    ),
                ],
                result: format::gb_s(layout.report.bisection_gb_s),
            },
        );
    }
    all
}
