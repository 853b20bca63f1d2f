//! Every eligible row with what the engine and the plain ring say about it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::collective::{bus_factor, point};
use podwright_sim_core::design::{CollectiveOp, CpuVendor};
use podwright_sim_core::report::Basis;
use serde::Serialize;

use crate::baseline::plain_ring_us;
use crate::read::Row;
use crate::score::Band;
use crate::system::{System, catalog, system};
use crate::words::SystemClass;
use crate::{AccuracyError, Options};

/// One row that counts.
#[derive(Clone, Debug)]
pub(crate) struct Eligible {
    pub id: String,
    pub series: String,
    pub class: SystemClass,
    pub op: CollectiveOp,
    pub message_bytes: u64,
    /// Left out of the scores: the smallest size of its series.
    pub smallest: bool,
    /// The source's set-up is broken or noisy.
    pub suspect: bool,
    /// The source does not fully say what was measured.
    pub uncertain: bool,
    pub outcome: Result<Prediction, String>,
    pub source_url: String,
    pub source_date: String,
    pub system: String,
    pub gpu: String,
}

/// What was measured and predicted.
#[derive(Clone, Debug)]
pub(crate) struct Prediction {
    pub measured_us: f64,
    pub predicted_us: f64,
    pub low_us: f64,
    pub high_us: f64,
    pub baseline_us: f64,
    pub basis: Basis,
    pub algorithm: String,
    pub system: Rc<System>,
}

impl Prediction {
    /// Predicted over measured, less 1.
    pub fn error(&self) -> f64 {
        self.predicted_us / self.measured_us - 1.0
    }

    /// The same of the plain ring.
    pub fn baseline_error(&self) -> f64 {
        self.baseline_us / self.measured_us - 1.0
    }
}

/// All eligible rows of a file.
pub(crate) struct Predicted {
    pub eligible: Vec<Eligible>,
}

/// What `--rows` prints for a row.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RowResult {
    /// The row's id.
    pub id: String,
    /// Predicted time, µs.
    pub predicted_us: Option<f64>,
    /// Lower end of the 80 % band, µs.
    pub low_us: Option<f64>,
    /// Upper end of the band, µs.
    pub high_us: Option<f64>,
    /// How near the configuration is to measured ones.
    pub basis: Option<Basis>,
    /// The algorithm that was taken.
    pub algorithm: Option<String>,
    /// Why the row could not be predicted.
    pub skipped: Option<String>,
}

impl RowResult {
    pub(crate) fn of(row: &Eligible) -> Self {
        let known = row.outcome.as_ref().ok();
        Self {
            id: row.id.clone(),
            predicted_us: known.map(|p| p.predicted_us),
            low_us: known.map(|p| p.low_us),
            high_us: known.map(|p| p.high_us),
            basis: known.map(|p| p.basis),
            algorithm: known.map(|p| p.algorithm.clone()),
            skipped: row.outcome.as_ref().err().cloned(),
        }
    }
}

/// A measured point with its prediction, for a scatter plot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Point {
    /// The row's id.
    pub id: String,
    /// The run it belongs to.
    pub series: String,
    /// Class of the system.
    pub class: SystemClass,
    /// Operation, by the name in documents.
    pub op: &'static str,
    /// The GPU, in the source's word.
    pub gpu: String,
    /// Ranks.
    pub ranks: u64,
    /// Message size.
    pub message_bytes: u64,
    /// Measured time, µs.
    pub measured_us: f64,
    /// Predicted time, µs.
    pub predicted_us: f64,
    /// Lower end of the 80 % band, µs.
    pub low_us: f64,
    /// Upper end of the band, µs.
    pub high_us: f64,
    /// The source's set-up is broken or noisy.
    pub suspect: bool,
    /// What was measured, in the source's words.
    pub system: String,
    /// Where it was read: an address, or the words `address not recorded`.
    pub source_url: String,
}

impl Point {
    pub(crate) fn of(row: &Eligible) -> Option<Self> {
        let known = row.outcome.as_ref().ok().filter(|_| !row.smallest)?;
        Some(Self {
            id: row.id.clone(),
            series: row.series.clone(),
            class: row.class,
            op: row.op.id(),
            gpu: row.gpu.clone(),
            ranks: known.system.group.ranks,
            message_bytes: row.message_bytes,
            measured_us: known.measured_us,
            predicted_us: known.predicted_us,
            low_us: known.low_us,
            high_us: known.high_us,
            suspect: row.suspect,
            system: row.system.clone(),
            source_url: row.source_url.clone(),
        })
    }
}

/// Whether a row counts: one of the seven operations, a size, separate buffers, a quality that is asked for, and a time
/// that is not known to be wrong.
fn eligible_op(row: &Row, options: &Options) -> Option<(CollectiveOp, u64)> {
    let op = CollectiveOp::from_id(&row.op)?;
    let bytes = row.message_bytes?;
    let wanted = options
        .quality
        .as_ref()
        .is_none_or(|letters| !row.quality.is_empty() && letters.contains(&row.quality));
    let sound = !row.flagged("outlier") && !row.flagged("not-measured");
    (row.in_place == Some(false) && wanted && sound).then_some((op, bytes))
}

