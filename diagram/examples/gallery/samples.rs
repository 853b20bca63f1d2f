//! Sample figures: plausible, but nobody's measurements.

use std::fmt::Write as _;

use podwright_diagram::{
    Amount, Axis, BandTick, Bar, Board, Bridge, BridgeState, Bundle, Card, CardState, Cloud,
    Device, Fill, Frame, Glyph, GpuLink, Key, LaneSource, LineChart, MarkGroup, NodeLayout,
    NodeLinks, PathStop, Pattern, Point, RackGroup, RackRow, Reference, Scatter, Series, Slot,
    Slowest, SlowestAt, Spread, Stack, StackedBars, Step, Swing, TickValue, Tier, TierRole, Token,
    Topology, Tornado, Tray, TrayKind, Waterfall, legend, line_chart, rack_glyph,
};

/// Every drawing for a width, with its name.
pub fn all(width: f64) -> Vec<(String, String)> {
    let mut out = Vec::new();
    let mut add = |name: &str, html: String| out.push((name.to_owned(), html));
    let id = |name: &str| format!("{name}-{width}");

    let two = line_chart(&pair_chart(), &Frame::new(&id("pair"), width));
    let marks = legend(&[
        (
            Key::Line {
                token: Token::new(1),
                band: true,
            },
            "Estimate and 90 % band",
        ),
        (Key::Mark(Token::new(1)), "A40 pair, same 4-link bridge"),
        (Key::Mark(Token::new(2)), "2 × RTX 4090, no peer access"),
        (Key::Mark(Token::new(3)), "2 × A40, no bridge"),
    ]);
    add("Line chart, two series", two.drawing.svg + &marks);
    add(
        "Line chart, four series",
        line_chart(&racks_chart(), &Frame::new(&id("racks"), width))
            .drawing
            .svg,
    );
    let mut six = racks_chart();
    six.series.extend([5, 6].map(|n| {
        Series::new(
            Token::new(n),
            format!("Series {n}"),
            curve(700.0 - 30.0 * n as f64, 3e7),
        )
    }));
    six.cross_hair = Some(3.3e7);
    add(
        "Line chart, six series",
        line_chart(&six, &Frame::new(&id("six"), width)).drawing.svg,
    );
    let empty = LineChart {
        x: Axis::message_size("Message size"),
        y: Axis::number("Bus bandwidth, GB/s", "GB/s"),
        title: "Nothing".into(),
        ..LineChart::default()
    };
    add(
        "Line chart, empty",
        line_chart(&empty, &Frame::new(&id("empty"), width))
            .drawing
            .svg,
    );
    let mut single = empty.clone();
    single.series = vec![Series::new(
        Token::new(1),
        "One",
        vec![Point::new(1_048_576.0, 12.0)],
    )];
    add(
        "Line chart, one point",
        line_chart(&single, &Frame::new(&id("single"), width))
            .drawing
            .svg,
    );

    add(
        "Topology, two tiers",
        nvl72().draw(&Frame::new(&id("nvl72"), width)).svg,
    );
    add(
        "Topology, three tiers",
        large().draw(&Frame::new(&id("large"), width)).svg,
    );
    let mut one = nvl72();
    one.tiers = vec![
        Tier {
            role: TierRole::Switch,
            count: 1,
            ports: Some((32, 64)),
            ..Tier::default()
        },
        Tier {
            role: TierRole::Node,
            count: 4,
            look: Device::Node(8),
            detail: "8 GPUs and 8 NICs each".into(),
            ..Tier::default()
        },
    ];
    one.bundles = vec![Bundle {
        links_each: Some(8),
        rate: "400G".into(),
        links: 32,
        pattern: Pattern::Full,
        cables: None,
    }];
    one.path = vec![
        PathStop {
            tier: 1,
            index: 0,
            label: "GPU 1".into(),
        },
        PathStop {
            tier: 0,
            index: 0,
            label: String::new(),
        },
        PathStop {
            tier: 1,
            index: 3,
            label: "GPU 30".into(),
        },
    ];
    one.slowest = Some(Slowest {
        at: SlowestAt::Stop(2),
        title: "Slowest part: PCIe, 12.6 GB/s".into(),
        detail: String::new(),
    });
    add(
        "Topology, one switch",
        one.draw(&Frame::new(&id("single-switch"), width)).svg,
    );

    let board_width = width.min(366.0);
    add(
        "Board, wrong bridge",
        pair_board(4)
            .draw(&Frame::new(&id("board"), board_width))
            .svg,
    );
    add(
        "Board, bridge fits",
        pair_board(3)
            .draw(&Frame::new(&id("board-ok"), board_width))
            .svg,
    );
    add(
        "Board, four cards, two bridges",
        quad_board().draw(&Frame::new(&id("quad"), board_width)).svg,
    );
    add(
        "Board, eight cards",
        octo_board().draw(&Frame::new(&id("octo"), board_width)).svg,
    );

    add(
        "Waterfall",
        waterfall().draw(&Frame::new(&id("waterfall"), width)).svg,
    );
    add(
        "Stacked bars",
        years()
            .draw(&Frame::new(&id("years"), width.min(334.0)))
            .svg,
    );
    add(
        "Tornado",
        tornado()
            .draw(&Frame::new(&id("tornado"), width.min(334.0)))
            .svg,
    );
    let split = time_split();
    let keys: Vec<(Key, &str)> = split
        .parts
        .iter()
        .map(|p| (Key::Fill(p.fill), p.label.as_str()))
        .collect();
    add(
        "Time split",
        split.draw(&Frame::new(&id("split"), width)).svg + &legend(&keys),
    );
    add(
        "Scatter",
        scatter().draw(&Frame::new(&id("scatter"), width)).svg,
    );
    add(
        "Racks",
        racks(8).draw(&Frame::new(&id("rack-row"), width)).svg,
    );
    add(
        "Many racks",
        racks(128).draw(&Frame::new(&id("rack-many"), width)).svg,
    );
    for (name, node) in nodes() {
        add(
            name,
            node.draw(&Frame::new(
                &id(&format!("node-{}", name.len())),
                width.min(366.0),
            ))
            .svg,
        );
    }
    let mut html = String::new();
    for glyph in [
        Glyph::Pair { bridged: true },
        Glyph::Pair { bridged: false },
        Glyph::Pcie {
            cards: 4,
            bridged: false,
        },
        Glyph::Pcie {
            cards: 4,
            bridged: true,
        },
        Glyph::Pcie {
            cards: 8,
            bridged: false,
        },
        Glyph::CubeMesh,
        Glyph::Switched,
        Glyph::Mesh,
        Glyph::Rack,
        Glyph::Fabric {
            tiers: 1,
            racks: false,
        },
        Glyph::Fabric {
            tiers: 2,
            racks: false,
        },
        Glyph::Fabric {
            tiers: 3,
            racks: false,
        },
        Glyph::Fabric {
            tiers: 2,
            racks: true,
        },
        Glyph::Fabric {
            tiers: 3,
            racks: true,
        },
    ] {
        let _ = write!(
            html,
            "<span class=\"tcard\" style=\"display:inline-block;padding:8px\">{}</span>",
            glyph.draw()
        );
    }
    let trays: Vec<bool> = (0..27).map(|i| (10..19).contains(&i)).collect();
    html += &rack_glyph(&trays, "NVL72 rack");
    add("Glyphs", html);
    let tick = BandTick {
        label: "4.5 GB/s, 2.1 to 9.0".into(),
        spread: Spread::Log,
        domain: (1.0, 100.0),
        value: TickValue {
            value: 4.5,
            band: Some((2.1, 9.0)),
        },
        after: Some(TickValue {
            value: 47.4,
            band: Some((43.0, 52.0)),
        }),
    };
    add(
        "Band",
        format!(
            "<ul class=\"hl\"><li><span class=\"b\">{}<span>2.1–9.0</span></span></li></ul>",
            tick.draw(&Frame::new(&id("band"), 200.0))
        ),
    );
    out
}

