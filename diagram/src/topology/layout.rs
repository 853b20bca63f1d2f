//! Which devices of a tier are drawn one by one, which as a group, and where.

use super::groups::{Block, Groups};
use super::{Device, MOST_ITEMS, MOST_TIERS, Tier, Topology};

/// A device, or a group of devices that is drawn as one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Item {
    /// Number of the first device.
    pub first: u64,
    /// Number of the last device; the same for a single one.
    pub last: u64,
    /// Middle, CSS px.
    pub x: f64,
    /// Numbers of the first and the last part that it stands in; all where its tier is not parted.
    pub part: (u64, u64),
}

impl Item {
    pub fn new(first: u64, last: u64) -> Self {
        Self {
            first,
            last,
            x: 0.0,
            part: (0, u64::MAX),
        }
    }
}

/// A tier as it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub items: Vec<Item>,
    /// Top, CSS px.
    pub y: f64,
    pub height: f64,
    /// Distance of two middles, CSS px.
    pub pitch: f64,
    pub switch: bool,
    /// Middle of the devices that are to come.
    pub later: Option<f64>,
}

impl Row {
    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }
}

/// Least distance between two middles, CSS px: `Spine 12` fits at 11 px.
const PITCH: f64 = 58.0;

pub(super) fn rows(topology: &Topology, width: f64, column: f64) -> (Vec<Row>, Vec<Block>) {
    let tiers = &topology.tiers[..topology.tiers.len().min(MOST_TIERS)];
    let room = width - column;
    let most = ((room / PITCH) as usize).clamp(4, MOST_ITEMS);
    let groups = Groups::of(topology);
    let mut blocks = groups.map_or_else(Vec::new, |groups| groups.blocks(most));
    let each = most / blocks.len().max(1);
    let mut out: Vec<Row> = Vec::new();
    let mut y = 12.0 + groups.map_or(0.0, Groups::head);
    for (i, tier) in tiers.iter().enumerate() {
        let (height, switch) = size(tier);
        let wanted: Vec<u64> = topology
            .path
            .iter()
            .filter(|s| s.tier == i)
            .map(|s| s.index)
            .collect();
        let parts = groups.filter(|groups| (groups.tiers.0..groups.tiers.1).contains(&i));
        // Parts stand side by side over all the room: what is to come has no place beside them.
        let later = (tier.later > 0 && parts.is_none()).then_some(0.0);
        let mut items = Vec::new();
        match parts {
            Some(groups) => {
                for block in &mut blocks {
                    let own = groups.devices(block, tier.count, &wanted, each);
                    block.slots = block.slots.max(own.len());
                    items.extend(own);
                }
            }
            None => items = choose(tier.count, &wanted, most - later.iter().count()),
        }
        let n = (items.len() + later.iter().count()).max(1) as f64;
        let pitch = (room / n)
            .min(if switch { 110.0 } else { 96.0 })
            .max(room / most as f64);
        // Rows shorter than the drawing stand in its middle.
        let start = column + (room - pitch * n) / 2.0;
        for (k, item) in items.iter_mut().enumerate() {
            item.x = start + pitch * (k as f64 + 0.5);
        }
        out.push(Row {
            items,
            y,
            height,
            pitch,
            switch,
            later: later.map(|_| start + pitch * (n - 0.5)),
        });
        // The lowest gap is a little wider: the callout stands there.
        let gap = if i + 2 >= tiers.len() { 130.0 } else { 118.0 };
        y += height + gap;
    }
    if let Some(groups) = groups {
        beside(&mut blocks, column, room);
        for row in &mut out[groups.tiers.0..groups.tiers.1] {
            into(row, &blocks);
        }
    }
    (out, blocks)
}

/// Space between two parts, CSS px.
const APART: f64 = 10.0;

