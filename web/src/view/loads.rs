//! The loads of a network: asked of the annex while they are shown, and what fails as a choice.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::controls::Options;
use super::state::{Planner, planner};
use crate::annex;
use crate::model::loads::Loads;
use crate::model::words::say;

/// The loads of the design on the page for as long as `on` holds. One question is on its way at a time; what changed
/// meanwhile is asked after it.
pub fn loads(on: Signal<bool>, fails: RwSignal<String>) -> RwSignal<Loads> {
    let planner = planner();
    let loads = RwSignal::new(Loads::default());
    let wanted = StoredValue::new(None::<String>);
    Effect::new(move |_| {
        if !on.get() {
            return;
        }
        wanted.set_value(question(planner, &fails.get()));
        if loads.with_untracked(|loads| loads.busy) {
            return;
        }
        loads.update(|loads| loads.busy = true);
        spawn_local(async move {
            let mut answer = Loads::default();
            while let Some(question) = wanted.try_update_value(Option::take).flatten() {
                answer = Loads::read(annex::ask(&question).await);
            }
            // Nobody is there to read it when the view was left meanwhile.
            let _ = loads.try_set(answer);
        });
    });
    loads
}

fn question(planner: Planner, fails: &str) -> Option<String> {
    let width = planner.width.get();
    planner
        .answers
        .with(|answers| Loads::question(&answers.design, fails, width))
}

/// The choice of what fails, as a list beside the switch of views.
#[component]
pub fn FailsChoice(loads: RwSignal<Loads>, fails: RwSignal<String>) -> impl IntoView {
    let choices = Signal::derive(move || loads.with(|loads| loads.choices.clone()));
    view! {
        <select
            class="inp pl-auto"
            id="fails"
            aria-label=say("planner-fails")
            prop:value=move || {
                choices.track();
                fails.get()
            }
            on:change:target=move |event| fails.set(event.target().value())
        >
            <Options choices=choices value=Signal::derive(move || fails.get()) />
        </select>
    }
}

/// What stands below the drawing: the tables, or what failed.
#[component]
pub fn LoadTables(loads: RwSignal<Loads>) -> impl IntoView {
    view! {
        <div
            class="pl-loads"
            aria-busy=move || loads.with(|loads| loads.busy.to_string())
            inner_html=move || loads.with(|loads| loads.html.clone())
        ></div>
    }
}
