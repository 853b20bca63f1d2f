//! Racks from the front, at the scale of their units, and a small rack to stand beside a name.

use podwright_locales::{Arg, format};

use crate::svg::{Anchor, Page, Path, Svg};
use crate::text::{self, SMALL};
use crate::topology::rack_trays;
use crate::{Drawing, Frame};

/// A row of racks.
///
/// ```
/// use podwright_diagram::{Frame, RackGroup, RackRow, Tray, TrayKind};
/// let row = RackRow {
///     title: "Two racks at 132 kW".into(),
///     units: 48,
///     groups: vec![RackGroup {
///         count: 2, label: "Rack".into(), detail: "132 kW".into(),
///         trays: vec![Tray { unit: 1, height: 2, kind: TrayKind::Compute }],
///         filled: Some(943),
///     }],
///     ..RackRow::default()
/// };
/// assert!(row.draw(&Frame::new("racks", 692.0)).svg.contains("Rack 2"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RackRow {
    /// The result in words.
    pub title: String,
    /// More of it; the groups where absent.
    pub desc: Option<String>,
    /// Height of the racks in units; held to 4..=60.
    pub units: u32,
    /// Like racks together.
    pub groups: Vec<RackGroup>,
    /// What the colours mean, below the racks.
    pub keys: Vec<(TrayKind, String)>,
}

/// Racks that are all alike.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RackGroup {
    /// How many.
    pub count: u64,
    /// Name, which is numbered where there are more than one.
    pub label: String,
    /// Lines below the name, as count and power; may be empty.
    pub detail: String,
    /// What is in each; units beyond the rack are not drawn.
    pub trays: Vec<Tray>,
    /// A bar below the name: thousandths of the power that a rack may draw; more than all of it is marked.
    pub filled: Option<u32>,
}

/// Something in a rack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tray {
    /// Lowest unit, from 1 at the foot.
    pub unit: u32,
    /// Height in units.
    pub height: u32,
    /// What it is.
    pub kind: TrayKind,
}

/// What stands in a rack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrayKind {
    /// Servers and compute trays.
    Compute,
    /// Switches of the scale-up domain.
    ScaleUpSwitch,
    /// Power shelves.
    Power,
    /// Management and the rest.
    Other,
    /// Leaf switches of the compute network.
    Leaf,
    /// Its spine switches.
    Spine,
    /// Its core switches.
    Core,
    /// Switches of the storage network.
    Storage,
    /// Switches of the in-band network.
    Inband,
    /// Switches of the out-of-band network.
    Oob,
}

impl TrayKind {
    const ALL: [Self; 10] = [
        Self::Compute,
        Self::ScaleUpSwitch,
        Self::Power,
        Self::Other,
        Self::Leaf,
        Self::Spine,
        Self::Core,
        Self::Storage,
        Self::Inband,
        Self::Oob,
    ];

    /// Class of its ground; a legend may use it on a `rect`.
    pub fn class(self) -> &'static str {
        match self {
            Self::Compute => "dg-tray dg-ground",
            Self::ScaleUpSwitch => "dg-tray dg-mute",
            Self::Power => "dg-tray dg-power",
            Self::Other => "dg-tray dg-other",
            Self::Leaf => "dg-tray f1",
            Self::Spine => "dg-tray f3",
            Self::Core => "dg-tray f5",
            Self::Storage => "dg-tray f2",
            Self::Inband => "dg-tray f4",
            Self::Oob => "dg-tray f6",
        }
    }
}

/// A key for a legend of rack parts, as HTML: a small square and the escaped label.
pub fn tray_key(kind: TrayKind, label: &str) -> String {
    let mut svg = Svg::new();
    svg.tag("svg")
        .num("width", 12.0)
        .num("height", 12.0)
        .attr("aria-hidden", "true")
        .open();
    svg.rect(kind.class(), (1.0, 1.0), (10.0, 10.0), 0.0);
    svg.end("svg");
    format!(
        "<span>{}{}</span>",
        svg.into_string(),
        crate::svg::escape(label)
    )
}

