//! The figure of scores by opponent: whether progress against the weak hides the strong.

use std::path::{Path, PathBuf};

use anyhow::Result;
use plotters::style::RGBColor;

use super::axis::{Frame, Ticks, left_axis};
use super::canvas::{Canvas, Drawn, Surface, Text};
use super::data::Data;
use super::files::{Picture, save};
use super::heading::{Heading, head, middle};
use super::style::{self, AXIS, INK, REFERENCE, SOFT_INK, WHITE, size};
use super::summary::middle_and_band;
use super::{Curve, PlotError, Score};
use crate::csv_log::cell;

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 520.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 930.0;
const SCORES: (f64, f64) = (104.0, 414.0);
/// How far the stages stand apart at an opponent, at most, so that their intervals do not
/// cover each other.
const APART: f64 = 26.0;

const SHOWN: &str = "the score of a generation's best against each of the fixed opponents, on test \
    openings that training never sees, for the first generation, the one in the middle and the \
    last. The opponents stand in the order of their strength as the runs met it: by the mean \
    score against them over all generations, so that no drawn line decides the order. \
    The lines join what belongs together; there is nothing between two opponents.";

/// Draws the scores of `curves` by opponent into `dir` as `strength`, with caption and data;
/// returns the paths of the files.
pub(super) fn draw(curves: &[Curve], heading: &Heading, dir: &Path) -> Result<Vec<PathBuf>> {
    let opponents = by_strength(curves);
    let figure = Figure {
        title: format!("Score by opponent: {}", heading.experiment),
        heading,
        stages: stages(curves, &opponents),
        opponents,
    };
    let alone = "95 % interval over opening pairs of the test.";
    let caption = heading.caption(&figure.title, SHOWN, alone)?;
    Ok(save(&figure, dir, "strength", &caption, &figure.data())?)
}

/// The opponents that were met, from the weakest to the strongest: by the mean score against
/// them over all runs and generations.
fn by_strength(curves: &[Curve]) -> Vec<String> {
    let names = curves.iter().take(1).flat_map(|curve| &curve.opponents);
    let mean = |name: &str| {
        let of = curves.iter().flat_map(|curve| &curve.opponents);
        let scores = of.filter(|opponent| opponent.name == name);
        let scores = scores.flat_map(|opponent| opponent.scores.iter().flatten());
        let (mut sum, mut count) = (0.0, 0_u32);
        for score in scores {
            sum += score.value;
            count += 1;
        }
        (count > 0).then(|| sum / f64::from(count))
    };
    let mut known: Vec<(f64, String)> = names
        .filter_map(|opponent| Some((mean(&opponent.name)?, opponent.name.clone())))
        .collect();
    // Stable: of equals the first column.
    known.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    known.into_iter().map(|(_, name)| name).collect()
}

/// Some point of the runs, and the scores there.
struct Stage {
    name: String,
    /// One for each opponent; `None` if no run was measured against it there.
    points: Vec<Option<Point>>,
}

/// The scores of all runs against an opponent.
struct Point {
    value: f64,
    ends: Option<(f64, f64)>,
    /// The single runs by their place, if there are several.
    runs: Vec<(usize, f64)>,
}

/// The first measured generation of each run, its last, and the one in the middle.
fn stages(curves: &[Curve], opponents: &[String]) -> Vec<Stage> {
    let measured: Vec<Vec<usize>> = curves.iter().map(measured).collect();
    let most = measured.iter().map(Vec::len).max().unwrap_or(0);
    let names: &[&str] = match most {
        0 => &[],
        1 => &["first"],
        2 => &["first", "last"],
        _ => &["first", "middle", "last"],
    };
    let stage = |name: &&str| {
        let choose = |rows: &Vec<usize>| match *name {
            "first" => rows.first().copied(),
            "middle" => rows.get(rows.len() / 2).copied(),
            _ => rows.last().copied(),
        };
        let rows: Vec<Option<usize>> = measured.iter().map(choose).collect();
        let point = |name: &String| Point::of(name, curves, &rows);
        Stage {
            name: stage_name(name, curves, &rows),
            points: opponents.iter().map(point).collect(),
        }
    };
    names.iter().map(stage).collect()
}

