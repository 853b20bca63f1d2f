//! From the words of a row to a node of the engine and a group of ranks, by what the system is made of: never by who
//! measured it.

use std::sync::OnceLock;

use podwright_sim_core::catalog::{
    Catalog, CustomParts, Gpu, Nic, NicProtocol, NodeCategory, NodeType, ScaleUpKind,
    TopologyKind as LinkShape,
};
use podwright_sim_core::cluster::{Adapter, HostPaths, ResolvedNode, SlotPath};
use podwright_sim_core::collective::{Between, Group, Transport};
use podwright_sim_core::design::Network;

use crate::AccuracyError;
use crate::read::Row;
use crate::words::{self, EnvWords, HostWords, InterWords, IntraWords, Links, SlotJoin, gpu_id};

/// GPUs of one NVLink domain of a rack (`nvlink5-nvl72`).
const RACK_GPUS: u64 = 72;

/// A system that a row was measured on.
#[derive(Clone, Debug)]
pub(crate) struct System {
    /// The ranks.
    pub group: Group,
    /// The node (or rack) that they are on.
    pub node: ResolvedNode,
    /// What the row does not state and was taken from the catalogue.
    pub assumed: Option<String>,
    /// Settings of the run that have no place in the model.
    pub not_modelled: Vec<&'static str>,
}

/// The catalogue with the GPUs that only measured systems have.
///
/// # Errors
/// When the parts of this crate do not fit the catalogue.
pub(crate) fn catalog() -> Result<&'static Catalog, AccuracyError> {
    static MERGED: OnceLock<Result<Catalog, String>> = OnceLock::new();
    MERGED
        .get_or_init(|| {
            let parts: CustomParts = serde_json::from_str(include_str!("parts.json"))
                .map_err(|error| error.to_string())?;
            Catalog::builtin()
                .with_custom(&parts)
                .map_err(|defects| format!("{defects:?}"))
        })
        .as_ref()
        .map_err(|text| AccuracyError::Parts(text.clone()))
}

/// The system of a row.
///
/// # Errors
/// The reason why the row can't be mapped, for people.
pub(crate) fn system(row: &Row, catalog: &Catalog) -> Result<System, String> {
    let gpu = gpu_id(&row.gpu)
        .and_then(|id| catalog.gpu(id))
        .ok_or_else(|| format!("gpu '{}' is not known", row.gpu))?;
    let intra = words::intra(&row.intra_node)?;
    let inter = words::inter(&row.inter_node)?;
    let env = words::env(&row.env);
    let shape = Shape::of(row, intra.links)?;
    let mut node = base_node(gpu, intra.links, shape.node_gpus, catalog)?;
    node.host = host(gpu, &intra.host, &node, row);
    let mut assumed = None;
    if let Some(inter) = inter {
        let (adapter, guess) = adapter(inter, gpu, &shape, catalog)?;
        node.adapters.insert(Network::Compute, adapter);
        assumed = guess;
    } else if shape.nodes > 1 {
        return Err("several nodes, and no network between them".to_owned());
    }
    group(row, node, &shape, inter, env, assumed, intra)
}

fn group(
    row: &Row,
    node: ResolvedNode,
    shape: &Shape,
    inter: Option<InterWords>,
    env: EnvWords,
    assumed: Option<String>,
    intra: IntraWords,
) -> Result<System, String> {
    let group = Group::equal_nodes(&node, shape.ranks, shape.nodes, env.settings)
        .ok_or_else(|| "more ranks than the nodes have GPUs".to_owned())?;
    let between = match (group.between, inter) {
        (Some(between), Some(inter)) => Some(Between {
            // One rank with one adapter got whichever was free, unless the source says otherwise.
            aligned: shape.ranks > shape.nodes || env.aligned,
            ..between.over(inter.transport)
        }),
        (between, _) => between,
    };
    let mut not_modelled = env.not_modelled;
    if row.env.to_lowercase().contains("virtual machine") {
        not_modelled.push("virtual machine");
    }
    if intra.host.join == SlotJoin::Chipset {
        not_modelled.push("slots of the chipset");
    }
    Ok(System {
        group: Group {
            between,
            rccl6: words::rccl_before_7(&row.library),
            ..group
        },
        node,
        assumed,
        not_modelled,
    })
}

/// How many ranks are where.
struct Shape {
    ranks: u64,
    /// Nodes, or racks where a rack is one domain.
    nodes: u64,
    /// GPUs of one of them.
    node_gpus: u64,
    /// Nodes of the row's count in one of ours: the compute trays of a rack.
    trays: u64,
}

