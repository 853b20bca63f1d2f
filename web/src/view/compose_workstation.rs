//! A node written out slot by slot: its drawn board, cards, bridges and host.

use leptos::prelude::*;
use podwright_locales::format;
use podwright_sim_core::design::InlineNode;

use super::controls::{Choose, Fault, NumberBox, NumberInput, Options, rows};
use super::state::{Planner, kept, planner};
use crate::model::command::Command;
use crate::model::field::{self, NumberField, SlotField};
use crate::model::findings::at_place;
use crate::model::parts::{self, Choice};
use crate::model::pointer::element_id;
use crate::model::row;
use crate::model::words::{say, say_with};
use crate::model::workstation::{board_note, board_svg, bridge_index, bridge_pairs, misfit};
use crate::view::derived::Memo;

/// Something of the inline node of a pool, kept up to date.
fn of_node<T: Default + PartialEq + Send + Sync + 'static>(
    planner: Planner,
    pool: usize,
    read: impl Fn(&InlineNode) -> T + Send + Sync + 'static,
) -> Memo<T> {
    kept(move || {
        planner.document.with(|document| {
            field::inline(document.design(), pool)
                .map(&read)
                .unwrap_or_default()
        })
    })
}

/// The editor of an inline node.
#[component]
pub fn Workstation(
    /// Which pool.
    pool: usize,
    /// Id of its heading, where it names the column.
    head: &'static str,
) -> impl IntoView {
    let planner = planner();
    let drawing = move || {
        planner.answers.with(|answers| {
            field::inline(&answers.design, pool)
                .map(|node| board_svg(node, pool, &answers.report, 312.0))
                .unwrap_or_default()
        })
    };
    let note = kept(move || {
        planner
            .document
            .with(|document| field::inline(document.design(), pool).and_then(board_note))
    });
    view! {
        <div class="sec">
            <div class="sechead">
                <h2 id=head>{say("planner-workstation")}</h2>
                <a class="btn quiet small" href="/">
                    {say("planner-change-template")}
                </a>
            </div>
            <figure class="pl-board" tabindex="0" role="region" aria-label=say("planner-board") inner_html=drawing></figure>
            {move || {
                note.get()
                    .map(|(start, rest)| {
                        view! {
                            <p class="note">
                                <span class="err pl-strong">{start}</span>
                                " "
                                {rest}
                            </p>
                        }
                    })
            }}
        </div>
        <Cards pool=pool />
        <Host pool=pool />
    }
}

#[component]
fn Cards(pool: usize) -> impl IntoView {
    let planner = planner();
    let count = of_node(planner, pool, |node| node.count);
    let room = of_node(planner, pool, |node| node.slots.len() as u32);
    let pairs = of_node(planner, pool, bridge_pairs);
    let step = move |by: i64| {
        let next = (i64::from(count.get_untracked()) + by)
            .clamp(1, i64::from(room.get_untracked().clamp(1, 16)));
        planner.run(&Command::CardCount {
            pool,
            count: next as u32,
        });
    };
    view! {
        <div class="sec">
            <h3>{say("planner-cards-and-bridge")}</h3>
            {rows(&format!("/pools/{pool}/node"), &row::CARD)}
            <div class="field">
                <span class="lab" id=format!("cards-{pool}")>
                    {say("planner-cards")}
                </span>
                <span>
                    <span class="stepper" role="group" aria-labelledby=format!("cards-{pool}") id=element_id(&format!("/pools/{pool}/node/count")) tabindex="-1">
                        <button type="button" aria-label=say("planner-card-less") disabled=move || { count.get() <= 1 } on:click=move |_| step(-1)>
                            "−"
                        </button>
                        <output>{move || count.get().to_string()}</output>
                        <button
                            type="button"
                            aria-label=say("planner-card-more")
                            disabled=move || { count.get() >= room.get() }
                            on:click=move |_| step(1)
                        >
                            "+"
                        </button>
                    </span>
                </span>
            </div>
            {move || (0..count.get().min(room.get()) as usize).map(|card| view! { <CardSlot pool=pool card=card /> }).collect_view()}
            {move || {
                let pairs = pairs.get();
                let one = pairs.len() == 1;
                pairs.into_iter().map(|pair| view! { <BridgeChoice pool=pool pair=pair only=one /> }).collect_view()
            }}
        </div>
    }
}

