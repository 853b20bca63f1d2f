//! What must hold for a record: ids, ranges, references and sums. Runs over the built-in catalogue in a test and over
//! custom parts whenever a design is resolved.

use serde_json::Value;

use super::rules::Checked;
use super::{Catalog, PartKind};

/// Something wrong with a record.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}: {id}: {fault}", kind.as_str())]
pub struct Defect {
    /// Shelf of the record.
    pub kind: PartKind,
    /// Position among the custom parts of that kind; `None` for built-in records and for the whole set.
    pub index: Option<usize>,
    /// Id of the record.
    pub id: String,
    /// What is wrong.
    pub fault: Fault,
}

impl Defect {
    /// JSON pointer below `custom_parts`, for example `/gpus/0/tdp_w`; empty for the whole set.
    pub fn pointer(&self) -> String {
        let Some(index) = self.index else {
            return String::new();
        };
        let field = match &self.fault {
            Fault::OutOfRange { field, .. } | Fault::UnknownPart { field, .. } => field.as_str(),
            Fault::BadId | Fault::IdTakenByBuiltin | Fault::IdTwice => "id",
            Fault::UnknownField { .. } => "recalled_fields",
            Fault::NoSource => "sources",
            Fault::NoDate => "as_of",
            Fault::Contradiction { .. } | Fault::TooMany { .. } => "",
        };
        let mut pointer = format!("/{}/{index}", self.kind.as_str());
        if !field.is_empty() {
            pointer.push('/');
            pointer.push_str(&field.replace('.', "/"));
        }
        pointer
    }
}

/// Ways in which a record can be wrong.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Fault {
    /// More custom parts than a design may bring.
    #[error("{count} custom parts, at most {limit} are allowed")]
    TooMany {
        /// Parts found.
        count: usize,
        /// Parts allowed.
        limit: usize,
    },
    /// A custom part uses the id of a built-in one.
    #[error("id is taken by a built-in part")]
    IdTakenByBuiltin,
    /// Two custom parts have the same id.
    #[error("id is used twice")]
    IdTwice,
    /// The id has characters other than a-z, 0-9, `.` and `-`, or more than 64.
    #[error(
        "id must be 1 to 64 characters of a-z, 0-9, '.' and '-', starting with a letter or digit"
    )]
    BadId,
    /// A built-in record names no source.
    #[error("no source address")]
    NoSource,
    /// A built-in record has no date.
    #[error("as_of is not a date")]
    NoDate,
    /// `recalled_fields` names a field that the record does not have.
    #[error("recalled_fields names {field}, which does not exist")]
    UnknownField {
        /// The dotted path.
        field: String,
    },
    /// A figure is outside any plausible range.
    #[error("{field} = {value} is outside {low} to {high}")]
    OutOfRange {
        /// Dotted path; list positions are numbers.
        field: String,
        /// The figure.
        value: f64,
        /// Smallest plausible value.
        low: f64,
        /// Largest plausible value.
        high: f64,
    },
    /// A reference leads nowhere.
    #[error("{field} names {part}, which does not exist")]
    UnknownPart {
        /// Dotted path of the reference.
        field: String,
        /// The id that does not exist.
        part: String,
    },
    /// Figures of the record contradict each other or another record.
    #[error("{rule}")]
    Contradiction {
        /// The rule that is broken, in words.
        rule: &'static str,
    },
}

/// Plausible range of a field by its name, at any depth.
const RANGES: &[(&str, f64, f64)] = &[
    ("active_params_b", 0.001, 3000.0),
    ("bridges_required_per_pair", 1.0, 4.0),
    ("buffer_mb", 1.0, 40_000.0),
    ("compute_trays", 1.0, 144.0),
    ("context_tokens", 128.0, 2_000_000.0),
    ("count", 1.0, 1024.0),
    ("dense_layers", 0.0, 1000.0),
    ("domain_gpus", 1.0, 576.0),
    ("experts", 1.0, 4096.0),
    ("experts_per_token", 1.0, 256.0),
    ("ffn", 16.0, 1_000_000.0),
    ("gb_s_per_direction", 0.0, 2000.0),
    ("gb_s_per_link_per_direction", 0.0, 100.0),
    ("gbit_s", 0.0, 1600.0),
    ("gbit_s_per_port", 1.0, 1600.0),
    ("generation", 1.0, 8.0),
    ("gpu_count", 1.0, 576.0),
    ("gpus_per_tray", 1.0, 16.0),
    ("head_dim", 8.0, 1024.0),
    ("heads", 1.0, 1024.0),
    ("hidden", 16.0, 100_000.0),
    ("kv_heads", 1.0, 1024.0),
    ("lanes", 1.0, 32.0),
    ("latency_ns", 50.0, 10_000.0),
    ("latency_us", 0.05, 20.0),
    ("layers", 1.0, 1000.0),
    ("links", 0.0, 36.0),
    ("links_per_gpu", 1.0, 36.0),
    ("max_aggregate_gbit_s", 1.0, 3200.0),
    ("max_gpus", 2.0, 8.0),
    ("max_peers", 0.0, 575.0),
    ("max_power_w", 300.0, 250_000.0),
    ("max_reach_m", 0.5, 80_000.0),
    ("memory_bandwidth_gb_s", 200.0, 10_000.0),
    ("memory_gb", 4.0, 512.0),
    ("memory_reported_mib", 4000.0, 600_000.0),
    ("moe_ffn", 16.0, 1_000_000.0),
    ("ports", 1.0, 1024.0),
    ("ports_per_nic", 1.0, 8.0),
    ("ports_served", 1.0, 8.0),
    ("power_max_w", 0.5, 100_000.0),
    ("power_per_end_w", 0.0, 40.0),
    ("power_shelf_kw", 5.0, 200.0),
    ("power_shelves", 1.0, 32.0),
    ("power_typical_w", 0.5, 20_000.0),
    ("rack_units", 1.0, 120.0),
    ("racks", 1.0, 8.0),
    ("shared_experts", 0.0, 64.0),
    ("sharp_generation", 1.0, 8.0),
    ("slot_pitch", 1.0, 6.0),
    ("slot_width", 1.0, 5.0),
    ("spacing_mm", 20.0, 130.0),
    ("switch_chips", 0.0, 144.0),
    ("switch_trays", 1.0, 36.0),
    ("switching_capacity_tbit_s", 0.05, 600.0),
    ("tdp_w", 50.0, 1600.0),
    ("total_bidirectional_gb_s", 0.0, 8000.0),
    ("total_params_b", 0.001, 3000.0),
    ("vendor_headline_tbit_s", 0.05, 1200.0),
    ("vocab", 1.0, 2_000_000.0),
    ("weight_kg", 1.0, 4000.0),
    ("year", 2010.0, 2027.0),
];
/// A custom part may go this far beyond the range of parts that exist.
const CUSTOM_HEADROOM: f64 = 8.0;
/// No figure of a custom part is larger than this, named in [`RANGES`] or not.
const CUSTOM_LIMIT: f64 = 1e9;

