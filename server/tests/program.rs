//! The `podwright` program as a terminal and a supervisor meet it: wrong words, other commands, and serving.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod shell;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use shell::{json, podwright};

#[track_caller]
fn fails(arguments: &[&str], code: i32, words: &str) {
    let output = podwright(arguments);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        output.status.code(),
        Some(code),
        "{arguments:?}: {complaint}"
    );
    assert!(complaint.contains(words), "{arguments:?}: {complaint}");
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

#[test]
fn templates_and_files_are_evaluated() {
    let report = json(&[
        "evaluate",
        "--template",
        "superpod-h100-32",
        "--format",
        "json",
    ]);
    assert_eq!(report["schema"], "podwright.report/1");
    assert_eq!(report["summary"]["gpus"], 256);

    let folder = tempfile::tempdir().unwrap();
    let good = write(
        folder.path(),
        "good.json",
        r#"{"schema":"podwright.design/1","name":"One box","pools":[{"id":"a","node":"dgx-h100","count":1}]}"#,
    );
    let table = podwright(&["evaluate", &good]);
    assert_eq!(table.status.code(), Some(0));
    let text = String::from_utf8_lossy(&table.stdout);
    assert!(
        text.starts_with("One box\n") && text.contains("450 GB/s"),
        "{text}"
    );

    let unknown = write(
        folder.path(),
        "unknown.json",
        r#"{"schema":"podwright.design/1","pools":[{"id":"a","node":"nope","count":1}]}"#,
    );
    assert_eq!(
        podwright(&["evaluate", &unknown, "--format", "json"])
            .status
            .code(),
        Some(1)
    );
    let broken = write(folder.path(), "broken.json", "{");
    fails(&["evaluate", &broken], 3, "not JSON");
    let wrong = write(
        folder.path(),
        "wrong.json",
        r#"{"schema":"podwright.design/1","pools":3}"#,
    );
    fails(&["evaluate", &wrong], 3, "/pools");
    fails(&["evaluate", "/no/such/file.json"], 3, "/no/such/file.json");
    fails(&["evaluate", "--template", "nope"], 2, "dual-3090-nvlink");
    fails(&["evaluate"], 2, "required");
    fails(
        &["evaluate", &good, "--template", "dgx-h100-1"],
        2,
        "cannot be used",
    );
    fails(&["nonsense"], 2, "nonsense");
}

