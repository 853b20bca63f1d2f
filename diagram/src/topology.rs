//! A fabric as tiers of switches above racks or nodes.
//!
//! Input is tiers with counts, never single links: a drawing of 100,000 nodes costs what one of 10 does. At most
//! [`MOST_ITEMS`] devices and groups stand in a tier.

mod groups;
mod labels;
mod layout;
mod parts;

use crate::svg::{Anchor, Page, Path, Svg};
use crate::text::{self, LABEL, SMALL};
use crate::{Drawing, Frame, Token};
pub use groups::{GroupKind, Groups};
use layout::{Item, Row};
pub(crate) use parts::rack_trays;

/// Most devices and groups that are drawn in one tier.
pub const MOST_ITEMS: usize = 16;
/// Most tiers that are drawn: core, spine, leaf and what hangs below.
const MOST_TIERS: usize = 4;
/// Width below which a tier with many devices is not squeezed further, CSS px.
const LEAST_WIDTH: f64 = 620.0;
/// Least and greatest width of the column of labels at the left, CSS px.
const LABELS: (f64, f64) = (94.0, 132.0);

/// A fabric, from top to bottom.
///
/// ```
/// use podwright_diagram::{Bundle, Device, Frame, PathStop, Pattern, Slowest, SlowestAt, Tier, TierRole, Topology};
/// let fabric = Topology {
///     title: "Compute fabric: 8 racks, 9 leaves, 8 spines".into(),
///     tiers: vec![
///         Tier { role: TierRole::Spine, count: 8, ports: Some((576, 1024)), ..Tier::default() },
///         Tier { role: TierRole::Leaf, count: 9, ports: Some((1152, 1152)), ..Tier::default() },
///         Tier { role: TierRole::Rack, count: 8, look: Device::nvl72(), detail: "72 GPUs and 72 NICs each".into(), ..Tier::default() },
///     ],
///     bundles: vec![
///         Bundle { links_each: Some(8), rate: "400G".into(), links: 576, pattern: Pattern::Full, ..Bundle::default() },
///         Bundle { links_each: Some(8), rate: "400G".into(), links: 576, pattern: Pattern::Full, ..Bundle::default() },
///     ],
///     path: vec![
///         PathStop { tier: 2, index: 1, label: "GPU 17".into() },
///         PathStop { tier: 1, index: 2, label: String::new() },
///         PathStop { tier: 0, index: 4, label: String::new() },
///         PathStop { tier: 1, index: 6, label: String::new() },
///         PathStop { tier: 2, index: 5, label: "GPU 53".into() },
///     ],
///     slowest: Some(Slowest { at: SlowestAt::Hop(0), title: "Slowest part: NIC, 50 GB/s".into(), detail: "ConnectX-7, one a GPU".into() }),
///     ..Topology::default()
/// };
/// let drawing = fabric.draw(&Frame::new("fabric", 692.0));
/// assert!(drawing.svg.contains("Slowest part: NIC, 50 GB/s"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Topology {
    /// The result in words.
    pub title: String,
    /// More of it; made from the tiers where absent.
    pub desc: Option<String>,
    /// Tiers from top to bottom; at most four are drawn. A single tier stands alone, without a fabric.
    pub tiers: Vec<Tier>,
    /// Links between each tier and the next one down.
    pub bundles: Vec<Bundle>,
    /// Parts of the tiers of switches that stand side by side.
    pub groups: Option<Groups>,
    /// Devices along a path, drawn in blue; a stop follows one in a neighbouring tier.
    pub path: Vec<PathStop>,
    /// The slowest part of the path, drawn in red.
    pub slowest: Option<Slowest>,
}

/// What the devices of a tier do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TierRole {
    /// Switches of the third tier.
    Core,
    /// Switches of the second tier.
    Spine,
    /// Switches next to the endpoints.
    Leaf,
    /// Switches of a fabric with one tier.
    Switch,
    /// Racks with a scale-up domain.
    Rack,
    /// Servers and workstations.
    #[default]
    Node,
}

impl TierRole {
    fn key(self) -> &'static str {
        match self {
            Self::Core => "core",
            Self::Spine => "spine",
            Self::Leaf => "leaf",
            Self::Switch => "switch",
            Self::Rack => "rack",
            Self::Node => "node",
        }
    }
}

/// How a device of a tier looks.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Device {
    /// A switch with a bar of its port use.
    #[default]
    Switch,
    /// A rack; each tray from top to bottom is a compute tray (`false`) or a switch tray (`true`).
    Rack(Vec<bool>),
    /// A node with so many GPUs.
    Node(u32),
}

impl Device {
    /// A rack of 18 compute trays with 9 switch trays between them.
    pub fn nvl72() -> Self {
        Self::Rack((0..27).map(|i| (10..19).contains(&i)).collect())
    }
}

