//! An order of byte strings in which each has much in common with those shortly before it.
//!
//! What two strings have in common are pieces of six bytes. From the pieces of the last 28 kB, about what gzip still sees,
//! the next string is chosen: the one with the largest part of it known. Pieces of few strings count more, since they
//! tell who belongs together, and the string just before counts twice.

use std::collections::{BTreeMap, VecDeque};

/// Bytes of a piece: shorter ones are everywhere in code, longer ones break at each number that differs.
const PIECE: usize = 6;
/// Bytes that a packer still sees; gzip's 32 KiB, less what the string to come may take.
const WINDOW: usize = 28_000;
/// Pieces of more strings than this tell nothing.
const COMMON: usize = 1000;
/// What a piece counts that two strings have.
const RARE: u32 = 60;
/// Bytes that are added to a string's length: otherwise a few known ones make a tiny string the best.
const START: usize = 16;

/// Numbers of the strings in that order.
pub fn chain(strings: &[&[u8]]) -> Vec<u32> {
    let pieces = Pieces::of(strings);
    let mut known = vec![0_u64; strings.len()];
    let mut windows = [Window::new(WINDOW), Window::new(0)];
    let mut left: Vec<u32> = (0..strings.len() as u32).collect();
    let mut order = Vec::with_capacity(strings.len());
    while !left.is_empty() {
        let at = best(&left, &known, strings);
        // What is left keeps its order, so that strings without likeness stay as they came.
        let next = left.remove(at);
        order.push(next);
        for window in &mut windows {
            window.push(next, strings, &pieces, &mut known);
        }
    }
    order
}

/// Where the string lies of which the largest part is known; the first of equals.
fn best(left: &[u32], known: &[u64], strings: &[&[u8]]) -> usize {
    let mut best = 0;
    let mut most = 0.0;
    for (at, &string) in left.iter().enumerate() {
        let string = string as usize;
        if known[string] > 0 {
            let share = known[string] as f64 / (strings[string].len() + START) as f64;
            if share > most {
                most = share;
                best = at;
            }
        }
    }
    best
}

/// Which string has which pieces. Only pieces that several strings have are kept.
struct Pieces {
    /// Pieces of each string, by number.
    of: Vec<Vec<u32>>,
    /// Strings that have a piece, and what it counts there.
    held: Vec<Vec<(u32, u32)>>,
}

impl Pieces {
    fn of(strings: &[&[u8]]) -> Self {
        let mut found: BTreeMap<&[u8], Vec<(u32, u32)>> = BTreeMap::new();
        for (string, bytes) in (0..).zip(strings) {
            for piece in bytes.windows(PIECE) {
                let held = found.entry(piece).or_default();
                match held.last_mut() {
                    Some((last, times)) if *last == string => *times += 1,
                    _ => held.push((string, 1)),
                }
            }
        }
        let mut pieces = Self {
            of: vec![Vec::new(); strings.len()],
            held: Vec::new(),
        };
        for mut held in found.into_values() {
            if !(2..=COMMON).contains(&held.len()) {
                continue;
            }
            let weight = RARE / (1 + held.len().ilog2());
            for (string, times) in &mut held {
                *times *= weight;
                pieces.of[*string as usize].push(pieces.held.len() as u32);
            }
            pieces.held.push(held);
        }
        pieces
    }
}

/// The last strings of the chain, and how often their pieces are in them.
struct Window {
    room: usize,
    filled: usize,
    strings: VecDeque<u32>,
    times: BTreeMap<u32, u32>,
}

impl Window {
    fn new(room: usize) -> Self {
        Self {
            room,
            filled: 0,
            strings: VecDeque::new(),
            times: BTreeMap::new(),
        }
    }

    /// Takes a string in and those out that are too far back, the newest apart; `known` follows.
    fn push(&mut self, string: u32, strings: &[&[u8]], pieces: &Pieces, known: &mut [u64]) {
        self.strings.push_back(string);
        self.filled += strings[string as usize].len();
        for &piece in &pieces.of[string as usize] {
            let times = self.times.entry(piece).or_default();
            *times += 1;
            if *times == 1 {
                for &(holder, counts) in &pieces.held[piece as usize] {
                    known[holder as usize] += u64::from(counts);
                }
            }
        }
        while self.filled > self.room && self.strings.len() > 1 {
            let Some(old) = self.strings.pop_front() else {
                break;
            };
            self.filled -= strings[old as usize].len();
            for piece in &pieces.of[old as usize] {
                let Some(times) = self.times.get_mut(piece) else {
                    continue;
                };
                *times -= 1;
                if *times == 0 {
                    self.times.remove(piece);
                    for &(holder, counts) in &pieces.held[*piece as usize] {
                        known[holder as usize] -= u64::from(counts);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_string_comes_once() {
        let strings: Vec<Vec<u8>> = (0..200_u8).map(|n| vec![n % 7; usize::from(n)]).collect();
        let strings: Vec<&[u8]> = strings.iter().map(Vec::as_slice).collect();
        let mut order = chain(&strings);
        order.sort_unstable();
        assert_eq!(order, (0..200).collect::<Vec<u32>>());
    }

    #[test]
    fn like_strings_are_neighbours() {
        let strings = [
            "the first of its kind: abcdefgh",
            "quite another text, 0123456789",
            "the second of its kind: abcdefgh",
            "also another text, 0123456789",
        ];
        let strings: Vec<&[u8]> = strings.iter().map(|text| text.as_bytes()).collect();
        assert_eq!(chain(&strings), [0, 2, 1, 3]);
    }

    #[test]
    fn what_is_too_far_back_is_forgotten() {
        let like = |last: u8| [b"abcdefgh".as_slice(), &[last]].concat();
        // Two that no window holds together: the second of them brings nothing of the first back.
        let far = [like(b'1'), vec![b'-'; WINDOW], like(b'2')];
        let strings: Vec<&[u8]> = far.iter().map(Vec::as_slice).collect();
        let pieces = Pieces::of(&strings);
        let mut known = vec![0; 3];
        let mut window = Window::new(WINDOW);
        window.push(0, &strings, &pieces, &mut known);
        assert!(known[2] > 0);
        window.push(1, &strings, &pieces, &mut known);
        assert_eq!(known[2], 0);
    }

    #[test]
    fn strings_without_likeness_stay_in_order() {
        let strings: [&[u8]; 4] = [b"", b"abc", b"first long one", b"second, other"];
        assert_eq!(chain(&strings), [0, 1, 2, 3]);
    }
}