#[test]
fn one_collective_is_estimated() {
    let curve = json(&[
        "collective",
        "--template",
        "quad-a100-pcie-bridged",
        "--op",
        "all_reduce",
        "--bytes",
        "8GiB",
        "--ranks",
        "3",
        "--set",
        "nvls=off",
        "--format",
        "json",
    ]);
    assert_eq!(
        (&curve["op"], &curve["ranks"]),
        (&"all_reduce".into(), &3.into())
    );
    assert_eq!(curve["points"].as_array().unwrap().len(), 1);
    assert_eq!(curve["points"][0]["message_bytes"], 8_589_934_592_u64);

    let curve = json(&[
        "collective",
        "--template",
        "dgx-h100-1",
        "--op",
        "alltoall",
        "--format",
        "json",
    ]);
    assert_eq!(curve["points"].as_array().unwrap().len(), 32);
    let base = ["collective", "--template", "dgx-h100-1", "--op"];
    let with = |more: &[&'static str]| [&base[..], more].concat();
    fails(&with(&["all_reduce", "--ranks", "9"]), 2, "8");
    fails(&with(&["all_reduce", "--ranks", "1"]), 2, "ranks");
    fails(&with(&["all_reduce", "--bytes", "1G"]), 2, "GiB");
    fails(
        &with(&["all_reduce", "--bytes", "99TiB"]),
        2,
        "message_bytes",
    );
    fails(&with(&["all_reduce", "--set", "nvls=perhaps"]), 2, "nvls");
    fails(&with(&["all_shrink"]), 2, "all_reduce");
}

#[test]
fn fabrics_are_sized_by_their_numbers() {
    let sized = |more: &[&str]| {
        let counts = json(&[&["fabric", "--format", "json"][..], more].concat());
        let count = |key: &str| counts[key].as_u64().unwrap();
        [
            "leaf",
            "spine",
            "core",
            "cables_node_leaf",
            "cables_leaf_spine",
            "cables_spine_core",
        ]
        .map(count)
    };
    // The published tables of the DGX SuperPOD with H100: one scalable unit, and four less one node.
    let unit = [
        "--nodes",
        "32",
        "--nics-per-node",
        "8",
        "--switch-ports",
        "64",
        "--rails",
        "8",
    ];
    assert_eq!(sized(&unit), [8, 4, 0, 256, 256, 0]);
    let pod = [
        "--nodes",
        "127",
        "--nics-per-node",
        "8",
        "--extra-endpoints",
        "4",
        "--switch-ports",
        "64",
        "--rails",
        "8",
    ];
    assert_eq!(sized(&pod)[..3], [32, 16, 0]);
    // Rails alone, planes, and groups that are joined directly: (R/2)² links in each of (R/2)² + 1 groups.
    let more = |options: &[&str]| json(&[&["fabric", "--format", "json"][..], options].concat());
    let alone = [
        "--nodes",
        "256",
        "--nics-per-node",
        "8",
        "--switch-ports",
        "64",
        "--topology",
        "rail-only",
    ];
    assert_eq!(sized(&alone), [64, 32, 0, 2048, 2048, 0]);
    let planes = [
        "--nodes",
        "72",
        "--nics-per-node",
        "16",
        "--switch-ports",
        "128",
        "--rails",
        "8",
        "--planes",
        "2",
    ];
    assert_eq!(sized(&planes), [32, 16, 0, 1152, 2048, 0]);
    assert_eq!(more(&planes)["planes"], 2);
    let groups = [
        "--endpoints",
        "105300",
        "--switch-ports",
        "36",
        "--topology",
        "dragonfly-plus",
    ];
    assert_eq!(sized(&groups)[..3], [5850, 5850, 0]);
    assert_eq!(more(&groups)["cables_spine_spine"], 325 * 324 / 2);
    // What does not fit says what does.
    let refused: [(&[&str], &str); 5] = [
        (
            &["--endpoints", "65", "--switch-ports", "64", "--tiers", "1"],
            "--tiers 2",
        ),
        (
            &["--endpoints", "65537", "--switch-ports", "64"],
            "dragonfly-plus",
        ),
        (
            &[
                "--nodes",
                "2049",
                "--nics-per-node",
                "8",
                "--switch-ports",
                "64",
                "--topology",
                "rail-only",
            ],
            "--topology clos",
        ),
        (
            &[
                "--endpoints",
                "105301",
                "--switch-ports",
                "36",
                "--topology",
                "dragonfly-plus",
            ],
            "switches of 37 ports",
        ),
        (
            &[
                "--nodes",
                "1000000",
                "--nics-per-node",
                "1000",
                "--switch-ports",
                "64",
                "--topology",
                "rail-only",
                "--rails",
                "1",
            ],
            "keep to 2 nodes",
        ),
    ];
    for (options, words) in refused {
        fails(&[&["fabric"][..], options].concat(), 1, words);
    }
    // One switch takes as many as it has ports.
    assert_eq!(
        sized(&["--endpoints", "64", "--switch-ports", "64"]),
        [1, 0, 0, 64, 0, 0]
    );

    fails(
        &[
            "fabric",
            "--endpoints",
            "2049",
            "--switch-ports",
            "64",
            "--tiers",
            "2",
        ],
        1,
        "2,048",
    );
    fails(&["fabric", "--switch-ports", "64"], 2, "required");
    fails(
        &["fabric", "--nodes", "4", "--switch-ports", "64"],
        2,
        "nics-per-node",
    );
    fails(
        &["fabric", "--endpoints", "0", "--switch-ports", "64"],
        2,
        "endpoints",
    );
    fails(
        &["fabric", "--endpoints", "9", "--switch-ports", "1"],
        2,
        "switch-ports",
    );
    fails(
        &[
            "fabric",
            "--endpoints",
            "9",
            "--switch-ports",
            "64",
            "--oversubscription",
            "NaN",
        ],
        2,
        "oversubscription",
    );
    fails(
        &[
            "fabric",
            "--nodes",
            "4",
            "--nics-per-node",
            "3",
            "--rails",
            "2",
            "--switch-ports",
            "64",
        ],
        2,
        "rails",
    );
}

#[test]
fn designs_are_compared_and_errors_block() {
    let changes = json(&[
        "diff",
        "template:dgx-h100-1",
        "template:dgx-h100-4",
        "--format",
        "json",
    ]);
    assert_eq!(changes["blocked"], false);
    let text = podwright(&["diff", "template:dgx-h100-1", "template:dgx-h100-1"]);
    assert_eq!(text.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&text.stdout).contains("No difference."));

    let folder = tempfile::tempdir().unwrap();
    let bad = write(
        folder.path(),
        "bad.json",
        r#"{"schema":"podwright.design/1","pools":[{"id":"a","node":"nope","count":1}]}"#,
    );
    assert_eq!(
        podwright(&["diff", "template:dgx-h100-1", &bad])
            .status
            .code(),
        Some(1)
    );
    assert_eq!(
        podwright(&["diff", &bad, "template:dgx-h100-1"])
            .status
            .code(),
        Some(0)
    );
}

