//! The explanation under one estimate of `podwright collective`, and what would make the runner-up win.

use podwright_diagram::report::{Why, why};
use podwright_locales::{Language, Texts, format};
use podwright_sim_core::Design;
use podwright_sim_core::collective::report_sizes;
use podwright_sim_core::design::{Algorithm, CollectiveOp, CollectiveSettings, Protocol};
use podwright_sim_core::report::{CollectivePoint, RunnerUp};

use super::collective::workloads;
use super::{CliError, output};
use crate::engine::Engine;

/// Sizes of the second look, between two powers of two: each is 1.1 % above the one before.
const STEPS: u32 = 62;

/// What was asked: a design whose only workload is the operation.
pub struct Question<'a> {
    /// The design.
    pub design: &'a Design,
    /// Rate of a GPU's scale-up links, GB/s per direction.
    pub line_gb_s: Option<f64>,
    /// What the library was told.
    pub settings: CollectiveSettings,
}

/// Writes the explanation of a point.
pub fn print(
    engine: &Engine,
    asked: &Question<'_>,
    point: &CollectivePoint,
) -> Result<(), CliError> {
    let texts = Texts::of(Language::English);
    let Some(why) = why(texts, point, asked.line_gb_s) else {
        return Ok(());
    };
    output::line(&lines(&why))?;
    if let Some(second) = &point.runner_up {
        for sentence in wins(engine, asked, point, second) {
            output::line(&format!("  {sentence}"))?;
        }
    }
    Ok(())
}

fn lines(why: &Why) -> String {
    let wide = |text: &str| text.chars().count();
    let names = why
        .rows
        .iter()
        .map(|row| wide(&row.name))
        .max()
        .unwrap_or(0);
    let values = why
        .rows
        .iter()
        .map(|row| wide(&row.value))
        .max()
        .unwrap_or(0);
    let mut text = format!("\n{}\n", why.title);
    for row in &why.rows {
        let line = format!("  {:names$}  {:values$}  {}", row.name, row.value, row.note);
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text.trim_end().to_owned()
}

fn is_second(point: &CollectivePoint, second: &RunnerUp) -> bool {
    point.algorithm == second.algorithm && point.protocol == second.protocol
}

/// What makes the runner-up win, found by asking the model again: being told to take it, or another size.
fn wins(
    engine: &Engine,
    asked: &Question<'_>,
    point: &CollectivePoint,
    second: &RunnerUp,
) -> Vec<String> {
    let texts = Texts::of(Language::English);
    let mut said = Vec::new();
    if let Some((settings, words)) = forced(asked.settings, point, second)
        && answers(engine, asked, settings, &[point.message_bytes])
            .first()
            .is_some_and(|forced| is_second(forced, second))
    {
        said.push(texts.with("page-why-forced", &[("set", words.into())]));
    }
    let size = |bytes: u64| format::message_size(bytes);
    let sizes: Vec<u64> = report_sizes().collect();
    let coarse = answers(engine, asked, asked.settings, &sizes);
    let here = point.message_bytes;
    let below = coarse
        .iter()
        .filter(|other| other.message_bytes < here && is_second(other, second))
        .map(|other| other.message_bytes)
        .max();
    let above = coarse
        .iter()
        .filter(|other| other.message_bytes > here && is_second(other, second))
        .map(|other| other.message_bytes)
        .min();
    if let Some(from) = below {
        // It wins at `from` and no longer at the next power of two, or here.
        let to = from.saturating_mul(2).min(here);
        let last = between(engine, asked, from, to)
            .filter(|other| is_second(other, second))
            .map(|other| other.message_bytes)
            .max()
            .unwrap_or(from);
        said.push(texts.with("page-why-wins-below", &[("size", size(last).into())]));
    }
    if let Some(to) = above {
        let from = (to / 2).max(here);
        let first = between(engine, asked, from, to)
            .filter(|other| is_second(other, second))
            .map(|other| other.message_bytes)
            .min()
            .unwrap_or(to);
        said.push(texts.with("page-why-wins-above", &[("size", size(first).into())]));
    }
    if below.is_none() && above.is_none() {
        said.push(texts.with(
            "page-why-wins-nowhere",
            &[
                ("low", size(sizes.first().copied().unwrap_or(0)).into()),
                ("high", size(sizes.last().copied().unwrap_or(0)).into()),
            ],
        ));
    }
    said
}

/// The settings that ask for the runner-up, and the words for the command line; none where the library has no word for it.
fn forced(
    settings: CollectiveSettings,
    point: &CollectivePoint,
    second: &RunnerUp,
) -> Option<(CollectiveSettings, String)> {
    let mut forced = settings;
    let mut words = Vec::new();
    if second.algorithm != point.algorithm {
        let algorithm = [
            Algorithm::Ring,
            Algorithm::Tree,
            Algorithm::Nvls,
            Algorithm::NvlsTree,
        ]
        .into_iter()
        .find(|algorithm| algorithm.id() == second.algorithm)?;
        forced.algorithm = Some(algorithm);
        words.push(format!("--set algorithm={}", algorithm.id()));
    }
    if second.protocol != point.protocol {
        let protocol = [Protocol::Ll, Protocol::Ll128, Protocol::Simple]
            .into_iter()
            .find(|protocol| protocol.id() == second.protocol)?;
        forced.protocol = Some(protocol);
        words.push(format!("--set protocol={}", protocol.id()));
    }
    Some((forced, words.join(" ")))
}

/// The answers at sizes between two others, both included.
fn between(
    engine: &Engine,
    asked: &Question<'_>,
    from: u64,
    to: u64,
) -> impl Iterator<Item = CollectivePoint> {
    let ratio = to as f64 / from.max(1) as f64;
    let mut sizes: Vec<u64> = (0..=STEPS)
        .map(|step| (from as f64 * ratio.powf(f64::from(step) / f64::from(STEPS))) as u64)
        .collect();
    sizes.dedup();
    answers(engine, asked, asked.settings, &sizes).into_iter()
}

fn answers(
    engine: &Engine,
    asked: &Question<'_>,
    settings: CollectiveSettings,
    sizes: &[u64],
) -> Vec<CollectivePoint> {
    let mut design = asked.design.clone();
    let first = design.workloads.first();
    let op = first
        .and_then(|work| work.op)
        .unwrap_or(CollectiveOp::AllReduce);
    let ranks = first.and_then(|work| work.ranks);
    design.workloads = workloads(op, ranks, settings, sizes);
    let report = engine.evaluate(&design);
    let answers = report.workloads.into_iter().flatten();
    answers.map(|answer| answer.point).collect()
}
