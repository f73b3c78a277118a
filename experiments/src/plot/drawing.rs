//! Lines of the panels below the scores, and their keys.

use plotters::style::RGBColor;

use super::PlotError;
use super::axis::{Frame, spread};
use super::canvas::{Canvas, Dash, Drawn, Place, Surface, Text, weight};
use super::style::{self, INK, WHITE, size};
use super::summary::{Line, Series};

/// One line of a panel below the scores, and how it is named in the key.
pub(super) struct Drawing<'a> {
    /// Drawn instead of a line through a single point.
    marker: usize,
    name: &'static str,
    pub(super) line: &'a Line,
    pub(super) colour: RGBColor,
    width: f64,
    dash: Dash,
}

impl<'a> Drawing<'a> {
    pub(super) fn new(marker: usize, name: &'static str, line: &'a Line, colour: RGBColor) -> Self {
        Self {
            marker,
            name,
            line,
            colour,
            width: 2.0,
            dash: None,
        }
    }

    pub(super) fn thin(self, width: f64) -> Self {
        Self { width, ..self }
    }

    pub(super) fn dashed(self, width: f64, pattern: (f64, f64)) -> Self {
        let dash = Some(pattern);
        Self {
            width,
            dash,
            ..self
        }
    }

    pub(super) fn draw<DB: Surface>(&self, canvas: &Canvas<DB>, frame: &Frame) -> Drawn {
        match frame.places(self.line).as_slice() {
            [place] => canvas.marker(self.marker, *place, self.colour),
            line => canvas.line(line, weight(self.width, line), self.dash, self.colour),
        }
    }

    /// Writes the key with its left end at `place`; returns where the next one may begin.
    pub(super) fn key<DB: Surface>(
        &self,
        canvas: &Canvas<DB>,
        (x, y): (f64, f64),
    ) -> Result<f64, PlotError> {
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

/// How the name of a line is written.
pub(super) fn name_text(colour: RGBColor) -> Text {
    Text::new(size::LABEL, style::blend(colour, 0.8, INK)).bold()
}

/// Names lines right of the frame, each by where it ends, its name and its colour; moved
/// apart where they would overlap. A thread leads to each; it is dotted, as it is no data.
pub(super) fn name_ends<DB: Surface>(
    canvas: &Canvas<DB>,
    frame: &Frame,
    ends: Vec<(Place, String, RGBColor)>,
) -> Drawn {
    let mut heights: Vec<f64> = ends.iter().map(|((_, y), _, _)| *y).collect();
    spread(&mut heights, size::LABEL + 4.0, (frame.top, frame.bottom));
    for (((x, y), name, colour), height) in ends.into_iter().zip(heights) {
        let thread = [
            (x + 7.0, y),
            (frame.right + 9.0, y),
            (frame.right + 20.0, height),
        ];
        let pale = style::blend(colour, 0.6, WHITE);
        canvas.line(&thread, 1.0, Some((1.0, 3.0)), pale)?;
        canvas.text(&name, name_text(colour), (frame.right + 24.0, height))?;
    }
    Ok(())
}

/// The single runs of a series, thin and pale.
pub(super) fn single_runs<DB: Surface>(
    canvas: &Canvas<DB>,
    frame: &Frame,
    series: &Series,
    colour: RGBColor,
) -> Drawn {
    let faint = style::blend(colour, 0.4, WHITE);
    for run in &series.runs {
        let line = frame.places(run);
        canvas.line(&line, weight(1.0, &line), None, faint)?;
    }
    Ok(())
}

/// The interval around the line of a series; around a lone point a bar, as it has no width.
pub(super) fn band<DB: Surface>(
    canvas: &Canvas<DB>,
    frame: &Frame,
    series: &Series,
    colour: RGBColor,
) -> Drawn {
    let [low, high] = series.band().map(|ends| frame.places(&ends));
    match (low.as_slice(), high.as_slice()) {
        ([low], [high]) => canvas.line(&[*low, *high], 2.0, None, colour),
        _ => {
            let outline: Vec<_> = high.into_iter().chain(low.into_iter().rev()).collect();
            canvas.polygon(&outline, 0.17, colour)
        }
    }
}
