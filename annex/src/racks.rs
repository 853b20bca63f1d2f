//! The racks view: racks from the front and rows from above, what a rack draws, cables by length, power by part.

use podwright_diagram::report;
use podwright_diagram::table::Cell;
use podwright_locales::format;
use podwright_sim_core::Report;
use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::report::{CableGroup, FabricReport, RackGroup};

use crate::answer::Answer;
use crate::html::{Table, choice, figure, files, headed, section};
use crate::question::{Question, shown};
use crate::words::{named, say, say_with, texts};

pub(crate) fn answer(question: &str) -> Answer {
    let question = Question::read(question)?;
    let report = question.report();
    let mut html = drawings(&question, &report);
    html += &kinds(&report);
    html += &cables(&question, &report);
    html += &power(&report);
    shown(html)
}

fn drawings(question: &Question, report: &Report) -> String {
    let drawn = report::racks(
        texts(),
        report,
        &question.design.site,
        Catalog::builtin(),
        "racks-",
        question.scrolled_px(),
    );
    let of = |one: &report::Titled| section(&one.title, &figure(&one.title, &one.drawing.svg), "");
    drawn.iter().map(of).collect()
}

/// Racks by kind, each with its power against the limit.
fn kinds(report: &Report) -> String {
    if report.racks.is_empty() {
        return String::new();
    }
    let mut table = Table::of(&[
        "planner-col-contents",
        ">planner-col-racks",
        ">planner-col-devices",
        ">planner-col-max-kw",
        ">annex-col-all-kw",
        "planner-col-bound",
    ])
    .class("wide");
    for group in &report.racks {
        let unit = |kw: f64| {
            let value = format::short(kw);
            say_with("planner-kw", &[("value", value.into())])
        };
        let units = group
            .units_used
            .map(|units| say_with("planner-units", &[("count", units.into())]));
        let all = group.max_kw.map(|kw| unit(kw * group.count as f64));
        table.row_as(
            "",
            vec![
                Cell::new(group.all_contents()).small(named("planner-rack-", &group.kind)),
                Cell::number(format::count(group.count)),
                Cell::number(format::count(group.devices_per_rack))
                    .small(units.unwrap_or_default()),
                each(group),
                Cell::known(all),
                Cell::new(named("planner-bound-", &group.bound_by)),
            ],
        );
    }
    let racks = report.racks.iter().map(|group| group.count).sum();
    table.foot(vec![
        Cell::new(say("annex-racks-all")),
        Cell::number(format::count(racks)),
        Cell::default(),
        Cell::default(),
        Cell::number(format::watts(report.power.it_max_w)),
        Cell::new(say("annex-racks-it")),
    ]);
    let heading = say("planner-racks-table");
    section(&heading, &table.html(&heading), &say("annex-racks-note"))
}

/// What a full rack draws, of what it may.
fn each(group: &RackGroup) -> Cell {
    let Some(kw) = group.max_kw else {
        return Cell::known(None);
    };
    let value = format::short(kw);
    match group.limit_kw {
        Some(limit) => {
            let limit_words = format::short(limit);
            let args = [("value", value.into()), ("limit", limit_words.into())];
            Cell::number(say_with("planner-kw-of", &args)).bar(kw / limit, kw > limit)
        }
        None => Cell::number(say_with("planner-kw", &[("value", value.into())])),
    }
}

/// Cables by fabric, run and length; those of one fabric or one medium where one was chosen.
fn cables(question: &Question, report: &Report) -> String {
    let all: Vec<(&FabricReport, &CableGroup)> = report
        .fabrics
        .iter()
        .flat_map(|fabric| fabric.cables.iter().map(move |group| (fabric, group)))
        .collect();
    if all.iter().all(|(_, group)| group.count == 0) {
        return String::new();
    }
    let medium = |group: &CableGroup| report::medium(texts(), &group.kind);
    let fabric = chooser(
        question,
        "cables-fabric",
        &say("annex-cables-all-fabrics"),
        all.iter()
            .map(|(fabric, _)| (fabric.id.clone(), fabric.id.clone())),
    );
    let kind = chooser(
        question,
        "cables-medium",
        &say("annex-cables-all-media"),
        all.iter()
            .map(|(_, group)| (group.kind.clone(), medium(group))),
    );
    let mut table = Table::of(&[
        "annex-cables-run",
        "annex-cables-medium",
        ">annex-cables-length",
        ">annex-cables-count",
    ]);
    let mut count = 0;
    let wanted = |chosen: &str, id: &str| chosen.is_empty() || chosen == id;
    for (of, group) in all {
        if !wanted(fabric.chosen, &of.id) || !wanted(kind.chosen, &group.kind) {
            continue;
        }
        count += group.count;
        let run = say_with(
            "annex-cables-from-to",
            &[
                ("from", group.from.as_str().into()),
                ("to", group.to.as_str().into()),
            ],
        );
        let placed = if group.length_is_placed {
            "annex-cables-placed"
        } else {
            "annex-cables-estimated"
        };
        table.row(
            false,
            vec![
                Cell::new(run).small(of.id.as_str()),
                Cell::new(medium(group)),
                Cell::number(format!("{} m", format::trimmed(group.length_m, 1)))
                    .small(say(placed)),
                Cell::number(format::count(group.count)),
            ],
        );
    }
    let heading = say_with("annex-cables", &[("count", format::count(count).into())]);
    let controls =
        fabric.html + &kind.html + &files("cables", &say("annex-cut-sheet"), &["csv", "xlsx"]);
    headed(
        &heading,
        &controls,
        &table.html(&heading),
        &say("annex-cables-note"),
    )
}

