//! Owning against renting, services on the bill, spares by rate of failure.

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::evaluate_builtin;
use crate::report::{Economics, Report};

fn both(design: serde_json::Value) -> (Report, Economics) {
    let mut design = design;
    design["schema"] = json!("podwright.design/1");
    let design = Design::parse(&design.to_string()).expect("a design");
    let report = evaluate_builtin(&design);
    let economics = economics(&design, &report);
    (report, economics)
}

fn hand(site: serde_json::Value) -> (Report, Economics) {
    let mut design = nodes("dgx-a100", 2);
    design["price_overrides"] = json!({"dgx-a100": 100_000, "rack-42u": 0, "rack-pdu": 0});
    design["site"] = site;
    both(design)
}

/// By hand: 200,000 USD, 20,000 USD a year of staff and nothing else, four years, 10 % a year, 20 % residual value.
#[test]
fn present_value_is_what_a_hand_works_out() {
    let (report, economics) = hand(json!({
        "staff_usd_per_year": 20_000, "electricity_usd_per_kwh": 0, "years": 4, "discount_rate_percent": 10,
        "residual_percent": 20
    }));
    assert_eq!(report.cost.tco_usd, Some(280_000.0));
    assert_eq!(economics.residual_usd, Some(40_000.0));
    let worth = [1.1, 1.1 * 1.1, 1.1 * 1.1 * 1.1, 1.1 * 1.1 * 1.1 * 1.1].map(|factor| 1.0 / factor);
    let annuity: f64 = worth.iter().sum();
    let expected = 200_000.0 + 20_000.0 * annuity - 40_000.0 * worth[3];
    let present = economics.present_value_usd.expect("prices").default;
    assert!((present - expected).abs() < 0.01, "{present} {expected}");
    let years: Vec<(f64, f64, f64)> = economics
        .by_year
        .iter()
        .map(|year| (year.paid_usd, year.depreciation_usd, year.book_value_usd))
        .collect();
    assert_eq!(
        years,
        [
            (220_000.0, 40_000.0, 160_000.0),
            (20_000.0, 40_000.0, 120_000.0),
            (20_000.0, 40_000.0, 80_000.0),
            (20_000.0, 40_000.0, 40_000.0)
        ]
    );
    let sum: f64 = economics
        .by_year
        .iter()
        .map(|year| year.present_value_usd)
        .sum();
    assert!((sum - present).abs() < 0.05);
}

/// By hand: two DGX A100 draw 13 kW at most; a hall of 12,000 USD/kW costs 156,000 USD, and four of its twenty years are
/// a fifth of it.
#[test]
fn years_of_use_bear_their_share_of_an_own_hall() {
    let site = |extra: serde_json::Value| {
        let mut site = json!({
            "staff_usd_per_year": 20_000, "electricity_usd_per_kwh": 0, "years": 4, "hall_usd_per_kw": 12_000,
            "hall_years": 20
        });
        for (key, value) in extra.as_object().expect("an object") {
            site[key] = value.clone();
        }
        site
    };
    let (report, economics) = hand(site(json!({})));
    let of = |report: &Report, kind: &str| {
        let item = report.cost.items.iter().find(|item| item.kind == kind);
        item.map(|item| (item.low_usd, item.usd, item.high_usd))
    };
    assert_eq!(of(&report, "hall"), Some((31_200.0, 31_200.0, 31_200.0)));
    assert_eq!(report.cost.capex_usd, Some(200_000.0), "no part of it");
    assert_eq!(report.cost.tco_usd, Some(311_200.0));
    let hours = 16.0 * 4.0 * 8760.0;
    let hour = report.cost.usd_per_gpu_hour.expect("prices");
    assert_eq!(hour, (311_200.0_f64 / hours * 100.0).round() / 100.0);
    let halls: Vec<f64> = report
        .cost
        .by_year
        .iter()
        .map(|year| year.hall_usd)
        .collect();
    assert_eq!(halls, [7_800.0, 15_600.0, 23_400.0, 31_200.0]);
    assert!(report.bom.lines.iter().all(|line| line.category != "hall"));
    let moves = |report: &Report| {
        let found = report
            .cost
            .sensitivity
            .iter()
            .find(|moved| moved.input == "Own hall");
        found.map(|moved| (moved.low_usd, moved.high_usd))
    };
    assert_eq!(moves(&report), Some((-7_800.0, 7_800.0)));

    // In the books it is paid at once, and what is not written off comes back at the end.
    assert_eq!(economics.hall_usd, Some(156_000.0));
    assert_eq!(economics.hall_left_usd, Some(124_800.0));
    assert_eq!(
        economics.present_value_usd.expect("prices").default,
        311_200.0
    );
    let years: Vec<(f64, f64, f64)> = economics
        .by_year
        .iter()
        .map(|year| (year.paid_usd, year.depreciation_usd, year.book_value_usd))
        .collect();
    assert_eq!(years[0], (376_000.0, 57_800.0, 298_200.0));
    assert_eq!(years[3], (20_000.0, 57_800.0, 124_800.0));
    let (_, tied) = hand(site(json!({"discount_rate_percent": 10})));
    let worth = [1.1, 1.1 * 1.1, 1.1 * 1.1 * 1.1, 1.1 * 1.1 * 1.1 * 1.1].map(|factor| 1.0 / factor);
    let expected = 356_000.0 + 20_000.0 * worth.iter().sum::<f64>() - 124_800.0 * worth[3];
    let present = tied.present_value_usd.expect("prices").default;
    assert!((present - expected).abs() < 0.02, "{present} {expected}");

    // Without a life it is the stated assumption; a hall that is older than its life costs nothing more.
    let life = |site: serde_json::Value| of(&hand(site).0, "hall").expect("a hall").1;
    let mut short = site(json!({"years": 30}));
    assert_eq!(life(short.clone()), 156_000.0);
    short
        .as_object_mut()
        .expect("an object")
        .remove("hall_years");
    short["years"] = json!(4);
    assert_eq!(life(short), 41_600.0, "4 of 15 years");
    let (without, none) = hand(json!({}));
    assert_eq!((of(&without, "hall"), none.hall_usd), (None, None));
    assert!(
        without
            .cost
            .terms
            .iter()
            .all(|term| !term.name.contains("hall"))
    );
}

