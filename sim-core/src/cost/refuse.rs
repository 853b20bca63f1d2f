//! No money for what can't be built: sums of a plan that does not stand would be read as its price.

use std::collections::BTreeMap;

use podwright_locales::{Arg, Language, Texts};

use super::{Budget, Figures, PriceList};
use crate::report::{Cost, ExplainedInput, Explanation, Finding};

/// The figures that rest on the sum of all parts.
const FIGURES: [&str; 3] = ["capex_usd", "tco_usd", "usd_per_gpu_hour"];

fn say(id: &str, args: &[(&str, Arg<'_>)]) -> String {
    Texts::of(Language::English).with(id, args)
}

/// Says of the sums that are unknown for want of the price of a node or card which part that is, and of those that leave
/// out another part that they are at least so much.
pub(super) fn qualify(
    explain: &mut BTreeMap<String, Explanation>,
    list: &PriceList,
    figures: &Figures,
    cost: &Cost,
) {
    let unpriced = list.unpriced_machine();
    for figure in FIGURES {
        let Some(explanation) = explain.get_mut(figure) else {
            continue;
        };
        let incomplete = match figure {
            "capex_usd" => cost.capex_incomplete(),
            _ => cost.incomplete(),
        };
        if let Some(part) = unpriced {
            let part = part.description.as_str();
            explanation.result = say("report-unknown-price", &[("part", part.into())]);
        } else if incomplete && figures.totals.is_some() {
            let value = explanation.result.as_str();
            explanation.result = say("report-at-least", &[("value", value.into())]);
        }
    }
}

impl Budget {
    /// Takes every sum of money away, because of findings by which the design can't be built as asked. Quantities and
    /// prices of pieces stay.
    pub fn refuse<'a>(&mut self, errors: impl Iterator<Item = &'a Finding>) {
        let mut inputs: Vec<ExplainedInput> = Vec::new();
        for error in errors {
            if !self.bom.errors.contains(&error.code) {
                self.bom.errors.push(error.code.clone());
            }
            inputs.push(ExplainedInput {
                name: say("report-finding", &[]),
                value: error.title.clone(),
                source: format!("{} {}", error.code, error.at),
            });
        }
        if inputs.is_empty() {
            return;
        }
        let bom = &mut self.bom;
        (bom.total_usd, bom.total_low_usd, bom.total_high_usd) = (None, None, None);
        let figures = &mut self.figures;
        (figures.totals, figures.low, figures.high) = (None, None, None);
        let cost = &mut self.cost;
        (cost.capex_usd, cost.tco_usd) = (None, None);
        (cost.usd_per_gpu_hour, cost.network_share) = (None, None);
        cost.items.clear();
        cost.by_year.clear();
        cost.sensitivity.clear();
        let why = say(
            "report-unknown-refused",
            &[("finding", inputs[0].value.as_str().into())],
        );
        for figure in FIGURES {
            if let Some(explanation) = self.explain.get_mut(figure) {
                explanation.inputs.clone_from(&inputs);
                explanation.result.clone_from(&why);
            }
        }
    }
}
