//! The learning curve: scores against fixed opponents above, the population below.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::axis::{Frame, Ticks, bottom_axis, left_axis, span, ticks_across};
use super::canvas::{Canvas, Drawn, Surface, Text, weight};
use super::data::Data;
use super::drawing::{band, name_ends, name_text, single_runs};
use super::files::{Picture, save};
use super::heading::{Heading, head, middle, note};
use super::style::{self, AXIS, INK, REFERENCE, SOFT_INK, size};
use super::summary::{Line, Summary};
use super::{Across, Curve, PlotError, population, truth};

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 700.0;
/// What the panel of endgame decisions adds.
const MORE_HEIGHT: f64 = 190.0;
const LEFT: f64 = 84.0;
/// Room for the title above, and for the notes below.
const SCORES: (f64, f64) = (104.0, 424.0);
const POPULATION: (f64, f64) = (506.0, 612.0);
/// The least and the most room for the names of the opponents, right of the panels.
const NAMES: (f64, f64) = (76.0, 250.0);

/// Draws `curves` (one run, or several that differ by seed only) into `dir`, as
/// `learning_curve` with its caption and its data; returns the paths of the files.
///
/// One curve is drawn with its own 95 % intervals. Several are drawn thin, with their
/// interquartile mean and its 95 % bootstrap band over seeds in place of their own intervals.
/// They may differ in length and in the generations they measured: each point is taken over
/// the runs that have it. They must have been measured against the same opponents. Title and
/// subtitle are one line each and cut short if too long.
pub(super) fn draw(curves: &[Curve], heading: &Heading, dir: &Path) -> Result<Vec<PathBuf>> {
    let summary = Summary::of(curves)?.across(heading.across)?;
    let title = format!("Learning curve: {}", heading.experiment);
    let caption = heading.caption(
        &title,
        &shown(&summary, curves.len()),
        "95 % interval over opening pairs of the test.",
    )?;
    let data = data(&summary, heading);
    let figure = Figure {
        title: &title,
        subtitle: &heading.tested(),
        summary,
        runs: curves.len(),
        across: heading.across,
    };
    Ok(save(&figure, dir, "learning_curve", &caption, &data)?)
}

/// What the figure shows of so many runs, in the words of its caption.
fn shown(summary: &Summary, runs: usize) -> String {
    let mut text = "above, the score of each generation's best against the fixed opponents, on \
        test openings that training never sees (a win is 1, a draw ½; at 50 % it is as strong as \
        the opponent). Below, the fitness of the population and its diversity"
        .to_owned();
    if summary.has_truth() {
        text += ", and how the best decides endgames: how often it keeps the exact result, and \
            how many seeds a decision of its gives away";
    }
    text += ".";
    if runs > 1 {
        text += " The lower panels show one line for all runs.";
    }
    text
}

/// All that is drawn, in the units of `generations.csv`.
fn data(summary: &Summary, heading: &Heading) -> Data {
    let mut data = Data::points();
    for series in &summary.opponents {
        data.series("score", series, &heading.seeds);
    }
    let [result, loss] = &summary.truth;
    let (upper, other) = match heading.across {
        Across::Generations => ("games", summary.games.clone()),
        Across::Games => ("generation", flipped(&summary.games)),
    };
    let over = heading.over();
    for (panel, series, line) in [
        (upper, upper, &other),
        ("fitness", "fitness_best", &summary.best),
        ("fitness", "fitness_mean", &summary.mean),
        ("fitness", "fitness_worst", &summary.worst),
        ("fitness", "diversity", &summary.diversity),
        ("endgames", "truth_result", result),
        ("endgames", "truth_loss", loss),
    ] {
        data.line([panel, series, over], line);
    }
    data
}

fn flipped(line: &Line) -> Line {
    line.iter().map(|&(x, y)| (y, x)).collect()
}

struct Figure<'a> {
    title: &'a str,
    subtitle: &'a str,
    summary: Summary,
    runs: usize,
    across: Across,
}

