//! Racks by kind, and power by part.

use leptos::prelude::*;
use podwright_locales::format;

use super::stage::{StageHead, Table};
use super::state::{kept, planner};
use crate::model::sentence;
use crate::model::words::{known, say, say_with};

fn named(prefix: &str, id: &str) -> String {
    let text = format!("{prefix}{}", id.replace('_', "-"));
    if known(&text) {
        say(&text)
    } else {
        id.to_owned()
    }
}

/// The racks view.
#[component]
pub fn Racks() -> impl IntoView {
    let planner = planner();
    let opening = kept(move || {
        planner
            .answers
            .with(|answers| sentence::racks(&answers.report))
    });
    let groups = kept(move || planner.answers.with(|answers| answers.report.racks.clone()));
    let power = kept(move || planner.answers.with(|answers| answers.report.power.clone()));
    let unknown = || view! { <span class="wrn">{say("planner-unknown")}</span> }.into_any();
    let watts = move |value: Option<f64>| match value {
        Some(value) => format::watts(value).into_any(),
        None => unknown(),
    };
    view! {
        <div class="sec">
            <StageHead sentence=opening>""</StageHead>
            {move || {
                let groups = groups.get();
                (!groups.is_empty())
                    .then(|| {
                        view! {
                            <Table label=say("planner-racks-table")>
                                <thead>
                                    <tr>
                                        <th scope="col">{say("planner-col-contents")}</th>
                                        <th scope="col" class="r">{say("planner-col-racks")}</th>
                                        <th scope="col" class="r">{say("planner-col-devices")}</th>
                                        <th scope="col" class="r">{say("planner-col-units")}</th>
                                        <th scope="col" class="r">{say("planner-col-max-kw")}</th>
                                        <th scope="col">{say("planner-col-bound")}</th>
                                    </tr>
                                </thead>
                                <tbody>
                                    {groups
                                        .into_iter()
                                        .map(|group| {
                                            let kw = match (group.max_kw, group.limit_kw) {
                                                (Some(kw), Some(limit)) => say_with(
                                                    "planner-kw-of",
                                                    &[("value", format::short(kw).into()), ("limit", format::short(limit).into())],
                                                )
                                                    .into_any(),
                                                (Some(kw), None) => {
                                                    say_with("planner-kw", &[("value", format::short(kw).into())]).into_any()
                                                }
                                                (None, _) => unknown(),
                                            };
                                            let units = match group.units_used {
                                                Some(units) => say_with("planner-units", &[("count", units.into())]).into_any(),
                                                None => unknown(),
                                            };
                                            view! {
                                                <tr>
                                                    <th scope="row">
                                                        {group.contents}
                                                        <small>{named("planner-rack-", &group.kind)}</small>
                                                    </th>
                                                    <td class="r">{format::count(group.count)}</td>
                                                    <td class="r">{format::count(group.devices_per_rack)}</td>
                                                    <td class="r">{units}</td>
                                                    <td class="r">{kw}</td>
                                                    <td>{named("planner-bound-", &group.bound_by)}</td>
                                                </tr>
                                            }
                                        })
                                        .collect_view()}
                                </tbody>
                            </Table>
                        }
                    })
            }}
        </div>
        <div class="sec">
            <h3 class="pl-tablehead">{say("planner-power-table")}</h3>
            <Table label=say("planner-power-table")>
                <thead>
                    <tr>
                        <th scope="col">{say("planner-col-part")}</th>
                        <th scope="col" class="r">{say("planner-col-count")}</th>
                        <th scope="col" class="r">{say("planner-col-typical")}</th>
                        <th scope="col" class="r">{say("planner-col-maximum")}</th>
                    </tr>
                </thead>
                <tbody>
                    {move || {
                        power
                            .get()
                            .items
                            .into_iter()
                            .map(|item| {
                                view! {
                                    <tr class:unknown=item.typical_w.is_none() && item.max_w.is_none()>
                                        <th scope="row">{item.description}</th>
                                        <td class="r">{format::count(item.count)}</td>
                                        <td class="r">{watts(item.typical_w)}</td>
                                        <td class="r">{watts(item.max_w)}</td>
                                    </tr>
                                }
                            })
                            .collect_view()
                    }}
                </tbody>
                <tfoot>
                    <tr>
                        <th scope="row">{say("planner-power-total")}</th>
                        <td></td>
                        <td class="r">{move || format::watts(power.get().it_typical_w)}</td>
                        <td class="r">{move || format::watts(power.get().it_max_w)}</td>
                    </tr>
                    <tr>
                        <th scope="row">
                            {move || say_with("planner-power-meter", &[("pue", format::trimmed(power.get().pue, 2).into())])}
                        </th>
                        <td></td>
                        <td class="r">{move || format::watts(power.get().facility_typical_w)}</td>
                        <td class="r">{move || format::watts(power.get().facility_max_w)}</td>
                    </tr>
                </tfoot>
            </Table>
        </div>
    }
}
