//! Scores of small files whose answers are known by hand, the vocabulary, hostile files, and the file that ships.

use podwright_sim_core::collective::MODEL;
use std::collections::BTreeSet;
use std::fmt::Write;

use crate::read::{Row, read};
use crate::system::{catalog, system};
use crate::*;

const HEADER: &str = "id,source_url,source_date,system,gpu,gpus_per_node,nodes,gpus_total,intra_node,inter_node,library,op,datatype,\
message_bytes,in_place,time_us,algbw_gbps,busbw_gbps,env,notes,quality,flag\n";

/// A row of eight H100 in one node.
fn h100(id: &str, bytes: u64, time_us: f64, flag: &str) -> String {
    format!(
        "{id},,,,H100-SXM,8,1,8,nvswitch3,none,,all_reduce,float32,{bytes},0,{time_us},,,,,A,{flag}\n"
    )
}

fn scores(rows: &str) -> Scores {
    score(format!("{HEADER}{rows}").as_bytes(), &Options::default()).expect("the file is sound")
}

fn fails(file: &[u8]) -> String {
    match score(file, &Options::default()) {
        Ok(_) => panic!("the file should be refused"),
        Err(error) => error.to_string(),
    }
}

/// What the engine predicts for such rows, so that measured times with known errors can be made.
fn predicted(bytes: u64) -> f64 {
    let file = format!("{HEADER}{}", h100("x-1", bytes, 1.0, ""));
    let mut results = rows(file.as_bytes(), &Options::default()).expect("the file is sound");
    let row = results.next().expect("one row");
    assert_eq!(results.next(), None);
    row.predicted_us.expect("the row is mapped")
}

/// A row that was measured so that the prediction is off by `error`.
fn off_by(id: &str, bytes: u64, error: f64, flag: &str) -> String {
    h100(id, bytes, predicted(bytes) / (1.0 + error), flag)
}

fn near(found: Option<f64>, wanted: f64) {
    let found = found.expect("there is a figure");
    assert!((found - wanted).abs() < 1e-9, "{found}, wanted {wanted}");
}

fn all(scores: &Scores, band: Band) -> &ClassScore {
    scores
        .classes
        .iter()
        .find(|score| score.band == band && score.op == "all")
        .expect("the band has rows")
}

#[test]
fn a_series_counts_once_and_its_median_decides() {
    // Series a: errors 10, 20, 90 % (median 20 %); series b: one row, 40 %. Two sizes leave nothing out.
    let file = [
        off_by("a-1", 1024, 0.10, ""),
        off_by("a-2", 1024, 0.20, ""),
        off_by("a-3", 2048, 0.90, ""),
        off_by("b-1", 1024, -0.40, ""),
    ]
    .concat();
    let scores = scores(&file);
    let band = all(&scores, Band::UpTo64KiB);
    assert_eq!((band.series, band.rows), (2, 4));
    near(band.median, 0.30);
    near(band.p90, 0.20 + 0.9 * 0.20);
    // Series a: one of three within 10 % (the limit itself belongs to it or not by rounding, so 25 % is asked), b none.
    near(band.within_25, f64::midpoint(2.0 / 3.0, 0.0));
    near(band.within_2x, 1.0);
    near(band.bias, f64::midpoint(0.4, -0.4));
    assert_eq!(band.class, SystemClass::NvswitchNode);
    near(scores.overall.median, 0.30);
    assert_eq!(scores.overall.rows, 4);
}

#[test]
fn operations_stand_beside_the_plain_ring() {
    let file = [
        off_by("a-1", 1024, 0.10, ""),
        off_by("a-2", 1 << 30, 0.30, ""),
        off_by("b-1", 1024, 0.50, ""),
    ]
    .concat();
    let scores = scores(&file);
    let bands: Vec<(&str, Band, usize)> = scores
        .operations
        .iter()
        .map(|score| (score.op, score.band, score.rows))
        .collect();
    assert_eq!(
        bands,
        [
            ("all_reduce", Band::UpTo64KiB, 2),
            ("all_reduce", Band::From1GiB, 1),
            ("all_reduce", Band::All, 3),
        ]
    );
    let every = &scores.operations[2];
    near(every.median, f64::midpoint(0.20, 0.50));
    // One class and one operation: the plain ring is that of the whole file.
    assert_eq!(every.baseline_median, scores.baseline.median);
    assert_eq!(every.within_2x, scores.overall.within_2x);
}

