//! Files to take away, and the actions for which a small screen has no room.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{SheetHead, begin_save, design_of, missing_token, tell};
use crate::api;
use crate::model::autosave;
use crate::model::json_text::indented;
use crate::model::words::say;
use crate::view::dom::{self, LocalStore};
use crate::view::header::{ThemeButton, UndoRedo};
use crate::view::state::{Planner, Sheet, Toast, planner};

/// The export sheet.
#[component]
pub fn Export() -> impl IntoView {
    let planner = planner();
    let stored = planner
        .saving
        .with_untracked(|saving| saving.stored().is_some());
    let json = move |_| {
        let design = design_of(planner);
        let text = written(&*design);
        let _ = dom::download(
            &dom::file_name(&design, "json"),
            "application/json",
            text.as_bytes(),
        );
    };
    let report = move |_| {
        let design = design_of(planner);
        let text = written(&*planner.report());
        let _ = dom::download(
            &dom::file_name(&design, "report.json"),
            "application/json",
            text.as_bytes(),
        );
    };
    let print = move |_| {
        planner.sheet.set(None);
        request_animation_frame(dom::print);
    };
    view! {
        <SheetHead title=say("planner-export-title") />
        <ul class="pl-actions">
            <li><button type="button" class="btn" on:click=json>{say("planner-export-json")}</button></li>
            <li><button type="button" class="btn" on:click=report>{say("planner-export-report")}</button></li>
            <li>
                <button type="button" class="btn" disabled=!stored on:click=move |_| download(planner, "bom.csv".to_owned())>
                    {say("planner-export-csv")}
                </button>
            </li>
            <li>
                <button type="button" class="btn" disabled=!stored on:click=move |_| download(planner, "bom.xlsx".to_owned())>
                    {say("planner-export-xlsx")}
                </button>
            </li>
            <li><button type="button" class="btn" on:click=print>{say("planner-export-print")}</button></li>
        </ul>
        {(!stored).then(|| view! { <p class="note">{say("planner-bom-needs-save")}</p> })}
    }
}

fn written(document: &impl serde::Serialize) -> String {
    indented(&serde_json::to_string(document).unwrap_or_default())
}

/// Fetches a file of the saved revision, as `bom.csv`, and gives it to the person.
pub fn download(planner: Planner, file: String) {
    let design = design_of(planner);
    let stored = planner
        .saving
        .with_untracked(|saving| saving.stored().filter(|_| !saving.dirty(&design)).cloned());
    let Some(stored) = stored else {
        planner.show(Toast {
            words: say("planner-bom-needs-save"),
            action: None,
        });
        return;
    };
    spawn_local(async move {
        let Some(token) = autosave::token(&LocalStore, &stored.id) else {
            tell(planner, &missing_token());
            return;
        };
        match api::file(&stored.id, &token, &file).await {
            Ok(bytes) => {
                let name = dom::file_name(&design, &file);
                let _ = dom::download(&name, "application/octet-stream", &bytes);
            }
            Err(error) => tell(planner, &error),
        }
    });
}

/// The actions for which a small screen has no room.
#[component]
pub fn More() -> impl IntoView {
    let planner = planner();
    let to = move |sheet: Sheet| move |_| planner.sheet.set(Some(sheet.clone()));
    view! {
        <SheetHead title=say("planner-more-title") />
        <div class="btnrow">
            <UndoRedo />
            <ThemeButton />
        </div>
        <ul class="pl-actions">
            <li>
                <button
                    type="button"
                    class="btn"
                    on:click=move |_| {
                        planner.sheet.set(None);
                        begin_save(planner);
                    }
                >
                    {say("planner-save")}
                </button>
            </li>
            <li><button type="button" class="btn" on:click=to(Sheet::Compare)>{say("planner-compare")}</button></li>
            <li><button type="button" class="btn" on:click=to(Sheet::Export)>{say("planner-export")}</button></li>
            <li>
                <button
                    type="button"
                    class="btn"
                    on:click=move |_| {
                        planner.sheet.set(None);
                        planner.fork();
                    }
                >
                    {say("planner-fork")}
                </button>
            </li>
        </ul>
    }
}
