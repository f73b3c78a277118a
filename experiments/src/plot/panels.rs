//! Small panels side by side, with the same lines in each and one key.

use std::path::{Path, PathBuf};

use super::PlotError;
use super::axis::{Frame, Ticks, bottom_axis, left_axis};
use super::canvas::{Canvas, Drawn, Surface, Text, weight};
use super::caption::Caption;
use super::data::Data;
use super::files::{Picture, save};
use super::style::{self, INK, SOFT_INK, size};
use super::summary::Line;

/// Several panels on one page.
pub(crate) struct Panels<'a> {
    pub(crate) title: &'a str,
    pub(crate) subtitle: &'a str,
    /// What the horizontal axes stand for.
    pub(crate) across: &'a str,
    /// The names of the lines, the same in each panel.
    pub(crate) names: Vec<String>,
    pub(crate) panels: Vec<Panel>,
}

/// One of them.
pub(crate) struct Panel {
    /// What it shows, with the unit.
    pub(crate) title: String,
    /// A line for each name; it may be empty.
    pub(crate) lines: Vec<Line>,
}

const WIDTH: f64 = 960.0;
const TOP: f64 = 118.0;
const LEFT: f64 = 64.0;
/// A panel with its axes and its title, and the part of it that is drawn on.
const CELL: (f64, f64) = (460.0, 250.0);
const INNER: (f64, f64) = (370.0, 160.0);

impl Panels<'_> {
    /// Draws them into `dir` as `name` with `caption` and their data; returns the paths.
    pub(crate) fn save(
        &self,
        dir: &Path,
        name: &str,
        caption: &Caption,
    ) -> Result<Vec<PathBuf>, PlotError> {
        save(self, dir, name, caption, &self.data())
    }

    fn data(&self) -> Data {
        let mut data = Data::points();
        for panel in &self.panels {
            for (name, line) in self.names.iter().zip(&panel.lines) {
                data.line([&panel.title, name, ""], line);
            }
        }
        data
    }

    /// The range of all lines across.
    fn span(&self) -> (f64, f64) {
        let panels = self.panels.iter();
        let points = panels.flat_map(|panel| panel.lines.iter().flatten());
        let (low, high) = points.fold(
            (f64::INFINITY, f64::NEG_INFINITY),
            |(low, high), &(x, _)| (low.min(x), high.max(x)),
        );
        match low < high {
            true => (low, high),
            // A single place stands in the middle; so does none.
            false if low.is_finite() => (low - 0.5, low + 0.5),
            false => (0.0, 1.0),
        }
    }

    fn key<DB: Surface>(&self, canvas: &Canvas<DB>) -> Drawn {
        let text = Text::new(size::LABEL, INK);
        let mut x = LEFT;
        for (position, name) in self.names.iter().enumerate() {
            let colour = style::colour(position);
            canvas.line(&[(x, 78.0), (x + 26.0, 78.0)], 2.0, None, colour)?;
            canvas.marker(position, (x + 13.0, 78.0), colour)?;
            canvas.text(name, text, (x + 34.0, 78.0))?;
            x += 34.0 + text.width(name)? + 28.0;
        }
        Ok(())
    }
}

impl Picture for Panels<'_> {
    fn size(&self) -> (u32, u32) {
        let rows = self.panels.len().div_ceil(2) as f64;
        (WIDTH as u32, (TOP + rows * CELL.1) as u32)
    }

    fn draw<DB: Surface>(&self, canvas: &Canvas<DB>) -> Drawn {
        canvas.text(self.title, Text::new(size::TITLE, INK).bold(), (LEFT, 24.0))?;
        let subtitle = Text::new(size::SUBTITLE, SOFT_INK);
        let room = WIDTH - LEFT - 20.0;
        canvas.text(&subtitle.fit(self.subtitle, room)?, subtitle, (LEFT, 46.0))?;
        self.key(canvas)?;
        for (place, panel) in self.panels.iter().enumerate() {
            let left = LEFT + (place % 2) as f64 * CELL.0;
            let top = TOP + (place / 2) as f64 * CELL.1 + 22.0;
            let frame = Frame {
                left,
                right: left + INNER.0,
                top,
                bottom: top + INNER.1,
                x: self.span(),
                y: (0.0, 1.0),
            };
            panel.draw(canvas, frame, self.across)?;
        }
        Ok(())
    }
}

impl Panel {
    fn draw<DB: Surface>(&self, canvas: &Canvas<DB>, frame: Frame, across: &str) -> Drawn {
        let title = Text::new(size::LABEL, INK).bold();
        canvas.text(&self.title, title, (frame.left, frame.top - 16.0))?;
        let values = self.lines.iter().flatten().map(|&(_, value)| value);
        let (range, ticks) = Ticks::around(values.chain([0.0]), 4);
        let frame = frame.with_y(range);
        let ticks = ticks.values.iter().map(|&v| (v, ticks.label(v)));
        left_axis(canvas, &frame, ticks)?;
        bottom_axis(canvas, &frame, across)?;
        for (position, line) in self.lines.iter().enumerate() {
            let colour = style::colour(position);
            let places = frame.places(line);
            canvas.line(&places, weight(2.0, &places), None, colour)?;
            for &place in &places {
                canvas.marker(position, place, colour)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panels(lines: Vec<Line>) -> Panels<'static> {
        Panels {
            title: "Endgames",
            subtitle: "solved",
            across: "Seeds on the board",
            names: vec!["one".to_owned(), "two".to_owned()],
            panels: (0..3)
                .map(|number| Panel {
                    title: format!("Panel {number} (%)"),
                    lines: lines.clone(),
                })
                .collect(),
        }
    }

    #[test]
    fn panels_of_any_lines_are_drawn() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let line = |points: &[(f64, f64)]| points.to_vec();
        for lines in [
            vec![line(&[(1.0, 5.0), (2.0, 7.0)]), line(&[(1.0, 0.0)])],
            vec![line(&[(3.0, 1.0)])],
            vec![],
        ] {
            let paths = panels(lines)
                .save(dir.path(), "panels", &Caption::new("Endgames"))
                .expect("a figure");
            let svg = std::fs::read_to_string(&paths[0]).expect("an SVG");
            for text in ["Endgames", "Panel 2 (%)", "Seeds on the board", "two"] {
                assert!(svg.contains(text), "{text}");
            }
        }
    }
}
