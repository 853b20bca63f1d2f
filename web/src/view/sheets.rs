//! Sheets over the page, and the talks with the server that they show.

mod compare;
mod explain;
mod files;
mod links;
mod merge;
mod number;

use std::sync::Arc;

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast as _;

use super::dom::{self, LocalStore};
use super::state::{Planner, Sheet, Toast, planner};
use crate::api::{self, ApiError};
use crate::model::autosave::{self, Origin};
use crate::model::saving::Stored;
use crate::model::words::{say, say_with};
pub use files::download;

/// The one dialogue of the page; its content follows the sheet that is open.
#[component]
pub fn SheetHost() -> impl IntoView {
    let planner = planner();
    let dialog = NodeRef::<leptos::html::Dialog>::new();
    Effect::new(move |_| {
        let open = planner.sheet.get().is_some();
        let Some(dialog) = dialog.get() else { return };
        if open && !dialog.open() {
            let _ = dialog.show_modal();
        } else if !open && dialog.open() {
            dialog.close();
        }
    });
    // A click on what lies behind the sheet closes it.
    let outside = move |event: MouseEvent| {
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        if target.is_some_and(|target| target.tag_name().eq_ignore_ascii_case("dialog")) {
            planner.sheet.set(None);
        }
    };
    view! {
        <dialog class="explain" aria-labelledby="sheet-t" node_ref=dialog on:close=move |_| planner.sheet.set(None) on:click=outside>
            {move || planner.sheet.get().map(content)}
        </dialog>
    }
}

fn content(sheet: Sheet) -> AnyView {
    match sheet {
        Sheet::Explain(key) => view! { <explain::Explain figure=key /> }.into_any(),
        Sheet::Token(token) => view! { <links::TokenSheet token=token /> }.into_any(),
        Sheet::Share(url, revision) => {
            view! { <links::ShareSheet url=url revision=revision /> }.into_any()
        }
        Sheet::Number(field, title) => {
            view! { <number::NumberSheet field=field title=title /> }.into_any()
        }
        Sheet::Export => view! { <files::Export /> }.into_any(),
        Sheet::Compare => view! { <compare::Compare /> }.into_any(),
        Sheet::Conflict => view! { <merge::Conflict /> }.into_any(),
        Sheet::More => view! { <files::More /> }.into_any(),
        Sheet::Problem(title, words) => {
            view! { <links::ProblemSheet title=title words=words /> }.into_any()
        }
    }
}

/// Heading of a sheet with the button that closes it.
#[component]
pub fn SheetHead(#[prop(into)] title: String) -> impl IntoView {
    let planner = planner();
    view! {
        <div class="sechead">
            <h2 id="sheet-t">{title}</h2>
            <button type="button" class="btn small" on:click=move |_| planner.sheet.set(None)>
                {say("planner-close")}
            </button>
        </div>
    }
}

/// A text that can be selected, with a button that copies it.
#[component]
pub fn CopyBox(
    /// Name of the box.
    #[prop(into)]
    label: String,
    /// Element id of the box.
    id: &'static str,
    /// The text.
    #[prop(into)]
    text: String,
) -> impl IntoView {
    let said = RwSignal::new(String::new());
    let to_copy = text.clone();
    let copy = move |_| {
        let text = to_copy.clone();
        spawn_local(async move {
            let id = if dom::copy(&text).await {
                "planner-copied"
            } else {
                "planner-copy-failed"
            };
            said.set(say(id));
        });
    };
    view! {
        <div class="pl-copy">
            <label for=id>{label}</label>
            <span class="withu">
                <input class="inp mono" id=id readonly prop:value=text on:focus:target=|event| event.target().select() />
                <button type="button" class="btn" on:click=copy>
                    {say("planner-copy")}
                </button>
            </span>
            <p class="note" role="status">{move || said.get()}</p>
        </div>
    }
}

/// Saves the design: the first time as a new one, later as the next revision.
pub fn begin_save(planner: Planner) {
    spawn_local(async move {
        if let Some((Some(token), _)) = save(planner).await {
            planner.sheet.set(Some(Sheet::Token(token)));
        }
    });
}

