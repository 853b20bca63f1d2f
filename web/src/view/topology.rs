//! The fabric as a picture, the path between two GPUs, switches and cables, the rates on the way out of a GPU, and
//! what-if.

use leptos::prelude::*;
use leptos::task::spawn_local;
use podwright_diagram::report::LinkView;

use super::controls::Segments;
use super::dom;
use super::icons::{Glyph, Icon};
use super::loads::{FailsChoice, loads};
use super::stage::{Shown, StageHead};
use super::state::{kept, planner};
use super::what_if::WhatIf;
use crate::api;
use crate::model::sentence::Sentence;
use crate::model::tables;
use crate::model::topology::{Ends, drawings, gpus, link_rows, nodes, sentences, switched};
use crate::model::words::{say, say_with};

/// The topology view.
#[component]
pub fn TopologyView() -> impl IntoView {
    let planner = planner();
    // Nothing: the loads, which the annex computes.
    let links = RwSignal::new(Some(LinkView::Path));
    let fails = RwSignal::new(String::new());
    let (loads, busy) = loads(move || links.get().is_none(), fails);
    let ends = RwSignal::new(Ends::default());
    let sentence = kept(move || {
        planner.answers.with(|answers| {
            let (title, detail) = sentences(&answers.report);
            let topology = Sentence { title, detail };
            match links.get() {
                Some(_) => topology,
                None => loads.with(|loads| loads.opening(topology)),
            }
        })
    });
    let drawn = kept(move || {
        let width = planner.width.get();
        let view = links.get();
        // Before its first answer the loads stand on the drawing of the paths.
        if view.is_none() && loads.with(|loads| !loads.drawn.is_empty()) {
            return loads.with(|loads| loads.drawn.clone());
        }
        planner.answers.with(|answers| {
            let path = ends.get().path(&answers.report);
            drawings(
                &answers.report,
                view.unwrap_or_default(),
                path.as_ref(),
                width,
            )
        })
    });
    let shows_loads = kept(move || links.get().is_none());
    let choosing_failure =
        kept(move || shows_loads.get() && loads.with(|loads| !loads.choices.is_empty()));
    let cabled = kept(move || {
        planner
            .answers
            .with(|answers| !switched(&answers.report).is_empty())
    });
    // What is inside racks can fail without a network too.
    let racked = kept(move || {
        planner
            .answers
            .with(|answers| !answers.report.racks.is_empty())
    });
    let save = move |_| {
        let design = planner.design();
        let Some(first) = drawn.get_untracked().into_iter().next() else {
            return;
        };
        spawn_local(async move {
            let tokens = api::stylesheet("tokens").await.unwrap_or_default();
            let rules = api::stylesheet("diagram").await.unwrap_or_default();
            let file = first.drawing.standalone_with(&tokens, &rules);
            let _ = dom::download(
                &dom::file_name(&design, "svg"),
                "image/svg+xml",
                file.as_bytes(),
            );
        });
    };
    view! {
        <div class="sec">
            <StageHead sentence=sentence>
                {move || {
                    (cabled.get() || racked.get())
                        .then(|| {
                            let mut options = vec![
                                (Some(LinkView::Path), say("planner-links-path")),
                                (None, say("planner-links-load")),
                            ];
                            if cabled.get() {
                                options.push((Some(LinkView::Length), say("planner-links-length")));
                            }
                            view! {
                                <Segments
                                    label=say("planner-links-show")
                                    options=options
                                    value=links
                                    on_choose=move |view| links.set(view)
                                />
                            }
                        })
                }}
                {move || choosing_failure.get().then(|| view! { <FailsChoice loads=loads fails=fails /> })}
                <button type="button" class="btn small" aria-label=say("planner-svg-label") on:click=save>
                    <Glyph icon=Icon::Download />
                    {say("planner-svg")}
                </button>
            </StageHead>
            {move || {
                drawn
                    .get()
                    .into_iter()
                    .enumerate()
                    .map(|(i, one)| {
                        view! {
                            {(i > 0).then(|| view! { <h3 class="pl-gap">{one.title}</h3> })}
                            <figure>
                                <div class="scroll fits" tabindex="0" role="region" aria-label=say("planner-topology-region") inner_html=one.drawing.svg></div>
                            </figure>
                        }
                    })
                    .collect_view()
            }}
            {move || {
                let fault = loads.with(|loads| loads.fault.clone());
                (shows_loads.get() && !fault.is_empty()).then(|| view! { <p class="note err pl-gap" role="alert">{fault}</p> })
            }}
        </div>
        {move || {
            if shows_loads.get() {
                view! { <div
                        class="pl-loads"
                        aria-busy=move || busy.get().to_string()
                        inner_html=move || loads.with(|loads| loads.html.clone())
                    ></div> }.into_any()
            } else {
                view! {
                    <Hops ends=ends />
                    <LinkRates />
                    <Tiers />
                }
                    .into_any()
            }
        }}
        <WhatIf />
    }
}

