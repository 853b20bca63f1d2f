//! Max-min fair rates by progressive filling (Bertsekas and Gallager, Data Networks, 2nd edition, section 6.5.2).
//!
//! All rates rise together; when a link is full, the flows on it keep the rate they have and the others go on rising. A
//! flow may use a share of a link, as one that is spread over many paths does. Rates and capacities are in units of the
//! line rate of a link to a node.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// Lists of different lengths in one vector.
#[derive(Clone, Debug)]
pub(super) struct Lists<T> {
    first: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> Lists<T> {
    pub fn new() -> Self {
        Self {
            first: vec![0],
            items: Vec::new(),
        }
    }

    pub fn push(&mut self, items: impl IntoIterator<Item = T>) -> u32 {
        self.items.extend(items);
        self.first.push(self.items.len() as u32);
        self.len() as u32 - 1
    }

    pub fn len(&self) -> usize {
        self.first.len() - 1
    }

    pub fn get(&self, index: u32) -> &[T] {
        let at = index as usize;
        &self.items[self.first[at] as usize..self.first[at + 1] as usize]
    }

    /// For each of `keys` keys the lists that hold it, in their order.
    pub fn inverse(&self, keys: usize, key: impl Fn(&T) -> u32) -> Lists<u32> {
        let mut first = vec![0_u32; keys + 1];
        for item in &self.items {
            first[key(item) as usize + 1] += 1;
        }
        for at in 0..keys {
            first[at + 1] += first[at];
        }
        let mut next = first.clone();
        let mut items = vec![0_u32; self.items.len()];
        for list in 0..self.len() as u32 {
            for item in self.get(list) {
                let slot = &mut next[key(item) as usize];
                items[*slot as usize] = list;
                *slot += 1;
            }
        }
        Lists { first, items }
    }
}

/// Flows and the links that they use.
#[derive(Clone, Debug)]
pub(super) struct Sharing {
    /// Capacity of each directed link.
    pub links: Vec<f64>,
    /// Bundles of links with the share of a flow that each carries.
    pub segments: Lists<(u32, f64)>,
    /// The segments of each flow; a flow without any is not served.
    pub flows: Lists<u32>,
}

/// Rates.
#[derive(Clone, Debug)]
pub(super) struct Filled {
    /// Of each flow; 0 for one that is not served.
    pub rates: Vec<f64>,
    /// Of each directed link, the share of its capacity that is carried.
    pub loads: Vec<f64>,
    /// The links that were full first, and so hold the slowest flows: directed link and the flows on it.
    pub first_full: Vec<(u32, u32)>,
}

/// Links whose filling levels differ by less than this share are full at the same time: rounding of sums of shares.
const SAME_LEVEL: f64 = 1e-10;

#[derive(Clone, Copy, PartialEq)]
struct Due {
    level: f64,
    link: u32,
}

impl Eq for Due {}

impl Ord for Due {
    fn cmp(&self, other: &Self) -> Ordering {
        self.level
            .total_cmp(&other.level)
            .then(self.link.cmp(&other.link))
    }
}

impl PartialOrd for Due {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// What a link carries while the level rises.
#[derive(Clone, Copy)]
struct Link {
    /// Free capacity at `since`.
    free: f64,
    since: f64,
    /// Load that a unit of level adds.
    slope: f64,
    /// Rising flows on it.
    flows: u32,
}

impl Link {
    fn full_at(&self) -> f64 {
        self.since + self.free / self.slope
    }