/// A set of rules: strict for built-in records, wider ranges and no provenance for custom parts.
pub(super) struct Scope<'a> {
    catalog: &'a Catalog,
    custom: bool,
}

impl<'a> Scope<'a> {
    pub(super) const fn custom(catalog: &'a Catalog) -> Self {
        Self {
            catalog,
            custom: true,
        }
    }

    /// Checks records and adds what is wrong to `defects`.
    pub(super) fn each<'r, T: Checked + 'r>(
        &self,
        records: impl IntoIterator<Item = &'r T>,
        defects: &mut Vec<Defect>,
    ) {
        for (index, record) in records.into_iter().enumerate() {
            let mut faults = Vec::new();
            self.common(record, &mut faults);
            // Sums over figures that are out of range would say the same thing twice.
            if faults.is_empty() {
                record.check(self.catalog, &mut faults);
            }
            defects.extend(faults.into_iter().map(|fault| Defect {
                kind: record.kind(),
                index: self.custom.then_some(index),
                id: record.id().to_owned(),
                fault,
            }));
        }
    }

    fn common<T: Checked>(&self, record: &T, faults: &mut Vec<Fault>) {
        if !is_id(record.id()) {
            faults.push(Fault::BadId);
        }
        // Through text, so that the browser needs no second writer for every record.
        let json: serde_json::Value = serde_json::to_string(record)
            .and_then(|text| serde_json::from_str(&text))
            .unwrap_or_default();
        for field in record.recalled_fields() {
            let pointer = format!("/{}", field.replace('.', "/"));
            if json.pointer(&pointer).is_none() {
                faults.push(Fault::UnknownField {
                    field: field.clone(),
                });
            }
        }
        if !self.custom {
            let sources = record.sources();
            if sources.is_empty() || sources.iter().any(|url| !url.starts_with("http")) {
                faults.push(Fault::NoSource);
            }
            if !is_date(record.as_of()) {
                faults.push(Fault::NoDate);
            }
        }
        self.ranges(&json, "", "", faults);
    }

    /// Compares every number below `json` with the range of the nearest key.
    fn ranges(&self, json: &Value, key: &str, path: &str, faults: &mut Vec<Fault>) {
        match json {
            Value::Number(number) => {
                let Some(value) = number.as_f64() else { return };
                let known = RANGES.iter().find(|(name, _, _)| *name == key);
                let (low, high) = match (known, self.custom) {
                    (Some(&(_, low, high)), false) => (low, high),
                    (None, false) => (0.0, f64::INFINITY),
                    // Years do not scale.
                    (Some(&("year", low, high)), true) => (low, high + 10.0),
                    (Some(&(_, low, high)), true) => {
                        (low / CUSTOM_HEADROOM, high * CUSTOM_HEADROOM)
                    }
                    (None, true) => (0.0, CUSTOM_LIMIT),
                };
                if !(low..=high).contains(&value) {
                    faults.push(Fault::OutOfRange {
                        field: path.to_owned(),
                        value,
                        low,
                        high,
                    });
                }
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.ranges(item, key, &format!("{path}.{index}"), faults);
                }
            }
            Value::Object(fields) => {
                for (name, value) in fields {
                    let path = if path.is_empty() {
                        name.clone()
                    } else {
                        format!("{path}.{name}")
                    };
                    self.ranges(value, name, &path, faults);
                }
            }
            Value::Null | Value::Bool(_) | Value::String(_) => {}
        }
    }
}

fn is_id(id: &str) -> bool {
    let letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    id.len() <= 64
        && id.starts_with(letter)
        && id.chars().all(|c| letter(c) || c == '.' || c == '-')
}

fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == 10
        && bytes.iter().enumerate().all(|(i, b)| match i {
            4 | 7 => *b == b'-',
            _ => b.is_ascii_digit(),
        })
}

impl Catalog {
    /// Everything wrong with the records of this catalogue by the strict rules; empty for the built-in one.
    pub fn defects(&self) -> Vec<Defect> {
        let check = Scope {
            catalog: self,
            custom: false,
        };
        let mut defects = Vec::new();
        check.each(self.gpus(), &mut defects);
        check.each(self.interconnects(), &mut defects);
        check.each(self.nodes(), &mut defects);
        check.each(self.nics(), &mut defects);
        check.each(self.switches(), &mut defects);
        check.each(self.cables(), &mut defects);
        check.each(self.models(), &mut defects);
        defects
    }
}
