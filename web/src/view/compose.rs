//! The composition at the left: pools, fabrics, workloads, site.

use std::ops::Not as _;

use leptos::prelude::*;
use podwright_locales::format;
use podwright_sim_core::design::{CollectiveOp, NodeRef, WorkloadKind};

use super::compose_cluster::{CatalogPool, Fabrics, PoolsHead};
use super::compose_measured::Measurements;
use super::compose_workstation::Workstation;
use super::controls::{Fault, NumberBox, NumberInput, Options, fold, rows};
use super::icons::{Glyph, Icon};
use super::state::{kept, planner};
use crate::model::command::Command;
use crate::model::field::{NumberField, SiteField};
use crate::model::headline::op_name;
use crate::model::parts::Choice;
use crate::model::row;
use crate::model::words::{say, say_with};

/// The composition column.
#[component]
pub fn Compose() -> impl IntoView {
    let planner = planner();
    // The form is built again only when its shape changes, so that fields keep the focus while values change.
    let shape = kept(move || {
        planner.document.with(|document| {
            let pools = &document.design().pools;
            pools
                .iter()
                .map(|pool| matches!(pool.node, NodeRef::Inline(_)))
                .collect::<Vec<bool>>()
        })
    });
    // One machine on a desk has no network to speak of.
    let alone = kept(move || {
        planner.document.with(|document| {
            let design = document.design();
            design.fabrics.is_empty() && matches!(design.pools.as_slice(), [pool] if pool.count == 1 && matches!(pool.node, NodeRef::Inline(_)))
        })
    });
    view! {
        <section class="a-compose panel" id="compose" tabindex="-1" aria-labelledby="cm">
            {move || {
                let shape = shape.get();
                if shape.as_slice() == [true] {
                    return view! { <Workstation pool=0 head="cm" /> }.into_any();
                }
                view! {
                    <PoolsHead empty=shape.is_empty() />
                    {shape
                        .into_iter()
                        .enumerate()
                        .map(|(pool, inline)| {
                            if inline {
                                view! { <Workstation pool=pool head="" /> }.into_any()
                            } else {
                                view! { <CatalogPool pool=pool /> }.into_any()
                            }
                        })
                        .collect_view()}
                }
                    .into_any()
            }}
            {move || alone.get().not().then(|| view! { <Fabrics /> })}
            <Workloads />
            <Measurements />
            <Site />
        </section>
    }
}

#[component]
fn Workloads() -> impl IntoView {
    let planner = planner();
    let kinds = kept(move || {
        planner.document.with(|document| {
            let works = &document.design().workloads;
            works
                .iter()
                .map(|work| (work.kind, work.model.clone()))
                .collect::<Vec<_>>()
        })
    });
    let add = move |_| {
        planner.run(&Command::AddWorkload {
            op: CollectiveOp::AllReduce,
            message_bytes: 1 << 30,
        });
    };
    view! {
        <div class="sec" id="f-workloads" tabindex="-1">
            <div class="sechead">
                <h3>{say("planner-workloads")}</h3>
                <button type="button" class="btn quiet small" on:click=add>
                    <Glyph icon=Icon::Plus />
                    {say("planner-add")}
                </button>
            </div>
            <ul class="plain">
                {move || {
                    kinds
                        .get()
                        .into_iter()
                        .enumerate()
                        .map(|(i, (kind, model))| match kind {
                            WorkloadKind::Collective => view! { <Collective index=i /> }.into_any(),
                            other => {
                                let id = if other == WorkloadKind::Training {
                                    "planner-workload-training"
                                } else {
                                    "planner-workload-inference"
                                };
                                let words = say_with(id, &[("model", model.unwrap_or_default().into())]);
                                view! {
                                    <li class="pl-work">
                                        <span class="muted">{words.clone()}</span>
                                        <RemoveWorkload index=i name=words />
                                    </li>
                                }
                                    .into_any()
                            }
                        })
                        .collect_view()
                }}
            </ul>
            {move || {
                kinds
                    .with(Vec::is_empty)
                    .then(|| view! { <p class="note">{say("planner-workloads-empty")}</p> })
            }}
        </div>
    }
}

#[component]
fn Collective(index: usize) -> impl IntoView {
    let planner = planner();
    let choices: Vec<Choice> = CollectiveOp::ALL
        .iter()
        .map(|op| Choice::new(op.id(), op_name(*op)))
        .collect();
    let choices = Signal::stored(choices);
    let op = kept(move || {
        planner
            .document
            .with(|document| {
                document
                    .design()
                    .workloads
                    .get(index)
                    .and_then(|work| work.op)
            })
            .unwrap_or(CollectiveOp::AllReduce)
    });
    let value = Signal::derive(move || op.get().id().to_owned());
    let size = NumberField::MessageBytes(index);
    let number = (index + 1).to_string();
    let at = format!("/workloads/{index}");
    let name = move || {
        planner.document.with(|document| {
            let bytes = document
                .design()
                .workloads
                .get(index)
                .and_then(|work| work.message_bytes)
                .unwrap_or_default();
            format!("{}, {}", op_name(op.get()), format::message_size(bytes))
        })
    };
    view! {
        <li class="pl-work" id=format!("f-workloads-{index}") tabindex="-1">
            <select
                class="inp"
                aria-label=say_with("planner-workload-operation", &[("n", number.into())])
                prop:value=move || value.get()
                on:change:target=move |event| {
                    if let Some(op) = CollectiveOp::from_id(&event.target().value()) {
                        planner.run(&Command::WorkloadOp { workload: index, op });
                        planner.op.set(op);
                    }
                }
            >
                <Options choices=choices value=value />
            </select>
            <NumberBox field=size.clone() label=say("planner-field-message") />
            <RemoveWorkload index=index name=Signal::derive(name) />
            <Fault at=size.pointer() />
            <div class="pl-wide">
                {fold(
                    "planner-workload-more",
                    view! {
                        {rows(&at, &row::COLLECTIVE)}
                        {rows(&format!("{at}/settings"), &row::SETTINGS)}
                    }
                        .into_any(),
                )}
            </div>
        </li>
    }
}

#[component]
fn RemoveWorkload(index: usize, #[prop(into)] name: Signal<String>) -> impl IntoView {
    let planner = planner();
    view! {
        <button
            type="button"
            class="btn quiet small icon"
            aria-label=move || say_with("planner-remove-workload", &[("name", name.get().into())])
            on:click=move |_| planner.run(&Command::RemoveWorkload { workload: index })
        >
            "×"
        </button>
    }
}

#[component]
fn Site() -> impl IntoView {
    let site = |fields: &[SiteField]| {
        let input = |field: &SiteField| view! { <NumberInput field=NumberField::Site(*field) /> };
        fields.iter().map(input).collect_view()
    };
    view! {
        <div class="sec" id="f-site" tabindex="-1">
            <h3>{say("planner-site")}</h3>
            {site(&SiteField::ALL[..4])}
            {fold("planner-site-more", view! {
                {site(&SiteField::ALL[4..])}
                {rows("/site", &row::MONEY)}
                {rows("/price_book", &row::PRICES)}
            }.into_any())}
            {fold("planner-spares-more", rows("/site/spares", &row::SPARES))}
            {fold("planner-mtbf-more", rows("/site/mtbf_hours", &row::FAILURES))}
            {fold("planner-hall-more", rows("/site", &row::HALL))}
            {fold("planner-notes-more", rows("", &row::DESIGN))}
        </div>
    }
}
