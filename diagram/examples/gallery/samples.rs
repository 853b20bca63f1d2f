//! Sample figures: plausible, but nobody's measurements.

use podwright_diagram::{
    Axis, Board, Bridge, BridgeState, Bundle, Card, CardState, Device, Frame, Key, LaneSource,
    LineChart, MarkGroup, PathStop, Pattern, Point, Reference, Series, Slot, Slowest, SlowestAt,
    Tier, TierRole, Token, Topology, legend, line_chart,
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
        vec![Point::new(1048576.0, 12.0)],
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
    out
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
            },
            Bundle {
                links_each: None,
                rate: "400G".into(),
                links: 8192,
                pattern: Pattern::Blocks {
                    upper: 32,
                    lower: 32,
                },
            },
            Bundle {
                links_each: Some(1),
                rate: "400G".into(),
                links: 24_576,
                pattern: Pattern::Blocks {
                    upper: 8,
                    lower: 32,
                },
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
