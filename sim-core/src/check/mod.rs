//! Rules that judge a design, one file a family.
//!
//! A rule reads the design, the resolved cluster and the sized fabrics, and says what it found. It changes nothing and
//! computes no headline figure. What does not resolve or can't be sized is said by `cluster` and `fabric` already and
//! is not said again here. `docs/FINDINGS.md` lists every code.

mod bridges;
mod builder;
mod cables;
mod cards;
mod domains;
mod fabrics;
mod host;
mod measured;
mod memory;
mod nics;
mod power;
mod prices;
mod provenance;
mod racks;
mod scene;
mod workloads;

#[cfg(test)]
mod tests;

use std::cmp::Ordering;

pub use builder::FindingBuilder;
pub use prices::{
    hall_twice, month_ahead, own_book_absent, spares_bounded, unpriced, unused_overrides,
};

use crate::catalog::{Catalog, Defect};
use crate::cluster::{Cluster, size_problems};
use crate::design::Design;
use crate::fabric::Layout;
use crate::placement::Plan;
use crate::report::{Finding, Severity};
use scene::Scene;

/// Most findings of one design: a design of 64 pools of 64 bridges could otherwise fill a report.
pub const MAX_FINDINGS: usize = 250;

/// What the rules found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checked {
    /// What is wrong or good to know, worst first.
    pub findings: Vec<Finding>,
    /// What was checked, holds, and is worth saying.
    pub passed: Vec<Finding>,
}

/// Collects findings without their words, so that a bound can be kept before texts are made.
#[derive(Default)]
struct Ledger {
    found: Vec<FindingBuilder>,
    passed: Vec<FindingBuilder>,
}

impl Ledger {
    fn found(&mut self, finding: FindingBuilder) {
        self.found.push(finding);
    }

    fn passed(&mut self, finding: FindingBuilder) {
        self.passed.push(finding);
    }

    fn finish(self) -> Checked {
        Checked {
            findings: words(self.found),
            passed: words(self.passed),
        }
    }
}

fn words(mut list: Vec<FindingBuilder>) -> Vec<Finding> {
    list.sort_by(|a, b| by_place(a.order(), b.order()));
    let more = list.len().saturating_sub(MAX_FINDINGS);
    if more > 0 {
        list.truncate(MAX_FINDINGS);
        list.push(FindingBuilder::info("check.more").count("more", more as u64));
    }
    list.into_iter().map(FindingBuilder::build).collect()
}

/// Judges a design whose parts were looked up and whose networks were sized.
///
/// `plan` says where everything stands. Findings of the resolver and of the sizing are not repeated;
/// the caller joins the lists and orders them with [`sort`].
pub fn check(
    design: &Design,
    catalog: &Catalog,
    cluster: &Cluster,
    layouts: &[Layout],
    plan: &Plan,
) -> Checked {
    let scene = Scene {
        design,
        catalog,
        cluster,
        layouts,
        plan,
    };
    let mut ledger = Ledger::default();
    bridges::check(&scene, &mut ledger);
    cards::check(&scene, &mut ledger);
    power::check(&scene, &mut ledger);
    host::check(&scene, &mut ledger);
    measured::check(&scene, &mut ledger);
    memory::check(&scene, &mut ledger);
    domains::check(&scene, &mut ledger);
    nics::check(&scene, &mut ledger);
    fabrics::check(&scene, &mut ledger);
    cables::check(&scene, &mut ledger);
    racks::check(&scene, &mut ledger);
    workloads::check(&scene, &mut ledger);
    provenance::check(&scene, &mut ledger);
    ledger.finish()
}

/// More GPUs than the engine takes on.
pub fn size(design: &Design, catalog: &Catalog) -> Vec<Finding> {
    size_problems(design, catalog)
        .into_iter()
        .map(|problem| {
            FindingBuilder::error("design.too_many_gpus")
                .arg("problem", problem.message)
                .at(problem.pointer)
                .build()
        })
        .collect()
}

/// Custom parts that contradict themselves or the catalogue.
pub fn custom_parts(defects: &[Defect]) -> Vec<Finding> {
    let more = defects.len().saturating_sub(MAX_FINDINGS);
    let mut findings: Vec<Finding> = defects
        .iter()
        .take(MAX_FINDINGS)
        .map(|defect| {
            FindingBuilder::error("part.custom_defect")
                .arg("id", &defect.id)
                .arg("problem", defect.fault.to_string())
                .at(format!("/custom_parts{}", defect.pointer()))
                .build()
        })
        .collect();
    if more > 0 {
        findings.push(
            FindingBuilder::info("check.more")
                .count("more", more as u64)
                .build(),
        );
    }
    findings
}

/// Orders findings: errors, warnings, infos; within these by place in the design, then by code.
pub fn sort(findings: &mut [Finding]) {
    findings.sort_by(|a, b| by_place((a.severity, &a.at, &a.code), (b.severity, &b.at, &b.code)));
}

fn by_place(a: (Severity, &str, &str), b: (Severity, &str, &str)) -> Ordering {
    a.0.cmp(&b.0)
        .then_with(|| pointer_order(a.1, b.1))
        .then_with(|| a.2.cmp(b.2))
}

/// Pointers by segment, numbers by value: `/pools/2` before `/pools/10`.
fn pointer_order(a: &str, b: &str) -> Ordering {
    let mut left = a.split('/');
    let mut right = b.split('/');
    loop {
        let order = match (left.next(), right.next()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => Ordering::Less,
            (Some(_), None) => Ordering::Greater,
            (Some(x), Some(y)) => match (x.parse::<u64>(), y.parse::<u64>()) {
                (Ok(m), Ok(n)) => m.cmp(&n),
                _ => x.cmp(y),
            },
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}