/// A row of like devices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tier {
    /// What they do.
    pub role: TierRole,
    /// How many there are.
    pub count: u64,
    /// Ports used and present, of all devices of the tier together, at the fabric's link rate.
    pub ports: Option<(u64, u64)>,
    /// How they look; switches by role where left out.
    pub look: Device,
    /// A line about each device for the column of labels, as `72 GPUs and 72 NICs each`; may be empty.
    pub detail: String,
    /// Ports of them that are kept free for what is to come.
    pub reserved: u64,
    /// How many are to come: room is kept for them.
    pub later: u64,
}

/// Which devices of two tiers are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Pattern {
    /// Every device with every device.
    #[default]
    Full,
    /// Devices come in blocks (pods, scalable units); every device with every device of its block.
    Blocks {
        /// Devices of the upper tier in a block.
        upper: u64,
        /// Devices of the lower tier in a block.
        lower: u64,
    },
    /// Upper device number `u` and lower device number `l` are joined where both leave the same rest by `planes`
    /// (rails: leaf 3 of every unit to the spines of plane 3).
    Planes(u64),
    /// Lower devices fill the upper ones in order.
    Filled {
        /// Links of a lower device to one plane.
        ports: u64,
        /// Links that an upper device takes.
        down: u64,
        /// Upper devices of a plane.
        plane: u64,
    },
}

impl Pattern {
    fn joins(self, upper: (u64, u64), lower: (u64, u64)) -> bool {
        match self {
            Self::Full => true,
            Self::Blocks { upper: u, lower: l } => {
                let (u, l) = (u.max(1), l.max(1));
                upper.0 / u <= lower.1 / l && lower.0 / l <= upper.1 / u
            }
            Self::Planes(n) => {
                let n = n.max(1);
                let single = |r: (u64, u64)| r.0 == r.1;
                !(single(upper) && single(lower)) || upper.0 % n == lower.0 % n
            }
            Self::Filled { ports, down, plane } => {
                let (plane, down) = (plane.max(1), down.max(1));
                let first = lower.0.saturating_mul(ports) / down;
                let last =
                    (lower.1.saturating_add(1).saturating_mul(ports)).saturating_sub(1) / down;
                upper.1 - upper.0 >= plane
                    || (upper.0 % plane <= last && upper.1 % plane >= first)
                    || upper.1 % plane < upper.0 % plane
            }
        }
    }
}

/// The links between two tiers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bundle {
    /// Links between two joined devices, where all have equally many.
    pub links_each: Option<u64>,
    /// Rate of a link, as `400G`.
    pub rate: String,
    /// All links between the tiers.
    pub links: u64,
    /// Which devices are joined.
    pub pattern: Pattern,
    /// The cables, where the drawing is about their length.
    pub cables: Option<Cables>,
    /// What comes from below over what goes up, as `2`; nothing where the way up carries all.
    pub over: Option<String>,
}

/// How long the cables between two tiers are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cables {
    /// Their length with its unit, as `3–28 m`.
    pub length: String,
    /// What they are made of; may be empty.
    pub medium: String,
    /// Colour of the links and of the length.
    pub token: Token,
}

/// A device on the path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PathStop {
    /// Index of the tier, 0 for the top.
    pub tier: usize,
    /// Number of the device, from 0.
    pub index: u64,
    /// A name below the device, as `GPU 17`; may be empty.
    pub label: String,
}

/// Where the slowest part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlowestAt {
    /// The link from this stop of the path (from 0) to the next one.
    Hop(usize),
    /// Inside the device at this stop.
    Stop(usize),
}

/// The part that limits the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slowest {
    /// Where it is.
    pub at: SlowestAt,
    /// Its name and rate, as `Slowest part: NIC, 50 GB/s`.
    pub title: String,
    /// More about it; may be empty.
    pub detail: String,
}

