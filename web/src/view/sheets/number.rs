//! One number that has no place in the form: a price, a rent.

use leptos::prelude::*;

use super::SheetHead;
use crate::model::field::NumberField;
use crate::model::pointer::element_id;
use crate::model::words::say;
use crate::view::asked::focus_again;
use crate::view::controls::NumberInput;
use crate::view::dom;

/// The sheet of a number.
#[component]
pub fn NumberSheet(
    /// Where it goes.
    field: NumberField,
    /// What is asked for.
    title: String,
) -> impl IntoView {
    let id = element_id(&field.pointer());
    // The button that opened it may have been written anew since.
    let opener = id.replacen('f', "o", 1);
    on_cleanup(move || request_animation_frame(move || focus_again(&opener)));
    request_animation_frame(move || {
        dom::focus_first(&[id]);
    });
    view! {
        <SheetHead title=title />
        <NumberInput field=field unit=Signal::derive(|| "USD".to_owned()) />
        <p class="note pl-gap">{say("planner-number-note")}</p>
    }
}
