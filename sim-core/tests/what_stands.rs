//! What can't be built has no price, what has no price has no sum, and what a finding offers is what its patch does.

use podwright_sim_core::cost::economics;
use podwright_sim_core::design::apply_patch;
use podwright_sim_core::report::{Finding, PatchOp, Report, Severity};
use podwright_sim_core::{Design, evaluate_builtin, templates};
use serde_json::{Value, json};

#[expect(
    clippy::needless_pass_by_value,
    reason = "JSON literals are written in place"
)]
fn design(nodes: u64, fabric: Value, site: Value) -> Value {
    let mut compute = json!({"id": "compute", "topology": "auto", "switch": "nvidia-qm9700"});
    for (key, value) in fabric.as_object().expect("an object") {
        compute[key] = value.clone();
    }
    json!({
        "schema": "podwright.design/1", "name": "x", "site": site,
        "pools": [{"id": "train", "node": "dgx-h100", "count": nodes}], "fabrics": [compute]
    })
}

fn read(document: &Value) -> Design {
    Design::parse(&document.to_string()).expect("a design")
}

fn judge(document: &Value) -> Report {
    evaluate_builtin(&read(document))
}

fn errors(report: &Report) -> Vec<&Finding> {
    report
        .findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
        .collect()
}

/// A design of each kind that can't be built or wired as asked, with what says so.
fn refused() -> Vec<(&'static str, Value)> {
    let none = || json!({});
    let mut second = design(17, none(), none());
    second["pools"][0]["node"] = json!("hgx-h100-8");
    second["fabrics"].as_array_mut().expect("fabrics").push(
        json!({"id": "in", "topology": "auto", "switch": "nvidia-sn4600c", "network": "inband"}),
    );
    let mut unknown = design(16, none(), none());
    unknown["pools"][0]["node"] = json!("nope");
    let mut short = design(
        8,
        json!({"switch": "nvidia-qm8700", "node_leaf_m": 1}),
        none(),
    );
    // EDR has four lanes of 25G, half of an HDR port two of 50G: nothing joins them.
    short["pools"][0]["nics"] = json!({"compute": "connectx-5-vpi"});
    vec![
        (
            "switch.ports_exceeded",
            design(16, json!({"topology": "single-switch"}), none()),
        ),
        ("switch.ports_exceeded", design(100_000, none(), none())),
        (
            "rack.over_limit",
            design(16, none(), json!({"rack_kw_limit": 8})),
        ),
        (
            "rack.too_tall",
            design(16, none(), json!({"rack_units": 6})),
        ),
        (
            "rack.too_heavy",
            design(16, none(), json!({"rack_kg_limit": 100})),
        ),
        (
            "rack.too_hot",
            design(16, none(), json!({"air_kw_limit": 5})),
        ),
        (
            "rack.no_room",
            design(
                160,
                none(),
                json!({"halls": 1, "rows_per_hall": 1, "racks_per_row": 4}),
            ),
        ),
        (
            "cable.too_long",
            design(
                64,
                json!({"cabling": "multimode", "leaf_spine_m": 400}),
                none(),
            ),
        ),
        ("cable.none_fits", short),
        ("fabric.no_adapters", second),
        ("part.unknown", unknown),
    ]
}