impl Topology {
    /// Draws the fabric. Where its tiers need it, it is wider than a narrow frame, up to 620 px.
    pub fn draw(&self, frame: &Frame<'_>) -> Drawing {
        let tier_lines =
            labels::tiers(frame.texts, &self.tiers[..self.tiers.len().min(MOST_TIERS)]);
        let bundle_lines = labels::bundles(frame.texts, &self.bundles);
        let groups = Groups::of(self);
        let joined = groups.and_then(|groups| groups.joined.as_ref());
        let joined_lines = labels::bundles(frame.texts, joined.map_or(&[], std::slice::from_ref));
        let column = labels::column(&tier_lines, &bundle_lines);
        let width = frame
            .width()
            .max(layout::least_width(self, column).min(LEAST_WIDTH));
        let (rows, blocks) = layout::rows(self, width, column);
        let mut svg = Svg::new();
        let tiers = &self.tiers[..self.tiers.len().min(MOST_TIERS)];

        for (i, pair) in rows.windows(2).enumerate() {
            let bundle = self.bundles.get(i);
            let pattern = bundle.map(|b| b.pattern).unwrap_or_default();
            let class = bundle
                .and_then(|b| b.cables.as_ref())
                .map_or_else(|| "lk".to_owned(), |cables| cables.token.line());
            links(&mut svg, &class, &pair[0], &pair[1], pattern);
        }
        if let Some(groups) = groups {
            groups.draw(&mut svg, frame.texts, &rows, &blocks);
        }
        let hops = self.hops(&rows);
        for hop in &hops {
            let class = if hop.slow { "slow" } else { "hot" };
            let path = Path::new();
            let path = match hop.over {
                Some(y) => path.to(hop.from.0, hop.from.1).v(y).h(hop.to.0).v(hop.to.1),
                None => path.to(hop.from.0, hop.from.1).line(hop.to.0, hop.to.1),
            };
            svg.path(class, &path);
        }
        for (i, (tier, row)) in tiers.iter().zip(&rows).enumerate() {
            for item in &row.items {
                let stop = self
                    .path
                    .iter()
                    .position(|s| s.tier == i && item.holds(s.index));
                let wrong = stop.is_some_and(|s| self.slowest_stop() == Some(s));
                let state = match (stop, wrong) {
                    (_, true) => parts::State::Wrong,
                    (Some(_), _) => parts::State::OnPath,
                    _ => parts::State::Plain,
                };
                parts::device(&mut svg, frame.texts, tier, item, row, state);
            }
            parts::later(&mut svg, frame.texts, tier, row);
        }
        labels::draw(&mut svg, &tier_lines, &bundle_lines, &rows, column);
        labels::above(&mut svg, &joined_lines, column);
        let foot = self.stop_labels(&mut svg, &rows, width);
        self.callout(&mut svg, &rows, &hops, (column, width));

        let foot = foot.max(labels::foot(&tier_lines, &rows) - 8.0);
        // A lone tier has no gap for the callout above it.
        let foot = if rows.len() == 1 && self.slowest.is_some() {
            foot + 60.0
        } else {
            foot
        };
        let height = if tiers.is_empty() { 40.0 } else { foot + 12.0 };
        if tiers.is_empty() {
            svg.text(
                "",
                (0.0, 24.0),
                Anchor::Start,
                &frame.texts.get("diagram-no-fabric"),
            );
        }
        let desc = self.desc.clone().unwrap_or_else(|| {
            labels::describe(
                frame.texts,
                tiers,
                &self.bundles,
                joined,
                self.slowest.as_ref(),
            )
        });
        svg.finish(
            frame,
            &Page {
                width,
                height,
                title: &self.title,
                desc: &desc,
            },
        )
    }

    fn slowest_stop(&self) -> Option<usize> {
        match self.slowest.as_ref()?.at {
            SlowestAt::Stop(stop) => Some(stop),
            SlowestAt::Hop(_) => None,
        }
    }

    /// The lines of the path, between edges of the devices that face each other.
    fn hops(&self, rows: &[Row]) -> Vec<Hop> {
        let slow = match self.slowest.as_ref().map(|s| s.at) {
            Some(SlowestAt::Hop(hop)) => Some(hop),
            _ => None,
        };
        let place = |stop: &PathStop| {
            let row = rows.get(stop.tier)?;
            Some((row, row.items.iter().find(|item| item.holds(stop.index))?.x))
        };
        let mut out = Vec::new();
        for (i, pair) in self.path.windows(2).take(16).enumerate() {
            if let (Some((row_a, xa)), Some((row_b, xb))) = (place(&pair[0]), place(&pair[1])) {
                let down = row_a.y < row_b.y;
                let beside = pair[0].tier == pair[1].tier;
                let (ya, yb) = if beside {
                    (row_a.y, row_a.y)
                } else if down {
                    (row_a.bottom(), row_b.y)
                } else {
                    (row_a.y, row_b.bottom())
                };
                out.push(Hop {
                    from: (xa, ya),
                    to: (xb, yb),
                    over: beside.then(|| row_a.lift(1)),
                    slow: slow == Some(i),
                });
            }
        }
        // The red line lies over the blue ones.
        out.sort_by_key(|hop| hop.slow);
        out
    }

