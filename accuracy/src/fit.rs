//! Least squares over the public runs: the constants of the model whose origin is `fit`.
//!
//! Every run and size band counts once, whatever its number of rows; rows of a broken set-up, or of one
//! that is partly guessed, count a fifth. Residuals are
//! logarithms of predicted over measured, with a soft absolute loss, so that single runs can't pull. Each constant is drawn
//! a little to what one would assume without any run ([`prior`]), so that one that no run decides does not wander.

use std::collections::BTreeMap;

use podwright_sim_core::collective::{Group, MODEL, Model, candidates};
use podwright_sim_core::design::CollectiveOp;

use crate::predict::Eligible;
use crate::score::Band;

/// Residual at which the loss turns from squares to absolutes.
const SOFT: f64 = 0.05;
/// Weight of a row whose set-up is broken or whose configuration is partly guessed.
const SUSPECT_WEIGHT: f64 = 0.2;
/// Passes at most.
const PASSES: usize = 60;

/// A row that the fit sees.
struct Sample<'a> {
    group: &'a Group,
    op: CollectiveOp,
    bytes: u64,
    measured_us: f64,
    weight: f64,
}

/// A constant that is fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Free {
    /// Set.
    pub set: &'static str,
    /// Name.
    pub name: &'static str,
    /// Value assumed without any run.
    pub prior: f64,
}

impl Free {
    /// How far it may be from its prior, as a logarithm: a start-up is known to a factor of three at best, a rate or a share
    /// of one to a seventh.
    fn spread(&self) -> f64 {
        match self.name {
            // A rack is like nothing else.
            _ if self.set == "rack" => 1.0,
            "start_us"
            | "hop_us"
            | "rccl6_start_us"
            | "misaligned_start_us"
            | "staged_start_us"
            | "two_floor_us" => 1.0,
            name if name.contains("share") || name.ends_with("gb_s") => 0.15,
            name if name.contains("ramp") || name.contains("growth") => 0.35,
            _ => 0.25,
        }
    }

    /// Logarithm of the most that it can be: nothing carries more than its line rate.
    fn most(&self) -> f64 {
        let of_line = self.name == "share" || self.name == "peer_share";
        if of_line { 0.0 } else { f64::INFINITY }
    }
}

/// The constants that are fitted, with their priors.
fn free() -> Vec<Free> {
    let prior = prior();
    prior
        .list()
        .into_iter()
        .filter(|constant| constant.origin == "fit")
        .map(|constant| Free {
            set: constant.set,
            name: constant.name,
            prior: constant.value,
        })
        .collect()
}

/// What one would assume without any run: the same for every class, from NCCL's published tables and data sheets.
pub(crate) fn prior() -> Model {
    let mut model = MODEL;
    for (set, floor, step) in [
        ("volta", 6.6, 1.0),
        ("ampere", 6.6, 1.0),
        ("hopper", 6.6, 1.0),
        ("blackwell", 6.6, 1.0),
        ("instinct", 6.6, 0.5),
        ("card", 6.6, 1.0),
    ] {
        for (name, value) in [
            ("floor_us", floor),
            ("step_us", step),
            ("ring_share", 1.0),
            ("ramp", 1.5),
            ("ramp_knee_us", 300.0),
            ("direct_floor_us", 9.0),
            ("direct_growth", 0.5),
            ("direct_share", 0.92),
            ("direct_ramp", 0.5),
        ] {
            assign(&mut model, set, name, value);
        }
    }
    for (set, rate) in [("hopper_nvls", 272.0), ("blackwell_nvls", 477.0)] {
        assign(&mut model, set, "gb_s", rate);
        assign(&mut model, set, "ramp", 1.7);
        assign(&mut model, set, "ramp_knee_us", 1000.0);
    }
    for (set, start, hop, share) in [
        ("infiniband", 3.0, 5.0, 0.93),
        ("roce", 3.0, 5.0, 0.93),
        ("rccl", 3.0, 5.0, 0.93),
        ("efa", 20.0, 18.0, 0.93),
        ("efa_first", 20.0, 18.0, 0.93),
        ("tcpx", 100.0, 50.0, 0.8),
        ("tcpxo", 40.0, 20.0, 0.93),
        ("slingshot", 5.0, 5.0, 0.9),
        ("tcp", 20.0, 15.0, 1.0),
    ] {
        assign(&mut model, set, "start_us", start);
        assign(&mut model, set, "hop_us", hop);
        assign(&mut model, set, "share", share);
    }
    for (set, name, value) in [
        ("shared", "long_step", 1.1),
        ("shared", "pair_loss", 0.15),
        ("shared", "direct_pair_loss", 0.15),
        ("shared", "gather_share", 0.97),
        ("shared", "gather_pair_loss", 0.2),
        ("host", "peer_share", 0.75),
        ("host", "unknown_root_cost", 1.1),
        ("host", "staged_start_us", 3.0),
        ("host", "staged_pair_gb_s", 4.0),
        ("host", "staged_group_gb_s", 3.0),
        ("network", "ll128_extra_us", 3.0),
        ("network", "simple_extra_us", 3.0),
        ("network", "ramp", 1.0),
        ("network", "ramp_knee_us", 3000.0),
        ("network", "low_latency_ramp", 0.8),
        ("network", "tree_share", 0.75),
        ("network", "nvls_tree_hopper_gb_s", 461.0),
        ("network", "nvls_tree_blackwell_share", 0.9),
        ("network", "lone_rank_gb_s", 45.0),
        ("network", "misaligned_gb_s", 40.0),
        ("network", "misaligned_start_us", 5.0),
        ("network", "gather_blackwell_share", 0.95),
        ("network", "rccl6_start_us", 100.0),
        ("rack", "nvls_gb_s", 477.0),
        ("rack", "nvls_ramp", 1.7),
        ("rack", "nvls_ramp_knee_us", 10_000.0),
        ("rack", "two_gb_s", 850.0),
        ("rack", "two_floor_us", 500.0),
        ("rack", "ring_gb_s", 500.0),
        ("rack", "ring_step_us", 3.4),
    ] {
        assign(&mut model, set, name, value);
    }
    model
}

