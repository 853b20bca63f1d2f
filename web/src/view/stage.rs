//! The main views behind their tabs.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use podwright_diagram::table::Table;
use wasm_bindgen::JsCast as _;

use super::collectives::Collectives;
use super::cost::Cost;
use super::dom;
use super::racks::Racks;
use super::state::{Tab, planner};
use super::topology::TopologyView;
use crate::model::sentence::Sentence;
use crate::model::words::say;

/// The tabs and the view that is chosen.
#[component]
pub fn Stage() -> impl IntoView {
    let planner = planner();
    let section = NodeRef::<leptos::html::Section>::new();
    let measure = move || {
        if let Some(section) = section.get_untracked() {
            let width = f64::from(section.client_width()) - 34.0;
            if width > 0.0 && (planner.width.get_untracked() - width).abs() > 0.5 {
                planner.width.set(width);
            }
        }
    };
    Effect::new(move |_| {
        section.track();
        measure();
    });
    let handle = window_event_listener(leptos::ev::resize, move |_| measure());
    on_cleanup(move || handle.remove());

    let keys = move |event: KeyboardEvent| {
        let at = Tab::ALL
            .iter()
            .position(|tab| *tab == planner.tab.get_untracked())
            .unwrap_or(0);
        let last = Tab::ALL.len() - 1;
        let to = match event.key().as_str() {
            "ArrowRight" => (at + 1) % Tab::ALL.len(),
            "ArrowLeft" => at.checked_sub(1).unwrap_or(last),
            "Home" => 0,
            "End" => last,
            _ => return,
        };
        event.prevent_default();
        planner.tab.set(Tab::ALL[to]);
        dom::focus_first(&[format!("tab-{}", Tab::ALL[to].id())]);
    };
    // On a small screen the tabs scroll sideways: the chosen one is brought into view.
    Effect::new(move |_| {
        let id = format!("tab-{}", planner.tab.get().id());
        let tab = dom::document().and_then(|document| document.get_element_by_id(&id));
        if let Some(tab) = tab.and_then(|tab| tab.dyn_into::<web_sys::HtmlElement>().ok())
            && let Some(list) = tab.parent_element()
        {
            list.set_scroll_left((tab.offset_left() - list.client_width() / 3).max(0));
        }
    });
    view! {
        <section class="a-stage panel" aria-label=say("planner-views") node_ref=section>
            <div class="tabs" role="tablist" aria-label=say("planner-views") on:keydown=keys>
                {Tab::ALL
                    .into_iter()
                    .map(|tab| {
                        let chosen = move || planner.tab.get() == tab;
                        view! {
                            <a
                                role="tab"
                                id=format!("tab-{}", tab.id())
                                aria-controls="view"
                                aria-selected=move || if chosen() { "true" } else { "false" }
                                aria-current=move || chosen().then_some("page")
                                tabindex=move || if chosen() { "0" } else { "-1" }
                                on:click=move |_| planner.tab.set(tab)
                                on:keydown=move |event: KeyboardEvent| {
                                    if matches!(event.key().as_str(), "Enter" | " ") {
                                        event.prevent_default();
                                        planner.tab.set(tab);
                                    }
                                }
                            >
                                {say(&format!("planner-tab-{}", tab.id()))}
                            </a>
                        }
                    })
                    .collect_view()}
            </div>
            <div id="view" role="tabpanel" aria-labelledby=move || format!("tab-{}", planner.tab.get().id())>
                {move || match planner.tab.get() {
                    Tab::Topology => view! { <TopologyView /> }.into_any(),
                    Tab::Racks => view! { <Racks /> }.into_any(),
                    Tab::Collectives => view! { <Collectives /> }.into_any(),
                    Tab::Cost => view! { <Cost /> }.into_any(),
                }}
            </div>
        </section>
    }
}

/// The sentence that a view opens with, and its tools at the right.
#[component]
pub fn StageHead(
    /// The sentence.
    #[prop(into)]
    sentence: Signal<Sentence>,
    /// Tools of the view.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    view! {
        <div class="stagehead">
            <div aria-live="polite">
                <h2 id="sg">{move || sentence.get().title}</h2>
                <p>{move || sentence.get().detail}</p>
            </div>
            {children.map(|children| view! { <div class="btnrow">{children()}</div> })}
        </div>
    }
}

/// A table that scrolls inside its own region.
#[component]
pub fn Shown(
    /// What the table is, for those who jump from region to region.
    #[prop(into)]
    label: String,
    /// The table.
    #[prop(into)]
    table: Signal<Table>,
) -> impl IntoView {
    view! {
        <div class="tw" tabindex="0" role="region" aria-label=label inner_html=move || table.with(Table::html)></div>
    }
}
