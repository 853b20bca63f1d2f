//! Links between the GPUs of a node, from the link graph.

use crate::catalog::{Catalog, Gpu, Interconnect, NodeType, NvlinkBridge, TopologyKind};
use crate::design::{InlineNode, MeasuredLink};

/// How the GPUs of a node are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JoinKind {
    /// A single GPU.
    None,
    /// PCIe only.
    Pcie,
    /// One bridge over all GPUs of the node.
    Bridge,
    /// Bridged pairs, PCIe between them.
    BridgePairs,
    /// Direct links, not every pair (DGX-1).
    HybridCubeMesh,
    /// Infinity Fabric, every pair.
    FullMeshXgmi,
    /// All links into switch chips.
    NvSwitch,
}

impl JoinKind {
    /// The name of its links where the user gives a figure for them; none where no link joins GPUs.
    pub fn measured_link(self) -> Option<MeasuredLink> {
        match self {
            Self::None | Self::Pcie => None,
            Self::Bridge | Self::BridgePairs => Some(MeasuredLink::Bridge),
            Self::HybridCubeMesh | Self::NvSwitch => Some(MeasuredLink::Nvlink),
            Self::FullMeshXgmi => Some(MeasuredLink::Xgmi),
        }
    }

    /// The name in documents, as in the catalogue.
    pub fn id(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Pcie => "pcie",
            Self::Bridge => "bridge",
            Self::BridgePairs => "bridge_pairs",
            Self::HybridCubeMesh => "hybrid_cube_mesh",
            Self::FullMeshXgmi => "full_mesh_xgmi",
            Self::NvSwitch => "nvswitch",
        }
    }
}

/// Links between the GPUs of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct ScaleUpLinks {
    /// How they are joined.
    pub kind: JoinKind,
    /// Nominal rate of one link, GB/s per direction; 0 without links.
    pub gb_s_per_link: f64,
    /// What kernels reach on one link, GB/s per direction (the library's planning constant); nominal where unknown.
    pub achievable_gb_s_per_link: f64,
    /// Links of one GPU that are in use.
    pub links_per_gpu: u32,
    /// Direct links by pair; empty with switches.
    pub matrix: Vec<Vec<u32>>,
    /// Switch chips of the domain.
    pub switch_chips: u32,
    /// The switch reduces and multicasts (NVLS).
    pub in_switch_reduction: bool,
    /// GPUs of a switched domain.
    pub switched_domain: u32,
    /// The share of its links into switches that works: 1 unless a question takes switches away.
    pub live: f64,
}

/// What a bridge of an inline node does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BridgeState {
    /// It joins its cards.
    Joined,
    /// The catalogue lacks it.
    Unknown,
    /// The card has no connector for it, or another bridge is made for the card.
    WrongCard,
    /// It spans another distance than the slots.
    WrongSpacing,
    /// It joins fewer cards than it was given, or a card has a bridge already.
    TooManyCards,
    /// It was given fewer than two cards.
    TooFewCards,
    /// A slot of its cards is not described.
    NoSlot,
}

impl ScaleUpLinks {
    fn empty(kind: JoinKind) -> Self {
        Self {
            kind,
            gb_s_per_link: 0.0,
            achievable_gb_s_per_link: 0.0,
            links_per_gpu: 0,
            matrix: Vec::new(),
            switch_chips: 0,
            in_switch_reduction: false,
            switched_domain: 0,
            live: 1.0,
        }
    }

    fn with_rates(kind: JoinKind, gpu: &Gpu, catalog: &Catalog) -> Self {
        let nominal = gpu.scale_up.gb_s_per_link_per_direction;
        let achievable = match catalog.scale_up_link(gpu) {
            Some(Interconnect::Nvlink(link)) => link.achievable_gb_s_per_link_per_direction,
            Some(Interconnect::Xgmi(link)) => link
                .achievable_gb_s_per_link_per_direction
                .unwrap_or(nominal * XGMI_SHARE),
            _ => nominal,
        };
        Self {
            gb_s_per_link: nominal,
            achievable_gb_s_per_link: achievable,
            ..Self::empty(kind)
        }
    }

