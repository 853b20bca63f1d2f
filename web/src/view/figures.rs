//! The headline figures.

use leptos::prelude::*;
use podwright_diagram::table::basis_html;

use super::state::{Sheet, kept, planner};
use crate::model::findings;
use crate::model::headline::{Band, Headline, Mark, headlines, is_workstation};
use crate::model::words::{say, say_with};

/// The panel of headline figures.
#[component]
pub fn Figures() -> impl IntoView {
    let planner = planner();
    let stale = kept(move || {
        planner
            .document
            .with(crate::model::document::Document::invalid)
    });
    let figures = kept(move || {
        planner.answers.with(|answers| {
            let after = answers
                .after
                .as_ref()
                .map(|(design, report)| (&**design, &**report));
            headlines(&answers.design, &answers.report, after)
        })
    });
    let chip = kept(move || {
        planner.answers.with(|answers| {
            if is_workstation(&answers.report) {
                return say("diagram-as-drawn");
            }
            let gpus = answers.report.summary.gpus;
            let text = podwright_locales::format::count(gpus);
            say_with(
                "planner-gpus-chip",
                &[("count", gpus.into()), ("text", text.into())],
            )
        })
    });
    let chips = kept(move || {
        planner
            .answers
            .with(|answers| findings::chips(&answers.report))
    });
    view! {
        <section class="a-head panel" class:pl-stale=move || stale.get() aria-labelledby="hn">
            <div class="sec sechead pl-headtop">
                <h2 id="hn">{say("planner-headlines")}</h2>
                {move || {
                    if stale.get() {
                        view! { <span class="chip w" title=say("planner-stale-detail")>{say("planner-stale")}</span> }.into_any()
                    } else {
                        view! { <span class="chip">{chip.get()}</span> }.into_any()
                    }
                }}
            </div>
            <div class="onlyphone">
                {move || {
                    chips
                        .get()
                        .into_iter()
                        .map(|(tone, words)| {
                            view! {
                                <a class=format!("chip {}", tone.class()) href="#findings" on:click=|event| super::findings::to_findings(&event)>
                                    {words}
                                </a>
                            }
                        })
                        .collect_view()
                }}
                <span class="chip">{move || if stale.get() { say("planner-stale") } else { chip.get() }}</span>
            </div>
            <ul class="hl two" id="figures">
                {move || figures.get().into_iter().map(|figure| view! { <Figure figure=figure /> }).collect_view()}
            </ul>
            <p class="vh" role="status">
                {move || {
                    figures
                        .get()
                        .into_iter()
                        .take(2)
                        .map(|figure| format!("{}: {} {}", figure.label, figure.value, figure.unit))
                        .collect::<Vec<_>>()
                        .join("; ")
                }}
            </p>
        </section>
    }
}

#[component]
fn Figure(figure: Headline) -> impl IntoView {
    let planner = planner();
    let key = figure.key;
    let range = figure.range.clone();
    view! {
        <li data-figure=key>
            <div class="k">
                <button
                    type="button"
                    class="q"
                    aria-haspopup="dialog"
                    on:click=move |_| planner.sheet.set(Some(Sheet::Explain(key)))
                >
                    {figure.label}
                </button>
                {figure.mark.map(|mark| view! { <MarkView mark=mark /> })}
            </div>
            <div class="v">
                <span class="num">{figure.value}</span>
                <span class="u">{figure.unit}</span>
                {figure
                    .after
                    .map(|value| view! { <span class="after">{say_with("planner-after", &[("value", value.into())])}</span> })}
                {(!figure.note.is_empty()).then(|| view! { <span class="nt">{figure.note}</span> })}
            </div>
            {figure
                .band
                .map(|band| {
                    view! {
                        <div class="b">
                            <BandView band=band />
                            <span class="num">{range.clone()}</span>
                        </div>
                    }
                })}
        </li>
    }
}

/// What a figure rests on: a mark with its word, or words.
#[component]
pub fn MarkView(mark: Mark) -> impl IntoView {
    match mark {
        Mark::Words(words) => view! { <span class="basis">{words}</span> }.into_any(),
        Mark::Basis(basis) => view! { <span inner_html=basis_html(basis)></span> }.into_any(),
    }
}

/// A range on a scale of 200 by 14.
#[component]
fn BandView(band: Band) -> impl IntoView {
    let x = move |value: f64| band.scale.place(value) * 198.4;
    let wide = move |low: f64, high: f64| format!("{:.1}", (x(high) - x(low)).max(1.0));
    let at = move |value: f64| format!("{:.1}", x(value));
    view! {
        <svg viewBox="0 0 200 14" preserveAspectRatio="none" aria-hidden="true">
            <path d="M0 7H200" stroke="var(--line)" stroke-width="1" vector-effect="non-scaling-stroke"></path>
            {band
                .after
                .map(|(low, value, high)| {
                    view! {
                        <rect x=at(low) y="4" width=wide(low, high) height="6" fill="var(--good)" opacity=".22"></rect>
                        <rect x=at(value) y="2" width="1.6" height="10" fill="var(--good)"></rect>
                    }
                })}
            <rect x=at(band.low) y="4" width=wide(band.low, band.high) height="6" fill="var(--text-2)" opacity=".25"></rect>
            <rect x=at(band.value) y="1" width="1.6" height="12" fill="var(--text)"></rect>
        </svg>
    }
}