#[test]
fn limits_of_a_pipeline_allow_warn_and_block() {
    // Every part has a price, so that the change of money is known.
    let folder = tempfile::tempdir().unwrap();
    let priced = |id: &str| {
        let report = json(&["evaluate", "--template", id, "--format", "json"]);
        let unpriced = report["bom"]["lines"].as_array().unwrap().iter();
        let unpriced = unpriced.filter(|line| line["unit_price_usd"].is_null());
        let file = format!(
            "{}/../sim-core/templates/{id}.json",
            env!("CARGO_MANIFEST_DIR")
        );
        let mut design: Value =
            serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        for line in unpriced {
            design["price_overrides"][line["part_id"].as_str().unwrap()] = 100.into();
        }
        write(folder.path(), id, &design.to_string())
    };
    let (one, more) = (priced("dgx-h100-1"), priced("dgx-h100-4"));
    let four = ["diff", one.as_str(), more.as_str()];
    let judged = |limits: &[&str]| {
        let answer = podwright(&[&four[..], limits, &["--format", "json"]].concat());
        let json: serde_json::Value = serde_json::from_slice(&answer.stdout).unwrap();
        (answer.status.code(), json)
    };
    // Four machines cost four times as much, and more.
    let (code, blocked) = judged(&["--max-capex-increase", "5%"]);
    assert_eq!(code, Some(1));
    assert_eq!(blocked["verdict"], "block");
    assert_eq!(blocked["blocked"], true);
    assert_eq!(blocked["limits"][0]["figure"], "capex_usd");
    assert!(blocked["limits"][0]["change_percent"].as_f64().unwrap() > 300.0);
    let (code, warned) = judged(&[
        "--warn-power-increase",
        "1%",
        "--max-power-increase",
        "900%",
    ]);
    assert_eq!((code, &warned["verdict"]), (Some(0), &"warn".into()));
    assert_eq!(warned["limits"][1]["verdict"], "allow");
    let (code, allowed) = judged(&["--max-ports-increase", "1000", "--max-tco-increase", "900%"]);
    assert_eq!((code, &allowed["verdict"]), (Some(0), &"allow".into()));
    // No network before, so no ports; the ports after are those of the fabrics' tiers.
    assert_eq!(allowed["limits"][1]["from"], 0.0);
    assert!(!allowed["ports"].as_array().unwrap().is_empty());
    let text = podwright(&[&four[..], &["--max-all-reduce-increase", "1%"]].concat());
    assert_eq!(text.status.code(), Some(1));
    let text = String::from_utf8_lossy(&text.stdout);
    assert!(text.contains("**Verdict: block**"), "{text}");
    assert!(text.contains("| compute | leaf |"), "{text}");
    fails(
        &[&four[..], &["--max-capex-increase", "lots"]].concat(),
        2,
        "lots",
    );
}

