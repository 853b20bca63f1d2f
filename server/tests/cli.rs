//! The program as a shell sees it: words in, figures and exit codes out. Figures are published ones.

mod shell;

use serde_json::Value;
use shell::{json, podwright};

/// DGX SuperPOD H100 reference architecture, table 4.
#[test]
fn evaluate_counts_the_switches_of_a_superpod() {
    let report = json(&[
        "evaluate",
        "--template",
        "superpod-h100-127",
        "--format",
        "json",
    ]);
    assert_eq!(report["summary"]["gpus"], 1016);
    let fabric = report["fabrics"]
        .as_array()
        .expect("a list")
        .iter()
        .find(|fabric| fabric["id"] == "compute")
        .expect("a compute fabric");
    let tiers: Vec<(&str, u64)> = fabric["tiers"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|tier| {
            (
                tier["role"].as_str().expect("a word"),
                tier["count"].as_u64().expect("a count"),
            )
        })
        .collect();
    assert_eq!(tiers, [("leaf", 32), ("spine", 16)]);
}

/// All-reduce at 8 GiB: nccl-tests 309 and ml-engineering (H100), nccl-tests 178 (A100 PCIe pairs).
#[test]
fn collective_takes_ranks_and_settings() {
    for (args, measured) in [
        (&["--template", "dgx-h100-1"][..], 478.0),
        (&["--template", "dgx-h100-1", "--set", "nvls=off"], 367.0),
        (
            &["--template", "quad-a100-pcie-bridged", "--ranks", "2"],
            208.0,
        ),
        (
            &["--template", "quad-a100-pcie-bridged", "--ranks", "3"],
            20.0,
        ),
    ] {
        let mut all = vec![
            "collective",
            "--op",
            "all_reduce",
            "--bytes",
            "8GiB",
            "--format",
            "json",
        ];
        all.extend(args);
        let curve = json(&all);
        let busbw = curve["points"][0]["busbw_gb_s"].as_f64().expect("a number");
        assert!(
            (busbw / measured - 1.0).abs() <= 0.2,
            "{args:?}: {busbw} against {measured}"
        );
    }
}