impl Shape {
    fn of(row: &Row, links: Links) -> Result<Self, String> {
        let ranks = row
            .gpus_total
            .or_else(|| Some(row.gpus_per_node? * row.nodes?))
            .ok_or("the number of GPUs is not given")?;
        if ranks < 2 {
            return Err("one GPU: nothing is sent".to_owned());
        }
        if links == Links::Rack {
            let nodes = ranks.div_ceil(RACK_GPUS);
            let node_gpus = ranks.div_ceil(nodes);
            let tray = row.gpus_per_node.unwrap_or(4).max(1);
            return Ok(Self {
                ranks,
                nodes,
                node_gpus,
                trays: node_gpus.div_ceil(tray),
            });
        }
        let nodes = row
            .nodes
            .or_else(|| Some(ranks.div_ceil(row.gpus_per_node?)))
            .unwrap_or(1);
        let per_node = ranks.div_ceil(nodes);
        let node_gpus = row.gpus_per_node.unwrap_or(per_node);
        if per_node > node_gpus {
            return Err(format!(
                "{ranks} GPUs do not fit on {nodes} nodes of {node_gpus}"
            ));
        }
        if node_gpus > RACK_GPUS {
            return Err(format!("{node_gpus} GPUs on one node"));
        }
        Ok(Self {
            ranks,
            nodes,
            node_gpus,
            trays: 1,
        })
    }
}

/// The GPUs of a node and their links.
fn base_node(
    gpu: &Gpu,
    links: Links,
    node_gpus: u64,
    catalog: &Catalog,
) -> Result<ResolvedNode, String> {
    let n = node_gpus as u32;
    let count = node_gpus as usize;
    let mut record = catalog
        .node("ws-2x-rtx3090-pcie")
        .cloned()
        .ok_or("the catalogue lacks the plain node")?;
    record.category = NodeCategory::Server;
    record.name = format!("{n} × {}", gpu.name);
    record.gpu_id.clone_from(&gpu.id);
    record.gpu_count = n;
    record.nics = podwright_sim_core::catalog::NodeNics::default();
    let topology = &mut record.scale_up_topology;
    topology.domain_gpus = n;
    topology.switch_chips = 0;
    topology.switch_id = None;
    topology.bridge_id = None;
    topology.link_matrix = None;
    let linked = !matches!(links, Links::Host);
    if linked && gpu.scale_up.links == 0 {
        return Err(format!("{} has no links to join", gpu.name));
    }
    let all_pairs = |per_pair: u32| -> Vec<Vec<u32>> {
        (0..count)
            .map(|i| {
                (0..count)
                    .map(|j| if i == j { 0 } else { per_pair })
                    .collect()
            })
            .collect()
    };
    match links {
        _ if n == 1 => topology.kind = LinkShape::None,
        Links::Host => topology.kind = LinkShape::Pcie,
        Links::Switch | Links::Rack | Links::Tray => {
            topology.kind = LinkShape::Nvswitch;
            topology.switch_id = switch_of(gpu, catalog);
            topology.switch_chips = 1;
        }
        Links::CubeMesh | Links::Direct if gpu.scale_up.links <= 6 && links_cube(gpu, links, n) => {
            let cube = catalog
                .node("dgx-1-v100")
                .and_then(|node| node.scale_up_topology.link_matrix.clone())
                .ok_or("the catalogue lacks the cube mesh")?;
            topology.kind = LinkShape::HybridCubeMesh;
            topology.domain_gpus = cube.len() as u32;
            record.gpu_count = cube.len() as u32;
            topology.link_matrix = Some(cube);
        }
        Links::CubeMesh => return Err(format!("no cube mesh of {n} × {}", gpu.name)),
        Links::AllPairsXgmi => {
            if gpu.scale_up.kind != ScaleUpKind::Xgmi {
                return Err(format!("{} has no Infinity Fabric links", gpu.name));
            }
            // A board has eight; fewer ranks use the links among themselves.
            topology.kind = LinkShape::FullMeshXgmi;
            topology.link_matrix = Some(all_pairs(
                (gpu.scale_up.links / gpu.scale_up.max_peers.max(1)).max(1),
            ));
        }
        Links::AllPairs | Links::Direct => {
            let per_pair = (gpu.scale_up.links / (n - 1)).max(1);
            topology.kind = LinkShape::HybridCubeMesh;
            topology.link_matrix = Some(all_pairs(per_pair));
        }
        Links::Pairs(stated) => {
            let per_pair = stated.unwrap_or(gpu.scale_up.links).min(gpu.scale_up.links);
            topology.kind = if n == 2 {
                LinkShape::Bridge
            } else {
                LinkShape::BridgePairs
            };
            topology.link_matrix = Some(
                (0..count)
                    .map(|i| {
                        (0..count)
                            .map(|j| {
                                if i != j && i / 2 == j / 2 {
                                    per_pair
                                } else {
                                    0
                                }
                            })
                            .collect()
                    })
                    .collect(),
            );
        }
    }
    Ok(ResolvedNode::from_catalog(&record, gpu, catalog))
}

/// Whether a node of so many such GPUs is (part of) a cube mesh: four to six links each, at most eight GPUs.
fn links_cube(gpu: &Gpu, links: Links, n: u32) -> bool {
    n <= 8 && (links == Links::CubeMesh || gpu.scale_up.links >= 4)
}