/// A design of DGX nodes and one switch, as a file.
#[expect(
    clippy::needless_pass_by_value,
    reason = "JSON literals are written in place"
)]
fn cluster(folder: &Path, name: &str, node: &str, nodes: u64, more: serde_json::Value) -> String {
    let mut design = serde_json::json!({
        "schema": "podwright.design/1", "name": name,
        "pools": [{"id": "train", "node": node, "count": nodes}],
        "fabrics": [{"id": "compute", "topology": "auto", "switch": "nvidia-qm9700"}]
    });
    for (key, value) in more.as_object().unwrap() {
        design[key] = value.clone();
    }
    write(folder, name, &design.to_string())
}

#[test]
fn what_cannot_be_built_fails_in_every_command_that_prices_or_lists_it() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let switch = serde_json::json!({"id": "compute", "topology": "single-switch", "switch": "nvidia-qm9700"});
    let bad = cluster(
        folder,
        "bad.json",
        "dgx-h100",
        16,
        serde_json::json!({"fabrics": [switch]}),
    );
    let racks = serde_json::json!({"site": {"rack_kw_limit": 8}});
    let low = cluster(folder, "low.json", "dgx-h100", 16, racks);
    let book = folder.join("bom.xlsx").display().to_string();
    for (file, code) in [(&bad, "switch.ports_exceeded"), (&low, "rack.over_limit")] {
        for arguments in [
            &["bom", file][..],
            &["bom", file, "--format", "csv"],
            &["bom", file, "--format", "json"],
            &["bom", file, "--format", "xlsx", "--output", &book],
            &["economics", file],
            &["economics", file, "--format", "json"],
        ] {
            let answer = podwright(arguments);
            assert_eq!(answer.status.code(), Some(1), "{arguments:?}");
            let said = String::from_utf8_lossy(&answer.stderr);
            assert!(
                said.contains("cannot be built as asked") && said.contains(code),
                "{said}"
            );
        }
        let text = String::from_utf8(podwright(&["economics", file]).stdout).unwrap();
        assert!(
            text.contains("No amounts: it cannot be built as asked"),
            "{text}"
        );
        let bom: serde_json::Value =
            serde_json::from_slice(&podwright(&["bom", file, "--format", "json"]).stdout).unwrap();
        assert_eq!(bom["errors"][0], code);
        assert!(
            bom["total_usd"].is_null() && bom["lines"][0]["quantity"] == 16,
            "{bom}"
        );
        let table = String::from_utf8(podwright(&["evaluate", file]).stdout).unwrap();
        assert!(table.contains("Cannot be built as asked"), "{table}");
    }
    assert_eq!(podwright(&["cables", &low]).status.code(), Some(1));
    let sheet: Value =
        serde_json::from_slice(&podwright(&["cables", &low, "--format", "json"]).stdout).unwrap();
    assert_eq!(sheet["errors"][0], "rack.over_limit");
    // Findings that leave nothing to list, to load or to estimate are said too, and are no wrong usage.
    let spec = serde_json::json!({"fabrics": [{"id": "compute", "topology": "auto", "switch": "no-such"}]});
    let none = cluster(folder, "none.json", "dgx-h100", 16, spec);
    let unknown = cluster(folder, "unknown.json", "no-such", 16, serde_json::json!({}));
    for arguments in [
        &["cables", &none, "--fabric", "compute"][..],
        &["cables", &unknown, "--fabric", "compute"],
        &["flow", "--design", &none, "--op", "alltoall"],
        &["collective", "--design", &unknown, "--op", "all_reduce"],
    ] {
        fails(arguments, 1, "cannot be built as asked");
    }
    fails(&["cables", &none, "--fabric", "no-such"], 2, "no-such");
    let fine = cluster(folder, "fine.json", "dgx-h100", 16, serde_json::json!({}));
    for command in ["bom", "cables", "economics"] {
        let answer = podwright(&[command, &fine]);
        assert_eq!(answer.status.code(), Some(0), "{command}");
        assert!(answer.stderr.is_empty(), "{command}");
    }
}

