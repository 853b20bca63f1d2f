//! What the user measured on the links that a collective passes: facts of the design, no constant of the model.

use crate::cluster::ResolvedNode;
use crate::design::MeasuredLink;

/// Measured links of a path that are alike to it: the slowest binds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// What they let through, GB/s per direction.
    pub gb_s: f64,
    /// No such link is left to the model, so the figure counts where it is higher too.
    pub all: bool,
}

impl Bound {
    /// The slowest of links of which some were measured; none when no one was.
    fn slowest(links: impl Iterator<Item = Option<f64>>) -> Option<Self> {
        let mut slowest: Option<f64> = None;
        let mut all = true;
        for link in links {
            match link {
                Some(gb_s) => slowest = Some(slowest.map_or(gb_s, |other| other.min(gb_s))),
                None => all = false,
            }
        }
        slowest.map(|gb_s| Self { gb_s, all })
    }

    pub(super) fn times(self, factor: f64) -> Self {
        Self {
            gb_s: self.gb_s * factor,
            ..self
        }
    }

    /// The rate of a path for which the model has one.
    pub(super) fn over(bound: Option<Self>, model_gb_s: f64) -> f64 {
        match bound {
            Some(bound) if bound.all => bound.gb_s,
            Some(bound) => bound.gb_s.min(model_gb_s),
            None => model_gb_s,
        }
    }

    /// Both bind: a figure of the whole path, and of links of it.
    pub(super) fn with_whole(links: Option<Self>, whole_gb_s: Option<f64>) -> Option<Self> {
        match whole_gb_s {
            Some(whole) => Some(Self {
                gb_s: links.map_or(whole, |links| links.gb_s.min(whole)),
                all: true,
            }),
            None => links,
        }
    }

    /// The same among nodes of another kind: their figures bind too, and where the model has no say any more, so does the
    /// line rate of their paths.
    pub(super) fn held(mine: Option<Self>, other: Option<Self>, line_gb_s: f64) -> Option<Self> {
        match (mine, other) {
            (Some(mine), other) if mine.all => Some(Self {
                gb_s: mine.gb_s.min(Self::over(other, line_gb_s)),
                all: true,
            }),
            (Some(mine), Some(other)) => Some(Self {
                gb_s: mine.gb_s.min(other.gb_s),
                all: false,
            }),
            (None, Some(other)) => Some(Self {
                gb_s: other.gb_s,
                all: false,
            }),
            (mine, None) => mine,
        }
    }
}

/// A ring over the links into the switches: each GPU's.
pub(super) fn switched(node: &ResolvedNode, ranks: u64) -> Option<Bound> {
    let link = |gpu| node.measured_gb_s(MeasuredLink::Nvlink, &[gpu], None);
    Bound::slowest((0..ranks as u32).map(link))
}

/// Rings over direct links, each with the same part of the data: so the slowest link binds all. First the rate of all rings,
/// then that of the slowest pair.
pub(super) fn linked(
    node: &ResolvedNode,
    ranks: u64,
    rings: u32,
) -> (Option<Bound>, Option<Bound>) {
    let Some(kind) = node.scale_up.kind.measured_link() else {
        return (None, None);
    };
    let ranks = ranks as usize;
    let pairs = || {
        let rows = node.scale_up.matrix.iter().take(ranks).enumerate();
        rows.flat_map(move |(a, row)| {
            let row = row.iter().take(ranks).enumerate().skip(a + 1);
            row.filter(|(_, links)| **links > 0)
                .map(move |(b, links)| ([a as u32, b as u32], f64::from(*links)))
        })
    };
    let link = |pair: &[u32; 2]| node.measured_gb_s(kind, pair, None);
    let one = Bound::slowest(pairs().map(|(pair, links)| link(&pair).map(|gb_s| gb_s / links)));
    let pair = Bound::slowest(pairs().map(|(pair, _)| link(&pair)));
    (one.map(|one| one.times(rings.into())), pair)
}

/// A ring through the host, from each card to the next one; neighbours that a link joins use it.
pub(super) fn hosted(node: &ResolvedNode, ranks: u64) -> Option<Bound> {
    let n = ranks as u32;
    let joined = node.scale_up.kind.measured_link();
    let link = |a: u32| {
        let b = (a + 1) % n;
        let row = node.scale_up.matrix.get(a as usize);
        let links = row
            .and_then(|row| row.get(b as usize))
            .copied()
            .unwrap_or(0);
        let kind = joined.filter(|_| links > 0).unwrap_or(MeasuredLink::Host);
        node.measured_gb_s(kind, &[a, b], None)
    };
    Bound::slowest((0..n).map(link))
}

/// The slots of the first cards.
pub(super) fn slots(node: &ResolvedNode, ranks: usize) -> Option<Bound> {
    Bound::slowest((0..ranks as u32).map(|gpu| slot(node, gpu)))
}

/// The slot of a card.
pub(super) fn slot(node: &ResolvedNode, gpu: u32) -> Option<f64> {
    node.measured_gb_s(MeasuredLink::Slot, &[gpu], None)
}

/// The adapters of a node, which carry the same part each: all of them, and those next to a rank that is alone.
pub(super) fn adapters(node: &ResolvedNode) -> (Option<Bound>, Option<Bound>) {
    let count = node.compute_adapter().map_or(0, |adapter| adapter.count);
    let gpus = node.gpu_count.max(1);
    let first = |n: u32| {
        let link = |adapter| node.measured_gb_s(MeasuredLink::Adapter, &[], Some(adapter));
        Bound::slowest((0..n).map(link)).map(|one| one.times(count.into()))
    };
    let lone = first((count / gpus).max(1).min(count));
    (
        first(count),
        lone.map(|lone| lone.times(1.0 / f64::from(gpus))),
    )
}