/// The path between two GPUs, part by part, and the choice of its ends.
#[component]
fn Hops(ends: RwSignal<Ends>) -> impl IntoView {
    let planner = planner();
    let choosing = RwSignal::new(false);
    let path = kept(move || {
        planner
            .answers
            .with(|answers| ends.get().path(&answers.report))
    });
    let two = kept(move || {
        planner
            .answers
            .with(|answers| ends.get().of(&answers.report).is_some())
    });
    let title = move || {
        path.get()
            .map_or_else(|| say("planner-no-path"), |path| path.title)
    };
    let table = kept(move || {
        path.get()
            .map(|path| tables::hops(&path.hops))
            .unwrap_or_default()
    });
    move || {
        two.get().then(|| {
            view! {
                <div class="sec">
                    <div class="sechead">
                        <h3 id="path-title">{title}</h3>
                        <button
                            type="button"
                            class="btn quiet small"
                            aria-expanded=move || choosing.get().to_string()
                            on:click=move |_| choosing.update(|open| *open = !*open)
                        >
                            {say("planner-choose-gpus")}
                        </button>
                    </div>
                    {move || choosing.get().then(|| view! { <ChooseGpus ends=ends /> })}
                    {move || {
                        path.with(Option::is_some).then(|| view! { <Shown label=say("planner-hops-table") table=table /> })
                    }}
                    {move || {
                        path.get()
                            .filter(|path| !path.note.is_empty())
                            .map(|path| view! { <p class="note pl-gap">{path.note}</p> })
                    }}
                </div>
            }
        })
    }
}

/// Four numbers: node and GPU of both ends. Nodes count from one as in the drawing, GPUs from zero as drivers do.
#[component]
fn ChooseGpus(ends: RwSignal<Ends>) -> impl IntoView {
    let planner = planner();
    let several = planner
        .answers
        .with_untracked(|answers| nodes(&answers.report) > 1);
    let fields = [
        ("planner-from-node", 0, true),
        ("planner-from-gpu", 0, false),
        ("planner-to-node", 1, true),
        ("planner-to-gpu", 1, false),
    ];
    view! {
        <div class="whatif pl-ends">
            {fields
                .into_iter()
                .filter(|(_, _, node)| several || !node)
                .map(|(id, end, node)| {
                    let base = u64::from(node);
                    let at = move || {
                        planner.answers.with(|answers| ends.get().of(&answers.report)).map(|ends| ends[end]).unwrap_or_default()
                    };
                    let value = move || (if node { at().node } else { at().gpu } + base).to_string();
                    let most = move || {
                        planner
                            .answers
                            .with(|answers| {
                                if node {
                                    nodes(&answers.report)
                                } else {
                                    gpus(&answers.report, at().node).saturating_sub(1)
                                }
                            })
                            .to_string()
                    };
                    view! {
                        <label>
                            {say(id)}
                            <input
                                class="inp num"
                                type="number"
                                min=base.to_string()
                                max=most
                                prop:value=value
                                on:change:target=move |event| {
                                    if let Ok(entered) = event.target().value().parse::<u64>() {
                                        planner
                                            .answers
                                            .with_untracked(|answers| {
                                                ends.update(|ends| {
                                                    *ends = ends.with(&answers.report, end, node, entered.saturating_sub(base));
                                                });
                                            });
                                    }
                                    event.target().set_value(&value());
                                }
                            />
                        </label>
                    }
                })
                .collect_view()}
        </div>
    }
}

#[component]
fn LinkRates() -> impl IntoView {
    let planner = planner();
    let rates = kept(move || {
        planner
            .answers
            .with(|answers| tables::links(link_rows(&answers.report)))
    });
    let pairs = kept(move || {
        planner.answers.with(|answers| {
            let pool = answers.report.pools.first()?;
            (pool.pairs > 0 && pool.switch_chips == 0).then(|| {
                say_with(
                    "planner-pairs",
                    &[
                        ("linked", pool.linked_pairs.into()),
                        ("pairs", pool.pairs.into()),
                    ],
                )
            })
        })
    });
    view! {
        <div class="sec">
            <h3 class="pl-tablehead">{say("planner-out-of-gpu")}</h3>
            <Shown label=say("planner-out-of-gpu") table=rates />
            {move || pairs.get().map(|words| view! { <p class="note pl-gap">{words}</p> })}
        </div>
    }
}

#[component]
fn Tiers() -> impl IntoView {
    let planner = planner();
    let fabrics = kept(move || {
        planner.answers.with(|answers| {
            switched(&answers.report)
                .into_iter()
                .map(|(_, fabric)| {
                    (
                        fabric.network.clone(),
                        tables::tiers(fabric),
                        tables::cables(fabric),
                    )
                })
                .collect::<Vec<_>>()
        })
    });
    move || {
        fabrics
            .get()
            .into_iter()
            .map(|(network, tiers, cables)| {
                let network = say(&format!("planner-fabric-{network}")).to_ascii_lowercase();
                let heading = say_with("planner-tiers-of", &[("fabric", network.as_str().into())]);
                let cables_label = say_with("planner-cables-of", &[("fabric", network.into())]);
                view! {
                    <div class="sec">
                        <h3 class="pl-tablehead">{heading.clone()}</h3>
                        <Shown label=heading table=Signal::stored(tiers) />
                        <Shown label=cables_label table=Signal::stored(cables) />
                    </div>
                }
            })
            .collect_view()
    }
}
