//! Why the operation takes what it takes at the cross-hair, as the annex says it.

use leptos::prelude::*;

use super::derived::Memo;
use super::loads::asked;
use super::state::planner;
use crate::model::sections;

/// The panel "Why" of the collectives view.
#[component]
pub fn WhyPanel(
    /// The size of the cross-hair.
    size: Memo<u64>,
) -> impl IntoView {
    let planner = planner();
    let (why, busy) = asked(Box::new(move || {
        let chosen = sections::point(planner.op.get(), size.get());
        planner
            .answers
            .with(|answers| sections::question("why", &answers.design, 0.0, &chosen))
    }));
    view! {
        {move || {
            let fault = why.with(|why| why.fault.clone());
            (!fault.is_empty()).then(|| view! { <p class="note err pl-gap" role="alert">{fault}</p> })
        }}
        <div
            class="pl-loads"
            data-why=""
            aria-busy=move || busy.get().to_string()
            inner_html=move || why.with(|why| why.html.clone())
        ></div>
    }
}
