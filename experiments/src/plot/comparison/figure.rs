//! The page of the comparison: learning curves, final scores, profiles.

use super::super::axis::{Frame, Ticks, labelled_bottom_axis, left_axis, span};
use super::super::canvas::{Canvas, Drawn, Surface, Text, weight};
use super::super::drawing::{name_ends, name_text};
use super::super::files::Picture;
use super::super::heading::head;
use super::super::learning_curve::marked;
use super::super::style::{self, INK, REFERENCE, SOFT_INK, WHITE, size};
use super::super::{Across, PlotError};
use super::finals;
use super::lines::{ArmLines, Point};
use crate::compare::Column;
use crate::report::thousands;

pub(super) const WIDTH: f64 = 960.0;
const LEFT: f64 = 84.0;
/// Where the panels of lines stand, the lower one below that of the final scores.
const CURVES: (f64, f64) = (92.0, 382.0);
const PROFILE: f64 = 200.0;
/// Between the end of a panel and the next one, for an axis and a title.
const GAP: f64 = 84.0;
const NOTE: f64 = 15.0;
/// The least room for the names of the arms, right of the panels.
const LEAST_ROOM: f64 = 76.0;

/// A panel of lines.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Panel {
    Curves,
    Profiles,
}

impl Panel {
    fn points(self, arm: &ArmLines) -> &[Point] {
        match self {
            Panel::Curves => &arm.curve,
            Panel::Profiles => &arm.profile,
        }
    }
}

pub(super) struct Figure {
    pub(super) title: String,
    pub(super) subtitle: String,
    pub(super) notes: Vec<String>,
    /// What the learning curves are over.
    pub(super) across: Across,
    /// What they show.
    pub(super) column: Column,
    pub(super) opponents: Vec<String>,
    pub(super) arms: Vec<ArmLines>,
}

impl Picture for Figure {
    fn size(&self) -> (u32, u32) {
        let notes = self.notes.len() as f64 * NOTE;
        (WIDTH as u32, (self.profile_bottom() + 58.0 + notes) as u32)
    }

    fn draw<DB: Surface>(&self, canvas: &Canvas<DB>) -> Drawn {
        head(canvas, (&self.title, &self.subtitle), LEFT, WIDTH)?;
        let right = WIDTH - self.room()?;
        let frame = Frame {
            left: LEFT,
            right,
            top: CURVES.0,
            bottom: CURVES.1,
            x: self.span(),
            y: (0.0, 1.0),
        };
        self.curves(canvas, frame)?;
        finals::draw(canvas, self, CURVES.1 + GAP)?;
        let below = Frame {
            top: self.profile_bottom() - PROFILE,
            bottom: self.profile_bottom(),
            ..frame
        };
        self.profiles(canvas, below)?;
        self.notes(canvas)
    }
}

impl Figure {
    /// The arms that have a colour.
    pub(super) fn coloured(&self) -> impl Iterator<Item = (usize, &ArmLines)> {
        self.arms.iter().filter_map(|arm| Some((arm.place?, arm)))
    }

    fn profile_bottom(&self) -> f64 {
        CURVES.1 + GAP + finals::height(self) + GAP + PROFILE
    }

    /// Grey ones first, so that they lie below.
    fn bottom_up(&self) -> impl Iterator<Item = &ArmLines> {
        let grey = self.arms.iter().filter(|arm| arm.place.is_none());
        grey.chain(self.coloured().map(|(_, arm)| arm))
    }

    /// Room right of the panels, for the names.
    fn room(&self) -> Result<f64, PlotError> {
        let text = name_text(INK);
        let mut widest = LEAST_ROOM;
        for (_, arm) in self.coloured() {
            widest = text.width(&format!("{}: 100 %", arm.label))?.max(widest);
        }
        Ok(widest + 40.0)
    }

    /// The range of the learning curves across.
    fn span(&self) -> (f64, f64) {
        let points = self.arms.iter().flat_map(|arm| &arm.curve);
        span(points.map(|point| point.x).chain([0.0]))
    }

    /// By what the values of the column are multiplied to be drawn.
    fn scale(&self) -> f64 {
        match self.column {
            Column::TruthLoss => 1.0,
            _ => 100.0,
        }
    }

