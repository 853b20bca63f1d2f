//! What fails, how often, and what a job loses by it: interruptions summed over the parts of a design.
//!
//! Times between failures are those of one published run unless the design has its own. Failures are taken to be
//! independent and constant over time, so that the rates of parts add up; wear and bad batches are not modelled. An
//! interruption is not a replacement: many parts come back after a restart.

use super::defaults;
use super::economics::rounded;
use crate::design::{Design, Network, Site};
use crate::report::{Failures, PartFailures, Report};

/// A sort of part and its share of the interruptions of the published run.
struct Sort {
    id: &'static str,
    /// Hours between failures of one piece.
    mtbf_hours: f64,
    /// Whether one stops a job, where the design does not say more of it.
    interrupts: bool,
    source: &'static str,
}

/// Llama 3, table 5, by what broke; together its 419 interruptions.
const SORTS: [Sort; 6] = [
    Sort::of_llama("gpu", defaults::LLAMA_3_GPUS, defaults::LLAMA_3_BY_GPU),
    Sort::of_llama(
        "host",
        defaults::LLAMA_3_GPUS / 8.0,
        defaults::LLAMA_3_BY_HOST,
    ),
    Sort::of_llama("nic", defaults::LLAMA_3_GPUS, defaults::LLAMA_3_BY_NIC),
    Sort::of_llama("link", defaults::LLAMA_3_LINKS, defaults::LLAMA_3_BY_LINK),
    Sort::of_llama(
        "software",
        defaults::LLAMA_3_GPUS,
        defaults::LLAMA_3_BY_SOFTWARE,
    ),
    Sort {
        id: "optics",
        mtbf_hours: defaults::OPTICS_MTBF_HOURS,
        interrupts: false,
        source: defaults::OPTICS_MTBF_SOURCE,
    },
];

/// Sorts of parts whose failures can be stated.
pub const FAILURE_SORTS: [&str; SORTS.len()] = {
    let mut ids = [""; SORTS.len()];
    let mut at = 0;
    while at < SORTS.len() {
        ids[at] = SORTS[at].id;
        at += 1;
    }
    ids
};

impl Sort {
    const fn of_llama(id: &'static str, pieces: f64, interruptions: f64) -> Self {
        Self {
            id,
            mtbf_hours: pieces * defaults::LLAMA_3_DAYS * 24.0 / interruptions,
            interrupts: true,
            source: defaults::INTERRUPTION_SOURCE,
        }
    }
}

/// Hours until the first of so many equal parts fails, on average; none without parts.
pub fn mtbf_of(pieces: u64, mtbf_hours: f64) -> Option<f64> {
    (pieces > 0).then(|| mtbf_hours / pieces as f64)
}

/// Pieces of a sort in a design.
fn pieces(sort: &str, report: &Report) -> u64 {
    let fabrics = || {
        report
            .fabrics
            .iter()
            .filter(|fabric| fabric.network == Network::Compute.id())
    };
    match sort {
        "gpu" | "software" => report.summary.gpus,
        // Hosts of a rack-scale system have four GPUs, a compute tray of GB200; others are their own host.
        "host" => report
            .pools
            .iter()
            .map(|pool| match pool.category.as_str() {
                "rack" => pool.count * pool.gpus_per_node.div_ceil(defaults::GPUS_OF_A_TRAY),
                _ => pool.count,
            })
            .sum(),
        "nic" if fabrics().next().is_some() => report
            .pools
            .iter()
            .map(|pool| pool.count * pool.nics_per_node)
            .sum(),
        "link" => fabrics()
            .flat_map(|fabric| &fabric.cables)
            .map(|cables| cables.count)
            .sum(),
        "optics" => report
            .bom
            .lines
            .iter()
            .filter(|line| line.category == "optics")
            .map(|line| line.quantity)
            .sum(),
        _ => 0,
    }
}

fn by_part(site: &Site, report: &Report) -> Vec<PartFailures> {
    let part = |sort: &Sort| {
        let own = site.mtbf_hours.get(sort.id).copied();
        let mtbf_hours_each = own.unwrap_or(sort.mtbf_hours);
        let count = pieces(sort.id, report);
        PartFailures {
            part: sort.id.to_owned(),
            count,
            mtbf_hours_each: rounded(mtbf_hours_each, 1),
            mtbf_hours: mtbf_of(count, mtbf_hours_each).map(|hours| rounded(hours, 4)),
            failures_per_year: rounded(
                count as f64 * defaults::HOURS_PER_YEAR / mtbf_hours_each,
                4,
            ),
            interrupts: sort.interrupts || own.is_some(),
            source: own.map_or(sort.source, |_| defaults::DESIGN).to_owned(),
        }
    };
    SORTS
        .iter()
        .map(part)
        .filter(|part| part.count > 0)
        .collect()
}

/// GPU-hours between interruptions of a job: the design's own figure, else what its parts add up to.
pub(super) fn interruption_gpu_hours(site: &Site, report: &Report) -> f64 {
    if let Some(hours) = site.interruption_gpu_hours {
        return hours;
    }
    let an_hour: f64 = SORTS
        .iter()
        .filter_map(|sort| {
            let own = site.mtbf_hours.get(sort.id).copied();
            let counts = sort.interrupts || own.is_some();
            counts.then(|| pieces(sort.id, report) as f64 / own.unwrap_or(sort.mtbf_hours))
        })
        .sum();
    if an_hour > 0.0 {
        report.summary.gpus as f64 / an_hour
    } else {
        defaults::INTERRUPTION_GPU_HOURS
    }
}

/// Interruptions of a job over all GPUs, and what they cost.
pub(super) fn failures(design: &Design, report: &Report) -> Failures {
    let site = &design.site;
    let gpus = report.summary.gpus;
    let gpu_hours = interruption_gpu_hours(site, report);
    // Figures of the design's own are the best that is known of it.
    let best_gpu_hours = match site.interruption_gpu_hours {
        Some(hours) => hours,
        None if !site.mtbf_hours.is_empty() => gpu_hours,
        None => gpu_hours.max(defaults::INTERRUPTION_GPU_HOURS_BEST),
    };
    let lost = site
        .lost_hours_per_interruption
        .unwrap_or(defaults::LOST_HOURS_PER_INTERRUPTION);
    // Time lost over time between interruptions; an engine that loses more than it has does nothing.
    let goodput = |gpu_hours: f64| (1.0 - lost * gpus as f64 / gpu_hours).clamp(0.0, 1.0);
    Failures {
        mtbf_hours: mtbf_of(gpus, gpu_hours).map(|hours| rounded(hours, 2)),
        interruptions_per_year: rounded(defaults::HOURS_PER_YEAR * gpus as f64 / gpu_hours, 2),
        lost_hours_each: rounded(lost, 4),
        goodput: rounded(goodput(gpu_hours), 6),
        goodput_best: rounded(goodput(best_gpu_hours), 6),
        by_part: by_part(site, report),
    }
}
