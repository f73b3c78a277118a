//! What the figure draws of each arm.

use anyhow::Result;
use plotters::style::RGBColor;
use warri_evolve::over_seeds::{OverSeeds, Scores, interquartile_mean, interquartile_mean_band};

use super::super::style::{self, REFERENCE};
use super::super::summary::Line;
use crate::compare::{Arm, Field, RESAMPLING, Run, draws, final_scores};

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

/// The lines of all arms. If there are more than there are colours, the best of
/// them and the baseline have one.
pub(super) fn of(field: &Field, by_games: bool) -> Result<Vec<ArmLines>> {
    let thresholds = thresholds(field)?;
    let lines = field.arms.iter().map(|arm| {
        let runs: Vec<Line> = arm
            .runs
            .iter()
            .map(|run| line(field, run, by_games))
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
            finals: finals(arm, field)?,
            profile: points.map(|(&x, over)| Point { x, over }).collect(),
        })
    });
    let mut lines = lines.collect::<Result<Vec<ArmLines>>>()?;
    for (place, arm) in coloured(&lines, field.baseline).into_iter().enumerate() {
        lines[arm].place = Some(place);
    }
    let names: Vec<&str> = lines.iter().map(|arm| arm.name.as_str()).collect();
    for (label, arm) in labels(&names).into_iter().zip(&mut lines) {
        arm.label = label;
    }
    Ok(lines)
}

/// The names with short keys, as in `elites=1` for `algorithm.genetic.elites=1`,
/// as long as they still tell the arms apart.
fn labels(names: &[&str]) -> Vec<String> {
    let short = |name: &&str| {
        let parts = name.split(',').map(|part| match part.split_once('=') {
            Some((key, value)) => {
                let key = key.rsplit('.').next().unwrap_or(key);
                format!("{key}={value}")
            }
            None => part.to_owned(),
        });
        parts.collect::<Vec<String>>().join(", ")
    };
    let labels: Vec<String> = names.iter().map(short).collect();
    let mut distinct = labels.clone();
    distinct.sort_unstable();
    distinct.dedup();
    match distinct.len() == names.len() {
        true => labels,
        false => names.iter().map(|name| (*name).to_owned()).collect(),
    }
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

/// Scores at which the profiles are read off, enough for every step to be seen:
/// from the least of all, or a little below, to the highest that there can be.
fn thresholds(field: &Field) -> Result<Vec<f64>> {
    let mut least = 1.0_f64;
    for (arm, opponent) in field
        .arms
        .iter()
        .flat_map(|arm| field.opponents.iter().map(move |opponent| (arm, opponent)))
    {
        let scores = arm.runs.iter().filter_map(|run| run.final_score(opponent));
        least = scores.fold(least, f64::min);
    }
    let first = ((least * 20.0).floor() / 20.0).min(0.95);
    let steps = MOST_POINTS as f64;
    let at = |step: usize| first + (1.0 - first) * step as f64 / steps;
    Ok((0..=MOST_POINTS).map(at).collect())
}

/// A run's learning curve over games of training, or over generations.
fn line(field: &Field, run: &Run, by_games: bool) -> Line {
    let points = field.column.points(&run.curve).into_iter();
    points
        .map(|(generation, games, value)| (if by_games { games } else { generation } as f64, value))
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

fn finals(arm: &Arm, field: &Field) -> Result<Vec<(OverSeeds, Vec<f64>)>> {
    let all = (field.opponents.len() > 1).then_some(&field.opponents[..]);
    let each = field.opponents.iter().map(std::slice::from_ref);
    let mean = |scores: &Scores| scores.interquartile_mean(RESAMPLING, &mut draws());
    all.into_iter()
        .chain(each)
        .map(|opponents| {
            let over = mean(&final_scores(arm, opponents)?);
            let runs = match opponents {
                [one] => arm
                    .runs
                    .iter()
                    .filter_map(|run| run.final_score(one))
                    .collect(),
                _ => Vec::new(),
            };
            Ok((over, runs))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_short_and_tell_the_arms_apart() {
        let names = ["depth=1,algorithm.genetic.elites=0.5", "genetic"];
        assert_eq!(labels(&names), ["depth=1, elites=0.5", "genetic"]);
        let names = ["test.openings=5", "training.openings=5"];
        assert_eq!(labels(&names), names);
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
