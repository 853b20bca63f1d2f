//! Cuts lines at the edge of a plot, so that nothing is drawn beside it and no clip path is needed.

use crate::svg::Path;

/// A rectangle in CSS px.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Area {
    pub fn contains(&self, (x, y): (f64, f64)) -> bool {
        (self.left - 0.01..=self.right + 0.01).contains(&x)
            && (self.top - 0.01..=self.bottom + 0.01).contains(&y)
    }
}

/// The part of a line through points that lies in the area; `None` is a gap.
pub(crate) fn polyline(points: &[Option<(f64, f64)>], area: Area) -> Path {
    let mut path = Path::new();
    let mut pen: Option<(f64, f64)> = None;
    for pair in points.windows(2) {
        let (Some(a), Some(b)) = (pair[0], pair[1]) else {
            pen = None;
            continue;
        };
        let Some((a, b)) = segment(a, b, area) else {
            pen = None;
            continue;
        };
        if pen != Some(a) {
            path = path.to(a.0, a.1);
        }
        path = path.line(b.0, b.1);
        pen = Some(b);
    }
    path
}

type End = (f64, f64);

/// The part of a segment inside an area: the parametric method of Liang and Barsky (ACM TOG 3(1), 1984).
pub(crate) fn segment(a: End, b: End, area: Area) -> Option<(End, End)> {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let mut enter = 0.0_f64;
    let mut leave = 1.0_f64;
    for (step, room) in [
        (-dx, a.0 - area.left),
        (dx, area.right - a.0),
        (-dy, a.1 - area.top),
        (dy, area.bottom - a.1),
    ] {
        if step == 0.0 {
            if room < 0.0 {
                return None;
            }
        } else if step < 0.0 {
            enter = enter.max(room / step);
        } else {
            leave = leave.min(room / step);
        }
    }
    if enter > leave {
        return None;
    }
    let at = |share: f64| (a.0 + share * dx, a.1 + share * dy);
    let start = if enter == 0.0 { a } else { at(enter) };
    let end = if leave == 1.0 { b } else { at(leave) };
    Some((start, end))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const AREA: Area = Area {
        left: 10.0,
        top: 10.0,
        right: 110.0,
        bottom: 60.0,
    };

    #[test]
    fn a_line_across_is_cut_at_both_edges() {
        let (a, b) = segment((0.0, 30.0), (200.0, 30.0), AREA).expect("crosses the area");
        let near = |p: End, q: End| (p.0 - q.0).abs() < 1e-9 && (p.1 - q.1).abs() < 1e-9;
        assert!(near(a, (10.0, 30.0)) && near(b, (110.0, 30.0)));
        assert_eq!(segment((0.0, 0.0), (200.0, 0.0), AREA), None);
    }

    proptest! {
        #[test]
        fn what_is_left_lies_inside(ax in -500.0..500.0_f64, ay in -500.0..500.0_f64, bx in -500.0..500.0_f64, by in -500.0..500.0_f64) {
            if let Some((a, b)) = segment((ax, ay), (bx, by), AREA) {
                prop_assert!(AREA.contains(a) && AREA.contains(b));
            }
        }
    }
}
