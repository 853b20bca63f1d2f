//! Racks: power and height against the site.

use podwright_locales::format;
use serde_json::json;

use super::scene::Scene;
use super::{FindingBuilder, Ledger};
use crate::catalog::NodeCategory;
use crate::design::Site;
use crate::fabric::DEFAULT_RACK_UNITS;

pub(super) fn check(scene: &Scene<'_>, ledger: &mut Ledger) {
    let site = &scene.design.site;
    let units = site.rack_units.unwrap_or(DEFAULT_RACK_UNITS);
    let mut within = site.rack_kw_limit.is_some() && !scene.racks.is_empty();
    let mut fullest: f64 = 0.0;
    for rack in scene.racks {
        if let (Some(limit), Some(kw)) = (site.rack_kw_limit, rack.max_kw) {
            fullest = fullest.max(kw);
            if kw > limit {
                within = false;
                let next = libm::ceil(kw / 5.0) * 5.0;
                ledger.found(
                    FindingBuilder::error("rack.over_limit")
                        .arg("contents", &rack.contents)
                        .arg("kw", format::trimmed(kw, 1))
                        .arg("limit", format::trimmed(limit, 1))
                        .arg("next", format::trimmed(next, 0))
                        .at("/site/rack_kw_limit")
                        .set(
                            "/site",
                            with_site(site, |site| site.rack_kw_limit = Some(next)),
                        ),
                );
            }
        }
        // A system of its own racks brings their height along.
        if let Some(used) = rack.units_used
            && used > u64::from(units)
            && rack.kind != "rack-scale"
        {
            ledger.found(
                FindingBuilder::error("rack.too_tall")
                    .arg("contents", &rack.contents)
                    .count("height", used)
                    .count("units", units.into())
                    .at("/site/rack_units")
                    .set(
                        "/site",
                        with_site(site, |site| site.rack_units = u32::try_from(used).ok()),
                    ),
            );
        }
    }
    for pool in &scene.cluster.pools {
        let node = &pool.node;
        let stands = node.category != NodeCategory::Cloud;
        if stands && node.max_w.is_none() {
            within = false;
            ledger.found(
                FindingBuilder::info("rack.power_unknown")
                    .arg("node", &node.name)
                    .at(format!("{}/node", pool.pointer())),
            );
        }
    }
    if let Some(limit) = site.rack_kw_limit
        && within
    {
        ledger.passed(
            FindingBuilder::info("rack.within_limit")
                .arg("kw", format::trimmed(fullest, 1))
                .arg("limit", format::trimmed(limit, 1))
                .at("/site/rack_kw_limit"),
        );
    }
}

/// The whole site with one change: a design may lack `site`, so a single field has no place to be put.
fn with_site(site: &Site, change: impl FnOnce(&mut Site)) -> serde_json::Value {
    let mut site = site.clone();
    change(&mut site);
    json!(site)
}