    fn curves<DB: Surface>(&self, canvas: &Canvas<DB>, frame: Frame) -> Drawn {
        let name = match &self.column {
            Column::Score(opponent) => format!("Score against {opponent} (%), test openings"),
            Column::TruthResult => "Endgame decisions that keep the result (%)".to_owned(),
            Column::TruthLoss => "Seeds given away in an endgame decision".to_owned(),
        };
        heading(canvas, "a", &name, (frame.left, frame.top - 18.0))?;
        let scale = self.scale();
        let values = self.arms.iter().flat_map(|arm| {
            let of_curve = arm
                .curve
                .iter()
                .flat_map(|point| ends(point).into_iter().flatten());
            let of_runs = self.thin(arm).iter().flatten().map(|&(_, value)| value);
            of_curve.chain(of_runs)
        });
        let (range, ticks) = Ticks::around(values.map(|value| scale * value), 5);
        let frame = frame.with_y(range);
        left_axis(
            canvas,
            &frame,
            ticks.values.iter().map(|&v| (v, ticks.label(v))),
        )?;
        let across = Ticks::within(frame.x, 8, true);
        let across = across.values.iter().map(|&v| (v, thousands(v as u64)));
        labelled_bottom_axis(canvas, &frame, across, self.across.name())?;
        if range.0 < 50.0 && 50.0 < range.1 && matches!(self.column, Column::Score(_)) {
            let half = [frame.x.0, frame.x.1].map(|x| frame.at((x, 50.0)));
            canvas.line(&half, 1.0, Some((5.0, 4.0)), REFERENCE)?;
        }
        self.lines(canvas, &frame, scale, Panel::Curves)?;
        self.label_ends(canvas, &frame, scale)
    }