#[component]
fn CardSlot(pool: usize, card: usize) -> impl IntoView {
    let planner = planner();
    let choices = of_node(planner, pool, parts::slots);
    let place = format!("/pools/{pool}/node/slots/{card}");
    let id = element_id(&place);
    let fault = kept(move || {
        planner.answers.with(|answers| {
            at_place(&answers.report, &place)
                .filter(|finding| finding.severity == podwright_sim_core::report::Severity::Error)
                .map(|finding| finding.title.clone())
        })
    });
    view! {
        <Choose
            id=id
            label=say_with("planner-gpu-n", &[("n", card.to_string().into())])
            choices=choices
            value=Signal::stored(card.to_string())
            fault=fault
            on_choose=move |to| {
                if let Ok(to) = to.parse() {
                    planner.run(&Command::MoveCard { pool, gpu: card, to });
                }
            }
        />
    }
}

#[component]
fn BridgeChoice(pool: usize, pair: Vec<u32>, only: bool) -> impl IntoView {
    let planner = planner();
    let present = {
        let pair = pair.clone();
        of_node(planner, pool, move |node| {
            bridge_index(node, &pair)
                .map(|at| node.bridges[at].id.clone())
                .unwrap_or_default()
        })
    };
    let choices = Signal::derive(move || {
        let mut choices = vec![Choice::new("", say("planner-bridge-none"))];
        choices.extend(parts::bridges(&present.get()));
        choices
    });
    let index = {
        let pair = pair.clone();
        of_node(planner, pool, move |node| {
            bridge_index(node, &pair).unwrap_or(node.bridges.len())
        })
    };
    let fault = {
        let pair = pair.clone();
        kept(move || {
            planner.answers.with(|answers| {
                let node = field::inline(&answers.design, pool)?;
                let bridge = node.bridges.get(bridge_index(node, &pair)?)?;
                misfit(node, &pair, &bridge.id).or_else(|| {
                    let place = format!("/pools/{pool}/node/bridges/{}", index.get());
                    at_place(&answers.report, &place)
                        .filter(|finding| {
                            finding.severity == podwright_sim_core::report::Severity::Error
                        })
                        .map(|finding| finding.title.clone())
                })
            })
        })
    };
    let label = match pair.as_slice() {
        [a, b] if !only => say_with(
            "planner-bridge-n",
            &[("a", a.to_string().into()), ("b", b.to_string().into())],
        ),
        _ => say("planner-bridge"),
    };
    let id = element_id(&format!(
        "/pools/{pool}/node/bridges/{}",
        index.get_untracked()
    ));
    view! {
        <Choose
            id=id
            label=label
            choices=choices
            value=present
            fault=fault
            on_choose=move |id| {
                let bridge = (!id.is_empty()).then_some(id);
                planner.run(&Command::Bridge { pool, gpus: pair.clone(), bridge });
            }
        />
    }
}

