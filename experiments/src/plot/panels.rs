//! Small panels side by side, with the same series in each and one key.

use super::axis::{Frame, Ticks, bottom_axis, left_axis, span};
use super::canvas::{Canvas, Dash, Drawn, Place, Surface, Text, weight};
use super::data::Data;
use super::drawing::{band, single_runs};
use super::files::Picture;
use super::heading::head;
use super::style::{self, INK, REFERENCE, SOFT_INK, size};
use super::summary::Series;

/// Several panels on one page.
pub(super) struct Panels<'a> {
    pub(super) title: &'a str,
    pub(super) subtitle: &'a str,
    /// What the horizontal axes stand for.
    pub(super) across: &'a str,
    /// Where they begin, whatever is drawn.
    pub(super) origin: Option<f64>,
    /// What the vertical axes stand for, where the titles of the panels do not say so.
    pub(super) up: &'a str,
    /// The names of the series, the same in each panel.
    pub(super) names: Vec<String>,
    pub(super) panels: Vec<Panel>,
    pub(super) look: Look,
    /// What stands below, a line each.
    pub(super) notes: Vec<String>,
}

/// One of them.
pub(super) struct Panel {
    /// What it is called in the data.
    pub(super) name: String,
    /// What it shows, with the unit.
    pub(super) title: String,
    /// A series for each name; it may be empty.
    pub(super) series: Vec<Series>,
}

/// How the panels are laid out and their series drawn.
pub(super) struct Look {
    columns: usize,
    /// Where the first row begins.
    top: f64,
    /// A panel with its axes and its title, and the part of it that is drawn on.
    cell: Place,
    inner: Place,
    /// The vertical range of all; `None` for one of its own for each, down or up to 0.
    range: Option<(f64, f64)>,
    /// Whether each point has a marker; otherwise every other series is dashed.
    marked: bool,
}

impl Look {
    /// Two wide panels side by side, each with a scale of its own, for few points.
    pub(super) const WIDE: Look = Look {
        columns: 2,
        top: 118.0,
        cell: (460.0, 250.0),
        inner: (370.0, 160.0),
        range: None,
        marked: true,
    };

    /// Three panels side by side on one scale, for many points.
    pub(super) const fn small(range: (f64, f64)) -> Look {
        Look {
            columns: 3,
            top: 100.0,
            cell: (302.0, 214.0),
            inner: (252.0, 132.0),
            range: Some(range),
            marked: false,
        }
    }

    fn dash(&self, position: usize) -> Dash {
        (!self.marked && position % 2 == 1).then_some((6.0, 4.5))
    }
}

const WIDTH: f64 = 960.0;
const LEFT: f64 = 64.0;
const NOTE: f64 = 15.0;
/// Room for a title beside its panel, up to the next one.
const BESIDE: f64 = 40.0;

impl Panels<'_> {
    /// All that is drawn; `seeds` are those of the runs.
    pub(super) fn data(&self, seeds: &[String]) -> Data {
        let mut data = Data::points();
        for panel in &self.panels {
            for series in &panel.series {
                data.series(&panel.name, series, seeds);
            }
        }
        data
    }

    /// The range of all lines across.
    fn span(&self) -> (f64, f64) {
        let series = self.panels.iter().flat_map(|panel| &panel.series);
        let places = series.flat_map(|series| &series.line).map(|&(x, _)| x);
        span(places.chain(self.origin))
    }

    fn key<DB: Surface>(&self, canvas: &Canvas<DB>) -> Drawn {
        let text = Text::new(size::LABEL, INK);
        let mut x = LEFT;
        for (position, name) in self.names.iter().enumerate() {
            let colour = style::colour(position);
            let sample = [(x, 78.0), (x + 26.0, 78.0)];
            canvas.line(&sample, 2.0, self.look.dash(position), colour)?;
            if self.look.marked {
                canvas.marker(position, (x + 13.0, 78.0), colour)?;
            }
            canvas.text(name, text, (x + 34.0, 78.0))?;
            x += 34.0 + text.width(name)? + 28.0;
        }
        Ok(())
    }

    /// Where the `place`-th panel is drawn on.
    fn frame(&self, place: usize) -> Frame {
        let Look {
            columns,
            top,
            cell,
            inner,
            ..
        } = self.look;
        let left = LEFT + (place % columns) as f64 * cell.0;
        let top = top + (place / columns) as f64 * cell.1 + 22.0;
        Frame {
            left,
            right: left + inner.0,
            top,
            bottom: top + inner.1,
            x: self.span(),
            y: (0.0, 1.0),
        }
    }

    fn height(&self) -> f64 {
        let rows = self.panels.len().div_ceil(self.look.columns) as f64;
        self.look.top + rows * self.look.cell.1 + NOTE * self.notes.len() as f64
    }
}

