//! Signs of 84 × 60 units for the cards of the gallery. They decorate: readers get the words beside them.

use crate::circle;
use crate::svg::{Path, Svg};

/// What a sign stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyph {
    /// Two cards, with or without a bridge.
    Pair {
        /// Whether a bridge joins them.
        bridged: bool,
    },
    /// Cards on PCIe; four or eight are drawn.
    Pcie {
        /// How many cards.
        cards: u32,
        /// Whether neighbours are bridged in pairs.
        bridged: bool,
    },
    /// Eight GPUs on a switch.
    Switched,
    /// Two squares of four GPUs (hybrid cube mesh).
    CubeMesh,
    /// Eight GPUs, every pair linked.
    Mesh,
    /// One rack with a scale-up domain.
    Rack,
    /// Tiers of switches above nodes or racks.
    Fabric {
        /// One, two or three tiers.
        tiers: u32,
        /// Racks with a scale-up domain rather than nodes.
        racks: bool,
    },
}

impl Glyph {
    /// Draws the sign.
    ///
    /// ```
    /// use podwright_diagram::Glyph;
    /// assert!(Glyph::Pair { bridged: true }.draw().starts_with("<svg"));
    /// ```
    pub fn draw(self) -> String {
        let mut svg = Svg::new();
        svg.tag("svg")
            .attr("xmlns", "http://www.w3.org/2000/svg")
            .class("gl")
            .attr("viewBox", "0 0 84 60")
            .attr("aria-hidden", "true")
            .open();
        match self {
            Self::Pair { bridged } => pair(&mut svg, bridged),
            Self::Pcie { cards, bridged } => pcie(&mut svg, if cards > 4 { 8 } else { 4 }, bridged),
            Self::Switched => switched(&mut svg),
            Self::CubeMesh => cube_mesh(&mut svg),
            Self::Mesh => mesh(&mut svg),
            Self::Rack => rack(&mut svg),
            Self::Fabric { tiers, racks } => fabric(&mut svg, tiers.clamp(1, 3), racks),
        }
        svg.end("svg");
        svg.into_string()
    }
}

fn pair(svg: &mut Svg, bridged: bool) {
    let y = if bridged { 24.0 } else { 10.0 };
    svg.rect("n", (10.0, y), (24.0, 26.0), 1.0);
    svg.rect("n", (50.0, y), (24.0, 26.0), 1.0);
    if bridged {
        svg.path("h", &Path::new().to(22.0, 24.0).v(14.0).h(62.0).v(24.0));
    } else {
        svg.path(
            "l",
            &Path::new().to(22.0, 36.0).v(48.0).to(62.0, 36.0).v(48.0),
        );
        svg.rect("k", (10.0, 48.0), (64.0, 5.0), 1.0);
    }
}

fn pcie(svg: &mut Svg, cards: u32, bridged: bool) {
    let pitch = 80.0 / f64::from(cards);
    let width = pitch - if cards > 4 { 3.0 } else { 5.0 };
    let (top, height, bar) = if bridged {
        (18.0, 22.0, 48.0)
    } else {
        (8.0, 26.0, 46.0)
    };
    let middle = |i: u32| 4.0 + pitch * f64::from(i) + width / 2.0;
    let mut wires = Path::new();
    for i in 0..cards {
        svg.rect("n", (middle(i) - width / 2.0, top), (width, height), 1.0);
        wires = wires.to(middle(i), top + height).v(bar);
    }
    svg.path("l", &wires);
    if bridged {
        let mut path = Path::new();
        for i in (0..cards).step_by(2) {
            path = path.to(middle(i), top).v(9.0).h(middle(i + 1)).v(top);
        }
        svg.path("h", &path);
    }
    svg.rect("k", (4.0, bar), (75.0, 5.0), 1.0);
}

fn switched(svg: &mut Svg) {
    svg.rect("hn", (4.0, 27.0), (76.0, 6.0), 1.0);
    for i in 0..4 {
        let x = 13.0 + 19.3 * f64::from(i);
        svg.path("l", &Path::new().to(x, 18.0).v(27.0).to(x, 33.0).v(42.0));
        svg.rect("n", (x - 6.0, 6.0), (12.0, 12.0), 1.0);
        svg.rect("n", (x - 6.0, 42.0), (12.0, 12.0), 1.0);
    }
}

