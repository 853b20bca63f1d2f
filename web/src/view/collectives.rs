//! Time and bandwidth against message size, the values at the cross-hair, and where the time goes.

use std::sync::Arc;

use leptos::ev::PointerEvent;
use leptos::prelude::*;
use podwright_diagram::report::Measured;
use podwright_diagram::{
    Bar, Fill, Frame, Key, LineChartDrawing, Stack, StackedBars, Token, legend,
};
use podwright_locales::format;
use podwright_sim_core::design::CollectiveOp;
use podwright_sim_core::report::CollectivePoint;
use wasm_bindgen::JsCast as _;

use super::controls::{Options, Segments};
use super::stage::{Shown, StageHead};
use super::state::{kept, planner};
use crate::model::collectives::{
    NamedCurve, chart, curves, nearest, quantities, size_rows, sizes, step_size,
};
use crate::model::headline::op_name;
use crate::model::measured::Published;
use crate::model::parts::Choice;
use crate::model::sentence;
use crate::model::tables;
use crate::model::words::{say, say_with};
use crate::view::derived::Memo;

/// The collectives view.
#[component]
pub fn Collectives() -> impl IntoView {
    let planner = planner();
    planner.ask_published();
    let named = kept(move || {
        let op = planner.op.get();
        planner.answers.with(|answers| {
            let after = answers.after.as_ref().map(|(_, report)| &**report);
            let without = match &answers.other {
                Some((other, report)) if after.is_none() && is_without(other) => Some(&**report),
                _ => None,
            };
            Arc::new(curves(op, &answers.report, after, without))
        })
    });
    let size = kept(move || step_size(&sizes(&named.get()), planner.size.get(), 0));
    let opening = kept(move || {
        planner.answers.with(|answers| {
            let after = answers.after.as_ref().map(|(_, report)| &**report);
            let other = answers
                .other
                .as_ref()
                .map(|(other, report)| (&**other, &**report));
            sentence::collectives(&answers.report, planner.op.get(), size.get(), after, other)
        })
    });
    let caption = kept(move || {
        let curves = named.get();
        let quantity = planner.quantity.get();
        planner
            .published
            .with(|published| below(published, &published.beside(quantity, &curves)))
    });
    let drawn = kept(move || {
        let (op, quantity, at, width) = (
            planner.op.get(),
            planner.quantity.get(),
            size.get(),
            planner.width.get(),
        );
        let curves = named.get();
        planner.answers.with(|answers| {
            let after = answers.after.as_ref().map(|(_, report)| &**report);
            let line = after.unwrap_or(&answers.report);
            let line = line.summary.scale_up_gb_s_per_gpu;
            let published = planner.published;
            let marks = published.with(|p| p.beside(quantity, &curves).marks);
            chart(op, quantity, &curves, line, marks, at, width)
        })
    });
    let ops: Vec<Choice> = CollectiveOp::ALL
        .iter()
        .map(|op| Choice::new(op.id(), op_name(*op)))
        .collect();
    let ops = Signal::stored(ops);
    let op_id = Signal::derive(move || planner.op.get().id().to_owned());
    view! {
        <div class="sec">
            <StageHead sentence=opening>
                <select
                    class="inp pl-auto"
                    aria-label=say("planner-operation")
                    prop:value=move || op_id.get()
                    on:change:target=move |event| {
                        if let Some(op) = CollectiveOp::from_id(&event.target().value()) {
                            planner.op.set(op);
                        }
                    }
                >
                    <Options choices=ops value=op_id />
                </select>
                <Segments
                    label=say("planner-axis")
                    options=quantities()
                    value=planner.quantity
                    on_choose=move |quantity| planner.quantity.set(quantity)
                />
            </StageHead>
            <figure>
                <Chart drawn=drawn named=named size=size />
                <figcaption inner_html=move || caption.get()></figcaption>
            </figure>
        </div>
        <AtSize named=named size=size />
        <super::why::WhyPanel size=size />
        <TimeParts named=named size=size />
        <WorkloadTable />
        <DataTables named=named />
    }
}

