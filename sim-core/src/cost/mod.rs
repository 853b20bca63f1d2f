//! Parts, power and money.

use std::collections::BTreeMap;

use crate::catalog::Catalog;
use crate::cluster::Cluster;
use crate::design::Design;
use crate::fabric::Layout;
use crate::prices::PriceBook;
use crate::report::{Bom, Cost, Explanation, Power, RackGroup, Summary};

/// Bill of materials.
pub fn bom(
    _: &Design,
    _: &Catalog,
    _: &Cluster,
    _: &[Layout],
    _: &[RackGroup],
    _: &PriceBook,
) -> Bom {
    Bom::default()
}

/// Power.
pub fn power(_: &Design, _: &Catalog, _: &Cluster, _: &[Layout], _: &PriceBook) -> Power {
    Power::default()
}

/// Cost.
pub fn cost(
    _: &Design,
    _: &Catalog,
    _: &Cluster,
    _: &[Layout],
    _: &PriceBook,
    _: &Bom,
    _: &Power,
) -> Cost {
    Cost::default()
}

/// Money and power of the summary.
pub fn fill_summary(_: &mut Summary, _: &Bom, _: &Power, _: &Cost, _: &Design, _: &PriceBook) {}

/// How money and power came about.
pub fn explain(
    _: &Design,
    _: &Bom,
    _: &Power,
    _: &Cost,
    _: &PriceBook,
) -> BTreeMap<String, Explanation> {
    BTreeMap::new()
}
