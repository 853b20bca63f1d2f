//! Parts and money: cost by part, the bill of materials with prices to enter, cost by year, and what moves it.

use leptos::prelude::*;
use podwright_diagram::report::{cost_by_part, cost_by_year, cost_moves};
use podwright_diagram::{Frame, Key, legend};
use podwright_locales::format;
use podwright_sim_core::design::PriceLevel;
use podwright_sim_core::report::BomLine;

use super::controls::{Fault, NumberBox, Segments};
use super::icons::{Glyph, Icon};
use super::sheets::download_bom;
use super::stage::{Shown, StageHead};
use super::state::{kept, planner};
use crate::model::command::Command;
use crate::model::field::NumberField;
use crate::model::headline::range;
use crate::model::sentence;
use crate::model::tables::{self, named};
use crate::model::words::{say, say_with, texts};
use crate::view::derived::Memo;

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
    let waterfall = kept(move || {
        let width = planner.width.get();
        planner
            .answers
            .with(|answers| cost_by_part(texts(), &answers.report))
            .map(|chart| chart.draw(&Frame::new("waterfall", width)).svg)
            .unwrap_or_default()
    });
    let version = move || {
        planner
            .answers
            .with(|answers| answers.report.price_book_version.clone())
    };
    view! {
        <div class="sec">
            <StageHead sentence=opening>
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
            <figure>
                <div class="scroll" tabindex="0" role="region" aria-label=say("planner-cost-drawing") inner_html=move || waterfall.get()></div>
            </figure>
        </div>
        <Bom />
        <Years />
        <RentOrBuy />
    }
}

/// Number of a line, its part, and whether it has no price.
type LineKey = (u64, String, bool);

/// What decides which rows there are; prices change without building the rows again.
fn line_key(line: &BomLine) -> LineKey {
    (
        line.line,
        line.part_id.clone(),
        line.unit_price_usd.is_none(),
    )
}

#[component]
fn Bom() -> impl IntoView {
    let planner = planner();
    let bom = kept(move || planner.answers.with(|answers| answers.report.bom.clone()));
    let groups = kept(move || {
        let mut groups: Vec<(String, Vec<LineKey>)> = Vec::new();
        for line in &bom.get().lines {
            match groups.last_mut() {
                Some((category, lines)) if *category == line.category => lines.push(line_key(line)),
                _ => groups.push((line.category.clone(), vec![line_key(line)])),
            }
        }
        groups
    });
    let capex = kept(move || {
        planner.answers.with(|answers| {
            let summary = &answers.report.summary;
            (
                summary.capex_usd,
                summary.capex_low_usd,
                summary.capex_high_usd,
            )
        })
    });
    let missing = move || bom.with(|bom| bom.lines.len() as u64 > bom.priced_lines);
    view! {
        <div class="sec" id="f-price_overrides" tabindex="-1">
            <div class="sechead">
                <h3>{say("planner-bom")}</h3>
                <span class="btnrow">
                    {["csv", "xlsx"]
                        .map(|kind| {
                            view! {
                                <button
                                    type="button"
                                    class="btn small"
                                    aria-label=say(&format!("planner-bom-label-{kind}"))
                                    on:click=move |_| download_bom(planner, kind)
                                >
                                    <Glyph icon=Icon::Download />
                                    {say(&format!("planner-{kind}"))}
                                </button>
                            }
                        })
                        .into_iter()
                        .collect_view()}
                </span>
            </div>
            <div class="tw" tabindex="0" role="region" aria-label=say("planner-bom")><table class="stack">
                <thead>
                    <tr>
                        <th scope="col">{say("planner-col-part")}<small>{say("planner-col-why")}</small></th>
                        <th scope="col" class="r">{say("planner-col-quantity")}</th>
                        <th scope="col" class="r">{say("planner-col-unit-usd")}<small>{say("planner-col-low-high")}</small></th>
                        <th scope="col">{say("planner-col-price-source")}</th>
                        <th scope="col" class="r">{say("planner-col-extended")}</th>
                    </tr>
                </thead>
                <tbody>
                    {move || {
                        groups
                            .get()
                            .into_iter()
                            .map(|(category, lines)| {
                                view! {
                                    <tr class="sub">
                                        <th colspan="5" scope="colgroup">{named("planner-category-", &category)}</th>
                                    </tr>
                                    {lines.into_iter().map(|(line, _, _)| view! { <BomRow bom=bom line=line /> }).collect_view()}
                                }
                            })
                            .collect_view()
                    }}
                </tbody>
                <tfoot>
                    <tr>
                        <th scope="row">{say("planner-priced-lines")}</th>
                        <td></td>
                        <td></td>
                        <td>
                            {move || {
                                bom.with(|bom| {
                                    say_with(
                                        "planner-of",
                                        &[("a", bom.priced_lines.to_string().into()), ("b", bom.lines.len().to_string().into())],
                                    )
                                })
                            }}
                        </td>
                        <td class="r">{move || bom.with(|bom| bom.total_usd.map_or_else(|| say("planner-unknown"), |usd| format::fixed(usd, 0)))}</td>
                    </tr>
                    <tr>
                        <th scope="row">
                            {say("diagram-cost-capex")}
                            {move || missing().then(|| view! { <small class="pl-plain">{say("planner-incomplete")}</small> })}
                        </th>
                        <td></td>
                        <td></td>
                        <td class="pl-plain">
                            {move || match capex.get() {
                                (Some(_), Some(low), Some(high)) => range(&format::fixed(low, 0), &format::fixed(high, 0)),
                                _ => String::new(),
                            }}
                        </td>
                        <td class="r">
                            {move || capex.get().0.map_or_else(|| say("planner-unknown"), |usd| format::fixed(usd, 0))}
                        </td>
                    </tr>
                </tfoot>
            </table></div>
        </div>
    }
}