fn small_gpus(svg: &mut Svg, places: &[(f64, f64)]) {
    for &(x, y) in places {
        svg.rect("n", (x - 4.0, y - 4.0), (8.0, 8.0), 1.0);
    }
}

fn cube_mesh(svg: &mut Svg) {
    let place = |i: u32| {
        let (square, corner) = (f64::from(i / 4), i % 4);
        (
            10.0 + 42.0 * square + 22.0 * f64::from(corner % 2),
            8.0 + 18.0 * square + 22.0 * f64::from(corner / 2),
        )
    };
    let places: Vec<(f64, f64)> = (0..8).map(place).collect();
    let mut inside = Path::new();
    for square in [0, 4] {
        for a in 0..4 {
            for b in a + 1..4 {
                let (p, q) = (places[square + a], places[square + b]);
                inside = inside.to(p.0, p.1).line(q.0, q.1);
            }
        }
    }
    let mut across = Path::new();
    for i in 0..4 {
        let (p, q) = (places[i], places[i + 4]);
        across = across.to(p.0, p.1).line(q.0, q.1);
    }
    svg.path("l", &inside);
    svg.tag("path")
        .class("l")
        .attr("stroke-dasharray", "2 2")
        .attr("d", across.as_str())
        .done();
    small_gpus(svg, &places);
}

fn mesh(svg: &mut Svg) {
    let place = |i: u32| {
        let (x, y) = circle::at((f64::from(i) + 0.5) / 8.0);
        (42.0 + 30.0 * x, 30.0 + 24.0 * y)
    };
    let places: Vec<(f64, f64)> = (0..8).map(place).collect();
    let mut lines = Path::new();
    for (i, p) in places.iter().enumerate() {
        for q in &places[i + 1..] {
            lines = lines.to(p.0, p.1).line(q.0, q.1);
        }
    }
    svg.tag("path")
        .class("l")
        .attr("stroke-width", "0.6")
        .attr("d", lines.as_str())
        .done();
    small_gpus(svg, &places);
}

fn rack(svg: &mut Svg) {
    svg.rect("n", (26.0, 3.0), (32.0, 54.0), 1.0);
    let mut trays = Path::new();
    for i in 0..5 {
        for from in [7.5, 38.5] {
            trays = trays.to(30.0, from + 3.7 * f64::from(i)).h(54.0);
        }
    }
    svg.path("l", &trays);
    svg.rect("hn", (29.0, 25.0), (26.0, 10.0), 1.0);
}

fn fabric(svg: &mut Svg, tiers: u32, racks: bool) {
    // Counts and tops of the switch rows, then the row of endpoints.
    let rows: &[(u32, f64)] = match (tiers, racks) {
        (1, _) => &[(1, 12.0)],
        (2, false) => &[(2, 6.0), (4, 24.0)],
        (2, true) => &[(3, 4.0), (4, 19.0)],
        (_, false) => &[(2, 3.0), (3, 18.0), (5, 33.0)],
        (_, true) => &[(2, 2.0), (3, 14.0), (5, 26.0)],
    };
    let (ends, top, size) = match (tiers, racks) {
        (1, false) => (6, 42.0, (9.0, 11.0)),
        (1 | 2, true) => (6, 38.0, (10.0, 18.0)),
        (2, false) => (8, 46.0, (7.0, 9.0)),
        (_, false) => (8, 49.0, (7.0, 9.0)),
        (_, true) => (7, 40.0, (10.0, 18.0)),
    };
    let middle = |i: u32, n: u32| 4.0 + 76.0 * (f64::from(i) + 0.5) / f64::from(n);
    let mut lines = Path::new();
    for (k, &(n, y)) in rows.iter().enumerate() {
        let (below, to) = rows.get(k + 1).copied().unwrap_or((ends, top));
        for a in 0..n {
            for b in 0..below {
                lines = lines.to(middle(a, n), y + 4.0).line(middle(b, below), to);
            }
        }
    }
    svg.path("tl", &lines);
    for &(n, y) in rows {
        for i in 0..n {
            svg.rect("k", (middle(i, n) - 4.0, y), (8.0, 4.0), 1.0);
        }
    }
    let mut bars = Path::new();
    for i in 0..ends {
        let x = middle(i, ends);
        svg.rect("n", (x - size.0 / 2.0, top), size, 1.0);
        bars = bars.to(x - 3.0, top + 9.0).h(x + 3.0);
    }
    if racks {
        svg.path("h", &bars);
    }
}
