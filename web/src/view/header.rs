//! The bar on top: name and save state of the design, undo and redo, theme, and what can be done with it.

use leptos::prelude::*;

use super::dom;
use super::icons::{Glyph, Icon, Logo};
use super::sheets::{begin_save, begin_share};
use super::state::{Planner, Sheet, kept, planner};
use crate::model::command::Command;
use crate::model::document::Document;
use crate::model::saving::{Saving, Talk};
use crate::model::words::{say, say_with};

/// The bar on top.
#[component]
pub fn Header() -> impl IntoView {
    let planner = planner();
    let name = kept(move || {
        planner
            .document
            .with(|document| document.design().name.clone())
    });
    let state = kept(move || {
        planner.document.with(|document| {
            planner
                .saving
                .with(|saving| saving.words(document.design()))
        })
    });
    let dirty = kept(move || {
        planner.document.with(|document| {
            planner
                .saving
                .with(|saving| saving.dirty(document.design()))
        })
    });
    let conflict = kept(move || {
        planner
            .saving
            .with(|saving| matches!(saving.talk(), Talk::Conflict { .. }))
    });
    let busy = kept(move || planner.saving.with(|saving| *saving.talk() == Talk::Saving));
    view! {
        <header class="bar noprint">
            <a class="brand" href="/" aria-label=say("planner-brand-label")>
                <Logo />
                <span>{say("planner-brand")}</span>
            </a>
            <div class="docname">
                <input
                    class="pl-name"
                    aria-label=say("planner-name-label")
                    placeholder=say("planner-untitled")
                    autocomplete="off"
                    spellcheck="false"
                    maxlength="200"
                    prop:value=move || name.get()
                    on:input:target=move |event| planner.run(&Command::Rename(event.target().value()))
                    on:blur=move |_| planner.leave_field("/name")
                />
                <small class:dirty=move || dirty.get() role="status">
                    {move || {
                        if conflict.get() {
                            view! {
                                <button type="button" class="pl-link" on:click=move |_| planner.sheet.set(Some(Sheet::Conflict))>
                                    {state.get()}
                                </button>
                            }
                                .into_any()
                        } else {
                            state.get().into_any()
                        }
                    }}
                </small>
            </div>
            <span class="grow wide"></span>
            <span class="btnrow wide">
                <UndoRedo />
                <ThemeButton />
                <button type="button" class="btn" aria-haspopup="dialog" on:click=move |_| planner.sheet.set(Some(Sheet::Compare))>
                    {say("planner-compare")}
                </button>
                <button type="button" class="btn" aria-haspopup="dialog" on:click=move |_| planner.sheet.set(Some(Sheet::Export))>
                    {say("planner-export")}
                </button>
            </span>
            <button type="button" class="btn wide" id="save" disabled=move || busy.get() on:click=move |_| begin_save(planner)>
                {say("planner-save")}
            </button>
            <button type="button" class="btn primary" id="share" disabled=move || busy.get() on:click=move |_| begin_share(planner)>
                {say("planner-share")}
            </button>
            <button
                type="button"
                class="btn quiet icon onlyphone"
                aria-label=say("planner-more")
                aria-haspopup="dialog"
                on:click=move |_| planner.sheet.set(Some(Sheet::More))
            >
                <Glyph icon=Icon::More />
            </button>
        </header>
    }
}

/// Undo and redo, each saying what it would do.
#[component]
pub fn UndoRedo() -> impl IntoView {
    let planner = planner();
    let label =
        move |read: fn(&Document) -> Option<&str>, some: &'static str, none: &'static str| {
            kept(move || {
                planner.document.with(|document| match read(document) {
                    Some(what) => (say_with(some, &[("what", what.into())]), true),
                    None => (say(none), false),
                })
            })
        };
    let undo = label(
        |document| document.history().undo_label(),
        "planner-undo",
        "planner-undo-none",
    );
    let redo = label(
        |document| document.history().redo_label(),
        "planner-redo",
        "planner-redo-none",
    );
    view! {
        <button
            type="button"
            class="btn quiet icon"
            aria-label=move || undo.get().0
            title=move || undo.get().0
            disabled=move || !undo.get().1
            on:click=move |_| planner.undo()
        >
            <Glyph icon=Icon::Undo />
        </button>
        <button
            type="button"
            class="btn quiet icon"
            aria-label=move || redo.get().0
            title=move || redo.get().0
            disabled=move || !redo.get().1
            on:click=move |_| planner.redo()
        >
            <Glyph icon=Icon::Redo />
        </button>
    }
}

/// Goes round: as the system, light, dark.
#[component]
pub fn ThemeButton() -> impl IntoView {
    let theme = RwSignal::new(dom::theme());
    let words = move || {
        say(match theme.get().as_deref() {
            Some("light") => "planner-theme-light",
            Some("dark") => "planner-theme-dark",
            _ => "planner-theme-system",
        })
    };
    let next = move |_| {
        let to = match theme.get_untracked().as_deref() {
            None => Some("light"),
            Some("light") => Some("dark"),
            Some(_) => None,
        };
        dom::set_theme(to);
        theme.set(to.map(str::to_owned));
    };
    view! {
        <button type="button" class="btn quiet icon" aria-label=words title=words on:click=next>
            <Glyph icon=Icon::Theme />
        </button>
    }
}

/// Ctrl+Z, Ctrl+Shift+Z, Ctrl+Y and Ctrl+S, outside of text being typed.
pub fn listen_for_keys(planner: Planner) {
    let handle = window_event_listener(leptos::ev::keydown, move |event| {
        if !(event.ctrl_key() || event.meta_key())
            || event.alt_key()
            || planner.sheet.get_untracked().is_some()
        {
            return;
        }
        let typing = planner.saving.with_untracked(Saving::talk_is_saving);
        match event.key().to_ascii_lowercase().as_str() {
            "z" if event.shift_key() => planner.redo(),
            "z" => planner.undo(),
            "y" => planner.redo(),
            "s" if !typing => begin_save(planner),
            "s" => {}
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || handle.remove());
}
