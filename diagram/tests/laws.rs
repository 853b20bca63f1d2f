//! Laws that hold for every drawing, whatever it is given.

use podwright_diagram::{
    Amount, Axis, BandTick, Bar, Board, Bridge, BridgeState, Bundle, Card, CardState, Cloud,
    Device, Drawing, Fill, Frame, GpuLink, GroupKind, Groups, Key, LaneSource, LineChart,
    MarkGroup, NodeLayout, NodeLinks, PathStop, Pattern, PayLine, PayOff, Point, RackGroup,
    RackRow, Reference, Scatter, Series, Slot, Slowest, SlowestAt, Spread, Stack, StackedBars,
    Step, Swing, TickValue, Tier, TierRole, Token, Topology, Tornado, Tray, TrayKind, Waterfall,
    legend, line_chart, rack_glyph,
};
use proptest::prelude::*;

mod geometry;

use geometry::{check, texts};

#[path = "../examples/gallery/samples.rs"]
mod samples;

/// Any number: small, huge, negative, not finite.
fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => 1e-3..1e6_f64,
        1 => any::<f64>(),
        1 => prop::sample::select(vec![0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN_POSITIVE]),
    ]
}

/// Any text: plain, long, or made to break out.
fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[A-Za-z0-9 ,.×–]{0,24}",
        1 => any::<String>(),
        1 => prop::sample::select(vec![
            "</text><script>alert(1)</script>".to_owned(),
            "\" onload=\"alert(1)".to_owned(),
            "' x='1".to_owned(),
            "]]>&amp;<!--".to_owned(),
            "\u{0}\u{8}\u{202e}\u{ffff}".to_owned(),
            "数据中心网络拓扑数据中心网络拓扑".to_owned(),
            "W".repeat(300),
        ]),
    ]
}

fn width() -> impl Strategy<Value = f64> {
    prop_oneof![4 => 200.0..1600.0_f64, 1 => number()]
}

prop_compose! {
    fn point()(x in number(), y in number(), band in prop::option::of((number(), number())), note in words()) -> Point {
        Point { x, y, band, note }
    }
}

prop_compose! {
    fn series()(token in 0..9_usize, label in words(), sublabel in words(), points in prop::collection::vec(point(), 0..12), emphasis: bool, dot in prop::option::of(0..14_usize)) -> Series {
        Series { token: Token::new(token), label, sublabel, points, emphasis, dot }
    }
}

fn axis() -> impl Strategy<Value = Axis> {
    (
        words(),
        words(),
        0..3_usize,
        any::<bool>(),
        prop::option::of((number(), number())),
    )
        .prop_map(|(title, unit, kind, linear, domain)| {
            let axis = match kind {
                0 => Axis::message_size(title),
                1 => Axis::duration_us(title),
                _ => Axis::number(title, unit),
            };
            let axis = if linear { axis.linear() } else { axis };
            Axis { domain, ..axis }
        })
}

prop_compose! {
    fn chart()(
        title in words(), x in axis(), y in axis(), series in prop::collection::vec(series(), 0..9),
        references in prop::collection::vec((words(), number()), 0..4),
        marks in prop::collection::vec((number(), number()), 0..9),
        cross_hair in prop::option::of(number()), height in prop::option::of(number()),
    ) -> LineChart {
        LineChart {
            title, desc: None, x, y, series,
            references: references.into_iter().map(|(label, y)| Reference { label, y }).collect(),
            marks: vec![MarkGroup { token: Token::new(5), label: String::new(), points: marks }],
            cross_hair, height,
        }
    }
}

fn count() -> impl Strategy<Value = u64> {
    prop_oneof![3 => 0..40_u64, 1 => 0..2_000_000_u64, 1 => any::<u64>()]
}

fn look() -> impl Strategy<Value = Device> {
    prop_oneof![
        Just(Device::Switch),
        prop::collection::vec(any::<bool>(), 0..80).prop_map(Device::Rack),
        any::<u32>().prop_map(Device::Node),
        (0..17_u32).prop_map(Device::Node),
    ]
}

fn role() -> impl Strategy<Value = TierRole> {
    prop::sample::select(vec![
        TierRole::Core,
        TierRole::Spine,
        TierRole::Leaf,
        TierRole::Switch,
        TierRole::Rack,
        TierRole::Node,
    ])
}

