//! What views ask of the annex while they are shown: the loads of a network, with what fails as a choice.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::controls::Options;
use super::derived::Memo;
use super::state::{kept, planner};
use crate::annex;
use crate::model::loads::Loads;
use crate::model::sections;
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
        let chosen = sections::choose("", "fails".to_owned(), fails.get());
        planner
            .answers
            .with(|answers| sections::question("load", &answers.design, width, &chosen))
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
    let kind = move || fails.with(|fails| fails.split(' ').next().unwrap_or_default().to_owned());
    let number = move |at: usize, named: bool| {
        loads.with(|loads| {
            let number = loads.numbers.get(at);
            number.map_or_else(String::new, |number| {
                let text = if named { &number.name } else { &number.id };
                text.clone()
            })
        })
    };
    let boxed = move |at: usize| {
        // The box stays while its value changes, so that it keeps the focus.
        let there = kept(move || loads.with(|loads| loads.numbers.len() > at));
        move || {
            there.get().then(|| {
                view! {
                    <label class="withu">
                        <span>{move || number(at, true)}</span>
                        <input
                            class="inp num"
                            type="number"
                            min="1"
                            prop:value=move || number(at, false)
                            on:change:target=move |event| {
                                let typed = event.target().value();
                                // What is beyond the last is the last: the answer says so.
                                event.target().set_value(&number(at, false));
                                let part = fails.with_untracked(|fails| {
                                    loads.with_untracked(|loads| loads.part(fails, at, &typed))
                                });
                                fails.set(part);
                            }
                        />
                    </label>
                }
            })
        }
    };
    view! {
        <select
            class="inp pl-auto"
            id="fails"
            aria-label=say("planner-fails")
            prop:value=move || {
                choices.track();
                kind()
            }
            on:change:target=move |event| fails.set(event.target().value())
        >
            <Options choices=choices value=Signal::derive(kind) />
        </select>
        {boxed(0)}
        {boxed(1)}
    }
}
