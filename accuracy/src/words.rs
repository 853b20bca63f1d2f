//! The vocabulary of measurement files: from words to parts, paths and settings.
//!
//! Words are read by their grammar (`pcie4-x16-switch-nop2p-shm` = generation, lanes, what joins the slots, peer access),
//! so that a new combination of known words needs no new code. A word that means nothing is named in the reason why its row
//! is skipped.

use podwright_sim_core::collective::{Algorithm, Launch, Protocol, Transport};
use podwright_sim_core::design::{CollectiveSettings, CpuVendor, Switchable};

/// The catalogue id (or that of `parts.json`) behind a GPU's name. A bare `A100` or `V100` is the module, which is what
/// systems with those links hold.
pub(crate) fn gpu_id(name: &str) -> Option<&'static str> {
    Some(match name {
        "A100" | "A100-SXM" | "A100-SXM4" | "A100-SXM4-80GB" => "a100-sxm4-80gb",
        "A100-SXM4-40GB" => "a100-sxm4-40gb",
        "A100 PCIe" | "A100 PCIe 40GB" => "a100-pcie-40gb",
        "A100 PCIe 80GB" => "a100-pcie-80gb",
        "A10" => "a10",
        "A40" => "a40",
        "B200" => "b200-sxm-180gb",
        "B300" => "b300-sxm-288gb",
        "GB200" => "gb200",
        "GB300" => "gb300",
        "GH200" | "GH200 96GB" | "GH200 120GB" => "gh200-96gb",
        "H100 NVL" => "h100-nvl-94gb",
        "H100 PCIe" => "h100-pcie-80gb",
        "H100" | "H100-SXM" | "H100-SXM 80GB" => "h100-sxm5-80gb",
        "H200" | "H200-SXM" => "h200-sxm-141gb",
        "H200 NVL" => "h200-nvl-141gb",
        "L4" => "l4",
        "L40S" => "l40s",
        "MI250X" => "mi250x",
        "MI300X" => "mi300x",
        "MI325X" => "mi325x",
        "MI355X" => "mi355x",
        "P100" | "P100-SXM2" => "p100-sxm2-16gb",
        "P100 PCIe" => "p100-pcie-16gb",
        "RTX 2080 Ti" => "rtx-2080-ti",
        "RTX 3080" => "rtx-3080-10gb",
        "RTX 3090" => "rtx-3090",
        "RTX 3090 Ti" => "rtx-3090-ti",
        "RTX 4090" => "rtx-4090",
        "RTX 5090" => "rtx-5090",
        "RTX 6000 Ada" => "rtx-6000-ada",
        "RTX A6000" => "rtx-a6000",
        "RTX PRO 6000 Blackwell" => "rtx-pro-6000-blackwell",
        "T4" => "t4",
        "V100" | "V100-SXM2" | "V100-SXM2-16GB" => "v100-sxm2-16gb",
        "V100-SXM2-32GB" => "v100-sxm2-32gb",
        "V100-SXM3" | "V100-SXM3-32GB" => "v100-sxm3-32gb",
        _ => return None,
    })
}

/// What joins the GPUs of a node, besides the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Links {
    /// Nothing is said (one rank a node), or only the host joins them.
    Host,
    /// NVSwitch chips.
    Switch,
    /// One rack, all GPUs in one domain.
    Rack,
    /// The GPUs of one compute tray of such a rack.
    Tray,
    /// Links of a node whose shape is not said: a cube mesh for eight V100, else every pair.
    Direct,
    /// Eight GPUs, each linked to four.
    CubeMesh,
    /// Every pair, over NVLink.
    AllPairs,
    /// Every pair, over Infinity Fabric.
    AllPairsXgmi,
    /// Bridged pairs, with so many links each where the word says it.
    Pairs(Option<u32>),
}

/// What joins slots that have no links.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SlotJoin {
    /// A CPU.
    #[default]
    Root,
    /// Two CPUs.
    TwoSockets,
    /// One PCIe switch.
    Switch,
    /// So many switches of so many slots.
    Switches(u32, u32),
    /// The second slot hangs on the chipset.
    Chipset,
}

/// The path through the host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct HostWords {
    pub generation: Option<u32>,
    pub lanes: Option<u32>,
    pub join: SlotJoin,
    /// Peer access, where the word says it.
    pub peer: Option<bool>,
    pub patched: bool,
}

