//! The lower panel: the population's fitness and its diversity.

use plotters::style::RGBColor;

use super::PlotError;
use super::axis::{Frame, Ticks, generation_axis, left_axis, right_axis};
use super::canvas::{Canvas, Dash, Drawn, Surface, Text, weight};
use super::style::{self, AXIS, INK, size};
use super::summary::{Line, Summary};

/// Draws the panel into `frame`, whose vertical scale is still to be chosen.
pub(super) fn draw<DB: Surface>(canvas: &Canvas<DB>, summary: &Summary, frame: Frame) -> Drawn {
    let fitness = [
        Drawing::new(0, "best", &summary.best, INK),
        Drawing::new(1, "mean", &summary.mean, style::colour(0)).dashed(2.0, (7.0, 4.5)),
        Drawing::new(2, "worst", &summary.worst, AXIS).thin(1.25),
    ];
    let diversity = Drawing::new(
        3,
        "diversity (right axis)",
        &summary.diversity,
        style::colour(1),
    )
    .dashed(1.75, (1.0, 4.0));
    let values = |line: &Line| line.iter().map(|&(_, v)| v).collect::<Vec<_>>();
    let (range, ticks) = Ticks::around(fitness.iter().flat_map(|d| values(d.line)), 4);
    let frame = frame.with_y(range);
    left_axis(
        canvas,
        &frame,
        ticks.values.iter().map(|&v| (v, ticks.label(v))),
    )?;
    generation_axis(canvas, &frame)?;
    let label = Text::new(size::LABEL, INK).centred();
    let middle = (frame.top + frame.bottom) / 2.0;
    canvas.text("Fitness", label.upright(), (18.0, middle))?;
    canvas.text("(points per game)", label.upright(), (33.0, middle))?;

    let with_zero = values(&summary.diversity).into_iter().chain([0.0]);
    let (range, ticks) = Ticks::around(with_zero, 4);
    let right = frame.with_y(range);
    right_axis(canvas, &right, &ticks, diversity.colour)?;

    diversity.draw(canvas, &right)?;
    for drawing in fitness.iter().rev() {
        drawing.draw(canvas, &frame)?;
    }
    let mut x = frame.left + 2.0;
    for drawing in fitness.iter().chain([&diversity]) {
        x = drawing.key(canvas, (x, frame.top - 14.0))?;
    }
    Ok(())
}

/// One line of the lower panel and how it is named in the key.
struct Drawing<'a> {
    /// Drawn instead of a line through a single point.
    marker: usize,
    name: &'static str,
    line: &'a Line,
    colour: RGBColor,
    width: f64,
    dash: Dash,
}

impl<'a> Drawing<'a> {
    fn new(marker: usize, name: &'static str, line: &'a Line, colour: RGBColor) -> Self {
        Self {
            marker,
            name,
            line,
            colour,
            width: 2.0,
            dash: None,
        }
    }

    fn thin(self, width: f64) -> Self {
        Self { width, ..self }
    }

    fn dashed(self, width: f64, pattern: (f64, f64)) -> Self {
        let dash = Some(pattern);
        Self {
            width,
            dash,
            ..self
        }
    }

    fn draw<DB: Surface>(&self, canvas: &Canvas<DB>, frame: &Frame) -> Drawn {
        match frame.places(self.line).as_slice() {
            [place] => canvas.marker(self.marker, *place, self.colour),
            line => canvas.line(line, weight(self.width, line), self.dash, self.colour),
        }
    }

    /// Writes the key with its left end at `place`; returns where the next one may begin.
    fn key<DB: Surface>(&self, canvas: &Canvas<DB>, (x, y): (f64, f64)) -> Result<f64, PlotError> {
        let text = Text::new(size::TICK, INK);
        let sample = [(x, y), (x + 26.0, y)];
        match self.line.len() {
            1 => canvas.marker(self.marker, (x + 13.0, y), self.colour)?,
            _ => canvas.line(&sample, self.width, self.dash, self.colour)?,
        }
        canvas.text(self.name, text, (x + 33.0, y))?;
        Ok(x + 33.0 + text.width(self.name)? + 22.0)
    }
}
