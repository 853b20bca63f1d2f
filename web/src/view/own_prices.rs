//! Prices of one's own: a CSV file is checked by the service, stored as a price book, and named by the design.

use leptos::prelude::*;
use leptos::task::spawn_local;
use podwright_diagram::escape;
use podwright_diagram::table::{Cell, Row, Table};

use super::dom::LocalStore;
use super::state::{Planner, kept, planner};
use crate::api::{self, ApiError};
use crate::model::autosave;
use crate::model::command::Command;
use crate::model::engine;
use crate::model::words::{say, say_with};

/// The token that reads the price book of a design: the book's own, else the design's.
fn token_of(planner: Planner, book: &str) -> Option<String> {
    autosave::book_token(&LocalStore, book).or_else(|| {
        let stored = planner
            .saving
            .with_untracked(|saving| saving.stored().cloned());
        autosave::token(&LocalStore, &stored?.id)
    })
}

/// Fetches the price book that the design names whenever it names another. Where it cannot be had, a finding of the
/// report says which prices count.
pub fn follow(planner: Planner) {
    let named = kept(move || {
        planner.document.with(|document| {
            let pin = &document.design().price_book;
            pin.id.clone().zip(pin.version)
        })
    });
    Effect::new(move |_| {
        let Some((id, version)) = named.get() else {
            return;
        };
        if !engine::own_text(&planner.design()).is_empty() {
            return;
        }
        spawn_local(async move {
            let Some(token) = token_of(planner, &id) else {
                return;
            };
            if let Some(text) = api::price_book(&id, version, &token).await
                && engine::keep_own(&text)
            {
                planner.evaluate_again();
            }
        });
    });
}

/// The fold with the file, what is wrong in it, and the way back to published prices.
#[component]
pub fn OwnPrices() -> impl IntoView {
    let planner = planner();
    let input = NodeRef::<leptos::html::Input>::new();
    let said = RwSignal::new(String::new());
    let fine = RwSignal::new(false);
    let named = kept(move || {
        planner
            .document
            .with(|document| document.design().price_book.own())
    });
    let file = move || {
        let files = input.get_untracked()?.files()?;
        files.get(0)
    };
    let send = move |dry_run: bool| {
        let Some(file) = file() else { return };
        fine.set(false);
        said.set(escape(&say("planner-own-asking")));
        spawn_local(async move {
            let design = planner.design();
            let book = design.price_book.id.clone();
            let own = book.and_then(|id| Some((autosave::book_token(&LocalStore, &id)?, id)));
            let (query, token) = match own {
                _ if dry_run => ("dry_run=true".to_owned(), None),
                Some((token, id)) => (format!("id={id}"), Some(token)),
                None => {
                    let name = String::from(js_sys::encode_uri_component(&file.name()));
                    (format!("name={name}"), token_of(planner, ""))
                }
            };
            match api::send_prices(&file, &query, token.as_deref()).await {
                Ok(stored) => {
                    let count = [("count", stored.rows.into())];
                    let words = if dry_run {
                        "planner-own-fine"
                    } else {
                        "planner-own-stored"
                    };
                    said.set(escape(&say_with(words, &count)));
                    fine.set(dry_run);
                    if let Some(token) = &stored.edit_token {
                        autosave::keep_book_token(&LocalStore, &stored.id, token);
                    }
                    if !dry_run {
                        planner.run(&Command::PriceBook(Some((stored.id, stored.version))));
                    }
                }
                Err(error) => said.set(faults(&error)),
            }
        });
    };
    view! {
        <details id="own-prices">
            <summary>{say("planner-own-prices")}</summary>
            {move || {
                named
                    .get()
                    .map(|book| {
                        view! {
                            <p class="note">
                                {say_with("planner-own-named", &[("book", book.into())])} " "
                                <button type="button" class="btn small" on:click=move |_| planner.run(&Command::PriceBook(None))>
                                    {say("planner-own-back")}
                                </button>
                            </p>
                        }
                    })
            }}
            <p class="note pl-gap">{say("planner-own-note")}</p>
            <div class="btnrow pl-gap">
                <input
                    type="file"
                    class="inp pl-auto"
                    accept=".csv,text/csv"
                    aria-label=say("planner-own-file")
                    node_ref=input
                    on:change=move |_| send(true)
                />
                <button type="button" class="btn small" disabled=move || !fine.get() on:click=move |_| send(false)>
                    {say("planner-own-use")}
                </button>
            </div>
            <div class="note pl-gap" role="status" inner_html=move || said.get()></div>
        </details>
    }
}

/// What is wrong, row by row where the service looked at rows.
fn faults(error: &ApiError) -> String {
    let errors = match error {
        ApiError::Refused(refusal) => refusal.errors.as_slice(),
        ApiError::Offline => &[],
    };
    let (title, words) = error.words();
    if errors.is_empty() {
        return escape(&format!("{title}: {words}"));
    }
    let rows = errors.iter().map(|(pointer, message)| {
        let mut place = pointer.split('/').skip(1);
        let line = place.next().unwrap_or_default();
        let column = place.next().unwrap_or_default();
        // The message names the place again.
        let message = message
            .split_once(": ")
            .map_or(message.as_str(), |(_, what)| what);
        Row::new(vec![
            Cell::number(line),
            Cell::new(column),
            Cell::new(message),
        ])
    });
    let table = Table::new(&[
        ">planner-own-line",
        "planner-own-column",
        "planner-own-fault",
    ]);
    table.rows(rows.collect()).html()
}