#[test]
fn what_cannot_be_built_has_quantities_and_no_sum() {
    for (code, document) in refused() {
        let report = judge(&document);
        assert!(
            errors(&report).iter().any(|finding| finding.code == code),
            "{code}: {:?}",
            report.findings
        );
        assert!(report.bom.errors.contains(&code.to_owned()), "{code}");
        let (summary, cost, bom) = (&report.summary, &report.cost, &report.bom);
        for (name, usd) in [
            ("capex", summary.capex_usd),
            ("capex low", summary.capex_low_usd),
            ("capex high", summary.capex_high_usd),
            ("tco", summary.tco_usd),
            ("hour", summary.usd_per_gpu_hour),
            ("hour low", summary.usd_per_gpu_hour_low),
            ("hour high", summary.usd_per_gpu_hour_high),
            ("cost capex", cost.capex_usd),
            ("cost tco", cost.tco_usd),
            ("cost hour", cost.usd_per_gpu_hour),
            ("network share", cost.network_share),
            ("total", bom.total_usd),
            ("total low", bom.total_low_usd),
            ("total high", bom.total_high_usd),
        ] {
            assert_eq!(usd, None, "{code}: {name}");
        }
        assert!(cost.items.is_empty() && cost.by_year.is_empty(), "{code}");
        assert!(cost.sensitivity.is_empty(), "{code}");
        if code != "part.unknown" {
            let node = bom.lines.first().expect("lines stay");
            assert!(node.quantity > 0, "{code}");
        }
        let first = errors(&report)[0];
        for figure in ["capex_usd", "tco_usd", "usd_per_gpu_hour"] {
            let explained = &report.explain[figure];
            assert!(explained.result.contains(&first.title), "{explained:?}");
            assert!(explained.inputs[0].source.starts_with(&first.code));
        }
        let own = economics(&read(&document), &report);
        for span in [
            own.capex_usd,
            own.tco_usd,
            own.present_value_usd,
            own.usd_per_gpu_hour,
            own.usd_per_useful_gpu_hour,
            own.usd_per_pflop_s_bf16,
            own.usd_per_all_reduce_gb_s,
        ] {
            assert_eq!(span, None, "{code}");
        }
        assert_eq!((own.residual_usd, own.by_year.len()), (None, 0), "{code}");
        assert_eq!(own.errors, bom.errors);
        let why = own.unknown_because.expect("a reason");
        assert!(why.contains(&first.title), "{why}");
        if let Some(rent) = own.rent {
            assert_eq!(rent.break_even_month, None);
            assert_eq!(rent.break_even_why, Some(why));
        }
    }
}

#[test]
fn templates_stand_and_have_no_errors_in_their_bills() {
    for template in templates::all() {
        let report = evaluate_builtin(&template.design);
        assert!(report.bom.errors.is_empty(), "{}", template.id);
        assert!(report.bom.total_usd.is_some(), "{}", template.id);
    }
}

/// What an error offers mends it: the finding is gone, and no error stands that was not there before.
#[test]
fn a_change_that_is_offered_leaves_no_error_in_its_place() {
    for (code, document) in refused() {
        let report = judge(&document);
        for finding in errors(&report) {
            if finding.patch.is_empty() {
                continue;
            }
            let mended = apply_patch(&document, &finding.patch)
                .unwrap_or_else(|error| panic!("{code}: {error}"));
            let after = judge(&mended);
            let left: Vec<_> = errors(&after)
                .into_iter()
                .filter(|left| {
                    left.code == finding.code && left.at == finding.at
                        || !errors(&report).iter().any(|was| was.code == left.code)
                })
                .collect();
            assert!(
                left.is_empty(),
                "{code}: {:?} leaves {left:#?}",
                finding.fix
            );
        }
    }
}

/// Words of a fix and what its patch does: what must stand in the words, what the patch does, and where.
#[test]
fn words_and_patch_of_a_fix_are_one_thing() {
    use PatchOp::{Add, Remove};
    let intents = [
        (
            "fabric.no_adapters",
            "Take the fabric out",
            Remove,
            "/fabrics/1",
        ),
        ("rack.over_limit", "racks of 10.2 kW", Add, "/site"),
        ("rack.too_tall", "racks of 8 U", Add, "/site"),
        ("rack.too_heavy", "kg a rack", Add, "/site"),
        ("rack.too_hot", "10.2 kW of air", Add, "/site"),
        ("rack.no_room", "halls", Add, "/site"),
        (
            "cable.too_long",
            "Set cabling to",
            Add,
            "/fabrics/0/cabling",
        ),
    ];
    let refused = refused();
    for (code, words, op, path) in intents {
        let (_, document) = refused
            .iter()
            .find(|(of, _)| *of == code)
            .expect("a design of this kind");
        let report = judge(document);
        let finding = report
            .findings
            .iter()
            .find(|finding| finding.code == code)
            .expect("found");
        let fix = finding.fix.as_deref().expect("a fix");
        assert!(fix.contains(words), "{code}: {fix}");
        let steps: Vec<_> = finding
            .patch
            .iter()
            .map(|step| (step.op, step.path.as_str()))
            .collect();
        assert_eq!(steps, [(op, path)], "{code}");
        // Words that offer a choice can't be what one patch does.
        assert!(!fix.contains(" or "), "{code}: {fix}");
    }
}

