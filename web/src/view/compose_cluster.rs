//! Pools of catalogue nodes and the fabrics between them.

use leptos::prelude::*;
use podwright_locales::format;
use podwright_sim_core::design::{Network, NodeRef, TopologyKind};

use super::controls::{Fault, NumberInput, Stepper, fold, rows};
use super::icons::{Glyph, Icon};
use super::state::{kept, planner};
use crate::model::command::Command;
use crate::model::field::NumberField;
use crate::model::parts;
use crate::model::pointer::element_id;
use crate::model::row;
use crate::model::sentence::pool_note;
use crate::model::words::{say, say_with};
use crate::view::derived::Memo;

/// The heading over the pools, with the button that adds one.
#[component]
pub fn PoolsHead(
    /// Whether there is no pool.
    empty: bool,
) -> impl IntoView {
    let planner = planner();
    let add = move |_| {
        let node = planner
            .design()
            .pools
            .iter()
            .find_map(|pool| match &pool.node {
                NodeRef::Catalog(id) => Some(id.clone()),
                NodeRef::Inline(_) => None,
            });
        planner.run(&Command::AddPool {
            node: node.unwrap_or_else(|| "dgx-h100".to_owned()),
        });
    };
    view! {
        <div class="sec pl-poolhead" id="f-pools" tabindex="-1">
            <div class="sechead">
                <h2 id="cm">{say("planner-pools")}</h2>
                <button type="button" class="btn quiet small" on:click=add>
                    <Glyph icon=Icon::Plus />
                    {say("planner-add-pool")}
                </button>
            </div>
            {empty.then(|| view! { <p class="note">{say("planner-pool-empty")}</p> })}
        </div>
    }
}

/// A pool of catalogue nodes.
#[component]
pub fn CatalogPool(
    /// Which pool.
    pool: usize,
) -> impl IntoView {
    let planner = planner();
    let node = kept(move || {
        planner.document.with(|document| {
            match document.design().pools.get(pool).map(|pool| &pool.node) {
                Some(NodeRef::Catalog(id)) => id.clone(),
                _ => String::new(),
            }
        })
    });
    let found = kept(move || {
        planner.answers.with(|answers| {
            let report = answers.report.pools.get(pool)?;
            let note = pool_note(&answers.design, pool, &answers.report).unwrap_or_default();
            Some((report.category == "rack", report.gpus_per_node, note))
        })
    });
    let rack = kept(move || found.get().is_some_and(|(rack, _, _)| rack));
    let several = kept(move || {
        planner
            .document
            .with(|document| document.design().pools.len() > 1)
    });
    let count = NumberField::PoolCount(pool);
    let unit = {
        let count = count.clone();
        move || {
            let value = planner
                .document
                .with(|document| count.read(document.design()))
                .unwrap_or_default();
            let id = if rack.get() {
                "planner-racks-unit"
            } else {
                "planner-nodes-unit"
            };
            say_with(id, &[("count", (value as u64).into())])
        }
    };
    let place = format!("/pools/{pool}");
    let nics = format!("{place}/nics");
    let id = planner.document.with_untracked(|document| {
        document
            .design()
            .pools
            .get(pool)
            .map(|pool| pool.id.clone())
    });
    let id = id.unwrap_or_default();
    view! {
        <div class="sec pl-pool" id=element_id(&place) tabindex="-1">
            <div class="pl-poolrow">
                <PoolGlyph rack=rack gpus=Signal::derive(move || found.get().map_or(8, |(_, gpus, _)| gpus)) />
                <div>
                    <h3>{move || {
                        let id = node.get();
                        parts::nodes(&id).into_iter().find(|choice| choice.id == id).map(|choice| choice.name).unwrap_or_default()
                    }}</h3>
                    <p class="note">{move || found.get().map(|(_, _, note)| note).unwrap_or_default()}</p>
                    <div class="btnrow pl-gap">
                        {move || {
                            let (label, less, more) = if rack.get() {
                                ("planner-stepper-racks", "planner-less-racks", "planner-more-racks")
                            } else {
                                ("planner-stepper-nodes", "planner-less-nodes", "planner-more-nodes")
                            };
                            view! { <Stepper field=count.clone() label=say(label) less=say(less) more=say(more) /> }
                        }}
                        <span class="muted small">{unit}</span>
                        {move || {
                            several
                                .get()
                                .then(|| {
                                    view! {
                                        <button
                                            type="button"
                                            class="btn quiet small icon"
                                            aria-label=say_with("planner-remove-pool-n", &[("id", id.clone().into())])
                                            on:click=move |_| planner.run(&Command::RemovePool { pool })
                                        >
                                            "×"
                                        </button>
                                    }
                                })
                        }}
                    </div>
                    <Fault at=NumberField::PoolCount(pool).pointer() />
                </div>
            </div>
            {rows(&place, &row::POOL)}
            {rows(&nics, &row::ADAPTER)}
            {fold("planner-pool-more", rows(&nics, &row::ADAPTERS))}
        </div>
    }
}

