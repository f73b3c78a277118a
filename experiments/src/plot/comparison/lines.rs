//! What the figure draws of each arm.

use anyhow::Result;
use plotters::style::RGBColor;
use warri_evolve::over_seeds::{OverSeeds, interquartile_mean, interquartile_mean_band};

use super::super::Across;
use super::super::style::{self, REFERENCE};
use super::super::summary::Line;
use crate::compare::{Arm, ArmMeasures, Field, RESAMPLING, Run, draws, final_scores};

/// The most points of a drawn curve: more cannot be told apart.
const MOST_POINTS: usize = 200;

/// A place with what the runs have there.
#[derive(Clone, Copy)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) over: OverSeeds,
}

/// An arm as it is drawn; values are those of the files, shares as 0 to 1.
pub(super) struct ArmLines {
    pub(super) name: String,
    /// The name as it stands in the figure.
    pub(super) label: String,
    /// The place of its colour and its marker; `None` if it is drawn in grey.
    pub(super) place: Option<usize>,
    /// The learning curve: the interquartile mean over the runs.
    pub(super) curve: Vec<Point>,
    /// The single runs of it.
    pub(super) runs: Vec<Line>,
    /// The final scores: over all opponents if there are several, then against
    /// each; with those of the single runs, of which the former has none, as a run
    /// has a score for each opponent.
    pub(super) finals: Vec<(OverSeeds, Vec<f64>)>,
    /// The share of the final scores above each.
    pub(super) profile: Vec<Point>,
}

impl ArmLines {
    /// The colour of its lines.
    pub(super) fn colour(&self) -> RGBColor {
        self.place.map_or(REFERENCE, style::arm_colour)
    }
}

/// The lines of all arms, with what was measured of each. If there are more than there are
/// colours, the best of them and the baseline have one.
pub(super) fn of(field: &Field, measures: &[ArmMeasures], across: Across) -> Result<Vec<ArmLines>> {
    let thresholds = thresholds(least_score(field));
    let arms = field.arms.iter().zip(measures);
    let lines = arms.map(|(arm, measures)| {
        let runs: Vec<Line> = arm
            .runs
            .iter()
            .map(|run| line(field, run, across))
            .collect();
        let scores = final_scores(arm, &field.opponents)?;
        let profile = scores.profile(&thresholds, RESAMPLING, &mut draws());
        let points = thresholds.iter().zip(profile);
        Ok(ArmLines {
            name: arm.name.clone(),
            label: arm.name.clone(),
            place: None,
            curve: joined(&runs),
            runs: runs.into_iter().filter(|run| !run.is_empty()).collect(),
            finals: finals(arm, measures),
            profile: points.map(|(&x, over)| Point { x, over }).collect(),
        })
    });
    let mut lines = lines.collect::<Result<Vec<ArmLines>>>()?;
    for (place, arm) in coloured(&lines, field.baseline).into_iter().enumerate() {
        lines[arm].place = Some(place);
    }
    Ok(lines)
}

/// The arms that have a colour, in their order.
fn coloured(lines: &[ArmLines], baseline: usize) -> Vec<usize> {
    let score = |arm: usize| lines[arm].finals[0].0.value;
    let mut arms: Vec<usize> = (0..lines.len()).collect();
    arms.sort_by(|&a, &b| {
        let by_score = score(b).total_cmp(&score(a));
        (b == baseline).cmp(&(a == baseline)).then(by_score)
    });
    arms.truncate(style::ARMS);
    arms.sort_unstable();
    arms
}

/// The lowest final score of all.
fn least_score(field: &Field) -> f64 {
    let runs = field.arms.iter().flat_map(|arm| &arm.runs);
    let scores = runs.flat_map(|run| {
        let opponents = field.opponents.iter();
        opponents.filter_map(|opponent| run.final_score(opponent))
    });
    scores.fold(1.0, f64::min)
}

