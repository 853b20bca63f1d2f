//! A workstation board: slots, the cards in them, where their lanes come from, and the bridges with their size.

mod cards;
mod layout;
mod wires;

use podwright_locales::{Arg, Texts, format};

use crate::svg::{Anchor, Page, Path, Svg};
use crate::text::{self, SMALL};
use crate::{Drawing, Frame};
use layout::Layout;

/// Distance of two expansion slots, mm (0.8 inch; PCI Express card electromechanical specification, ATX 2.2 §2.4).
pub const SLOT_PITCH_MM: f64 = 20.32;
/// Most slots that are drawn.
const MOST_SLOTS: usize = 16;

/// A board with its cards.
///
/// ```
/// use podwright_diagram::{Board, Bridge, BridgeState, Card, Frame, LaneSource, Slot};
/// let card = |label: &str| Some(Card::new(label, 3.0));
/// let board = Board {
///     title: "Board with two RTX 3090 in slots 1 and 4".into(),
///     slots: vec![
///         Slot { position: 1, lanes: 8, pcie_gen: 4, from: LaneSource::Cpu(0), card: card("GPU 0") },
///         Slot { position: 4, lanes: 8, pcie_gen: 4, from: LaneSource::Cpu(0), card: card("GPU 1") },
///         Slot { position: 7, lanes: 4, pcie_gen: 4, from: LaneSource::Chipset, card: None },
///     ],
///     bridges: vec![Bridge {
///         a: 0, b: 1, pitch_slots: 4, label: "bridge".into(),
///         state: BridgeState::Wrong { reason: "The second foot misses the connector of GPU 1".into() },
///     }],
///     ..Board::default()
/// };
/// let drawing = board.draw(&Frame::new("board", 312.0));
/// assert!(drawing.svg.contains("4 slots, 81.3 mm"));
/// assert!(drawing.svg.contains("3 slots, 61.0 mm"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Board {
    /// The result in words.
    pub title: String,
    /// More of it; made from the slots and bridges where absent.
    pub desc: Option<String>,
    /// Name of the processor where there is one; numbered where there are more.
    pub cpu_label: String,
    /// Slot positions that the board has, as 7 for ATX; at least up to the last slot.
    pub positions: u32,
    /// The slots; at most 16 are drawn.
    pub slots: Vec<Slot>,
    /// Bridges between two cards.
    pub bridges: Vec<Bridge>,
}

/// Where a slot's lanes come from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LaneSource {
    /// A processor, by number from 0.
    Cpu(u32),
    /// The chipset, which shares its own uplink.
    Chipset,
    /// A PCIe switch, by name.
    Switch(String),
}

/// A slot.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    /// Position from 1, nearest the processor; drawn up to 40.
    pub position: u32,
    /// Lanes that it gets.
    pub lanes: u32,
    /// PCIe generation.
    pub pcie_gen: u32,
    /// Where the lanes come from.
    pub from: LaneSource,
    /// The card in it.
    pub card: Option<Card>,
}

/// How a card or part is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum CardState {
    /// As it is.
    #[default]
    Normal,
    /// Blue edge: hovered, or on the path.
    Highlighted,
    /// Red edge: does not fit.
    Wrong,
}

/// A card.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// Its name.
    pub label: String,
    /// How many slots it covers; halves are possible.
    pub thickness_slots: f64,
    /// How it is shown.
    pub state: CardState,
}

impl Card {
    /// A card as it is.
    pub fn new(label: impl Into<String>, thickness_slots: f64) -> Self {
        Self {
            label: label.into(),
            thickness_slots,
            state: CardState::Normal,
        }
    }
}

/// Whether a bridge fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BridgeState {
    /// Both feet meet a connector.
    Ok,
    /// It does not work, with the reason in words.
    Wrong {
        /// Why.
        reason: String,
    },
}

/// A bridge between two cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bridge {
    /// Index in [`Board::slots`] of the first card's slot.
    pub a: usize,
    /// Index of the second card's slot.
    pub b: usize,
    /// Distance of its feet in slots.
    pub pitch_slots: u32,
    /// What it is, in a word or two.
    pub label: String,
    /// Whether it fits.
    pub state: BridgeState,
}

