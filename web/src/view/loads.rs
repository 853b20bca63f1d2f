//! What views ask of the annex while they are shown: the loads of a network, with what fails as a choice, and racks.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::controls::Options;
use super::derived::Memo;
use super::state::{kept, planner};
use crate::annex;
use crate::model::loads::{Fails, Loads};
use crate::model::words::say;

/// The loads of the design on the page, and whether a question is on its way. They are asked for as long as `on` says so.
pub fn loads(
    on: impl Fn() -> bool + Send + Sync + 'static,
    fails: RwSignal<Fails>,
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

/// Racks and cables of the design on the page, as sections of HTML, and whether a question is on its way.
pub fn racks() -> (Memo<Loads>, RwSignal<bool>) {
    let planner = planner();
    asked(Box::new(move || {
        let width = planner.width.get();
        planner
            .answers
            .with(|answers| Loads::racks_question(&answers.design, width))
    }))
}

/// What a view asks the annex.
type Question = Box<dyn Fn() -> Option<String> + Send + Sync>;

/// The answers of the annex, one question at a time; what changed meanwhile is asked after it.
fn asked(question: Question) -> (Memo<Loads>, RwSignal<bool>) {
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
    fails: RwSignal<Fails>,
) -> impl IntoView {
    let choices = Signal::derive(move || loads.with(|loads| loads.choices.clone()));
    let kind = move || fails.with(|fails| fails.kind.clone());
    // Boxes stay while their values change, so that the one in use keeps the focus.
    let count = kept(move || loads.with(|loads| loads.numbers.len()));
    let number =
        move |at: usize| loads.with(|loads| loads.numbers.get(at).cloned().unwrap_or_default());
    view! {
        <select
            class="inp pl-auto"
            id="fails"
            aria-label=say("planner-fails")
            prop:value=move || {
                choices.track();
                kind()
            }
            on:change:target=move |event| {
                fails.set(Fails { kind: event.target().value(), ..Fails::default() });
            }
        >
            <Options choices=choices value=Signal::derive(kind) />
        </select>
        {move || {
            (0..count.get())
                .map(|at| {
                    view! {
                        <label class="withu">
                            <span>{move || number(at).name}</span>
                            <input
                                class="inp num"
                                type="number"
                                min="1"
                                max=move || number(at).most
                                prop:value=move || number(at).value
                                on:change:target=move |event| {
                                    let most = number(at).most.parse().unwrap_or(1);
                                    let typed = event.target().value().parse().unwrap_or(1_u32).min(most).max(1).to_string();
                                    event.target().set_value(&typed);
                                    fails.update(|fails| fails.numbers[at] = typed);
                                }
                            />
                        </label>
                    }
                })
                .collect_view()
        }}
    }
}
