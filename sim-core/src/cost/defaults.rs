//! What counts when the design does not say, each with its reason. Nowhere else in this room is a figure assumed.

/// Hours of a year.
pub const HOURS_PER_YEAR: f64 = 8_760.0;

/// Average draw of a server over its rating while it trains: 6.84 kW of 10.2 kW. Node average of the MLPerf Training
/// v4.0 power logs, GPT-3 on 64 servers of eight H100; eight further logs of that class lie between 0.44 and 0.70.
pub const SERVER_LOAD: f64 = 0.67;
/// Where [`SERVER_LOAD`] is from.
pub const SERVER_LOAD_SOURCE: &str =
    "MLPerf Training v4.0 power logs, GPT-3 on 64 nodes: 6.84 of 10.2 kW";

/// Draw of a rack-scale system over its rating: 123.6 kW (thermal design power with the loss of the rectifiers) of
/// 132 kW, SemiAnalysis on GB200 NVL72, 2024-07-17. No log of an average draw is public.
pub const RACK_SCALE_LOAD: f64 = 123.6 / 132.0;
/// Where [`RACK_SCALE_LOAD`] is from.
pub const RACK_SCALE_LOAD_SOURCE: &str =
    "SemiAnalysis, GB200 NVL72, 2024-07: 123.6 of 132 kW; no average is public";

/// A node that is written out has no rating with a margin in it: its maximum is the sum of its parts at load.
pub const PARTS_LOAD: f64 = 1.0;
/// Where [`PARTS_LOAD`] is from.
pub const PARTS_LOAD_SOURCE: &str = "sum of the parts at load";

/// Facility over IT power of an average data centre: Uptime Institute survey, 2025.
pub const PUE: f64 = 1.54;
/// Where [`PUE`] is from.
pub const PUE_SOURCE: &str = "Uptime Institute survey, average of 2025";
/// A build under a desk has no hall around it.
pub const DESK_SIDE_PUE: f64 = 1.0;
/// Where [`DESK_SIDE_PUE`] is from.
pub const DESK_SIDE_PUE_SOURCE: &str = "no hall around a desk-side build";

/// Price of energy for industry in the United States, US dollars per kWh: EIA, February 2026.
pub const ELECTRICITY_USD_PER_KWH: f64 = 0.09;
/// Where [`ELECTRICITY_USD_PER_KWH`] is from.
pub const ELECTRICITY_SOURCE: &str = "EIA, US industry, 2026-02";
/// Price of energy for offices and shops in the United States, US dollars per kWh: the middle of 0.135 to 0.144, EIA 2026.
pub const DESK_SIDE_ELECTRICITY_USD_PER_KWH: f64 = 0.1395;
/// Where [`DESK_SIDE_ELECTRICITY_USD_PER_KWH`] is from.
pub const DESK_SIDE_ELECTRICITY_SOURCE: &str = "EIA, US commerce, 2026, middle of 0.135 to 0.144";

/// Years of use: an assumption; hardware of this kind is written off over three to six.
pub const YEARS: f64 = 4.0;
/// Years over which a hall of one's own is written off: an assumption, longer than what stands in it.
pub const HALL_YEARS: f64 = 15.0;
/// Share of hours that are used: all, so that a figure for less is a choice of the reader.
pub const UTILIZATION: f64 = 1.0;
/// GPUs of the run that table 5 of the Llama 3 paper counts (arXiv 2407.21783, July 2024), eight to a server.
pub const LLAMA_3_GPUS: f64 = 16_384.0;
/// Days that it counts.
pub const LLAMA_3_DAYS: f64 = 54.0;
/// Links of its fabric (section 3.3.1): one a GPU to the rack switch, as many on to the cluster switches, a seventh of them
/// up to the aggregation.
pub const LLAMA_3_LINKS: f64 = LLAMA_3_GPUS * (2.0 + 1.0 / 7.0);
/// Its interruptions by GPUs: faulty 148, memory 72, SRAM 19, system processor 17, silent corruption 6, thermal interface
/// and sensor 6.
pub const LLAMA_3_BY_GPU: f64 = 268.0;
/// By hosts: maintenance 32, drives 3, power supplies 3, chassis 2, expansion boards 2, processors 2, memory 2.
pub const LLAMA_3_BY_HOST: f64 = 46.0;
/// By adapters.
pub const LLAMA_3_BY_NIC: f64 = 7.0;
/// By switches and cables.
pub const LLAMA_3_BY_LINK: f64 = 35.0;
/// By software: bugs 54, dependencies 2, and 7 time-outs of the library of unknown cause. They are taken to grow with the
/// GPUs of a job.
pub const LLAMA_3_BY_SOFTWARE: f64 = 63.0;
/// All of them.
const LLAMA_3_INTERRUPTIONS: f64 =
    LLAMA_3_BY_GPU + LLAMA_3_BY_HOST + LLAMA_3_BY_NIC + LLAMA_3_BY_LINK + LLAMA_3_BY_SOFTWARE;
