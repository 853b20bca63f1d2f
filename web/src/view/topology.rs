//! The fabric as a picture, its switches and cables, the rates on the way out of a GPU, and what-if.

use leptos::prelude::*;
use leptos::task::spawn_local;
use podwright_diagram::{Drawing, Frame, GpuLink, NodeLayout, NodeLinks};
use podwright_locales::format;
use podwright_sim_core::report::{PoolReport, TierRole};

use super::dom;
use super::icons::{Glyph, Icon};
use super::stage::{StageHead, Table};
use super::state::{kept, planner};
use super::what_if::WhatIf;
use crate::api;
use crate::model::sentence::Sentence;
use crate::model::topology::{drawing, link_rows, medium, place, sentence_of, sentences, switched};
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
            let mut drawings: Vec<(String, String)> = fabrics
                .iter()
                .enumerate()
                .map(|(i, (_, fabric))| {
                    let id = format!("topology{i}");
                    let svg = drawing(fabric, &answers.report)
                        .draw(&Frame::new(&id, width))
                        .svg;
                    let title = if i == 0 {
                        String::new()
                    } else {
                        sentence_of(fabric, &answers.report)
                    };
                    (title, svg)
                })
                .collect();
            if drawings.is_empty()
                && let Some(pool) = answers.report.pools.first()
            {
                drawings.push((
                    String::new(),
                    node_links(pool).draw(&Frame::new("node", width)).svg,
                ));
            }
            drawings
        })
    });
    let save = move |_| {
        let design = planner.design();
        let Some((_, svg)) = drawings.get_untracked().first().cloned() else {
            return;
        };
        spawn_local(async move {
            let tokens = api::stylesheet("tokens").await.unwrap_or_default();
            let file = Drawing {
                svg,
                width: 0.0,
                height: 0.0,
            }
            .standalone(&tokens);
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
                    .map(|(title, svg)| {
                        view! {
                            {(!title.is_empty()).then(|| view! { <h3 class="pl-gap">{title}</h3> })}
                            <figure>
                                <div class="scroll" tabindex="0" role="region" aria-label=say("planner-topology-region") inner_html=svg></div>
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
    let rows = kept(move || planner.answers.with(|answers| link_rows(&answers.report)));
    view! {
        <div class="sec">
            <h3 class="pl-tablehead">{say("planner-out-of-gpu")}</h3>
            <Table label=say("planner-out-of-gpu") class="hops">
                <thead>
                    <tr>
                        <th scope="col">{say("planner-col-part")}</th>
                        <th scope="col" class="r">{say("planner-col-rate")}</th>
                        <th scope="col" class="pl-barhead"><span class="vh">{say("planner-col-rate")}</span></th>
                    </tr>
                </thead>
                <tbody>
                    {move || {
                        let rows = rows.get();
                        let most = rows.iter().map(|row| row.gb_s).fold(0.0, f64::max);
                        rows.into_iter()
                            .map(|row| {
                                let width = if most > 0.0 { 200.0 * row.gb_s / most } else { 0.0 };
                                let fill = if row.slowest { "var(--error)" } else { "var(--s1)" };
                                view! {
                                    <tr class:hit=row.slowest>
                                        <th scope="row">{row.part}<small>{row.detail}</small></th>
                                        <td class="r">
                                            {row.rate}
                                            {row
                                                .slowest
                                                .then(|| view! { <small class="err">{say("planner-slowest")}</small> })}
                                        </td>
                                        <td>
                                            <svg viewBox="0 0 200 10" preserveAspectRatio="none" aria-hidden="true">
                                                <rect x="0" y="1" width=format!("{width:.1}") height="8" fill=fill></rect>
                                            </svg>
                                        </td>
                                    </tr>
                                }
                            })
                            .collect_view()
                    }}
                </tbody>
            </Table>
            {move || {
                planner
                    .answers
                    .with(|answers| {
                        answers
                            .report
                            .pools
                            .first()
                            .filter(|pool| pool.pairs > 0 && pool.switch_chips == 0)
                            .map(|pool| {
                                say_with("planner-pairs", &[("linked", pool.linked_pairs.into()), ("pairs", pool.pairs.into())])
                            })
                    })
                    .map(|words| view! { <p class="note pl-gap">{words}</p> })
            }}
        </div>
    }
}

fn tier_name(role: TierRole) -> String {
    say(match role {
        TierRole::Leaf => "planner-tier-leaf",
        TierRole::Spine => "planner-tier-spine",
        TierRole::Core => "planner-tier-core",
    })
}

#[component]
fn Tiers() -> impl IntoView {
    let planner = planner();
    let fabrics = kept(move || {
        planner.answers.with(|answers| {
            switched(&answers.report)
                .into_iter()
                .map(|(_, fabric)| fabric.clone())
                .collect::<Vec<_>>()
        })
    });
    let of = |used: u64, total: u64| {
        say_with(
            "planner-used-of",
            &[
                ("used", format::count(used).into()),
                ("total", format::count(total).into()),
            ],
        )
    };
    move || {
        fabrics
            .get()
            .into_iter()
            .map(|fabric| {
                let network = say(&format!("planner-fabric-{}", fabric.network));
                let cables = say_with("planner-cables-of", &[("fabric", network.to_lowercase().into())]);
                let heading = say_with("planner-tiers-of", &[("fabric", network.to_lowercase().into())]);
                view! {
                    <div class="sec">
                        <h3 class="pl-tablehead">{heading.clone()}</h3>
                        <Table label=heading.clone()>
                            <thead>
                                <tr>
                                    <th scope="col">{say("planner-col-tier")}</th>
                                    <th scope="col">{say("planner-col-switch")}</th>
                                    <th scope="col" class="r">{say("planner-col-count")}</th>
                                    <th scope="col" class="r">{say("planner-col-ports")}</th>
                                    <th scope="col" class="r">{say("planner-col-cages")}</th>
                                </tr>
                            </thead>
                            <tbody>
                                {fabric
                                    .tiers
                                    .iter()
                                    .map(|tier| {
                                        view! {
                                            <tr>
                                                <th scope="row">{tier_name(tier.role)}</th>
                                                <td>{tier.name.clone()}</td>
                                                <td class="r">{format::count(tier.count)}</td>
                                                <td class="r">{of(tier.ports_used, tier.ports_total)}</td>
                                                <td class="r">{of(tier.cages_used, tier.cages_total)}</td>
                                            </tr>
                                        }
                                    })
                                    .collect_view()}
                            </tbody>
                        </Table>
                        <Table label=cables class="pl-second">
                            <thead>
                                <tr>
                                    <th scope="col">{say("planner-col-run")}</th>
                                    <th scope="col">{say("planner-col-medium")}</th>
                                    <th scope="col" class="r">{say("planner-col-count")}</th>
                                    <th scope="col" class="r">{say("planner-col-length")}</th>
                                </tr>
                            </thead>
                            <tbody>
                                {fabric
                                    .cables
                                    .iter()
                                    .map(|cable| {
                                        let placed =
                                            if cable.length_is_placed { "planner-length-placed" } else { "planner-length-estimated" };
                                        view! {
                                            <tr>
                                                <th scope="row">{format!("{} – {}", place(&cable.from), place(&cable.to))}</th>
                                                <td>{medium(&cable.kind)}</td>
                                                <td class="r">{format::count(cable.count)}</td>
                                                <td class="r">
                                                    {format!("{} m", format::trimmed(cable.length_m, 1))}
                                                    <small>{say(placed)}</small>
                                                </td>
                                            </tr>
                                        }
                                    })
                                    .collect_view()}
                            </tbody>
                        </Table>
                    </div>
                }
            })
            .collect_view()
    }
}
