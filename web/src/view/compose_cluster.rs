//! Pools of catalogue nodes and the fabrics between them.

use leptos::prelude::*;
use podwright_locales::format;
use podwright_sim_core::design::{
    Cabling, Network, NodeRef, Oversubscription, Routing, SpineRule, TopologyKind,
};

use super::controls::{Choose, Fault, NumberInput, Stepper};
use super::icons::{Glyph, Icon};
use super::state::{kept, planner};
use crate::model::command::Command;
use crate::model::field::NumberField;
use crate::model::parts::{self, Choice};
use crate::model::pointer::element_id;
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
    let nic = kept(move || {
        planner.document.with(|document| {
            let pool = document.design().pools.get(pool);
            pool.and_then(|pool| pool.nics.get(&Network::Compute).cloned())
                .unwrap_or_default()
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
    let nics = Signal::derive(move || {
        let mut choices = vec![Choice::new("", say("planner-adapter-own"))];
        choices.extend(parts::nics(&nic.get()));
        choices
    });
    let id = planner.document.with_untracked(|document| {
        document
            .design()
            .pools
            .get(pool)
            .map(|pool| pool.id.clone())
    });
    let id = id.unwrap_or_default();
    view! {
        <div class="sec pl-pool" id=element_id(&format!("/pools/{pool}")) tabindex="-1">
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
            <Choose
                id=element_id(&format!("/pools/{pool}/node"))
                label=say("planner-node")
                choices=Signal::derive(move || parts::nodes(&node.get()))
                value=node
                on_choose=move |node| planner.run(&Command::Node { pool, node })
            />
            <Choose
                id=element_id(&format!("/pools/{pool}/nics"))
                label=say("planner-adapter")
                choices=nics
                value=nic
                on_choose=move |id| planner.run(&Command::PoolNic { pool, nic: (!id.is_empty()).then_some(id) })
            />
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
    // Network and whether a topology with switches is asked for.
    let shape = kept(move || {
        planner.document.with(|document| {
            document
                .design()
                .fabrics
                .iter()
                .map(|fabric| {
                    let by_tier = matches!(fabric.oversubscription, Oversubscription::ByTier(_));
                    (
                        fabric.network,
                        fabric.topology != TopologyKind::None,
                        by_tier,
                    )
                })
                .collect::<Vec<_>>()
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
                    .map(|(fabric, (network, switched, by_tier))| {
                        view! { <Fabric fabric=fabric network=network switched=switched by_tier=by_tier on_add=add /> }
                    })
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

fn choices<T: Copy>(
    prefix: &str,
    all: &[T],
    id: impl Fn(T) -> &'static str,
) -> Signal<Vec<Choice>> {
    Signal::stored(
        all.iter()
            .map(|value| Choice::new(id(*value), say(&format!("{prefix}{}", id(*value)))))
            .collect(),
    )
}

const TOPOLOGIES: [TopologyKind; 8] = [
    TopologyKind::Auto,
    TopologyKind::SingleSwitch,
    TopologyKind::LeafSpine,
    TopologyKind::RailOptimized,
    TopologyKind::ThreeTier,
    TopologyKind::RailOnly,
    TopologyKind::DragonflyPlus,
    TopologyKind::None,
];
const ROUTINGS: [Routing; 3] = [Routing::Adaptive, Routing::Ecmp, Routing::Spray];
const CABLINGS: [Cabling; 6] = [
    Cabling::Auto,
    Cabling::Dac,
    Cabling::Acc,
    Cabling::Aoc,
    Cabling::Multimode,
    Cabling::SingleMode,
];
const SPINES: [SpineRule; 2] = [SpineRule::Even, SpineRule::Minimal];

fn routing_id(value: Routing) -> &'static str {
    match value {
        Routing::Ecmp => "ecmp",
        Routing::Adaptive => "adaptive",
        Routing::Spray => "spray",
    }
}

fn cabling_id(value: Cabling) -> &'static str {
    match value {
        Cabling::Auto => "auto",
        Cabling::Dac => "dac",
        Cabling::Acc => "acc",
        Cabling::Aoc => "aoc",
        Cabling::Multimode => "multimode",
        Cabling::SingleMode => "single-mode",
    }
}

fn spines_id(value: SpineRule) -> &'static str {
    match value {
        SpineRule::Even => "even",
        SpineRule::Minimal => "minimal",
    }
}

#[component]
fn Fabric(
    fabric: usize,
    network: Network,
    switched: bool,
    by_tier: bool,
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
    let id = planner
        .document
        .with_untracked(|document| document.design().fabrics.get(fabric).map(|f| f.id.clone()));
    let switch = kept(move || spec.get().and_then(|spec| spec.switch).unwrap_or_default());
    let switches = Signal::derive(move || {
        let mut choices = parts::switches(&switch.get());
        if switch.get().is_empty() {
            choices.insert(0, Choice::new("", say("planner-switch-none")));
        }
        choices
    });
    let read = move |get: fn(&podwright_sim_core::design::FabricSpec) -> &'static str| {
        Signal::derive(move || spec.get().as_ref().map(get).unwrap_or_default().to_owned())
    };
    view! {
        <div class="pl-fabric" id=element_id(&at) tabindex="-1">
            <div class="sechead">
                <h3>{say(&format!("planner-fabric-{}", network.id()))}</h3>
                <span class="btnrow pl-tight">
                    <button
                        type="button"
                        class="btn quiet small icon"
                        aria-label=say_with("planner-remove-fabric-n", &[("id", id.unwrap_or_default().into())])
                        on:click=move |_| planner.run(&Command::RemoveFabric { fabric })
                    >
                        "×"
                    </button>
                    {(fabric == 0).then(|| view! { <AddFabric on_add=on_add /> })}
                </span>
            </div>
            <Choose
                id=element_id(&format!("{at}/topology"))
                label=say("planner-topology")
                choices=choices("planner-topology-", &TOPOLOGIES, TopologyKind::id)
                value=read(|spec| spec.topology.id())
                on_choose=move |id| {
                    if let Some(value) = TOPOLOGIES.into_iter().find(|value| value.id() == id) {
                        planner.run(&Command::Topology { fabric, value });
                    }
                }
            />
            {switched
                .then(|| {
                    view! {
                        <Choose
                            id=element_id(&format!("{at}/switch"))
                            label=say("planner-switch")
                            choices=switches
                            value=switch
                            on_choose=move |switch| planner.run(&Command::Switch { fabric, switch })
                        />
                        <NumberInput field=NumberField::Oversubscription(fabric) unit=Signal::derive(unit) />
                        {by_tier.then(|| view! { <NumberInput field=NumberField::PodOversubscription(fabric) /> })}
                        <Choose
                            id=element_id(&format!("{at}/routing"))
                            label=say("planner-routing")
                            choices=choices("planner-routing-", &ROUTINGS, routing_id)
                            value=read(|spec| routing_id(spec.routing))
                            on_choose=move |id| {
                                if let Some(value) = ROUTINGS.into_iter().find(|value| routing_id(*value) == id) {
                                    planner.run(&Command::Routing { fabric, value });
                                }
                            }
                        />
                        <Choose
                            id=element_id(&format!("{at}/cabling"))
                            label=say("planner-cabling")
                            choices=choices("planner-cabling-", &CABLINGS, cabling_id)
                            value=read(|spec| cabling_id(spec.cabling))
                            on_choose=move |id| {
                                if let Some(value) = CABLINGS.into_iter().find(|value| cabling_id(*value) == id) {
                                    planner.run(&Command::Cabling { fabric, value });
                                }
                            }
                        />
                        <Choose
                            id=element_id(&format!("{at}/spines"))
                            label=say("planner-spines")
                            choices=choices("planner-spines-", &SPINES, spines_id)
                            value=read(|spec| spines_id(spec.spines))
                            on_choose=move |id| {
                                if let Some(value) = SPINES.into_iter().find(|value| spines_id(*value) == id) {
                                    planner.run(&Command::Spines { fabric, value });
                                }
                            }
                        />
                    }
                })}
        </div>
    }
}
