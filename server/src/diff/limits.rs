//! Limits that a pipeline sets on a change: what passes, what warns, what blocks.

use std::str::FromStr;

use podwright_sim_core::Report;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::change_percent;
use super::doubt::{self, Money};

/// By how much a figure may rise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    /// In per cent of before.
    Percent(f64),
    /// In the unit of the figure.
    Absolute(f64),
}

impl FromStr for Limit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let trimmed = text.trim();
        let (number, percent) = match trimmed.strip_suffix('%') {
            Some(number) => (number.trim_end(), true),
            None => (trimmed, false),
        };
        match number.parse::<f64>() {
            Ok(value) if value.is_finite() && value >= 0.0 => Ok(if percent {
                Self::Percent(value)
            } else {
                Self::Absolute(value)
            }),
            _ => Err(format!(
                "'{text}' is no limit; write 5% or a number in the unit of the figure, 0 or more"
            )),
        }
    }
}

/// Figures that can be limited. Of each only a rise counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// Capital cost, US dollars.
    Capex,
    /// Cost over the years of use, US dollars.
    Tco,
    /// Maximum IT power, kW.
    Power,
    /// Switch ports in use over all fabrics.
    Ports,
    /// Time of an 8 GiB all-reduce over all GPUs, µs.
    AllReduce,
}

impl Figure {
    /// Every figure.
    pub const ALL: [Self; 5] = [
        Self::Capex,
        Self::Tco,
        Self::Power,
        Self::Ports,
        Self::AllReduce,
    ];

    /// The name in documents; it ends in the unit.
    pub fn id(self) -> &'static str {
        match self {
            Self::Capex => "capex_usd",
            Self::Tco => "tco_usd",
            Self::Power => "it_power_max_kw",
            Self::Ports => "switch_ports_used",
            Self::AllReduce => "all_reduce_8_gib_us",
        }
    }

    /// The change of the figure, with what stands in the way of saying how large it is.
    fn change(self, from: &Report, to: &Report) -> Change {
        let money = match self {
            Self::Capex => Some(Money::Capital),
            Self::Tco => Some(Money::OverTheYears),
            Self::Power | Self::Ports | Self::AllReduce => None,
        };
        let ends = if let Some(money) = money {
            // A part without a price that is the same on both sides is in neither sum and in both totals: the difference is
            // exact. `doubt` has seen to it that there is no other.
            (Some(money.sum(from)), Some(money.sum(to)))
        } else {
            (self.of(from), self.of(to))
        };
        let mut doubts = Vec::new();
        if let Some(money) = money {
            doubts.extend(doubt::of_money(from, to, money));
        }
        if matches!(self, Self::Tco | Self::Power) {
            doubts.extend(doubt::of_power(from, to));
        }
        if self == Self::Tco {
            doubts.extend(doubt::of_energy(from, to));
        }
        Change {
            shown: (self.of(from), self.of(to)),
            ends,
            doubt: (!doubts.is_empty()).then(|| doubts.join("; ")),
        }
    }

    /// The figure of a report; none when unknown.
    fn of(self, report: &Report) -> Option<f64> {
        match self {
            Self::Capex => report.summary.capex_usd,
            Self::Tco => report.summary.tco_usd,
            Self::Power => Some(report.summary.it_power_max_kw),
            Self::Ports => Some(
                report
                    .fabrics
                    .iter()
                    .flat_map(|fabric| &fabric.tiers)
                    .map(|tier| tier.ports_used)
                    .sum::<u64>() as f64,
            ),
            Self::AllReduce => report
                .collectives
                .iter()
                .find(|curve| curve.op.id() == "all_reduce")?
                .points
                .iter()
                .find(|point| point.message_bytes == 8 << 30)
                .map(|point| point.time_us),
        }
    }
}

/// What a pipeline allows. A limit is `5%` or a number in the unit of the figure; a rise beyond it warns or blocks.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, clap::Args, utoipa::IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Limits {
    /// Block when capital cost rises by more: 5% or US dollars
    #[arg(long, value_name = "LIMIT")]
    pub max_capex_increase: Option<String>,
    /// Warn when capital cost rises by more
    #[arg(long, value_name = "LIMIT")]
    pub warn_capex_increase: Option<String>,
    /// Block when cost over the years of use rises by more: 5% or US dollars
    #[arg(long, value_name = "LIMIT")]
    pub max_tco_increase: Option<String>,
    /// Warn when cost over the years of use rises by more
    #[arg(long, value_name = "LIMIT")]
    pub warn_tco_increase: Option<String>,
    /// Block when maximum IT power rises by more: 5% or kW
    #[arg(long, value_name = "LIMIT")]
    pub max_power_increase: Option<String>,
    /// Warn when maximum IT power rises by more
    #[arg(long, value_name = "LIMIT")]
    pub warn_power_increase: Option<String>,
    /// Block when more switch ports are in use by more than this: 5% or ports
    #[arg(long, value_name = "LIMIT")]
    pub max_ports_increase: Option<String>,
    /// Warn when more switch ports are in use by more than this
    #[arg(long, value_name = "LIMIT")]
    pub warn_ports_increase: Option<String>,
    /// Block when an 8 GiB all-reduce over all GPUs takes longer by more: 5% or µs
    #[arg(long, value_name = "LIMIT")]
    pub max_all_reduce_increase: Option<String>,
    /// Warn when an 8 GiB all-reduce over all GPUs takes longer by more
    #[arg(long, value_name = "LIMIT")]
    pub warn_all_reduce_increase: Option<String>,
}