/// Makes a share link of the design, saving it first where needed.
pub fn begin_share(planner: Planner) {
    spawn_local(async move {
        let design = planner.design();
        let clean = planner
            .saving
            .with_untracked(|saving| saving.stored().filter(|_| !saving.dirty(&design)).cloned());
        let stored = match clean {
            Some(stored) => stored,
            None => match save(planner).await {
                Some((_, stored)) => stored,
                None => return,
            },
        };
        let Some(token) = autosave::token(&LocalStore, &stored.id) else {
            tell(planner, &missing_token());
            return;
        };
        match api::share(&stored.id, &token, stored.revision).await {
            Ok(url) => planner.sheet.set(Some(Sheet::Share(url, stored.revision))),
            Err(error) => tell(planner, &error),
        }
    });
}

fn missing_token() -> ApiError {
    ApiError::Refused(Box::new(api::Refusal::bare(401)))
}

/// Saves; gives the new edit token, if one was made, and where the design now stands.
async fn save(planner: Planner) -> Option<(Option<String>, Stored)> {
    if planner
        .saving
        .try_update(crate::model::saving::Saving::begin)
        != Some(true)
    {
        return None;
    }
    let design = planner.design();
    let stored = planner
        .saving
        .with_untracked(|saving| saving.stored().cloned());
    let answer = match &stored {
        None => {
            // Who names a price book has to be allowed to read it.
            let book = design.price_book.id.as_deref();
            let token = book.and_then(|id| autosave::book_token(&LocalStore, id));
            api::create(&design, token.as_deref()).await
        }
        Some(stored) => match autosave::token(&LocalStore, &stored.id) {
            Some(token) => api::update(&stored.id, stored.revision, &token, &design).await,
            None => Err(missing_token()),
        },
    };
    match answer {
        Ok(answer) => {
            planner.kept_by_server();
            let now = Stored {
                id: answer.id.clone(),
                revision: answer.revision,
            };
            planner
                .saving
                .update(|saving| saving.saved(now.clone(), (*design).clone()));
            if let Some(token) = &answer.edit_token {
                autosave::keep_token(&LocalStore, &answer.id, token);
            }
            autosave::keep_name(&LocalStore, &answer.id, &design.name);
            planner.origin.set(Origin::Stored(answer.id.clone()));
            dom::replace_address(&format!("/planner?design={}", answer.id));
            if stored.is_some() {
                let words = say_with(
                    "planner-save-title",
                    &[("revision", now.revision.to_string().into())],
                );
                planner.show(Toast {
                    words,
                    action: None,
                });
            }
            Some((answer.edit_token, now))
        }
        Err(error) if error.status() == 412 => {
            meet_conflict(planner, stored).await;
            None
        }
        Err(ApiError::Offline) => {
            planner.saving.update(crate::model::saving::Saving::offline);
            tell(planner, &ApiError::Offline);
            None
        }
        Err(error) => {
            planner.saving.update(crate::model::saving::Saving::failed);
            tell(planner, &error);
            None
        }
    }
}

/// Somebody else saved first: fetches their revision and asks which one goes on.
async fn meet_conflict(planner: Planner, stored: Option<Stored>) {
    let failed = |error: &ApiError| {
        planner.saving.update(crate::model::saving::Saving::failed);
        tell(planner, error);
    };
    let Some(stored) = stored else { return };
    let Some(token) = autosave::token(&LocalStore, &stored.id) else {
        failed(&missing_token());
        return;
    };
    match api::read(&stored.id, &token).await {
        Ok(theirs) => match theirs.design {
            Some(design) => {
                planner
                    .saving
                    .update(|saving| saving.conflict(theirs.revision, design));
                planner.sheet.set(Some(Sheet::Conflict));
            }
            None => failed(&ApiError::Refused(Box::default())),
        },
        Err(error) => failed(&error),
    }
}

/// Shows what the server said.
pub fn tell(planner: Planner, error: &ApiError) {
    let (title, words) = error.words();
    planner.sheet.set(Some(Sheet::Problem(title, words)));
}

/// The design of the page, for sheets that only read it.
fn design_of(planner: Planner) -> Arc<podwright_sim_core::Design> {
    planner.design()
}
