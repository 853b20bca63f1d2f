//! What an answer comes to, and what it takes for granted, in sentences.

use podwright_locales::{Arg, Language, Texts, format};

use super::report::{AllReduceOutage, NvlinkOutage, OutageReport, PowerOutage};
use crate::design::PowerFeeds;

/// Factors nearer to one than this are said to be one.
const ALIKE: f64 = 5e-4;
/// Devices that a sentence names, at most.
const MOST_NAMED: usize = 8;

/// The sentences, most important first.
pub(super) fn explain(report: &OutageReport) -> Vec<String> {
    let texts = Texts::of(Language::English);
    let mut sentences: Vec<String> = report
        .all_reduce
        .iter()
        .map(|times| all_reduce(texts, times))
        .collect();
    if let Some(network) = &report.network {
        sentences.push(texts.with(
            "outage-network",
            &[
                ("before", format::gb_s(network.node_gb_s_before).into()),
                ("after", format::gb_s(network.node_gb_s_after).into()),
            ],
        ));
    }
    let mut nodes = |id: &str, count: u64| {
        if count > 0 {
            let args = [
                ("count", count.into()),
                ("nodes", format::count(count).into()),
            ];
            sentences.push(texts.with(id, &args));
        }
    };
    nodes("outage-nodes-out", report.nodes_out);
    nodes("outage-nodes-hit", report.nodes_hit);
    if report.nodes_out + report.nodes_hit == 0 {
        sentences.push(texts.get("outage-nodes-none"));
    }
    sentences.extend(notes(report));
    sentences
}

/// What trays and strips come to, and what is taken for granted about them.
pub fn notes(report: &OutageReport) -> Vec<String> {
    let texts = Texts::of(Language::English);
    let mut sentences: Vec<String> = report.nvlink.iter().map(|rack| tray(texts, rack)).collect();
    if !report.nvlink.is_empty() {
        sentences.push(texts.get("outage-tray-assumed"));
    }
    for rack in &report.power {
        power(texts, rack, &mut sentences);
    }
    if report
        .power
        .iter()
        .any(|rack| rack.carries == Some(true) && !rack.bus_bar)
    {
        sentences.push(texts.get("outage-strip-supplies"));
    }
    sentences
}

fn all_reduce(texts: &Texts, times: &AllReduceOutage) -> String {
    let (Some(after), Some(factor)) = (times.time_us_after, times.slowdown) else {
        return texts.get("outage-all-reduce-stops");
    };
    let fewer = times.gpus_after < times.gpus_before;
    let id = if fewer {
        "outage-all-reduce-fewer"
    } else if (factor - 1.0).abs() < ALIKE {
        "outage-all-reduce-same"
    } else {
        "outage-all-reduce"
    };
    texts.with(
        id,
        &[
            ("size", format::message_size(times.message_bytes).into()),
            ("gpus", format::count(times.gpus_after).into()),
            ("factor", format::fixed(factor, 2).into()),
            ("before", format::duration_us(times.time_us_before).into()),
            ("after", format::duration_us(after).into()),
        ],
    )
}

fn tray(texts: &Texts, rack: &NvlinkOutage) -> String {
    let named: [(&str, Arg<'_>); 2] = [
        ("system", rack.system.as_str().into()),
        ("rack", rack.rack.as_str().into()),
    ];
    let Some(factor) = rack.all_reduce.slowdown else {
        return texts.with("outage-tray-gone", &named);
    };
    let left = rack.trays - rack.trays_down.len() as u32;
    let mut args = named.to_vec();
    args.extend([
        ("left", left.to_string().into()),
        ("trays", rack.trays.to_string().into()),
        ("gpus", format::count(rack.gpus).into()),
        ("after", format::gb_s(rack.gpu_gb_s_after).into()),
        ("before", format::gb_s(rack.gpu_gb_s_before).into()),
        ("compute", rack.compute_trays.to_string().into()),
        (
            "size",
            format::message_size(rack.all_reduce.message_bytes).into(),
        ),
        ("factor", format::fixed(factor, 2).into()),
    ]);
    texts.with("outage-tray", &args)
}

fn power(texts: &Texts, rack: &PowerOutage, sentences: &mut Vec<String>) {
    let kw = |kw: f64| format::trimmed(kw, 1);
    let args = [
        ("rack", rack.rack.as_str().into()),
        ("nodes", format::count(rack.nodes_out).into()),
        ("switches", rack.switches_out.into()),
        ("needed", rack.kw_needed.map(kw).unwrap_or_default().into()),
        ("left", kw(rack.kw_left).into()),
    ];
    let single = rack.feeds == Some(PowerFeeds::Single);
    let id = match (rack.bus_bar, rack.carries) {
        (true, Some(true)) => "outage-shelf-carried",
        (true, Some(false)) => "outage-shelf-over",
        (true, None) => "outage-shelf-unknown",
        (false, _) if single => "outage-strip-single",
        (false, Some(false)) => "outage-strip-over",
        (false, _) if rack.nodes_out + rack.switches_out > 0 => "outage-strip-both",
        (false, Some(true)) => "outage-strip-carried",
        (false, None) => "outage-strip-unknown",
    };
    sentences.push(texts.with(id, &args));
    if rack.feeds_assumed {
        let mut named = rack
            .devices_first
            .iter()
            .take(MOST_NAMED)
            .cloned()
            .collect::<Vec<_>>()
            .join(", ");
        if rack.devices > MOST_NAMED as u64 {
            named += ", …";
        }
        sentences.push(texts.with(
            "outage-strip-assumed",
            &[("count", rack.devices.into()), ("devices", named.into())],
        ));
    }
}
