//! Racks: power and height against the site.

use podwright_locales::format;
use serde_json::json;

use super::scene::Scene;
use super::{FindingBuilder, Ledger};
use crate::catalog::NodeCategory;
use crate::design::Site;
use crate::fabric::DEFAULT_RACK_UNITS;
use crate::report::RackGroup;

pub(super) fn check(scene: &Scene<'_>, ledger: &mut Ledger) {
    let site = &scene.design.site;
    let units = site.rack_units.unwrap_or(DEFAULT_RACK_UNITS);
    let mut within = site.rack_kw_limit.is_some() && !scene.plan.racks.is_empty();
    let mut fullest: f64 = 0.0;
    for rack in &scene.plan.filled {
        match rack.max_kw {
            Some(kw) => fullest = fullest.max(kw),
            None => within = false,
        }
    }
    for rack in &scene.plan.racks {
        if let (Some(limit), Some(kw)) = (site.rack_kw_limit, rack.max_kw)
            && kw > limit
        {
            within = false;
            let next = tenth_above(kw);
            ledger.found(
                FindingBuilder::error("rack.over_limit")
                    .arg("contents", &rack.contents)
                    .arg("kw", format::trimmed(kw, 1))
                    .arg("limit", format::trimmed(limit, 1))
                    .arg("next", format::trimmed(next, 1))
                    .at("/site/rack_kw_limit")
                    .set(
                        "/site",
                        with_site(site, &|site| site.rack_kw_limit = Some(next)),
                    ),
            );
        }
        limits(scene, rack, ledger);
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
                        with_site(site, &|site| site.rack_units = u32::try_from(used).ok()),
                    ),
            );
        }
    }
    room(scene, ledger);
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

/// The least limit of one decimal place that takes what a rack has: the nearest that does, whatever sizes are sold.
fn tenth_above(value: f64) -> f64 {
    let tenths = libm::round(value * 10.0);
    if tenths / 10.0 < value {
        (tenths + 1.0) / 10.0
    } else {
        tenths / 10.0
    }
}

/// Weight, air and liquid of a rack.
fn limits(scene: &Scene<'_>, rack: &RackGroup, ledger: &mut Ledger) {
    let site = &scene.design.site;
    let over = |limit: Option<f64>, value: Option<f64>| {
        let (limit, value) = (limit?, value?);
        (value > limit).then(|| (value, limit, tenth_above(value)))
    };
    let says = |finding: FindingBuilder, (value, limit, next): (f64, f64, f64), field: &str| {
        finding
            .arg("contents", &rack.contents)
            .arg("value", format::trimmed(value, 1))
            .arg("limit", format::trimmed(limit, 1))
            .arg("next", format::trimmed(next, 1))
            .at(format!("/site/{field}"))
    };
    if let Some(numbers) = over(site.rack_kg_limit, rack.weight_kg) {
        ledger.found(
            says(
                FindingBuilder::error("rack.too_heavy"),
                numbers,
                "rack_kg_limit",
            )
            .set(
                "/site",
                with_site(site, &|site| site.rack_kg_limit = Some(numbers.2)),
            ),
        );
    }
    if site.rack_kg_limit.is_some() && rack.weight_kg.is_none() {
        ledger.found(
            FindingBuilder::info("rack.weight_unknown")
                .arg("contents", &rack.contents)
                .at("/site/rack_kg_limit"),
        );
    }
    let in_air = rack.max_kw.filter(|_| !rack.liquid_cooled);
    if let Some(numbers) = over(site.air_kw_limit, in_air) {
        ledger.found(
            says(
                FindingBuilder::error("rack.too_hot"),
                numbers,
                "air_kw_limit",
            )
            .set(
                "/site",
                with_site(site, &|site| site.air_kw_limit = Some(numbers.2)),
            ),
        );
    }
    if rack.liquid_cooled && site.liquid_cooling == Some(false) {
        ledger.found(
            FindingBuilder::error("rack.needs_liquid")
                .arg("contents", &rack.contents)
                .at("/site/liquid_cooling")
                .set(
                    "/site",
                    with_site(site, &|site| site.liquid_cooling = Some(true)),
                ),
        );
    }
}

/// Halls enough for all rows.
fn room(scene: &Scene<'_>, ledger: &mut Ledger) {
    let site = &scene.design.site;
    let needed = scene.plan.floor.halls();
    if let Some(halls) = site.halls
        && needed > u64::from(halls)
    {
        ledger.found(
            FindingBuilder::error("rack.no_room")
                .arg("rows", format::count(scene.plan.floor.rows()))
                .count("halls", halls.into())
                .count("needed", needed)
                .arg("per_hall", format::count(scene.plan.floor.rows_per_hall()))
                .at("/site/halls")
                .set(
                    "/site",
                    with_site(site, &|site| site.halls = u32::try_from(needed).ok()),
                ),
        );
    }
}

/// The whole site with one change: a design may lack `site`, so a single field has no place to be put.
fn with_site(site: &Site, change: &dyn Fn(&mut Site)) -> serde_json::Value {
    let mut site = site.clone();
    change(&mut site);
    json!(site)
}
