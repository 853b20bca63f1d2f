//! Where the cluster stands, and which prices count.

use std::collections::BTreeMap;

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
    /// Power feeds of a rack; nobody knows when absent, and the bill then counts two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power_feeds: Option<PowerFeeds>,
    /// Years of use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub years: Option<f64>,
    /// Rent of the hall, US dollars per kW of IT power and month; none when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colocation_usd_per_kw_month: Option<f64>,
    /// Price of a hall of one's own, US dollars per kW of IT power; none when absent. It takes the place of rent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hall_usd_per_kw: Option<f64>,
    /// Years over which such a hall is written off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hall_years: Option<f64>,
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
    /// Spares of a sort of part, per cent of its count: `node`, `gpu`, `bridge`, `host`, `nic`, `switch`, `optics` or
    /// `cable`. It wins over `spares_percent`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub spares: BTreeMap<String, f64>,
    /// Licences of software, US dollars per GPU and year; none when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub licence_usd_per_gpu_year: Option<f64>,
    /// What a year costs money that is tied up, per cent; 0 when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discount_rate_percent: Option<f64>,
    /// What the parts still bring at the end of use, per cent of the capital cost; 0 when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub residual_percent: Option<f64>,
    /// Hours that one GPU with its share of node and network runs between interruptions of a job.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interruption_gpu_hours: Option<f64>,
    /// Hours between failures of one part, by sort: `gpu`, `host`, `nic`, `link`, `software` or `optics`. They take the place
    /// of the published figures for interruptions and for spares.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub mtbf_hours: BTreeMap<String, f64>,
    /// Hours of work that an interruption costs: what is redone and the time to start again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost_hours_per_interruption: Option<f64>,
    /// What renting one GPU of this kind costs the user, US dollars per hour; the market's offers count when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rent_usd_per_gpu_hour: Option<f64>,
    /// The currency that totals are shown in besides US dollars.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
}

/// A currency and the rate that counts for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Currency {
    /// Three capital letters (ISO 4217).
    pub code: String,
    /// US dollars that one unit of it costs.
    pub usd_rate: f64,
}

impl Site {
    /// How racks are fed: redundantly where the design does not say.
    pub fn fed(&self) -> PowerFeeds {
        self.power_feeds.unwrap_or(PowerFeeds::Redundant)
    }

    /// Power feeds of a rack.
    pub fn feeds(&self) -> u64 {
        match self.fed() {
            PowerFeeds::Single => 1,
            PowerFeeds::Redundant => 2,
        }
    }
}

/// Power feeds of a rack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PowerFeeds {
    /// One: what hangs on a strip goes down with it.
    Single,
    /// Two, each able to carry the rack.
    Redundant,
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
    /// Id of a price book that was uploaded; its prices win over the published ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Version of that book, from 1; goes with `id`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// Which end of the range is used for totals.
    #[serde(default)]
    pub level: PriceLevel,
}

impl PriceBookRef {
    /// The uploaded book that is asked for, as reports name it.
    pub fn own(&self) -> Option<String> {
        Some(format!("{}@{}", self.id.as_ref()?, self.version?))
    }
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