/// Interruptions of a job by an adapter, per adapter and year.
pub const NIC_FAILURES_PER_YEAR: f64 = LLAMA_3_BY_NIC / (LLAMA_3_GPUS * LLAMA_3_DAYS / 365.25);
/// Interruptions of a job by switches and cables, per link and year.
pub const LINK_FAILURES_PER_YEAR: f64 = LLAMA_3_BY_LINK / (LLAMA_3_LINKS * LLAMA_3_DAYS / 365.25);
/// Where the rates of failure are from. Those of a link count in full for its cable and by half for each of its two
/// transceivers: the paper does not tell them apart, so both are upper bounds.
pub const FAILURES_SOURCE: &str =
    "interruptions over the years of use at the rate of Llama 3 (arXiv 2407.21783, table 5)";
/// The same where the design says how long parts last.
pub const OWN_FAILURES_SOURCE: &str = "failures over the years of use at the design’s hours";
/// Hours between failures of one transceiver, five years, as SemiAnalysis reckons for 100,000 GPUs:
/// <https://newsletter.semianalysis.com/p/100000-h100-clusters-power-network>, 2024-06-17. The links of the Llama 3 run lasted
/// far longer, so it is shown and not counted.
pub const OPTICS_MTBF_HOURS: f64 = 5.0 * HOURS_PER_YEAR;
/// Where [`OPTICS_MTBF_HOURS`] is from.
pub const OPTICS_MTBF_SOURCE: &str =
    "SemiAnalysis, 100,000 H100 clusters, 2024-06-17: five years; counted with the links";
/// GPUs of a compute tray of a rack-scale system: GB200 and GB300 NVL72, 18 trays for 72 (catalogue).
pub const GPUS_OF_A_TRAY: u64 = 4;
/// Where interruptions by part are from.
pub const PARTS_SOURCE: &str =
    "sum over the parts at the rates of Llama 3 (arXiv 2407.21783, table 5) or of the design";
/// Hours that one GPU with its share of node and network runs between unexpected interruptions of a job: 16,384 GPUs for
/// 54 days with 419 of them. Llama 3, table 5.
pub const INTERRUPTION_GPU_HOURS: f64 = LLAMA_3_GPUS * LLAMA_3_DAYS * 24.0 / LLAMA_3_INTERRUPTIONS;
/// Where [`INTERRUPTION_GPU_HOURS`] is from.
pub const INTERRUPTION_SOURCE: &str =
    "Llama 3 (arXiv 2407.21783, table 5): 419 interruptions of 16,384 GPUs in 54 days";
/// The same of another source, for the far end of the range: 512 GPUs run seven days. SemiAnalysis, AI neocloud
/// playbook, 2024-10-03.
pub const INTERRUPTION_GPU_HOURS_BEST: f64 = 512.0 * 7.0 * 24.0;
/// Hours of work that an interruption costs at most: more than 90 % of the time was effective (Llama 3, section 3.3.4)
/// with an interruption every 3.1 hours.
pub const LOST_HOURS_PER_INTERRUPTION: f64 = 0.1 * LLAMA_3_DAYS * 24.0 / LLAMA_3_INTERRUPTIONS;
/// Where [`LOST_HOURS_PER_INTERRUPTION`] is from.
pub const LOST_HOURS_SOURCE: &str =
    "Llama 3 (arXiv 2407.21783, section 3.3.4): over 90 % effective at one every 3.1 hours";
/// A fabric of this many switches gets one spare switch: an assumption.
pub const SPARE_SWITCH_FROM: u64 = 8;
/// The source of an assumption.
pub const ASSUMPTION: &str = "assumption";
/// The source of what the user wrote.
pub const DESIGN: &str = "design";