#[test]
fn a_change_of_money_that_is_not_known_does_not_pass() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let none = || serde_json::json!({});
    let mi355x = |name: &str, nodes: u64, more: Value| {
        let mut more = more;
        more["fabrics"] = serde_json::json!([
            {"id": "compute", "topology": "auto", "switch": "nvidia-sn5600"}
        ]);
        cluster(folder, name, "srv-8x-mi355x", nodes, more)
    };
    let limited = |from: &str, to: &str, limit: &str| {
        let answer = podwright(&["diff", from, to, limit, "0%", "--format", "json"]);
        let json: serde_json::Value = serde_json::from_slice(&answer.stdout).unwrap();
        let limits = json["limits"].as_array().unwrap().clone();
        let reason = limits[0]["reason"].as_str().unwrap().to_owned();
        (
            answer.status.code(),
            json["verdict"].as_str().unwrap().to_owned(),
            reason,
        )
    };
    let h100 = cluster(folder, "h100.json", "dgx-h100", 16, none());
    let own = mi355x("mi355x.json", 16, none());
    // The nodes of one side have no price: nobody knows that it is not dearer.
    for (from, to) in [(&h100, &own), (&own, &h100)] {
        for limit in ["--max-capex-increase", "--max-tco-increase"] {
            let (code, verdict, reason) = limited(from, to, limit);
            assert_eq!((code, verdict.as_str()), (Some(1), "block"), "{reason}");
            for words in ["MI355X", "price_overrides", "--price-book"] {
                assert!(reason.contains(words), "{reason}");
            }
        }
        let (code, verdict, reason) = limited(from, to, "--warn-capex-increase");
        assert_eq!((code, verdict.as_str()), (Some(0), "warn"), "{reason}");
    }
    // As many of the same on both sides: the difference is exact, whatever they cost.
    let same = mi355x("same.json", 16, none());
    let (code, verdict, reason) = limited(&own, &same, "--max-capex-increase");
    assert_eq!((code, verdict.as_str()), (Some(0), "allow"), "{reason}");
    let prices = serde_json::json!({"price_overrides": {"nvidia-sn5600": 900_000}});
    let dearer = mi355x("dearer.json", 16, prices);
    let (code, _, reason) = limited(&own, &dearer, "--max-capex-increase");
    assert_eq!(code, Some(1), "{reason}");
    assert!(reason.contains("rises"), "{reason}");
    let more = mi355x("more.json", 17, none());
    assert!(
        limited(&own, &more, "--max-capex-increase")
            .2
            .contains("MI355X")
    );
    // A share of what has no price has none either, unless the rate is the same.
    let rate = |percent: u64, name: &str| {
        let site = serde_json::json!({"site": {"installation_percent": percent}});
        mi355x(name, 16, site)
    };
    let (three, five) = (rate(3, "three.json"), rate(5, "five.json"));
    assert!(
        limited(&three, &five, "--max-capex-increase")
            .2
            .contains("installation")
    );
    assert_eq!(
        limited(&three, &rate(3, "again.json"), "--max-capex-increase").0,
        Some(0)
    );
    // Capital cost has no part in what is paid for the years of use, whatever that is.
    let served = |more: Value, name: &str| {
        // Without it more spares are bought for more years.
        let mut site = serde_json::json!({"years": 4, "spares_percent": 1});
        for (key, value) in more.as_object().unwrap() {
            site[key] = value.clone();
        }
        mi355x(name, 16, serde_json::json!({ "site": site }))
    };
    let plain = served(none(), "plain.json");
    for (more, name) in [
        (
            serde_json::json!({"support_percent_per_year": 4}),
            "support.json",
        ),
        (
            serde_json::json!({"support_percent_per_year": 4, "years": 5}),
            "longer.json",
        ),
        (
            serde_json::json!({"licence_usd_per_gpu_year": 4_500, "staff_usd_per_year": 90_000}),
            "licences.json",
        ),
    ] {
        let more = served(more, name);
        let (code, verdict, reason) = limited(&plain, &more, "--max-capex-increase");
        assert_eq!(
            (code, verdict.as_str()),
            (Some(0), "allow"),
            "{name}: {reason}"
        );
        let (code, _, reason) = limited(&plain, &more, "--max-tco-increase");
        assert_eq!(code, Some(1), "{name}: {reason}");
    }
    let (_, _, reason) = limited(
        &plain,
        &served(
            serde_json::json!({"support_percent_per_year": 4}),
            "support.json",
        ),
        "--max-tco-increase",
    );
    assert!(reason.contains("upport"), "{reason}");
    // What cannot be built has no price, on both sides too.
    let racks = serde_json::json!({"site": {"rack_kw_limit": 8}});
    let low = cluster(folder, "low.json", "dgx-h100", 16, racks);
    for (from, to) in [(&h100, &low), (&low, &h100), (&low, &low)] {
        let (code, _, reason) = limited(from, to, "--max-capex-increase");
        assert_eq!(code, Some(1), "{reason}");
        assert!(reason.contains("rack.over_limit"), "{reason}");
    }
    // Prices that the design names and that are not here are not the prices that were used.
    let pinned = cluster(
        folder,
        "pinned.json",
        "dgx-h100",
        16,
        serde_json::json!({
            "price_book": {"id": "e03109fa9a1b03232235ff7592374ce7", "version": 1}
        }),
    );
    let (code, _, reason) = limited(&h100, &pinned, "--max-capex-increase");
    assert_eq!(code, Some(1), "{reason}");
    assert!(reason.contains("--price-book"), "{reason}");
}