/// The path inside a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct IntraWords {
    pub links: Links,
    pub host: HostWords,
}

fn after<'a>(word: &'a str, prefix: &str) -> Option<&'a str> {
    word.strip_prefix(prefix)
}

/// Reads `intra_node`.
///
/// # Errors
/// The reason why it can't be read, for people.
pub(crate) fn intra(word: &str) -> Result<IntraWords, String> {
    let unknown = || format!("intra_node '{word}' is not known");
    let (first, rest) = word.split_once('+').unwrap_or((word, ""));
    let mut host = HostWords::default();
    if !rest.is_empty() {
        host = pcie(rest).ok_or_else(unknown)?;
    }
    let links = if first == "none" {
        Links::Host
    } else if first.starts_with("pcie") {
        if !rest.is_empty() {
            return Err(unknown());
        }
        host = pcie(first).ok_or_else(unknown)?;
        Links::Host
    } else if let Some(generation) = after(first, "nvswitch") {
        generation.parse::<u32>().map_err(|_| unknown())?;
        Links::Switch
    } else if first.starts_with("xgmi-") && first.ends_with("-allpairs") {
        Links::AllPairsXgmi
    } else if let Some(link) = after(first, "nvlink") {
        let (generation, shape) = link.split_once('-').unwrap_or((link, ""));
        generation.parse::<u32>().map_err(|_| unknown())?;
        match shape {
            "" => Links::Direct,
            "hybrid-cube-mesh" => Links::CubeMesh,
            "allpairs" => Links::AllPairs,
            "bridge" | "bridge-pairs" => Links::Pairs(None),
            _ if shape.strip_prefix("nvl").is_some_and(is_number) => Links::Rack,
            _ if shape
                .strip_prefix("nvl")
                .and_then(|shape| shape.strip_suffix("-tray"))
                .is_some_and(is_number) =>
            {
                Links::Tray
            }
            _ => {
                let count = shape
                    .strip_prefix("bridge-")
                    .and_then(|shape| shape.strip_suffix("link"))
                    .and_then(|count| count.parse().ok())
                    .filter(|count| (1..=64).contains(count))
                    .ok_or_else(unknown)?;
                Links::Pairs(Some(count))
            }
        }
    } else {
        return Err(unknown());
    };
    Ok(IntraWords { links, host })
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit())
}

/// `pcie4-x16-host-bridge-nop2p-shm` and its like.
fn pcie(word: &str) -> Option<HostWords> {
    let mut tokens = word.split('-');
    let generation = tokens.next()?.strip_prefix("pcie")?;
    let mut host = HostWords {
        generation: match generation {
            "" => None,
            text => Some(text.parse().ok().filter(|g| (1..=7).contains(g))?),
        },
        ..HostWords::default()
    };
    for token in tokens {
        match token {
            // Words that say what is the default, or belong to the word before them.
            "host" | "bridge" | "node" | "shm" | "socket" => {}
            "nop2p" => host.peer = Some(false),
            "p2p" => host.peer = Some(true),
            "patched" => host.patched = true,
            "cross" | "dual" => host.join = SlotJoin::TwoSockets,
            "switch" => host.join = SlotJoin::Switch,
            "chipset" => host.join = SlotJoin::Chipset,
            _ => {
                if let Some(lanes) = token.strip_prefix('x') {
                    host.lanes = Some(lanes.parse().ok().filter(|l| (1..=16).contains(l))?);
                } else {
                    let (switches, slots) = token.split_once('x')?;
                    let switches = switches.parse().ok().filter(|n| (1..=16).contains(n))?;
                    let slots = slots.parse().ok().filter(|n| (1..=16).contains(n))?;
                    host.join = SlotJoin::Switches(switches, slots);
                }
            }
        }
    }
    Some(host)
}

/// The path between nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct InterWords {
    pub transport: Transport,
    /// Rate of an adapter's port, Gbit/s; none where it is not stated.
    pub gbit_s: Option<f64>,
    /// Adapters of a node; none where it is not stated.
    pub count: Option<u32>,
}