/// No words that offer a choice go with a patch, in any design that the templates and the refused ones give.
#[test]
fn a_fix_that_is_applied_offers_no_choice() {
    let mut reports: Vec<Report> = refused().iter().map(|(_, one)| judge(one)).collect();
    reports.extend(
        templates::all()
            .iter()
            .map(|one| evaluate_builtin(&one.design)),
    );
    for finding in reports.iter().flat_map(|report| &report.findings) {
        let fix = finding.fix.as_deref().unwrap_or_default();
        assert!(
            finding.patch.is_empty() || !fix.contains(" or "),
            "{}: {fix}",
            finding.code
        );
    }
}

#[test]
fn a_run_that_no_part_joins_is_not_told_to_be_shorter() {
    let short = refused()
        .into_iter()
        .find(|(code, _)| *code == "cable.none_fits")
        .expect("a design")
        .1;
    let report = judge(&short);
    let finding = report
        .findings
        .iter()
        .find(|finding| finding.code == "cable.none_fits")
        .expect("found");
    let fix = finding.fix.as_deref().expect("a fix");
    assert!(
        fix.contains("custom_parts") && !fix.contains("Shorten"),
        "{fix}"
    );
}

#[test]
fn a_node_without_a_price_leaves_no_sum() {
    let mut document = design(
        16,
        json!({"switch": "nvidia-sn5600"}),
        json!({"installation_percent": 3, "support_percent_per_year": 5}),
    );
    document["pools"][0]["node"] = json!("srv-8x-mi355x");
    let report = judge(&document);
    assert!(errors(&report).is_empty(), "{:?}", report.findings);
    assert_eq!(
        report.bom.lines[0].unit_price_usd, None,
        "no price is known"
    );
    let (summary, cost) = (&report.summary, &report.cost);
    assert_eq!((summary.capex_usd, summary.tco_usd), (None, None));
    assert_eq!(summary.usd_per_gpu_hour, None);
    assert_eq!((cost.capex_usd, cost.network_share), (None, None));
    assert!(
        report.bom.total_usd.is_some_and(|usd| usd > 0.0),
        "the priced lines still add up"
    );
    // A share of an unknown sum is unknown.
    for category in ["installation", "support"] {
        let line = report
            .bom
            .lines
            .iter()
            .find(|line| line.category == category);
        assert_eq!(line.expect("a line").unit_price_usd, None, "{category}");
    }
    let own = economics(&read(&document), &report);
    assert_eq!((own.capex_usd, own.usd_per_gpu_hour), (None, None));
    let why = own.unknown_because.expect("a reason");
    assert!(why.contains("MI355X") && why.contains("no price"), "{why}");
    assert!(report.explain["capex_usd"].result.contains("no price"));

    document["price_overrides"] = json!({"srv-8x-mi355x": 400_000});
    let priced = judge(&document);
    assert!(priced.cost.capex_usd.is_some_and(|usd| usd > 6.4e6));
    assert!(priced.cost.capex_incomplete(), "racks have no price");
    assert!(priced.explain["capex_usd"].result.starts_with("at least"));
}

#[test]
fn nothing_to_buy_is_not_all_priced() {
    for document in [
        refused().pop().expect("an unknown node").1,
        json!({"schema": "podwright.design/1", "name": "x"}),
    ] {
        let report = judge(&document);
        assert!(report.bom.lines.is_empty());
        assert_eq!(report.summary.price_coverage, 0.0);
        assert_eq!(report.bom.priced_money_share, None);
        let text = serde_json::to_string(&report).expect("JSON");
        assert!(!text.contains("-0.0"), "{text}");
    }
}

#[test]
fn all_that_the_total_is_made_of_can_move_it_most() {
    let moves = |site: Value| -> Vec<String> {
        let report = judge(&design(16, json!({}), site));
        report
            .cost
            .sensitivity
            .iter()
            .map(|moved| moved.input.clone())
            .collect()
    };
    let licences = moves(json!({"licence_usd_per_gpu_year": 20_000}));
    let found = licences
        .iter()
        .take(2)
        .any(|input| input.starts_with("Licences"));
    assert!(found, "{licences:?}");
    assert_eq!(licences.len(), 5);
    for (site, name) in [
        (json!({"installation_percent": 60}), "Installation"),
        (json!({"support_percent_per_year": 20}), "Support"),
        (json!({"staff_usd_per_year": 2e6}), "Staff"),
        (json!({"colocation_usd_per_kw_month": 400}), "Hall rent"),
        (json!({"spares": {"node": 50}}), "Spares"),
    ] {
        let found = moves(site);
        assert!(found.contains(&name.to_owned()), "{name}: {found:?}");
    }
}