    /// The single runs that are drawn: those of arms without a band, unless
    /// there are too many arms.
    fn thin<'a>(&self, arm: &'a ArmLines) -> &'a [Vec<(f64, f64)>] {
        let bare = arm.curve.iter().all(|point| point.over.interval.is_none());
        if bare && arm.runs.len() > 1 && self.arms.iter().all(|arm| arm.place.is_some()) {
            &arm.runs
        } else {
            &[]
        }
    }

    /// The lines of all arms, with their bands.
    fn lines<DB: Surface>(
        &self,
        canvas: &Canvas<DB>,
        frame: &Frame,
        scale: f64,
        panel: Panel,
    ) -> Drawn {
        let place = |x: f64, value: f64| frame.at((x, scale * value));
        for (_, arm) in self.coloured() {
            let ends = panel.points(arm).iter();
            let ends: Vec<_> = ends.filter_map(|p| Some((p.x, p.over.interval?))).collect();
            let low = ends.iter().map(|&(x, (low, _))| place(x, low));
            let high = ends.iter().map(|&(x, (_, high))| place(x, high));
            let outline: Vec<_> = high.chain(low.rev()).collect();
            if outline.len() > 2 {
                canvas.polygon(&outline, 0.11, arm.colour())?;
            }
        }
        if panel == Panel::Curves {
            for (_, arm) in self.coloured() {
                let faint = style::blend(arm.colour(), 0.35, WHITE);
                for run in self.thin(arm) {
                    let run: Vec<_> = run.iter().map(|&(x, v)| place(x, v)).collect();
                    canvas.line(&run, weight(1.0, &run), None, faint)?;
                }
            }
        }
        for arm in self.bottom_up() {
            let line = panel.points(arm).iter();
            let line: Vec<_> = line.map(|p| place(p.x, p.over.value)).collect();
            let width = if arm.place.is_some() { 2.0 } else { 1.0 };
            canvas.line(&line, weight(width, &line), None, arm.colour())?;
            self.markers(canvas, frame, arm, panel, line)?;
        }
        Ok(())
    }

    fn markers<DB: Surface>(
        &self,
        canvas: &Canvas<DB>,
        frame: &Frame,
        arm: &ArmLines,
        panel: Panel,
        mut line: Vec<(f64, f64)>,
    ) -> Drawn {
        let Some(place) = arm.place else {
            return Ok(());
        };
        if panel == Panel::Profiles {
            // At its ends the arms lie on one another.
            line.retain(|&(_, y)| frame.top < y && y < frame.bottom);
        }
        for at in marked(&line, place) {
            canvas.marker(style::arm_marker(place), at, arm.colour())?;
        }
        Ok(())
    }

    /// Names the curves at their right ends, with their last values.
    fn label_ends<DB: Surface>(&self, canvas: &Canvas<DB>, frame: &Frame, scale: f64) -> Drawn {
        let ends = self.coloured().filter_map(|(_, arm)| {
            let last = arm.curve.last()?;
            let value = scale * last.over.value;
            let name = match scale == 1.0 {
                true => format!("{}: {}", arm.label, style::decimal(value, 2)),
                false => format!("{}: {} %", arm.label, style::decimal(value, 0)),
            };
            Some((frame.at((last.x, value)), name, arm.colour()))
        });
        name_ends(canvas, frame, ends.collect())
    }

    fn profiles<DB: Surface>(&self, canvas: &Canvas<DB>, frame: Frame) -> Drawn {
        let over = match self.opponents.as_slice() {
            [_] => "over runs".to_owned(),
            all => format!("over runs and {} opponents", all.len()),
        };
        let name = format!("Share of the final scores above the one on the axis (%), {over}");
        heading(canvas, "c", &name, (frame.left, frame.top - 18.0))?;
        let points = self
            .arms
            .iter()
            .flat_map(|arm| arm.profile.first().zip(arm.profile.last()));
        let x = points
            .map(|(first, last)| (first.x, last.x))
            .next()
            .unwrap_or((0.0, 1.0));
        let frame = Frame { x, ..frame }.with_y((0.0, 100.0));
        let ticks = Ticks::within((0.0, 100.0), 4, true);
        left_axis(
            canvas,
            &frame,
            ticks.values.iter().map(|&v| (v, ticks.label(v))),
        )?;
        let across = Ticks::within((100.0 * x.0, 100.0 * x.1), 8, true);
        let labels = across.values.iter().map(|&v| (v / 100.0, across.label(v)));
        labelled_bottom_axis(canvas, &frame, labels, "Final score (%)")?;
        self.lines(canvas, &frame, 100.0, Panel::Profiles)?;
        self.key(canvas, (frame.right + 24.0, frame.top + 6.0))
    }

    /// The names with their markers, one below the other.
    fn key<DB: Surface>(&self, canvas: &Canvas<DB>, (x, top): (f64, f64)) -> Drawn {
        for (row, (place, arm)) in self.coloured().enumerate() {
            let y = top + row as f64 * (size::LABEL + 9.0);
            canvas.line(&[(x - 4.0, y), (x + 18.0, y)], 2.0, None, arm.colour())?;
            canvas.marker(style::arm_marker(place), (x + 7.0, y), arm.colour())?;
            canvas.text(&arm.label, name_text(arm.colour()), (x + 26.0, y))?;
        }
        Ok(())
    }

    fn notes<DB: Surface>(&self, canvas: &Canvas<DB>) -> Drawn {
        let text = Text::new(size::NOTE, SOFT_INK);
        let room = WIDTH - 40.0;
        for (row, note) in self.notes.iter().enumerate() {
            let y = self.profile_bottom() + 56.0 + row as f64 * NOTE;
            canvas.text(&text.fit(note, room)?, text, (20.0, y))?;
        }
        Ok(())
    }
}

/// The letter of a panel and what it shows.
pub(super) fn heading<DB: Surface>(
    canvas: &Canvas<DB>,
    letter: &str,
    name: &str,
    (left, y): (f64, f64),
) -> Drawn {
    let bold = Text::new(size::TITLE, INK).bold();
    canvas.text(letter, bold, (20.0, y))?;
    let text = Text::new(size::LABEL, INK).bold();
    canvas.text(&text.fit(name, WIDTH - left - 20.0)?, text, (left, y))
}

/// The value of a point and the ends of its interval.
fn ends(point: &Point) -> [Option<f64>; 3] {
    let interval = point.over.interval;
    [
        Some(point.over.value),
        interval.map(|(low, _)| low),
        interval.map(|(_, high)| high),
    ]
}
