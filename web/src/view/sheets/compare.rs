//! The open design side by side with what it began as, or with another design.

use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use leptos::task::spawn_local;
use podwright_sim_core::{Design, templates};

use super::{SheetHead, begin_save, missing_token};
use crate::api::{self, ApiError};
use crate::model::autosave;
use crate::model::compare::{self, Other, Row};
use crate::model::engine;
use crate::model::parts::Choice;
use crate::model::saving::Stored;
use crate::model::tables;
use crate::model::words::{say, say_with};
use crate::view::controls::Choose;
use crate::view::dom::{self, LocalStore};
use crate::view::stage::Shown;
use crate::view::state::{kept, planner};

/// What the table shows.
#[derive(Clone)]
struct Pair {
    /// The heading of the other's column.
    name: String,
    rows: Vec<Row>,
    /// The other design; nothing for the beginning.
    other: Option<Other>,
}

/// The figures now beside those of the beginning or of another design.
#[component]
pub fn Compare() -> impl IntoView {
    let planner = planner();
    let beside = move |design: &Design, report: &podwright_sim_core::Report| {
        planner
            .answers
            .with_untracked(|now| compare::rows((design, report), (&now.design, &now.report)))
    };
    let beginning = planner.first.with_untracked(|(first, report)| Pair {
        name: say("planner-compare-before"),
        rows: beside(first, report),
        other: None,
    });
    let pair = RwSignal::new(beginning);
    let text = RwSignal::new(String::new());
    let fault = RwSignal::new(None::<String>);
    let busy = RwSignal::new(false);

    let compare_with = move |named: String| {
        fault.set(None);
        let Some(other) = Other::named(&named) else {
            fault.set(Some(say("planner-compare-no-name")));
            return;
        };
        busy.set(true);
        spawn_local(async move {
            match find(&other).await {
                Ok(Some(design)) => {
                    let report = engine::report(&design);
                    pair.set(Pair {
                        rows: beside(&design, &report),
                        name: title_of(&design),
                        other: Some(other),
                    });
                }
                Ok(None) => fault.set(Some(say("planner-compare-unreadable"))),
                Err(error) => fault.set(Some(words_of(&other, &error))),
            }
            busy.set(false);
        });
    };
    let open = planner
        .saving
        .with_untracked(|saving| saving.stored().map(|stored| stored.id.clone()));
    let mut saved = autosave::saved(&LocalStore);
    saved.retain(|design| Some(&design.id) != open.as_ref());
    let list = (!saved.is_empty()).then(|| {
        saved.insert(0, Choice::new("", say("planner-compare-choose")));
        let choose = move |id: String| {
            text.set(id.clone());
            if !id.is_empty() {
                compare_with(id);
            }
        };
        view! { <Choose id="compare-saved" label=say("planner-compare-saved") choices=Signal::stored(saved) value=text on_choose=choose /> }
    });
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        compare_with(text.get_untracked());
    };
    let note = kept(move || {
        pair.with(|pair| match &pair.other {
            Some(_) => say_with(
                "planner-compare-why-other",
                &[("name", pair.name.as_str().into())],
            ),
            None if pair.rows.iter().any(|row| row.differs) => say("planner-compare-why"),
            None => say("planner-compare-same"),
        })
    });
    let table = Signal::derive(move || {
        pair.with(|pair| {
            tables::comparison(&pair.name, &say("planner-compare-now"), pair.rows.clone())
        })
    });
    view! {
        <SheetHead title=say("planner-compare-title") />
        {list}
        <form class="pl-copy" on:submit=submit>
            <label for="compare-other">{say("planner-compare-other")}</label>
            <span class="withu">
                <input
                    class="inp"
                    id="compare-other"
                    autocomplete="off"
                    spellcheck="false"
                    placeholder=say("planner-compare-placeholder")
                    aria-invalid=move || fault.get().is_some().then_some("true")
                    aria-describedby="compare-said"
                    prop:value=move || text.get()
                    on:input:target=move |event| text.set(event.target().value())
                />
                <button type="submit" class="btn" disabled=move || busy.get()>
                    {say("planner-compare")}
                </button>
            </span>
            <p class="note" id="compare-said" role="status">
                {move || fault.get()}
            </p>
        </form>
        <p class="note pl-tablehead">{move || note.get()}</p>
        <Shown label=say("planner-compare-title") table=table />
        {move || pair.with(|pair| pair.other.clone()).map(|other| view! { <WholePage other=other /> })}
    }
}