fn step(label: &str, detail: &str, value: Option<f64>, place: usize) -> Step {
    Step {
        label: label.into(),
        detail: detail.into(),
        amount: value.map_or(Amount::Unknown, |value| Amount::Known {
            value,
            range: None,
        }),
        fill: Fill::Series(Token::new(place)),
    }
}

fn waterfall() -> Waterfall {
    Waterfall {
        title: "Capex by part".into(),
        axis_title: "Million USD".into(),
        steps: vec![
            step("NVL72 racks", "8", Some(20.0), 1),
            step("Leaves", "9 + 1", Some(2.0), 2),
            step("Spines", "8", Some(1.6), 2),
            step("Optics", "1,470", Some(1.51), 3),
            step("Fibre", "1,176", Some(0.12), 3),
            step("Installation", "3 %", Some(0.76), 6),
            step("Cooling", "2 units", None, 1),
            step("Management", "10 units", None, 1),
        ],
        total_label: "Capex".into(),
        total_range: Some((20.7, 31.3)),
        ..Waterfall::default()
    }
}

fn stack(label: &str, fill: Fill) -> Stack {
    Stack {
        label: label.into(),
        fill,
    }
}

fn years() -> StackedBars {
    let series = |n| Fill::Series(Token::new(n));
    StackedBars {
        title: "Total cost of ownership".into(),
        axis_title: "Million USD, cumulative".into(),
        parts: vec![
            stack("Capex", Fill::Ink),
            stack("Support", series(3)),
            stack("Colocation", series(5)),
            stack("Electricity", series(2)),
        ],
        bars: (1..=4)
            .map(|y| {
                Bar::new(
                    format!("Year {y}"),
                    vec![
                        25.99,
                        1.61 * f64::from(y),
                        2.41 * f64::from(y),
                        0.91 * f64::from(y),
                    ],
                )
            })
            .collect(),
        ..StackedBars::default()
    }
}

