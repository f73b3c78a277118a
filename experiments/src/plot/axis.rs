//! Ticks, where a value lies on the page, and the axes themselves.

use plotters::style::RGBColor;

use super::canvas::{Canvas, Drawn, Surface, Text};
use super::style::{self, AXIS, GRID, INK, SOFT_INK, size};
use crate::report::thousands;

/// From here on the thousands of a number are set apart.
const LARGE: f64 = 10_000.0;

/// The places on an axis that get a label.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Ticks {
    /// Where they stand, by rising value.
    pub(super) values: Vec<f64>,
    decimals: usize,
}

impl Ticks {
    /// Ticks inside `low..=high`, about `most` of them.
    pub(super) fn within((low, high): (f64, f64), most: usize, whole: bool) -> Self {
        Self::multiples((low, high), step((high - low) / most as f64, whole))
    }

    /// The multiples of `step` inside `low..=high`.
    fn multiples((low, high): (f64, f64), step: f64) -> Self {
        // The slack lets a tick at the very end survive rounding.
        let first = (low / step - 1e-6).ceil() as i64;
        let last = (high / step + 1e-6).floor() as i64;
        Self {
            values: (first..=last).map(|i| i as f64 * step).collect(),
            decimals: decimals(step),
        }
    }

    /// A range that holds all of `values` and ends on ticks, with these ticks.
    pub(super) fn around(values: impl Iterator<Item = f64>, most: usize) -> ((f64, f64), Self) {
        // A flat line, even far from zero, still needs a range to lie in.
        let (low, high) = span(values);
        let step = step((high - low) / most as f64, false);
        let range = (
            (low / step + 1e-6).floor() * step,
            (high / step - 1e-6).ceil() * step,
        );
        (range, Self::multiples(range, step))
    }

    /// The text of a tick.
    pub(super) fn label(&self, value: f64) -> String {
        match value >= LARGE && self.decimals == 0 {
            true => thousands(value as u64),
            false => style::decimal(value, self.decimals),
        }
    }
}

/// The round number (1, 2, 2.5 or 5 times a power of ten) next above `raw`.
fn step(raw: f64, whole: bool) -> f64 {
    let mut power = 1.0;
    while power * 10.0 <= raw && power.is_finite() {
        power *= 10.0;
    }
    while power > raw && !whole && power > 1e-9 {
        power /= 10.0;
    }
    let round = [1.0, 2.0, 2.5, 5.0, 10.0].map(|factor| factor * power);
    let mut fitting = round
        .into_iter()
        .filter(|step| !whole || step.fract() == 0.0);
    fitting.find(|step| *step >= raw).unwrap_or(10.0 * power)
}

/// How many decimals it takes to write multiples of `step`.
fn decimals(step: f64) -> usize {
    let mut scaled = step;
    let mut decimals = 0;
    while decimals < 9 && (scaled - scaled.round()).abs() > 1e-6 * scaled {
        scaled *= 10.0;
        decimals += 1;
    }
    decimals
}

/// A rectangle on the page and the ranges its sides stand for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
    pub(super) x: (f64, f64),
    pub(super) y: (f64, f64),
}

impl Frame {
    /// The same rectangle with another vertical scale.
    pub(super) fn with_y(self, y: (f64, f64)) -> Self {
        Self { y, ..self }
    }

    /// Where the points of `line` lie on the page.
    pub(super) fn places(&self, line: &[(f64, f64)]) -> Vec<(f64, f64)> {
        line.iter().map(|&point| self.at(point)).collect()
    }

    /// Where `(x, y)` lies on the page.
    pub(super) fn at(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let share = |v: f64, (low, high): (f64, f64)| ((v - low) / (high - low)).clamp(0.0, 1.0);
        (
            self.left + share(x, self.x) * (self.right - self.left),
            self.bottom - share(y, self.y) * (self.bottom - self.top),
        )
    }
}

/// The range that holds all of `places`. A single one stands in the middle; so does none.
pub(super) fn span(places: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = places.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
        (low.min(x), high.max(x))
    });
    match low < high {
        true => (low, high),
        false if low.is_finite() => (low - 0.5, low + 0.5),
        false => (0.0, 1.0),
    }
}

/// The whole numbers across that get a tick: at most eight, and fewer on a narrow frame or
/// where the numbers are long.
pub(super) fn ticks_across(frame: &Frame) -> Ticks {
    let room = if frame.x.1 < LARGE { 46.0 } else { 70.0 };
    let most = ((frame.right - frame.left) / room).floor();
    Ticks::within(frame.x, most.clamp(2.0, 8.0) as usize, true)
}

/// The bottom axis with its ticks and its name.
pub(super) fn bottom_axis<DB: Surface>(canvas: &Canvas<DB>, frame: &Frame, name: &str) -> Drawn {
    let ticks = ticks_across(frame);
    let labelled = ticks.values.iter().map(|&v| (v, ticks.label(v)));
    labelled_bottom_axis(canvas, frame, labelled, name)
}

