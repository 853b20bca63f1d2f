//! The list of findings: a click leads to the field, the first button applies the fix.

use leptos::ev::MouseEvent;
use leptos::prelude::*;

use super::dom;
use super::icons::{Glyph, Icon};
use super::state::{Tab, kept, planner};
use crate::model::command::Command;
use crate::model::findings::{FindingView, Tone, chips, list};
use crate::model::words::say;

/// Leads to the findings without touching the address.
pub fn to_findings(event: &MouseEvent) {
    event.prevent_default();
    dom::focus_first(&["findings".to_owned()]);
}

/// The panel of findings.
#[component]
pub fn Findings() -> impl IntoView {
    let planner = planner();
    let views = kept(move || planner.answers.with(|answers| list(&answers.report)));
    let counts = kept(move || planner.answers.with(|answers| chips(&answers.report)));
    view! {
        <aside class="a-find panel" id="findings" tabindex="-1" aria-labelledby="fi">
            <div class="sec sechead pl-findtop">
                <h2 id="fi">{say("planner-findings")}</h2>
                <span class="btnrow pl-tight" role="status">
                    {move || {
                        counts
                            .get()
                            .into_iter()
                            .map(|(tone, words)| view! { <span class=format!("chip {}", tone.class())>{words}</span> })
                            .collect_view()
                    }}
                </span>
            </div>
            <ul class="finds">
                {move || {
                    views.get().into_iter().map(|finding| view! { <FindingItem finding=finding /> }).collect_view()
                }}
            </ul>
            {move || {
                views
                    .with(Vec::is_empty)
                    .then(|| view! { <p class="sec note">{say("planner-findings-none")}</p> })
            }}
        </aside>
    }
}

/// A link to the field where a finding is mended.
fn link(class: &'static str, finding: &FindingView, words: String) -> AnyView {
    let planner = planner();
    let targets = finding.targets();
    let href = targets
        .first()
        .map_or_else(|| "#main".to_owned(), |id| format!("#{id}"));
    let money = finding.finding.code.starts_with("price");
    let go = move |event: MouseEvent| {
        event.prevent_default();
        if money {
            planner.tab.set(Tab::Cost);
            dom::focus_first(&["tab-cost".to_owned()]);
        } else if !dom::focus_first(&targets) {
            dom::focus_first(&["compose".to_owned()]);
        }
    };
    view! { <a class=class href=href on:click=go>{words}</a> }.into_any()
}

/// A link to where the first error is mended; nothing where there is none.
pub fn mend() -> impl Fn() -> Option<AnyView> {
    let planner = planner();
    let error = kept(move || {
        planner.answers.with(|answers| {
            let all = list(&answers.report).into_iter();
            all.take(1).find(|view| view.tone == Tone::Error)
        })
    });
    move || {
        let error = error.get()?;
        Some(link("btn small", &error, say("planner-mend")))
    }
}

#[component]
fn FindingItem(finding: FindingView) -> impl IntoView {
    let planner = planner();
    let icon = match finding.tone {
        Tone::Error => Icon::Error,
        Tone::Warning => Icon::Warning,
        Tone::Note => Icon::Note,
        Tone::Passed => Icon::Passed,
    };
    let words = finding.fix_words();
    let steps = finding.finding.patch.clone();
    let can_fix = finding.can_fix();
    let primary = finding.tone == Tone::Error;
    let fix_text = finding
        .finding
        .fix
        .clone()
        .filter(|_| !can_fix && finding.tone != Tone::Passed);
    view! {
        <li class=finding.tone.class() data-code=finding.finding.code.clone()>
            <Glyph icon=icon />
            <div>
                <h3>
                    <span class="vh">{format!("{}: ", finding.tone.word())}</span>
                    {link("", &finding, finding.finding.title.clone())}
                </h3>
                <p>
                    {finding.finding.message.clone()}
                    {fix_text.map(|fix| view! { " " {fix} "." })}
                    {finding.finding.source.clone().map(|source| view! { " " <span class="src">{source}</span> })}
                </p>
                {can_fix
                    .then(|| {
                        let button_words = words.clone();
                        view! {
                            <div class="btnrow">
                                <button
                                    type="button"
                                    class="btn small"
                                    class:primary=primary
                                    on:click=move |_| {
                                        planner.run(&Command::Fix { words: words.clone(), steps: steps.clone() });
                                        dom::focus_first(&["findings".to_owned()]);
                                    }
                                >
                                    {button_words}
                                </button>
                            </div>
                        }
                    })}
            </div>
        </li>
    }
}