/// The cells of a row of a table: columns are two spaces apart or more.
fn cells(text: &str, name: &str) -> Vec<String> {
    let row = text
        .lines()
        .find(|line| line.trim_start().starts_with(name));
    let row = row.unwrap_or_else(|| panic!("no {name} in {text}"));
    row.split("  ")
        .map(str::trim)
        .filter(|cell| !cell.is_empty())
        .map(str::to_owned)
        .collect()
}

#[test]
fn only_sums_that_leave_something_out_are_at_least() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let economics = |name: &str, unpriced: bool, site: Value| {
        let design = cluster(
            folder,
            name,
            "dgx-h100",
            16,
            serde_json::json!({ "site": site }),
        );
        let report: Value =
            serde_json::from_slice(&podwright(&["evaluate", &design, "--format", "json"]).stdout)
                .unwrap();
        let mut overrides = serde_json::Map::new();
        let lines = report["bom"]["lines"].as_array().unwrap();
        for line in lines.iter().filter(|line| line["unit_price_usd"].is_null()) {
            overrides.insert(line["part_id"].as_str().unwrap().to_owned(), 100.into());
        }
        // The host adapters' optics or a rack strip: something that is no node and has no price.
        if unpriced {
            assert!(!overrides.is_empty(), "every part has a price: {lines:?}");
            let last = overrides.keys().next_back().unwrap().clone();
            overrides.remove(&last);
        }
        let mut document: Value =
            serde_json::from_str(&std::fs::read_to_string(&design).unwrap()).unwrap();
        document["price_overrides"] = overrides.into();
        let design = write(folder, name, &document.to_string());
        let answer = podwright(&["economics", &design]);
        assert_eq!(answer.status.code(), Some(0));
        String::from_utf8(answer.stdout).unwrap()
    };
    let site = || {
        serde_json::json!({"years": 3, "hall_usd_per_kw": 10_000, "hall_years": 15,
            "rent_usd_per_gpu_hour": 2.5, "residual_percent": 10})
    };
    let whole = economics("whole.json", false, site());
    assert!(
        !whole.contains("at least") && !whole.contains("at most"),
        "{whole}"
    );
    let text = economics("unpriced.json", true, site());
    assert!(text.contains("A part has no price: "), "{text}");
    let least = |name: &str| -> Vec<bool> {
        let cells = cells(&text, name);
        cells[1..]
            .iter()
            .map(|cell| cell.starts_with("at least "))
            .collect()
    };
    for name in [
        "Capex, USD",
        "Cost over the years, USD",
        "Present value, USD",
        "GPU-hour, USD",
    ] {
        assert_eq!(least(name), [true; 3], "{name}");
    }
    // The hall is paid by power, and rent by the hour: both are exact.
    for name in [
        "Own hall, USD",
        "Own hall after the years, USD",
        "Rent over the years, USD",
    ] {
        assert_eq!(least(name), [false; 3], "{name}");
    }
    // Paid in the year, written off, in the books, at today's worth: the purchase is in the first payment alone, and the
    // part of it that comes back at the end makes the last year cheaper than it looks.
    assert_eq!(least("1 "), [true, true, true, true]);
    assert_eq!(least("2 "), [false, true, true, false]);
    assert_eq!(least("3 "), [false, true, true, false]);
    assert!(cells(&text, "3 ")[4].starts_with("at most "), "{text}");
    // Without a residual value nothing of the parts is in the books at the end, whatever they cost.
    let mut site = site();
    site["residual_percent"] = 0.into();
    let text = economics("written-off.json", true, site);
    let last = cells(&text, "3 ");
    assert!(last[2].starts_with("at least "), "{text}");
    assert!(
        last.iter().filter(|cell| cell.starts_with("at ")).count() == 1,
        "{text}"
    );
}