    /// Names of the ends of the path; returns the lowest y used.
    fn stop_labels(&self, svg: &mut Svg, rows: &[Row], width: f64) -> f64 {
        let mut foot = rows.last().map_or(0.0, |row| {
            row.bottom() + if row.switch { 0.0 } else { 15.0 }
        });
        for stop in &self.path {
            let Some(row) = rows.get(stop.tier).filter(|_| !stop.label.is_empty()) else {
                continue;
            };
            let Some(item) = row.items.iter().find(|item| item.holds(stop.index)) else {
                continue;
            };
            let y = row.bottom() + if row.switch { 14.0 } else { 31.0 };
            let label = text::fit(&stop.label, SMALL * text::STRONG, row.pitch + 12.0);
            let x = text::centre(item.x, text::width_strong(&label, SMALL), width);
            svg.text("t1 halo", (x, y), Anchor::Middle, &label);
            foot = foot.max(y);
        }
        foot
    }

    /// A box that names the slowest part: beside its link, or above (else below) its device.
    fn callout(&self, svg: &mut Svg, rows: &[Row], hops: &[Hop], (column, width): (f64, f64)) {
        let Some(slowest) = &self.slowest else {
            return;
        };
        let room = width - column - 40.0;
        let title = text::fit(&slowest.title, LABEL * text::STRONG, room);
        let detail = text::fit(&slowest.detail, SMALL, room);
        let box_width = text::width_strong(&title, LABEL).max(text::width(&detail, SMALL)) + 16.0;
        let box_height = if detail.is_empty() { 22.0 } else { 36.0 };
        let (left, top, lead, dot) = match slowest.at {
            SlowestAt::Hop(_) => {
                let Some(hop) = hops.iter().find(|hop| hop.slow) else {
                    return;
                };
                // A line over the tier is named at its corner.
                let along = if hop.over.is_some() { 0.0 } else { 0.38 };
                let x = hop.from.0 + (hop.to.0 - hop.from.0) * along;
                let y = hop
                    .over
                    .unwrap_or(hop.from.1 + (hop.to.1 - hop.from.1) * 0.38);
                let middle = (y - box_height * 0.55).max(2.0);
                let lead = Path::new().to(x, y);
                if x + 16.0 + box_width <= width - 2.0 {
                    let left = x + 16.0;
                    (left, middle, lead.h(left), (x, y))
                } else if x - 16.0 - box_width >= column {
                    let left = x - 16.0 - box_width;
                    (left, middle, lead.h(left + box_width), (x, y))
                } else {
                    // Room on neither side: below the place, clear of the labels at the left.
                    let left = (width - 2.0 - box_width).min(x - 8.0).max(2.0);
                    (left, y + 14.0, lead.v(y + 14.0), (x, y))
                }
            }
            SlowestAt::Stop(stop) => {
                let place = self.path.get(stop).and_then(|stop| {
                    let row = rows.get(stop.tier)?;
                    Some((row, row.items.iter().find(|item| item.holds(stop.index))?.x))
                });
                let Some((row, x)) = place else {
                    return;
                };
                let left = (x - box_width / 2.0).min(width - box_width - 2.0).max(2.0);
                if row.y > box_height + 24.0 {
                    let top = row.y - 20.0 - box_height;
                    (
                        left,
                        top,
                        Path::new().to(x, row.y).v(top + box_height),
                        (x, row.y),
                    )
                } else {
                    let foot = row.bottom() + if row.switch { 0.0 } else { 34.0 };
                    (
                        left,
                        foot + 20.0,
                        Path::new().to(x, row.bottom()).v(foot + 20.0),
                        (x, row.bottom()),
                    )
                }
            }
        };
        svg.rect("dg-callout", (left, top), (box_width, box_height), 3.0);
        svg.path("dg-lead", &lead);
        svg.circle("dg-err", dot, 4.0);
        svg.text(
            "e dg-label dg-strong",
            (left + 8.0, top + 15.0),
            Anchor::Start,
            &title,
        );
        if !detail.is_empty() {
            svg.text("", (left + 8.0, top + 29.0), Anchor::Start, &detail);
        }
    }
}

struct Hop {
    from: (f64, f64),
    to: (f64, f64),
    /// Height of a line over the tier that it stays in.
    over: Option<f64>,
    slow: bool,
}

/// All links between two rows as one path.
fn links(svg: &mut Svg, class: &str, upper: &Row, lower: &Row, pattern: Pattern) {
    let mut path = Path::new();
    for a in &upper.items {
        for b in &lower.items {
            let together = a.part.0 <= b.part.1 && b.part.0 <= a.part.1;
            if together && pattern.joins(a.range(), b.range()) {
                path = path.to(a.x, upper.bottom()).line(b.x, lower.y);
            }
        }
    }
    svg.path(class, &path);
}

impl Item {
    fn holds(&self, index: u64) -> bool {
        (self.first..=self.last).contains(&index)
    }

    fn range(&self) -> (u64, u64) {
        (self.first, self.last)
    }
}
