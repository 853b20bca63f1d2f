//! The fabric as a picture, its switches and cables, the rates on the way out of a GPU, and what-if.

use leptos::prelude::*;
use leptos::task::spawn_local;
use podwright_diagram::{Drawing, Frame, GpuLink, NodeLayout, NodeLinks};
use podwright_sim_core::report::PoolReport;

use super::dom;
use super::icons::{Glyph, Icon};
use super::stage::{Shown, StageHead};
use super::state::{kept, planner};
use super::what_if::WhatIf;
use crate::api;
use crate::model::sentence::Sentence;
use crate::model::tables;
use crate::model::topology::{drawing, link_rows, sentence_of, sentences, switched};
use crate::model::words::{say, say_with};

/// The topology view.
#[component]
pub fn TopologyView() -> impl IntoView {
    let planner = planner();
    let sentence = kept(move || {
        planner.answers.with(|answers| {
            let (title, detail) = sentences(&answers.report);
            Sentence { title, detail }
        })
    });
    let drawings = kept(move || {
        let width = planner.width.get();
        planner.answers.with(|answers| {
            let fabrics = switched(&answers.report);
            let mut drawings: Vec<(String, Drawing)> = fabrics
                .iter()
                .enumerate()
                .map(|(i, (_, fabric))| {
                    let id = format!("topology{i}");
                    let drawn = drawing(fabric, &answers.report).draw(&Frame::new(&id, width));
                    let title = if i == 0 {
                        String::new()
                    } else {
                        sentence_of(fabric, &answers.report)
                    };
                    (title, drawn)
                })
                .collect();
            if drawings.is_empty()
                && let Some(pool) = answers.report.pools.first()
            {
                drawings.push((
                    String::new(),
                    node_links(pool).draw(&Frame::new("node", width)),
                ));
            }
            drawings
        })
    });
    let save = move |_| {
        let design = planner.design();
        let Some((_, drawn)) = drawings.get_untracked().first().cloned() else {
            return;
        };
        spawn_local(async move {
            let tokens = api::stylesheet("tokens").await.unwrap_or_default();
            let rules = api::stylesheet("diagram").await.unwrap_or_default();
            let file = drawn.standalone_with(&tokens, &rules);
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
                <button type="button" class="btn small" aria-label=say("planner-svg-label") on:click=save>
                    <Glyph icon=Icon::Download />
                    {say("planner-svg")}
                </button>
            </StageHead>
            {move || {
                drawings
                    .get()
                    .into_iter()
                    .map(|(title, drawn)| {
                        view! {
                            {(!title.is_empty()).then(|| view! { <h3 class="pl-gap">{title}</h3> })}
                            <figure>
                                <div class="scroll" tabindex="0" role="region" aria-label=say("planner-topology-region") inner_html=drawn.svg></div>
                            </figure>
                        }
                    })
                    .collect_view()
            }}
        </div>
        <LinkRates />
        <Tiers />
        <WhatIf />
    }
}

/// The links between the GPUs of a node, for designs without a fabric.
fn node_links(pool: &PoolReport) -> NodeLinks {
    let layout = match pool.scale_up_kind.as_str() {
        "nvswitch" => NodeLayout::Switched,
        "hybrid_cube_mesh" => NodeLayout::Squares,
        "full_mesh_xgmi" => NodeLayout::Circle,
        _ => NodeLayout::Row,
    };
    let hub = match pool.scale_up_kind.as_str() {
        "nvswitch" => Some(say("planner-path-nvswitch")),
        "pcie" | "bridge" | "bridge_pairs" => Some(say("planner-path-pcie")),
        _ => None,
    };
    NodeLinks {
        title: pool.scale_up_words.clone(),
        desc: None,
        gpus: pool.gpus_per_node.min(16) as u32,
        layout,
        links: pool
            .links
            .iter()
            .map(|link| GpuLink {
                a: link.a,
                b: link.b,
                count: link.links,
            })
            .collect(),
        hub,
        path: None,
        slowest: None,
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