#[test]
fn what_was_measured_lies_inside_the_band_or_not() {
    let file = format!("{HEADER}{}", h100("x-1", 1024, 1.0, ""));
    let row = rows(file.as_bytes(), &Options::default())
        .expect("the file is sound")
        .next()
        .expect("one row");
    let (low, high) = (row.low_us.expect("low"), row.high_us.expect("high"));
    let file = [
        h100("a-1", 1024, f64::midpoint(low, high), ""),
        h100("a-2", 1024, high * 1.01, ""),
        h100("b-1", 1024, low * 0.99, ""),
        // A broken set-up says nothing about the band.
        h100("c-1", 1024, high * 9.0, "suspect-setup"),
    ]
    .concat();
    near(scores(&file).inside_band, f64::midpoint(0.5, 0.0));
    assert_eq!(scores("").inside_band, None);
}

#[test]
fn sources_are_scored_over_their_series() {
    let from = |id: &str, error: f64, url: &str| {
        off_by(id, 1024, error, "").replacen(",,", &format!(",{url},"), 1)
    };
    let file = [
        from("a-1", 0.10, "https://a.example/log"),
        from("b-1", 0.30, "https://a.example/log"),
        from("c-1", 0.90, "address not recorded"),
    ]
    .concat();
    let scores = scores(&file);
    let found: Vec<(&str, usize, usize)> = scores
        .sources
        .iter()
        .map(|source| (source.source_url.as_str(), source.series, source.rows))
        .collect();
    assert_eq!(
        found,
        [
            ("https://a.example/log", 2, 2),
            ("address not recorded", 1, 1)
        ]
    );
    near(Some(scores.sources[0].median), 0.20);
}

#[test]
fn twice_and_half_are_the_limits_of_within_2x() {
    let file = [
        off_by("a-1", 1024, 0.99, ""),
        off_by("a-2", 1024, 1.01, ""),
        off_by("a-3", 2048, -0.49, ""),
        off_by("a-4", 2048, -0.51, ""),
    ]
    .concat();
    near(scores(&file).overall.within_2x, 0.5);
}

#[test]
fn the_smallest_of_three_sizes_is_left_out() {
    let file = [
        off_by("a-1", 1024, 9.0, ""),
        off_by("a-2", 2048, 0.2, ""),
        off_by("a-3", 4096, 0.2, ""),
    ]
    .concat();
    let found = scores(&file);
    assert_eq!(found.overall.rows, 2);
    assert_eq!(found.skipped.eligible, 3);
    near(found.overall.median, 0.2);
    assert_eq!(found.points.len(), 2);
    // `--rows` still tells all three.
    let file = format!("{HEADER}{file}");
    let told = rows(file.as_bytes(), &Options::default()).expect("the file is sound");
    assert_eq!(told.count(), 3);
}

#[test]
fn suspect_rows_count_in_medians_only() {
    let file = [
        off_by("a-1", 1024, 0.2, ""),
        off_by("b-1", 1024, 4.0, "suspect-setup"),
    ]
    .concat();
    let found = scores(&file);
    near(found.overall.median, 2.1);
    near(found.overall.within_2x, 1.0);
    near(found.overall.bias, 0.2);
    let suspect_only = scores(&off_by("b-1", 1024, 4.0, "suspect-setup"));
    assert_eq!(suspect_only.overall.within_2x, None);
    assert_eq!(suspect_only.overall.bias, None);
}

#[test]
fn rows_that_do_not_count_are_no_skips() {
    let plain = h100("a-1", 1024, 10.0, "");
    let file = [
        plain.clone(),
        h100("a-2", 1024, 10.0, "outlier"),
        h100("a-3", 1024, 10.0, "not-measured"),
        plain.replace("1024,0,", "1024,1,"),
        plain.replace(",1024,", ",,"),
        plain.replace("all_reduce", "p2p_write_latency"),
    ]
    .concat();
    let found = scores(&file);
    assert_eq!((found.skipped.eligible, found.skipped.rows), (1, 0));
    assert_eq!(found.overall.rows, 1);
}