fn pattern() -> impl Strategy<Value = Pattern> {
    prop_oneof![
        Just(Pattern::Full),
        (count(), count()).prop_map(|(upper, lower)| Pattern::Blocks { upper, lower }),
        count().prop_map(Pattern::Planes),
        (count(), count(), count()).prop_map(|(ports, down, plane)| Pattern::Filled {
            ports,
            down,
            plane
        }),
    ]
}

prop_compose! {
    fn bundle()(
        links_each in prop::option::of(count()), rate in words(), links in count(), pattern in pattern(), over in prop::option::of(words()),
    ) -> Bundle {
        Bundle { links_each, rate, links, pattern, cables: None, over }
    }
}

prop_compose! {
    fn groups()(
        kind in prop::sample::select(vec![GroupKind::Plane, GroupKind::Pod, GroupKind::Group]),
        count in count(), tiers in (0..3_usize, 0..6_usize), joined in prop::option::of(bundle()),
    ) -> Groups {
        Groups { kind, count, tiers, joined }
    }
}

prop_compose! {
    fn topology()(
        title in words(),
        tiers in prop::collection::vec((role(), count(), prop::option::of((count(), count())), look(), words(), (count(), count())), 0..6),
        bundles in prop::collection::vec(bundle(), 0..6), groups in prop::option::of(groups()),
        path in prop::collection::vec((0..6_usize, count(), words()), 0..9),
        slowest in prop::option::of((0..10_usize, any::<bool>(), words(), words())),
    ) -> Topology {
        Topology {
            title, desc: None,
            tiers: tiers.into_iter().map(|(role, count, ports, look, detail, (reserved, later))| Tier { role, count, ports, look, detail, reserved, later }).collect(),
            bundles, groups,
            path: path.into_iter().map(|(tier, index, label)| PathStop { tier, index, label }).collect(),
            slowest: slowest.map(|(at, hop, title, detail)| Slowest {
                at: if hop { SlowestAt::Hop(at) } else { SlowestAt::Stop(at) }, title, detail,
            }),
        }
    }
}

fn lane_source() -> impl Strategy<Value = LaneSource> {
    prop_oneof![
        (0..3_u32).prop_map(LaneSource::Cpu),
        Just(LaneSource::Chipset),
        words().prop_map(LaneSource::Switch)
    ]
}

fn card() -> impl Strategy<Value = Card> {
    let state = prop::sample::select(vec![
        CardState::Normal,
        CardState::Highlighted,
        CardState::Wrong,
    ]);
    (words(), prop_oneof![0.5..4.0_f64, number()], state).prop_map(
        |(label, thickness_slots, state)| Card {
            label,
            thickness_slots,
            state,
        },
    )
}

prop_compose! {
    fn board()(
        title in words(), cpu_label in words(), positions in prop_oneof![0..9_u32, any::<u32>()],
        slots in prop::collection::vec((prop_oneof![0..20_u32, any::<u32>()], any::<u32>(), 0..7_u32, lane_source(), prop::option::of(card())), 0..18),
        bridges in prop::collection::vec((0..18_usize, 0..18_usize, prop_oneof![0..6_u32, any::<u32>()], words(), prop::option::of(words())), 0..5),
    ) -> Board {
        Board {
            title, desc: None, cpu_label, positions,
            slots: slots.into_iter().map(|(position, lanes, pcie_gen, from, card)| Slot { position, lanes, pcie_gen, from, card }).collect(),
            bridges: bridges.into_iter().map(|(a, b, pitch_slots, label, wrong)| Bridge {
                a, b, pitch_slots, label, state: wrong.map_or(BridgeState::Ok, |reason| BridgeState::Wrong { reason }),
            }).collect(),
        }
    }
}

/// The checks that every drawing passes.
fn lawful(drawing: &Drawing) -> Result<(), TestCaseError> {
    check(&drawing.svg).map_err(TestCaseError::fail)
}