/// Most different systems of a file: each is resolved and kept.
const MAX_SYSTEMS: usize = 2_000;

/// What decides how a row is mapped.
type Key<'a> = ([&'a str; 6], [Option<u64>; 3]);

fn key(row: &Row) -> Key<'_> {
    let vendor = match row.cpu_vendor() {
        None => "",
        Some(CpuVendor::Amd) => "amd",
        Some(CpuVendor::Intel) => "intel",
        Some(CpuVendor::Arm) => "arm",
    };
    (
        [
            &row.gpu,
            &row.intra_node,
            &row.inter_node,
            &row.env,
            &row.library,
            vendor,
        ],
        [row.gpus_per_node, row.nodes, row.gpus_total],
    )
}

/// The systems of the rows that count, each resolved once.
fn systems<'a>(
    counted: &[(&'a Row, CollectiveOp, u64)],
    catalog: &Catalog,
) -> Result<BTreeMap<Key<'a>, Result<Rc<System>, String>>, AccuracyError> {
    let mut systems = BTreeMap::new();
    for &(row, _, _) in counted {
        systems
            .entry(key(row))
            .or_insert_with(|| system(row, catalog).map(Rc::new));
        if systems.len() > MAX_SYSTEMS {
            return Err(AccuracyError::TooManySystems { limit: MAX_SYSTEMS });
        }
    }
    Ok(systems)
}

/// Predicts every eligible row.
pub(crate) fn predict(rows: &[Row], options: &Options) -> Result<Predicted, AccuracyError> {
    let catalog = catalog()?;
    let counted: Vec<(&Row, CollectiveOp, u64)> = rows
        .iter()
        .filter_map(|row| eligible_op(row, options).map(|(op, bytes)| (row, op, bytes)))
        .collect();
    let smallest = smallest_sizes(&counted);
    let systems = systems(&counted, catalog)?;
    let eligible = counted
        .iter()
        .map(|&(row, op, message_bytes)| Eligible {
            id: row.id.clone(),
            series: row.series().to_owned(),
            class: SystemClass::of(&row.gpu, &row.intra_node, &row.inter_node),
            op,
            message_bytes,
            smallest: smallest.get(row.series()) == Some(&message_bytes),
            suspect: row.flagged("suspect-setup"),
            uncertain: row.flagged("label-uncertain"),
            outcome: match systems.get(&key(row)) {
                Some(Ok(system)) => prediction(row, op, message_bytes, Rc::clone(system)),
                Some(Err(reason)) => Err(reason.clone()),
                None => Err("the system was not resolved".to_owned()),
            },
            source_url: row.source_url.clone(),
            source_date: row.source_date.clone(),
            system: row.system.clone(),
            gpu: row.gpu.clone(),
        })
        .collect();
    Ok(Predicted { eligible })
}

/// The smallest size of every series that has three or more.
fn smallest_sizes<'a>(counted: &[(&'a Row, CollectiveOp, u64)]) -> BTreeMap<&'a str, u64> {
    let mut sizes: BTreeMap<&str, BTreeSet<u64>> = BTreeMap::new();
    for (row, _, bytes) in counted {
        sizes.entry(row.series()).or_default().insert(*bytes);
    }
    sizes
        .into_iter()
        .filter(|(_, sizes)| sizes.len() >= 3)
        .filter_map(|(series, sizes)| sizes.first().map(|bytes| (series, *bytes)))
        .collect()
}

fn prediction(
    row: &Row,
    op: CollectiveOp,
    message_bytes: u64,
    system: Rc<System>,
) -> Result<Prediction, String> {
    let group = &system.group;
    if message_bytes == 0 {
        return Err("a message of no bytes".to_owned());
    }
    let measured_us = row
        .time_us
        .or_else(|| {
            let busbw = row.busbw_gb_s?;
            Some(message_bytes as f64 * bus_factor(op, group.ranks) / (busbw * 1e3))
        })
        .ok_or("neither a time nor a bus bandwidth above 0")?;
    let point = point(group, op, message_bytes);
    let baseline_us =
        plain_ring_us(&system, op, message_bytes).ok_or("no bandwidth in the data sheets")?;
    let sound = |value: f64| value.is_finite() && value > 0.0;
    if !sound(point.time_us) || !sound(baseline_us) {
        return Err("the model has no path between the GPUs".to_owned());
    }
    Ok(Prediction {
        measured_us,
        predicted_us: point.time_us,
        low_us: point.time_us_low,
        high_us: point.time_us_high,
        baseline_us,
        basis: point.basis,
        algorithm: point.algorithm,
        system,
    })
}

impl Eligible {
    /// The size band of the row.
    pub fn band(&self) -> Band {
        Band::of(self.message_bytes)
    }
}