#[test]
fn skips_are_counted_with_their_reasons() {
    let plain = h100("a-1", 1024, 10.0, "");
    let file = [
        plain.replace("H100-SXM", "H900"),
        plain.replace("nvswitch3", "string"),
        plain.replace(",none,", ",pigeons,"),
        plain.replace(",8,1,8,", ",8,2,16,"),
        plain.replace(",8,1,8,", ",8,1,9,"),
        plain.replace(",8,1,8,", ",1,1,1,"),
        plain.replace(",10,", ",,"),
    ]
    .concat();
    let found = scores(&file);
    assert_eq!((found.skipped.eligible, found.skipped.rows), (7, 7));
    assert_eq!(found.overall.rows, 0);
    assert_eq!(found.overall.median, None);
    let reasons: Vec<&str> = found.skipped.reasons.keys().map(String::as_str).collect();
    for part in [
        "'H900'",
        "'string'",
        "'pigeons'",
        "no network",
        "do not fit",
        "one GPU",
        "neither a time",
    ] {
        assert!(
            reasons.iter().any(|reason| reason.contains(part)),
            "{part}: {reasons:?}"
        );
    }
}

#[test]
fn time_comes_from_bus_bandwidth_where_it_is_not_given() {
    // 8 ranks: all-reduce moves 2 × 7/8 of the buffer. 1 GiB at 400 GB/s busbw takes 4697.62 µs.
    let row = h100("a-1", 1 << 30, 1.0, "").replace(",0,1,,,", ",0,,,400,");
    let found = scores(&row);
    let measured = found.points[0].measured_us;
    let wanted = 1_073_741_824.0 * 1.75 / 400e3;
    assert!((measured - wanted).abs() < 1e-6, "{measured}");
}

/// The baseline by hand: 14 steps of 1 µs after 5 µs, and 1.75 GiB over 450 GB/s.
#[test]
fn the_plain_ring_is_the_one_described() {
    let ring = 5.0 + 14.0 + 1_073_741_824.0 * 1.75 / 450e3;
    let found = scores(&h100("a-1", 1 << 30, ring, ""));
    near(found.baseline.median, 0.0);
    // Two nodes of eight with eight adapters of 50 GB/s: 30 steps, and 400 GB/s between them.
    let ring = 5.0 + 30.0 + 1_073_741_824.0 * 2.0 * 15.0 / 16.0 / 400e3;
    let row = h100("a-1", 1 << 30, ring, "")
        .replace(",8,1,8,", ",8,2,16,")
        .replace(",none,", ",ib-ndr-400x8,");
    near(scores(&row).baseline.median, 0.0);
}

#[test]
fn quality_restricts_rows() {
    let file = [
        h100("a-1", 1024, 10.0, ""),
        h100("b-1", 1024, 10.0, "").replace(",A,", ",B,"),
        h100("c-1", 1024, 10.0, "").replace(",A,", ",C,"),
    ]
    .concat();
    let options = Options {
        quality: Some("AB".to_owned()),
    };
    let found = score(format!("{HEADER}{file}").as_bytes(), &options).expect("the file is sound");
    assert_eq!(found.skipped.eligible, 2);
}