/// The rows of a run in which its best met any opponent.
fn measured(curve: &Curve) -> Vec<usize> {
    let met = |row: &usize| {
        let mut opponents = curve.opponents.iter();
        opponents.any(|opponent| opponent.scores[*row].is_some())
    };
    (0..curve.generations.len()).filter(met).collect()
}

fn stage_name(which: &str, curves: &[Curve], rows: &[Option<usize>]) -> String {
    let numbers = curves.iter().zip(rows);
    let numbers = numbers.filter_map(|(curve, row)| Some(curve.generations[(*row)?].generation));
    let (low, high) = numbers.fold((u64::MAX, 0), |(low, high), n| (low.min(n), high.max(n)));
    match low < high {
        true => format!("{which} generation ({low} to {high})"),
        false => format!("{which} generation ({high})"),
    }
}

impl Point {
    fn of(name: &str, curves: &[Curve], rows: &[Option<usize>]) -> Option<Point> {
        let score = |(curve, row): (&Curve, &Option<usize>)| -> Option<Score> {
            let mut opponents = curve.opponents.iter();
            opponents.find(|o| o.name == name)?.scores[(*row)?]
        };
        let scores: Vec<Option<Score>> = curves.iter().zip(rows).map(score).collect();
        if let [one] = scores.as_slice() {
            return one.map(|Score { value, low, high }| Point {
                value,
                ends: Some((low, high)),
                runs: Vec::new(),
            });
        }
        let runs = scores.iter().enumerate();
        let runs: Vec<(usize, f64)> = runs
            .filter_map(|(run, score)| Some((run, score.as_ref()?.value)))
            .collect();
        let values: Vec<f64> = runs.iter().map(|&(_, value)| value).collect();
        let (value, ends) = middle_and_band(&values)?;
        Some(Point { value, ends, runs })
    }
}

struct Figure<'a> {
    title: String,
    heading: &'a Heading,
    opponents: Vec<String>,
    stages: Vec<Stage>,
}

impl Picture for Figure<'_> {
    fn size(&self) -> (u32, u32) {
        (WIDTH as u32, HEIGHT as u32)
    }

    fn draw<DB: Surface>(&self, canvas: &Canvas<DB>) -> Drawn {
        let frame = Frame {
            left: LEFT,
            right: RIGHT,
            top: SCORES.0,
            bottom: SCORES.1,
            x: (-0.5, self.opponents.len().max(1) as f64 - 0.5),
            y: (0.0, 1.0),
        };
        head(canvas, (&self.title, &self.heading.tested()), LEFT, WIDTH)?;
        self.key(canvas)?;
        self.axes(canvas, &frame)?;
        for (position, stage) in self.stages.iter().enumerate() {
            self.stage(canvas, &frame, position, stage)?;
        }
        let note = Text::new(size::NOTE, SOFT_INK);
        let room = WIDTH - LEFT - 20.0;
        for (line, y) in self.notes().iter().zip([HEIGHT - 30.0, HEIGHT - 15.0]) {
            canvas.text(&note.fit(line, room)?, note, (LEFT, y))?;
        }
        Ok(())
    }
}

