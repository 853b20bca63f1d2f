//! Parts, power and money.

use serde::{Deserialize, Serialize};

use super::ExplainedInput;

/// Bill of materials.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bom {
    /// Codes of the findings by which the design can't be built or wired as asked; then there are no totals. Absent where
    /// there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
    /// Lines in buying order.
    pub lines: Vec<BomLine>,
    /// Sum of the lines that have a price, US dollars with two places; null where `errors` has a code.
    pub total_usd: Option<f64>,
    /// The same at the low end of the price book.
    pub total_low_usd: Option<f64>,
    /// The same at the high end.
    pub total_high_usd: Option<f64>,
    /// Lines with a price.
    pub priced_lines: u64,
    /// Share of the money that has a price, 0 to 1: 1 when every line has one; null while one has none, since nobody
    /// can say how much money is missing, and null without lines.
    #[serde(default)]
    pub priced_money_share: Option<f64>,
    /// Part of the total that rests on prices of other products of the same class, US dollars.
    #[serde(default)]
    pub class_priced_usd: f64,
}

/// One line. The keys, in order, are the columns of the CSV.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BomLine {
    /// Number of the line, from 1.
    pub line: u64,
    /// Catalogue id, or the id of a custom part.
    pub part_id: String,
    /// `node`, `gpu`, `bridge`, `host`, `nic`, `switch`, `optics`, `cable`, `rack`, `installation`, `support` or
    /// `licence`.
    pub category: String,
    /// What it is.
    pub description: String,
    /// Pieces that are built in.
    pub quantity: u64,
    /// Pieces bought beside.
    pub spares: u64,
    /// Price of one, US dollars; null when unknown.
    pub unit_price_usd: Option<f64>,
    /// Month or day of the price; null when unknown.
    pub price_as_of: Option<String>,
    /// Where the price is from; null when unknown.
    pub price_source: Option<String>,
    /// Price times quantity and spares; null when unknown.
    pub extended_usd: Option<f64>,
    /// Low end of the price of one.
    pub unit_price_low_usd: Option<f64>,
    /// High end of the price of one.
    pub unit_price_high_usd: Option<f64>,
    /// Why this many.
    pub why: String,
    /// Weeks from order to delivery; null when nobody published them.
    #[serde(default)]
    pub lead_time_weeks: Option<f64>,
    /// Whether the price is of another product of the same class.
    #[serde(default)]
    pub class_price: bool,
    /// Address of the offer that the price is from; null when not known.
    #[serde(default)]
    pub price_url: Option<String>,
}

impl BomLine {
    /// Whether it belongs to the capital cost, as [`CostItem::is_capital`]: what is paid for years of use does not.
    pub fn is_capital(&self) -> bool {
        !matches!(self.category.as_str(), "support" | "licence")
    }
}

/// Electrical power.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Power {
    /// By kind of part.
    pub items: Vec<PowerItem>,
    /// Typical IT power, W.
    pub it_typical_w: f64,
    /// Maximum IT power, W.
    pub it_max_w: f64,
    /// Typical power at the meter, W.
    pub facility_typical_w: f64,
    /// Maximum power at the meter, W.
    pub facility_max_w: f64,
    /// Facility over IT power that was used.
    pub pue: f64,
    /// Energy in a year at the typical load, kWh at the meter.
    pub energy_kwh_per_year: f64,
    /// Parts whose power is unknown and counts as nothing here.
    pub unknown: Vec<String>,
}

/// Power of one kind of part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PowerItem {
    /// Catalogue id.
    pub part_id: String,
    /// What it is.
    pub description: String,
    /// Pieces.
    pub count: u64,
    /// Typical draw of one, W; null when unknown.
    pub typical_w: Option<f64>,
    /// Maximum draw of one, W; null when unknown.
    pub max_w: Option<f64>,
}

/// Racks that are alike: the last one of a kind stands for itself where it holds less than the others, or a switch more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RackGroup {
    /// `compute`, `rack-scale` or `network`.
    pub kind: String,
    /// What stands in it.
    pub contents: String,
    /// Racks.
    pub count: u64,
    /// Devices in each, `switches` apart.
    pub devices_per_rack: u64,
    /// Rack units used in each; null when a height is unknown.
    pub units_used: Option<u64>,
    /// Maximum draw of each, kW; null when unknown.
    pub max_kw: Option<f64>,
    /// The limit that was set, kW.
    pub limit_kw: Option<f64>,
    /// What stops another device from going in: `height`, `power`, `weight`, `cooling` or `fixed`; `none` where there is
    /// room.
    pub bound_by: String,
    /// Mass of what stands in each, kg; null when unknown.
    #[serde(default)]
    pub weight_kg: Option<f64>,
    /// It needs liquid.
    #[serde(default)]
    pub liquid_cooled: bool,
    /// Power strips of one rack over its feeds (two where the site does not say), each feed able to carry the rack; 0
    /// where the system brings its own.
    /// What is unknown of the draw takes none; there is one a feed at least.
    #[serde(default)]
    pub pdus: u64,
    /// Switches of other fabrics: lone ones among nodes, and what is left over of several in one rack of switches. Units,
    /// draw, mass and strips count them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub switches: Vec<RackSwitch>,
    /// Places on the floor that are kept for more of them, where a fabric is to grow.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub reserved: u64,
}