/// Reads `inter_node`; none for `none`.
///
/// # Errors
/// The reason why it can't be read, for people.
pub(crate) fn inter(word: &str) -> Result<Option<InterWords>, String> {
    let unknown = || format!("inter_node '{word}' is not known");
    let lower = word.to_lowercase();
    // What stands in brackets names the maker of the adapter, or says that the rate is not stated.
    let plain = lower.split('(').next().unwrap_or_default().trim();
    let words = |transport, gbit_s, count| {
        Ok(Some(InterWords {
            transport,
            gbit_s,
            count,
        }))
    };
    if plain == "none" {
        return Ok(None);
    }
    if plain == "not stated" {
        return words(Transport::InfiniBand, None, None);
    }
    if plain.starts_with("tcp over ") || plain.starts_with("ipoib") {
        return words(Transport::Tcp, None, None);
    }
    let mut tokens = plain.split('-');
    let transport = match tokens.next().unwrap_or_default() {
        "ib" => Transport::InfiniBand,
        "roce" => Transport::Roce,
        "efa" => Transport::Efa,
        "tcpx" => Transport::Tcpx,
        "tcpxo" => Transport::Tcpxo,
        "slingshot" | "slingshot11" => Transport::Slingshot,
        "tcp" => Transport::Tcp,
        _ => return Err(unknown()),
    };
    let (mut gbit_s, mut count) = (None, None);
    for token in tokens {
        match token {
            "fdr" => gbit_s = Some(56.0),
            "edr" => gbit_s = Some(100.0),
            "hdr" => gbit_s = Some(200.0),
            "ndr" => gbit_s = Some(400.0),
            "xdr" => gbit_s = Some(800.0),
            _ => {
                let (rate, adapters) = token.split_once('x').ok_or_else(unknown)?;
                let rate: u32 = rate.parse().map_err(|_| unknown())?;
                let adapters: u32 = adapters.parse().map_err(|_| unknown())?;
                if !(1..=10_000).contains(&rate) || !(1..=128).contains(&adapters) {
                    return Err(unknown());
                }
                gbit_s = Some(rate.into());
                count = Some(adapters);
            }
        }
    }
    words(transport, gbit_s, count)
}

/// What a run was told, as far as its words say.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct EnvWords {
    pub settings: CollectiveSettings,
    /// The adapters are said to be under the GPUs' PCIe switches.
    pub aligned: bool,
    /// Settings that the model does not know; the row is predicted without them.
    pub not_modelled: Vec<&'static str>,
}

/// Settings that are recognised and have no place in the model: part of the word, and what it is called.
const NOT_MODELLED: [(&str, &str); 8] = [
    ("net_gdr_level", "NCCL_NET_GDR_LEVEL"),
    ("pxn_level", "NCCL_P2P_PXN_LEVEL"),
    ("nccl_nthreads", "NCCL_NTHREADS"),
    ("nchannels", "NCCL_MIN_NCHANNELS, NCCL_MAX_NCHANNELS"),
    ("qps", "NCCL_IB_QPS_PER_CONNECTION"),
    ("ll128 profile", "a protocol profile of the provider"),
    ("aws tuner", "a tuner of the provider"),
    ("-z 1", "blocking calls"),
];

/// Reads `env`. Words that only say what was seen (`Ring picked`) change nothing.
pub(crate) fn env(word: &str) -> EnvWords {
    let lower = word.to_lowercase();
    let has = |part: &str| lower.contains(part);
    let mut words = EnvWords {
        aligned: has("aligned") && !has("not aligned"),
        ..EnvWords::default()
    };
    let settings = &mut words.settings;
    if has("nccl_nvls_enable=0") {
        settings.nvls = Some(Switchable::Off);
    }
    if has("nccl_p2p_disable=1") || has("no p2p") || has("p2p disabled") {
        settings.p2p = Some(Switchable::Off);
    }
    if has("sharp") || has("collnet") {
        settings.sharp = Some(Switchable::On);
    }
    if has("gdr off") {
        settings.gpudirect = Some(Switchable::Off);
    }
    // `-g N` of nccl-tests is one process with N GPUs; with 1 it is a process for each.
    let gpus_of_process = lower
        .split_whitespace()
        .skip_while(|token| *token != "-g")
        .nth(1)
        .map(|token| token.trim_end_matches(','))
        .and_then(|token| token.parse::<u32>().ok());
    if gpus_of_process.is_some_and(|gpus| gpus > 1) || has("one process for all") {
        settings.launch = Some(Launch::OneProcess);
    }
    let value_of = |name: &str| {
        let (_, value) = lower.split_once(name)?;
        let value = value.split([' ', ',']).next().unwrap_or_default();
        value.rsplit(':').next()
    };
    match value_of("nccl_algo=") {
        None => {}
        Some("ring") => settings.algorithm = Some(Algorithm::Ring),
        Some("tree") => settings.algorithm = Some(Algorithm::Tree),
        Some("nvls") => settings.algorithm = Some(Algorithm::Nvls),
        Some("nvlstree") => settings.algorithm = Some(Algorithm::NvlsTree),
        Some(_) => words.not_modelled.push("NCCL_ALGO"),
    }
    if has("ring/simple in that image") || has("default picks ring") {
        settings.algorithm = Some(Algorithm::Ring);
    }
    match value_of("nccl_proto=") {
        None => {}
        Some("ll") => settings.protocol = Some(Protocol::Ll),
        Some("simple") => settings.protocol = Some(Protocol::Simple),
        Some(_) => words.not_modelled.push("NCCL_PROTO"),
    }
    for (part, name) in NOT_MODELLED {
        if has(part) && !words.not_modelled.contains(&name) {
            words.not_modelled.push(name);
        }
    }
    words
}