fn time_split() -> StackedBars {
    StackedBars {
        title: "Where the time goes by message size".into(),
        axis_title: "Share of time, %".into(),
        parts: vec![
            stack("Scale-up", Fill::Series(Token::new(1))),
            stack("Scale-out", Fill::Series(Token::new(2))),
        ],
        bars: (10..=34)
            .map(|e| {
                let bytes = f64::from(e).exp2();
                Bar::new(
                    podwright_locales::format::message_size(bytes as u64),
                    vec![20.0 + bytes / 4e5, 60.0 + bytes / 9e5],
                )
            })
            .collect(),
        joined: true,
        shares: true,
        ..StackedBars::default()
    }
}

fn tornado() -> Tornado {
    let swing = |label: &str, range: &str, low, high| Swing {
        label: label.into(),
        range: range.into(),
        low,
        high,
    };
    Tornado {
        title: "Sensitivity of the 4-year total cost".into(),
        axis_title: "Change of 4-year TCO, million USD".into(),
        swings: vec![
            swing("NVL72 rack price", "2.0–3.0 M USD", -4.76, 4.76),
            swing("Colocation", "120–217 USD/kW/month", -3.36, 1.74),
            swing("Electricity", "0.06–0.15 USD/kWh", -1.45, 1.82),
            swing("Switch price", "150–250 k USD", -1.07, 1.07),
            swing("Average load", "67–100 %", -0.77, 0.64),
        ],
        ..Tornado::default()
    }
}

fn scatter() -> Scatter {
    let cloud = |place: usize, shift: f64| Cloud {
        token: Token::new(place),
        label: format!("Class {place}"),
        points: (0..60)
            .map(|i| {
                let t = 8.0 * (1.22 + 0.005 * place as f64).powi(i);
                (t, t * (1.0 + shift * f64::from(i * 7919 % 13 - 6) / 12.0))
            })
            .collect(),
    };
    Scatter {
        title: "Predicted against measured time".into(),
        measured: Axis::duration_us("Measured time"),
        predicted: Axis::duration_us("Predicted time"),
        clouds: vec![
            cloud(1, 0.1),
            cloud(2, 0.2),
            cloud(3, 0.4),
            cloud(4, 0.9),
            cloud(5, 0.3),
            cloud(6, 0.3),
        ],
        tolerance: Some(0.25),
        ..Scatter::default()
    }
}

