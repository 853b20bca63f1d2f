//! Where the parts of a board lie, CSS px.

use super::{Board, MOST_SLOTS};
use crate::text::{self, SMALL};

/// Left edge of the board.
pub(super) const BOARD: f64 = 58.0;
/// Left edge of the cards.
pub(super) const CARD: f64 = 96.0;
/// Positions beyond this are not drawn.
pub(super) const MOST_POSITIONS: u32 = 40;
/// Width of a column that a bridge and its dimension take.
const COLUMN: f64 = 62.0;
const FIRST_SLOT: f64 = 104.0;

pub(super) struct Layout {
    pub width: f64,
    pub height: f64,
    pub board_right: f64,
    pub board_bottom: f64,
    pub card_right: f64,
    /// Distance of two slots.
    pub pitch: f64,
    /// Positions on the board.
    pub positions: u32,
    pub bridges: Vec<Place>,
}

/// A bridge as it is drawn.
pub(super) struct Place {
    /// Index in `Board::bridges`.
    pub index: usize,
    /// Left edge of its column.
    pub x: f64,
    /// Height of the upper connector.
    pub top: f64,
    /// Where the lower foot ends up.
    pub foot: f64,
    /// Height of the lower connector.
    pub connector: f64,
    /// Distance of the two slots.
    pub apart_slots: u32,
    /// Room for its upright text.
    pub room: f64,
}

impl Layout {
    pub fn new(board: &Board, wanted: f64) -> Self {
        let last_slot = board
            .slots_drawn()
            .map(|(_, s)| s.position)
            .max()
            .unwrap_or(1);
        let positions = board.positions.min(MOST_POSITIONS).max(last_slot);
        let card_end = board
            .slots_drawn()
            .filter_map(|(_, s)| {
                s.card
                    .as_ref()
                    .map(|c| f64::from(s.position) + thickness(c.thickness_slots))
            })
            .fold(0.0, f64::max);
        let span = f64::from(positions).max(card_end - 1.0);
        let pitch = if span <= 9.0 {
            30.0
        } else {
            (270.0 / span).max(20.0)
        };

        let spans: Vec<(usize, u32, u32)> = board
            .bridges
            .iter()
            .enumerate()
            .take(MOST_SLOTS)
            .filter_map(|(i, bridge)| {
                let position = |index: usize| {
                    board
                        .slots_drawn()
                        .find(|(k, s)| *k == index && s.card.is_some())
                        .map(|(_, s)| s.position)
                };
                let (a, b) = (position(bridge.a)?, position(bridge.b)?);
                Some((i, a.min(b), a.max(b)))
            })
            .collect();
        let columns = columns(&spans, board);
        let count = columns.iter().max().map_or(0, |&c| c + 1);

        let least = 312.0 + COLUMN * (count.max(1) - 1) as f64;
        let width = wanted.clamp(least, 460.0_f64.max(least));
        let card_right = width - COLUMN * count.max(1) as f64;
        let board_right = card_right - 14.0;

        let y = |position: u32| FIRST_SLOT + f64::from(position.max(1) - 1) * pitch;
        let mut height = y(positions) + 20.0;
        let board_bottom = height;
        for (_, slot) in board.slots_drawn() {
            if let Some(card) = &slot.card {
                height =
                    height.max(y(slot.position) - 8.0 + thickness(card.thickness_slots) * pitch);
            }
        }
        let several = spans.len() > 1;
        let bridges: Vec<Place> = spans
            .iter()
            .zip(&columns)
            .map(|(&(index, a, b), &column)| {
                let top = y(a);
                let foot =
                    top + f64::from(board.bridges[index].pitch_slots.min(MOST_POSITIONS)) * pitch;
                height = height.max(foot + 12.0);
                Place {
                    index,
                    x: card_right - 4.0 + COLUMN * column as f64,
                    top,
                    foot,
                    connector: y(b),
                    apart_slots: b - a,
                    room: if several {
                        (f64::from(b - a) + 1.0) * pitch
                    } else {
                        f64::INFINITY
                    },
                }
            })
            .collect();
        Self {
            width,
            height: height + 8.0,
            board_right,
            board_bottom,
            card_right,
            pitch,
            positions,
            bridges,
        }
    }

    /// Middle of a slot's connector.
    pub fn slot_y(&self, position: u32) -> f64 {
        FIRST_SLOT + f64::from(position.max(1) - 1) * self.pitch
    }

    /// Where upright text is centred, as near to a wish as it stays inside the drawing.
    pub fn text_middle(&self, label: &str, wish: f64) -> f64 {
        let half = text::width_strong(label, SMALL) / 2.0;
        wish.min(self.height - half - 2.0).max(half + 2.0)
    }
}

/// Thickness that is drawn, in slots.
pub(super) fn thickness(slots: f64) -> f64 {
    if slots.is_finite() {
        slots.clamp(1.0, 6.0)
    } else {
        1.0
    }
}

/// A column for every bridge, so that none covers another.
fn columns(spans: &[(usize, u32, u32)], board: &Board) -> Vec<usize> {
    let mut out: Vec<usize> = Vec::new();
    for (i, &(index, a, b)) in spans.iter().enumerate() {
        let end = |index: usize, a: u32, b: u32| {
            b.max(a + board.bridges[index].pitch_slots.min(MOST_POSITIONS))
        };
        let taken: Vec<usize> = (0..i)
            .filter(|&k| {
                let (other, c, d) = spans[k];
                a <= end(other, c, d) && c <= end(index, a, b)
            })
            .map(|k| out[k])
            .collect();
        out.push((0..=i).find(|c| !taken.contains(c)).unwrap_or(0));
    }
    out
}