/// The switch chips that a GPU's links go to: those of a catalogue node with the same links.
fn switch_of(gpu: &Gpu, catalog: &Catalog) -> Option<String> {
    catalog
        .nodes()
        .filter(|node| node.scale_up_topology.switch_id.is_some())
        .find(|node| {
            catalog.gpu(&node.gpu_id).is_some_and(|other| {
                other.scale_up.kind == gpu.scale_up.kind
                    && other.scale_up.generation == gpu.scale_up.generation
            })
        })
        .and_then(|node| node.scale_up_topology.switch_id.clone())
}

fn host(gpu: &Gpu, words: &HostWords, node: &ResolvedNode, row: &Row) -> HostPaths {
    let n = node.gpu_count;
    let slots = (0..n)
        .map(|i| {
            let socket = match words.join {
                SlotJoin::TwoSockets => i * 2 / n.max(1),
                _ => 0,
            };
            SlotPath {
                pcie_gen: words
                    .generation
                    .unwrap_or(gpu.pcie.generation)
                    .min(gpu.pcie.generation),
                lanes: words.lanes.unwrap_or(gpu.pcie.lanes).min(gpu.pcie.lanes),
                root: match words.join {
                    SlotJoin::Switch => "switch0".to_owned(),
                    SlotJoin::Switches(_, slots) => format!("switch{}", i / slots),
                    SlotJoin::Chipset if i > 0 => "pch".to_owned(),
                    _ => format!("cpu{socket}"),
                },
                socket,
            }
        })
        .collect();
    HostPaths {
        slots,
        peer_access: words.peer.or(gpu.p2p_over_pcie_supported),
        patched: words.patched,
        cpu_vendor: row.cpu_vendor(),
        // A bare `pcie4-host-bridge` says neither lanes nor sockets nor switches.
        stated: words.lanes.is_some() || words.join != SlotJoin::Root || words.patched,
    }
}

/// The adapters of a node, and what was assumed about them.
fn adapter(
    inter: InterWords,
    gpu: &Gpu,
    shape: &Shape,
    catalog: &Catalog,
) -> Result<(Adapter, Option<String>), String> {
    let stated = inter.gbit_s.zip(inter.count);
    let (gbit_s, count, assumed) = if let Some((gbit_s, count)) = stated {
        (gbit_s, count, None)
    } else {
        let usual = usual_node(gpu, catalog).ok_or_else(|| {
            format!(
                "adapters are not stated, and no node with {} is known",
                gpu.name
            )
        })?;
        let group = usual
            .nics
            .compute
            .as_ref()
            .ok_or("adapters are not stated")?;
        let gbit_s = inter.gbit_s.unwrap_or(group.gbit_s_per_port);
        let all = group.count * group.ports_per_nic;
        let gpus = (shape.node_gpus as u32 / shape.trays.max(1) as u32).max(1);
        let count = inter
            .count
            .unwrap_or((all * gpus / usual.gpu_count.max(1)).max(1));
        let text = format!(
            "adapters not stated: {count} × {gbit_s} Gbit/s, as in {}",
            usual.name
        );
        (gbit_s, count, Some(text))
    };
    let mut nic = catalog
        .nic("connectx-7-ndr")
        .cloned()
        .ok_or("the catalogue lacks the plain adapter")?;
    nic.name = format!("{gbit_s} Gbit/s adapter");
    "measured-adapter".clone_into(&mut nic.id);
    nic.ports = 1;
    nic.gbit_s_per_port = gbit_s;
    nic.max_aggregate_gbit_s = gbit_s;
    nic.gb_s_per_direction = gbit_s / 8.0;
    speaks(&mut nic, inter.transport);
    let adapter = Adapter {
        nic,
        count: count * shape.trays as u32,
        ports_per_nic: 1,
        gbit_s_per_port: gbit_s,
        slot: None,
    };
    Ok((adapter, assumed))
}

fn speaks(nic: &mut Nic, transport: Transport) {
    nic.protocols = match transport {
        // Slingshot has no word of its own; it moves memory to memory as verbs do.
        Transport::InfiniBand | Transport::Roce | Transport::Slingshot => {
            vec![NicProtocol::Infiniband, NicProtocol::RoceV2]
        }
        Transport::Efa => vec![NicProtocol::EfaSrd],
        Transport::Tcpx | Transport::Tcpxo => vec![NicProtocol::Tcpxo],
        Transport::Tcp => vec![NicProtocol::Ethernet],
    };
}

/// The catalogue's server with GPUs of the same make: what a row is taken to have when it does not state its adapters.
fn usual_node<'a>(gpu: &Gpu, catalog: &'a Catalog) -> Option<&'a NodeType> {
    let with_adapters = |node: &&NodeType| {
        matches!(node.category, NodeCategory::Server | NodeCategory::Rack)
            && node.nics.compute.is_some()
    };
    let same = catalog
        .nodes()
        .filter(with_adapters)
        .find(|node| node.gpu_id == gpu.id);
    same.or_else(|| {
        catalog.nodes().filter(with_adapters).find(|node| {
            catalog
                .gpu(&node.gpu_id)
                .is_some_and(|other| other.architecture == gpu.architecture)
        })
    })
}