impl Picture for Figure<'_> {
    fn size(&self) -> (u32, u32) {
        (WIDTH as u32, self.height() as u32)
    }

    fn draw<DB: Surface>(&self, canvas: &Canvas<DB>) -> Drawn {
        let names = self.names()?;
        let widest = names
            .iter()
            .fold(NAMES.0, |w, (_, width)| w.max(width + 34.0));
        let frame = Frame {
            left: LEFT,
            right: WIDTH - widest,
            top: SCORES.0,
            bottom: SCORES.1,
            x: self.range(),
            y: (0.0, 1.0),
        };
        head(canvas, (self.title, self.subtitle), LEFT, WIDTH)?;
        self.scores(canvas, &frame)?;
        self.label_ends(canvas, &frame, &names)?;
        let (top, bottom) = POPULATION;
        let below = Frame {
            top,
            bottom,
            ..frame
        };
        population::draw(canvas, &self.summary, below, self.across)?;
        if self.summary.has_truth() {
            let lowest = Frame {
                top: top + MORE_HEIGHT,
                bottom: bottom + MORE_HEIGHT,
                ..frame
            };
            truth::draw(canvas, &self.summary, lowest, self.across)?;
        }
        self.notes(canvas)
    }
}

impl Figure<'_> {
    /// What the horizontal axis covers.
    fn range(&self) -> (f64, f64) {
        let (first, last) = self.summary.span();
        let end = |generation| match self.across {
            Across::Generations => Some(generation),
            Across::Games => self.summary.games_at(generation),
        };
        span(
            [first, last]
                .into_iter()
                .filter_map(end)
                .chain(self.across.origin()),
        )
    }

    fn height(&self) -> f64 {
        match self.summary.has_truth() {
            true => HEIGHT + MORE_HEIGHT,
            false => HEIGHT,
        }
    }

    /// What stands at the end of each opponent's line, with its width; empty if never met.
    fn names(&self) -> Result<Vec<(String, f64)>, PlotError> {
        let text = name_text(INK);
        let named = self.summary.opponents.iter().map(|series| {
            let Some((_, score)) = series.line.last() else {
                return Ok((String::new(), 0.0));
            };
            let score = format!(" {} %", style::decimal(score * 100.0, 0));
            let room = NAMES.1 - 34.0 - text.width(&score)?;
            let label = text.fit(&series.name, room)? + &score;
            let width = text.width(&label)?;
            Ok((label, width))
        });
        named.collect()
    }

    fn scores<DB: Surface>(&self, canvas: &Canvas<DB>, frame: &Frame) -> Drawn {
        let label = Text::new(size::LABEL, INK).centred();
        let ticks = Ticks::within((0.0, 100.0), 4, true);
        let ticks = ticks.values.iter().map(|&v| (v / 100.0, ticks.label(v)));
        left_axis(canvas, frame, ticks)?;
        let middle = (frame.top + frame.bottom) / 2.0;
        let text = "Score against fixed opponents, unseen openings (%)";
        canvas.text(text, label.upright(), (36.0, middle))?;

        bottom_axis(canvas, frame, self.across.name())?;
        if self.summary.has_games() {
            self.upper_axis(canvas, frame)?;
        }
        let half = [frame.left, frame.right].map(|x| (x, middle));
        canvas.line(&half, 1.0, Some((5.0, 4.0)), REFERENCE)?;

        let series = || self.summary.opponents.iter().enumerate();
        for (i, series) in series() {
            band(canvas, frame, series, style::colour(i))?;
        }
        for (i, series) in series() {
            single_runs(canvas, frame, series, style::colour(i))?;
        }
        for (i, series) in series() {
            let line = frame.places(&series.line);
            let width = if self.runs > 1 { 2.5 } else { 2.0 };
            canvas.line(&line, weight(width, &line), None, style::colour(i))?;
            for place in marked(&line, i) {
                canvas.marker(i, place, style::colour(i))?;
            }
        }
        Ok(())
    }

    /// The other count along the top, at the places of the generations that are whole tens,
    /// hundreds and the like.
    fn upper_axis<DB: Surface>(&self, canvas: &Canvas<DB>, frame: &Frame) -> Drawn {
        let tick = Text::new(size::TICK, SOFT_INK).centred();
        let label = Text::new(size::LABEL, INK).centred();
        canvas.rule((frame.left, frame.top), (frame.right, frame.top), AXIS)?;
        let generations = Frame {
            x: self.summary.span(),
            ..*frame
        };
        let ticks = match self.across {
            Across::Generations => ticks_across(frame),
            Across::Games => ticks_across(&generations),
        };
        for &generation in &ticks.values {
            let Some(games) = self.summary.games_at(generation) else {
                continue;
            };
            let (at, text) = match self.across {
                Across::Generations => (generation, style::count(games)),
                Across::Games => (games, ticks.label(generation)),
            };
            let (x, y) = frame.at((at, 1.0));
            canvas.rule((x, y - 4.0), (x, y), AXIS)?;
            canvas.text(&text, tick, (x, y - 12.0))?;
        }
        let middle = (frame.left + frame.right) / 2.0;
        let other = match self.across {
            Across::Generations => Across::Games,
            Across::Games => Across::Generations,
        };
        canvas.text(other.name(), label, (middle, frame.top - 29.0))
    }

    /// Names the lines at their right ends.
    fn label_ends<DB: Surface>(
        &self,
        canvas: &Canvas<DB>,
        frame: &Frame,
        names: &[(String, f64)],
    ) -> Drawn {
        let series = self.summary.opponents.iter().zip(names).enumerate();
        let ends = series.filter_map(|(place, (series, (name, _)))| {
            let at = frame.at(*series.line.last()?);
            Some((at, name.clone(), style::colour(place)))
        });
        name_ends(canvas, frame, ends.collect())
    }

    fn notes<DB: Surface>(&self, canvas: &Canvas<DB>) -> Drawn {
        let text = Text::new(size::NOTE, SOFT_INK);
        let alone = "Band: 95 % interval over opening pairs.";
        let over = "seeds, on these openings";
        let band = note(self.runs, self.summary.runs, alone, over);
        let middle = middle(self.summary.runs.1);
        let names = self.summary.opponents.iter().filter(|s| s.line.is_empty());
        let unmet: Vec<_> = names.map(|s| s.name.as_str()).collect();
        let mut half = "Dashed line at 50 %: as strong as the opponent.".to_owned();
        if self.runs > 1 {
            let panels = if self.summary.has_truth() {
                "panels"
            } else {
                "panel"
            };
            half += &format!(" Lower {panels}: {middle}s over the runs.");
        }
        if !unmet.is_empty() {
            half += &format!(" Never measured: {}.", unmet.join(", "));
        }
        let room = WIDTH - LEFT - 20.0;
        canvas.text(&text.fit(&band, room)?, text, (LEFT, self.height() - 30.0))?;
        canvas.text(&text.fit(&half, room)?, text, (LEFT, self.height() - 15.0))
    }
}