impl Figure<'_> {
    /// All that is drawn.
    fn data(&self) -> Data {
        let mut data = Data::points();
        for stage in &self.stages {
            for (opponent, point) in self.opponents.iter().zip(&stage.points) {
                let Some(point) = point else { continue };
                let mut row = |run: &str, value: f64, ends: Option<(f64, f64)>| {
                    let [low, high] = [ends.map(|(low, _)| low), ends.map(|(_, high)| high)];
                    data.row([
                        "score".to_owned(),
                        stage.name.clone(),
                        run.to_owned(),
                        opponent.clone(),
                        value.to_string(),
                        cell(low),
                        cell(high),
                    ]);
                };
                row(self.heading.over(), point.value, point.ends);
                for &(run, value) in &point.runs {
                    row(&self.heading.seeds[run], value, None);
                }
            }
        }
        data
    }

    /// The later, the darker; the markers differ too.
    fn colour(&self, position: usize) -> RGBColor {
        let shares: &[f64] = match self.stages.len() {
            1 => &[1.0],
            2 => &[0.45, 1.0],
            _ => &[0.4, 0.7, 1.0],
        };
        let share = shares[position.min(shares.len() - 1)];
        match share < 1.0 {
            true => style::blend(style::colour(0), share, WHITE),
            false => style::blend(style::colour(0), 0.8, INK),
        }
    }

    fn key<DB: Surface>(&self, canvas: &Canvas<DB>) -> Drawn {
        let text = Text::new(size::LABEL, INK);
        let mut x = LEFT;
        for (position, stage) in self.stages.iter().enumerate() {
            let colour = self.colour(position);
            canvas.line(&[(x, 78.0), (x + 26.0, 78.0)], 2.0, None, colour)?;
            canvas.marker(position, (x + 13.0, 78.0), colour)?;
            canvas.text(&stage.name, text, (x + 34.0, 78.0))?;
            x += 34.0 + text.width(&stage.name)? + 28.0;
        }
        Ok(())
    }

    /// The room across for an opponent.
    fn slot(&self, frame: &Frame) -> f64 {
        (frame.right - frame.left) / self.opponents.len().max(1) as f64
    }

    /// Two rows, in turns, where a name would not fit beside its neighbours.
    fn rows_of_names(&self, frame: &Frame) -> Result<usize, PlotError> {
        let text = Text::new(size::LABEL, INK);
        for name in &self.opponents {
            if text.width(name)? > self.slot(frame) - 10.0 {
                return Ok(2);
            }
        }
        Ok(1)
    }

    fn axes<DB: Surface>(&self, canvas: &Canvas<DB>, frame: &Frame) -> Drawn {
        let ticks = Ticks::within((0.0, 100.0), 4, true);
        let ticks = ticks.values.iter().map(|&v| (v / 100.0, ticks.label(v)));
        left_axis(canvas, frame, ticks)?;
        let half = [frame.x.0, frame.x.1].map(|x| frame.at((x, 0.5)));
        canvas.line(&half, 1.0, Some((5.0, 4.0)), REFERENCE)?;
        let label = Text::new(size::LABEL, INK).centred();
        let middle = (frame.top + frame.bottom) / 2.0;
        canvas.text(
            "Score, unseen openings (%)",
            label.upright(),
            (36.0, middle),
        )?;

        canvas.rule(
            (frame.left, frame.bottom),
            (frame.right, frame.bottom),
            AXIS,
        )?;
        let rows = self.rows_of_names(frame)?;
        let room = self.slot(frame) * rows as f64 - 10.0;
        for (place, name) in self.opponents.iter().enumerate() {
            let (x, y) = frame.at((place as f64, 0.0));
            let down = 15.0 * (place % rows) as f64;
            canvas.rule((x, y), (x, y + 4.0 + down), AXIS)?;
            canvas.text(&label.fit(name, room)?, label, (x, y + 15.0 + down))?;
        }
        let middle = (frame.left + frame.right) / 2.0;
        let across = "Fixed opponents, from the weakest to the strongest";
        canvas.text(
            across,
            label,
            (middle, frame.bottom + 24.0 + 15.0 * rows as f64),
        )
    }

    fn stage<DB: Surface>(
        &self,
        canvas: &Canvas<DB>,
        frame: &Frame,
        position: usize,
        stage: &Stage,
    ) -> Drawn {
        let colour = self.colour(position);
        let centre = (self.stages.len() as f64 - 1.0) / 2.0;
        let apart = APART.min(self.slot(frame) / 4.0);
        let aside = apart * (position as f64 - centre);
        let at = |place: usize, value: f64| {
            let (x, y) = frame.at((place as f64, value));
            (x + aside, y)
        };
        let points = || {
            let points = stage.points.iter().enumerate();
            points.filter_map(|(place, point)| Some((place, point.as_ref()?)))
        };
        for (place, point) in points() {
            for &(_, value) in &point.runs {
                let (x, y) = at(place, value);
                let pale = style::blend(colour, 0.6, WHITE);
                canvas.dot((x + 0.4 * apart, y), 2.0, pale)?;
            }
        }
        let line: Vec<_> = points()
            .map(|(place, point)| at(place, point.value))
            .collect();
        canvas.line(&line, 1.5, None, colour)?;
        for (place, point) in points() {
            if let Some((low, high)) = point.ends {
                interval(canvas, at(place, low), at(place, high), colour)?;
            }
            canvas.marker(position, at(place, point.value), colour)?;
        }
        Ok(())
    }

    fn notes(&self) -> [String; 2] {
        let runs = self.heading.seeds.len();
        let bars = match runs {
            1 => "Bars: 95 % intervals over opening pairs.".to_owned(),
            n => {
                let some = |point: &Option<Point>| point.as_ref().is_some_and(|p| p.ends.is_some());
                let bars = match self.stages.iter().flat_map(|stage| &stage.points).any(some) {
                    true => "Bars: 95 % bootstrap intervals over seeds, on these openings.",
                    false => "No bars, as few seeds say too little.",
                };
                format!(
                    "Small dots: single runs (seeds), n = {n}. Markers: {} over the runs. {bars}",
                    middle(n)
                )
            }
        };
        let order = "Order: by the mean score against each over all generations. \
                     Dashed line at 50 %: as strong as the opponent.";
        [bars, order.to_owned()]
    }
}