    /// The links of a catalogue node.
    pub fn from_catalog(record: &NodeType, gpu: &Gpu, catalog: &Catalog) -> Self {
        let topology = &record.scale_up_topology;
        let n = record.gpu_count as usize;
        let mut links = match topology.kind {
            TopologyKind::None => Self::empty(JoinKind::None),
            TopologyKind::Pcie => Self::empty(JoinKind::Pcie),
            TopologyKind::Bridge => Self::with_rates(JoinKind::Bridge, gpu, catalog),
            TopologyKind::BridgePairs => Self::with_rates(JoinKind::BridgePairs, gpu, catalog),
            TopologyKind::HybridCubeMesh => {
                Self::with_rates(JoinKind::HybridCubeMesh, gpu, catalog)
            }
            TopologyKind::FullMeshXgmi => Self::with_rates(JoinKind::FullMeshXgmi, gpu, catalog),
            TopologyKind::Nvswitch => {
                let chip = topology
                    .switch_id
                    .as_deref()
                    .and_then(|id| catalog.nvswitch(id));
                Self {
                    links_per_gpu: gpu.scale_up.links,
                    switch_chips: topology.switch_chips,
                    in_switch_reduction: chip.is_some_and(|chip| chip.sharp_nvls),
                    switched_domain: topology.domain_gpus,
                    ..Self::with_rates(JoinKind::NvSwitch, gpu, catalog)
                }
            }
        };
        if let Some(matrix) = &topology.link_matrix
            && matrix.len() == n
            && matrix.iter().all(|row| row.len() == n)
        {
            links.matrix.clone_from(matrix);
        } else if matches!(topology.kind, TopologyKind::FullMeshXgmi) {
            let per_pair = gpu.scale_up.links / (record.gpu_count.max(2) - 1);
            links.matrix = full_mesh(n, per_pair);
        } else if matches!(
            topology.kind,
            TopologyKind::Bridge | TopologyKind::BridgePairs
        ) {
            links.matrix = pairs(n, gpu.scale_up.links);
        }
        if !links.matrix.is_empty() {
            links.links_per_gpu = least_degree(&links.matrix);
        }
        links
    }

    /// The links of a node that is written out: those bridges that fit their cards and slots.
    pub fn from_inline(
        inline: &InlineNode,
        gpu: &Gpu,
        catalog: &Catalog,
    ) -> (Self, Vec<BridgeState>) {
        let n = inline.count as usize;
        let mut matrix = vec![vec![0; n]; n];
        let mut bridged = vec![false; n];
        let mut states = Vec::new();
        for spec in &inline.bridges {
            let state = match catalog.bridge(&spec.id) {
                None => BridgeState::Unknown,
                Some(bridge) => bridge_state(bridge, spec.gpus.as_slice(), inline, gpu, &bridged),
            };
            if state == BridgeState::Joined {
                let per_pair = gpu.scale_up.links / (spec.gpus.len().max(2) as u32 - 1);
                for &a in &spec.gpus {
                    bridged[a as usize] = true;
                    for &b in &spec.gpus {
                        if a != b {
                            matrix[a as usize][b as usize] = per_pair;
                        }
                    }
                }
            }
            states.push(state);
        }
        let joined = states.contains(&BridgeState::Joined);
        let links = if joined {
            let kind = if bridged.iter().all(|b| *b) && n <= largest_group(&matrix) {
                JoinKind::Bridge
            } else {
                JoinKind::BridgePairs
            };
            let mut links = Self::with_rates(kind, gpu, catalog);
            links.links_per_gpu = matrix
                .iter()
                .map(|row| row.iter().sum())
                .max()
                .unwrap_or_default();
            links.matrix = matrix;
            links
        } else {
            Self::empty(if n > 1 {
                JoinKind::Pcie
            } else {
                JoinKind::None
            })
        };
        (links, states)
    }

    /// GPUs of one scale-up domain, given the GPUs of the node.
    pub fn domain_gpus(&self, gpu_count: u32) -> u32 {
        match self.kind {
            JoinKind::None => 1,
            JoinKind::NvSwitch => self.switched_domain.max(1),
            JoinKind::BridgePairs => largest_group(&self.matrix) as u32,
            JoinKind::Pcie
            | JoinKind::Bridge
            | JoinKind::HybridCubeMesh
            | JoinKind::FullMeshXgmi => gpu_count,
        }
    }

    /// All links of one GPU, GB/s per direction; none without links.
    pub fn gb_s_per_gpu(&self) -> Option<f64> {
        (self.links_per_gpu > 0).then(|| f64::from(self.links_per_gpu) * self.gb_s_per_link)
    }

    /// Pairs of GPUs with a direct link, and all pairs.
    pub fn linked_pairs(&self, gpu_count: u32) -> (u64, u64) {
        let n = u64::from(gpu_count);
        let pairs = n * n.saturating_sub(1) / 2;
        if self.kind == JoinKind::NvSwitch {
            return (0, pairs);
        }
        let linked = self
            .matrix
            .iter()
            .enumerate()
            .map(|(i, row)| row.iter().skip(i + 1).filter(|links| **links > 0).count() as u64)
            .sum();
        (linked, pairs)
    }
}

/// What kernels reach of a nominal xGMI link where nobody measured it: as MI300X does, 47.7 of 64 GB/s
/// (catalogue record `xgmi-mi300x`).
const XGMI_SHARE: f64 = 47.7 / 64.0;