/// A rack with its trays, or a node with its GPUs.
#[component]
fn PoolGlyph(rack: Memo<bool>, gpus: Signal<u64>) -> impl IntoView {
    move || {
        if rack.get() {
            let trays = (0..27)
                .map(|i| {
                    let fill = if (10..19).contains(&i) { "var(--text-3)" } else { "var(--surface)" };
                    view! { <rect x="6" y=format!("{:.1}", 5.0 + 3.63 * f64::from(i)) width="52" height="2.7" fill=fill></rect> }
                })
                .collect_view();
            view! {
                <svg class="pl-glyph" viewBox="0 0 64 108" aria-hidden="true">
                    <rect class="part" x="1" y="1" width="62" height="106" rx="3"></rect>
                    {trays}
                </svg>
            }
            .into_any()
        } else {
            let n = gpus.get().clamp(1, 16);
            let rows = n.div_ceil(4);
            let cells = (0..n)
                .map(|i| {
                    view! {
                        <rect
                            class="part2"
                            x=(7 + 13 * (i % 4)).to_string()
                            y=(8 + 14 * (i / 4)).to_string()
                            width="10"
                            height="10"
                            rx="1.5"
                        ></rect>
                    }
                })
                .collect_view();
            let height = 10 + 14 * rows;
            view! {
                <svg class="pl-glyph" viewBox=format!("0 0 64 {}", height + 4) aria-hidden="true">
                    <rect class="part" x="1" y="1" width="62" height=height.to_string() rx="3"></rect>
                    {cells}
                </svg>
            }
            .into_any()
        }
    }
}

/// All fabrics, with the button that adds one.
#[component]
pub fn Fabrics() -> impl IntoView {
    let planner = planner();
    // Whether each has a topology with switches.
    let shape = kept(move || {
        planner.document.with(|document| {
            let fabrics = &document.design().fabrics;
            fabrics
                .iter()
                .map(|fabric| fabric.topology != TopologyKind::None)
                .collect::<Vec<bool>>()
        })
    });
    let add = move |_| {
        let design = planner.design();
        let network = [
            Network::Compute,
            Network::Storage,
            Network::Inband,
            Network::Oob,
        ]
        .into_iter()
        .find(|network| {
            !design
                .fabrics
                .iter()
                .any(|fabric| fabric.network == *network)
        })
        .unwrap_or(Network::Compute);
        planner.run(&Command::AddFabric {
            network,
            switch: parts::usual_switch(&design),
        });
    };
    view! {
        <div class="sec" id="f-fabrics" tabindex="-1">
            {move || {
                let shape = shape.get();
                if shape.is_empty() {
                    return view! {
                        <div class="sechead">
                            <h3>{say("planner-fabric-compute")}</h3>
                            <AddFabric on_add=add />
                        </div>
                        <p class="note">{say("planner-fabrics-empty")}</p>
                    }
                        .into_any();
                }
                shape
                    .into_iter()
                    .enumerate()
                    .map(|(fabric, switched)| view! { <Fabric fabric=fabric switched=switched on_add=add /> })
                    .collect_view()
                    .into_any()
            }}
        </div>
    }
}

#[component]
fn AddFabric(on_add: impl Fn(leptos::ev::MouseEvent) + 'static) -> impl IntoView {
    view! {
        <button type="button" class="btn quiet small" on:click=on_add>
            <Glyph icon=Icon::Plus />
            {say("planner-add-fabric")}
        </button>
    }
}

#[component]
fn Fabric(
    fabric: usize,
    switched: bool,
    on_add: impl Fn(leptos::ev::MouseEvent) + Copy + 'static,
) -> impl IntoView {
    let planner = planner();
    let spec = kept(move || {
        planner
            .document
            .with(|document| document.design().fabrics.get(fabric).cloned())
    });
    let delivered = kept(move || {
        planner.answers.with(|answers| {
            let id = answers
                .design
                .fabrics
                .get(fabric)
                .map(|fabric| fabric.id.as_str())?;
            answers
                .report
                .fabrics
                .iter()
                .find(|found| found.id == id)
                .map(|found| found.oversubscription)
        })
    });
    let unit = move || match delivered.get() {
        Some(ratio) => say_with(
            "planner-delivered",
            &[("ratio", format::fixed(ratio, 2).into())],
        ),
        None => say("planner-delivered-unknown"),
    };
    let at = format!("/fabrics/{fabric}");
    view! {
        <div class="pl-fabric" id=element_id(&at) tabindex="-1">
            <div class="sechead">
                <h3>{move || {
                    let network = spec.with(|spec| spec.as_ref().map(|spec| spec.network)).unwrap_or_default();
                    say(&format!("planner-fabric-{}", network.id()))
                }}</h3>
                <span class="btnrow pl-tight">
                    <button
                        type="button"
                        class="btn quiet small icon"
                        aria-label=move || {
                            let id = spec.with(|spec| spec.as_ref().map(|spec| spec.id.clone())).unwrap_or_default();
                            say_with("planner-remove-fabric-n", &[("id", id.into())])
                        }
                        on:click=move |_| planner.run(&Command::RemoveFabric { fabric })
                    >
                        "×"
                    </button>
                    {(fabric == 0).then(|| view! { <AddFabric on_add=on_add /> })}
                </span>
            </div>
            {rows(&at, &row::TOPOLOGY)}
            {switched
                .then(|| {
                    view! {
                        {rows(&at, &row::SWITCH)}
                        <NumberInput field=NumberField::Oversubscription(fabric) unit=Signal::derive(unit) />
                        {rows(&at, &row::FABRIC)}
                        {fold(
                            "planner-fabric-more",
                            view! {
                                <NumberInput field=NumberField::PodOversubscription(fabric) />
                                {rows(&at, &row::FABRIC_MORE)}
                            }
                                .into_any(),
                        )}
                    }
                })}
        </div>
    }
}
