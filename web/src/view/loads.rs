//! What views ask of the annex while they are shown: the loads of a network, with what fails as a choice.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::controls::Options;
use super::derived::Memo;
use super::state::{kept, planner};
use crate::annex;
use crate::model::loads::Loads;
use crate::model::words::say;

/// The loads of the design on the page, and whether a question is on its way. They are asked for as long as `on` says so.
pub fn loads(
    on: impl Fn() -> bool + Send + Sync + 'static,
    fails: RwSignal<String>,
) -> (Memo<Loads>, RwSignal<bool>) {
    let planner = planner();
    asked(Box::new(move || {
        if !on() {
            return None;
        }
        let width = planner.width.get();
        let fails = fails.get();
        planner
            .answers
            .with(|answers| Loads::question(&answers.design, &fails, width))
    }))
}

/// What a view asks the annex.
pub type Question = Box<dyn Fn() -> Option<String> + Send + Sync>;

/// The answers of the annex, one question at a time; what changed meanwhile is asked after it.
pub fn asked(question: Question) -> (Memo<Loads>, RwSignal<bool>) {
    // Texts, so that no signal of another type is built for them.
    let reply = RwSignal::new(String::new());
    let wanted = RwSignal::new(String::new());
    let busy = RwSignal::new(false);
    Effect::new(move |_| {
        let Some(question) = question() else {
            return;
        };
        wanted.set(question);
        if busy.get_untracked() {
            return;
        }
        busy.set(true);
        spawn_local(async move {
            let mut answer = String::new();
            loop {
                // Nobody is there to ask when the view was left meanwhile.
                let question = wanted.try_get_untracked().unwrap_or_default();
                if question.is_empty() {
                    break;
                }
                wanted.set(String::new());
                answer = annex::ask(&question).await;
            }
            reply.try_set(answer);
            busy.try_set(false);
        });
    });
    (kept(move || Loads::read(&reply.get())), busy)
}

/// The choice of what fails, as a list beside the switch of views.
#[component]
pub fn FailsChoice(
    /// What can fail.
    loads: Memo<Loads>,
    /// What does.
    fails: RwSignal<String>,
) -> impl IntoView {
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
