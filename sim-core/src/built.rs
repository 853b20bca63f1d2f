//! A design with its parts looked up and its networks laid out: what every answer about it starts from.

use std::borrow::Cow;

use crate::catalog::Catalog;
use crate::check;
use crate::cluster::{Cluster, resolve, size_problems};
use crate::design::Design;
use crate::fabric::{Layout, lay_out};
use crate::report::Finding;

/// A design as far as it stands. Bad input never panics: it yields findings.
#[derive(Debug)]
pub struct Built<'a> {
    /// The catalogue with the design's own parts.
    pub catalog: Cow<'a, Catalog>,
    /// Its parts; empty where nothing can be computed.
    pub cluster: Cluster,
    /// The networks that could be laid out.
    pub layouts: Vec<Layout>,
    /// What is wrong with its own parts, its size and the parts that it names.
    pub unresolved: Vec<Finding>,
    /// What is wrong with its networks.
    pub unlaid: Vec<Finding>,
    /// Why nothing was looked up; none where the design stands.
    pub stop: Option<Stop>,
}

/// Why nothing of a design can be computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Its own parts contradict themselves or the catalogue.
    Parts,
    /// It has more GPUs than the engine takes on; in words.
    Size(String),
}

impl<'a> Built<'a> {
    /// Looks the parts of a design up and lays its networks out.
    pub fn of(design: &Design, catalog: &'a Catalog) -> Self {
        let mut catalog = Cow::Borrowed(catalog);
        let mut unresolved = Vec::new();
        let mut stop = None;
        if !design.custom_parts.is_empty() {
            match catalog.with_custom(&design.custom_parts) {
                Ok(merged) => catalog = Cow::Owned(merged),
                Err(defects) => {
                    unresolved.extend(check::custom_parts(&defects));
                    stop = Some(Stop::Parts);
                }
            }
        }
        if let Some(problem) = size_problems(design, &catalog).into_iter().next() {
            unresolved.extend(check::size(design, &catalog));
            stop = stop.or(Some(Stop::Size(problem.message)));
        }
        if stop.is_some() {
            return Self {
                catalog,
                cluster: Cluster { pools: Vec::new() },
                layouts: Vec::new(),
                unresolved,
                unlaid: Vec::new(),
                stop,
            };
        }
        let (cluster, missing) = resolve(design, &catalog);
        unresolved.extend(missing);
        let (layouts, unlaid) = lay_out(design, &cluster, &catalog);
        Self {
            catalog,
            cluster,
            layouts,
            unresolved,
            unlaid,
            stop,
        }
    }
}
