//! A view that the annex writes: sections of HTML, and what happens on a click or a choice in them.

use leptos::ev::{Event, MouseEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement, HtmlSelectElement};

use super::dom;
use super::loads::asked;
use super::sheets::download;
use super::state::{Planner, Sheet, planner};
use crate::model::field::{NumberField, SiteField};
use crate::model::sections;

/// The sections of a view.
#[component]
pub fn Asked(
    /// Which view.
    view: &'static str,
) -> impl IntoView {
    let planner = planner();
    let chosen = RwSignal::new(String::new());
    let (drawn, busy) = asked(Box::new(move || {
        let width = planner.width.get();
        let chosen = chosen.get();
        planner
            .answers
            .with(|answers| sections::question(view, &answers.design, width, &chosen))
    }));
    let place = NodeRef::<leptos::html::Div>::new();
    Effect::new(move |_| {
        let html = drawn.with(|drawn| drawn.html.clone());
        let Some(place) = place.get() else { return };
        // Whoever was in a list stays in it, though it is written anew.
        let focused = dom::document()
            .and_then(|document| document.active_element())
            .filter(|element| place.contains(Some(element)))
            .map(|element| element.id());
        place.set_inner_html(&html);
        if let Some(id) = focused {
            focus_again(&id);
        }
    });
    view! {
        {move || {
            let fault = drawn.with(|drawn| drawn.fault.clone());
            (!fault.is_empty()).then(|| view! { <p class="note err pl-gap" role="alert">{fault}</p> })
        }}
        <div
            class="pl-loads"
            aria-busy=move || busy.get().to_string()
            node_ref=place
            on:click=move |event: MouseEvent| act(planner, &event)
            on:change=move |event: Event| {
                let list = event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok());
                if let Some(list) = list
                    && let Some(key) = list.get_attribute("data-of")
                {
                    chosen.update(|chosen| *chosen = sections::choose(chosen, key, list.value()));
                }
            }
        ></div>
    }
}

/// Focuses an element without moving the page.
pub fn focus_again(id: &str) {
    let element = dom::document().and_then(|document| document.get_element_by_id(id));
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// What a button in the sections does, by its `data-do` and `data-of`.
fn act(planner: Planner, event: &MouseEvent) {
    let button = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok())
        .and_then(|element| element.closest("button[data-do]").ok().flatten());
    let Some(button) = button else { return };
    let read = |name: &str| button.get_attribute(name).unwrap_or_default();
    let field = match read("data-do").as_str() {
        "price" => NumberField::PriceOverride(read("data-of")),
        "rent" => NumberField::Site(SiteField::Rent),
        _ => return download(planner, read("data-of")),
    };
    planner
        .sheet
        .set(Some(Sheet::Number(field, read("data-name"))));
}