impl Board {
    /// Draws the board: 312 px wide at least, wider where bridges need columns of their own.
    pub fn draw(&self, frame: &Frame<'_>) -> Drawing {
        let layout = Layout::new(self, frame.width());
        let mut svg = Svg::new();
        svg.rect(
            "board",
            (layout::BOARD, 8.0),
            (
                layout.board_right - layout::BOARD,
                layout.board_bottom - 8.0,
            ),
            4.0,
        );
        self.rulers(&mut svg, &layout);
        let lanes_named = wires::draw(&mut svg, frame.texts, self, &layout);
        self.empty_slots(&mut svg, frame.texts, &layout);
        for (i, slot) in self.slots_drawn() {
            if let Some(card) = &slot.card {
                let bridged = self.bridges.iter().any(|b| b.a == i || b.b == i);
                cards::draw(
                    &mut svg,
                    frame.texts,
                    &layout,
                    slot,
                    card,
                    cards::Flags {
                        bridged,
                        lanes: !lanes_named,
                    },
                );
            }
        }
        self.bridges(&mut svg, frame.texts, &layout);
        let desc = self
            .desc
            .clone()
            .unwrap_or_else(|| self.describe(frame.texts));
        svg.finish(
            frame,
            &Page {
                width: layout.width,
                height: layout.height,
                title: &self.title,
                desc: &desc,
            },
        )
    }

    fn slots_drawn(&self) -> impl Iterator<Item = (usize, &Slot)> {
        self.slots
            .iter()
            .enumerate()
            .take(MOST_SLOTS)
            .filter(|(_, s)| (1..=layout::MOST_POSITIONS).contains(&s.position))
    }

    /// Name of a source of lanes.
    fn source(&self, texts: &Texts, from: &LaneSource) -> String {
        match from {
            LaneSource::Cpu(n) => {
                let several = self
                    .slots
                    .iter()
                    .any(|s| matches!(s.from, LaneSource::Cpu(m) if m != *n));
                if several {
                    texts.with("diagram-cpu-n", &[("n", Arg::from(n.to_string()))])
                } else if self.cpu_label.is_empty() {
                    texts.get("diagram-cpu")
                } else {
                    self.cpu_label.clone()
                }
            }
            LaneSource::Chipset => texts.get("diagram-chipset"),
            LaneSource::Switch(name) => name.clone(),
        }
    }

    fn lanes(&self, texts: &Texts, slot: &Slot) -> String {
        let source = match &slot.from {
            LaneSource::Chipset => texts.get("diagram-chipset-lower"),
            other => self.source(texts, other),
        };
        texts.with(
            "diagram-lanes",
            &[
                ("n", Arg::from(slot.lanes.to_string())),
                ("source", source.into()),
            ],
        )
    }

    /// Slot numbers at the left edge.
    fn rulers(&self, svg: &mut Svg, layout: &Layout) {
        let mut ticks = Path::new();
        for position in 1..=layout.positions {
            let y = layout.slot_y(position);
            let present = self.slots_drawn().any(|(_, s)| s.position == position);
            let class = if present { "lbl" } else { "tk" };
            svg.text(
                class,
                (layout::BOARD - 5.0, y + 4.0),
                Anchor::End,
                &position.to_string(),
            );
            ticks = ticks.to(layout::BOARD, y).h(layout::BOARD + 5.0);
        }
        svg.path("wire", &ticks);
    }

    fn empty_slots(&self, svg: &mut Svg, texts: &Texts, layout: &Layout) {
        for (_, slot) in self.slots_drawn().filter(|(_, s)| s.card.is_none()) {
            let y = layout.slot_y(slot.position);
            svg.rect("part2", (layout::CARD, y - 4.0), (34.0, 7.0), 1.5);
            let room = layout.board_right - layout::CARD - 44.0;
            let label = text::fit(&self.lanes(texts, slot), SMALL, room);
            svg.text("", (layout::CARD + 41.0, y + 4.0), Anchor::Start, &label);
        }
    }

