//! Racks: the sentence above; the rest is drawn and counted by the annex.

use leptos::prelude::*;

use super::asked::Asked;
use super::stage::StageHead;
use super::state::{kept, planner};
use crate::model::sentence;

/// The racks view.
#[component]
pub fn Racks() -> impl IntoView {
    let planner = planner();
    let opening = kept(move || {
        planner
            .answers
            .with(|answers| sentence::racks(&answers.report))
    });
    view! {
        <div class="sec">
            <StageHead sentence=opening />
        </div>
        <Asked view="racks" />
    }
}