/// Puts the parts side by side, each as wide as its widest tier asks for.
fn beside(blocks: &mut [Block], column: f64, room: f64) {
    let slots: usize = blocks.iter().map(|block| block.slots).sum();
    let gaps = APART * blocks.len().saturating_sub(1) as f64;
    let pitch = ((room - gaps) / slots.max(1) as f64).min(110.0);
    let mut x = column + (room - gaps - pitch * slots as f64) / 2.0;
    for block in blocks {
        block.width = pitch * block.slots as f64;
        block.x = x + block.width / 2.0;
        x += block.width + APART;
    }
}

/// Puts the devices of a tier into their parts.
fn into(row: &mut Row, blocks: &[Block]) {
    for block in blocks {
        let own = |item: &Item| item.part == (block.first, block.last);
        let n = row.items.iter().filter(|item| own(item)).count() as f64;
        row.pitch = row.pitch.min(block.width / block.slots as f64);
        let pitch = block.width / n.max(1.0);
        let left = block.x - block.width / 2.0;
        for (k, item) in row.items.iter_mut().filter(|item| own(item)).enumerate() {
            item.x = left + pitch * (k as f64 + 0.5);
        }
    }
}

/// Width that shows the widest tier, as far as it is drawn one by one, CSS px.
pub(super) fn least_width(topology: &Topology, column: f64) -> f64 {
    let widest = topology
        .tiers
        .iter()
        .take(MOST_TIERS)
        .map(|t| (t.count.min(MOST_ITEMS as u64) + t.later.min(1)).min(MOST_ITEMS as u64))
        .max();
    column + PITCH * widest.unwrap_or(1) as f64
}

fn size(tier: &Tier) -> (f64, bool) {
    match &tier.look {
        Device::Switch => (30.0, true),
        Device::Rack(_) => (92.0, false),
        Device::Node(_) => (48.0, false),
    }
}

/// At most `most` items that hold all `count` devices in order: the wanted ones, the first ones and the last one alone,
/// the rest in groups.
pub(super) fn choose(count: u64, wanted: &[u64], most: usize) -> Vec<Item> {
    let alone = |first: u64| Item::new(first, first);
    if count <= most as u64 {
        return (0..count).map(alone).collect();
    }
    let mut shown: Vec<u64> = vec![0, count - 1];
    for &index in wanted
        .iter()
        .filter(|&&i| i < count)
        .take((most / 2).saturating_sub(1))
    {
        if !shown.contains(&index) {
            shown.push(index);
        }
    }
    shown.sort_unstable();
    // Never more than `most` items: drop wanted ones from the back of the list if groups take too much room.
    while items(&shown, count).len() > most && shown.len() > 2 {
        shown.remove(shown.len() - 2);
    }
    for next in 0..most as u64 {
        if shown.contains(&next) {
            continue;
        }
        let mut more = shown.clone();
        more.push(next);
        more.sort_unstable();
        if items(&more, count).len() > most {
            break;
        }
        shown = more;
    }
    items(&shown, count)
}

fn items(shown: &[u64], count: u64) -> Vec<Item> {
    let mut out = Vec::new();
    let mut next = 0;
    for &index in shown {
        if index > next {
            out.push(Item::new(next, index - 1));
        }
        out.push(Item::new(index, index));
        next = index + 1;
    }
    if next < count {
        out.push(Item::new(next, count - 1));
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_device_is_in_one_item(count in 0..1_000_000_u64, wanted in prop::collection::vec(0..1_000_000_u64, 0..9), most in 4..17_usize) {
            let got = choose(count, &wanted, most);
            prop_assert!(got.len() <= most);
            let mut next = 0;
            for item in &got {
                prop_assert_eq!(item.first, next);
                prop_assert!(item.last >= item.first);
                next = item.last + 1;
            }
            prop_assert_eq!(next, count);
        }

        #[test]
        fn two_devices_on_a_path_stand_alone(count in 20..100_000_u64, a: prop::sample::Index, b: prop::sample::Index) {
            let wanted = [a.index(count as usize) as u64, b.index(count as usize) as u64];
            let got = choose(count, &wanted, 9);
            for w in wanted {
                prop_assert!(got.iter().any(|item| item.first == w && item.last == w));
            }
        }
    }
}
