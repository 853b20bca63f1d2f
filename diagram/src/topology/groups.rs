//! Parts of a fabric that stand side by side: planes, pods, groups that are joined directly.

use podwright_locales::Texts;

use super::layout::{Item, Row, choose};
use super::{Bundle, MOST_TIERS, Topology};
use crate::svg::{Anchor, Path, Svg};
use crate::text::{self, SMALL};

/// What stands side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum GroupKind {
    /// Networks with nothing between them.
    #[default]
    Plane,
    /// Leaves and spines below a core.
    Pod,
    /// Leaves and spines that are joined with every other group directly.
    Group,
}

/// Equal parts of some tiers of switches, side by side. A device is joined inside its own part only.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Groups {
    /// What they are.
    pub kind: GroupKind,
    /// How many there are.
    pub count: u64,
    /// The tiers that are parted: the first one's index, and that behind the last.
    pub tiers: (usize, usize),
    /// The links between the top tiers of each two of them.
    pub joined: Option<Bundle>,
}

/// Parts that are drawn apart, at most.
const MOST: usize = 5;
/// Room above the parts for their names, CSS px.
const NAMES: f64 = 24.0;
/// The same with the links between them.
const JOINED: f64 = 74.0;

/// A part, or several that are drawn as one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Block {
    /// Number of the first one.
    pub first: u64,
    /// Number of the last one; the same for a single one.
    pub last: u64,
    /// Devices side by side in it.
    pub slots: usize,
    /// Middle, CSS px.
    pub x: f64,
    /// Width, CSS px.
    pub width: f64,
}

impl Groups {
    /// The same where it can be drawn: more than one, over tiers that are there.
    pub(super) fn of(topology: &Topology) -> Option<&Self> {
        let groups = topology.groups.as_ref()?;
        let (first, end) = groups.tiers;
        let drawn = topology.tiers.len().min(MOST_TIERS);
        let tiers = topology.tiers[..drawn].get(first..end)?;
        let parted = groups.count > 1 && tiers.iter().all(|tier| tier.count >= groups.count);
        (parted && !tiers.is_empty()).then_some(groups)
    }

    /// Room that they take above the first tier, CSS px.
    pub(super) fn head(&self) -> f64 {
        match (self.tiers.0, &self.joined) {
            (0, Some(_)) => JOINED,
            (0, None) => NAMES,
            _ => 0.0,
        }
    }

    /// Number of the first device of a part, of so many devices: parts with one more come first.
    fn first(&self, count: u64, part: u64) -> u64 {
        (count / self.count).saturating_mul(part) + part.min(count % self.count)
    }

    /// Which parts are drawn alone.
    pub(super) fn blocks(&self, most: usize) -> Vec<Block> {
        let blocks = choose(self.count, &[], (most / 3).clamp(3, MOST));
        let block = |item: Item| Block {
            first: item.first,
            last: item.last,
            slots: 1,
            x: 0.0,
            width: 0.0,
        };
        blocks.into_iter().map(block).collect()
    }

    /// The devices of a block, out of all of its tier.
    pub(super) fn devices(
        &self,
        block: &Block,
        count: u64,
        wanted: &[u64],
        most: usize,
    ) -> Vec<Item> {
        let first = self.first(count, block.first);
        let end = self.first(count, block.last + 1);
        let own: Vec<u64> = wanted
            .iter()
            .filter(|index| (first..end).contains(index))
            .map(|index| index - first)
            .collect();
        // What a path passes stands alone, though its part grows wider for it.
        let wished = if own.is_empty() {
            0
        } else {
            2 * own.len().min(2) + 3
        };
        let mut items = if block.first == block.last {
            choose(end - first, &own, most.max(3).max(wished))
        } else {
            vec![Item::new(0, end - first - 1)]
        };
        for item in &mut items {
            item.first += first;
            item.last += first;
            item.part = (block.first, block.last);
        }
        items
    }

    fn name(&self, texts: &Texts, block: &Block) -> String {
        let id = match self.kind {
            GroupKind::Plane => "diagram-group-plane",
            GroupKind::Pod => "diagram-group-pod",
            GroupKind::Group => "diagram-group-group",
        };
        let number = |n: u64| podwright_locales::format::count(n + 1);
        let numbers = if block.first == block.last {
            number(block.first)
        } else {
            format!("{}–{}", number(block.first), number(block.last))
        };
        texts.with(id, &[("n", numbers.into())])
    }

    /// The frames with their names, and the links between them.
    pub(super) fn draw(&self, svg: &mut Svg, texts: &Texts, rows: &[Row], blocks: &[Block]) {
        let rows = rows.get(self.tiers.0..self.tiers.1).unwrap_or_default();
        let (Some(top), Some(foot)) = (rows.first(), rows.last()) else {
            return;
        };
        if self.joined.is_some() {
            let mut path = Path::new();
            for (i, a) in blocks.iter().enumerate() {
                for (j, b) in blocks.iter().enumerate().skip(i + 1) {
                    path = top.over(path, top.end(a, j), top.end(b, i), j - i);
                }
            }
            svg.path("lk", &path);
        }
        for block in blocks {
            let left = block.x - block.width / 2.0;
            let y = top.y - 22.0;
            let height = foot.bottom() - y + 8.0;
            svg.rect("dg-more", (left + 1.0, y), (block.width - 2.0, height), 3.0);
            let name = text::fit(&self.name(texts, block), SMALL, block.width - 8.0);
            svg.text("halo", (left + 5.0, top.y - 8.0), Anchor::Start, &name);
        }
    }
}

impl Row {
    /// Where a link to another part leaves a block: the devices of a block take them in turn.
    fn end(&self, block: &Block, turn: usize) -> f64 {
        let own: Vec<f64> = self
            .items
            .iter()
            .filter(|item| item.part == (block.first, block.last))
            .map(|item| item.x)
            .collect();
        own.get(turn % own.len().max(1)).copied().unwrap_or(block.x)
    }

    /// A line over the row from one device of it to another, the higher the more parts lie between.
    pub(super) fn over(&self, path: Path, from: f64, to: f64, span: usize) -> Path {
        let y = self.lift(span);
        path.to(from, self.y).v(y).h(to).v(self.y)
    }

    /// Height of such a line.
    pub(super) fn lift(&self, span: usize) -> f64 {
        (self.y - 26.0 - 8.0 * span.min(MOST) as f64).max(4.0)
    }
}