/// The library is RCCL of ROCm 6 or earlier, as far as its words say.
pub(crate) fn rccl_before_7(library: &str) -> bool {
    let lower = library.to_lowercase();
    lower
        .split_once("rocm ")
        .and_then(|(_, rest)| rest.split('.').next()?.parse::<u32>().ok())
        .is_some_and(|major| major < 7)
}

/// Who made the CPU, where the text about the system names it.
pub(crate) fn cpu_vendor(text: &str) -> Option<CpuVendor> {
    let lower = text.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let amd = has(&[
        "epyc",
        "threadripper",
        "turin",
        "wrx90",
        "ryzen",
        "genoa",
        "milan",
        // Machines that are sold with one CPU: Azure NC A100 v4 (Milan) and NCads H100 v5 (Genoa, the one with H100 NVL),
        // tinybox (EPYC 7532).
        "azure nc a100 v4",
        "tinybox",
    ]) || (has(&["azure"]) && has(&["h100 nvl"]));
    let intel = has(&[
        "xeon",
        "intel",
        "sapphire rapids",
        "emerald rapids",
        "core i",
    ]);
    match (amd, intel) {
        (true, false) => Some(CpuVendor::Amd),
        (false, true) => Some(CpuVendor::Intel),
        _ => None,
    }
}

/// Classes of systems, in which errors are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SystemClass {
    /// NVSwitch nodes, racks and trays by themselves.
    NvswitchNode,
    /// Nodes over InfiniBand or RoCE.
    MultiNode,
    /// Nodes over EFA, TCPX, Slingshot or sockets.
    CloudTransport,
    /// V100 in any system.
    V100,
    /// Cards on PCIe, bridged pairs.
    Pcie,
    /// Instinct MI300 and MI350.
    Mi300,
    /// GH200, P100.
    Other,
}

impl SystemClass {
    /// Every class, in the order of tables.
    pub const ALL: [Self; 7] = [
        Self::NvswitchNode,
        Self::MultiNode,
        Self::CloudTransport,
        Self::V100,
        Self::Pcie,
        Self::Mi300,
        Self::Other,
    ];

    /// The name in results.
    pub fn id(self) -> &'static str {
        match self {
            Self::NvswitchNode => "nvswitch-node",
            Self::MultiNode => "multi-node",
            Self::CloudTransport => "cloud-transport",
            Self::V100 => "v100",
            Self::Pcie => "pcie",
            Self::Mi300 => "mi300",
            Self::Other => "other",
        }
    }

    /// The class of a system by its words; the first that fits.
    pub fn of(gpu: &str, intra_node: &str, inter_node: &str) -> Self {
        let inter = inter_node.to_lowercase();
        let cloud = ["efa", "tcpx", "slingshot", "tcp", "ipoib"];
        if cloud.iter().any(|word| inter.starts_with(word)) {
            Self::CloudTransport
        } else if ["MI300", "MI325", "MI355"]
            .iter()
            .any(|name| gpu.starts_with(name))
        {
            Self::Mi300
        } else if gpu.starts_with("V100") {
            Self::V100
        } else if gpu.starts_with("GH200") || gpu.starts_with("P100") {
            Self::Other
        } else if inter != "none" {
            Self::MultiNode
        } else if intra_node.starts_with("nvswitch") || intra_node.starts_with("nvlink5-nvl") {
            Self::NvswitchNode
        } else {
            Self::Pcie
        }
    }
}