/// Scores at which the profiles are read off, enough for every step to be seen: from the
/// least of all, or a little below, to the highest that there can be.
fn thresholds(least: f64) -> Vec<f64> {
    let first = ((least * 20.0).floor() / 20.0).min(0.95);
    let steps = MOST_POINTS as f64;
    let at = |step: usize| first + (1.0 - first) * step as f64 / steps;
    (0..=MOST_POINTS).map(at).collect()
}

/// A run's learning curve over games of training, or over generations.
fn line(field: &Field, run: &Run, across: Across) -> Line {
    let points = field.column.points(&run.curve).into_iter();
    points
        .map(|(generation, games, value)| match across {
            Across::Games => (games as f64, value),
            Across::Generations => (generation as f64, value),
        })
        .collect()
}

/// The interquartile mean of the runs wherever one of them was measured, from
/// where all of them were. A run counts with its last value so far, so one that
/// ended early with its final one.
fn joined(runs: &[Line]) -> Vec<Point> {
    let runs: Vec<&Line> = runs.iter().filter(|run| !run.is_empty()).collect();
    let begin = runs.iter().map(|run| run[0].0).fold(0.0, f64::max);
    let mut places: Vec<f64> = runs.iter().copied().flatten().map(|&(x, _)| x).collect();
    places.retain(|x| *x >= begin);
    places.sort_by(f64::total_cmp);
    places.dedup();
    let every = places.len().div_ceil(MOST_POINTS).max(1);
    let last = places.last().copied();
    let thinned = places.iter().copied().step_by(every);
    let thinned: Vec<f64> = thinned.filter(|x| Some(*x) != last).chain(last).collect();
    let points = thinned.into_iter().filter_map(|x| {
        let so_far = |run: &&Line| {
            let after = run.partition_point(|(place, _)| *place <= x);
            Some(run.get(after.checked_sub(1)?)?.1)
        };
        let values: Vec<f64> = runs.iter().filter_map(so_far).collect();
        let over = OverSeeds {
            value: interquartile_mean(&values)?,
            interval: interquartile_mean_band(&values, &mut draws()),
        };
        Some(Point { x, over })
    });
    points.collect()
}

/// What was measured of the final scores, with those of the single runs.
fn finals(arm: &Arm, measures: &ArmMeasures) -> Vec<(OverSeeds, Vec<f64>)> {
    // One opponent is all that there is.
    let all = usize::from(measures.scores.len() == 2);
    let finals = measures.scores.iter().skip(all).map(|scores| {
        let mean = scores.interquartile_mean;
        let over = OverSeeds {
            value: mean.value,
            interval: mean.low.zip(mean.high),
        };
        let runs = scores.opponent.iter().flat_map(|opponent| {
            let runs = arm.runs.iter();
            runs.filter_map(|run| run.final_score(opponent))
        });
        (over, runs.collect())
    });
    finals.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_begin_below_the_scores() {
        for (least, first) in [(0.47, 0.45), (0.0, 0.0), (1.0, 0.95)] {
            let places = thresholds(least);
            assert_eq!((places[0], places[MOST_POINTS]), (first, 1.0));
            assert!(places.is_sorted_by(|a, b| a < b));
        }
    }

    #[test]
    fn a_run_counts_with_its_last_value() {
        let long = vec![(10.0, 0.2), (20.0, 0.4), (40.0, 0.8)];
        let short = vec![(15.0, 0.6), (25.0, 0.0)];
        let points = joined(&[long, short, Vec::new()]);
        let found: Vec<(f64, f64)> = points.iter().map(|p| (p.x, p.over.value)).collect();
        // From 15 on, where both are.
        assert_eq!(found, [(15.0, 0.4), (20.0, 0.5), (25.0, 0.2), (40.0, 0.4)]);
        assert!(joined(&[]).is_empty());
    }

    #[test]
    fn long_curves_are_thinned_and_keep_their_end() {
        let run: Line = (0..1001).map(|x| (f64::from(x), 0.5)).collect();
        let points = joined(&[run]);
        assert!(points.len() <= MOST_POINTS + 1);
        assert_eq!(points.last().map(|point| point.x), Some(1000.0));
    }
}