/// A switch in a rack of nodes, or in one of another fabric.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RackSwitch {
    /// What it is.
    pub name: String,
    /// Its fabric's id; reports of earlier versions do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fabric: Option<String>,
    /// Its lowest rack unit, from 1 at the foot.
    pub unit: u64,
    /// Its height, rack units.
    pub units: u64,
}

impl RackGroup {
    /// Everything that stands in each, in words.
    pub fn all_contents(&self) -> String {
        let mut all = self.contents.clone();
        for alike in self.switches.chunk_by(|a, b| a.name == b.name) {
            let count = match alike.len() {
                1 => String::new(),
                count => format!("{count} × "),
            };
            all.push_str(" + ");
            all.push_str(&count);
            all.push_str(&alike[0].name);
        }
        all
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_zero(value: &u64) -> bool {
    *value == 0
}

/// Money over the years of use. Sums leave out what has no price, and are at least what they say then. Capital cost and
/// what rests on it are null where no part has a price, a node or card has none, or a finding is an error; with an error
/// there are no items and no years either.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cost {
    /// Years of use.
    pub years: f64,
    /// What the total is made of.
    pub items: Vec<CostItem>,
    /// Cumulated year by year.
    pub by_year: Vec<CostYear>,
    /// Capital cost, US dollars.
    pub capex_usd: Option<f64>,
    /// Cost over the years, US dollars.
    pub tco_usd: Option<f64>,
    /// Cost of one GPU for an hour that is used.
    pub usd_per_gpu_hour: Option<f64>,
    /// Market rent of the same GPU, US dollars per hour; null when no offer is known.
    pub market_usd_per_gpu_hour: Option<f64>,
    /// The lowest such rent.
    #[serde(default)]
    pub market_low_usd_per_gpu_hour: Option<f64>,
    /// The highest such rent.
    #[serde(default)]
    pub market_high_usd_per_gpu_hour: Option<f64>,
    /// Date of the newest offer of rent.
    #[serde(default)]
    pub market_as_of: Option<String>,
    /// Where the rent is from; null when its address is not known.
    #[serde(default)]
    pub market_source: Option<String>,
    /// The network's share of the capital cost, 0 to 1; null where that cost is.
    pub network_share: Option<f64>,
    /// How the total moves with each input, largest first.
    pub sensitivity: Vec<Sensitivity>,
    /// The terms that were used: the design's, else defaults, each with its source.
    pub terms: Vec<ExplainedInput>,
}

impl Cost {
    /// Whether the capital cost leaves out a part without a price, so that it is at least what it says.
    pub fn capex_incomplete(&self) -> bool {
        self.items
            .iter()
            .any(|item| item.incomplete && item.is_capital())
    }

    /// The same of the cost over the years, which leaves out power that is unknown too.
    pub fn incomplete(&self) -> bool {
        self.items.iter().any(|item| item.incomplete)
    }
}

/// One part of the total.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CostItem {
    /// `compute`, `network`, `installation`, `energy`, `colocation`, `hall`, `support`, `staff` or `licences`.
    pub kind: String,
    /// Low end over the years, US dollars.
    pub low_usd: f64,
    /// Over the years, US dollars.
    pub usd: f64,
    /// High end over the years, US dollars.
    pub high_usd: f64,
    /// How it came about.
    pub why: String,
    /// A part has no price, so the sum is too small.
    pub incomplete: bool,
}

impl CostItem {
    /// Whether it belongs to the capital cost: paid once, at the beginning, for parts and their installation.
    pub fn is_capital(&self) -> bool {
        matches!(self.kind.as_str(), "compute" | "network" | "installation")
    }
}

/// Money spent by the end of a year.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CostYear {
    /// From 1.
    pub year: u64,
    /// Capital, US dollars.
    pub capex_usd: f64,
    /// Energy so far.
    pub energy_usd: f64,
    /// Rent of the hall so far.
    pub colocation_usd: f64,
    /// Written off of an own hall so far.
    #[serde(default)]
    pub hall_usd: f64,
    /// Support, staff and licences so far.
    pub operations_usd: f64,
}

/// How the total moves with one input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sensitivity {
    /// The input.
    pub input: String,
    /// Its range in words with the unit.
    pub range: String,
    /// Change of the total at the low end, US dollars.
    pub low_usd: f64,
    /// Change of the total at the high end, US dollars.
    pub high_usd: f64,
}