fn bridge_state(
    bridge: &NvlinkBridge,
    gpus: &[u32],
    inline: &InlineNode,
    gpu: &Gpu,
    bridged: &[bool],
) -> BridgeState {
    if !gpu.scale_up.bridge_capable || !bridge.gpus.contains(&gpu.id) {
        return BridgeState::WrongCard;
    }
    if gpus.len() < 2 {
        return BridgeState::TooFewCards;
    }
    if gpus.len() > bridge.max_gpus as usize
        || gpus
            .iter()
            .any(|g| bridged.get(*g as usize).copied().unwrap_or(true))
    {
        return BridgeState::TooManyCards;
    }
    let mut positions = Vec::new();
    for g in gpus {
        match inline.slots.get(*g as usize) {
            Some(slot) => positions.push(slot.position),
            None => return BridgeState::NoSlot,
        }
    }
    positions.sort_unstable();
    let fits = positions
        .windows(2)
        .all(|pair| pair[1] - pair[0] == bridge.slot_pitch);
    if fits {
        BridgeState::Joined
    } else {
        BridgeState::WrongSpacing
    }
}

fn full_mesh(n: usize, links: u32) -> Vec<Vec<u32>> {
    (0..n)
        .map(|i| (0..n).map(|j| if i == j { 0 } else { links }).collect())
        .collect()
}

fn pairs(n: usize, links: u32) -> Vec<Vec<u32>> {
    (0..n)
        .map(|i| {
            (0..n)
                .map(|j| if i != j && i / 2 == j / 2 { links } else { 0 })
                .collect()
        })
        .collect()
}

fn least_degree(matrix: &[Vec<u32>]) -> u32 {
    matrix
        .iter()
        .map(|row| row.iter().sum())
        .min()
        .unwrap_or_default()
}

/// The most GPUs that hang together by links.
fn largest_group(matrix: &[Vec<u32>]) -> usize {
    let n = matrix.len();
    let mut seen = vec![false; n];
    let mut best = 1;
    for start in 0..n {
        let mut stack = vec![start];
        let mut size = 0;
        while let Some(i) = stack.pop() {
            if std::mem::replace(&mut seen[i], true) {
                continue;
            }
            size += 1;
            stack.extend((0..n).filter(|j| matrix[i][*j] > 0 && !seen[*j]));
        }
        best = best.max(size);
    }
    best
}

/// One-way rings that the direct links between the first `ranks` GPUs carry at once: the least cut over all ways to
/// part the GPUs in two, since each ring crosses a cut at least once each way. 0 when no ring exists: a ring has to
/// visit every GPU over direct links.
///
/// The bound is met by the boards that exist (cube mesh: 6, MI300X: 7, four GPUs with four links a pair: 12). For two
/// GPUs each link is a ring.
pub fn ring_count(matrix: &[Vec<u32>], ranks: usize) -> u32 {
    let n = ranks.min(matrix.len());
    if !(2..=16).contains(&n) || !has_ring(matrix, n) {
        return 0;
    }
    let mut least = u32::MAX;
    for set in 1..(1_u32 << (n - 1)) {
        let inside = |i: usize| set >> i & 1 == 1;
        let cut = (0..n)
            .filter(|i| inside(*i))
            .map(|i| {
                (0..n)
                    .filter(|j| !inside(*j))
                    .map(|j| matrix[i][j])
                    .sum::<u32>()
            })
            .sum();
        least = least.min(cut);
    }
    least
}

/// Whether a ring visits the first `n` GPUs over direct links.
fn has_ring(matrix: &[Vec<u32>], n: usize) -> bool {
    fn walk(matrix: &[Vec<u32>], n: usize, at: usize, seen: u32, budget: &mut u32) -> bool {
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        if seen == (1 << n) - 1 {
            return matrix[at][0] > 0;
        }
        (0..n).any(|next| {
            matrix[at][next] > 0
                && seen >> next & 1 == 0
                && walk(matrix, n, next, seen | 1 << next, budget)
        })
    }
    if n == 2 {
        return matrix[0][1] > 0;
    }
    walk(matrix, n, 0, 1, &mut 1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_of_known_boards() {
        let cube = &Catalog::builtin()
            .node("dgx-1-v100")
            .and_then(|node| node.scale_up_topology.link_matrix.clone())
            .expect("the catalogue has the matrix");
        assert_eq!(ring_count(cube, 8), 6);
        assert_eq!(ring_count(&full_mesh(8, 1), 8), 7);
        assert_eq!(ring_count(&full_mesh(4, 4), 4), 12);
        assert_eq!(ring_count(&pairs(4, 12), 2), 12);
        assert_eq!(ring_count(&pairs(4, 12), 3), 0);
        assert_eq!(ring_count(&pairs(4, 12), 4), 0);
    }

    #[test]
    fn the_cube_mesh_links_16_of_28_pairs() {
        let catalog = Catalog::builtin();
        let record = catalog.node("dgx-1-v100").expect("in the catalogue");
        let gpu = catalog.gpu(&record.gpu_id).expect("in the catalogue");
        let links = ScaleUpLinks::from_catalog(record, gpu, catalog);
        assert_eq!(links.linked_pairs(8), (16, 28));
        assert_eq!(links.switch_chips, 0);
        assert_eq!(links.gb_s_per_gpu(), Some(150.0));
    }
}