fn assign(model: &mut Model, set: &str, name: &str, value: f64) {
    if let Some(place) = model.place(set, name) {
        *place = value;
    }
}

/// The weight of every row: each run and size band counts once.
fn samples<'a>(rows: &[&'a Eligible]) -> Vec<Sample<'a>> {
    let mut count: BTreeMap<(&str, Band), f64> = BTreeMap::new();
    for row in rows {
        *count.entry((row.series.as_str(), row.band())).or_default() += 1.0;
    }
    rows.iter()
        .filter_map(|row| {
            let known = row.outcome.as_ref().ok()?;
            let rows = count.get(&(row.series.as_str(), row.band()))?;
            Some(Sample {
                group: &known.system.group,
                op: row.op,
                bytes: row.message_bytes,
                measured_us: known.measured_us,
                weight: if row.suspect || row.uncertain {
                    SUSPECT_WEIGHT
                } else {
                    1.0
                } / rows,
            })
        })
        .collect()
}

/// Predicted over measured, as a logarithm.
fn residual(model: &Model, sample: &Sample<'_>) -> f64 {
    candidates(model, sample.group, sample.op, sample.bytes)
        .taken()
        .map_or(0.0, |taken| (taken.time_us / sample.measured_us).ln())
}

/// Soft absolute loss.
fn loss(residual: f64) -> f64 {
    let u = residual / SOFT;
    2.0 * SOFT * SOFT * ((1.0 + u * u).sqrt() - 1.0)
}

struct Fit<'a> {
    free: &'a [Free],
    samples: Vec<Sample<'a>>,
    /// Samples that each constant may move.
    touched: Vec<Vec<usize>>,
}

impl Fit<'_> {
    fn model(&self, x: &[f64]) -> Model {
        let mut model = MODEL;
        for (free, value) in self.free.iter().zip(x) {
            assign(&mut model, free.set, free.name, value.exp());
        }
        model
    }

    fn pull(&self, x: &[f64]) -> f64 {
        self.free
            .iter()
            .zip(x)
            .map(|(free, value)| {
                let off = (value - free.prior.ln()) / free.spread();
                SOFT * SOFT * off * off
            })
            .sum()
    }

    fn cost(&self, x: &[f64], residuals: &[f64]) -> f64 {
        let sum: f64 = self
            .samples
            .iter()
            .zip(residuals)
            .map(|(sample, residual)| sample.weight * loss(*residual))
            .sum();
        sum + self.pull(x)
    }

    fn residuals(&self, x: &[f64]) -> Vec<f64> {
        let model = self.model(x);
        self.samples
            .iter()
            .map(|sample| residual(&model, sample))
            .collect()
    }

    /// Levenberg-Marquardt with the loss as weights.
    fn run(&self, mut x: Vec<f64>) -> (Vec<f64>, f64) {
        let n = x.len();
        let mut residuals = self.residuals(&x);
        let mut cost = self.cost(&x, &residuals);
        let mut damping = 1e-2;
        for _ in 0..PASSES {
            let (normal, gradient) = self.equations(&x, &residuals);
            let mut better = None;
            for _ in 0..8 {
                let mut damped = normal.clone();
                for i in 0..n {
                    damped[i * n + i] *= 1.0 + damping;
                }
                if let Some(step) = solve(&mut damped, &gradient) {
                    let next: Vec<f64> = x
                        .iter()
                        .zip(&step)
                        .zip(self.free)
                        .map(|((x, step), free)| (x - step.clamp(-0.5, 0.5)).min(free.most()))
                        .collect();
                    let next_residuals = self.residuals(&next);
                    let next_cost = self.cost(&next, &next_residuals);
                    if next_cost < cost {
                        better = Some((next, next_residuals, next_cost));
                        damping = (damping / 3.0_f64).max(1e-6);
                        break;
                    }
                }
                damping *= 4.0;
            }
            let Some((next, next_residuals, next_cost)) = better else {
                break;
            };
            let gained = cost - next_cost;
            (x, residuals, cost) = (next, next_residuals, next_cost);
            if gained < 1e-5 * cost {
                break;
            }
        }
        (x, cost)
    }

    /// The normal equations, row by row, and the gradient.
    fn equations(&self, x: &[f64], residuals: &[f64]) -> (Vec<f64>, Vec<f64>) {
        const NUDGE: f64 = 1e-4;
        let n = x.len();
        let mut by_sample: Vec<Vec<(usize, f64)>> = vec![Vec::new(); self.samples.len()];
        for (i, touched) in self.touched.iter().enumerate() {
            let mut moved = x.to_vec();
            moved[i] += NUDGE;
            let model = self.model(&moved);
            for &k in touched {
                let slope = (residual(&model, &self.samples[k]) - residuals[k]) / NUDGE;
                if slope != 0.0 {
                    by_sample[k].push((i, slope));
                }
            }
        }
        let mut normal = vec![0.0; n * n];
        let mut gradient = vec![0.0; n];
        for ((sample, slopes), residual) in self.samples.iter().zip(&by_sample).zip(residuals) {
            let u = residual / SOFT;
            let weight = sample.weight / (1.0 + u * u).sqrt();
            for &(i, a) in slopes {
                gradient[i] += weight * a * residual;
                for &(j, b) in slopes {
                    normal[i * n + j] += weight * a * b;
                }
            }
        }
        for (i, free) in self.free.iter().enumerate() {
            let stiff = SOFT * SOFT / (free.spread() * free.spread());
            normal[i * n + i] += stiff;
            gradient[i] += stiff * (x[i] - free.prior.ln());
        }
        (normal, gradient)
    }
}