#[test]
fn owning_that_pays_off_after_its_last_month_never_does() {
    let own = |site: Value| {
        let document = design(16, json!({}), site);
        economics(&read(&document), &judge(&document))
    };
    let one = own(json!({"years": 1})).rent.expect("offers of rent");
    assert_eq!(one.break_even_month, None);
    assert_eq!(
        one.break_even_why.as_deref(),
        Some("not within 1 year of use")
    );
    let many = own(json!({"years": 30})).rent.expect("offers of rent");
    assert!(many.break_even_month.is_some_and(|month| month <= 360.0));
    assert_eq!(many.break_even_why, None);
    for years in [0.5, 1.0, 2.0, 4.0, 8.0] {
        let rent = own(json!({"years": years})).rent.expect("offers");
        for month in [
            rent.break_even_month,
            rent.break_even_month_at_high_rent,
            rent.break_even_month_at_low_rent,
        ] {
            assert!(month.is_none_or(|month| month <= years * 12.0), "{month:?}");
        }
    }
}

/// By hand: what an hour costs is the present value, less what the parts bring at the end, over hours discounted alike.
#[test]
fn an_hour_is_net_of_the_residual_value_and_carries_interest() {
    let own = |site: Value| {
        let document = design(16, json!({}), site);
        let report = judge(&document);
        (economics(&read(&document), &report), report)
    };
    let (plain, report) = own(json!({"years": 4}));
    let hour = plain.usd_per_gpu_hour.expect("prices");
    let summary = &report.summary;
    assert_eq!(Some(hour.default), summary.usd_per_gpu_hour);
    assert_eq!(Some(hour.low), summary.usd_per_gpu_hour_low);
    assert_eq!(Some(hour.high), summary.usd_per_gpu_hour_high);

    let (capex, tco) = (
        report.cost.capex_usd.expect("prices"),
        report.cost.tco_usd.expect("prices"),
    );
    let hours = 128.0 * 4.0 * 8760.0;
    let (sold, _) = own(json!({"years": 4, "residual_percent": 100}));
    let net = sold.usd_per_gpu_hour.expect("prices").default;
    assert!((net - (tco - capex) / hours).abs() <= 0.005, "{net}");

    let (tied, _) = own(json!({"years": 4, "residual_percent": 100, "discount_rate_percent": 20}));
    let factors: Vec<f64> = (1..=4)
        .map(|years| (0..years).fold(1.0, |factor, _| factor / 1.2))
        .collect();
    let annuity: f64 = factors.iter().sum::<f64>() / 4.0;
    let worth = capex + (tco - capex) * annuity - capex * factors[3];
    let hand = worth / (hours * annuity);
    let found = tied.usd_per_gpu_hour.expect("prices").default;
    assert!((found - hand).abs() <= 0.006, "{found} {hand}");
    assert!(found > net, "capital that is tied up costs interest");
}

#[test]
fn a_price_book_that_is_not_at_hand_is_a_warning_with_a_way_out() {
    let mut document = design(16, json!({}), json!({}));
    document["price_book"] = json!({"id": "e03109fa9a1b03232235ff7592374ce7", "version": 1});
    let report = judge(&document);
    let finding = report
        .findings
        .iter()
        .find(|finding| finding.code == "price.book_absent")
        .expect("found");
    assert_eq!(finding.severity, Severity::Warning);
    assert!(
        finding
            .fix
            .as_deref()
            .is_some_and(|fix| fix.contains("--price-book"))
    );
}

#[test]
fn a_price_below_a_cent_is_refused_and_not_made_nothing() {
    let mut document = design(16, json!({}), json!({}));
    for (price, fine) in [
        (0.001, false),
        (0.015, false),
        (0.0, true),
        (0.25, true),
        (1.005, true),
    ] {
        document["price_overrides"] = json!({"dgx-h100": price});
        let read = Design::parse(&document.to_string());
        assert_eq!(read.is_ok(), fine, "{price}");
        if let Err(error) = read {
            assert!(error.to_string().contains("cents"), "{error}");
        }
    }
}
