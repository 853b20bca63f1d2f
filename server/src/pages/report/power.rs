//! Power and racks.

use podwright_locales::format;
use podwright_sim_core::Report;
use podwright_sim_core::report::RackGroup;

use crate::pages::frame::Words;

/// Power.
pub struct PowerView {
    /// By kind of part.
    pub items: Vec<PowerItemView>,
    /// IT load, typical and maximum.
    pub it: (String, String),
    /// At the meter, typical and maximum.
    pub facility: (String, String),
    /// PUE and energy.
    pub pue: String,
    /// What is unknown; may be empty.
    pub unknown: String,
}

/// Power of one kind of part.
pub struct PowerItemView {
    /// What it is.
    pub name: String,
    /// How many.
    pub count: String,
    /// Typical draw of one.
    pub typical: String,
    /// Maximum draw of one.
    pub maximum: String,
    /// Whether neither is known.
    pub unknown: bool,
}

/// Racks of one kind.
pub struct RackView {
    /// What stands in them.
    pub contents: String,
    /// How many.
    pub count: String,
    /// Devices in a full one.
    pub each: String,
    /// Units of a full one; may be empty.
    pub units: String,
    /// Maximum draw of a full one.
    pub power: String,
    /// The limit; may be empty.
    pub limit: String,
    /// What stops another device.
    pub bound: String,
}

/// The power of a report.
pub fn power(t: Words, report: &Report) -> PowerView {
    let power = &report.power;
    let watts = |value: Option<f64>| value.map_or_else(|| t.get("page-unknown"), format::watts);
    let items = power.items.iter().map(|item| PowerItemView {
        name: item.description.clone(),
        count: format::count(item.count),
        typical: watts(item.typical_w),
        maximum: watts(item.max_w),
        unknown: item.typical_w.is_none() && item.max_w.is_none(),
    });
    PowerView {
        items: items.collect(),
        it: (
            format::watts(power.it_typical_w),
            format::watts(power.it_max_w),
        ),
        facility: (
            format::watts(power.facility_typical_w),
            format::watts(power.facility_max_w),
        ),
        pue: t.with(
            "page-power-pue",
            &[
                ("pue", format::trimmed(power.pue, 2).into()),
                ("kwh", format::fixed(power.energy_kwh_per_year, 0).into()),
            ],
        ),
        unknown: if power.unknown.is_empty() {
            String::new()
        } else {
            t.with(
                "page-power-unknown",
                &[("parts", power.unknown.join(", ").into())],
            )
        },
    }
}

/// The racks of a report.
pub fn racks(t: Words, report: &Report) -> Vec<RackView> {
    report.racks.iter().map(|rack| rack_view(t, rack)).collect()
}

fn rack_view(t: Words, rack: &RackGroup) -> RackView {
    let kw = |kw: f64| format::watts(kw * 1e3);
    RackView {
        contents: rack.all_contents(),
        count: format::count(rack.count),
        each: format::count(rack.devices_per_rack),
        units: rack
            .units_used
            .map(|units| t.with("page-rack-units", &[("units", units.into())]))
            .unwrap_or_default(),
        power: rack.max_kw.map_or_else(|| t.get("page-unknown"), kw),
        limit: rack
            .limit_kw
            .map(|limit| t.with("page-rack-limit", &[("limit", kw(limit).into())]))
            .unwrap_or_default(),
        bound: t.get_or(&format!("page-bound-{}", rack.bound_by), &rack.bound_by),
    }
}