    fn bridges(&self, svg: &mut Svg, texts: &Texts, layout: &Layout) {
        for place in &layout.bridges {
            let bridge = &self.bridges[place.index];
            let wrong = matches!(bridge.state, BridgeState::Wrong { .. });
            let (top, foot) = (place.top, place.foot);
            let x = place.x;
            let bracket = Path::new()
                .to(layout.card_right - 4.0, top - 5.0)
                .h(x + 26.0)
                .v(foot + 5.0)
                .h(layout.card_right - 4.0)
                .v(foot - 5.0)
                .h(x + 16.0)
                .v(top + 5.0)
                .h(layout.card_right - 4.0)
                .close();
            svg.path(if wrong { "bad dg-bad2" } else { "dg-bridge" }, &bracket);
            if wrong {
                let (cx, r) = (layout.card_right - 9.0, 5.0);
                let cross = Path::new()
                    .to(cx - r, foot - r)
                    .line(cx + r, foot + r)
                    .to(cx + r, foot - r)
                    .line(cx - r, foot + r);
                svg.path("dg-cross", &cross);
            }
            // Size of the bridge at the right, distance of the slots at the left.
            let line = if wrong { "badl" } else { "dg-dim" };
            dimension(svg, line, x + 35.0, (top, foot));
            let size = dimension_text(texts, Some(&bridge.label), bridge.pitch_slots, place.room);
            let class = if wrong { "e dg-strong" } else { "lbl" };
            svg.text_upwards(
                class,
                (
                    x + 56.0,
                    layout.text_middle(&size, f64::midpoint(top, foot)),
                ),
                &size,
            );

            dimension(svg, "dg-dim", 24.0, (top, place.connector));
            let size = dimension_text(texts, None, place.apart_slots, place.room);
            svg.text_upwards(
                "lbl",
                (
                    18.0,
                    layout.text_middle(&size, f64::midpoint(top, place.connector)),
                ),
                &size,
            );
        }
    }

    fn describe(&self, texts: &Texts) -> String {
        let mut parts: Vec<String> = Vec::new();
        for (_, slot) in self.slots_drawn() {
            let Some(card) = &slot.card else { continue };
            parts.push(texts.with(
                "diagram-card-desc",
                &[
                    ("card", Arg::from(card.label.as_str())),
                    ("slot", slot.position.to_string().into()),
                    ("thick", format::trimmed(card.thickness_slots, 1).into()),
                    ("lanes", self.lanes(texts, slot).into()),
                    ("gen", slot.pcie_gen.to_string().into()),
                ],
            ));
        }
        for bridge in self.bridges.iter().take(MOST_SLOTS) {
            let size = dimension_text(
                texts,
                Some(&bridge.label),
                bridge.pitch_slots,
                f64::INFINITY,
            );
            parts.push(match &bridge.state {
                BridgeState::Ok => size,
                BridgeState::Wrong { reason } => format!("{size}. {reason}"),
            });
        }
        if parts.is_empty() {
            String::new()
        } else {
            format!("{}.", parts.join(". "))
        }
    }
}

/// A vertical dimension line with its two end marks.
fn dimension(svg: &mut Svg, class: &str, x: f64, (top, bottom): (f64, f64)) {
    let path = Path::new()
        .to(x, top)
        .h(x + 8.0)
        .to(x, bottom)
        .h(x + 8.0)
        .to(x + 4.0, top)
        .v(bottom);
    svg.path(class, &path);
}

/// `bridge: 4 slots, 81.3 mm`, or only the millimetres where the room is short.
fn dimension_text(texts: &Texts, label: Option<&str>, slots: u32, room: f64) -> String {
    let mm = format::fixed(f64::from(slots) * SLOT_PITCH_MM, 1);
    let size = texts.with(
        "diagram-slots-mm",
        &[
            ("n", Arg::Count(u64::from(slots))),
            ("mm", mm.as_str().into()),
        ],
    );
    let full = match label {
        Some(label) if !label.is_empty() => format!("{}: {size}", text::fit(label, SMALL, 110.0)),
        _ => size.clone(),
    };
    [full, size]
        .into_iter()
        .find(|t| text::width_strong(t, SMALL) <= room)
        .unwrap_or_else(|| texts.with("diagram-mm", &[("mm", mm.as_str().into())]))
}