/// The way to the page with curves and parts, which compares saved designs.
#[component]
fn WholePage(other: Other) -> impl IntoView {
    let planner = planner();
    // Where the open design is saved as it stands; nothing while it has edits that are not.
    let clean = kept(move || {
        planner.document.with(|document| {
            planner.saving.with(|saving| {
                let stored = saving.stored().cloned();
                stored.filter(|_| !saving.dirty(document.design()))
            })
        })
    });
    let other = StoredValue::new(other);
    let fault = RwSignal::new(None::<String>);
    let open = move |_| {
        let Some(stored) = clean.get_untracked() else {
            return;
        };
        let other = other.get_value();
        spawn_local(async move {
            match links(&stored, &other).await {
                Ok((ours, theirs)) => dom::go_to(&compare::page(&theirs, &ours)),
                Err(error) => fault.set(Some(words_of(&other, &error))),
            }
        });
    };
    move || {
        if clean.get().is_some() {
            view! {
                <p class="note pl-gap">{say("planner-compare-page-why")}</p>
                <div class="btnrow pl-gap">
                    <button type="button" class="btn primary" on:click=open>
                        {say("planner-compare-page")}
                    </button>
                </div>
                <p class="note" role="status">{move || fault.get()}</p>
            }
            .into_any()
        } else {
            view! {
                <p class="note pl-gap" role="status">{say("planner-compare-unsaved")}</p>
                <div class="btnrow pl-gap">
                    <button type="button" class="btn primary" on:click=move |_| begin_save(planner)>
                        {say("planner-compare-save")}
                    </button>
                </div>
            }
            .into_any()
        }
    }
}

/// Reads a design; nothing where this engine can't.
async fn find(other: &Other) -> Result<Option<Design>, ApiError> {
    match other {
        Other::Template(id) => match templates::find(id) {
            Some(template) => Ok(Some(template.design)),
            None => Err(ApiError::Refused(Box::new(api::Refusal::bare(404)))),
        },
        Other::Share(slug) => api::shared(slug).await,
        Other::Stored(id) => {
            let token = autosave::token(&LocalStore, id).ok_or_else(missing_token)?;
            Ok(api::read(id, &token).await?.design)
        }
    }
}

/// Names under which the page finds both designs. Saved ones get a link that is read-only.
async fn links(ours: &Stored, other: &Other) -> Result<(String, String), ApiError> {
    let link = async |stored: &Stored| {
        let token = autosave::token(&LocalStore, &stored.id).ok_or_else(missing_token)?;
        api::share(&stored.id, &token, stored.revision).await
    };
    let theirs = match other {
        Other::Template(name) | Other::Share(name) => name.clone(),
        Other::Stored(id) => {
            let token = autosave::token(&LocalStore, id).ok_or_else(missing_token)?;
            let now = api::read(id, &token).await?;
            link(&Stored {
                id: now.id,
                revision: now.revision,
            })
            .await?
        }
    };
    Ok((link(ours).await?, theirs))
}

fn title_of(design: &Design) -> String {
    if design.name.is_empty() {
        say("planner-untitled")
    } else {
        design.name.clone()
    }
}

/// Why a design could not be read, in one line.
fn words_of(other: &Other, error: &ApiError) -> String {
    match (other, error.status()) {
        (Other::Stored(_), 401 | 403) => say("planner-compare-no-token"),
        (_, 404 | 410) => say_with("planner-compare-unknown", &[("name", other.name().into())]),
        _ => error.words().1,
    }
}
