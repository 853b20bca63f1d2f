//! The program as a shell sees it: words in, figures and exit codes out. Figures are published ones.

use std::process::{Command, Output};

use serde_json::Value;

fn podwright(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_podwright"))
        .args(args)
        .output()
        .expect("the program starts")
}

fn json(args: &[&str]) -> Value {
    let output = podwright(args);
    assert!(
        output.status.success(),
        "{args:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).expect("JSON on standard output")
}

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