/// Solves a symmetric positive system by Cholesky's way; none when it is not positive.
fn solve(matrix: &mut [f64], right: &[f64]) -> Option<Vec<f64>> {
    let n = right.len();
    for i in 0..n {
        for j in 0..=i {
            let mut sum = matrix[i * n + j];
            for k in 0..j {
                sum -= matrix[i * n + k] * matrix[j * n + k];
            }
            if i == j {
                if sum <= 0.0 {
                    return None;
                }
                matrix[i * n + i] = sum.sqrt();
            } else {
                matrix[i * n + j] = sum / matrix[j * n + j];
            }
        }
    }
    let mut y = right.to_vec();
    for i in 0..n {
        for k in 0..i {
            y[i] -= matrix[i * n + k] * y[k];
        }
        y[i] /= matrix[i * n + i];
    }
    for i in (0..n).rev() {
        for k in i + 1..n {
            y[i] -= matrix[k * n + i] * y[k];
        }
        y[i] /= matrix[i * n + i];
    }
    Some(y)
}

/// The constants that fit the rows best, from the priors and from `start`, whichever ends better.
pub(crate) fn fit(rows: &[&Eligible], starts: &[Model]) -> Model {
    let free = free();
    let samples = samples(rows);
    let values = |model: &Model| -> Vec<f64> {
        let mut model = *model;
        free.iter()
            .map(|free| {
                model
                    .place(free.set, free.name)
                    .map_or(free.prior, |place| *place)
                    .ln()
            })
            .collect()
    };
    let mut fit = Fit {
        free: &free,
        touched: Vec::new(),
        samples,
    };
    fit.touched = touched(&free, &fit.samples, starts);
    let mut best: Option<(Vec<f64>, f64)> = None;
    for start in starts {
        let ended = fit.run(values(start));
        if best.as_ref().is_none_or(|best| ended.1 < best.1) {
            best = Some(ended);
        }
    }
    best.map_or(MODEL, |(x, _)| fit.model(&x))
}

/// Samples that move when a constant does, from any of the starts, by a little or by a lot.
fn touched(free: &[Free], samples: &[Sample<'_>], starts: &[Model]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new(); free.len()];
    for (i, free) in free.iter().enumerate() {
        for (k, sample) in samples.iter().enumerate() {
            let moves = starts.iter().any(|start| {
                let still = residual(start, sample);
                [0.5, 1.001, 2.0].iter().any(|factor| {
                    let mut model = *start;
                    if let Some(place) = model.place(free.set, free.name) {
                        *place *= factor;
                    }
                    residual(&model, sample) != still
                })
            });
            if moves {
                all[i].push(k);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_positive_system_is_solved() {
        let mut matrix = vec![4.0, 2.0, 2.0, 3.0];
        let x = solve(&mut matrix, &[8.0, 7.0]).unwrap();
        assert!((x[0] - 1.25).abs() < 1e-12 && (x[1] - 1.5).abs() < 1e-12);
        assert_eq!(solve(&mut [1.0, 2.0, 2.0, 1.0], &[1.0, 1.0]), None);
    }
}