proptest! {


    #[test]
    fn line_charts_are_lawful(chart in chart(), width in width(), id in words()) {
        let drawn = line_chart(&chart, &Frame::new(&id, width));
        lawful(&drawn.drawing)?;
        // Names at line ends never cover each other.
        let mut ends: Vec<f64> = texts(&drawn.drawing.svg).into_iter().filter(|t| t.class.contains("dg-label")).map(|t| t.y).collect();
        ends.sort_by(f64::total_cmp);
        for pair in ends.windows(2) {
            prop_assert!(pair[1] - pair[0] >= 15.9, "{} and {}", pair[0], pair[1]);
        }
        // The cross-hair only ever shows values that were given.
        for readout in &drawn.readouts {
            prop_assert_eq!(Some(chart.series[readout.series].points[readout.point].x), drawn.snapped);
        }
    }

    #[test]
    fn fabrics_are_lawful_and_small(topology in topology(), width in width()) {
        let drawing = topology.draw(&Frame::new("t", width));
        lawful(&drawing)?;
        prop_assert!(drawing.svg.len() < 400_000, "{} bytes", drawing.svg.len());
    }

    #[test]
    fn boards_are_lawful(board in board(), width in width()) {
        lawful(&board.draw(&Frame::new("b", width)))?;
    }

    #[test]
    fn bars_are_lawful(
        title in words(), axis_title in words(), parts in prop::collection::vec((words(), 0..8_usize), 0..5),
        bars in prop::collection::vec((words(), prop::collection::vec(number(), 0..6), prop::option::of(words())), 0..50),
        joined: bool, shares: bool, height in prop::option::of(number()), width in width(),
    ) {
        let fill = |n: usize| if n == 0 { Fill::Ink } else { Fill::Series(Token::new(n)) };
        let bars = StackedBars {
            title, desc: None, axis_title, joined, shares, height,
            parts: parts.into_iter().map(|(label, n)| Stack { label, fill: fill(n) }).collect(),
            bars: bars.into_iter().map(|(label, values, total)| Bar { label, values, total }).collect(),
        };
        lawful(&bars.draw(&Frame::new("s", width)))?;
    }

    #[test]
    fn costs_are_lawful(
        title in words(), axis_title in words(), total_label in words(), width in width(),
        steps in prop::collection::vec((words(), words(), prop::option::of((number(), prop::option::of((number(), number()))))), 0..24),
        total_range in prop::option::of((number(), number())),
    ) {
        let waterfall = Waterfall {
            title, desc: None, axis_title, total_label, total_range,
            steps: steps.into_iter().map(|(label, detail, known)| Step {
                label, detail, fill: Fill::Ink,
                amount: known.map_or(Amount::Unknown, |(value, range)| Amount::Known { value, range }),
            }).collect(),
        };
        lawful(&waterfall.draw(&Frame::new("w", width)))?;
    }

    #[test]
    fn an_unknown_part_adds_nothing(values in prop::collection::vec(0.0..1e6_f64, 0..9)) {
        let step = |amount| Step { label: "p".into(), detail: String::new(), amount, fill: Fill::Ink };
        let mut waterfall = Waterfall {
            steps: values.iter().map(|&value| step(Amount::Known { value, range: None })).collect(),
            ..Waterfall::default()
        };
        let before = waterfall.total();
        waterfall.steps.push(step(Amount::Unknown));
        prop_assert_eq!(before, waterfall.total());
        let svg = waterfall.draw(&Frame::new("w", 692.0)).svg;
        prop_assert_eq!(svg.matches("dg-unknown-mark").count(), 1);
    }

    #[test]
    fn swings_are_lawful(title in words(), axis_title in words(), width in width(), swings in prop::collection::vec((words(), words(), number(), number()), 0..15)) {
        let tornado = Tornado {
            title, desc: None, axis_title,
            swings: swings.into_iter().map(|(label, range, low, high)| Swing { label, range, low, high }).collect(),
        };
        lawful(&tornado.draw(&Frame::new("o", width)))?;
    }

    #[test]
    fn scatters_are_lawful(title in words(), measured in axis(), predicted in axis(), points in prop::collection::vec((number(), number()), 0..60), tolerance in prop::option::of(number()), above in prop::option::of(words()), width in width()) {
        let scatter = Scatter {
            title, desc: None, measured, predicted, tolerance, above: above.clone(), below: above,
            clouds: (1..=6).map(|n| Cloud { token: Token::new(n), label: "c".into(), points: points.clone() }).collect(),
        };
        lawful(&scatter.draw(&Frame::new("c", width)))?;
    }

    #[test]
    fn nodes_are_lawful(title in words(), gpus in prop_oneof![0..20_u32, any::<u32>()], layout in 0..4_usize, links in prop::collection::vec((0..20_u32, 0..20_u32, any::<u32>()), 0..40), hub in prop::option::of(words()), path in prop::option::of((0..20_u32, 0..20_u32)), width in width()) {
        let layout = [NodeLayout::Row, NodeLayout::Switched, NodeLayout::Circle, NodeLayout::Squares][layout];
        let links = links.into_iter().map(|(a, b, count)| GpuLink { a, b, count }).collect();
        let node = NodeLinks { title, desc: None, gpus, layout, links, hub, path, slowest: path.map(|(a, b)| (b, a + 1)) };
        lawful(&node.draw(&Frame::new("n", width)))?;
    }

    #[test]
    fn payments_are_lawful(title in words(), label in words(), months in number(), width in width(), crossing in prop::option::of(number()), lines in prop::collection::vec((number(), number(), number(), number()), 0..9)) {
        let lines = lines.into_iter().enumerate().map(|(i, (from, to, low, high))| PayLine {
            label: label.clone(), token: Token::new(i), from, to, band: Some(((low, to), (from, high))),
        }).collect();
        let chart = PayOff { title: title.clone(), desc: None, axis_title: title, months, lines, crossing };
        lawful(&chart.draw(&Frame::new("p", width)))?;
    }

    #[test]
    fn racks_are_lawful(title in words(), units in any::<u32>(), width in width(), groups in prop::collection::vec((count(), words(), words(), prop::collection::vec((any::<u32>(), any::<u32>()), 0..9)), 0..6)) {
        let row = RackRow {
            title: title.clone(), desc: None, units,
            groups: groups.into_iter().map(|(count, label, detail, trays)| RackGroup {
                count, label, detail, filled: Some(count as u32),
                trays: trays.into_iter().map(|(unit, height)| Tray { unit: unit % 70, height, kind: TrayKind::Leaf }).collect(),
            }).collect(),
            keys: [(TrayKind::Storage, title.clone()), (TrayKind::Core, title)].into(),
        };
        lawful(&row.draw(&Frame::new("r", width)))?;
    }

    #[test]
    fn ticks_and_keys_cannot_be_broken_out_of(label in words(), id in words(), low in number(), high in number(), value in number(), a in number(), b in number()) {
        let value = TickValue { value, band: Some((a, b)) };
        let tick = BandTick { label: label.clone(), spread: Spread::Log, domain: (low, high), value, after: Some(value) };
        check(&tick.draw(&Frame::new(&id, 200.0))).map_err(TestCaseError::fail)?;
        let html = legend(&[(Key::Mark(Token::new(3)), &label), (Key::Fill(Fill::Ink), &label)]);
        let parsed = roxmltree::Document::parse(&html).map_err(|e| TestCaseError::fail(e.to_string()))?;
        prop_assert!(parsed.descendants().filter(roxmltree::Node::is_element).all(|n| matches!(n.tag_name().name(), "div" | "span" | "svg" | "path" | "rect")));
        check(&rack_glyph(&[true, false], &label)).map_err(TestCaseError::fail)?;
    }
}

/// In the sample drawings, at both widths, no text covers another.
#[test]
fn sample_texts_do_not_cover_each_other() {
    for width in [692.0, 366.0] {
        for (name, html) in samples::all(width) {
            for svg in geometry::svgs(&html) {
                check(svg).unwrap_or_else(|e| panic!("{name} at {width}: {e}"));
                let texts = texts(svg);
                for (i, a) in texts.iter().enumerate() {
                    for b in &texts[i + 1..] {
                        assert!(
                            !a.covers(b),
                            "{name} at {width}: {:?} covers {:?}",
                            a.text,
                            b.text
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn a_file_of_its_own_is_well_formed() {
    let (_, svg) = samples::all(692.0).swap_remove(4);
    let drawing = Drawing {
        svg,
        width: 692.0,
        height: 388.0,
    };
    let file = drawing.standalone(":root { --text: light-dark(#000, #fff); } a > b { }");
    let parsed = roxmltree::Document::parse(&file).expect("well-formed XML");
    assert_eq!(parsed.root_element().tag_name().name(), "svg");
    assert_eq!(parsed.root_element().attribute("width"), Some("692"));
    assert!(parsed.descendants().any(|n| n.tag_name().name() == "style"));
}