#[test]
fn json_has_the_keys_that_programs_read() {
    let found = scores(&h100("a-1", 1024, 10.0, ""));
    let json = serde_json::to_value(&found).expect("scores are JSON");
    let keys = |value: &serde_json::Value| -> BTreeSet<String> {
        value
            .as_object()
            .map(|object| object.keys().cloned().collect())
            .unwrap_or_default()
    };
    let set = |words: &str| -> BTreeSet<String> { words.split(' ').map(str::to_owned).collect() };
    assert_eq!(keys(&json), set("overall skipped baseline classes"));
    let overall = set("rows series median p90 within_2x bias");
    assert_eq!(keys(&json["overall"]), overall);
    assert_eq!(keys(&json["baseline"]), overall);
    assert_eq!(keys(&json["skipped"]), set("rows eligible reasons"));
    assert_eq!(
        keys(&json["classes"][0]),
        set("class band op series rows median p90 within_10 within_25 within_2x bias")
    );
    assert_eq!(json["classes"][0]["class"], "nvswitch-node");
    assert_eq!(json["classes"][0]["band"], "le64KiB");
    let file = format!("{HEADER}{}", h100("a-1", 1024, 10.0, ""));
    let row = rows(file.as_bytes(), &Options::default())
        .expect("the file is sound")
        .next()
        .expect("one row");
    let json = serde_json::to_value(row).expect("a row is JSON");
    assert_eq!(
        keys(&json),
        set("id predicted_us low_us high_us basis algorithm skipped")
    );
    assert!(json["skipped"].is_null());
}

#[test]
fn classes_follow_the_first_rule_that_fits() {
    let class = SystemClass::of;
    assert_eq!(
        class("MI300X", "xgmi-mi300-allpairs", "roce-400x8"),
        SystemClass::Mi300
    );
    assert_eq!(
        class("V100", "nvlink2", "efa-100x4"),
        SystemClass::CloudTransport
    );
    assert_eq!(
        class("V100-SXM2", "nvlink2", "ib-edr-100x4"),
        SystemClass::V100
    );
    assert_eq!(
        class("GH200 120GB", "nvlink4-allpairs", "none"),
        SystemClass::Other
    );
    assert_eq!(
        class("GH200 120GB", "nvlink4-allpairs", "tcp over slingshot"),
        SystemClass::CloudTransport
    );
    assert_eq!(
        class("A100", "nvswitch2", "ipoib tcp over ib-hdr"),
        SystemClass::CloudTransport
    );
    assert_eq!(
        class("H100-SXM", "nvswitch3", "not stated"),
        SystemClass::MultiNode
    );
    assert_eq!(
        class("GB200", "nvlink5-nvl72-tray", "none"),
        SystemClass::NvswitchNode
    );
    assert_eq!(
        class("A40", "nvlink3-bridge-4link", "none"),
        SystemClass::Pcie
    );
}

#[test]
fn bands_end_where_they_say() {
    assert_eq!(Band::of(65_536), Band::UpTo64KiB);
    assert_eq!(Band::of(65_537), Band::UpTo16MiB);
    assert_eq!(Band::of(16 << 20), Band::UpTo16MiB);
    assert_eq!(Band::of((1 << 30) - 1), Band::Under1GiB);
    assert_eq!(Band::of(1 << 30), Band::From1GiB);
}

