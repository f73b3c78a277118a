//! Reduces one or several runs to the series that are drawn.
//!
//! Several runs are joined generation by generation: each value is taken over the runs that
//! have that generation (and, for a score, measured it), so shorter runs and gaps are fine.

use std::collections::BTreeMap;

use warri_evolve::over_seeds::{interquartile_mean, interquartile_mean_band};
use warri_evolve::{Purpose, Stream};

use super::{Curve, Generation, Opponent, PlotError, Score};

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
        let fewest_and_most = |line: &BTreeMap<u64, Vec<f64>>| {
            let sizes = || line.values().map(Vec::len);
            (sizes().min().unwrap_or(0), sizes().max().unwrap_or(0))
        };
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
            runs: fewest_and_most(&gather(curves, |g| Some(g.best))),
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

    /// Games played at `generation`, linear between the rows around it.
    pub(super) fn games_at(&self, generation: f64) -> Option<f64> {
        let above = self.games.iter().position(|&(g, _)| g >= generation)?;
        let (g1, n1) = self.games[above];
        let (g0, n0) = self.games[above.saturating_sub(1)];
        let share = if g1 > g0 {
            (generation - g0) / (g1 - g0)
        } else {
            1.0
        };
        (g0.min(g1) <= generation).then_some(n0 + (n1 - n0) * share)
    }
}

impl Series {
    fn of(name: &str, curves: &[Curve]) -> Self {
        let runs: Vec<_> = curves.iter().map(|curve| scores(name, curve)).collect();
        let mut series = Self {
            name: name.to_owned(),
            line: Line::new(),
            ends: Vec::new(),
            runs: Vec::new(),
        };
        match runs.as_slice() {
            [run] => {
                for &(generation, Score { value, low, high }) in run {
                    series.push(generation, value, Some((low, high)));
                }
            }
            runs => {
                series.join(runs);
                let line = |run: &Vec<(u64, Score)>| {
                    run.iter()
                        .map(|&(g, score)| (g as f64, score.value))
                        .collect()
                };
                series.runs = runs.iter().map(line).collect();
            }
        }
        series
    }

    fn push(&mut self, generation: u64, value: f64, ends: Option<(f64, f64)>) {
        self.line.push((generation as f64, value));
        self.ends.push(ends);
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

    /// The interquartile mean and its band for each generation that any run measured.
    fn join(&mut self, runs: &[Vec<(u64, Score)>]) {
        let mut by_generation = BTreeMap::<u64, Vec<f64>>::new();
        for (generation, score) in runs.iter().flatten() {
            by_generation
                .entry(*generation)
                .or_default()
                .push(score.value);
        }
        for (generation, values) in by_generation {
            // The same draws for every generation: no jitter between neighbouring bands.
            let mut stream = Stream::new(0, Purpose::Bootstrap, &[]);
            let band = interquartile_mean_band(&values, &mut stream);
            if let Some(value) = interquartile_mean(&values) {
                self.push(generation, value, band);
            }
        }
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

fn joined(curves: &[Curve], value: impl Fn(&Generation) -> f64) -> Line {
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
