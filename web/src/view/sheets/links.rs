//! The edit token, a share link, and what the server had to say.

use leptos::prelude::*;

use super::{CopyBox, SheetHead};
use crate::model::words::{say, say_with};
use crate::view::state::planner;

/// The first save: the token is shown this once.
#[component]
pub fn TokenSheet(token: String) -> impl IntoView {
    view! {
        <SheetHead title=say("planner-save-first") />
        <p class="note">{say("planner-save-token-why")}</p>
        <CopyBox label=say("planner-token-label") id="edit-token" text=token />
    }
}

/// A share link.
#[component]
pub fn ShareSheet(url: String, revision: u64) -> impl IntoView {
    view! {
        <SheetHead title=say("planner-share-title") />
        <p class="note">{say_with("planner-share-why", &[("revision", revision.to_string().into())])}</p>
        <CopyBox label=say("planner-share-label") id="share-url" text=url.clone() />
        <p class="pl-gap">
            <a href=url target="_blank" rel="noopener">
                {say("planner-share-open")}
            </a>
        </p>
        <p class="note pl-gap">{say("planner-share-private")}</p>
    }
}

/// What the server said, what to do, and the way out that always works.
#[component]
pub fn ProblemSheet(title: String, words: String) -> impl IntoView {
    let planner = planner();
    let stored = planner
        .saving
        .with_untracked(|saving| saving.stored().is_some());
    view! {
        <SheetHead title=title />
        <p role="alert">{words}</p>
        {stored
            .then(|| {
                view! {
                    <div class="btnrow pl-gap">
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
                    </div>
                }
            })}
    }
}