const GPUS: &str = "A100|A100 PCIe|A100 PCIe 80GB|A100-SXM|A100-SXM4|A100-SXM4-40GB|A100-SXM4-80GB|A40|B200|B300|GB200|GB300|\
GH200 120GB|H100 NVL|H100 PCIe|H100-SXM|H100-SXM 80GB|H200-SXM|L40S|MI300X|MI325X|MI355X|RTX 2080 Ti|RTX 3090|RTX 4090|\
RTX 5090|RTX PRO 6000 Blackwell|T4|V100|V100-SXM2|V100-SXM2-16GB|V100-SXM2-32GB|V100-SXM3-32GB";
/// Ways inside a node, with a GPU that has them and the ranks of a node.
const INTRA: &str = "none/B200/1|nvlink2/V100/4|nvlink2-hybrid-cube-mesh/V100-SXM2/8|nvlink3-bridge/A100 PCIe/2|\
nvlink3-bridge-12link/A100 PCIe/2|nvlink3-bridge-12link+pcie4-host-bridge/A100 PCIe/3|nvlink3-bridge-4link/A40/2|\
nvlink3-bridge-pairs+pcie4/A100 PCIe 80GB/4|nvlink4/H100-SXM/4|nvlink4-allpairs/GH200 120GB/4|nvlink4-bridge/H100 NVL/2|\
nvlink4-bridge-pairs+pcie5/H100 NVL/4|nvlink5-nvl72/GB200/4|nvlink5-nvl72-tray/GB300/4|nvswitch1/V100-SXM3-32GB/16|\
nvswitch2/A100-SXM4/8|nvswitch3/H200-SXM/8|nvswitch4/B300/8|pcie-nop2p-shm/T4/4|pcie3-x16-switch-nop2p-shm/RTX 2080 Ti/2|\
pcie4-cross-socket-nop2p-shm/A40/4|pcie4-host-bridge/L40S/8|pcie4-host-bridge-node-nop2p-shm/A40/2|\
pcie4-host-bridge-nop2p-shm/RTX 4090/4|pcie4-x16-host-bridge-nop2p-shm/RTX 3090/2|\
pcie4-x16-host-bridge-p2p-patched/RTX 4090/2|pcie4-x16-p2p-patched/RTX 4090/6|pcie4-x4-chipset/RTX 3090/2|pcie4-x8/RTX 3090/2|\
pcie5-host-bridge/RTX 5090/2|pcie5-x16/RTX 5090/8|pcie5-x16-host-bridge/RTX PRO 6000 Blackwell/2|\
pcie5-x16-host-bridge-dual-socket/RTX PRO 6000 Blackwell/8|pcie5-x16-nop2p/H100-SXM/2|pcie5-x16-switch/RTX PRO 6000 Blackwell/8|\
pcie5-x16-switch-2x4/RTX PRO 6000 Blackwell/8|xgmi-mi300-allpairs/MI300X/8|xgmi-mi350-allpairs/MI355X/8";
const INTER: &str = "efa-100x32|efa-100x4|efa-200x16|efa-400x8|ib|ib (rate not stated)|ib-edr-100x4|ib-edr-100x8|ib-hdr|ib-hdr-200x8|\
ib-ndr-400x4|ib-ndr-400x8|ipoib tcp over ib-hdr|not stated|roce (rate not stated)|roce-100x16|roce-100x2|roce-200x16|\
roce-400x1|roce-400x8|roce-400x8 (Pollara 400)|roce-400x8 (bnxt)|roce-400x8 (mlx5)|slingshot11-200x1|slingshot11-200x4|\
tcp over slingshot|tcpx-200x4|tcpxo-200x8";

fn row(gpu: &str, per_node: u64, nodes: u64, intra: &str, inter: &str) -> Row {
    let file = format!(
        "{HEADER}x-1,,,,{gpu},{per_node},{nodes},{},{intra},{inter},,all_reduce,,1048576,0,1,,,,,A,\n",
        per_node * nodes
    );
    read(file.as_bytes()).expect("the row is sound").remove(0)
}

#[test]
fn every_word_of_the_vocabulary_maps() {
    let catalog = catalog().expect("the parts fit");
    for gpu in GPUS.split('|') {
        // Host memory joins any two cards or modules.
        let mapped = system(&row(gpu, 2, 1, "pcie-nop2p-shm", "none"), catalog);
        assert!(mapped.is_ok(), "{gpu}: {mapped:?}");
    }
    for entry in INTRA.split('|') {
        let mut parts = entry.split('/');
        let (intra, gpu) = (parts.next().unwrap(), parts.next().unwrap());
        let ranks: u64 = parts.next().unwrap().parse().unwrap();
        let (nodes, inter) = if ranks == 1 {
            (2, "roce-400x1")
        } else {
            (1, "none")
        };
        let mapped = system(&row(gpu, ranks, nodes, intra, inter), catalog);
        let mapped = mapped.unwrap_or_else(|reason| panic!("{entry}: {reason}"));
        assert_eq!(mapped.group.ranks, ranks * nodes, "{entry}");
    }
    for inter in INTER.split('|') {
        let mapped = system(&row("H100-SXM", 8, 2, "nvswitch3", inter), catalog);
        let mapped = mapped.unwrap_or_else(|reason| panic!("{inter}: {reason}"));
        assert_eq!(mapped.group.nodes, 2, "{inter}");
        assert_eq!(
            mapped.assumed.is_some(),
            !inter.contains(|c: char| c.is_ascii_digit())
                || inter == "ib-hdr"
                || inter.contains("tcp over"),
            "{inter}: what is not stated is said to be assumed"
        );
    }
}

