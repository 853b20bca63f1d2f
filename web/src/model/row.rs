//! Fields that a table describes: where each lies in the document, what it takes, and how its text becomes a value.
//!
//! Fields that most people leave alone have no code of their own. A row's text ids follow from its label: `-help`, `-unit`
//! and the choices by their ids. Its member in the document is what stands behind the label's last hyphen.

use podwright_sim_core::Design;
use podwright_sim_core::design::{MAX_GPUS, NodeRef};
use serde_json::Value;

use super::field::NumberField;
use super::number::{self, Bounds, NumberFault};
use super::parts::{self, Choice};
use super::words::{known, say};

/// A field of the document.
#[derive(Debug, PartialEq)]
pub struct Row {
    /// The text id of its name, with the member's name at its end.
    pub label: &'static str,
    /// What it takes.
    pub takes: Takes,
}

/// What a row takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Takes {
    /// A number.
    Number(Bounds),
    /// Words.
    Text,
    /// Words over several lines.
    Lines,
    /// Whole numbers with commas between them.
    Numbers,
    /// A currency and what one unit of it costs, US dollars.
    Currency,
    /// Ports of a leaf: to nodes and to spines.
    Ports,
    /// One of these; the empty one leaves the member out.
    OneOf(&'static [&'static str]),
    /// A pool of the design.
    Pool,
    /// An adapter of the catalogue.
    Adapter,
    /// A switch of the catalogue.
    Switch,
    /// A system of the catalogue.
    Node,
    /// A card of the catalogue.
    Card,
}

const fn number(label: &'static str, low: f64, high: f64) -> Row {
    let whole = false;
    Row {
        label,
        takes: Takes::Number(Bounds { low, high, whole }),
    }
}

const fn whole(label: &'static str, low: f64, high: f64) -> Row {
    let whole = true;
    Row {
        label,
        takes: Takes::Number(Bounds { low, high, whole }),
    }
}

const fn row(label: &'static str, takes: Takes) -> Row {
    Row { label, takes }
}