#[component]
fn BomRow(bom: Memo<podwright_sim_core::report::Bom>, line: u64) -> impl IntoView {
    let planner = planner();
    let row =
        kept(move || bom.with(|bom| bom.lines.iter().find(|other| other.line == line).cloned()));
    let Some(first) = row.get_untracked() else {
        return ().into_any();
    };
    let field = NumberField::PriceOverride(first.part_id.clone());
    let own = {
        let part = first.part_id.clone();
        kept(move || {
            planner
                .document
                .with(|document| document.design().price_overrides.contains_key(&part))
        })
    };
    let editing = RwSignal::new(own.get_untracked());
    let unknown =
        move || row.with(|row| row.as_ref().is_some_and(|row| row.unit_price_usd.is_none()));
    let name = first.description.clone();
    let label = say_with("planner-price-for", &[("part", name.as_str().into())]);
    let enter = say_with("planner-enter-price-for", &[("part", name.as_str().into())]);
    let text = move |get: fn(&BomLine) -> String| {
        move || row.with(|row| row.as_ref().map(get).unwrap_or_default())
    };
    view! {
        <tr class:unknown=unknown>
            <th scope="row">
                {text(|row| row.description.clone())}
                <small>{text(|row| row.why.clone())}</small>
            </th>
            <td class="r" data-k=say("planner-col-quantity")>
                {text(|row| format::count(row.quantity))}
                {move || {
                    row.with(|row| row.as_ref().map_or(0, |row| row.spares))
                        .gt(&0)
                        .then(|| {
                            let spares = row.with(|row| row.as_ref().map_or(0, |row| row.spares));
                            view! { <small>{say_with("planner-spares", &[("count", format::count(spares).into())])}</small> }
                        })
                }}
            </td>
            <td class="r" class:wrn=unknown data-k=say("planner-col-unit-usd")>
                {text(|row| row.unit_price_usd.map_or_else(|| say("planner-unknown"), money))}
                <small>
                    {text(|row| match (row.unit_price_low_usd, row.unit_price_high_usd) {
                        (Some(low), Some(high)) if low != high => range(&money(low), &money(high)),
                        _ => String::new(),
                    })}
                </small>
            </td>
            <td data-k=say("planner-col-price-source")>
                {move || {
                    if editing.get() {
                        view! {
                            <NumberBox field=field.clone() label=label.clone() />
                            <Fault at=field.pointer() />
                        }
                            .into_any()
                    } else {
                        let source = row.with(|row| row.as_ref().and_then(|row| row.price_source.clone()));
                        let date = row.with(|row| row.as_ref().and_then(|row| row.price_as_of.clone()));
                        view! {
                            {source}
                            {date.map(|date| view! { <small>{date}</small> })}
                            <button
                                type="button"
                                class="btn small quiet pl-price"
                                aria-label=enter.clone()
                                on:click=move |_| editing.set(true)
                            >
                                {say("planner-enter-price")}
                            </button>
                        }
                            .into_any()
                    }
                }}
            </td>
            <td class="r" class:wrn=unknown data-k=say("planner-col-extended")>
                {text(|row| row.extended_usd.map_or_else(|| say("planner-not-in-total"), |usd| format::fixed(usd, 0)))}
            </td>
        </tr>
    }
    .into_any()
}