#[component]
fn Host(pool: usize) -> impl IntoView {
    let planner = planner();
    let board = of_node(planner, pool, |node| Some(parts::boards(node)));
    let choices =
        Signal::derive(move || board.get().map(|(choices, _)| choices).unwrap_or_default());
    let value = Signal::derive(move || board.get().map(|(_, present)| present).unwrap_or_default());
    let lanes = of_node(planner, pool, |node| {
        let used = |slot: &podwright_sim_core::design::Slot| slot.root.starts_with("cpu");
        node.slots
            .iter()
            .take(node.count as usize)
            .filter(|slot| used(slot))
            .map(|slot| slot.lanes)
            .sum::<u32>()
    });
    let nic = of_node(planner, pool, |node| {
        node.nics
            .iter()
            .find(|nic| nic.network == podwright_sim_core::design::Network::Compute)
            .map(|nic| nic.id.clone())
            .unwrap_or_default()
    });
    let node = format!("/pools/{pool}/node");
    let nics_in = of_node(planner, pool, |node| node.nics.len());
    let nics = Signal::derive(move || {
        let mut choices = vec![Choice::new("", say("planner-adapter-none"))];
        choices.extend(parts::nics(&nic.get()));
        choices
    });
    view! {
        <div class="sec">
            <h3>{say("planner-host")}</h3>
            <Choose
                id=element_id(&format!("/pools/{pool}/node/slots"))
                label=say("planner-board")
                choices=choices
                value=value
                on_choose=move |id| {
                    if let Some(layout) = parts::layouts().into_iter().find(|layout| layout.id == id) {
                        planner.run(&Command::Board { pool, slots: layout.slots });
                    }
                }
            />
            <NumberInput
                field=NumberField::CpuLanes(pool)
                unit=Signal::derive(move || say_with("planner-lanes-in-use", &[("used", format::count(lanes.get().into()).into())]))
            />
            <NumberInput field=NumberField::PsuWatts(pool) unit=Signal::stored(say("planner-unit-w")) />
            <NumberInput field=NumberField::HostWatts(pool) unit=Signal::stored(say("planner-unit-w")) />
            {rows(&node, &row::PEERS)}
            <Choose
                id=element_id(&format!("/pools/{pool}/node/nics"))
                label=say("planner-adapter")
                choices=nics
                value=nic
                on_choose=move |id| planner.run(&Command::InlineNic { pool, nic: (!id.is_empty()).then_some(id) })
            />
            <details class="pl-more">
                <summary>{say("planner-more-host")}</summary>
                <NumberInput field=NumberField::PoolCount(pool) label=say("planner-machines") />
                <NumberInput field=NumberField::CardSlots(pool) unit=Signal::stored(say("planner-unit-slots")) />
                {rows(&node, &row::NODE)}
                <SlotTable pool=pool />
                {move || (0..nics_in.get()).map(|nic| rows(&format!("/pools/{pool}/node/nics/{nic}"), &row::NODE_ADAPTER)).collect_view()}
            </details>
        </div>
    }
}

#[component]
fn SlotTable(pool: usize) -> impl IntoView {
    let planner = planner();
    let count = of_node(planner, pool, |node| node.slots.len());
    view! {
        <div class="tw" tabindex="0" role="region" aria-label=say("planner-slots-table")>
            <table class="pl-slots">
                <thead>
                    <tr>
                        <th scope="col">{say("planner-field-slot-position")}</th>
                        <th scope="col">{say("planner-field-slot-generation")}</th>
                        <th scope="col">{say("planner-field-slot-lanes")}</th>
                        <th scope="col">{say("planner-slot-from")}</th>
                    </tr>
                </thead>
                <tbody>
                    {move || (0..count.get()).map(|at| view! { <SlotRow pool=pool at=at /> }).collect_view()}
                </tbody>
            </table>
        </div>
    }
}

#[component]
fn SlotRow(pool: usize, at: usize) -> impl IntoView {
    let planner = planner();
    let slot = at;
    let name = say_with("planner-slot-n", &[("n", (slot + 1).to_string().into())]);
    let cell = |which: SlotField| {
        let field = NumberField::Slot(pool, slot, which);
        let label = format!("{name}, {}", say(field.label_id()));
        view! {
            <td>
                <NumberBox field=field.clone() label=label />
                <Fault at=field.pointer() />
            </td>
        }
    };
    let root = of_node(planner, pool, move |node| {
        node.slots
            .get(slot)
            .map(|slot| slot.root.clone())
            .unwrap_or_default()
    });
    let choices = Signal::derive(move || {
        let mut choices: Vec<Choice> = ["cpu0", "cpu1", "pch"]
            .iter()
            .map(|id| Choice::new(*id, say(&format!("planner-root-{id}"))))
            .collect();
        let root = root.get();
        if !root.is_empty() && !choices.iter().any(|choice| choice.id == root) {
            choices.push(Choice::new(root.clone(), root));
        }
        choices
    });
    view! {
        <tr>
            {cell(SlotField::Position)}
            {cell(SlotField::Generation)}
            {cell(SlotField::Lanes)}
            <td>
                <select
                    class="inp"
                    aria-label=format!("{name}, {}", say("planner-slot-from"))
                    prop:value=move || root.get()
                    on:change:target=move |event| {
                        planner.run(&Command::SlotRoot { pool, slot, root: event.target().value() });
                    }
                >
                    <Options choices=choices value=Signal::from(root) />
                </select>
            </td>
        </tr>
    }
}