/// Every word of the file that ships is understood, by rows that count and by rows that do not.
#[test]
fn the_words_of_the_shipped_file_are_understood() {
    for row in read(MEASUREMENTS.as_bytes()).expect("the file is sound") {
        assert!(words::gpu_id(&row.gpu).is_some(), "{}", row.gpu);
        assert!(words::intra(&row.intra_node).is_ok(), "{}", row.intra_node);
        assert!(words::inter(&row.inter_node).is_ok(), "{}", row.inter_node);
    }
}

#[test]
fn paths_are_what_the_words_say() {
    use podwright_sim_core::collective::{InsideKind, Transport};
    let catalog = catalog().expect("the parts fit");
    let of = |gpu: &str, n: u64, nodes: u64, intra: &str, inter: &str| {
        system(&row(gpu, n, nodes, intra, inter), catalog).expect("the row maps")
    };
    // A rack of eighteen trays is one node; 128 GPUs are two racks of 64 with four adapters a tray.
    let rack = of("GB200", 4, 18, "nvlink5-nvl72", "none");
    assert_eq!((rack.group.nodes, rack.group.per_node), (1, 72));
    let racks = of("GB200", 4, 32, "nvlink5-nvl72", "ib-ndr-400x4");
    assert_eq!((racks.group.nodes, racks.group.per_node), (2, 64));
    assert_eq!(racks.node.compute_adapter().expect("adapters").ports(), 64);
    // Peer access decides between two cards.
    let kind = |intra: &str| of("RTX 4090", 2, 1, intra, "none").group.inside.kind;
    assert_eq!(kind("pcie4-x16-p2p-patched"), InsideKind::Peer);
    assert_eq!(kind("pcie4-host-bridge-nop2p-shm"), InsideKind::Staged);
    assert_eq!(
        kind("pcie4-x16"),
        InsideKind::Staged,
        "the catalogue's word on GeForce"
    );
    assert_eq!(
        of("A40", 2, 1, "nvlink3-bridge-4link", "none")
            .group
            .inside
            .kind,
        InsideKind::Linked
    );
    // Four cards in bridged pairs meet in the host, and nobody says what is there.
    let pairs = of("A100 PCIe", 4, 1, "nvlink3-bridge-pairs+pcie4", "none");
    assert_eq!(pairs.group.inside.kind, InsideKind::Staged);
    let stated = of("RTX 4090", 4, 1, "pcie4-x16-p2p-patched", "none");
    assert_eq!(stated.group.inside.kind, InsideKind::Peer);
    // Transports.
    let over = |inter: &str| {
        of("H100-SXM", 8, 2, "nvswitch3", inter)
            .group
            .between
            .expect("two nodes")
    };
    assert_eq!(over("efa-100x32").transport, Transport::Efa);
    assert_eq!(over("tcpxo-200x8").transport, Transport::Tcpxo);
    assert_eq!(over("tcpx-200x4").transport, Transport::Tcpx);
    assert_eq!(over("roce-400x8").transport, Transport::Roce);
    assert_eq!(over("slingshot11-200x4").transport, Transport::Slingshot);
    assert_eq!(over("ib-ndr-400x8").transport, Transport::InfiniBand);
    let sockets = over("tcp over slingshot");
    assert_eq!(sockets.transport, Transport::Tcp);
    assert!(sockets.transport.node_cap_gb_s(&MODEL).is_some());
    assert!(
        over("slingshot11-200x4")
            .transport
            .node_cap_gb_s(&MODEL)
            .is_none()
    );
    // Reduction in the switch: not on A100.
    assert!(of("H100-SXM", 8, 1, "nvswitch3", "none").group.inside.nvls);
    assert!(!of("A100-SXM4", 8, 1, "nvswitch2", "none").group.inside.nvls);
}

