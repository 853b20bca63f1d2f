//! Bandwidths that the user measured: one line each, and one to add another.

use leptos::ev::SubmitEvent;
use leptos::prelude::*;

use super::controls::{Fault, NumberBox, Options, choose, fold, rows};
use super::icons::{Glyph, Icon};
use super::state::{kept, planner};
use crate::model::command::Command;
use crate::model::number::{self, NumberFault};
use crate::model::pointer::element_id;
use crate::model::row::{GB_S, LINK, MEASURED};
use crate::model::words::{say, say_with};

/// The list of measured bandwidths, folded until a finding leads to it.
#[component]
pub fn Measurements() -> impl IntoView {
    let planner = planner();
    let count = kept(move || {
        planner
            .document
            .with(|document| document.design().measured.len())
    });
    view! {
        <div class="sec">
            <details>
                <summary>
                    {move || say_with("planner-measured-own", &[("count", (count.get() as u64).into())])}
                </summary>
                <div id="f-measured" tabindex="-1">
                    <p class="note pl-gap">{say("planner-measured-own-help")}</p>
                    <ul class="plain">
                        {move || (0..count.get()).map(|index| view! { <Figure index=index /> }).collect_view()}
                    </ul>
                    <Another />
                </div>
            </details>
        </div>
    }
}

#[component]
fn Figure(index: usize) -> impl IntoView {
    let planner = planner();
    let at = format!("/measured/{index}");
    let speed = GB_S.at(&at);
    let name = [("n", (index + 1).to_string().into())];
    view! {
        <li class="pl-work" id=element_id(&at) tabindex="-1">
            {choose(&at, &LINK)}
            <NumberBox field=speed.clone() label=say_with("planner-measured-gb_s-n", &name) />
            <button
                type="button"
                class="btn quiet small icon"
                aria-label=say_with("planner-remove-measured", &name)
                on:click=move |_| planner.run(&Command::RemoveMeasured { figure: index })
            >
                "×"
            </button>
            <Fault at=speed.pointer() />
            <div class="pl-wide">{fold("planner-measured-more", rows(&at, &MEASURED))}</div>
        </li>
    }
}

/// Link and figure of the next one: nothing is in the design before there is a figure.
#[component]
fn Another() -> impl IntoView {
    let planner = planner();
    let links = planner
        .document
        .with_untracked(|document| LINK.choices("", document.design()));
    let link = RwSignal::new("inside".to_owned());
    let text = RwSignal::new(String::new());
    let fault = RwSignal::new(None);
    let add = move |event: SubmitEvent| {
        event.prevent_default();
        let read = number::parse(&text.get_untracked(), GB_S.bounds());
        fault.set(read.err().map(NumberFault::message));
        if let Ok(gb_s) = read {
            let link = link.get_untracked();
            planner.run(&Command::AddMeasured { link, gb_s });
            text.set(String::new());
        }
    };
    view! {
        <form class="pl-work pl-gap" on:submit=add>
            <select
                class="inp"
                aria-label=say("planner-measured-link")
                on:change:target=move |event| link.set(event.target().value())
            >
                <Options choices=Signal::stored(links) value=link.into() />
            </select>
            <input
                class="inp num"
                id="measured-new"
                inputmode="decimal"
                autocomplete="off"
                placeholder=say("planner-unit-gb-s")
                aria-label=say("planner-measured-gb_s")
                aria-invalid=move || fault.with(Option::is_some).then_some("true")
                aria-describedby="measured-new-m"
                prop:value=move || text.get()
                on:input:target=move |event| text.set(event.target().value())
            />
            <button type="submit" class="btn small icon" aria-label=say("planner-measured-add")>
                <Glyph icon=Icon::Plus />
            </button>
            <span class="msg err" id="measured-new-m">{move || fault.get()}</span>
        </form>
    }
}
