//! Parts and money: the sentence above and which prices count; charts, bill and rent are written by the annex.

use leptos::prelude::*;
use podwright_sim_core::design::PriceLevel;

use super::asked::Asked;
use super::controls::Segments;
use super::findings::mend;
use super::own_prices::OwnPrices;
use super::stage::StageHead;
use super::state::{kept, planner};
use crate::model::command::Command;
use crate::model::sentence;
use crate::model::words::{say, say_with};

/// The cost view.
#[component]
pub fn Cost() -> impl IntoView {
    let planner = planner();
    let opening = kept(move || {
        planner
            .answers
            .with(|answers| sentence::cost(&answers.report))
    });
    let level = Signal::derive(move || {
        planner
            .document
            .with(|document| document.design().price_book.level)
    });
    let levels = vec![
        (PriceLevel::Low, say("planner-price-low")),
        (PriceLevel::Default, say("planner-price-default")),
        (PriceLevel::High, say("planner-price-high")),
    ];
    let version = move || {
        planner
            .answers
            .with(|answers| answers.report.price_book_version.clone())
    };
    view! {
        <div class="sec">
            <StageHead sentence=opening>
                {mend()}
                <span class="muted small">
                    {move || say_with("planner-price-book", &[("version", version().into())])}
                </span>
                <Segments
                    label=say("planner-price-level")
                    options=levels
                    value=level
                    on_choose=move |level| planner.run(&Command::Prices(level))
                />
            </StageHead>
            <OwnPrices />
        </div>
        <Asked view="cost" />
    }
}