/// A list of ids to choose one from; none where there are not two.
struct Chooser<'a> {
    chosen: &'a str,
    html: String,
}

fn chooser<'a>(
    question: &'a Question,
    key: &str,
    all: &str,
    ids: impl Iterator<Item = (String, String)>,
) -> Chooser<'a> {
    let mut options = vec![(String::new(), all.to_owned())];
    for option in ids {
        if !options.contains(&option) {
            options.push(option);
        }
    }
    // What was chosen may be gone since.
    let chosen = question.chosen(key);
    let chosen = if options.iter().any(|(id, _)| id == chosen) {
        chosen
    } else {
        ""
    };
    let html = if options.len() > 2 {
        choice(key, all, &options, chosen)
    } else {
        String::new()
    };
    Chooser { chosen, html }
}

/// Power by part, with its sums.
fn power(report: &Report) -> String {
    let power = &report.power;
    let mut table = Table::of(&[
        "planner-col-part",
        ">planner-col-count",
        ">planner-col-typical",
        ">planner-col-maximum",
    ]);
    for item in &power.items {
        let unknown = item.typical_w.is_none() && item.max_w.is_none();
        table.row_as(
            if unknown { "unknown" } else { "" },
            vec![
                Cell::new(item.description.as_str()),
                Cell::number(format::count(item.count)),
                Cell::known(item.typical_w.map(format::watts)),
                Cell::known(item.max_w.map(format::watts)),
            ],
        );
    }
    let mut sum = |name: String, typical: f64, most: f64| {
        table.foot(vec![
            Cell::new(name),
            Cell::default(),
            Cell::number(format::watts(typical)),
            Cell::number(format::watts(most)),
        ]);
    };
    sum(
        say("planner-power-total"),
        power.it_typical_w,
        power.it_max_w,
    );
    let pue = format::trimmed(power.pue, 2);
    sum(
        say_with("planner-power-meter", &[("pue", pue.into())]),
        power.facility_typical_w,
        power.facility_max_w,
    );
    let heading = say("planner-power-table");
    section(&heading, &table.html(&heading), "")
}

#[cfg(test)]
mod tests {
    use podwright_sim_core::templates;
    use serde_json::json;

    use super::*;

    #[expect(
        clippy::needless_pass_by_value,
        reason = "JSON literals are written in place"
    )]
    fn html(id: &str, view: serde_json::Value) -> String {
        let design = templates::find(id).expect("a template").design;
        let question = json!({"design": design, "width": 800.0, "view": view}).to_string();
        let answer: serde_json::Value =
            serde_json::from_str(&answer(&question).expect("an answer")).expect("JSON");
        answer["html"].as_str().expect("text").to_owned()
    }

    /// 1,016 cables to nodes and 1,024 between switches, as the reference architecture has them.
    #[test]
    fn a_superpod_shows_its_racks_and_2040_cables() {
        let html = html("superpod-h100-127", json!({}));
        assert_eq!(html.matches("<svg xmlns").count(), 2, "front and floor");
        assert!(html.contains("2,040 cables"), "{html}");
        assert!(html.contains("Node to leaf") && html.contains("Leaf to spine"));
        assert!(
            !html.contains("annex-c") && !html.contains("planner-"),
            "every text is there"
        );
        assert!(
            html.contains("dg-tray f1") && html.contains("dg-tray f3"),
            "tiers have colours"
        );
    }

    #[test]
    fn cables_of_one_medium_are_counted_alone() {
        let all = html("nvl72-spectrum-x-8", json!({"cables-medium": "no-such"}));
        let count = |html: &str| {
            let (before, _) = html.split_once(" cables</h3>").expect("a heading");
            let digits = before.rsplit('>').next().expect("text");
            digits.replace(',', "").parse::<u64>().expect("a count")
        };
        let report = podwright_sim_core::evaluate_builtin(
            &templates::find("nvl72-spectrum-x-8")
                .expect("a template")
                .design,
        );
        let groups: Vec<&CableGroup> = report.fabrics.iter().flat_map(|f| &f.cables).collect();
        assert_eq!(
            count(&all),
            groups.iter().map(|group| group.count).sum::<u64>()
        );
        let kind = &groups[0].kind;
        let of_kind = groups.iter().filter(|group| group.kind == *kind);
        let one = html("nvl72-spectrum-x-8", json!({ "cables-medium": kind }));
        assert_eq!(count(&one), of_kind.map(|group| group.count).sum::<u64>());
    }

    #[test]
    fn a_desk_has_power_alone() {
        let html = html("dual-3090-nvlink", json!({}));
        assert_eq!(html.matches("<h3").count(), 1);
        assert!(html.contains("Power by part"));
    }

    #[test]
    fn every_template_has_its_texts() {
        for template in templates::all() {
            let html = html(template.id, json!({}));
            for prefix in ["planner-c", "annex-r", "annex-cables", "diagram-", "{$"] {
                assert!(!html.contains(prefix), "{}: {prefix}", template.id);
            }
        }
    }
}