impl Limits {
    /// What warns and what blocks for a figure.
    fn of(&self, figure: Figure) -> (Option<&String>, Option<&String>) {
        let (warn, block) = match figure {
            Figure::Capex => (&self.warn_capex_increase, &self.max_capex_increase),
            Figure::Tco => (&self.warn_tco_increase, &self.max_tco_increase),
            Figure::Power => (&self.warn_power_increase, &self.max_power_increase),
            Figure::Ports => (&self.warn_ports_increase, &self.max_ports_increase),
            Figure::AllReduce => (
                &self.warn_all_reduce_increase,
                &self.max_all_reduce_increase,
            ),
        };
        (warn.as_ref(), block.as_ref())
    }

    /// Holds a change against the limits.
    ///
    /// # Errors
    /// What is wrong with the words of a limit.
    pub fn judge(&self, from: &Report, to: &Report) -> Result<Vec<Judged>, String> {
        let mut all = Vec::new();
        for figure in Figure::ALL {
            let (warn, block) = self.of(figure);
            for (words, verdict) in [(warn, Verdict::Warn), (block, Verdict::Block)] {
                let Some(words) = words else { continue };
                let limit: Limit = words.parse()?;
                let change = figure.change(from, to);
                all.push(Judged::of(figure, (words, limit), verdict, change));
            }
        }
        Ok(all)
    }
}

/// What becomes of a change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Nothing speaks against it.
    #[default]
    Allow,
    /// Someone should look at it.
    Warn,
    /// It must not go on.
    Block,
}

impl Verdict {
    /// The name in documents.
    pub fn id(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Warn => "warn",
            Self::Block => "block",
        }
    }
}

/// One limit and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Judged {
    /// The figure; its name ends in the unit.
    #[schema(example = "capex_usd")]
    pub figure: String,
    /// Before; null when unknown.
    pub from: Option<f64>,
    /// After; null when unknown.
    pub to: Option<f64>,
    /// Change in per cent of before; null when either is unknown or before is 0.
    pub change_percent: Option<f64>,
    /// The limit as it was written.
    #[schema(example = "5%")]
    pub limit: String,
    /// `allow` when the limit holds, else what the limit asks for.
    pub verdict: Verdict,
    /// Why, in words.
    pub reason: String,
}

/// A change before it is judged.
struct Change {
    /// The figure on both sides, as it is shown; none when unknown.
    shown: (Option<f64>, Option<f64>),
    /// What the difference is taken of; none when unknown.
    ends: (Option<f64>, Option<f64>),
    /// Why the difference is not known.
    doubt: Option<String>,
}

impl Judged {
    /// A change that is unknown cannot be shown to hold its limit, so it does not.
    fn of(figure: Figure, (words, limit): (&str, Limit), beyond: Verdict, change: Change) -> Self {
        let (from, to) = change.shown;
        let (holds, reason) = match (change.ends, change.doubt) {
            (_, Some(doubt)) => (
                false,
                format!("unknown, so the limit of {words} cannot be checked: {doubt}"),
            ),
            ((Some(before), Some(after)), None) => {
                let rise = after - before;
                let most = match limit {
                    Limit::Percent(percent) => before * percent / 100.0,
                    Limit::Absolute(most) => most,
                };
                // A hair above, so that 5 % of 100 to 105 holds.
                let holds = rise <= most + 1e-9 * before.abs().max(1.0);
                let how = if rise > 0.0 { "rises" } else { "does not rise" };
                let side = if holds { "within" } else { "beyond" };
                (holds, format!("{how}, {side} the limit of {words}"))
            }
            _ => (
                false,
                format!("unknown on one side, so the limit of {words} cannot be checked"),
            ),
        };
        Self {
            figure: figure.id().to_owned(),
            from,
            to,
            change_percent: change_percent(from, to),
            limit: words.to_owned(),
            verdict: if holds { Verdict::Allow } else { beyond },
            reason,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(limit: &str, from: Option<f64>, to: Option<f64>) -> Verdict {
        let change = Change {
            shown: (from, to),
            ends: (from, to),
            doubt: None,
        };
        let limit = (limit, limit.parse().unwrap());
        Judged::of(Figure::Capex, limit, Verdict::Block, change).verdict
    }

    #[test]
    fn limits_hold_up_to_the_figure_that_was_written() {
        assert_eq!(judged("5%", Some(100.0), Some(105.0)), Verdict::Allow);
        assert_eq!(judged("5 %", Some(100.0), Some(105.1)), Verdict::Block);
        assert_eq!(judged("7", Some(100.0), Some(107.0)), Verdict::Allow);
        assert_eq!(judged("7", Some(100.0), Some(108.0)), Verdict::Block);
        assert_eq!(judged("0%", Some(100.0), Some(90.0)), Verdict::Allow);
        assert_eq!(judged("50%", Some(0.0), Some(1.0)), Verdict::Block);
    }

    #[test]
    fn what_is_unknown_does_not_pass() {
        assert_eq!(judged("5%", None, Some(1.0)), Verdict::Block);
        assert_eq!(judged("5%", Some(1.0), None), Verdict::Block);
    }

    #[test]
    fn words_that_are_no_limit_are_refused() {
        for words in ["", "%", "five", "-1%", "NaN", "inf", "5%%"] {
            assert!(words.parse::<Limit>().is_err(), "{words}");
        }
    }
}