#[test]
fn one_year_is_a_year() {
    let folder = tempfile::tempdir().unwrap();
    let text = |years: f64, name: &str| {
        let site = serde_json::json!({"site": {"years": years, "rent_usd_per_gpu_hour": 2,
            "installation_percent": 3, "support_percent_per_year": 4, "staff_usd_per_year": 1,
            "licence_usd_per_gpu_year": 1, "colocation_usd_per_kw_month": 150}});
        let design = cluster(folder.path(), name, "dgx-h100", 16, site);
        let said = |command: &[&str]| String::from_utf8(podwright(command).stdout).unwrap();
        said(&["economics", &design]) + &said(&["evaluate", &design, "--format", "json"])
    };
    let one = text(1.0, "one.json");
    assert!(one.contains("not within 1 year of use"), "{one}");
    assert!(!one.contains("1 years"), "{one}");
    let more = text(1.5, "more.json");
    assert!(
        more.contains("for 1.5 years") && !more.contains("1.5 year "),
        "{more}"
    );
}

#[test]
fn the_exit_code_does_not_depend_on_the_reader() {
    let folder = tempfile::tempdir().unwrap();
    let racks = serde_json::json!({"site": {"rack_kw_limit": 8}});
    let low = cluster(folder.path(), "low.json", "dgx-h100", 16, racks);
    for (arguments, code) in [
        (
            &[
                "diff",
                "template:dgx-h100-1",
                &low,
                "--max-capex-increase",
                "1%",
            ][..],
            1,
        ),
        (
            &[
                "diff",
                "template:dgx-h100-1",
                "template:dgx-h100-4",
                "--format",
                "json",
            ],
            0,
        ),
        (&["evaluate", &low], 1),
        (&["evaluate", &low, "--format", "json"], 1),
        (
            &[
                "evaluate",
                "--template",
                "superpod-h100-127",
                "--format",
                "json",
            ],
            0,
        ),
        (&["bom", &low], 1),
        (&["bom", "--template", "superpod-h100-127"], 0),
        (&["cables", &low, "--format", "csv"], 1),
        (
            &[
                "cables",
                "--template",
                "superpod-h100-32",
                "--format",
                "json",
            ],
            0,
        ),
        (&["economics", &low], 1),
        (&["economics", "--template", "superpod-h100-32"], 0),
        (&["catalog"], 2),
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_podwright"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // The reader is gone before the first byte.
        drop(child.stdout.take());
        assert_eq!(child.wait().unwrap().code(), Some(code), "{arguments:?}");
    }
}