fn racks(count: u64) -> RackRow {
    let mut trays = Vec::new();
    let mut add = |from: u32, n: u32, kind| {
        trays.extend((0..n).map(|i| Tray {
            unit: from + i,
            height: 1,
            kind,
        }));
    };
    add(47, 2, TrayKind::Other);
    add(43, 4, TrayKind::Power);
    add(33, 10, TrayKind::Compute);
    add(24, 9, TrayKind::ScaleUpSwitch);
    add(16, 8, TrayKind::Compute);
    add(11, 4, TrayKind::Power);
    let switch = |i: u32, kind| Tray {
        unit: 43 - 2 * i,
        height: 2,
        kind,
    };
    let network = (0..17)
        .map(|i| {
            switch(
                i,
                if i < 9 {
                    TrayKind::Leaf
                } else {
                    TrayKind::Spine
                },
            )
        })
        .collect();
    RackRow {
        title: "Rack elevation".into(),
        units: 48,
        groups: vec![
            RackGroup {
                count,
                label: "Rack".into(),
                detail: "132 kW\nof 140 kW".into(),
                trays,
                filled: Some(943),
            },
            RackGroup {
                count: 1,
                label: "Network".into(),
                detail: "36.8 kW\nof 140 kW".into(),
                trays: network,
                filled: Some(263),
            },
        ],
        keys: vec![
            (TrayKind::Leaf, "Leaf, 9".into()),
            (TrayKind::Spine, "Spine, 8".into()),
        ],
        ..RackRow::default()
    }
}

fn nodes() -> Vec<(&'static str, NodeLinks)> {
    let link = |a, b, count| GpuLink { a, b, count };
    let pairs = NodeLinks {
        title: "Two bridged pairs".into(),
        gpus: 4,
        links: vec![link(0, 1, 4), link(2, 3, 4)],
        hub: Some("PCIe 4.0, two CPUs".into()),
        path: Some((0, 1)),
        ..NodeLinks::default()
    };
    let switched = NodeLinks {
        gpus: 8,
        layout: NodeLayout::Switched,
        links: Vec::new(),
        hub: Some("NVSwitch, 18 links a GPU".into()),
        title: "Switched".into(),
        ..NodeLinks::default()
    };
    let full: Vec<GpuLink> = (0..8)
        .flat_map(|a| (a + 1..8).map(move |b| link(a, b, 1)))
        .collect();
    let mesh = NodeLinks {
        gpus: 8,
        layout: NodeLayout::Circle,
        links: full,
        title: "Full mesh".into(),
        path: Some((0, 3)),
        ..NodeLinks::default()
    };
    let cube = NodeLinks {
        gpus: 8,
        layout: NodeLayout::Squares,
        links: [
            (0, 1, 1),
            (0, 2, 1),
            (0, 3, 2),
            (1, 2, 2),
            (1, 3, 1),
            (2, 3, 2),
            (4, 5, 1),
            (4, 6, 1),
            (4, 7, 2),
            (5, 6, 2),
            (5, 7, 1),
            (6, 7, 2),
            (0, 4, 2),
            (1, 5, 2),
            (2, 6, 1),
            (3, 7, 1),
        ]
        .map(|(a, b, n)| link(a, b, n))
        .to_vec(),
        title: "Hybrid cube mesh".into(),
        slowest: Some((2, 6)),
        ..NodeLinks::default()
    };
    vec![
        ("Bridged pairs", pairs),
        ("Switched node", switched),
        ("Full mesh node", mesh),
        ("Hybrid cube mesh node", cube),
    ]
}

fn curve(peak: f64, half_bytes: f64) -> Vec<Point> {
    (10..=34)
        .map(|e| {
            let x = f64::from(e).exp2();
            let y = peak * x / (x + half_bytes);
            Point {
                x,
                y,
                band: None,
                note: String::new(),
            }
        })
        .collect()
}

fn banded(peak: f64, half: f64, low: f64, high: f64) -> Vec<Point> {
    let mut points = curve(peak, half);
    for p in &mut points {
        p.band = Some((p.y * low, p.y * high));
        p.note = podwright_locales::format::duration_us(p.x / p.y / 1e3);
    }
    points
}