#[test]
fn settings_of_a_run_are_read() {
    use podwright_sim_core::design::{Algorithm, Launch, Protocol, Switchable};
    let env = words::env;
    assert_eq!(
        env("NCCL_NVLS_ENABLE=0").settings.nvls,
        Some(Switchable::Off)
    );
    assert_eq!(
        env("NCCL_P2P_DISABLE=1").settings.p2p,
        Some(Switchable::Off)
    );
    assert_eq!(
        env("no P2P, virtual machine").settings.p2p,
        Some(Switchable::Off)
    );
    assert_eq!(env("P2P on (patched driver)").settings.p2p, None);
    assert_eq!(
        env("-g 8, one process").settings.launch,
        Some(Launch::OneProcess)
    );
    assert_eq!(
        env("defaults, -g 8").settings.launch,
        Some(Launch::OneProcess)
    );
    assert_eq!(env("-g 1").settings.launch, None);
    assert_eq!(env("one process per GPU").settings.launch, None);
    assert_eq!(
        env("NCCL_ALGO=RING, NCCL_IB_HCA=8 HCAs, QPS 2")
            .settings
            .algorithm,
        Some(Algorithm::Ring)
    );
    assert_eq!(
        env("NCCL_ALGO=allreduce:nvlstree").settings.algorithm,
        Some(Algorithm::NvlsTree)
    );
    assert_eq!(env("defaults: Ring picked").settings.algorithm, None);
    assert_eq!(env("SHARP/CollNet on").settings.sharp, Some(Switchable::On));
    assert_eq!(env("NCCL_PROTO=LL").settings.protocol, Some(Protocol::Ll));
    assert_eq!(
        env("GDR off (log)").settings.gpudirect,
        Some(Switchable::Off)
    );
    assert_eq!(env("defaults"), words::EnvWords::default());
}

/// Forcing changes what is taken and never makes it faster than the library's own choice.
#[test]
fn a_forced_algorithm_is_taken() {
    let plain = h100("a-1", 1 << 30, 1.0, "");
    let forced = plain.replace(",,,,A,", ",,NCCL_NVLS_ENABLE=0,,A,");
    let ring = plain.replace(",,,,A,", ",,NCCL_ALGO=Ring,,A,");
    let file = format!("{HEADER}{plain}{forced}{ring}");
    let found: Vec<RowResult> = rows(file.as_bytes(), &Options::default())
        .expect("the file is sound")
        .collect();
    let algorithm = |i: usize| found[i].algorithm.as_deref();
    assert_eq!(algorithm(0), Some("nvls"));
    assert_eq!(algorithm(1), Some("ring"));
    assert_eq!(algorithm(2), Some("ring"));
    assert!(found[0].predicted_us < found[2].predicted_us);
}

#[test]
fn hostile_files_are_refused_with_their_place() {
    let good = h100("a-1", 1024, 10.0, "");
    let file = |row: &str| format!("{HEADER}{good}{row}").into_bytes();
    for (row, column) in [
        (good.replace(",10,", ",ten,"), "time_us"),
        (good.replace(",10,", ",-1,"), "time_us"),
        (good.replace(",10,", ",NaN,"), "time_us"),
        (good.replace(",10,", ",inf,"), "time_us"),
        (good.replace(",1024,", ",1.5,"), "message_bytes"),
        (
            good.replace(",1024,", ",99999999999999999999999,"),
            "message_bytes",
        ),
        (good.replace("1024,0,", "1024,2,"), "in_place"),
        (good.replace(",8,1,8,", ",8,0,8,"), "nodes"),
        (good.replace(",8,1,8,", ",8,1,-8,"), "gpus_total"),
    ] {
        let text = fails(&file(&row));
        assert!(
            text.starts_with("line 3") && text.contains(&format!("'{column}'")),
            "{text}"
        );
    }
    let short = fails(&file("a-2,x\n"));
    assert!(
        short.starts_with("line 3") && short.contains("'source_date'"),
        "{short}"
    );
    let long = fails(&file(&good.replace('\n', ",more\n")));
    assert!(
        long.starts_with("line 3") && long.contains("23 fields"),
        "{long}"
    );
    let mut bytes = file(&good);
    let at = bytes.len() - good.len();
    bytes[at] = 0xff;
    let text = fails(&bytes);
    assert!(
        text.starts_with("line 3") && text.contains("UTF-8"),
        "{text}"
    );
    let missing = fails(HEADER.replace("busbw_gbps", "speed").as_bytes());
    assert!(
        missing.starts_with("line 1") && missing.contains("'busbw_gbps'"),
        "{missing}"
    );
    let twice = fails(HEADER.replace("notes", "env").as_bytes());
    assert!(twice.contains("'env' is there twice"), "{twice}");
    assert!(fails(b"").contains("missing"));
    assert!(fails(&[0xff, 0xfe, 0, 1]).contains("line 1"));
    // Very many GPUs in one node are no reason to build their links.
    let crowd = scores(&good.replace(",8,1,8,", ",1000000000,1,1000000000,"));
    assert_eq!(crowd.skipped.rows, 1);
}

