//! Fields of the form: a number, a list, a stepper, a choice of few.

use leptos::prelude::*;

use super::state::{kept, planner};
use crate::model::command::Command;
use crate::model::field::NumberField;
use crate::model::parts::Choice;
use crate::model::pointer::element_id;
use crate::model::row::{Row, Takes};
use crate::model::words::{known, say};

/// A field with a number, its unit behind it and the message under it.
#[component]
pub fn NumberInput(
    field: NumberField,
    /// What stands behind the box.
    #[prop(into, optional)]
    unit: Signal<String>,
    /// A name other than the field's own.
    #[prop(into, optional)]
    label: Option<String>,
) -> impl IntoView {
    let at = field.pointer();
    let id = element_id(&at);
    let label_id = field.label_id();
    let label = label.unwrap_or_else(|| say(label_id));
    let own = ending(label_id, "unit").unwrap_or_default();
    let unit = move || {
        Some(unit.get())
            .filter(|unit| !unit.is_empty())
            .unwrap_or_else(|| own.clone())
    };
    let help = ending(label_id, "help");
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <span class="withu">
                <NumberBox field=field />
                {move || Some(unit()).filter(|unit| !unit.is_empty()).map(|unit| view! { <span>{unit}</span> })}
            </span>
            <Fault at=at />
            {help_line(&id, help)}
        </div>
    }
}

/// The text that belongs to another, such as a name's unit; nothing where there is none.
fn ending(id: &str, what: &str) -> Option<String> {
    let id = format!("{id}-{what}");
    known(&id).then(|| say(&id))
}

/// The line under a field that says what it is for.
fn help_line(id: &str, help: Option<String>) -> impl IntoView + use<> {
    help.map(|help| view! { <span class="msg muted" id=format!("{id}-h")>{help}</span> })
}

/// The fields of a table at a place, such as `/fabrics/0`.
pub fn rows(place: &str, rows: &'static [Row]) -> AnyView {
    let inputs: Vec<AnyView> = rows.iter().map(|row| row_input(place, row)).collect();
    inputs.into_any()
}

/// A fold with the fields of a table.
pub fn fold(name: &str, body: AnyView) -> AnyView {
    view! {
        <details class="pl-more">
            <summary>{say(name)}</summary>
            {body}
        </details>
    }
    .into_any()
}

fn row_input(place: &str, row: &'static Row) -> AnyView {
    if !row.is_chosen() {
        return view! { <NumberInput field=row.at(place) /> }.into_any();
    }
    let id = element_id(&row.at(place).pointer());
    let help = ending(row.label, "help");
    view! {
        <div class="field">
            <label for=id.clone()>{say(row.label)}</label>
            {choose(place, row)}
            {help_line(&id, help)}
        </div>
    }
    .into_any()
}

/// Only the list of a row; a label of the form or its own name says what it is.
pub fn choose(place: &str, row: &'static Row) -> AnyView {
    let planner = planner();
    let field = row.at(place);
    let id = element_id(&field.pointer());
    let help = known(&format!("{}-help", row.label)).then(|| format!("{id}-h"));
    let chosen = {
        let field = field.clone();
        kept(move || planner.document.with(|document| document.shown(&field)))
    };
    let choices = kept(move || {
        planner
            .document
            .with(|document| row.choices(&chosen.get(), document.design()))
    });
    // What the document leaves out is the first choice.
    let value = Signal::derive(move || {
        let first = || choices.with(|all| all.first().map(|first| first.id.clone()));
        Some(chosen.get())
            .filter(|chosen| !chosen.is_empty())
            .or_else(first)
            .unwrap_or_default()
    });
    view! {
        <select
            class="inp"
            id=id
            aria-label=say(row.label)
            aria-describedby=help
            prop:value=move || {
                choices.track();
                value.get()
            }
            on:change:target=move |event| {
                planner.run(&Command::Put(field.clone(), row.read(&event.target().value()).unwrap_or_default()));
                // A choice that was refused is not chosen.
                event.target().set_value(&value.get_untracked());
            }
        >
            <Options choices=choices.into() value=value />
        </select>
    }
    .into_any()
}

