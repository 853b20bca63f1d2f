//! Processor, chipset and switches, and the lanes from them to the cards.

use podwright_locales::Texts;

use super::layout::{self, Layout};
use super::{Board, LaneSource, Slot};
use crate::svg::{Anchor, Path, Svg};
use crate::text::{self, LABEL, SMALL};

const BOX_TOP: f64 = 20.0;
const BOX_BOTTOM: f64 = 62.0;
/// Most boxes that are drawn for sources.
const MOST_SOURCES: usize = 4;

/// Draws them; returns whether the lanes are named along the wires.
pub(super) fn draw(svg: &mut Svg, texts: &Texts, board: &Board, layout: &Layout) -> bool {
    let carded: Vec<&Slot> = board
        .slots_drawn()
        .filter(|(_, s)| s.card.is_some())
        .map(|(_, s)| s)
        .collect();
    let mut sources: Vec<&LaneSource> = carded.iter().map(|s| &s.from).collect();
    sources.sort();
    sources.dedup();
    sources.truncate(MOST_SOURCES);
    let simple = carded.len() <= 2 && matches!(sources[..], [] | [LaneSource::Cpu(_)]);
    if simple {
        one_cpu(svg, texts, board, layout, &carded);
    } else {
        several(svg, texts, board, layout, &carded, &sources);
    }
    simple
}

/// One processor with up to two cards: the lanes are named along the wires.
fn one_cpu(svg: &mut Svg, texts: &Texts, board: &Board, layout: &Layout, carded: &[&Slot]) {
    let from = carded
        .first()
        .map_or(LaneSource::Cpu(0), |s| s.from.clone());
    let cpu = (layout::CARD + 10.0, layout::CARD + 74.0);
    let mut sticks = Path::new();
    for i in 0..4 {
        let x = layout.board_right - 46.0 + 10.0 * f64::from(i);
        sticks = sticks.to(x, 18.0).h(x + 5.0).v(68.0).h(x).close();
    }
    svg.path("part", &sticks);
    let mut cards = carded.to_vec();
    cards.sort_by_key(|s| s.position);
    if let Some(first) = cards.first() {
        let top = layout.slot_y(first.position) - 8.0;
        svg.path(
            "wire dg-wire3",
            &Path::new().to(cpu.0 + 20.0, BOX_BOTTOM).v(top),
        );
        let room = layout.board_right - cpu.0 - 30.0;
        let label = text::fit(&board.lanes(texts, first), SMALL, room);
        svg.text("", (cpu.0 + 28.0, 84.0), Anchor::Start, &label);
    }
    if let Some(second) = cards.get(1) {
        let y = layout.slot_y(second.position);
        let trunk = layout::CARD - 16.0;
        svg.path(
            "wire dg-wire3",
            &Path::new().to(cpu.0, 42.0).h(trunk).v(y).h(layout::CARD),
        );
        let label = text::fit(&board.lanes(texts, second), SMALL, y - 46.0);
        svg.text_upwards(
            "halo dg-on-board",
            (trunk - 6.0, f64::midpoint(104.0, y)),
            &label,
        );
    }
    svg.rect(
        "part2",
        (cpu.0, BOX_TOP),
        (cpu.1 - cpu.0, BOX_BOTTOM - BOX_TOP),
        3.0,
    );
    let name = text::fit(&board.source(texts, &from), LABEL, 60.0);
    svg.text(
        "lbl",
        (f64::midpoint(cpu.0, cpu.1), 45.0),
        Anchor::Middle,
        &name,
    );
}

/// Any number of sources in a row; each wire has its own way along the left edge, nested so that wires of one source
/// do not cross.
fn several(
    svg: &mut Svg,
    texts: &Texts,
    board: &Board,
    layout: &Layout,
    carded: &[&Slot],
    sources: &[&LaneSource],
) {
    let (left, right) = (layout::BOARD + 38.0, layout.board_right - 8.0);
    let width = (right - left) / sources.len().max(1) as f64;
    let place = |i: usize| (left + width * i as f64, (width - 8.0).min(84.0));
    if let (Some(first), Some(last)) = (
        sources.first().map(|_| place(0)),
        sources.len().checked_sub(1).map(place),
    ) {
        svg.path(
            "wire dg-wire3",
            &Path::new().to(first.0 + 8.0, 41.0).h(last.0 + 8.0),
        );
    }
    // The furthest card takes the outermost way, which leaves its source first.
    let mut wires: Vec<(usize, &Slot)> = carded
        .iter()
        .filter_map(|s| Some((sources.iter().position(|&from| *from == s.from)?, *s)))
        .collect();
    wires.sort_by_key(|wire| std::cmp::Reverse(wire.1.position));
    let n = wires.len().max(1) as f64;
    let step = (24.0 / n).min(6.0);
    for (k, &(source, slot)) in wires.iter().enumerate() {
        let order = wires[..k].iter().filter(|(s, _)| *s == source).count() as f64;
        let of = wires.iter().filter(|(s, _)| *s == source).count() as f64;
        let (x, box_width) = place(source);
        let start = x + box_width * (order + 1.0) / (of + 1.0);
        let level = BOX_BOTTOM + 6.0 + step * k as f64;
        let trunk = layout::BOARD + 8.0 + step * k as f64;
        let y = layout.slot_y(slot.position);
        svg.path(
            "wire",
            &Path::new()
                .to(start, BOX_BOTTOM)
                .v(level)
                .h(trunk)
                .v(y)
                .h(layout::CARD),
        );
    }
    for (i, from) in sources.iter().enumerate() {
        let (x, box_width) = place(i);
        let class = if matches!(from, LaneSource::Cpu(_)) {
            "part2"
        } else {
            "part"
        };
        svg.rect(class, (x, BOX_TOP), (box_width, BOX_BOTTOM - BOX_TOP), 3.0);
        let name = text::fit(&board.source(texts, from), SMALL, box_width - 4.0);
        svg.text("lbl", (x + box_width / 2.0, 45.0), Anchor::Middle, &name);
    }
}