const fn one_of(label: &'static str, ids: &'static [&'static str]) -> Row {
    row(label, Takes::OneOf(ids))
}

const GPUS: f64 = MAX_GPUS as f64;
/// The number of a part of a node.
const INDEX: Bounds = Bounds {
    low: 0.0,
    high: 1_000.0,
    whole: true,
};
/// Ports of a leaf.
const PORTS: Bounds = Bounds {
    low: 1.0,
    high: 10_000.0,
    whole: true,
};
const SWITCHABLE: &[&str] = &["", "on", "off"];

/// How the switches of a fabric are joined.
pub const TOPOLOGY: [Row; 1] = [one_of(
    "planner-topology",
    &[
        "auto",
        "single-switch",
        "leaf-spine",
        "rail-optimized",
        "three-tier",
        "rail-only",
        "dragonfly-plus",
        "none",
    ],
)];

/// The switch of a fabric.
pub const SWITCH: [Row; 1] = [row("planner-switch", Takes::Switch)];

/// What a fabric with switches shows besides.
pub const FABRIC: [Row; 2] = [
    one_of("planner-routing", &["adaptive", "ecmp", "spray"]),
    one_of(
        "planner-cabling",
        &["auto", "dac", "acc", "aoc", "multimode", "single-mode"],
    ),
];

/// The rest of a fabric with switches, folded.
pub const FABRIC_MORE: [Row; 11] = [
    one_of(
        "planner-field-network",
        &["compute", "storage", "inband", "oob"],
    ),
    one_of("planner-spines", &["even", "minimal"]),
    whole("planner-field-planes", 1.0, 8.0),
    row("planner-field-leaf_ports", Takes::Ports),
    number("planner-field-downlink_gbit_s", 0.1, 10_000.0),
    number("planner-field-uplink_gbit_s", 0.1, 10_000.0),
    whole("planner-field-grow_to_nodes", 1.0, GPUS),
    whole("planner-field-extra_endpoints", 0.0, 100_000.0),
    number("planner-field-node_leaf_m", 0.1, 10_000.0),
    number("planner-field-leaf_spine_m", 0.1, 10_000.0),
    number("planner-field-spine_core_m", 0.1, 10_000.0),
];

/// The hall, folded.
pub const HALL: [Row; 9] = [
    whole("planner-field-rack_units", 1.0, 100.0),
    number("planner-field-rack_kg_limit", 1.0, 100_000.0),
    number("planner-field-air_kw_limit", 0.1, 10_000.0),
    one_of("planner-field-liquid_cooling", &["", "yes", "no"]),
    whole("planner-field-racks_per_row", 1.0, 1_000.0),
    whole("planner-field-rows_per_hall", 1.0, 10_000.0),
    whole("planner-field-halls", 1.0, 10_000.0),
    one_of("planner-field-network_racks", &["middle", "end"]),
    one_of("planner-field-power_feeds", &["", "single", "redundant"]),
];

/// Terms and risks, folded.
pub const MONEY: [Row; 7] = [
    number("planner-field-hall_years", 1.0, 100.0),
    number("planner-field-licence_usd_per_gpu_year", 0.0, 1e6),
    number("planner-field-discount_rate_percent", 0.0, 100.0),
    number("planner-field-residual_percent", 0.0, 100.0),
    number("planner-field-interruption_gpu_hours", 1.0, 1e9),
    number("planner-field-lost_hours_per_interruption", 0.0, 1_000.0),
    row("planner-field-currency", Takes::Currency),
];

/// Which published prices count, folded.
pub const PRICES: [Row; 1] = [row("planner-field-as_of", Takes::Text)];

/// Spares of one sort of part, folded.
pub const SPARES: [Row; 8] = [
    number("planner-spares-node", 0.0, 100.0),
    number("planner-spares-gpu", 0.0, 100.0),
    number("planner-spares-bridge", 0.0, 100.0),
    number("planner-spares-host", 0.0, 100.0),
    number("planner-spares-nic", 0.0, 100.0),
    number("planner-spares-switch", 0.0, 100.0),
    number("planner-spares-optics", 0.0, 100.0),
    number("planner-spares-cable", 0.0, 100.0),
];

/// Hours between failures of one part of a sort, folded.
pub const FAILURES: [Row; 6] = [
    number("planner-mtbf-gpu", 1.0, 1e9),
    number("planner-mtbf-host", 1.0, 1e9),
    number("planner-mtbf-nic", 1.0, 1e9),
    number("planner-mtbf-link", 1.0, 1e9),
    number("planner-mtbf-optics", 1.0, 1e9),
    number("planner-mtbf-software", 1.0, 1e9),
];

/// What a collective is told, folded: on how many GPUs it runs.
pub const COLLECTIVE: [Row; 1] = [whole("planner-field-ranks", 1.0, GPUS)];

/// What the library is told for a collective.
pub const SETTINGS: [Row; 9] = [
    one_of(
        "planner-algorithm",
        &["", "ring", "tree", "nvls", "nvls-tree"],
    ),
    one_of("planner-field-protocol", &["", "ll", "ll128", "simple"]),
    one_of("planner-field-nvls", SWITCHABLE),
    one_of("planner-field-p2p", SWITCHABLE),
    one_of("planner-field-sharp", SWITCHABLE),
    one_of("planner-field-gpudirect", SWITCHABLE),
    one_of(
        "planner-field-launch",
        &["", "process_per_gpu", "one_process"],
    ),
    number("planner-field-measured_inside_gb_s", 0.001, 100_000.0),
    number("planner-field-measured_between_gb_s", 0.001, 100_000.0),
];

/// What a pool of catalogue nodes is made of.
pub const POOL: [Row; 1] = [row("planner-node", Takes::Node)];

/// Its adapter for the network of the GPUs.
pub const ADAPTER: [Row; 1] = [row("planner-nic-compute", Takes::Adapter)];

/// The cards of a node that is written out.
pub const CARD: [Row; 1] = [row("planner-card-gpu", Takes::Card)];

/// Adapters of a catalogue node for other networks than that of the GPUs.
pub const ADAPTERS: [Row; 3] = [
    row("planner-nic-storage", Takes::Adapter),
    row("planner-nic-inband", Takes::Adapter),
    row("planner-nic-oob", Takes::Adapter),
];

/// Whether cards of a node that is written out reach each other.
pub const PEERS: [Row; 1] = [one_of("planner-node-peer_access", &["default", "patched"])];

/// The rest of such a node, folded.
pub const NODE: [Row; 3] = [
    one_of("planner-node-cpu_vendor", &["", "amd", "intel", "arm"]),
    row("planner-node-name", Takes::Text),
    whole("planner-node-rack_units", 1.0, 60.0),
];

/// An adapter of such a node.
pub const NODE_ADAPTER: [Row; 3] = [
    whole("planner-nic-count", 1.0, 64.0),
    row("planner-nic-slot", Takes::Number(INDEX)),
    one_of(
        "planner-field-network",
        &["compute", "storage", "inband", "oob"],
    ),
];

/// What was measured.
pub const LINK: Row = one_of(
    "planner-measured-link",
    &[
        "inside", "between", "bridge", "nvlink", "xgmi", "host", "slot", "adapter",
    ],
);
/// The bandwidth that was measured.
pub const GB_S: Row = number("planner-measured-gb_s", 0.001, 100_000.0);
/// Which link was measured, and whence the figure is; folded.
pub const MEASURED: [Row; 5] = [
    row("planner-measured-pool", Takes::Pool),
    row("planner-measured-gpus", Takes::Numbers),
    row("planner-measured-adapter", Takes::Number(INDEX)),
    row("planner-measured-source", Takes::Text),
    row("planner-measured-note", Takes::Text),
];

/// The design as a whole.
pub const DESIGN: [Row; 1] = [row("planner-field-notes", Takes::Lines)];

impl Row {
    /// Its member's name.
    pub fn key(&self) -> &'static str {
        self.label.rsplit('-').next().unwrap_or_default()
    }

    /// The field that it makes of a place, such as `/fabrics/0`.
    pub fn at(&'static self, place: &str) -> NumberField {
        NumberField::Of(place.to_owned(), self)
    }

    /// Whether its value is chosen from a list.
    pub fn is_chosen(&self) -> bool {
        !matches!(
            self.takes,
            Takes::Number(_)
                | Takes::Text
                | Takes::Lines
                | Takes::Numbers
                | Takes::Currency
                | Takes::Ports
        )
    }

    /// What can be chosen.
    pub fn choices(&self, chosen: &str, design: &Design) -> Vec<Choice> {
        let unset = || {
            let id = format!("{}-unset", self.label);
            let id = if known(&id) { &id } else { "planner-default" };
            Choice::new("", say(id))
        };
        let mut choices = vec![unset()];
        match self.takes {
            Takes::OneOf(ids) => {
                choices = ids
                    .iter()
                    .map(|id| match *id {
                        "" => unset(),
                        id => Choice::new(id, self.word(id)),
                    })
                    .collect();
            }
            Takes::Pool => choices.extend(design.pools.iter().map(|pool| {
                let name = match &pool.node {
                    NodeRef::Catalog(id) => format!("{}, {id}", pool.id),
                    NodeRef::Inline(_) => pool.id.clone(),
                };
                Choice::new(pool.id.as_str(), name)
            })),
            Takes::Adapter => choices.extend(parts::nics(chosen)),
            // What every such place needs can't be left out.
            Takes::Switch if chosen.is_empty() => choices.extend(parts::switches(chosen)),
            Takes::Switch => choices = parts::switches(chosen),
            Takes::Node => choices = parts::nodes(chosen),
            Takes::Card => choices = parts::cards(chosen),
            _ => {}
        }
        choices
    }

    /// Name of a choice: its own, or one that several rows share.
    fn word(&self, id: &str) -> String {
        let own = format!("{}-{id}", self.label);
        if known(&own) {
            say(&own)
        } else {
            say(&format!("planner-choice-{id}"))
        }
    }

    /// What its numbers keep to.
    pub fn bounds(&self) -> Bounds {
        match self.takes {
            Takes::Number(bounds) => bounds,
            _ => INDEX,
        }
    }

    /// The value of a text; null leaves the member out.
    ///
    /// # Errors
    /// Why the text is no value.
    pub fn read(&self, text: &str) -> Result<Value, NumberFault> {
        let text = text.trim();
        let one = |text: &str, bounds: Bounds| {
            number::parse(text, bounds).map(|value| {
                if bounds.whole {
                    Value::from(value as u64)
                } else {
                    Value::from(value)
                }
            })
        };
        if text.is_empty() {
            return Ok(Value::Null);
        }
        match self.takes {
            Takes::Number(bounds) => one(text, bounds),
            Takes::Numbers => {
                let parts = text.split([',', ' ']).filter(|part| !part.is_empty());
                let values: Result<Vec<Value>, _> = parts.map(|part| one(part, INDEX)).collect();
                values.map(Value::from)
            }
            Takes::Currency => {
                let (code, rate) = text.split_once(' ').unwrap_or((text, ""));
                let rate = number::parse(
                    rate,
                    Bounds {
                        low: 1e-6,
                        high: 1e6,
                        whole: false,
                    },
                )?;
                Ok(serde_json::json!({"code": code, "usd_rate": rate}))
            }
            Takes::Ports => {
                // A comma may part them, and also stands within a thousand.
                let parts = text.split([' ', '/']).filter(|part| !part.is_empty());
                let parts: Vec<&str> = parts.map(|part| part.trim_end_matches(',')).collect();
                let [down, up] = parts[..] else {
                    return Err(NumberFault::NotANumber);
                };
                let (down, up) = (one(down, PORTS)?, one(up, PORTS)?);
                Ok(serde_json::json!({"down": down, "up": up}))
            }
            Takes::OneOf(_) if matches!(text, "yes" | "no") => Ok(Value::from(text == "yes")),
            _ => Ok(Value::from(text)),
        }
    }
}

/// A value as a field shows it.
pub fn show(value: &Value) -> String {
    match value {
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Value::Number(number) => number::edit_text(number.as_f64().unwrap_or_default(), 0),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(show).collect::<Vec<_>>().join(", "),
        Value::Object(members) => members.values().map(show).collect::<Vec<_>>().join(" "),
        Value::Null => String::new(),
    }
}

#[cfg(test)]
mod tests;