/// The points of the line of the opponent at `position` that carry a marker: all if they
/// are few, else about a dozen, at other points than its neighbours', and always the last.
pub(super) fn marked(line: &[(f64, f64)], position: usize) -> Vec<(f64, f64)> {
    let every = line.len().div_ceil(12).max(1);
    let offset = position * every / 3 % every;
    let thinned = line.iter().skip(offset).step_by(every);
    thinned.chain(line.last()).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::super::made_up::{curve, heading};
    use super::*;
    use std::fs;

    fn drawn(curves: &[Curve]) -> (String, Vec<u8>) {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let paths = draw(curves, &heading(curves.len()), dir.path()).expect("a figure");
        let left = fs::read_dir(dir.path()).expect("the folder").count();
        assert_eq!((paths.len(), left), (4, 4), "four files and nothing else");
        let svg = fs::read_to_string(&paths[0]).expect("an SVG");
        (svg, fs::read(&paths[1]).expect("a PNG"))
    }

    #[test]
    fn one_run_makes_an_svg_and_a_png_twice_its_size() {
        let (svg, png) = drawn(&[curve("a", 0..31, &["random", "greedy"])]);
        assert!(svg.starts_with(r#"<svg width="960" height="700""#));
        assert!(svg.trim_end().ends_with("</svg>"));
        for text in [
            "Learning curve: a &lt;title&gt;",
            "random 7",
            "greedy",
            "95 % interval",
            "19k",
        ] {
            assert!(svg.contains(text), "{text}");
        }
        assert!(png.starts_with(b"\x89PNG") && png.len() > 10_000);
        assert_eq!(png[16..24], [0, 0, 7, 128, 0, 0, 5, 120]);
    }

    #[test]
    fn games_can_be_across_where_there_are_any() {
        let mut heading = heading(1);
        heading.across = Across::Games;
        let dir = tempfile::tempdir().expect("a temporary folder");
        let mut curve = curve("a", 0..31, &["random"]);
        let paths = draw(std::slice::from_ref(&curve), &heading, dir.path()).expect("a figure");
        let [svg, csv] = [0, 3].map(|file| fs::read_to_string(&paths[file]).expect("text"));
        for text in ["Games of training", ">15,000<", ">Generation<", ">30<"] {
            assert!(svg.replace('\n', "").contains(text), "{text}");
        }
        assert!(
            csv.contains("generation,generation,1,19200,30,,\n"),
            "{csv}"
        );
        assert!(csv.contains("score,random,1,19200,"), "{csv}");
        curve.generations.iter_mut().for_each(|row| row.games = 0);
        let error = draw(&[curve], &heading, dir.path()).expect_err("no games");
        assert!(error.to_string().contains("expected --x generations"));
    }

    #[test]
    fn the_same_data_make_the_same_bytes() {
        let curves = ["a", "b", "c", "d"].map(|label| curve(label, 0..12, &["random"]));
        assert!(drawn(&curves) == drawn(&curves));
    }

    #[test]
    fn runs_may_differ_in_length_and_order_of_opponents() {
        let long = curve("long", 0..40, &["random", "greedy"]);
        let short = curve("short", 4..20, &["greedy", "random"]);
        let (svg, _) = drawn(&[long, short]);
        assert!(svg.contains("n = 1 to 2 by generation"));
    }

    #[test]
    fn a_lone_point_and_an_opponent_never_met_are_drawn() {
        let (svg, _) = drawn(&[curve("a", 0..1, &["random"])]);
        assert!(svg.contains("<circle"));
        let (svg, _) = drawn(&[curve("a", 1..2, &["random"])]);
        assert!(svg.contains("Never measured: random."));
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        let refused = |curves: &[Curve]| {
            let heading = heading(curves.len());
            let error = draw(curves, &heading, Path::new("not/made")).expect_err("refused");
            error.to_string()
        };
        assert!(refused(&[]).contains("no curve"));
        assert!(refused(&[curve("a", 0..0, &["x"])]).contains("run `a`: found no generation"));
        let differing = [curve("a", 0..2, &["x", "y"]), curve("b", 0..2, &["x", "z"])];
        assert_eq!(
            refused(&differing),
            "run `b`: found opponents x, z, expected x, y as in run `a`"
        );
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let file = tempfile::NamedTempFile::new().expect("a temporary file");
        let curves = [curve("a", 0..2, &["x"])];
        let error = draw(&curves, &heading(1), file.path()).expect_err("a file");
        let error = error.downcast().expect("an error of the figure");
        assert!(matches!(error, PlotError::Write { path, .. } if path == file.path()));
    }
}