const TOP: f64 = 19.0;
const LEFT: f64 = 40.0;
const PITCH: f64 = 71.0;
const RACK: f64 = 63.0;
/// From one line of text to the next.
const LINE: f64 = 15.0;
/// Room for bars of power.
const BAR: f64 = 12.0;

/// A column of the drawing: a rack, or racks that are not drawn.
enum Column<'a> {
    Rack(&'a RackGroup, u64),
    More(u64),
}

impl RackRow {
    /// Draws as many racks as fit, at least one of each group, and says how many more there are.
    pub fn draw(&self, frame: &Frame<'_>) -> Drawing {
        let units = self.units.clamp(4, 60);
        let columns = self.columns(frame.width());
        let width = frame.width().max(LEFT + PITCH * columns.len() as f64);
        // 6.1 px a unit as long as the rack stays near 300 px high.
        let unit = (298.8 - 6.0) / f64::from(units);
        let rack_height = 298.8;
        let bottom = TOP + rack_height;
        let bars = self.groups.iter().any(|group| group.filled.is_some());
        let below = bottom + if bars { BAR } else { 0.0 };
        let mut svg = Svg::new();
        let mut u = units;
        while u >= 12 {
            let y = TOP + 3.0 + unit * (f64::from(units - u) + 0.5) + 4.0;
            svg.text("tk", (LEFT - 8.0, y), Anchor::End, &format!("U{u}"));
            u -= 12;
        }
        svg.text("tk", (LEFT - 8.0, bottom - 3.0), Anchor::End, "U1");

        for (i, column) in columns.iter().enumerate() {
            let x = LEFT + PITCH * i as f64;
            let middle = x + RACK / 2.0;
            match column {
                Column::Rack(group, number) => {
                    svg.rect("board dg-rack", (x, TOP), (RACK, rack_height), 3.0);
                    trays(&mut svg, &group.trays, units, unit, x + 4.0);
                    let label = if group.count > 1 {
                        format!("{} {}", group.label, format::count(*number))
                    } else {
                        group.label.clone()
                    };
                    let label = text::fit(&label, SMALL, PITCH - 2.0);
                    svg.text("lbl", (middle, bottom + 17.0), Anchor::Middle, &label);
                    if let Some(filled) = group.filled {
                        let share = f64::from(filled.min(1000)) / 1000.0;
                        let fill = if filled > 1000 { "dg-err" } else { "dg-mute" };
                        svg.rect("dg-power", (x, bottom + 23.0), (RACK, 6.0), 0.0);
                        svg.rect(fill, (x, bottom + 23.0), (RACK * share, 6.0), 0.0);
                    }
                    for (k, line) in group.detail.lines().enumerate() {
                        let y = below + 32.0 + LINE * k as f64;
                        let line = text::fit(line, SMALL, PITCH - 2.0);
                        svg.text("", (middle, y), Anchor::Middle, &line);
                    }
                }
                Column::More(count) => {
                    svg.rect("dg-more", (x, TOP), (RACK, rack_height), 3.0);
                    let words = frame.texts.with(
                        "diagram-more-racks",
                        &[("count", Arg::from(format::count(*count)))],
                    );
                    for (k, line) in text::wrap(&words, SMALL, RACK - 4.0, 3).iter().enumerate() {
                        let y = TOP + rack_height / 2.0 + LINE * k as f64;
                        svg.text("lbl", (middle, y), Anchor::Middle, line);
                    }
                }
            }
        }
        let desc = self.desc.clone().unwrap_or_else(|| {
            let one = |g: &RackGroup| {
                format!("{} × {} {}", format::count(g.count), g.label, g.detail)
                    .trim()
                    .to_owned()
            };
            self.groups
                .iter()
                .take(24)
                .map(one)
                .collect::<Vec<_>>()
                .join("; ")
        });
        let lines = self.groups.iter().map(|group| group.detail.lines().count());
        let more_lines = lines.max().unwrap_or(0).saturating_sub(1);
        let end = below + 37.0 + LINE * more_lines as f64;
        let end = legend_in(&mut svg, &self.keys, end, width);
        svg.finish(
            frame,
            &Page {
                width,
                height: end,
                title: &self.title,
                desc: &desc,
            },
        )
    }

