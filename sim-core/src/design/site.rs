//! Where the cluster stands, and which prices count.

use serde::{Deserialize, Serialize};

/// The place and the terms. Absent figures take the stated defaults, and the report says so.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Site {
    /// Price of energy, US dollars per kWh.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub electricity_usd_per_kwh: Option<f64>,
    /// Facility power over IT power, 1 or more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pue: Option<f64>,
    /// What a rack may draw at most, kW.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rack_kw_limit: Option<f64>,
    /// Height of a rack, rack units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rack_units: Option<u32>,
    /// What a rack may carry at most, kg.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rack_kg_limit: Option<f64>,
    /// What the air takes from a rack at most, kW.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub air_kw_limit: Option<f64>,
    /// Whether racks can have liquid; nobody knows when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub liquid_cooling: Option<bool>,
    /// Racks of a row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub racks_per_row: Option<u32>,
    /// Rows of a hall; one hall takes all when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows_per_hall: Option<u32>,
    /// Halls that there are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub halls: Option<u32>,
    /// Where racks of switches stand in their row.
    #[serde(default, skip_serializing_if = "NetworkRacks::is_default")]
    pub network_racks: NetworkRacks,
    /// Years of use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub years: Option<f64>,
    /// Rent of the hall, US dollars per kW of IT power and month; none when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colocation_usd_per_kw_month: Option<f64>,
    /// Average draw as a share of maximum power, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub average_load: Option<f64>,
    /// Share of hours that are used, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub utilization: Option<f64>,
    /// Support contracts, per cent of the capital cost and year.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub support_percent_per_year: Option<f64>,
    /// Staff, US dollars per year.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub staff_usd_per_year: Option<f64>,
    /// Installation, per cent of the parts' price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub installation_percent: Option<f64>,
    /// Spare optics, cables and adapters, per cent of their count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spares_percent: Option<f64>,
}

/// Where racks of switches stand in their row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum NetworkRacks {
    /// In the middle: the shortest cables.
    #[default]
    Middle,
    /// At the end.
    End,
}

impl NetworkRacks {
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde passes a reference"
    )]
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// Which prices are used.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PriceBookRef {
    /// Month up to which prices count, `YYYY-MM`; the newest when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_of: Option<String>,
    /// Which end of the range is used for totals.
    #[serde(default)]
    pub level: PriceLevel,
}

/// An end of a price range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PriceLevel {
    /// The cheapest offer seen.
    Low,
    /// The usual price.
    #[default]
    Default,
    /// The dearest offer seen.
    High,
}
