//! Rules that judge a design, one file a family.
//!
//! A rule reads the design, the resolved cluster and the sized fabrics, and says what it found. It changes nothing and
//! computes no headline figure.

mod builder;

pub use builder::FindingBuilder;

use crate::catalog::{Catalog, Defect};
use crate::cluster::{Cluster, size_problems};
use crate::design::Design;
use crate::fabric::Layout;
use crate::report::{BomLine, Finding, RackGroup};

/// What the rules found.
pub struct Checked {
    /// What is wrong or good to know.
    pub findings: Vec<Finding>,
    /// What was looked at and is fine.
    pub passed: Vec<Finding>,
}

/// Judges a design.
pub fn check(_: &Design, _: &Catalog, _: &Cluster, _: &[Layout], _: &[RackGroup]) -> Checked {
    Checked {
        findings: Vec::new(),
        passed: Vec::new(),
    }
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
    defects
        .iter()
        .map(|defect| {
            FindingBuilder::error("part.custom_defect")
                .arg("problem", defect.to_string())
                .at("/custom_parts")
                .build()
        })
        .collect()
}

/// Lines without a price.
pub fn unpriced(_: &[BomLine]) -> Option<Finding> {
    None
}

/// Errors first, then by place and code.
pub fn sort(findings: &mut [Finding]) {
    findings.sort_by(|a, b| (a.severity, &a.at, &a.code).cmp(&(b.severity, &b.at, &b.code)));
}
