//! The components: thin, over the view model.

mod asked;
mod collectives;
mod compose;
mod compose_cluster;
mod compose_workstation;
mod controls;
mod cost;
mod derived;
pub mod dom;
mod figures;
mod findings;
mod header;
mod icons;
mod loads;
mod own_prices;
mod racks;
mod sheets;
mod stage;
pub mod state;
mod toast;
mod topology;
mod what_if;
mod why;

use leptos::prelude::*;

use crate::model::words::{say, say_with};
use state::{Planner, kept};

/// The whole page.
#[component]
pub fn App(
    /// What is on it.
    planner: Planner,
) -> impl IntoView {
    provide_context(planner);
    header::listen_for_keys(planner);
    own_prices::follow(planner);
    let title = kept(move || {
        let name = planner
            .document
            .with(|document| document.design().name.clone());
        if name.is_empty() {
            say("planner-untitled")
        } else {
            name
        }
    });
    Effect::new(move |_| {
        if let Some(document) = dom::document() {
            document.set_title(&format!("{} · {}", title.get(), say("planner-brand")));
        }
    });
    view! {
        <header::Header />
        <main id="main" class="planner" tabindex="-1">
            <h1 class="vh">{move || title.get()}</h1>
            <figures::Figures />
            <compose::Compose />
            <stage::Stage />
            <findings::Findings />
        </main>
        <Foot />
        <sheets::SheetHost />
        <toast::ToastHost />
    }
}

#[component]
fn Foot() -> impl IntoView {
    let planner = state::planner();
    let versions = kept(move || {
        planner.answers.with(|answers| {
            let report = &answers.report;
            [
                ("planner-foot-engine", report.engine_version.clone()),
                ("planner-foot-catalogue", report.catalog_version.clone()),
                ("planner-foot-prices", report.price_book_version.clone()),
            ]
        })
    });
    view! {
        <footer class="foot">
            {move || {
                versions
                    .get()
                    .into_iter()
                    .map(|(id, version)| view! { <span>{say_with(id, &[("version", version.into())])}</span> })
                    .collect_view()
            }}
            <span>{say("planner-foot-units")}</span>
        </footer>
    }
}