    fn columns(&self, width: f64) -> Vec<Column<'_>> {
        let groups: Vec<&RackGroup> = self
            .groups
            .iter()
            .filter(|g| g.count > 0)
            .take(24)
            .collect();
        let room = (((width - LEFT) / PITCH) as usize).max(1);
        let all: u64 = groups.iter().fold(0, |sum, g| sum.saturating_add(g.count));
        let mut out = Vec::new();
        for (i, group) in groups.iter().enumerate() {
            // What the groups behind need at least: a rack each, and a column for those not drawn.
            let behind: usize = groups[i + 1..]
                .iter()
                .map(|g| if g.count > 1 { 2 } else { 1 })
                .sum();
            let free = if all <= room as u64 {
                usize::MAX
            } else {
                room.saturating_sub(out.len() + behind)
            };
            if group.count <= free as u64 {
                out.extend((1..=group.count).map(|n| Column::Rack(group, n)));
            } else {
                let shown = free.saturating_sub(1).max(1) as u64;
                out.extend((1..=shown).map(|n| Column::Rack(group, n)));
                out.push(Column::More(group.count - shown));
            }
        }
        out
    }
}

/// Keys side by side below a drawing, in as many lines as they need; returns where they end.
pub(crate) fn legend_in(svg: &mut Svg, keys: &[(TrayKind, String)], from: f64, width: f64) -> f64 {
    let (mut x, mut y) = (0.0, from);
    for (kind, label) in keys {
        let label = text::fit(label, SMALL, width - 20.0);
        let room = 16.0 + text::width(&label, SMALL);
        if x > 0.0 && x + room > width {
            (x, y) = (0.0, y + 18.0);
        }
        svg.rect(kind.class(), (x + 0.5, y + 4.5), (10.0, 10.0), 0.0);
        svg.text("", (x + 16.0, y + 13.5), Anchor::Start, &label);
        x += room + 16.0;
    }
    if keys.is_empty() { from } else { y + 20.0 }
}

fn trays(svg: &mut Svg, trays: &[Tray], units: u32, unit: f64, x: f64) {
    for kind in TrayKind::ALL {
        let mut path = Path::new();
        for tray in trays
            .iter()
            .take(64)
            .filter(|t| t.kind == kind && t.unit >= 1 && t.unit <= units)
        {
            let top_unit = tray.unit.saturating_add(tray.height.max(1) - 1).min(units);
            let top = TOP + 3.0 + unit * f64::from(units - top_unit) + 0.5;
            let bottom = TOP + 3.0 + unit * f64::from(units - tray.unit + 1) - 0.5;
            path = path.to(x, top).h(x + RACK - 8.0).v(bottom).h(x).close();
        }
        svg.path(kind.class(), &path);
    }
}

/// A rack 64 × 108 beside the name of a pool; trays from top to bottom are compute trays (`false`) or switch trays
/// (`true`). `label` says what it is; where empty, it is hidden from readers.
///
/// ```
/// let trays: Vec<bool> = (0..27).map(|i| (10..19).contains(&i)).collect();
/// let svg = podwright_diagram::rack_glyph(&trays, "NVL72 rack: 18 compute trays, 9 switch trays");
/// assert!(svg.contains("role=\"img\""));
/// ```
pub fn rack_glyph(trays: &[bool], label: &str) -> String {
    let mut svg = Svg::new();
    let tag = svg
        .tag("svg")
        .attr("xmlns", "http://www.w3.org/2000/svg")
        .num("width", 64.0)
        .num("height", 108.0)
        .attr("viewBox", "0 0 64 108");
    if label.is_empty() {
        tag.attr("aria-hidden", "true").open();
    } else {
        tag.attr("role", "img").attr("aria-label", label).open();
    }
    svg.rect("part", (1.0, 1.0), (62.0, 106.0), 3.0);
    rack_trays(&mut svg, trays, (6.0, 4.5), (52.0, 98.5));
    svg.end("svg");
    svg.into_string()
}