/// As many links as the run had: one a GPU to its rack's switch, as many on, a seventh of them above.
fn llama_3() -> serde_json::Value {
    let mut design = nodes("dgx-h100", 2048);
    design["fabrics"] = json!([{
        "id": "compute", "topology": "three-tier", "switch": "nvidia-qm9700",
        "oversubscription": {"leaf": 1, "pod": 7}
    }]);
    design
}

/// Llama 3 says over 90 % effective with an interruption every three hours on 16,384 GPUs; MTBF of 512 H100 is seven days
/// with SemiAnalysis, which is the far end of the range.
#[test]
fn interruptions_are_those_of_the_published_runs() {
    let (_, economics) = both(llama_3());
    let failures = &economics.failures;
    assert_eq!(failures.mtbf_hours, Some(3.09));
    assert!(
        (failures.goodput - 0.9).abs() < 1e-4,
        "{}",
        failures.goodput
    );
    assert!(failures.goodput_best > failures.goodput);
    let useful = economics.usd_per_useful_gpu_hour.expect("prices");
    // An hour is told in cents; what it is useful for is held against the exact one.
    let hours = 16_384.0 * economics.years * defaults::HOURS_PER_YEAR;
    let used = economics.tco_usd.expect("prices").default / hours;
    assert!((used / useful.default - 0.9).abs() < 1e-3);
    // Table 5 again, sort by sort, from what fails in 54 days.
    let of = |part: &str| {
        let part = failures.by_part.iter().find(|other| other.part == part);
        part.expect("a part")
    };
    for (part, count, interruptions) in [
        ("gpu", 16_384, 268.0),
        ("host", 2_048, 46.0),
        ("nic", 16_384, 7.0),
        ("link", 35_109, 35.0),
        ("software", 16_384, 63.0),
    ] {
        let found = of(part);
        // Whole links make the seventh a little more.
        assert!(
            found.count.abs_diff(count) * 100 <= count,
            "{part}: {}",
            found.count
        );
        let in_54_days = found.failures_per_year * 54.0 / 365.0;
        assert!(
            (in_54_days / interruptions - 1.0).abs() < 0.01,
            "{part}: {in_54_days}"
        );
        let all = found.mtbf_hours.expect("pieces") * found.count as f64;
        assert!((all / found.mtbf_hours_each - 1.0).abs() < 1e-2, "{part}");
    }
    assert!(!of("optics").interrupts && of("link").interrupts);
}

/// Nodes without a network have no adapter and no cable that fails.
#[test]
fn what_is_not_there_does_not_fail() {
    let (_, alone) = both(nodes("dgx-h100", 64));
    let parts: Vec<&str> = alone
        .failures
        .by_part
        .iter()
        .map(|part| part.part.as_str())
        .collect();
    assert_eq!(parts, ["gpu", "host", "software"]);
    // 419 less 42 of 512 GPUs' share.
    let expected = 16_384.0 / 512.0 * 54.0 * 24.0 / 377.0;
    assert!((alone.failures.mtbf_hours.expect("GPUs") - expected).abs() < 0.01);
}

