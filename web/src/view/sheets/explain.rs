//! How a headline figure came about.

use leptos::prelude::*;
use podwright_sim_core::report::Explanation;

use super::SheetHead;
use crate::model::explain::explanation;
use crate::model::headline::{Headline, headlines};
use crate::model::tables;
use crate::model::words::say;
use crate::view::figures::MarkView;
use crate::view::stage::Shown;
use crate::view::state::planner;

/// The sheet of a headline figure.
#[component]
pub fn Explain(
    /// Its key.
    figure: &'static str,
) -> impl IntoView {
    let planner = planner();
    let found = planner.answers.with_untracked(|answers| {
        let after = answers
            .after
            .as_ref()
            .map(|(design, report)| (&**design, &**report));
        let figures = headlines(&answers.design, &answers.report, after);
        let headline = figures
            .into_iter()
            .find(|headline| headline.key == figure)?;
        let explained = explanation(&headline, &answers.design, &answers.report);
        Some((headline, explained))
    });
    found.map(|(headline, explained)| view! { <Sheet headline=headline explained=explained /> })
}

#[component]
fn Sheet(headline: Headline, explained: Option<Explanation>) -> impl IntoView {
    let mut result = format!("{} {}", headline.value, headline.unit);
    if let Some(after) = &headline.after {
        result = format!(
            "{result}, {}",
            crate::model::words::say_with("planner-after", &[("value", after.as_str().into())])
        );
    }
    view! {
        <SheetHead title=headline.label.clone() />
        <p class="res num">{result}</p>
        {match explained {
            Some(explained) => {
                let inputs = tables::inputs(&explained);
                view! {
                    <h3>{say("planner-explain-how")}</h3>
                    <p class="formula">{explained.formula} " " <strong>{explained.result}</strong></p>
                    <h3>{say("planner-explain-inputs")}</h3>
                    <Shown label=say("planner-explain-inputs") table=Signal::stored(inputs) />
                }
                    .into_any()
            }
            None => view! { <p class="note">{say("planner-explain-none")}</p> }.into_any(),
        }}
        {headline
            .band
            .filter(|band| band.low < band.high)
            .map(|_| {
                view! {
                    <h3>{say("planner-explain-band")}</h3>
                    <p class="note num">{headline.range.clone()}</p>
                }
            })}
        {headline.mark.map(|mark| view! { <p class="note"><MarkView mark=mark /></p> })}
    }
}
