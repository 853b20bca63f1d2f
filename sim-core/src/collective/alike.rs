//! Which published runs may stand beside an estimate: those of systems that are alike in what decides the time.

use serde::Serialize;
use serde_json::Value;

use super::constants::GpuClass;
use super::estimate::bus_factor;
use super::group::{Between, Group, Inside, InsideKind};
use super::options::Transport;
use crate::cluster::HostKind;
use crate::design::CollectiveOp;
use crate::report::CollectiveCurve;

/// What makes groups alike, as a text to compare: GPUs of one class (cards: the very GPU), as many on as many nodes,
/// the same path inside a node, the same adapters and transport between nodes, and nothing that the library was told to do
/// otherwise. How processes were started and the library's version are not in it. None for a group of one, or of
/// different GPUs: no published run is like that.
pub fn alike(group: &Group) -> Option<String> {
    if group.mixed || group.ranks < 2 {
        return None;
    }
    let gpu = match group.class {
        GpuClass::Volta => "volta",
        GpuClass::Ampere => "ampere",
        GpuClass::Hopper => "hopper",
        GpuClass::Blackwell => "blackwell",
        GpuClass::Instinct => "instinct",
        GpuClass::Card => &group.gpu,
    };
    let mut words = vec![
        gpu.to_owned(),
        format!("{}={}x{}", group.ranks, group.nodes, group.per_node),
        inside(&group.inside),
    ];
    words.extend(group.between.as_ref().map(between));
    words.extend(group.algorithm.map(|algorithm| algorithm.id().to_owned()));
    words.extend(group.protocol.map(|protocol| protocol.id().to_owned()));
    Some(words.join(" "))
}

fn inside(path: &Inside) -> String {
    let join = path.join.id();
    match path.kind {
        InsideKind::Alone => "alone".to_owned(),
        InsideKind::Switched | InsideKind::Linked => {
            let nvls = if path.nvls { "+nvls" } else { "" };
            let (rings, links, rate) = (path.rings, path.pair_links, path.gb_s_per_link);
            format!("{join}:{rings}:{links}x{rate}{nvls}")
        }
        InsideKind::Peer | InsideKind::Staged => {
            let copies = if path.kind == InsideKind::Peer {
                "peer"
            } else {
                "staged"
            };
            let host = match path.host {
                HostKind::SameSwitch => "switch",
                HostKind::SameSocket => "socket",
                HostKind::CrossSocket => "sockets",
            };
            let slot = path.slot;
            format!("{copies}:pcie{}x{}:{host}", slot.generation, slot.lanes)
        }
    }
}

fn between(path: &Between) -> String {
    let transport = match path.transport {
        Transport::InfiniBand => "infiniband",
        Transport::Roce => "roce",
        Transport::Efa => "efa",
        Transport::Tcpx => "tcpx",
        Transport::Tcpxo => "tcpxo",
        Transport::Slingshot => "slingshot",
        Transport::Tcp => "tcp",
    };
    // A fabric with more up than down is no better than one that does not oversubscribe.
    let thinned = path.oversubscription.max(1.0);
    let mut text = format!("{transport}:{}x{}/{thinned}", path.ports, path.port_gb_s);
    for (said, word) in [
        (path.sharp, "+sharp"),
        (!path.gpudirect, "-gpudirect"),
        (!path.aligned, "-aligned"),
    ] {
        if said {
            text.push_str(word);
        }
    }
    text
}

/// A published run of one operation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MeasuredRun {
    /// Names the run.
    pub series: String,
    /// What it may stand beside: the text of [`alike()`].
    pub alike: String,
    /// The operation.
    pub op: CollectiveOp,
    /// Ranks.
    pub ranks: u64,
    /// The GPU's id in the catalogue.
    pub gpu_id: String,
    /// The GPU, in the source's word.
    pub gpu: String,
    /// What was measured, in the source's words.
    pub system: String,
    /// When it was published, as far as the source says: a year, month or day.
    pub date: String,
    /// Where it was read: an address, or the words `address not recorded`.
    pub source_url: String,
    /// The source does not fully say what was measured.
    pub uncertain: bool,
    /// Message size, bytes, and time, µs, by rising size.
    pub points: Vec<(u64, f64)>,
}

impl MeasuredRun {
    /// A run from its document; none where it is not one. By hand: the browser would carry a reader made for it.
    pub fn read(document: &Value) -> Option<Self> {
        let text = |key: &str| Some(document.get(key)?.as_str()?.to_owned());
        let points = document.get("points")?.as_array()?.iter().map(|point| {
            let (bytes, time_us) = (point.get(0)?.as_u64()?, point.get(1)?.as_f64()?);
            (time_us > 0.0).then_some((bytes, time_us))
        });
        Some(Self {
            series: text("series")?,
            alike: text("alike")?,
            op: CollectiveOp::from_id(&text("op")?)?,
            ranks: document.get("ranks")?.as_u64()?,
            gpu_id: text("gpu_id")?,
            gpu: text("gpu")?,
            system: text("system")?,
            date: text("date")?,
            source_url: text("source_url")?,
            uncertain: document.get("uncertain")?.as_bool()?,
            points: points.collect::<Option<_>>()?,
        })
    }