/// The bottom axis with these ticks and its name.
pub(super) fn labelled_bottom_axis<DB: Surface>(
    canvas: &Canvas<DB>,
    frame: &Frame,
    ticks: impl Iterator<Item = (f64, String)>,
    name: &str,
) -> Drawn {
    let tick = Text::new(size::TICK, SOFT_INK).centred();
    let label = Text::new(size::LABEL, INK).centred();
    canvas.rule(
        (frame.left, frame.bottom),
        (frame.right, frame.bottom),
        AXIS,
    )?;
    for (value, label) in ticks {
        let (x, _) = frame.at((value, 0.0));
        canvas.rule((x, frame.bottom), (x, frame.bottom + 4.0), AXIS)?;
        canvas.text(&label, tick, (x, frame.bottom + 13.0))?;
    }
    let middle = (frame.left + frame.right) / 2.0;
    canvas.text(name, label, (middle, frame.bottom + 31.0))
}

/// The left axis with its ticks, and a grid line at each.
pub(super) fn left_axis<DB: Surface>(
    canvas: &Canvas<DB>,
    frame: &Frame,
    ticks: impl Iterator<Item = (f64, String)>,
) -> Drawn {
    let text = Text::new(size::TICK, SOFT_INK).ending();
    for (value, label) in ticks {
        let (_, y) = frame.at((0.0, value));
        canvas.rule((frame.left, y), (frame.right, y), GRID)?;
        canvas.rule((frame.left - 4.0, y), (frame.left, y), AXIS)?;
        canvas.text(&label, text, (frame.left - 8.0, y))?;
    }
    canvas.rule((frame.left, frame.top), (frame.left, frame.bottom), AXIS)
}

/// An axis at the right, in the colour of its line.
pub(super) fn right_axis<DB: Surface>(
    canvas: &Canvas<DB>,
    frame: &Frame,
    ticks: &Ticks,
    label: &str,
    colour: RGBColor,
) -> Drawn {
    let colour = style::blend(colour, 0.85, INK);
    let text = Text::new(size::TICK, colour);
    let mut widest = 0.0_f64;
    for &value in &ticks.values {
        let number = ticks.label(value);
        let (_, y) = frame.at((0.0, value));
        canvas.rule((frame.right, y), (frame.right + 4.0, y), colour)?;
        canvas.text(&number, text, (frame.right + 8.0, y))?;
        widest = widest.max(text.width(&number)?);
    }
    canvas.rule(
        (frame.right, frame.top),
        (frame.right, frame.bottom),
        colour,
    )?;
    let name = Text::new(size::LABEL, colour).centred().upright();
    let middle = (frame.top + frame.bottom) / 2.0;
    canvas.text(label, name, (frame.right + widest + 22.0, middle))
}

/// Moves `places` (in any order) apart to at least `gap`, as little as need be, within
/// `low..=high` as far as there is room.
pub(super) fn spread(places: &mut [f64], gap: f64, (low, high): (f64, f64)) {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by(|&a, &b| places[a].total_cmp(&places[b]));
    let mut floor = low;
    for &i in &order {
        places[i] = places[i].max(floor);
        floor = places[i] + gap;
    }
    let mut ceiling = high;
    for &i in order.iter().rev() {
        places[i] = places[i].min(ceiling);
        ceiling = places[i] - gap;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generation_ticks_are_whole_and_few() {
        let values = |high| Ticks::within((0.0, high), 8, true).values;
        assert_eq!(values(3.0), [0.0, 1.0, 2.0, 3.0]);
        assert_eq!(values(30.0), [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0]);
        assert_eq!(values(250.0), [0.0, 50.0, 100.0, 150.0, 200.0, 250.0]);
        assert_eq!(values(2000.0).len(), 9);
        assert_eq!(Ticks::within((6.5, 7.5), 8, true).values, [7.0]);
    }

    #[test]
    fn ticks_around_values_hold_them() {
        let (range, ticks) = Ticks::around([-0.31, 0.72].into_iter(), 4);
        assert_eq!(range, (-0.5, 1.0));
        let labels: Vec<_> = ticks.values.iter().map(|&v| ticks.label(v)).collect();
        assert_eq!(labels, ["−0.5", "0.0", "0.5", "1.0"]);
        let ((low, high), ticks) = Ticks::around([1e9].into_iter(), 4);
        assert!(low < 1e9 && 1e9 < high && ticks.values.len() > 1);
        let ((low, high), ticks) = Ticks::around([-1e9, 1e9].into_iter(), 4);
        assert!(low <= -1e9 && 1e9 <= high && ticks.values.len() < 9);
    }

    #[test]
    fn spread_keeps_order_gap_and_bounds() {
        let mut places = [99.0, 10.0, 12.0, 98.0];
        spread(&mut places, 5.0, (0.0, 100.0));
        assert_eq!(places, [100.0, 10.0, 15.0, 95.0]);
        let mut alone = [50.0];
        spread(&mut alone, 5.0, (0.0, 100.0));
        assert_eq!(alone, [50.0]);
    }
}
