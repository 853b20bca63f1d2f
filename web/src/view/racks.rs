//! Racks by kind, and power by part; below them the annex draws racks and rows and counts cables.

use leptos::prelude::*;

use super::loads;
use super::stage::{Shown, StageHead};
use super::state::{kept, planner};
use crate::model::words::say;
use crate::model::{sentence, tables};

/// The racks view.
#[component]
pub fn Racks() -> impl IntoView {
    let planner = planner();
    let opening = kept(move || {
        planner
            .answers
            .with(|answers| sentence::racks(&answers.report))
    });
    let racks = kept(move || {
        planner
            .answers
            .with(|answers| tables::racks(&answers.report))
    });
    let power = kept(move || {
        planner
            .answers
            .with(|answers| tables::power(&answers.report))
    });
    let (drawn, busy) = loads::racks();
    view! {
        <div class="sec">
            <StageHead sentence=opening />
            {move || {
                racks
                    .with(|table| !table.rows.is_empty())
                    .then(|| view! { <Shown label=say("planner-racks-table") table=racks /> })
            }}
        </div>
        <div class="sec">
            <h3 class="pl-tablehead">{say("planner-power-table")}</h3>
            <Shown label=say("planner-power-table") table=power />
        </div>
        {move || {
            let fault = drawn.with(|drawn| drawn.fault.clone());
            (!fault.is_empty()).then(|| view! { <p class="note err pl-gap" role="alert">{fault}</p> })
        }}
        <div class="pl-loads" aria-busy=move || busy.get().to_string() inner_html=move || drawn.with(|drawn| drawn.html.clone())></div>
    }
}