/// Only the box of a number field; its name comes from a label elsewhere or from `label`.
#[component]
pub fn NumberBox(
    field: NumberField,
    /// A name for those who can't see the column.
    #[prop(into, optional)]
    label: Option<String>,
) -> impl IntoView {
    let planner = planner();
    let pointer = field.pointer();
    let id = element_id(&pointer);
    let message_id = format!("{id}-m");
    let shown = {
        let field = field.clone();
        kept(move || planner.document.with(|document| document.shown(&field)))
    };
    let faulty = {
        let pointer = pointer.clone();
        kept(move || {
            planner
                .document
                .with(|document| document.fault(&pointer).is_some())
        })
    };
    let placeholder = if field.optional() {
        say("planner-default")
    } else {
        String::new()
    };
    let takes = field.takes();
    let words = takes.is_some_and(|takes| !matches!(takes, Takes::Number(_)));
    let mode = if words || field.is_size() {
        "text"
    } else {
        "decimal"
    };
    let help = known(&format!("{}-help", field.label_id())).then(|| format!("{id}-h"));
    let described = move || {
        if faulty.get() {
            Some(message_id.clone())
        } else {
            help.clone()
        }
    };
    if takes == Some(Takes::Lines) {
        return view! {
            <textarea
                class="inp"
                id=id
                rows="4"
                aria-describedby=described
                prop:value=move || shown.get()
                on:input=move |event| planner.type_number(&field, &event_target_value(&event))
                on:blur=move |_| planner.leave_field(&pointer)
            ></textarea>
        }
        .into_any();
    }
    view! {
        <input
            class="inp"
            class:num=!words
            id=id
            inputmode=mode
            autocomplete="off"
            spellcheck="false"
            placeholder=placeholder
            aria-label=label
            aria-invalid=move || faulty.get().then_some("true")
            aria-describedby=described
            prop:value=move || shown.get()
            on:input:target=move |event| planner.type_number(&field, &event.target().value())
            on:blur=move |_| planner.leave_field(&pointer)
        />
    }
    .into_any()
}

/// The message under a number field.
#[component]
pub fn Fault(
    /// Pointer of the field.
    at: String,
) -> impl IntoView {
    let planner = planner();
    let pointer = at;
    let id = format!("{}-m", element_id(&pointer));
    let fault = kept(move || {
        planner
            .document
            .with(|document| document.fault(&pointer).map(str::to_owned))
    });
    move || {
        fault
            .get()
            .map(|fault| view! { <span class="msg err" id=id.clone()>{fault}</span> })
    }
}

/// A list to choose from, with its name before it.
#[component]
pub fn Choose(
    /// Element id.
    #[prop(into)]
    id: String,
    /// Its name.
    #[prop(into)]
    label: String,
    /// What can be chosen.
    #[prop(into)]
    choices: Signal<Vec<Choice>>,
    /// What is chosen.
    #[prop(into)]
    value: Signal<String>,
    /// Takes the choice.
    on_choose: impl Fn(String) + 'static,
    /// Why the present choice does not work.
    #[prop(into, optional)]
    fault: Signal<Option<String>>,
) -> impl IntoView {
    let message_id = format!("{id}-m");
    let described = message_id.clone();
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <select
                class="inp"
                id=id
                aria-invalid=move || fault.get().is_some().then_some("true")
                aria-describedby=move || fault.get().is_some().then(|| described.clone())
                prop:value=move || {
                    choices.track();
                    value.get()
                }
                on:change:target=move |event| on_choose(event.target().value())
            >
                <Options choices=choices value=value />
            </select>
            {move || fault.get().map(|fault| view! { <span class="msg err" id=message_id.clone()>{fault}</span> })}
        </div>
    }
}

/// The entries of a list.
#[component]
pub fn Options(
    /// What can be chosen.
    choices: Signal<Vec<Choice>>,
    /// What is chosen.
    value: Signal<String>,
) -> impl IntoView {
    move || {
        choices
            .get()
            .into_iter()
            .map(|choice| {
                let id = choice.id.clone();
                view! {
                    <option value=choice.id prop:selected=move || value.get() == id>
                        {choice.name}
                    </option>
                }
            })
            .collect_view()
    }
}

/// A count with a button on each side.
#[component]
pub fn Stepper(
    field: NumberField,
    /// Name of the group.
    #[prop(into)]
    label: String,
    /// Name of the button that takes one away.
    #[prop(into)]
    less: String,
    /// Name of the button that adds one.
    #[prop(into)]
    more: String,
) -> impl IntoView {
    let planner = planner();
    let bounds = field.bounds();
    let step = {
        let field = field.clone();
        move |by: f64| {
            let now = field.read(&planner.design()).unwrap_or(bounds.low);
            let next = (now + by).clamp(bounds.low, bounds.high);
            planner.run(&Command::Number(field.clone(), Some(next)));
        }
    };
    let (down, up) = (step.clone(), step);
    let group = label.clone();
    view! {
        <span class="stepper pl-stepper" role="group" aria-label=group>
            <button type="button" aria-label=less on:click=move |_| down(-1.0)>
                "−"
            </button>
            <NumberBox field=field label=label />
            <button type="button" aria-label=more on:click=move |_| up(1.0)>
                "+"
            </button>
        </span>
    }
}

/// A choice of few, side by side.
#[component]
pub fn Segments<T: Copy + PartialEq + Send + Sync + 'static>(
    /// Name of the group.
    #[prop(into)]
    label: String,
    /// What can be chosen, with its word.
    options: Vec<(T, String)>,
    /// What is chosen.
    #[prop(into)]
    value: Signal<T>,
    /// Takes the choice.
    on_choose: impl Fn(T) + Copy + 'static,
) -> impl IntoView {
    view! {
        <div class="seg" role="group" aria-label=label>
            {options
                .into_iter()
                .map(|(option, word)| {
                    view! {
                        <button
                            type="button"
                            aria-pressed=move || if value.get() == option { "true" } else { "false" }
                            on:click=move |_| on_choose(option)
                        >
                            {word}
                        </button>
                    }
                })
                .collect_view()}
        </div>
    }
}
