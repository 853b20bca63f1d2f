//! Predicted against measured as a drawing: one mark a row, classes by shape and colour.

use podwright_accuracy::{Point, Scores, SystemClass};
use podwright_diagram::{Axis, Cloud, Frame, Key, Scatter, Token, legend};
use podwright_locales::format;

use super::super::frame::Words;
use super::{number, percent};

/// How large a drawing is, and how many marks it takes.
pub struct Size {
    id: &'static str,
    /// CSS px.
    width: f64,
    most_points: usize,
}

/// For the column beside the panels.
pub const BROAD: Size = Size {
    id: "cloud",
    width: 876.0,
    most_points: 3_000,
};
/// For a phone, where more marks would only hide each other.
pub const NARROW: Size = Size {
    id: "cloud-narrow",
    width: 340.0,
    most_points: 1_200,
};

/// The drawing and what it holds.
pub struct Drawn {
    pub svg: String,
    pub note: String,
}

/// Marks by class. There are six marks and one class more: the two smallest share the last.
const MARKS: [(SystemClass, usize); 7] = [
    (SystemClass::NvswitchNode, 1),
    (SystemClass::MultiNode, 4),
    (SystemClass::CloudTransport, 5),
    (SystemClass::V100, 3),
    (SystemClass::Pcie, 2),
    (SystemClass::Mi300, 6),
    (SystemClass::Other, 6),
];

fn mark(class: SystemClass) -> Token {
    let place = MARKS.iter().find(|(of, _)| *of == class);
    Token::new(place.map_or(6, |(_, place)| *place))
}

/// The name of a class.
pub fn name(t: Words, class: SystemClass) -> String {
    t.get(format!("page-accuracy-class-{}", class.id()))
}

/// The name of a class with its mark, as HTML.
pub fn named_mark(t: Words, class: SystemClass) -> String {
    legend(&[(Key::Mark(mark(class)), &name(t, class))])
}

/// So many of the points, spread evenly over the file, so that every class and series keeps its part.
fn spread_evenly(points: &[Point], most: usize) -> impl Iterator<Item = &Point> {
    let all = points.len().max(1);
    let kept = most.min(all);
    points
        .iter()
        .enumerate()
        .filter(move |(i, _)| i * kept / all != (i + 1) * kept / all)
        .map(|(_, point)| point)
}

/// Draws the points of all classes.
pub fn draw(t: Words, scores: &Scores, size: &Size) -> Drawn {
    let mut clouds: Vec<Cloud> = Vec::new();
    for (class, place) in MARKS {
        let points: Vec<(f64, f64)> = spread_evenly(&scores.points, size.most_points)
            .filter(|point| point.class == class)
            .map(|point| (point.measured_us, point.predicted_us))
            .collect();
        if points.is_empty() {
            continue;
        }
        let token = Token::new(place);
        let label = name(t, class);
        match clouds.iter_mut().find(|cloud| cloud.token == token) {
            Some(cloud) => {
                cloud.points.extend(points);
                cloud.label = t.with(
                    "page-accuracy-two-classes",
                    &[("one", (&cloud.label).into()), ("other", (&label).into())],
                );
            }
            None => clouds.push(Cloud {
                token,
                label,
                points,
            }),
        }
    }
    let drawn: usize = clouds.iter().map(|cloud| cloud.points.len()).sum();
    let all = scores.points.len();
    let note = if drawn == all {
        t.with("page-accuracy-drawn-all", &[("rows", number(all).into())])
    } else {
        t.with(
            "page-accuracy-drawn-some",
            &[
                ("drawn", number(drawn).into()),
                ("rows", number(all).into()),
            ],
        )
    };
    let scatter = Scatter {
        title: t.with(
            "page-accuracy-chart",
            &[
                ("median", percent(scores.overall.median).into()),
                ("rows", format::count(all as u64).into()),
            ],
        ),
        measured: Axis::duration_us(t.get("page-accuracy-measured")),
        predicted: Axis::duration_us(t.get("page-accuracy-predicted")),
        clouds,
        tolerance: Some(0.25),
        ..Scatter::default()
    };
    let frame = Frame {
        id: size.id,
        width: size.width,
        texts: t.texts(),
    };
    Drawn {
        svg: scatter.draw(&frame).svg,
        note,
    }
}

#[cfg(test)]
mod tests {
    use podwright_accuracy::builtin;

    use super::*;

    #[test]
    fn every_class_has_a_mark() {
        for class in SystemClass::ALL {
            assert!(MARKS.iter().any(|(of, _)| *of == class), "{}", class.id());
        }
    }

    #[test]
    fn a_part_of_the_points_is_exactly_as_large_as_asked_and_holds_every_class() {
        let points = &builtin().unwrap().points;
        for most in [1, 7, 1_000, points.len(), points.len() + 1] {
            let kept = spread_evenly(points, most).count();
            assert_eq!(kept, most.min(points.len()));
        }
        for class in SystemClass::ALL {
            let of = |point: &&Point| point.class == class;
            let share = points.iter().filter(of).count() as f64 / points.len() as f64;
            let kept = spread_evenly(points, 1_200).filter(of).count() as f64 / 1_200.0;
            assert!((share - kept).abs() < 0.01, "{}", class.id());
        }
        assert_eq!(spread_evenly(&[], 10).count(), 0);
    }
}