fn pair_chart() -> LineChart {
    let mut nvlink = Series::new(Token::new(1), "NVLink bridge", banded(47.5, 4e5, 0.9, 1.08));
    nvlink.sublabel = "after the fix".into();
    let mut pcie = Series::new(Token::new(2), "PCIe, staged", banded(4.5, 4e4, 0.5, 2.0));
    pcie.sublabel = "as drawn".into();
    LineChart {
        title: "All-reduce bus bandwidth by message size, two RTX 3090".into(),
        x: Axis::message_size("Message size"),
        y: Axis::number("Bus bandwidth, GB/s", "GB/s"),
        series: vec![nvlink, pcie],
        references: vec![Reference {
            label: "Line rate 56.25 GB/s".into(),
            y: 56.25,
        }],
        marks: vec![
            MarkGroup {
                token: Token::new(1),
                label: "A40 pair".into(),
                points: curve(47.0, 4e5)[20..].iter().map(|p| (p.x, p.y)).collect(),
            },
            MarkGroup {
                token: Token::new(2),
                label: "4090".into(),
                points: curve(2.4, 5e4).iter().map(|p| (p.x, p.y)).collect(),
            },
            MarkGroup {
                token: Token::new(3),
                label: "A40".into(),
                points: curve(4.2, 5e4)[20..].iter().map(|p| (p.x, p.y)).collect(),
            },
        ],
        cross_hair: Some(268_435_456.0),
        ..LineChart::default()
    }
}

fn racks_chart() -> LineChart {
    let at = |peak, half| -> Vec<Point> {
        curve(peak, half)
            .into_iter()
            .filter(|p| p.x >= 16_777_216.0)
            .collect()
    };
    let mut this = Series::new(
        Token::new(1),
        "8 racks, this",
        banded(540.0, 5e8, 0.8, 1.2)
            .into_iter()
            .filter(|p| p.x >= 16_777_216.0)
            .collect(),
    );
    this.emphasis = true;
    LineChart {
        title: "All-reduce bus bandwidth by message size for 1, 2, 8 and 20 racks".into(),
        x: Axis::message_size("Message size"),
        y: Axis::number("Bus bandwidth, GB/s", "GB/s"),
        series: vec![
            this,
            Series::new(Token::new(2), "20 racks", at(410.0, 1e9)),
            Series::new(Token::new(3), "1 rack", at(850.0, 1.5e8)),
            Series::new(Token::new(4), "2 racks", at(820.0, 2e8)),
        ],
        references: vec![Reference {
            label: "NVLink line rate 900 GB/s".into(),
            y: 900.0,
        }],
        cross_hair: Some(8_589_934_592.0),
        ..LineChart::default()
    }
}

fn nvl72() -> Topology {
    let stop = |tier, index, label: &str| PathStop {
        tier,
        index,
        label: label.into(),
    };
    let bundle = Bundle {
        links_each: Some(8),
        rate: "400G".into(),
        links: 576,
        pattern: Pattern::Full,
        cables: None,
    };
    Topology {
        title: "Compute fabric: 8 racks, 9 leaves, 8 spines".into(),
        tiers: vec![
            Tier {
                role: TierRole::Spine,
                count: 8,
                ports: Some((576, 1024)),
                ..Tier::default()
            },
            Tier {
                role: TierRole::Leaf,
                count: 9,
                ports: Some((1152, 1152)),
                ..Tier::default()
            },
            Tier {
                role: TierRole::Rack,
                count: 8,
                look: Device::nvl72(),
                detail: "72 GPUs and 72 NICs each".into(),
                ..Tier::default()
            },
        ],
        bundles: vec![bundle.clone(), bundle],
        path: vec![
            stop(2, 1, "GPU 17"),
            stop(1, 2, ""),
            stop(0, 4, ""),
            stop(1, 6, ""),
            stop(2, 5, "GPU 53"),
        ],
        slowest: Some(Slowest {
            at: SlowestAt::Hop(0),
            title: "Slowest part: NIC, 50 GB/s".into(),
            detail: "ConnectX-7, 400 Gbit/s, one a GPU".into(),
        }),
        ..Topology::default()
    }
}

