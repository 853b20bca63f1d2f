//! A card in its slot.

use podwright_locales::{Arg, Texts, format};

use super::layout::{self, Layout};
use super::{Card, CardState, Slot};
use crate::svg::{Anchor, Path, Svg};
use crate::text::{self, LABEL, SMALL};

/// What is shown of a card beside its name and size.
#[derive(Clone, Copy)]
pub(super) struct Flags {
    /// Its connector for a bridge.
    pub bridged: bool,
    /// Its lanes, where the wires do not name them.
    pub lanes: bool,
}

pub(super) fn draw(
    svg: &mut Svg,
    texts: &Texts,
    layout: &Layout,
    slot: &Slot,
    card: &Card,
    flags: Flags,
) {
    let y = layout.slot_y(slot.position);
    let (top, height) = (
        y - 8.0,
        layout::thickness(card.thickness_slots) * layout.pitch - 4.0,
    );
    let width = layout.card_right - layout::CARD;
    let ground = match card.state {
        CardState::Normal => "part",
        CardState::Highlighted => "dg-on",
        CardState::Wrong => "dg-wrong",
    };
    svg.tag("g")
        .attr("data-slot", &slot.position.to_string())
        .open();
    svg.rect(ground, (layout::CARD, top), (width, height), 3.0);
    let roomy = height >= 44.0;
    if roomy {
        svg.path(
            "wire",
            &Path::new().to(layout::CARD, y).h(layout.card_right),
        );
    }
    if flags.bridged {
        svg.rect(
            "dg-ink",
            (layout.card_right - 12.0, y - 6.0),
            (12.0, 12.0),
            1.0,
        );
    }
    // Middle of what lies below the strip with the connector.
    let middle = if roomy {
        top + f64::midpoint(height, 12.0)
    } else {
        top + height / 2.0
    };
    let mut x = layout::CARD + 10.0;
    if roomy {
        let radius = ((height - 12.0) / 2.0 - 8.0).clamp(10.0, 20.0);
        svg.circle("dg-ring", (layout::CARD + 32.0, middle), radius);
        svg.circle("dg-hub", (layout::CARD + 32.0, middle), 3.5);
        x = layout::CARD + 66.0;
    }
    let room = layout.card_right - if flags.bridged { 14.0 } else { 4.0 } - x;
    let most = if height >= 56.0 {
        3
    } else if height >= 34.0 {
        2
    } else {
        1
    };
    let lines = lines(texts, slot, card, flags.lanes, room, most);
    let leading = if lines.len() > 2 && height < 72.0 {
        13.5
    } else {
        15.5
    };
    let mut baseline = middle + 4.5 - leading / 2.0 * (lines.len() as f64 - 1.0);
    for (i, line) in lines.iter().enumerate() {
        let class = if i == 0 { "strong dg-label" } else { "" };
        svg.text(class, (x, baseline), Anchor::Start, line);
        baseline += leading;
    }
    svg.end("g");
}

/// Name, size and lanes in at most so many lines.
fn lines(
    texts: &Texts,
    slot: &Slot,
    card: &Card,
    with_lanes: bool,
    room: f64,
    most: usize,
) -> Vec<String> {
    let count = format::trimmed(layout::thickness(card.thickness_slots), 1);
    let one = card.thickness_slots <= 1.0;
    let thick = texts.with(
        "diagram-thick",
        &[
            ("n", Arg::Count(if one { 1 } else { 2 })),
            ("count", count.into()),
        ],
    );
    let lanes = texts.with(
        "diagram-card-lanes",
        &[
            ("lanes", Arg::from(slot.lanes.to_string())),
            ("gen", slot.pcie_gen.to_string().into()),
        ],
    );
    let mut below = Vec::new();
    if !with_lanes {
        below.push(thick);
    } else if most > 2 {
        below.extend([thick, lanes]);
    } else {
        // One line for both where they fit; else the lanes, for the drawing shows the size.
        let both = format!("{thick}, {lanes}");
        below.push(if text::width(&both, SMALL) <= room {
            both
        } else {
            lanes
        });
    }
    let mut out = vec![text::fit(&card.label, LABEL * text::STRONG, room)];
    out.extend(below.iter().map(|line| text::fit(line, SMALL, room)));
    out.truncate(most);
    out
}