    /// Its points with bus bandwidth, GB/s: size over time, by the factor of nccl-tests.
    pub fn measured(&self) -> impl Iterator<Item = MeasuredPoint> {
        let factor = bus_factor(self.op, self.ranks);
        self.points.iter().map(move |&(message_bytes, time_us)| {
            let algbw_gb_s = message_bytes as f64 / (time_us * 1e3);
            MeasuredPoint {
                message_bytes,
                time_us,
                algbw_gb_s,
                busbw_gb_s: algbw_gb_s * factor,
            }
        })
    }
}

/// A measured point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasuredPoint {
    /// Message size as nccl-tests counts it, bytes.
    pub message_bytes: u64,
    /// Time, µs.
    pub time_us: f64,
    /// Size over time, GB/s.
    pub algbw_gb_s: f64,
    /// Bus bandwidth, GB/s.
    pub busbw_gb_s: f64,
}

/// The runs that may stand beside a curve.
pub fn runs_like<'a>(
    runs: &'a [MeasuredRun],
    curve: &'a CollectiveCurve,
) -> impl Iterator<Item = &'a MeasuredRun> {
    runs.iter()
        .filter(|run| run.op == curve.op && curve.alike.as_ref() == Some(&run.alike))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;
    use crate::cluster::resolve;
    use crate::design::CollectiveSettings;
    use crate::fabric::lay_out;
    use crate::templates;

    fn group(template: &str) -> Group {
        let design = templates::find(template).unwrap().design;
        let (cluster, _) = resolve(&design, Catalog::builtin());
        let (layouts, _) = lay_out(&design, &cluster, Catalog::builtin());
        let settings = CollectiveSettings::default();
        Group::first(&cluster, &layouts, cluster.gpus(), settings).unwrap()
    }

    #[test]
    fn what_decides_the_time_tells_groups_apart() {
        let nodes = group("superpod-h100-127");
        let path = nodes.between.clone().unwrap();
        let over = |between: Between| Group {
            between: Some(between),
            ..nodes.clone()
        };
        let slower = Between {
            port_gb_s: 25.0,
            ..path.clone()
        };
        let thinned = Between {
            oversubscription: 2.0,
            ..path.clone()
        };
        let others = [
            over(path.clone().over(Transport::Efa)),
            over(slower),
            over(thinned),
            Group {
                nodes: 126,
                ranks: 8 * 126,
                ..nodes.clone()
            },
            Group {
                class: GpuClass::Ampere,
                ..nodes.clone()
            },
            Group {
                algorithm: Some(crate::design::Algorithm::Ring),
                ..nodes.clone()
            },
            Group {
                inside: Inside {
                    nvls: false,
                    ..nodes.inside.clone()
                },
                ..nodes.clone()
            },
        ];
        for other in &others {
            assert_ne!(alike(other), alike(&nodes), "{other:?}");
        }
    }

    #[test]
    fn names_and_starts_do_not() {
        let nodes = group("superpod-h100-127");
        let path = nodes.between.clone().unwrap();
        let other = Group {
            gpu: "h200-sxm".to_owned(),
            launch: crate::design::Launch::OneProcess,
            between: Some(Between {
                adapter: "another name".to_owned(),
                ..path
            }),
            ..nodes.clone()
        };
        assert!(alike(&nodes).is_some());
        assert_eq!(alike(&other), alike(&nodes));
    }

    #[test]
    fn a_card_is_like_itself_only() {
        let pair = group("dual-3090-nvlink");
        let other = Group {
            gpu: "a40".to_owned(),
            ..pair.clone()
        };
        assert_ne!(alike(&other), alike(&pair));
        let mixed = Group {
            mixed: true,
            ..pair
        };
        assert_eq!(alike(&mixed), None);
    }

    #[test]
    fn bus_bandwidth_is_that_of_nccl_tests() {
        // nccl-tests, doc/PERFORMANCE.md: all-reduce over n ranks is size ÷ time × 2 (n − 1) ÷ n.
        let run = MeasuredRun {
            series: "a".to_owned(),
            alike: String::new(),
            op: CollectiveOp::AllReduce,
            ranks: 8,
            gpu_id: String::new(),
            gpu: String::new(),
            system: String::new(),
            date: String::new(),
            source_url: String::new(),
            uncertain: false,
            points: vec![(8_000_000_000, 40_000.0)],
        };
        let point = run.measured().next().unwrap();
        assert!((point.algbw_gb_s - 200.0).abs() < 1e-9);
        assert!((point.busbw_gb_s - 350.0).abs() < 1e-9);
        let document = serde_json::to_value(&run).unwrap();
        assert_eq!(MeasuredRun::read(&document), Some(run));
        assert_eq!(MeasuredRun::read(&serde_json::json!({})), None);
    }
}
