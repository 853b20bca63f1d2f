//! What counts when the design does not say, each with its reason. Nowhere else in this room is a figure assumed.

/// Hours of a year.
pub const HOURS_PER_YEAR: f64 = 8_760.0;

/// Average draw of a server over its rating while it trains: 6.84 kW of 10.2 kW. Node average of the MLPerf Training
/// v4.0 power logs, GPT-3 on 64 servers of eight H100; eight further logs of that class lie between 0.44 and 0.70.
pub const SERVER_LOAD: f64 = 0.67;
/// Where [`SERVER_LOAD`] is from.
pub const SERVER_LOAD_SOURCE: &str =
    "MLPerf Training v4.0 power logs, GPT-3 on 64 nodes: 6.84 of 10.2 kW";

/// Draw of a rack-scale system over its rating: 123.6 kW (thermal design power with the loss of the rectifiers) of
/// 132 kW, SemiAnalysis on GB200 NVL72, 2024-07-17. No log of an average draw is public.
pub const RACK_SCALE_LOAD: f64 = 123.6 / 132.0;
/// Where [`RACK_SCALE_LOAD`] is from.
pub const RACK_SCALE_LOAD_SOURCE: &str =
    "SemiAnalysis, GB200 NVL72, 2024-07: 123.6 of 132 kW; no average is public";

/// A node that is written out has no rating with a margin in it: its maximum is the sum of its parts at load.
pub const PARTS_LOAD: f64 = 1.0;
/// Where [`PARTS_LOAD`] is from.
pub const PARTS_LOAD_SOURCE: &str = "sum of the parts at load";

/// Facility over IT power of an average data centre: Uptime Institute survey, 2025.
pub const PUE: f64 = 1.54;
/// Where [`PUE`] is from.
pub const PUE_SOURCE: &str = "Uptime Institute survey, average of 2025";
/// A build under a desk has no hall around it.
pub const DESK_SIDE_PUE: f64 = 1.0;
/// Where [`DESK_SIDE_PUE`] is from.
pub const DESK_SIDE_PUE_SOURCE: &str = "no hall around a desk-side build";

/// Price of energy for industry in the United States, US dollars per kWh: EIA, February 2026.
pub const ELECTRICITY_USD_PER_KWH: f64 = 0.09;
/// Where [`ELECTRICITY_USD_PER_KWH`] is from.
pub const ELECTRICITY_SOURCE: &str = "EIA, US industry, 2026-02";
/// Price of energy for offices and shops in the United States, US dollars per kWh: the middle of 0.135 to 0.144, EIA 2026.
pub const DESK_SIDE_ELECTRICITY_USD_PER_KWH: f64 = 0.1395;
/// Where [`DESK_SIDE_ELECTRICITY_USD_PER_KWH`] is from.
pub const DESK_SIDE_ELECTRICITY_SOURCE: &str = "EIA, US commerce, 2026, middle of 0.135 to 0.144";

/// Years of use: an assumption; hardware of this kind is written off over three to six.
pub const YEARS: f64 = 4.0;
/// Share of hours that are used: all, so that a figure for less is a choice of the reader.
pub const UTILIZATION: f64 = 1.0;
/// Spare optics, cables and separately bought adapters, per cent of their count, rounded up: an assumption.
pub const SPARES_PERCENT: f64 = 2.0;
/// A fabric of this many switches gets one spare switch: an assumption.
pub const SPARE_SWITCH_FROM: u64 = 8;
/// The source of an assumption.
pub const ASSUMPTION: &str = "assumption";
/// The source of what the user wrote.
pub const DESIGN: &str = "design";