/// A bar from `low` to `high` with short ends.
fn interval<DB: Surface>(
    canvas: &Canvas<DB>,
    low: (f64, f64),
    high: (f64, f64),
    colour: RGBColor,
) -> Drawn {
    canvas.line(&[low, high], 1.5, None, colour)?;
    for (x, y) in [low, high] {
        canvas.line(&[(x - 4.0, y), (x + 4.0, y)], 1.5, None, colour)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::made_up::{curve, heading};
    use super::*;

    /// A run whose best scores so much against each opponent, a row a generation.
    fn run(label: &str, names: &[&str], rows: &[&[f64]]) -> Curve {
        let mut curve = curve(label, 0..rows.len() as u64, names);
        for (place, opponent) in curve.opponents.iter_mut().enumerate() {
            let score = |row: &&[f64]| {
                let value = row[place];
                let (low, high) = (value - 0.125, value + 0.125);
                Some(Score { value, low, high })
            };
            opponent.scores = rows.iter().map(score).collect();
        }
        curve
    }

    fn text(curves: &[Curve]) -> String {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let paths = draw(curves, &heading(curves.len()), dir.path()).expect("a figure");
        std::fs::read_to_string(&paths[3]).expect("the data")
    }

    #[test]
    fn opponents_stand_by_the_mean_of_all_generations() {
        // In generation 0 alone the order would be the other one.
        let rows: [&[f64]; 4] = [&[0.5, 0.25], &[0.25, 0.75], &[0.5, 0.75], &[0.5, 0.75]];
        let one = run("a", &["strong", "weak"], &rows);
        assert_eq!(by_strength(std::slice::from_ref(&one)), ["weak", "strong"]);
        assert_eq!(
            text(&[one]),
            "panel,series,run,x,value,low,high\n\
             score,first generation (0),1,weak,0.25,0.125,0.375\n\
             score,first generation (0),1,strong,0.5,0.375,0.625\n\
             score,middle generation (2),1,weak,0.75,0.625,0.875\n\
             score,middle generation (2),1,strong,0.5,0.375,0.625\n\
             score,last generation (3),1,weak,0.75,0.625,0.875\n\
             score,last generation (3),1,strong,0.5,0.375,0.625\n"
        );
    }

    #[test]
    fn several_runs_have_their_mean_and_each_its_own_last_generation() {
        let long = run("a", &["x"], &[&[0.25], &[0.5], &[1.0]]);
        let short = run("b", &["x"], &[&[0.75], &[0.5]]);
        let expected = [
            "score,first generation (0),,x,0.5,,",
            "score,first generation (0),1,x,0.25,,",
            "score,first generation (0),2,x,0.75,,",
            "score,last generation (1 to 2),,x,0.75,,",
        ];
        let text = text(&[long, short]);
        for row in expected {
            assert!(text.lines().any(|line| line == row), "{row}: {text}");
        }
    }

    #[test]
    fn runs_without_any_score_make_an_empty_figure() {
        let mut never = curve("a", 0..3, &["x"]);
        never.opponents[0].scores.fill(None);
        assert_eq!(text(&[never]), "panel,series,run,x,value,low,high\n");
        // One measured generation is the first, and nothing else.
        assert_eq!(text(&[run("a", &["x"], &[&[0.5]])]).lines().count(), 2);
    }
}