#[test]
fn size_is_bounded() {
    let good = h100("a-1", 1024, 10.0, "");
    let mut file = HEADER.to_owned();
    for _ in 0..=MAX_ROWS {
        file.push_str(&good);
    }
    let text = fails(file.as_bytes());
    assert!(
        text.contains("200000 rows") && text.starts_with("line 200002"),
        "{text}"
    );
    let mut file = HEADER.to_owned();
    for i in 0..2_001 {
        file.push_str(&good.replace(",,,,A,", &format!(",,setting {i},,A,")));
    }
    assert!(fails(file.as_bytes()).contains("2000 different systems"));
    let endless = std::io::repeat(b'x');
    match score(endless, &Options::default()) {
        Err(AccuracyError::TooManyBytes { limit }) => assert_eq!(limit, MAX_BYTES),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_empty_table_has_no_figures() {
    let found = scores("");
    assert_eq!(found.overall.median, None);
    assert_eq!(found.skipped.eligible, 0);
    assert!(table(&found).contains("skipped 0 of 0 rows"));
}

/// What must hold of the file that ships, whatever the model: its size, that next to nothing is skipped, that no class is
/// missing, and that the model earns its place beside a plain ring.
#[test]
fn the_shipped_file_is_scored() {
    let found = builtin().expect("the file is sound");
    assert_eq!(read(MEASUREMENTS.as_bytes()).expect("sound").len(), 3789);
    let skipped = &found.skipped;
    assert!(
        skipped.rows * 100 <= skipped.eligible * 3,
        "{:?}",
        skipped.reasons
    );
    assert!(
        found.overall.median < found.baseline.median,
        "{:?}",
        found.overall
    );
    assert_eq!(found.overall.rows, found.points.len());
    assert_eq!(found.baseline.rows, found.overall.rows);
    let classes: BTreeSet<SystemClass> = found.classes.iter().map(|score| score.class).collect();
    for class in SystemClass::ALL {
        // The only GH200 runs are over Slingshot, which is a class before theirs.
        assert_eq!(
            classes.contains(&class),
            class != SystemClass::Other,
            "{class:?}"
        );
    }
    assert_eq!(found.series.len(), found.overall.series);
    assert!(
        found
            .series
            .windows(2)
            .all(|pair| pair[0].median >= pair[1].median)
    );
    for point in &found.points {
        assert!(
            point.low_us <= point.predicted_us && point.predicted_us <= point.high_us,
            "{point:?}"
        );
    }
    assert!(
        found
            .gaps
            .templates
            .iter()
            .any(|(id, _)| id == "dual-3090-nvlink")
    );
    assert!(found.gaps.gpus.iter().all(|(id, _)| id != "h100-sxm5-80gb"));
}

#[test]
fn tables_name_every_class_and_series() {
    let found = builtin().expect("the file is sound");
    let (text, runs, summary) = (table(found), series_table(found), summary_table(found));
    let mut missing = String::new();
    for score in &found.classes {
        if !text.contains(score.class.id()) || !summary.contains(score.class.id()) {
            let _ = write!(missing, "{} ", score.class.id());
        }
    }
    assert_eq!(missing, "");
    assert_eq!(runs.lines().count(), found.series.len());
}
