//! Racks by kind, and power by part.

use leptos::prelude::*;

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
    }
}