fn large() -> Topology {
    let stop = |tier, index| PathStop {
        tier,
        index,
        label: String::new(),
    };
    Topology {
        title: "Three tiers".into(),
        tiers: vec![
            Tier {
                role: TierRole::Core,
                count: 128,
                ports: Some((8192, 8192)),
                ..Tier::default()
            },
            Tier {
                role: TierRole::Spine,
                count: 256,
                ports: Some((16_384, 16_384)),
                ..Tier::default()
            },
            Tier {
                role: TierRole::Leaf,
                count: 257,
                ports: Some((16_400, 16_448)),
                ..Tier::default()
            },
            Tier {
                role: TierRole::Node,
                count: 3072,
                look: Device::Node(8),
                detail: "8 GPUs and 8 NICs each".into(),
                ..Tier::default()
            },
        ],
        bundles: vec![
            Bundle {
                links_each: Some(1),
                rate: "400G".into(),
                links: 8192,
                pattern: Pattern::Full,
                cables: None,
            },
            Bundle {
                links_each: None,
                rate: "400G".into(),
                links: 8192,
                pattern: Pattern::Blocks {
                    upper: 32,
                    lower: 32,
                },
                cables: None,
            },
            Bundle {
                links_each: Some(1),
                rate: "400G".into(),
                links: 24_576,
                pattern: Pattern::Blocks {
                    upper: 8,
                    lower: 32,
                },
                cables: None,
            },
        ],
        path: vec![
            stop(3, 40),
            stop(2, 8),
            stop(1, 5),
            stop(0, 77),
            stop(1, 200),
            stop(2, 201),
            stop(3, 3000),
        ],
        slowest: Some(Slowest {
            at: SlowestAt::Hop(2),
            title: "Slowest part: spine to core, 7 : 1".into(),
            detail: "400G shared by 7 flows".into(),
        }),
        ..Topology::default()
    }
}

fn slot(position: u32, lanes: u32, from: LaneSource, card: Option<Card>) -> Slot {
    Slot {
        position,
        lanes,
        pcie_gen: 4,
        from,
        card,
    }
}

fn pair_board(pitch: u32) -> Board {
    let state = if pitch == 3 {
        BridgeState::Ok
    } else {
        BridgeState::Wrong {
            reason: "Its second foot misses the connector of GPU 1".into(),
        }
    };
    Board {
        title: "Board with two RTX 3090 in slots 1 and 4".into(),
        slots: vec![
            slot(1, 8, LaneSource::Cpu(0), Some(Card::new("GPU 0", 3.0))),
            slot(4, 8, LaneSource::Cpu(0), Some(Card::new("GPU 1", 3.0))),
            slot(7, 4, LaneSource::Chipset, None),
        ],
        bridges: vec![Bridge {
            a: 0,
            b: 1,
            pitch_slots: pitch,
            label: "bridge".into(),
            state,
        }],
        ..Board::default()
    }
}

fn quad_board() -> Board {
    let bridge = |a, b| Bridge {
        a,
        b,
        pitch_slots: 2,
        label: "NVLink".into(),
        state: BridgeState::Ok,
    };
    let mut last = Card::new("RTX A6000 with a long name", 2.0);
    last.state = CardState::Wrong;
    let card = || Some(Card::new("RTX A6000", 2.0));
    Board {
        title: "Board with four cards".into(),
        slots: vec![
            slot(1, 16, LaneSource::Cpu(0), card()),
            slot(3, 16, LaneSource::Cpu(0), card()),
            slot(5, 16, LaneSource::Cpu(1), card()),
            slot(7, 4, LaneSource::Chipset, Some(last)),
        ],
        bridges: vec![bridge(0, 1), bridge(2, 3)],
        ..Board::default()
    }
}

fn octo_board() -> Board {
    let from = |i: u32| LaneSource::Switch(format!("PEX {}", i / 4));
    Board {
        title: "Board with eight cards".into(),
        slots: (0..8)
            .map(|i| {
                slot(
                    1 + 2 * i,
                    16,
                    from(i),
                    Some(Card::new(format!("RTX 4090 {i}"), 2.0)),
                )
            })
            .collect(),
        ..Board::default()
    }
}
