//! Why the operation takes what it takes at the cross-hair.

use leptos::prelude::*;

use super::derived::Memo;
use super::stage::Shown;
use super::state::{kept, planner};
use crate::model::why::{explanation, table};
use crate::model::words::say;

/// The panel "Why" of the collectives view.
#[component]
pub fn WhyPanel(
    /// The size of the cross-hair.
    size: Memo<u64>,
) -> impl IntoView {
    let planner = planner();
    let explain = move || {
        let (op, at) = (planner.op.get(), size.get());
        planner
            .answers
            .with(|answers| explanation(&answers.design, &answers.report, op, at))
    };
    // Kept as what other views keep too: a type of its own weighs more than explaining twice.
    let rows = kept(move || explain().as_ref().map(table).unwrap_or_default());
    let title = kept(move || explain().map(|why| why.title).unwrap_or_default());
    let any = kept(move || rows.with(|rows| !rows.rows.is_empty()));
    move || {
        any.get().then(|| {
            view! {
                <div class="sec">
                    <h3 class="pl-tablehead">{move || title.get()}</h3>
                    <Shown label=say("planner-why") table=rows />
                </div>
            }
        })
    }
}