/// The legend, and the sources of the measured points.
fn below(published: &Published, measured: &Measured) -> String {
    let band = Key::Line {
        token: Token::new(1),
        band: true,
    };
    let estimate = say("planner-legend-band");
    let mut keys = vec![(band, estimate.as_str())];
    keys.extend(measured.keys());
    legend(&keys) + &published.below(measured)
}

fn is_without(other: &sentence::Counterfactual) -> bool {
    matches!(other, sentence::Counterfactual::WithoutBridge(_))
}

/// The chart with its cross-hair, which a pointer over the chart or the slider below moves.
#[component]
fn Chart(
    drawn: Memo<LineChartDrawing>,
    named: Memo<Arc<Vec<NamedCurve>>>,
    size: Memo<u64>,
) -> impl IntoView {
    let planner = planner();
    let figure = NodeRef::<leptos::html::Div>::new();
    let follow = move |event: PointerEvent| {
        let Some(svg) = figure
            .get_untracked()
            .and_then(|figure| figure.query_selector("svg").ok().flatten())
        else {
            return;
        };
        let bounds = svg.get_bounding_client_rect();
        if bounds.width() <= 0.0 {
            return;
        }
        drawn.with_untracked(|drawn| {
            let x = (f64::from(event.client_x()) - bounds.left()) * drawn.drawing.width
                / bounds.width();
            let bytes = drawn.plot.x.value(x);
            if bytes.is_finite() && bytes > 0.0 {
                let to = step_size(&sizes(&named.get_untracked()), bytes.min(1e15) as u64, 0);
                if to != planner.size.get_untracked() {
                    planner.size.set(to);
                }
            }
        });
    };
    let all = kept(move || sizes(&named.get()));
    let place = move || {
        all.get()
            .iter()
            .position(|at| *at == size.get())
            .unwrap_or(0)
    };
    view! {
        <div class="pl-chart" node_ref=figure on:pointermove=follow on:pointerdown=follow inner_html=move || drawn.get().drawing.svg></div>
        <label class="pl-hair" for="cross-hair">
            <span>{say("planner-cross-hair")}</span>
            <output>{move || format::message_size(size.get())}</output>
            <input
                type="range"
                id="cross-hair"
                min="0"
                max=move || all.with(|all| all.len().saturating_sub(1)).to_string()
                step="1"
                title=say("planner-cross-hair-help")
                aria-valuetext=move || format::message_size(size.get())
                prop:value=move || place().to_string()
                on:input:target=move |event| {
                    if let Some(to) = event
                        .target()
                        .unchecked_into::<web_sys::HtmlInputElement>()
                        .value()
                        .parse::<usize>()
                        .ok()
                        .and_then(|at| all.with_untracked(|all| all.get(at).copied()))
                    {
                        planner.size.set(to);
                    }
                }
            />
        </label>
    }
}

#[component]
fn AtSize(named: Memo<Arc<Vec<NamedCurve>>>, size: Memo<u64>) -> impl IntoView {
    let planner = planner();
    let table = kept(move || {
        let curves = named.get();
        planner.answers.with(|answers| {
            tables::at_size(size_rows(
                &curves,
                &answers.report,
                planner.op.get(),
                size.get(),
            ))
        })
    });
    view! {
        <div class="sec">
            <h3 class="pl-tablehead">
                {move || say_with("planner-at-size", &[("size", format::message_size(size.get()).into())])}
            </h3>
            <Shown label=say("planner-col-path") table=table />
        </div>
    }
}