#[test]
fn parts_are_looked_up() {
    let part = json(&["catalog", "gpus", "rtx-3090"]);
    assert_eq!(part["memory_gb"], 24.0);
    let list = json(&["catalog", "switches", "--q", "sn5600", "--format", "json"]);
    assert!(!list.as_array().unwrap().is_empty());
    fails(&["catalog", "gpus", "nope"], 2, "nope");
    fails(&["catalog", "cheeses"], 2, "gpus");
}

#[test]
fn api_tokens_are_shown_once_and_revoked_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("tokens.db").display());
    let run = |arguments: &[&str]| {
        podwright(&[&["token", "--database-url", &url][..], arguments].concat())
    };
    let made = run(&["create", "procurement"]);
    assert_eq!(
        made.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&made.stderr)
    );
    let token = String::from_utf8(made.stdout).unwrap();
    assert!(token.starts_with("pw_api_"), "{token}");
    assert_eq!(run(&["create", "procurement"]).status.code(), Some(2));
    let list = String::from_utf8(run(&["list"]).stdout).unwrap();
    assert!(
        list.contains("procurement") && !list.contains(token.trim()),
        "{list}"
    );
    assert_eq!(run(&["revoke", "procurement"]).status.code(), Some(0));
    assert_eq!(run(&["revoke", "procurement"]).status.code(), Some(2));
}

/// A running service that is killed when the test ends.
struct Service {
    child: Child,
    address: String,
    _folder: tempfile::TempDir,
}

impl Service {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("serve.db").display());
        let mut child = Command::new(env!("CARGO_BIN_EXE_podwright"))
            .args(["serve", "--listen", "127.0.0.1:0", "--database-url", &url])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line
            .trim_end()
            .strip_prefix("listening on http://")
            .unwrap()
            .to_owned();
        assert!(
            !address.ends_with(":0"),
            "the port that was taken: {address}"
        );
        Self {
            child,
            address,
            _folder: folder,
        }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        stream
    }

    fn signal(&self, name: &str) {
        // The shell's own kill, which is everywhere.
        let command = format!("kill -s {name} {}", self.child.id());
        let done = Command::new("sh").args(["-c", &command]).status().unwrap();
        assert!(done.success());
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // Already gone in most tests.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_request_in_flight_is_finished_after_the_signal_to_stop() {
    for signal in ["TERM", "INT"] {
        let mut service = Service::start();
        let body = r#"{"schema":"podwright.design/1","name":"Late"}"#;
        let mut stream = service.connect();
        write!(
            stream,
            "POST /api/v1/designs HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
             connection: close\r\n\r\n{}",
            body.len(),
            &body[..10]
        )
        .unwrap();
        // An answer on another connection says that the service has begun to read ours, which came before.
        let mut other = service.connect();
        write!(
            other,
            "GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        other.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");

        service.signal(signal);
        // The signal is handled once no further connection is taken.
        while TcpStream::connect(&service.address).is_ok() {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(
            service.child.try_wait().unwrap().is_none(),
            "it waits for the request"
        );
        stream.write_all(&body.as_bytes()[10..]).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
        assert!(answer.contains("pw_edit_"), "{answer}");
        assert_eq!(service.child.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn what_cannot_be_served_is_said() {
    fails(&["serve", "--database-url", "mysql://x/y"], 3, "database");
    fails(
        &["serve", "--database-url", "sqlite:/no/such/folder/x.db"],
        3,
        "database",
    );
    fails(&["serve", "--listen", "nonsense"], 2, "listen");
    fails(&["serve", "--public-url", "plan.example"], 2, "http");
    let service = Service::start();
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("x.db").display());
    fails(
        &[
            "serve",
            "--listen",
            &service.address,
            "--database-url",
            &url,
        ],
        3,
        "can't listen",
    );
}
