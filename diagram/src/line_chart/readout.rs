//! The cross-hair with its values, and the names of the curves.

use podwright_locales::Arg;

use super::draw::Drawer;
use super::{Readout, Series};
use crate::labels::{self, Wish};
use crate::svg::{Anchor, Path};
use crate::text::{self, FIGURE, LABEL, SMALL};

impl Drawer<'_> {
    pub(super) fn cross_hair(&mut self) {
        let Some(snapped) = self.snapped else { return };
        let x = self.plot.x.px_inside(snapped);
        self.svg
            .path("xh", &Path::new().to(x, self.area.top).v(self.area.bottom));
        let readouts = std::mem::take(&mut self.readouts);
        for readout in &readouts {
            let series = &self.series[readout.series];
            let at = (x, self.plot.y.px(series.points[readout.point].y));
            if self.area.contains(at) {
                self.svg.circle(&series.token.fill(), at, 4.0);
            }
        }
        if readouts.len() > 3 {
            self.one_readout(snapped, x, &readouts);
        } else {
            self.each_readout(x, &readouts);
        }
        self.readouts = readouts;
    }

    /// The label of the series that matters, at the foot of the cross-hair.
    fn one_readout(&mut self, snapped: f64, x: f64, readouts: &[Readout]) {
        let main = readouts
            .iter()
            .find(|r| self.series[r.series].emphasis)
            .or(readouts.first());
        let Some(main) = main else { return };
        let series = &self.series[main.series];
        let x_text = self.chart.x.value(snapped);
        let value = self.chart.y.value(series.points[main.point].y);
        let full = self.frame.texts.with(
            "diagram-readout",
            &[
                ("series", Arg::from(series.label.as_str())),
                ("x", x_text.as_str().into()),
                ("value", main.text.as_str().into()),
            ],
        );
        // The longest that fits; the last is cut.
        let candidates = [full, format!("{x_text}: {value}"), value];
        let chosen = candidates
            .iter()
            .find_map(|label| {
                let needed = text::width_strong(label, FIGURE);
                let (place, anchor, room) = self.beside(x, needed);
                (needed <= room).then_some((place, anchor, label.clone()))
            })
            .unwrap_or_else(|| {
                let label = &candidates[2];
                let (place, anchor, room) = self.beside(x, text::width_strong(label, FIGURE));
                (place, anchor, text::fit(label, FIGURE * text::STRONG, room))
            });
        let (place, anchor, label) = chosen;
        self.svg.text(
            "halo bignum",
            (place, self.area.bottom - 12.0),
            anchor,
            &label,
        );
    }

    /// A label at each dot, parted where dots are close.
    fn each_readout(&mut self, x: f64, readouts: &[Readout]) {
        let wishes: Vec<Wish> = readouts
            .iter()
            .map(|r| {
                let y = self
                    .plot
                    .y
                    .px_inside(self.series[r.series].points[r.point].y);
                // Above the dot; below it where the dot is near the top.
                let at = if y - self.area.top < 34.0 {
                    y + 17.0
                } else {
                    y - 17.0
                };
                Wish { at, size: 18.0 }
            })
            .collect();
        let places = labels::spread(&wishes, (self.area.top, self.area.bottom));
        for (readout, y) in readouts.iter().zip(places) {
            // On a phone the second figure would cover the curves; the table below has it.
            let label = if self.frame.narrow() {
                self.chart
                    .y
                    .value(self.series[readout.series].points[readout.point].y)
            } else {
                readout.text.clone()
            };
            let (place, anchor, room) = self.beside(x, text::width_strong(&label, FIGURE));
            let label = text::fit(&label, FIGURE * text::STRONG, room);
            self.svg
                .text("halo bignum", (place, y + 4.5), anchor, &label);
        }
    }

    /// Where a label beside the cross-hair begins: left of it where it fits, else on the side with more room.
    fn beside(&self, x: f64, needed: f64) -> (f64, Anchor, f64) {
        let left = x - 8.0 - self.area.left;
        let right = self.width - x - 8.0;
        if needed <= left || left >= right {
            (x - 8.0, Anchor::End, left.max(0.0))
        } else {
            (x + 8.0, Anchor::Start, right.max(0.0))
        }
    }

    pub(super) fn end_labels(&mut self) {
        let (top, bottom) = (10.0, self.area.bottom + 10.0);
        // Second lines only where all of them have room.
        let lines: usize = self
            .series
            .iter()
            .map(|s| if s.sublabel.is_empty() { 1 } else { 2 })
            .sum();
        let second = 16.0 * lines as f64 <= bottom - top;
        let mut ends: Vec<(&Series, Wish)> = Vec::new();
        for series in self.series {
            let last = self
                .drawable(series)
                .into_iter()
                .rev()
                .find(|&(_, x, _)| x <= self.area.right + 0.01);
            if let Some((_, _, y)) = last {
                let y = y.clamp(self.area.top, self.area.bottom);
                let size = if second && !series.sublabel.is_empty() {
                    31.0
                } else {
                    16.0
                };
                // The name stands level with the end of the line, the second line below it.
                ends.push((
                    series,
                    Wish {
                        at: y + (size - 16.0) / 2.0,
                        size,
                    },
                ));
            }
        }
        let wishes: Vec<Wish> = ends.iter().map(|&(_, wish)| wish).collect();
        let places = labels::spread(&wishes, (top, bottom));
        let x = self.area.right + 8.0;
        let room = self.width - x;
        for ((series, wish), middle) in ends.into_iter().zip(places) {
            let baseline = middle - wish.size / 2.0 + 12.0;
            let class = format!("{} dg-label", series.token.text());
            let label = text::fit(&series.label, LABEL * text::STRONG, room);
            self.svg.text(&class, (x, baseline), Anchor::Start, &label);
            if wish.size > 16.0 {
                let label = text::fit(&series.sublabel, SMALL, room);
                self.svg
                    .text("", (x, baseline + 15.0), Anchor::Start, &label);
            }
        }
    }

    /// Names in rows above the plot, for narrow drawings; returns the height taken.
    pub(super) fn key_rows(&mut self) -> f64 {
        let (mut x, mut y) = (0.0, 28.0);
        for series in self.series {
            let mut label = series.label.clone();
            if !series.sublabel.is_empty() {
                label = format!("{label}, {}", series.sublabel);
            }
            let label = text::fit(&label, SMALL * text::STRONG, self.width - 28.0);
            let needed = 24.0 + text::width_strong(&label, SMALL);
            if x > 0.0 && x + needed > self.width {
                (x, y) = (0.0, y + 16.0);
            }
            self.svg.path(
                &series.token.line(),
                &Path::new().to(x, y - 4.0).h(x + 20.0),
            );
            self.svg
                .text(&series.token.text(), (x + 24.0, y), Anchor::Start, &label);
            x += needed + 14.0;
        }
        if self.series.is_empty() {
            0.0
        } else {
            y - 14.0
        }
    }
}