#[test]
fn hours_of_the_design_take_the_place_of_published_ones() {
    let with = |site: serde_json::Value| {
        let mut design = llama_3();
        design["site"] = site;
        both(design)
    };
    let (_, published) = with(json!({}));
    let (report, own) = with(json!({"years": 4, "mtbf_hours": {"gpu": 1e9, "optics": 43_800}}));
    let optics = own
        .failures
        .by_part
        .iter()
        .find(|part| part.part == "optics")
        .expect("optics");
    assert!(optics.interrupts);
    assert_eq!(optics.source, "design");
    assert!((optics.mtbf_hours.expect("pieces") - 43_800.0 / optics.count as f64).abs() < 1e-4);
    assert!(
        own.failures.mtbf_hours < published.failures.mtbf_hours,
        "so many transceivers"
    );
    // A fifth of them a year: spares follow, and say so.
    let line = report
        .bom
        .lines
        .iter()
        .find(|line| line.category == "optics")
        .expect("optics");
    assert_eq!(
        line.spares,
        (line.quantity as f64 * 0.8 - 1e-9).ceil() as u64
    );
    assert!(
        line.why
            .ends_with("spares: 20 % fail a year × 4 years, rounded up"),
        "{}",
        line.why
    );
    // One figure for all wins over those of parts.
    let (_, one) = with(json!({"interruption_gpu_hours": 16_384, "mtbf_hours": {"gpu": 1}}));
    assert_eq!(one.failures.mtbf_hours, Some(1.0));
    for bad in [json!({"fan": 1e6}), json!({"gpu": 0})] {
        let mut design = nodes("dgx-h100", 1);
        design["schema"] = json!("podwright.design/1");
        design["site"] = json!({"mtbf_hours": bad});
        assert!(Design::parse(&design.to_string()).is_err());
    }
}

#[test]
fn another_currency_is_a_division() {
    let (_, economics) = hand(json!({"currency": {"code": "EUR", "usd_rate": 1.25}}));
    let euro = economics.currency.expect("a currency");
    let tco = economics.tco_usd.expect("prices").default;
    assert!((euro.tco.expect("prices").default - tco / 1.25).abs() < 0.01);
    for bad in [
        json!({"code": "euro", "usd_rate": 1}),
        json!({"code": "EUR", "usd_rate": 0}),
    ] {
        let mut design = nodes("dgx-a100", 1);
        design["schema"] = json!("podwright.design/1");
        design["site"] = json!({"currency": bad});
        assert!(Design::parse(&design.to_string()).is_err());
    }
}

#[test]
fn services_are_lines_and_the_bill_is_their_sum() {
    let (report, _) = hand(json!({
        "installation_percent": 10, "support_percent_per_year": 5, "licence_usd_per_gpu_year": 100, "years": 2
    }));
    let of = |category: &str| {
        let line = report
            .bom
            .lines
            .iter()
            .find(|line| line.category == category);
        line.unwrap_or_else(|| panic!("no {category}")).extended_usd
    };
    assert_eq!(of("installation"), Some(20_000.0));
    assert_eq!(of("support"), Some(22_000.0));
    assert_eq!(of("licence"), Some(3_200.0));
    assert_eq!(report.bom.total_usd, Some(245_200.0));
    assert_eq!(report.bom.priced_money_share, Some(1.0));
    assert_eq!(report.cost.capex_usd, Some(220_000.0));
    let licences = report
        .cost
        .items
        .iter()
        .find(|item| item.kind == "licences");
    assert_eq!(licences.expect("licences").usd, 3_200.0);
    let without = hand(json!({})).0;
    assert!(
        without
            .bom
            .lines
            .iter()
            .all(|line| line.category != "installation")
    );
}