    fn advance(&mut self, level: f64) {
        self.free = (self.free - self.slope * (level - self.since)).max(0.0);
        self.since = level;
    }
}

/// Fills.
pub(super) fn fill(sharing: &Sharing) -> Filled {
    let segment_flows = sharing
        .flows
        .inverse(sharing.segments.len(), |segment| *segment);
    let link_segments = sharing
        .segments
        .inverse(sharing.links.len(), |(link, _)| *link);
    let mut links: Vec<Link> = sharing
        .links
        .iter()
        .map(|capacity| Link {
            free: *capacity,
            since: 0.0,
            slope: 0.0,
            flows: 0,
        })
        .collect();
    for segment in 0..sharing.segments.len() as u32 {
        let flows = segment_flows.get(segment).len() as u32;
        for (link, share) in sharing.segments.get(segment) {
            let link = &mut links[*link as usize];
            link.slope += f64::from(flows) * share;
            link.flows += flows;
        }
    }
    let mut heap: BinaryHeap<Reverse<Due>> = links
        .iter()
        .enumerate()
        .filter(|(_, link)| link.flows > 0)
        .map(|(number, link)| {
            Reverse(Due {
                level: link.full_at(),
                link: number as u32,
            })
        })
        .collect();
    let mut rates = vec![0.0; sharing.flows.len()];
    let mut rising = vec![true; sharing.flows.len()];
    let mut leaving = vec![0_u32; sharing.segments.len()];
    let mut first_full = Vec::new();
    let mut full = Vec::new();
    let mut touched = Vec::new();
    while let Some(Reverse(due)) = heap.pop() {
        let link = &links[due.link as usize];
        if link.flows == 0 {
            continue;
        }
        // Flows that stopped since have put it off.
        let now = link.full_at();
        if now > due.level {
            heap.push(Reverse(Due {
                level: now,
                link: due.link,
            }));
            continue;
        }
        let level = due.level;
        full.push(due.link);
        while let Some(Reverse(next)) = heap.peek().copied() {
            if next.level > level * (1.0 + SAME_LEVEL) {
                break;
            }
            heap.pop();
            let link = &links[next.link as usize];
            if link.flows == 0 {
                continue;
            }
            let now = link.full_at();
            if now > level * (1.0 + SAME_LEVEL) {
                heap.push(Reverse(Due {
                    level: now,
                    link: next.link,
                }));
            } else {
                full.push(next.link);
            }
        }
        if first_full.is_empty() {
            first_full = full
                .iter()
                .map(|link| (*link, links[*link as usize].flows))
                .collect();
        }
        for link in full.drain(..) {
            for segment in link_segments.get(link) {
                if leaving[*segment as usize] as usize == segment_flows.get(*segment).len() {
                    continue;
                }
                for flow in segment_flows.get(*segment) {
                    if !std::mem::take(&mut rising[*flow as usize]) {
                        continue;
                    }
                    rates[*flow as usize] = level;
                    touched.extend_from_slice(sharing.flows.get(*flow));
                }
            }
        }
        touched.sort_unstable();
        for segments in touched.chunk_by(|a, b| a == b) {
            let stopped = segments.len() as u32;
            leaving[segments[0] as usize] += stopped;
            for (link, share) in sharing.segments.get(segments[0]) {
                let link = &mut links[*link as usize];
                link.advance(level);
                link.flows -= stopped;
                // Rounding must not leave a slope behind.
                link.slope = if link.flows == 0 {
                    0.0
                } else {
                    (link.slope - f64::from(stopped) * share).max(f64::MIN_POSITIVE)
                };
            }
        }
        touched.clear();
    }
    Filled {
        rates,
        loads: links
            .iter()
            .zip(&sharing.links)
            .map(|(link, capacity)| (capacity - link.free) / capacity)
            .collect(),
        first_full,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sharing(links: usize, flows: &[&[u32]]) -> Sharing {
        let mut segments = Lists::new();
        for link in 0..links as u32 {
            segments.push([(link, 1.0)]);
        }
        let mut lists = Lists::new();
        for flow in flows {
            lists.push(flow.iter().copied());
        }
        Sharing {
            links: vec![1.0; links],
            segments,
            flows: lists,
        }
    }

    /// The example of a line of links: one flow over all of them, one on each, and two more on the last.
    #[test]
    fn a_flow_that_is_held_elsewhere_leaves_room() {
        let filled = fill(&sharing(2, &[&[0, 1], &[0], &[1], &[1], &[]]));
        let third = 1.0 / 3.0;
        assert_eq!(filled.rates[0], third);
        assert_eq!(filled.rates[2..4], [third, third]);
        assert!((filled.rates[1] - 2.0 * third).abs() < 1e-12);
        assert_eq!(filled.rates[4], 0.0);
        assert_eq!(filled.first_full, [(1, 3)]);
        assert!((filled.loads[0] - 1.0).abs() < 1e-12 && (filled.loads[1] - 1.0).abs() < 1e-12);
    }

    #[test]
    fn shares_of_links_count_as_much_as_they_are() {
        let mut sharing = sharing(3, &[]);
        // Half of the flow on each of two links, and a whole one on the second.
        let spread = sharing.segments.push([(0, 0.5), (1, 0.5)]);
        sharing.flows.push([spread]);
        sharing.flows.push([1]);
        let filled = fill(&sharing);
        assert!((filled.rates[0] - 2.0 / 3.0).abs() < 1e-12);
        assert!((filled.rates[1] - 2.0 / 3.0).abs() < 1e-12);
        assert!((filled.loads[0] - 1.0 / 3.0).abs() < 1e-12);
    }
}
