//! Reduces one or several runs to the series that are drawn.
//!
//! Several runs are joined generation by generation: each value is taken over the runs that
//! have that generation (and, for a score, measured it), so shorter runs and gaps are fine.

use std::collections::BTreeMap;

use warri_evolve::over_seeds::{interquartile_mean, interquartile_mean_band};
use warri_evolve::{Purpose, Stream};

use super::{Across, Curve, Generation, Opponent, PlotError, Score};

/// Points `(generation, value)`.
pub(super) type Line = Vec<(f64, f64)>;

/// All that the figure shows.
pub(super) struct Summary {
    pub(super) opponents: Vec<Series>,
    pub(super) games: Line,
    pub(super) best: Line,
    pub(super) mean: Line,
    pub(super) worst: Line,
    pub(super) diversity: Line,
    /// The share of endgame decisions that keep the result, and the seeds given
    /// away in one; empty if nobody measured it.
    pub(super) truth: [Line; 2],
    /// The fewest and the most runs that any one generation has.
    pub(super) runs: (usize, usize),
}

/// The scores against one opponent.
pub(super) struct Series {
    pub(super) name: String,
    /// The run's score, or the interquartile mean over the runs.
    pub(super) line: Line,
    /// The 95 % interval at each point of `line`; `None` where too few runs have it.
    pub(super) ends: Vec<Option<(f64, f64)>>,
    /// The single runs, if there are several.
    pub(super) runs: Vec<Line>,
}

impl Summary {
    /// Joins `curves`, or says why they cannot stand in one figure.
    pub(super) fn of(curves: &[Curve]) -> Result<Self, PlotError> {
        check(curves)?;
        let first = curves.first().ok_or(PlotError::NoCurves)?;
        Ok(Self {
            opponents: first
                .opponents
                .iter()
                .map(|o| Series::of(&o.name, curves))
                .collect(),
            games: joined(curves, |g| g.games as f64),
            best: joined(curves, |g| g.best),
            mean: joined(curves, |g| g.mean),
            worst: joined(curves, |g| g.worst),
            diversity: joined(curves, |g| g.diversity),
            truth: [
                joined_where(curves, |g| Some(g.truth?.0)),
                joined_where(curves, |g| Some(g.truth?.1)),
            ],
            runs: fewest_and_most(curves),
        })
    }

    /// The first and the last generation.
    pub(super) fn span(&self) -> (f64, f64) {
        let end = |point: Option<&(f64, f64)>| point.map_or(0.0, |&(generation, _)| generation);
        (end(self.games.first()), end(self.games.last()))
    }

    /// Whether games were played at all.
    pub(super) fn has_games(&self) -> bool {
        self.games.last().is_some_and(|&(_, games)| games > 0.0)
    }

    /// Whether anybody measured how endgames are decided.
    pub(super) fn has_truth(&self) -> bool {
        !self.truth[0].is_empty()
    }

    /// The same with another horizontal axis.
    pub(super) fn across(mut self, across: Across) -> Result<Self, PlotError> {
        if across == Across::Generations {
            return Ok(self);
        }
        if !self.has_games() {
            return Err(PlotError::NoGames);
        }
        let games = self.games.clone();
        for series in &mut self.opponents {
            series.move_to(&games);
        }
        let [result, loss] = &mut self.truth;
        let lines = [
            &mut self.best,
            &mut self.mean,
            &mut self.worst,
            &mut self.diversity,
        ];
        for line in lines.into_iter().chain([result, loss]) {
            move_to(line, &games);
        }
        Ok(self)
    }

    /// Games played at `generation`, linear between the rows around it.
    pub(super) fn games_at(&self, generation: f64) -> Option<f64> {
        games_at(&self.games, generation)
    }
}

impl Series {
    fn of(name: &str, curves: &[Curve]) -> Self {
        let runs: Vec<_> = curves.iter().map(|curve| scores(name, curve)).collect();
        let [run] = runs.as_slice() else {
            let value = |&(generation, score): &(u64, Score)| (generation, score.value);
            let runs = runs.iter().map(|run| run.iter().map(value).collect());
            return Self::over(name, runs.collect());
        };
        Self {
            name: name.to_owned(),
            line: run
                .iter()
                .map(|&(g, score)| (g as f64, score.value))
                .collect(),
            ends: run
                .iter()
                .map(|(_, score)| Some((score.low, score.high)))
                .collect(),
            runs: Vec::new(),
        }
    }

    /// The values of each run by generation as one series: of one run itself, of several the
    /// interquartile mean and its band for each generation that any run has.
    pub(super) fn over(name: &str, runs: Vec<Vec<(u64, f64)>>) -> Self {
        let mut by_generation = BTreeMap::<u64, Vec<f64>>::new();
        for &(generation, value) in runs.iter().flatten() {
            by_generation.entry(generation).or_default().push(value);
        }
        let mut series = Self {
            name: name.to_owned(),
            line: Line::new(),
            ends: Vec::new(),
            runs: Vec::new(),
        };
        for (generation, values) in by_generation {
            if let Some((value, band)) = middle_and_band(&values) {
                series.line.push((generation as f64, value));
                series.ends.push(band);
            }
        }
        if runs.len() > 1 {
            let line = |run: Vec<(u64, f64)>| run.into_iter().map(|(g, v)| (g as f64, v)).collect();
            series.runs = runs.into_iter().map(line).collect();
        }
        series
    }

