//! Sliders that move the figures most people ask about, and a way back.

use leptos::prelude::*;
use podwright_locales::format;
use podwright_sim_core::Design;
use podwright_sim_core::design::{Network, NodeRef};

use super::state::{Planner, kept, planner};
use crate::model::command::Command;
use crate::model::field::{NumberField, SiteField};
use crate::model::parts;
use crate::model::pointer::element_id;
use crate::model::words::say;

/// The bar of sliders.
#[component]
pub fn WhatIf() -> impl IntoView {
    let planner = planner();
    let shape = kept(move || {
        planner.document.with(|document| {
            let design = document.design();
            let catalog = matches!(
                design.pools.first().map(|pool| &pool.node),
                Some(NodeRef::Catalog(_))
            );
            (
                catalog,
                !design.fabrics.is_empty(),
                !design.pools.is_empty(),
            )
        })
    });
    let rack = kept(move || {
        planner.answers.with(|answers| {
            answers
                .report
                .pools
                .first()
                .is_some_and(|pool| pool.category == "rack")
        })
    });
    view! {
        <div class="sec">
            <div class="sechead">
                <h3>{say("planner-what-if")}</h3>
                <button type="button" class="btn quiet small" on:click=move |_| reset(planner)>
                    {say("planner-reset")}
                </button>
            </div>
            {move || {
                let (catalog, fabric, pools) = shape.get();
                let most = planner.first.with_untracked(|(first, _)| first.pools.first().map_or(1, |pool| pool.count));
                let most = f64::from(most.max(8)) * 4.0;
                view! {
                    <div class="whatif">
                        {(pools && catalog)
                            .then(|| {
                                let id = if rack.get() { "planner-whatif-racks" } else { "planner-whatif-nodes" };
                                view! {
                                    <Slider
                                        label=say(id)
                                        field=NumberField::PoolCount(0)
                                        scale=(1.0, most, 1.0)
                                        write=|value| format::fixed(value, 0)
                                        unset=1.0
                                    />
                                }
                            })}
                        {fabric
                            .then(|| {
                                view! {
                                    <Slider
                                        label=say("planner-whatif-oversubscription")
                                        field=NumberField::Oversubscription(0)
                                        scale=(1.0, 8.0, 0.5)
                                        write=|value| format!("{} : 1", format::fixed(value, 1))
                                        unset=1.0
                                    />
                                }
                            })}
                        {(catalog && fabric).then(|| view! { <Adapter /> })}
                        <Slider
                            label=say("planner-whatif-electricity")
                            field=NumberField::Site(SiteField::Electricity)
                            scale=(0.02, 0.5, 0.01)
                            write=|value| format!("{} USD/kWh", format::fixed(value, 2))
                            unset=0.1
                        />
                        <Slider
                            label=say("planner-whatif-years")
                            field=NumberField::Site(SiteField::Years)
                            scale=(1.0, 10.0, 1.0)
                            write=|value| format::trimmed(value, 1)
                            unset=4.0
                        />
                    </div>
                }
            }}
        </div>
    }
}

/// Puts the fields of the bar back to what the page opened with.
fn reset(planner: Planner) {
    let first = planner.first.with_untracked(|(first, _)| first.clone());
    let mut design: Design = (*planner.design()).clone();
    if let (Some(pool), Some(old)) = (design.pools.first_mut(), first.pools.first()) {
        pool.count = old.count;
        pool.nics.clone_from(&old.nics);
    }
    if let (Some(fabric), Some(old)) = (design.fabrics.first_mut(), first.fabrics.first()) {
        fabric.oversubscription = old.oversubscription;
    }
    design.site.electricity_usd_per_kwh = first.site.electricity_usd_per_kwh;
    design.site.years = first.site.years;
    planner.run(&Command::Replace {
        words: say("planner-step-reset"),
        design: Box::new(design),
    });
}

#[component]
fn Slider(
    #[prop(into)] label: String,
    field: NumberField,
    /// Least, most, step.
    scale: (f64, f64, f64),
    write: fn(f64) -> String,
    /// Where the slider stands while the design leaves the field to its default.
    unset: f64,
) -> impl IntoView {
    let planner = planner();
    let (low, high, step) = scale;
    let id = format!("what-if{}", element_id(&field.pointer()));
    let names = id.clone();
    let value = {
        let field = field.clone();
        kept(move || {
            planner
                .document
                .with(|document| field.read(document.design()))
        })
    };
    let words = move || value.get().map_or_else(|| say("planner-default"), write);
    view! {
        <label for=names>
            {label}
            <output>{words}</output>
            <input
                type="range"
                id=id
                min=low.to_string()
                max=high.to_string()
                step=step.to_string()
                aria-valuetext=words
                prop:value=move || value.get().unwrap_or(unset).clamp(low, high).to_string()
                on:input:target=move |event| {
                    let value = event.target().value_as_number();
                    if value.is_finite() {
                        planner.run(&Command::Number(field.clone(), Some(value.clamp(low, high))));
                    }
                }
            />
        </label>
    }
}

/// Adapters for clusters, by rate.
const STEPS: [&str; 4] = [
    "connectx-6-hdr",
    "connectx-7-ndr",
    "bluefield-3-supernic",
    "connectx-8",
];

/// Adapters of the first pool by rate, as a slider over the ones for clusters.
#[component]
fn Adapter() -> impl IntoView {
    let planner = planner();
    let chosen = kept(move || {
        planner.document.with(|document| {
            document
                .design()
                .pools
                .first()
                .and_then(|pool| pool.nics.get(&Network::Compute).cloned())
        })
    });
    let words = move || match chosen.get() {
        Some(id) => parts::nics(&id)
            .into_iter()
            .find(|choice| choice.id == id)
            .map(|choice| choice.name)
            .unwrap_or(id),
        None => planner.answers.with(|answers| {
            answers
                .report
                .pools
                .first()
                .and_then(|pool| pool.nic.clone())
                .unwrap_or_else(|| say("planner-adapter-own"))
        }),
    };
    let place = move || {
        let id = chosen.get().unwrap_or_else(|| "connectx-7-ndr".to_owned());
        STEPS.iter().position(|step| *step == id).unwrap_or(1)
    };
    view! {
        <label for="what-if-nic">
            {say("planner-whatif-nic")}
            <output class="pl-clip">{words}</output>
            <input
                type="range"
                id="what-if-nic"
                min="0"
                max=(STEPS.len() - 1).to_string()
                step="1"
                aria-valuetext=words
                prop:value=move || place().to_string()
                on:input:target=move |event| {
                    let at = event.target().value().parse::<usize>().unwrap_or(1);
                    let nic = STEPS.get(at).map(|id| (*id).to_owned());
                    planner.run(&Command::PoolNic { pool: 0, nic });
                }
            />
        </label>
    }
}