/// What one table output says, blanks folded.
fn said(args: &[&str]) -> String {
    let out = podwright(&[&["collective", "--op", "all_reduce"][..], args].concat());
    assert_eq!(out.status.code(), Some(0), "{args:?}");
    let text = String::from_utf8(out.stdout).expect("text");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// NCCL takes NVLS on eight H100 for large messages, and nccl-tests print about 480 GB/s over links of 450.
#[test]
fn one_size_is_explained() {
    let text = said(&["--template", "dgx-h100-1", "--bytes", "8GiB"]);
    for part in [
        "Algorithm NVLS",
        "Channels 16",
        "Slowest part Reduction in the NVLink switch",
        "may pass the 450 GB/s of the links",
        "On the wire 8.59 GB",
        "Runner-up Ring, Simple",
        "% longer",
        "taken with algorithm=ring",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // Many sizes are a table alone.
    assert!(!said(&["--template", "dgx-h100-1"]).contains("Runner-up"));
}

/// The command asks the model what the report asks it.
#[test]
fn a_collective_is_the_point_of_the_report() {
    let report = json(&["evaluate", "--template", "dgx-h100-1", "--format", "json"]);
    let curves = report["collectives"].as_array().expect("a list");
    let all_reduce = curves.iter().find(|curve| curve["op"] == "all_reduce");
    let points = all_reduce.expect("a curve")["points"].as_array();
    let of_report = points
        .expect("a list")
        .iter()
        .find(|point| point["message_bytes"] == 8_589_934_592_u64);
    let curve = json(&[
        "collective",
        "--template",
        "dgx-h100-1",
        "--op",
        "all_reduce",
        "--bytes",
        "8GiB",
        "--format",
        "json",
    ]);
    // A curve does not look for what would make its runner-up win; one size is explained.
    let mut point = curve["points"][0].clone();
    let second = point["runner_up"].as_object_mut().expect("a runner-up");
    assert_eq!(second.remove("taken_with"), Some("algorithm=ring".into()));
    assert!(second.remove("wins_at_bytes").is_some());
    assert_eq!(Some(&point), of_report);
    assert_eq!(curve["points"][0]["algorithm"], "nvls");
    assert!(curve["points"][0]["busbw_gb_s"].as_f64() > Some(450.0));
}

/// What is said to make the runner-up win does so.
#[test]
fn the_way_to_the_runner_up_is_true() {
    let bytes = ["--template", "dgx-h100-1", "--bytes"];
    let text = said(&[&bytes[..], &["1MiB"]].concat());
    let (_, after) = text
        .split_once("The nearest larger size where it wins is about ")
        .expect("a larger size");
    let size = after.trim_end_matches('.').replace(' ', "");
    let (_, second) = text.split_once("Runner-up ").expect("a runner-up");
    let (second, _) = second.split_once(':').expect("its time");
    let (algorithm, protocol) = second.split_once(", ").expect("two words");
    // The size is written to three digits.
    let mib: f64 = size.trim_end_matches("MiB").parse().expect("a size");
    for (size, wins) in [(mib * 0.97, false), (mib * 1.03, true)] {
        let text = said(&[&bytes[..], &[&format!("{size:.3}MiB")]].concat());
        let taken = format!("Algorithm {algorithm} ");
        assert_eq!(text.contains(&taken), wins, "{size}: {text}");
    }
    let set = [
        format!("algorithm={}", algorithm.to_lowercase()),
        format!("protocol={}", protocol.to_lowercase()),
    ];
    let told = format!("taken with {} {}.", set[0], set[1]);
    assert!(text.contains(&told), "{text}");
    let forced = said(&[&bytes[..], &["1MiB", "--set", &set[0], "--set", &set[1]]].concat());
    assert!(
        forced.contains(&format!("Algorithm {algorithm} ")),
        "{forced}"
    );
}

#[test]
fn a_measured_bandwidth_takes_the_place_of_the_models() {
    let base = ["--template", "dgx-h100-1", "--bytes", "8GiB", "--set"];
    let text = said(&[&base[..], &["measured-inside=400"]].concat());
    assert!(text.contains("your measurement"), "{text}");
    let curve = json(
        &[
            &["collective", "--op", "all_reduce", "--format", "json"][..],
            &base[..],
            &["measured-inside=400"],
        ]
        .concat(),
    );
    let point = &curve["points"][0];
    assert_eq!(point["measured"], true);
    let busbw = point["busbw_gb_s"].as_f64().expect("a number");
    assert!((busbw / 400.0 - 1.0).abs() < 0.05, "{busbw}");
}

#[test]
fn wrong_settings_list_the_right_words() {
    for (set, words) in [
        ("algorithm=butterfly", "ring or tree or nvls or nvls-tree"),
        ("launch=two", "process-per-gpu or one-process"),
        ("colour=red", "gpudirect"),
        ("measured-inside=0", "measured_inside_gb_s"),
        ("measured-between=nan", "measured_between_gb_s"),
    ] {
        let out = podwright(&[
            "collective",
            "--template",
            "dgx-h100-1",
            "--op",
            "all_reduce",
            "--set",
            set,
        ]);
        assert_eq!(out.status.code(), Some(2), "{set}");
        let text = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(text.contains(words), "{set}: {text}");
    }
}

/// DGX SuperPOD H100 (table 4 with UFM ports) and B300 XDR.
#[test]
fn fabric_sizes_by_numbers_alone() {
    let size = json(&[
        "fabric",
        "--nodes",
        "127",
        "--nics-per-node",
        "8",
        "--rails",
        "8",
        "--switch-ports",
        "64",
        "--extra-endpoints",
        "4",
        "--format",
        "json",
    ]);
    for (key, value) in [
        ("leaf", 32),
        ("spine", 16),
        ("core", 0),
        ("cables_node_leaf", 1020),
        ("cables_leaf_spine", 1024),
        ("cables_spine_core", 0),
    ] {
        assert_eq!(size[key], value, "{key}");
    }
    let size = json(&[
        "fabric",
        "--endpoints",
        "2304",
        "--switch-ports",
        "144",
        "--spines",
        "minimal",
        "--format",
        "json",
    ]);
    assert_eq!((&size["leaf"], &size["spine"]), (&32.into(), &16.into()));
}

/// 1,016 adapters at 1:1: adaptive routing delivers the line rate of 50 GB/s, hashing less, and of 16 spines a lost one
/// takes a sixteenth of what a full leaf sends up.
#[test]
fn flow_tells_what_a_superpod_delivers() {
    let flow = |more: &[&str]| {
        let mut all = vec![
            "flow",
            "--template",
            "superpod-h100-127",
            "--format",
            "json",
        ];
        all.extend(more);
        json(&all)
    };
    let healthy = flow(&[
        "--op",
        "permutation",
        "--across-rails",
        "--routing",
        "adaptive",
    ]);
    assert_eq!(
        (
            &healthy["flows"],
            &healthy["delivered"],
            &healthy["slowest_gb_s"]
        ),
        (&1016.into(), &1.0.into(), &50.0.into())
    );
    assert!(healthy["bottleneck"].is_null());
    let ring = flow(&["--op", "all_reduce", "--routing", "adaptive"]);
    assert_eq!(ring["delivered"], 1.0);
    let hashed = flow(&[
        "--op",
        "permutation",
        "--across-rails",
        "--routing",
        "ecmp",
        "--seeds",
        "9",
    ]);
    let share = |value: &Value| value.as_f64().expect("a number");
    assert!(share(&hashed["seeds"]["worst"]) <= share(&hashed["seeds"]["median"]));
    // Balls in bins: with 32 flows on 32 links some link has three or more.
    assert!(share(&hashed["delivered"]) <= 0.34, "{hashed}");
    assert!(hashed["bottleneck"]["flows"].as_u64().expect("a count") >= 3);
    let lost = flow(&[
        "--op",
        "permutation",
        "--across-rails",
        "--routing",
        "adaptive",
        "--fail",
        "spine:3",
    ]);
    let delivered = share(&lost["delivered"]);
    assert!(
        (15.0 / 16.0 - 1e-9..1.0).contains(&delivered),
        "{delivered}"
    );
}

#[test]
fn flow_says_what_is_cut_off_and_what_it_cannot_take() {
    let flow = |more: &[&str]| {
        let mut all = vec!["flow", "--template", "superpod-h100-127"];
        all.extend(more);
        podwright(&all)
    };
    let cut = flow(&["--op", "ring", "--fail", "leaf:3"]);
    assert_eq!(cut.status.code(), Some(1), "a flow has no path");
    let text = String::from_utf8_lossy(&cut.stdout).into_owned();
    assert!(text.contains("have an end that is down"), "{text}");
    for (args, word) in [
        (
            &[
                "--op",
                "alltoall",
                "--across-rails",
                "--seeds",
                "900",
                "--routing",
                "ecmp",
            ][..],
            "fewer seeds",
        ),
        (&["--op", "ring", "--fail", "spine:16"], "there are 16"),
        (&["--op", "ring", "--fail", "rack:1"], "leaf:3"),
        (&["--op", "ring", "--fabric", "none"], "compute"),
        (&["--op", "ring", "--seeds", "0"], "seeds"),
    ] {
        let refused = flow(args);
        assert_eq!(refused.status.code(), Some(2), "{args:?}");
        let text = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(text.contains(word), "{args:?}: {text}");
    }
    let alone = podwright(&["flow", "--template", "dgx-h100-1", "--op", "ring"]);
    assert_eq!(alone.status.code(), Some(2));
}

#[test]
fn flow_says_what_parts_that_are_down_cost() {
    let tray = [
        "flow",
        "--template",
        "nvl72-1",
        "--op",
        "all_reduce",
        "--fail",
        "nvlink-tray:0/4",
    ];
    let rack = podwright(&tray);
    assert_eq!(rack.status.code(), Some(0), "the rack goes on");
    let text = String::from_utf8_lossy(&rack.stdout).into_owned();
    for word in [
        "800 GB/s",
        "Taken for granted",
        "Nodes affected",
        "H1-R01-01",
    ] {
        assert!(text.contains(word), "{word}: {text}");
    }
    let outage = &json(&[&tray[..], &["--format", "json"]].concat())["outage"];
    let share = outage["nvlink"][0]["gpu_gb_s_after"]
        .as_f64()
        .expect("a rate")
        / 900.0;
    assert!((share - 8.0 / 9.0).abs() < 1e-12);
    let strip = json(&[
        "flow",
        "--template",
        "superpod-h100-127",
        "--op",
        "ring",
        "--fail",
        "pdu:0/0",
        "--format",
        "json",
    ]);
    assert_eq!(strip["outage"]["power"][0]["feeds_assumed"], true);
    assert_eq!(strip["flows_cut"], 0, "two feeds are assumed");
    for (template, part, word) in [
        ("superpod-h100-127", "nvlink-tray:0/0", "baseboard"),
        ("superpod-h100-127", "pdu:0/9", "there are 4"),
        ("nvl72-1", "leaf:0", "no fabric"),
        ("nvl72-1", "pdu:9/0", "there are 1"),
    ] {
        let args = [
            "flow",
            "--template",
            template,
            "--op",
            "ring",
            "--fail",
            part,
        ];
        let refused = podwright(&args);
        assert_eq!(refused.status.code(), Some(2), "{args:?}");
        let text = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(text.contains(word), "{args:?}: {text}");
    }
}

#[test]
fn exit_codes_tell_findings_and_usage_apart() {
    let dir = std::env::temp_dir().join(format!("podwright-cli-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder");
    let file = dir.join("design.json");
    std::fs::write(
        &file,
        r#"{"schema":"podwright.design/1","pools":[{"id":"a","node":"no-such-node","count":1}]}"#,
    )
    .expect("a file");
    let path = file.to_str().expect("a path");
    assert_eq!(
        podwright(&["evaluate", path]).status.code(),
        Some(1),
        "an error finding"
    );
    assert_eq!(podwright(&["evaluate"]).status.code(), Some(2), "no design");
    assert_eq!(
        podwright(&["nonsense"]).status.code(),
        Some(2),
        "no such command"
    );
    std::fs::write(&file, "{").expect("a file");
    let broken = podwright(&["evaluate", path]);
    assert_eq!(
        broken.status.code(),
        Some(3),
        "not JSON: {}",
        String::from_utf8_lossy(&broken.stderr)
    );
    assert!(podwright(&["catalog", "gpus"]).status.success());
    std::fs::remove_dir_all(&dir).expect("removed");
}

#[test]
fn a_bill_comes_in_four_forms_and_with_prices_of_ones_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let book = folder.path().join("quotations.csv");
    std::fs::write(
        &book,
        "part_id,default_usd,as_of,source\ndgx-h100,300000,2026-11,quotation 17\n",
    )
    .expect("a file");
    let book = book.to_str().expect("a path");
    let template = ["--template", "dgx-h100-4"];
    let run = |extra: &[&str]| {
        let mut args = vec!["bom"];
        args.extend(template);
        args.extend(extra);
        let output = podwright(&args);
        assert!(output.status.success(), "{args:?}");
        output.stdout
    };
    assert!(run(&["--format", "xlsx"]).starts_with(b"PK"));
    let csv = String::from_utf8(run(&["--format", "csv", "--price-book", book])).expect("text");
    assert!(
        csv.contains(",300000.0,2026-11,quotation 17,1200000.0,"),
        "{csv}"
    );
    let markdown = String::from_utf8(run(&[])).expect("text");
    assert!(markdown.contains("Total of priced lines"), "{markdown}");
    let report = json(&[
        "evaluate",
        "--template",
        "dgx-h100-4",
        "--price-book",
        book,
        "--format",
        "json",
    ]);
    let version = report["price_book_version"].as_str().expect("a version");
    assert!(version.ends_with(" + quotations.csv"), "{version}");

    // Both sides of a difference are priced by it.
    let sides = [
        "diff",
        "template:dgx-h100-1",
        "template:dgx-h100-4",
        "--format",
        "json",
    ];
    let nodes = |extra: &[&str]| -> (f64, f64) {
        let found = json(&[&sides, extra].concat());
        let lines = found["bom"].as_array().expect("lines");
        let node = lines
            .iter()
            .find(|line| line["part_id"] == "dgx-h100")
            .expect("nodes");
        (
            node["from_usd"].as_f64().expect("a price"),
            node["to_usd"].as_f64().expect("a price"),
        )
    };
    assert_eq!(nodes(&["--price-book", book]), (300_000.0, 1_200_000.0));
    assert_ne!(nodes(&[]), (300_000.0, 1_200_000.0));

    std::fs::write(
        folder.path().join("quotations.csv"),
        "part_id,default_usd,as_of,source\nno-part,x,2026-11,y\n",
    )
    .expect("a file");
    let output = podwright(&["bom", "--template", "dgx-h100-4", "--price-book", book]);
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.contains("line 2, part_id") && said.contains("line 2, default_usd"),
        "{said}"
    );
}

#[test]
fn owning_is_compared_with_renting() {
    let own = json(&[
        "economics",
        "--template",
        "superpod-h100-127",
        "--format",
        "json",
    ]);
    // 1,016 GPUs, 127 hosts, as many adapters and 2,040 links at the rates of Llama 3's table.
    assert_eq!(own["failures"]["mtbf_hours"], 50.14);
    let table = podwright(&["economics", "--template", "superpod-h100-127"]);
    let text = String::from_utf8_lossy(&table.stdout).into_owned();
    assert!(
        text.contains("Owning has cost as much as rent in month"),
        "{text}"
    );
    assert!(
        text.contains("What fails") && text.contains("software"),
        "{text}"
    );
}

/// DGX SuperPOD H100 reference architecture: 1,016 cables to nodes and 1,024 between switches.
#[test]
fn cables_of_a_superpod_are_listed_one_by_one() {
    let list = json(&[
        "cables",
        "--template",
        "superpod-h100-127",
        "--format",
        "json",
    ]);
    assert_eq!(list["lines"].as_array().expect("a list").len(), 2040);
    let args = [
        "cables",
        "--template",
        "superpod-h100-127",
        "--fabric",
        "compute",
        "--format",
        "csv",
    ];
    let csv = podwright(&args);
    assert!(csv.status.success());
    let text = String::from_utf8(csv.stdout).expect("UTF-8");
    assert_eq!(text.lines().count(), 2041);
    assert_eq!(
        podwright(&args).stdout,
        text.as_bytes(),
        "the same each time"
    );
    for wrong in [
        &[
            "cables",
            "--template",
            "superpod-h100-127",
            "--fabric",
            "no-such",
        ][..],
        &[
            "cables",
            "--template",
            "superpod-h100-127",
            "--format",
            "xlsx",
        ],
        &["cables"],
    ] {
        assert_eq!(podwright(wrong).status.code(), Some(2), "{wrong:?}");
    }
}
