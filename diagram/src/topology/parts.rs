//! One device of a tier, or a group of them.

use podwright_locales::{Arg, Texts, format};

use super::labels::device_name;
use super::layout::{Item, Row};
use super::{Device, Tier};
use crate::svg::{Anchor, Path, Svg};
use crate::text::{self, SMALL};

/// How a device is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Plain,
    OnPath,
    Wrong,
}

impl State {
    fn ground(self) -> &'static str {
        match self {
            Self::Plain => "part",
            Self::OnPath => "dg-on",
            Self::Wrong => "dg-wrong",
        }
    }

    fn label(self) -> &'static str {
        if self == Self::Plain {
            "lbl"
        } else {
            "lbl dg-strong"
        }
    }
}

pub(super) fn device(
    svg: &mut Svg,
    texts: &Texts,
    tier: &Tier,
    item: &Item,
    row: &Row,
    state: State,
) {
    if item.first != item.last {
        group(svg, texts, item, row, state);
        return;
    }
    match &tier.look {
        Device::Switch => switch(svg, texts, tier, item, row, state),
        Device::Rack(trays) => {
            let width = (row.pitch - 20.0).clamp(34.0, 52.0);
            svg.rect(
                state.ground(),
                (item.x - width / 2.0, row.y),
                (width, row.height),
                3.0,
            );
            rack_trays(
                svg,
                trays,
                (item.x - width / 2.0 + 4.0, row.y + 4.0),
                (width - 8.0, row.height - 8.0),
            );
            below(
                svg,
                &device_name(texts, tier.role, item.first, row.pitch - 2.0),
                item,
                row,
                state,
            );
        }
        Device::Node(gpus) => {
            let width = (row.pitch - 12.0).clamp(44.0, 64.0);
            svg.rect(
                state.ground(),
                (item.x - width / 2.0, row.y),
                (width, row.height),
                3.0,
            );
            gpu_dots(
                svg,
                *gpus,
                (item.x - width / 2.0, row.y),
                (width, row.height),
            );
            below(
                svg,
                &device_name(texts, tier.role, item.first, row.pitch - 2.0),
                item,
                row,
                state,
            );
        }
    }
}

fn switch(svg: &mut Svg, texts: &Texts, tier: &Tier, item: &Item, row: &Row, state: State) {
    let width = (row.pitch - 8.0).min(64.0);
    let left = item.x - width / 2.0;
    svg.rect(state.ground(), (left, row.y), (width, row.height), 3.0);
    let label = device_name(texts, tier.role, item.first, width - 2.0);
    svg.text(
        state.label(),
        (item.x, row.y + 13.0),
        Anchor::Middle,
        &label,
    );
    if let Some((used, total)) = tier.ports {
        let bar = (width - 16.0).max(0.0);
        let share = if total == 0 {
            0.0
        } else {
            (used as f64 / total as f64).min(1.0)
        };
        svg.rect(
            "dg-ground dg-hair",
            (left + 8.0, row.y + 19.0),
            (bar, 4.0),
            0.0,
        );
        svg.rect(
            "dg-mute",
            (left + 8.0, row.y + 19.0),
            (bar * share, 4.0),
            0.0,
        );
    }
}

fn group(svg: &mut Svg, texts: &Texts, item: &Item, row: &Row, state: State) {
    let width = (row.pitch - 8.0).min(72.0);
    let left = item.x - width / 2.0;
    // Opaque, so that links end at its edge.
    svg.rect("dg-ground", (left, row.y), (width, row.height), 3.0);
    let class = if state == State::Plain {
        "dg-more"
    } else {
        state.ground()
    };
    svg.rect(class, (left, row.y), (width, row.height), 3.0);
    let n = item.last - item.first + 1;
    let middle = row.y + row.height / 2.0;
    let count = texts.with(
        "diagram-more-count",
        &[("count", Arg::from(format::count(n)))],
    );
    svg.text(
        "lbl",
        (item.x, middle - 2.0),
        Anchor::Middle,
        &text::fit(&count, SMALL, width),
    );
    svg.text(
        "",
        (item.x, middle + 11.0),
        Anchor::Middle,
        &text::fit(&texts.get("diagram-more"), SMALL, width),
    );
}

/// A dashed place for the devices that are to come.
pub(super) fn later(svg: &mut Svg, texts: &Texts, tier: &Tier, row: &Row) {
    let Some(x) = row.later else {
        return;
    };
    let width = (row.pitch - 8.0).min(72.0);
    svg.rect(
        "dg-more",
        (x - width / 2.0, row.y),
        (width, row.height),
        3.0,
    );
    let middle = row.y + row.height / 2.0;
    let count = format!("+{}", format::count(tier.later));
    for (class, y, words) in [("lbl", -2.0, count), ("", 11.0, texts.get("diagram-later"))] {
        let words = text::fit(&words, SMALL, width);
        svg.text(class, (x, middle + y), Anchor::Middle, &words);
    }
}

fn below(svg: &mut Svg, name: &str, item: &Item, row: &Row, state: State) {
    svg.text(
        state.label(),
        (item.x, row.bottom() + 16.0),
        Anchor::Middle,
        name,
    );
}

/// Trays from top to bottom: compute trays light, switch trays dark.
pub(crate) fn rack_trays(
    svg: &mut Svg,
    trays: &[bool],
    (x, y): (f64, f64),
    (width, height): (f64, f64),
) {
    let trays = &trays[..trays.len().min(64)];
    if trays.is_empty() {
        return;
    }
    let pitch = height / trays.len() as f64;
    let thick = (pitch * 0.72).min(14.0);
    for (dark, class) in [(false, "dg-ground"), (true, "dg-mute")] {
        let mut path = Path::new();
        for (i, _) in trays.iter().enumerate().filter(|&(_, &t)| t == dark) {
            let top = y + pitch * i as f64 + (pitch - thick) / 2.0;
            path = path.to(x, top).h(x + width).v(top + thick).h(x).close();
        }
        svg.path(class, &path);
    }
}

/// GPUs of a node as squares in one or two rows; beyond 16 only their number.
fn gpu_dots(svg: &mut Svg, gpus: u32, (x, y): (f64, f64), (width, height): (f64, f64)) {
    if gpus == 0 {
        return;
    }
    if gpus > 16 {
        let middle = (x + width / 2.0, y + height / 2.0 + 4.0);
        svg.text(
            "",
            middle,
            Anchor::Middle,
            &text::fit(&format!("{gpus} ×"), SMALL, width - 4.0),
        );
        return;
    }
    let rows = if gpus > 4 { 2 } else { 1 };
    let columns = gpus.div_ceil(rows);
    let pitch = (width - 8.0) / f64::from(columns);
    let side = (pitch - 2.0).min(11.0);
    let mut path = Path::new();
    for i in 0..gpus {
        let (column, line) = (i % columns, i / columns);
        let left = x + 4.0 + pitch * (f64::from(column) + 0.5) - side / 2.0;
        let top = y + height * (f64::from(line) + 0.5) / f64::from(rows) - side / 2.0;
        path = path
            .to(left, top)
            .h(left + side)
            .v(top + side)
            .h(left)
            .close();
    }
    svg.path("dg-chip", &path);
}