fn money(usd: f64) -> String {
    if usd >= 100.0 {
        format::fixed(usd, 0)
    } else {
        format::trimmed(usd, 2)
    }
}

#[component]
fn Years() -> impl IntoView {
    let planner = planner();
    let cost = kept(move || planner.answers.with(|answers| answers.report.cost.clone()));
    let by_part = kept(move || {
        planner
            .answers
            .with(|answers| tables::cost_parts(&answers.report))
    });
    let half = move || {
        let width = planner.width.get();
        if width > 640.0 {
            (width - 24.0) / 2.0
        } else {
            width
        }
    };
    let years = kept(move || {
        let Some((chart, keys)) = cost.with(|cost| cost_by_year(texts(), cost)) else {
            return Default::default();
        };
        let keys: Vec<(Key, &str)> = keys
            .iter()
            .map(|(key, word)| (*key, word.as_str()))
            .collect();
        let svg = chart.draw(&Frame::new("years", half())).svg;
        (svg, legend(&keys))
    });
    let moves = kept(move || {
        cost.with(|cost| cost_moves(texts(), cost))
            .map(|chart| chart.draw(&Frame::new("moves", half())).svg)
    });
    view! {
        <div class="sec">
            <div class="cols2">
                <figure>
                    <h3 class="pl-tablehead">{say("planner-by-year")}</h3>
                    <div inner_html=move || years.get().0></div>
                    <figcaption inner_html=move || years.get().1></figcaption>
                </figure>
                {move || {
                    (!cost.with(|cost| cost.sensitivity.is_empty()))
                        .then(|| {
                            view! {
                                <figure>
                                    <h3 class="pl-tablehead">{say("planner-moves-most")}</h3>
                                    <div inner_html=move || moves.get().unwrap_or_default()></div>
                                </figure>
                            }
                        })
                }}
            </div>
        </div>
        <div class="sec">
            <h3 class="pl-tablehead">{say("planner-cost-by-part")}</h3>
            <Shown label=say("planner-cost-by-part") table=by_part />
        </div>
    }
}

#[component]
fn RentOrBuy() -> impl IntoView {
    let planner = planner();
    let table = kept(move || {
        planner
            .answers
            .with(|answers| tables::rent_or_buy(&answers.report))
    });
    move || {
        table.with(|table| !table.rows.is_empty()).then(|| {
            view! {
                <div class="sec">
                    <h3 class="pl-tablehead">{say("planner-rent-or-buy")}</h3>
                    <Shown label=say("planner-rent-or-buy") table=table />
                    {move || {
                        table
                            .with(|table| table.rows.len() == 1)
                            .then(|| view! { <p class="note pl-gap">{say("planner-rent-unknown")}</p> })
                    }}
                </div>
            }
        })
    }
}
