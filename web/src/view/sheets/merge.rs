//! Two designs side by side: ours and theirs.

use leptos::prelude::*;
use podwright_sim_core::{Design, Report};

use super::{SheetHead, begin_save};
use crate::model::command::Command;
use crate::model::compare;
use crate::model::engine;
use crate::model::saving::{Saving, Talk};
use crate::model::tables;
use crate::model::words::{say, say_with};
use crate::view::stage::Shown;
use crate::view::state::planner;

/// Somebody else saved first: both revisions, and the choice.
#[component]
pub fn Conflict() -> impl IntoView {
    let planner = planner();
    let found = planner.saving.with_untracked(|saving| match saving.talk() {
        Talk::Conflict { revision, theirs } => Some((*revision, (**theirs).clone())),
        _ => None,
    });
    found.map(|(revision, theirs)| {
        let report: Report = engine::report(&theirs);
        let rows = planner.answers.with_untracked(|answers| {
            compare::rows((&*answers.design, &*answers.report), (&theirs, &report))
        });
        let number = revision.to_string();
        let keep_mine = move |_| {
            planner.saving.update(|saving| {
                saving.accept_theirs();
            });
            planner.sheet.set(None);
            begin_save(planner);
        };
        let take_theirs = move |_| {
            let theirs: Option<Design> = planner.saving.try_update(Saving::accept_theirs).flatten();
            planner.sheet.set(None);
            if let Some(theirs) = theirs {
                planner.run(&Command::Replace { words: say("planner-step-theirs"), design: Box::new(theirs) });
            }
        };
        view! {
            <SheetHead title=say_with("planner-conflict-title", &[("revision", number.as_str().into())]) />
            <p class="note pl-tablehead">{say("planner-conflict-why")}</p>
            <Shown label=say_with("planner-conflict-title", &[("revision", number.as_str().into())]) table=Signal::stored(tables::comparison(&say("planner-conflict-mine"), &say_with("planner-conflict-theirs", &[("revision", number.as_str().into())]), rows)) />
            <div class="btnrow pl-gap">
                <button type="button" class="btn primary" on:click=keep_mine>
                    {say("planner-conflict-keep-mine")}
                </button>
                <button type="button" class="btn" on:click=take_theirs>
                    {say("planner-conflict-take-theirs")}
                </button>
            </div>
        }
    })
}