impl Picture for Panels<'_> {
    fn size(&self) -> (u32, u32) {
        (WIDTH as u32, self.height() as u32)
    }

    fn draw<DB: Surface>(&self, canvas: &Canvas<DB>) -> Drawn {
        head(canvas, (self.title, self.subtitle), LEFT, WIDTH)?;
        self.key(canvas)?;
        for (place, panel) in self.panels.iter().enumerate() {
            let frame = self.frame(place);
            if place % self.look.columns == 0 && !self.up.is_empty() {
                let label = Text::new(size::LABEL, INK).centred().upright();
                let middle = (frame.top + frame.bottom) / 2.0;
                canvas.text(self.up, label, (LEFT - 46.0, middle))?;
            }
            panel.draw(canvas, frame, self.across, &self.look)?;
        }
        let text = Text::new(size::NOTE, SOFT_INK);
        let room = WIDTH - LEFT - 20.0;
        for (index, note) in self.notes.iter().rev().enumerate() {
            let y = self.height() - NOTE * (index + 1) as f64;
            canvas.text(&text.fit(note, room)?, text, (LEFT, y))?;
        }
        Ok(())
    }
}

impl Panel {
    fn draw<DB: Surface>(
        &self,
        canvas: &Canvas<DB>,
        frame: Frame,
        across: &str,
        look: &Look,
    ) -> Drawn {
        let title = Text::new(size::LABEL, INK).bold();
        let room = frame.right - frame.left + BESIDE;
        let name = title.fit(&self.title, room)?;
        canvas.text(&name, title, (frame.left, frame.top - 16.0))?;
        let lines = self.series.iter().map(|series| &series.line);
        let values = lines.flatten().map(|&(_, value)| value);
        let (range, ticks) = match look.range {
            Some(range) => (range, Ticks::within(range, 4, false)),
            None => Ticks::around(values.chain([0.0]), 4),
        };
        let frame = frame.with_y(range);
        let ticks = ticks.values.iter().map(|&v| (v, ticks.label(v)));
        left_axis(canvas, &frame, ticks)?;
        bottom_axis(canvas, &frame, across)?;
        if range.0 < 0.0 && 0.0 < range.1 {
            let zero = [frame.x.0, frame.x.1].map(|x| frame.at((x, 0.0)));
            canvas.line(&zero, 1.0, Some((5.0, 4.0)), REFERENCE)?;
        }
        let series = || self.series.iter().enumerate();
        for (position, series) in series() {
            if series.ends.iter().any(Option::is_some) {
                band(canvas, &frame, series, style::colour(position))?;
            }
            single_runs(canvas, &frame, series, style::colour(position))?;
        }
        for (position, series) in series() {
            let colour = style::colour(position);
            let places = frame.places(&series.line);
            let width = weight(2.0, &places);
            canvas.line(&places, width, look.dash(position), colour)?;
            if look.marked || places.len() == 1 {
                for &place in &places {
                    canvas.marker(position, place, colour)?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::caption::Caption;
    use super::super::files::save;
    use super::super::summary::Line;
    use super::*;

    fn panels(lines: &[Line], look: Look) -> Panels<'static> {
        let series = |line: &Line| Series {
            name: "a".to_owned(),
            line: line.clone(),
            ends: vec![None; line.len()],
            runs: Vec::new(),
        };
        Panels {
            title: "Endgames",
            subtitle: "solved",
            across: "Seeds on the board",
            origin: None,
            up: "",
            names: vec!["one".to_owned(), "two".to_owned()],
            panels: (0..3)
                .map(|number| Panel {
                    name: number.to_string(),
                    title: format!("Panel {number} (%)"),
                    series: lines.iter().map(series).collect(),
                })
                .collect(),
            look,
            notes: vec!["A note.".to_owned()],
        }
    }

    #[test]
    fn panels_of_any_lines_are_drawn() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        for lines in [
            vec![vec![(1.0, 5.0), (2.0, 7.0)], vec![(1.0, 0.0)]],
            vec![vec![(3.0, 1.0)]],
            vec![],
        ] {
            for look in [Look::WIDE, Look::small((-1.0, 1.0))] {
                let panels = panels(&lines, look);
                let (caption, data) = (Caption::new("Endgames"), panels.data(&[]));
                let paths = save(&panels, dir.path(), "panels", &caption, &data);
                let paths = paths.expect("a figure");
                let svg = std::fs::read_to_string(&paths[0]).expect("an SVG");
                for text in [
                    "Endgames",
                    "Panel 2 (%)",
                    "Seeds on the board",
                    "two",
                    "A note.",
                ] {
                    assert!(svg.contains(text), "{text}");
                }
            }
        }
    }
}