/// The scale-up and scale-out part, at the cross-hair as a table and at every size as shares.
#[component]
fn TimeParts(named: Memo<Arc<Vec<NamedCurve>>>, size: Memo<u64>) -> impl IntoView {
    let planner = planner();
    let own = kept(move || {
        named.track();
        let op = planner.op.get();
        planner.answers.with(|answers| {
            answers
                .report
                .collectives
                .iter()
                .find(|curve| curve.op == op)
                .cloned()
        })
    });
    let point = kept(move || {
        own.get()
            .and_then(|curve| nearest(&curve, size.get()).cloned())
    });
    let table = kept(move || {
        point
            .get()
            .as_ref()
            .map(tables::parts_of)
            .unwrap_or_default()
    });
    let split = kept(move || {
        own.get()
            .is_some_and(|curve| curve.points.iter().any(|point| point.scale_out_us > 0.0))
    });
    let shares = kept(move || {
        let width = planner.width.get();
        own.get().map(|curve| shares_svg(&curve.points, width))
    });
    move || {
        split.get().then(|| {
            view! {
                <div class="sec">
                    <h3 class="pl-tablehead">
                        {move || say_with("planner-where-time", &[("size", format::message_size(size.get()).into())])}
                    </h3>
                    <Shown label=say("planner-col-share") table=table />
                    <figure class="pl-gap">
                        <div inner_html=move || shares.get().unwrap_or_default()></div>
                        <figcaption inner_html=legend(
                            &[
                                (Key::Fill(Fill::Series(Token::new(1))), &say("planner-part-scale-up")),
                                (Key::Fill(Fill::Series(Token::new(2))), &say("planner-part-scale-out")),
                                (Key::Fill(Fill::Series(Token::new(6))), &say("planner-part-rest")),
                            ],
                        )></figcaption>
                    </figure>
                </div>
            }
        })
    }
}

/// Shares of the time at every fourth power of two.
fn shares_svg(points: &[CollectivePoint], width: f64) -> String {
    let bars: Vec<Bar> = points
        .iter()
        .filter(|point| {
            point.message_bytes.is_power_of_two() && point.message_bytes.trailing_zeros() % 3 == 1
        })
        .map(|point| {
            let rest = (point.time_us - point.scale_up_us - point.scale_out_us).max(0.0);
            Bar {
                total: Some(format::duration_us(point.time_us)),
                ..Bar::new(
                    format::message_size(point.message_bytes),
                    vec![point.scale_up_us, point.scale_out_us, rest],
                )
            }
        })
        .collect();
    let part = |id: &str, token: usize| Stack {
        label: say(id),
        fill: Fill::Series(Token::new(token)),
    };
    let title = say("planner-shares-title");
    StackedBars {
        title,
        desc: None,
        axis_title: say("planner-shares-axis"),
        parts: vec![
            part("planner-part-scale-up", 1),
            part("planner-part-scale-out", 2),
            part("planner-part-rest", 6),
        ],
        bars,
        joined: false,
        shares: true,
        height: None,
    }
    .draw(&Frame::new("shares", width))
    .svg
}

#[component]
fn WorkloadTable() -> impl IntoView {
    let planner = planner();
    let table = kept(move || {
        planner
            .answers
            .with(|answers| tables::workloads(&answers.report))
    });
    move || {
        table.with(|table| !table.rows.is_empty()).then(|| {
            view! {
                <div class="sec">
                    <h3 class="pl-tablehead">{say("planner-workload-table")}</h3>
                    <Shown label=say("planner-workload-table") table=table />
                </div>
            }
        })
    }
}

/// Every point of every curve, folded away.
#[component]
fn DataTables(named: Memo<Arc<Vec<NamedCurve>>>) -> impl IntoView {
    let open = RwSignal::new(false);
    view! {
        <div class="sec">
            <details
                prop:open=move || open.get()
                on:toggle=move |event| {
                    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
                    open.set(target.is_some_and(|details| details.has_attribute("open")));
                }
            >
                <summary>{say("planner-data-table")}</summary>
                {move || {
                    open.get()
                        .then(|| named.get().iter().map(|curve| view! { <DataTable curve=curve.clone() /> }).collect_view())
                }}
            </details>
        </div>
    }
}

#[component]
fn DataTable(curve: NamedCurve) -> impl IntoView {
    let name = if curve.state.is_empty() {
        curve.name.clone()
    } else {
        format!("{}, {}", curve.name, curve.state)
    };
    let label = say_with(
        "planner-data-table-label",
        &[("curve", name.as_str().into())],
    );
    view! {
        <h3 class="pl-gap pl-tablehead">{name}</h3>
        <Shown label=label table=Signal::stored(tables::data(&curve.curve)) />
    }
}
