//! A line at the foot that comes and goes, with something to do.

use leptos::prelude::*;

use super::state::{ToastAction, planner};
use crate::model::command::Command;
use crate::model::words::say;

/// Where toasts appear.
#[component]
pub fn ToastHost() -> impl IntoView {
    let planner = planner();
    view! {
        <div class="pl-toasts" role="status">
            {move || {
                planner
                    .toast
                    .get()
                    .map(|toast| {
                        let action = toast.action.clone();
                        let word = match &action {
                            Some(ToastAction::Undo) => Some(say("planner-toast-undo")),
                            Some(ToastAction::Restore(_)) => Some(say("planner-toast-restore-action")),
                            None => None,
                        };
                        let act = move |_| {
                            planner.toast.set(None);
                            match action.clone() {
                                Some(ToastAction::Undo) => planner.undo(),
                                Some(ToastAction::Restore(design)) => {
                                    planner.run(&Command::Replace { words: say("planner-step-restore"), design });
                                }
                                None => {}
                            }
                        };
                        view! {
                            <div class="pl-toast">
                                <span>{toast.words}</span>
                                {word
                                    .map(|word| {
                                        view! {
                                            <button type="button" class="btn small" on:click=act.clone()>
                                                {word}
                                            </button>
                                        }
                                    })}
                                <button
                                    type="button"
                                    class="btn quiet small icon"
                                    aria-label=say("planner-close")
                                    on:click=move |_| planner.toast.set(None)
                                >
                                    "×"
                                </button>
                            </div>
                        }
                    })
            }}
        </div>
    }
}
