//! The only way in: from a design to its report.

use crate::built::Built;
use crate::catalog::Catalog;
use crate::check;
use crate::cluster::Cluster;
use crate::collective::{self, Group};
use crate::cost;
use crate::describe;
use crate::design::{CollectiveSettings, Design, Workload, WorkloadKind, design_hash};
use crate::fabric::Layout;
use crate::placement::Plan;
use crate::prices::{OwnBook, PriceBook, YearMonth};
use crate::report::{self, Finding, Report, WorkloadResult};

/// Version of the engine, as reports print it.
pub const ENGINE_VERSION: &str = env!("CARGO_PKG_VERSION");

/// Evaluates a design with the catalogue that ships with the program and the price book of the design's month.
pub fn evaluate_builtin(design: &Design) -> Report {
    evaluate_own(design, None)
}

/// The same with prices of one's own over the published ones.
pub fn evaluate_own(design: &Design, own: Option<&OwnBook>) -> Report {
    let as_of = design
        .price_book
        .as_of
        .as_deref()
        .and_then(YearMonth::parse);
    let mut prices = PriceBook::builtin(as_of);
    if let Some(own) = own {
        prices = prices.with_own(&own.label, &own.prices);
    }
    evaluate(design, Catalog::builtin(), &prices)
}

/// Evaluates a design. Bad input never panics: it yields findings.
pub fn evaluate(design: &Design, catalog: &Catalog, prices: &PriceBook) -> Report {
    let built = Built::of(design, catalog);
    let mut findings = built.unresolved;
    findings.extend(built.unlaid);
    assemble(
        design,
        &built.catalog,
        prices,
        &built.cluster,
        &built.layouts,
        findings,
    )
}

/// Answers one workload on a design, without the rest of a report; none where it is not modelled or the design does not
/// stand.
pub fn answer(design: &Design, catalog: &Catalog, work: &Workload) -> Option<WorkloadResult> {
    let built = Built::of(design, catalog);
    result(work, &built.cluster, &built.layouts)
}

fn assemble(
    design: &Design,
    catalog: &Catalog,
    prices: &PriceBook,
    cluster: &Cluster,
    layouts: &[Layout],
    mut findings: Vec<Finding>,
) -> Report {
    let plan = Plan::of(&design.site, cluster, layouts);

    let all = Group::first(
        cluster,
        layouts,
        cluster.gpus(),
        CollectiveSettings::default(),
    );
    let collectives = all.as_ref().map(collective::curves).unwrap_or_default();
    let domain_collectives = domain_curves(cluster);
    let workloads = workloads(design, cluster, layouts);

    let mut budget = cost::budget(design, catalog, cluster, layouts, &plan.filled, prices);

    let checked = check::check(design, catalog, cluster, layouts, &plan);
    findings.extend(checked.findings);
    findings.extend(check::unpriced(&budget.bom.lines));
    findings.extend(check::unused_overrides(
        design,
        &budget.bom.lines,
        &findings,
    ));
    findings.extend(check::hall_twice(design));
    findings.extend(check::spares_bounded(design, &budget.bom.lines));
    findings.extend(check::month_ahead(design, prices));
    findings.extend(check::own_book_absent(design, prices));
    check::sort(&mut findings);
    budget.refuse(report::errors(&findings));

    let mut summary = describe::summarize(cluster, layouts);
    summary.racks =
        (!plan.racks.is_empty()).then(|| plan.racks.iter().map(|group| group.count).sum());
    budget.fill(&mut summary);
    let mut explain = describe::explain(cluster, layouts, &summary, catalog);
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
        pools: cluster.pools.iter().map(describe::pool_report).collect(),
        fabrics: layouts.iter().map(|layout| layout.report.clone()).collect(),
        collectives,
        domain_collectives,
        workloads,
        bom: budget.bom,
        power: budget.power,
        racks: plan.filled,
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
        .map(|work| result(work, cluster, layouts))
        .collect()
}

fn result(work: &Workload, cluster: &Cluster, layouts: &[Layout]) -> Option<WorkloadResult> {
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
        point: collective::explained(&group, op, bytes),
    })
}