/// Spares follow the rate of failure and the years; what the design says wins, sort by sort.
#[test]
fn spares_follow_failures_and_the_design() {
    let spares = |site: serde_json::Value, category: Category| -> (u64, u64) {
        let mut design = h100_pod(127, 4);
        design["site"] = site;
        let list = Case::json(design).list();
        let of = || {
            list.lines
                .iter()
                .filter(|line| line.purchase.category == category)
        };
        (
            of().map(|line| line.purchase.quantity).sum(),
            of().map(|line| line.purchase.spares).sum(),
        )
    };
    let expected = |pieces: u64, rate: f64, years: f64| pieces as f64 * rate * years;
    for years in [1.0, 4.0] {
        let (pieces, found) = spares(json!({"years": years}), Category::Optics);
        let exact = expected(pieces, defaults::LINK_FAILURES_PER_YEAR / 2.0, years);
        // Rounded up line by line.
        assert!(
            found as f64 >= exact && (found as f64) < exact + 5.0,
            "{found} {exact}"
        );
    }
    assert_eq!(spares(json!({"spares_percent": 0}), Category::Cable).1, 0);
    assert_eq!(spares(json!({"spares_percent": 0}), Category::Switch).1, 0);
    assert_eq!(spares(json!({}), Category::Switch), (48, 1));
    assert_eq!(
        spares(json!({"spares": {"switch": 10}}), Category::Switch),
        (48, 6)
    );
    assert_eq!(
        spares(json!({"spares": {"node": 2}}), Category::Node),
        (127, 3)
    );
    let one = json!({"spares_percent": 0, "spares": {"cable": 50}});
    assert_eq!(spares(one.clone(), Category::Optics).1, 0);
    let (pieces, found) = spares(one, Category::Cable);
    assert_eq!(found, pieces / 2);
    let mut design = nodes("dgx-h100", 1);
    design["schema"] = json!("podwright.design/1");
    design["site"] = json!({"spares": {"fan": 2}});
    let error = Design::parse(&design.to_string())
        .expect_err("no such sort")
        .to_string();
    assert!(error.contains("/site/spares/fan"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Without interest and residual value the present value is the plain sum; with either it is not above it. What an
    /// own hall adds to it lies between what is written off and the whole price, since interest is paid on the rest too.
    #[test]
    fn discounting_by_nothing_is_the_plain_sum(
        price in 0.0_f64..1e7,
        staff in 0.0_f64..1e7,
        years in 0.1_f64..30.0,
        rate in 0.0_f64..100.0,
        residual in 0.0_f64..100.0,
        hall in prop::option::of(0.0_f64..1e6),
        life in 1.0_f64..100.0,
    ) {
        let site = |rate: f64, residual: f64, hall: Option<f64>| {
            let mut design = nodes("dgx-h100", 3);
            design["price_overrides"] = json!({"dgx-h100": price});
            design["site"] = json!({
                "staff_usd_per_year": staff, "years": years, "discount_rate_percent": rate,
                "residual_percent": residual, "hall_usd_per_kw": hall, "hall_years": life
            });
            both(design)
        };
        let (report, plain) = site(0.0, 0.0, hall);
        let present = plain.present_value_usd.expect("a price").default;
        prop_assert!((present - report.cost.tco_usd.expect("a price")).abs() <= 0.02);
        let items: Usd = report.cost.items.iter().map(|item| usd(item.usd)).sum();
        prop_assert_eq!(items.to_f64(), report.cost.tco_usd.expect("a price"));
        let (_, worth) = site(rate, residual, hall);
        let of = |own: &Economics| own.present_value_usd.expect("a price").default;
        let (_, rented) = site(rate, residual, None);
        let (_, plain_rented) = site(0.0, 0.0, None);
        prop_assert!(of(&rented) <= of(&plain_rented) + 0.02);
        let (price, left) = (plain.hall_usd.unwrap_or(0.0), plain.hall_left_usd.unwrap_or(0.0));
        let added = of(&worth) - of(&rented);
        prop_assert!(added >= price - left - 0.05 && added <= price + 0.05, "{added} of {price}, {left} left");
        let sum: f64 = worth.by_year.iter().map(|year| year.present_value_usd).sum();
        let whole = worth.present_value_usd.expect("a price").default;
        prop_assert!((sum - whole).abs() <= 1.0 + whole.abs() * 1e-9, "{sum} {whole}");
    }

    /// Dearer rent never moves the break-even back, and a dearer purchase never moves it forward.
    #[test]
    fn break_even_is_monotone(
        capex in 0.0_f64..1e10,
        running in 0.0_f64..1e8,
        rent in 0.0_f64..1e9,
        more in 1.0_f64..3.0,
    ) {
        match (break_even_month(capex, running, rent), break_even_month(capex, running, rent * more)) {
            (Some(now), Some(dearer)) => prop_assert!(dearer <= now),
            (Some(_), None) => prop_assert!(false, "dearer rent breaks even too"),
            (None, _) => {}
        }
        if let Some(month) = break_even_month(capex, running, rent) {
            prop_assert!(break_even_month(capex * more, running, rent).expect("it did") >= month);
        }
    }
}