    /// Moves each point from its generation to the games played there.
    pub(super) fn move_to(&mut self, games: &Line) {
        for line in self.runs.iter_mut().chain([&mut self.line]) {
            move_to(line, games);
        }
    }

    /// The outline of the band: the lower ends from left to right, and the upper ones. Where
    /// there is no interval both are the value.
    pub(super) fn band(&self) -> [Line; 2] {
        let points = self.line.iter().zip(&self.ends);
        let ends = points.map(|(&(x, value), ends)| (x, ends.unwrap_or((value, value))));
        ends.map(|(x, (low, high))| ((x, low), (x, high)))
            .unzip()
            .into()
    }
}

/// The interquartile mean of the runs' values, and its bootstrap band if they are enough.
pub(super) fn middle_and_band(values: &[f64]) -> Option<(f64, Option<(f64, f64)>)> {
    // The same draws for every generation: no jitter between neighbouring bands.
    let mut stream = Stream::new(0, Purpose::Bootstrap, &[]);
    let band = interquartile_mean_band(values, &mut stream);
    interquartile_mean(values).map(|middle| (middle, band))
}

/// Games played at `generation`, linear between the points of `games` around it.
pub(super) fn games_at(games: &Line, generation: f64) -> Option<f64> {
    let above = games.partition_point(|&(g, _)| g < generation);
    let &(g1, n1) = games.get(above)?;
    let (g0, n0) = games[above.saturating_sub(1)];
    let share = if g1 > g0 {
        (generation - g0) / (g1 - g0)
    } else {
        1.0
    };
    (g0.min(g1) <= generation).then_some(n0 + (n1 - n0) * share)
}

/// Moves each point from its generation to the games played there.
fn move_to(line: &mut Line, games: &Line) {
    for (x, _) in line {
        *x = games_at(games, *x).unwrap_or(*x);
    }
}

/// What `curve` measured against the opponent called `name`.
fn scores(name: &str, curve: &Curve) -> Vec<(u64, Score)> {
    let opponent = curve.opponents.iter().find(|o| o.name == name);
    let scores = opponent.map_or(&[][..], |o| &o.scores);
    let rows = curve.generations.iter().zip(scores);
    rows.filter_map(|(row, score)| Some((row.generation, (*score)?)))
        .collect()
}

/// The fewest and the most runs that any one generation has.
pub(super) fn fewest_and_most(curves: &[Curve]) -> (usize, usize) {
    let runs = gather(curves, |row| Some(row.best));
    let sizes = || runs.values().map(Vec::len);
    (sizes().min().unwrap_or(0), sizes().max().unwrap_or(0))
}

fn gather(curves: &[Curve], value: impl Fn(&Generation) -> Option<f64>) -> BTreeMap<u64, Vec<f64>> {
    let mut by_generation = BTreeMap::<u64, Vec<f64>>::new();
    for row in curves.iter().flat_map(|curve| &curve.generations) {
        if let Some(value) = value(row) {
            let values = by_generation.entry(row.generation).or_default();
            values.push(value);
        }
    }
    by_generation
}

/// The interquartile mean over the runs, generation by generation.
pub(super) fn joined(curves: &[Curve], value: impl Fn(&Generation) -> f64) -> Line {
    joined_where(curves, |row| Some(value(row)))
}

/// [`joined`] over the runs that have a value.
fn joined_where(curves: &[Curve], value: impl Fn(&Generation) -> Option<f64>) -> Line {
    let points = gather(curves, value).into_iter();
    points
        .filter_map(|(generation, values)| Some((generation as f64, interquartile_mean(&values)?)))
        .collect()
}

/// The curves can stand in one figure: some data each, and the same opponents.
fn check(curves: &[Curve]) -> Result<(), PlotError> {
    let first = curves.first().ok_or(PlotError::NoCurves)?;
    let expected = names(&first.opponents);
    for curve in curves {
        if curve.is_empty() {
            let label = curve.label.clone();
            return Err(PlotError::EmptyCurve { label });
        }
        let found = names(&curve.opponents);
        if found != expected {
            return Err(PlotError::OpponentsDiffer {
                first: first.label.clone(),
                expected: expected.join(", "),
                label: curve.label.clone(),
                found: found.join(", "),
            });
        }
    }
    Ok(())
}

/// The opponents' names in alphabetical order: the order of columns makes no difference.
fn names(opponents: &[Opponent]) -> Vec<&str> {
    let mut names: Vec<_> = opponents.iter().map(|o| o.name.as_str()).collect();
    names.sort_unstable();
    names
}
